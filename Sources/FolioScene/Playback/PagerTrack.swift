import FolioGeometry
import FolioNumerics
import FolioPagingCore

/// One pager of a scene and all that happened to it.
public struct PagerTrack: Hashable, Sendable {
  /// The layer's name; `nil` for the main pager, and for a layer without one.
  public let id: String?
  /// How the scene describes it.
  public let description: PagerDescription
  /// Every page that it can show; a configuration's page keys are indices of this list.
  public let pages: [Page]
  /// Its page control, if it has one.
  public let pageControl: PageControlDescription?
  /// Where it lies: the main pager on the canvas, another one in its surroundings.
  public let home: Home
  /// Its rectangle on the canvas or in its page, in points, from each time on; the first entry is at
  /// the beginning.
  public internal(set) var frames: [TimedFrame]
  /// What happened.
  public internal(set) var recording: PagerRecording
  /// When the page control does not show the page it is at, in order of time.
  public internal(set) var deferredDisplays: [DeferredDisplay] = []
  /// The pages of a pager whose leaves take two, one entry from the beginning on and one for each
  /// `reloaded` of the recording; empty for other pagers, whose pages are the engine's.
  public internal(set) var pageLists: [TimedPages] = []

  /// What surrounds a pager.
  public enum Home: Hashable, Sendable {
    /// The canvas.
    case canvas
    /// A page of another pager: the pager's index among the tracks, and the page's in its list.
    case page(track: Int, page: Int)
  }

  /// A rectangle and the time from which it holds.
  public struct TimedFrame: Hashable, Sendable {
    /// From when on, in seconds.
    public let time: Rational
    /// The rectangle, in points.
    public let frame: Rect
  }

  /// The rectangle at a time.
  public func frame(at time: Rational) -> Rect {
    var low = 0
    var high = frames.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if frames[middle].time <= time { low = middle } else { high = middle }
    }
    return frames.isEmpty ? .zero : frames[low].frame
  }

  /// A time in which the page control's display is deferred.
  public struct DeferredDisplay: Hashable, Sendable {
    /// From when on, in seconds: a finger has changed the page.
    public let start: Rational
    /// When the display is the pager's again, in seconds; `nil` if never.
    public let end: Rational?
    /// The dot that stays lit.
    public let page: Int
  }

  /// The dot that stays lit at a time because the display is deferred; `nil` where it is not.
  public func deferredPage(at time: Rational) -> Int? {
    deferredDisplays.last { $0.start <= time }.flatMap {
      $0.end.map { time < $0 } ?? true ? $0.page : nil
    }
  }

  /// What the page control shows in a state of the pager, whether or not there is one.
  public func pageControlState(_ state: PagerState) -> PageControlState {
    let displayed = deferredDisplays.isEmpty ? nil : deferredPage(at: state.time)
    if leafLayout == .single {
      return PageControlState(state, update: pageControlUpdate, displayedPage: displayed)
    }
    return PageControlState(
      state, update: pageControlUpdate, pagesPerLeaf: leafLayout.pagesPerLeaf,
      numberOfPages: pageKeys(in: state).count, displayedPage: displayed)
  }

  /// When its page control goes over to the next page.
  public var pageControlUpdate: PageControlUpdate {
    switch pageControl?.updates ?? description.preset.pageControlUpdates {
    case .half: .half
    case .fullPage: .fullPage
    case .settled: .settled
    case .continuous: .continuous
    }
  }
}

extension Easing {
  /// The engine's curve for this one.
  var timingCurve: TimingCurve {
    switch self {
    case .system: .cosine
    case .cubicBezier(let x1, let y1, let x2, let y2):
      x1 == y1 && x2 == y2 ? .linear : .cubicBezier(x1: x1, y1: y1, x2: x2, y2: y2)
    case .spring(let mass, let stiffness, let damping):
      .spring(Spring(mass: mass, stiffness: stiffness, damping: damping))
    }
  }

  /// The seconds that a spring takes to come within a thousandth of its way, for good; `nil` for
  /// curves that take whatever time they are given.
  var settling: Rational? {
    guard case .spring(let mass, let stiffness, let damping) = self else { return nil }
    let spring = Spring(mass: mass, stiffness: stiffness, damping: damping)
    return Rational(roundingUp: spring.settlingTime(from: 1, velocity: 0, below: 0.001))
  }
}

