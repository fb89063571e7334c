import FolioGeometry
import FolioPaging

/// A page that knows its place.
public final class PageContentViewController {
  /// Its place, counted from 0.
  public let pageIndex: Int
  /// Its title.
  public let title: String
  init(pageIndex: Int, title: String) {
    self.pageIndex = pageIndex
    self.title = title
  }
}

/// A page view controller inside a container, its pages by neighbour.
public final class RootViewController: PageViewControllerDataSource, ScrollViewDelegate {
  let arrPageTitles = ["1", "2", "3", "4", "5"]
  /// The offsets that the scroll view between controller and pages reported.
  public private(set) var offsets: [Double] = []
  /// The controller.
  public let pageViewController: PageViewController<PageContentViewController>

  /// A container that shows a page first.
  public init(
    startingAt index: Int, clock: VirtualClock
  ) throws(PageViewControllerError) {
    pageViewController = try PageViewController(
      size: Size(width: 320, height: 480), transitionStyle: .scroll,
      navigationOrientation: .horizontal, clock: clock)
    pageViewController.dataSource = self
    pageViewController.scrollView.delegate = self
    // The container adds controller and view, and then says so.
    pageViewController.didMove(toParent: self)
    if let start = viewController(at: index) {
      try pageViewController.setPages([start], direction: .forward, animated: false)
    }
  }

  func viewController(at index: Int) -> PageContentViewController? {
    if index < 0 || index >= arrPageTitles.count { return nil }
    return PageContentViewController(pageIndex: index, title: arrPageTitles[index])
  }

  /// `pageViewController:viewControllerBeforeViewController:`
  public func pageViewController(
    _ controller: PageViewController<PageContentViewController>,
    pageBefore page: PageContentViewController
  ) -> PageContentViewController? { viewController(at: page.pageIndex - 1) }

  /// `pageViewController:viewControllerAfterViewController:`
  public func pageViewController(
    _ controller: PageViewController<PageContentViewController>,
    pageAfter page: PageContentViewController
  ) -> PageContentViewController? { viewController(at: page.pageIndex + 1) }

  /// `presentationCountForPageViewController:`
  public func presentationCount(
    for controller: PageViewController<PageContentViewController>
  ) -> Int? { arrPageTitles.count }

  /// `presentationIndexForPageViewController:`
  public func presentationIndex(
    for controller: PageViewController<PageContentViewController>
  ) -> Int? { 0 }

  /// `scrollViewDidScroll:`
  public func scrollViewDidScroll(_ scrollView: ScrollView) {
    offsets.append(scrollView.contentOffset.x)
  }
}
