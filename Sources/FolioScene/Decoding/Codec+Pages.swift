import FolioGeometry
import FolioNumerics
import FolioRaster

/// Keys of pages and captions.
enum PageKeys {
  static let id = Key(
    "id", .name, "A name, unique among the pages.", otherwise: "page-1 and so on",
    examples: ["plan"])
  static let background = Key(
    "background", .background, "What covers it: a colour, a gradient, or a picture.",
    otherwise: "the canvas shows", examples: ["5B6EF5", "img/shoes.jpg"])
  static let caption = Key(
    "caption", .caption, "A band of text over an edge.", otherwise: "none",
    examples: ["Spring shoes, from 39"])
  static let layers = Key("layers", .layers, "Its layers, the lowest first.", default: "[]")
  static let dwell = Key(
    "dwell", .positiveDuration, "The rest before the pager goes on by itself from this page.",
    otherwise: "the pager's interval", examples: ["6s"])
  static let table = KeyTable(
    "page", "One page of a pager.",
    [id.any, background.any, caption.any, layers.any, dwell.any])

  static let repeats = Key(
    "repeat", .integer(0...10_000), "How many pages.", examples: ["5"], isRequired: true)
  static let name = Key(
    "as", .name, "The variable that counts them, from 1.", default: "n", examples: ["n"])
  static let page = Key(
    "page", .page, "The page; ${n} in its texts is its number.", isRequired: true)
  static let repeatTable = KeyTable(
    "repeated pages", "One page many times.", [repeats.any, name.any, page.any])

  static let imageTable = KeyTable(
    "background image", "A picture that covers a page.",
    LayerKeys.picture.filter {
      ![LayerKeys.radius.name, LayerKeys.shadow.name].contains($0.name)
    }.defaulting([LayerKeys.fit.name: "cover"]))
}

/// Keys of captions.
enum CaptionKeys {
  static let text = Key(
    "text", .paragraph, "The text.", examples: ["Spring shoes, from 39"])
  static let height = Key(
    "height", .length, "The band's height in points, or in percent of the page's.",
    default: "30")
  static let background = Key(
    "background", .paint, "What fills the band.", default: "'#00000080'")
  static let inset = Key(
    "inset", .insets, "The distance of the text from the band's sides.", default: "[0, 12]")
  static let position = Key(
    "position", Codec<Caption.Edge>.word, "The edge that the band lies on.", default: "bottom")
  static let table = KeyTable(
    "caption", "A band of text over an edge of a page.",
    [text.any, height.any, background.any, color, size, inset.any, position.any]
      + TextKeys.look.filter { $0.name != "color" && $0.name != "size" }
      .defaulting([TextKeys.vertical.name: "center"]))
  private static let color = Key(
    "color", .color, "The colour of the text.", default: "white"
  ).any
  private static let size = Key(
    "size", .number(1...1000), "The size of the text in points.", default: "14"
  ).any
}

extension Codec where Value == Background {
  /// A colour, a gradient, the path of a picture, or a picture with its fit.
  static let background = Codec(
    .anyOf([.colorText, .object(PaintKeys.table), .object(PageKeys.imageTable)])
  ) { node, context in
    if node.isMapping {
      if node[LayerKeys.image.name] != nil {
        guard let fields = Fields(node, PageKeys.imageTable, context) else { return nil }
        return ImageContent(fields, fit: .cover).map { .image($0) }
      }
      return Codec<PaintDescription>.gradient(node, context).map { .paint($0) }
    }
    if node.isSequence {
      context.reportKind(
        expected: "a colour, gradient or picture", found: node,
        hint: "write { linear: [first, second] }")
      return nil
    }
    if node.isEmptyScalar {
      context.reportEmptyColor(node)
      return nil
    }
    guard let text = context.text(node, expected: "a colour or picture") else { return nil }
    let isColor = text.hasPrefix("#") || text.lowercased().hasPrefix("rgb")
    if !isColor && (text.contains("/") || text.contains(".")) {
      return context.asset(text, .image, at: node.span).map {
        .image(ImageContent($0, fit: .cover))
      }
    }
    do throws(ValueFault) {
      return .color(try ColorText.parse(text))
    } catch {
      let isPath = error.hint == ColorText.accepted
      context.reportValue(
        .badColor, error.message, at: node.span,
        hint: isPath ? "\(ColorText.accepted), or a picture's path such as img/hat.jpg" : error.hint
      )
      return nil
    }
  }
}

