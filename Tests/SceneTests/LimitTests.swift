import Testing

@testable import FolioScene

/// Scenes that keep within the limits of YAML and would still cost much if anything looked at
/// everything for everything.
@Suite("Work is bounded, whatever a scene holds")
struct LimitTests {
  static let head = "folioscope: 1\ncanvas: { width: 9, height: 9, duration: 1s }\n"

  static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map(line).joined()
  }

  static let scenes: [(name: String, text: String)] = [
    ("unknown keys", head + "pages: []\n" + lines(20_000) { "k\($0): 1\n" }),
    ("keys given twice", head + "pages: []\n" + lines(20_000) { _ in "x-a: 1\n" }),
    (
      "a long chain of styles, used by many texts",
      head + "styles:\n" + lines(4_000) { "  s\($0): { style: s\($0 + 1) }\n" }
        + "pages:\n- layers:\n" + lines(2_000) { _ in "  - { text: a, style: s0 }\n" }
    ),
    (
      "many styles, used by many texts",
      head + "styles:\n" + lines(9_000) { "  s\($0): { size: 20 }\n" }
        + "pages:\n- layers:\n" + lines(9_000) { "  - { text: a, style: s\($0) }\n" }
    ),
    (
      "a style of many keys, used by many texts",
      head + "styles:\n  s:\n" + lines(20_000) { "    x-\($0): 1\n" }
        + "pages:\n- layers:\n" + lines(5_000) { _ in "  - { text: a, style: s }\n" }
    ),
    (
      "many variables, used often",
      head + "vars:\n" + lines(9_000) { "  v\($0): a\n" }
        + "pages:\n- layers:\n" + lines(9_000) { "  - { text: '${vars.v\($0)}' }\n" }
    ),
    (
      "a long variable, used often",
      head + "vars: { v: '\(String(repeating: "a", count: 60_000))' }\npages:\n- layers:\n"
        + lines(2_000) { _ in "  - { text: a, alt: '${vars.v}' }\n" }
    ),
    (
      "variables that double",
      head + "vars:\n  v0: aaaa\n" + lines(60) { "  v\($0 + 1): '${vars.v\($0)}${vars.v\($0)}'\n" }
        + "pages: [{ layers: [{ text: '${vars.v60}' }] }]\n"
    ),
    (
      "many steps, many labels",
      head + "pages: []\ntimeline:\n"
        + lines(5_000) { "- { at: \($0)us, marker: m\($0) }\n" }
        .replacing("us,", with: "e-6s,")
    ),
    (
      "many steps that name nothing",
      head + "pages:\n- layers:\n" + lines(5_000) { "  - { text: a, id: l\($0) }\n" }
        + "timeline:\n" + lines(5_000) { "- { at: 0, tap: q\($0) }\n" }
    ),
    (
      "many steps that set values of many layers",
      head + "pages:\n- layers:\n" + lines(5_000) { "  - { text: a, id: l\($0) }\n" }
        + "timeline:\n" + lines(5_000) { _ in "- { at: 0, set: { layer.l4999.fill: red } }\n" }
    ),
    (
      "many insertions",
      head + "pages: { repeat: 4000, page: { id: 'p${n}' } }\ntimeline:\n"
        + lines(4_000) { "- { at: 0, remove: p\($0 + 1) }\n" }
    ),
    (
      "many pages of one name",
      head + "pages:\n" + lines(9_999) { _ in "- { id: a }\n" }
    ),
    (
      "deep groups",
      head + "pages: [{ layers: " + String(repeating: "[{ group: ", count: 28) + "[]"
        + String(repeating: "}]", count: 28) + " }]\n"
    ),
  ]

  @Test(arguments: scenes.map(\.name))
  func `a costly scene is read or refused in bounded time`(name: String) {
    guard let text = LimitTests.scenes.first(where: { $0.name == name })?.text else { return }
    let start = ContinuousClock.now
    let list = faults(text)
    let shown = list.rendered()
    let time = ContinuousClock.now - start
    #expect(shown.split(separator: "\n").count <= 100)
    #expect(list.diagnostics.count <= DiagnosticList.mostKept)
    // Debug builds on a busy machine included; what a missing bound costs is minutes.
    #expect(time < .seconds(60), "\(time)")
  }

  @Test func `what is not kept is still counted`() {
    let list = faults(LimitTests.head + "pages: []\n" + LimitTests.lines(5000) { "k\($0): 1\n" })
    #expect(list.count == 5000 && list.diagnostics.count == 1000)
    #expect(list.rendered().hasSuffix("… and 4980 more; 5000 in all"))
  }

  @Test func `defaults that grow past the limit are refused`() {
    let text =
      LimitTests.head + "defaults:\n  page:\n    layers:\n"
      + LimitTests.lines(100) { _ in "    - { text: a }\n" }
      + "pages:\n" + LimitTests.lines(300) { "- { id: p\($0) }\n" }
    let options = SceneReader.Options(checksFiles: false, limits: YAMLLimits(values: 1000))
    #expect {
      try SceneReader(options: options).read(Array(text.utf8), path: "s.yaml")
    } throws: { error in
      (error as? DiagnosticList)?.diagnostics.map(\.message)
        == ["more than 8000 values once defaults and styles are put in"]
    }
  }

  @Test(arguments: [(9_999, true), (10_000, true), (10_001, false)])
  func `pages are bounded`(count: Int, isAllowed: Bool) {
    let repeated = LimitTests.head + "pages: { repeat: \(count), page: { id: 'p${n}' } }\n"
    let listed = LimitTests.head + "pages:\n" + LimitTests.lines(count) { "- { id: p\($0) }\n" }
    #expect(faults(repeated).isEmpty == isAllowed)
    #expect(faults(listed).isEmpty == isAllowed)
  }

  @Test(arguments: [(8191, true), (8192, true), (8193, false)])
  func `a frame's sides are bounded`(side: Int, isAllowed: Bool) {
    let points = "folioscope: 1\ncanvas: { width: \(side), height: 9, duration: 1s }\npages: []\n"
    let pixels =
      "folioscope: 1\ncanvas: { width: 9, height: 9, pixels: [9, \(side)], duration: 1s }\npages: []\n"
    #expect(faults(points).isEmpty == isAllowed)
    #expect(faults(pixels).isEmpty == isAllowed)
  }

  @Test(arguments: [("999.999s", true), ("1000s", true), ("1000.001s", false)])
  func `frames are counted`(duration: String, isAllowed: Bool) {
    let text =
      "folioscope: 1\ncanvas: { width: 9, height: 9, fps: 1000, duration: \(duration) }\npages: []\n"
    #expect(faults(text).isEmpty == isAllowed)
  }

  @Test(arguments: [("86399s", true), ("86400s", true), ("86401s", false)])
  func `a film lasts a day at most`(duration: String, isAllowed: Bool) {
    let text =
      "folioscope: 1\ncanvas: { width: 9, height: 9, fps: 1, duration: \(duration) }\npages: []\n"
    #expect(faults(text).isEmpty == isAllowed)
  }
}
