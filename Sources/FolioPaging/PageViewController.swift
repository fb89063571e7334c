import FolioGeometry
import FolioNumerics
import FolioPagingCore

// The controller's pages form a chain of which it knows a window: the pages shown and one neighbour
// on each side that has one. The engine behind it has exactly these as its pages, so an end of the
// chain is an end of the content, and the window moves by inserting and removing at the engine's
// ends. Nothing has an index but within the window.
//
// After every change the neighbours are asked for again from the page that is shown. The defect of
// UIPageViewController (after an animated `setViewControllers` it keeps the page that was left as the
// neighbour) therefore cannot happen; `keepsStaleNeighbours` brings it back for those who need it.

/// Pages by neighbour, one shown at a time: UIPageViewController's behaviour on a virtual clock.
///
/// `Page` is whatever a page is. With a page curl two pages may belong together (see
/// ``numberOfPagesToSet``).
public final class PageViewController<Page> {
  /// Where neighbours come from. Without one fingers move nothing. Not retained.
  public weak var dataSource: (any PageViewControllerDataSource<Page>)? {
    didSet {
      let isEnabled = dataSource != nil
      host.perform { $0.reconfigure { $0.isScrollEnabled = isEnabled } }
      if leaves.isEmpty { return }
      needsNeighbours = true
      asksAgain = true
      host.flush()
    }
  }

  /// Told what fingers do. Not retained.
  public weak var delegate: (any PageViewControllerDelegate<Page>)?

  /// How pages pass.
  public let transitionStyle: PageTransitionStyle
  /// The direction in which pages follow each other.
  public let navigationOrientation: PagerConfiguration.Axis
  /// Points between pages; only the scroll style has any.
  public let interPageSpacing: Double
  /// Where the spine lies: `none` for the scroll style, by default `min` for a page curl.
  public private(set) var spineLocation: PageSpineLocation
  /// Whether leaves have pages on both sides: off by default, on with a spine in the middle.
  public private(set) var isDoubleSided: Bool
  /// Whether the known defect of UIPageViewController is kept: after an animated ``setPages(_:direction:animated:completion:)``
  /// the page that was left stays the neighbour on its side, and the next swipe shows it.
  public let keepsStaleNeighbours: Bool
  /// The whole size, the strip of the page control included, in points.
  public private(set) var size: Size
  /// The scroll view between the controller and its pages; its delegate is free.
  public let scrollView: ScrollView

  /// What happened to a page in the window.
  public struct LogEntry {
    /// When.
    public let time: Rational
    /// What.
    public let event: PageLifeEvent
    /// The page.
    public let page: Page
  }

  /// What happened to pages, in order: made, dropped, appeared, disappeared. It holds its pages.
  public private(set) var log: [LogEntry] = []
  /// Whether the log is kept; on from the start. Off, it is emptied, and pages that leave the window
  /// are let go.
  public var isLogging = true {
    didSet { if !isLogging { log = [] } }
  }

  /// A leaf: the pages that are shown together, or a page and its back.
  private struct Leaf {
    let key: Int
    /// The pages as `setPages` takes them.
    var pages: [Page]
    var life = Life.hidden
  }

  private enum Life {
    case hidden
    case appearing
    case visible
    case disappearing
  }

  private let host: PagerHost
  /// The leaves that the engine has as its pages, in order.
  private var leaves: [Leaf] = []
  private var nextKey = 0
  /// The leaf that counts as shown: the last one that a transition or a command was completed for.
  private var shownKey: Int?
  /// The leaf that a command is bringing in.
  private var incomingKey: Int?
  private var control: PageControl
  private var hasPageControl = false
  private var needsNeighbours = false
  private var asksAgain = false
  private var isChoosingSpine = false
  private var pagesForSpine: [Page]?
  private var isInView: Bool

