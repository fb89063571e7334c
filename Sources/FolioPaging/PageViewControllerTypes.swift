import FolioGeometry
import FolioPagingCore

/// How pages pass from one to the next.
public enum PageTransitionStyle: UInt8, Hashable, Sendable {
  /// A leaf turns about a spine. (UIKit's raw value is 0.)
  case pageCurl
  /// Side by side.
  case scroll
}

/// Where the spine of a turning leaf lies; `none` for the scroll style.
public enum PageSpineLocation: UInt8, Hashable, Sendable {
  /// No spine.
  case none
  /// At the near edge: left, or top.
  case min
  /// In the middle: two pages lie open.
  case mid
  /// At the far edge: right, or bottom.
  case max
}

/// What a page view controller cannot do.
public enum PageViewControllerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A change of pages with another number of pages than the style shows.
  case wrongNumberOfPages(
    found: Int, expected: Int, style: PageTransitionStyle, spine: PageSpineLocation,
    isDoubleSided: Bool)
  /// A spine in the middle with leaves that have pages on one side.
  case midSpineNeedsDoubleSided
  /// A spine location that the style does not have.
  case spineNeedsPageCurl(PageSpineLocation)
  /// The page curl needs a spine.
  case pageCurlNeedsSpine

  /// What was found, what was expected and what to do.
  public var description: String {
    switch self {
    case .wrongNumberOfPages(let found, let expected, let style, let spine, let isDoubleSided):
      let shape =
        style == .scroll
        ? "the scroll style"
        : "a page curl with its spine at \(spine)\(isDoubleSided ? ", double-sided," : "")"
      let what =
        expected == 1
        ? "the page to show"
        : (spine == .mid
          ? "the left and the right page" : "the front of the new page and the back of the old one")
      return "\(found) pages given, but \(shape) takes \(expected): pass \(what)"
    case .midSpineNeedsDoubleSided:
      return "a spine in the middle shows two sides: leave double-sided on, or move the spine"
    case .spineNeedsPageCurl(let spine):
      return "the scroll style has no spine, but \(spine) was given: use none, or the page curl"
    case .pageCurlNeedsSpine:
      return "the page curl turns about a spine: give min, mid or max"
    }
  }
}

/// A page that wants to be told when it becomes a child and when it appears, as a view controller
/// is. Pages of other types are told nothing; the controller's log has it all the same.
public protocol ChildPage: AnyObject {
  /// It is about to become a child (`true`), or to stop being one.
  func willMove(toParent isChild: Bool)
  /// It has become a child (`true`), or has stopped being one.
  func didMove(toParent isChild: Bool)
  /// It begins to come into view, or to come back.
  func viewWillAppear(animated: Bool)
  /// It is in view.
  func viewDidAppear(animated: Bool)
  /// It begins to leave the view.
  func viewWillDisappear(animated: Bool)
  /// It is out of view.
  func viewDidDisappear(animated: Bool)
}

extension ChildPage {
  /// Does nothing.
  public func willMove(toParent isChild: Bool) {}
  /// Does nothing.
  public func didMove(toParent isChild: Bool) {}
  /// Does nothing.
  public func viewWillAppear(animated: Bool) {}
  /// Does nothing.
  public func viewDidAppear(animated: Bool) {}
  /// Does nothing.
  public func viewWillDisappear(animated: Bool) {}
  /// Does nothing.
  public func viewDidDisappear(animated: Bool) {}
}

/// What happens to a page in a page view controller's window.
public enum PageLifeEvent: UInt8, Hashable, Sendable {
  /// The data source made it and it came into the window: `willMove` and `didMove(toParent:)`.
  case created
  /// It left the window: `willMove` and `didMove(toParent: nil)`.
  case dropped
  /// `viewWillAppear`.
  case willAppear
  /// `viewDidAppear`.
  case didAppear
  /// `viewWillDisappear`.
  case willDisappear
  /// `viewDidDisappear`.
  case didDisappear
}

/// Gives a page view controller its pages by their neighbours.
public protocol PageViewControllerDataSource<Page>: AnyObject {
  /// What a page is.
  associatedtype Page
  /// The page before one, or `nil` if that is the first.
  func pageViewController(_ controller: PageViewController<Page>, pageBefore page: Page) -> Page?
  /// The page after one, or `nil` if that is the last.
  func pageViewController(_ controller: PageViewController<Page>, pageAfter page: Page) -> Page?
  /// How many dots to show; `nil` (the default) for no page control.
  func presentationCount(for controller: PageViewController<Page>) -> Int?
  /// Which dot to light; `nil` (the default) for no page control. It says nothing about the page
  /// that is shown: that is the one given to `setPages`.
  func presentationIndex(for controller: PageViewController<Page>) -> Int?
}

extension PageViewControllerDataSource {
  /// No page control.
  public func presentationCount(for controller: PageViewController<Page>) -> Int? { nil }
  /// No page control.
  public func presentationIndex(for controller: PageViewController<Page>) -> Int? { nil }
}

/// Told what happens to a page view controller by finger. Every method has a default.
public protocol PageViewControllerDelegate<Page>: AnyObject {
  /// What a page is.
  associatedtype Page
  /// A finger begins to reveal pages. Changes by `setPages` do not call this.
  func pageViewController(
    _ controller: PageViewController<Page>, willTransitionTo pendingPages: [Page])
  /// A transition by finger is over.
  ///
  /// - Parameters:
  ///   - finished: whether it came to its end, instead of being cut off by something else.
  ///   - previousPages: the pages that were shown before.
  ///   - completed: whether the pages changed; `false` if the finger let go and they came back.
  func pageViewController(
    _ controller: PageViewController<Page>, didFinishAnimating finished: Bool,
    previousPages: [Page], transitionCompleted completed: Bool)
  /// The view has got another size: where the spine of a page curl lies now. A number of pages that
  /// fits it is set within this call. By default the spine stays.
  func pageViewController(
    _ controller: PageViewController<Page>, spineLocationFor size: Size
  ) -> PageSpineLocation
}

extension PageViewControllerDelegate {
  /// Does nothing.
  public func pageViewController(
    _ controller: PageViewController<Page>, willTransitionTo pendingPages: [Page]
  ) {}
  /// Does nothing.
  public func pageViewController(
    _ controller: PageViewController<Page>, didFinishAnimating finished: Bool,
    previousPages: [Page], transitionCompleted completed: Bool
  ) {}
  /// The spine stays.
  public func pageViewController(
    _ controller: PageViewController<Page>, spineLocationFor size: Size
  ) -> PageSpineLocation { controller.spineLocation }
}
