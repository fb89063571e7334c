import FolioNumerics

/// A damped spring, `m y'' + c y' + k y = 0`, in closed form.
///
/// `y` is the distance from the goal. The three regimes are the textbook solutions; the boundary is
/// taken as critical while `|c² - 4mk|` is within 1e-9 of `4mk`, where the other two formulas would
/// lose their digits.
public struct Spring: Hashable, Sendable {
  /// Mass, above 0.
  public let mass: Double
  /// Restoring force per unit of distance, above 0.
  public let stiffness: Double
  /// Friction per unit of speed, at least 0.
  public let damping: Double

  /// The spring that UIKit's edge bounce was fitted with: decay rates of exactly 10 and 12 per
  /// second.
  public static let bounce = Spring(
    mass: 1, stiffness: MotionConstants.bounceStiffness, damping: MotionConstants.bounceDamping)

  /// A spring from its three constants.
  ///
  /// - Precondition: mass and stiffness are above 0, damping is not negative, all are finite.
  public init(mass: Double, stiffness: Double, damping: Double) {
    precondition(mass > 0 && stiffness > 0 && damping >= 0)
    precondition(mass.isFinite && stiffness.isFinite && damping.isFinite)
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
  }

  /// A spring from its damping ratio, 1 being critical.
  public init(mass: Double, stiffness: Double, dampingRatio: Double) {
    self.init(
      mass: mass, stiffness: stiffness,
      damping: dampingRatio * 2 * (mass * stiffness).squareRoot())
  }

  /// The slower of the two decay rates, in 1/s; in the oscillating regime that of the envelope. A
  /// start speed towards the goal of at most this times the distance does not overshoot unless the
  /// spring oscillates.
  public var slowestDecay: Double {
    let discriminant = damping * damping - 4 * mass * stiffness
    return (damping - max(0, discriminant).squareRoot()) / (2 * mass)
  }

  /// Distance from the goal and its rate of change `t` seconds after `y0` and `v0`.
  public func state(at t: Double, from y0: Double, velocity v0: Double) -> (
    position: Double, velocity: Double
  ) {
    let discriminant = damping * damping - 4 * mass * stiffness
    if discriminant.magnitude <= 1e-9 * 4 * mass * stiffness {
      let w = (stiffness / mass).squareRoot()
      let e = Elementary.exp(-w * t)
      let b = v0 + w * y0
      return ((y0 + b * t) * e, (b - w * (y0 + b * t)) * e)
    }
    if discriminant < 0 {
      let decay = damping / (2 * mass)
      let w = (stiffness / mass - decay * decay).squareRoot()
      let e = Elementary.exp(-decay * t)
      let s = Elementary.sin(w * t)
      let c = Elementary.cos(w * t)
      let b = (v0 + decay * y0) / w
      return (e * (y0 * c + b * s), e * (c * (b * w - decay * y0) - s * (y0 * w + decay * b)))
    }
    let root = discriminant.squareRoot()
    let slow = (damping - root) / (2 * mass)
    let fast = (damping + root) / (2 * mass)
    let a = (v0 + fast * y0) / (fast - slow)
    let b = y0 - a
    let ea = a * Elementary.exp(-slow * t)
    let eb = b * Elementary.exp(-fast * t)
    return (ea + eb, -slow * ea - fast * eb)
  }

  /// Seconds after which the distance stays below `threshold` for ever.
  ///
  /// Solved, not stepped: an envelope gives a time after which the distance must be below; the last
  /// crossing before it is bracketed on a grid of 256 parts and bisected to the last bit.
  public func settlingTime(from y0: Double, velocity v0: Double, below threshold: Double) -> Double
  {
    let decay: Double
    let discriminant = damping * damping - 4 * mass * stiffness
    if discriminant > 0 {
      decay = (damping - discriminant.squareRoot()) / (2 * mass)
    } else {
      decay = damping / (2 * mass)
    }
    let size = y0.magnitude + v0.magnitude / (stiffness / mass).squareRoot()
    if !(size > 0) || !(threshold > 0) || !(decay > 0) { return 0 }
    // Generous: covers the factor (1 + w t) of the critical case and near-critical amplitudes.
    var end = Elementary.log(64 * (1 + size / threshold)) / decay
    end = min(end, 600)
    func isOutside(_ t: Double) -> Bool {
      state(at: t, from: y0, velocity: v0).position.magnitude >= threshold
    }
    let parts = 256
    var inside = end
    var outside: Double?
    for i in stride(from: parts - 1, through: 0, by: -1) {
      let t = end * Double(i) / Double(parts)
      if isOutside(t) {
        outside = t
        break
      }
      inside = t
    }
    guard var low = outside else { return 0 }
    var high = inside
    while true {
      let middle = (low + high) / 2
      if middle <= low || middle >= high { return high }
      if isOutside(middle) { low = middle } else { high = middle }
    }
  }
}
