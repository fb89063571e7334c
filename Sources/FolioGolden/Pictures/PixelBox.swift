/// A rectangle of whole pixels, half-open: it holds column `x` up to but not including `x + width`.
public struct PixelBox: Hashable, Sendable {
  /// The leftmost column.
  public var x: Int
  /// The topmost row.
  public var y: Int
  /// The number of columns, at least 0.
  public var width: Int
  /// The number of rows, at least 0.
  public var height: Int

  /// A rectangle from its corner and its size; a negative size counts as 0.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(width, 0)
    self.height = max(height, 0)
  }

  /// The rectangle between two edges on each axis, the later ones not included.
  init(left: Int, top: Int, right: Int, bottom: Int) {
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The column after the last one.
  public var right: Int { x + width }
  /// The row after the last one.
  public var bottom: Int { y + height }
  /// Whether it holds no pixel.
  public var isEmpty: Bool { width == 0 || height == 0 }
  /// The number of its pixels.
  public var area: Int { width * height }

  /// Whether a pixel lies inside.
  public func contains(x: Int, y: Int) -> Bool {
    x >= self.x && x < right && y >= self.y && y < bottom
  }

  /// What both rectangles hold.
  public func intersection(_ other: PixelBox) -> PixelBox {
    PixelBox(
      left: max(x, other.x), top: max(y, other.y), right: min(right, other.right),
      bottom: min(bottom, other.bottom))
  }

  /// The smallest rectangle that holds both; an empty one adds nothing.
  public func union(_ other: PixelBox) -> PixelBox {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelBox(
      left: min(x, other.x), top: min(y, other.y), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }

  /// The rectangle with `margin` pixels more on each side.
  public func insetBy(_ margin: Int) -> PixelBox {
    PixelBox(
      left: x + margin, top: y + margin, right: right - margin, bottom: bottom - margin)
  }
}

extension PixelBox: CustomStringConvertible {
  /// `x 300–339 y 1300–1339`: the first and the last column and row.
  public var description: String {
    isEmpty ? "empty" : "x \(PixelBox.span(x, right)) y \(PixelBox.span(y, bottom))"
  }

  private static func span(_ first: Int, _ end: Int) -> String {
    end - first == 1 ? "\(first)" : "\(first)–\(end - 1)"
  }
}
