import FolioGeometry
import FolioNumerics
import FolioRaster

/// Keys of a scene file.
enum SceneKeys {
  static let version = Key(
    "folioscope", .integer(1...1), "The version of the format.", examples: ["1"],
    isRequired: true)
  static let schema = Key("$schema", .text, "The schema, for editors; ignored.")
  static let name = Key(
    "name", .sceneName, "Its name; the manifest and the default folder carry it.",
    otherwise: "the file's name", examples: ["walkthrough"])
  static let canvas = Key(
    "canvas", .canvas, "The frame of the film.", examples: ["{ device: iphone-16, fps: 30 }"])
  static let locale = Key(
    "locale", .name, "The language of its texts as a BCP 47 tag.", examples: ["ar"])
  static let direction = Key(
    "direction", Codec<LayoutDirection>.word, "The direction in which texts and pages run.",
    default: "ltr")
  static let fonts = Key(
    "fonts", .fonts, "Fonts by id: a file, or files in the order they are asked for a character.",
    examples: ["{ head: fonts/Head-Bold.ttf }"])
  static let styles = Key(
    "styles", .styles, "Named text styles.", examples: ["{ h1: { size: 30, color: white } }"])
  static let defaults = Key(
    "defaults", .defaults, "Keys that each page and caption has unless it gives them itself.",
    examples: ["{ caption: { height: 30 } }"])
  static let vars = Key(
    "vars", .tree, "Values for ${vars.NAME} in texts.", examples: ["{ accent: 0B7285 }"])
  static let strings = Key(
    "strings", .tree, "Texts for ${strings.NAME}: a map, or { file: PATH }.",
    examples: ["{ file: strings/ar.yaml }"])
  static let include = Key(
    "include", .includes, "Files merged first, whose keys apply where this file has none.",
    examples: ["[shared/styles.yaml]"])
  static let pager = Key("pager", .pager, "How the pager behaves.", examples: ["{ loop: true }"])
  static let pages = Key(
    "pages", .pages, "Its pages: a list, or one page repeated.",
    examples: ["[{ id: plan, background: white }]"])
  static let pageControl = Key(
    "pageControl", .pageControl, "Its page control.", otherwise: "none", examples: ["true"])
  static let behind = Key(
    "behind", .layers, "Layers of the canvas beneath the pager, the lowest first.",
    default: "[]")
  static let above = Key(
    "above", .layers, "Layers of the canvas above the pager, the lowest first.", default: "[]")
  static let timeline = Key("timeline", .timeline, "What happens, in order.", default: "[]")
  static let output = Key(
    "output", .output, "Where and how frames are written.", examples: ["{ dir: out/banner }"])

  static let table = KeyTable(
    "scene", "A paged interface and what happens to it.",
    [
      version.any, name.any, canvas.any, fonts.any, styles.any, defaults.any, vars.any,
      strings.any, locale.any, direction.any, include.any, pager.any, pages.any,
      pageControl.any, behind.any, above.any, timeline.any, output.any, schema.any,
    ],
    choices: [[include.name], [canvas.name, pages.name]])

  static let fontFile = Key(
    "file", .asset(.font), "The file.", examples: ["fonts/Head.ttc"], isRequired: true)
  static let fontIndex = Key(
    "index", .integer(0...65_535), "Which font of a collection, from 0.", default: "0")
  static let fontAxes = Key(
    "axes", .axes, "Values on the axes of a variable font, by tag.", examples: ["{ wght: 600 }"])
  static let fontTable = KeyTable(
    "font file", "A file of a font.", [fontFile.any, fontIndex.any, fontAxes.any])

  static let defaultPage = Key("page", .page, "Keys of each page.")
  static let defaultCaption = Key(
    "caption", .captionDefaults, "Keys of each caption.", examples: ["{ height: 30, size: 14 }"])
  static let defaultsTable = KeyTable(
    "defaults", "Keys that each page and caption has unless it gives them itself.",
    [defaultPage.any, defaultCaption.any])

  static let stringsFile = Key("file", .text, "A YAML file of texts; ${locale} may stand in it.")
}

