import FolioGeometry
import FolioNumerics
import FolioPaging
import FolioPagingCore
import Testing

private func ms(_ n: Int) -> Rational { Rational(n, 1000) }

private final class Card {
  let index: Int
  init(_ index: Int) { self.index = index }
}

private final class Cards: PageViewDataSource {
  var count: Int
  let isCached: Bool
  private var cache: [Int: Card] = [:]
  init(_ count: Int, isCached: Bool = false) {
    self.count = count
    self.isCached = isCached
  }
  func numberOfPages(in pageView: PageView<Card>) -> Int { count }
  func pageView(_ pageView: PageView<Card>, pageAt index: Int) -> Card {
    if let card = cache[index] { return card }
    let card = Card(index)
    if isCached { cache[index] = card }
    return card
  }
}

/// Rows, offsets and requests as DLPageView's published source has them.
@Suite("DLPageView, literally")
struct LiteralBannerTests {
  private func engine(
    count: Int = 5, width: Double = 320, interval: Rational? = 3
  ) -> PagerEngine {
    var configuration = PagerConfiguration.dlPageView(pageCount: count, viewExtent: width)
    configuration.autoplay = interval.map { Autoplay(interval: $0) }
    return PagerEngine(configuration: configuration)
  }

  private func make(
    _ count: Int, width: Double = 320, cached: Bool = false
  ) -> (VirtualClock, PageView<Card>, Cards) {
    let clock = VirtualClock()
    let view = PageView<Card>(
      size: Size(width: width, height: 197.76),
      configuration: .dlPageView(pageCount: 0, viewExtent: width), clock: clock)
    let cards = Cards(count, isCached: cached)
    view.dataSource = cards
    return (clock, view, cards)
  }

  @Test(
    "timer traces: row and offset after each tick's motion",
    arguments: [
      (320, [(1, 320), (2, 320), (3, 320), (4, 320), (0, 320), (1, 320)]),
      (
        160.25,
        [(0, 320.5), (1, 160.25), (1, 320.5), (2, 160.25), (2, 320.5), (3, 160.25)]
      ),
      (187.5, [(1, 187.5), (2, 187.5), (3, 187.5), (4, 187.5), (0, 187.5), (1, 187.5)]),
    ] as [(Double, [(Int, Double)])])
  func timerTrace(width: Double, trace: [(row: Int, offset: Double)]) {
    var engine = engine(width: width)
    engine.advance(to: 20)
    for (tick, right) in trace.enumerated() {
      let state = engine.recording.state(at: Rational(3 * (tick + 1)) + 1)
      #expect(state.anchorPage == right.row)
      #expect(state.windowOffset == right.offset)
      #expect(PageControlState(state, update: .fullPage).currentPage == right.row)
      #expect(state.isAtRest)
    }
    // At 160.25 the first tick shows page 1 under dot 0.
    let shown = engine.recording.state(at: 4).visiblePages().map(\.page)
    #expect(shown == [1])
  }

  @Test("backwards: 300, 200, 100 and 1.0 keep row 0; 0.999 makes row 4 and offset 320")
  func backwards() {
    var engine = engine(interval: nil)
    engine.touchDown(at: 0)
    for offset in [300.0, 200, 100, 1] {
      engine.moveTouch(to: 320 - offset + 10, arrivingAt: engine.time)
      #expect((engine.state.windowOffset - offset).magnitude < 1e-9)
      #expect(engine.state.anchorPage == 0)
    }
    engine.moveTouch(to: 320 - 0.999 + 10, arrivingAt: engine.time)
    #expect(engine.state.anchorPage == 4)
    #expect(engine.state.windowOffset == 320)
    // The finger keeps its hold and goes on.
    engine.moveTouch(to: 320 - 0.999 + 110, arrivingAt: engine.time)
    #expect((engine.state.windowOffset - 220).magnitude < 1e-9)
    #expect(engine.state.visiblePages().map(\.page) == [3, 4])
  }

  @Test("a swipe on a width whose double is not whole shows the next page and slides back")
  func slidesBack() {
    var engine = engine(width: 160.25, interval: nil)
    engine.touchDown(at: 150)
    engine.moveTouch(to: 60, arrivingAt: ms(100))
    engine.advance(to: ms(100))
    engine.touchUp()
    engine.advance(to: 2)
    let offsets = (0..<2000).map { engine.recording.state(at: ms($0)).windowOffset }
    #expect((offsets.max() ?? 0) > 320.4)
    #expect(engine.state.windowOffset == 160.25)
    #expect(engine.state.anchorPage == 0)
  }

  @Test(
    "a lifted finger starts a timer though it was switched off; two run after a change in a drag")
  func timers() {
    var engine = engine()
    engine.setAutoplay(nil)
    #expect(engine.nextTurn == nil)
    engine.touchDown(at: 0)
    engine.moveTouch(to: -60, arrivingAt: 1)
    engine.advance(to: 1)
    #expect(engine.nextTurn == nil)
    engine.touchUp(velocity: 0)
    #expect(engine.nextTurn == 4)

    engine = self.engine(interval: 4)
    engine.touchDown(at: 0)
    engine.moveTouch(to: -60, arrivingAt: 1)
    engine.advance(to: 1)
    engine.setAutoplay(Autoplay(interval: 2))
    engine.advance(to: ms(1500))
    engine.touchUp(velocity: 0)
    engine.advance(to: ms(7800))
    let fired = engine.recording.events.filter { $0.event == .timerFired }.map(\.time)
    #expect(fired == [3, ms(3500), 5, ms(5500), 7, ms(7500)])
  }

