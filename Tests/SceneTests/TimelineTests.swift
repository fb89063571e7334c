import FolioGeometry
import FolioNumerics
import FolioRaster
import Testing

@testable import FolioScene

@Suite("A timeline that can be played is taken, and one made in code is checked alike")
struct TimelineTests {
  @Test(arguments: [
    // A drag is over when its finger has stood still; the next touch may begin at that moment.
    "  - { at: 1s, drag: { path: [[0, 0], [9, 9]], over: 1s, hold: 0.5s } }\n  - { at: 2.5s, tap: go }",
    // A flick's finger is down for 100 ms.
    "  - { at: 1s, flick: left }\n  - { at: 1.1s, flick: left }",
    // A drag may be taken away by the system.
    "  - { at: 1s, drag: { path: [[0, 0], [9, 9]], over: 1s } }\n  - { at: 1.5s, cancel: true }\n  - { at: 1.6s, tap: go }",
    "  - { at: 1s, down: [1, 1] }\n  - { at: 1.1s, move: [2, 2] }\n  - { at: 1.2s, up: [3, 3] }\n  - { at: 1.2s, tap: go }",
    // What follows `settled` is compared with the start by the player alone.
    "  - { at: 1s, flick: left }\n  - { after: settled, flick: left }\n  - { at: 1.5s, marker: m }",
    "  - { at: 1s, wait: 1s }\n  - { at: 2s, tap: go }",
    "  - { at: 1s, marker: m }\n  - { after: m, delay: 0.5s, tap: go }\n  - { after: previous, tap: go }",
    "  - { at: 1s, tap: go, label: tapped }\n  - { after: tapped, tap: go }",
    "  - { at: 1s, reload: { pages: [c, a] } }\n  - { at: 2s, goto: c }\n  - { at: 2s, goto: 1 }",
    "  - { at: 1s, remove: [a, b] }\n  - { at: 2s, insert: { at: 1, pages: [b, { id: d }] } }\n  - { at: 2s, goto: d }",
    "  - { at: 1s, tap: [3, 3] }\n  - { at: 1s, tap: { target: go, allowMiss: true } }",
    "  - { at: 1s, set: { layer.go.fill: red, layer.go.text: Stop, canvas.background: black } }",
  ])
  func `taken`(steps: String) {
    let list = faults(ErrorTests.script(steps + "\n  - { after: previous, delay: 1s, end: true }"))
    #expect(list.isEmpty, "\(list)")
  }

  @Test func `pagers that are layers have pages and steps of their own`() throws {
    let text = """
      folioscope: 1
      canvas: { width: 320, height: 180 }
      pages: [{ id: a }]
      above:
        - pager: { axis: vertical, loop: true }
          id: ticker
          frame: { y: 20, h: 40 }
          pages: [{ id: one }, { id: two }]
          pageControl: true
      timeline:
        - { at: 1s, goto: two, pager: ticker }
        - { at: 2s, tap: pageControl.right, pager: ticker }
        - { at: 3s, end: true }
      """
    let scene = try read(text)
    guard case .pager(let content) = scene.above[0].content else {
      Issue.record("no pager")
      return
    }
    #expect(content.pager.axis == .vertical && content.pager.loops)
    #expect(content.pages.map(\.id) == ["one", "two"] && content.pageControl != nil)
    #expect(scene.timeline[0].pager == "ticker")
    let wrong = text.replacing("goto: two, pager", with: "goto: a, pager")
    #expect(
      faults(wrong).rendered(showsSource: false)
        == #"s.yaml:11:21: error: goto: no page "a"; known: one, two"#)
    let framed = text.replacing("axis: vertical,", with: "frame: { x: 1 },")
    #expect(
      faults(framed).rendered(showsSource: false)
        == "s.yaml:5:21: error: a pager that is a layer lies in the layer's frame; move frame beside pager"
    )
  }

  @Test func `pages written inside steps are kept until they are brought in`() throws {
    let scene = try read(
      ErrorTests.script(
        "  - { at: 1s, insert: { at: 0, pages: [{ id: new, background: red }, c] } }\n"
          + "  - { at: 2s, end: true }"
      ).replacing("pages: [{ id: a,", with: "pages: [{ id: a,").replacing(", { id: c }]", with: "]")
        .replacing("}, c]", with: "}]"))
    #expect(scene.spares.map(\.id) == ["new"])
    #expect(scene.timeline[0].action == .insert(at: 0, pages: ["new"]))
    #expect(scene.page("new")?.background == .color(ColorTests.red))
  }

  @Test func `an id is a page before a number is an index`() throws {
    let scene = try read(
      "folioscope: 1\ncanvas: { width: 9, height: 9, duration: 1s }\npages: [{ id: '7' }]\npager: { current: 7 }\n"
    )
    #expect(scene.pager.current == .index(7))
    #expect(scene.validate().isEmpty)
  }

  @Test func `a scene made in code is told where it is wrong`() {
    var scene = Scene(
      name: "x",
      canvas: CanvasDescription(
        size: Size(width: 9000, height: 10), frameRate: 2000, safeArea: .zero),
      pages: [
        Page(id: "a", layers: [.text("Hi", style: TextStyle(font: "haed"), id: "t")]),
        Page(id: "a"),
      ],
      timeline: [
        TimelineStep(at: 2, .goTo(TimelineStep.GoTo(.id("b")))),
        TimelineStep(at: 1, .tap(.layer("u"), allowsMiss: false)),
      ])
    scene.fonts = [FontFamily("head", "a.ttf")]
    scene.output.name = "frame.png"
    #expect(
      scene.validate().rendered() == """
        error: canvas.width: the size must be above 0, and at most 8192 points a side; use at most 8192
        error: output.name: "frame.png" is no name for frames; write the number as %05d, ##### or {frame}
        error: pages[0].layers[0].font: no font "haed"; did you mean "head"?
        error: pages[1].id: the page "a" is given twice; give each page its own id
        note: first given here
        error: timeline[0].goto.page: no page "b"; known: a, a
        error: timeline[1].at: 1s is before the step above, at 2s; put the steps in the order of their times
        note: the step above is here
        error: timeline[1].tap.target: no layer "u"; known: t, pageControl.left, pageControl.right
        error: the scene has no end; add a last step { at: 5s, end: true }, or canvas.duration
        """)
  }

  @Test(arguments: [
    CanvasDescription(size: Size(width: .nan, height: 10)),
    CanvasDescription(size: Size(width: 10, height: .infinity)),
    CanvasDescription(size: Size(width: 10, height: 10), resolution: .scale(.nan)),
    CanvasDescription(size: Size(width: 10, height: 10), resolution: .scale(-1)),
    CanvasDescription(size: Size(width: 10, height: 10), resolution: .scale(1e300)),
    CanvasDescription(
      size: Size(width: 10, height: 10), resolution: .pixels(width: 0, height: 5, fit: .cover)),
    CanvasDescription(
      size: Size(width: 10, height: 10),
      safeArea: Insets(top: .nan, left: 0, bottom: 0, right: 0)),
    CanvasDescription(size: Size(width: 10, height: 10), duration: -1),
  ])
  func `a canvas that cannot be is refused and never traps`(canvas: CanvasDescription) {
    var canvas = canvas
    canvas.duration = canvas.duration ?? 1
    let scene = Scene(name: "x", canvas: canvas, pages: [])
    #expect(!scene.validate().errors.isEmpty)
    #expect(canvas.pixelWidth >= 0 && canvas.pixelHeight >= 0)
  }
}
