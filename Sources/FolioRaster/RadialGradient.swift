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
  ///
  /// - Parameter area: about how many pixels are wanted of it.
  func shader(_ map: Affine, area: Int) -> Shader? {
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
    return .radial(RadialShader(ramp: ramp, toUnit: toUnit, origin: origin, area: area))
  }
}

/// A radial gradient in device pixels.
struct RadialShader: Sendable {
  let ramp: GradientRamp
  /// From distances from the centre to the space of the unit circle.
  let toUnit: Affine
  /// The centre.
  let origin: Point

  private let table: GradientTable?

  init(ramp: GradientRamp, toUnit: Affine, origin: Point, area: Int) {
    self.ramp = ramp
    self.toUnit = toUnit
    self.origin = origin
    // Rough places are too rough where a pixel is not much smaller than the radius.
    table =
      abs(toUnit.a) + abs(toUnit.b) <= 0.25 ? GradientTable(ramp, area: area, isCyclic: false) : nil
  }

  /// The pixels of columns `range` of row `y`, to the start of `d`.
  ///
  /// A rough place below 2 is off by less than 2^-18: 2^-22 of it by the root, 2^-21 of it by
  /// rounding, and 2^-21 by the steps of up to seven pixels.
  func row(_ y: Int, _ range: Range<Int>, into d: inout MutableSpan<UInt32>) {
    let dy = Double(y) + 0.5 - origin.y
    let rowX = toUnit.c * dy
    let rowY = toUnit.d * dy
    var piece = 0
    func pixel(_ x: Int) -> UInt32 {
      let dx = Double(x) + 0.5 - origin.x
      let u = toUnit.a * dx + rowX
      let v = toUnit.b * dx + rowY
      return ramp.pixel(at: (u * u + v * v).squareRoot(), startingAt: &piece)
    }
    var x = range.lowerBound
    if let table {
      let count = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
      let stepsX = count * Float(toUnit.a)
      let stepsY = count * Float(toUnit.b)
      while x + 8 <= range.upperBound {
        let dx = Double(x) + 0.5 - origin.x
        let u = toUnit.a * dx + rowX
        let v = toUnit.b * dx + rowY
        guard abs(u) < 1e9, abs(v) < 1e9 else { break }
        let us = stepsX + Float(u)
        let vs = stepsY + Float(v)
        table.lookUp(
          Rough.squareRoot(us * us + vs * vs), into: &d, at: x - range.lowerBound)
        x += 8
      }
      GradientTable.settle(&d, 0..<(x - range.lowerBound)) { pixel(range.lowerBound + $0) }
    }
    while x < range.upperBound {
      d[x - range.lowerBound] = pixel(x)
      x += 1
    }
  }
}
