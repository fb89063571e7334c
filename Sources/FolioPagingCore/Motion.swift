import FolioNumerics

/// One piece of motion in closed form: a place along the slots as a function of the time since it
/// began.
///
/// Places are in pages; `stride` turns points into pages where a law of motion is stated in points.
public enum Motion: Hashable, Sendable {
  /// Standing still.
  case rest(Double)
  /// An animation of fixed duration.
  case eased(from: Double, to: Double, duration: Rational, curve: TimingCurve)
  /// A spring towards `target`; displacement in pages, velocity in pages a second.
  case spring(target: Double, displacement: Double, velocity: Double, spring: Spring)
  /// Free scrolling; velocity in pages a second.
  case deceleration(from: Double, velocity: Double, law: Deceleration)
  /// Following a finger.
  case finger(FingerMotion)

  /// The place after `elapsed` seconds.
  public func place(at elapsed: Rational) -> Double {
    switch self {
    case .rest(let place): return place
    case .eased(let from, let to, let duration, let curve):
      if elapsed >= duration { return to }
      return from + (to - from) * curve.progress(at: elapsed.share(of: duration))
    case .spring(let target, let displacement, let velocity, let spring):
      return target
        + spring.state(at: elapsed.double, from: displacement, velocity: velocity).position
    case .deceleration(let from, let velocity, let law):
      return from + law.distance(at: elapsed.double, from: velocity)
    case .finger(let finger): return finger.place(at: elapsed)
    }
  }

  /// The place after `seconds`, near enough to look for the part of time in which something changes
  /// (the instant itself is then sought on exact times).
  func approximatePlace(at seconds: Double) -> Double {
    switch self {
    case .rest(let place): return place
    case .eased(let from, let to, let duration, let curve):
      return from + (to - from) * curve.progress(at: seconds / duration.double)
    case .spring(let target, let displacement, let velocity, let spring):
      return target + spring.state(at: seconds, from: displacement, velocity: velocity).position
    case .deceleration(let from, let velocity, let law):
      return from + law.distance(at: seconds, from: velocity)
    case .finger(let finger): return finger.approximatePlace(at: seconds)
    }
  }

  /// Pages a second after `elapsed` seconds.
  public func velocity(at elapsed: Rational) -> Double {
    switch self {
    case .rest: return 0
    case .eased(let from, let to, let duration, let curve):
      if elapsed >= duration || duration <= 0 { return 0 }
      return (to - from) * curve.rate(at: elapsed.share(of: duration)) / duration.double
    case .spring(_, let displacement, let velocity, let spring):
      return spring.state(at: elapsed.double, from: displacement, velocity: velocity).velocity
    case .deceleration(_, let velocity, let law):
      return law.velocity(at: elapsed.double, from: velocity)
    case .finger(let finger): return finger.velocity(at: elapsed)
    }
  }

  /// The same motion `delta` pages further on.
  func shifted(by delta: Double) -> Motion {
    switch self {
    case .rest(let place): return .rest(place + delta)
    case .eased(let from, let to, let duration, let curve):
      return .eased(from: from + delta, to: to + delta, duration: duration, curve: curve)
    case .spring(let target, let displacement, let velocity, let spring):
      return .spring(
        target: target + delta, displacement: displacement, velocity: velocity, spring: spring)
    case .deceleration(let from, let velocity, let law):
      return .deceleration(from: from + delta, velocity: velocity, law: law)
    case .finger(var finger):
      finger.anchorPlace += delta
      if let bounds = finger.bounds {
        finger.bounds = (bounds.lowerBound + delta)...(bounds.upperBound + delta)
      }
      return .finger(finger)
    }
  }
}

/// A pager under a finger that moves at constant speed.
///
/// The place is `anchorPlace` when the finger is at `anchor`, and goes one page against the finger's
/// way for each `stride` points; past an edge a rubber band resists.
public struct FingerMotion: Hashable, Sendable {
  /// Finger coordinate at the start, in points.
  public var from: Double
  /// Finger coordinate at the end, in points.
  public var to: Double
  /// Seconds from start to end; the finger stands still afterwards.
  public var duration: Rational
  /// A finger coordinate, in points.
  public var anchor: Double
  /// The raw place (before any rubber band) that belongs to `anchor`.
  public var anchorPlace: Double
  /// Points per page, with the sign of the layout: negative where later pages lie to the left.
  public var stride: Double
  /// Places at rest, or `nil` where there are no edges.
  public var bounds: ClosedRange<Double>?
  /// The view's extent along the axis, in points.
  public var viewExtent: Double
  /// Whether it yields past an edge.
  public var bounces: Bool
  /// Slope of the rubber band at the edge.
  public var coefficient = MotionConstants.rubberBandCoefficient

  func finger(at elapsed: Rational) -> Double {
    if elapsed >= duration { return to }
    return from + (to - from) * elapsed.share(of: duration)
  }

  /// The shown place for a raw one.
  func shown(_ raw: Double) -> Double {
    guard let bounds else { return raw }
    let edge = raw < bounds.lowerBound ? bounds.lowerBound : bounds.upperBound
    if bounds.contains(raw) { return raw }
    if !bounces { return edge }
    let points = (raw - edge) * stride.magnitude
    return edge + RubberBand(dimension: viewExtent, coefficient: coefficient).shown(for: points)
      / stride.magnitude
  }

  /// The raw place behind a shown one.
  func raw(_ shown: Double) -> Double {
    guard let bounds, bounces, !bounds.contains(shown) else { return shown }
    let edge = shown < bounds.lowerBound ? bounds.lowerBound : bounds.upperBound
    let points = (shown - edge) * stride.magnitude
    return edge + RubberBand(dimension: viewExtent, coefficient: coefficient).pull(for: points)
      / stride.magnitude
  }

  func place(at elapsed: Rational) -> Double {
    shown(anchorPlace - (finger(at: elapsed) - anchor) / stride)
  }

  func approximatePlace(at seconds: Double) -> Double {
    let whole = duration.double
    let share = seconds >= whole ? 1 : seconds / whole
    return shown(anchorPlace - (from + (to - from) * share - anchor) / stride)
  }

  func velocity(at elapsed: Rational) -> Double {
    if elapsed >= duration { return 0 }
    let speed = -(to - from) / duration.double / stride
    let raw = anchorPlace - (finger(at: elapsed) - anchor) / stride
    guard let bounds, !bounds.contains(raw) else { return speed }
    if !bounces { return 0 }
    let edge = raw < bounds.lowerBound ? bounds.lowerBound : bounds.upperBound
    let pull = ((raw - edge) * stride).magnitude
    // d band / d pull = c d² / (d + c p)²
    let c = coefficient
    let denominator = viewExtent + c * pull
    return speed * c * viewExtent * viewExtent / (denominator * denominator)
  }
}
