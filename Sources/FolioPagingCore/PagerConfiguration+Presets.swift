import FolioNumerics

// Named behaviours. Each is a starting point: every property may be changed afterwards.
//
// | preset             | loops | turns        | settle               | edge          | jumps    |
// | ------------------ | ----- | ------------ | -------------------- | ------------- | -------- |
// | system             | no    | 300 pt/s, ½  | bounce spring        | UIKit         | direct   |
// | dlPageView         | yes   | 300 pt/s, ½  | bounce spring        | none          | none     |
// | pageViewController | no    | 300 pt/s, ½  | bounce spring        | UIKit         | direct   |
// | viewPager2         | no    | 50 dp/s, ½   | quintic, ≤ 0.6 s     | stops         | near (3) |
// | flutter            | no    | 6.7 pt/s, ½  | spring 0.5, 100, 1.1 | Flutter       | through  |

extension PagerConfiguration {
  /// Folioscope's own: UIKit's motion, every defect of the originals put right.
  public static func system(pageCount: Int, viewExtent: Double) -> PagerConfiguration {
    PagerConfiguration(pageCount: pageCount, viewExtent: viewExtent)
  }

  /// The endless banner literally, its defects included: three slots, a turn every three seconds,
  /// thresholds on truncated offsets.
  public static func dlPageView(pageCount: Int, viewExtent: Double) -> PagerConfiguration {
    var configuration = PagerConfiguration(pageCount: pageCount, viewExtent: viewExtent)
    configuration.loops = true
    configuration.autoplay = Autoplay(interval: 3)
    configuration.quirk = .dlPageView
    return configuration
  }

  /// UIPageViewController in scroll style: a commanded change is one page of travel.
  /// A single page still yields to a finger.
  public static func pageViewController(pageCount: Int, viewExtent: Double) -> PagerConfiguration {
    var configuration = PagerConfiguration(pageCount: pageCount, viewExtent: viewExtent)
    configuration.alwaysBounces = true
    return configuration
  }

  /// Android's ViewPager2: no rubber band, a paging slop of 16 dp, any fling of the platform turns
  /// the page, far pages are approached from three pages off. For the settle the published law of
  /// its predecessor stands in (its own is the list view's, without published figures).
  public static func viewPager2(pageCount: Int, viewExtent: Double) -> PagerConfiguration {
    var configuration = PagerConfiguration(pageCount: pageCount, viewExtent: viewExtent)
    configuration.bounces = false
    configuration.panSlop = 16
    configuration.paging = .viewPager2
    configuration.settle = .viewPager
    configuration.travel = .near(3)
    return configuration
  }

  /// Flutter's PageView with its bouncing physics on a screen of three pixels a point: a slop of 18,
  /// any flick turns the page, its spring settles it, commands pass all pages between along `ease`;
  /// free scrolling has its friction.
  public static func flutter(pageCount: Int, viewExtent: Double) -> PagerConfiguration {
    var configuration = PagerConfiguration(pageCount: pageCount, viewExtent: viewExtent)
    configuration.panSlop = 18
    configuration.paging = .flutter
    configuration.settle = .spring(Overscroll.flutter.spring, isCapped: false)
    configuration.overscroll = .flutter
    configuration.deceleration = .flutter
    configuration.travel = .through
    configuration.animationCurve = .default
    return configuration
  }
}
