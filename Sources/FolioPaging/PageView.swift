import FolioGeometry
import FolioNumerics
import FolioPagingCore

/// Gives a page view its pages by index.
public protocol PageViewDataSource<Page>: AnyObject {
  /// What a page is: a view, a bitmap, a name.
  associatedtype Page
  /// How many pages there are.
  func numberOfPages(in pageView: PageView<Page>) -> Int
  /// The page at an index in 0..<count. Asked only for pages that stand in one of the three slots or
  /// are in view.
  func pageView(_ pageView: PageView<Page>, pageAt index: Int) -> Page
}

/// Told what happens to a page view. Every method has an empty default.
public protocol PageViewDelegate<Page>: AnyObject {
  /// What a page is.
  associatedtype Page
  /// A page was tapped: the one under the finger.
  func pageView(_ pageView: PageView<Page>, didSelect page: Page, at index: Int)
  /// The page in the middle slot changed.
  func pageView(_ pageView: PageView<Page>, didShowPageAt index: Int)
  /// The position changed: in pages, unwrapped, at each display refresh while it moves and where
  /// motion ends.
  func pageView(_ pageView: PageView<Page>, didScrollTo position: Double)
}

extension PageViewDelegate {
  /// Does nothing.
  public func pageView(_ pageView: PageView<Page>, didSelect page: Page, at index: Int) {}
  /// Does nothing.
  public func pageView(_ pageView: PageView<Page>, didShowPageAt index: Int) {}
  /// Does nothing.
  public func pageView(_ pageView: PageView<Page>, didScrollTo position: Double) {}
}

/// The endless banner: pages by index in three slots, turning by themselves until a finger stops
/// them.
///
/// The window of three holds the previous, the current and the next page. It moves on when a whole
/// page has passed; only pages that come into it are asked for, and with one page only that one is.
///
/// Made with a configuration it is any of its peers: pages narrower than the view with their
/// neighbours peeking, several in view, right to left, several pages a fling, free scrolling. Made
/// with the preset `dlPageView` it is the original literally, defects included (see
/// ``slotViews``).
public final class PageView<Page> {
  /// Where the pages come from; setting it loads them. Not retained.
  public weak var dataSource: (any PageViewDataSource<Page>)? {
    didSet { reloadData() }
  }

  /// Told what happens. Not retained.
  public weak var delegate: (any PageViewDelegate<Page>)?

  /// Seconds between automatic turns (the name is the original's); 3 unless set. Setting it starts
  /// the interval anew; 0 or less switches the turning off, and off it stays after a drag.
  public var animationDuration: Rational {
    didSet {
      let interval = animationDuration
      var autoplay = host.engine.configuration.autoplay ?? Autoplay(interval: 3)
      autoplay.interval = interval
      host.perform { $0.setAutoplay(interval > 0 ? autoplay : nil) }
    }
  }

  /// The scroll view that shows the window of three.
  public let scrollView: ScrollView
  /// The visible size, in points. Setting it keeps the page and, in motion, the fraction.
  public var size: Size {
    didSet {
      let horizontal = configuration.axis == .horizontal
      let old = horizontal ? oldValue.width : oldValue.height
      let new = horizontal ? size.width : size.height
      scrollView.setAcross(horizontal ? size.height : size.width)
      let fills = configuration.pageExtent == old
      host.catchUp()
      host.perform {
        $0.resize(
          viewExtent: new, pageExtent: fills ? new : $0.configuration.pageExtent,
          spacing: $0.configuration.spacing)
      }
      fillWindow()
    }
  }

  private let host: PagerHost
  private var control: PageControl
  /// The pages in the window by index.
  private var loaded: [Int: Page] = [:]
  private var offscreenPages = 1
  private var answeredRequests = 0
  /// How often the data source was asked for a page, by index, in order: for tests and traces. With
  /// the preset `dlPageView` also the rows that the original asks for though they do not exist; the
  /// data source does not see those.
  public private(set) var requests: [Int] = []

  /// A view in the original's scroll view (preset `dlPageView`), and where it lies there.
  public struct SlotView {
    /// The page.
    public let page: Page
    /// Its row.
    public let row: Int
    /// Its left edge in the content, in points.
    public let x: Double
  }

  /// What the original's three slots hold, from the first to the last that was added. It shifts a
  /// view from where it is, so a page that is an object and is handed out again lies further on each
  /// time, and one that is handed out twice at once is missing where it was first put. Empty with
  /// every other preset.
  public private(set) var slotViews: [SlotView] = []

  /// Where a view that is an object lies, as long as it lives.
  private struct Origin {
    weak var object: AnyObject?
    var x: Double
  }

  private var origins: [Origin] = []

