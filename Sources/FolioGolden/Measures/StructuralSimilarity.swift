import FolioNumerics

/// Structural similarity of two pictures (Wang, Bovik, Sheikh and Simoncelli, 2004).
///
/// Taken of luma, `0.299 R + 0.587 G + 0.114 B`, in Gaussian windows of 11 by 11 pixels with a
/// standard deviation of 1.5, where they lie inside the picture, with population variances,
/// `C1 = (0.01 * 255)^2` and `C2 = (0.03 * 255)^2`. Pictures that are not opaque are measured over
/// white and over black, and the smaller values count.
public struct StructuralSimilarity: Hashable, Sendable {
  /// The mean over all windows; 1 for equal pictures.
  public let mean: Double
  /// The smallest value of a window.
  public let minimum: Double
  /// The column of the centre of the window with the smallest value.
  public let x: Int
  /// The row of that centre.
  public let y: Int

  /// The least width and height that can be measured.
  public static let minimumSide = 11

  /// The similarity of two pictures, or `nil` if their sizes differ or a side is under 11 pixels.
  public init?(_ a: Pixmap, _ b: Pixmap) {
    guard let white = StructuralSimilarity(a, b, over: 255) else { return nil }
    if a.isOpaque, b.isOpaque {
      self = white
    } else {
      guard let black = StructuralSimilarity(a, b, over: 0) else { return nil }
      let least = white.minimum <= black.minimum ? white : black
      self.init(
        mean: min(white.mean, black.mean), minimum: least.minimum, x: least.x, y: least.y)
    }
  }

  /// The similarity over one opaque grey of 0...255.
  init?(_ a: Pixmap, _ b: Pixmap, over ground: Double) {
    guard a.width == b.width, a.height == b.height,
      min(a.width, a.height) >= StructuralSimilarity.minimumSide
    else { return nil }
    let result = Kernels.structuralSimilarity(
      a, b, ground: ground, weights: StructuralSimilarity.weights)
    let windows = (a.width - 10) * (a.height - 10)
    self.init(
      mean: result.sum / Double(windows), minimum: result.minimum, x: result.x + 5,
      y: result.y + 5)
  }

  private init(mean: Double, minimum: Double, x: Int, y: Int) {
    self.mean = mean
    self.minimum = minimum
    self.x = x
    self.y = y
  }

  private static let weights: [Double] = {
    let raw = (-5...5).map { Elementary.exp(-Double($0 * $0) / (2 * 1.5 * 1.5)) }
    let sum = raw.reduce(0, +)
    return raw.map { $0 / sum }
  }()
}
