import FolioGeometry
import FolioRaster

/// Keys of layers.
enum LayerKeys {
  // Every layer.
  static let id = Key(
    "id", .name, "A name, to tap it, to set its values and to find it in records.",
    examples: ["go"])
  static let frame = Key(
    "frame", .frame, "Where it lies.", otherwise: "all of its surroundings",
    examples: ["{ cx: 50%, y: 150, w: 220, h: 220 }"])
  static let opacity = Key(
    "opacity", .number(0...1), "0 (invisible) to 1.", default: "1", examples: ["0.6"])
  static let hidden = Key("hidden", .flag, "Whether it is left out.", default: "false")
  static let blend = Key(
    "blend", Codec<BlendMode>.word, "How it is combined with what is beneath.", default: "normal")
  static let common: [AnyKey] = [id.any, frame.any, opacity.any, hidden.any, blend.any]

  static let shadow = Key("shadow", .shadow, "A shadow beneath it.", otherwise: "none")
  static let radius = Key(
    "radius", .cornerRadii, "The radius of its corners in points.", default: "0",
    examples: ["26", "[8, 8, 0, 0]"])

  // Text.
  static let runs = Key(
    "runs", .runs, "Stretches with a look of their own, instead of text.",
    examples: ["[{ text: Plan }, { text: ' it', color: red }]"])
  static let textTable = KeyTable(
    "text layer", "A paragraph.", [TextKeys.text.any] + common + [runs.any] + TextKeys.look,
    choices: [[TextKeys.text.name], [runs.name]])

  // Image.
  static let image = Key(
    "image", .asset(.image), "The picture: a PNG or JPEG file.", examples: ["art/calendar.png"],
    isRequired: true)
  static let fit = Key(
    "fit", Codec<ImageFit>.word, "How the picture is fitted to its frame.", default: "contain")
  static let position = Key(
    "position", .unitPoint, "Which place of the picture lies at the same place of the frame.",
    default: "center", examples: ["top", "[50%, 20%]"])
  static let tint = Key(
    "tint", .color, "A colour that replaces those of the picture.", otherwise: "none")
  static let tile = Key(
    "tile", Codec<ImageTiling>.word, "What continues a picture smaller than its frame.",
    otherwise: "none")
  static let slices = Key(
    "slices", .insets, "Pixels from the picture's sides that keep their size when it stretches.",
    examples: ["[12, 12, 12, 12]"])
  static let alt = Key("alt", .text, "What it shows, in words.", examples: ["A calendar"])
  static let picture: [AnyKey] = [
    image.any, fit.any, position.any, radius.any, tint.any, tile.any, slices.any, shadow.any,
    alt.any,
  ]
  static let imageTable = KeyTable("image layer", "A picture.", picture + common)

