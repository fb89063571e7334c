import FolioGeometry
import FolioNumerics
import FolioPagingCore

/// What a scroll view tells, in UIKit's order and words. Every method has an empty default.
public protocol ScrollViewDelegate: AnyObject {
  /// The content offset has changed: at each display refresh while it moves, and where motion ends.
  func scrollViewDidScroll(_ scrollView: ScrollView)
  /// A finger has moved past the slop.
  func scrollViewWillBeginDragging(_ scrollView: ScrollView)
  /// A finger lifts. `velocity` is the content's speed in points per millisecond;
  /// `targetContentOffset` is where the motion will end.
  func scrollViewWillEndDragging(
    _ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: Point)
  /// A finger has lifted; whether motion follows.
  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate: Bool)
  /// Motion after a finger has lifted begins.
  func scrollViewWillBeginDecelerating(_ scrollView: ScrollView)
  /// Motion after a finger has lifted is over.
  func scrollViewDidEndDecelerating(_ scrollView: ScrollView)
  /// A commanded animation has arrived.
  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView)
}

extension ScrollViewDelegate {
  /// Does nothing.
  public func scrollViewDidScroll(_ scrollView: ScrollView) {}
  /// Does nothing.
  public func scrollViewWillBeginDragging(_ scrollView: ScrollView) {}
  /// Does nothing.
  public func scrollViewWillEndDragging(
    _ scrollView: ScrollView, withVelocity velocity: Point, targetContentOffset: Point
  ) {}
  /// Does nothing.
  public func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate: Bool) {}
  /// Does nothing.
  public func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) {}
  /// Does nothing.
  public func scrollViewDidEndDecelerating(_ scrollView: ScrollView) {}
  /// Does nothing.
  public func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {}
}

/// One axis of UIKit's scroll view, on a virtual clock.
///
/// It scrolls along ``axis`` alone; the offset across it is always 0. A page view's or a page view
/// controller's scroll view is reachable through their `scrollView` and shows a window of three
/// slots, which rests at an offset of one stride; its sizes and its behaviour are its pager's.
///
/// UIKit documents neither the release's target nor the settle's curve; both are this project's
/// model, and every constant is in `MotionConstants`.
public final class ScrollView {
  /// Told what happens. Not retained.
  public weak var delegate: (any ScrollViewDelegate)?
  /// The direction of scrolling.
  public let axis: PagerConfiguration.Axis

  let host: PagerHost
  private let window: Bool
  private var across: Double

  /// A scroll view of its own.
  ///
  /// - Parameters:
  ///   - size: the visible part, in points.
  ///   - contentSize: the content, in points.
  ///   - axis: the direction of scrolling.
  ///   - isPagingEnabled: whether it comes to rest on multiples of its extent and the spacing.
  ///   - pageSpacing: points between the pages that paging counts by.
  ///   - bounces: whether a drag may pull past an edge.
  ///   - decelerationRate: the friction of free scrolling.
  ///   - clock: the time that it lives in.
  public init(
    size: Size, contentSize: Size, axis: PagerConfiguration.Axis = .horizontal,
    isPagingEnabled: Bool = false, pageSpacing: Double = 0, bounces: Bool = true,
    decelerationRate: Deceleration = .normal, clock: VirtualClock
  ) {
    self.axis = axis
    window = false
    let horizontal = axis == .horizontal
    across = horizontal ? size.height : size.width
    let extent = horizontal ? size.width : size.height
    var configuration = PagerConfiguration(
      pageCount: 1, viewExtent: extent > 0 && extent.isFinite ? extent : 0)
    configuration.axis = axis
    configuration.padsEnds = false
    configuration.spacing = pageSpacing > 0 && pageSpacing.isFinite ? pageSpacing : 0
    configuration.bounces = bounces
    configuration.deceleration = decelerationRate
    configuration.snapping = isPagingEnabled ? .pages(pagesPerFling: 1) : .free
    let content = ScrollView.content(horizontal ? contentSize.width : contentSize.height)
    configuration.contentExtent = content
    configuration.pageKeys = ScrollView.keys(content: content, configuration)
    host = PagerHost(
      engine: PagerEngine(configuration: configuration, time: clock.now), clock: clock,
      offset: { $0.contentOffset })
    host.onEvent = { [unowned self] in self.forward($0.event) }
    host.onScroll = { [unowned self] in self.delegate?.scrollViewDidScroll(self) }
  }

