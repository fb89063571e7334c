import FolioNumerics

/// Something that was asked of a pager from outside: a finger, a command, other pages, another
/// behaviour.
///
/// A recording keeps them beside what came of them, so that whoever reads it knows which jump was
/// wanted and which completion is owed. What a pager ignored (a finger on a pager that does not
/// scroll) is among them; what is no number is not. A command is `animated` if it takes time.
public enum PagerInput: Hashable, Sendable {
  /// A finger came down, at so many points along the axis.
  case touchDown(at: Double)
  /// A finger went to a point along the axis, where it arrives at a time; there at once if that is
  /// not later than the input.
  case touchMove(to: Double, arrival: Rational)
  /// A finger lifted, at a given speed in points a second or the one measured.
  case touchUp(velocity: Double?)
  /// A touch was taken away.
  case touchCancel
  /// A page was commanded by index.
  case goTo(page: Int, animated: Bool, travel: PageTravel, command: Int?)
  /// One page on or back was commanded.
  case turn(forward: Bool, animated: Bool, command: Int?)
  /// A place along the slots was commanded.
  case scroll(toPlace: Double, animated: Bool, command: Int?)
  /// All pages were replaced.
  case reload(pageCount: Int, position: ReloadPosition)
  /// So many pages were inserted before the page at an index.
  case insert(count: Int, at: Int)
  /// Pages were removed by index.
  case remove([Int])
  /// All pages were replaced, and it was said what each of the old ones has become; how many there
  /// are now.
  case replace(pageCount: Int)
  /// Extents or behaviour were changed.
  case reconfigure
  /// The autoplay was replaced, or switched off.
  case setAutoplay(Autoplay?)
  /// The dwell timer was paused.
  case pause
  /// The dwell timer was let go on.
  case resume
  /// An open transition was ended where it stands.
  case endTransition

  /// Whether it is a command to go somewhere.
  public var isCommand: Bool {
    switch self {
    case .goTo, .turn, .scroll: return true
    default: return false
    }
  }

  /// The number of the command, which one completion answers.
  public var command: Int? {
    switch self {
    case .goTo(_, _, _, let command), .turn(_, _, let command), .scroll(_, _, let command):
      return command
    default: return nil
    }
  }
}

/// An input and its exact time.
public struct LoggedPagerInput: Hashable, Sendable {
  /// When it came, in seconds.
  public let time: Rational
  /// What it was.
  public let input: PagerInput

  /// An input at a time.
  public init(time: Rational, input: PagerInput) {
    self.time = time
    self.input = input
  }
}

/// A row that a literal original asked its data source for, and when.
public struct PageRequest: Hashable, Sendable {
  /// When, in seconds.
  public let time: Rational
  /// The row, which may be none that exists.
  public let row: Int
  /// How many rows there were.
  public let count: Int

  /// A request at a time.
  public init(time: Rational, row: Int, count: Int) {
    self.time = time
    self.row = row
    self.count = count
  }
}
