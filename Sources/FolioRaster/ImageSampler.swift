// Resampling by integer weights.
//
// Along each axis a device pixel is a weighted sum of source pixels whose weights add up to exactly
// 65,536, so a constant stays constant and an opaque image stays opaque. Weights come from the
// cumulative share of the pixel's extent, rounded once per boundary; their sum is therefore exact
// and no boundary is off by more than 2^-17.
//
// Rows are summed first, exactly, and kept with 8 fractional bits; columns then need 32 bits:
// 255 * 256 * 65,536 + 2^23 < 2^32. Every step is monotone and the same for all four channels, so
// colours never exceed alpha.

/// The source pixels of each device pixel along one axis.
struct AxisTaps: Sendable {
  /// The sum of the weights of a device pixel.
  static let unit = 65_536.0

  /// The first device pixel.
  let first: Int
  /// Where the taps of device pixel `first + i` begin; one entry more than pixels.
  private(set) var starts: [Int] = [0]
  /// Indices of source pixels.
  private(set) var indices: [Int] = []
  /// Their weights.
  private(set) var weights: [UInt64] = []

  /// A stretch of device places that shows a stretch of source places. A `to` before `from` mirrors.
  struct Piece {
    /// Device place of `low`.
    var from: Double
    /// Device place of `high`.
    var to: Double
    /// Where the source stretch begins.
    var low: Double
    /// Where it ends.
    var high: Double
  }

  /// Taps for the device pixels `range`, where `from` and `to` are the device places of the source
  /// places `low` and `high`. A `to` before `from` mirrors.
  init(
    _ range: Range<Int>, from: Double, to: Double, low: Double, high: Double, size: Int,
    extend: Extend
  ) {
    first = range.lowerBound
    starts.reserveCapacity(range.count + 1)
    let piece = Piece(from: from, to: to, low: low, high: high)
    for x in range {
      add(Double(x), Double(x + 1), piece, size, extend, AxisTaps.unit)
      starts.append(indices.count)
    }
  }

  /// Taps for the device pixels `range` of a source in several pieces, none of which shows what
  /// belongs to another. A pixel across their border takes from each by its share.
  init(_ range: Range<Int>, pieces: [Piece], size: Int) {
    first = range.lowerBound
    starts.reserveCapacity(range.count + 1)
    for x in range {
      let shares = pieces.map { piece in
        max(
          0,
          min(Double(x + 1), max(piece.from, piece.to)) - max(Double(x), min(piece.from, piece.to)))
      }
      let whole = shares.reduce(0, +)
      if whole > 0 {
        var sum = 0.0
        var done = 0.0
        for (piece, share) in zip(pieces, shares) where share > 0 {
          sum += share
          let boundary = (min(sum / whole, 1) * AxisTaps.unit).rounded()
          let low = max(Double(x), min(piece.from, piece.to))
          add(low, low + share, piece, size, .clamp, boundary - done)
          done = boundary
        }
      } else if let piece = Double(x) < pieces[0].from ? pieces.first : pieces.last {
        add(Double(x), Double(x + 1), piece, size, .clamp, AxisTaps.unit)
      }
      starts.append(indices.count)
    }
  }

  /// Taps for the device stretch `x0`...`x1`, whose weights add up to `unit`.
  private mutating func add(
    _ x0: Double, _ x1: Double, _ piece: Piece, _ size: Int, _ extend: Extend, _ unit: Double
  ) {
    if unit == 0 { return }
    let low = piece.low
    let high = piece.high
    let scale = (high - low) / (piece.to - piece.from)
    let a = low + (x0 - piece.from) * scale
    let b = low + (x1 - piece.from) * scale
    if !(abs(scale) < 1) {
      area(min(a, b), max(a, b), low, high, size, extend, unit)
    } else {
      bilinear((a + b) / 2 - 0.5, low, high, size, extend, unit)
    }
  }

  /// Whether device pixel `first + i` is source pixel `k + i` for all of them; gives k.
  var copyOffset: Int? {
    guard starts.count > 1, indices.count == starts.count - 1 else { return nil }
    for i in indices.indices where indices[i] != indices[0] + i { return nil }
    return indices[0]
  }

  /// Whether the taps of each pixel are those of the pixel `period` before it.
  func repeats(after period: Int) -> Bool {
    for i in 0..<max(0, starts.count - 1 - period) {
      let a = starts[i]..<starts[i + 1]
      let b = starts[i + period]..<starts[i + period + 1]
      if a.count != b.count { return false }
      for (j, k) in zip(a, b) where indices[j] != indices[k] || weights[j] != weights[k] {
        return false
      }
    }
    return true
  }

