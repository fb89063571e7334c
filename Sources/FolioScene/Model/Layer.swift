import FolioGeometry
import FolioRaster

/// One thing drawn on a page or on the canvas.
///
/// ```swift
/// let title = Layer.text(
///   "Plan the week", style: TextStyle(size: 30, color: .white, align: .center),
///   frame: LayerFrame(x: 32, y: 430, w: .percent(100) - 64))
/// ```
public struct Layer: Hashable, Sendable {
  /// What it shows.
  public indirect enum Content: Hashable, Sendable {
    /// A paragraph.
    case text(TextContent)
    /// A picture.
    case image(ImageContent)
    /// An outline, filled or stroked.
    case shape(ShapeContent)
    /// A labelled area that can be tapped.
    case button(ButtonContent)
    /// Layers that move, fade and clip together.
    case group(GroupContent)
    /// A pager of its own.
    case pager(PagerContent)
  }

  /// A name to tap it, to set its values and to find it in the records of a film.
  public var id: String?
  /// Where it lies.
  public var frame: LayerFrame
  /// 0 (invisible) ... 1; applied to the layer as a whole.
  public var opacity: Double
  /// Whether it is left out, also as a target of taps.
  public var isHidden: Bool
  /// How it is combined with what is beneath.
  public var blend: BlendMode
  /// What it shows.
  public var content: Content
  /// Where it was written.
  public var provenance = Provenance()

  /// A layer from its parts.
  public init(
    _ content: Content, id: String? = nil, frame: LayerFrame = .fill, opacity: Double = 1,
    isHidden: Bool = false, blend: BlendMode = .normal
  ) {
    self.id = id
    self.frame = frame
    self.opacity = opacity
    self.isHidden = isHidden
    self.blend = blend
    self.content = content
  }
}

/// How a layer is combined with what is beneath it: the modes of CSS Compositing.
public enum BlendMode: String, Hashable, Sendable, CaseIterable {
  /// The layer covers what is beneath.
  case normal
  /// Products: darker.
  case multiply
  /// Complements multiplied: lighter.
  case screen
  /// `multiply` for dark grounds, `screen` for light ones.
  case overlay
  /// The darker of both, by channel.
  case darken
  /// The lighter of both, by channel.
  case lighten
  /// Brightens the ground to reflect the layer.
  case colorDodge
  /// Darkens the ground to reflect the layer.
  case colorBurn
  /// `multiply` for dark layers, `screen` for light ones.
  case hardLight
  /// A soft form of `hardLight`.
  case softLight
  /// The difference by channel.
  case difference
  /// Like `difference`, with less contrast.
  case exclusion
  /// Sums: the mode for light upon light.
  case plusLighter
}

/// A paragraph.
public struct TextContent: Hashable, Sendable {
  /// Its parts, each with its style. A plain text is one run.
  public var runs: [TextRun]
  /// The style of the paragraph.
  public var style: TextStyle

  /// A text in one style.
  public init(_ text: String, style: TextStyle = TextStyle()) {
    self.init(runs: [TextRun(text, style: style)], style: style)
  }

  /// A text of several styles.
  public init(runs: [TextRun], style: TextStyle = TextStyle()) {
    self.runs = runs
    self.style = style
  }

  /// The text of all runs.
  public var text: String { runs.map(\.text).joined() }
}

/// How a picture is fitted to its frame.
public enum ImageFit: String, Hashable, Sendable, CaseIterable {
  /// All of it shows.
  case contain
  /// The frame is covered; what sticks out is cut.
  case cover
  /// Stretched to the frame.
  case fill
  /// At its own size, a pixel a point.
  case none
}

/// What continues a picture that is smaller than its frame.
public enum ImageTiling: String, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case none
  /// Copies.
  case `repeat`
  /// Copies, each mirrored in its neighbours.
  case mirror
}

/// A place in an area by shares of it: (0, 0) is the upper left corner, (1, 1) the lower right.
public struct UnitPoint: Hashable, Sendable {
  /// Across.
  public var x: Double
  /// Down.
  public var y: Double

  /// A place.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The middle.
  public static let center = UnitPoint(x: 0.5, y: 0.5)
}

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

/// A picture.
public struct ImageContent: Hashable, Sendable {
  /// The file, PNG or JPEG.
  public var path: AssetPath
  /// How it is fitted.
  public var fit: ImageFit
  /// Which place of the picture lies at the same place of the frame.
  public var position: UnitPoint
  /// Corners that cut it.
  public var radius: CornerRadii
  /// A colour that replaces those of the picture, whose alpha remains.
  public var tint: Color?
  /// What continues it.
  public var tiling: ImageTiling
  /// Distances in pixels of the picture from its sides: its corners keep their size, its sides
  /// stretch one way, its middle both ways.
  public var slices: Insets?
  /// A shadow of its (rounded) rectangle.
  public var shadow: Shadow?
  /// What it shows, in words; drawn nowhere.
  public var alt: String?

