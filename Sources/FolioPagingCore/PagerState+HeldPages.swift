import FolioNumerics

extension PagerState {
  /// The indices of the pages that a pager holds ready: those of the window of three (the one before,
  /// the one in the middle, the one after), then as far on each side as asked for, the nearest first,
  /// then whatever else is in view. No page twice; none beyond an end that does not wrap.
  ///
  /// - Parameter limit: how many pages on each side of the middle one are held; 1, the window of
  ///   three itself, is the least (Android's `offscreenPageLimit`).
  public func heldPages(offscreenPageLimit limit: Int = 1) -> [Int] {
    let count = configuration.pageCount
    guard let middle = anchorPage else { return [] }
    var held: [Int] = []
    var isHeld = [Bool](repeating: false, count: count)
    func hold(_ index: Int?) {
      guard let index, !isHeld[index] else { return }
      isHeld[index] = true
      held.append(index)
    }
    func page(_ distance: Int) -> Int? {
      configuration.index(of: span.strip.page(at: span.anchorSlot + distance))
    }
    if count > 1 { hold(page(-1)) }
    hold(middle)
    // Once round is enough.
    for distance in 1...max(1, min(limit, count)) where count > 1 {
      if distance > 1 { hold(page(-distance)) }
      hold(page(distance))
    }
    for visible in visiblePages() { hold(visible.page) }
    return held
  }
}

/// A page that comes into the pages that a pager holds ready, or leaves them.
public struct HeldPageChange: Hashable, Sendable {
  /// When, in seconds.
  public let time: Rational
  /// The page: the configuration's key.
  public let key: Int
  /// Whether it is held from now on; otherwise it is dropped.
  public let isHeld: Bool

  /// A change at a time.
  public init(time: Rational, key: Int, isHeld: Bool) {
    self.time = time
    self.key = key
    self.isHeld = isHeld
  }
}

extension PagerRecording {
  /// When pages came into those that the pager holds ready (see
  /// ``PagerState/heldPages(offscreenPageLimit:)``) and when they left them, in order of time; at one
  /// instant the dropped ones first, each kind by key. It begins with what is held at the start.
  ///
  /// A page that comes into view beyond the window does so between the events of a recording; the
  /// instant is sought on the nanosecond grid, as those of the events are. Motions over thousands of
  /// pages are told in coarser steps.
  public func heldPageChanges(
    offscreenPageLimit limit: Int = 1, through end: Rational
  ) -> [HeldPageChange] {
    var search = HeldPageSearch(limit: limit)
    for (i, span) in spans.enumerated() where span.start <= end || i == 0 {
      let next = i + 1 < spans.count ? spans[i + 1].start : nil
      search.follow(span, until: next, through: end)
    }
    return search.changes
  }
}

/// Walks along a recording and notes where the pages that are held change.
private struct HeldPageSearch {
  let limit: Int
  var changes: [HeldPageChange] = []
  /// The keys of the held pages, sorted.
  private var held: [Int] = []
  /// Into so many parts a stretch is cut at first; each is cut further where it is long in pages.
  private static let parts: Int64 = 64
  /// Pages of travel in which no page can come into view and leave it again unseen.
  private static let shortWay = 0.25
  /// A motion over more pages than these is told part by part.
  private static let longWay = 2048.0

  init(limit: Int) { self.limit = limit }

  mutating func follow(_ span: PagerSpan, until next: Rational?, through end: Rational) {
    note(keys(span, at: span.start), at: span.start)
    if case .rest = span.motion { return }
    // Pages as large as the view, in order: those in view are in the window.
    if span.strip.isClosed || (span.strip.isIdentity && span.configuration.pageFillsView) { return }
    let last = next.map { min($0, end) } ?? end
    var ticks = last.since(span.start).nanoseconds
    // The next stretch has its own start.
    if next == last { ticks -= 1 }
    if ticks < 1 { return }
    let isLong = !((place(span, ticks) - place(span, 0)).magnitude <= HeldPageSearch.longWay)
    var before: (tick: Int64, keys: [Int]) = (0, held)
    for part in 1...HeldPageSearch.parts {
      let tick =
        ticks / HeldPageSearch.parts * part + ticks % HeldPageSearch.parts * part
        / HeldPageSearch.parts
      if tick == before.tick { continue }
      let after = (tick, keys(span, at: time(span, tick)))
      if isLong { note(after.1, at: time(span, tick)) } else { search(span, before, after) }
      before = after
    }
  }

  private mutating func search(
    _ span: PagerSpan, _ low: (tick: Int64, keys: [Int]), _ high: (tick: Int64, keys: [Int])
  ) {
    if low.keys == high.keys {
      let way = place(span, high.tick) - place(span, low.tick)
      if way.magnitude <= HeldPageSearch.shortWay { return }
    }
    if high.tick - low.tick <= 1 {
      note(high.keys, at: time(span, high.tick))
      return
    }
    let tick = low.tick + (high.tick - low.tick) / 2
    let middle = (tick, keys(span, at: time(span, tick)))
    search(span, low, middle)
    search(span, middle, high)
  }

  private func time(_ span: PagerSpan, _ tick: Int64) -> Rational {
    span.start.later(by: Rational(tick, over: Rational.instantsPerSecond))
  }

  private func place(_ span: PagerSpan, _ tick: Int64) -> Double {
    span.motion.place(at: time(span, tick).since(span.motionStart))
  }

  private func keys(_ span: PagerSpan, at time: Rational) -> [Int] {
    let state = PagerState(span: span, time: time)
    let keys = span.configuration.pageKeys
    return state.heldPages(offscreenPageLimit: limit).map { keys[$0] }.sorted()
  }

  private mutating func note(_ keys: [Int], at time: Rational) {
    if keys == held { return }
    for key in HeldPageSearch.keys(in: held, missingIn: keys) {
      changes.append(HeldPageChange(time: time, key: key, isHeld: false))
    }
    for key in HeldPageSearch.keys(in: keys, missingIn: held) {
      changes.append(HeldPageChange(time: time, key: key, isHeld: true))
    }
    held = keys
  }

  /// What is in one sorted list and not in another.
  private static func keys(in keys: [Int], missingIn others: [Int]) -> [Int] {
    var missing: [Int] = []
    var i = 0
    for key in keys {
      while i < others.count && others[i] < key { i += 1 }
      if i == others.count || others[i] != key { missing.append(key) }
    }
    return missing
  }
}