  /// The box filter over the source interval a...b.
  private mutating func area(
    _ a: Double, _ b: Double, _ low: Double, _ high: Double, _ size: Int, _ extend: Extend,
    _ unit: Double
  ) {
    var a = a
    var b = b
    if extend == .clamp {
      a = min(max(a, low), high)
      b = min(max(b, low), high)
    } else {
      // Far away, or over so many repetitions that the part of the last one no longer counts: one
      // whole period.
      let period = (high - low) * (extend == .mirror ? 2 : 1)
      if !(abs(a) < 0x1p40 && b - a < 64 * period) {
        a = low
        b = low + period
      }
    }
    let length = b - a
    guard length > 0 else {
      put(AxisTaps.index(a, low, high, size, extend), unit)
      return
    }
    var i = a.rounded(.down)
    var done = 0.0
    while i < b {
      let sum = min((min(i + 1, b) - a) / length * unit, unit).rounded()
      put(AxisTaps.index(i, low, high, size, extend), sum - done)
      done = sum
      i += 1
    }
  }

  /// The two neighbours of source place c, counted between centres.
  private mutating func bilinear(
    _ c: Double, _ low: Double, _ high: Double, _ size: Int, _ extend: Extend, _ unit: Double
  ) {
    var c = c
    if extend == .clamp {
      let last = max(low, high - 1)
      c = high - low < 1 ? (low + high) / 2 - 0.5 : min(max(c, low), last)
    } else if !(abs(c) < 0x1p40) {
      c = low
    }
    let i = c.rounded(.down)
    let second = ((c - i) * unit).rounded()
    put(AxisTaps.index(i, low, high, size, extend), unit - second)
    put(AxisTaps.index(i + 1, low, high, size, extend), second)
  }

  private mutating func put(_ index: Int, _ weight: Double) {
    if weight == 0 { return }
    if let last = indices.last, last == index, indices.count > starts[starts.count - 1] {
      weights[weights.count - 1] += UInt64(weight)
    } else {
      indices.append(index)
      weights.append(UInt64(weight))
    }
  }

  /// The pixel of the source that stands for place `i`.
  static func index(
    _ i: Double, _ low: Double, _ high: Double, _ size: Int, _ extend: Extend
  ) -> Int {
    let first = Int(low.rounded(.down))
    let count = max(1, Int(high.rounded(.up)) - first)
    return min(first + index(Int(i.rounded(.down)) - first, count, extend), size - 1)
  }

  /// The pixel of `count` that stands for place `i`.
  static func index(_ i: Int, _ count: Int, _ extend: Extend) -> Int {
    switch extend {
    case .clamp:
      return min(max(i, 0), count - 1)
    case .repeat:
      return modulo(i, count)
    case .mirror:
      let k = modulo(i, 2 * count)
      return k < count ? k : 2 * count - 1 - k
    }
  }

  private static func modulo(_ n: Int, _ d: Int) -> Int {
    let r = n % d
    return r < 0 ? r + d : r
  }
}

/// The taps of an axis as pairs of columns with 16-bit weights, which is how the kernel takes them.
struct TapPairs: Sendable {
  /// How many pairs each device pixel has; what it does not need has weight 0.
  let perPixel: Int
  /// Where two columns' sums begin, counted from `low`, four sums a column.
  private(set) var places: [SIMD2<Int32>] = []
  /// Their weights, four times each.
  private(set) var weights: [SIMD8<UInt16>] = []
  /// The second weight of each pair, four times.
  private(set) var shares: [UInt16] = []
  /// Whether every device pixel has one pair, of weights that add up to 65,536.
  private(set) var isSingle: Bool
  /// The first source column of all.
  let low: Int
  /// How many source columns there are from `low` to the last.
  let count: Int
  /// After how many device pixels all of them come again; `nil` if they do not.
  let period: Int?

  /// - Parameter period: after how many device pixels they come again if all goes well.
  init(_ taps: AxisTaps, period: Int?) {
    low = taps.indices.min() ?? 0
    count = (taps.indices.max() ?? -1) + 1 - low
    let pixels = taps.starts.count - 1
    if let period, period > 0, period < pixels, taps.repeats(after: period) {
      self.period = period
    } else {
      self.period = nil
    }
    var most = 1
    for i in 0..<pixels { most = max(most, (taps.starts[i + 1] - taps.starts[i] + 1) / 2) }
    perPixel = most
    isSingle = most == 1
    places.reserveCapacity(pixels * most)
    weights.reserveCapacity(pixels * most)
    for i in 0..<pixels {
      let from = taps.starts[i]
      let to = taps.starts[i + 1]
      if to == from + 1 && taps.weights[from] == UInt64(AxisTaps.unit) {
        // A whole unit does not fit in 16 bits, two halves do.
        add(taps.indices[from], 32_768, taps.indices[from], 32_768)
      } else {
        for k in stride(from: from, to: to, by: 2) {
          let second = k + 1 < to
          add(
            taps.indices[k], taps.weights[k], taps.indices[second ? k + 1 : k],
            second ? taps.weights[k + 1] : 0)
        }
      }
      while places.count < (i + 1) * most { add(low, 0, low, 0) }
    }
  }

