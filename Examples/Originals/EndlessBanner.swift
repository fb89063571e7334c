import FolioGeometry
import FolioNumerics
import FolioPaging

/// The endless banner as an app writes it: a data source, a delegate, an interval.
public final class BannerScreen: PageViewDataSource, PageViewDelegate {
  let images = ["spring", "summer", "autumn", "winter", "again"]
  /// What was tapped.
  public private(set) var selected: [String] = []
  /// The banner.
  public let pageView: PageView<String>

  /// A screen with a banner at the demo's proportions that turns every four seconds.
  public init(clock: VirtualClock) {
    pageView = PageView(size: Size(width: 320, height: 0.618 * 320), clock: clock)
    pageView.delegate = self
    pageView.dataSource = self
    pageView.animationDuration = 4
  }

  /// `numberOfPagesInPageView:`
  public func numberOfPages(in pageView: PageView<String>) -> Int { images.count }

  /// `pageView:viewForPageAtIndexPath:`
  public func pageView(_ pageView: PageView<String>, pageAt index: Int) -> String {
    images[index]
  }

  /// `pageView:didSelectPage:atIndexPath:`
  public func pageView(_ pageView: PageView<String>, didSelect page: String, at index: Int) {
    selected.append("\(index): \(page)")
  }
}
