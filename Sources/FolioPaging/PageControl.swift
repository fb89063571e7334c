import FolioNumerics
import FolioPagingCore

/// The model of a row of page dots, in UIKit's words.
///
/// A value: copy it, compare it, keep it. What a finger does to it is told through
/// ``touchDown(at:extent:isReversed:)`` and its companions, which return whether the value changed
/// (UIKit's `valueChanged`).
public struct PageControl: Hashable, Sendable {
  /// What a finger is doing to it.
  public enum InteractionState: UInt8, Hashable, Sendable {
    /// Nothing.
    case none
    /// A tap turns one page.
    case discrete
    /// A finger scrubs through the pages.
    case continuous
  }

  /// When the background is shown.
  public enum BackgroundStyle: UInt8, Hashable, Sendable {
    /// While a finger interacts.
    case automatic
    /// Always.
    case prominent
    /// Never.
    case minimal
  }

  /// Number of dots; never below 0. Lowering it pulls the current page along.
  public var numberOfPages: Int {
    didSet {
      numberOfPages = max(0, numberOfPages)
      currentPage = clamped(currentPage)
    }
  }

  /// The current page, pinned to the pages there are. Setting it shows it.
  public var currentPage: Int {
    didSet {
      currentPage = clamped(currentPage)
      displayedPage = currentPage
      if currentPage != oldValue { progress?.currentProgress = 0 }
    }
  }

  /// The dot that is lit: the current page, or the former one until
  /// ``updateCurrentPageDisplay()``, if a finger has changed it and the display is deferred.
  public private(set) var displayedPage: Int

  /// Whether nothing is shown for a single page. Off by default, as in UIKit.
  public var hidesForSinglePage = false
  /// Whether a finger's change waits for ``updateCurrentPageDisplay()``. Off by default.
  public var defersCurrentPageDisplay = false
  /// Whether fingers do anything.
  public var isEnabled = true
  /// Whether a finger may scrub through the pages. On by default.
  public var allowsContinuousInteraction = true
  /// When the background is shown.
  public var backgroundStyle = BackgroundStyle.automatic
  /// The side at which the row begins.
  public var direction = PageControlDirection.natural
  /// When the dot changes while the pages move.
  public var updates: PageControlUpdate
  /// The sizes of the row.
  public var metrics: PageControlMetrics
  /// How far the current page has been seen, shown in its dot; `nil` for plain dots.
  public var progress: PageControlProgress?
  /// What a finger is doing.
  public private(set) var interactionState = InteractionState.none

  private struct Press: Hashable, Sendable {
    var origin: Double
    var page: Int
    var trailing: Bool
    var isReversed: Bool
  }

  private var press: Press?

  /// A page control without dots.
  public init(updates: PageControlUpdate = .half, metrics: PageControlMetrics = .system) {
    numberOfPages = 0
    currentPage = 0
    displayedPage = 0
    self.updates = updates
    self.metrics = metrics
  }

  /// Whether anything is shown.
  public var isHidden: Bool { numberOfPages == 0 || (hidesForSinglePage && numberOfPages == 1) }

  /// Whether the background is shown now.
  public var showsBackground: Bool {
    switch backgroundStyle {
    case .prominent: return !isHidden
    case .minimal: return false
    case .automatic: return !isHidden && interactionState != .none
    }
  }

  /// The share of the current dot that is filled, 0...1; `nil` where no progress is shown. It is
  /// hidden while a finger scrubs.
  public var shownProgress: Double? {
    guard let progress, progress.isVisible, interactionState != .continuous else { return nil }
    return progress.currentProgress
  }

  /// What the dots show.
  public var state: PageControlState {
    PageControlState(numberOfPages: numberOfPages, currentPage: displayedPage)
  }

  /// Lights the dot of the current page after a deferred change.
  public mutating func updateCurrentPageDisplay() { displayedPage = currentPage }

  /// The page that a tap asks for: one on or one back, by the half that is touched; `nil` at the
  /// ends.
  public func pageForTap(onTrailingHalf trailing: Bool) -> Int? {
    let page = currentPage + (trailing ? 1 : -1)
    return page >= 0 && page < numberOfPages ? page : nil
  }

  // MARK: - Fingers

  /// A finger comes down.
  ///
  /// - Parameters:
  ///   - coordinate: where, along the row, in points from the control's left or upper edge.
  ///   - extent: the control's extent along the row, in points.
  ///   - isReversed: whether the first dot has the largest coordinate (see
  ///     ``PageControlDirection/isReversed(inRightToLeftLayout:)``).
  public mutating func touchDown(
    at coordinate: Double, extent: Double, isReversed: Bool = false
  ) {
    guard isEnabled, !isHidden, coordinate.isFinite else { return }
    let trailing = (coordinate >= extent / 2) != isReversed
    press = Press(
      origin: coordinate, page: currentPage, trailing: trailing, isReversed: isReversed)
  }

  /// The finger moves. From 10 points on it scrubs, if it may: a page for each dot that it passes.
  ///
  /// - Returns: whether the current page changed.
  public mutating func touchMove(to coordinate: Double) -> Bool {
    guard let press, allowsContinuousInteraction, coordinate.isFinite else { return false }
    let way = coordinate - press.origin
    if interactionState != .continuous {
      if way.magnitude < MotionConstants.panSlop { return false }
      interactionState = .continuous
    }
    let dots = PageIndex.nearest((press.isReversed ? -way : way) / metrics.pitch)
    return change(to: clamped(press.page + max(min(dots, numberOfPages), -numberOfPages)))
  }

  /// The finger lifts: without a scrub it was a tap, which turns one page by the half that it
  /// touched; at the ends nothing.
  ///
  /// - Returns: whether the current page changed.
  public mutating func touchUp() -> Bool {
    guard let press else { return false }
    self.press = nil
    defer { interactionState = .none }
    if interactionState == .continuous { return false }
    guard let page = pageForTap(onTrailingHalf: press.trailing) else { return false }
    interactionState = .discrete
    return change(to: page)
  }

  /// The touch is taken away; a scrub keeps the page that it has reached.
  public mutating func touchCancel() {
    press = nil
    interactionState = .none
  }

  private mutating func change(to page: Int) -> Bool {
    if page == currentPage { return false }
    let shown = displayedPage
    currentPage = page
    if defersCurrentPageDisplay { displayedPage = shown }
    return true
  }

  private func clamped(_ page: Int) -> Int { min(max(page, 0), max(0, numberOfPages - 1)) }
}

/// How far a page has been seen (as on iOS 17).
public struct PageControlProgress: Hashable, Sendable {
  /// The share, clamped to 0...1; not a number counts as 0. A change of page sets it to 0.
  public var currentProgress: Double {
    didSet { currentProgress = PageControlProgress.clamped(currentProgress) }
  }
  /// Whether it is shown.
  public var isVisible: Bool

  /// A progress.
  public init(currentProgress: Double = 0, isVisible: Bool = true) {
    self.currentProgress = PageControlProgress.clamped(currentProgress)
    self.isVisible = isVisible
  }

  private static func clamped(_ share: Double) -> Double {
    share.isNaN ? 0 : min(max(share, 0), 1)
  }
}
