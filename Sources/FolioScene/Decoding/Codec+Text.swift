import FolioRaster

/// Keys of text: of text layers, buttons, captions, runs and named styles.
enum TextKeys {
  static let text = Key("text", .paragraph, "The text.", examples: ["Plan the week"])
  static let style = Key(
    "style", .name, "A named style, whose keys apply where they are not given here.",
    examples: ["h1"])
  static let font = Key(
    "font", .name, "The id of a font, or text or display for those that ship.", default: "text",
    examples: ["head"])
  static let weight = Key(
    "weight", .integer(100...900), "The weight: 400 is regular, 700 bold.", default: "400",
    examples: ["700"])
  static let size = Key("size", .number(1...1000), "The size in points.", default: "17")
  static let line = Key(
    "line", .positive(upTo: 4000), "The distance of baselines in points.",
    otherwise: "the font's own", examples: ["36"])
  static let tracking = Key(
    "tracking", .number(-1000...1000), "Points added after each character.", default: "0")
  static let color = Key("color", .color, "The colour of the text.", default: "black")
  static let align = Key(
    "align", Codec<TextAlignment>.word, "How lines lie between the edges.", default: "start")
  static let vertical = Key(
    "vertical", Codec<VerticalAlignment>.word, "Where the text lies in a taller box.",
    default: "top")
  static let maxLines = Key(
    "maxLines", .integer(0...10_000), "The most lines; 0 for any number.", default: "0")
  static let overflow = Key(
    "overflow", Codec<TextOverflow>.word, "What happens to text that does not fit.",
    default: "wrap")
  static let truncate = Key(
    "truncate", Codec<TextTruncation>.word, "Where a line that is too long is cut.",
    default: "tail")
  static let minScale = Key(
    "minScale", .number(0.05...1), "The least share of the size that shrink may reach.",
    default: "0.5")
  static let shadow = Key("shadow", .shadow, "A shadow of the glyphs.", otherwise: "none")

  static let underline = Key(
    "underline", .flag, "Whether a line is drawn under the text.", default: "false")
  static let stroke = Key(
    "stroke", .color, "The colour of a line along the glyphs' outlines.", otherwise: "no line")
  static let strokeWidth = Key(
    "strokeWidth", .positive(upTo: 1000), "The width of that line in points.", default: "1")
  static let features = Key(
    "features", .fontFeatures, "OpenType features to switch.", otherwise: "the font's own",
    examples: ["[tnum, ss03=2]"])
  static let paragraphSpacing = Key(
    "paragraphSpacing", .number(0...10_000), "Points between paragraphs.", default: "0")

  /// The keys that make a style.
  static let look: [AnyKey] = [
    style.any, font.any, weight.any, size.any, line.any, tracking.any, color.any, align.any,
    vertical.any, maxLines.any, overflow.any, truncate.any, minScale.any, shadow.any,
    underline.any, stroke.any, strokeWidth.any, features.any, paragraphSpacing.any,
  ]

  static let styleTable = KeyTable("style", "How text looks and fills its box.", look)

  static let runText = Key(
    "text", .paragraph, "The run's text.", examples: ["week"], isRequired: true)
  static let runTable = KeyTable(
    "run", "A stretch of text with a look of its own.",
    [
      runText.any, style.any, font.any, weight.any, size.any, tracking.any, color.any, shadow.any,
      underline.any, stroke.any, strokeWidth.any, features.any,
    ])
}

extension DecodingContext {
  /// The longest chain of styles that build on one another.
  private static let longestChain = 8