  /// A page view without pages.
  ///
  /// - Parameters:
  ///   - size: the visible size, in points.
  ///   - axis: the direction in which pages follow each other.
  ///   - loops: whether the last page is followed by the first.
  ///   - clock: the time that it lives in; the timer's first interval starts now.
  public convenience init(
    size: Size, axis: PagerConfiguration.Axis = .horizontal, loops: Bool = true,
    clock: VirtualClock
  ) {
    var configuration = PagerConfiguration(
      pageCount: 0, viewExtent: axis == .horizontal ? size.width : size.height)
    configuration.axis = axis
    configuration.loops = loops
    configuration.autoplay = Autoplay(interval: 3)
    self.init(size: size, configuration: configuration, clock: clock)
  }

  /// A page view that behaves as a configuration says; its pages come from the data source.
  public init(size: Size, configuration: PagerConfiguration, clock: VirtualClock) {
    self.size = size
    var configuration = configuration
    configuration.pageKeys = []
    animationDuration = configuration.autoplay?.interval ?? 0
    host = PagerHost(
      engine: PagerEngine(configuration: configuration, time: clock.now), clock: clock)
    let horizontal = configuration.axis == .horizontal
    scrollView = ScrollView(window: host, across: horizontal ? size.height : size.width)
    control = PageControl(updates: configuration.quirk == .dlPageView ? .fullPage : .half)
    control.hidesForSinglePage = true
    control.isEnabled = false
    host.onEvent = { [unowned self] in self.handle($0.event) }
    host.onDelivered = { [unowned self] in self.fillWindow() }
    host.onScroll = { [unowned self] in
      self.fillWindow()
      self.scrollView.delegate?.scrollViewDidScroll(self.scrollView)
      self.delegate?.pageView(self, didScrollTo: self.host.engine.state.position)
    }
  }

  // MARK: - State

  /// Pages and behaviour.
  public var configuration: PagerConfiguration { host.engine.configuration }
  /// How many pages there are.
  public var numberOfPages: Int { host.engine.configuration.pageCount }
  /// The index of the page in the middle slot; `nil` without pages.
  public var currentIndex: Int? { host.engine.state.anchorPage }
  /// Everything that has happened.
  public var recording: PagerRecording { host.engine.recording }
  /// The state now.
  public var state: PagerState { host.engine.state }

  /// The page control as it stands. Off for fingers unless switched on, as the original's; its
  /// numbers follow the pager.
  public var pageControl: PageControl {
    get {
      var copy = control
      let shown = PageControlState(host.engine.state, update: control.updates)
      copy.numberOfPages = shown.numberOfPages
      if copy.currentPage != shown.currentPage { copy.currentPage = shown.currentPage }
      return copy
    }
    set { control = newValue }
  }

  /// What the dots show, with the share of each where they change all the time.
  public var pageControlState: PageControlState {
    PageControlState(host.engine.state, update: control.updates)
  }

  /// The pages in the three slots: previous, current, next. With one page only the middle holds it,
  /// without pages none does.
  public var slots: [Page?] { slotIndices.map { $0.flatMap { loaded[$0] } } }

  /// The indices of the pages in the three slots.
  public var slotIndices: [Int?] {
    let state = host.engine.state
    guard let current = state.anchorPage else { return [nil, nil, nil] }
    if state.configuration.pageCount == 1 { return [nil, current, nil] }
    let strip = state.span.strip
    let anchor = state.span.anchorSlot
    return [
      state.configuration.index(of: strip.page(at: anchor - 1)), current,
      state.configuration.index(of: strip.page(at: anchor + 1)),
    ]
  }

  /// How many pages on each side of the current one are held, 1 or more. One makes the three slots.
  public var offscreenPageLimit: Int {
    get { offscreenPages }
    set {
      offscreenPages = max(1, newValue)
      fillWindow()
    }
  }

  // MARK: - Pages

  /// Asks the data source again, for the count and for the pages in the window. The page shown and
  /// the fraction are kept as far as there are pages, unless another page is asked for.
  public func reloadData(at position: ReloadPosition = .keep) {
    let count = max(0, dataSource?.numberOfPages(in: self) ?? 0)
    loaded = [:]
    host.catchUp()
    host.perform { $0.reload(keys: Array(0..<count), position: position) }
    fillWindow()
  }

  /// The data source has `count` more pages from `index` on: the page in view stays in view.
  public func insertPages(at index: Int, count: Int) {
    if count < 1 { return }
    renumber { engine in engine.insert(keys: Array(repeating: -1, count: count), at: index) }
  }

  /// The data source has lost the pages at these indices: the page in view stays in view; if it is
  /// one of them, the one that takes its place is shown.
  public func removePages(at indices: [Int]) {
    renumber { engine in engine.remove(at: indices) }
  }

