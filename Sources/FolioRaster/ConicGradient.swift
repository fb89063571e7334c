import FolioGeometry

/// Colours around a centre, constant along rays (CSS's `conic-gradient`).
public struct ConicGradient: Hashable, Sendable {
  /// The colours; a place is a share of a full turn.
  public var stops: [GradientStop]
  /// The middle, in the space of what is filled.
  public var center: Point
  /// The direction of place 0 in degrees: 0 up, 90 right. Places grow clockwise.
  public var degrees: Double

  /// A gradient around a centre.
  public init(stops: [GradientStop], center: Point, degrees: Double = 0) {
    self.stops = stops
    self.center = center
    self.degrees = degrees
  }

  /// The gradient in device pixels; `nil` if a number is not finite.
  func shader(_ map: Affine) -> Shader? {
    guard center.isFinite, degrees.isFinite, map.isFinite else { return nil }
    let ramp = GradientRamp(stops)
    guard ramp.positions.count > 1, let back = map.inverted else {
      return .solid(ramp.lastPixel)
    }
    let turned = Affine(a: back.a, b: back.b, c: back.c, d: back.d, tx: 0, ty: 0)
      .then(Affine(rotationDegrees: -degrees))
    let origin = map.apply(center)
    guard turned.isFinite, origin.isFinite else { return .solid(ramp.lastPixel) }
    return .conic(ConicShader(ramp: ramp, toUnit: turned, origin: origin))
  }
}

/// A conic gradient in device pixels.
struct ConicShader: Sendable {
  let ramp: GradientRamp
  /// From distances from the centre to a space in which place 0 is up.
  let toUnit: Affine
  /// The centre.
  let origin: Point

  /// The pixels of columns `range` of row `y`, to the start of `d`.
  func row(_ y: Int, _ range: Range<Int>, into d: inout MutableSpan<UInt32>) {
    let dy = Double(y) + 0.5 - origin.y
    var piece = 0
    for x in range {
      let dx = Double(x) + 0.5 - origin.x
      let direction = toUnit.apply(Point(x: dx, y: dy))
      d[x - range.lowerBound] = ramp.pixel(at: direction.turnsFromUp, startingAt: &piece)
    }
  }
}
