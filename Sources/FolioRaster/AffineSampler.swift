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
        size: pattern.bitmap.height, extend: .clamp))
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    var line = [UInt32](repeating: 0, count: width)
    for y in 0..<height {
      sampler.row(y, 0..<width, into: &line)
      pixels.append(contentsOf: line)
    }
    bitmap = Bitmap(width: width, height: height, pixels: pixels)
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
    for x in range {
      let p = back.apply(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
      let (x0, x1, fx) = AffineSampler.taps(p.x, bitmap.width, extendX)
      let (y0, y1, fy) = AffineSampler.taps(p.y, bitmap.height, extendY)
      let upper = y0 * bitmap.width
      let lower = y1 * bitmap.width
      let p00 = AffineSampler.spread(source[upper + x0])
      let p10 = AffineSampler.spread(source[upper + x1])
      let p01 = AffineSampler.spread(source[lower + x0])
      let p11 = AffineSampler.spread(source[lower + x1])
      func mixed(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) -> UInt64 {
        let top = a &* (4096 &- fx) &+ b &* fx
        let bottom = c &* (4096 &- fx) &+ d &* fx
        let sum = top &* (4096 &- fy) &+ bottom &* fy &+ 0x0080_0000_0080_0000
        let bytes = (sum &>> 24) & 0xFF_0000_00FF
        return bytes | (bytes &>> 16)
      }
      let redBlue = mixed(p00.0, p10.0, p01.0, p11.0)
      let greenAlpha = mixed(p00.1, p10.1, p01.1, p11.1)
      line[x - range.lowerBound] =
        UInt32(truncatingIfNeeded: redBlue) & 0x00FF_00FF
        | (UInt32(truncatingIfNeeded: greenAlpha) & 0x00FF_00FF) &<< 8
    }
  }

  /// Red and blue, green and alpha, each in 32 bits of its own.
  @inline(__always)
  private static func spread(_ pixel: UInt32) -> (UInt64, UInt64) {
    let p = UInt64(pixel)
    return (
      (p & 0xFF) | (p & 0xFF_0000) &<< 16, (p &>> 8) & 0xFF | (p & 0xFF00_0000) &<< 8
    )
  }

  /// The two neighbours of a place and the second one's weight, 0...4096.
  private static func taps(_ place: Double, _ size: Int, _ extend: Extend) -> (Int, Int, UInt64) {
    let high = Double(size)
    var c = min(max(place, -0x1p40), 0x1p40) - 0.5
    if extend == .clamp { c = min(max(c, 0), high - 1) }
    let snapped = Int((c * 4096 + 0.5).rounded(.down))
    let i = Double(snapped >> 12)
    return (
      AxisTaps.index(i, 0, high, size, extend), AxisTaps.index(i + 1, 0, high, size, extend),
      UInt64(snapped & 4095)
    )
  }
}
