import Foundation
import Testing

@testable import FolioScene

@Suite("A fault is shown with its line and a caret, and told to programs in full")
struct DiagnosticTests {
  func diagnostic(_ marked: String, length: Int, hint: String? = nil) -> Diagnostic {
    let offset = Array(marked.utf8).firstRange(of: Array("«".utf8))?.lowerBound ?? 0
    let file = SourceFile(path: "f.yaml", bytes: Array(marked.replacing("«", with: "").utf8))
    return Diagnostic(
      .error, .badText, "wrong", at: SourceSpan(file: file, from: offset, to: offset + length),
      hint: hint)
  }

  @Test func `a word in a line`() {
    #expect(
      diagnostic("a\nkey: «value more\nb", length: 5, hint: "write it so").rendered() == """
        f.yaml:2:6: error: wrong
            2 | key: value more
              |      ^~~~~ write it so
        """)
  }

  @Test func `tabs are kept, so that the caret stands beneath its word`() {
    #expect(
      diagnostic("\tkey:\t«v", length: 1).rendered()
        == "f.yaml:1:7: error: wrong\n    1 | \tkey:\tv\n      | \t    \t^")
  }

  @Test func `wide characters take two columns, combining marks none`() {
    #expect(
      diagnostic("k: 日本e\u{301} «x", length: 1).rendered()
        == "f.yaml:1:9: error: wrong\n    1 | k: 日本e\u{301} x\n      |          ^")
    #expect(
      diagnostic("«日本語", length: 9).rendered()
        == "f.yaml:1:1: error: wrong\n    1 | 日本語\n      | ^~~~~~")
  }

  @Test func `a span over several lines is underlined on its first`() {
    #expect(
      diagnostic("a: «{ b: 1,\n c: 2 }", length: 16).rendered()
        == "f.yaml:1:4: error: wrong\n    1 | a: { b: 1,\n      |    ^~~~~~~")
  }

  @Test func `an empty span, the end of a line and the end of the file`() {
    #expect(
      diagnostic("a:«\nb: 1", length: 0).rendered()
        == "f.yaml:1:3: error: wrong\n    1 | a:\n      |   ^")
    #expect(
      diagnostic("a: 1\n«", length: 0).rendered() == "f.yaml:2:1: error: wrong\n    2 | \n      | ^"
    )
    #expect(
      diagnostic("«", length: 5).rendered() == "f.yaml:1:1: error: wrong\n    1 | \n      | ^")
  }

  @Test func `long lines are cut around the span`() {
    let text = String(repeating: "x", count: 300) + "«here" + String(repeating: "y", count: 300)
    let lines = diagnostic(text, length: 4).rendered().split(separator: "\n")
    #expect(lines[0] == "f.yaml:1:301: error: wrong")
    #expect(
      lines[1]
        == "    1 | …\(String(repeating: "x", count: 50))here\(String(repeating: "y", count: 46))…")
    #expect(lines[2] == "      | \(String(repeating: " ", count: 51))^~~~")
    // A span of a whole long line is cut, too.
    let whole = diagnostic("«" + String(repeating: "z", count: 1000), length: 1000).rendered()
    #expect(whole.split(separator: "\n").allSatisfy { $0.count < 120 })
  }

  @Test func `nothing in a message or line can steer a terminal`() {
    let escape = "\u{1B}[2J"
    let file = SourceFile(path: "f\(escape).yaml", bytes: Array("a: \(escape)\u{202E}".utf8))
    let text = Diagnostic(
      .error, .badText, "wrong \(escape.quoted) \(escape)",
      at: SourceSpan(file: file, from: 3, to: 4), hint: escape
    ).rendered()
    #expect(!text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
    #expect(text.contains(#"wrong "\u{1B}[2J""#))
  }

  @Test func `files that are not UTF-8 can be shown`() {
    let file = SourceFile(path: "f", bytes: [0x61, 0xFF, 0xFE, 0x62])
    let text = Diagnostic(
      .error, .encoding, "wrong", at: SourceSpan(file: file, from: 1, to: 2)
    ).rendered()
    #expect(text == "f:1:2: error: wrong\n    1 | a\u{FFFD}\u{FFFD}b\n      |  ^")
  }

  @Test func `faults are sorted by place, and those of the scene come first`() {
    let main = SourceFile(path: "main", bytes: Array("abcdef".utf8))
    let other = SourceFile(path: "other", bytes: Array("abcdef".utf8))
    func fault(_ file: SourceFile, _ place: Int, _ message: String) -> Diagnostic {
      Diagnostic(.error, .badText, message, at: SourceSpan(file: file, from: place, to: place))
    }
    let list = DiagnosticList(
      [
        fault(other, 1, "d"), fault(main, 4, "c"), fault(main, 2, "a"), fault(main, 2, "b"),
        fault(main, 4, "c"),
      ], mainFile: "main")
    #expect(list.diagnostics.map(\.message) == ["a", "b", "c", "d"])
  }

  @Test func `at most twenty are shown, and the rest is counted`() {
    let lines = (0..<25).map { "x\($0): 1" }.joined(separator: "\n")
    let list = faults(scene(lines))
    #expect(list.count == 25)
    let shown = list.rendered(showsSource: false).split(separator: "\n")
    #expect(shown.count == 21)
    #expect(shown.last == "… and 5 more; 25 in all")
    #expect(list.rendered(limit: 25, showsSource: false).split(separator: "\n").count == 25)
  }

  @Test(
    arguments: [
      ([.syntax], 65), ([.missingFile], 66), ([.unreadableFile], 77), ([.missingFile, .limit], 65),
      ([.missingFile, .unreadableFile], 66), ([], 0),
    ] as [([Diagnostic.Code], Int32)])
  func `the exit status is that of the gravest`(codes: [Diagnostic.Code], status: Int32) {
    let list = DiagnosticList(codes.map { Diagnostic(.error, $0, $0.rawValue) })
    #expect(list.exitStatus == status)
  }

  @Test func `a warning does not stop a scene`() throws {
    let text = scene("", page: "{ layers: [{ shape: rect, points: 3 }] }")
    let document = try SceneReader(options: .init(checksFiles: false))
      .read(Array(text.utf8), path: "s.yaml")
    #expect(
      document.warnings.rendered(showsSource: false) == """
        s.yaml:3:20: warning: pages[0].layers[0] draws nothing: it has neither fill nor stroke; add fill: black
        s.yaml:3:35: warning: "points" has no effect on this shape; remove it, or check shape: rect
        """)
    #expect(document.warnings.exitStatus == 0)
  }

  @Test func `codes are distinct and say whether they stop the scene`() {
    let codes = Diagnostic.Code.allCases.map(\.rawValue)
    #expect(Set(codes).count == codes.count)
    #expect(codes.allSatisfy { $0.utf8.count == 5 && ($0.hasPrefix("E") || $0.hasPrefix("W")) })
    #expect(Diagnostic.Code.unknownKey.rawValue == "E0104")
  }

  @Test func `programs are told everything`() throws {
    let fault = try #require(faults(scene("pager: { lop: tröe }")).diagnostics.first)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = String(decoding: try encoder.encode(fault), as: UTF8.self)
    #expect(
      json == """
        {"code":"E0104","column":10,"endColumn":13,"endLine":4,"endOffset":95,"file":"s.yaml",\
        "fixes":[{"column":10,"endColumn":13,"endLine":4,"endOffset":95,"file":"s.yaml","line":4,\
        "offset":92,"replacement":"loop"}],"hint":"did you mean \\"loop\\"?  (also here: preset, \
        frame, transition)","line":4,"message":"unknown key \\"lop\\" in pager","offset":92,\
        "pointer":"/pager","severity":"error"}
        """)
  }
}
