import FolioGeometry
import FolioNumerics
import FolioPaging
import FolioPagingCore
import Testing

private func ms(_ n: Int) -> Rational { Rational(n, 1000) }

private final class Calls: ScrollViewDelegate {
  var calls: [String] = []
  var scrolls = 0
  func scrollViewDidScroll(_ scrollView: ScrollView) { scrolls += 1 }
  func scrollViewWillBeginDragging(_ scrollView: ScrollView) { calls.append("willBeginDragging") }
  func scrollViewWillEndDragging(
    _ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: Point
  ) {
    calls.append("willEndDragging \(velocity.x) \((targetContentOffset.x * 100).rounded() / 100)")
  }
  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate: Bool) {
    calls.append("didEndDragging \(willDecelerate)")
  }
  func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) {
    calls.append("willBeginDecelerating")
  }
  func scrollViewDidEndDecelerating(_ scrollView: ScrollView) { calls.append("didEndDecelerating") }
  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {
    calls.append("didEndScrollingAnimation")
  }
}

@Suite("ScrollView's options")
struct ScrollViewOptionTests {
  private func make(
    content: Double = 1000, paging: Bool = false, spacing: Double = 0
  ) -> (VirtualClock, ScrollView) {
    let clock = VirtualClock()
    return (
      clock,
      ScrollView(
        size: Size(width: 100, height: 50), contentSize: Size(width: content, height: 50),
        isPagingEnabled: paging, pageSpacing: spacing, clock: clock)
    )
  }

  /// Drags the content on by `points` in 100 ms and lifts the finger.
  private func flick(
    _ view: ScrollView, _ clock: VirtualClock, by points: Double, speed: Double? = nil
  ) {
    view.touchDown(at: Point(x: 50, y: 0))
    let slop = points > 0 ? 10.0 : -10
    view.touchMove(to: Point(x: 50 - points - slop, y: 0), arrivingAt: clock.now + ms(100))
    clock.advance(by: ms(100))
    view.touchUp(velocity: speed.map { Point(x: -$0, y: 0) })
  }

  @Test("free scrolling stops where friction does, at both rates")
  func decelerationRates() {
    for (rate, factor) in [(Deceleration.normal, 0.499), (.fast, 0.099)] {
      let (clock, view) = make(content: 10_000)
      view.decelerationRate = rate
      #expect(view.decelerationRate == rate && !view.isPagingEnabled)
      flick(view, clock, by: 100, speed: 2000)
      #expect(view.velocity.x == 2000)
      clock.advance(by: 10)
      // x0 + (v0 - 10) F, F = r / (1000 (1 - r)).
      #expect((view.contentOffset.x - (100 + 1990 * factor)).magnitude < 1e-3)
    }
  }

  @Test("an edge reached at speed bounces by the fitted spring; without bounces it holds")
  func bounce() {
    let (clock, view) = make()
    view.setContentOffset(Point(x: 850, y: 0), animated: false)
    flick(view, clock, by: 40, speed: 1500)
    var highest = 0.0
    for _ in 0..<400 {
      clock.advance(by: ms(5))
      highest = max(highest, view.contentOffset.x)
    }
    // 10 pt before the edge the speed has fallen by 10 / 0.499; the peak is 0.0334897977 v.
    let atEdge = 1500 - 10 / 0.499
    #expect((highest - 900 - 0.0334897977 * atEdge).magnitude < 0.05)
    #expect(view.contentOffset.x == 900)
    view.bounces = false
    flick(view, clock, by: -30, speed: -500)
    clock.advance(by: 3)
    flick(view, clock, by: 60, speed: 3000)
    for _ in 0..<100 {
      clock.advance(by: ms(10))
      #expect(view.contentOffset.x <= 900)
    }
  }

  @Test("paging stops on multiples of extent and spacing, and at the content's end")
  func spacing() {
    let (clock, view) = make(paging: true, spacing: 20)
    #expect(view.pageSpacing == 20)
    for right in [120.0, 240, 360] {
      flick(view, clock, by: 30, speed: 800)
      clock.advance(by: 2)
      #expect(view.contentOffset.x == right)
    }
    view.setContentOffset(Point(x: 840, y: 0), animated: false)
    flick(view, clock, by: 20, speed: 800)
    clock.advance(by: 2)
    #expect((view.contentOffset.x - 900).magnitude < 1e-9)
  }