extension Codec where Value == String {
  fileprivate static let sceneName = Codec(.text()) { node, context in
    guard let text = name.decode(node, context) else { return nil }
    if text.contains("/") || text.hasPrefix(".") || text.hasPrefix("-") {
      context.reportValue(
        .badText, "\(text.quoted) cannot name a folder", at: node.span,
        hint: "leave out slashes, and a dot or hyphen at the start")
      return nil
    }
    return text
  }
}

extension Codec where Value == [String] {
  /// Paths of files to include; they are read before anything is decoded.
  static let includes = Codec(.anyOf([.text(), .list(.text(), counts: 0...64)])) { node, context in
    if node.isSequence {
      return list(of: .text, counts: 0...64, of: "paths").decode(node, context)
    }
    return Codec<String>.text.decode(node, context).map { [$0] }
  }
}

extension Codec where Value == YAMLNode {
  /// A map of anything.
  fileprivate static let tree = Codec(.tree) { node, context in
    if node.isMapping { return node }
    context.reportKind(expected: "a map", found: node)
    return nil
  }
}

extension Codec where Value == [FontAxis] {
  fileprivate static let axes = Codec(.map(.number(-100_000...100_000))) { node, context in
    guard case .mapping(let entries) = node.content else {
      context.reportKind(expected: "a map of axes", found: node, hint: "such as { wght: 600 }")
      return nil
    }
    return entries.compactMap { entry in
      context.within(.key(entry.key)) {
        if entry.key.utf8.count != 4 || !entry.key.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
          context.reportValue(
            .badText, "an axis has a tag of four letters", at: entry.keySpan,
            hint: "such as wght, wdth, opsz")
          return nil
        }
        return Codec<Double>.number(-100_000...100_000).decode(entry.value, context).map {
          FontAxis(entry.key, $0)
        }
      }
    }
  }
}

extension Codec where Value == FontSource {
  fileprivate static let fontSource = Codec(.anyOf([.text(), .object(SceneKeys.fontTable)])) {
    node, context in
    guard node.isMapping else {
      return Codec<AssetPath>.asset(.font).decode(node, context).map { FontSource($0) }
    }
    guard let fields = Fields(node, SceneKeys.fontTable, context) else { return nil }
    let index = fields[SceneKeys.fontIndex] ?? 0
    let axes = fields[SceneKeys.fontAxes] ?? []
    return fields.require(SceneKeys.fontFile).map { FontSource($0, index: index, axes: axes) }
  }
}

extension Codec where Value == [FontFamily] {
  fileprivate static let fonts = Codec(
    .map(
      .anyOf([
        .text(), .object(SceneKeys.fontTable),
        .list(.anyOf([.text(), .object(SceneKeys.fontTable)]), counts: 1...64),
      ]))
  ) { node, context in
    guard case .mapping(let entries) = node.content else {
      context.reportKind(
        expected: "a map of fonts", found: node, hint: "such as { head: fonts/Head-Bold.ttf }")
      return nil
    }
    return entries.filter { !$0.key.hasPrefix("x-") }.compactMap { entry in
      context.within(.key(entry.key)) {
        let sources: [FontSource]?
        if entry.value.isSequence {
          sources = Codec<[FontSource]>.list(of: .fontSource, counts: 1...64, of: "fonts")
            .decode(entry.value, context)
        } else {
          sources = Codec<FontSource>.fontSource.decode(entry.value, context).map { [$0] }
        }
        guard let sources else { return nil }
        var family = FontFamily(entry.key, sources)
        family.provenance = Provenance(span: entry.value.headSpan)
        return family
      }
    }
  }
}

extension Codec where Value == [TextStyle] {
  /// Named styles, read for their faults; texts look them up as they were written.
  fileprivate static let styles = Codec(.map(.object(TextKeys.styleTable))) { node, context in
    guard case .mapping(let entries) = node.content else {
      context.reportKind(
        expected: "a map of styles", found: node, hint: "such as { h1: { size: 30 } }")
      return nil
    }
    return entries.filter { !$0.key.hasPrefix("x-") }.compactMap { entry in
      context.within(.key(entry.key)) { Codec<TextStyle>.style.decode(entry.value, context) }
    }
  }
}

