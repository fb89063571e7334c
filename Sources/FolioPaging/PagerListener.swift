import FolioNumerics
import FolioPagingCore

/// What a listener to a pager's callbacks knows, and where they contradict each other.
struct PagerListener {
  /// A law that a callback breaks.
  struct Fault {
    let invariant: PagerInvariant
    let found: String
    let expected: String
  }

  /// The number of pages, as told.
  private(set) var count = 0
  /// The page in the middle of the window, as told; `nil` without pages.
  private(set) var window: Int?
  /// The page nearest to the position, as told; `nil` without pages.
  private(set) var current: Int?
  private(set) var isDragging = false
  private(set) var isDecelerating = false
  private(set) var isInTransition = false
  /// When the dwell timer that was started last is due.
  private var due: Rational?
  /// When it was last due, for a timer that repeats.
  private var lastDue: Rational?
  private var lastTime: Rational?

  /// - Parameter isReplaced: whether the pages at the start were replaced in the same instant, so that
  ///   nobody knows how many there were.
  mutating func begin(with state: PagerState, isReplaced: Bool) {
    count = isReplaced ? .max : state.configuration.pageCount
    window = state.anchorPage
    current = state.currentPage
    due = state.span.timerDue
  }

  mutating func hear(_ logged: LoggedPagerEvent, recording: PagerRecording) -> [Fault] {
    var faults: [Fault] = []
    func report(_ invariant: PagerInvariant, _ found: String, _ expected: String) {
      faults.append(Fault(invariant: invariant, found: found, expected: expected))
    }
    func pair(_ isOpen: inout Bool, opens: Bool, _ will: String, _ did: String) {
      if isOpen == opens {
        report(
          .balancedCallbacks,
          opens ? "\(will) within \(will)" : "\(did) without \(will)",
          opens ? "\(did) before the next \(will)" : "one \(did) for each \(will)")
      }
      isOpen = opens
    }
    func page(_ index: Int, _ name: String) {
      if index < 0 || index >= count {
        report(.indexInRange, "\(name) names page \(index)", PagerExamination.rows(count))
      }
    }
    if let lastTime, logged.time < lastTime {
      report(
        .balancedCallbacks, "a callback of \(lastTime.double) s comes before it",
        "callbacks in order of time")
    }
    lastTime = logged.time
    switch logged.event {
    case .willTransition(let to):
      page(to, "willTransition")
      pair(&isInTransition, opens: true, "willTransition", "didTransition")
    case .didTransition(let previous, _):
      page(previous, "didTransition")
      pair(&isInTransition, opens: false, "willTransition", "didTransition")
    case .willBeginDragging:
      if isDecelerating {
        report(
          .oneMotion, "a drag begins while the pages decelerate",
          "didEndDecelerating before willBeginDragging")
      }
      pair(&isDragging, opens: true, "willBeginDragging", "didEndDragging")
    case .willEndDragging:
      if !isDragging {
        report(
          .balancedCallbacks, "willEndDragging without willBeginDragging",
          "it comes between willBeginDragging and didEndDragging")
      }
    case .didEndDragging:
      pair(&isDragging, opens: false, "willBeginDragging", "didEndDragging")
    case .willBeginDecelerating:
      if isDragging {
        report(
          .oneMotion, "deceleration begins during a drag",
          "didEndDragging before willBeginDecelerating")
      }
      pair(&isDecelerating, opens: true, "willBeginDecelerating", "didEndDecelerating")
    case .didEndDecelerating:
      pair(&isDecelerating, opens: false, "willBeginDecelerating", "didEndDecelerating")
    case .windowMoved(let to):
      page(to, "the window")
      window = to
    case .currentPageChanged(let to):
      page(to, "currentPageChanged")
      current = to
    case .reloaded(let pages):
      count = pages
      if pages == 0 {
        window = nil
        current = nil
      }
    case .timerStarted(let time):
      due = time
      lastDue = nil
    case .timerStopped:
      due = nil
      lastDue = nil
    case .timerFired:
      if let fault = fire(logged.time, recording) { faults.append(fault) }
    case .didEndScrollingAnimation, .completion: break
    }
    return faults
  }

  /// A timer fires when it is due, or later if a finger held it back; one that repeats is due again a
  /// whole number of intervals later.
  private mutating func fire(_ time: Rational, _ recording: PagerRecording) -> Fault? {
    if let due, due <= time {
      lastDue = due
      self.due = nil
      return nil
    }
    if let last = lastDue, let interval = recording.state(at: time).span.timerInterval,
      interval > 0, due == nil
    {
      let intervals = ((time - last) / interval).floor
      if intervals >= 1 {
        lastDue = last + interval * Rational(intervals, over: 1)
        return nil
      }
    }
    let expected =
      if let due {
        "the timer is due at \(due.double) s"
      } else if lastDue != nil {
        "one interval between two turns"
      } else {
        "no timer runs"
      }
    return Fault(invariant: .oneTimer, found: "a timer fires", expected: expected)
  }
}
