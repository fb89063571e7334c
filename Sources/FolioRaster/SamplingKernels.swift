// The loops that read images: weighted sums of rows, of columns, and of the four neighbours of a
// place. All of them are exact integer sums with one rounding each, so how lanes are filled changes
// no byte; tests compare them with one-line definitions.
//
// A sum of rows keeps 8 fractional bits in 16-bit lanes. With a weight w = 256 h + l, the products
// p h and p l of a channel p both fit in 16 bits, and
//
//     floor((sum of p w + 128) / 256) = sum of p h + floor((sum of p l + 128) / 256),
//
// where the second sum is kept below 256 by carrying into the first. So no lane is ever widened.
// Columns then need 32 bits: 16-bit sums times 16-bit weights.

/// Kernels of resampling. Each checks its ranges once and then reads without checks.
enum SamplingKernels {
  private typealias Lanes = SIMD16<UInt16>

  /// Four pixels' channels, 16 bits each.
  @inline(__always)
  private static func four(_ p: UnsafePointer<UInt32>) -> SIMD16<UInt16> {
    let bytes = unsafe UnsafeRawPointer(p).loadUnaligned(as: SIMD16<UInt8>.self)
    return Lane.widened(bytes)
  }

  // MARK: Rows

  /// Weighted sums of source rows, with 8 fractional bits, halves up.
  ///
  /// - Parameters:
  ///   - sums: receives four channels for each of `count` pixels.
  ///   - width: pixels of a source row.
  ///   - left: the source column of the first pixel.
  ///   - rows: row numbers of which `taps` are used, with `weights` that add up to 65,536.
  static func sumRows(
    _ sums: inout MutableSpan<UInt16>, _ count: Int, _ s: Span<UInt32>, width: Int, left: Int,
    rows: Span<Int>, weights: Span<UInt64>, taps: Range<Int>
  ) {
    precondition(count >= 0 && 4 * count <= sums.count && left >= 0 && left + count <= width)
    for tap in taps {
      precondition(rows[tap] >= 0 && (rows[tap] + 1) * width <= s.count && weights[tap] <= 65_536)
    }
    if taps.isEmpty || count == 0 { return }
    unsafe sums.withUnsafeMutableBufferPointer { to in
      unsafe s.withUnsafeBufferPointer { from in
        guard let d = to.baseAddress, let source = from.baseAddress else { return }
        if count < 4 {
          for i in 0..<(4 * count) {
            var sum: UInt32 = 128
            for tap in taps {
              let pixel = unsafe source[rows[tap] &* width &+ left &+ i / 4]
              let channel = (pixel >> UInt32(8 * (i % 4))) & 0xFF
              sum = sum &+ channel &* UInt32(truncatingIfNeeded: weights[tap])
            }
            unsafe d[i] = UInt16(truncatingIfNeeded: sum >> 8)
          }
          return
        }
        if taps.count == 2 {
          let tap = taps.lowerBound
          unsafe sumPair(
            d, count, source + (rows[tap] &* width &+ left), weights[tap],
            source + (rows[tap + 1] &* width &+ left), weights[tap + 1])
          return
        }
        var i = 0
        while true {
          // The last block overlaps the one before it.
          let at = min(i, count &- 4)
          let next = min(at &+ 4, count &- 4)
          var high = Lanes(repeating: 0)
          var low = Lanes(repeating: 128)
          var nextHigh = high
          var nextLow = low
          for tap in taps {
            let row = unsafe source + (rows[unchecked: tap] &* width &+ left)
            let weight = unsafe weights[unchecked: tap]
            let lowWeight = Lanes(repeating: UInt16(truncatingIfNeeded: weight & 0xFF))
            let highWeight = Lanes(repeating: UInt16(truncatingIfNeeded: weight &>> 8))
            let p = unsafe four(row + at)
            low = low &+ p &* lowWeight
            high = high &+ p &* highWeight &+ (low &>> 8)
            low = low & 0xFF
            let q = unsafe four(row + next)
            nextLow = nextLow &+ q &* lowWeight
            nextHigh = nextHigh &+ q &* highWeight &+ (nextLow &>> 8)
            nextLow = nextLow & 0xFF
          }
          unsafe UnsafeMutableRawPointer(d + 4 &* at).storeBytes(of: high, as: Lanes.self)
          unsafe UnsafeMutableRawPointer(d + 4 &* next).storeBytes(of: nextHigh, as: Lanes.self)
          i = i &+ 8
          if i >= count { break }
        }
      }
    }
  }