extension Codec where Value == Void {
  /// Defaults, read for their faults; pages and captions look them up as they were written.
  fileprivate static let defaults = Codec(.object(SceneKeys.defaultsTable)) { node, context in
    guard
      let fields = Fields(
        node, SceneKeys.defaultsTable, context, hint: "such as { caption: { height: 30 } }")
    else { return nil }
    let count = context.pageCount
    _ = fields[SceneKeys.defaultPage]
    context.pageCount = count
    return fields[SceneKeys.defaultCaption]
  }

  fileprivate static let captionDefaults = Codec(.object(CaptionKeys.table)) { node, context in
    guard case .mapping(let entries) = node.content else {
      context.reportKind(
        expected: "a map (caption)", found: node, hint: "such as { height: 30 }")
      return nil
    }
    // A text of its own is the one thing that defaults need not have.
    var whole = node
    if node["text"] == nil {
      let text = YAMLNode(
        content: .scalar("-", isPlain: false), span: node.headSpan, count: 1, height: 0)
      whole.content = .mapping(
        entries + [YAMLNode.Entry(key: "text", keySpan: node.headSpan, value: text)])
    }
    return Codec<Caption>.caption.decode(whole, context).map { _ in () }
  }
}

extension Scene {
  /// Decodes a scene from the root of its file; `nil` if a part without which there is no scene has
  /// faults. All faults are in the context.
  static func decode(_ root: YAMLNode, _ context: DecodingContext) -> Scene? {
    guard root.isMapping else {
      context.reportKind(
        expected: "a map", found: root, hint: "a scene begins with folioscope: 1")
      return nil
    }
    if let version = root[SceneKeys.version.name], let text = version.scalarText,
      let number = DecimalText(text)?.integer, number > 1
    {
      context.report(
        .version, "the scene is of format \(number); this Folioscope reads format 1",
        at: version.span, hint: "use a newer Folioscope")
      return nil
    }
    guard let fields = Fields(root, SceneKeys.table, context) else { return nil }
    _ = fields.require(SceneKeys.version, hint: "begin with folioscope: 1")
    _ = fields[SceneKeys.schema]
    _ = fields[SceneKeys.include]
    let locale = context.options.locale ?? fields[SceneKeys.locale]
    let name = fields[SceneKeys.name] ?? Scene.name(of: context.file.path)

    if let locale { context.variables.append(("locale", .text(locale))) }
    if let vars = context.variables(fields[SceneKeys.vars], at: root) {
      context.variables.append(("vars", .node(vars)))
    }
    if fields.has(SceneKeys.strings), let strings = context.strings(fields) {
      context.variables.append(("strings", strings))
    }

    let canvas = fields.require(SceneKeys.canvas)
    if case .mapping(let entries)? = fields.node(SceneKeys.fonts.name)?.content {
      context.fontIDs = entries.map(\.key).filter { !$0.hasPrefix("x-") }
    }
    if case .mapping(let entries)? = fields.node(SceneKeys.styles.name)?.content {
      let known = TextKeys.styleTable.keys.map(\.name)
      context.styles = entries.map { ($0.key, $0.value.filtered(to: known)) }
    }
    if let defaults = fields.node(SceneKeys.defaults.name) {
      context.defaultPage = defaults[SceneKeys.defaultPage.name]?
        .filtered(to: PageKeys.table.keys.map(\.name))
      context.defaultCaption = defaults[SceneKeys.defaultCaption.name]?
        .filtered(to: CaptionKeys.table.keys.map(\.name))
    }
    let fonts = fields[SceneKeys.fonts] ?? []
    _ = fields[SceneKeys.styles]
    _ = fields[SceneKeys.defaults]
    let pager = fields[SceneKeys.pager] ?? PagerDescription()
    context.autoplay = pager.autoplay
    let pages = fields.require(SceneKeys.pages, hint: "a list of pages; [] for none")
    let behind = fields[SceneKeys.behind] ?? []
    let above = fields[SceneKeys.above] ?? []
    let pageControl = fields[SceneKeys.pageControl] ?? nil
    let timeline = fields[SceneKeys.timeline] ?? []
    let output = fields[SceneKeys.output] ?? OutputDescription()
    let direction = fields[SceneKeys.direction] ?? .leftToRight
    guard let pages else { return nil }
    var scene = Scene(
      name: name, canvas: canvas ?? CanvasDescription(size: Size(width: 1, height: 1)),
      locale: locale, direction: direction, fonts: fonts, pager: pager, pages: pages,
      spares: context.spares, pageControl: pageControl, behind: behind, above: above,
      timeline: timeline, output: output)
    scene.provenance = fields.provenance
    return scene
  }

