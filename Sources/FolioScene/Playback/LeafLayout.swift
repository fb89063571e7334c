import FolioGeometry
import FolioPagingCore

/// Which pages are on the leaves that a pager turns. A leaf is what the engine knows as a page; all
/// but page curls have a page on each.
public enum LeafLayout: UInt8, Hashable, Sendable {
  /// One page on each.
  case single
  /// Two pages that face each other: a page curl with its spine in the middle. Leaf `k` shows pages
  /// `2k` and `2k + 1`, in right-to-left layout from the right. A last page that nothing faces is on
  /// no leaf.
  case spread
  /// A page on each side: a double-sided page curl with its spine at an edge. Leaf `k` has page `2k`
  /// in front, where it comes to rest, and page `2k + 1`, if there is one, on its back.
  case doubleSided

  /// How many pages a leaf takes.
  public var pagesPerLeaf: Int { self == .single ? 1 : 2 }

  /// The number of leaves of so many pages.
  public func leafCount(pageCount: Int) -> Int {
    switch self {
    case .single: pageCount
    case .spread: pageCount / 2
    case .doubleSided: (pageCount + 1) / 2
    }
  }

  /// The leaf that a page is on, also if it is on its back; `nil` if it is on none.
  public func leaf(ofPage page: Int, pageCount: Int) -> Int? {
    let leaf = page / pagesPerLeaf
    return page >= 0 && leaf < leafCount(pageCount: pageCount) ? leaf : nil
  }

  /// The pages that a leaf at rest shows, by index: its first page is the pager's current one.
  public func visiblePages(ofLeaf leaf: Int) -> Range<Int> {
    let first = leaf * pagesPerLeaf
    return first..<(self == .spread ? first + 2 : first + 1)
  }

  /// The page on the back of a leaf, by index; `nil` without one.
  public func backPage(ofLeaf leaf: Int, pageCount: Int) -> Int? {
    let back = leaf * 2 + 1
    return self == .doubleSided && back < pageCount ? back : nil
  }

  /// The engine's keys for pages of some keys: each leaf goes by its first page's.
  func leafKeys(_ pageKeys: [Int]) -> [Int] {
    if self == .single { return pageKeys }
    return (0..<leafCount(pageCount: pageKeys.count)).map { pageKeys[$0 * pagesPerLeaf] }
  }

  /// The pages of which a pager shows a part, from the lowest edge to the highest.
  ///
  /// - Parameter pageKeys: the pages that it has, in order.
  func pagesInView(of state: PagerState, pageKeys: [Int]) -> [PageInView] {
    var pages: [PageInView] = []
    for leaf in state.visiblePages() {
      let shown = visiblePages(ofLeaf: leaf.page)
      guard shown.upperBound <= pageKeys.count else { continue }
      let middle = shown.count == 1 ? leaf.maxEdge : (leaf.minEdge + leaf.maxEdge) / 2
      let isMirrored = state.configuration.isMirrored && shown.count > 1
      var halves = [
        PageInView(
          page: shown.lowerBound, key: pageKeys[shown.lowerBound], leaf: leaf.page,
          minEdge: isMirrored ? middle : leaf.minEdge, maxEdge: isMirrored ? leaf.maxEdge : middle)
      ]
      if shown.count > 1 {
        halves.append(
          PageInView(
            page: shown.upperBound - 1, key: pageKeys[shown.upperBound - 1], leaf: leaf.page,
            minEdge: isMirrored ? leaf.minEdge : middle,
            maxEdge: isMirrored ? middle : leaf.maxEdge))
      }
      for half in isMirrored ? halves.reversed() : halves
      where half.maxEdge > 0 && half.minEdge < state.configuration.viewExtent {
        pages.append(half)
      }
    }
    return pages
  }

  /// The pages that a pager holds ready, by index in order: those that leaves held ready show, and
  /// the backs between them.
  func heldPages(of state: PagerState, pageCount: Int, offscreenPageLimit limit: Int) -> [Int] {
    let leaves = state.heldPages(offscreenPageLimit: limit).sorted()
    var pages: [Int] = []
    for (i, leaf) in leaves.enumerated() {
      pages += visiblePages(ofLeaf: leaf).filter { $0 < pageCount }
      guard let back = backPage(ofLeaf: leaf, pageCount: pageCount) else { continue }
      let next = i + 1 < leaves.count ? leaves[i + 1] : nil
      let isLast = leaf == state.configuration.pageCount - 1
      if next == leaf + 1 || (isLast && state.configuration.wraps && leaves[0] == 0) {
        pages.append(back)
      }
    }
    return pages
  }
}

/// A page of which a pager shows a part.
public struct PageInView: Hashable, Sendable {
  /// Its index among the pages that the pager has.
  public let page: Int
  /// Its index in the track's list of pages.
  public let key: Int
  /// The leaf that it is on: the engine's page.
  public let leaf: Int
  /// Its edges along the axis, in points from the pager's leading edge.
  public let minEdge: Double
  /// The far edge.
  public let maxEdge: Double
}

extension PagerDescription {
  /// Which pages are on the leaves that it turns. The literal banner has no leaves.
  public var leafLayout: LeafLayout {
    if transition.kind != .curl || preset == .dlpageview { return .single }
    if transition.spine == .mid { return .spread }
    return transition.isDoubleSided ? .doubleSided : .single
  }

  /// The size of a leaf in a pager of a size, in points: a page, or two side by side along the axis.
  public func leafSize(in size: Size) -> Size {
    var leaf = pageSize(in: size)
    if leafLayout != .spread { return leaf }
    if axis == .horizontal { leaf.width *= 2 } else { leaf.height *= 2 }
    return leaf
  }
}