  /// A controller without pages.
  ///
  /// - Parameters:
  ///   - size: the whole size, in points.
  ///   - transitionStyle: how pages pass.
  ///   - navigationOrientation: the direction in which pages follow each other.
  ///   - interPageSpacing: points between pages, at least 0; the scroll style alone.
  ///   - spineLocation: by default `none` for the scroll style and `min` for a page curl.
  ///   - isRightToLeft: whether pages follow each other to the left.
  ///   - keepsStaleNeighbours: whether the known defect is kept.
  ///   - clock: the time that it lives in.
  /// - Throws: ``PageViewControllerError`` if style and spine do not go together.
  public init(
    size: Size, transitionStyle: PageTransitionStyle = .scroll,
    navigationOrientation: PagerConfiguration.Axis = .horizontal, interPageSpacing: Double = 0,
    spineLocation: PageSpineLocation? = nil, isRightToLeft: Bool = false,
    keepsStaleNeighbours: Bool = false, clock: VirtualClock
  ) throws(PageViewControllerError) {
    let isCurl = transitionStyle == .pageCurl
    let spine = spineLocation ?? (isCurl ? .min : .none)
    if !isCurl && spine != .none { throw .spineNeedsPageCurl(spine) }
    if isCurl && spine == .none { throw .pageCurlNeedsSpine }
    self.size = size
    self.transitionStyle = transitionStyle
    self.navigationOrientation = navigationOrientation
    let spacing = interPageSpacing > 0 && interPageSpacing.isFinite ? interPageSpacing : 0
    self.interPageSpacing = isCurl ? 0 : spacing
    self.spineLocation = spine
    isDoubleSided = spine == .mid
    self.keepsStaleNeighbours = keepsStaleNeighbours
    isInView = true
    control = PageControl(updates: .settled)
    let horizontal = navigationOrientation == .horizontal
    var configuration = PagerConfiguration.pageViewController(
      pageCount: 0, viewExtent: horizontal ? size.width : size.height)
    configuration.axis = navigationOrientation
    configuration.spacing = self.interPageSpacing
    configuration.isMirrored = isRightToLeft && horizontal
    configuration.isScrollEnabled = false
    if isCurl { configuration.animationDuration = MotionConstants.pageCurlDuration }
    host = PagerHost(
      engine: PagerEngine(configuration: configuration, time: clock.now), clock: clock)
    scrollView = ScrollView(window: host, across: horizontal ? size.height : size.width)
    host.onEvent = { [unowned self] in self.handle($0.event) }
    host.onDelivered = { [unowned self] in self.updateIfNeeded() }
    host.onScroll = { [unowned self] in
      self.scrollView.delegate?.scrollViewDidScroll(self.scrollView)
    }
  }

  // MARK: - State

  /// The pages that are shown (or, during a change by command, will be): as many as
  /// ``numberOfPagesToSet``, except that a double-sided leaf with its spine at an edge shows its front
  /// alone.
  public var pages: [Page] {
    guard let leaf = leaves.first(where: { $0.key == (incomingKey ?? shownKey) }) else { return [] }
    return visible(leaf)
  }

  /// All the pages that exist, in order: those shown and their neighbours.
  public var windowPages: [Page] { leaves.flatMap(\.pages) }

  /// Everything that has happened, with the window's leaves as pages.
  public var recording: PagerRecording { host.engine.recording }
  /// The state now, with the window's leaves as pages.
  public var state: PagerState { host.engine.state }

  /// The pages in view and their edges along the axis, in points from the leading edge of the page
  /// area, from the lowest edge.
  public var visiblePages: [(pages: [Page], minEdge: Double, maxEdge: Double)] {
    host.engine.state.visiblePages().map {
      (visible(leaves[$0.page]), $0.minEdge, $0.maxEdge)
    }
  }

  /// How many pages ``setPages(_:direction:animated:completion:)`` takes:
  ///
  /// | style and spine    | double-sided | pages                                              |
  /// | ------------------ | ------------ | -------------------------------------------------- |
  /// | scroll             | –            | 1                                                  |
  /// | curl, mid          | yes          | 2: left and right                                  |
  /// | curl, min or max   | yes          | 2: front of the new page, back of the previous one |
  /// | curl, min or max   | no           | 1: front                                           |
  public var numberOfPagesToSet: Int { PageViewController.pageCount(isDoubleSided: isDoubleSided) }