  /// Two rows whose weights add up to 65,536: their low bytes add up to 0 or 256, so that nothing
  /// has to be carried between them.
  @inline(__always)
  private static func sumPair(
    _ d: UnsafeMutablePointer<UInt16>, _ count: Int, _ p: UnsafePointer<UInt32>, _ a: UInt64,
    _ q: UnsafePointer<UInt32>, _ b: UInt64
  ) {
    let lowA = Lanes(repeating: UInt16(truncatingIfNeeded: a & 0xFF))
    let highA = Lanes(repeating: UInt16(truncatingIfNeeded: a &>> 8))
    let lowB = Lanes(repeating: UInt16(truncatingIfNeeded: b & 0xFF))
    let highB = Lanes(repeating: UInt16(truncatingIfNeeded: b &>> 8))
    var i = 0
    while true {
      let at = min(i, count &- 4)
      let u = unsafe four(p + at)
      let v = unsafe four(q + at)
      let low = u &* lowA &+ v &* lowB &+ 128
      let sum = u &* highA &+ v &* highB &+ (low &>> 8)
      unsafe UnsafeMutableRawPointer(d + 4 &* at).storeBytes(of: sum, as: Lanes.self)
      i = i &+ 4
      if i >= count { break }
    }
  }

  // MARK: Columns

  /// The sums of a column of each of two places, four channels each.
  @inline(__always)
  private static func columns(
    _ sums: UnsafePointer<UInt16>, _ first: Int32, _ second: Int32
  ) -> SIMD8<UInt16> {
    let a = unsafe UnsafeRawPointer(sums + Int(first)).loadUnaligned(as: SIMD4<UInt16>.self)
    let b = unsafe UnsafeRawPointer(sums + Int(second)).loadUnaligned(as: SIMD4<UInt16>.self)
    return SIMD8(lowHalf: a, highHalf: b)
  }

  /// The upper 16 bits of `p a + q b + 2^23`, where the weights add up to 65,536.
  @inline(__always)
  private static func mixed(
    _ p: SIMD8<UInt16>, _ q: SIMD8<UInt16>, _ b: SIMD8<UInt16>
  ) -> SIMD8<UInt16> {
    let a = 0 &- b
    let low = p &* a
    let sum = low &+ q &* b
    let high = Lane.upperProduct(p, a) &+ Lane.upperProduct(q, b) &+ 128
    return high.replacing(with: high &+ 1, where: sum .< low)
  }

  /// Weighted sums of column sums, rounded to pixels, halves up.
  ///
  /// - Parameters:
  ///   - pairs: the columns of each pixel; pixel `first` comes first.
  ///   - sums: what `sumRows` made of the columns from `pairs.low` on.
  static func resample(
    _ line: inout MutableSpan<UInt32>, _ count: Int, _ pairs: TapPairs, at first: Int,
    _ sums: Span<UInt16>
  ) {
    precondition(count >= 0 && count <= line.count && first >= 0)
    precondition((first + count) * pairs.perPixel <= pairs.places.count)
    precondition(4 * pairs.count <= sums.count)
    if count == 0 { return }
    unsafe line.withUnsafeMutableBufferPointer { to in
      unsafe sums.withUnsafeBufferPointer { from in
        guard let d = to.baseAddress, let s = from.baseAddress else { return }
        var i = 0
        if pairs.isSingle { i = unsafe resamplePairs(d, count, pairs, at: first, s) }
        let places = pairs.places.span
        let weights = pairs.weights.span
        let perPixel = pairs.perPixel
        @inline(__always)
        func total(_ pixel: Int) -> SIMD4<UInt32> {
          var sum = SIMD8<UInt32>(repeating: 0)
          let start = (first &+ pixel) &* perPixel
          for k in start..<(start &+ perPixel) {
            let place = unsafe places[unchecked: k]
            sum = unsafe sum &+ Lane.product(columns(s, place.x, place.y), weights[unchecked: k])
          }
          return sum.lowHalf &+ sum.highHalf &+ 0x80_0000
        }
        while i &+ 2 <= count {
          let pixels = Lane.upperBytes(SIMD8(lowHalf: total(i), highHalf: total(i &+ 1)))
          unsafe UnsafeMutableRawPointer(d + i).storeBytes(of: pixels, as: SIMD2<UInt32>.self)
          i = i &+ 2
        }
        if i < count {
          let last = total(i)
          unsafe d[i] = Lane.upperBytes(SIMD8(lowHalf: last, highHalf: last)).x
        }
      }
    }
  }

  /// As many groups of two pixels as there are, all with one pair each; gives how many pixels.
  @inline(__always)
  private static func resamplePairs(
    _ d: UnsafeMutablePointer<UInt32>, _ count: Int, _ pairs: TapPairs, at first: Int,
    _ s: UnsafePointer<UInt16>
  ) -> Int {
    let places = pairs.places.span
    var i = 0
    unsafe pairs.shares.span.withUnsafeBufferPointer { shares in
      guard let shares = shares.baseAddress else { return }
      while i &+ 2 <= count {
        let k = first &+ i
        let p = unsafe places[unchecked: k]
        let q = unsafe places[unchecked: k &+ 1]
        let weights = unsafe UnsafeRawPointer(shares + 4 &* k).loadUnaligned(
          as: SIMD8<UInt16>.self)
        let pixels = unsafe Lane.upperBytes(
          mixed(columns(s, p.x, q.x), columns(s, p.y, q.y), weights))
        unsafe UnsafeMutableRawPointer(d + i).storeBytes(of: pixels, as: SIMD2<UInt32>.self)
        i = i &+ 2
      }
    }
    return i
  }

