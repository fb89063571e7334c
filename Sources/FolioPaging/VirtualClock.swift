import FolioNumerics
import FolioPagingCore

/// The time that everything in a paged interface lives in.
///
/// It stands still until it is told to go on; nothing here reads a wall clock. At each instant first
/// the motions that end there end, then scheduled actions run in the order in which they were
/// scheduled, then dwell timers fire; what an action does falls on exactly its instant.
///
/// A clock and the views on it belong to one thread.
public final class VirtualClock {
  /// The time, in seconds.
  public private(set) var now: Rational
  /// Display refreshes a second: how often scroll views report their offset while it changes.
  public let displayRate: Rational

  private struct Scheduled {
    let time: Rational
    let order: Int
    let action: () -> Void
  }

  private var scheduled: [Scheduled] = []
  private var order = 0
  private var participants: [Participant] = []
  private var tick: Int64 = 1
  private let start: Rational

  private struct Participant {
    weak var host: PagerHost?
  }

  /// A clock that stands at `now`.
  ///
  /// - Precondition: `displayRate` is above 0.
  public init(now: Rational = .zero, displayRate: Rational = 60) {
    precondition(displayRate > 0)
    self.now = now
    start = now
    self.displayRate = displayRate
  }

  /// Runs `action` at a time; at once within the present instant if that is not later than now.
  public func schedule(at time: Rational, _ action: @escaping () -> Void) {
    scheduled.append(Scheduled(time: max(time, now), order: order, action: action))
    order += 1
  }

  /// Lets time pass to `time`: everything that happens on the way, and at `time` the motions that
  /// end and the actions that are scheduled. Dwell timers that are due at `time` fire when time goes
  /// on, so that a finger put down now still comes before them. Earlier times change nothing.
  public func advance(to time: Rational) {
    if time == now { runScheduled() }
    while now < time {
      participants.removeAll { $0.host == nil }
      for host in participants.compactMap(\.host) { host.finishInstant() }
      let hosts = participants.compactMap(\.host)
      var next = time
      for host in hosts {
        if let happening = host.engine.nextHappening { next = min(next, happening) }
      }
      for entry in scheduled { next = min(next, entry.time) }
      if tickTime <= now { tick = ((now - start) * displayRate).floor + 1 }
      if hosts.contains(where: { !$0.engine.state.isAtRest }) { next = min(next, tickTime) }
      now = max(now, next)
      for host in hosts { host.advance(to: now) }
      if now == tickTime { for host in hosts { host.displayTick() } }
      runScheduled()
    }
  }

  /// Lets `seconds` pass.
  public func advance(by seconds: Rational) { advance(to: now + seconds) }

  private var tickTime: Rational { start + Rational(tick, over: 1) / displayRate }

  private func runScheduled() {
    while let index = scheduled.indices.filter({ scheduled[$0].time <= now })
      .min(by: { scheduled[$0].order < scheduled[$1].order })
    {
      let entry = scheduled.remove(at: index)
      entry.action()
    }
  }

  func add(_ host: PagerHost) { participants.append(Participant(host: host)) }
}