  /// The maps of the named style that a map refers to, and of the style that one builds on, and so
  /// on: the nearest first.
  func styleChain(of node: YAMLNode) -> [YAMLNode] {
    var chain: [YAMLNode] = []
    var seen: [String] = []
    var current = node
    while let reference = current["style"] {
      guard let name = within(.key("style"), { Codec<String>.name.decode(reference, self) }) else {
        break
      }
      func refuse(_ code: Diagnostic.Code, _ message: String, hint: String? = nil) {
        within(.key("style")) {
          reportValue(code, message, at: reference.span, hint: hint)
        }
      }
      guard let next = style(name) else {
        if SystemTextStyle.named(name) != nil { break }
        let known =
          styles.prefix(Suggestion.mostWords).map(\.name) + SystemTextStyle.all.map(\.name)
        refuse(
          .unknownStyle, "no style \(name.quoted)",
          hint: isFull ? nil : Suggestion.hint(for: name, among: known))
        break
      }
      if seen.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
        refuse(.unknownStyle, "the style \(name.quoted) builds on itself")
        break
      }
      if chain.count >= Self.longestChain {
        refuse(.limit, "more than \(Self.longestChain) styles build on one another")
        break
      }
      seen.append(name)
      guard next.isMapping else { break }
      chain.append(next)
      current = next
    }
    return chain
  }

  /// The text style of iOS that a map's chain of styles ends in, if it does.
  func systemStyle(under node: YAMLNode) -> SystemTextStyle? {
    var current = node
    for _ in 0...Self.longestChain {
      guard let name = current["style"]?.scalarText else { return nil }
      guard let next = style(name) else { return SystemTextStyle.named(name) }
      current = next
    }
    return nil
  }
}

extension Fields {
  /// The text style that the fields describe, over a base.
  func textStyle(over base: TextStyle) -> TextStyle {
    let base = context.systemStyle(under: node).map { base.with($0) } ?? base
    var style = base
    style.font = self[TextKeys.font] ?? base.font
    style.weight = self[TextKeys.weight] ?? base.weight
    style.size = self[TextKeys.size] ?? base.size
    style.line = self[TextKeys.line] ?? base.line
    style.tracking = self[TextKeys.tracking] ?? base.tracking
    style.color = self[TextKeys.color] ?? base.color
    style.align = self[TextKeys.align] ?? base.align
    style.vertical = self[TextKeys.vertical] ?? base.vertical
    style.maxLines = self[TextKeys.maxLines] ?? base.maxLines
    style.overflow = self[TextKeys.overflow] ?? base.overflow
    style.truncate = self[TextKeys.truncate] ?? base.truncate
    style.minScale = self[TextKeys.minScale] ?? base.minScale
    style.shadow = self[TextKeys.shadow] ?? base.shadow
    style.underline = self[TextKeys.underline] ?? base.underline
    style.stroke = self[TextKeys.stroke] ?? base.stroke
    style.strokeWidth = self[TextKeys.strokeWidth] ?? base.strokeWidth
    style.features = self[TextKeys.features] ?? base.features
    style.paragraphSpacing = self[TextKeys.paragraphSpacing] ?? base.paragraphSpacing
    style.provenance = provenance
    if let node = node(TextKeys.font.name), node.scalarText?.isEmpty == false {
      context.within(.key(TextKeys.font.name)) {
        context.checkFont(style.font, at: node.span)
      }
    }
    return style
  }
}

extension DecodingContext {
  /// Reports a font that is neither the scene's nor one of those that ship.
  func checkFont(_ id: String, at span: SourceSpan) {
    let known = fontIDs + FontFamily.builtIn
    if known.contains(where: { $0.utf8.elementsEqual(id.utf8) }) { return }
    reportValue(
      .unknownFont, "no font \(id.quoted)", at: span,
      hint: Suggestion.hint(for: id, among: known))
  }
}

extension Codec where Value == [String] {
  /// Feature settings such as `tnum` or `ss03=2`.
  fileprivate static let fontFeatures = Codec<[String]>.list(
    of: Codec<String>(.text()) { node, context in
      guard let text = context.text(node, expected: "a feature") else { return nil }
      let parts = text.split(separator: "=", omittingEmptySubsequences: false)
      let isTag =
        parts[0].utf8.count == 4 && parts[0].utf8.allSatisfy { (0x20...0x7E).contains($0) }
      let isValue = parts.count == 1 || (parts.count == 2 && UInt16(parts[1]) != nil)
      if isTag && isValue { return text }
      context.reportValue(
        .badText, "a feature has four letters and perhaps a value, found \(text.quoted)",
        at: node.span, hint: "such as tnum, or ss03=2")
      return nil
    }, counts: 1...64, of: "features")
}

extension Codec where Value == TextStyle {
  /// A named style by itself.
  static let style = Codec(.object(TextKeys.styleTable)) { node, context in
    guard
      let fields = Fields(
        node, TextKeys.styleTable, context, fallbacks: context.styleChain(of: node),
        hint: "such as { size: 30, color: white }")
    else { return nil }
    return fields.textStyle(over: TextStyle())
  }
}
