import FolioNumerics
import FolioPagingCore
import TestSupport
import Testing

/// The original's demo: five looping pages of 320 points that turn every four seconds.
private func banner(count: Int = 5, interval: Rational? = 4) -> PagerEngine {
  var configuration = PagerConfiguration(pageCount: count, viewExtent: 320)
  configuration.loops = true
  configuration.autoplay = interval.map { Autoplay(interval: $0) }
  return PagerEngine(configuration: configuration)
}

private func pager(_ count: Int, page: Int = 0, loops: Bool = false) -> PagerEngine {
  var configuration = PagerConfiguration(pageCount: count, viewExtent: 320)
  configuration.loops = loops
  return PagerEngine(configuration: configuration, page: page)
}

private func ms(_ n: Int) -> Rational { Rational(n, 1000) }

extension PagerEngine {
  fileprivate var events: [PagerEvent] { recording.events.map(\.event) }

  /// Drags so that the content moves by `pages` to a shown position inside the range, within 100 ms,
  /// and keeps the finger down.
  fileprivate mutating func drag(by pages: Double, over: Rational = ms(100)) {
    if !isTouched { touchDown(at: 0) }
    let slop = pages > 0 ? -10.0 : 10
    moveTouch(to: -pages * 320 + slop, arrivingAt: time + over)
    advance(to: time + over)
  }

  fileprivate func dot(_ update: PageControlUpdate = .half) -> Int {
    PageControlState(state, update: update).currentPage
  }

  fileprivate var transitions: [Bool] {
    events.compactMap { if case .didTransition(_, let completed) = $0 { completed } else { nil } }
  }

  fileprivate var willTransitions: [Int] {
    events.compactMap { if case .willTransition(let to) = $0 { to } else { nil } }
  }

  fileprivate var completions: [Bool] {
    events.compactMap { if case .completion(_, let done) = $0 { done } else { nil } }
  }
}