  private mutating func add(_ i: Int, _ a: UInt64, _ j: Int, _ b: UInt64) {
    places.append(
      SIMD2(Int32(truncatingIfNeeded: 4 * (i - low)), Int32(truncatingIfNeeded: 4 * (j - low))))
    weights.append(
      SIMD8(
        lowHalf: SIMD4(repeating: UInt16(truncatingIfNeeded: a)),
        highHalf: SIMD4(repeating: UInt16(truncatingIfNeeded: b))))
    for _ in 0..<4 { shares.append(UInt16(truncatingIfNeeded: b)) }
    if a + b != UInt64(AxisTaps.unit) { isSingle = false }
  }
}

/// A bitmap resampled for a map that keeps rows and columns.
struct ImageSampler: Sendable {
  let bitmap: Bitmap
  let x: AxisTaps
  let y: AxisTaps
  private let copyOffset: Int?
  private let tint: UInt32?
  private let pairs: TapPairs
  // Sums of source rows, four channels a column.
  private var sums: [UInt16]

  /// - Parameters:
  ///   - tint: a premultiplied pixel that replaces all colours and keeps their alpha.
  ///   - period: after how many device columns a pattern comes again, if it does so at all.
  init(bitmap: Bitmap, x: AxisTaps, y: AxisTaps, tint: UInt32? = nil, period: Int? = nil) {
    self.bitmap = bitmap
    self.x = x
    self.y = y
    self.tint = tint
    copyOffset = x.copyOffset
    pairs = TapPairs(x, period: period)
    sums = [UInt16](repeating: 0, count: 4 * pairs.count)
  }

  /// The pixels of columns `range` of row `y`, to the start of `line`.
  mutating func row(_ row: Int, _ range: Range<Int>, into line: inout [UInt32]) {
    // As many as are not repetitions of the first ones.
    let fresh = min(range.count, pairs.period ?? range.count)
    resample(row, range.lowerBound..<(range.lowerBound + fresh), into: &line)
    if let tint {
      var span = line.mutableSpan
      SpanKernels.tint(&span, 0..<fresh, tint)
    }
    if fresh < range.count {
      var span = line.mutableSpan
      SamplingKernels.repeat(&span, range.count, period: fresh)
    }
  }

  /// The pixels of columns 0..<width of rows 0..<height.
  mutating func bitmap(width: Int, height: Int) -> Bitmap {
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    var line = [UInt32](repeating: 0, count: width)
    for y in 0..<height {
      row(y, 0..<width, into: &line)
      pixels.append(contentsOf: line)
    }
    return Bitmap(width: width, height: height, pixels: pixels)
  }

  private mutating func resample(_ row: Int, _ range: Range<Int>, into line: inout [UInt32]) {
    let rows = y.starts[row - y.first]..<y.starts[row - y.first + 1]
    var span = line.mutableSpan
    if rows.count == 1, let offset = copyOffset {
      let from = y.indices[rows.lowerBound] * bitmap.width + offset + range.lowerBound - x.first
      SpanKernels.copy(&span, 0..<range.count, bitmap.pixels.span, at: -from)
      return
    }
    if rows.isEmpty || pairs.count == 0 {
      SpanKernels.set(&span, 0..<range.count, 0)
      return
    }
    ImageSampler.sumRows(bitmap, y, rows, pairs, &sums)
    SamplingKernels.resample(
      &span, range.count, pairs, at: range.lowerBound - x.first, sums.span)
  }

  private static func sumRows(
    _ bitmap: Bitmap, _ y: AxisTaps, _ taps: Range<Int>, _ pairs: TapPairs, _ sums: inout [UInt16]
  ) {
    var span = sums.mutableSpan
    SamplingKernels.sumRows(
      &span, pairs.count, bitmap.pixels.span, width: bitmap.width, left: pairs.low,
      rows: y.indices.span, weights: y.weights.span, taps: taps)
  }
}
