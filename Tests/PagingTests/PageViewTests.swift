import FolioGeometry
import FolioNumerics
import FolioPaging
import FolioPagingCore
import Testing

private final class Titles: PageViewDataSource {
  var titles: [String]
  init(_ titles: [String]) { self.titles = titles }
  func numberOfPages(in pageView: PageView<String>) -> Int { titles.count }
  func pageView(_ pageView: PageView<String>, pageAt index: Int) -> String { titles[index] }
}

private final class Listener: PageViewDelegate, ScrollViewDelegate {
  var selected: [String] = []
  var shown: [Int] = []
  var calls: [String] = []
  var offsets: [Double] = []

  func pageView(_ pageView: PageView<String>, didSelect page: String, at index: Int) {
    selected.append("\(index) \(page)")
  }
  func pageView(_ pageView: PageView<String>, didShowPageAt index: Int) { shown.append(index) }
  func scrollViewDidScroll(_ scrollView: ScrollView) { offsets.append(scrollView.contentOffset.x) }
  func scrollViewWillBeginDragging(_ scrollView: ScrollView) { calls.append("willBeginDragging") }
  func scrollViewWillEndDragging(
    _ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: Point
  ) { calls.append("willEndDragging \(velocity.x) \(targetContentOffset.x)") }
  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate: Bool) {
    calls.append("didEndDragging \(willDecelerate)")
  }
  func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) {
    calls.append("willBeginDecelerating")
  }
  func scrollViewDidEndDecelerating(_ scrollView: ScrollView) {
    calls.append("didEndDecelerating")
  }
  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {
    calls.append("didEndScrollingAnimation")
  }
}

@Suite("PageView, the endless banner")
struct PageViewTests {
  private func make(_ count: Int, loops: Bool = true) -> (
    VirtualClock, PageView<String>, Titles, Listener
  ) {
    let clock = VirtualClock()
    let view = PageView<String>(
      size: Size(width: 320, height: 197.76), loops: loops, clock: clock)
    let source = Titles((0..<count).map { "page \($0)" })
    let listener = Listener()
    view.dataSource = source
    view.delegate = listener
    view.scrollView.delegate = listener
    return (clock, view, source, listener)
  }

  @Test("three slots hold the previous, the current and the next page; only they are asked for")
  func slots() {
    let (clock, view, source, listener) = make(5)
    #expect(view.slots == ["page 4", "page 0", "page 1"])
    #expect(view.requests == [4, 0, 1])
    view.animationDuration = 4
    clock.advance(to: 5)
    #expect(view.slots == ["page 0", "page 1", "page 2"])
    #expect(view.requests == [4, 0, 1, 2])
    #expect(listener.shown == [1])
    #expect(view.scrollView.contentSize == Size(width: 960, height: 197.76))
    #expect(view.scrollView.contentOffset == Point(x: 320, y: 0))
    withExtendedLifetime(source) {}
  }

  @Test("no page, one page (B9: its dots are hidden), two pages")
  func few() {
    var (clock, view, source, listener) = make(0)
    clock.advance(to: 10)
    view.tap(at: Point(x: 10, y: 10))
    #expect(view.slots == [nil, nil, nil] && view.requests.isEmpty)
    #expect(view.pageControl.isHidden)

    (clock, view, source, listener) = make(1)
    clock.advance(to: 10)
    #expect(view.slots == [nil, "page 0", nil])
    #expect(view.requests == [0])
    #expect(view.pageControl.isHidden)
    #expect(view.scrollView.contentOffset == .zero)
    #expect(view.scrollView.contentSize.width == 320)

    (clock, view, source, listener) = make(2)
    #expect(view.slots == ["page 1", "page 0", "page 1"])
    #expect(view.requests == [1, 0])
    clock.advance(to: 4)
    #expect(view.slots == ["page 0", "page 1", "page 0"])
    #expect(!view.pageControl.isHidden)
    withExtendedLifetime((source, listener)) {}
  }

