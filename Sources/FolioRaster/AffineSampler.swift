import FolioGeometry

// Rotated and skewed images: bilinear, in integers.
//
// An axis that the map shrinks is first shrunk by the area filter to the size it will have, so that
// what remains is never a reduction. The place in the source is a function of the pixel alone, has
// 12 fractional bits, and the two weights of each axis add up to 4,096:
// 255 * 4,096 * 4,096 + 2^23 < 2^32.

/// A bitmap resampled for any affine map.
struct AffineSampler: Sendable {
  private let bitmap: Bitmap
  private let back: Affine
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
    self.back = back.then(
      Affine(a: kx, b: 0, c: 0, d: ky, tx: -used.minX * kx, ty: -used.minY * ky))
    guard self.back.isFinite else { return nil }
  }

  /// The pixels of columns `range` of row `y`, to the start of `line`.
  func row(_ y: Int, _ range: Range<Int>, into line: inout [UInt32]) {
    let source = bitmap.pixels.span
    let width = bitmap.width
    let height = bitmap.height
    var d = line.mutableSpan
    for x in range {
      let p = back.apply(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
      let u = AffineSampler.snapped(p.x)
      let v = AffineSampler.snapped(p.y)
      var x0 = u >> 12
      var y0 = v >> 12
      var x1 = x0 + 1
      var y1 = y0 + 1
      if x0 < 0 || x1 >= width || y0 < 0 || y1 >= height {
        x0 = AxisTaps.index(x0, width, extendX)
        x1 = AxisTaps.index(x1, width, extendX)
        y0 = AxisTaps.index(y0, height, extendY)
        y1 = AxisTaps.index(y1, height, extendY)
      }
      let upper = y0 * width
      let lower = y1 * width
      d[x - range.lowerBound] = SpanKernels.mix(
        source[upper + x0], source[upper + x1], source[lower + x0], source[lower + x1],
        UInt64(truncatingIfNeeded: u & 4095), UInt64(truncatingIfNeeded: v & 4095))
    }
  }

  /// A place, counted between centres, with 12 fractional bits, halves up.
  @inline(__always)
  private static func snapped(_ place: Double) -> Int {
    Subpixel.floor(min(max(place, -0x1p40), 0x1p40) * 4096 - 2047.5)
  }
}
