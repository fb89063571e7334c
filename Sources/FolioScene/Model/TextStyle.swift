import FolioGeometry
import FolioRaster

/// How lines lie between the edges of their box.
public enum TextAlignment: String, Hashable, Sendable, CaseIterable {
  /// At the edge where the paragraph's direction begins.
  case start
  /// In the middle.
  case center
  /// At the edge where the paragraph's direction ends.
  case end
  /// From edge to edge, the last line at the start.
  case justified
  /// At the left edge, whatever the direction.
  case left
  /// At the right edge, whatever the direction.
  case right
}

/// Where a paragraph lies in a taller box.
public enum VerticalAlignment: String, Hashable, Sendable, CaseIterable {
  /// At the top.
  case top
  /// In the middle.
  case center
  /// At the bottom.
  case bottom
}

/// What happens to text that does not fit its box.
public enum TextOverflow: String, Hashable, Sendable, CaseIterable {
  /// Lines wrap and grow past the box's lower edge; with a maximum of lines the rest is truncated.
  case wrap
  /// The size is reduced until it fits, down to the style's minimum.
  case shrink
  /// What sticks out is cut at the box.
  case clip
  /// The scene is refused.
  case error
}

/// Where a line that is too long is cut, to be replaced by an ellipsis.
public enum TextTruncation: String, Hashable, Sendable, CaseIterable {
  /// At its start.
  case head
  /// In its middle.
  case middle
  /// At its end.
  case tail
}

/// A soft copy of an outline beneath it.
public struct Shadow: Hashable, Sendable {
  /// Its colour.
  public var color: Color
  /// How far it lies to the right and below, in points.
  public var offset: Point
  /// The blur radius as in CSS, in points: twice the standard deviation.
  public var blur: Double
  /// Points by which the outline grows before it is blurred; shapes alone.
  public var spread: Double

  /// A shadow: black at a quarter, 2 points below, blurred by 8, unless told otherwise.
  public init(
    color: Color = Color(red: 0, green: 0, blue: 0, alpha: 64), offset: Point = Point(x: 0, y: 2),
    blur: Double = 8, spread: Double = 0
  ) {
    self.color = color
    self.offset = offset
    self.blur = blur
    self.spread = spread
  }
}

/// How text looks and how it fills its box.
public struct TextStyle: Hashable, Sendable {
  /// The id of a font of the scene, or `text` or `display` for the fonts that ship.
  public var font: String
  /// The weight, 100...900; 400 is regular, 700 bold.
  public var weight: Int
  /// The font size in points.
  public var size: Double
  /// The distance of baselines in points; `nil` takes the font's own.
  public var line: Double?
  /// Points added after each character.
  public var tracking: Double
  /// The colour.
  public var color: Color
  /// How lines lie between the edges.
  public var align: TextAlignment
  /// Where the paragraph lies in a taller box.
  public var vertical: VerticalAlignment
  /// The most lines; 0 for any number.
  public var maxLines: Int
  /// What happens to text that does not fit.
  public var overflow: TextOverflow
  /// Where a line that is too long is cut.
  public var truncate: TextTruncation
  /// The least share of the size that `shrink` may reach, above 0, at most 1.
  public var minScale: Double
  /// A shadow of the glyphs.
  public var shadow: Shadow?
  /// Whether a line is drawn under the text.
  public var underline = false
  /// The colour of a line along the glyphs' outlines, if there is one; it is drawn beneath the fill,
  /// so half of its width shows.
  public var stroke: Color?
  /// The width of that line in points.
  public var strokeWidth = 1.0
  /// OpenType features to switch, four letters each: `tnum` is on, `tnum=0` off, `ss03=2` the second
  /// alternative.
  public var features: [String] = []
  /// Points between paragraphs, added to the line height.
  public var paragraphSpacing = 0.0
  /// Where it was written; for a key taken from a named style, there.
  public var provenance = Provenance()

  /// A style: the text font at 17 points, black, at the start, any number of lines, unless told
  /// otherwise.
  public init(
    font: String = "text", weight: Int = 400, size: Double = 17, line: Double? = nil,
    tracking: Double = 0, color: Color = .black, align: TextAlignment = .start,
    vertical: VerticalAlignment = .top, maxLines: Int = 0, overflow: TextOverflow = .wrap,
    truncate: TextTruncation = .tail, minScale: Double = 0.5, shadow: Shadow? = nil
  ) {
    self.font = font
    self.weight = weight
    self.size = size
    self.line = line
    self.tracking = tracking
    self.color = color
    self.align = align
    self.vertical = vertical
    self.maxLines = maxLines
    self.overflow = overflow
    self.truncate = truncate
    self.minScale = minScale
    self.shadow = shadow
  }
}

/// A stretch of a paragraph with a look of its own.
public struct TextRun: Hashable, Sendable {
  /// Its text.
  public var text: String
  /// Its whole style; what concerns the paragraph (alignment, lines, overflow) is taken from the
  /// layer's style, not from here.
  public var style: TextStyle
  /// Where it was written.
  public var provenance = Provenance()

  /// A run.
  public init(_ text: String, style: TextStyle = TextStyle()) {
    self.text = text
    self.style = style
  }
}
