import FolioNumerics

/// What a pager is doing.
public enum PagerPhase: UInt8, Hashable, Sendable {
  /// At rest.
  case idle
  /// A finger is down and has not yet moved past the slop.
  case tracking
  /// A finger moves the pages.
  case dragging
  /// The pages move on after a finger lifted.
  case settling
  /// An animation by command or by the dwell timer.
  case animating
}

/// A stretch of a recording during which nothing but time changes.
public struct PagerSpan: Hashable, Sendable {
  /// When the stretch begins.
  public let start: Rational
  /// The law of motion.
  public let motion: Motion
  /// When the motion began; not after `start`.
  public let motionStart: Rational
  /// Which page stands in which slot.
  public let strip: PageStrip
  /// What the pager is doing.
  public let phase: PagerPhase
  /// The position at which it was last at rest.
  public let settledPosition: Double
  /// The position at which the motion will end.
  public let targetPosition: Double
  /// The slot in the middle of the window of three.
  public let anchorSlot: Int
  /// When the dwell timer fires next, if it runs.
  public let timerDue: Rational?
  /// When the dwell timer was last started or resumed; meaningful while it runs.
  public let timerStarted: Rational
  /// The whole interval that the dwell timer was last started with.
  public let timerInterval: Rational?
  /// What is left of the interval while the dwell timer is paused.
  public let timerRemaining: Rational?
  /// Pages and behaviour.
  public let configuration: PagerConfiguration
}

/// Everything about a pager at one time.
public struct PagerState: Hashable, Sendable {
  /// The time, in seconds.
  public let time: Rational
  /// The stretch of the recording that the time falls into.
  public let span: PagerSpan
  /// The place along the slots.
  public let place: Double

  /// The state that a stretch of a recording gives for a time, also for one after its end: what would
  /// have been, had nothing happened.
  public init(span: PagerSpan, time: Rational) {
    self.span = span
    self.time = time
    place = span.motion.place(at: time.since(span.motionStart))
  }

  /// Pages and behaviour.
  public var configuration: PagerConfiguration { span.configuration }
  /// What the pager is doing.
  public var phase: PagerPhase { span.phase }
  /// The page position: the one number that says where the pager is. In pages, unwrapped.
  public var position: Double { span.strip.position(at: place) }
  /// Pages a second along the slots.
  public var velocity: Double { span.motion.velocity(at: time.since(span.motionStart)) }
  /// The position in points.
  public var contentOffset: Double { position * configuration.stride }

  /// The position less the page nearest to it, in -0.5..<0.5 (more only past an edge).
  public var positionFraction: Double { position - Double(currentPageNumber) }

  private var stops: PageStops { PageStops(strip: span.strip, configuration: configuration) }

  /// The offset of a window of three slots whose middle is at rest at one stride, in points: what
  /// the scroll view inside a three-slot pager reports. The offset itself where nothing can scroll.
  public var windowOffset: Double {
    if span.strip.isClosed { return place * configuration.pageExtent }
    if !configuration.isScrollable { return 0 }
    return (1 + place - stops.place(of: span.anchorSlot)) * configuration.stride
  }

  /// The page number nearest to the position (in a direct jump, the page that covers more).
  public var currentPageNumber: Int {
    let stops = self.stops
    return stops.number(of: stops.nearest(to: place))
  }

  /// The index of the page nearest to the position; `nil` without pages.
  public var currentPage: Int? { configuration.index(of: currentPageNumber) }
  /// The index of the page where the motion will end; `nil` without pages.
  public var targetPage: Int? {
    configuration.index(of: configuration.pageNumber(at: span.targetPosition))
  }
  /// The index of the page at which the pager was last at rest; `nil` without pages.
  public var settledPage: Int? {
    configuration.index(of: configuration.pageNumber(at: span.settledPosition))
  }
  /// The index of the page in the middle of the window of three: it changes after a full page of
  /// travel, and where the pager comes to rest. `nil` without pages.
  public var anchorPage: Int? { configuration.index(of: stops.number(of: span.anchorSlot)) }

  /// Whether the pages stand still.
  public var isAtRest: Bool {
    if case .rest = span.motion { return true }
    return false
  }

  /// How much of the dwell timer's interval has passed, 0...1; `nil` where none is running or
  /// paused. While a finger holds an expired timer back it is 1.
  public var dwellProgress: Double? {
    guard let interval = span.timerInterval, interval > 0 else { return nil }
    let left: Rational
    if let remaining = span.timerRemaining {
      left = remaining
    } else if let due = span.timerDue {
      left = due.since(time)
    } else {
      return nil
    }
    return min(max(1 - left.share(of: interval), 0), 1)
  }
}