  /// Changes the engine's pages; what is loaded moves along to its new index.
  private func renumber(_ change: (inout PagerEngine) -> Void) {
    host.catchUp()
    let old = loaded
    loaded = [:]
    host.perform { engine in
      change(&engine)
      for (index, key) in engine.configuration.pageKeys.enumerated() where key >= 0 {
        self.loaded[index] = old[key]
      }
      engine.renumberKeys()
    }
    fillWindow()
  }

  /// Goes to a page; `completion` is called exactly once.
  public func scrollToPage(
    at index: Int, animated: Bool = true, direction: PageDirection? = nil,
    completion: ((_ finished: Bool) -> Void)? = nil
  ) {
    host.catchUp()
    host.command(completion: completion) {
      $0.goTo(page: index, animated: animated, direction: direction, command: $1)
    }
    fillWindow()
  }

  /// One page on, or one page back.
  public func turnPage(forward: Bool, completion: ((_ finished: Bool) -> Void)? = nil) {
    host.catchUp()
    host.command(completion: completion) { $0.turn(forward: forward, command: $1) }
    fillWindow()
  }

  /// Stops the timer and keeps what is left of its interval; a turn in flight goes on.
  public func pause() {
    host.catchUp()
    host.perform { $0.pause() }
  }

  /// Lets the timer run on.
  public func resume() {
    host.catchUp()
    host.perform { $0.resume() }
  }

  /// Changes the behaviour; page, fraction and motion are kept as far as they still make sense.
  public func reconfigure(_ change: (inout PagerConfiguration) -> Void) {
    host.catchUp()
    host.perform { $0.reconfigure(change) }
    fillWindow()
  }

  // MARK: - Taps

  /// A tap at a point of the view: selects the page under it. Nothing without pages. (The original
  /// reports its current row whatever is tapped, and so does its preset.)
  public func tap(at point: Point) {
    let along = scrollView.along(point)
    let isLiteral = configuration.quirk == .dlPageView
    for visible in host.engine.state.visiblePages()
    where along >= visible.minEdge && along < visible.maxEdge {
      guard let page = page(at: visible.page) else { return }
      let row = isLiteral ? currentIndex ?? visible.page : visible.page
      delegate?.pageView(self, didSelect: page, at: row)
      return
    }
  }

  /// A tap on the page control, `coordinate` points along a row of `extent` points: one page on or
  /// back. Nothing while the page control is off for fingers.
  public func tapPageControl(at coordinate: Double, extent: Double) {
    var copy = pageControl
    let isReversed = copy.direction.isReversed(inRightToLeftLayout: configuration.isMirrored)
    copy.touchDown(at: coordinate, extent: extent, isReversed: isReversed)
    if copy.touchUp() { scrollToPage(at: copy.currentPage) }
  }

  // MARK: - The window

  private func page(at index: Int) -> Page? {
    if let page = loaded[index] { return page }
    guard let page = dataSource?.pageView(self, pageAt: index) else { return nil }
    requests.append(index)
    loaded[index] = page
    return page
  }

  /// Holds exactly the pages of the window, those beyond it that are asked for, and those that are
  /// visible.
  private func fillWindow() {
    if configuration.quirk == .dlPageView {
      answerRequests()
      return
    }
    let wanted = host.engine.state.heldPages(offscreenPageLimit: offscreenPages)
    for index in loaded.keys.sorted() where !wanted.contains(index) { loaded[index] = nil }
    for index in wanted { _ = page(at: index) }
  }

  /// Three requests for each load of the literal original, and where its views come to lie.
  private func answerRequests() {
    let asked = host.engine.recording.requests
    let count = numberOfPages
    let width = configuration.pageExtent
    while answeredRequests + 3 <= asked.count {
      loaded = [:]
      slotViews = []
      for (slot, request) in asked[answeredRequests..<(answeredRequests + 3)].enumerated() {
        let row = request.row
        requests.append(row)
        guard row >= 0, row < count, let page = dataSource?.pageView(self, pageAt: row) else {
          continue
        }
        loaded[row] = page
        place(page, row: row, slot: slot, width: width)
      }
      answeredRequests += 3
    }
  }

  /// Shifts a view by its slot from where it is: a fresh one from 0, one that has been placed before
  /// from there.
  private func place(_ page: Page, row: Int, slot: Int, width: Double) {
    var x = Double(slot) * width
    if Page.self is AnyObject.Type {
      let object = page as AnyObject
      origins.removeAll { $0.object == nil }
      if let known = origins.firstIndex(where: { $0.object === object }) {
        x += origins[known].x
        origins[known].x = x
      } else {
        origins.append(Origin(object: object, x: x))
      }
      slotViews.removeAll { $0.page as AnyObject === object }
    }
    slotViews.append(SlotView(page: page, row: row, x: x))
  }

  private func handle(_ event: PagerEvent) {
    scrollView.forward(event)
    if case .windowMoved(let index) = event {
      fillWindow()
      delegate?.pageView(self, didShowPageAt: index)
    }
  }
}
