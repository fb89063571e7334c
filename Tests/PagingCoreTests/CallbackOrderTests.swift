import FolioNumerics
import Testing

@testable import FolioPagingCore

/// The order in which things are told, as text that a person can check against UIKit's.
@Suite("Callbacks come in order")
struct CallbackOrderTests {
  private func ms(_ n: Int) -> Rational { Rational(n, 1000) }

  private func text(_ engine: PagerEngine) -> String {
    engine.recording.events.map { logged in
      let milliseconds = (logged.time.double * 1000).rounded()
      let what: String
      switch logged.event {
      case .willBeginDragging: what = "willBeginDragging"
      case .willEndDragging(let velocity, let target):
        what = "willEndDragging velocity \(velocity) target \(target)"
      case .didEndDragging(let decelerates): what = "didEndDragging willDecelerate \(decelerates)"
      case .willBeginDecelerating: what = "willBeginDecelerating"
      case .didEndDecelerating: what = "didEndDecelerating"
      case .didEndScrollingAnimation: what = "didEndScrollingAnimation"
      case .willTransition(let to): what = "willTransition to \(to)"
      case .didTransition(let previous, let completed):
        what = "didTransition from \(previous) completed \(completed)"
      case .windowMoved(let to): what = "window \(to)"
      case .currentPageChanged(let to): what = "current \(to)"
      case .completion(let command, let finished):
        what = "completion \(command) finished \(finished)"
      case .timerStarted(let due): what = "timer due \(due.double)"
      case .timerStopped: what = "timer stopped"
      case .timerFired: what = "timer fired"
      case .reloaded(let count): what = "reloaded \(count)"
      }
      return "\(Int(milliseconds)) \(what)"
    }.joined(separator: "\n")
  }

  private func pager(_ count: Int = 5, page: Int = 0, interval: Rational? = nil) -> PagerEngine {
    var configuration = PagerConfiguration(pageCount: count, viewExtent: 320)
    configuration.autoplay = interval.map { Autoplay(interval: $0) }
    return PagerEngine(configuration: configuration, page: page)
  }

  /// Drags at constant speed so that the content moves on by `points`, in 100 ms.
  private func drag(_ engine: inout PagerEngine, by points: Double) {
    let slop = points > 0 ? 10.0 : -10
    engine.touchDown(at: 200)
    engine.moveTouch(to: 200 - points - slop, arrivingAt: engine.time + ms(100))
    engine.advance(to: engine.time + ms(100))
  }

