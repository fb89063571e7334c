/// A rectangle with circular corners.
///
/// Construction guarantees: extents are not negative, and each radius is at least zero and at most
/// half the shorter side, so neighbouring arcs never overlap. (Four equal clamps instead of CSS's
/// proportional rule: the two agree whenever all radii are equal.)
public struct RoundedRect: Hashable, Sendable {
  /// The rectangle without its rounding.
  public let rect: Rect
  /// Radius of the top left corner.
  public let topLeft: Double
  /// Radius of the top right corner.
  public let topRight: Double
  /// Radius of the bottom right corner.
  public let bottomRight: Double
  /// Radius of the bottom left corner.
  public let bottomLeft: Double

  /// One radius for all corners.
  public init(_ rect: Rect, radius: Double) {
    self.init(
      rect, topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
  }

  /// A radius for each corner.
  public init(
    _ rect: Rect, topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double
  ) {
    let size = Size(width: max(0, rect.width), height: max(0, rect.height))
    self.rect = Rect(origin: rect.origin, size: size)
    let limit = min(size.width, size.height) / 2
    func clamped(_ r: Double) -> Double { r > 0 ? min(r, limit) : 0 }
    self.topLeft = clamped(topLeft)
    self.topRight = clamped(topRight)
    self.bottomRight = clamped(bottomRight)
    self.bottomLeft = clamped(bottomLeft)
  }
}
