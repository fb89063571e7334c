import FolioGeometry
import FolioNumerics
import FolioPagingCore
import FolioRaster
import FolioScene
import Foundation
import Testing

private func makeScene(_ count: Int = 4, _ steps: [TimelineStep], duration: Rational? = 10) -> Scene
{
  var scene = Scene(
    name: "test",
    canvas: CanvasDescription(
      size: Size(width: 320, height: 200), frameRate: 60, duration: duration),
    pages: (0..<count).map { Page(id: "p\($0)", background: .color(.white)) })
  scene.timeline = steps
  return scene
}

private func ms(_ n: Int) -> Rational { Rational(n, 1000) }

@Suite("Playing a timeline")
struct PlaybackTests {
  private func main(_ scene: Scene) throws -> PagerRecording {
    try Playback.play(scene).tracks[0].recording
  }

  @Test("a flick lasts 100 ms and turns a page; a slow short drag returns")
  func gestures() throws {
    let scene = makeScene(
      4,
      [
        TimelineStep(at: 1, .flick(from: nil, velocity: Point(x: -1000, y: 0))),
        TimelineStep(
          at: 4,
          .drag(
            TimelineStep.Drag(
              path: [.init(Point(x: 300, y: 100)), .init(Point(x: 200, y: 100))], duration: 1))),
      ])
    let recording = try main(scene)
    let lifted = recording.events.first { $0.event == .didEndDragging(willDecelerate: true) }
    #expect(lifted?.time == ms(1100))
    #expect(recording.state(at: 3).position == 1)
    // The finger has gone 50 points by then, of which 10 are the slop.
    #expect((recording.state(at: ms(4500)).contentOffset - 360).magnitude < 1e-6)
    #expect(recording.state(at: 8).position == 1)
  }

  @Test("goto by index and by name, there at once or on the way, in both directions")
  func goTo() throws {
    let scene = makeScene(
      6,
      [
        TimelineStep(at: 1, .goTo(.init(.index(2), isAnimated: false))),
        TimelineStep(at: 2, .goTo(.init(.id("p5")))),
        TimelineStep(at: 3, .goTo(.init(.id("p1"), direction: .forward))),
        TimelineStep(at: 4, .goTo(.init(.index(4), via: .through, duration: 1))),
      ])
    let recording = try main(scene)
    #expect(recording.state(at: 1).position == 2)
    #expect((recording.state(at: ms(2100)).position - 2.75).magnitude < 1e-9)
    #expect(recording.state(at: ms(2100)).visiblePages().map(\.page) == [2, 5])
    // Forward to an earlier page: it enters from the right all the same.
    #expect(recording.state(at: ms(3100)).visiblePages().map(\.page) == [5, 1])
    #expect(recording.state(at: ms(4500)).visiblePages().map(\.page) == [2, 3])
    #expect(recording.state(at: 5).position == 4)
  }

  @Test("after: settled waits for rest, previous for the end of the step, a label for its time")
  func relativeTimes() throws {
    let scene = makeScene(
      4,
      [
        TimelineStep(at: 1, .goTo(.init(.index(1))), label: "go"),
        TimelineStep(after: .settled, .marker("rest")),
        TimelineStep(after: .previous, delay: ms(200), .goTo(.init(.index(2)))),
        TimelineStep(after: .previous, .marker("there")),
        TimelineStep(after: .label("go"), delay: 2, .snapshot("picture")),
        TimelineStep(after: .previous, .wait(ms(500))),
        TimelineStep(at: 3, .marker("waited")),
        TimelineStep(after: .label("waited"), delay: 1, .end),
      ], duration: nil)
    let recording = try Playback.play(scene)
    let times = recording.markers.map(\.time)
    #expect(times == [ms(1300), ms(1800), 3, ms(3500)])
    #expect(recording.duration == ms(4500))
    #expect(recording.frameCount == 270)
    #expect(recording.markers.map(\.isSnapshot) == [false, false, true, false])
  }

  @Test("frames are counted exactly, with the end and the held last frame")
  func frameCounts() throws {
    for (rate, duration, count) in [
      (Rational(60), Rational(24), 1440), (Rational(30_000, 1001), 1, 30),
      (43, Rational(100, 43), 100),
      (25, Rational(1, 10), 3), (1, Rational(1, 10), 1),
    ] {
      var scene = makeScene(2, [], duration: duration)
      scene.canvas.frameRate = rate
      #expect(try Playback.play(scene).frameCount == count)
      scene.output.includesEnd = true
      #expect(try Playback.play(scene).frameCount == count + 1)
      scene.output.holdLast = 2
      let held = try Playback.play(scene)
      #expect(held.frameCount == count + 1 + Int((rate * 2).ceiling))
      #expect(held.time(ofFrame: held.frameCount - 1) == duration)
    }
  }

