import FolioNumerics

// What a value may look like is declared once, as a codec: it decodes a node, and it describes
// itself for the JSON Schema. Keys pair a name with a codec and a sentence; tables of keys are what
// unknown keys are held against. So the reader, its suggestions and the schema cannot disagree.

/// How a value is read, and what it looks like.
struct Codec<Value>: Sendable {
  /// What it looks like. A closure, since layers hold layers.
  let schema: @Sendable () -> SchemaType
  /// Reads a node; `nil` after a fault, which has then been reported.
  let decode: @Sendable (YAMLNode, DecodingContext) -> Value?

  init(
    _ schema: @autoclosure @escaping @Sendable () -> SchemaType,
    decode: @escaping @Sendable (YAMLNode, DecodingContext) -> Value?
  ) {
    self.schema = schema
    self.decode = decode
  }

  func map<Other>(
    _ transform: @escaping @Sendable (Value) -> Other
  ) -> Codec<Other> {
    let schema = schema
    let decode = decode
    return Codec<Other>(schema()) { node, context in decode(node, context).map(transform) }
  }
}

/// What a value looks like, for the JSON Schema.
indirect enum SchemaType: Sendable {
  case text(pattern: String? = nil)
  case number(ClosedRange<Double>)
  /// A number above zero.
  case positive(upTo: Double)
  case integer(ClosedRange<Int>)
  case flag
  /// One truth value alone.
  case only(Bool)
  case words([String])
  case list(SchemaType, counts: ClosedRange<Int>)
  case map(SchemaType)
  case object(KeyTable)
  case anyOf([SchemaType])
  /// A map of anything.
  case tree
  /// A type that the schema defines once, under a name and with a sentence about it.
  case named(String, String, SchemaType)
}

/// A key of a map: its name, its value, and what it means.
struct Key<Value>: Sendable {
  let name: String
  let codec: Codec<Value>
  /// A sentence for people.
  let summary: String
  /// The value it has when it is not given, as it would be written.
  let fallback: String?
  /// What holds when it is not given, in words, where that is no value.
  let otherwise: String?
  /// Values as they would be written.
  let examples: [String]
  let isRequired: Bool

  init(
    _ name: String, _ codec: Codec<Value>, _ summary: String, default fallback: String? = nil,
    otherwise: String? = nil, examples: [String] = [], isRequired: Bool = false
  ) {
    self.name = name
    self.codec = codec
    self.summary = summary
    self.fallback = fallback
    self.otherwise = otherwise
    self.examples = examples
    self.isRequired = isRequired
  }

  /// The key without the type of its value.
  var any: AnyKey {
    let decode = codec.decode
    return AnyKey(
      name: name, schema: codec.schema, summary: summary, fallback: fallback, otherwise: otherwise,
      examples: examples,
      isRequired: isRequired, accepts: { node, context in _ = decode(node, context) })
  }
}

/// A key without the type of its value.
struct AnyKey: Sendable {
  let name: String
  let schema: @Sendable () -> SchemaType
  let summary: String
  let fallback: String?
  let otherwise: String?
  let examples: [String]
  let isRequired: Bool
  /// Decodes a value for the faults it has.
  let accepts: @Sendable (YAMLNode, DecodingContext) -> Void
}

extension [AnyKey] {
  /// The keys, some with another default.
  func defaulting(_ defaults: [String: String]) -> [AnyKey] {
    map { key in
      guard let fallback = defaults[key.name] else { return key }
      return AnyKey(
        name: key.name, schema: key.schema, summary: key.summary, fallback: fallback,
        otherwise: nil, examples: key.examples, isRequired: key.isRequired, accepts: key.accepts)
    }
  }
}

/// The keys of a kind of map.
struct KeyTable: Sendable {
  /// What such a map is called in messages and in the schema.
  let name: String
  let summary: String
  let keys: [AnyKey]
  /// Sets of keys of which one at least must be given, if there are any.
  let choices: [[String]]

  init(_ name: String, _ summary: String, _ keys: [AnyKey], choices: [[String]] = []) {
    self.name = name
    self.summary = summary
    self.keys = keys
    self.choices = choices
  }
}

/// A map whose keys have been held against a table, and from which values are taken by key.
struct Fields {
  let node: YAMLNode
  let context: DecodingContext
  private let table: KeyTable
  /// Maps that give what this one does not, the nearest first.
  private let fallbacks: [YAMLNode]