extension PagerDescription {
  /// The engine's configuration for a pager of `frame` in a scene of a direction.
  func configuration(
    pages: [Page], keys: [Int], in frame: Rect, direction: LayoutDirection
  ) -> PagerConfiguration {
    let horizontal = axis == .horizontal
    let extent = horizontal ? frame.width : frame.height
    var configuration: PagerConfiguration =
      switch preset {
      case .system: .system(pageCount: 0, viewExtent: extent)
      case .dlpageview: .dlPageView(pageCount: 0, viewExtent: extent)
      case .pageViewController: .pageViewController(pageCount: 0, viewExtent: extent)
      case .viewPager2: .viewPager2(pageCount: 0, viewExtent: extent)
      case .flutter: .flutter(pageCount: 0, viewExtent: extent)
      }
    configuration.pageKeys = leafLayout.leafKeys(keys)
    configuration.dwells = dwells(of: keys, among: pages)
    let leaf = leafSize(in: frame.size)
    configuration.pageExtent = horizontal ? leaf.width : leaf.height
    // Leaves lie upon each other.
    configuration.spacing = transition.kind == .curl ? 0 : spacing
    configuration.axis = horizontal ? .horizontal : .vertical
    configuration.isMirrored = isMirrored(in: direction)
    configuration.loops = loops
    configuration.bounces = bounces
    configuration.padsEnds = padEnds
    if freeScroll {
      configuration.snapping = .free
    } else {
      switch pagesPerFling {
      case .pages(let count): configuration.snapping = .pages(pagesPerFling: max(1, count))
      case .automatic: configuration.snapping = .pages(pagesPerFling: nil)
      }
    }
    switch decelerationRate {
    case .normal: configuration.deceleration = .normal
    case .fast: configuration.deceleration = .fast
    case nil: break
    }
    configuration.animationDuration = easing.settling ?? duration
    configuration.animationCurve = easing.timingCurve
    configuration.autoplay = autoplay.map { engineAutoplay($0) }
    return configuration
  }

  /// For each leaf of some pages the time that it stays instead of the autoplay's interval: that of
  /// the page it shows, of two the longer one. Empty if none has one.
  func dwells(of keys: [Int], among pages: [Page]) -> [Rational?] {
    let layout = leafLayout
    let dwells = (0..<layout.leafCount(pageCount: keys.count)).map { leaf in
      layout.visiblePages(ofLeaf: leaf).compactMap { pages[keys[$0]].dwell }.max()
    }
    return dwells.contains { $0 != nil } ? dwells : []
  }

  /// The engine's autoplay for a description, with what it leaves open taken from the pager.
  func engineAutoplay(_ autoplay: Autoplay) -> FolioPagingCore.Autoplay {
    let easing = autoplay.easing ?? easing
    let atEnd: FolioPagingCore.Autoplay.AtEnd =
      switch autoplay.atEnd {
      case .stop: .stop
      case .rewind: .rewind
      case .wrap: .wrap
      }
    return FolioPagingCore.Autoplay(
      interval: autoplay.every, duration: easing.settling ?? autoplay.duration ?? duration,
      curve: easing.timingCurve, isReversed: autoplay.direction == .reverse, atEnd: atEnd,
      restart: autoplay.restart == .release ? .release : .settle)
  }

  /// The size of a page in a pager of a size, in points: of two that face each other each has one
  /// half unless it has a size of its own.
  public func pageSize(in size: Size) -> Size {
    guard let itemSize else {
      if leafLayout != .spread { return size }
      return axis == .horizontal
        ? Size(width: size.width / 2, height: size.height)
        : Size(width: size.width, height: size.height / 2)
    }
    return Size(
      width: max(0, itemSize.x.extent(in: size.width, from: 0)),
      height: max(0, itemSize.y.extent(in: size.height, from: 0)))
  }

  /// Whether later pages lie to the left (or above).
  func isMirrored(in direction: LayoutDirection) -> Bool {
    let natural = axis == .horizontal && direction == .rightToLeft
    return switch order {
    case .natural: natural
    case .ltr: false
    case .rtl: axis == .horizontal
    case .reversed: !natural
    }
  }
}
