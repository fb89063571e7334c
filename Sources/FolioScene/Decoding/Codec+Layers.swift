import FolioGeometry
import FolioRaster

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
  static let polygonPoints = Codec(
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
  static let pathData = Codec(.text()) { node, context in
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
  static let viewBox = Codec(.list(.number(-1e6...1e6), counts: 4...4)) {
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
  static let runs = list(of: .run, counts: 1...256, of: "runs")
}

extension Codec where Value == TextRun {
  /// A run by itself: its style is put over that of its paragraph by the layer.
  static let run = Codec(.object(TextKeys.runTable)) { node, context in
    run(node, context, over: TextStyle())
  }

  static func run(
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
      rotation: kind.keys == [LayerKeys.pager.name] ? 0 : fields[LayerKeys.rotate] ?? 0,
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
      .group(group(fields))
    default: pager(fields).map { .pager($0) }
    }
  }

  private static func group(_ fields: Fields) -> GroupContent {
    func warn(_ key: String, needs other: String) {
      guard let span = fields.keySpan(key) else { return }
      fields.context.report(
        .noEffect, "\(key.quoted) has no effect without \(other)", at: span, hint: "remove it",
        severity: .warning)
    }
    var group = GroupContent(
      fields[LayerKeys.group] ?? [], clips: fields[LayerKeys.clip] ?? false,
      radius: fields[LayerKeys.radius] ?? .zero, blur: fields[LayerKeys.blur] ?? 0)
    if fields.has(LayerKeys.clipPath) {
      group.clipPath = fields[LayerKeys.clipPath].map {
        ClipPath(
          $0, viewBox: fields[LayerKeys.clipBox], rule: fields[LayerKeys.clipRule] ?? .nonzero)
      }
    } else {
      warn(LayerKeys.clipRule.name, needs: LayerKeys.clipPath.name)
      warn(LayerKeys.clipBox.name, needs: LayerKeys.clipPath.name)
    }
    if fields.has(LayerKeys.mask) {
      group.mask = fields[LayerKeys.mask].map {
        LayerMask($0, kind: fields[LayerKeys.maskType] ?? .alpha)
      }
    } else {
      warn(LayerKeys.maskType.name, needs: LayerKeys.mask.name)
    }
    return group
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
    let shadow = fields[LayerKeys.shadow]
    if let shadow, shadow.spread != 0, word != .rect, word != .ellipse {
      fields.context.report(
        .noEffect, "\"spread\" has no effect on this shape",
        at: fields.node(LayerKeys.shadow.name)?.headSpan ?? fields.node.headSpan,
        hint: "remove it; a rect or an ellipse takes it", severity: .warning)
    }
    return ShapeContent(
      outline, fill: fields[LayerKeys.fill], fillRule: fields[LayerKeys.fillRule] ?? .nonzero,
      stroke: fields[LayerKeys.stroke], strokeStyle: stroke, shadow: shadow)
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
    if pager.provenance.contains(PagerKeys.frame.name) {
      fields.context.report(
        .conflictingKeys, "a pager that is a layer lies in the layer's frame",
        at: pager.provenance[PagerKeys.frame.name], hint: "move frame beside pager")
    }
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