  /// The map of a node, with its unknown keys reported; `nil`, with a report, if it is no map.
  ///
  /// Keys that begin with `x-` are the user's own.
  init?(
    _ node: YAMLNode, _ table: KeyTable, _ context: DecodingContext, fallbacks: [YAMLNode] = [],
    hint: String? = nil
  ) {
    guard case .mapping(let entries) = node.content else {
      context.reportKind(expected: "a map (\(table.name))", found: node, hint: hint)
      return nil
    }
    self.node = node
    self.context = context
    self.table = table
    self.fallbacks = fallbacks
    for entry in entries {
      if entry.key.hasPrefix("x-") { continue }
      if table.keys.contains(where: { $0.name.utf8.elementsEqual(entry.key.utf8) }) { continue }
      Fields.reportUnknown(entry, table.keys.map(\.name), context)
    }
  }

  static func reportUnknown(
    _ entry: YAMLNode.Entry, _ known: [String], _ context: DecodingContext
  ) {
    if context.isFull {
      context.report(.unknownKey, "", at: entry.keySpan)
      return
    }
    let place = context.pathText
    let near = Suggestion.nearest(to: entry.key, among: known)
    var hint = Suggestion.hint(for: entry.key, among: known)
    if let near {
      let others = known.filter { $0 != near }.prefix(3).joined(separator: ", ")
      if !others.isEmpty { hint += "  (also here: \(others))" }
    }
    context.report(
      .unknownKey, "unknown key \(entry.key.quoted)\(place.isEmpty ? "" : " in \(place)")",
      at: entry.keySpan, hint: hint,
      fixes: near.map { [Diagnostic.Fix(replacing: entry.keySpan, with: $0)] } ?? [])
  }

  /// The node of a key, here or in a fallback.
  func node(_ name: String) -> YAMLNode? {
    node[name] ?? fallbacks.lazy.compactMap { $0[name] }.first
  }

  func has<Value>(_ key: Key<Value>) -> Bool { node(key.name) != nil }

  /// The value of a key; `nil` if it is not given, or after a fault, which has then been reported.
  subscript<Value>(key: Key<Value>) -> Value? {
    guard let value = node(key.name), context.spend(at: value.span) else { return nil }
    return context.within(.key(key.name)) { key.codec.decode(value, context) }
  }

  /// The value of a key that must be given.
  func require<Value>(_ key: Key<Value>, hint: String? = nil) -> Value? {
    if has(key) { return self[key] }
    // A key that was misspelt has been reported.
    if case .mapping(let entries) = node.content,
      entries.contains(where: { entry in
        !table.keys.contains { $0.name.utf8.elementsEqual(entry.key.utf8) }
          && Suggestion.nearest(to: entry.key, among: table.keys.map(\.name)) == key.name
      })
    {
      return nil
    }
    let place = context.pathText
    context.report(
      .missingKey, "\(place.isEmpty ? "the scene" : place) needs the key \(key.name.quoted)",
      at: node.headSpan, hint: hint ?? key.examples.first.map { "such as \(key.name): \($0)" })
    return nil
  }

  /// Reports two keys that exclude one another; `true` if both are given here.
  @discardableResult
  func excludes<A, B>(_ a: Key<A>, _ b: Key<B>) -> Bool {
    guard let first = node[a.name], let second = node[b.name] else { return false }
    let later = first.span.lowerBound < second.span.lowerBound ? b.name : a.name
    let earlier = later == a.name ? b.name : a.name
    let span = keySpan(later) ?? node.headSpan
    context.report(
      .conflictingKeys, "\(a.name.quoted) and \(b.name.quoted) exclude one another", at: span,
      hint: "keep one",
      notes: keySpan(earlier).map { [Diagnostic.Note("the other is here", at: $0)] } ?? [])
    return true
  }

  /// The span of a key's name.
  func keySpan(_ name: String) -> SourceSpan? {
    guard case .mapping(let entries) = node.content else { return nil }
    return entries.first { $0.key.utf8.elementsEqual(name.utf8) }?.keySpan
  }

  /// Where the map and each of its values were written.
  var provenance: Provenance {
    var result = Provenance(span: node.span)
    for key in table.keys {
      if let value = self.node(key.name) { result.note(key.name, at: value.span) }
    }
    return result
  }
}