@Suite("The endless banner")
struct BannerTests {
  @Test("rests until 4 s, then turns by the cosine in 18 frames, five times round")
  func timeline() {
    var engine = banner()
    engine.advance(to: 24)
    func p(_ frame: Int) -> Double { engine.recording.state(at: Rational(frame, 60)).position }
    for frame in 0...240 { #expect(p(frame) == 0) }
    #expect((p(246) - 0.25).magnitude < 1e-12)
    #expect((p(249) - 0.5).magnitude < 1e-12)
    #expect((p(252) - 0.75).magnitude < 1e-12)
    for frame in 258...480 { #expect(p(frame) == 1) }
    #expect(p(1200) == 4)
    #expect(p(1201) > 4)
    #expect(p(1218) == 5)
    let end = engine.recording.state(at: Rational(1218, 60))
    #expect(end.currentPage == 0)
    #expect(end.anchorPage == 0)
    #expect(end.isAtRest)
  }

  @Test("the offset of the three-slot window rests at one stride")
  func windowOffset() {
    var engine = banner()
    engine.advance(to: 5)
    #expect(engine.recording.state(at: 4).windowOffset == 320)
    let middle = engine.recording.state(at: 4 + ms(150))
    #expect((middle.windowOffset - 480).magnitude < 1e-9)
    #expect(engine.recording.state(at: 4 + ms(300)).windowOffset == 320)
  }

  @Test("the timer trace of six ticks ends on the right rows, whatever the width")
  func ticks() {
    for width in [320.0, 187.5, 160.25, 125.333333] {
      var configuration = PagerConfiguration(pageCount: 5, viewExtent: width)
      configuration.loops = true
      configuration.autoplay = Autoplay(interval: 3)
      var engine = PagerEngine(configuration: configuration)
      engine.advance(to: 20)
      for (tick, row) in [1, 2, 3, 4, 0, 1].enumerated() {
        #expect(engine.recording.state(at: Rational(3 * (tick + 1)) + 1).settledPage == row)
      }
    }
  }

  @Test("B12: a finger restarts the interval when it lifts")
  func restart() {
    var engine = banner()
    engine.advance(to: ms(3800))
    engine.touchDown(at: 300)
    engine.moveTouch(to: 200, arrivingAt: ms(3900))
    engine.advance(to: ms(3900))
    engine.touchUp()
    engine.advance(to: 9)
    let due = engine.recording.events.compactMap { logged -> Rational? in
      if case .timerFired = logged.event { return logged.time }
      return nil
    }
    #expect(due == [ms(7900)])
    #expect(engine.recording.state(at: ms(7899)).settledPage == 1)
    #expect(engine.state.settledPage == 2)
  }

  @Test("a drag that settles first restarts later if asked to")
  func restartAtSettle() throws {
    var configuration = PagerConfiguration(pageCount: 5, viewExtent: 320)
    configuration.loops = true
    configuration.autoplay = Autoplay(interval: 4, restart: .settle)
    var engine = PagerEngine(configuration: configuration)
    engine.advance(to: 1)
    engine.drag(by: 0.5)
    engine.touchUp()
    engine.advance(to: 3)
    let settled = try #require(
      engine.recording.events.last { $0.event == .didEndDecelerating }?.time)
    #expect(engine.nextTurn == settled + 4)
  }

  @Test("B9: one page that loops stands still, turns nothing and ignores fingers")
  func onePage() {
    var engine = banner(count: 1, interval: 1)
    engine.advance(to: 2)
    engine.drag(by: 0.5)
    engine.touchUp()
    engine.advance(to: 5)
    #expect(engine.recording.spans.allSatisfy { $0.motion == .rest(0) })
    #expect(!engine.events.contains(.willBeginDragging))
    #expect(!engine.events.contains(.timerFired))
    #expect(engine.state.visiblePages().map(\.minEdge) == [0])
  }

  @Test("no pages: every command and finger is harmless")
  func noPages() {
    var engine = banner(count: 0)
    engine.drag(by: 1)
    engine.touchUp()
    engine.goTo(page: 3, command: 1)
    engine.turn(forward: true, command: 2)
    engine.pause()
    engine.resume()
    engine.advance(to: 20)
    #expect(engine.state.currentPage == nil)
    #expect(engine.completions == [true, true])
  }

  @Test("two pages loop both ways")
  func twoPages() {
    var engine = banner(count: 2, interval: nil)
    engine.turn(forward: true)
    engine.advance(to: 1)
    engine.turn(forward: true)
    engine.advance(to: 2)
    #expect(engine.state.position == 2)
    #expect(engine.state.currentPage == 0)
    engine.turn(forward: false)
    engine.advance(to: 3)
    #expect(engine.state.currentPage == 1)
  }

  @Test("B10: a pause in mid-turn lets the turn end and keeps what was left of the interval")
  func pause() {
    var engine = banner()
    engine.advance(to: 4 + ms(150))
    engine.pause()
    engine.advance(to: 14 + ms(150))
    #expect(engine.recording.state(at: 4 + ms(300)).position == 1)
    engine.resume()
    engine.advance(to: 30)
    #expect(engine.recording.state(at: 18 + ms(299)).isAtRest == false)
    #expect(engine.recording.state(at: 18).position == 1)
  }

  @Test("an interval changed while running starts anew; off stays off after a drag")
  func intervalChanges() {
    var engine = banner()
    engine.advance(to: 3)
    engine.setAutoplay(Autoplay(interval: 2))
    #expect(engine.nextTurn == 5)
    engine.setAutoplay(nil)
    engine.drag(by: 0.6)
    engine.touchUp()
    engine.advance(to: 20)
    #expect(engine.nextTurn == nil)
    #expect(engine.state.settledPage == 1)
  }

  @Test("at one instant a finger wins over the timer")
  func fingerWins() {
    var engine = banner()
    engine.advance(to: 4)
    engine.touchDown(at: 100)
    engine.advance(to: 5)
    #expect(engine.state.position == 0)
    engine.touchUp()
    engine.advance(to: 6)
    #expect((engine.recording.state(at: 5 + ms(150)).position - 0.5).magnitude < 1e-12)
  }
}

@Suite("Public bugs of pagers")
struct PagerBugTests {
  @Test("B2: catching a returning page and finishing the swipe")
  func b2() {
    var engine = pager(2)
    engine.drag(by: 0.4)
    engine.touchUp(velocity: 0)
    engine.advance(to: engine.time + ms(80))
    let caught = engine.state.position
    engine.touchDown(at: 0)
    engine.drag(by: 1 - caught)
    #expect((engine.state.position - 1).magnitude < 1e-12)
    engine.touchUp(velocity: 0)
    engine.advance(to: 3)
    #expect(engine.state.settledPage == 1)
    #expect(engine.state.position == 1)
    #expect(engine.transitions == [false, true])
    #expect(engine.willTransitions.count == 2)
  }

