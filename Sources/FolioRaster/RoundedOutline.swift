import FolioGeometry

// Circles, ellipses and rounded rectangles as polygons of the true area.
//
// Each quarter is a fan of equal angles from `UnitArc`. An inscribed polygon of n sides per quarter
// covers n sin(a) / 2 of the quarter disc's pi / 4, with a = pi / 2n. Its two end points must stay,
// since straight sides meet there; its inner vertices are moved out by the factor s that makes the
// area right:
//
//     (n - 2) s² sin(a) / 2 + 2 s sin(a) / 2 = pi / 4.
//
// The vertices are snapped once. Where the middle of the shape is itself a multiple of 1/8192 px,
// the right and lower halves are the mirror image of the snapped left and upper ones, so that a
// shape that is symmetric is symmetric to the byte.

/// A quarter of a unit circle as a polygon of the true area.
struct QuarterCircle: Sendable {
  /// Points from (1, 0) to (0, 1).
  let points: [Point]

  /// - Parameter radius: the larger radius in pixels for which it is made.
  init(radius: Double) {
    let level = UnitArc.level(radius: radius, tolerance: 1.0 / 4096)
    var points = UnitArc.quarter(level: level)
    let n = Double(points.count - 1)
    if n >= 2 {
      let sine = points[1].y
      // pi / (2 sin a)
      let target = 1.5707963267948966 / sine
      let s = n > 2 ? ((1 + (n - 2) * target).squareRoot() - 1) / (n - 2) : target / 2
      for i in 1..<(points.count - 1) { points[i] = points[i] * s }
    }
    self.points = points
  }
}

/// The outline of a rounded rectangle in device pixels.
struct RoundedOutline {
  /// The straight rectangle, in pixels.
  let rect: Rect
  /// Radii along x and y of the corners: top left, top right, bottom right, bottom left.
  let radii: [Size]

  /// A rectangle with its radii.
  init(rect: Rect, radii: [Size]) {
    self.rect = rect
    self.radii = radii
  }

  /// The ellipse that touches the sides of a rectangle.
  init(ellipseIn rect: Rect) {
    self.rect = rect
    radii = [Size](
      repeating: Size(width: rect.width / 2, height: rect.height / 2), count: 4)
  }

  /// A rounded rectangle scaled by `scaleX` and `scaleY`, which may be negative.
  init(_ rounded: RoundedRect, _ map: Affine) {
    let a = map.apply(rounded.rect.origin)
    let b = map.apply(Point(x: rounded.rect.maxX, y: rounded.rect.maxY))
    rect = Rect(
      x: min(a.x, b.x), y: min(a.y, b.y), width: abs(b.x - a.x), height: abs(b.y - a.y))
    var corners = [rounded.topLeft, rounded.topRight, rounded.bottomRight, rounded.bottomLeft]
    if map.a < 0 { corners = [corners[1], corners[0], corners[3], corners[2]] }
    if map.d < 0 { corners = [corners[3], corners[2], corners[1], corners[0]] }
    radii = corners.map { Size(width: $0 * abs(map.a), height: $0 * abs(map.d)) }
  }

  /// Adds the outline, clockwise. Returns false, adding nothing, if it reaches out of the safe box.
  func add(to clipper: inout EdgeClipper) -> Bool {
    let limit = Subpixel.limit
    guard rect.minX >= -limit, rect.minY >= -limit, rect.maxX <= limit, rect.maxY <= limit else {
      return false
    }
    let x = Axis(rect.minX, rect.maxX)
    let y = Axis(rect.minY, rect.maxY)
    var quarter: [Point] = []
    var quarterRadius = -1.0
    var first: (x: Int32, y: Int32)?
    var previous: (x: Int32, y: Int32) = (0, 0)
    for corner in 0..<4 {
      let r = radii[corner]
      let isRight = corner == 1 || corner == 2
      let isLower = corner >= 2
      var count = 1
      if r.width > 0 && r.height > 0 {
        let radius = max(r.width, r.height)
        if radius != quarterRadius {
          quarter = QuarterCircle(radius: radius).points
          quarterRadius = radius
          clipper.reserve(4 * quarter.count)
        }
        count = quarter.count
      }
      for k in 0..<count {
        var inset = Point.zero
        if count > 1 {
          // Clockwise: corners 0 and 2 run from the side to the top (or bottom), 1 and 3 back.
          let p = quarter[isRight == isLower ? k : count - 1 - k]
          inset = Point(x: r.width - r.width * p.x, y: r.height - r.height * p.y)
        }
        let point = (x: x.snap(inset.x, far: isRight), y: y.snap(inset.y, far: isLower))
        if first == nil {
          first = point
        } else {
          clipper.snappedLine(previous.x, previous.y, point.x, point.y)
        }
        previous = point
      }
    }
    if let first { clipper.snappedLine(previous.x, previous.y, first.x, first.y) }
    return true
  }

  /// Snaps distances from the two ends of an extent.
  private struct Axis {
    let low: Double
    let high: Double
    /// The sum of a raw coordinate and its mirror image, if that is a whole number.
    let mirror: Int?

    init(_ low: Double, _ high: Double) {
      self.low = low
      self.high = high
      let sum = (low + high) * 4096
      mirror = sum == sum.rounded() ? Int(sum) : nil
    }

    /// The raw coordinate at a distance from the low end, or from the high one.
    func snap(_ distance: Double, far: Bool) -> Int32 {
      let near = Subpixel(snapping: low + distance).rawValue
      if !far { return near }
      if let mirror { return Int32(mirror - Int(near)) }
      return Subpixel(snapping: high - distance).rawValue
    }
  }
}