  /// The scroll view behind a pager.
  init(window host: PagerHost, across: Double) {
    self.host = host
    axis = host.engine.configuration.axis
    window = true
    self.across = across
  }

  private static func content(_ extent: Double) -> Double {
    extent > 0 && extent.isFinite ? min(extent, 1e7) : 0
  }

  /// As many pages as cover the content; at most a million.
  private static func keys(content: Double, _ configuration: PagerConfiguration) -> [Int] {
    let stride = configuration.stride
    let pages =
      stride > 0
      ? PageIndex.checked(((content + configuration.spacing) / stride).rounded(.up)) : 1
    return Array(0..<min(max(pages, 1), 1_000_000))
  }

  // MARK: - Sizes

  /// The visible part's size, in points. Setting it keeps the offset in points as far as the content
  /// reaches, and ends a motion; a pager's scroll view follows its pager's size alone.
  public var size: Size {
    get { oriented(host.engine.configuration.viewExtent, across) }
    set {
      if window { return }
      across = axis == .horizontal ? newValue.height : newValue.width
      let extent = axis == .horizontal ? newValue.width : newValue.height
      change {
        $0.resize(viewExtent: extent, pageExtent: extent, spacing: $0.configuration.spacing)
      }
    }
  }

  /// The content's size, in points: three strides in a pager's window (one page where nothing can
  /// scroll). Setting it keeps the offset as far as the content reaches; a pager's window cannot be
  /// set.
  public var contentSize: Size {
    get {
      let configuration = host.engine.configuration
      if window {
        let strides = configuration.isScrollable ? 3.0 : 1
        return oriented(strides * configuration.stride, across)
      }
      return oriented(configuration.contentExtent ?? 0, across)
    }
    set {
      if window { return }
      let content = ScrollView.content(axis == .horizontal ? newValue.width : newValue.height)
      change { $0.reconfigure { $0.contentExtent = content } }
    }
  }

  /// Changes sizes: pages are counted anew, the offset in points stays.
  private func change(_ sizes: (inout PagerEngine) -> Void) {
    host.catchUp()
    let offset = host.engine.state.contentOffset
    host.perform { engine in
      sizes(&engine)
      let keys = ScrollView.keys(
        content: engine.configuration.contentExtent ?? 0, engine.configuration)
      if keys.count != engine.configuration.pageCount { engine.reload(keys: keys) }
      let stride = engine.configuration.stride
      if stride > 0, engine.state.contentOffset != offset, !engine.isDragging {
        engine.scroll(toPlace: offset / stride, animated: false)
      }
    }
  }

  // MARK: - Behaviour

  /// Whether it comes to rest on pages.
  public var isPagingEnabled: Bool {
    get { host.engine.configuration.snapping != .free }
    set {
      host.perform {
        $0.reconfigure { $0.snapping = newValue ? .pages(pagesPerFling: 1) : .free }
      }
    }
  }

  /// Points between the pages that paging counts by.
  public var pageSpacing: Double { host.engine.configuration.spacing }

  /// Whether a drag may pull past an edge.
  public var bounces: Bool {
    get { host.engine.configuration.bounces }
    set { host.perform { $0.reconfigure { $0.bounces = newValue } } }
  }

  /// Whether a drag may pull even where all the content is in view. Off by default.
  public var alwaysBounces: Bool {
    get { host.engine.configuration.alwaysBounces }
    set { host.perform { $0.reconfigure { $0.alwaysBounces = newValue } } }
  }

  /// Whether fingers move it.
  public var isScrollEnabled: Bool {
    get { host.engine.configuration.isScrollEnabled }
    set { host.perform { $0.reconfigure { $0.isScrollEnabled = newValue } } }
  }

  /// The friction of free scrolling.
  public var decelerationRate: Deceleration {
    get { host.engine.configuration.deceleration }
    set { host.perform { $0.reconfigure { $0.deceleration = newValue } } }
  }

  // MARK: - State

  /// The point of the content at the top left corner of the visible part.
  public var contentOffset: Point { point(offset(of: host.engine.state)) }

  /// The content's speed now, in points a second along the offset.
  public var velocity: Point {
    let state = host.engine.state
    return point(state.velocity * state.configuration.stride * mirror(state.configuration))
  }

  /// Whether a finger is down.
  public var isTracking: Bool { host.engine.isTouched }
  /// Whether a finger has moved past the slop.
  public var isDragging: Bool { host.engine.isDragging }
  /// Whether it moves on after a finger has lifted.
  public var isDecelerating: Bool { host.engine.state.phase == .settling }
  /// Everything that has happened.
  public var recording: PagerRecording { host.engine.recording }