  @Test("B3: reaching the last page with a bounce")
  func b3() {
    var engine = pager(3, page: 1)
    let pull = RubberBand(dimension: 320).pull(for: 32)
    engine.drag(by: 1 + pull / 320)
    #expect((engine.state.position - 2.1).magnitude < 1e-9)
    engine.touchUp(velocity: -1000)
    engine.advance(to: 5)
    #expect(engine.state.position == 2)
    #expect(engine.state.currentPage == 2)
    #expect(engine.transitions == [true])
  }

  @Test("B4: a page command during an end bounce keeps the place continuous")
  func b4() {
    var engine = pager(3)
    let pull = RubberBand(dimension: 320).pull(for: 96)
    engine.drag(by: -pull / 320)
    #expect((engine.state.position + 0.3).magnitude < 1e-9)
    engine.touchUp(velocity: 0)
    engine.advance(to: engine.time + ms(50))
    let before = engine.state.position
    engine.goTo(page: 1, command: 7)
    #expect((engine.state.position - before).magnitude < 1e-12)
    engine.advance(to: 3)
    #expect(engine.state.settledPage == 1)
    #expect(engine.completions == [true])
  }

  @Test("B5: four page commands in 150 ms: three interrupted, one finished, always covered")
  func b5() {
    var engine = pager(4)
    for (i, page) in [1, 2, 1, 3].enumerated() {
      engine.advance(to: ms(50 * i))
      engine.goTo(page: page, command: i)
    }
    engine.advance(to: 1)
    #expect(engine.state.settledPage == 3)
    #expect(engine.state.position == 3)
    #expect(engine.completions == [false, false, false, true])
    for t in 0..<1000 {
      let state = engine.recording.state(at: ms(t))
      let edges = state.visiblePages().map { ($0.minEdge, $0.maxEdge) }.sorted { $0.0 < $1.0 }
      #expect((edges.first?.0 ?? 1) <= 0)
      #expect((edges.last?.1 ?? 0) >= 320 - 1e-9)
      for (a, b) in zip(edges, edges.dropFirst()) { #expect(a.1 == b.0) }
    }
  }

  @Test("B7: ten flings 60 ms apart travel ten pages")
  func b7() {
    var engine = pager(4, loops: true)
    for i in 0..<10 {
      engine.advance(to: ms(60 * i))
      engine.touchDown(at: 200)
      engine.moveTouch(to: 140, arrivingAt: ms(60 * i + 40))
      engine.advance(to: ms(60 * i + 40))
      engine.touchUp(velocity: -1500)
    }
    engine.advance(to: 5)
    #expect(engine.state.position == 10)
    #expect(engine.state.settledPage == 2)
  }

  @Test("B8: two looping pages dragged one way and back")
  func b8() {
    var engine = pager(2, page: 1, loops: true)
    engine.drag(by: 0.4)
    var pages = engine.state.visiblePages()
    #expect(pages.map(\.page) == [1, 0])
    #expect((pages[0].minEdge + 128).magnitude < 1e-9)
    #expect((pages[1].minEdge - 192).magnitude < 1e-9)
    // Back over the touch point to 0.6; the slop stays swallowed on the first side.
    engine.moveTouch(to: 0.4 * 320 - 10, arrivingAt: engine.time + ms(200))
    engine.advance(to: engine.time + ms(200))
    pages = engine.state.visiblePages()
    #expect((engine.state.position - 0.6).magnitude < 1e-12)
    #expect(pages.map(\.page) == [0, 1])
    #expect((pages[0].minEdge + 192).magnitude < 1e-9)
    #expect((pages[1].minEdge - 128).magnitude < 1e-9)
  }

  @Test("B14: a reload takes dot and offset along in the same instant")
  func b14() {
    var engine = pager(10, page: 4)
    engine.reload(keys: Array(0..<10), position: .page(0))
    #expect(engine.state.position == 0 && engine.dot() == 0 && engine.dot(.settled) == 0)
    engine = pager(10, page: 4)
    engine.reload(keys: Array(0..<10))
    #expect(engine.state.position == 4 && engine.dot() == 4 && engine.dot(.settled) == 4)
  }

  @Test("B15: fewer pages than the one that was settled")
  func b15() {
    var engine = pager(10, page: 9)
    engine.reload(keys: Array(0..<9))
    #expect(engine.state.settledPage == 8 && engine.state.position == 8)
    let dots = PageControlState(engine.state, update: .half)
    #expect(dots.numberOfPages == 9 && dots.currentPage == 8)
    #expect(engine.state.visiblePages().map(\.page) == [8])
    for event in engine.events {
      switch event {
      case .windowMoved(let index), .currentPageChanged(let index): #expect(index < 9)
      default: break
      }
    }
  }

  @Test("B16: more pages move nothing")
  func b16() {
    var engine = pager(3, page: 2)
    engine.reload(keys: Array(0..<5))
    #expect(engine.state.position == 2 && engine.state.isAtRest)
    #expect(engine.recording.spans.allSatisfy { $0.motion == .rest(2) })
  }

  @Test("reloads of a looping pager put it where it belongs in the same instant")
  func reloads() {
    var engine: PagerEngine
    for (from, to, page, right) in [(5, 4, 4, 3), (5, 2, 4, 1), (5, 4, 3, 3), (5, 1, 0, 0)] {
      var looping = pager(from, page: page, loops: true)
      looping.reload(keys: Array(0..<to))
      #expect(looping.state.settledPage == right)
    }
    engine = pager(3, page: 2, loops: true)
    engine.reload(keys: [])
    #expect(engine.state.currentPage == nil)
    #expect(engine.state.visiblePages().isEmpty)
  }

  @Test("a reload that keeps the count keeps row and fraction in mid-drag")
  func reloadKeepsFraction() {
    var engine = pager(5, page: 2)
    engine.drag(by: 0.25)
    engine.reload(keys: Array(10..<15))
    #expect((engine.state.position - 2.25).magnitude < 1e-12)
    engine.drag(by: 0.5)
    #expect(engine.isDragging)
  }

  @Test("insertions and removals keep the page in view")
  func insertAndRemove() {
    var engine = pager(5, page: 2)
    engine.insert(keys: [100, 101], at: 0)
    #expect(engine.state.position == 4)
    #expect(engine.configuration.pageKeys == [100, 101, 0, 1, 2, 3, 4])
    engine.remove(at: [0, 1, 2])
    #expect(engine.state.position == 1)
    engine.remove(at: [1])
    #expect(engine.configuration.pageKeys == [1, 3, 4])
    #expect(engine.state.position == 1)
    engine.remove(at: [0, 1, 2, 99])
    #expect(engine.state.currentPage == nil)
    engine.insert(keys: [7], at: 5)
    #expect(engine.state.currentPage == 0)
  }

  @Test("B18: one page back over the seam names no page outside")
  func b18() {
    var engine = pager(3, loops: true)
    engine.drag(by: -0.6)
    engine.touchUp(velocity: 0)
    engine.advance(to: 3)
    #expect(engine.willTransitions == [2])
    #expect(engine.state.settledPage == 2)
    #expect(engine.transitions == [true])
    for event in engine.events {
      switch event {
      case .willTransition(let i), .windowMoved(let i), .currentPageChanged(let i):
        #expect((0..<3).contains(i))
      case .didTransition(let i, _): #expect((0..<3).contains(i))
      default: break
      }
    }
  }

  @Test("B19: the shortest way over the seam draws two pages alone")
  func b19() {
    var engine = pager(20, loops: true)
    engine.goTo(page: 19)
    var drawn: Set<Int> = []
    for t in 0...300 {
      engine.advance(to: ms(t))
      for page in engine.state.visiblePages() { drawn.insert(page.page) }
    }
    #expect(drawn == [0, 19])
    #expect(engine.state.position == -1)
    engine.turn(forward: true)
    engine.advance(to: 1)
    #expect(engine.state.position == 0)
  }

  @Test("B20: a fling past the last page reports it as the target")
  func b20() {
    var engine = pager(5, page: 4)
    engine.drag(by: 0.05)
    engine.touchUp(velocity: -2000)
    let targets = engine.events.compactMap { event -> Double? in
      if case .willEndDragging(_, let target) = event { return target }
      return nil
    }
    #expect(targets == [4])
  }

  @Test("B21: a jump without animation is there at its instant")
  func b21() {
    var engine = pager(5)
    engine.advance(to: 1)
    engine.goTo(page: 2, animated: false, command: 1)
    #expect(engine.recording.state(at: 1).currentPage == 2)
    #expect(engine.recording.state(at: 1).anchorPage == 2)
    for update in [PageControlUpdate.half, .fullPage, .settled, .continuous] {
      #expect(engine.dot(update) == 2)
    }
    #expect(engine.completions == [true])
  }

  @Test("B23: a resize keeps page and fraction, also under a finger")
  func b23() {
    var engine = pager(5, page: 3)
    engine.resize(viewExtent: 568, pageExtent: 568, spacing: 0)
    #expect(engine.state.visiblePages().map(\.page) == [3])
    #expect(engine.state.visiblePages()[0].minEdge == 0)
    engine = pager(5, page: 2)
    engine.drag(by: 0.25)
    engine.resize(viewExtent: 568, pageExtent: 568, spacing: 0)
    #expect((engine.state.position - 2.25).magnitude < 1e-12)
    #expect((engine.state.visiblePages()[0].minEdge + 142).magnitude < 1e-9)
    engine.moveTouch(to: -0.25 * 320 - 10 - 56.8, arrivingAt: engine.time)
    #expect((engine.state.position - 2.35).magnitude < 1e-9)
  }

  @Test("B24: a page of 411.43 points arrives at exactly 3")
  func b24() {
    var engine = PagerEngine(
      configuration: PagerConfiguration(pageCount: 5, viewExtent: 411.42857142857144))
    engine.goTo(page: 3, travel: .through)
    engine.advance(to: 1)
    #expect(engine.state.position == 3)
  }

  @Test(
    "B25: at rest exactly one page is drawn",
    arguments: [320, 360, 375, 390.5, 411.42857142857144, 428])
  func b25(width: Double) {
    let configuration = PagerConfiguration(pageCount: 1000, viewExtent: width)
    for k in 0..<1000 {
      let engine = PagerEngine(configuration: configuration, page: k)
      #expect(engine.state.visiblePages().map(\.page) == [k])
    }
  }

  @Test("B27: pages smaller than the view, with and without padded ends")
  func b27() {
    var configuration = PagerConfiguration(pageCount: 4, viewExtent: 400)
    configuration.pageExtent = 320
    #expect(configuration.maximumPosition == 3)
    var engine = PagerEngine(configuration: configuration, page: 3)
    #expect(engine.state.visiblePages().first { $0.page == 3 }?.minEdge == 40)
    configuration.padsEnds = false
    engine = PagerEngine(configuration: configuration, page: 3)
    #expect(engine.state.position == 2.75)
    #expect(engine.state.contentOffset == 880)
    #expect(engine.state.currentPage == 3)
    for update in [PageControlUpdate.half, .fullPage, .settled, .continuous] {
      #expect(engine.dot(update) == 3)
    }
    // A drag cannot go further, and comes back to it.
    engine.drag(by: 0.5)
    engine.touchUp(velocity: 0)
    engine.advance(to: 3)
    #expect(engine.state.position == 2.75 && engine.dot(.settled) == 3)
  }

  @Test("B28: an animation through pages names each; a direct one names the last")
  func b28() {
    func changes(_ travel: PageTravel) -> [Int] {
      var engine = pager(6)
      engine.goTo(page: 5, travel: travel)
      engine.advance(to: 1)
      return engine.events.compactMap {
        if case .currentPageChanged(let to) = $0 { to } else { nil }
      }
    }
    #expect(changes(.through) == [1, 2, 3, 4, 5])
    #expect(changes(.direct) == [5])
    // Who wants the last page alone of an animation through all of them follows the settled one.
    func dots(_ update: PageControlUpdate) -> [Int] {
      var engine = pager(6)
      engine.goTo(page: 5, travel: .through)
      engine.advance(to: 1)
      var dots = [0]
      for t in 0...1000 {
        let dot = PageControlState(engine.recording.state(at: ms(t)), update: update).currentPage
        if dot != dots.last { dots.append(dot) }
      }
      return Array(dots.dropFirst())
    }
    #expect(dots(.settled) == [5])
    #expect(dots(.half) == [1, 2, 3, 4, 5])
  }

  @Test("B30: autoplay at the end without a loop")
  func b30() {
    for (atEnd, page) in [(Autoplay.AtEnd.stop, 2), (.rewind, 0), (.wrap, 0)] {
      var configuration = PagerConfiguration(pageCount: 3, viewExtent: 320)
      configuration.autoplay = Autoplay(interval: 1, atEnd: atEnd)
      var engine = PagerEngine(configuration: configuration)
      engine.advance(to: 3 + ms(900))
      #expect(engine.state.settledPage == page)
      #expect(engine.dot() == page)
      #expect((engine.nextTurn == nil) == (atEnd == .stop))
      if atEnd == .stop {
        let events = engine.recording.events.count
        engine.advance(to: 60)
        #expect(engine.recording.events.count == events)
      }
    }
  }

  @Test("B35: right to left, pages lie the other way round")
  func b35() {
    var configuration = PagerConfiguration(pageCount: 5, viewExtent: 320)
    configuration.isMirrored = true
    var engine = PagerEngine(configuration: configuration, page: 1)
    engine.touchDown(at: 0)
    engine.moveTouch(to: 0.25 * 320 + 10, arrivingAt: ms(100))
    engine.advance(to: ms(100))
    #expect((engine.state.position - 1.25).magnitude < 1e-12)
    let pages = engine.state.visiblePages()
    #expect(((pages.first { $0.page == 1 }?.minEdge ?? 0) - 80).magnitude < 1e-9)
    #expect(((pages.first { $0.page == 2 }?.minEdge ?? 0) + 240).magnitude < 1e-9)
  }

  @Test("B38: two pages, twice on: page 0 again")
  func b38() {
    var engine = pager(2, loops: true)
    for i in 1...2 {
      engine.turn(forward: true)
      engine.advance(to: Rational(i))
    }
    #expect(engine.state.currentPage == 0)
  }
}

@Suite("A direct jump")
struct DirectJumpTests {
  @Test("shows its two pages alone and reads from + (to - from) f")
  func twoPages() {
    var engine = pager(8, page: 1)
    engine.goTo(page: 6)
    engine.advance(to: ms(100))
    #expect((engine.state.position - (1 + 5 * 0.25)).magnitude < 1e-12)
    let pages = engine.state.visiblePages()
    #expect(pages.map(\.page) == [1, 6])
    #expect((pages[0].minEdge + 80).magnitude < 1e-9)
    #expect((pages[1].minEdge - 240).magnitude < 1e-9)
    #expect(engine.state.currentPage == 1)
    engine.advance(to: ms(150))
    #expect(engine.state.currentPage == 6)
    engine.advance(to: 1)
    #expect(engine.state.position == 6)
    #expect(engine.state.span.strip.isIdentity)
  }