  /// The name of a scene whose file says none: the file's, without its extensions.
  private static func name(of path: String) -> String {
    var name = FileProbe.lastComponent(of: path)
    for ending in [".folio.yaml", ".folio.yml", ".folio.json", ".yaml", ".yml", ".json"]
    where name.hasSuffix(ending) && name.utf8.count > ending.utf8.count {
      name.removeLast(ending.count)
      break
    }
    return name.isEmpty ? "scene" : name
  }
}

extension DecodingContext {
  /// The variables with those of the options in place of their own.
  fileprivate func variables(_ written: YAMLNode?, at root: YAMLNode) -> YAMLNode? {
    guard !options.variables.isEmpty else { return written }
    var entries: [YAMLNode.Entry] = []
    if case .mapping(let own)? = written?.content { entries = own }
    for (name, value) in options.variables {
      guard let index = entries.firstIndex(where: { $0.key.utf8.elementsEqual(name.utf8) }) else {
        report(
          .badVariable, "the scene has no variable \(name.quoted) to set", at: nil,
          hint: Suggestion.hint(for: name, among: entries.map(\.key)))
        continue
      }
      // Texts from outside are taken as they are: a ${ in them stands for itself.
      entries[index].value.content = .scalar(Self.escaped(value), isPlain: false)
      entries[index].value.count = 1
      entries[index].value.height = 0
    }
    guard var node = written else { return nil }
    node.content = .mapping(entries)
    return node
  }

  private static func escaped(_ text: String) -> String {
    var result: [UInt8] = []
    let bytes = Array(text.utf8)
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "$") && index + 1 < bytes.count
        && bytes[index + 1] == UInt8(ascii: "{")
      {
        result.append(byte)
      }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The texts of the scene: written in it, or in a file.
  fileprivate func strings(_ fields: Fields) -> Variable? {
    guard let node = fields[SceneKeys.strings] else { return nil }
    guard case .mapping(let entries) = node.content, entries.count == 1,
      let path = node[SceneKeys.stringsFile.name], case .scalar = path.content
    else { return .node(node) }
    return within(.key(SceneKeys.strings.name)) {
      within(.key(SceneKeys.stringsFile.name)) {
        guard let text = text(path, expected: "the path of a file of strings"),
          let asset = asset(text, .yaml, at: path.span), options.checksFiles,
          let document = document(asset.resolved, written: text, at: path.span)
        else { return .names }
        return .node(document)
      }
    }
  }

  /// The root of another YAML file.
  func document(_ path: String, written: String, at span: SourceSpan) -> YAMLNode? {
    do throws(FileProbe.ReadFault) {
      let bytes = try FileProbe.read(path, limit: options.limits.bytes)
      let source = SourceFile(path: path, bytes: bytes)
      if !sources.contains(source) { sources.append(source) }
      let (root, found) = YAMLComposer.compose(source, limits: options.limits)
      append(found)
      guard let root else { return nil }
      if root.isMapping { return root }
      reportKind(expected: "a map", found: root)
      return nil
    } catch {
      switch error {
      case .kind(let kind):
        reportValue(
          kind == .forbidden ? .unreadableFile : .missingFile,
          "\(written) cannot be read: it is \(kind.name)", at: span)
      case .tooLarge(let bytes):
        reportValue(
          .limit, "\(written) has \(bytes) bytes; the limit is \(options.limits.bytes)", at: span)
      }
      return nil
    }
  }
}
