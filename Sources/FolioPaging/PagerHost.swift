import FolioNumerics
import FolioPagingCore

/// An engine on a clock, and the views that listen to it.
///
/// One host stands behind each pager whatever its face (a plain scroll view, a page view, a page
/// view controller), so all of them share one engine and its reachable scroll view.
final class PagerHost {
  var engine: PagerEngine
  let clock: VirtualClock
  private var delivered = 0
  private var isDelivering = false
  private var lastOffset: Double
  private var completions: [Int: (Bool) -> Void] = [:]
  private var nextCommand = 0
  /// The offset whose changes are scrolls.
  private let offset: (PagerState) -> Double
  /// Called for each event, in order, with its exact time.
  var onEvent: ((LoggedPagerEvent) -> Void)?
  /// Called when all events have been told: the time to change pages by.
  var onDelivered: (() -> Void)?
  /// Called when the content offset has changed: at each display refresh and each event.
  var onScroll: (() -> Void)?

  init(
    engine: PagerEngine, clock: VirtualClock,
    offset: @escaping (PagerState) -> Double = { $0.windowOffset }
  ) {
    self.engine = engine
    self.clock = clock
    self.offset = offset
    lastOffset = offset(engine.state)
    clock.add(self)
  }

  /// Lets `change` command the engine and reports what came of it.
  func perform<Result>(_ change: (inout PagerEngine) -> Result) -> Result {
    let result = change(&engine)
    deliver()
    return result
  }

  /// Gives a command that ends in exactly one call of `completion`.
  func command(
    completion: ((Bool) -> Void)?, _ change: (inout PagerEngine, Int?) -> Void
  ) {
    var id: Int?
    if let completion {
      nextCommand += 1
      id = nextCommand
      completions[nextCommand] = completion
    }
    perform { change(&$0, id) }
  }

  func advance(to time: Rational) {
    engine.advance(to: time)
    deliver()
  }

  func finishInstant() {
    engine.finishInstant()
    deliver()
  }

  func displayTick() { reportScroll() }

  private var queue: [() -> Void] = []

  /// Does something now, or, within a callback, when all events have been told.
  func whenDelivered(_ action: @escaping () -> Void) {
    if isDelivering { queue.append(action) } else { action() }
  }

  /// Does what has been put off.
  private func runQueue() {
    while !queue.isEmpty { queue.removeFirst()() }
  }

  /// The time that the engine has been played to, brought up to the clock's.
  func catchUp() {
    if engine.time < clock.now { advance(to: clock.now) }
  }

  private func reportScroll() {
    let now = offset(engine.state)
    if now != lastOffset {
      lastOffset = now
      onScroll?()
    }
  }

  /// Lets the listener bring itself up to date, now or at the end of the pass under way.
  func flush() {
    if isDelivering { wantsAnotherPass = true } else { deliver() }
  }

  private var wantsAnotherPass = false

  /// Tells what has happened. A callback may command the engine again; what comes of that is told in
  /// the same pass, after what came before.
  private func deliver() {
    if isDelivering { return }
    isDelivering = true
    repeat {
      wantsAnotherPass = false
      drain()
      onDelivered?()
      runQueue()
    } while wantsAnotherPass || delivered < engine.recording.events.count
    isDelivering = false
    if engine.state.isAtRest { reportScroll() }
  }

  /// Tells what is left to tell. A listener that changes pages step by step calls it after each, so
  /// that an index is told while it still names its page.
  func drain() {
    while delivered < engine.recording.events.count {
      let event = engine.recording.events[delivered]
      delivered += 1
      tell(event)
    }
  }

  private func tell(_ event: LoggedPagerEvent) {
    switch event.event {
    case .didEndDecelerating, .didEndScrollingAnimation, .windowMoved, .willEndDragging:
      reportScroll()
    default: break
    }
    onEvent?(event)
    if case .completion(let id, let finished) = event.event {
      completions.removeValue(forKey: id)?(finished)
    }
  }
}
