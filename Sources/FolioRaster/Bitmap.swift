/// A rectangle of premultiplied RGBA pixels, rows from top to bottom without padding.
///
/// A pixel is one `UInt32` with red in bits 0-7, green in 8-15, blue in 16-23 and alpha in 24-31:
/// the bytes R, G, B, A in memory on the little-endian machines that Folioscope supports. The
/// colour space is sRGB as encoded; no value is ever linearised. Every pixel keeps r, g, b <= a.
public struct Bitmap: Hashable, Sendable {
  /// Width in pixels, at least 0.
  public let width: Int
  /// Height in pixels, at least 0.
  public let height: Int
  /// The pixels, `width * height` of them, row by row.
  public internal(set) var pixels: [UInt32]

  /// A bitmap of one colour, transparent unless stated.
  ///
  /// - Precondition: `width` and `height` are not negative, and their product fits in memory.
  public init(width: Int, height: Int, color: Color = .transparent) {
    self.init(
      width: width, height: height,
      pixels: [UInt32](repeating: color.premultiplied, count: width * height))
  }

  /// A bitmap over given premultiplied pixels.
  ///
  /// - Precondition: `pixels.count == width * height`.
  public init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(width >= 0 && height >= 0 && pixels.count == width * height)
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// The premultiplied pixel in column `x` of row `y`.
  @inlinable
  public subscript(x: Int, y: Int) -> UInt32 {
    precondition(x >= 0 && x < width && y >= 0 && y < height)
    return pixels[y * width + x]
  }

  /// Whether every pixel has alpha 255.
  public var isOpaque: Bool {
    for row in 0..<height {
      var all: UInt32 = 0xFF00_0000
      for i in (row * width)..<((row + 1) * width) { all &= pixels[i] }
      if all != 0xFF00_0000 { return false }
    }
    return true
  }

  /// Copies rows to the top; those that they replace are lost.
  ///
  /// - Precondition: `rows` are in the bitmap.
  public mutating func moveToTop(_ rows: Range<Int>) {
    precondition(rows.lowerBound >= 0 && rows.upperBound <= height, "there are no such rows")
    let moved = (rows.lowerBound * width)..<(rows.upperBound * width)
    var span = pixels.mutableSpan
    SpanKernels.moveToFront(&span, moved)
  }

  /// Gives `body` the pixels for change in place; their count cannot change.
  public mutating func withMutablePixels<R>(_ body: (inout MutableSpan<UInt32>) -> R) -> R {
    var span = pixels.mutableSpan
    return body(&span)
  }
}