  @Test("an event at a time after a frame never reaches that frame")
  func eventsBetweenFrames() throws {
    let scene = makeScene(
      3, [TimelineStep(at: Rational(1, 60) + ms(1), .goTo(.init(.index(1), isAnimated: false)))])
    let recording = try Playback.play(scene)
    let main = recording.tracks[0].recording
    #expect(main.state(at: recording.time(ofFrame: 1)).position == 0)
    #expect(main.state(at: recording.time(ofFrame: 2)).position == 1)
  }

  @Test("faults: out of order, after the end, unknown label, second finger, tap on nothing")
  func faults() throws {
    func messages(_ steps: [TimelineStep], duration: Rational? = 10) -> String {
      do throws(DiagnosticList) {
        _ = try Playback.play(makeScene(3, steps, duration: duration))
        return ""
      } catch { return error.errors.map(\.message).joined(separator: "\n") }
    }
    #expect(
      messages([TimelineStep(at: 2, .pause), TimelineStep(at: 1, .resume)]).contains("comes after"))
    #expect(
      messages([TimelineStep(at: 2, .end), TimelineStep(at: 3, .pause)]).contains("after the end"))
    #expect(
      messages([TimelineStep(after: .label("nowhere"), .pause)]).contains("\"nowhere\""))
    #expect(
      messages([
        TimelineStep(at: 1, .down(Point(x: 9, y: 9))),
        TimelineStep(at: 2, .down(Point(x: 9, y: 9))),
      ]).contains("second finger"))
    #expect(messages([TimelineStep(at: 1, .move(Point(x: 9, y: 9)))]).contains("no finger"))
    #expect(messages([TimelineStep(at: 1, .goTo(.init(.id("p9"))))]).contains("\"p9\""))
    #expect(messages([TimelineStep(at: 1, .goTo(.init(.index(9))))]).contains("no page 9"))
    #expect(
      messages([TimelineStep(at: 1, .tap(.layer("go"), allowsMiss: false))]).contains("\"go\""))
    #expect(messages([TimelineStep(at: 1, .tap(.layer("go"), allowsMiss: true))]) == "")
    #expect(messages([], duration: nil).contains("no end"))
  }

  @Test("taps meet layers and pages, and turn the page control")
  func taps() throws {
    var scene = makeScene(
      3,
      [
        TimelineStep(at: 1, .tap(.layer("go"), allowsMiss: false)),
        TimelineStep(at: 2, .tap(.point(Point(x: 300, y: 190)), allowsMiss: false)),
        TimelineStep(at: 3, .tap(.pageControlRight, allowsMiss: false)),
        TimelineStep(at: 5, .tap(.pageControlLeft, allowsMiss: false)),
      ])
    scene.pageControl = PageControlDescription()
    scene.pages[0].layers = [
      .button("Go", id: "go", frame: LayerFrame(x: 10, y: 10, w: 100, h: 40))
    ]
    let recording = try Playback.play(scene)
    #expect(recording.selections.map(\.layer) == ["go", nil])
    #expect(recording.selections.map(\.page) == ["p0", "p0"])
    #expect(recording.selections[0].point == Point(x: 60, y: 30))
    #expect(recording.tracks[0].recording.state(at: 4).position == 1)
    #expect(recording.tracks[0].recording.state(at: 6).position == 0)
  }

  @Test("reload, insert, remove and resize reach the pager")
  func pages() throws {
    var scene = makeScene(
      3,
      [
        TimelineStep(at: 1, .goTo(.init(.index(2), isAnimated: false))),
        TimelineStep(at: 2, .insert(at: 0, pages: ["spare"])),
        TimelineStep(at: 3, .remove(["p0", "spare"])),
        TimelineStep(at: 4, .reload(pages: ["p2", "p1"], current: nil)),
        TimelineStep(at: 5, .reload(pages: nil, current: .id("p1"))),
        TimelineStep(at: 6, .resize(Size(width: 200, height: 100), over: 0)),
      ])
    scene.spares = [Page(id: "spare")]
    let recording = try Playback.play(scene)
    let track = recording.tracks[0]
    func page(_ t: Rational) -> String {
      let state = track.recording.state(at: t)
      return state.visiblePages().map { track.pages[$0.key].id }.joined(separator: " ")
    }
    for t in [1, 2, 3, 4] { #expect(page(Rational(t)) == "p2") }
    #expect(track.recording.state(at: 2).position == 3)
    #expect(page(5) == "p1")
    #expect(page(6) == "p1")
    #expect(track.frame(at: 6).size == Size(width: 200, height: 100))
  }

  @Test("a touch goes to the deepest pager that wants its axis")
  func nestedTouches() throws {
    var inner = PagerDescription()
    inner.axis = .vertical
    let layer = Layer.pager(
      inner, pages: [Page(id: "x"), Page(id: "y")], id: "inner",
      frame: LayerFrame(x: 100, y: 0, w: 100, h: 200))
    var scene = makeScene(
      3,
      [
        TimelineStep(at: 1, .flick(from: Point(x: 150, y: 150), velocity: Point(x: 0, y: -1000))),
        TimelineStep(at: 4, .flick(from: Point(x: 150, y: 150), velocity: Point(x: -1000, y: 0))),
      ])
    scene.pages[0].layers = [layer]
    let recording = try Playback.play(scene)
    #expect(recording.tracks.count == 2)
    #expect(recording.tracks[1].recording.state(at: 3).position == 1)
    #expect(recording.tracks[0].recording.state(at: 3).position == 0)
    #expect(recording.tracks[0].recording.state(at: 8).position == 1)
    #expect(recording.tracks[1].recording.state(at: 8).position == 1)
  }

  @Test("a finger that comes down first and moves later goes to the pager that wants its way")
  func undecidedTouches() throws {
    var inner = PagerDescription()
    inner.axis = .vertical
    let layer = Layer.pager(
      inner, pages: [Page(id: "x"), Page(id: "y")], id: "inner",
      frame: LayerFrame(x: 100, y: 0, w: 100, h: 200))
    func swipe(at time: Rational, to end: Point) -> [TimelineStep] {
      var steps = [
        TimelineStep(at: time, .down(Point(x: 150, y: 150))),
        TimelineStep(at: time + ms(16), .move(Point(x: 148, y: 152))),
      ]
      for i in 1...5 {
        let share = Double(i) / 5
        steps.append(
          TimelineStep(
            at: time + ms(16 + 16 * i),
            .move(Point(x: 150 + (end.x - 150) * share, y: 150 + (end.y - 150) * share))))
      }
      steps.append(TimelineStep(at: time + ms(96), .up(nil)))
      return steps
    }
    var scene = makeScene(
      3, swipe(at: 1, to: Point(x: 20, y: 140)) + swipe(at: 4, to: Point(x: 150, y: 20)))
    scene.pages[0].layers = [layer]
    scene.pages[1].layers = [layer]
    let recording = try Playback.play(scene)
    #expect(recording.tracks[0].recording.state(at: 3).position == 1)
    #expect(recording.tracks[1].recording.state(at: 3).position == 0)
    #expect(recording.tracks[0].recording.state(at: 8).position == 1)
    // The inner pager of the page that is now in view.
    #expect(recording.tracks[2].recording.state(at: 8).position == 1)
    #expect(recording.tracks[1].recording.state(at: 8).position == 0)
  }

  @Test("a drag that begins beside every pager moves none, and is a warning")
  func besidePagers() throws {
    var scene = makeScene(
      2,
      [
        TimelineStep(
          at: 1,
          .drag(
            TimelineStep.Drag(
              path: [.init(Point(x: 300, y: 190)), .init(Point(x: 10, y: 10))], duration: 1)))
      ])
    scene.pager.frame = LayerFrame(x: 0, y: 0, w: 100, h: 100)
    let recording = try Playback.play(scene)
    #expect(recording.warnings.map(\.severity) == [.warning])
    #expect(recording.tracks[0].recording.events.isEmpty)
  }

  @Test("pagers lie upon each other: behind, the main one with those in its pages, above")
  func stacking() throws {
    func other(_ id: String) -> Layer {
      Layer.pager(
        PagerDescription(), pages: [Page(id: "x"), Page(id: "y")], id: id,
        frame: LayerFrame(x: 0, y: 0, w: 320, h: 200))
    }
    func moved(_ change: (inout Scene) -> Void) throws -> [String] {
      var scene = makeScene(
        3,
        [TimelineStep(at: 1, .flick(from: Point(x: 150, y: 50), velocity: Point(x: -1000, y: 0)))])
      change(&scene)
      return try Playback.play(scene).tracks.filter { $0.recording.state(at: 5).position == 1 }
        .map { $0.id ?? "main" }
    }
    #expect(try moved { $0.behind = [other("behind")] } == ["main"])
    #expect(try moved { $0.pages[0].layers = [other("inner")] } == ["inner"])
    #expect(
      try moved {
        $0.pages[0].layers = [other("inner")]
        $0.above = [other("above")]
      } == ["above"])
    // What is scrolled out of its holder cannot be met there.
    #expect(
      try moved {
        $0.pager.frame = LayerFrame(x: 200, y: 0, w: 120, h: 200)
        $0.behind = [other("behind")]
        $0.pages[0].layers = [
          Layer.pager(
            PagerDescription(), pages: [Page(id: "x"), Page(id: "y")], id: "inner",
            frame: LayerFrame(x: -200, y: 0, w: 320, h: 200))
        ]
      } == ["behind"])
  }

  @Test(
    "a finger scrubs along the dots, a page for each; a tap there turns by the half that it meets")
  func scrubbing() throws {
    // Five dots at a pitch of 18 points around x 160, 13 points above the lower edge.
    let y = 187.0
    func play(rightToLeft: Bool = false, _ steps: [TimelineStep]) throws -> PagerRecording {
      var scene = makeScene(5, steps)
      scene.pageControl = PageControlDescription()
      if rightToLeft { scene.direction = .rightToLeft }
      return try Playback.play(scene).tracks[0].recording
    }
    func drag(_ from: Double, _ to: Double) -> TimelineStep.Action {
      .drag(.init(path: [.init(Point(x: from, y: y)), .init(Point(x: to, y: y))], duration: 1))
    }
    let scrub = try play([TimelineStep(at: 1, drag(124, 180))])
    // After 27 points the second dot, at 45 the third: by rounding at 9, 27 and 45 points of 56.
    #expect(scrub.state(at: 3).settledPage == 3)
    let commands = scrub.inputs.compactMap { logged -> (Int, Double)? in
      if case .goTo(let page, _, _, _) = logged.input { (page, logged.time.double) } else { nil }
    }
    #expect(commands.map(\.0) == [1, 2, 3])
    for (command, way) in zip(commands, [10.0, 27, 45]) {
      let time = 1 + way / 56
      #expect(command.1 >= time - 1e-9 && command.1 < time + 1.0 / 60 + 1e-9)
    }
    #expect(!scrub.events.contains { $0.event == .willBeginDragging })
    #expect(
      try play(rightToLeft: true, [TimelineStep(at: 1, drag(196, 140))]).state(at: 3)
        .settledPage == 3)

    let taps = try play([
      TimelineStep(at: 1, .tap(.point(Point(x: 180, y: y)), allowsMiss: false)),
      TimelineStep(at: 2, .tap(.point(Point(x: 150, y: y)), allowsMiss: false)),
      TimelineStep(at: 3, .tap(.point(Point(x: 150, y: y)), allowsMiss: false)),
    ])
    #expect(taps.state(at: Rational(19, 10)).position == 1)
    #expect(taps.state(at: 4).position == 0)
    // Beside the dots a finger is on the pages.
    let beside = try play([TimelineStep(at: 1, drag(300, 100))])
    #expect(beside.events.contains { $0.event == .willBeginDragging })
  }

  @Test("a recorded trace is replayed, slowed down if asked to")
  func trace() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("folioscope-trace-\(ProcessInfo.processInfo.processIdentifier).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    let text = """
      time,x,y,phase
      # a quick swipe
      0,300,100,began
      0.02,280,100,moved
      0.04,240,100,moved
      0.06,200,100,moved
      0.08,160,100,moved
      0.08,160,100,ended
      """
    try text.write(to: file, atomically: true, encoding: .utf8)
    for (scale, lifted) in [(1.0, ms(1080)), (2.0, ms(1160))] {
      let scene = makeScene(3, [TimelineStep(at: 1, .touches(AssetPath(file.path), scale: scale))])
      let recording = try main(scene)
      #expect(
        recording.events.first { $0.event == .didEndDragging(willDecelerate: true) }?.time
          == lifted)
      #expect(recording.state(at: 5).position == 1)
    }
  }

  @Test("traces that cannot be are refused with line and reason")
  func badTraces() {
    for (text, line) in [
      ("", 0), ("0,1,2", 1), ("x,1,2,began\n", 1), ("0,1,2,began\n-1,1,2,moved", 2),
      ("0,1,2,began\n0.1,nan,2,moved", 2), ("0,1,2,moved", 1), ("0,1,2,began\n0,1,2,began", 2),
      ("0,1,2,began\n1,1,2,pressed", 2), ("1,1,2,began\n0.5,1,2,ended", 2), ("0,1,2,began", 1),
      ("0,1e300,2,began", 1), ("1e30,1,2,began", 1),
    ] {
      do throws(TouchTrace.Fault) {
        _ = try TouchTrace(parsing: text)
        Issue.record("accepted: \(text)")
      } catch { #expect(error.line == line, "\(text): \(error.message)") }
    }
  }
}