  // Shape.
  static let shape = Key(
    "shape", Codec<ShapeWord>.word, "The outline.", examples: ["ellipse"], isRequired: true)
  static let fill = Key("fill", .paint, "What fills it.", otherwise: "nothing")
  static let fillRule = Key(
    "fillRule", Codec<FillRule>.word, "How the inside of the outline is told.",
    default: "nonzero")
  static let stroke = Key("stroke", .paint, "What draws its line.", otherwise: "nothing")
  static let strokeWidth = Key(
    "strokeWidth", .positive(upTo: 10_000), "The width of the line in points.", default: "1")
  static let join = Key(
    "join", Codec<StrokeStyle.Join>.word, "How lines meet.", default: "miter")
  static let cap = Key("cap", Codec<StrokeStyle.Cap>.word, "How lines end.", default: "butt")
  static let miterLimit = Key(
    "miterLimit", .number(1...1000), "The longest mitre as a multiple of the width.",
    default: "4")
  static let dash = Key(
    "dash", Codec<[Double]>.list(of: .number(0...10_000), counts: 1...64, of: "lengths"),
    "Lengths of dashes and gaps in turn, in points.", examples: ["[6, 4]"])
  static let dashOffset = Key(
    "dashOffset", .number(-10_000...10_000), "How far into the pattern the line begins.",
    default: "0")
  static let points = Key(
    "points", .polygonPoints,
    "For a polygon its corners, as places or as a number of them; for a star the number of points.",
    otherwise: "5 for a star", examples: ["6", "[[0, 0], [100%, 0], [50%, 100%]]"])
  static let inner = Key(
    "inner", .number(0...1), "For a star the radius of the inner corners as a share.",
    default: "0.5")
  static let path = Key(
    "path", .pathData, "For a path its data as in SVG.", examples: ["M0 0 L10 0 L5 8 Z"])
  static let viewBox = Key(
    "viewBox", .viewBox, "For a path the box [x, y, width, height] that is mapped to the frame.",
    otherwise: "a unit is a point")
  static let shapeTable = KeyTable(
    "shape layer", "An outline, filled or stroked.",
    [shape.any, fill.any, stroke.any, strokeWidth.any, radius.any] + common + [
      fillRule.any, join.any, cap.any, miterLimit.any, dash.any, dashOffset.any, points.any,
      inner.any, path.any, viewBox.any, shadow.any,
    ])

  // Button.
  static let button = Key(
    "button", .paragraph, "Its title.", examples: ["Get started"], isRequired: true)
  static let buttonShadow = Key("shadow", .shadow, "A shadow beneath it.", otherwise: "none")
  static let buttonTable = KeyTable(
    "button layer", "A labelled area that can be tapped.",
    [button.any, fill.any, radius.any] + common
      + TextKeys.look.filter { $0.name != TextKeys.shadow.name }
      .defaulting([
        TextKeys.align.name: "center", TextKeys.vertical.name: "center",
        TextKeys.maxLines.name: "1",
      ]) + [buttonShadow.any])

  // Group.
  static let group = Key(
    "group", .layers, "Its layers, the lowest first.", examples: ["[{ text: Hello }]"],
    isRequired: true)
  static let clip = Key("clip", .flag, "Whether it is cut at its frame.", default: "false")
  static let blur = Key(
    "blur", .number(0...500), "The radius of a blur of the whole in points, as in CSS.",
    default: "0")
  static let groupTable = KeyTable(
    "group layer", "Layers that move, fade and clip together.",
    [group.any, clip.any, radius.any] + common + [blur.any])

  // Pager.
  static let pager = Key(
    "pager", .pager, "How the pager behaves.", examples: ["{ axis: vertical }"], isRequired: true)
  static let pages = Key("pages", .pages, "Its pages.", isRequired: true)
  static let pageControl = Key(
    "pageControl", .pageControl, "Its page control.", otherwise: "none", examples: ["true"])
  static let pagerTable = KeyTable(
    "pager layer", "A pager of its own.",
    [pager.any, pages.any, pageControl.any] + common)

  /// The kinds of layers: the keys that make a layer one, and its table.
  static var kinds: [(keys: [String], table: KeyTable)] {
    [
      ([TextKeys.text.name, runs.name], textTable), ([image.name], imageTable),
      ([shape.name], shapeTable), ([button.name], buttonTable), ([group.name], groupTable),
      ([pager.name], pagerTable),
    ]
  }
}

/// The words for outlines.
enum ShapeWord: String, CaseIterable, Sendable {
  case rect
  case ellipse
  case polygon
  case star
  case path
}

/// What `points` of a shape says.
enum PolygonPoints: Sendable {
  case count(Int)
  case places([LengthPair])
}

extension Codec where Value == PolygonPoints {
  fileprivate static let polygonPoints = Codec(
    .anyOf([.integer(2...1000), .list(.list(.lengthText, counts: 2...2), counts: 2...10_000)])
  ) { node, context in
    if node.isSequence {
      return Codec<[LengthPair]>.list(of: .lengthPair, counts: 2...10_000, of: "places")
        .decode(node, context).map { .places($0) }
    }
    return Codec<Int>.integer(2...1000).decode(node, context).map { .count($0) }
  }
}