  @Test("a finger stops a motion, and takes it on from there")
  func grabbing() {
    let (clock, view) = make(content: 10_000)
    let calls = Calls()
    view.delegate = calls
    flick(view, clock, by: 100, speed: 2000)
    clock.advance(by: ms(200))
    let held = view.contentOffset.x
    view.touchDown(at: Point(x: 50, y: 0))
    #expect(view.isTracking && !view.isDragging && !view.isDecelerating)
    clock.advance(by: 1)
    #expect(view.contentOffset.x == held && view.velocity.x == 0)
    let isTap = view.touchUp()
    #expect(isTap && view.contentOffset.x == held)
    #expect(
      calls.calls == [
        "willBeginDragging", "willEndDragging 2.0 1093.01", "didEndDragging true",
        "willBeginDecelerating", "didEndDecelerating",
      ])
    #expect(calls.scrolls > 10)
    withExtendedLifetime(calls) {}
  }

  @Test("a finger's speed is measured from its last positions")
  func measuredVelocity() {
    let (clock, view) = make(content: 10_000)
    let calls = Calls()
    view.delegate = calls
    // A recorded touch: positions at 60 Hz, speeding up from 600 to 1 800 pt/s.
    view.touchDown(at: Point(x: 300, y: 0))
    for (frame, x) in [(1, 290.0), (2, 270), (3, 240)] {
      clock.advance(to: Rational(frame, 60))
      view.touchMove(to: Point(x: x, y: 0))
    }
    view.touchUp()
    // 0.05 · 1800 + 0.35 · 1200 + 0.6 · 600 = 870 pt/s.
    #expect(calls.calls[1].hasPrefix("willEndDragging 0.87"))
    withExtendedLifetime(calls) {}
  }

  @Test("content and size can change; the offset stays as far as the content reaches")
  func sizes() {
    let (clock, view) = make()
    view.setContentOffset(Point(x: 700, y: 0), animated: false)
    view.contentSize = Size(width: 2000, height: 50)
    #expect((view.contentOffset.x - 700).magnitude < 1e-9)
    view.size = Size(width: 160, height: 50)
    #expect((view.contentOffset.x - 700).magnitude < 1e-9)
    view.contentSize = Size(width: 400, height: 50)
    #expect((view.contentOffset.x - 240).magnitude < 1e-9)
    view.contentSize = Size(width: 100, height: 50)
    #expect(view.contentOffset.x == 0)
    view.alwaysBounces = true
    view.touchDown(at: Point(x: 50, y: 0))
    view.touchMove(to: Point(x: 120, y: 0))
    #expect(view.contentOffset.x < -20)
    view.touchUp()
    clock.advance(by: 2)
    #expect(view.contentOffset.x == 0)
    view.isScrollEnabled = false
    view.touchDown(at: Point(x: 50, y: 0))
    #expect(!view.isTracking)
    view.isPagingEnabled = true
    #expect(view.isPagingEnabled)
  }
}

private final class Names: PageViewDataSource {
  var names: [String]
  init(_ names: [String]) { self.names = names }
  func numberOfPages(in pageView: PageView<String>) -> Int { names.count }
  func pageView(_ pageView: PageView<String>, pageAt index: Int) -> String { names[index] }
}

private final class Positions: PageViewDelegate {
  var positions: [Double] = []
  func pageView(_ pageView: PageView<String>, didScrollTo position: Double) {
    positions.append(position)
  }
}

@Suite("PageView as its peers")
struct PageViewPeerTests {
  private func make(
    _ names: [String], size: Size = Size(width: 320, height: 200),
    _ change: (inout PagerConfiguration) -> Void = { _ in }
  ) -> (VirtualClock, PageView<String>, Names) {
    let clock = VirtualClock()
    var configuration = PagerConfiguration(pageCount: 0, viewExtent: size.width)
    change(&configuration)
    let view = PageView<String>(size: size, configuration: configuration, clock: clock)
    let source = Names(names)
    view.dataSource = source
    return (clock, view, source)
  }

