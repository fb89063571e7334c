// The loops that put pixels down. Unsafe code of this module stands here, in the other kernel files
// and in `Lane`, and nowhere else.
//
// Eight pixels are handled at a time as two vectors of sixteen 16-bit lanes: red and blue, green
// and alpha. All products and sums of the rounding contract fit in 16 bits, so the wrapping
// operators never wrap; they are there because a lane has no room for a trap. What does not fill
// eight pixels is done one by one with `Arithmetic`; tests compare the two.
//
// Each kernel checks its ranges once, with a precondition, and then reads and writes without
// checks. (Measured on whole frames: 16-bit lanes are 1.5 to 2 times as fast as the packed words
// that the compiler makes of plain loops, and those 2 to 4 times as fast as checked loops, which
// do not become vector code.)

/// Operations on a stretch of premultiplied pixels.
///
/// Ranges index the destination. Sources and coverage are indexed by the same place minus the
/// offset that is named beside them.
enum SpanKernels {
  private typealias Eight = SIMD8<UInt32>

  @inline(__always)
  private static func check(_ range: Range<Int>, in count: Int) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
  }

  @inline(__always)
  private static func check(_ range: Range<Int>, minus offset: Int, in count: Int) {
    precondition(range.lowerBound - offset >= 0 && range.upperBound - offset <= count)
  }

  // MARK: Eight pixels

  @inline(__always)
  private static func lanes(_ v: Eight) -> SIMD16<UInt16> {
    unsafe unsafeBitCast(v, to: SIMD16<UInt16>.self)
  }

  @inline(__always)
  private static func words(_ v: SIMD16<UInt16>) -> Eight {
    unsafe unsafeBitCast(v, to: Eight.self)
  }

  /// `Arithmetic.scale` for eight pixels with a factor each.
  @inline(__always)
  private static func scale(_ c: Eight, by k: Eight) -> Eight {
    let factor = lanes(k | (k &<< 16))
    var rb = lanes(c & 0x00FF_00FF) &* factor &+ 128
    rb = (rb &+ (rb &>> 8)) &>> 8
    var ga = lanes((c &>> 8) & 0x00FF_00FF) &* factor &+ 128
    ga = (ga &+ (ga &>> 8)) & 0xFF00
    return words(rb) | words(ga)
  }

  /// `Arithmetic.over` for eight pixels.
  @inline(__always)
  private static func over(_ s: Eight, _ d: Eight) -> Eight {
    s &+ scale(d, by: 255 &- (s &>> 24))
  }

  /// Eight values from the start of a buffer.
  @inline(__always)
  private static func load<T, V>(_ p: UnsafePointer<T>, as type: V.Type) -> V {
    unsafe UnsafeRawPointer(p).loadUnaligned(as: type)
  }

  /// Replaces each destination pixel by what `eight` or `one` make of it.
  @inline(__always)
  private static func forEach(
    _ d: inout MutableSpan<UInt32>, _ range: Range<Int>,
    eight: (Int, SIMD8<UInt32>) -> SIMD8<UInt32>, one: (Int, UInt32) -> UInt32
  ) {
    check(range, in: d.count)
    unsafe d.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var i = range.lowerBound
      while i &+ 8 <= range.upperBound {
        let result = unsafe eight(i, load(base + i, as: SIMD8<UInt32>.self))
        unsafe UnsafeMutableRawPointer(base + i).storeBytes(of: result, as: SIMD8<UInt32>.self)
        i = i &+ 8
      }
      while i < range.upperBound {
        unsafe base[i] = one(i, base[i])
        i = i &+ 1
      }
    }
  }

  // MARK: Coverage

  /// Adds what a piece of an edge inside one cell contributes; see `Accumulator`.
  @inline(__always)
  static func put(
    _ cells: inout MutableSpan<Int64>, _ touched: inout MutableSpan<UInt64>, _ band: CellBand,
    _ row: Int, _ column: Int, _ cover: Int, _ fsum: Int
  ) {
    let i = row &* band.stride &+ column
    let word = row &* band.words
    let chunk = column &>> Accumulator.chunkBits
    let nextChunk = (column &+ 1) &>> Accumulator.chunkBits
    precondition(column >= 0 && i >= 0 && i &+ 1 < cells.count)
    precondition(word >= 0 && word &+ (nextChunk &>> 6) < touched.count)
    let part = cover &* fsum
    let own = (cover &<< (Subpixel.fractionBits &+ 1)) &- part
    unsafe cells[unchecked: i] = cells[unchecked: i] &+ Int64(truncatingIfNeeded: own)
    unsafe cells[unchecked: i &+ 1] = cells[unchecked: i &+ 1] &+ Int64(truncatingIfNeeded: part)
    let bit = 1 &<< UInt64(truncatingIfNeeded: chunk)
    let nextBit = 1 &<< UInt64(truncatingIfNeeded: nextChunk)
    unsafe touched[unchecked: word &+ (chunk &>> 6)] |= bit
    unsafe touched[unchecked: word &+ (nextChunk &>> 6)] |= nextBit
  }

  /// Running sums of the cells of a chunk, each as coverage; the cells become zero.
  @inline(__always)
  static func sweep(
    _ cells: inout MutableSpan<Int64>, from start: Int, _ sum: inout Int64,
    _ coverage: inout MutableSpan<UInt8>, at place: Int, _ level: (Int64) -> UInt8
  ) {
    let chunk = 1 << Accumulator.chunkBits
    check(start..<(start + chunk), in: cells.count)
    check(place..<(place + chunk), in: coverage.count)
    var total = sum
    for i in 0..<chunk {
      unsafe total &+= cells[unchecked: start &+ i]
      unsafe coverage[unchecked: place &+ i] = level(total)
      unsafe cells[unchecked: start &+ i] = 0
    }
    sum = total
  }

  // MARK: Kernels

  /// Every pixel becomes `pixel`, or every coverage value the one given.
  @inline(__always)
  static func set<T: BitwiseCopyable>(_ d: inout MutableSpan<T>, _ range: Range<Int>, _ value: T) {
    check(range, in: d.count)
    for i in range { unsafe d[unchecked: i] = value }
  }

  /// Every pixel, or coverage value, becomes the source's.
  @inline(__always)
  static func copy<T: BitwiseCopyable>(
    _ d: inout MutableSpan<T>, _ range: Range<Int>, _ s: Span<T>, at offset: Int
  ) {
    check(range, in: d.count)
    check(range, minus: offset, in: s.count)
    if range.isEmpty { return }
    // One call of the library's copy a row: on long rows half the time of the loop.
    unsafe d.withUnsafeMutableBufferPointer { to in
      unsafe s.withUnsafeBufferPointer { from in
        guard let to = to.baseAddress, let from = from.baseAddress else { return }
        unsafe (to + range.lowerBound).update(
          from: from + (range.lowerBound - offset), count: range.count)
      }
    }
  }

  /// Copies a part to the front; the two may overlap.
  static func moveToFront(_ d: inout MutableSpan<UInt32>, _ range: Range<Int>) {
    check(range, in: d.count)
    if range.isEmpty { return }
    unsafe d.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      unsafe start.update(from: start + range.lowerBound, count: range.count)
    }
  }

  /// The bitwise "and" of all pixels and `0xFF00_0000`: that very number if all are opaque.
  static func commonAlpha(_ s: Span<UInt32>, _ range: Range<Int>) -> UInt32 {
    check(range, in: s.count)
    var all: UInt32 = 0xFF00_0000
    for i in range { unsafe all &= s[unchecked: i] }
    return all
  }

  /// `pixel` over every pixel.
  static func over(_ d: inout MutableSpan<UInt32>, _ range: Range<Int>, _ pixel: UInt32) {
    let k = 255 &- (pixel &>> 24)
    if k == 0 { return set(&d, range, pixel) }
    if pixel == 0 { return }
    let pixels = Eight(repeating: pixel)
    let factors = Eight(repeating: k)
    forEach(&d, range) { _, below in
      pixels &+ scale(below, by: factors)
    } one: { _, below in
      pixel &+ Arithmetic.scale(below, by: k)
    }
  }

  /// `pixel`, weighted by coverage, over every pixel.
  static func over(
    _ d: inout MutableSpan<UInt32>, _ range: Range<Int>, _ pixel: UInt32, coverage: Span<UInt8>,
    at offset: Int
  ) {
    check(range, minus: offset, in: coverage.count)
    let pixels = Eight(repeating: pixel)
    unsafe coverage.withUnsafeBufferPointer { mask in
      guard let mask = mask.baseAddress else { return }
      forEach(&d, range) { i, below in
        let k = unsafe load(mask + (i &- offset), as: SIMD8<UInt8>.self)
        return over(scale(pixels, by: Eight(truncatingIfNeeded: k)), below)
      } one: { i, below in
        unsafe Arithmetic.over(Arithmetic.scale(pixel, by: UInt32(mask[i &- offset])), below)
      }
    }
  }

  /// The source over every pixel.
  static func over(
    _ d: inout MutableSpan<UInt32>, _ range: Range<Int>, _ s: Span<UInt32>, at offset: Int
  ) {
    check(range, minus: offset, in: s.count)
    unsafe s.withUnsafeBufferPointer { source in
      guard let source = source.baseAddress else { return }
      forEach(&d, range) { i, below in
        unsafe over(load(source + (i &- offset), as: Eight.self), below)
      } one: { i, below in
        unsafe Arithmetic.over(source[i &- offset], below)
      }
    }
  }

  /// The source, weighted by `k / 255`, over every pixel.
  static func over(
    _ d: inout MutableSpan<UInt32>, _ range: Range<Int>, _ s: Span<UInt32>, at offset: Int,
    scale k: UInt32
  ) {
    check(range, minus: offset, in: s.count)
    let factors = Eight(repeating: k)
    unsafe s.withUnsafeBufferPointer { source in
      guard let source = source.baseAddress else { return }
      forEach(&d, range) { i, below in
        let pixels = unsafe load(source + (i &- offset), as: Eight.self)
        return over(scale(pixels, by: factors), below)
      } one: { i, below in
        unsafe Arithmetic.over(Arithmetic.scale(source[i &- offset], by: k), below)
      }
    }
  }

  /// The source, weighted by coverage, over every pixel.
  static func over(
    _ d: inout MutableSpan<UInt32>, _ range: Range<Int>, _ s: Span<UInt32>, at offset: Int,
    coverage: Span<UInt8>, at coverageOffset: Int
  ) {
    check(range, minus: offset, in: s.count)
    check(range, minus: coverageOffset, in: coverage.count)
    unsafe s.withUnsafeBufferPointer { source in
      unsafe coverage.withUnsafeBufferPointer { mask in
        guard let source = source.baseAddress, let mask = mask.baseAddress else { return }
        forEach(&d, range) { i, below in
          let pixels = unsafe load(source + (i &- offset), as: Eight.self)
          let k = unsafe load(mask + (i &- coverageOffset), as: SIMD8<UInt8>.self)
          return over(scale(pixels, by: Eight(truncatingIfNeeded: k)), below)
        } one: { i, below in
          let k = unsafe UInt32(mask[i &- coverageOffset])
          return unsafe Arithmetic.over(Arithmetic.scale(source[i &- offset], by: k), below)
        }
      }
    }
  }

  /// Every pixel becomes `pixel` times its own alpha.
  static func tint(_ d: inout MutableSpan<UInt32>, _ range: Range<Int>, _ pixel: UInt32) {
    let pixels = Eight(repeating: pixel)
    forEach(&d, range) { _, own in
      scale(pixels, by: own &>> 24)
    } one: { _, own in
      Arithmetic.scale(pixel, by: own &>> 24)
    }
  }

  /// Every coverage value is multiplied by `k / 255`.
  static func scale(_ coverage: inout MutableSpan<UInt8>, _ range: Range<Int>, by k: UInt32) {
    check(range, in: coverage.count)
    for i in range {
      let c = unsafe UInt32(coverage[unchecked: i])
      unsafe coverage[unchecked: i] = UInt8(truncatingIfNeeded: Arithmetic.multiply(c, k))
    }
  }

  /// Channels in 12.20 fixed point to opaque pixels; `first` is the value at the range's start.
  @inline(__always)
  static func lerpOpaque(
    _ d: inout MutableSpan<UInt32>, _ range: Range<Int>, _ first: SIMD4<Int32>,
    _ step: SIMD4<Int32>
  ) {
    check(range, in: d.count)
    // In 8.24, where a channel's level is its top byte, and the three go to their places by the same
    // shift each. (With a shift of its own for each channel the optimiser mixes their lanes in the
    // registers and sorts them out again for every pixel, at twice the time.)
    let first = SIMD4<UInt32>(truncatingIfNeeded: first) &<< 4
    let step = SIMD4<UInt32>(truncatingIfNeeded: step) &<< 4
    unsafe d.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      let count = Eight(0, 1, 2, 3, 4, 5, 6, 7)
      var r = first.x &+ count &* step.x
      var g = first.y &+ count &* step.y
      var b = first.z &+ count &* step.z
      let eightR = Eight(repeating: 8 &* step.x)
      let eightG = Eight(repeating: 8 &* step.y)
      let eightB = Eight(repeating: 8 &* step.z)
      var i = range.lowerBound
      while i &+ 8 <= range.upperBound {
        var pixels = (r & 0xFF00_0000) &>> 8
        pixels = (pixels | (g & 0xFF00_0000)) &>> 8
        pixels = (pixels | (b & 0xFF00_0000)) &>> 8
        let opaque = pixels | 0xFF00_0000
        unsafe UnsafeMutableRawPointer(base + i).storeBytes(of: opaque, as: Eight.self)
        r = r &+ eightR
        g = g &+ eightG
        b = b &+ eightB
        i = i &+ 8
      }
      var rest = first &+ step &* UInt32(truncatingIfNeeded: i &- range.lowerBound)
      while i < range.upperBound {
        let pixel = (rest.x &>> 24) | ((rest.y &>> 16) & 0xFF00) | ((rest.z &>> 8) & 0xFF_0000)
        unsafe base[i] = pixel | 0xFF00_0000
        rest = rest &+ step
        i = i &+ 1
      }
    }
  }

  /// Channels in 12.20 fixed point to pixels, colour at most alpha.
  static func lerp(
    _ d: inout MutableSpan<UInt32>, _ range: Range<Int>, _ first: SIMD4<Int32>,
    _ step: SIMD4<Int32>
  ) {
    check(range, in: d.count)
    unsafe d.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      let count = SIMD4<Int32>(0, 1, 2, 3)
      var r = first.x &+ count &* step.x
      var g = first.y &+ count &* step.y
      var b = first.z &+ count &* step.z
      var a = first.w &+ count &* step.w
      let fourR = SIMD4(repeating: 4 &* step.x)
      let fourG = SIMD4(repeating: 4 &* step.y)
      let fourB = SIMD4(repeating: 4 &* step.z)
      let fourA = SIMD4(repeating: 4 &* step.w)
      var i = range.lowerBound
      while i < range.upperBound {
        let alpha = a &>> 20
        var red = r &>> 20
        var green = g &>> 20
        var blue = b &>> 20
        red.replace(with: alpha, where: red .> alpha)
        green.replace(with: alpha, where: green .> alpha)
        blue.replace(with: alpha, where: blue .> alpha)
        let color = red | (green &<< 8) | (blue &<< 16) | (alpha &<< 24)
        let pixels = SIMD4<UInt32>(truncatingIfNeeded: color)
        if i &+ 4 <= range.upperBound {
          unsafe UnsafeMutableRawPointer(base + i).storeBytes(of: pixels, as: SIMD4<UInt32>.self)
        } else {
          for k in 0..<(range.upperBound &- i) { unsafe base[i &+ k] = pixels[k] }
        }
        r = r &+ fourR
        g = g &+ fourG
        b = b &+ fourB
        a = a &+ fourA
        i = i &+ 4
      }
    }
  }
}