  private static func pageCount(isDoubleSided: Bool) -> Int { isDoubleSided ? 2 : 1 }

  /// Switches pages on both sides of a leaf on or off.
  ///
  /// - Throws: ``PageViewControllerError/midSpineNeedsDoubleSided`` for off with a spine in the
  ///   middle, ``PageViewControllerError/spineNeedsPageCurl(_:)`` for on in the scroll style.
  public func setDoubleSided(_ isOn: Bool) throws(PageViewControllerError) {
    if !isOn && spineLocation == .mid { throw .midSpineNeedsDoubleSided }
    if isOn && transitionStyle == .scroll { throw .spineNeedsPageCurl(spineLocation) }
    isDoubleSided = isOn
  }

  // MARK: - Setting pages

  /// Shows other pages.
  ///
  /// From any page to any page is one transition; the pages between never appear. `forward` brings
  /// the new page in from the right (or the bottom; from the left in right-to-left layout), `reverse`
  /// from the other side, whatever the order of the pages. The first pages of all are there at once.
  /// Afterwards the neighbours are asked for anew, and the page control's count and index.
  ///
  /// Within a callback the change takes place when that callback has returned.
  ///
  /// - Parameters:
  ///   - pages: the pages to show, ``numberOfPagesToSet`` of them.
  ///   - direction: the side from which they enter.
  ///   - animated: whether they move in.
  ///   - completion: called exactly once; `finished` is `false` if the animation was cut off.
  /// - Throws: ``PageViewControllerError/wrongNumberOfPages(found:expected:style:spine:isDoubleSided:)``.
  public func setPages(
    _ pages: [Page], direction: PageDirection, animated: Bool,
    completion: ((_ finished: Bool) -> Void)? = nil
  ) throws(PageViewControllerError) {
    if isChoosingSpine {
      pagesForSpine = pages
      completion?(true)
      return
    }
    try check(pages, spine: spineLocation, isDoubleSided: isDoubleSided)
    host.whenDelivered { [self] in
      show(pages, direction: direction, animated: animated, completion: completion)
    }
  }

  private func check(
    _ pages: [Page], spine: PageSpineLocation, isDoubleSided: Bool
  ) throws(PageViewControllerError) {
    let expected = PageViewController.pageCount(isDoubleSided: isDoubleSided)
    if pages.count != expected {
      throw .wrongNumberOfPages(
        found: pages.count, expected: expected, style: transitionStyle, spine: spine,
        isDoubleSided: isDoubleSided)
    }
  }

  private func show(
    _ pages: [Page], direction: PageDirection, animated: Bool, completion: ((Bool) -> Void)?
  ) {
    host.catchUp()
    let old = incomingKey ?? shownKey
    let leaf = makeLeaf(pages)
    if !animated || leaves.isEmpty || !host.engine.configuration.hasExtent {
      replaceAll(by: leaf, completion: completion)
      return
    }
    // Only what is in view stays; the new leaf stands beside it on the side that it enters from.
    // With the defect kept, so does the page that is left, as a neighbour.
    incomingKey = leaf.key
    host.perform { $0.endTransition() }
    let inView = host.engine.state.visiblePages().map(\.key)
    let place = direction == .forward ? leaves.count : 0
    leaves.insert(leaf, at: place)
    logCreated(leaf)
    host.perform { $0.insert(keys: [leaf.key], at: place) }
    remove { $0 != leaf.key && !inView.contains($0) }
    let index = direction == .forward ? leaves.count - 1 : 0
    if let old, old != leaf.key { beginDisappearing(old, animated: true) }
    for other in leaves where other.key != leaf.key && other.key != old && other.life == .appearing
    {
      beginDisappearing(other.key, animated: true)
    }
    beginAppearing(leaf.key, animated: true)
    asksAgain = !keepsStaleNeighbours
    host.command(
      completion: { [self] finished in
        endCommand(leaf.key, finished: finished)
        completion?(finished)
      },
      { $0.goTo(page: index, direction: direction, travel: .direct, command: $1) })
    askPresentation()
  }