extension Codec where Value == String {
  /// SVG path data; its grammar is checked where it is turned into an outline.
  fileprivate static let pathData = Codec(.text()) { node, context in
    guard let text = context.text(node, expected: "path data") else { return nil }
    if text.first(where: { $0 != " " }).map({ $0 == "M" || $0 == "m" }) != true {
      context.reportValue(
        .badText, "path data begin with M, found \(text.quoted)", at: node.span,
        hint: "such as 'M0 0 L10 0 L5 8 Z'")
      return nil
    }
    return text
  }
}

extension Codec where Value == Rect {
  fileprivate static let viewBox = Codec(.list(.number(-1e6...1e6), counts: 4...4)) {
    node, context in
    let four = Codec<[Double]>.list(of: .number(-1e6...1e6), counts: 4...4, of: "numbers")
      .decode(node, context)
    guard let four, four.count == 4 else { return nil }
    if !(four[2] > 0 && four[3] > 0) {
      context.reportValue(
        .badNumber, "the width and height of the box must be above 0", at: node.headSpan)
      return nil
    }
    return Rect(x: four[0], y: four[1], width: four[2], height: four[3])
  }
}

extension Codec where Value == [TextRun] {
  fileprivate static let runs = list(of: .run, counts: 1...256, of: "runs")
}

extension Codec where Value == TextRun {
  /// A run by itself: its style is put over that of its paragraph by the layer.
  fileprivate static let run = Codec(.object(TextKeys.runTable)) { node, context in
    run(node, context, over: TextStyle())
  }

  fileprivate static func run(
    _ node: YAMLNode, _ context: DecodingContext, over base: TextStyle
  ) -> TextRun? {
    guard
      let fields = Fields(
        node, TextKeys.runTable, context, fallbacks: context.styleChain(of: node),
        hint: "such as { text: week, color: red }")
    else { return nil }
    guard let text = fields.require(TextKeys.runText) else { return nil }
    var run = TextRun(text, style: fields.textStyle(over: base))
    run.provenance = fields.provenance
    return run
  }
}

extension Codec where Value == [Layer] {
  /// Layers, the lowest first.
  static let layers = Codec(
    .list(.anyOf(LayerKeys.kinds.map { .object($0.table) }), counts: 0...10_000)
  ) { node, context in
    list(of: .layer, counts: 0...10_000, of: "layers").decode(node, context)
  }
}

extension Codec where Value == Layer {
  /// A layer of any kind. One with faults in its content is read as an empty group, so that its name
  /// is known.
  static let layer = Codec(.anyOf(LayerKeys.kinds.map { .object($0.table) })) { node, context in
    guard case .mapping(let entries) = node.content else {
      context.reportKind(
        expected: "a layer", found: node, hint: "such as { text: Hello, frame: { x: 20, y: 20 } }")
      return nil
    }
    let given = LayerKeys.kinds.filter { kind in
      kind.keys.contains { node[$0] != nil }
    }
    guard let kind = given.first else {
      let words = LayerKeys.kinds.compactMap(\.keys.first)
      let mistaken = entries.first { Suggestion.nearest(to: $0.key, among: words) != nil }
      if let mistaken {
        Fields.reportUnknown(mistaken, words, context)
      } else {
        context.report(
          .missingKey,
          "\(context.pathText) is no layer: it has none of \(words.joined(separator: ", "))",
          at: node.headSpan, hint: "such as { text: Hello }")
      }
      return nil
    }
    if given.count > 1, let other = given[1].keys.first(where: { node[$0] != nil }),
      let first = kind.keys.first(where: { node[$0] != nil })
    {
      let span = entries.first { $0.key == other }?.keySpan
      context.report(
        .conflictingKeys,
        "\(context.pathText) is one layer: \(first.quoted) and \(other.quoted) exclude one another",
        at: span ?? node.headSpan, hint: "write two layers")
      return nil
    }
    let chain = context.styleChain(of: node)
    guard let fields = Fields(node, kind.table, context, fallbacks: chain) else { return nil }
    var layer = Layer(
      content(fields, kind.keys[0]) ?? .group(GroupContent([])), id: fields[LayerKeys.id],
      frame: fields[LayerKeys.frame] ?? .fill, opacity: fields[LayerKeys.opacity] ?? 1,
      isHidden: fields[LayerKeys.hidden] ?? false, blend: fields[LayerKeys.blend] ?? .normal)
    layer.provenance = fields.provenance
    return layer
  }