// MARK: Hashes

extension SpanKernels {
  /// The lanes of a ``RowHash``: four variables from beginning to end. Put into a vector, even once after
  /// the loop, they would be moved to vector registers and back for every multiplication, at 2.5 times
  /// the time.
  private struct HashLanes {
    var a: UInt64 = 0x243F_6A88_85A3_08D3
    var b: UInt64 = 0x1319_8A2E_0370_7344
    var c: UInt64 = 0xA409_3822_299F_31D0
    var d: UInt64 = 0x082E_FA98_EC4E_6C89

    /// Takes in 32 bytes; `all` keeps the bits that all words have.
    ///
    /// Those are asked for in vector registers: the others are just enough for the lanes of two rows.
    @inline(__always)
    @unsafe mutating func take(_ words: UnsafeRawPointer, _ all: inout SIMD2<UInt64>) {
      a = unsafe RowHash.fold(a ^ words.loadUnaligned(as: UInt64.self))
      b = unsafe RowHash.fold(b ^ words.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      c = unsafe RowHash.fold(c ^ words.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
      d = unsafe RowHash.fold(d ^ words.loadUnaligned(fromByteOffset: 24, as: UInt64.self))
      all &= unsafe words.loadUnaligned(as: SIMD2<UInt64>.self)
      all &= unsafe words.loadUnaligned(fromByteOffset: 16, as: SIMD2<UInt64>.self)
    }

    /// Takes in the last bytes of a row, under 32; the bits that all pixels have.
    @unsafe mutating func takeEnd(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
      if bytes.count == 0 { return .max }
      var common = UInt32.max
      var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
      for i in stride(from: 0, to: bytes.count, by: 4) {
        let pixel = unsafe bytes.loadUnaligned(fromByteOffset: i, as: UInt32.self)
        common &= pixel
        let bits = UInt64(pixel) &<< (i & 4 == 0 ? 0 : 32)
        switch i / 8 {
        case 0: words.0 |= bits
        case 1: words.1 |= bits
        case 2: words.2 |= bits
        default: words.3 |= bits
        }
      }
      a = RowHash.fold(a ^ words.0)
      b = RowHash.fold(b ^ words.1)
      c = RowHash.fold(c ^ words.2)
      d = RowHash.fold(d ^ words.3)
      return common
    }

    var value: UInt64 { RowHash.fold(RowHash.fold(RowHash.fold(RowHash.fold(a) ^ b) ^ c) ^ d) }
  }

  /// The bits that all pixels of two words have.
  private static func bothHalves(_ words: SIMD2<UInt64>) -> UInt32 {
    let word = words[0] & words[1]
    return UInt32(truncatingIfNeeded: word & (word &>> 32))
  }

  /// The ``RowHash`` of a row; `common` keeps the bits that all of its pixels have.
  static func hash(_ row: Span<UInt32>, common: inout UInt32) -> UInt64 {
    unsafe row.withUnsafeBytes { bytes in
      var lanes = HashLanes()
      let end = bytes.count & ~31
      if let base = bytes.baseAddress {
        var all = SIMD2<UInt64>(repeating: .max)
        var i = 0
        while i < end {
          unsafe lanes.take(base + i, &all)
          i = i &+ 32
        }
        common &= bothHalves(all)
      }
      common &= unsafe lanes.takeEnd(UnsafeRawBufferPointer(rebasing: bytes[end...]))
      return lanes.value
    }
  }

  /// The ``RowHash`` of each of two rows of `width` pixels that lie one after the other; `common` keeps the
  /// bits that the pixels of both have.
  ///
  /// The lanes of one row wait for their multiplications; those of another fill the gaps.
  static func hash(
    pair rows: Span<UInt32>, width: Int, common: inout UInt32
  ) -> (first: UInt64, second: UInt64) {
    precondition(width >= 0 && rows.count == 2 * width)
    return unsafe rows.withUnsafeBytes { bytes in
      var (first, second) = (HashLanes(), HashLanes())
      let stride = 4 &* width
      let end = stride & ~31
      if let base = bytes.baseAddress {
        var all = SIMD2<UInt64>(repeating: .max)
        let below = unsafe base + stride
        var i = 0
        while i < end {
          unsafe first.take(base + i, &all)
          unsafe second.take(below + i, &all)
          i = i &+ 32
        }
        common &= bothHalves(all)
      }
      common &= unsafe first.takeEnd(UnsafeRawBufferPointer(rebasing: bytes[end..<stride]))
      common &= unsafe second.takeEnd(UnsafeRawBufferPointer(rebasing: bytes[(stride + end)...]))
      return (first.value, second.value)
    }
  }

  /// Whether two rows that lie one after the other are the same.
  static func isSame(pair rows: Span<UInt32>, width: Int) -> Bool {
    precondition(width >= 0 && rows.count == 2 * width)
    return unsafe rows.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return true }
      let stride = 4 &* width
      let below = unsafe base + stride
      typealias Words = SIMD2<UInt64>
      var i = 0
      while i &+ 64 <= stride {
        var difference = Words()
        for k in 0..<4 {
          let a = unsafe base.loadUnaligned(fromByteOffset: i &+ 16 &* k, as: Words.self)
          let b = unsafe below.loadUnaligned(fromByteOffset: i &+ 16 &* k, as: Words.self)
          difference |= a ^ b
        }
        if difference[0] | difference[1] != 0 { return false }
        i = i &+ 64
      }
      while i < stride {
        let a = unsafe base.loadUnaligned(fromByteOffset: i, as: UInt32.self)
        if unsafe a != below.loadUnaligned(fromByteOffset: i, as: UInt32.self) { return false }
        i = i &+ 4
      }
      return true
    }
  }
}
