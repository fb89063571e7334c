import FolioNumerics

/// Everything about a pager at one time that decides how it goes on by itself, with the time and
/// whole rounds of its pages taken out.
///
/// Two times of a recording with equal recurrences look the same, move at the same speed in the same
/// way, and have the same timers as far from firing: what follows the one can follow the other.
public struct PagerRecurrence: Hashable, Sendable {
  /// What the pager is doing.
  public let phase: PagerPhase
  /// The law of motion.
  public let motion: Motion
  /// How long it has been in force, in seconds; `nil` at rest, where that means nothing.
  public let elapsed: Rational?
  /// Which page stands in which slot.
  public let strip: PageStrip
  /// The position at which it was last at rest, less the rounds.
  public let settledPosition: Double
  /// The position at which the motion ends, less the rounds.
  public let targetPosition: Double
  /// The slot in the middle of the window of three, less the rounds.
  public let anchorSlot: Int
  /// How long until the dwell timer fires, if it runs, in seconds.
  public let timerLeft: Rational?
  /// The whole interval that the dwell timer was last started with.
  public let timerInterval: Rational?
  /// What is left of the interval while the dwell timer is paused.
  public let timerRemaining: Rational?
  /// Pages and behaviour.
  public let configuration: PagerConfiguration
}

extension PagerState {
  /// What decides how the pager goes on by itself; `nil` while a finger is on it, which goes its own
  /// way.
  public var recurrence: PagerRecurrence? {
    if phase == .tracking || phase == .dragging { return nil }
    if case .finger = span.motion { return nil }
    // A pager that wraps counts on: page 7 of 5 is page 2 again, one round later.
    let rounds = completeRounds
    let shift = -Double(rounds)
    return PagerRecurrence(
      phase: phase, motion: span.motion.shifted(by: shift),
      elapsed: isAtRest ? nil : time.since(span.motionStart),
      strip: span.strip.shifted(by: -rounds), settledPosition: span.settledPosition + shift,
      targetPosition: span.targetPosition + shift, anchorSlot: span.anchorSlot - rounds,
      timerLeft: span.timerDue.map { $0.since(time) }, timerInterval: span.timerInterval,
      timerRemaining: span.timerRemaining, configuration: configuration)
  }

  /// How many pages the whole rounds have that the motion's end lies behind page 0; 0 for a pager
  /// that does not wrap, and for one that is read through a window.
  private var completeRounds: Int {
    let count = configuration.pageCount
    if !configuration.wraps || span.strip.isClosed { return 0 }
    let number = configuration.pageNumber(at: span.targetPosition)
    return number - PageIndex.floorMod(number, count)
  }
}

extension PageStrip {
  /// The same pages `delta` slots further on, each with a number that is `delta` higher.
  func shifted(by delta: Int) -> PageStrip {
    if isIdentity { return self }
    return PageStrip(
      firstSlot: firstSlot + delta,
      pages: pages.map { $0 == PageStrip.blank ? $0 : $0 + delta }, isClosed: isClosed)
  }
}
