import FolioGeometry

/// The outline of a shape in its frame.
public enum ShapeOutline: Hashable, Sendable {
  /// The frame with corners.
  case rect(radius: CornerRadii)
  /// The ellipse that touches the frame's sides.
  case ellipse
  /// Straight lines between places of the frame.
  case polygon([LengthPair])
  /// A regular polygon with so many corners (3 or more) on the frame's ellipse, the first on top.
  case regularPolygon(Int)
  /// A star with so many points (2 or more) on the frame's ellipse, the first on top; the inner
  /// corners lie at the share `inner` of the radius.
  case star(points: Int, inner: Double)
  /// SVG path data. With a view box that box is mapped to the frame; without, a unit is a point.
  case path(data: String, viewBox: Rect?)
}

/// How the inside of an outline is told.
public enum FillRule: String, Hashable, Sendable, CaseIterable {
  /// Where the winding number is not zero.
  case nonzero
  /// Where it is odd.
  case evenodd
}

/// How a line is drawn along an outline.
public struct StrokeStyle: Hashable, Sendable {
  /// How lines meet.
  public enum Join: String, Hashable, Sendable, CaseIterable {
    /// In a point, up to the mitre limit.
    case miter
    /// In an arc.
    case round
    /// In a cut corner.
    case bevel
  }

  /// How lines end.
  public enum Cap: String, Hashable, Sendable, CaseIterable {
    /// At the end point.
    case butt
    /// In a half circle beyond it.
    case round
    /// In half a square beyond it.
    case square
  }

  /// The width in points.
  public var width: Double
  /// How lines meet.
  public var join: Join
  /// How lines end.
  public var cap: Cap
  /// The longest mitre as a multiple of the width, at least 1.
  public var miterLimit: Double
  /// Lengths of dashes and gaps in turn, in points; empty for a full line.
  public var dash: [Double]
  /// How far into the pattern the line begins, in points.
  public var dashOffset: Double

  /// A line: 1 point wide, mitred, with flat ends, unless told otherwise.
  public init(
    width: Double = 1, join: Join = .miter, cap: Cap = .butt, miterLimit: Double = 4,
    dash: [Double] = [], dashOffset: Double = 0
  ) {
    self.width = width
    self.join = join
    self.cap = cap
    self.miterLimit = miterLimit
    self.dash = dash
    self.dashOffset = dashOffset
  }
}

/// An outline, filled or stroked.
public struct ShapeContent: Hashable, Sendable {
  /// The outline.
  public var outline: ShapeOutline
  /// What fills it.
  public var fill: PaintDescription?
  /// How its inside is told.
  public var fillRule: FillRule
  /// What draws its line.
  public var stroke: PaintDescription?
  /// How the line is drawn.
  public var strokeStyle: StrokeStyle
  /// A shadow of the outline.
  public var shadow: Shadow?

  /// A shape.
  public init(
    _ outline: ShapeOutline, fill: PaintDescription? = nil, fillRule: FillRule = .nonzero,
    stroke: PaintDescription? = nil, strokeStyle: StrokeStyle = StrokeStyle(),
    shadow: Shadow? = nil
  ) {
    self.outline = outline
    self.fill = fill
    self.fillRule = fillRule
    self.stroke = stroke
    self.strokeStyle = strokeStyle
    self.shadow = shadow
  }
}