  @Test("enters from the side asked for, against the order of the pages too")
  func reverse() {
    var engine = pager(8, page: 1)
    engine.goTo(page: 6, direction: .reverse)
    engine.advance(to: ms(100))
    let pages = engine.state.visiblePages()
    #expect(pages.map(\.page) == [6, 1])
    #expect((pages[0].minEdge + 240).magnitude < 1e-9)
    #expect((pages[1].minEdge - 80).magnitude < 1e-9)
    engine.advance(to: 1)
    #expect(engine.state.position == 6)
  }

  @Test("caught by a finger it goes on or back, and names the right page")
  func caught() {
    for (release, page) in [(-500.0, 7), (0.0, 1), (500.0, 1)] {
      var engine = pager(8, page: 1)
      engine.goTo(page: 6, command: 1)
      engine.advance(to: ms(100))
      engine.touchDown(at: 0)
      engine.drag(by: release < 0 ? 0.05 : -0.05, over: ms(20))
      engine.touchUp(velocity: release)
      engine.advance(to: 5)
      #expect(engine.completions == [false])
      #expect(engine.state.settledPage == page, "released with \(release)")
      #expect(engine.state.position == Double(page))
    }
  }
}

@Suite("Fingers")
struct FingerTests {
  @Test("ten points are swallowed; the drag then follows one to one")
  func slop() {
    var engine = pager(3)
    engine.touchDown(at: 100)
    for (finger, offset) in [(97.0, 0.0), (94, 0), (91, 0), (88, 2), (76, 14)] {
      engine.moveTouch(to: finger, arrivingAt: engine.time)
      #expect((engine.state.contentOffset - offset).magnitude < 1e-9)
    }
  }

