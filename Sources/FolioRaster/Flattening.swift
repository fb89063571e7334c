import FolioGeometry

// Curves to lines, with a count of pieces that is known before the first is made.
//
// Over a parameter interval of length h a curve stays within h² max|P''| / 8 of its chord (the
// error of linear interpolation). For a quadratic P'' is constant, 2 (p0 - 2 p1 + p2); for a cubic
// it runs linearly between 6 (p0 - 2 p1 + p2) and 6 (p1 - 2 p2 + p3), so the larger end bounds it.
// Hence n = ceil(sqrt(max|P''| / 8 / tolerance)) equal steps keep every chord within the
// tolerance.
//
// Chords lie inside the bend, which would thin every curve by two thirds of the tolerance on
// average. Inner vertices are therefore taken from P - P'' / (12 n²): to second order the polygon
// then encloses the curve's own area (for a circle this is the scale that gives the inscribed
// polygon the true area). The shift is itself a polynomial of lower degree, so it costs nothing.
//
// Far outside the viewport a whole run of pieces is replaced by one chord. Above, below and to the
// right nothing counts, and to the left only the signed height, which telescopes exactly; so this
// changes no byte, and the work is bounded by the viewport.

/// Turns paths into edges.
enum Flattening {
  /// How far a chord may lie from its curve, in pixels: a quarter of a level of an 8-bit edge.
  static let tolerance = 1.0 / 1024

  /// The largest coordinate of a control point, in pixels; farther ones are clamped to it, so that
  /// no intermediate value overflows.
  static let controlLimit = 0x1p60

  /// The largest number of pieces of one curve.
  static let maximumPieces = 1 << 30

  /// Adds the edges of a path, each contour closed. Returns false, with edges in an unspecified
  /// state, if the path has a fault or a mapped point is not finite.
  static func flatten(_ path: Path, _ map: Affine, into clipper: inout EdgeClipper) -> Bool {
    if path.fault != nil { return false }
    clipper.reserve(path.points.count)
    var next = 0
    var start = Point.zero
    var current = Point.zero
    var isFinite = true
    func take() -> Point {
      defer { next += 1 }
      let point = map.apply(path.points[next])
      if point.isFinite { return point }
      isFinite = false
      return .zero
    }
    for verb in path.verbs {
      switch verb {
      case .move:
        clipper.line(current, start)
        start = take()
        current = start
      case .line:
        let end = take()
        clipper.line(current, end)
        current = end
      case .quad:
        let control = take()
        let end = take()
        Curve(current, control, end).flatten(into: &clipper)
        current = end
      case .cubic:
        let control1 = take()
        let control2 = take()
        let end = take()
        Curve(current, control1, control2, end).flatten(into: &clipper)
        current = end
      case .close:
        clipper.line(current, start)
        current = start
      }
    }
    clipper.line(current, start)
    return isFinite
  }
}

/// A quadratic or cubic polynomial curve over 0...1, cut into equal parameter steps.
struct Curve {
  /// The first point.
  let start: Point
  /// The last point.
  let end: Point
  /// +1, or -1 if the curve is stored backwards.
  let sign: Int32
  /// The number of pieces.
  let pieces: Int

  // P(t) = ((a t + b) t + c) t + start, and its shifted twin with c and the constant replaced.
  private let a: Point
  private let b: Point
  private let c: Point
  private let shiftedC: Point
  private let shiftedStart: Point
  /// max|P''| / 8.
  private let bend: Double

  /// A quadratic curve, where a unit is `scale` pixels long.
  init(_ p0: Point, _ p1: Point, _ p2: Point, scale: Double = 1) {
    let backwards = Curve.precedes(p2, p0)
    self.init(
      start: backwards ? p2 : p0, end: backwards ? p0 : p2, sign: backwards ? -1 : 1,
      clamped: Curve.clamped(p1), nil, scale: scale)
  }