  @Test("a completed swipe")
  func completed() {
    var engine = pager()
    drag(&engine, by: 190)
    engine.touchUp()
    engine.advance(to: 3)
    #expect(
      text(engine) == """
        5 willBeginDragging
        5 willTransition to 1
        85 current 1
        100 willEndDragging velocity 2.0 target 1.0
        100 didEndDragging willDecelerate true
        100 willBeginDecelerating
        656 window 1
        656 didEndDecelerating
        656 didTransition from 0 completed true
        """)
  }

  @Test("a cancelled swipe")
  func cancelled() {
    var engine = pager()
    drag(&engine, by: 90)
    engine.touchUp(velocity: 0)
    engine.advance(to: 3)
    #expect(
      text(engine) == """
        10 willBeginDragging
        10 willTransition to 1
        100 willEndDragging velocity 0.0 target 0.0
        100 didEndDragging willDecelerate true
        100 willBeginDecelerating
        774 didEndDecelerating
        774 didTransition from 0 completed false
        """)
  }

  @Test("a swipe that is grabbed in flight and reversed: one transition, not completed")
  func grabbed() {
    var engine = pager()
    drag(&engine, by: 150)
    engine.touchUp(velocity: -600)
    engine.advance(to: ms(200))
    drag(&engine, by: -140)
    engine.touchUp(velocity: 900)
    engine.advance(to: 3)
    #expect(
      text(engine) == """
        6 willBeginDragging
        6 willTransition to 1
        100 willEndDragging velocity 0.6 target 1.0
        100 didEndDragging willDecelerate true
        100 willBeginDecelerating
        115 current 1
        200 didEndDecelerating
        207 willBeginDragging
        247 current 0
        300 willEndDragging velocity -0.9 target 0.0
        300 didEndDragging willDecelerate true
        300 willBeginDecelerating
        808 didEndDecelerating
        808 didTransition from 0 completed false
        """)
  }

  @Test("an animated jump that is interrupted by another")
  func jumps() {
    var engine = pager()
    engine.goTo(page: 3, command: 1)
    engine.advance(to: ms(100))
    engine.goTo(page: 1, command: 2)
    engine.advance(to: 2)
    #expect(
      text(engine) == """
        100 completion 1 finished false
        174 current 3
        236 window 3
        292 current 1
        400 window 1
        400 didEndScrollingAnimation
        400 completion 2 finished true
        """)
  }

  @Test("a drag that begins during an automatic turn")
  func duringTurn() {
    var engine = pager(interval: 2)
    engine.advance(to: ms(2100))
    drag(&engine, by: 150)
    engine.touchUp(velocity: -600)
    engine.advance(to: ms(4100))
    #expect(
      text(engine) == """
        0 timer due 2.0
        2000 timer fired
        2000 timer due 4.0
        2106 willBeginDragging
        2106 timer stopped
        2106 willTransition to 1
        2156 current 1
        2200 willEndDragging velocity 0.6 target 2.0
        2200 didEndDragging willDecelerate true
        2200 willBeginDecelerating
        2200 timer due 4.2
        2268 window 1
        2268 didTransition from 0 completed true
        2268 willTransition to 2
        2376 current 2
        3020 window 2
        3020 didEndDecelerating
        3020 didTransition from 1 completed true
        """)
  }

  @Test("a drag over two pages and a half")
  func longDrag() {
    var engine = pager()
    drag(&engine, by: 700)
    engine.touchUp(velocity: 0)
    engine.advance(to: 3)
    #expect(
      text(engine) == """
        1 willBeginDragging
        1 willTransition to 1
        24 current 1
        46 window 1
        46 didTransition from 0 completed true
        46 willTransition to 2
        69 current 2
        92 window 2
        92 didTransition from 1 completed true
        92 willTransition to 3
        100 willEndDragging velocity 0.0 target 2.0
        100 didEndDragging willDecelerate true
        100 willBeginDecelerating
        731 didEndDecelerating
        731 didTransition from 2 completed false
        """)
  }

  @Test("a drag over its page and back to the other side")
  func bothSides() {
    var engine = pager(page: 2)
    drag(&engine, by: 100)
    engine.moveTouch(to: 200 + 200, arrivingAt: engine.time + ms(100))
    engine.advance(to: engine.time + ms(100))
    engine.touchUp(velocity: 0)
    engine.advance(to: 3)
    #expect(
      text(engine) == """
        9 willBeginDragging
        9 willTransition to 3
        132 didTransition from 2 completed false
        132 willTransition to 1
        184 current 1
        200 willEndDragging velocity 0.0 target 1.0
        200 didEndDragging willDecelerate true
        200 willBeginDecelerating
        895 window 1
        895 didEndDecelerating
        895 didTransition from 2 completed true
        """)
  }

  @Test("a command during a drag takes the finger's hold, and the timer comes back")
  func commandInDrag() {
    var engine = pager(interval: 5)
    drag(&engine, by: 100)
    engine.goTo(page: 2, command: 9)
    engine.moveTouch(to: 0, arrivingAt: engine.time + ms(100))
    engine.advance(to: ms(200))
    engine.touchUp()
    engine.advance(to: 2)
    #expect(
      text(engine) == """
        0 timer due 5.0
        9 willBeginDragging
        9 timer stopped
        9 willTransition to 1
        100 didEndDragging willDecelerate false
        100 didTransition from 0 completed false
        100 timer due 5.1
        165 current 1
        232 window 1
        290 current 2
        400 window 2
        400 didEndScrollingAnimation
        400 completion 9 finished true
        """)
  }

  @Test("a pause in a drag holds: the lifted finger starts nothing before it is resumed")
  func pauseInDrag() {
    var engine = pager(interval: 2)
    drag(&engine, by: 100)
    engine.pause()
    engine.touchUp(velocity: 0)
    engine.advance(to: 10)
    engine.resume()
    engine.advance(to: ms(12_000))
    #expect(
      text(engine) == """
        0 timer due 2.0
        9 willBeginDragging
        9 timer stopped
        9 willTransition to 1
        100 willEndDragging velocity 0.0 target 0.0
        100 didEndDragging willDecelerate true
        100 willBeginDecelerating
        785 didEndDecelerating
        785 didTransition from 0 completed false
        10000 timer due 12.0
        """)
  }
}
