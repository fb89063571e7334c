import FolioGeometry

// Rotated and skewed images: bilinear, in integers.
//
// An axis that the map shrinks is first shrunk by the area filter to the size it will have, so that
// what remains is never a reduction. The place in the source is an exact linear function of the pixel
// with 32 fractional bits, of which 12 count, and the two weights of each axis add up to 4,096:
// 255 * 4,096 * 4,096 + 2^23 < 2^32.

/// A bitmap resampled for any affine map.
struct AffineSampler: Sendable {
  private let bitmap: Bitmap
  private let across: Track
  private let down: Track
  private let extendX: Extend
  private let extendY: Extend
  /// Whether every pixel it gives has alpha 255.
  let isOpaque: Bool

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
    var sampler = ImageSampler(
      bitmap: pattern.bitmap,
      x: AxisTaps(
        0..<width, from: 0, to: Double(width), low: used.minX, high: used.maxX,
        size: pattern.bitmap.width, extend: .clamp),
      y: AxisTaps(
        0..<height, from: 0, to: Double(height), low: used.minY, high: used.maxY,
        size: pattern.bitmap.height, extend: .clamp), tint: pattern.tint?.premultiplied)
    bitmap = sampler.bitmap(width: width, height: height)
    isOpaque = sampler.isOpaque
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
    let width = bitmap.width
    let height = bitmap.height
    var d = line.mutableSpan
    var u = across.start &+ across.perRow &* y &+ across.perColumn &* range.lowerBound
    var v = down.start &+ down.perRow &* y &+ down.perColumn &* range.lowerBound
    var i = 0
    while i < range.count {
      // As many pixels as lie wholly inside the bitmap, then one that does not.
      let inner = SpanKernels.bilinear(
        &d, i..<range.count, source, width: width, height: height, &u, &v,
        across.perColumn, down.perColumn)
      i = inner
      if i == range.count { break }
      let x0 = AxisTaps.index(u >> 32, width, extendX)
      let x1 = AxisTaps.index((u >> 32) + 1, width, extendX)
      let upper = AxisTaps.index(v >> 32, height, extendY) * width
      let lower = AxisTaps.index((v >> 32) + 1, height, extendY) * width
      d[i] = SpanKernels.mix(
        source[upper + x0], source[upper + x1], source[lower + x0], source[lower + x1],
        UInt64(truncatingIfNeeded: (u >> 20) & 4095), UInt64(truncatingIfNeeded: (v >> 20) & 4095))
      i += 1
      u = u &+ across.perColumn
      v = v &+ down.perColumn
    }
  }

  /// A place in the source along one axis, counted between centres, with 32 fractional bits: an
  /// exact linear function of the device pixel. Half a unit of the 12 bits that count is included.
  private struct Track {
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
