import FolioNumerics

/// Something that a pager reports, in UIKit's words.
public enum PagerEvent: Hashable, Sendable {
  /// A finger has moved past the slop.
  case willBeginDragging
  /// A finger lifts: the speed of the content along increasing pages in points per millisecond, and
  /// the position where the motion will end.
  case willEndDragging(velocity: Double, targetPosition: Double)
  /// A finger has lifted; whether motion follows.
  case didEndDragging(willDecelerate: Bool)
  /// Motion after a finger has lifted starts.
  case willBeginDecelerating
  /// Motion after a finger has lifted is over.
  case didEndDecelerating
  /// A commanded or automatic animation has arrived.
  case didEndScrollingAnimation
  /// A drag starts to reveal a page.
  case willTransition(to: Int)
  /// A transition by finger is over; `completed` is false if the pager went back.
  case didTransition(previous: Int, completed: Bool)
  /// The page in the middle of the window of three changed.
  case windowMoved(to: Int)
  /// The page nearest to the position changed.
  case currentPageChanged(to: Int)
  /// A command came to its end: `finished` is false if something interrupted it.
  case completion(command: Int, finished: Bool)
  /// The dwell timer was started and is due at this time.
  case timerStarted(due: Rational)
  /// The dwell timer was stopped.
  case timerStopped
  /// The dwell timer fired.
  case timerFired
  /// The pages were replaced; how many there are now.
  case reloaded(pageCount: Int)
}

/// An event and its exact time.
public struct LoggedPagerEvent: Hashable, Sendable {
  /// When it happened, in seconds.
  public let time: Rational
  /// What happened.
  public let event: PagerEvent

  /// An event at a time.
  public init(time: Rational, event: PagerEvent) {
    self.time = time
    self.event = event
  }
}