  @Test("insertions and removals keep the page in view and what is loaded")
  func insertRemove() {
    let (clock, view, source) = make(["a", "b", "c", "d"])
    view.scrollToPage(at: 2, animated: false)
    #expect(view.slots == ["b", "c", "d"])
    let asked = view.requests.count
    source.names = ["x", "a", "y", "b", "c", "d"]
    view.insertPages(at: 0, count: 1)
    view.insertPages(at: 2, count: 1)
    #expect(view.currentIndex == 4 && view.slots == ["b", "c", "d"])
    #expect(view.requests.count == asked)
    source.names = ["a", "c", "d"]
    view.removePages(at: [0, 2, 3])
    #expect(view.currentIndex == 1 && view.slots == ["a", "c", "d"])
    source.names = ["a", "d"]
    view.removePages(at: [1])
    #expect(view.slots == ["a", "d", nil])
    clock.advance(by: 1)
    withExtendedLifetime(source) {}
  }

  @Test("every command ends in one completion, told when it ends")
  func completions() {
    let (clock, view, source) = make(["a", "b", "c", "d"])
    var ends: [String] = []
    view.scrollToPage(at: 3) { ends.append("first \($0) \(clock.now.double)") }
    clock.advance(to: ms(100))
    view.turnPage(forward: false) { ends.append("second \($0) \(clock.now.double)") }
    view.reloadData(at: .page(1))
    view.scrollToPage(at: 2, animated: false) { ends.append("third \($0) \(clock.now.double)") }
    clock.advance(to: 1)
    #expect(ends == ["first false 0.1", "second false 0.1", "third true 0.1"])
    #expect(view.currentIndex == 2)
    withExtendedLifetime(source) {}
  }

  @Test("a direct jump asks for the page that it goes to when it starts, and for none between")
  func jumpRequests() {
    let (clock, view, source) = make((0..<20).map { "\($0)" })
    view.scrollToPage(at: 15)
    clock.advance(to: ms(100))
    #expect(view.state.visiblePages().map(\.page) == [0, 15])
    #expect(view.requests == [0, 1, 15])
    clock.advance(to: 1)
    #expect(view.requests.sorted() == [0, 1, 14, 15, 16])
    withExtendedLifetime(source) {}
  }

  @Test(
    "row 5: as many pages on each side are held as are asked for, no page twice or beyond an end")
  func offscreenPages() {
    let (clock, view, source) = make((0..<20).map { "\($0)" })
    view.offscreenPageLimit = 3
    #expect(view.requests.sorted() == [0, 1, 2, 3])
    view.scrollToPage(at: 10, animated: false)
    #expect(view.requests.suffix(7).sorted() == [7, 8, 9, 10, 11, 12, 13])
    #expect(view.slots == ["9", "10", "11"])
    view.turnPage(forward: true)
    clock.advance(by: 1)
    // All but the outermost are there already.
    #expect(view.requests.suffix(1) == [14] && view.requests.count == 12)

    let (_, few, names) = make(["a", "b", "c"]) { $0.loops = true }
    few.offscreenPageLimit = 9
    #expect(few.requests.sorted() == [0, 1, 2])
    few.offscreenPageLimit = -1
    #expect(few.offscreenPageLimit == 1)
    withExtendedLifetime((source, names)) {}
  }

  @Test("a size of its own axis keeps page and fraction")
  func size() {
    let (clock, view, source) = make(["a", "b", "c"])
    view.scrollToPage(at: 1)
    clock.advance(to: ms(150))
    view.size = Size(width: 568, height: 100)
    #expect((view.state.position - 0.5).magnitude < 1e-12)
    #expect((view.scrollView.contentOffset.x - 568 * 1.5).magnitude < 1e-9)
    #expect(view.scrollView.size == Size(width: 568, height: 100))
    clock.advance(to: 1)
    #expect(view.currentIndex == 1 && view.state.visiblePages().map(\.page) == [1])
    withExtendedLifetime(source) {}
  }

