/// How a stroke ends.
public enum LineCap: Hashable, Sendable {
  /// At the end point.
  case butt
  /// With a half disc around it.
  case round
  /// Half a line width beyond it.
  case square
}

/// How two lines of a stroke meet.
public enum LineJoin: Hashable, Sendable {
  /// In a point, unless that is farther away than the miter limit allows; then as a bevel.
  case miter
  /// With a disc around the corner.
  case round
  /// Cut off straight.
  case bevel
}

/// The pen that follows a path.
public struct StrokeStyle: Hashable, Sendable {
  /// The line width in the path's units; at 0 or less nothing is drawn.
  public var width: Double
  /// How open ends look.
  public var cap: LineCap
  /// How corners look.
  public var join: LineJoin
  /// The longest miter, measured from the inner to the outer corner, as a multiple of the width.
  public var miterLimit: Double
  /// Lengths of dashes and gaps in turn, in the path's units. An odd number of them is used twice.
  /// Empty, with a negative or not finite length, or with the sum 0: a solid line (as in SVG).
  public var dashes: [Double]
  /// How far into the pattern the line begins.
  public var dashPhase: Double

  /// A pen, with CoreGraphics's defaults.
  public init(
    width: Double = 1, cap: LineCap = .butt, join: LineJoin = .miter, miterLimit: Double = 10,
    dashes: [Double] = [], dashPhase: Double = 0
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dashes = dashes
    self.dashPhase = dashPhase
  }

  /// The pattern in use: an even number of lengths whose sum is positive, or none.
  var pattern: [Double] {
    var sum = 0.0
    for length in dashes {
      if !(length >= 0 && length.isFinite) { return [] }
      sum += length
    }
    if !(sum > 0 && sum.isFinite && dashPhase.isFinite) { return [] }
    return dashes.count % 2 == 0 ? dashes : dashes + dashes
  }
}
