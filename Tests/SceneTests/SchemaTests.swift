import Foundation
import TestSupport
import Testing

@testable import FolioScene

/// As much of JSON Schema draft 7 as the schema uses, written from the specification and apart from
/// the code that makes it. Words it does not know fail the test.
struct SchemaValidator {
  let root: [String: Any]
  private static let known: Set<String> = [
    "$schema", "title", "description", "definitions", "default", "examples", "type", "enum",
    "const", "pattern",
    "minimum", "maximum", "exclusiveMinimum", "items", "minItems", "maxItems", "properties",
    "required",
    "patternProperties", "additionalProperties", "anyOf", "allOf", "$ref",
  ]

  init(_ json: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
    root = try #require(object as? [String: Any])
  }

  func accepts(_ json: String) throws -> Bool {
    let value = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
    return accepts(value, root)
  }

  private func accepts(_ value: Any, _ schema: [String: Any]) -> Bool {
    if let reference = schema["$ref"] as? String {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      guard let target = (root["definitions"] as? [String: Any])?[name] as? [String: Any] else {
        Issue.record("no definition \(reference)")
        return false
      }
      return accepts(value, target)
    }
    for word in schema.keys where !SchemaValidator.known.contains(word) {
      Issue.record("the validator does not know \(word)")
    }
    if let types = schema["type"] {
      let names = types as? [String] ?? [types as? String ?? ""]
      if !names.contains(where: { isType(value, $0) }) { return false }
    }
    if let words = schema["enum"] as? [String], !words.contains((value as? String) ?? "\u{0}") {
      return false
    }
    if let flag = schema["const"] as? Bool {
      guard isType(value, "boolean"), (value as? Bool) == flag else { return false }
    }
    if let pattern = schema["pattern"] as? String, let text = value as? String {
      guard text.range(of: pattern, options: .regularExpression) != nil else { return false }
    }
    if isType(value, "number"), let number = (value as? NSNumber)?.doubleValue {
      if let limit = (schema["minimum"] as? NSNumber)?.doubleValue, number < limit { return false }
      if let limit = (schema["maximum"] as? NSNumber)?.doubleValue, number > limit { return false }
      if let limit = (schema["exclusiveMinimum"] as? NSNumber)?.doubleValue, number <= limit {
        return false
      }
    }
    if let list = value as? [Any] {
      if let least = schema["minItems"] as? Int, list.count < least { return false }
      if let most = schema["maxItems"] as? Int, list.count > most { return false }
      if let items = schema["items"] as? [String: Any], !list.allSatisfy({ accepts($0, items) }) {
        return false
      }
    }
    if let object = value as? [String: Any] {
      if let required = schema["required"] as? [String], !required.allSatisfy({ object[$0] != nil })
      {
        return false
      }
      let properties = schema["properties"] as? [String: Any] ?? [:]
      let patterns = schema["patternProperties"] as? [String: Any] ?? [:]
      for (key, member) in object {
        if let property = properties[key] as? [String: Any] {
          if !accepts(member, property) { return false }
        } else if patterns.keys.contains(where: {
          key.range(of: $0, options: .regularExpression) != nil
        }) {
          continue
        } else if let others = schema["additionalProperties"] as? [String: Any] {
          if !accepts(member, others) { return false }
        } else if schema["additionalProperties"] as? Bool == false {
          return false
        }
      }
    }
    if let choices = schema["anyOf"] as? [[String: Any]],
      !choices.contains(where: { accepts(value, $0) })
    {
      return false
    }
    if let all = schema["allOf"] as? [[String: Any]], !all.allSatisfy({ accepts(value, $0) }) {
      return false
    }
    return true
  }

  private func isType(_ value: Any, _ name: String) -> Bool {
    switch name {
    case "object": return value is [String: Any]
    case "array": return value is [Any]
    case "string": return value is String
    case "boolean", "number", "integer":
      guard let number = value as? NSNumber, !(value is String) else { return false }
      let isFlag = isBoolean(number)
      if name == "boolean" { return isFlag }
      return !isFlag && (name == "number" || number.doubleValue == number.doubleValue.rounded())
    default: return false
    }
  }

  private func isBoolean(_ number: NSNumber) -> Bool {
    // JSON's truth values come as the encoding of a C bool.
    unsafe String(cString: number.objCType) == "c"
  }
}

@Suite("The schema offers to editors what the reader takes")
struct SchemaTests {
  static let file = "Documentation/folioscope.schema.json"

