import FolioNumerics

/// A law that every pager keeps: what users of pagers report when it is broken.
public enum PagerInvariant: String, Hashable, Sendable, CaseIterable {
  /// Where there are pages they cover the view, but for the gaps between them, the room at padded
  /// ends, and what a pull past an end uncovers.
  case coverage
  /// The dot is that of the page that is seen, at the moment that its policy says; and who listens to
  /// the callbacks knows the page that the pager is at.
  case dotMatchesPage = "dot-matches-page"
  /// One thing moves the pages at a time: a finger, what follows a finger, or an animation.
  case oneMotion = "one-motion"
  /// One dwell timer runs, only where there is something to turn, and fires when it is due.
  case oneTimer = "one-timer"
  /// The pages move without a jump, unless one was asked for. The last half point of a spring, which
  /// snaps, is none.
  case continuousPosition = "continuous-position"
  /// Their speed changes where a finger, a command, the timer or an arrival changes it, and nowhere
  /// else.
  case continuousSpeed = "continuous-speed"
  /// Every *will* has one *did*, every *begin* one *end*, and nothing is left open at rest.
  case balancedCallbacks = "balanced-callbacks"
  /// A pager that turns by pages rests on a page, or at the content's end, and where it was going.
  case restOnPage = "rest-on-page"
  /// No page is named, shown or asked for that does not exist.
  case indexInRange = "index-in-range"
  /// Every command ends in exactly one completion.
  case oneCompletion = "one-completion"
}

/// A place in a recording at which a law is broken.
public struct PagerFinding: Hashable, Sendable {
  /// The law.
  public let invariant: PagerInvariant
  /// When, in seconds; what lasts is reported when it begins.
  public let time: Rational
  /// What was found.
  public let found: String
  /// What was expected.
  public let expected: String

  /// A finding from its parts.
  public init(invariant: PagerInvariant, time: Rational, found: String, expected: String) {
    self.invariant = invariant
    self.time = time
    self.found = found
    self.expected = expected
  }
}
