import FolioGeometry
import FolioNumerics
import FolioPaging
import FolioPagingCore
import TestSupport
import Testing

/// A page as an app has it: an object that counts what happens to it.
private final class Content: ChildPage {
  let index: Int
  private(set) var appearances: [String] = []
  private(set) var isChild = false
  init(_ index: Int) { self.index = index }
  func didMove(toParent isChild: Bool) { self.isChild = isChild }
  func viewWillAppear(animated: Bool) { appearances.append("will") }
  func viewDidAppear(animated: Bool) { appearances.append("did") }
  func viewWillDisappear(animated: Bool) { appearances.append("willNot") }
  func viewDidDisappear(animated: Bool) { appearances.append("didNot") }
}

private final class Book: PageViewControllerDataSource, PageViewControllerDelegate,
  ScrollViewDelegate
{
  let count: Int
  var loops = false
  var presentation: (count: Int, index: Int)?
  var asked: [String] = []
  var calls: [String] = []
  var offsets: [Double] = []
  var spine: PageSpineLocation?
  var onSpine: (() -> Void)?

  init(_ count: Int) { self.count = count }

  private func page(_ index: Int) -> Content? {
    if loops { return Content((index % count + count) % count) }
    return index >= 0 && index < count ? Content(index) : nil
  }

  func pageViewController(
    _ controller: PageViewController<Content>, pageBefore page: Content
  ) -> Content? {
    asked.append("before \(page.index)")
    return self.page(page.index - 1)
  }
  func pageViewController(
    _ controller: PageViewController<Content>, pageAfter page: Content
  ) -> Content? {
    asked.append("after \(page.index)")
    return self.page(page.index + 1)
  }
  func presentationCount(for controller: PageViewController<Content>) -> Int? {
    presentation?.count
  }
  func presentationIndex(for controller: PageViewController<Content>) -> Int? {
    presentation?.index
  }
  func pageViewController(
    _ controller: PageViewController<Content>, willTransitionTo pendingPages: [Content]
  ) { calls.append("will \(pendingPages.map(\.index))") }
  func pageViewController(
    _ controller: PageViewController<Content>, didFinishAnimating finished: Bool,
    previousPages: [Content], transitionCompleted completed: Bool
  ) {
    calls.append(
      "did \(previousPages.map(\.index)) finished \(finished) completed \(completed)")
  }
  func pageViewController(
    _ controller: PageViewController<Content>, spineLocationFor size: Size
  ) -> PageSpineLocation {
    onSpine?()
    return spine ?? controller.spineLocation
  }
  func scrollViewDidScroll(_ scrollView: ScrollView) { offsets.append(scrollView.contentOffset.x) }
}

private func ms(_ n: Int) -> Rational { Rational(n, 1000) }

@Suite("PageViewController")
struct PageViewControllerTests {
  private func make(
    _ count: Int, at index: Int = 0, stale: Bool = false
  ) throws -> (VirtualClock, PageViewController<Content>, Book) {
    let clock = VirtualClock()
    let controller = try PageViewController<Content>(
      size: Size(width: 320, height: 480), keepsStaleNeighbours: stale, clock: clock)
    let book = Book(count)
    controller.dataSource = book
    controller.delegate = book
    controller.scrollView.delegate = book
    try controller.setPages([Content(index)], direction: .forward, animated: false)
    return (clock, controller, book)
  }

  private func swipe(
    _ controller: PageViewController<Content>, _ clock: VirtualClock, by points: Double,
    speed: Double = 0
  ) {
    controller.scrollView.touchDown(at: Point(x: 160, y: 0))
    let slop = points < 0 ? -10.0 : 10
    controller.scrollView.touchMove(
      to: Point(x: 160 + points + slop, y: 0), arrivingAt: clock.now + ms(100))
    clock.advance(by: ms(100))
    controller.scrollView.touchUp(velocity: Point(x: speed, y: 0))
  }

  private func log(_ controller: PageViewController<Content>, from: Int) -> [String] {
    controller.log[from...].filter { $0.event == .created || $0.event == .dropped }
      .map { "\($0.event) \($0.page.index)" }
  }