  @Test("the first tick comes one interval after construction, whatever was loaded when")
  func firstTick() {
    let (clock, view, cards) = make(5)
    clock.advance(to: 2)
    view.reloadData()
    clock.advance(to: ms(3400))
    #expect(view.currentIndex == 1)
    withExtendedLifetime(cards) {}
  }

  @Test("three requests for each load, six for a single page")
  func requests() {
    var (clock, view, cards) = make(5)
    #expect(view.requests == [4, 0, 1])
    clock.advance(to: 4)
    #expect(view.requests == [4, 0, 1, 0, 1, 2])

    (clock, view, cards) = make(1)
    #expect(view.requests == [0, 0, 0, 0, 0, 0])
    #expect(view.scrollView.contentOffset.x == 0)
    #expect(view.pageControl.isHidden)
    view.scrollView.touchDown(at: Point(x: 100, y: 0))
    view.scrollView.touchMove(to: Point(x: 0, y: 0))
    clock.advance(to: 10)
    #expect(view.scrollView.contentOffset.x == 0 && view.currentIndex == 0)
    withExtendedLifetime(cards) {}
  }

  @Test("no page at first: rows are asked for that do not exist, and none is shown")
  func empty() {
    for (way, asked) in [(-700.0, 0), (700, -2)] {
      let (clock, view, cards) = make(0)
      clock.advance(to: 1)
      #expect(view.requests.isEmpty)
      view.scrollView.touchDown(at: .zero)
      view.scrollView.touchMove(to: Point(x: way / 2, y: 0), arrivingAt: 2)
      clock.advance(to: 2)
      #expect(view.requests.first == asked)
      #expect(view.state.visiblePages().isEmpty)
      withExtendedLifetime(cards) {}
    }
  }

  @Test("from pages to none the old ones stay on screen")
  func noneLeft() {
    let (clock, view, cards) = make(5)
    cards.count = 0
    view.reloadData()
    #expect(view.state.visiblePages().map(\.page) == [0])
    clock.advance(to: 10)
    #expect(view.currentIndex == 0)
    withExtendedLifetime(cards) {}
  }

  @Test("a reload keeps the row, whether it exists or not, and forces the offset to rest")
  func reloads() {
    for (count, row, asked) in [(4, 4, [3, 4, 5]), (2, 4, [3, 4, 5]), (4, 3, [2, 3, 0])] {
      var engine = engine(interval: 1)
      engine.advance(to: Rational(row) + ms(500))
      #expect(engine.state.anchorPage == row)
      engine.reload(keys: Array(0..<count))
      #expect(engine.requestedRows.suffix(3) == asked[...])
    }
    var engine = engine(interval: nil)
    engine.touchDown(at: 0)
    engine.moveTouch(to: -110, arrivingAt: .zero)
    #expect(engine.state.windowOffset == 420)
    engine.reload(keys: Array(0..<5))
    #expect(engine.state.windowOffset == 320)
    #expect(engine.isDragging)
  }

  @Test("cached views: with two pages the left slot is empty, with one the only view is off screen")
  func cachedViews() {
    var (clock, view, cards) = make(2, cached: true)
    #expect(view.slotViews.map(\.row) == [0, 1])
    #expect(view.slotViews.map(\.x) == [320, 640])
    (clock, view, cards) = make(2)
    #expect(view.slotViews.map(\.x) == [0, 320, 640])
    (clock, view, cards) = make(1, cached: true)
    #expect(view.slotViews.count == 1)
    #expect((view.slotViews.first?.x ?? 0) >= 960)
    withExtendedLifetime((clock, cards)) {}
  }

  @Test("a tap reports the current row, whichever page it meets")
  func taps() {
    final class Selected: PageViewDelegate {
      var rows: [Int] = []
      func pageView(_ pageView: PageView<Card>, didSelect page: Card, at index: Int) {
        rows.append(index)
      }
    }
    let (clock, view, cards) = make(5)
    let selected = Selected()
    view.delegate = selected
    clock.advance(to: 3 + ms(150))
    view.tap(at: Point(x: 300, y: 0))
    #expect(selected.rows == [0])
    withExtendedLifetime(cards) {}
  }

  @Test("it has no way to go to a page: a command ends unfinished, once")
  func commands() {
    var engine = engine(interval: nil)
    engine.goTo(page: 3, command: 1)
    engine.turn(forward: true, command: 2)
    engine.advance(to: 1)
    let ends = engine.recording.events.compactMap { logged -> Bool? in
      if case .completion(_, let finished) = logged.event { return finished }
      return nil
    }
    #expect(ends == [false, false])
    #expect(engine.state.anchorPage == 0)
  }

  @Test("side by side with the engine, tick by tick, for the docs")
  func sideBySide() {
    for (width, literal, right) in [
      (320.0, [1, 2, 3, 4, 0, 1], [1, 2, 3, 4, 0, 1]),
      (160.25, [0, 1, 1, 2, 2, 3], [1, 2, 3, 4, 0, 1]),
    ] {
      var original = engine(width: width)
      var configuration = PagerConfiguration(pageCount: 5, viewExtent: width)
      configuration.loops = true
      configuration.autoplay = Autoplay(interval: 3)
      var corrected = PagerEngine(configuration: configuration)
      original.advance(to: 20)
      corrected.advance(to: 20)
      for tick in 0..<6 {
        let t = Rational(3 * (tick + 1)) + 1
        #expect(original.recording.state(at: t).anchorPage == literal[tick])
        #expect(corrected.recording.state(at: t).anchorPage == right[tick])
        #expect(corrected.recording.state(at: t).windowOffset == width)
      }
    }
  }
}
