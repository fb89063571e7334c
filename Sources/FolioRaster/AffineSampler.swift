import FolioGeometry

// Rotated and skewed images: bilinear, in integers.
//
// An axis that the map shrinks is first shrunk by the area filter to the size it will have, so that
// what remains is never a reduction. A bitmap that repeats is mirrored once, where it is mirrored, and
// gets the first column and row again behind the last, so that neighbours lie beside each other
// everywhere in a period. The place in the source is an exact linear function of the pixel
// with 32 fractional bits, of which 12 count, and the two weights of each axis add up to 4,096:
// 255 * 4,096 * 4,096 + 2^23 < 2^32.

/// A bitmap resampled for any affine map.
struct AffineSampler: Sendable {
  /// What is sampled: reduced, and one period where it repeats.
  let bitmap: Bitmap
  /// The place along the bitmap's x of each device pixel, and along its y.
  let across: Track
  let down: Track
  private let extendX: Extend
  private let extendY: Extend
  // After how many pixels the bitmap comes again, if it does.
  private let width: Int
  private let height: Int

  /// - Parameters:
  ///   - used: the part of the bitmap that may be sampled, in its pixels.
  ///   - place: from pixels of the bitmap to device pixels; `back` is its inverse.
  init?(_ pattern: ImagePattern, _ used: Rect, place: Affine, back: Affine) {
    extendX = pattern.extendX
    extendY = pattern.extendY
    // The used part becomes a bitmap of its own, reduced where the map reduces.
    let acrossX = (place.a * place.a + place.b * place.b).squareRoot()
    let acrossY = (place.c * place.c + place.d * place.d).squareRoot()
    guard acrossX.isFinite, acrossY.isFinite, acrossX > 0, acrossY > 0 else { return nil }
    func extent(_ length: Double, _ scale: Double) -> Int {
      max(1, Int((length * min(scale, 1)).rounded(.up)))
    }
    let width = extent(used.width, acrossX)
    let height = extent(used.height, acrossY)
    let reduced: Bitmap
    if width == pattern.bitmap.width && height == pattern.bitmap.height && pattern.tint == nil
      && used.width == Double(width) && used.height == Double(height)
    {
      reduced = pattern.bitmap
    } else {
      var sampler = ImageSampler(
        bitmap: pattern.bitmap,
        x: AxisTaps(
          0..<width, from: 0, to: Double(width), low: used.minX, high: used.maxX,
          size: pattern.bitmap.width, extend: .clamp),
        y: AxisTaps(
          0..<height, from: 0, to: Double(height), low: used.minY, high: used.maxY,
          size: pattern.bitmap.height, extend: .clamp), tint: pattern.tint?.premultiplied)
      reduced = sampler.bitmap(width: width, height: height)
    }
    self.width = extendX == .mirror ? 2 * width : width
    self.height = extendY == .mirror ? 2 * height : height
    bitmap = AffineSampler.continued(
      reduced, extendX, width: self.width, extendY, height: self.height)
    // Device pixels to the reduced bitmap's pixels.
    let kx = Double(width) / used.width
    let ky = Double(height) / used.height
    let map = back.then(
      Affine(a: kx, b: 0, c: 0, d: ky, tx: -used.minX * kx, ty: -used.minY * ky))
    guard map.isFinite, let across = Track(perX: map.a, perY: map.c, offset: map.tx),
      let down = Track(perX: map.b, perY: map.d, offset: map.ty)
    else { return nil }
    self.across = across
    self.down = down
  }