  @Test("several pages in view: all of them are loaded, and no other but the neighbours")
  func severalInView() {
    let (clock, view, source) = make((0..<10).map { "\($0)" }) {
      $0.pageExtent = 80
      $0.padsEnds = false
    }
    #expect(view.requests.sorted() == [0, 1, 2, 3])
    view.turnPage(forward: true)
    for _ in 0..<40 {
      clock.advance(by: ms(10))
      for visible in view.state.visiblePages() { #expect(view.requests.contains(visible.page)) }
    }
    #expect(view.requests.sorted() == [0, 1, 2, 3, 4])
    withExtendedLifetime(source) {}
  }

  @Test("the position is a stream: at each refresh while it moves, and at rest")
  func positions() {
    let (clock, view, source) = make(["a", "b", "c"])
    let listener = Positions()
    view.delegate = listener
    view.scrollToPage(at: 1)
    clock.advance(to: 1)
    #expect(listener.positions.count == 18)
    #expect(listener.positions.last == 1)
    #expect(listener.positions == listener.positions.sorted())
    withExtendedLifetime((source, listener)) {}
  }

  @Test("the page control is off for fingers; switched on, a tap turns a page")
  func pageControl() {
    let (clock, view, source) = make(["a", "b", "c"])
    view.tapPageControl(at: 300, extent: 320)
    clock.advance(by: 1)
    #expect(view.currentIndex == 0)
    view.pageControl.isEnabled = true
    view.tapPageControl(at: 300, extent: 320)
    clock.advance(by: 1)
    #expect(view.currentIndex == 1 && view.pageControl.currentPage == 1)
    withExtendedLifetime(source) {}
  }

  @Test("right to left the window is mirrored about its rest, and B35: dot 0 is the rightmost")
  func rightToLeft() {
    let (clock, view, source) = make(["a", "b", "c"]) { $0.isMirrored = true }
    #expect(view.scrollView.contentOffset.x == 320)
    view.scrollToPage(at: 1)
    clock.advance(to: ms(100))
    #expect((view.scrollView.contentOffset.x - 240).magnitude < 1e-9)
    #expect(view.scrollView.velocity.x < 0)
    clock.advance(to: 1)
    view.scrollView.setContentOffset(Point(x: 0, y: 0), animated: false)
    #expect(view.currentIndex == 2)
    let dots = PageControlMetrics.system.dots(
      of: view.pageControlState, in: 320,
      isReversed: view.pageControl.direction.isReversed(inRightToLeftLayout: true))
    #expect(dots.first.map { $0.center > 160 } == true)
    withExtendedLifetime(source) {}
  }

  @Test("a pause keeps what is left; a new behaviour keeps the page")
  func pauseAndReconfigure() {
    let (clock, view, source) = make(["a", "b", "c"]) { $0.autoplay = Autoplay(interval: 3) }
    clock.advance(to: 2)
    view.pause()
    clock.advance(to: 10)
    view.resume()
    clock.advance(to: ms(11_400))
    #expect(view.currentIndex == 1)
    view.reconfigure { $0.loops = true }
    #expect(view.currentIndex == 1 && view.slots == ["a", "b", "c"])
    clock.advance(to: 18)
    #expect(view.currentIndex == 0)
    withExtendedLifetime(source) {}
  }

  @Test("a callback may command: what comes of it is told after what came before")
  func reentrant() {
    final class Commander: PageViewDelegate {
      var shown: [Int] = []
      func pageView(_ pageView: PageView<String>, didShowPageAt index: Int) {
        shown.append(index)
        if index == 1 { pageView.scrollToPage(at: 3, animated: false) }
      }
    }
    let (clock, view, source) = make(["a", "b", "c", "d"])
    let commander = Commander()
    view.delegate = commander
    view.scrollToPage(at: 1, animated: false)
    clock.advance(by: 1)
    #expect(commander.shown == [1, 3])
    #expect(view.currentIndex == 3 && view.slots == ["c", "d", nil])
    withExtendedLifetime((source, commander)) {}
  }
}
