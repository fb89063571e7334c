// The schema is made from the same tables that the reader works with, so a key that is read is a key
// that an editor offers. It says less than the reader checks (colours are any text, names need not
// exist), but never refuses what the reader takes, unless parts of it come from included files, which
// an editor does not see.

/// The JSON Schema of scene files, for editors.
public enum SceneSchema {
  /// The schema (draft 7) as JSON, with a line break at the end.
  ///
  /// A scene names it in its first line:
  /// `# yaml-language-server: $schema=./folioscope.schema.json`.
  public static var json: String {
    var writer = SchemaWriter()
    return writer.document().written() + "\n"
  }
}

/// Turns tables of keys into definitions.
private struct SchemaWriter {
  /// Names of tables whose definition is made or waits to be made, in the order they were met.
  private var names: [String] = []
  private var waiting: [KeyTable] = []
  /// Types defined once, in the order they were met.
  private var types: [(key: String, value: JSONText)] = []

  mutating func document() -> JSONText {
    var members: [(key: String, value: JSONText)] = [
      ("$schema", .string("http://json-schema.org/draft-07/schema#")),
      ("title", .string("Folioscope scene")),
    ]
    members += body(of: SceneKeys.table)
    var definitions: [(key: String, value: JSONText)] = [
      (
        "variable",
        .object([
          ("description", .string("A text with variables, such as ${vars.accent}.")),
          ("type", .string("string")), ("pattern", .string(#"\$\{"#)),
        ])
      )
    ]
    while !waiting.isEmpty {
      let table = waiting.removeFirst()
      definitions.append((SchemaWriter.identifier(table), .object(body(of: table))))
    }
    members.append(("definitions", .object(definitions + types)))
    return .object(members)
  }

  private static func identifier(_ table: KeyTable) -> String {
    let words = table.name.split(separator: " ").map(String.init)
    return words.enumerated().map { index, word in
      index == 0 ? word : word.prefix(1).uppercased() + word.dropFirst()
    }.joined()
  }

  private mutating func body(of table: KeyTable) -> [(key: String, value: JSONText)] {
    var members: [(key: String, value: JSONText)] = [
      ("description", .string(table.summary)), ("type", .string("object")),
    ]
    var properties: [(key: String, value: JSONText)] = []
    for key in table.keys { properties.append((key.name, property(key))) }
    members.append(("properties", .object(properties)))
    let required = table.keys.filter(\.isRequired).map { JSONText.string($0.name) }
    if !required.isEmpty { members.append(("required", .list(required))) }
    if !table.choices.isEmpty {
      members.append(
        (
          "anyOf",
          .list(
            table.choices.map { names in
              .object([("required", .list(names.map { .string($0) }))])
            })
        ))
    }
    members.append(("patternProperties", .object([("^x-", .object([]))])))
    members.append(("additionalProperties", .flag(false)))
    return members
  }

  private mutating func property(_ key: AnyKey) -> JSONText {
    var description = key.summary
    if let usual = key.fallback ?? key.otherwise { description += " Default: \(usual)." }
    var members: [(key: String, value: JSONText)] = [("description", .string(description))]
    let type = type(key.schema())
    if type.count == 1, type[0].key == "$ref" {
      // In draft 7 a reference hides what stands beside it.
      members.append(("allOf", .list([.object(type)])))
    } else {
      members += type
    }
    if let fallback = key.fallback, let value = literal(fallback, of: key) {
      members.append(("default", value))
    }
    let examples = key.examples.compactMap { literal($0, of: key) }
    if !examples.isEmpty { members.append(("examples", .list(examples))) }
    return .object(members)
  }

  /// What is written in a table as a value, if the key takes it; `nil` for prose.
  private func literal(_ text: String, of key: AnyKey) -> JSONText? {
    guard let node = SchemaLiteral.node(text), SchemaLiteral.isAccepted(node, by: key) else {
      return nil
    }
    return SchemaLiteral.json(node)
  }

  // MARK: - Types

  private mutating func type(_ type: SchemaType) -> [(key: String, value: JSONText)] {
    switch type {
    case .text(nil):
      return [("type", .list([.string("string"), .string("number"), .string("boolean")]))]
    case .flag, .number, .positive, .integer, .words, .text:
      return [
        (
          "anyOf",
          .list([.object(plain(type)), .object([("$ref", .string("#/definitions/variable"))])])
        )
      ]
    case .only(let flag): return [("const", .flag(flag))]
    case .tree: return [("type", .string("object"))]
    case .named(let name, let summary, let type):
      if !types.contains(where: { $0.key == name }) {
        types.append((name, .object([])))
        let definition = [(key: "description", value: JSONText.string(summary))] + self.type(type)
        if let index = types.firstIndex(where: { $0.key == name }) {
          types[index].value = .object(definition)
        }
      }
      return [("$ref", .string("#/definitions/\(name)"))]
    case .list(let element, let counts):
      return [
        ("type", .string("array")), ("items", .object(self.type(element))),
        ("minItems", .number(String(counts.lowerBound))),
        ("maxItems", .number(String(counts.upperBound))),
      ]
    case .map(let element):
      return [
        ("type", .string("object")), ("patternProperties", .object([("^x-", .object([]))])),
        ("additionalProperties", .object(self.type(element))),
      ]
    case .object(let table):
      let name = SchemaWriter.identifier(table)
      if !names.contains(name) {
        names.append(name)
        waiting.append(table)
      }
      return [("$ref", .string("#/definitions/\(name)"))]
    case .anyOf(let choices):
      var alternatives: [JSONText] = []
      var hasVariable = false
      for choice in choices {
        switch choice {
        case .flag, .number, .positive, .integer, .words, .text(.some):
          alternatives.append(.object(plain(choice)))
          hasVariable = true
        default: alternatives.append(.object(self.type(choice)))
        }
      }
      if hasVariable {
        alternatives.append(.object([("$ref", .string("#/definitions/variable"))]))
      }
      return [("anyOf", .list(alternatives))]
    }
  }

  /// A scalar type without the variable that may stand for it.
  private func plain(_ type: SchemaType) -> [(key: String, value: JSONText)] {
    func number(_ value: Double) -> JSONText { .number(Codec<Double>.plain(value)) }
    switch type {
    case .number(let range):
      return [
        ("type", .string("number")), ("minimum", number(range.lowerBound)),
        ("maximum", number(range.upperBound)),
      ]
    case .positive(let limit):
      return [
        ("type", .string("number")), ("exclusiveMinimum", .number("0")),
        ("maximum", number(limit)),
      ]
    case .integer(let range):
      return [
        ("type", .string("integer")), ("minimum", .number(String(range.lowerBound))),
        ("maximum", .number(String(range.upperBound))),
      ]
    case .flag: return [("type", .string("boolean"))]
    case .words(let words): return [("enum", .list(words.map { .string($0) }))]
    case .text(let pattern?):
      return [("type", .string("string")), ("pattern", .string(pattern))]
    default: return []
    }
  }
}

/// Values that stand in tables as YAML.
enum SchemaLiteral {
  /// The value of a text, if it is YAML.
  static func node(_ text: String) -> YAMLNode? {
    let file = SourceFile(path: "", bytes: Array(text.utf8))
    let (root, faults) = YAMLComposer.compose(file, limits: YAMLLimits())
    return faults.isEmpty ? root : nil
  }

  /// Whether a key takes a value, when every font and style that it names exists.
  static func isAccepted(_ node: YAMLNode, by key: AnyKey) -> Bool {
    let context = DecodingContext(
      options: SceneReader.Options(checksFiles: false), file: SourceFile(path: "", bytes: []))
    key.accepts(node, context)
    let names: Set<Diagnostic.Code> = [.unknownFont, .unknownStyle, .badVariable]
    return context.faults.allSatisfy { names.contains($0.code) }
  }

  /// The value as an editor would read it: numbers and truth values by YAML's guess.
  static func json(_ node: YAMLNode) -> JSONText {
    switch node.content {
    case .sequence(let items): return .list(items.map { json($0) })
    case .mapping(let entries): return .object(entries.map { ($0.key, json($0.value)) })
    case .scalar(let text, let isPlain):
      if isPlain, text == "true" || text == "false" { return .flag(text == "true") }
      if isPlain, let decimal = DecimalText(text), decimal.double.isFinite,
        text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }), text.first != ".", text.last != ".",
        !(text.first == "0" && text.utf8.count > 1 && !text.hasPrefix("0."))
      {
        return .number(text)
      }
      return .string(text)
    }
  }
}
