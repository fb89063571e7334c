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
  ///
  /// - Parameter area: about how many pixels are wanted of it.
  func shader(_ map: Affine, area: Int) -> Shader? {
    guard center.isFinite, degrees.isFinite, map.isFinite else { return nil }
    let ramp = GradientRamp(stops)
    guard ramp.positions.count > 1, let back = map.inverted else {
      return .solid(ramp.lastPixel)
    }
    let turned = Affine(a: back.a, b: back.b, c: back.c, d: back.d, tx: 0, ty: 0)
      .then(Affine(rotationDegrees: -degrees))
    let origin = map.apply(center)
    guard turned.isFinite, origin.isFinite else { return .solid(ramp.lastPixel) }
    return .conic(ConicShader(ramp: ramp, toUnit: turned, origin: origin, area: area))
  }
}

/// A conic gradient in device pixels.
struct ConicShader: Sendable {
  let ramp: GradientRamp
  /// From distances from the centre to a space in which place 0 is up.
  let toUnit: Affine
  /// The centre.
  let origin: Point

  private let table: GradientTable?

  init(ramp: GradientRamp, toUnit: Affine, origin: Point, area: Int) {
    self.ramp = ramp
    self.toUnit = toUnit
    self.origin = origin
    let step = abs(toUnit.a) + abs(toUnit.b)
    table = step > 1e-6 && step < 1e6 ? GradientTable(ramp, area: area, isCyclic: true) : nil
  }

  /// The pixels of columns `range` of row `y`, to the start of `d`.
  ///
  /// A step or more away from the centre a rough place is off by less than 2^-19: 2^-21 by the
  /// fitted polynomial and its rounding, and 2^-22 by that of the two coordinates.
  func row(_ y: Int, _ range: Range<Int>, into d: inout MutableSpan<UInt32>) {
    let dy = Double(y) + 0.5 - origin.y
    var piece = 0
    func pixel(_ x: Int) -> UInt32 {
      let direction = toUnit.apply(Point(x: Double(x) + 0.5 - origin.x, y: dy))
      return ramp.pixel(at: direction.turnsFromUp, startingAt: &piece)
    }
    var x = range.lowerBound
    if let table {
      let count = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
      let stepsX = count * Float(toUnit.a)
      let stepsY = count * Float(toUnit.b)
      let step = abs(toUnit.a) + abs(toUnit.b)
      while x + 8 <= range.upperBound {
        let p = toUnit.apply(Point(x: Double(x) + 0.5 - origin.x, y: dy))
        let at = x - range.lowerBound
        let distance = max(abs(p.x) - 8 * abs(toUnit.a), abs(p.y) - 8 * abs(toUnit.b))
        if distance >= step && distance < 1e9 && max(abs(p.x), abs(p.y)) < 1e9 {
          table.lookUp(
            Rough.turnsFromUp(stepsX + Float(p.x), stepsY + Float(p.y)), into: &d, at: at)
        } else {
          for i in 0..<8 { d[at + i] = pixel(x + i) }
        }
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
