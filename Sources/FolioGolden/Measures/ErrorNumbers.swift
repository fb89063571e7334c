/// The plain error measures over red, green and blue, for reports: nothing is decided by them.
///
/// Both pictures are laid over white, unrounded.
public struct ErrorNumbers: Hashable, Sendable {
  /// The mean of |a - b|, 0...255.
  public let meanAbsolute: Double
  /// The mean of (a - b)^2, 0...65025.
  public let meanSquared: Double

  /// The square root of ``meanSquared``.
  public var rootMeanSquared: Double { meanSquared.squareRoot() }

  /// The numbers for two pictures, or `nil` if their sizes differ or they have no pixels.
  public init?(_ a: Pixmap, _ b: Pixmap) { self.init(a, b, over: 255) }

  init?(_ a: Pixmap, _ b: Pixmap, over ground: Double) {
    guard a.width == b.width, a.height == b.height, a.width > 0, a.height > 0 else { return nil }
    let sums = Kernels.errorSums(a, b, ground: ground)
    let samples = Double(3 * a.width * a.height)
    meanAbsolute = sums.absolute / samples
    meanSquared = sums.squared / samples
  }
}
