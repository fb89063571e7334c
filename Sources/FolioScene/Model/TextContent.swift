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
