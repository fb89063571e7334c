/// A place in the plane: x to the right, y down, in points or pixels as the context says.
public struct Point: Hashable, Sendable {
  /// The distance to the right of the origin.
  public var x: Double
  /// The distance below the origin.
  public var y: Double

  /// The origin.
  public static let zero = Point(x: 0, y: 0)

  /// A point from its coordinates.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Whether both coordinates are finite.
  @inlinable
  public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The sum by coordinate.
  @inlinable
  public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }

  /// The difference by coordinate.
  @inlinable
  public static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }

  /// The point scaled about the origin.
  @inlinable
  public static func * (a: Point, k: Double) -> Point { Point(x: a.x * k, y: a.y * k) }
}
