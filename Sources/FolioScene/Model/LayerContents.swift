import FolioGeometry

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

/// A path that cuts a group.
public struct ClipPath: Hashable, Sendable {
  /// SVG path data.
  public var data: String
  /// The box that is mapped to the group's frame; without it a unit is a point from the frame's
  /// upper left corner.
  public var viewBox: Rect?
  /// How its inside is told.
  public var rule: FillRule

  /// A path.
  public init(_ data: String, viewBox: Rect? = nil, rule: FillRule = .nonzero) {
    self.data = data
    self.viewBox = viewBox
    self.rule = rule
  }
}

/// Layers that say where a group shows, and how much.
public struct LayerMask: Hashable, Sendable {
  /// What of the layers counts (CSS's `mask-type`).
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Their alpha.
    case alpha
    /// Their luminance: white shows, black hides, as nothing does.
    case luminance
  }

  /// The layers, the lowest first; their surroundings are the group's frame.
  public var layers: [Layer]
  /// What of them counts.
  public var kind: Kind

  /// A mask.
  public init(_ layers: [Layer], kind: Kind = .alpha) {
    self.layers = layers
    self.kind = kind
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
  /// A path that cuts the group.
  public var clipPath: ClipPath?
  /// Where the group shows; everywhere unless given.
  public var mask: LayerMask?
  /// The radius of a blur of the whole group as in CSS, in points: the standard deviation.
  public var blur: Double

  /// A group.
  public init(
    _ layers: [Layer], clips: Bool = false, radius: CornerRadii = .zero,
    clipPath: ClipPath? = nil, mask: LayerMask? = nil, blur: Double = 0
  ) {
    self.layers = layers
    self.clips = clips
    self.radius = radius
    self.clipPath = clipPath
    self.mask = mask
    self.blur = blur
  }

  /// The layers, and those of the mask.
  public var allLayers: [Layer] { layers + (mask?.layers ?? []) }
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
