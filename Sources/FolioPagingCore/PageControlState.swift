/// When the current dot of a page control changes while the pages move.
public enum PageControlUpdate: UInt8, Hashable, Sendable {
  /// Half way to the next page, the half itself included: what users expect.
  case half
  /// After a full page of travel, as the three-slot banner does.
  case fullPage
  /// When the pages have come to rest, as a page view controller does after a swipe.
  case settled
  /// All the time: neighbouring dots share the ink by distance.
  case continuous
}

/// The emphasis during a direct jump: it passes from one dot to another, past those between.
public struct PageControlCrossFade: Hashable, Sendable {
  /// The dot that is left.
  public let from: Int
  /// The dot that is reached.
  public let to: Int
  /// How far, 0...1.
  public let fraction: Double
}

/// What a page control shows.
public struct PageControlState: Hashable, Sendable {
  /// Number of dots.
  public let numberOfPages: Int
  /// The current dot, 0 without pages.
  public let currentPage: Int
  /// Where the emphasis is, in dots, unwrapped: a whole number except under
  /// ``PageControlUpdate/continuous``.
  public let position: Double
  /// Whether the last dot is followed by the first.
  public let loops: Bool
  /// Under ``PageControlUpdate/continuous`` in a direct jump: the two dots that share the emphasis,
  /// though ``position`` runs over all between them.
  public let crossFade: PageControlCrossFade?
  /// How much of the dwell timer's interval has passed, 0...1, for a dot that fills; `nil` where none
  /// is running or paused.
  public let progress: Double?

  /// What is drawn of a page control, from its parts: no progress.
  ///
  /// - Parameters:
  ///   - numberOfPages: the number of dots; below 0 counts as 0.
  ///   - position: where the emphasis is, in dots.
  ///   - loops: whether the last dot is followed by the first.
  ///   - crossFade: in a direct jump the two dots that share the emphasis.
  public init(
    numberOfPages: Int, position: Double, loops: Bool, crossFade: PageControlCrossFade? = nil
  ) {
    self.numberOfPages = max(0, numberOfPages)
    self.position = position
    self.loops = loops
    self.crossFade = crossFade
    let nearest = PageIndex.nearest(position)
    currentPage =
      self.numberOfPages == 0
      ? 0
      : loops
        ? PageIndex.floorMod(nearest, self.numberOfPages)
        : min(max(nearest, 0), self.numberOfPages - 1)
    progress = nil
  }

  /// A page control at a page; `currentPage` is clamped as UIKit does.
  public init(numberOfPages: Int, currentPage: Int) {
    self.numberOfPages = max(0, numberOfPages)
    self.currentPage = min(max(currentPage, 0), max(0, numberOfPages - 1))
    position = Double(self.currentPage)
    loops = false
    crossFade = nil
    progress = nil
  }

  /// The page control of a pager under an update policy.
  ///
  /// - Parameter displayedPage: the dot that is lit instead of the pager's while the display is
  ///   deferred, clamped; `nil` where it is not.
  public init(_ pager: PagerState, update: PageControlUpdate, displayedPage: Int? = nil) {
    let configuration = pager.configuration
    numberOfPages = configuration.pageCount
    loops = configuration.wraps
    progress = pager.dwellProgress
    if let displayedPage {
      currentPage = min(max(displayedPage, 0), max(0, numberOfPages - 1))
      position = Double(currentPage)
      crossFade = nil
      return
    }
    crossFade = update == .continuous ? PageControlState.jump(of: pager) : nil
    let index: Int?
    switch update {
    case .half, .continuous: index = pager.currentPage
    case .fullPage: index = pager.anchorPage
    case .settled: index = pager.settledPage
    }
    // A literal banner may stand on a row that does not exist; its control clamps.
    currentPage = index ?? min(max(pager.currentPageNumber, 0), max(0, numberOfPages - 1))
    if update == .continuous && numberOfPages > 0 {
      position = PageControlState.emphasis(of: pager)
    } else {
      position = Double(currentPage)
    }
  }

