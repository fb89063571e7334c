/// The resistance past an edge: `band = c p d / (d + c p)`.
///
/// `p` is the raw pull past the edge, `d` the view's extent along the axis, both in points. The
/// slope at the edge is c, the limit for a long pull is d.
public struct RubberBand: Hashable, Sendable {
  /// The view's extent along the axis, in points, above 0.
  public let dimension: Double
  /// Slope at the edge.
  public let coefficient: Double

  /// A rubber band for a view.
  public init(
    dimension: Double, coefficient: Double = MotionConstants.rubberBandCoefficient
  ) {
    self.dimension = dimension
    self.coefficient = coefficient
  }

  /// Shown distance for a raw pull; both have the same sign.
  public func shown(for pull: Double) -> Double {
    let p = pull.magnitude
    let band = coefficient * p * dimension / (dimension + coefficient * p)
    return pull < 0 ? -band : band
  }

  /// Raw pull behind a shown distance; the shown distance is taken as at most 0.999 of the limit.
  public func pull(for shown: Double) -> Double {
    let band = min(shown.magnitude, dimension * 0.999)
    let p = band * dimension / (coefficient * (dimension - band))
    return shown < 0 ? -p : p
  }
}
