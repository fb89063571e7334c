// From R'G'B' to BT.709 Y'CbCr, limited range, 4:2:0, in integers.
//
// Rec. ITU-R BT.709-6, items 3.2 to 3.5, with 8 bits: with Kr = 0.2126, Kb = 0.0722 and
// E'Y = Kr R + Kg G + Kb B (each 0...1),
//
//   Y'  = 16 + 219 E'Y            Cb = 128 + 224 (B - E'Y) / 1.8556     Cr = 128 + 224 (R - E'Y) / 1.5748
//
// The factors are scaled by 2^15 and rounded so that those of a chroma row sum to 0 and grey gives
// exactly 128. Half a unit is added before the shift, so results are rounded to the nearest; all
// intermediate values fit in 32 bits.
//
// H.264 and y4m's "420mpeg2" put a chroma sample at the place of the left one of its two columns and
// halfway between its two rows. So it is taken from both rows and from three columns with the weights
// 1, 2, 1 around its own; beyond the picture's edge the edge is repeated. The weights sum to 8.

import FolioRaster
import FolioSequence

/// Frames of a YUV4MPEG2 stream: planes of Y', Cb and Cr.
public enum YUVFrame {
  /// What comes before the first frame.
  static func header(width: Int, height: Int, rate: FrameRate) -> [UInt8] {
    Array(
      "YUV4MPEG2 W\(width) H\(height) F\(rate.numerator):\(rate.denominator) Ip A1:1 C420mpeg2\n"
        .utf8)
  }

  /// What comes before each frame.
  static let frameHeader = Array("FRAME\n".utf8)

  /// The planes of an opaque bitmap, one after the other: Y' (height × width bytes), then Cb and Cr
  /// (each half of that in both directions, rounded up).
  ///
  /// - Parameter isEven: Whether an odd width or height grows by one, the edge repeated, as encoders
  ///   of 4:2:0 video want it.
  public static func planes(of bitmap: Bitmap, isEven: Bool = false) -> [UInt8] {
    if bitmap.width == 0 || bitmap.height == 0 { return [] }
    var bytes = [UInt8](repeating: 0, count: byteCount(of: bitmap, isEven: isEven))
    write(planesOf: bitmap, isEven: isEven, into: &bytes, at: 0)
    return bytes
  }

  /// How many bytes the planes of a bitmap have.
  static func byteCount(of bitmap: Bitmap, isEven: Bool) -> Int {
    byteCount(width: bitmap.width, height: bitmap.height, isEven: isEven)
  }

  /// How many bytes the planes of a picture have.
  static func byteCount(width: Int, height: Int, isEven: Bool) -> Int {
    let luma =
      isEven ? (width + width % 2) * (height + height % 2) : width * height
    return luma + 2 * ((width + 1) / 2) * ((height + 1) / 2)
  }

  /// Writes the planes of an opaque bitmap of at least one pixel, all of their bytes from `start` on.
  static func write(
    planesOf bitmap: Bitmap, isEven: Bool, into bytes: inout [UInt8], at start: Int
  ) {
    write(
      0..<bitmap.height, of: bitmap, top: 0, height: bitmap.height, isEven: isEven, into: &bytes,
      at: start)
  }

