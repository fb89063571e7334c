/// A width and a height, in points or pixels as the context says.
public struct Size: Hashable, Sendable {
  /// The extent along x.
  public var width: Double
  /// The extent along y.
  public var height: Double

  /// No extent.
  public static let zero = Size(width: 0, height: 0)

  /// A size from its extents.
  @inlinable
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Whether both extents are finite.
  @inlinable
  public var isFinite: Bool { width.isFinite && height.isFinite }

  /// Whether it covers nothing: an extent of zero, below zero, or NaN.
  @inlinable
  public var isEmpty: Bool { !(width > 0 && height > 0) }
}