  /// A cubic curve, where a unit is `scale` pixels long.
  init(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point, scale: Double = 1) {
    let backwards = p3 == p0 ? Curve.precedes(p2, p1) : Curve.precedes(p3, p0)
    self.init(
      start: backwards ? p3 : p0, end: backwards ? p0 : p3, sign: backwards ? -1 : 1,
      clamped: Curve.clamped(backwards ? p2 : p1), Curve.clamped(backwards ? p1 : p2),
      scale: scale)
  }

  /// A curve has one stored direction, whichever way it is drawn, so that two shapes that share it
  /// share every vertex.
  private static func precedes(_ p: Point, _ q: Point) -> Bool {
    p.y < q.y || (p.y == q.y && p.x < q.x)
  }

  private static func clamped(_ p: Point) -> Point {
    let limit = Flattening.controlLimit
    return Point(x: min(max(p.x, -limit), limit), y: min(max(p.y, -limit), limit))
  }

  private static func length(_ p: Point) -> Double { (p.x * p.x + p.y * p.y).squareRoot() }

  private init(
    start: Point, end: Point, sign: Int32, clamped p1: Point, _ second: Point?, scale: Double
  ) {
    self.start = start
    self.end = end
    self.sign = sign
    let p0 = Curve.clamped(start)
    let last = Curve.clamped(end)
    if let p2 = second {
      let first = p0 - p1 * 2 + p2
      let final = p1 - p2 * 2 + last
      bend = 0.75 * max(Curve.length(first), Curve.length(final))
      a = (p1 - p2) * 3 + last - p0
      b = first * 3
      c = (p1 - p0) * 3
    } else {
      let second = p0 - p1 * 2 + last
      bend = 0.25 * Curve.length(second)
      a = .zero
      b = second
      c = (p1 - p0) * 2
    }
    let wanted = (bend * scale / Flattening.tolerance).squareRoot().rounded(.up)
    pieces =
      wanted < Double(Flattening.maximumPieces) ? max(1, Int(wanted)) : Flattening.maximumPieces
    // P''(t) = 6 a t + 2 b
    let square = Double(pieces) * Double(pieces)
    shiftedC = c - a * (0.5 / square)
    shiftedStart = p0 - b * (1 / (6 * square))
  }

  /// The vertex after `i` pieces; the two ends are exact.
  func vertex(_ i: Int) -> Point {
    if i == 0 { return start }
    if i == pieces { return end }
    let t = Double(i) / Double(pieces)
    return Point(
      x: ((a.x * t + b.x) * t + shiftedC.x) * t + shiftedStart.x,
      y: ((a.y * t + b.y) * t + shiftedC.y) * t + shiftedStart.y)
  }

  /// Adds the curve's edges.
  func flatten(into clipper: inout EdgeClipper) {
    flatten(0, start, pieces, end, into: &clipper)
  }

  private func flatten(
    _ first: Int, _ p: Point, _ last: Int, _ q: Point, into clipper: inout EdgeClipper
  ) {
    if last - first <= 32 {
      var previous = p
      for i in (first + 1)..<last {
        let point = vertex(i)
        clipper.line(previous, point, sign: sign)
        previous = point
      }
      clipper.line(previous, q, sign: sign)
      return
    }
    // Two pixels more than the bound, for the shift and for rounding.
    let h = Double(last - first) / Double(pieces)
    let margin = bend * h * h + 2
    let box = clipper.viewport
    if max(p.y, q.y) + margin < Double(box.top) || min(p.y, q.y) - margin > Double(box.bottom)
      || max(p.x, q.x) + margin < Double(box.left) || min(p.x, q.x) - margin > Double(box.right)
    {
      clipper.line(p, q, sign: sign)
      return
    }
    let middle = first + (last - first) / 2
    let m = vertex(middle)
    flatten(first, p, middle, m, into: &clipper)
    flatten(middle, m, last, q, into: &clipper)
  }
}
