import FolioNumerics
import FolioPagingCore
import FolioScene

/// One of the pages of a recording.
struct PageID: Hashable, Sendable {
  /// The index of its pager among the recording's tracks.
  let track: Int
  /// Its index in the track's list.
  let page: Int
}

/// Which pages a film comes to next.
///
/// A film is played before it is drawn, so what is needed last can be let go of first (Belady, "A study
/// of replacement algorithms for a virtual-storage computer", IBM Systems Journal 5(2), 1966), in a loop
/// as in a film that goes from page to page once. Frames that are drawn in another order than they come
/// make this a guess, which costs time and no pixel.
struct PageSchedule: Sendable {
  /// A page that was in hand so many frames ago is not begun again: other threads draw the frames
  /// between.
  static let inARow = 4
  /// So many visits to come are looked at.
  private static let horizon = 4096

  /// The pages that are current at the beginning and those that became so, in order of time.
  private let visits: [PageID]
  /// The pages that show each picture, by its path.
  private let pages: [String: [PageID]]
  /// The first visit that is not past.
  private var place = 0
  /// The frame that showed each page last, counted as they are drawn.
  private var seen: [PageID: Int] = [:]

  /// The schedule of a recording.
  init(_ recording: SceneRecording) {
    var found: [(time: Rational, id: PageID)] = []
    var pages: [String: [PageID]] = [:]
    for (i, track) in recording.tracks.enumerated() {
      if let page = track.recording.state(at: .zero).currentPage {
        found.append((.zero, PageID(track: i, page: page)))
      }
      for event in track.recording.events {
        if case .currentPageChanged(let page) = event.event {
          found.append((event.time, PageID(track: i, page: page)))
        }
      }
      for (k, page) in track.pages.enumerated() {
        for (path, _) in page.imagePaths {
          pages[path.resolved, default: []].append(PageID(track: i, page: k))
        }
      }
    }
    visits = found.enumerated().sorted {
      let (a, b) = ($0.element.time, $1.element.time)
      return a != b ? a < b : $0.offset < $1.offset
    }.map(\.element.id)
    self.pages = pages
  }

  /// Notes that a frame shows pages.
  mutating func show(_ shown: [PageID], inFrame clock: Int) {
    for id in shown {
      if !isSeen(id, at: clock), let next = visits[place...].firstIndex(of: id) { place = next }
      seen[id] = clock
    }
  }

  /// Whether a page was shown a few frames ago or now.
  func isSeen(_ id: PageID, at clock: Int) -> Bool {
    seen[id].map { clock - $0 <= PageSchedule.inARow } ?? false
  }

  /// The pages that show a picture.
  func pages(showing path: String) -> [PageID] { pages[path] ?? [] }

  /// How many visits are before the next of each page to come.
  func nextVisits() -> [PageID: Int] {
    var next: [PageID: Int] = [:]
    for (i, id) in visits[place...].prefix(PageSchedule.horizon).enumerated()
    where next[id] == nil { next[id] = i }
    return next
  }
}
