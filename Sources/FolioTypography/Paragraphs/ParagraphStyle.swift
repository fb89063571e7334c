/// Where the lines of a paragraph stand between its left and right edges.
public enum TextAlignment: Hashable, Sendable {
  /// At the edge where the paragraph's script starts: left for Latin, right for Arabic.
  case start
  /// In the middle.
  case center
  /// At the edge opposite to `start`.
  case end
  /// At both edges, by wider spaces; a paragraph's last line stands at the start.
  case justified
  /// At the left edge.
  case left
  /// At the right edge.
  case right
}

/// Where text stands in a box that is higher than it.
public enum VerticalAlignment: Hashable, Sendable {
  /// At the upper edge.
  case top
  /// In the middle.
  case center
  /// At the lower edge.
  case bottom
}

/// What happens to text that does not fit its box.
public enum TextOverflowMode: Hashable, Sendable {
  /// Lines wrap, and at the most lines allowed the last one is truncated with an ellipsis. Text
  /// higher than its box is drawn beyond it.
  case wrap
  /// The size is reduced until everything fits, at most to the minimum scale; what then still does
  /// not fit is truncated with an ellipsis, in width and in height.
  case shrink
  /// Lines wrap; what lies outside the box, and lines beyond the most allowed, are cut off without
  /// an ellipsis. The last line allowed does not wrap, so that the edge of the box cuts it.
  case clip
  /// As `wrap`, and any excess (a word broken inside, a line too many, too great a height) is an
  /// error.
  case error
}

/// Which part of a text that does not fit gives way to an ellipsis. Only the last line is changed.
public enum TextTruncation: Hashable, Sendable {
  /// The beginning of the line.
  case head
  /// The middle of the line.
  case middle
  /// The end of the line.
  case tail
}

/// How paragraphs are laid out.
public struct ParagraphStyle: Hashable, Sendable {
  /// Where lines stand.
  public var alignment: TextAlignment
  /// The base direction; `nil` takes that of the paragraph's first strong character.
  public var direction: TextDirection?
  /// The distance from one baseline to the next in points; `nil` takes that of the fonts. A line
  /// higher than its fonts is given half of the difference above and half below.
  public var lineHeight: Double?
  /// Space between paragraphs in points, added to the line height.
  public var paragraphSpacing: Double
  /// Space before the first line of each paragraph in points, at its start.
  public var firstLineIndent: Double
  /// The most lines; 0 is no limit.
  public var maximumLines: Int
  /// What happens to text that does not fit.
  public var overflow: TextOverflowMode
  /// Which part gives way to an ellipsis.
  public var truncation: TextTruncation
  /// The least share of the size that `shrink` may reduce it to: above 0, at most 1.
  public var minimumScale: Double
  /// Where the text stands in a box of stated height.
  public var verticalAlignment: VerticalAlignment
  /// The places, in points from the start of the line, to which tabs advance. Without any, and
  /// after the last, a tab is a space.
  public var tabStops: [Double]
  /// Whether Korean text breaks at spaces only, as iOS does, unless a word alone is wider than the
  /// line.
  public var keepsHangulWords: Bool

  /// A paragraph style; every part has a default.
  public init(
    alignment: TextAlignment = .start, direction: TextDirection? = nil, lineHeight: Double? = nil,
    paragraphSpacing: Double = 0, firstLineIndent: Double = 0, maximumLines: Int = 0,
    overflow: TextOverflowMode = .wrap, truncation: TextTruncation = .tail,
    minimumScale: Double = 0.5, verticalAlignment: VerticalAlignment = .top,
    tabStops: [Double] = [], keepsHangulWords: Bool = true
  ) {
    self.alignment = alignment
    self.direction = direction
    self.lineHeight = lineHeight
    self.paragraphSpacing = paragraphSpacing
    self.firstLineIndent = firstLineIndent
    self.maximumLines = maximumLines
    self.overflow = overflow
    self.truncation = truncation
    self.minimumScale = minimumScale
    self.verticalAlignment = verticalAlignment
    self.tabStops = tabStops
    self.keepsHangulWords = keepsHangulWords
  }
}
