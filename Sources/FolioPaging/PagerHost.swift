import FolioNumerics
import FolioPagingCore

/// An engine on a clock, and the views that listen to it.
///
/// One host stands behind each pager whatever its face (a plain scroll view, a page view, a page
/// view controller), so all of them share one engine and its reachable scroll view.
final class PagerHost {
  var engine: PagerEngine
  private var delivered = 0
  private var lastOffset: Double
  /// Called for each event, in order, with its exact time.
  var onEvent: ((LoggedPagerEvent) -> Void)?
  /// Called when the content offset has changed: at each display refresh and each event.
  var onScroll: (() -> Void)?

  init(engine: PagerEngine, clock: VirtualClock) {
    self.engine = engine
    lastOffset = engine.state.place
    clock.add(self)
  }

  /// Lets `change` command the engine and reports what came of it.
  func perform(_ change: (inout PagerEngine) -> Void) {
    change(&engine)
    deliver()
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

  private func reportScroll() {
    let place = engine.state.place
    if place != lastOffset {
      lastOffset = place
      onScroll?()
    }
  }

  private func deliver() {
    // A callback may command the engine again; its events then follow in the same loop.
    while delivered < engine.recording.events.count {
      let event = engine.recording.events[delivered]
      delivered += 1
      switch event.event {
      case .didEndDecelerating, .didEndScrollingAnimation, .windowMoved, .willEndDragging:
        reportScroll()
      default: break
      }
      onEvent?(event)
    }
    if engine.state.isAtRest { reportScroll() }
  }
}
