import FolioGeometry

/// Colours from a centre outwards, constant on circles or ellipses around it and beyond the last.
///
/// If a radius is 0 or less, everything has the colour of the last stop (the rule of SVG).
public struct RadialGradient: Hashable, Sendable {
  /// The colours.
  public var stops: [GradientStop]
  /// Where place 0 lies, in the space of what is filled.
  public var center: Point
  /// How far away place 1 lies along x and y.
  public var radii: Size

  /// A gradient on circles.
  public init(stops: [GradientStop], center: Point, radius: Double) {
    self.init(stops: stops, center: center, radii: Size(width: radius, height: radius))
  }

  /// A gradient on ellipses.
  public init(stops: [GradientStop], center: Point, radii: Size) {
    self.stops = stops
    self.center = center
    self.radii = radii
  }

  /// The gradient in device pixels; `nil` if a number is not finite.
  func shader(_ map: Affine) -> Shader? {
    guard center.isFinite, radii.isFinite, map.isFinite else { return nil }
    let ramp = GradientRamp(stops)
    guard !radii.isEmpty, ramp.positions.count > 1, let back = map.inverted else {
      return .solid(ramp.lastPixel)
    }
    let toUnit = Affine(
      a: back.a / radii.width, b: back.b / radii.height, c: back.c / radii.width,
      d: back.d / radii.height, tx: 0, ty: 0)
    let origin = map.apply(center)
    guard toUnit.isFinite, origin.isFinite else { return .solid(ramp.lastPixel) }
    return .radial(RadialShader(ramp: ramp, toUnit: toUnit, origin: origin))
  }
}

/// A radial gradient in device pixels.
struct RadialShader: Sendable {
  let ramp: GradientRamp
  /// From distances from the centre to the space of the unit circle.
  let toUnit: Affine
  /// The centre.
  let origin: Point

  /// The pixels of columns `range` of row `y`, to the start of `d`.
  func row(_ y: Int, _ range: Range<Int>, into d: inout MutableSpan<UInt32>) {
    let dy = Double(y) + 0.5 - origin.y
    let rowX = toUnit.c * dy
    let rowY = toUnit.d * dy
    var piece = 0
    for x in range {
      let dx = Double(x) + 0.5 - origin.x
      let u = toUnit.a * dx + rowX
      let v = toUnit.b * dx + rowY
      d[x - range.lowerBound] = ramp.pixel(
        at: (u * u + v * v).squareRoot(), startingAt: &piece)
    }
  }
}