  @Test("the recognition is solved, not sampled")
  func recognition() {
    var engine = pager(3)
    engine.touchDown(at: 0)
    engine.moveTouch(to: -100, arrivingAt: 1)
    engine.advance(to: 1)
    let begin = engine.recording.events.first { $0.event == .willBeginDragging }
    #expect(begin?.time == Rational(1, 10))
    #expect((engine.recording.state(at: Rational(1, 2)).contentOffset - 40).magnitude < 1e-9)
  }

  @Test("callbacks come in UIKit's order")
  func order() {
    var engine = pager(3)
    engine.drag(by: 0.6)
    engine.touchUp(velocity: 0)
    engine.advance(to: 3)
    let order = engine.events.filter {
      switch $0 {
      case .willBeginDragging, .willEndDragging, .didEndDragging, .willBeginDecelerating,
        .didEndDecelerating:
        true
      default: false
      }
    }
    #expect(order.count == 5)
    #expect(order.first == .willBeginDragging)
    if case .willEndDragging = order[1] {} else { Issue.record("\(order)") }
    #expect(
      Array(order[2...]) == [
        .didEndDragging(willDecelerate: true), .willBeginDecelerating, .didEndDecelerating,
      ])
  }

  @Test("released on a page nothing is left to travel")
  func nothingLeft() {
    var engine = pager(3)
    engine.drag(by: 1)
    engine.touchUp(velocity: 0)
    #expect(engine.events.contains(.didEndDragging(willDecelerate: false)))
    #expect(!engine.events.contains(.willBeginDecelerating))
    #expect(engine.state.isAtRest)
  }

