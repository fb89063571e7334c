import FolioPagingCore

/// The model of a row of page dots, in UIKit's words.
public struct PageControl: Hashable, Sendable {
  /// Number of dots; never below 0. Lowering it pulls the current page along.
  public var numberOfPages: Int {
    didSet {
      numberOfPages = max(0, numberOfPages)
      currentPage = clamped(currentPage)
    }
  }

  /// The current dot, pinned to the dots there are.
  public var currentPage: Int {
    didSet { currentPage = clamped(currentPage) }
  }

  /// Whether nothing is shown for a single page. Off by default, as in UIKit.
  public var hidesForSinglePage = false
  /// When the dot changes while the pages move.
  public var updates: PageControlUpdate

  /// A page control without dots.
  public init(updates: PageControlUpdate = .half) {
    numberOfPages = 0
    currentPage = 0
    self.updates = updates
  }

  /// Whether anything is shown.
  public var isHidden: Bool { numberOfPages == 0 || (hidesForSinglePage && numberOfPages == 1) }

  /// The page that a tap asks for: one on or one back, by the half that is touched; `nil` at the
  /// ends.
  public func pageForTap(onTrailingHalf trailing: Bool) -> Int? {
    let page = currentPage + (trailing ? 1 : -1)
    return page >= 0 && page < numberOfPages ? page : nil
  }

  private func clamped(_ page: Int) -> Int { min(max(page, 0), max(0, numberOfPages - 1)) }
}