  private static func content(_ fields: Fields, _ kind: String) -> Layer.Content? {
    switch kind {
    case TextKeys.text.name: text(fields).map { .text($0) }
    case LayerKeys.image.name: ImageContent(fields, fit: .contain).map { .image($0) }
    case LayerKeys.shape.name: shape(fields).map { .shape($0) }
    case LayerKeys.button.name: button(fields).map { .button($0) }
    case LayerKeys.group.name:
      .group(
        GroupContent(
          fields[LayerKeys.group] ?? [], clips: fields[LayerKeys.clip] ?? false,
          radius: fields[LayerKeys.radius] ?? .zero, blur: fields[LayerKeys.blur] ?? 0))
    default: pager(fields).map { .pager($0) }
    }
  }

  private static func text(_ fields: Fields) -> TextContent? {
    let style = fields.textStyle(over: TextStyle())
    fields.excludes(TextKeys.text, LayerKeys.runs)
    if let node = fields.node(LayerKeys.runs.name) {
      let runs = fields.context.within(.key(LayerKeys.runs.name)) {
        Codec<[TextRun]>.list(
          of: Codec<TextRun>(.object(TextKeys.runTable)) { node, context in
            Codec<TextRun>.run(node, context, over: style)
          }, counts: 1...256, of: "runs"
        ).decode(node, fields.context)
      }
      return runs.map { TextContent(runs: $0, style: style) }
    }
    guard let text = fields[TextKeys.text] else { return nil }
    var run = TextRun(text, style: style)
    run.provenance = Provenance(span: fields.provenance[TextKeys.text.name])
    return TextContent(runs: [run], style: style)
  }

  private static func shape(_ fields: Fields) -> ShapeContent? {
    guard let word = fields[LayerKeys.shape] else { return nil }
    guard let outline = outline(word, fields) else { return nil }
    var stroke = StrokeStyle()
    stroke.width = fields[LayerKeys.strokeWidth] ?? stroke.width
    stroke.join = fields[LayerKeys.join] ?? stroke.join
    stroke.cap = fields[LayerKeys.cap] ?? stroke.cap
    stroke.miterLimit = fields[LayerKeys.miterLimit] ?? stroke.miterLimit
    stroke.dash = fields[LayerKeys.dash] ?? stroke.dash
    stroke.dashOffset = fields[LayerKeys.dashOffset] ?? stroke.dashOffset
    if !stroke.dash.isEmpty && stroke.dash.allSatisfy({ $0 == 0 }) {
      fields.context.within(.key(LayerKeys.dash.name)) {
        fields.context.reportValue(
          .badNumber, "a pattern needs a length above 0",
          at: fields.node(LayerKeys.dash.name)?.headSpan)
      }
    }
    if !fields.has(LayerKeys.fill) && !fields.has(LayerKeys.stroke) {
      fields.context.report(
        .noEffect, "\(fields.context.pathText) draws nothing: it has neither fill nor stroke",
        at: fields.node.headSpan, hint: "add fill: black", severity: .warning)
    }
    return ShapeContent(
      outline, fill: fields[LayerKeys.fill], fillRule: fields[LayerKeys.fillRule] ?? .nonzero,
      stroke: fields[LayerKeys.stroke], strokeStyle: stroke, shadow: fields[LayerKeys.shadow])
  }