  @Test("a finger of constant speed is measured exactly; one that rests has none")
  func velocity() {
    for (hold, pages) in [(0, 1), (90, 1), (100, 0), (300, 0)] {
      var engine = pager(3)
      engine.touchDown(at: 300)
      engine.moveTouch(to: 240, arrivingAt: ms(100))
      engine.advance(to: ms(100 + hold))
      engine.touchUp()
      engine.advance(to: 3)
      #expect(engine.state.settledPage == (hold == 90 ? engine.state.settledPage : pages))
    }
    var tracker = VelocityTracker()
    for i in 0...6 { tracker.add(Double(i) * -10, at: Rational(i, 60)) }
    #expect((tracker.velocity(at: Rational(6, 60)) + 600).magnitude < 1e-9)
    #expect(tracker.velocity(at: Rational(6, 60) + ms(100)) == 0)
  }

  @Test("past an edge the rubber band resists and the release bounces back to exactly the page")
  func edge() {
    var engine = pager(3)
    for (pull, shown) in [(10.0, 5.407), (50, 25.324), (160, 69.020), (320, 113.548)] {
      engine = pager(3)
      engine.drag(by: -pull / 320)
      #expect((engine.state.contentOffset + shown).magnitude < 5e-4)
    }
    engine.touchUp()
    engine.advance(to: 3)
    #expect(engine.state.position == 0)
  }

