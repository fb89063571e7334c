import FolioGeometry
import FolioNumerics
import FolioPagingCore

/// Gives a page view its pages by index.
public protocol PageViewDataSource<Page>: AnyObject {
  /// What a page is: a view, a bitmap, a name.
  associatedtype Page
  /// How many pages there are.
  func numberOfPages(in pageView: PageView<Page>) -> Int
  /// The page at an index in 0..<count. Asked only for pages that stand in one of the three slots.
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
}

extension PageViewDelegate {
  /// Does nothing.
  public func pageView(_ pageView: PageView<Page>, didSelect page: Page, at index: Int) {}
  /// Does nothing.
  public func pageView(_ pageView: PageView<Page>, didShowPageAt index: Int) {}
}

/// The endless banner: pages by index in three slots, turning by themselves until a finger stops
/// them.
///
/// The window of three holds the previous, the current and the next page. It moves on when a whole
/// page has passed; only pages that come into it are asked for, and with one page only that one is.
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
      host.perform { $0.setAutoplay(interval > 0 ? Autoplay(interval: interval) : nil) }
    }
  }

  /// The scroll view that shows the window of three.
  public let scrollView: ScrollView
  /// The visible size, in points.
  public let size: Size

  private let host: PagerHost
  private var control = PageControl()
  /// The pages in the window by index.
  private var loaded: [Int: Page] = [:]
  /// How often the data source was asked for a page, by index, in order: for tests and traces.
  public private(set) var requests: [Int] = []

  /// A page view without pages.
  ///
  /// - Parameters:
  ///   - size: the visible size, in points.
  ///   - axis: the direction in which pages follow each other.
  ///   - loops: whether the last page is followed by the first.
  public init(
    size: Size, axis: PagerConfiguration.Axis = .horizontal, loops: Bool = true,
    clock: VirtualClock
  ) {
    self.size = size
    animationDuration = 3
    let horizontal = axis == .horizontal
    var configuration = PagerConfiguration(
      pageCount: 0, viewExtent: horizontal ? size.width : size.height)
    configuration.axis = axis
    configuration.loops = loops
    configuration.autoplay = Autoplay(interval: 3)
    host = PagerHost(
      engine: PagerEngine(configuration: configuration, time: clock.now), clock: clock)
    scrollView = ScrollView(window: host, across: horizontal ? size.height : size.width)
    control.hidesForSinglePage = true
    host.onEvent = { [unowned self] in self.handle($0.event) }
    host.onScroll = { [unowned self] in
      self.scrollView.delegate?.scrollViewDidScroll(self.scrollView)
    }
  }

  // MARK: - Pages

  /// How many pages there are.
  public var numberOfPages: Int { host.engine.configuration.pageCount }
  /// The index of the page in the middle slot; `nil` without pages.
  public var currentIndex: Int? { host.engine.state.anchorPage }
  /// Everything that has happened.
  public var recording: PagerRecording { host.engine.recording }
  /// The state now.
  public var state: PagerState { host.engine.state }

  /// The page control as it stands.
  public var pageControl: PageControl {
    get {
      var copy = control
      let shown = PageControlState(host.engine.state, update: control.updates)
      copy.numberOfPages = shown.numberOfPages
      copy.currentPage = shown.currentPage
      return copy
    }
    set { control = newValue }
  }

  /// The pages in the three slots: previous, current, next. With one page only the middle holds it,
  /// without pages none does.
  public var slots: [Page?] { slotIndices.map { $0.flatMap { loaded[$0] } } }

  /// The indices of the pages in the three slots.
  public var slotIndices: [Int?] {
    let state = host.engine.state
    guard let current = state.anchorPage else { return [nil, nil, nil] }
    if state.configuration.pageCount == 1 { return [nil, current, nil] }
    let number = state.span.strip.page(at: state.span.anchorSlot)
    return [
      state.configuration.index(of: number - 1), current,
      state.configuration.index(of: number + 1),
    ]
  }

  /// Asks the data source again, for the count and for the pages in the window. The page shown and
  /// the fraction are kept as far as there are pages.
  public func reloadData() {
    let count = max(0, dataSource?.numberOfPages(in: self) ?? 0)
    loaded = [:]
    host.perform { $0.reload(keys: Array(0..<count)) }
    fillWindow()
  }

  /// Goes to a page.
  public func scrollToPage(
    at index: Int, animated: Bool = true, direction: PageDirection? = nil
  ) {
    host.perform { $0.goTo(page: index, animated: animated, direction: direction) }
    fillWindow()
  }

  /// A tap at a point of the view: selects the page under it. Nothing without pages.
  public func tap(at point: Point) {
    let along = scrollView.along(point)
    for visible in host.engine.state.visiblePages()
    where along >= visible.minEdge && along < visible.maxEdge {
      let page = page(at: visible.page)
      if let page { delegate?.pageView(self, didSelect: page, at: visible.page) }
      return
    }
  }

  private func page(at index: Int) -> Page? {
    if let page = loaded[index] { return page }
    guard let page = dataSource?.pageView(self, pageAt: index) else { return nil }
    requests.append(index)
    loaded[index] = page
    return page
  }

  /// Holds exactly the pages of the window and those that are visible.
  private func fillWindow() {
    var wanted: [Int] = []
    for case let index? in slotIndices where !wanted.contains(index) { wanted.append(index) }
    for visible in host.engine.state.visiblePages() where !wanted.contains(visible.page) {
      wanted.append(visible.page)
    }
    for index in loaded.keys.sorted() where !wanted.contains(index) { loaded[index] = nil }
    for index in wanted { _ = page(at: index) }
  }

  private func handle(_ event: PagerEvent) {
    scrollView.forward(event)
    if case .windowMoved(let index) = event {
      fillWindow()
      delegate?.pageView(self, didShowPageAt: index)
    }
  }
}