  /// Moves to an offset, within the range that rest allows.
  ///
  /// Animated, it takes 0.3 s along a cosine whatever the distance. In a pager's window the offset
  /// is that of the window: one stride more than at rest is the next page. An offset that is no
  /// number moves nothing.
  public func setContentOffset(_ offset: Point, animated: Bool) {
    let along = axis == .horizontal ? offset.x : offset.y
    host.catchUp()
    let state = host.engine.state
    let configuration = state.configuration
    let stride = configuration.stride
    guard along.isFinite, stride > 0 else { return }
    let place: Double
    if window {
      let target = configuration.isMirrored ? 2 * stride - along : along
      place = state.place + (target - state.windowOffset) / stride
    } else {
      place = along / stride
    }
    host.perform { $0.scroll(toPlace: place, animated: animated) }
  }

  // MARK: - Touches

  /// A finger comes down.
  public func touchDown(at point: Point) {
    host.catchUp()
    host.perform { $0.touchDown(at: along(point)) }
  }

  /// The finger moves; it is there at once, or moves at constant speed until `arrival`.
  public func touchMove(to point: Point, arrivingAt arrival: Rational? = nil) {
    host.catchUp()
    host.perform { $0.moveTouch(to: along(point), arrivingAt: arrival ?? $0.time) }
  }

  /// The finger lifts, with its measured speed or a given one in points a second.
  ///
  /// - Returns: whether it was no drag, so that it may count as a tap.
  @discardableResult
  public func touchUp(velocity: Point? = nil) -> Bool {
    host.catchUp()
    return host.perform { $0.touchUp(velocity: velocity.map { along($0) }) }
  }

  /// The touch is taken away.
  public func touchCancel() {
    host.catchUp()
    host.perform { $0.touchCancel() }
  }

  // MARK: - Internals

  /// A pager's extent across its axis has changed.
  func setAcross(_ extent: Double) { across = extent }

  func along(_ point: Point) -> Double { axis == .horizontal ? point.x : point.y }

  private func oriented(_ along: Double, _ across: Double) -> Size {
    axis == .horizontal
      ? Size(width: along, height: across) : Size(width: across, height: along)
  }

  private func point(_ along: Double) -> Point {
    axis == .horizontal ? Point(x: along, y: 0) : Point(x: 0, y: along)
  }

  private func mirror(_ configuration: PagerConfiguration) -> Double {
    configuration.isMirrored ? -1 : 1
  }

  /// In right-to-left layout the window is mirrored about its rest.
  private func offset(of state: PagerState) -> Double {
    if !window { return state.contentOffset }
    let offset = state.windowOffset
    return state.configuration.isMirrored && state.configuration.isScrollable
      ? 2 * state.configuration.stride - offset : offset
  }

  /// The place along the slots where a release's target lies: in a direct jump one stride stands for
  /// all the pages that it skips.
  private func slot(of target: Double, _ state: PagerState) -> Double {
    let strip = state.span.strip
    let here = PageIndex.checked(state.place.rounded(.down))
    if !strip.isIdentity {
      for slot in [here, here + 1, here - 1, here + 2]
      where strip.position(at: Double(slot)) == target {
        return Double(slot)
      }
    }
    return state.place + target - strip.position(at: state.place)
  }

  /// Passes an event on to the delegate.
  func forward(_ event: PagerEvent) {
    switch event {
    case .willBeginDragging: delegate?.scrollViewWillBeginDragging(self)
    case .willEndDragging(let velocity, let target):
      let state = host.engine.state
      let configuration = state.configuration
      let end: Double
      if window {
        let ahead = slot(of: target, state) - state.place
        let offset = state.windowOffset + ahead * configuration.stride
        end = configuration.isMirrored ? 2 * configuration.stride - offset : offset
      } else {
        end = target * configuration.stride
      }
      delegate?.scrollViewWillEndDragging(
        self, withVelocity: point(velocity * mirror(configuration)),
        targetContentOffset: point(end))
    case .didEndDragging(let willDecelerate):
      delegate?.scrollViewDidEndDragging(self, willDecelerate: willDecelerate)
    case .willBeginDecelerating: delegate?.scrollViewWillBeginDecelerating(self)
    case .didEndDecelerating: delegate?.scrollViewDidEndDecelerating(self)
    case .didEndScrollingAnimation: delegate?.scrollViewDidEndScrollingAnimation(self)
    default: break
    }
  }
}