  /// A scene as an editor sees it, as JSON; `nil` if it is no YAML.
  static func json(_ text: String) -> String? {
    SchemaLiteral.node(text).map { SchemaLiteral.json($0).written() }
  }

  /// All tables, found by walking the types of their keys.
  static var tables: [KeyTable] {
    var found = [SceneKeys.table]
    var index = 0
    func visit(_ type: SchemaType) {
      switch type {
      case .object(let table):
        if !found.contains(where: { $0.name == table.name }) { found.append(table) }
      case .anyOf(let types): types.forEach(visit)
      case .list(let type, _), .map(let type), .named(_, _, let type): visit(type)
      default: break
      }
    }
    while index < found.count {
      found[index].keys.forEach { visit($0.schema()) }
      index += 1
    }
    return found
  }

  @Test func `the committed file is the one that the tables make`() throws {
    let url = ReferenceData.root.appendingPathComponent(SchemaTests.file)
    if ProcessInfo.processInfo.environment["FOLIOSCOPE_WRITE_SCHEMA"] != nil {
      try Data(SceneSchema.json.utf8).write(to: url)
    }
    let committed = try String(decoding: Data(contentsOf: url), as: UTF8.self)
    #expect(
      committed == SceneSchema.json,
      "write it anew: FOLIOSCOPE_WRITE_SCHEMA=1 swift test --filter SchemaTests")
  }

  @Test func `every key says what it means, and its examples and default are what it takes`() {
    let tables = SchemaTests.tables
    #expect(tables.count > 35)
    for table in tables {
      #expect(Set(table.keys.map(\.name)).count == table.keys.count, "\(table.name)")
      #expect(table.summary.hasSuffix("."))
      for choice in table.choices {
        #expect(choice.allSatisfy { name in table.keys.contains { $0.name == name } })
      }
      for key in table.keys {
        #expect(key.summary.hasSuffix("."), "\(table.name).\(key.name)")
        for example in key.examples + [key.fallback].compactMap({ $0 }) {
          guard let node = SchemaLiteral.node(example) else {
            Issue.record("\(table.name).\(key.name): \(example) is no YAML")
            continue
          }
          #expect(SchemaLiteral.isAccepted(node, by: key), "\(table.name).\(key.name): \(example)")
        }
      }
    }
  }

  @Test func `the example scenes are valid`() throws {
    let validator = try SchemaValidator(SceneSchema.json)
    for text in Examples.all { #expect(try validator.accepts(SchemaTests.json(text) ?? "")) }
  }

  /// Scenes that the reader takes.
  static let valid: [String] = [
    scene(
      "pager: { itemSize: 80%, pagesPerFling: auto, autoplay: 4s, easing: { spring: { stiffness: 120, damping: 22 } } }"
    ),
    scene(
      "pager: { itemSize: [60%, 200], pagesPerFling: 3, autoplay: false, easing: [0, 0, 1, 1], duration: 9f }"
    ),
    scene(
      "pager: { preset: dlpageview, frame: { x: 0, y: 64, w: 320, h: 100 }, transition: { kind: curl, spine: mid } }"
    ),
    scene(
      "pageControl: { frame: { x: 0, y: 100%-24, w: 100%, h: 24 }, updates: continuous, background: '#00000040' }"
    ),
    scene("pageControl: false\nbehind: [{ shape: rect, fill: red }]\nabove: []"),
    scene(
      "",
      page:
        "{ background: { radial: [red, { color: blue, at: 30% }, 000000], center: [50%, 20], radius: 50% } }"
    ),
    scene(
      "", page: "{ background: { image: a.png, fit: contain, position: top-left }, dwell: 6s }"),
    scene(
      "",
      page:
        "{ background: { conic: [red, blue], angle: 20 }, caption: { text: 12, inset: 4, position: top } }"
    ),
    scene(
      "",
      page: "{ layers: [{ runs: [{ text: a }, { text: b, color: red, weight: 700 }], size: 20 }] }"),
    scene(
      "",
      page:
        "{ layers: [{ shape: star, points: 7, inner: 0.4, fill: gold, stroke: black, strokeWidth: 2, join: round, dash: [4, 2] }] }"
    ),
    scene(
      "",
      page:
        "{ layers: [{ shape: polygon, points: [[0, 0], [100%, 0], [50%, safe-4]], fill: red, shadow: { blur: 4 } }] }"
    ),
    scene(
      "",
      page:
        "{ layers: [{ shape: path, path: M0 0 L1 1, viewBox: [0, 0, 10, 10], fill: red, fillRule: evenodd }] }"
    ),
    scene(
      "",
      page:
        "{ layers: [{ group: [{ text: a }, { group: [] }], clip: true, radius: [1, 2, 3, 4], blend: multiply }] }"
    ),
    scene(
      "",
      page:
        "{ layers: [{ pager: { axis: vertical }, pages: [{ id: x }, { id: y }], pageControl: true, id: inner }] }"
    ),
    scene(
      "",
      page:
        "{ layers: [{ image: a.png, tint: red, tile: mirror, slices: [1, 2], alt: no, hidden: true }] }"
    ),
    scene(
      "timeline:\n  - { at: 0, touches: { file: t.csv, scale: 2 } }\n  - { after: previous, delay: 3f, pause: true, label: l }\n  - { after: l, delay: 0.5, resume: true }"
    ),
    scene(
      "timeline:\n  - { at: 0, down: [1, 1] }\n  - { at: 0.1s, move: [2, 2] }\n  - { at: 0.2s, up: true }\n  - { at: 0.3s, resize: { width: 100, height: 50, over: 0.2s } }"
    ),
    scene(
      "timeline:\n  - { at: 0, set: { canvas.background: red, pager.loop: true }, over: 0.3s, ease: linear }\n  - { at: 0.5s, insert: { at: 1, pages: [{ id: n, background: red }] } }\n  - { at: 0.6s, goto: { page: n, via: through, direction: shortest } }"
    ),
    scene(
      "timeline:\n  - { at: 0.1s, flick: { direction: up, velocity: 900 } }\n  - { at: 0.4s, tap: { point: [3, 3], allowMiss: true } }\n  - { at: 0.5s, autoplay: { every: 1s, atEnd: rewind } }\n  - { at: 0.6s, reload: true }"
    ),
    scene(
      "fonts: { a: a.ttf, b: [a.ttf, { file: b.ttc, index: 1, axes: { wght: 600 } }] }\nx-note: [1, { a: 2 }]\nstyles: { h1: { font: a, size: 20 } }"
    ),
    scene(
      "vars: { size: 20, on: true }",
      page:
        "{ layers: [{ text: '${vars.size}', size: '${vars.size}', hidden: '${vars.on}', weight: '${vars.size}0' }] }"
    )
    .replacing("weight: '${vars.size}0'", with: "weight: '5${vars.size}'").replacing(
      "size: 20", with: "size: 30"),
    "folioscope: 1\ncanvas: { device: ipad, pixels: [100, 200], fit: cover, fps: 24000/1001, duration: 48f }\npages: []\noutput: { png: { level: small }, holdLast: 2s, alpha: auto, start: 5, includeEnd: true }\n",
    "folioscope: 1\ncanvas: { width: 9, height: 9, safeArea: [1, 2, 3, 4], duration: 1 }\npages: { repeat: 3, page: { id: 'q${n}' } }\n",
  ]

  @Test(arguments: valid)
  func `what the reader takes, the schema takes`(text: String) throws {
    #expect(faults(text).errors.isEmpty, "\(faults(text))")
    let json = try #require(SchemaTests.json(text))
    #expect(try SchemaValidator(SceneSchema.json).accepts(json))
  }

  /// Kinds of faults that a schema can see.
  static let visible: Set<Diagnostic.Code> = [
    .unknownKey, .wrongType, .unknownWord, .emptyValue, .unknownDevice,
  ]

  @Test func `unknown keys and words and values of another kind are refused by both`() throws {
    let validator = try SchemaValidator(SceneSchema.json)
    var refused = 0
    let cases = ErrorTests.keys + ErrorTests.numbers + ErrorTests.words + ErrorTests.timeline
    for test in cases {
      let text = Marked(test.marked).text
      let codes = faults(text).errors.map(\.code)
      guard let json = SchemaTests.json(text) else { continue }
      let isValid = try validator.accepts(json)
      if !isValid { refused += 1 }
      if codes.contains(.unknownKey) || codes.contains(.unknownWord)
        || codes.contains(.unknownDevice)
      {
        // Paths of set, places by name and named curves are checked too; a text is any text.
        #expect(!isValid || text.contains("set:"), "\(text)")
      }
    }
    #expect(refused > 40, "\(refused)")
  }
}
