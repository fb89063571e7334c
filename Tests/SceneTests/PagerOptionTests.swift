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

  fileprivate func edges(_ milliseconds: Int) -> [Double] {
    recording.state(at: ms(milliseconds)).visiblePages().map(\.minEdge)
  }
}

/// What users of pagers expect, each written as a scene: the rows of the feature table.
@Suite("Every option of a pager from a scene's text")
struct PagerOptionTests {
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

  @Test("row 61: current, target and settled page are three")
  func threePages() throws {
    let track = try play("{}", "at: 1s, goto: { page: p1, duration: 1s, easing: linear }")
    let state = track.recording.state(at: ms(1600))
    #expect(state.currentPage == 1 && state.targetPage == 1 && state.settledPage == 0)
    let early = track.recording.state(at: ms(1200))
    #expect(early.currentPage == 0 && early.targetPage == 1 && early.settledPage == 0)
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
