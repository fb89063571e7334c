import FolioGeometry
import FolioNumerics
import FolioPaging
import FolioPagingCore
import TestSupport
import Testing

@testable import FolioScene

private func ms(_ n: Int) -> Rational { Rational(n, 1000) }

/// What one does to a pager, at a time in milliseconds.
private struct Deed {
  enum Kind {
    /// A finger goes so many points along the axis in 100 ms, a sixth of it every 10 ms from there on.
    case swipe(Double)
    case down(Double)
    case move(Double)
    case up
    /// A command to the leaf of a page.
    case goTo(page: Int, forward: Bool)
  }

  let time: Int
  let kind: Kind

  init(_ time: Int, _ kind: Kind) {
    self.time = time
    self.kind = kind
  }

  /// A swipe as single moves.
  var parts: [Deed] {
    guard case .swipe(let points) = kind else { return [self] }
    return [Deed(time, .down(320))]
      + (1...10).map { Deed(time + $0 * 10, .move(320 + points * Double($0) / 10)) }
      + [Deed(time + 100, .up)]
  }
}

/// Pages by number, and what the controller says.
private final class Book: PageViewControllerDataSource, PageViewControllerDelegate {
  let count: Int
  let clock: VirtualClock
  var calls: [Call] = []

  init(_ count: Int, _ clock: VirtualClock) {
    self.count = count
    self.clock = clock
  }

  func pageViewController(_ controller: PageViewController<Int>, pageBefore page: Int) -> Int? {
    page > 0 ? page - 1 : nil
  }
  func pageViewController(_ controller: PageViewController<Int>, pageAfter page: Int) -> Int? {
    page + 1 < count ? page + 1 : nil
  }
  func pageViewController(
    _ controller: PageViewController<Int>, willTransitionTo pendingPages: [Int]
  ) { calls.append(Call(clock.now, "will \(pendingPages)")) }
  func pageViewController(
    _ controller: PageViewController<Int>, didFinishAnimating finished: Bool, previousPages: [Int],
    transitionCompleted completed: Bool
  ) { calls.append(Call(clock.now, "did \(previousPages) \(completed)")) }
}

/// A callback: what it says, and when to the microsecond (engines that stand at another place round
/// in another last bit).
private struct Call: Equatable, CustomStringConvertible {
  let microseconds: Int64
  let text: String

  init(_ time: Rational, _ text: String) {
    microseconds = (time * 1_000_000 + Rational(1, 2)).floor
    self.text = text
  }

  var description: String { "\(microseconds) \(text)" }
}

@Suite("Leaves with two pages")
struct LeafTests {
  // MARK: - Against the page view controller

  /// What a page view controller says and shows: its callbacks, its pages and its window at times.
  private func drive(
    _ layout: LeafLayout, spine: PageSpineLocation, pages: Int, rightToLeft: Bool, _ deeds: [Deed],
    sampledAt samples: [Int]
  ) throws -> (calls: [Call], pages: [[Int]], windows: [[Int]]) {
    let clock = VirtualClock()
    let controller = try PageViewController<Int>(
      size: Size(width: 640, height: 480), transitionStyle: .pageCurl, spineLocation: spine,
      isRightToLeft: rightToLeft, clock: clock)
    if layout == .doubleSided { try controller.setDoubleSided(true) }
    let book = Book(pages, clock)
    controller.dataSource = book
    controller.delegate = book
    /// The pages that show a page, as the controller takes them.
    func set(_ page: Int) -> [Int] {
      switch layout {
      case .single: [page]
      case .spread: [page / 2 * 2, page / 2 * 2 + 1]
      case .doubleSided: [page / 2 * 2, page / 2 * 2 - 1]
      }
    }
    try controller.setPages(set(0), direction: .forward, animated: false)
    var shown: [[Int]] = []
    var windows: [[Int]] = []
    let sampling = samples.map { (time: $0, deed: Deed?.none) }
    let acts = deeds.flatMap(\.parts).map { (time: $0.time, deed: Optional($0)) }
    for (time, deed) in (sampling + acts).sorted(by: { $0.time < $1.time }) {
      clock.advance(to: ms(time))
      switch deed?.kind {
      case nil:
        shown.append(controller.pages)
        windows.append(Set(controller.windowPages).sorted())
      case .down(let x): controller.scrollView.touchDown(at: Point(x: x, y: 10))
      case .move(let x): controller.scrollView.touchMove(to: Point(x: x, y: 10))
      case .up: controller.scrollView.touchUp()
      case .goTo(let page, let forward):
        try controller.setPages(
          set(page), direction: forward ? .forward : .reverse, animated: true
        ) { book.calls.append(Call(clock.now, "finished \($0)")) }
      case .swipe: break
      }
    }
    return (book.calls, shown, windows)
  }

