import FolioNumerics

/// How an animation's progress follows its time.
public enum TimingCurve: Hashable, Sendable {
  /// `(1 - cos(pi u)) / 2`: what `setContentOffset(_:animated:)` was measured to do.
  case cosine
  /// Progress equals time.
  case linear
  /// A cubic Bézier curve from (0, 0) to (1, 1) with two control points, as in Core Animation and
  /// CSS. The x of both lies in 0...1.
  case cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double)
  /// `(u - 1)⁵ + 1`: the settle of Android's view pagers.
  case quinticOut
  /// A spring from rest. As the curve of an animated page change it sets its own duration: it runs
  /// until it is within half a point of the page. As a curve over 0...1 it runs until it is within a
  /// thousandth.
  case spring(Spring)

  /// Core Animation's `easeIn`.
  public static let easeIn = TimingCurve.cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
  /// Core Animation's `easeOut`.
  public static let easeOut = TimingCurve.cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
  /// Core Animation's `easeInEaseOut`.
  public static let easeInEaseOut = TimingCurve.cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)
  /// Core Animation's `default`.
  public static let `default` = TimingCurve.cubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)

  /// Progress at the share `u` of the duration; `u` is clamped to 0...1, where progress is exactly
  /// 0 and 1.
  public func progress(at u: Double) -> Double {
    if !(u > 0) { return 0 }
    if u >= 1 { return 1 }
    switch self {
    case .linear: return u
    case .cosine: return (1 - Elementary.cos(Elementary.pi * u)) / 2
    case .quinticOut:
      let s = u - 1
      return s * s * s * s * s + 1
    case .cubicBezier(let x1, let y1, let x2, let y2):
      let s = TimingCurve.parameter(x: u, x1: x1, x2: x2)
      let y = TimingCurve.bezier(s, y1, y2)
      return y.isFinite ? y : u
    case .spring(let spring):
      let length = spring.settlingTime(from: 1, velocity: 0, below: 1e-3)
      return 1 - spring.state(at: u * length, from: 1, velocity: 0).position
    }
  }

  /// Rate of the progress per unit of `u`.
  public func rate(at u: Double) -> Double {
    if !(u >= 0 && u <= 1) { return 0 }
    switch self {
    case .linear: return 1
    case .cosine: return Elementary.pi / 2 * Elementary.sin(Elementary.pi * u)
    case .quinticOut:
      let s = u - 1
      return 5 * s * s * s * s
    case .cubicBezier(let x1, let y1, let x2, let y2):
      let s = TimingCurve.parameter(x: u, x1: x1, x2: x2)
      let dx = TimingCurve.bezierRate(s, x1, x2)
      let dy = TimingCurve.bezierRate(s, y1, y2)
      return dx > 1e-12 && dy.isFinite ? dy / dx : 0
    case .spring(let spring):
      let length = spring.settlingTime(from: 1, velocity: 0, below: 1e-3)
      return -spring.state(at: u * length, from: 1, velocity: 0).velocity * length
    }
  }

  /// `3 c1 s (1 - s)² + 3 c2 s² (1 - s) + s³`.
  static func bezier(_ s: Double, _ c1: Double, _ c2: Double) -> Double {
    let r = 1 - s
    return 3 * c1 * s * r * r + 3 * c2 * s * s * r + s * s * s
  }

  static func bezierRate(_ s: Double, _ c1: Double, _ c2: Double) -> Double {
    let r = 1 - s
    return 3 * c1 * r * (r - 2 * s) + 3 * c2 * s * (2 * r - s) + 3 * s * s
  }

  /// The curve parameter at which the curve's x equals `x`: Newton's steps, kept inside a bracket
  /// that bisection shrinks, so the loop ends for every pair of control points in 0...1.
  static func parameter(x: Double, x1: Double, x2: Double) -> Double {
    var low = 0.0
    var high = 1.0
    var s = x
    for _ in 0..<64 {
      let error = bezier(s, x1, x2) - x
      if error == 0 { return s }
      if error > 0 { high = s } else { low = s }
      let rate = bezierRate(s, x1, x2)
      var next = rate > 1e-9 ? s - error / rate : (low + high) / 2
      if !(next > low && next < high) { next = (low + high) / 2 }
      if next == s { return s }
      s = next
    }
    return s
  }
}
