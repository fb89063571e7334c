import Foundation
import TestSupport
import Testing

@testable import FolioScene

@Suite("YAML is read with places, within limits, and whole or not at all")
struct YAMLTests {
  func compose(_ text: String, limits: YAMLLimits = YAMLLimits()) -> (
    root: YAMLNode?, faults: [Diagnostic]
  ) {
    compose(bytes: Array(text.utf8), limits: limits)
  }

  func compose(bytes: [UInt8], limits: YAMLLimits = YAMLLimits()) -> (
    root: YAMLNode?, faults: [Diagnostic]
  ) {
    let (root, faults) = YAMLComposer.compose(SourceFile(path: "y", bytes: bytes), limits: limits)
    return (root, faults.diagnostics)
  }

  func spot(_ span: SourceSpan?) -> String {
    guard let span else { return "nowhere" }
    return "\(span.start.line):\(span.start.column)@\(span.start.offset)"
  }

  // MARK: - Places

  @Test func `columns count characters, offsets bytes`() {
    let root = compose("aé: [ü, 😀x, \"ö\"]\nb: c\n").root
    guard case .mapping(let entries)? = root?.content,
      case .sequence(let items) = entries[0].value.content
    else {
      Issue.record("other values")
      return
    }
    #expect(items.map { spot($0.span) } == ["1:6@6", "1:9@10", "1:13@17"])
    #expect(items.map(\.span.text) == ["ü", "😀x", "\"ö\""])
    #expect(spot(entries[1].keySpan) == "2:1@23")
  }

