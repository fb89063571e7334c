import FolioNumerics

/// Integer weights of a Gaussian that add up to exactly 65,536.
///
/// Samples of exp(-k² / 2 sigma²) for |k| <= 3 sigma, rounded up, scaled so that they add up to the
/// unit. Each is the rounded share of its weight, counted from the outside in; what rounding leaves
/// goes to the middle, so the weights are symmetric.
struct Gaussian: Sendable {
  /// The sum of the weights.
  static let unit = 65_536
  /// The largest standard deviation in pixels; larger ones are clamped to it.
  static let maximumSigma = 256.0

  /// How far the weights reach on either side.
  let radius: Int
  /// `2 radius + 1` weights.
  let weights: [UInt32]

  /// - Parameter sigma: the standard deviation in pixels; at 0 or less (or NaN) nothing is blurred.
  init(sigma: Double) {
    guard sigma > 0 else {
      radius = 0
      weights = [UInt32(Gaussian.unit)]
      return
    }
    let sigma = min(sigma, Gaussian.maximumSigma)
    let reach = max(1, Int((3 * sigma).rounded(.up)))
    var samples: [Double] = []
    var sum = 0.0
    for k in 0...reach {
      let x = Double(k) / sigma
      let sample = Elementary.exp(-x * x / 2)
      samples.append(sample)
      sum += k == 0 ? sample : 2 * sample
    }
    var integers = [UInt32](repeating: 0, count: 2 * reach + 1)
    var tail = 0.0
    var before = 0.0
    for k in (1...reach).reversed() {
      // Boundaries of the cumulative share are rounded, so errors do not add up.
      tail += samples[k] / sum * Double(Gaussian.unit)
      let boundary = (tail + 0.5).rounded(.down)
      integers[reach - k] = UInt32(boundary - before)
      integers[reach + k] = UInt32(boundary - before)
      before = boundary
    }
    integers[reach] = UInt32(Gaussian.unit) - 2 * UInt32(before)
    radius = reach
    weights = integers
  }
}
