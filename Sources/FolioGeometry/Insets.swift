/// Distances inwards from the four sides of a rectangle.
public struct Insets: Hashable, Sendable {
  /// Distance from the top side.
  public var top: Double
  /// Distance from the left side.
  public var left: Double
  /// Distance from the bottom side.
  public var bottom: Double
  /// Distance from the right side.
  public var right: Double

  /// No inset.
  public static let zero = Insets(top: 0, left: 0, bottom: 0, right: 0)

  /// Insets from the four distances.
  @inlinable
  public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}