  /// The pixels of columns `range` of row `y`, to the start of `line`.
  func row(_ y: Int, _ range: Range<Int>, into line: inout [UInt32]) {
    let source = bitmap.pixels.span
    var d = line.mutableSpan
    var u = across.start &+ across.perRow &* y &+ across.perColumn &* range.lowerBound
    var v = down.start &+ down.perRow &* y &+ down.perColumn &* range.lowerBound
    var i = 0
    while i < range.count {
      if extendX != .clamp { u = AffineSampler.wrapped(u, width) }
      if extendY != .clamp { v = AffineSampler.wrapped(v, height) }
      // As many pixels as lie wholly inside the bitmap, then one that does not.
      let inner = min(
        range.count - i,
        AffineSampler.steps(from: u, by: across.perColumn, below: bitmap.width - 1),
        AffineSampler.steps(from: v, by: down.perColumn, below: bitmap.height - 1))
      if inner > 0 {
        SamplingKernels.bilinear(
          &d, i..<(i + inner), source, width: bitmap.width, height: bitmap.height, u, v,
          across.perColumn, down.perColumn)
        i += inner
        u = u &+ across.perColumn &* inner
        v = v &+ down.perColumn &* inner
        continue
      }
      let x0 = AffineSampler.index(u >> 32, bitmap.width)
      let x1 = AffineSampler.index((u >> 32) + 1, bitmap.width)
      let upper = AffineSampler.index(v >> 32, bitmap.height) * bitmap.width
      let lower = AffineSampler.index((v >> 32) + 1, bitmap.height) * bitmap.width
      d[i] = SamplingKernels.mix(
        source[upper + x0], source[upper + x1], source[lower + x0], source[lower + x1],
        Int32(truncatingIfNeeded: (u >> 20) & 4095), Int32(truncatingIfNeeded: (v >> 20) & 4095))
      i += 1
      u = u &+ across.perColumn
      v = v &+ down.perColumn
    }
  }

  /// One period of a bitmap, with the next column and row where it repeats.
  private static func continued(
    _ bitmap: Bitmap, _ extendX: Extend, width: Int, _ extendY: Extend, height: Int
  ) -> Bitmap {
    if extendX == .clamp && extendY == .clamp { return bitmap }
    let columns = width + (extendX == .clamp ? 0 : 1)
    let rows = height + (extendY == .clamp ? 0 : 1)
    let places = (0..<columns).map { AxisTaps.index($0, bitmap.width, extendX) }
    var pixels: [UInt32] = []
    pixels.reserveCapacity(columns * rows)
    for y in 0..<rows {
      let row = AxisTaps.index(y, bitmap.height, extendY) * bitmap.width
      for x in places { pixels.append(bitmap.pixels[row + x]) }
    }
    return Bitmap(width: columns, height: rows, pixels: pixels)
  }

  /// The nearest of `count` pixels.
  private static func index(_ i: Int, _ count: Int) -> Int { min(max(i, 0), count - 1) }

  /// A place in the first of equal periods of `period` pixels.
  private static func wrapped(_ place: Int, _ period: Int) -> Int {
    let length = period << 32
    if place >= 0 && place < length { return place }
    let rest = place % length
    return rest < 0 ? rest + length : rest
  }

  /// How many places from `place` on lie in 0..<`limit` pixels.
  private static func steps(from place: Int, by step: Int, below limit: Int) -> Int {
    let length = limit << 32
    guard place >= 0, place < length else { return 0 }
    if step == 0 { return Int.max }
    return step > 0 ? (length - 1 - place) / step + 1 : place / -step + 1
  }

  /// A place in the source along one axis, counted between centres, with 32 fractional bits: an
  /// exact linear function of the device pixel. Half a unit of the 12 bits that count is included.
  struct Track: Sendable {
    let start: Int
    let perColumn: Int
    let perRow: Int

    /// `nil` if the numbers are out of range.
    init?(perX: Double, perY: Double, offset: Double) {
      let first = offset + (perX + perY) / 2 - 0.5
      guard abs(perX) < 0x1p11, abs(perY) < 0x1p11, abs(first) < 0x1p29 else { return nil }
      func fixed(_ x: Double) -> Int { Int((x * 0x1p32).rounded()) }
      start = fixed(first) + (1 << 19)
      perColumn = fixed(perX)
      perRow = fixed(perY)
    }
  }
}