  @Test("without bounces the edge holds")
  func noBounce() {
    var configuration = PagerConfiguration(pageCount: 3, viewExtent: 320)
    configuration.bounces = false
    var engine = PagerEngine(configuration: configuration)
    engine.drag(by: -0.5)
    #expect(engine.state.position == 0)
    engine.touchUp()
    #expect(engine.state.isAtRest)
  }

  @Test("free scrolling coasts to the solved end, and bounces off an edge that it reaches")
  func free() {
    var configuration = PagerConfiguration(pageCount: 40, viewExtent: 320)
    configuration.snapping = .free
    var engine = PagerEngine(configuration: configuration)
    engine.drag(by: 0.5)
    engine.touchUp(velocity: -3000)
    engine.advance(to: 10)
    // x0 + (v0 - 10) * 0.499
    #expect((engine.state.contentOffset - (160 + 2990 * 0.499)).magnitude < 1e-3)
    #expect(engine.state.isAtRest)
    configuration.pageKeys = Array(0..<3)
    engine = PagerEngine(configuration: configuration, page: 1)
    engine.drag(by: 0.5)
    engine.touchUp(velocity: -3000)
    engine.advance(to: 10)
    #expect(engine.state.position == 2)
    let highest = (0..<2000).map { engine.recording.state(at: ms($0)).contentOffset }.max() ?? 0
    #expect(highest > 660 && highest < 760)
  }

