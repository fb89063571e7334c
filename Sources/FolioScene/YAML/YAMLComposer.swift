// Events become a tree without recursion: a stack holds the lists and maps that are open. Limits
// are counted as events arrive, so that a hostile text costs no more than the limit allows. Aliases
// share the node they name; what they would cost if written out is added to the count, so a text
// that doubles itself thirty times is refused at the alias that passes the limit.

/// Builds the tree of one YAML document.
struct YAMLComposer {
  /// Reads a document: its root if it has one, and every fault found.
  static func compose(_ file: SourceFile, limits: YAMLLimits) -> (
    root: YAMLNode?, faults: DiagnosticList
  ) {
    if file.bytes.count > limits.bytes {
      let fault = Diagnostic(
        .error, .limit,
        "the file has \(file.bytes.count) bytes; the limit is \(limits.bytes)", path: file.path)
      return (nil, DiagnosticList([fault]))
    }
    let (text, faults) = YAMLText.check(file)
    if !faults.isEmpty { return (nil, DiagnosticList(faults)) }
    var composer = YAMLComposer(text: text, limits: limits)
    do {
      try YAMLEventParser.parse(text.content, longestScalar: limits.scalarBytes) {
        composer.take($0)
      }
    } catch {
      composer.isStopped = true
      composer.record(composer.diagnostic(for: error))
    }
    if composer.root == nil && composer.faults.isEmpty {
      composer.record(
        Diagnostic(
          .error, .emptyValue, "the file holds no scene",
          at: SourceSpan(file: file, from: 0, to: 0)))
    }
    return (
      composer.isStopped ? nil : composer.root,
      DiagnosticList(composer.faults, mainFile: file.path, omitted: composer.omitted)
    )
  }

  private mutating func record(_ fault: Diagnostic) {
    if faults.count < DiagnosticList.mostKept {
      faults.append(fault)
    } else {
      omitted += 1
    }
  }

  /// A list or map whose end has not come yet.
  private struct Open {
    var isMapping: Bool
    var start: Int
    var anchor: String?
    var anchorID = 0
    var items: [YAMLNode] = []
    var entries: [YAMLNode.Entry] = []
    var keys: [ByteString: SourceSpan] = [:]
    var merges: [YAMLNode] = []
    var pendingKey: (text: String, span: SourceSpan, isPlain: Bool)?
    /// The key was refused: its value is read and dropped.
    var dropsValue = false
    var count = 1
    var height = 1
  }

  private enum Anchor {
    case open(id: Int, SourceSpan)
    case closed(YAMLNode)
  }

  private let text: YAMLText
  private let limits: YAMLLimits
  private var stack: [Open] = []
  private var anchors: [ByteString: Anchor] = [:]
  private var anchorSpans: [ByteString: SourceSpan] = [:]
  private var nextAnchorID = 0
  private var values = 0
  private var documents = 0
  private var isStopped = false
  private var root: YAMLNode?
  private var faults: [Diagnostic] = []
  private var omitted = 0

  private init(text: YAMLText, limits: YAMLLimits) {
    self.text = text
    self.limits = limits
  }

  // MARK: - Events

  /// Takes the next event; `false` stops the parser.
  private mutating func take(_ event: YAMLEvent) -> Bool {
    let span = text.span(from: event.start, to: event.end)
    if let tag = event.tag, !YAMLComposer.coreTags.contains(tag) {
      record(
        Diagnostic(
          .error, .unsupportedYAML, "the tag \(tag.quoted) is not used in scenes", at: span,
          hint: "remove it; a value is typed by its key"))
    }
    switch event.kind {
    case .documentStart:
      documents += 1
      if documents > 1 {
        return stop(
          .unsupportedYAML, "a second document starts here; a scene is one document", at: span)
      }
    case .scalar(let value, let isPlain):
      let node = YAMLNode(
        content: .scalar(value, isPlain: isPlain), span: span, count: 1, height: 0)
      if isPendingKey {
        startEntry(key: value, span: span, isPlain: isPlain)
        define(event.anchor, as: node, at: span)
      } else {
        guard count(1, at: span) else { return false }
        define(event.anchor, as: node, at: span)
        append(node)
      }
    case .scalarTooLong(let length):
      return stop(
        .limit, "a text of \(length) bytes; the limit is \(limits.scalarBytes)",
        at: SourceSpan(
          file: span.file, from: span.lowerBound, to: min(span.upperBound, span.lowerBound + 40)))
    case .sequenceStart, .mappingStart:
      if isPendingKey {
        return stop(.unsupportedYAML, "a key is a text, not a list or a map", at: span)
      }
      if stack.count >= limits.nesting {
        return stop(.limit, "lists and maps are nested more than \(limits.nesting) deep", at: span)
      }
      guard count(1, at: span) else { return false }
      var isMapping = false
      if case .mappingStart = event.kind { isMapping = true }
      var open = Open(isMapping: isMapping, start: span.lowerBound, anchor: event.anchor)
      if let anchor = event.anchor {
        nextAnchorID += 1
        open.anchorID = nextAnchorID
        anchors[ByteString(anchor)] = .open(id: nextAnchorID, span)
        anchorSpans[ByteString(anchor)] = span
      }
      stack.append(open)
    case .containerEnd:
      close(at: span.upperBound)
    case .alias(let name):
      return expand(name, at: span)
    }
    return true
  }

