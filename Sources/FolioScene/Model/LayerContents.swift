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
