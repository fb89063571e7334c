import FolioNumerics
import FolioPaging
import FolioPagingCore
import Testing

@Suite("PageControl")
struct PageControlModelTests {
  private func control(_ count: Int, at page: Int = 0) -> PageControl {
    var control = PageControl()
    control.numberOfPages = count
    control.currentPage = page
    return control
  }

  @Test("the current page is pinned to the pages there are, whichever is set first")
  func clamp() {
    var control = control(3, at: 9)
    #expect(control.currentPage == 2)
    control.currentPage = -4
    #expect(control.currentPage == 0)
    control.currentPage = 2
    control.numberOfPages = 2
    #expect(control.currentPage == 1 && control.displayedPage == 1)
    control.numberOfPages = -1
    #expect(control.numberOfPages == 0 && control.currentPage == 0 && control.isHidden)
  }

  @Test("one page is hidden only if asked for")
  func single() {
    var control = control(1)
    #expect(!control.isHidden)
    control.hidesForSinglePage = true
    #expect(control.isHidden)
    control.numberOfPages = 2
    #expect(!control.isHidden)
  }

  @Test("a tap turns one page by the half that it touches, and nothing at the ends")
  func taps() {
    var control = control(3)
    func tap(_ x: Double, reversed: Bool = false) -> Bool {
      control.touchDown(at: x, extent: 100, isReversed: reversed)
      return control.touchUp()
    }
    #expect(!tap(20) && control.currentPage == 0)
    #expect(tap(80) && control.currentPage == 1)
    #expect(tap(50) && control.currentPage == 2)
    #expect(!tap(80) && control.currentPage == 2)
    #expect(tap(20) && control.currentPage == 1)
    #expect(tap(20, reversed: true) && control.currentPage == 2)
    control.isEnabled = false
    #expect(!tap(20) && control.currentPage == 2)
    #expect(control.interactionState == .none)
  }

  @Test("a deferred change waits for the update call; a set one does not")
  func deferred() {
    var control = control(4, at: 1)
    control.defersCurrentPageDisplay = true
    control.touchDown(at: 90, extent: 100)
    let change1 = control.touchUp()
    #expect(change1)
    #expect(control.currentPage == 2 && control.displayedPage == 1)
    #expect(control.state.currentPage == 1)
    control.updateCurrentPageDisplay()
    #expect(control.displayedPage == 2)
    control.currentPage = 3
    #expect(control.displayedPage == 3)
  }

  @Test("a finger scrubs a page for each dot from 10 points on, if it may")
  func scrub() {
    var control = control(5, at: 1)
    control.backgroundStyle = .automatic
    control.progress = PageControlProgress(currentProgress: 0.5)
    control.touchDown(at: 100, extent: 200)
    let change2 = control.touchMove(to: 109)
    #expect(!change2 && control.interactionState == .none)
    #expect(control.shownProgress == 0.5)
    let change3 = control.touchMove(to: 118)
    #expect(change3 && control.currentPage == 2)
    #expect(control.interactionState == .continuous && control.showsBackground)
    #expect(control.shownProgress == nil)
    let change4 = control.touchMove(to: 400)
    #expect(change4 && control.currentPage == 4)
    let change5 = control.touchMove(to: 64)
    #expect(change5 && control.currentPage == 0)
    let change6 = control.touchUp()
    #expect(!change6 && control.currentPage == 0)
    #expect(control.interactionState == .none && !control.showsBackground)
    #expect(control.shownProgress == 0)
    control.allowsContinuousInteraction = false
    control.touchDown(at: 150, extent: 200)
    let change7 = control.touchMove(to: 190)
    #expect(!change7)
    let change8 = control.touchUp()
    #expect(change8 && control.currentPage == 1)
  }

  @Test("background styles")
  func background() {
    var control = control(3)
    #expect(!control.showsBackground)
    control.backgroundStyle = .prominent
    #expect(control.showsBackground)
    control.backgroundStyle = .minimal
    control.touchDown(at: 0, extent: 90)
    _ = control.touchMove(to: 50)
    #expect(!control.showsBackground)
  }

