import FolioNumerics

/// Which page a released pager goes to.
///
/// From ``flickSpeed`` on the page turns in the direction of the flick, whatever the distance; below
/// it the page that has come far enough into view is taken.
public struct PagingRule: Hashable, Sendable {
  /// Points a second from which a release turns the page; infinite for never.
  public var flickSpeed: Double
  /// Points that the finger must have travelled for a flick to count.
  public var minimumFlickTravel: Double
  /// The share of a page that a slow drag must have passed to turn it, in 0...1. At one half the
  /// half itself goes forward, from either side.
  public var turnShare: Double

  /// A rule from its numbers.
  public init(flickSpeed: Double, minimumFlickTravel: Double = 0, turnShare: Double = 0.5) {
    self.flickSpeed = flickSpeed
    self.minimumFlickTravel = minimumFlickTravel
    self.turnShare = turnShare
  }

  /// Folioscope's model of UIKit: 300 pt/s, else the nearest page.
  public static let uikit = PagingRule(flickSpeed: MotionConstants.flickSpeed)
  /// The nearest page, however fast.
  public static let nearest = PagingRule(flickSpeed: .infinity)
  /// Flutter's `PageScrollPhysics` on a screen of three pixels a point: any speed above
  /// 1 / (0.05 · 3) turns the page.
  public static let flutter = PagingRule(flickSpeed: 1 / (0.05 * 3))
  /// Android's `ViewPager`: 400 dp/s after 25 dp of travel, else 60 % of a page.
  public static let viewPager = PagingRule(
    flickSpeed: 400, minimumFlickTravel: 25, turnShare: 0.6)
  /// Android's `ViewPager2`: the platform's smallest fling of 50 dp/s turns the page.
  public static let viewPager2 = PagingRule(flickSpeed: 50)
}

/// How a released pager travels to its page.
public enum SettleMotion: Hashable, Sendable {
  /// By a spring. Capped, its start speed towards the page is at most the distance times the slower
  /// decay rate (10/s for the bounce spring), so that it cannot overshoot.
  case spring(Spring, isCapped: Bool)
  /// By an animation of fixed duration.
  case eased(TimingCurve, duration: Rational)
  /// As Android's `ViewPager`: `(u - 1)⁵ + 1` over a time that depends on speed and distance, at
  /// most 0.6 s.
  case viewPager
}

/// What happens past an edge.
public struct Overscroll: Hashable, Sendable {
  /// Slope of the rubber band at the edge, above 0.
  public var coefficient: Double
  /// The spring that brings it back.
  public var spring: Spring
  /// Speed towards the edge per point of overscroll that a release adds, in 1/s.
  public var releaseRate: Double
  /// The most of the speed, in points a second, with which free scrolling reaches an edge that its
  /// spring takes over.
  public var highestImpactSpeed: Double

  /// An edge from its numbers.
  public init(
    coefficient: Double, spring: Spring, releaseRate: Double,
    highestImpactSpeed: Double = .infinity
  ) {
    self.coefficient = coefficient
    self.spring = spring
    self.releaseRate = releaseRate
    self.highestImpactSpeed = highestImpactSpeed
  }

  /// UIKit's rubber band and the spring fitted to recordings of it.
  public static let uikit = Overscroll(
    coefficient: MotionConstants.rubberBandCoefficient, spring: .bounce,
    releaseRate: MotionConstants.bounceReleaseRate)
  /// Flutter's bouncing physics: 0.52, mass 0.5, stiffness 100, ratio 1.1, at most 5000 pt/s. (Flutter
  /// forgets the limit at the leading edge.)
  public static let flutter = Overscroll(
    coefficient: 0.52, spring: Spring(mass: 0.5, stiffness: 100, dampingRatio: 1.1),
    releaseRate: 0, highestImpactSpeed: 5000)
}
