import FolioGeometry
import FolioNumerics
import FolioRaster

/// What covers a page beneath its layers.
public enum Background: Hashable, Sendable {
  /// A colour or gradient.
  case paint(PaintDescription)
  /// A picture, which covers the page unless its fit says otherwise.
  case image(ImageContent)

  /// A colour.
  public static func color(_ color: Color) -> Background { .paint(.color(color)) }
}

/// A band of text over the lower or upper edge of a page.
public struct Caption: Hashable, Sendable {
  /// The edge of the page.
  public enum Edge: String, Hashable, Sendable, CaseIterable {
    /// The upper edge.
    case top
    /// The lower edge.
    case bottom
  }

  /// The text.
  public var text: String
  /// The text's style; the text is fitted to the band less its inset.
  public var style: TextStyle
  /// The band's height in points, or in percent of the page's.
  public var height: Length
  /// What fills the band.
  public var background: PaintDescription
  /// The distance of the text from the band's sides, in points.
  public var inset: Insets
  /// The edge that the band lies on.
  public var position: Edge
  /// Where it was written.
  public var provenance = Provenance()

  /// The style of a caption unless told otherwise: white, 14 points, centred in height.
  public static let defaultStyle = TextStyle(size: 14, color: .white, vertical: .center)

  /// A caption: 30 points high, on black at a half, 12 points in from the sides, at the bottom,
  /// unless told otherwise.
  public init(
    _ text: String, style: TextStyle = defaultStyle, height: Length = 30,
    background: PaintDescription = .color(Color(red: 0, green: 0, blue: 0, alpha: 128)),
    inset: Insets = Insets(top: 0, left: 12, bottom: 0, right: 12), position: Edge = .bottom
  ) {
    self.text = text
    self.style = style
    self.height = height
    self.background = background
    self.inset = inset
    self.position = position
  }
}

/// One page of a pager.
public struct Page: Hashable, Sendable {
  /// Its name, unique among the pages of the scene.
  public var id: String
  /// What covers it; `nil` lets the canvas show.
  public var background: Background?
  /// A band of text.
  public var caption: Caption?
  /// Its layers, the lowest first.
  public var layers: [Layer]
  /// The seconds of rest before the pager advances from this page by itself; `nil` takes the pager's
  /// interval.
  public var dwell: Rational?
  /// Where it was written.
  public var provenance = Provenance()

  /// A page.
  public init(
    id: String, background: Background? = nil, caption: Caption? = nil, layers: [Layer] = [],
    dwell: Rational? = nil
  ) {
    self.id = id
    self.background = background
    self.caption = caption
    self.layers = layers
    self.dwell = dwell
  }
}
