/// An axis-aligned rectangle.
public struct Rect: Hashable, Sendable {
  /// The corner with the smallest coordinates.
  public var origin: Point
  /// The extents.
  public var size: Size

  /// The empty rectangle at the origin.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// A rectangle from its corner and extents.
  @inlinable
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// A rectangle from four numbers.
  @inlinable
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The left edge.
  @inlinable public var minX: Double { origin.x }
  /// The top edge.
  @inlinable public var minY: Double { origin.y }
  /// The right edge.
  @inlinable public var maxX: Double { origin.x + size.width }
  /// The bottom edge.
  @inlinable public var maxY: Double { origin.y + size.height }
  /// Half way between left and right.
  @inlinable public var midX: Double { origin.x + size.width / 2 }
  /// Half way between top and bottom.
  @inlinable public var midY: Double { origin.y + size.height / 2 }
  /// The horizontal extent.
  @inlinable public var width: Double { size.width }
  /// The vertical extent.
  @inlinable public var height: Double { size.height }
  /// The middle.
  @inlinable public var center: Point { Point(x: midX, y: midY) }

  /// Whether all four numbers are finite.
  @inlinable public var isFinite: Bool { origin.isFinite && size.isFinite }
  /// Whether it covers nothing.
  @inlinable public var isEmpty: Bool { size.isEmpty }

  /// Whether the point lies inside; the left and top edges belong to the rectangle, the right and
  /// bottom ones to its neighbours.
  @inlinable
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// The common part, or an empty rectangle.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    return Rect(
      x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
  }

  /// The smallest rectangle that holds both; an empty one adds nothing.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The rectangle moved by `x` and `y`.
  @inlinable
  public func offset(x: Double, y: Double) -> Rect {
    Rect(x: origin.x + x, y: origin.y + y, width: size.width, height: size.height)
  }

  /// The rectangle with each side moved inwards; extents never go below zero.
  public func inset(by insets: Insets) -> Rect {
    Rect(
      x: minX + insets.left, y: minY + insets.top,
      width: max(0, width - insets.left - insets.right),
      height: max(0, height - insets.top - insets.bottom))
  }
}