  /// The new leaf is there at once.
  private func replaceAll(by leaf: Leaf, completion: ((Bool) -> Void)?) {
    let old = leaves
    incomingKey = leaf.key
    host.perform { $0.endTransition() }
    for other in old { endDisappearing(other.key, animated: false) }
    leaves = [leaf]
    host.perform { $0.reload(keys: [leaf.key], position: .page(0)) }
    for other in old { logDropped(other) }
    logCreated(leaf)
    endAppearing(leaf.key, animated: false)
    shownKey = leaf.key
    incomingKey = nil
    needsNeighbours = true
    host.flush()
    askPresentation()
    completion?(true)
  }

  /// A command has ended: at its page, or cut off.
  private func endCommand(_ key: Int, finished: Bool) {
    if incomingKey == key { incomingKey = nil }
    needsNeighbours = true
    if finished { show(key) }
  }

  /// A leaf has come to rest: it alone is in view.
  private func show(_ key: Int) {
    for leaf in leaves where leaf.key != key { endDisappearing(leaf.key, animated: true) }
    endAppearing(key, animated: true)
    shownKey = key
  }

  /// One page on or back, as a tap on the page control or near an edge of a page curl does. Nothing
  /// at an end.
  public func turnPage(forward: Bool, completion: ((_ finished: Bool) -> Void)? = nil) {
    host.catchUp()
    let shown = incomingKey ?? shownKey
    guard let index = leaves.firstIndex(where: { $0.key == shown }),
      leaves.indices.contains(index + (forward ? 1 : -1))
    else {
      completion?(true)
      return
    }
    let next = leaves[index + (forward ? 1 : -1)].key
    if let shown { beginDisappearing(shown, animated: true) }
    beginAppearing(next, animated: true)
    incomingKey = next
    host.command(
      completion: { [self] finished in
        endCommand(next, finished: finished)
        if finished { movePresentation(by: forward ? 1 : -1) }
        completion?(finished)
      },
      { $0.turn(forward: forward, command: $1) })
  }

  // MARK: - The window

  private func makeLeaf(_ pages: [Page]) -> Leaf {
    nextKey += 1
    return Leaf(key: nextKey, pages: pages)
  }

  /// Of a double-sided leaf at an edge the front is seen; its second page is its back.
  private func visible(_ leaf: Leaf) -> [Page] {
    spineLocation == .mid ? leaf.pages : Array(leaf.pages.prefix(1))
  }

  private func updateIfNeeded() {
    if incomingKey != nil { return }
    if host.engine.state.phase == .idle, let index = host.engine.state.anchorPage,
      leaves.indices.contains(index)
    {
      // At rest one leaf is in view, also where a finger has cut a change off and let it there.
      let key = leaves[index].key
      let isSettled = leaves.allSatisfy { $0.life == ($0.key == key ? .visible : .hidden) }
      if shownKey != key || (!isSettled && isInView) {
        show(key)
        needsNeighbours = true
      }
    }
    if !needsNeighbours { return }
    needsNeighbours = false
    let again = asksAgain
    asksAgain = false
    updateWindow(asksAgain: again)
  }

  /// Brings the window to the leaf in its middle and one neighbour on each side.
  ///
  /// - Parameter asksAgain: whether neighbours that are there are asked for anew.
  private func updateWindow(asksAgain: Bool) {
    guard let dataSource, !leaves.isEmpty else { return }
    let state = host.engine.state
    guard let middle = state.anchorPage, leaves.indices.contains(middle) else { return }
    let key = leaves[middle].key
    // At rest nothing but the middle is in view; what is in view stays.
    var wanted = state.visiblePages().map(\.key)
    wanted.append(key)
    if !asksAgain {
      if middle > 0 { wanted.append(leaves[middle - 1].key) }
      if middle + 1 < leaves.count { wanted.append(leaves[middle + 1].key) }
    }
    let dropped = leaves.filter { !wanted.contains($0.key) }
    let hasNext = middle + 1 < leaves.count && wanted.contains(leaves[middle + 1].key)
    let hasPrevious = middle > 0 && wanted.contains(leaves[middle - 1].key)
    if !hasNext, let pages = neighbour(of: leaves[middle], forward: true, dataSource) {
      append(makeLeaf(pages), after: key)
    }
    if !hasPrevious, let index = leaves.firstIndex(where: { $0.key == key }),
      let pages = neighbour(of: leaves[index], forward: false, dataSource)
    {
      append(makeLeaf(pages), before: key)
    }
    // First the new pages, then the old ones go: as the original's log has it.
    remove { key in dropped.contains { $0.key == key } }
  }