  /// The tags of YAML's core schema, which say what a value's key says already.
  private static let coreTags: Set<String> = Set(
    ["str", "int", "float", "bool", "null", "map", "seq"].map { "tag:yaml.org,2002:\($0)" } + ["!"])

  private var isPendingKey: Bool {
    guard let open = stack.last else { return false }
    return open.isMapping && open.pendingKey == nil
  }

  private mutating func expand(_ name: String, at span: SourceSpan) -> Bool {
    let key = ByteString(name)
    switch anchors[key] {
    case nil:
      let known = anchors.keys.map(\.text).sorted()
      return stop(
        .badAlias, "no anchor &\(name) stands before this alias", at: span,
        hint: known.isEmpty ? nil : Suggestion.hint(for: name, among: known))
    case .open(_, let anchorSpan):
      return stop(
        .badAlias, "*\(name) stands inside its own anchor", at: span,
        notes: [Diagnostic.Note("the anchor is here", at: anchorSpan)])
    case .closed(let node):
      if isPendingKey {
        guard case .scalar(let value, _) = node.content else {
          return stop(.unsupportedYAML, "a key is a text, not a list or a map", at: span)
        }
        startEntry(key: value, span: span, isPlain: false)
        return true
      }
      let anchorNote =
        anchorSpans[key].map { [Diagnostic.Note("the anchor is here", at: $0)] } ?? []
      guard count(node.count, at: span, notes: anchorNote) else { return false }
      if stack.count + node.height > limits.nesting {
        return stop(
          .limit, "lists and maps are nested more than \(limits.nesting) deep", at: span,
          notes: anchorNote)
      }
      append(node)
      return true
    }
  }

  // MARK: - Lists and maps

  private mutating func startEntry(key: String, span: SourceSpan, isPlain: Bool) {
    let top = stack.count - 1
    stack[top].pendingKey = (key, span, isPlain)
    stack[top].dropsValue = false
    if isPlain && key == "<<" { return }
    if let first = stack[top].keys[ByteString(key)] {
      stack[top].dropsValue = true
      record(
        Diagnostic(
          .error, .duplicateKey, "the key \(key.quoted) is given twice", at: span,
          hint: "remove one", notes: [Diagnostic.Note("first given here", at: first)]))
    } else {
      stack[top].keys[ByteString(key)] = span
    }
  }

  private mutating func append(_ node: YAMLNode) {
    guard !stack.isEmpty else {
      root = node
      return
    }
    let top = stack.count - 1
    stack[top].count = min(stack[top].count + node.count, limits.values + 1)
    stack[top].height = max(stack[top].height, node.height + 1)
    guard stack[top].isMapping else {
      stack[top].items.append(node)
      return
    }
    guard let key = stack[top].pendingKey else { return }
    stack[top].pendingKey = nil
    if stack[top].dropsValue { return }
    if key.isPlain && key.text == "<<" {
      merge(node, at: key.span)
    } else {
      var value = node
      if node.isEmptyScalar { value.span = emptyValueSpan(after: key.span) ?? node.span }
      stack[top].entries.append(
        YAMLNode.Entry(key: key.text, keySpan: key.span, value: value))
    }
  }

  /// The place just behind the colon of a key, which is where a missing value is missed; libyaml
  /// tells the place of the next token instead.
  private func emptyValueSpan(after key: SourceSpan) -> SourceSpan? {
    let bytes = text.file.bytes
    var place = key.upperBound
    while place < bytes.count && bytes[place] == 0x20 { place += 1 }
    guard place < bytes.count && bytes[place] == UInt8(ascii: ":") else { return nil }
    return SourceSpan(file: text.file, from: place + 1, to: place + 1)
  }

  private mutating func merge(_ node: YAMLNode, at span: SourceSpan) {
    let sources: [YAMLNode]
    if case .sequence(let items) = node.content { sources = items } else { sources = [node] }
    for source in sources {
      if case .mapping = source.content {
        stack[stack.count - 1].merges.append(source)
      } else {
        record(
          Diagnostic(
            .error, .wrongType, "<<: a map or a list of maps is expected, found \(source.kind)",
            at: source.span.isEmpty ? span : source.span, hint: "name one: <<: *anchor"))
      }
    }
  }

