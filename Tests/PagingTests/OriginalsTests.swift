import FolioGeometry
import FolioNumerics
import FolioPaging
import OriginalsExamples
import Testing

@Suite("The examples do what they say")
struct OriginalsTests {
  @Test("the endless banner turns every four seconds, and a tap names its page")
  func banner() {
    let clock = VirtualClock()
    let screen = BannerScreen(clock: clock)
    #expect(screen.pageView.slots == ["again", "spring", "summer"])
    clock.advance(to: 9)
    #expect(screen.pageView.currentIndex == 2)
    screen.pageView.tap(at: Point(x: 160, y: 90))
    #expect(screen.selected == ["2: autumn"])
    clock.advance(to: 21)
    #expect(screen.pageView.currentIndex == 0)
  }

  @Test("of pages 1...5 at page 3 there are 2, 3, 4; a swipe to 2 makes 1 and drops 4")
  func neighbours() throws {
    let clock = VirtualClock()
    let root = try RootViewController(startingAt: 2, clock: clock)
    #expect(root.pageViewController.windowPages.map(\.title) == ["2", "3", "4"])
    let scrollView = root.pageViewController.scrollView
    scrollView.touchDown(at: Point(x: 60, y: 0))
    scrollView.touchMove(to: Point(x: 260, y: 0), arrivingAt: Rational(1, 5))
    clock.advance(to: Rational(1, 5))
    scrollView.touchUp()
    clock.advance(to: 2)
    #expect(root.pageViewController.windowPages.map(\.title) == ["1", "2", "3"])
    let changes = root.pageViewController.log.filter {
      $0.event == .created || $0.event == .dropped
    }
    #expect(changes.suffix(2).map { "\($0.event) \($0.page.title)" } == ["created 1", "dropped 4"])
    #expect((root.offsets.min() ?? 320) < 20 && root.offsets.last == 320)
  }
}