  private func append(_ leaf: Leaf, after key: Int? = nil, before: Int? = nil) {
    guard let index = leaves.firstIndex(where: { $0.key == key ?? before }) else { return }
    let place = key == nil ? index : index + 1
    leaves.insert(leaf, at: place)
    logCreated(leaf)
    host.perform { $0.insert(keys: [leaf.key], at: place) }
    host.drain()
  }

  /// Takes leaves out of the window.
  private func remove(_ isGone: (Int) -> Bool) {
    let gone = leaves.indices.filter { isGone(leaves[$0].key) }
    if gone.isEmpty { return }
    let dropped = gone.map { leaves[$0] }
    for leaf in dropped { endDisappearing(leaf.key, animated: false) }
    leaves.removeAll { isGone($0.key) }
    host.perform { $0.remove(at: gone) }
    host.drain()
    for leaf in dropped { logDropped(leaf) }
  }

  /// The neighbouring leaf's pages. Two sides are asked for one after the other; a leaf of which the
  /// data source has only one side is an end.
  private func neighbour(
    of leaf: Leaf, forward: Bool, _ dataSource: any PageViewControllerDataSource<Page>
  ) -> [Page]? {
    func next(_ page: Page) -> Page? {
      forward
        ? dataSource.pageViewController(self, pageAfter: page)
        : dataSource.pageViewController(self, pageBefore: page)
    }
    if !isDoubleSided { return leaf.pages.first.flatMap(next).map { [$0] } }
    if spineLocation == .mid {
      guard let edge = forward ? leaf.pages.last : leaf.pages.first, let near = next(edge),
        let far = next(near)
      else { return nil }
      return forward ? [near, far] : [far, near]
    }
    // A front, and the back between it and the front that it follows.
    guard let front = leaf.pages.first, let back = next(front), let newFront = next(back) else {
      return nil
    }
    return [newFront, back]
  }

  private func write(_ event: PageLifeEvent, _ pages: [Page]) {
    if !isLogging { return }
    for page in pages {
      log.append(LogEntry(time: host.clock.now, event: event, page: page))
    }
  }

  private func logCreated(_ leaf: Leaf) {
    write(.created, leaf.pages)
    for case let child as any ChildPage in leaf.pages {
      child.willMove(toParent: true)
      child.didMove(toParent: true)
    }
  }

  private func logDropped(_ leaf: Leaf) {
    write(.dropped, leaf.pages)
    for case let child as any ChildPage in leaf.pages {
      child.willMove(toParent: false)
      child.didMove(toParent: false)
    }
  }

  // MARK: - Appearance

  private func change(_ key: Int, to life: Life, _ event: PageLifeEvent, animated: Bool) {
    guard isInView, let index = leaves.firstIndex(where: { $0.key == key }) else { return }
    leaves[index].life = life
    let pages = visible(leaves[index])
    write(event, pages)
    for page in pages {
      guard let child = page as? any ChildPage else { continue }
      switch event {
      case .willAppear: child.viewWillAppear(animated: animated)
      case .didAppear: child.viewDidAppear(animated: animated)
      case .willDisappear: child.viewWillDisappear(animated: animated)
      case .didDisappear: child.viewDidDisappear(animated: animated)
      case .created, .dropped: break
      }
    }
  }

  private func life(_ key: Int) -> Life {
    leaves.first { $0.key == key }?.life ?? .hidden
  }

