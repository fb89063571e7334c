import FolioGeometry
import FolioNumerics
import FolioPagingCore
import Testing

@testable import FolioScene

private func ms(_ n: Int) -> Rational { Rational(n, 1000) }

/// Plays a scene of so many pages of 320 by 200 points from its text.
private func play(
  _ pager: String, pages: Int = 5, dwell: String = "", direction: String = "ltr",
  control: String = "{}", _ steps: String, end: String = "20s"
) throws -> PagerTrack {
  let list = (0..<pages).map { "{ id: p\($0)\($0 == 1 ? dwell : "") }" }.joined(separator: ", ")
  let text = """
    folioscope: 1
    direction: \(direction)
    canvas: { width: 320, height: 200, fps: 60 }
    pager: \(pager)
    pages: [\(list)]
    pageControl: \(control)
    timeline:
    \(steps.split(separator: "\n").map { "  - { \($0) }" }.joined(separator: "\n"))
      - { at: \(end), end: true }
    """
  return try Playback.play(try read(text)).tracks[0]
}

extension PagerTrack {
  fileprivate func p(_ milliseconds: Int) -> Double {
    recording.state(at: ms(milliseconds)).position
  }

  fileprivate func settled(_ milliseconds: Int) -> Int? {
    recording.state(at: ms(milliseconds)).settledPage
  }

  /// The ids of the pages in view, from the lowest edge to the highest.
  fileprivate func view(_ milliseconds: Int) -> String {
    recording.state(at: ms(milliseconds)).visiblePages().map { pages[$0.key].id }
      .joined(separator: " ")
  }

  /// The dot that is lit.
  fileprivate func dot(_ milliseconds: Int) -> Int {
    pageControlState(recording.state(at: ms(milliseconds))).currentPage
  }

  /// The ids of the pages that are held ready, in order.
  fileprivate func held(_ milliseconds: Int) -> String {
    let state = recording.state(at: ms(milliseconds))
    return state.heldPages(offscreenPageLimit: description.offscreenPageLimit).sorted()
      .map { pages[state.configuration.pageKeys[$0]].id }.joined(separator: " ")
  }

  fileprivate func edges(_ milliseconds: Int) -> [Double] {
    recording.state(at: ms(milliseconds)).visiblePages().map(\.minEdge)
  }
}

/// What users of pagers expect, each written as a scene: the rows of the feature table.
@Suite("Every option of a pager from a scene's text")
struct PagerOptionTests {
  @Test("row 1: as many pages as the list has, written out or repeated; none is a pager too")
  func pageCounts() throws {
    for count in [0, 1, 12] {
      let track = try play("{}", pages: count, "at: 1s, marker: m")
      #expect(track.recording.state(at: 1).configuration.pageCount == count)
    }
    let repeated = try read(
      scene("").replacing("[{ id: a }]", with: "{ repeat: 7, page: { id: 'q${n}' } }"))
    let track = try Playback.play(repeated).tracks[0]
    #expect(track.recording.state(at: 0).configuration.pageCount == 7)
    #expect(track.pages[6].id == "q7")
  }

