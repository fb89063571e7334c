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
/// slots, which rests at an offset of one stride.
public final class ScrollView {
  /// Told what happens. Not retained.
  public weak var delegate: (any ScrollViewDelegate)?
  /// The direction of scrolling.
  public let axis: PagerConfiguration.Axis

  let host: PagerHost
  private let window: Bool
  private let across: Double

  /// A scroll view of its own.
  ///
  /// - Parameters:
  ///   - size: the visible part, in points.
  ///   - contentSize: the content, in points.
  ///   - isPagingEnabled: whether it comes to rest on multiples of its extent.
  public init(
    size: Size, contentSize: Size, axis: PagerConfiguration.Axis = .horizontal,
    isPagingEnabled: Bool = false, bounces: Bool = true,
    decelerationRate: Deceleration = .normal, clock: VirtualClock
  ) {
    self.axis = axis
    window = false
    let horizontal = axis == .horizontal
    across = horizontal ? size.height : size.width
    let extent = horizontal ? size.width : size.height
    let content = horizontal ? contentSize.width : contentSize.height
    let pages = extent > 0 ? PageIndex.checked((content / extent).rounded(.up)) : 0
    var configuration = PagerConfiguration(
      pageCount: min(max(pages, 1), 1_000_000), viewExtent: max(0, extent))
    configuration.axis = axis
    configuration.padsEnds = false
    configuration.contentExtent = max(0, content)
    configuration.bounces = bounces
    configuration.deceleration = decelerationRate
    configuration.snapping = isPagingEnabled ? .pages(pagesPerFling: 1) : .free
    host = PagerHost(
      engine: PagerEngine(configuration: configuration, time: clock.now), clock: clock)
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

  /// The visible part's size, in points.
  public var size: Size { oriented(host.engine.configuration.viewExtent, across) }

  /// The content's size, in points: three strides in a pager's window (one page where nothing can
  /// scroll).
  public var contentSize: Size {
    let configuration = host.engine.configuration
    if window {
      let strides = configuration.isScrollable ? 3.0 : 1
      return oriented(strides * configuration.stride, across)
    }
    return oriented(configuration.contentExtent ?? 0, across)
  }

  /// The point of the content at the top left corner of the visible part.
  public var contentOffset: Point { point(offset(of: host.engine.state)) }

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
  /// is that of the window: one stride more than at rest is the next page.
  public func setContentOffset(_ offset: Point, animated: Bool) {
    let along = axis == .horizontal ? offset.x : offset.y
    let state = host.engine.state
    let stride = state.configuration.stride
    guard along.isFinite, stride > 0 else { return }
    let place =
      window ? Double(state.span.anchorSlot) + along / stride - 1 : along / stride
    host.perform { $0.scroll(toPlace: place, animated: animated) }
  }

  // MARK: - Touches

  /// A finger comes down.
  public func touchDown(at point: Point) { host.perform { $0.touchDown(at: along(point)) } }

  /// The finger moves; it is there at once, or moves at constant speed until `arrival`.
  public func touchMove(to point: Point, arrivingAt arrival: Rational? = nil) {
    host.perform { $0.moveTouch(to: along(point), arrivingAt: arrival ?? $0.time) }
  }

  /// The finger lifts, with its measured speed or a given one in points a second.
  public func touchUp(velocity: Point? = nil) {
    host.perform { $0.touchUp(velocity: velocity.map { along($0) }) }
  }

  /// The touch is taken away.
  public func touchCancel() { host.perform { $0.touchCancel() } }

  // MARK: - Internals

  func along(_ point: Point) -> Double { axis == .horizontal ? point.x : point.y }

  private func oriented(_ along: Double, _ across: Double) -> Size {
    axis == .horizontal
      ? Size(width: along, height: across) : Size(width: across, height: along)
  }

  private func point(_ along: Double) -> Point {
    axis == .horizontal ? Point(x: along, y: 0) : Point(x: 0, y: along)
  }

  private func offset(of state: PagerState) -> Double {
    window ? state.windowOffset : state.contentOffset
  }

  /// Passes an event on to the delegate.
  func forward(_ event: PagerEvent) {
    switch event {
    case .willBeginDragging: delegate?.scrollViewWillBeginDragging(self)
    case .willEndDragging(let velocity, let target):
      let state = host.engine.state
      let stride = state.configuration.stride
      let offset =
        window
        ? (1 + target - Double(state.span.strip.page(at: state.span.anchorSlot))) * stride
        : target * stride
      delegate?.scrollViewWillEndDragging(
        self, withVelocity: point(velocity), targetContentOffset: point(offset))
    case .didEndDragging(let willDecelerate):
      delegate?.scrollViewDidEndDragging(self, willDecelerate: willDecelerate)
    case .willBeginDecelerating: delegate?.scrollViewWillBeginDecelerating(self)
    case .didEndDecelerating: delegate?.scrollViewDidEndDecelerating(self)
    case .didEndScrollingAnimation: delegate?.scrollViewDidEndScrollingAnimation(self)
    default: break
    }
  }
}