  private func beginAppearing(_ key: Int, animated: Bool) {
    let life = life(key)
    if life == .hidden || life == .disappearing {
      change(key, to: .appearing, .willAppear, animated: animated)
    }
  }

  private func endAppearing(_ key: Int, animated: Bool) {
    beginAppearing(key, animated: animated)
    if life(key) == .appearing { change(key, to: .visible, .didAppear, animated: animated) }
  }

  private func beginDisappearing(_ key: Int, animated: Bool) {
    let life = life(key)
    if life == .visible || life == .appearing {
      change(key, to: .disappearing, .willDisappear, animated: animated)
    }
  }

  private func endDisappearing(_ key: Int, animated: Bool) {
    beginDisappearing(key, animated: animated)
    if life(key) == .disappearing { change(key, to: .hidden, .didDisappear, animated: animated) }
  }

  /// Whether the controller itself is in view: its page appears and disappears with it. On from the
  /// start; a parent that shows it later switches it off first.
  public var isViewVisible: Bool {
    get { isInView }
    set {
      if newValue == isInView { return }
      if newValue {
        isInView = true
        if let shownKey { endAppearing(shownKey, animated: false) }
      } else {
        for leaf in leaves { endDisappearing(leaf.key, animated: false) }
        isInView = false
        for index in leaves.indices { leaves[index].life = .hidden }
      }
    }
  }

  // MARK: - Events

  private func handle(_ event: PagerEvent) {
    switch event {
    case .willTransition(let to):
      guard leaves.indices.contains(to) else { break }
      let pending = leaves[to]
      if let base = shownKey, base != pending.key {
        beginDisappearing(base, animated: true)
      }
      beginAppearing(pending.key, animated: true)
      delegate?.pageViewController(self, willTransitionTo: visible(pending))
    case .didTransition(let previous, let completed):
      finishTransition(previous: previous, completed: completed)
    case .windowMoved:
      needsNeighbours = true
    case .didEndDecelerating, .didEndDragging:
      scrollView.forward(event)
      if host.engine.state.phase == .idle { needsNeighbours = true }
      return
    default: break
    }
    scrollView.forward(event)
  }

  private func finishTransition(previous: Int, completed: Bool) {
    guard leaves.indices.contains(previous) else { return }
    let base = leaves[previous]
    let isAtRest = host.engine.state.phase == .idle
    if completed {
      // The neighbour that was being revealed is shown now.
      let new = leaves.first { $0.life == .appearing && $0.key != base.key }
      if let new, let index = leaves.firstIndex(where: { $0.key == new.key }) {
        endDisappearing(base.key, animated: true)
        endAppearing(new.key, animated: true)
        shownKey = new.key
        movePresentation(by: index > previous ? 1 : -1)
      }
      needsNeighbours = true
    } else {
      for leaf in leaves where leaf.key != base.key && leaf.life != .hidden {
        endDisappearing(leaf.key, animated: true)
      }
      if incomingKey == nil { endAppearing(base.key, animated: true) }
    }
    delegate?.pageViewController(
      self, didFinishAnimating: completed || isAtRest, previousPages: visible(base),
      transitionCompleted: completed)
  }

  // MARK: - Page control

  /// The page control: it has pages only if the data source tells both count and index, the style is
  /// scroll and the orientation horizontal.
  public var pageControl: PageControl {
    var copy = control
    if !hasPageControl { copy.numberOfPages = 0 }
    return copy
  }

  /// The strip below the pages that the page control takes, in points.
  public var pageControlHeight: Double { hasPageControl ? control.metrics.height : 0 }

  /// The page area: all but the strip of the page control.
  public var pageAreaSize: Size {
    Size(width: size.width, height: max(0, size.height - pageControlHeight))
  }

  /// A tap on the page control turns one page, by the half that it touches.
  public func tapPageControl(at coordinate: Double) {
    if !hasPageControl { return }
    var copy = control
    let isReversed = copy.direction.isReversed(
      inRightToLeftLayout: host.engine.configuration.isMirrored)
    let before = copy.currentPage
    copy.touchDown(at: coordinate, extent: size.width, isReversed: isReversed)
    if copy.touchUp() { turnPage(forward: copy.currentPage > before) }
  }