  /// The same from a scene.
  private func play(
    _ layout: LeafLayout, spine: Transition.Spine, pages: Int, rightToLeft: Bool, _ deeds: [Deed],
    sampledAt samples: [Int]
  ) throws -> (calls: [Call], pages: [[Int]], windows: [[Int]]) {
    var scene = Scene(
      name: "leaves",
      canvas: CanvasDescription(
        size: Size(width: 640, height: 480), resolution: .scale(1), frameRate: 60, duration: 30),
      pages: (0..<pages).map { Page(id: "\($0)", background: .color(.black)) })
    scene.direction = rightToLeft ? .rightToLeft : .leftToRight
    scene.pager = PagerDescription(preset: .pageViewController)
    scene.pager.transition = Transition(
      .curl, spine: spine, isDoubleSided: layout != .single)
    scene.pager.duration = MotionConstants.pageCurlDuration
    #expect(scene.pager.leafLayout == layout)
    scene.timeline = deeds.flatMap(\.parts).map { deed in
      let action: TimelineStep.Action =
        switch deed.kind {
        case .down(let x): .down(Point(x: x, y: 10))
        case .move(let x): .move(Point(x: x, y: 10))
        case .up, .swipe: .up(nil)
        case .goTo(let page, let forward):
          .goTo(.init(.index(page), direction: forward ? .forward : .reverse))
        }
      return TimelineStep(at: ms(deed.time), action)
    }
    let track = try Playback.play(scene).tracks[0]
    var calls: [Call] = []
    for logged in track.recording.events {
      switch logged.event {
      case .willTransition(let to):
        calls.append(Call(logged.time, "will \(Array(layout.visiblePages(ofLeaf: to)))"))
      case .didTransition(let previous, let completed):
        calls.append(
          Call(logged.time, "did \(Array(layout.visiblePages(ofLeaf: previous))) \(completed)"))
      case .completion(_, let finished): calls.append(Call(logged.time, "finished \(finished)"))
      default: break
      }
    }
    let states = samples.map { track.recording.state(at: ms($0)) }
    let shown = states.map { $0.targetPage.map { Array(layout.visiblePages(ofLeaf: $0)) } ?? [] }
    return (calls, shown, states.map { track.heldPages($0) })
  }

  private static let script: [Deed] = [
    // On, on, and against the end.
    Deed(0, .swipe(-200)), Deed(2000, .swipe(-200)), Deed(4000, .swipe(-200)),
    Deed(6000, .swipe(-200)),
    // Back; a swipe that returns; one that is caught on its way and reversed.
    Deed(8000, .swipe(200)), Deed(10_000, .down(320)), Deed(10_010, .move(280)),
    Deed(10_020, .move(260)), Deed(10_400, .up), Deed(12_000, .swipe(200)),
    Deed(12_200, .down(320)), Deed(12_210, .move(280)), Deed(12_220, .move(200)),
    Deed(12_230, .move(100)), Deed(12_240, .up),
    // Commands: back, far on, and one that is cut off by another.
    Deed(14_000, .goTo(page: 0, forward: false)), Deed(16_000, .goTo(page: 5, forward: true)),
    Deed(18_000, .goTo(page: 3, forward: false)), Deed(18_200, .goTo(page: 1, forward: false)),
    // From there by finger.
    Deed(20_000, .swipe(-200)), Deed(22_000, .swipe(200)),
  ]
  private static let samples =
    [0, 1900, 3900, 5900, 7900, 9900, 11_900, 13_900, 15_900, 17_900]
    + [19_900, 21_900, 23_900]