  @Test func `places are right far into a long text`() {
    // 200 lines of many-byte characters, so that the index of characters is used.
    let lines = (0..<200).map { "k\($0): é😀é😀é😀é😀é" }
    let root = compose(lines.joined(separator: "\n")).root
    guard case .mapping(let entries)? = root?.content else { return }
    #expect(entries.count == 200)
    var offset = 0
    for (index, entry) in entries.enumerated() {
      let key = "k\(index)"
      #expect(spot(entry.keySpan) == "\(index + 1):1@\(offset)")
      #expect(spot(entry.value.span) == "\(index + 1):\(key.count + 3)@\(offset + key.count + 2)")
      #expect(entry.value.span.text == "é😀é😀é😀é😀é")
      offset += lines[index].utf8.count + 1
    }
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `lines end as they do on any system`(ending: String) {
    let root = compose(["a: 1", "b: é", "c: 3"].joined(separator: ending)).root
    guard case .mapping(let entries)? = root?.content else {
      Issue.record("no map")
      return
    }
    #expect(entries.map(\.keySpan.start.line) == [1, 2, 3])
    #expect(entries.map(\.keySpan.start.column) == [1, 1, 1])
    #expect(entries[2].value.span.text == "3")
  }

  @Test func `line separators of Unicode inside a line do not shift what follows`() {
    let root = compose("a: \"x\u{2028}y\u{85}z\"\nb: 2\n").root
    guard case .mapping(let entries)? = root?.content else {
      Issue.record("no map")
      return
    }
    #expect(entries[1].keySpan.text == "b")
    #expect(entries[1].keySpan.start.line == 2)
  }

  @Test func `a byte order mark is no character`() {
    let root = compose("\u{FEFF}a: 1").root
    guard case .mapping(let entries)? = root?.content else {
      Issue.record("no map")
      return
    }
    #expect(entries[0].key == "a")
    #expect(spot(entries[0].keySpan) == "1:1@3")
    #expect(spot(entries[0].value.span) == "1:4@6")
  }

  // MARK: - Encodings

  @Test(
    arguments: [
      ([0xFF, 0xFE, 0x61, 0, 0x3A, 0], "UTF-16LE"), ([0xFE, 0xFF, 0, 0x61, 0, 0x3A], "UTF-16BE"),
      ([0x61, 0, 0x3A, 0, 0x20, 0], "UTF-16LE"), ([0, 0x61, 0, 0x3A, 0, 0x20], "UTF-16BE"),
      ([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], "UTF-32LE"),
      ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x61], "UTF-32BE"),
    ] as [([UInt8], String)])
  func `other encodings are named`(bytes: [UInt8], name: String) {
    let faults = compose(bytes: bytes).faults
    #expect(faults.map(\.message) == ["the file is \(name); a scene is UTF-8"])
  }

  @Test(
    arguments: [
      ([0xFF], "0xFF"), ([0xC0, 0xAF], "0xC0"), ([0xE2, 0x82], "0xE2"),
      ([0xED, 0xA0, 0x80], "0xED"),
      ([0xF4, 0x90, 0x80, 0x80], "0xF4"), ([0x80], "0x80"),
    ] as [([UInt8], String)])
  func `bytes that are no character are told with their place`(bytes: [UInt8], name: String) {
    let faults = compose(bytes: Array("a: 1\nbé: '".utf8) + bytes + Array("'\n".utf8)).faults
    #expect(faults.first?.message == "the byte \(name) at offset 11 is not UTF-8")
    #expect(spot(faults.first?.span) == "2:6@11")
  }

  @Test(arguments: [0x00, 0x01, 0x07, 0x1B, 0x7F, 0x9B, 0xFFFE] as [UInt32])
  func `control characters are told with their place`(value: UInt32) {
    guard let scalar = Unicode.Scalar(value) else { return }
    let faults = compose("a: 1\nb: x\(scalar)y\n").faults
    let code = String(value, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: max(0, 4 - code.count)) + code
    #expect(faults.map(\.message) == ["the character U+\(padded) cannot stand in a scene"])
    #expect(spot(faults.first?.span) == "2:5@9")
  }

  // MARK: - Structure

  @Test func `merge keys fill in what a map does not say, the earlier map first`() {
    let root = compose("x: &x { a: 1, b: 1 }\ny: &y { b: 2, c: 2 }\nz: { <<: [*x, *y], a: 0 }\n")
      .root
    guard case .mapping(let entries)? = root?["z"]?.content else {
      Issue.record("no map")
      return
    }
    #expect(entries.map(\.key) == ["a", "b", "c"])
    #expect(entries.map { $0.value.scalarText } == ["0", "1", "2"])
  }

  @Test func `keys are compared byte by byte`() {
    // Composed and decomposed é are the same text to Swift, but two keys.
    let (root, faults) = compose("caf\u{E9}: 1\ncafe\u{301}: 2\n")
    #expect(faults.isEmpty)
    #expect(root?["caf\u{E9}"]?.scalarText == "1")
    #expect(root?["cafe\u{301}"]?.scalarText == "2")
    // The Kelvin sign is K to Swift.
    let kelvin = compose("K: 1\n\u{212A}: 2\n")
    #expect(kelvin.faults.isEmpty)
    #expect(kelvin.root?["K"]?.scalarText == "1")
  }

  @Test func `both places of a key given twice are told`() {
    let faults = compose("a: 1\nb:\n  c: 1\n  c: 2\na: 3\n").faults
    #expect(faults.map { spot($0.span) } == ["4:3@17", "5:1@22"])
    #expect(faults.map { spot($0.notes.first?.span) } == ["3:3@10", "1:1@0"])
  }

  @Test func `an anchor may be used again, and the nearest one counts`() {
    let root = compose("a: &n 1\nb: *n\nc: &n 2\nd: *n\n").root
    #expect(root?["b"]?.scalarText == "1")
    #expect(root?["d"]?.scalarText == "2")
  }

  @Test func `the word null and the like are texts`() {
    let root = compose("a: null\nb: ~\nc: no\nd: 1.10\ne: 12:30\n").root
    #expect(
      ["a", "b", "c", "d", "e"].map { root?[$0]?.scalarText } == [
        "null", "~", "no", "1.10", "12:30",
      ])
  }

  @Test(arguments: [
    ("", "the file holds no scene"), ("# nothing\n", "the file holds no scene"),
    ("a: b\n---\nc: d\n", "a second document starts here; a scene is one document"),
    ("? [a]\n: b\n", "a key is a text, not a list or a map"),
  ])
  func `what is no document is refused`(text: String, message: String) {
    #expect(compose(text).faults.map(\.message) == [message])
  }

  @Test func `a syntax fault names its place, what was being read, and what would do`() {
    let faults = compose("a: 1\nb: { c: #5B6EF5, d: 2 }\ne: 3\n").faults
    #expect(faults.count == 1)
    #expect(faults.first?.code == .syntax)
    #expect(faults.first?.hint == "YAML reads #5B6EF5 as a comment; quote it: '#5B6EF5'")
    #expect(spot(faults.first?.notes.first?.span) == "2:9@13")
    #expect(
      faults.first.map { $0.notes.map(\.message) } == ["the comment starts here", "it starts here"])

    let tab = compose("a:\n\tb: 1\n").faults
    #expect(tab.first?.hint == "indent with spaces, not tabs")
    #expect(spot(tab.first?.span) == "2:1@3")

    let percent = compose("a: %05d\n").faults
    #expect(percent.first?.hint == "quote the text: '%…'")

    let colon = compose("a: b: c\n").faults
    #expect(
      colon.first?.hint == "quote a text that holds \": \", and indent the keys of a map alike")
    #expect(spot(colon.first?.span) == "1:5@4")

    let surrogate = compose(#"a: "\ud83d""#).faults
    #expect(surrogate.first?.hint == "write the character itself, or \\U and eight digits")
  }

  // MARK: - Limits, one below, at, one above

  @Test(arguments: [(63, true), (64, true), (65, false)])
  func `nesting is bounded, in either style and through aliases`(depth: Int, isAllowed: Bool) {
    let flow = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let block = String(repeating: "- ", count: depth) + "x"
    let chain = "x0: &a0 [1]\n"
    let aliases = (1..<max(1, depth - 1)).map { "x\($0): &a\($0) [*a\($0 - 1)]\n" }.joined()
    for text in [flow, block, chain + aliases] {
      let (root, faults) = compose(text)
      #expect((root != nil) == isAllowed)
      #expect(faults.isEmpty == isAllowed)
      if !isAllowed {
        #expect(faults.first?.message == "lists and maps are nested more than 64 deep")
        #expect(faults.first?.span != nil)
      }
    }
  }

  @Test(arguments: [(99_999, true), (100_000, true), (100_001, false)])
  func `values are counted`(count: Int, isAllowed: Bool) {
    let text = "[" + String(repeating: "1,", count: count - 2) + "1]"
    #expect((compose(text).root?.count == count) == isAllowed)
    #expect(compose(text).faults.map(\.message) == (isAllowed ? [] : ["more than 100000 values"]))
  }

  @Test(arguments: [(65_535, true), (65_536, true), (65_537, false)])
  func `a text is bounded`(length: Int, isAllowed: Bool) {
    for quote in ["", "'"] {
      let text = "a: \(quote)\(String(repeating: "x", count: length))\(quote)"
      let faults = compose(text).faults
      #expect(faults.isEmpty == isAllowed)
      if !isAllowed {
        #expect(faults.first?.message == "a text of 65537 bytes; the limit is 65536")
      }
    }
  }

  @Test func `a file is bounded`() {
    let limits = YAMLLimits(bytes: 10)
    #expect(compose("a: 1234567", limits: limits).faults.isEmpty)
    #expect(
      compose("a: 12345678", limits: limits).faults.map(\.message)
        == ["the file has 11 bytes; the limit is 10"])
  }

  // MARK: - Hostile texts

  /// Texts that cost much to a reader without limits.
  static let bombs: [(name: String, text: String)] = [
    ("a mebibyte of [", String(repeating: "[", count: 1 << 20)),
    ("a mebibyte of {", String(repeating: "{", count: 1 << 20)),
    ("a mebibyte of - ", String(repeating: "- ", count: 1 << 19)),
    ("a mebibyte of ? ", String(repeating: "? ", count: 1 << 19)),
    (
      "nine levels of nine aliases",
      "a0: &a0 [x,x,x,x,x,x,x,x,x]\n"
        + (1..<9).map { level in
          let items = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ",")
          return "a\(level): &a\(level) [\(items)]\n"
        }.joined()
    ),
    (
      "merge keys that double",
      "a0: &a0 { k: [1,2,3,4,5,6,7,8] }\n"
        + (1..<40).map { "a\($0): &a\($0) { <<: *a\($0 - 1), x\($0): *a\($0 - 1) }\n" }.joined()
    ),
    ("an alias in its own anchor", "a: &x [*x]\n"),
    ("16 MiB of a flow list", "[" + String(repeating: "1,", count: (16 << 19) - 2) + "]"),
    ("16 MiB in one text", "a: '" + String(repeating: "x", count: (16 << 20) - 10) + "'"),
    ("a million anchors", (0..<600_000).map { "- &a\($0) 1\n" }.joined()),
    ("a mebibyte of quotes", String(repeating: "'", count: (1 << 20) - 1)),
    ("many documents", String(repeating: "---\n", count: 1 << 18)),
    ("a mebibyte of spaces and a tab", String(repeating: " ", count: 1 << 20) + "\t- a"),
    ("a key of a mebibyte", String(repeating: "k", count: 1 << 20) + ": 1"),
  ]

  @Test(arguments: bombs.map(\.name))
  func `hostile texts are refused in bounded time, with a place`(name: String) {
    guard let text = YAMLTests.bombs.first(where: { $0.name == name })?.text else { return }
    let start = ContinuousClock.now
    let (root, faults) = compose(text)
    let time = ContinuousClock.now - start
    #expect(root == nil)
    #expect(faults.count == 1)
    #expect(faults.first?.span != nil)
    // Debug builds on a busy machine included; what a missing limit costs is minutes.
    #expect(time < .seconds(60), "\(time)")
  }
}