  @Test("the common example: at page 3 of 1...5 there are 2, 3, 4; going to 2 makes 1, drops 4")
  func window() throws {
    let (clock, controller, book) = try make(5, at: 2)
    #expect(controller.windowPages.map(\.index) == [1, 2, 3])
    #expect(book.asked == ["after 2", "before 2"])
    let before = controller.log.count
    swipe(controller, clock, by: 200)
    clock.advance(by: 2)
    #expect(controller.pages.map(\.index) == [1])
    #expect(controller.windowPages.map(\.index) == [0, 1, 2])
    #expect(log(controller, from: before) == ["created 0", "dropped 3"])
    #expect(book.asked == ["after 2", "before 2", "before 1"])
    #expect(book.calls == ["will [1]", "did [2] finished true completed true"])
    // At an end there are two.
    swipe(controller, clock, by: 200)
    clock.advance(by: 2)
    #expect(controller.windowPages.map(\.index) == [0, 1])
    #expect(controller.windowPages.map(\.isChild) == [true, true])
  }

  @Test("the scroll view rests at one stride, in the middle of three")
  func scrollView() throws {
    let (clock, controller, book) = try make(5, at: 2)
    #expect(controller.scrollView.contentOffset.x == 320)
    #expect(controller.scrollView.contentSize.width == 960)
    swipe(controller, clock, by: -200)
    clock.advance(by: 2)
    #expect(controller.scrollView.contentOffset.x == 320)
    #expect((book.offsets.max() ?? 0) > 600 && (book.offsets.max() ?? 0) <= 640)
  }

  @Test("a cancelled swipe undoes what it began, in balance")
  func cancelled() throws {
    let (clock, controller, book) = try make(3, at: 1)
    let shown = try #require(controller.pages.first)
    let next = try #require(controller.windowPages.last)
    swipe(controller, clock, by: -100)
    clock.advance(by: 2)
    #expect(book.calls == ["will [2]", "did [1] finished true completed false"])
    #expect(controller.pages.first === shown)
    #expect(next.appearances == ["will", "willNot", "didNot"])
    #expect(shown.appearances == ["will", "did", "willNot", "will", "did"])
  }

  @Test("B1: after an animated jump the neighbours are asked anew", arguments: [false, true])
  func b1(stale: Bool) throws {
    let (clock, controller, book) = try make(10, at: 3, stale: stale)
    var finished: [Bool] = []
    try controller.setPages([Content(0)], direction: .reverse, animated: true) {
      finished.append($0)
    }
    clock.advance(by: ms(150))
    #expect(controller.visiblePages.map { $0.pages[0].index } == [0, 3])
    clock.advance(by: 1)
    #expect(finished == [true])
    #expect(controller.pages.map(\.index) == [0])
    swipe(controller, clock, by: -200)
    clock.advance(by: 2)
    if stale {
      // The defect of the original: the page that was left comes back.
      #expect(controller.pages.map(\.index) == [3])
    } else {
      #expect(book.asked.contains("after 0"))
      #expect(controller.pages.map(\.index) == [1])
    }
  }