  private mutating func close(at end: Int) {
    guard let open = stack.popLast() else { return }
    let span = SourceSpan(file: text.file, from: open.start, to: end)
    var node: YAMLNode
    if open.isMapping {
      // Keys of the map itself win over merged ones, earlier merged maps over later ones.
      var entries = open.entries
      var known = open.keys
      for source in open.merges {
        guard case .mapping(let merged) = source.content else { continue }
        for entry in merged where known[ByteString(entry.key)] == nil {
          known[ByteString(entry.key)] = entry.keySpan
          entries.append(entry)
        }
      }
      node = YAMLNode(
        content: .mapping(entries), span: span, count: open.count, height: open.height)
    } else {
      node = YAMLNode(
        content: .sequence(open.items), span: span, count: open.count, height: open.height)
    }
    if let anchor = open.anchor {
      // An inner value may have taken the name over; then the inner one stays.
      if case .open(open.anchorID, _) = anchors[ByteString(anchor)] {
        anchors[ByteString(anchor)] = .closed(node)
      }
    }
    append(node)
  }

  private mutating func define(_ anchor: String?, as node: YAMLNode, at span: SourceSpan) {
    guard let anchor else { return }
    anchors[ByteString(anchor)] = .closed(node)
    anchorSpans[ByteString(anchor)] = span
  }

  // MARK: - Limits and faults

  private mutating func count(
    _ more: Int, at span: SourceSpan, notes: [Diagnostic.Note] = []
  ) -> Bool {
    values += more
    if values <= limits.values { return true }
    return stop(
      .limit,
      "more than \(limits.values) values"
        + (notes.isEmpty ? "" : " once this alias is written out"), at: span, notes: notes)
  }

  private mutating func stop(
    _ code: Diagnostic.Code, _ message: String, at span: SourceSpan, hint: String? = nil,
    notes: [Diagnostic.Note] = []
  ) -> Bool {
    isStopped = true
    record(Diagnostic(.error, code, message, at: span, hint: hint, notes: notes))
    return false
  }

  private func diagnostic(for failure: YAMLParseFailure) -> Diagnostic {
    let file = text.file
    if failure.isOutOfMemory {
      return Diagnostic(.error, .limit, "not enough memory to read the file", path: file.path)
    }
    guard let index = failure.problemIndex else {
      let offset = file.textStart + failure.problemByte
      return Diagnostic(
        .error, .encoding, failure.problem,
        at: SourceSpan(file: file, from: offset, to: offset + 1))
    }
    let place = text.offset(ofCharacter: index)
    let span = SourceSpan(file: file, from: place, to: place + 1)
    var notes: [Diagnostic.Note] = []
    var message = failure.problem
    var start: Int?
    if let context = failure.context {
      message = "\(context): \(failure.problem)"
      if let contextIndex = failure.contextIndex {
        let contextPlace = text.offset(ofCharacter: contextIndex)
        start = contextPlace
        if contextPlace != place {
          notes.append(
            Diagnostic.Note(
              "it starts here",
              at: SourceSpan(file: file, from: contextPlace, to: contextPlace + 1)))
        }
      }
    }
    var hint = YAMLComposer.hint(for: failure.problem, at: place, in: file)
    if let color = CommentedColor.first(in: file, from: min(start ?? place, place), to: place) {
      hint = "YAML reads \(color.text) as a comment; quote it: '\(color.text)'"
      notes.insert(Diagnostic.Note("the comment starts here", at: color), at: 0)
    }
    return Diagnostic(.error, .syntax, message, at: span, hint: hint, notes: notes)
  }

  /// What would do about a complaint of libyaml.
  private static func hint(for problem: String, at place: Int, in file: SourceFile) -> String? {
    let byte = place < file.bytes.count ? file.bytes[place] : 0
    if problem.contains("cannot start any token") {
      switch byte {
      case UInt8(ascii: "\t"): return "indent with spaces, not tabs"
      case UInt8(ascii: "%"), UInt8(ascii: "@"), UInt8(ascii: "`"):
        return "quote the text: '\(Character(Unicode.Scalar(byte)))…'"
      default: return nil
      }
    }
    if problem.contains("mapping values are not allowed") {
      return "quote a text that holds \": \", and indent the keys of a map alike"
    }
    if problem.contains("Unicode character") {
      return "write the character itself, or \\U and eight digits"
    }
    if problem.contains("expected ',' or '}'") || problem.contains("expected ',' or ']'") {
      return "close the bracket, or separate with a comma"
    }
    return nil
  }
}

extension SourceSpan {
  /// Whether it covers nothing.
  var isEmpty: Bool { lowerBound == upperBound }
}
