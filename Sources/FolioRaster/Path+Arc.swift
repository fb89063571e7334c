import FolioGeometry

extension Path {
  /// Adds an arc of an ellipse from the current point, as SVG's `A` command does.
  ///
  /// Out of range values are treated as SVG 2, section 9.5.1 says: with equal ends nothing is
  /// added; with a radius of 0 a line; radii that do not reach are scaled up until they do.
  ///
  /// - Parameters:
  ///   - radii: the ellipse's radii; their signs do not matter.
  ///   - degrees: the angle from the x axis to the first radius, clockwise.
  ///   - largeArc: whether the arc of more than half a turn is meant.
  ///   - sweep: whether it runs clockwise.
  public mutating func arc(
    radii: Size, degrees: Double, largeArc: Bool, sweep: Bool, to end: Point
  ) {
    let start = currentPoint
    guard end.isFinite, radii.isFinite, degrees.isFinite else {
      line(to: Point(x: .nan, y: .nan))
      return
    }
    if start == end { return }
    var rx = abs(radii.width)
    var ry = abs(radii.height)
    if rx == 0 || ry == 0 { return line(to: end) }

    // Center parameterization (SVG 2, appendix B.2.4): the circle's space is turned and scaled so
    // that the ellipse is the unit circle.
    let turn = Affine(rotationDegrees: degrees)
    let toEnd = end - start
    let half = Point(
      x: -(turn.a * toEnd.x + turn.b * toEnd.y) / 2, y: -(turn.c * toEnd.x + turn.d * toEnd.y) / 2)
    var p = Point(x: half.x / rx, y: half.y / ry)
    let square = p.x * p.x + p.y * p.y
    guard square.isFinite else { return line(to: end) }
    if square > 1 {
      let scale = square.squareRoot()
      rx *= scale
      ry *= scale
      p = Point(x: p.x / scale, y: p.y / scale)
    }
    let rest = p.x * p.x + p.y * p.y
    let k = rest < 1 ? ((1 - rest) / rest).squareRoot() * (largeArc == sweep ? -1 : 1) : 0
    let center = Point(x: k * p.y, y: -k * p.x)
    // Directions of the two ends on the unit circle.
    let u = Path.unit(p - center)
    let v = Path.unit(p * -1 - center)
    guard u.isFinite, v.isFinite else { return line(to: end) }
    let middle = (start + end) * 0.5
    let map = Affine(
      a: turn.a * rx, b: turn.b * rx, c: turn.c * ry, d: turn.d * ry, tx: 0, ty: 0)
    let origin = middle + map.apply(center)
    let place = map.then(Affine(translationX: origin.x, y: origin.y))

    var directions = [u]
    Path.subdivide(u, v, clockwise: sweep, into: &directions)
    for i in 1..<directions.count {
      let (c1, c2) = Path.arcControls(directions[i - 1], directions[i])
      let isLast = i == directions.count - 1
      cubic(
        control1: place.apply(c1), control2: place.apply(c2),
        to: isLast ? end : place.apply(directions[i]))
    }
  }

  /// Adds an arc of a circle, with a line from the current point to its start if there is one.
  ///
  /// - Parameters:
  ///   - start: the direction of its start from the centre in degrees, 0 for straight up,
  ///     clockwise.
  ///   - sweep: how far it goes in degrees, clockwise; 360 or more is the whole circle, less than 0
  ///     runs the other way.
  public mutating func arc(center: Point, radius: Double, start: Double, sweep: Double) {
    guard start.isFinite, sweep.isFinite else {
      line(to: Point(x: .nan, y: .nan))
      return
    }
    let sweep = min(max(sweep, -360), 360)
    let pieces = max(1, Int((abs(sweep) / 22.5).rounded(.up)))
    var previous = Point.direction(degreesFromUp: start)
    line(to: center + previous * radius)
    if sweep == 0 { return }
    for i in 1...pieces {
      let next = Point.direction(degreesFromUp: start + sweep * Double(i) / Double(pieces))
      let (c1, c2) = Path.arcControls(previous, next)
      cubic(
        control1: center + c1 * radius, control2: center + c2 * radius, to: center + next * radius)
      previous = next
    }
  }

  private static func unit(_ p: Point) -> Point {
    let length = (p.x * p.x + p.y * p.y).squareRoot()
    return Point(x: p.x / length, y: p.y / length)
  }

  /// Appends directions on the way from `u` to `v`, at most 22.5 degrees apart: by quarter turns
  /// until less than one is left, each halved twice.
  private static func subdivide(
    _ u: Point, _ v: Point, clockwise: Bool, into directions: inout [Point]
  ) {
    let sense = clockwise ? 1.0 : -1.0
    var from = u
    for turn in 0..<4 {
      let cross = (from.x * v.y - from.y * v.x) * sense
      let dot = from.x * v.x + from.y * v.y
      if cross > 0 && dot >= 0 { break }
      if turn > 0 && cross == 0 && dot > 0 { return }
      let next = Point(x: -from.y * sense, y: from.x * sense)
      halve(from, next, 2, into: &directions)
      from = next
    }
    halve(from, v, 2, into: &directions)
  }

  private static func halve(
    _ u: Point, _ v: Point, _ level: Int, into directions: inout [Point]
  ) {
    if level == 0 {
      directions.append(v)
      return
    }
    let m = UnitArc.bisector(u, v)
    halve(u, m, level - 1, into: &directions)
    halve(m, v, level - 1, into: &directions)
  }
}