  @Test("B2: catching a returning page and finishing the swipe")
  func b2() throws {
    let (clock, controller, book) = try make(2)
    swipe(controller, clock, by: -128)
    clock.advance(by: ms(80))
    let offset = controller.scrollView.contentOffset.x - 320
    swipe(controller, clock, by: -(320 - offset))
    clock.advance(by: 3)
    #expect(controller.pages.map(\.index) == [1])
    #expect(
      book.calls == [
        "will [1]", "did [0] finished false completed false", "will [1]",
        "did [0] finished true completed true",
      ])
  }

  @Test("B3: reaching the last page with a bounce moves the dot along")
  func b3() throws {
    let (clock, controller, book) = try make(3)
    book.presentation = (3, 1)
    try controller.setPages([Content(1)], direction: .forward, animated: false)
    #expect(controller.pageControl.currentPage == 1)
    let pull = RubberBand(dimension: 320).pull(for: 32)
    swipe(controller, clock, by: -(320 + pull), speed: -1000)
    clock.advance(by: 3)
    #expect(controller.pages.map(\.index) == [2])
    #expect(controller.pageControl.currentPage == 2)
    #expect(book.calls.filter { $0.hasPrefix("did") } == ["did [1] finished true completed true"])
  }

  @Test("B4: a command during an end bounce ends finished, without a jump")
  func b4() throws {
    let (clock, controller, book) = try make(3)
    defer { withExtendedLifetime(book) {} }
    let pull = RubberBand(dimension: 320).pull(for: 96)
    swipe(controller, clock, by: pull)
    clock.advance(by: ms(50))
    let before = controller.scrollView.contentOffset.x
    var finished: [Bool] = []
    try controller.setPages([Content(1)], direction: .forward, animated: true) {
      finished.append($0)
    }
    #expect((controller.scrollView.contentOffset.x - before).magnitude < 1e-9)
    clock.advance(by: 2)
    #expect(finished == [true])
    #expect(controller.pages.map(\.index) == [1])
    #expect(controller.windowPages.map(\.index) == [0, 1, 2])
  }

  @Test("B5: four commands in 150 ms: three cut off, one finished, always covered")
  func b5() throws {
    let (clock, controller, book) = try make(4)
    defer { withExtendedLifetime(book) {} }
    var finished: [Bool] = []
    for page in [1, 2, 1, 3] {
      try controller.setPages([Content(page)], direction: .forward, animated: true) {
        finished.append($0)
      }
      for _ in 0..<10 {
        clock.advance(by: ms(5))
        let visible = controller.visiblePages
        #expect((visible.first?.minEdge ?? 1) <= 0 && (visible.last?.maxEdge ?? 0) >= 320 - 1e-9)
      }
    }
    clock.advance(by: 1)
    #expect(finished == [false, false, false, true])
    #expect(controller.pages.map(\.index) == [3])
    #expect(controller.windowPages.map(\.index) == [2, 3])
  }

  @Test("appearances are in balance whatever is cut off by whatever")
  func balance() throws {
    let (clock, controller, book) = try make(6, at: 2)
    defer { withExtendedLifetime(book) {} }
    try controller.setPages([Content(5)], direction: .forward, animated: true)
    clock.advance(by: ms(100))
    try controller.setPages([Content(0)], direction: .reverse, animated: true)
    clock.advance(by: ms(100))
    swipe(controller, clock, by: -150)
    clock.advance(by: ms(50))
    try controller.setPages([Content(3)], direction: .forward, animated: true)
    clock.advance(by: 2)
    swipe(controller, clock, by: -60)
    clock.advance(by: 2)
    #expect(controller.pages.map(\.index) == [3])
    var state: [ObjectIdentifier: PageLifeEvent] = [:]
    for entry in controller.log {
      let key = ObjectIdentifier(entry.page)
      let was = state[key]
      switch entry.event {
      case .created: #expect(was == nil)
      case .willAppear: #expect(was == .created || was == .didDisappear || was == .willDisappear)
      case .didAppear: #expect(was == .willAppear)
      case .willDisappear: #expect(was == .willAppear || was == .didAppear)
      case .didDisappear: #expect(was == .willDisappear)
      case .dropped: #expect(was == .created || was == .didDisappear)
      }
      state[key] = entry.event
    }
    for page in controller.windowPages {
      let right: Set<PageLifeEvent> =
        page.index == 3 ? [.didAppear] : [.created, .didDisappear]
      #expect(right.contains(state[ObjectIdentifier(page)] ?? .dropped))
    }
  }

  @Test("a drag over two pages asks for the next neighbour on the way and reports both")
  func longDrag() throws {
    let (clock, controller, book) = try make(6, at: 0)
    swipe(controller, clock, by: -700)
    clock.advance(by: 2)
    #expect(controller.pages.map(\.index) == [2])
    #expect(
      book.calls == [
        "will [1]", "did [0] finished true completed true", "will [2]",
        "did [1] finished true completed true", "will [3]",
        "did [2] finished true completed false",
      ])
    #expect(controller.windowPages.map(\.index) == [1, 2, 3])
  }

  @Test("cycling two pages never loses one")
  func b8() throws {
    let (clock, controller, book) = try make(2)
    book.loops = true
    try controller.setPages([Content(0)], direction: .forward, animated: false)
    #expect(controller.windowPages.map(\.index) == [1, 0, 1])
    for right in [1, 0, 1, 0] {
      swipe(controller, clock, by: -200, speed: -900)
      clock.advance(by: 2)
      #expect(controller.pages.map(\.index) == [right])
    }
    swipe(controller, clock, by: 200)
    clock.advance(by: 2)
    #expect(controller.pages.map(\.index) == [1])
  }

  @Test("the page control needs count and index, the scroll style and the horizontal orientation")
  func presentation() throws {
    let (clock, controller, book) = try make(5, at: 2)
    #expect(controller.pageControl.isHidden && controller.pageControlHeight == 0)
    book.presentation = (5, 2)
    try controller.setPages([Content(0)], direction: .forward, animated: false)
    // The index lights a dot; the page is the one that was set.
    #expect(controller.pageControl.currentPage == 2)
    #expect(controller.pages.map(\.index) == [0])
    #expect(controller.pageAreaSize == Size(width: 320, height: 454))
    swipe(controller, clock, by: -200)
    book.presentation = (99, 0)
    clock.advance(by: 2)
    #expect(controller.pageControl.currentPage == 3)
    #expect(controller.pageControl.numberOfPages == 5)
    controller.tapPageControl(at: 10)
    clock.advance(by: 1)
    #expect(controller.pages.map(\.index) == [0] && controller.pageControl.currentPage == 2)
    for (style, axis) in [
      (PageTransitionStyle.pageCurl, PagerConfiguration.Axis.horizontal), (.scroll, .vertical),
    ] {
      let other = try PageViewController<Content>(
        size: Size(width: 320, height: 480), transitionStyle: style, navigationOrientation: axis,
        clock: clock)
      other.dataSource = book
      try other.setPages([Content(0)], direction: .forward, animated: false)
      #expect(other.pageControl.isHidden)
    }
  }

  @Test("without a data source fingers move nothing")
  func noDataSource() throws {
    let (clock, controller, book) = try make(5, at: 2)
    defer { withExtendedLifetime(book) {} }
    controller.dataSource = nil
    swipe(controller, clock, by: -200)
    clock.advance(by: 1)
    #expect(controller.scrollView.contentOffset.x == 320)
    #expect(controller.pages.map(\.index) == [2])
  }

  @Test("the number of pages to set by style, spine and sides; another number is an error")
  func counts() throws {
    let clock = VirtualClock()
    let size = Size(width: 320, height: 480)
    let table: [(PageTransitionStyle, PageSpineLocation, Bool, Int)] = [
      (.scroll, .none, false, 1), (.pageCurl, .mid, true, 2), (.pageCurl, .min, true, 2),
      (.pageCurl, .max, true, 2), (.pageCurl, .min, false, 1), (.pageCurl, .max, false, 1),
    ]
    for (style, spine, doubleSided, count) in table {
      let controller = try PageViewController<Content>(
        size: size, transitionStyle: style, spineLocation: spine, clock: clock)
      if doubleSided { try controller.setDoubleSided(true) }
      #expect(controller.numberOfPagesToSet == count)
      for given in 0...3 {
        let pages = (0..<given).map { Content($0) }
        if given == count {
          try controller.setPages(pages, direction: .forward, animated: false)
        } else {
          let error = PageViewControllerError.wrongNumberOfPages(
            found: given, expected: count, style: style, spine: spine,
            isDoubleSided: doubleSided)
          #expect(throws: error) {
            try controller.setPages(pages, direction: .forward, animated: false)
          }
          #expect(error.description.hasPrefix("\(given) pages given"))
        }
      }
    }
    #expect(throws: PageViewControllerError.spineNeedsPageCurl(.mid)) {
      _ = try PageViewController<Content>(size: size, spineLocation: .mid, clock: clock)
    }
    #expect(throws: PageViewControllerError.pageCurlNeedsSpine) {
      _ = try PageViewController<Content>(
        size: size, transitionStyle: .pageCurl, spineLocation: PageSpineLocation.none,
        clock: clock)
    }
    let open = try PageViewController<Content>(
      size: size, transitionStyle: .pageCurl, spineLocation: .mid, clock: clock)
    #expect(open.isDoubleSided)
    #expect(throws: PageViewControllerError.midSpineNeedsDoubleSided) {
      try open.setDoubleSided(false)
    }
  }

  @Test("a page curl with its spine in the middle turns two pages at a time")
  func midSpine() throws {
    let clock = VirtualClock()
    let book = Book(7)
    let controller = try PageViewController<Content>(
      size: Size(width: 640, height: 480), transitionStyle: .pageCurl, spineLocation: .mid,
      clock: clock)
    controller.dataSource = book
    controller.delegate = book
    try controller.setPages([Content(2), Content(3)], direction: .forward, animated: false)
    #expect(controller.windowPages.map(\.index) == [0, 1, 2, 3, 4, 5])
    #expect(book.asked == ["after 3", "after 4", "before 2", "before 1"])
    #expect(controller.tap(at: Point(x: 600, y: 0)))
    clock.advance(by: ms(400))
    #expect(!controller.state.isAtRest)
    clock.advance(by: ms(100))
    #expect(controller.pages.map(\.index) == [4, 5])
    // Page 6 has no partner: the content ends.
    #expect(controller.windowPages.map(\.index) == [2, 3, 4, 5])
    #expect(!controller.tap(at: Point(x: 300, y: 0)))
  }

  @Test("a double-sided leaf at an edge shows its front; the back stands between two fronts")
  func doubleSided() throws {
    let clock = VirtualClock()
    let book = Book(9)
    let controller = try PageViewController<Content>(
      size: Size(width: 320, height: 480), transitionStyle: .pageCurl, clock: clock)
    controller.dataSource = book
    try controller.setDoubleSided(true)
    try controller.setPages([Content(2), Content(1)], direction: .forward, animated: false)
    #expect(controller.pages.map(\.index) == [2])
    #expect(controller.windowPages.map(\.index) == [0, 1, 2, 1, 4, 3])
    controller.turnPage(forward: true)
    clock.advance(by: 1)
    #expect(controller.pages.map(\.index) == [4])
  }

  @Test("another size asks for the spine; pages that do not fit it change nothing")
  func rotation() throws {
    let clock = VirtualClock()
    let book = Book(9)
    let controller = try PageViewController<Content>(
      size: Size(width: 320, height: 480), transitionStyle: .pageCurl, clock: clock)
    controller.dataSource = book
    controller.delegate = book
    try controller.setPages([Content(2)], direction: .forward, animated: false)
    book.spine = .mid
    #expect(throws: PageViewControllerError.self) {
      try controller.resize(to: Size(width: 480, height: 320))
    }
    #expect(controller.size.width == 320 && controller.spineLocation == .min)
    book.onSpine = {
      try? controller.setPages([Content(2), Content(3)], direction: .forward, animated: false)
    }
    try controller.resize(to: Size(width: 480, height: 320))
    #expect(controller.spineLocation == .mid && controller.isDoubleSided)
    #expect(controller.pages.map(\.index) == [2, 3])
    #expect(controller.scrollView.size.width == 480)
  }

  @Test("as a child its page appears with it and goes with it")
  func containment() throws {
    let (clock, controller, book) = try make(3)
    defer { withExtendedLifetime(book) {} }
    let page = try #require(controller.pages.first)
    controller.didMove(toParent: clock)
    #expect(controller.parent === clock)
    #expect(page.appearances == ["will", "did"])
    controller.didMove(toParent: nil)
    #expect(page.appearances == ["will", "did", "willNot", "didNot"])
    controller.isViewVisible = true
    #expect(Array(page.appearances.suffix(2)) == ["will", "did"])
  }

  @Test("pages set within a callback are set when it has returned")
  func reentrant() throws {
    let (clock, controller, book) = try make(6, at: 0)
    defer { withExtendedLifetime(book) {} }
    var order: [String] = []
    try controller.setPages([Content(3)], direction: .forward, animated: true) { _ in
      order.append("first")
      try? controller.setPages([Content(5)], direction: .forward, animated: false) { _ in
        order.append("second")
      }
    }
    clock.advance(by: 1)
    #expect(order == ["first", "second"])
    #expect(controller.pages.map(\.index) == [5])
    #expect(controller.windowPages.map(\.index) == [4, 5])
  }

  @Test("inter-page spacing widens the stride of the scroll style alone")
  func spacing() throws {
    let clock = VirtualClock()
    let book = Book(5)
    for (style, offset) in [(PageTransitionStyle.scroll, 340.0), (.pageCurl, 320)] {
      let controller = try PageViewController<Content>(
        size: Size(width: 320, height: 480), transitionStyle: style, interPageSpacing: 20,
        clock: clock)
      controller.dataSource = book
      try controller.setPages([Content(1)], direction: .forward, animated: false)
      #expect(controller.scrollView.contentOffset.x == offset)
    }
  }

  @Test("right to left: forward enters from the left, and the window is mirrored about its rest")
  func rightToLeft() throws {
    let clock = VirtualClock()
    let book = Book(5)
    let controller = try PageViewController<Content>(
      size: Size(width: 320, height: 480), isRightToLeft: true, clock: clock)
    controller.dataSource = book
    try controller.setPages([Content(1)], direction: .forward, animated: false)
    #expect(controller.scrollView.contentOffset.x == 320)
    try controller.setPages([Content(4)], direction: .forward, animated: true)
    clock.advance(by: ms(100))
    #expect(controller.visiblePages.map { $0.pages[0].index } == [4, 1])
    #expect((controller.scrollView.contentOffset.x - 240).magnitude < 1e-9)
    clock.advance(by: 1)
    #expect(controller.windowPages.map(\.index) == [3, 4])
  }

  @Test("laws hold in random sequences of fingers, commands and time", arguments: 0..<8)
  func random(part: Int) throws {
    for seed in 0..<30 {
      var random = SplitMix64(seed: UInt64(part * 1000 + seed))
      func int(_ n: Int) -> Int { Int(random.next() % UInt64(n)) }
      let count = 1 + int(6)
      let (clock, controller, book) = try make(count, at: int(count), stale: int(4) == 0)
      defer { withExtendedLifetime(book) {} }
      book.loops = int(3) == 0
      var commands = 0
      var ends = 0
      for _ in 0..<30 {
        clock.advance(by: ms([0, 5, 40, 100, 250, 900][int(6)]))
        switch int(8) {
        case 0, 1:
          commands += 1
          try controller.setPages(
            [Content(int(count))], direction: int(2) == 0 ? .forward : .reverse,
            animated: int(4) != 0
          ) { _ in ends += 1 }
        case 2:
          commands += 1
          controller.turnPage(forward: int(2) == 0) { _ in ends += 1 }
        case 3: controller.scrollView.touchDown(at: Point(x: Double(int(320)), y: 0))
        case 4, 5:
          controller.scrollView.touchMove(
            to: Point(x: Double(int(1200) - 400), y: 0), arrivingAt: clock.now + ms(int(200)))
        case 6: controller.scrollView.touchUp()
        default:
          swipe(controller, clock, by: Double(int(900) - 450), speed: Double(int(3000) - 1500))
        }
        #expect(!controller.visiblePages.isEmpty || controller.state.visiblePages().isEmpty)
      }
      controller.scrollView.touchUp()
      clock.advance(by: 5)
      let what = "part \(part), seed \(seed)"
      #expect(ends == commands, "\(what)")
      #expect(controller.state.phase == .idle, "\(what)")
      #expect(controller.pages.count == 1, "\(what)")
      let window = controller.windowPages.map(\.index)
      #expect(window.count <= 3, "\(what): \(window)")
      let shown = try #require(controller.pages.first)
      #expect(controller.visiblePages.first?.pages.first === shown, "\(what)")
      let wills = book.calls.filter { $0.hasPrefix("will") }.count
      #expect(wills * 2 == book.calls.count, "\(what): \(book.calls)")
      var state: [ObjectIdentifier: PageLifeEvent] = [:]
      for entry in controller.log {
        let was = state[ObjectIdentifier(entry.page)]
        let before: Set<PageLifeEvent?>
        switch entry.event {
        case .created: before = [nil]
        case .willAppear: before = [.created, .didDisappear, .willDisappear]
        case .didAppear: before = [.willAppear]
        case .willDisappear: before = [.willAppear, .didAppear]
        case .didDisappear: before = [.willDisappear]
        case .dropped: before = [.created, .didDisappear]
        }
        #expect(before.contains(was), "\(what): \(entry.event) after \(String(describing: was))")
        state[ObjectIdentifier(entry.page)] = entry.event
      }
      for page in controller.windowPages {
        let now = state[ObjectIdentifier(page)]
        #expect(
          page === shown ? now == .didAppear : now == .created || now == .didDisappear, "\(what)")
      }
    }
  }
}