  @Test("any state can be asked in any order and agrees with playing step by step")
  func pure() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<200 {
      var whole = pager(4, loops: random.next() % 2 == 0)
      var stepped = whole
      var t = Rational.zero
      var script: [(Rational, (inout PagerEngine) -> Void)] = []
      for _ in 0..<12 {
        t += ms(Int(random.next() % 200))
        let x = random.double(in: -300...300)
        switch random.next() % 5 {
        case 0: script.append((t, { $0.touchDown(at: x) }))
        case 1: script.append((t, { [t] in $0.moveTouch(to: x, arrivingAt: t + ms(50)) }))
        case 2: script.append((t, { $0.touchUp() }))
        case 3: script.append((t, { $0.goTo(page: Int(x.magnitude) % 4, command: 1) }))
        default: script.append((t, { $0.turn(forward: x > 0, command: 2) }))
        }
      }
      for (at, action) in script {
        whole.advance(to: at)
        action(&whole)
        while stepped.time < at { stepped.advance(to: min(at, stepped.time + ms(7))) }
        action(&stepped)
      }
      whole.advance(to: 20)
      stepped.advance(to: 20)
      #expect(whole.recording == stepped.recording)
      #expect(whole.state.position == whole.state.position.rounded() || whole.isTouched)
      let wills = whole.willTransitions.count
      #expect(whole.isTouched || wills == whole.transitions.count)
      var last = whole.recording.state(at: .zero).place
      var jumps = 0
      for i in 1..<4000 {
        let state = whole.recording.state(at: ms(i))
        if (state.place - last).magnitude > 1.2 { jumps += 1 }
        last = state.place
      }
      #expect(jumps <= 30)
    }
  }
}
