import FolioGeometry

/// A rectangle of whole pixels.
public struct PixelRect: Hashable, Sendable {
  /// The first column.
  public var left: Int
  /// The first row.
  public var top: Int
  /// The column after the last.
  public var right: Int
  /// The row after the last.
  public var bottom: Int

  /// No pixels.
  public static let empty = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

  /// A rectangle from its four edges.
  @inlinable
  public init(left: Int, top: Int, right: Int, bottom: Int) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// A rectangle from its corner and extents.
  @inlinable
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(left: x, top: y, right: x + width, bottom: y + height)
  }

  /// The number of columns, at least 0.
  @inlinable public var width: Int { max(0, right - left) }
  /// The number of rows, at least 0.
  @inlinable public var height: Int { max(0, bottom - top) }
  /// Whether it holds no pixel.
  @inlinable public var isEmpty: Bool { right <= left || bottom <= top }

  /// The common pixels.
  @inlinable
  public func intersection(_ other: PixelRect) -> PixelRect {
    let common = PixelRect(
      left: max(left, other.left), top: max(top, other.top),
      right: min(right, other.right), bottom: min(bottom, other.bottom))
    return common.isEmpty ? .empty : common
  }

  /// The pixels that the snapped edges of a rectangle touch; edges beyond ±2^18 px are clamped.
  init(covering rect: Rect) {
    self.init(
      left: Subpixel(snapping: rect.minX).floor, top: Subpixel(snapping: rect.minY).floor,
      right: Subpixel(snapping: rect.maxX).ceiling, bottom: Subpixel(snapping: rect.maxY).ceiling)
  }

  /// The pixels of a rectangle whose four snapped edges lie between pixels, otherwise `nil`.
  init?(aligned rect: Rect) {
    let left = Subpixel(snapping: rect.minX)
    let top = Subpixel(snapping: rect.minY)
    let right = Subpixel(snapping: rect.maxX)
    let bottom = Subpixel(snapping: rect.maxY)
    if left.fraction | top.fraction | right.fraction | bottom.fraction != 0 { return nil }
    self.init(left: left.floor, top: top.floor, right: right.floor, bottom: bottom.floor)
  }
}