  /// Writes those bytes of the planes of an opaque picture that come from some of its rows. The planes
  /// begin at `start`.
  ///
  /// - Parameters:
  ///   - rows: The rows; the first is an even one, the last an odd one or the picture's last.
  ///   - band: Where they lie, as wide as the picture.
  ///   - top: The row of the picture that is the band's first.
  ///   - height: The picture's height.
  static func write(
    _ rows: Range<Int>, of band: Bitmap, top: Int, height: Int, isEven: Bool,
    into bytes: inout [UInt8], at start: Int
  ) {
    precondition(
      rows.lowerBound % 2 == 0 && (rows.upperBound % 2 == 0 || rows.upperBound == height))
    // A span of this function's own: through one of the caller's the loops below are not vectorised.
    var out = bytes.mutableSpan
    let width = band.width
    let lumaWidth = isEven ? width + width % 2 : width
    let lumaHeight = isEven ? height + height % 2 : height
    let chromaWidth = (width + 1) / 2
    let chromaStart = start + lumaWidth * lumaHeight
    let chromaCount = chromaWidth * ((height + 1) / 2)
    let pixels = band.pixels.span
    // Red and blue of one column of both rows, in the two halves of a word, and green.
    var redBlue = [UInt32](repeating: 0, count: width + 2)
    var green = [UInt32](repeating: 0, count: width + 2)
    // Two rows at a time, so that each is fetched once for both.
    for y in stride(from: rows.lowerBound, to: rows.upperBound, by: 2) {
      let next = min(y + 1, height - 1)
      let upper = pixels.extracting(droppingFirst: (y - top) * width).extracting(first: width)
      let lower = pixels.extracting(droppingFirst: (next - top) * width).extracting(first: width)
      luma(of: upper, into: &out, at: start + y * lumaWidth, count: lumaWidth)
      if y + 1 < lumaHeight {
        luma(of: lower, into: &out, at: start + (y + 1) * lumaWidth, count: lumaWidth)
      }
      var rb = redBlue.mutableSpan
      var g = green.mutableSpan
      sum(upper, lower, redBlue: &rb, green: &g)
      let place = chromaStart + y / 2 * chromaWidth
      chroma(
        redBlue: redBlue.span, green: green.span, count: chromaWidth, into: &out, cb: place,
        cr: place + chromaCount)
    }
  }

  /// Y' of a row; where more values are wanted than the row has the last one is repeated.
  private static func luma(
    of row: Span<UInt32>, into out: inout MutableSpan<UInt8>, at start: Int, count: Int
  ) {
    for x in 0..<row.count {
      let p = row[x]
      let sum =
        5983 &* (p & 0xFF) &+ 20127 &* ((p &>> 8) & 0xFF) &+ 2032 &* ((p &>> 16) & 0xFF)
        &+ ((16 << 15) + (1 << 14))
      out[start &+ x] = UInt8(truncatingIfNeeded: sum &>> 15)
    }
    for x in row.count..<count { out[start + x] = out[start + row.count - 1] }
  }

  /// The sums of two rows by column, with the columns at both ends repeated once.
  private static func sum(
    _ upper: Span<UInt32>, _ lower: Span<UInt32>, redBlue: inout MutableSpan<UInt32>,
    green: inout MutableSpan<UInt32>
  ) {
    for x in 0..<upper.count {
      let (a, b) = (upper[x], lower[x])
      redBlue[x &+ 1] = (a & 0x00FF_00FF) &+ (b & 0x00FF_00FF)
      green[x &+ 1] = ((a &>> 8) & 0xFF) &+ ((b &>> 8) & 0xFF)
    }
    let last = upper.count
    redBlue[0] = redBlue[1]
    green[0] = green[1]
    redBlue[last + 1] = redBlue[last]
    green[last + 1] = green[last]
  }

  private static func chroma(
    redBlue: Span<UInt32>, green: Span<UInt32>, count: Int, into out: inout MutableSpan<UInt8>,
    cb: Int, cr: Int
  ) {
    for i in 0..<count {
      // Column 2i of the picture is entry 2i + 1.
      let x = 2 &* i
      // At most 8 * 255 in each half, so no half runs over.
      let rb = redBlue[x] &+ 2 &* redBlue[x &+ 1] &+ redBlue[x &+ 2]
      let g = Int32(truncatingIfNeeded: green[x] &+ 2 &* green[x &+ 1] &+ green[x &+ 2])
      let r = Int32(truncatingIfNeeded: rb & 0xFFFF)
      let b = Int32(truncatingIfNeeded: rb &>> 16)
      let half: Int32 = (128 << 18) + (1 << 17)
      out[cb &+ i] = UInt8(
        truncatingIfNeeded: (-3298 &* r &- 11094 &* g &+ 14392 &* b &+ half) >> 18)
      out[cr &+ i] = UInt8(
        truncatingIfNeeded: (14392 &* r &- 13073 &* g &- 1319 &* b &+ half) >> 18)
    }
  }
}
