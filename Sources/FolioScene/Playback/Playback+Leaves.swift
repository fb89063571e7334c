import FolioNumerics
import FolioPagingCore

// A pager whose leaves take two pages has its leaves as the engine's pages. Which pages are on which
// leaf is counted from the first page on, so pages that come or go regroup all that follow; the leaf
// that the first page of the shown one is on then stays in view.

extension Playback {
  /// The pages that a pager has now, in order, by their indices in the track's list.
  func pageKeys(of index: Int) -> [Int] {
    tracks[index].pageLists.last?.keys ?? engines[index].configuration.pageKeys
  }

  /// The pages of which a pager shows a part now.
  func pagesInView(of index: Int) -> [PageInView] {
    tracks[index].leafLayout.pagesInView(
      of: engines[index].state, pageKeys: pageKeys(of: index))
  }

  /// What the page control of a pager shows now, its display not deferred.
  func pageControlState(of index: Int) -> PageControlState {
    let layout = tracks[index].leafLayout
    let update = tracks[index].pageControlUpdate
    if layout == .single { return PageControlState(engines[index].state, update: update) }
    return PageControlState(
      engines[index].state, update: update, pagesPerLeaf: layout.pagesPerLeaf,
      numberOfPages: pageKeys(of: index).count)
  }

  /// The leaf of a page that a pager has, or will have; a page on none is a fault.
  mutating func leaf(
    ofPage page: Int, among keys: [Int]? = nil, _ index: Int, _ step: TimelineStep
  ) -> Int? {
    let keys = keys ?? pageKeys(of: index)
    let layout = tracks[index].leafLayout
    if let leaf = layout.leaf(ofPage: page, pageCount: keys.count) { return leaf }
    let name = keys.indices.contains(page) ? "\"\(tracks[index].pages[keys[page]].id)\"" : "\(page)"
    report(
      .unknownPage, "the page \(name) is on no leaf", step,
      hint: keys.indices.contains(page)
        ? "a spine in the middle shows pages by twos: add one to face it" : nil)
    return nil
  }

  /// Pages have come or gone.
  mutating func replacePages(of index: Int, by keys: [Int], _ step: TimelineStep) {
    let layout = tracks[index].leafLayout
    let old = pageKeys(of: index)
    if keys == old { return }
    let oldCount = layout.leafCount(pageCount: old.count)
    let newCount = layout.leafCount(pageCount: keys.count)
    let shown = engines[index].state.currentPage
    let places = Dictionary(keys.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
    var newIndices = [Int?](repeating: nil, count: oldCount)
    var isTaken = [Bool](repeating: false, count: newCount)
    // The leaf in view comes first: what it becomes, no other leaf becomes.
    let others = (0..<oldCount).filter { $0 != shown }
    for leaf in (shown.map { [$0] } ?? []) + others {
      let first = leaf * layout.pagesPerLeaf
      for page in first..<min(first + layout.pagesPerLeaf, old.count) {
        guard let place = places[old[page]],
          let new = layout.leaf(ofPage: place, pageCount: keys.count), !isTaken[new]
        else { continue }
        newIndices[leaf] = new
        isTaken[new] = true
        break
      }
    }
    // Where the leaf in view is gone, the one that takes its place.
    let left = old.prefix((shown ?? 0) * layout.pagesPerLeaf).filter { places[$0] != nil }.count
    engines[index].replace(
      keys: layout.leafKeys(keys),
      dwells: tracks[index].description.dwells(of: keys, among: tracks[index].pages),
      newIndices: newIndices, fallback: min(left / layout.pagesPerLeaf, max(0, newCount - 1)))
    note(keys, of: index, step)
  }

  /// Notes the pages that a pager has from now on.
  mutating func note(_ keys: [Int], of index: Int, _ step: TimelineStep) {
    tracks[index].pageLists.append(PagerTrack.TimedPages(time: now, keys: keys))
    checkLeaves(of: index, step)
  }

  /// Tells where the pages that a pager has now do not fill its leaves.
  mutating func checkLeaves(of index: Int, _ step: TimelineStep) {
    let keys = pageKeys(of: index)
    let names = keys.map { tracks[index].pages[$0].id }
    let fault = tracks[index].leafLayout.fault(
      pages: names, loops: engines[index].configuration.loops)
    guard let fault else { return }
    report(fault.code, fault.message, step, hint: fault.hint, severity: fault.severity)
  }
}

extension LeafLayout {
  /// What is wrong with binding some pages into leaves, if anything.
  func fault(
    pages: [String], loops: Bool
  ) -> (severity: Diagnostic.Severity, code: Diagnostic.Code, message: String, hint: String)? {
    guard self != .single, pages.count % 2 == 1, let last = pages.last else { return nil }
    if loops {
      return (
        .error, .conflictingKeys,
        "\(pages.count) pages on leaves of two do not close to a ring",
        "have an even number of pages at every step, or no loop"
      )
    }
    if self != .spread { return nil }
    if pages.count == 1 {
      return (
        .error, .conflictingKeys,
        "a spine in the middle shows two pages, and there is \(last.quoted) alone",
        "add a page to face it, or write spine: min"
      )
    }
    return (
      .warning, .noEffect, "no page faces the last one, \(last.quoted): it is not shown",
      "add a page, or write spine: min"
    )
  }
}