extension Codec where Value == Caption {
  /// A caption: its text, or a map.
  static let caption = Codec(.anyOf([.text(), .object(CaptionKeys.table)])) { node, context in
    var fallbacks: [YAMLNode] = []
    if let usual = context.defaultCaption, usual.isMapping {
      fallbacks = [usual] + context.styleChain(of: usual)
    }
    var source = node
    if case .scalar = node.content {
      if node.isEmptyScalar {
        context.reportKind(expected: "a caption", found: node, hint: "write its text")
        return nil
      }
      source = YAMLNode(
        content: .mapping([YAMLNode.Entry(key: "text", keySpan: node.span, value: node)]),
        span: node.span, count: 2, height: 1)
    }
    guard
      let fields = Fields(
        source, CaptionKeys.table, context, fallbacks: context.styleChain(of: source) + fallbacks,
        hint: "write its text")
    else { return nil }
    let style = fields.textStyle(over: Caption.defaultStyle)
    let usual = Caption("")
    let height = fields[CaptionKeys.height] ?? usual.height
    if height.base == .safe || (height.base == .points && height.offset <= 0) {
      context.within(.key(CaptionKeys.height.name)) {
        context.reportValue(
          .badLength, "a height in points or percent above 0 is expected",
          at: fields.node(CaptionKeys.height.name)?.span)
      }
    }
    let background = fields[CaptionKeys.background] ?? usual.background
    let inset = fields[CaptionKeys.inset] ?? usual.inset
    let position = fields[CaptionKeys.position] ?? usual.position
    guard let text = fields.require(CaptionKeys.text) else { return nil }
    var caption = Caption(
      text, style: style, height: height, background: background, inset: inset,
      position: position)
    caption.provenance = fields.provenance
    return caption
  }
}

extension Codec where Value == Page {
  /// A page.
  static let page = Codec(.object(PageKeys.table)) { node, context in
    var fallbacks: [YAMLNode] = []
    if let usual = context.defaultPage, usual.isMapping { fallbacks = [usual] }
    guard
      let fields = Fields(
        node, PageKeys.table, context, fallbacks: fallbacks, hint: "such as { id: plan }")
    else { return nil }
    context.pageCount += 1
    var page = Page(
      id: fields[PageKeys.id] ?? "page-\(context.pageCount)",
      background: fields[PageKeys.background], caption: fields[PageKeys.caption],
      layers: fields[PageKeys.layers] ?? [], dwell: fields[PageKeys.dwell])
    page.provenance = fields.provenance
    return page
  }
}

extension Codec where Value == [Page] {
  /// The most pages of a pager.
  static let mostPages = 10_000

  /// Pages: a list, or one page repeated.
  static let pages = Codec(
    .anyOf([
      .list(.object(PageKeys.table), counts: 0...mostPages), .object(PageKeys.repeatTable),
    ])
  ) { node, context in
    guard node.isMapping else {
      return list(of: .page, counts: 0...mostPages, of: "pages").decode(node, context)
    }
    guard let fields = Fields(node, PageKeys.repeatTable, context) else { return nil }
    let name = fields[PageKeys.name] ?? "n"
    guard let count = fields.require(PageKeys.repeats),
      let page = fields.node(PageKeys.page.name)
    else {
      if !fields.has(PageKeys.page) {
        _ = fields.require(PageKeys.page, hint: "the page to repeat")
      }
      return nil
    }
    let limit = context.options.limits.values
    if count > 0 && page.count > limit / count {
      context.within(.key(PageKeys.repeats.name)) {
        context.reportValue(
          .limit, "\(count) pages of \(page.count) values make more than \(limit) values",
          at: fields.node(PageKeys.repeats.name)?.span)
      }
      return nil
    }
    return (0..<count).compactMap { index in
      context.with(name, .text(String(index + 1))) {
        context.within(.key(PageKeys.page.name)) { Codec<Page>.page.decode(page, context) }
      }
    }
  }
}