  @Test(
    "turns, callbacks and their times are those of PageViewController under the same fingers",
    arguments: [
      (LeafLayout.spread, Transition.Spine.mid), (.doubleSided, .min), (.doubleSided, .max),
      (.single, .min),
    ])
  func sameAsController(layout: LeafLayout, spine: Transition.Spine) throws {
    let spines: [Transition.Spine: PageSpineLocation] = [.min: .min, .mid: .mid, .max: .max]
    for pages in [7, 8] {
      for rightToLeft in [false, true] {
        let expected = try drive(
          layout, spine: try #require(spines[spine]), pages: pages, rightToLeft: rightToLeft,
          LeafTests.script, sampledAt: LeafTests.samples)
        let found = try play(
          layout, spine: spine, pages: pages, rightToLeft: rightToLeft, LeafTests.script,
          sampledAt: LeafTests.samples)
        #expect(found.calls == expected.calls, "\(pages) pages, right to left: \(rightToLeft)")
        #expect(found.pages == expected.pages, "\(pages) pages, right to left: \(rightToLeft)")
        // A controller's double-sided leaf also keeps the back that it was turned in with.
        if layout != .doubleSided { #expect(found.windows == expected.windows) }
        for (held, window) in zip(found.windows, expected.windows) {
          #expect(Set(held).isSubset(of: window), "\(held) in \(window)")
        }
        #expect(found.calls.count >= 12)
      }
    }
  }

  @Test("a spread turns by pairs; the last of seven pages faces none and is not reached")
  func pairs() throws {
    let (calls, pages, windows) = try play(
      .spread, spine: .mid, pages: 7, rightToLeft: false, Array(LeafTests.script.prefix(5)),
      sampledAt: [0, 1900, 3900, 7900, 9900])
    #expect(pages == [[0, 1], [2, 3], [4, 5], [4, 5], [2, 3]])
    #expect(
      windows == [
        [0, 1, 2, 3], [0, 1, 2, 3, 4, 5], [2, 3, 4, 5], [2, 3, 4, 5], [0, 1, 2, 3, 4, 5],
      ])
    #expect(
      calls.map(\.text) == [
        "will [2, 3]", "did [0, 1] true", "will [4, 5]", "did [2, 3] true", "will [2, 3]",
        "did [4, 5] true",
      ])
  }

  // MARK: - From the text of a scene

  private func text(
    _ pager: String, pages: Int, control: String = "{}", direction: String = "ltr",
    page: String = "",
    _ steps: String
  ) -> String {
    let list = (0..<pages).map { "{ id: p\($0)\(page) }" }.joined(separator: ", ")
    return """
      folioscope: 1
      direction: \(direction)
      canvas: { width: 320, height: 200, fps: 60, duration: 20s }
      pager: \(pager)
      pages: [\(list)]
      pageControl: \(control)
      timeline:
      \(steps.split(separator: "\n").map { "  - { \($0) }" }.joined(separator: "\n"))

      """
  }

  private func track(
    _ pager: String, pages: Int = 6, control: String = "{}", direction: String = "ltr",
    page: String = "", _ steps: String
  ) throws -> PagerTrack {
    let recording = try Playback.play(
      try read(
        text(pager, pages: pages, control: control, direction: direction, page: page, steps)))
    let update = recording.tracks[0].pageControlUpdate
    #expect(
      PagerDoctor(pageControlUpdate: update).examine(recording.tracks[0].recording, until: 20) == []
    )
    return recording.tracks[0]
  }

  private static let spread = "transition: { kind: curl, spine: mid }"
  private static let doubleSided = "transition: { kind: curl, doubleSided: true }"

  /// The pages in view at a time, from the lowest edge on, with their edges.
  private func view(_ track: PagerTrack, _ time: Int) -> [String] {
    track.pagesInView(track.recording.state(at: ms(time))).map {
      "\(track.pages[$0.key].id) \($0.minEdge)...\($0.maxEdge)"
    }
  }

  private func ids(_ track: PagerTrack, _ time: Int) -> [String] {
    track.pagesInView(track.recording.state(at: ms(time))).map { track.pages[$0.key].id }
  }

  private func dot(_ track: PagerTrack, _ time: Int) -> Int {
    track.pageControlState(track.recording.state(at: ms(time))).currentPage
  }

  @Test("pages face each other in halves; right to left and reversed from the other side")
  func halves() throws {
    let plain = try track(
      "{ easing: linear, \(LeafTests.spread) }", "at: 1s, goto: { page: p3, duration: 1s }")
    #expect(view(plain, 0) == ["p0 0.0...160.0", "p1 160.0...320.0"])
    #expect(view(plain, 1500) == ["p1 0.0...160.0", "p2 160.0...320.0"])
    #expect(view(plain, 3000) == ["p2 0.0...160.0", "p3 160.0...320.0"])
    #expect(plain.description.pageSize(in: Size(width: 320, height: 200)).width == 160)
    let arabic = try track("{ \(LeafTests.spread) }", direction: "rtl", "at: 1s, goto: p3")
    #expect(view(arabic, 0) == ["p1 0.0...160.0", "p0 160.0...320.0"])
    #expect(view(arabic, 3000) == ["p3 0.0...160.0", "p2 160.0...320.0"])
    let upright = try track("{ axis: vertical, \(LeafTests.spread) }", "at: 1s, goto: p3")
    #expect(view(upright, 0) == ["p0 0.0...100.0", "p1 100.0...200.0"])
    let narrow = try track("{ itemSize: 40%, \(LeafTests.spread) }", "at: 1s, goto: p3")
    #expect(view(narrow, 0).prefix(2) == ["p0 32.0...160.0", "p1 160.0...288.0"])
  }

  @Test("a command to a page goes to its leaf, also to a back and to the right page of a pair")
  func commands() throws {
    for (page, shown) in [("p3", ["p2", "p3"]), ("p4", ["p4", "p5"]), ("5", ["p4", "p5"])] {
      #expect(
        ids(try track("{ \(LeafTests.spread) }", "at: 1s, goto: \(page)"), 3000) == shown)
    }
    for (page, shown) in [("p3", ["p2"]), ("p4", ["p4"]), ("5", ["p4"])] {
      let turned = try track("{ \(LeafTests.doubleSided) }", "at: 1s, goto: \(page)")
      #expect(ids(turned, 3000) == shown)
    }
    let begun = try track("{ current: p5, \(LeafTests.spread) }", "at: 1s, marker: m")
    #expect(ids(begun, 0) == ["p4", "p5"])
  }

  @Test("fronts and the backs between them are held ready")
  func held() throws {
    let leaves = try track(
      "{ easing: linear, \(LeafTests.doubleSided) }", pages: 8, "at: 1s, goto: p2")
    func held(_ time: Int) -> [Int] { leaves.heldPages(leaves.recording.state(at: ms(time))) }
    #expect(held(0) == [0, 1, 2] && held(3000) == [0, 1, 2, 3, 4])
    let ring = try track("{ loop: true, \(LeafTests.doubleSided) }", "at: 1s, marker: m")
    #expect(ring.heldPages(ring.recording.state(at: 0)) == [0, 1, 2, 3, 4, 5])
    let changes = leaves.heldPageChanges(through: 20)
    #expect(changes.map(\.key) == [0, 1, 2, 3, 4] && changes.allSatisfy(\.isHeld))
    #expect(changes.map(\.time) == [0, 0, 0, Rational(3, 2), Rational(3, 2)])
  }

  @Test("the page control has a dot a page: the first of the leaf is lit, a tap turns a leaf")
  func pageControl() throws {
    for leaf in [LeafTests.spread, LeafTests.doubleSided] {
      let tapped = try track(
        "{ \(leaf) }",
        (1...4).map { "at: \($0)s, tap: pageControl.right" }.joined(separator: "\n")
          + "\nat: 6s, tap: pageControl.left")
      #expect([500, 1900, 2900, 3900, 4900, 7000].map { dot(tapped, $0) } == [0, 2, 4, 4, 4, 2])
      let dots = tapped.pageControlState(tapped.recording.state(at: 0))
      #expect(dots.numberOfPages == 6)
    }
    let smooth = try track(
      "{ easing: linear, \(LeafTests.spread) }", control: "{ updates: continuous }",
      "at: 1s, goto: { page: p2, duration: 1s }\nat: 3s, goto: { page: p0, duration: 1s }")
    let between = smooth.pageControlState(smooth.recording.state(at: ms(1250)))
    #expect((0..<6).map { between.weight(of: $0) } == [0.75, 0, 0.25, 0, 0, 0])
    // A curl takes half a second, and the dot goes over half way.
    let deferred = try track(
      "{ \(LeafTests.spread) }", control: "{ defersCurrentPageDisplay: true }",
      "at: 1s, tap: pageControl.right\nat: 3s, updateCurrentPageDisplay: true\n"
        + "at: 4s, tap: pageControl.right\nat: 6s, updateCurrentPageDisplay: true")
    #expect([2000, 3500, 5000, 6500].map { dot(deferred, $0) } == [0, 2, 2, 4])
  }

  @Test("a finger that scrubs over the dots turns to the leaf of each dot")
  func scrub() throws {
    let scrubbed = try track(
      "{ \(LeafTests.spread) }", control: "{ frame: { x: 100, y: 160, w: 120, h: 40 } }",
      "at: 1s, drag: { path: [[115, 180], [205, 180]], over: 2s }")
    let events = scrubbed.recording.inputs.compactMap { logged in
      if case .goTo(let page, _, _, _) = logged.input { page } else { nil }
    }
    // Dots 1 to 5 are passed, of which 2 and 4 begin a leaf.
    #expect(events == [1, 2] && dot(scrubbed, 5000) == 4)
  }

  @Test("swipes and the timer turn leaves; of two dwells the longer one counts")
  func timer() throws {
    let turned = try track("{ loop: true, autoplay: 2s, \(LeafTests.spread) }", "at: 1s, marker: m")
    #expect([1000, 3000, 5000, 7000].map { dot(turned, $0) } == [0, 2, 4, 0])
    let text = """
      folioscope: 1
      canvas: { width: 320, height: 200, duration: 9s }
      pager: { autoplay: 2s, \(LeafTests.spread) }
      pages: [{ id: a, dwell: 3s }, { id: b, dwell: 4s }, { id: c }, { id: d }]

      """
    let dwelling = try Playback.play(try read(text)).tracks[0]
    #expect(ids(dwelling, 3900) == ["a", "b"] && ids(dwelling, 4600) == ["c", "d"])
  }

  @Test("pages that come, go or are loaded anew regroup; the leaf of the page shown stays in view")
  func changes() throws {
    for (step, shown, dot) in [
      ("insert: { at: 0, pages: [{ id: s0 }, { id: s1 }] }", ["p2", "p3"], 4),
      ("insert: { at: 0, pages: [{ id: s0 }] }", ["p1", "p2"], 2),
      ("insert: { at: 6, pages: [{ id: s0 }, { id: s1 }] }", ["p2", "p3"], 2),
      ("insert: { at: 3, pages: [{ id: s0 }, { id: s1 }] }", ["p2", "s0"], 2),
      ("remove: [p0, p1]", ["p2", "p3"], 0), ("remove: [p2, p3]", ["p4", "p5"], 2),
      ("remove: [p0, p2]", ["p1", "p3"], 0),
      ("reload: { pages: [p5, p4, p3, p2] }", ["p3", "p2"], 2),
      ("reload: { pages: [p3, p0] }", ["p3", "p0"], 0),
      ("reload: { current: p5 }", ["p4", "p5"], 4),
    ] {
      let text = """
        folioscope: 1
        canvas: { width: 320, height: 200, duration: 20s }
        pager: { current: p2, \(LeafTests.spread) }
        pages: [{ id: p0 }, { id: p1 }, { id: p2 }, { id: p3 }, { id: p4 }, { id: p5 }]
        pageControl: {}
        timeline:
          - { at: 1s, \(step) }

        """
      let changed = try Playback.play(try read(text)).tracks[0]
      #expect(ids(changed, 1000) == shown, "\(step)")
      #expect(self.dot(changed, 1000) == dot, "\(step)")
      #expect(changed.recording.state(at: 1).isAtRest)
      #expect(ids(changed, 999) == ["p2", "p3"])
    }
  }

  @Test("a turn in flight goes on as pages come before it")
  func inFlight() throws {
    let text = """
      folioscope: 1
      canvas: { width: 320, height: 200, duration: 5s }
      pager: { easing: linear, \(LeafTests.spread) }
      pages: [{ id: p0 }, { id: p1 }, { id: p2 }, { id: p3 }]
      timeline:
        - { at: 1s, goto: { page: p2, duration: 1s } }
        - { at: 1.5s, insert: { at: 0, pages: [{ id: s0 }, { id: s1 }] } }

      """
    let track = try Playback.play(try read(text)).tracks[0]
    #expect(ids(track, 1499) == ["p0", "p1", "p2"] && ids(track, 1750) == ["p1", "p2", "p3"])
    #expect(track.recording.state(at: ms(1750)).position == 1.75)
    #expect(ids(track, 3000) == ["p2", "p3"])
    #expect(PagerDoctor(pageControlUpdate: nil).examine(track.recording, until: 5) == [])
  }

  // MARK: - Faults

  @Test("pages that do not fill their leaves are told with their place and what to do")
  func faultsOfPages() throws {
    func at(_ pager: String, pages: Int, page: String = "") -> [String] {
      SceneTests.faults(text(pager, pages: pages, page: page, "at: 1s, marker: m")).diagnostics.map
      {
        "\($0.severity) \($0.span?.start.line ?? 0):\($0.span?.start.column ?? 0) \($0.message)"
      }
    }
    #expect(at("{ \(LeafTests.spread) }", pages: 6) == [])
    #expect(at("{ \(LeafTests.doubleSided) }", pages: 5) == [])
    #expect(at("{ loop: true, \(LeafTests.spread) }", pages: 6) == [])
    #expect(
      at("{ \(LeafTests.spread) }", pages: 5) == [
        "warning 4:22 transition: no page faces the last one, \"p4\": it is not shown"
      ])
    #expect(
      at("{ \(LeafTests.spread) }", pages: 1) == [
        "error 4:22 transition: a spine in the middle shows two pages, and there is \"p0\" alone"
      ])
    for leaf in [LeafTests.spread, LeafTests.doubleSided] {
      #expect(
        at("{ loop: true, \(leaf) }", pages: 5) == [
          "error 4:16 loop: 5 pages on leaves of two do not close to a ring"
        ])
    }
    #expect(
      at("{ current: p4, \(LeafTests.spread) }", pages: 5).first
        == "error 4:19 current: no page faces \"p4\", so it is not shown")
    #expect(
      at("{ \(LeafTests.doubleSided) }", pages: 2, page: ", dwell: 2s").map { $0.prefix(7) }
        == ["warning"])
    #expect(
      at("{ preset: dlpageview, \(LeafTests.spread) }", pages: 5).map { $0.prefix(7) }
        == ["warning"])
  }

  @Test("so are steps that leave them so")
  func faultsOfSteps() throws {
    func fault(_ pager: String, _ step: String) throws -> String? {
      do throws(DiagnosticList) {
        return try Playback.play(try read(text(pager, pages: 6, "at: 1s, \(step)"))).warnings.first
          .map { "\($0.severity) \($0.span?.start.line ?? 0) \($0.message)" }
      } catch {
        return error.diagnostics.first.map {
          "\($0.severity) \($0.span?.start.line ?? 0) \($0.message)"
        }
      }
    }
    #expect(
      try fault("{ \(LeafTests.spread) }", "remove: [p0]")
        == "warning 8 no page faces the last one, \"p5\": it is not shown")
    #expect(
      try fault("{ loop: true, \(LeafTests.spread) }", "reload: { pages: [p0, p1, p2] }")
        == "error 8 3 pages on leaves of two do not close to a ring")
    #expect(try fault("{ \(LeafTests.doubleSided) }", "remove: [p0]") == nil)
    #expect(try fault("{ loop: true, \(LeafTests.doubleSided) }", "remove: [p0]") != nil)
    let odd = text("{ \(LeafTests.spread) }", pages: 5, "at: 1s, goto: p4")
    #expect(throws: DiagnosticList.self) { try Playback.play(try read(odd)) }
    let looping = text(
      "{ \(LeafTests.spread) }", pages: 5, "at: 1s, set: { pager.loop: true }")
    #expect(throws: DiagnosticList.self) { try Playback.play(try read(looping)) }
  }

  // MARK: - Anything at all

  @Test("whatever is done, no law of the doctor is broken and all that is shown is there")
  func anything() throws {
    for seed in 0..<600 {
      var random = SplitMix64(seed: UInt64(seed))
      func number(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
      let layout: LeafLayout = number(2) == 0 ? .spread : .doubleSided
      var scene = Scene(
        name: "any",
        canvas: CanvasDescription(
          size: Size(width: 300, height: 200), resolution: .scale(1), frameRate: 60, duration: 12),
        pages: (0..<2 * (1 + number(4))).map { Page(id: "p\($0)", background: .color(.black)) })
      scene.spares = (0..<4).map { Page(id: "s\($0)", background: .color(.black)) }
      scene.pager.transition = Transition(
        .curl, spine: layout == .spread ? .mid : .min, isDoubleSided: true)
      scene.pager.loops = number(3) == 0
      if number(3) == 0 { scene.pager.autoplay = Autoplay(every: Rational(3, 2)) }
      scene.pageControl = PageControlDescription()
      var ids = scene.pages.map(\.id)
      var spares = scene.spares.map(\.id)
      for i in 0..<12 {
        let time = ms(i * 900 + number(300))
        switch number(5) {
        case 0, 1:
          let way = Double(number(500)) - 250
          scene.timeline.append(
            TimelineStep(
              at: time,
              .drag(
                .init(
                  path: [.init(Point(x: 150, y: 50)), .init(Point(x: 150 + way, y: 50))],
                  duration: ms(50 + number(200))))))
        case 2:
          let reachable = layout == .spread ? ids.count / 2 * 2 : ids.count
          if reachable > 0 {
            scene.timeline.append(TimelineStep(at: time, .goTo(.init(.index(number(reachable))))))
          }
        case 3 where spares.count > 1:
          let new = [spares.removeLast(), spares.removeLast()]
          let place = number(ids.count + 1)
          scene.timeline.append(TimelineStep(at: time, .insert(at: place, pages: new)))
          ids.insert(contentsOf: new, at: place)
        case 4 where ids.count > 3:
          let gone = [ids.remove(at: number(ids.count)), ids.remove(at: number(ids.count))]
          scene.timeline.append(TimelineStep(at: time, .remove(gone)))
        default: break
        }
      }
      let recording = try Playback.play(scene)
      let track = recording.tracks[0]
      let findings = PagerDoctor(pageControlUpdate: track.pageControlUpdate)
        .examine(track.recording, until: recording.duration)
      #expect(findings == [], "seed \(seed)")
      for frame in 0..<recording.frameCount {
        let state = track.recording.state(at: recording.time(ofFrame: frame))
        let keys = track.pageKeys(in: state)
        #expect(layout.leafCount(pageCount: keys.count) == state.configuration.pageCount)
        for page in track.pagesInView(state) { #expect(keys[page.page] == page.key) }
      }
      #expect(track.pageKeys(in: track.recording.state(at: 12)).map { track.pages[$0].id } == ids)
    }
  }
}
