import FolioNumerics
import FolioPagingCore

extension PagerTrack {
  /// The pages that it has and the time from which it has them.
  public struct TimedPages: Hashable, Sendable {
    /// From when on, in seconds.
    public let time: Rational
    /// The pages in order, by their indices in ``PagerTrack/pages``.
    public let keys: [Int]
  }

  /// Which pages are on the leaves that it turns.
  public var leafLayout: LeafLayout { description.leafLayout }

  /// The pages that it has in a state of its recording, in order, by their indices in ``pages``.
  public func pageKeys(in state: PagerState) -> [Int] {
    if pageLists.isEmpty { return state.configuration.pageKeys }
    var low = 0
    var high = pageLists.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if pageLists[middle].time <= state.time { low = middle } else { high = middle }
    }
    return pageLists[low].keys
  }

  /// The pages of which a state shows a part, from the lowest edge to the highest.
  public func pagesInView(_ state: PagerState) -> [PageInView] {
    leafLayout.pagesInView(of: state, pageKeys: pageKeys(in: state))
  }

  /// The pages that are held ready in a state, by index in order (see
  /// `PagerState.heldPages(offscreenPageLimit:)`); with leaves of two sides a back is held between
  /// two fronts that are.
  public func heldPages(_ state: PagerState) -> [Int] {
    leafLayout.heldPages(
      of: state, pageCount: pageKeys(in: state).count,
      offscreenPageLimit: description.offscreenPageLimit)
  }

  /// When pages came into those that are held ready and when they left them, in order of time; at one
  /// instant the dropped ones first, each kind by key.
  public func heldPageChanges(through end: Rational) -> [HeldPageChange] {
    let leaves = recording.heldPageChanges(
      offscreenPageLimit: description.offscreenPageLimit, through: end)
    if leafLayout == .single { return leaves }
    // The pages on held leaves change where the leaves do, and where other pages come.
    var times = leaves.map(\.time) + pageLists.map(\.time).filter { $0 <= end }
    times.sort()
    var changes: [HeldPageChange] = []
    var held: [Int] = []
    for (i, time) in times.enumerated() where i == 0 || times[i - 1] != time {
      let state = recording.state(at: time)
      let keys = pageKeys(in: state)
      let now = heldPages(state).map { keys[$0] }.sorted()
      for key in held where !now.contains(key) {
        changes.append(HeldPageChange(time: time, key: key, isHeld: false))
      }
      for key in now where !held.contains(key) {
        changes.append(HeldPageChange(time: time, key: key, isHeld: true))
      }
      held = now
    }
    return changes
  }
}