  private static func outline(_ word: ShapeWord, _ fields: Fields) -> ShapeOutline? {
    let context = fields.context
    let own: [ShapeWord: [String]] = [
      .rect: [LayerKeys.radius.name], .polygon: [LayerKeys.points.name],
      .star: [LayerKeys.points.name, LayerKeys.inner.name],
      .path: [LayerKeys.path.name, LayerKeys.viewBox.name, LayerKeys.fillRule.name],
    ]
    let special = [
      LayerKeys.radius.name, LayerKeys.points.name, LayerKeys.inner.name, LayerKeys.path.name,
      LayerKeys.viewBox.name,
    ]
    for name in special where own[word]?.contains(name) != true {
      if let span = fields.keySpan(name) {
        context.report(
          .noEffect, "\(name.quoted) has no effect on this shape", at: span,
          hint: "remove it, or check shape: \(word.rawValue)", severity: .warning)
      }
    }
    switch word {
    case .rect: return .rect(radius: fields[LayerKeys.radius] ?? .zero)
    case .ellipse: return .ellipse
    case .polygon:
      switch fields.require(LayerKeys.points) {
      case .count(let count):
        if count >= 3 { return .regularPolygon(count) }
        context.within(.key(LayerKeys.points.name)) {
          context.reportValue(
            .badNumber, "a polygon has 3 corners or more",
            at: fields.node(LayerKeys.points.name)?.span)
        }
        return nil
      case .places(let places): return .polygon(places)
      case nil: return nil
      }
    case .star:
      let inner = fields[LayerKeys.inner] ?? 0.5
      switch fields.has(LayerKeys.points) ? fields[LayerKeys.points] : .count(5) {
      case .count(let count): return .star(points: count, inner: inner)
      case .places:
        context.within(.key(LayerKeys.points.name)) {
          context.reportValue(
            .wrongType, "a star takes a number of points",
            at: fields.node(LayerKeys.points.name)?.headSpan)
        }
        return nil
      case nil: return nil
      }
    case .path:
      guard let data = fields.require(LayerKeys.path) else { return nil }
      return .path(data: data, viewBox: fields[LayerKeys.viewBox])
    }
  }

  private static func button(_ fields: Fields) -> ButtonContent? {
    var base = ButtonContent.defaultStyle
    base.shadow = nil
    let title = fields[LayerKeys.button]
    // The shadow of a button is that of its area.
    var style = fields.textStyle(over: base)
    style.shadow = nil
    guard let title else { return nil }
    return ButtonContent(
      title, style: style, fill: fields[LayerKeys.fill],
      radius: fields[LayerKeys.radius] ?? .zero, shadow: fields[LayerKeys.buttonShadow])
  }

  private static func pager(_ fields: Fields) -> PagerContent? {
    let pager = fields[LayerKeys.pager]
    let pages = fields.require(LayerKeys.pages)
    let control = fields[LayerKeys.pageControl] ?? nil
    guard let pager, let pages else { return nil }
    return PagerContent(pager, pages: pages, pageControl: control)
  }
}

extension ImageContent {
  /// A picture from the fields of an image layer or background.
  init?(_ fields: Fields, fit usual: ImageFit) {
    let path = fields[LayerKeys.image]
    let content = ImageContent(
      path ?? AssetPath(""), fit: fields[LayerKeys.fit] ?? usual,
      position: fields[LayerKeys.position] ?? .center, radius: fields[LayerKeys.radius] ?? .zero,
      tint: fields[LayerKeys.tint], tiling: fields[LayerKeys.tile] ?? .none,
      slices: fields[LayerKeys.slices], shadow: fields[LayerKeys.shadow],
      alt: fields[LayerKeys.alt])
    if path == nil { return nil }
    self = content
  }
}