  @Test("row 5: so many pages on each side are held ready, one without being asked")
  func offscreenPages() throws {
    let steps = "at: 1s, goto: { page: p5, animated: false }\nat: 2s, goto: p6"
    let usual = try play("{}", pages: 12, steps)
    #expect(usual.held(500) == "p0 p1" && usual.held(1500) == "p4 p5 p6")
    let three = try play("{ offscreenPageLimit: 3 }", pages: 12, steps)
    #expect(three.held(500) == "p0 p1 p2 p3")
    #expect(three.held(1500) == "p2 p3 p4 p5 p6 p7 p8")
    #expect(
      three.held(2299) == "p2 p3 p4 p5 p6 p7 p8" && three.held(2300) == "p3 p4 p5 p6 p7 p8 p9")
    let changes = three.recording.heldPageChanges(offscreenPageLimit: 3, through: 20)
    let moved = three.recording.events.last { $0.event == .windowMoved(to: 6) }
    #expect(changes.filter { $0.time == moved?.time }.map(\.key) == [2, 9])
    // The pages in view and the motion are the same.
    #expect(three.recording == usual.recording)
  }

  @Test("row 7: the page is kept or clamped when the count changes")
  func count() throws {
    let track = try play(
      "{ current: p4 }",
      "at: 1s, reload: { pages: [p0, p1, p2] }\nat: 2s, reload: { pages: [p0, p1, p2, p3] }")
    #expect(track.p(500) == 4 && track.p(1000) == 2 && track.p(2000) == 2)
  }

  @Test("row 8: pages put in and taken out leave the page in view where it is")
  func insertAndRemove() throws {
    let track = try play(
      "{ current: p2 }", "at: 1s, insert: { at: 0, pages: [{ id: n }] }\nat: 2s, remove: [p0, p1]")
    #expect(track.view(1500) == "p2" && track.p(1500) == 3)
    #expect(track.view(2500) == "p2" && track.p(2500) == 1)
  }

  @Test("row 13: at the end the timer rewinds, stops, or goes on to the first page")
  func atEnd() throws {
    for (end, page, passed) in [("stop", 2, 1), ("rewind", 0, 1), ("wrap", 0, 0)] {
      let track = try play(
        "{ autoplay: { every: 1s, atEnd: \(end) } }", pages: 3, "at: 0.1s, marker: m", end: "4s")
      #expect(track.settled(3900) == page)
      let middle = track.recording.state(at: ms(3150)).visiblePages().map(\.page)
      if end != "stop" { #expect(middle.contains(1) == (passed == 1)) }
    }
  }

  @Test("row 17: a page stays for its own time")
  func dwell() throws {
    let track = try play("{ autoplay: 1s }", dwell: ", dwell: 3s", "at: 0.1s, marker: m")
    #expect(track.settled(1500) == 1 && track.settled(3900) == 1 && track.settled(4400) == 2)
  }

  @Test("row 18: backwards, and no further than the first page")
  func reverse() throws {
    let track = try play(
      "{ current: 2, autoplay: { every: 1s, direction: reverse, atEnd: stop } }",
      "at: 0.1s, marker: m")
    #expect(track.settled(1400) == 1 && track.settled(2400) == 0 && track.settled(19_000) == 0)
  }

  @Test("row 19: a pause keeps what is left of the interval")
  func pause() throws {
    let track = try play("{ autoplay: 4s }", "at: 3s, pause: true\nat: 10s, resume: true")
    #expect(track.recording.state(at: 5).span.timerRemaining == 1)
    #expect(track.settled(10_900) == 0 && track.settled(11_400) == 1)
  }

  @Test("row 21: free scrolling rests where friction stops it")
  func free() throws {
    let track = try play(
      "{ freeScroll: true }", "at: 1s, flick: { direction: left, velocity: 700 }")
    let p = track.p(10_000)
    #expect(p > 0.5 && p != p.rounded())
    #expect(track.recording.state(at: 10).phase == .idle)
  }

  @Test("row 22: a fling passes one page, at most so many, or as many as it reaches")
  func flings() throws {
    for (limit, page) in [("1", 1.0), ("2", 2), ("auto", 4)] {
      let track = try play(
        "{ pagesPerFling: \(limit) }", "at: 1s, flick: { direction: left, velocity: 3000 }")
      #expect(track.p(10_000) == page)
    }
  }

  @Test("a deceleration rate shortens free motion, and the way of a fling over several pages")
  func decelerationRate() throws {
    let flick = "at: 1s, flick: { direction: left, velocity: 700 }"
    func reach(_ rate: String) throws -> Double {
      let track = try play("{ freeScroll: true\(rate) }", flick)
      // The finger lifts at 1.1 s, 60 points on.
      let start = track.recording.state(at: ms(1100)).contentOffset
      return track.recording.state(at: 12).contentOffset - start
    }
    // (v - 10) r / (1000 (1 - r)).
    for (rate, factor) in [
      ("", 0.499), (", decelerationRate: normal", 0.499), (", decelerationRate: fast", 0.099),
    ] { #expect((try reach(rate) - 690 * factor).magnitude < 1e-4, "\(rate)") }
    // From 290 points on, 0.499 or 0.099 times 3000 reach 5.6 pages, of which there are 4, or 1.8.
    for (rate, page) in [("normal", 4.0), ("fast", 2)] {
      let track = try play(
        "{ pagesPerFling: auto, decelerationRate: \(rate) }",
        "at: 1s, flick: { direction: left, velocity: 3000 }")
      #expect(track.p(10_000) == page)
    }
    let idle = faults(scene("pager: { decelerationRate: fast }"))
    #expect(idle.diagnostics.map(\.severity) == [.warning])
  }

  @Test("row 26: the shortest way leads over the seam")
  func shortest() throws {
    let steps = "at: 1s, goto: { page: p4, direction: shortest }"
    #expect(try play("{ loop: true }", steps).p(1999) == -1)
    let long = "at: 1s, goto: { page: p4, direction: forward }"
    #expect(try play("{ loop: true }", long).p(1999) == 4)
  }

  @Test("row 31: duration and easing, of the pager and of one command")
  func easing() throws {
    let pager = try play("{ easing: linear, duration: 1s }", "at: 1s, goto: p1")
    #expect((pager.p(1250) - 0.25).magnitude < 1e-12)
    let own = try play(
      "{}", "at: 1s, goto: { page: p1, duration: 2s, easing: [0.42, 0, 0.58, 1] }")
    #expect((own.p(2000) - 0.5).magnitude < 1e-9 && own.p(2999) < 1 && own.p(3000) == 1)
    let spring = try play(
      "{ easing: { spring: { stiffness: 100, damping: 20 } } }", "at: 1s, goto: p1")
    // 1 - (1 + 10 t) e^(-10 t), a tenth of a second on.
    #expect((spring.p(1100) - (1 - 2 * 0.36787944117144233)).magnitude < 1e-12)
  }

  @Test("rows 33 and 34: right to left, and the order reversed")
  func order() throws {
    let half = "at: 1s, goto: { page: p1, easing: linear, duration: 1s }"
    let natural = try play("{}", half)
    #expect(natural.edges(1500) == [-160, 160] && natural.view(1500) == "p0 p1")
    let mirrored = try play("{}", direction: "rtl", half)
    #expect(mirrored.edges(1500) == [-160, 160] && mirrored.view(1500) == "p1 p0")
    #expect(try play("{ direction: reversed }", half).view(1500) == "p1 p0")
    #expect(try play("{ direction: reversed }", direction: "rtl", half).view(1500) == "p0 p1")
    #expect(try play("{ direction: ltr }", direction: "rtl", half).view(1500) == "p0 p1")
  }

  @Test("rows 35, 36 and 38: pages smaller than the view, ends padded or not, several in view")
  func smallPages() throws {
    let jump = "at: 1s, goto: { page: p4, animated: false }"
    let padded = try play("{ itemSize: 80% }", jump)
    #expect(padded.edges(500) == [32, 288] && padded.edges(1500) == [-224, 32])
    let flush = try play("{ itemSize: 80%, padEnds: false }", jump)
    #expect(flush.edges(500) == [0, 256] && flush.p(1500) == 3.75)
    #expect(flush.recording.state(at: 2).currentPage == 4)
    let three = try play(
      "{ itemSize: 25%, padEnds: false, spacing: 40 }", pages: 7, "at: 1s, goto: p3")
    #expect(three.view(500) == "p0 p1 p2" && three.view(1500) == "p3 p4 p5")
  }

  @Test("row 39: another size in mid-motion keeps page and fraction")
  func resize() throws {
    let track = try play(
      "{}",
      "at: 1s, goto: { page: p1, easing: linear, duration: 1s }\nat: 1.5s, resize: { width: 160, height: 100 }"
    )
    #expect(track.p(1500) == 0.5 && track.edges(1500) == [-80, 80] && track.p(2000) == 1)
    let slow = try play("{ current: p2 }", "at: 1s, resize: { width: 160, height: 100, over: 1s }")
    for t in [1000, 1300, 1700, 2000] { #expect(slow.p(t) == 2) }
    #expect(slow.frame(at: ms(1500)).width == 240)
  }

  @Test("row 50: a tap on the page control turns one page by the half that it meets")
  func tapDots() throws {
    let track = try play(
      "{ current: p2 }",
      "at: 1s, tap: pageControl.right\nat: 2s, tap: pageControl.left\nat: 3s, tap: pageControl.left"
    )
    #expect(track.p(1500) == 3 && track.p(2500) == 2 && track.p(3500) == 1)
  }

  @Test("row 50: a finger scrubs along the dots; not where it may not")
  func scrubDots() throws {
    // Five dots at a pitch of 18 points around x 160, 13 points above the lower edge.
    let steps = "at: 1s, drag: { path: [[124, 187], [180, 187]], over: 1s }"
    #expect(try play("{}", steps).settled(4000) == 3)
    let off = try play("{}", control: "{ interactive: false }", steps)
    #expect(off.settled(4000) == 0 && off.recording.inputs.allSatisfy { !$0.input.isCommand })
  }

  @Test("row 51: dots in a row or one above the other, from either end")
  func dotDirection() throws {
    func layout(_ control: String, pager: String = "{}", direction: String = "ltr") throws
      -> PageControlLayout
    {
      let track = try play(pager, direction: direction, control: control, "at: 1s, marker: m")
      let state = track.recording.state(at: 0)
      return PageControlLayout(
        try #require(track.pageControl), count: 5, in: Size(width: 320, height: 200),
        isMirrored: state.configuration.isMirrored,
        isPagerVertical: state.configuration.axis == .vertical, isRightToLeft: direction == "rtl")
    }
    for (control, isVertical, isReversed) in [
      ("{}", false, false), ("{ direction: rightToLeft }", false, true),
      ("{ direction: topToBottom }", true, false), ("{ direction: bottomToTop }", true, true),
      ("{ axis: vertical }", true, false),
      ("{ axis: vertical, direction: bottomToTop }", true, true),
    ] {
      let layout = try layout(control)
      #expect(layout.isVertical == isVertical && layout.isReversed == isReversed, "\(control)")
      #expect((layout.row.height > layout.row.width) == isVertical, "\(control)")
    }
    let natural = try layout("{}", direction: "rtl")
    #expect(natural.isReversed)
    #expect(try !layout("{ direction: leftToRight }", direction: "rtl").isReversed)
    let across = try layout("{ direction: leftToRight }", pager: "{ axis: vertical }")
    #expect(!across.isVertical)
    let both = faults(scene("pageControl: { axis: horizontal, direction: topToBottom }"))
    #expect(both.errors.map(\.code) == [.conflictingKeys])
  }

  @Test("row 52: the dot waits for the step that updates it")
  func deferredDots() throws {
    let deferred = "{ defersCurrentPageDisplay: true }"
    let tap = "at: 1s, tap: pageControl.right\n"
    // Without deferral it changes half way.
    let usual = try play("{}", tap)
    #expect(usual.dot(1149) == 0 && usual.dot(1151) == 1)
    let track = try play(
      "{}", control: deferred, tap + "after: settled, delay: 1s, updateCurrentPageDisplay: true")
    #expect(track.settled(1400) == 1 && track.dot(1400) == 0)
    #expect(track.dot(2299) == 0 && track.dot(2300) == 1 && track.dot(9000) == 1)
    #expect(track.deferredDisplays.map(\.end) == [ms(2300)])
    // A second tap goes on from the page, not from the dot; one update shows where it is.
    let twice = try play(
      "{}", control: deferred,
      tap + "at: 2s, tap: pageControl.right\nat: 3s, updateCurrentPageDisplay: true\n"
        + "at: 4s, tap: pageControl.left")
    #expect(twice.settled(2900) == 2 && twice.dot(2900) == 0)
    #expect(twice.dot(3000) == 2 && twice.settled(5000) == 1 && twice.dot(5000) == 2)
    #expect(twice.deferredDisplays.map(\.end) == [3, nil])
    // A scrub is one change; an update before it, or at its instant, counts for what was before.
    let scrub = try play(
      "{ current: p1 }", control: deferred,
      "at: 1s, updateCurrentPageDisplay: true\n"
        + "at: 1s, drag: { path: [[124, 187], [160, 187]], over: 1s }\n"
        + "at: 5s, updateCurrentPageDisplay: true")
    #expect(scrub.settled(4900) == 3 && scrub.dot(4900) == 1 && scrub.dot(5000) == 3)
  }

  @Test(
    "row 52: what else moves the pages shows the page, as setting the current page does",
    arguments: [
      ("at: 2s, flick: left", "{}"), ("at: 2s, goto: p4", "{}"),
      ("at: 2s, reload: { pages: [p0, p1, p2] }", "{}"), ("at: 2s, remove: [p4]", "{}"),
      ("at: 2s, insert: { at: 0, pages: [{ id: n }] }", "{}"),
      ("at: 9s, wait: 1s", "{ autoplay: 1s }"),
    ])
  func deferralEnds(step: String, pager: String) throws {
    let track = try play(
      pager, control: "{ defersCurrentPageDisplay: true }",
      "at: 1s, tap: pageControl.right\n\(step)")
    #expect(track.dot(1990) == 0)
    for t in stride(from: 2100, to: 8000, by: 50) {
      let state = track.recording.state(at: ms(t))
      #expect(track.dot(t) == PageControlState(state, update: .half).currentPage, "\(t)")
    }
    #expect(track.deferredDisplays.count == 1)
  }

  @Test(
    "row 52: continuous dots stand still while they wait; a resize, a pause, a touch end nothing")
  func deferralHolds() throws {
    let track = try play(
      "{ autoplay: 100s }", control: "{ defersCurrentPageDisplay: true, updates: continuous }",
      "at: 1s, tap: pageControl.right\nat: 2s, resize: { width: 300, height: 200 }\n"
        + "at: 2s, pause: true\nat: 3s, tap: [20, 20]\nat: 4s, updateCurrentPageDisplay: true")
    for t in [1050, 1150, 1250, 2500, 3500] {
      let state = track.pageControlState(track.recording.state(at: ms(t)))
      #expect(state.position == 0 && state.weight(of: 0) == 1 && state.crossFade == nil, "\(t)")
    }
    #expect(track.dot(4000) == 1)
  }

  @Test("row 52: a pager that is a layer has a deferral of its own")
  func deferredLayer() throws {
    let text = """
      folioscope: 1
      canvas: { width: 320, height: 200, fps: 60 }
      pages: [{ id: a }, { id: b }]
      pageControl: { defersCurrentPageDisplay: true }
      above:
        - pager: {}
          id: other
          frame: { x: 0, y: 0, w: 320, h: 100 }
          pages: [{ id: x }, { id: y }]
          pageControl: { defersCurrentPageDisplay: true }
      timeline:
        - { at: 1s, tap: pageControl.right }
        - { at: 1s, tap: pageControl.right, pager: other }
        - { at: 2s, updateCurrentPageDisplay: true, pager: other }
        - { at: 4s, end: true }
      """
    let tracks = try Playback.play(try read(text)).tracks
    #expect(tracks[0].dot(3000) == 0 && tracks[1].dot(1900) == 0 && tracks[1].dot(3000) == 1)
  }

  @Test("row 52: what has no effect is told")
  func deferralFaults() throws {
    let none = faults(
      scene("timeline: [{ at: 0.5s, updateCurrentPageDisplay: true }]"))
    #expect(none.errors.map(\.message).contains { $0.contains("there is no page control") })
    let plain = try Playback.play(
      try read(
        scene("pageControl: true\ntimeline: [{ at: 0.5s, updateCurrentPageDisplay: true }]")))
    #expect(plain.warnings.map(\.message) == ["the page control does not defer its display"])
    let untouched = faults(
      scene("pageControl: { interactive: false, defersCurrentPageDisplay: true }"))
    #expect(untouched.diagnostics.map(\.severity) == [.warning])
    let wrong = faults(
      scene("pageControl: true\ntimeline: [{ at: 0.5s, updateCurrentPageDisplay: no }]"))
    #expect(wrong.errors.map(\.message).contains { $0.contains("true is expected") })
    let misspelt = faults(scene("pageControl: { deferCurrentPageDisplay: true }"))
    #expect(misspelt.errors.first?.hint?.contains("defersCurrentPageDisplay") == true)
  }

  @Test("row 54: dots that do not fit, or are more than wanted, are seen through a window")
  func dotWindow() throws {
    func shown(_ control: String, pages: Int) throws -> Int {
      let track = try play("{}", pages: pages, control: control, "at: 1s, marker: m")
      return PageControlLayout(
        try #require(track.pageControl), count: pages, in: Size(width: 320, height: 200),
        isMirrored: false, isPagerVertical: false, isRightToLeft: false
      ).visibleCount
    }
    #expect(try shown("{}", pages: 5) == 5 && shown("{ maxDots: 3 }", pages: 5) == 3)
    #expect(try shown("{ maxDots: 9 }", pages: 5) == 5)
    // 18 n - 8 points of 320, and of 320 less 14 at either end; 16 n - 9 are never cut.
    #expect(try shown("{}", pages: 50) == 18)
    #expect(try shown("{ position: bottom-right }", pages: 50) == 16)
    #expect(try shown("{ frame: { x: 0, y: 0, w: 74, h: 26 } }", pages: 50) == 3)
    #expect(try shown("{ direction: topToBottom, position: right }", pages: 50) == 11)
    #expect(try shown("{ look: classic }", pages: 50) == 50)
    #expect(try shown("{ look: classic, maxDots: 7 }", pages: 50) == 7)
  }

  @Test("row 56: how much of the dwell has passed, for a dot that fills")
  func dwellProgress() throws {
    let track = try play(
      "{ autoplay: 4s }", dwell: ", dwell: 2s", "at: 3s, pause: true\nat: 5s, resume: true")
    func progress(_ t: Int) -> Double? {
      track.pageControlState(track.recording.state(at: ms(t))).progress
    }
    #expect(progress(1000) == 0.25 && progress(3000) == 0.75 && progress(4500) == 0.75)
    // The second page stays for 2 s from the turn at 6 s on.
    #expect(progress(7000) == 0.5)
    #expect(
      try play("{}", "at: 1s, marker: m").pageControlState(
        try play("{}", "at: 1s, marker: m").recording.state(at: 1)
      ).progress == nil)
  }

  @Test("row 57: the dot changes when the scene says, and by the preset's habit")
  func updates() throws {
    for (control, pager, dots) in [
      ("{ updates: half }", "{}", [0, 1, 1]), ("{ updates: settled }", "{}", [0, 0, 1]),
      ("{ updates: fullPage }", "{}", [0, 0, 1]), ("{}", "{}", [0, 1, 1]),
      ("{}", "{ preset: pageViewController }", [0, 0, 1]),
    ] {
      let track = try play(
        pager, control: control, "at: 1s, goto: { page: p1, easing: linear, duration: 1s }")
      for (t, dot) in zip([1400, 1600, 2100], dots) {
        let state = PageControlState(
          track.recording.state(at: ms(t)), update: track.pageControlUpdate)
        #expect(state.currentPage == dot, "\(control) \(pager) at \(t)")
      }
    }
  }

  @Test("row 60: the position is there at any time, in any order")
  func positionStream() throws {
    let track = try play("{ easing: linear, duration: 1s }", "at: 1s, goto: p1")
    let stream = track.recording.states(from: 1, through: 2, rate: 10).map(\.position)
    for (i, p) in stream.enumerated() { #expect((p - Double(i) / 10).magnitude < 1e-12) }
    #expect(stream.count == 11 && track.p(1700) == stream[7])
  }

  @Test("row 61: current, target and settled page are three")
  func threePages() throws {
    let track = try play("{}", "at: 1s, goto: { page: p1, duration: 1s, easing: linear }")
    let state = track.recording.state(at: ms(1600))
    #expect(state.currentPage == 1 && state.targetPage == 1 && state.settledPage == 0)
    let early = track.recording.state(at: ms(1200))
    #expect(early.currentPage == 0 && early.targetPage == 1 && early.settledPage == 0)
  }

  @Test("set: the gap between pages grows over its time; a later set takes over")
  func spacingOverTime() throws {
    let track = try play(
      "{}",
      "at: 1s, set: { pager.spacing: 40 }, over: 1s, ease: linear\nat: 3s, set: { pager.spacing: 10 }"
    )
    func gap(_ t: Int) -> Double { track.recording.state(at: ms(t)).configuration.spacing }
    #expect(
      gap(999) == 0 && (gap(1500) - 20).magnitude < 1e-9 && gap(2000) == 40 && gap(3000) == 10)
    let cut = try play(
      "{}",
      "at: 1s, set: { pager.spacing: 40 }, over: 1s, ease: linear\nat: 1.5s, set: { pager.spacing: 6 }"
    )
    #expect(cut.recording.state(at: ms(1500)).configuration.spacing == 6)
    #expect(cut.recording.state(at: 5).configuration.spacing == 6)
  }

  @Test("row 41: a curl takes half a second, has no gaps, and turns as pages do")
  func curl() throws {
    let track = try play("{ transition: curl }", "at: 1s, goto: p1\nat: 3s, flick: left")
    #expect((track.p(1250) - 0.5).magnitude < 1e-12 && track.p(1499) < 1 && track.p(1500) == 1)
    let order = track.recording.events.filter { $0.time > 3 }.compactMap { logged -> String? in
      switch logged.event {
      case .willTransition(let page): "will \(page)"
      case .didTransition(let previous, let completed): "did \(previous) \(completed)"
      default: nil
      }
    }
    #expect(order == ["will 2", "did 1 true"] && track.settled(9000) == 2)
    let own = try play("{ transition: curl, duration: 1s }", "at: 1s, goto: p1")
    #expect((own.p(1500) - 0.5).magnitude < 1e-12 && own.p(2000) == 1)
    let gaps = scene("pager: { transition: curl, spacing: 20 }")
    #expect(faults(gaps).diagnostics.map(\.severity) == [.warning])
    let played = try Playback.play(try read(gaps)).tracks[0].recording
    #expect(played.state(at: 0).configuration.spacing == 0)
  }

  @Test("row 41: spine and double side say which pages are on a leaf")
  func leaves() throws {
    for (leaf, layout, leaves) in [
      ("spine: min", LeafLayout.single, 4), ("spine: max", .single, 4), ("spine: mid", .spread, 2),
      ("spine: mid, doubleSided: true", .spread, 2), ("doubleSided: true", .doubleSided, 2),
      ("spine: max, doubleSided: true", .doubleSided, 2),
    ] {
      let text = scene(
        "pager: { transition: { kind: curl, \(leaf) } }",
        page: "{ id: a }, { id: b }, { id: c }, { id: d }")
      let recording = try Playback.play(try read(text))
      #expect(recording.warnings.isEmpty && faults(text).isEmpty, "\(leaf)")
      #expect(recording.tracks[0].leafLayout == layout)
      #expect(recording.tracks[0].recording.state(at: 0).configuration.pageCount == leaves)
    }
  }

  // MARK: - Presets

  @Test("a preset brings its engine: slop, paging rule, settle, edges and passage")
  func presets() throws {
    func configuration(_ name: String) throws -> PagerConfiguration {
      try play("{ preset: \(name) }", "at: 1s, marker: m").recording.state(at: 0).configuration
    }
    let android = try configuration("viewPager2")
    #expect(android.panSlop == 16 && android.paging == .viewPager2 && android.settle == .viewPager)
    #expect(android.travel == .near(3) && !android.bounces)
    let flutter = try configuration("flutter")
    #expect(flutter.panSlop == 18 && flutter.paging == .flutter && flutter.overscroll == .flutter)
    #expect(flutter.travel == .through && flutter.animationCurve == .default)
    #expect(flutter.deceleration == .flutter)
    #expect(try configuration("pageViewController").alwaysBounces)
    #expect(try configuration("system") == (try configuration("system")))
    let banner = try configuration("dlpageview")
    #expect(banner.quirk == .dlPageView && banner.autoplay?.interval == 3)
  }

  @Test("the preset's passage holds for goto, unless the step says otherwise")
  func passage() throws {
    let steps = "at: 1s, goto: { page: p4, easing: linear, duration: 1s }"
    #expect(try play("{}", steps).view(1500) == "p0 p4")
    #expect(try play("{ preset: flutter }", steps).view(1500) == "p2")
    #expect(try play("{ preset: viewPager2 }", steps).p(1000) == 1)
    let direct = "at: 1s, goto: { page: p4, via: direct, easing: linear, duration: 1s }"
    #expect(try play("{ preset: flutter }", direct).view(1500) == "p0 p4")
  }

  @Test("the literal banner from a scene: its timer trace for 320 and for 160.25 points")
  func literalBanner() throws {
    let wide = try play("{ preset: dlpageview }", "at: 0.1s, marker: m", end: "21s")
    for (tick, row) in [1, 2, 3, 4, 0, 1].enumerated() {
      #expect(wide.settled(3000 * (tick + 1) + 1000) == row)
    }
    let odd = try play(
      "{ preset: dlpageview, frame: { x: 0, y: 0, w: 160.25, h: 99 } }", "at: 0.1s, marker: m",
      end: "21s")
    for (tick, (row, offset)) in [
      (0, 320.5), (1, 160.25), (1, 320.5), (2, 160.25), (2, 320.5), (3, 160.25),
    ].enumerated() {
      let state = odd.recording.state(at: ms(3000 * (tick + 1) + 1000))
      #expect(state.anchorPage == row && state.windowOffset == offset)
    }
  }

  @Test("what the literal banner lacks is told: its options, and a command to go to a page")
  func bannerWarnings() throws {
    let text = scene(
      """
      pager: { preset: dlpageview, spacing: 12, loop: true }
      timeline: [{ at: 0.5s, goto: a }]
      """)
    let warnings = faults(text).diagnostics
    #expect(warnings.map(\.severity) == [.warning, .warning])
    #expect(warnings.allSatisfy { $0.message.contains("dlpageview has no such option") })
    let recording = try Playback.play(try read(text))
    #expect(recording.warnings.map(\.message) == ["the literal banner goes to no page by command"])
  }
}