  /// The page control of a pager that turns leaves, the engine's pages, with a dot for each page of
  /// theirs. The current dot is the first page of its leaf; on the way under
  /// ``PageControlUpdate/continuous`` the first pages of both leaves share the emphasis.
  ///
  /// - Parameters:
  ///   - pagesPerLeaf: how many pages a leaf has, at least 1.
  ///   - numberOfPages: the number of pages, of which the last may be on no leaf.
  ///   - displayedPage: the dot that is lit instead of the pager's while the display is deferred,
  ///     clamped; `nil` where it is not.
  public init(
    _ pager: PagerState, update: PageControlUpdate, pagesPerLeaf: Int, numberOfPages: Int,
    displayedPage: Int? = nil
  ) {
    let leaves = PageControlState(pager, update: update)
    let count = max(0, numberOfPages)
    func firstPage(_ leaf: Int) -> Int {
      let index =
        leaves.loops
        ? PageIndex.floorMod(leaf, leaves.numberOfPages)
        : min(max(leaf, 0), max(0, leaves.numberOfPages - 1))
      return min(index * pagesPerLeaf, max(0, count - 1))
    }
    self.numberOfPages = count
    loops = leaves.loops
    progress = leaves.progress
    currentPage =
      displayedPage.map { min(max($0, 0), max(0, count - 1)) } ?? firstPage(leaves.currentPage)
    let low = leaves.position.rounded(.down)
    if displayedPage != nil || leaves.position == low && leaves.crossFade == nil {
      position = Double(currentPage)
      crossFade = nil
      return
    }
    position = leaves.position * Double(pagesPerLeaf)
    let leaf = PageIndex.checked(low)
    let fade =
      leaves.crossFade
      ?? PageControlCrossFade(from: leaf, to: leaf + 1, fraction: leaves.position - low)
    crossFade = PageControlCrossFade(
      from: firstPage(fade.from), to: firstPage(fade.to), fraction: fade.fraction)
  }

  private static func jump(of pager: PagerState) -> PageControlCrossFade? {
    let strip = pager.span.strip
    let configuration = pager.configuration
    if strip.isIdentity || strip.isClosed { return nil }
    let whole = pager.place.rounded(.down)
    let slot = PageIndex.checked(whole)
    let pages = (strip.page(at: slot), strip.page(at: slot + 1))
    guard pager.place > whole, (pages.1 - pages.0).magnitude != 1,
      let from = configuration.index(of: pages.0), let to = configuration.index(of: pages.1)
    else { return nil }
    return PageControlCrossFade(from: from, to: to, fraction: pager.place - whole)
  }

  /// The pager's position in dots: clamped to the ends unless it wraps, and stretched on the way to
  /// a far end that lies before the last page's own place, so that the last dot is reached.
  private static func emphasis(of pager: PagerState) -> Double {
    let configuration = pager.configuration
    if configuration.wraps { return pager.position }
    let limit = configuration.maximumPosition
    let clamped = min(max(pager.position, 0), limit)
    let last = Double(configuration.pageCount - 1)
    let before = limit.rounded(.up) - 1
    if limit > 0 && limit < last && clamped > before {
      return before + (clamped - before) / (limit - before) * (last - before)
    }
    return clamped
  }

  /// The share of the emphasis that a dot has, 0...1. The shares of all dots add up to one; at the
  /// seam of a loop the last and the first dot share it.
  public func weight(of dot: Int) -> Double {
    let count = numberOfPages
    if count <= 0 || dot < 0 || dot >= count { return 0 }
    if let fade = crossFade {
      return (dot == fade.from ? 1 - fade.fraction : 0) + (dot == fade.to ? fade.fraction : 0)
    }
    let low = PageIndex.checked(position.rounded(.down))
    let fraction = position - Double(low)
    func index(_ number: Int) -> Int {
      loops ? PageIndex.floorMod(number, count) : min(max(number, 0), count - 1)
    }
    var weight = 0.0
    if index(low) == dot { weight += 1 - fraction }
    if fraction > 0 && index(low + 1) == dot { weight += fraction }
    return weight
  }
}