  @Test("directions: which end the row begins at")
  func directions() {
    let table: [(PageControlDirection, Bool, Bool, Bool)] = [
      (.natural, false, false, true), (.leftToRight, false, false, false),
      (.rightToLeft, false, true, true), (.topToBottom, true, false, false),
      (.bottomToTop, true, true, true),
    ]
    for (direction, vertical, reversed, reversedInRightToLeft) in table {
      #expect(direction.isVertical == vertical)
      #expect(direction.isReversed(inRightToLeftLayout: false) == reversed)
      #expect(direction.isReversed(inRightToLeftLayout: true) == reversedInRightToLeft)
    }
  }

  @Test("progress is clamped, and 0 on a new page")
  func progress() {
    var control = control(3)
    control.progress = PageControlProgress(currentProgress: 4)
    #expect(control.shownProgress == 1)
    control.progress?.currentProgress = .nan
    #expect(control.shownProgress == 0)
    control.progress?.currentProgress = 0.25
    control.currentPage = 0
    #expect(control.shownProgress == 0.25)
    control.currentPage = 1
    #expect(control.shownProgress == 0)
    control.progress?.isVisible = false
    #expect(control.shownProgress == nil)
  }

  @Test("a timer turns pages by their own times, pauses, and stops or starts over at the end")
  func timerProgress() {
    let clock = VirtualClock()
    let timer = PageControlTimerProgress(preferredDuration: 2, numberOfPages: 3, clock: clock)
    var pages: [String] = []
    timer.onAdvance = { pages.append("\($0) at \(clock.now.double)") }
    timer.setDuration(3, forPage: 1)
    clock.advance(to: 5)
    #expect(pages.isEmpty && timer.currentProgress == 0)
    timer.resumeTimer()
    clock.advance(to: 6)
    #expect(timer.currentProgress == 0.5)
    timer.pauseTimer()
    clock.advance(to: 10)
    #expect(timer.currentProgress == 0.5 && !timer.isRunning)
    timer.resumeTimer()
    clock.advance(to: 20)
    #expect(pages == ["1 at 11.0", "2 at 14.0"])
    #expect(!timer.isRunning && timer.currentProgress == 1)
    timer.resetsToInitialPageAfterEnd = true
    timer.resumeTimer()
    clock.advance(to: 21)
    #expect(timer.page == 0)
    timer.shouldAdvance = { $0 != 1 }
    clock.advance(to: 40)
    #expect(timer.page == 0 && !timer.isRunning)
    timer.pageChanged(to: 2, initialProgress: 0.5)
    #expect(timer.currentProgress == 0.5)
    timer.setDuration(0, forPage: 1)
    #expect(timer.duration(forPage: 1) == 2)
  }
}

@Suite("The window of dots")
struct DotWindowTests {
  private let metrics = PageControlMetrics.system

  @Test("as many dots as fit: floor((width - 28 + 8) / 18)")
  func visible() {
    for (width, dots) in [(38.0, 1), (55.9, 1), (56, 2), (110, 5), (127.9, 5), (390, 20), (0, 1)] {
      #expect(metrics.visibleDots(in: width) == dots)
    }
  }

  @Test("dots that fit stand where they stood, all of full size")
  func fits() {
    let state = PageControlState(numberOfPages: 5, currentPage: 2)
    let dots = metrics.dots(of: state, in: 390)
    #expect(dots.map(\.center) == (0..<5).map { metrics.center(of: $0, count: 5, in: 390) })
    #expect(dots.allSatisfy { $0.scale == 1 })
    #expect(dots.map(\.weight) == [0, 0, 1, 0, 0])
    let reversed = metrics.dots(of: state, in: 390, isReversed: true)
    #expect(reversed.map(\.center) == dots.map { 390 - $0.center })
  }