  /// Asked after every `setPages`, never after a finger: then the index goes along by itself and the
  /// count is taken as constant.
  private func askPresentation() {
    guard transitionStyle == .scroll, navigationOrientation == .horizontal, let dataSource,
      let count = dataSource.presentationCount(for: self),
      let index = dataSource.presentationIndex(for: self)
    else {
      hasPageControl = false
      layOut()
      return
    }
    hasPageControl = true
    control.numberOfPages = count
    control.currentPage = index
    layOut()
  }

  private func movePresentation(by delta: Int) {
    if hasPageControl { control.currentPage += delta }
  }

  private func layOut() {
    let area = pageAreaSize
    let horizontal = navigationOrientation == .horizontal
    scrollView.setAcross(horizontal ? area.height : area.width)
    let extent = horizontal ? area.width : area.height
    if host.engine.configuration.viewExtent != extent {
      host.catchUp()
      host.perform {
        $0.resize(viewExtent: extent, pageExtent: extent, spacing: self.interPageSpacing)
      }
    }
  }

  // MARK: - Size and taps

  /// Gives the view another size; the page and, in motion, the fraction stay. With a page curl the
  /// delegate chooses the spine anew.
  ///
  /// - Throws: ``PageViewControllerError/wrongNumberOfPages(found:expected:style:spine:isDoubleSided:)``
  ///   if the pages set within the delegate's call, or those shown, do not fit the spine that it
  ///   chose; size and spine are then as before.
  public func resize(to newSize: Size) throws(PageViewControllerError) {
    var pagesToShow: [Page]?
    if transitionStyle == .pageCurl, let delegate, !leaves.isEmpty {
      isChoosingSpine = true
      pagesForSpine = nil
      let spine = delegate.pageViewController(self, spineLocationFor: newSize)
      isChoosingSpine = false
      let chosen = pagesForSpine
      pagesForSpine = nil
      if spine == .none { throw .pageCurlNeedsSpine }
      let doubleSided = spine == .mid || (spineLocation != .mid && isDoubleSided)
      let shown = leaves.first { $0.key == (incomingKey ?? shownKey) }?.pages ?? []
      try check(chosen ?? shown, spine: spine, isDoubleSided: doubleSided)
      if chosen != nil || spine != spineLocation { pagesToShow = chosen ?? shown }
      spineLocation = spine
      isDoubleSided = doubleSided
    }
    size = newSize
    layOut()
    if let pagesToShow {
      host.whenDelivered { [self] in
        show(pagesToShow, direction: .forward, animated: false, completion: nil)
      }
    }
  }

  /// A tap on a page: near the edges of a page curl it turns a page, elsewhere and in the scroll style
  /// it does nothing. The edges are the outer fifths (a choice; UIKit's are not published).
  ///
  /// - Returns: whether it turned a page.
  @discardableResult
  public func tap(at point: Point) -> Bool {
    guard transitionStyle == .pageCurl, dataSource != nil else { return false }
    let along = scrollView.along(point)
    let extent = host.engine.configuration.viewExtent
    let isMirrored = host.engine.configuration.isMirrored
    if along < extent / 5 {
      turnPage(forward: isMirrored)
    } else if along > extent * 4 / 5 {
      turnPage(forward: !isMirrored)
    } else {
      return false
    }
    return true
  }

  // MARK: - As a child

  /// Whether a parent has taken it in: between ``didMove(toParent:)`` with one and with `nil`.
  public private(set) weak var parent: AnyObject?

  /// A container has added it as a child, and its view; or has taken it out.
  ///
  /// The container calls this last, after it has added controller and view. Taken out, its pages
  /// disappear.
  public func didMove(toParent parent: AnyObject?) {
    self.parent = parent
    if parent == nil { isViewVisible = false } else { isViewVisible = true }
  }
}
