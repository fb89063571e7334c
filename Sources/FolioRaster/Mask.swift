/// A rectangle of coverage values, one byte a pixel, rows from top to bottom without padding.
///
/// 0 is outside, 255 is fully covered.
public struct Mask: Hashable, Sendable {
  /// Width in pixels, at least 0.
  public let width: Int
  /// Height in pixels, at least 0.
  public let height: Int
  /// The values, `width * height` of them, row by row.
  public internal(set) var values: [UInt8]

  /// A mask of one value, empty unless stated.
  ///
  /// - Precondition: `width` and `height` are not negative, and their product fits in memory.
  public init(width: Int, height: Int, value: UInt8 = 0) {
    self.init(
      width: width, height: height, values: [UInt8](repeating: value, count: width * height))
  }

  /// A mask over given values.
  ///
  /// - Precondition: `values.count == width * height`.
  public init(width: Int, height: Int, values: [UInt8]) {
    precondition(width >= 0 && height >= 0 && values.count == width * height)
    self.width = width
    self.height = height
    self.values = values
  }

  /// The value in column `x` of row `y`.
  @inlinable
  public subscript(x: Int, y: Int) -> UInt8 {
    precondition(x >= 0 && x < width && y >= 0 && y < height)
    return values[y * width + x]
  }
}
