/// The class of every pixel of a comparison: equal, counted or excused.
///
/// As large as the larger of both pictures on each axis.
public struct DifferenceMap: Hashable, Sendable {
  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int
  /// `width * height` classes, row by row: ``same``, ``counted``, ``excused`` or ``darker``.
  public internal(set) var classes: [UInt8]
  /// For each row whether it has a class other than ``same``.
  var touched: [Bool]

  /// Equal, or within the measure's limit.
  public static let same: UInt8 = 0
  /// Counts as different.
  public static let counted: UInt8 = 1
  /// Over the limit, but excused as anti-aliasing.
  public static let excused: UInt8 = 2
  /// Counts as different and is darker in the actual picture; set by the measures yiq and oklab.
  public static let darker: UInt8 = 3

  /// A map on which everything is equal.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    classes = [UInt8](repeating: 0, count: width * height)
    touched = [Bool](repeating: false, count: height)
  }

  /// Sets the class of a pixel.
  @inline(__always)
  mutating func set(_ value: UInt8, x: Int, y: Int) {
    classes[y &* width &+ x] = value
    touched[y] = true
  }

  /// Whether a pixel counts as different.
  @inline(__always)
  public func isCounted(x: Int, y: Int) -> Bool { classes[y &* width &+ x] & 1 == 1 }

  /// Makes a rectangle equal.
  mutating func clear(_ rect: PixelBox) {
    let part = rect.intersection(PixelBox(x: 0, y: 0, width: width, height: height))
    for y in part.y..<part.bottom where touched[y] {
      for x in part.x..<part.right { classes[y * width + x] = 0 }
    }
  }
}