  /// A picture.
  public init(
    _ path: AssetPath, fit: ImageFit = .contain, position: UnitPoint = .center,
    radius: CornerRadii = .zero, tint: Color? = nil, tiling: ImageTiling = .none,
    slices: Insets? = nil, shadow: Shadow? = nil, alt: String? = nil
  ) {
    self.path = path
    self.fit = fit
    self.position = position
    self.radius = radius
    self.tint = tint
    self.tiling = tiling
    self.slices = slices
    self.shadow = shadow
    self.alt = alt
  }
}

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

/// A labelled area that can be tapped.
public struct ButtonContent: Hashable, Sendable {
  /// Its label.
  public var title: String
  /// The label's style.
  public var style: TextStyle
  /// What fills the area.
  public var fill: PaintDescription?
  /// The area's corners.
  public var radius: CornerRadii
  /// A shadow of the area.
  public var shadow: Shadow?

  /// The style of a label unless told otherwise: centred both ways, on one line.
  public static let defaultStyle = TextStyle(align: .center, vertical: .center, maxLines: 1)

  /// A button.
  public init(
    _ title: String, style: TextStyle = defaultStyle, fill: PaintDescription? = nil,
    radius: CornerRadii = .zero, shadow: Shadow? = nil
  ) {
    self.title = title
    self.style = style
    self.fill = fill
    self.radius = radius
    self.shadow = shadow
  }
}

/// Layers that move, fade and clip together.
public struct GroupContent: Hashable, Sendable {
  /// The layers, the lowest first; their surroundings are the group's frame.
  public var layers: [Layer]
  /// Whether they are cut at the frame.
  public var clips: Bool
  /// The corners of the frame that cuts.
  public var radius: CornerRadii
  /// The radius of a blur of the whole group as in CSS, in points: the standard deviation.
  public var blur: Double

  /// A group.
  public init(
    _ layers: [Layer], clips: Bool = false, radius: CornerRadii = .zero, blur: Double = 0
  ) {
    self.layers = layers
    self.clips = clips
    self.radius = radius
    self.blur = blur
  }
}

/// A pager that is a layer: inside a page, or beside the main pager.
public struct PagerContent: Hashable, Sendable {
  /// How it behaves. Its frame is the layer's.
  public var pager: PagerDescription
  /// Its pages.
  public var pages: [Page]
  /// Its page control, if it has one.
  public var pageControl: PageControlDescription?

  /// A pager.
  public init(
    _ pager: PagerDescription = PagerDescription(), pages: [Page],
    pageControl: PageControlDescription? = nil
  ) {
    self.pager = pager
    self.pages = pages
    self.pageControl = pageControl
  }
}

// MARK: - Short forms

extension Layer {
  /// A text layer.
  public static func text(
    _ text: String, style: TextStyle = TextStyle(), id: String? = nil, frame: LayerFrame = .fill
  ) -> Layer {
    Layer(.text(TextContent(text, style: style)), id: id, frame: frame)
  }

  /// An image layer.
  public static func image(
    _ path: AssetPath, fit: ImageFit = .contain, radius: CornerRadii = .zero, id: String? = nil,
    frame: LayerFrame = .fill
  ) -> Layer {
    Layer(.image(ImageContent(path, fit: fit, radius: radius)), id: id, frame: frame)
  }

  /// A shape layer with a fill.
  public static func shape(
    _ outline: ShapeOutline, fill: PaintDescription, id: String? = nil, frame: LayerFrame = .fill
  ) -> Layer {
    Layer(.shape(ShapeContent(outline, fill: fill)), id: id, frame: frame)
  }

  /// A button.
  public static func button(
    _ title: String, style: TextStyle = ButtonContent.defaultStyle, fill: PaintDescription? = nil,
    radius: CornerRadii = .zero, id: String? = nil, frame: LayerFrame = .fill
  ) -> Layer {
    Layer(
      .button(ButtonContent(title, style: style, fill: fill, radius: radius)), id: id, frame: frame)
  }

  /// A group.
  public static func group(
    _ layers: [Layer], clips: Bool = false, id: String? = nil, frame: LayerFrame = .fill
  ) -> Layer {
    Layer(.group(GroupContent(layers, clips: clips)), id: id, frame: frame)
  }

  /// A pager.
  public static func pager(
    _ pager: PagerDescription = PagerDescription(), pages: [Page],
    pageControl: PageControlDescription? = nil, id: String? = nil, frame: LayerFrame = .fill
  ) -> Layer {
    Layer(
      .pager(PagerContent(pager, pages: pages, pageControl: pageControl)), id: id, frame: frame)
  }
}
