import FolioNumerics

/// The numbers behind the motion, each with how well it is known.
///
/// Status words: *measured* (one public recording of UIKit on iOS 26.1), *fitted* (least squares on
/// raw samples of such a recording), *agreed* (several independent projects use the same value),
/// *guess* (weak evidence), *chosen* (a decision of this project; nothing public says otherwise).
public enum MotionConstants {
  /// Seconds that an animated page change lasts, whatever its distance. Measured.
  public static let pageAnimationDuration = Rational(3, 10)
  /// Seconds that a commanded page curl lasts. Chosen: nothing public says.
  public static let pageCurlDuration = Rational(1, 2)
  /// Points that a finger travels before a drag begins; exactly these are swallowed. Measured.
  public static let panSlop = 10.0
  /// Slope of the rubber band at the edge. Agreed, and confirmed by 118 of 118 recorded offsets.
  public static let rubberBandCoefficient = 0.55
  /// Factor by which the speed falls in each millisecond of free deceleration (`normal`). Agreed.
  public static let decelerationRateNormal = 0.998
  /// The same for `fast`. Agreed.
  public static let decelerationRateFast = 0.99
  /// Points a second below which free deceleration ends. Fitted.
  public static let decelerationStopSpeed = 10.0
  /// Stiffness of the bounce spring per unit of mass, in 1/s². Fitted (119.84 ± 0.12).
  public static let bounceStiffness = 120.0
  /// Damping of the bounce spring per unit of mass, in 1/s. Fitted (21.98 ± 0.02).
  public static let bounceDamping = 22.0
  /// Points from its goal at which a spring snaps to it. Fitted.
  public static let springSnapDistance = 0.5
  /// Start speed of a bounce per point of overscroll, in 1/s, added to the release speed. Fitted to
  /// one recording.
  public static let bounceReleaseRate = 10.0
  /// Largest start speed of a settle per point of distance, in 1/s: the slower decay rate of the
  /// bounce spring, so that the page cannot overshoot. Chosen.
  public static let settleSpeedPerPoint = 10.0
  /// Points a second from which a release turns the page whatever the distance. Guess.
  public static let flickSpeed = 300.0
  /// Rate at which the position of a scripted finger is sampled, per second. Agreed.
  public static let touchSamplesPerSecond = 60
  /// Seconds without movement after which a released finger has no speed. Agreed.
  public static let restingFingerTime = Rational(1, 10)
  /// Weights of the last three speeds of a finger, newest first. Agreed (Flutter's tracker, which
  /// imitates what the scroll view reports).
  public static let velocityWeights = (0.05, 0.35, 0.6)
  /// Points a second above which a finger is not believed. Chosen; ten times what a hand reaches.
  public static let highestSpeed = 100_000.0
  /// The shortest interval between two automatic turns. Chosen, so that a long film of a mistyped
  /// interval still ends.
  public static let shortestInterval = Rational(1, 100)
}
