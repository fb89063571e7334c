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
  /// By how many degrees it is turned about the middle of its frame, clockwise. A pager cannot be
  /// turned.
  public var rotation: Double
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
    rotation: Double = 0, isHidden: Bool = false, blend: BlendMode = .normal
  ) {
    self.id = id
    self.frame = frame
    self.opacity = opacity
    self.rotation = rotation
    self.isHidden = isHidden
    self.blend = blend
    self.content = content
  }
}

extension Layer {
  /// The layer's rotation about a point, the middle of its frame.
  public func turn(about center: Point) -> Affine {
    if rotation == 0 { return .identity }
    return Affine(translationX: -center.x, y: -center.y)
      .then(Affine(rotationDegrees: rotation))
      .then(Affine(translationX: center.x, y: center.y))
  }
}

/// How a layer is combined with what is beneath it: the modes of CSS (`mix-blend-mode`, W3C
/// Compositing and Blending Level 1).
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
  /// The hue of the layer, with the saturation and luminosity of the ground.
  case hue
  /// The saturation of the layer, with the hue and luminosity of the ground.
  case saturation
  /// The hue and saturation of the layer, with the luminosity of the ground.
  case color
  /// The luminosity of the layer, with the hue and saturation of the ground.
  case luminosity
  /// Sums: the mode for light upon light.
  case plusLighter
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