  @Test("a drag stops the timer, the lifted finger starts it anew")
  func dragRestarts() {
    let (clock, view, source, listener) = make(5)
    view.animationDuration = 4
    clock.advance(to: Rational(38, 10))
    view.scrollView.touchDown(at: Point(x: 300, y: 0))
    view.scrollView.touchMove(to: Point(x: 200, y: 0), arrivingAt: Rational(39, 10))
    clock.advance(to: Rational(39, 10))
    #expect(view.scrollView.isDragging)
    view.scrollView.touchUp()
    #expect(view.scrollView.isDecelerating)
    clock.advance(to: Rational(789, 100))
    #expect(view.currentIndex == 1)
    clock.advance(to: 9)
    #expect(view.currentIndex == 2)
    #expect(
      listener.calls == [
        "willBeginDragging", "willEndDragging 1.0 640.0", "didEndDragging true",
        "willBeginDecelerating", "didEndDecelerating", "didEndScrollingAnimation",
      ])
    withExtendedLifetime(source) {}
  }

  @Test("an animated turn reports its offset at each refresh and ends at rest")
  func didScroll() {
    let (clock, view, source, listener) = make(5)
    clock.advance(to: 4)
    // 17 moving refreshes, then the window re-centres.
    #expect(listener.offsets.count == 18)
    #expect(listener.offsets.dropLast().allSatisfy { $0 > 320 && $0 < 640 })
    #expect(listener.offsets.last == 320)
    #expect(view.currentIndex == 1)
    withExtendedLifetime(source) {}
  }

  @Test("a tap selects the page under the finger, also a neighbour that is half in view")
  func taps() {
    let (clock, view, source, listener) = make(5)
    view.tap(at: Point(x: 10, y: 10))
    clock.advance(to: 3 + Rational(15, 100))
    view.tap(at: Point(x: 10, y: 10))
    view.tap(at: Point(x: 300, y: 10))
    #expect(listener.selected == ["0 page 0", "0 page 0", "1 page 1"])
    withExtendedLifetime(source) {}
  }

  @Test("a reload keeps the page as far as there are pages, and asks for none beyond")
  func reload() {
    let (clock, view, source, listener) = make(5)
    view.scrollToPage(at: 4, animated: false)
    #expect(view.currentIndex == 4)
    source.titles = ["a", "b"]
    view.reloadData()
    #expect(view.currentIndex == 1)
    #expect(view.slots == ["a", "b", "a"])
    source.titles = []
    view.reloadData()
    #expect(view.slots == [nil, nil, nil])
    clock.advance(to: 20)
    source.titles = ["x", "y", "z"]
    view.reloadData()
    #expect(view.slots == ["z", "x", "y"])
    clock.advance(to: 24)
    #expect(view.currentIndex == 1)
    withExtendedLifetime(listener) {}
  }

  @Test("switched off it stays off after a drag; changed in a drag there is one timer")
  func interval() {
    let (clock, view, source, listener) = make(5)
    view.animationDuration = 0
    view.scrollView.touchDown(at: Point(x: 300, y: 0))
    view.scrollView.touchMove(to: Point(x: 100, y: 0), arrivingAt: Rational(1, 5))
    clock.advance(to: Rational(1, 5))
    view.animationDuration = 2
    #expect(view.recording.state(at: clock.now).span.timerDue == nil)
    view.scrollView.touchUp()
    clock.advance(to: 2)
    #expect(view.currentIndex == 1)
    clock.advance(to: 3)
    #expect(view.currentIndex == 2)
    view.animationDuration = 0
    clock.advance(to: 20)
    #expect(view.currentIndex == 2)
    withExtendedLifetime((source, listener)) {}
  }

  @Test("scheduled actions fall on their instants, before a timer that is due")
  func schedule() {
    let (clock, view, source, listener) = make(5)
    clock.schedule(at: 3) { view.scrollView.touchDown(at: Point(x: 5, y: 5)) }
    clock.schedule(at: 5) { view.scrollView.touchUp() }
    clock.advance(to: Rational(49, 10))
    #expect(view.currentIndex == 0 && view.state.isAtRest)
    clock.advance(to: 6)
    #expect(view.currentIndex == 1)
    withExtendedLifetime((source, listener)) {}
  }
}

@Suite("ScrollView")
struct ScrollViewTests {
  @Test("offsets are clamped, animated by the cosine, and reported in order")
  func offsets() {
    let clock = VirtualClock()
    let view = ScrollView(
      size: Size(width: 100, height: 50), contentSize: Size(width: 730, height: 50), clock: clock)
    let listener = Listener()
    view.delegate = listener
    view.setContentOffset(Point(x: 200, y: 9), animated: false)
    #expect(view.contentOffset == Point(x: 200, y: 0))
    view.setContentOffset(Point(x: 400, y: 0), animated: true)
    clock.advance(to: Rational(1, 10))
    #expect((view.contentOffset.x - 250).magnitude < 1e-9)
    clock.advance(to: 1)
    #expect(view.contentOffset.x == 400)
    view.setContentOffset(Point(x: 4000, y: 0), animated: false)
    #expect((view.contentOffset.x - 630).magnitude < 1e-9)
    #expect(listener.calls == ["didEndScrollingAnimation"])
    #expect(listener.offsets.last.map { ($0 - 630).magnitude < 1e-9 } == true)
    view.setContentOffset(Point(x: .nan, y: 0), animated: false)
    #expect((view.contentOffset.x - 630).magnitude < 1e-9)
  }

  @Test("content that fits does not scroll")
  func fits() {
    let clock = VirtualClock()
    let view = ScrollView(
      size: Size(width: 100, height: 50), contentSize: Size(width: 80, height: 50), clock: clock)
    view.touchDown(at: .zero)
    view.touchMove(to: Point(x: -60, y: 0))
    #expect(view.contentOffset == .zero)
    #expect(!view.isTracking)
  }

  @Test("vertical, with paging: stops on multiples of its own extent")
  func vertical() {
    let clock = VirtualClock()
    let view = ScrollView(
      size: Size(width: 100, height: 50), contentSize: Size(width: 100, height: 230),
      axis: .vertical, isPagingEnabled: true, clock: clock)
    view.touchDown(at: Point(x: 0, y: 100))
    view.touchMove(to: Point(x: 0, y: 60), arrivingAt: Rational(1, 2))
    clock.advance(to: Rational(1, 2))
    #expect((view.contentOffset.y - 30).magnitude < 1e-9)
    view.touchUp()
    clock.advance(to: 3)
    #expect(view.contentOffset == Point(x: 0, y: 50))
  }
}
