import FolioGeometry

/// Radii of the four corners of a rectangle, in points.
public struct CornerRadii: Hashable, Sendable {
  /// Upper left.
  public var topLeft: Double
  /// Upper right.
  public var topRight: Double
  /// Lower right.
  public var bottomRight: Double
  /// Lower left.
  public var bottomLeft: Double

  /// Four radii.
  public init(topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// One radius for all corners.
  public init(_ radius: Double) {
    self.init(topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
  }

  /// Square corners.
  public static let zero = CornerRadii(0)

  /// The rectangle with these corners.
  public func rounded(_ rect: Rect) -> RoundedRect {
    RoundedRect(
      rect, topLeft: topLeft, topRight: topRight, bottomRight: bottomRight, bottomLeft: bottomLeft)
  }
}

extension CornerRadii: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// One radius for all corners.
  public init(integerLiteral value: Int) { self.init(Double(value)) }
  /// One radius for all corners.
  public init(floatLiteral value: Double) { self.init(value) }
}
