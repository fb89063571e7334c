import FolioNumerics

/// Estimates the speed of a finger from its last positions.
///
/// The speeds of the last three steps are weighted 0.05, 0.35 and 0.6 from the newest to the oldest
/// (with fewer steps the weights are scaled to sum to one); a finger that has stood still for
/// 100 ms before it lifts has no speed. A finger of constant speed gives exactly that speed.
public struct VelocityTracker: Hashable, Sendable {
  private struct Sample: Hashable, Sendable {
    var time: Rational
    var position: Double
  }

  private var samples: [Sample] = []

  /// A tracker without positions.
  public init() {}

  /// Adds a position; a second one at the same time replaces the first. A position that equals the
  /// last one adds nothing, as no touch moves without moving.
  public mutating func add(_ position: Double, at time: Rational) {
    if let last = samples.last, last.time == time { samples.removeLast() }
    if let last = samples.last, last.position == position || last.time > time { return }
    samples.append(Sample(time: time, position: position))
    if samples.count > 32 { samples.removeFirst(samples.count - 32) }
  }

  /// Points a second when the finger lifts at `time`.
  public func velocity(at time: Rational) -> Double {
    guard samples.count > 1, let last = samples.last else { return 0 }
    if time.since(last.time) >= MotionConstants.restingFingerTime { return 0 }
    let weights = [
      MotionConstants.velocityWeights.0, MotionConstants.velocityWeights.1,
      MotionConstants.velocityWeights.2,
    ]
    var sum = 0.0
    var total = 0.0
    for step in 0..<min(3, samples.count - 1) {
      let new = samples[samples.count - 1 - step]
      let old = samples[samples.count - 2 - step]
      sum += weights[step] * (new.position - old.position) / new.time.since(old.time).double
      total += weights[step]
    }
    return sum / total
  }
}