  // MARK: Places

  /// Two neighbouring pixels' channels, 16 bits each.
  @inline(__always)
  private static func two(_ p: UnsafePointer<UInt32>) -> SIMD8<Int16> {
    let bytes = unsafe UnsafeRawPointer(p).loadUnaligned(as: SIMD8<UInt8>.self)
    return Lane.widened(bytes)
  }

  /// The bilinear mixture of two by two pixels: channels with 24 fractional bits, plus one half.
  ///
  /// Columns are mixed first, to 20 bits. Their upper and lower ten bits are then mixed each by
  /// itself, so that every factor fits in 16 bits (the masks say so to the compiler).
  @inline(__always)
  private static func mixture(
    _ upper: SIMD8<Int16>, _ lower: SIMD8<Int16>, _ fx: Int32, _ fy: Int32
  ) -> SIMD4<Int32> {
    let below = SIMD4(repeating: fy) & 4095
    let above = (4096 &- below) & 8191
    let f = SIMD4(repeating: fx) & 4095
    let g = (4096 &- f) & 8191
    let p = Lane.widened(upper.lowHalf) &* above &+ Lane.widened(lower.lowHalf) &* below
    let q = Lane.widened(upper.highHalf) &* above &+ Lane.widened(lower.highHalf) &* below
    let high = ((p &>> 10) & 1023) &* g &+ ((q &>> 10) & 1023) &* f
    let low = (p & 1023) &* g &+ (q & 1023) &* f
    return (high &<< 10) &+ low &+ 0x80_0000
  }

  /// The bilinear mixture of four pixels; weights are 0...4095.
  @inline(__always)
  static func mix(
    _ p00: UInt32, _ p10: UInt32, _ p01: UInt32, _ p11: UInt32, _ fx: Int32, _ fy: Int32
  ) -> UInt32 {
    func pair(_ a: UInt32, _ b: UInt32) -> SIMD8<Int16> {
      Lane.widened(unsafe unsafeBitCast(SIMD2(a, b), to: SIMD8<UInt8>.self))
    }
    let channels = mixture(pair(p00, p10), pair(p01, p11), fx, fy)
    return Lane.upperBytes(SIMD8(lowHalf: channels, highHalf: channels)).x
  }

  /// Bilinear pixels of places that lie inside the source with all their neighbours.
  ///
  /// - Parameters:
  ///   - u: the place along x of the first pixel with 32 fractional bits, of which 12 count, and
  ///     its step `du` a pixel; `v` and `dv` along y.
  static func bilinear(
    _ d: inout MutableSpan<UInt32>, _ range: Range<Int>, _ s: Span<UInt32>, width: Int,
    height: Int, _ u: Int, _ v: Int, _ du: Int, _ dv: Int
  ) {
    precondition(range.lowerBound >= 0 && range.upperBound <= d.count)
    precondition(width > 1 && height > 1 && width * height <= s.count)
    if range.isEmpty { return }
    // Places lie between the first and the last.
    let last = range.count - 1
    for (place, size) in [(u, width), (u + last * du, width), (v, height), (v + last * dv, height)]
    {
      precondition(place >= 0 && place >> 32 <= size - 2)
    }
    unsafe d.withUnsafeMutableBufferPointer { to in
      unsafe s.withUnsafeBufferPointer { from in
        guard let d = to.baseAddress, let s = from.baseAddress else { return }
        var u = u
        var v = v
        func next() -> SIMD4<Int32> {
          let upper = unsafe s + ((v &>> 32) &* width &+ (u &>> 32))
          let fx = Int32(truncatingIfNeeded: (u &>> 20) & 4095)
          let fy = Int32(truncatingIfNeeded: (v &>> 20) & 4095)
          u = u &+ du
          v = v &+ dv
          return unsafe mixture(two(upper), two(upper + width), fx, fy)
        }
        var i = range.lowerBound
        while i &+ 2 <= range.upperBound {
          let first = next()
          let pixels = Lane.upperBytes(SIMD8(lowHalf: first, highHalf: next()))
          unsafe UnsafeMutableRawPointer(d + i).storeBytes(of: pixels, as: SIMD2<UInt32>.self)
          i = i &+ 2
        }
        if i < range.upperBound {
          let last = next()
          unsafe d[i] = Lane.upperBytes(SIMD8(lowHalf: last, highHalf: last)).x
        }
      }
    }
  }

  // MARK: Rows of pixels

  /// The first `period` pixels of a stretch again and again.
  static func `repeat`(_ line: inout MutableSpan<UInt32>, _ count: Int, period: Int) {
    precondition(period > 0 && count <= line.count)
    unsafe line.withUnsafeMutableBufferPointer { buffer in
      guard let d = buffer.baseAddress else { return }
      var filled = period
      while filled < count {
        let more = min(filled, count &- filled)
        unsafe (d + filled).update(from: d, count: more)
        filled = filled &+ more
      }
    }
  }
}
