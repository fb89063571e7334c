import FolioNumerics

/// Free scrolling after a flick: the speed falls by a fixed factor in every millisecond.
///
/// `v(t) = v0 r^(1000 t)` and `x = x0 + v0 F (1 - r^(1000 t))`. UIKit moves as if each millisecond
/// first lowered the speed and then moved by it, `F = r / (1000 (1 - r))`: fits of two public
/// recordings tell this form (F = 0.499 at the normal rate) from the continuous one, `F = -1 / (1000
/// log r)` (0.4995), beyond doubt. Flutter's friction is continuous. `r^(1000 t)` is
/// `exp(1000 t log r)`.
public struct Deceleration: Hashable, Sendable {
  /// How the position follows the speed.
  public enum Form: UInt8, Hashable, Sendable {
    /// In steps of a millisecond, each with the speed at its end: UIKit's.
    case milliseconds
    /// As the integral of the speed.
    case continuous
  }

  /// Speed factor per millisecond, in 0..<1.
  public let rate: Double
  /// How the position follows the speed.
  public let form: Form
  /// The speed in points a second below which the motion is over.
  public let stopSpeed: Double

  /// UIKit's `normal`.
  public static let normal = Deceleration(rate: MotionConstants.decelerationRateNormal)
  /// UIKit's `fast`.
  public static let fast = Deceleration(rate: MotionConstants.decelerationRateFast)
  /// Flutter's friction: a factor of 0.135 per second, over below 1 / (0.05 · 3) pt/s (a screen of
  /// three pixels a point).
  public static let flutter = Deceleration(
    rate: Elementary.exp(Elementary.log(0.135) / 1000), form: .continuous,
    stopSpeed: 1 / (0.05 * 3))

  /// A deceleration by its factor per millisecond.
  ///
  /// - Precondition: `rate` is above 0 and below 1.
  public init(
    rate: Double, form: Form = .milliseconds,
    stopSpeed: Double = MotionConstants.decelerationStopSpeed
  ) {
    precondition(rate > 0 && rate < 1)
    self.rate = rate
    self.form = form
    self.stopSpeed = stopSpeed
  }

  /// Distance per unit of start speed that the whole motion covers, in seconds.
  public var reach: Double {
    switch form {
    case .milliseconds: return rate / (1000 * (1 - rate))
    case .continuous: return -1 / (1000 * Elementary.log(rate))
    }
  }

  /// The speed `t` seconds after `v0`.
  public func velocity(at t: Double, from v0: Double) -> Double {
    v0 * Elementary.exp(1000 * t * Elementary.log(rate))
  }

  /// The distance covered in `t` seconds.
  public func distance(at t: Double, from v0: Double) -> Double {
    v0 * reach * (1 - Elementary.exp(1000 * t * Elementary.log(rate)))
  }

  /// Seconds until the speed has fallen to `stopSpeed`; 0 if it starts below.
  public func duration(from v0: Double, stopSpeed: Double) -> Double {
    if !(v0.magnitude > stopSpeed) { return 0 }
    return Elementary.log(stopSpeed / v0.magnitude) / (1000 * Elementary.log(rate))
  }

  /// Seconds until `distance` is covered, or `nil` if the motion never gets there.
  public func time(toCover distance: Double, from v0: Double) -> Double? {
    if distance == 0 { return 0 }
    let share = distance / (v0 * reach)
    if !(share > 0 && share < 1) { return nil }
    return Elementary.log(1 - share) / (1000 * Elementary.log(rate))
  }

  /// Where a flick would come to rest: Apple's projection (WWDC 2018, session 803).
  public func projectedDistance(from v0: Double) -> Double { v0 * reach }
}