  @Test("towards hidden pages the last dots shrink to three quarters and one half")
  func shrinks() {
    // 110 points hold five dots.
    func scales(_ page: Int) -> ([Int], [Double]) {
      let dots = metrics.dots(
        of: PageControlState(numberOfPages: 20, currentPage: page), in: 110)
      return (dots.map(\.page), dots.map(\.scale))
    }
    #expect(scales(0) == ([0, 1, 2, 3, 4], [1, 1, 1, 0.75, 0.5]))
    #expect(scales(2) == ([0, 1, 2, 3, 4], [1, 1, 1, 0.75, 0.5]))
    #expect(scales(3) == ([1, 2, 3, 4, 5], [0.5, 0.75, 1, 0.75, 0.5]))
    #expect(scales(17) == ([15, 16, 17, 18, 19], [0.5, 0.75, 1, 1, 1]))
    #expect(scales(19) == ([15, 16, 17, 18, 19], [0.5, 0.75, 1, 1, 1]))
  }

  @Test("whatever the width, the current dot is in the window, of full size, and the row centred")
  func current() {
    for width in [30.0, 56, 74, 92, 110, 200] {
      for count in 1...24 {
        for page in 0..<count {
          let dots = metrics.dots(
            of: PageControlState(numberOfPages: count, currentPage: page), in: width)
          #expect(dots.first { $0.page == page }?.scale == 1)
          let middle = ((dots.first?.center ?? 0) + (dots.last?.center ?? 0)) / 2
          #expect((middle - width / 2).magnitude <= 0.5)
        }
      }
    }
  }

  @Test("B33: the ink of 1...20 dots is centred")
  func b33() {
    for metrics in [PageControlMetrics.system, .classic] {
      for count in 1...20 {
        let first = metrics.center(of: 0, count: count, in: 390) - metrics.dot / 2
        let last = metrics.center(of: count - 1, count: count, in: 390) + metrics.dot / 2
        #expect(((first + last) / 2 - 195).magnitude <= 0.5)
      }
    }
  }

  @Test("while the pages move the row scrolls without a jump, also over the seam")
  func continuous() {
    var configuration = PagerConfiguration(pageCount: 12, viewExtent: 320)
    configuration.loops = true
    configuration.autoplay = Autoplay(interval: 1)
    var engine = PagerEngine(configuration: configuration)
    engine.advance(to: 14)
    var last: [Int: PageControlDot] = [:]
    for i in 0..<14_000 {
      let state = engine.recording.state(at: Rational(i, 1000))
      let dots = metrics.dots(of: PageControlState(state, update: .continuous), in: 110)
      let sum = dots.map(\.weight).reduce(0, +)
      #expect(sum <= 1 + 1e-12)
      var now: [Int: PageControlDot] = [:]
      for dot in dots {
        now[dot.page] = dot
        if let before = last[dot.page], state.position < 11 {
          #expect((before.center - dot.center).magnitude < 1)
          #expect((before.scale - dot.scale).magnitude < 0.05)
        }
      }
      last = now
    }
  }

  @Test("in a direct jump the emphasis passes from dot to dot, past those between")
  func directJump() {
    var engine = PagerEngine(
      configuration: PagerConfiguration(pageCount: 8, viewExtent: 320), page: 1)
    engine.goTo(page: 6)
    engine.advance(to: Rational(1, 10))
    let control = PageControlState(engine.state, update: .continuous)
    let weights = (0..<8).map { control.weight(of: $0) }
    for (dot, right) in [0, 0.75, 0, 0, 0, 0, 0.25, 0].enumerated() {
      #expect((weights[dot] - right).magnitude < 1e-12)
    }
  }

  @Test("the dot of a dwelling page fills with its interval, and keeps its filling in a pause")
  func dwell() {
    var configuration = PagerConfiguration(pageCount: 3, viewExtent: 320)
    configuration.autoplay = Autoplay(interval: 4)
    configuration.dwells = [nil, 2, nil]
    var engine = PagerEngine(configuration: configuration)
    engine.advance(to: 1)
    #expect(PageControlState(engine.state, update: .half).progress == 0.25)
    engine.pause()
    engine.advance(to: 7)
    #expect(PageControlState(engine.state, update: .half).progress == 0.25)
    engine.resume()
    engine.advance(to: 11)
    #expect(engine.state.targetPage == 1)
    #expect(PageControlState(engine.state, update: .half).progress == 0.5)
    engine.setAutoplay(nil)
    #expect(PageControlState(engine.state, update: .half).progress == nil)
  }
}
