import FolioGeometry

// A stroke is the union of simple parts: for each line a rectangle of the line's width, for each
// corner a wedge on its outer side, and a cap at each end. (This is how SVG 2 defines it, section
// 13.5.) The outline is drawn as one contour along each side of the line:
//
//     ──────────────────┐ p + n0 h        On the outer side of a corner p the contour goes through
//      n0               │\                the join; on the inner side it goes from the end of one
//     - - - - - - - - - p \ p + n1 h      rectangle to p and on to the start of the next. It then
//     ────────────┐     │  \              encloses exactly the sum of those parts, all of them
//                 │     │   \             turning the same way; nothing is enclosed that is not in
//                 │     .   │             one of the parts, however short the lines are. Where they
//                 │     .   │             overlap, `OverlapResolver` takes the union.
//
// Where both lines are long enough that the inner corners of either rectangle lie in the other, the
// way through p is left out: it would enclose the triangle between them a second time.
//
// The pen is round in the path's own space; the finished outline is mapped to pixels, so a map that
// stretches also stretches the pen.

/// Outlines strokes.
struct Stroker {
  /// Half the line width.
  private let radius: Double
  private let style: StrokeStyle
  /// The largest sagitta of a round join or cap, in the path's units.
  private let tolerance: Double
  /// The outline so far: closed contours.
  private(set) var contours: [[Point]] = []

  /// - Parameter scale: the largest number of pixels a unit can become.
  init(_ style: StrokeStyle, scale: Double) {
    self.style = style
    radius = style.width / 2
    tolerance = Flattening.tolerance / max(scale, 0x1p-60)
  }

  // MARK: Contours

  /// Adds the stroke of one contour.
  mutating func add(_ line: Polyline) {
    let p = line.points
    if p.count < 2 {
      if let only = p.first { dot(only, Point(x: 1, y: 0)) }
      return
    }
    let count = line.isClosed ? p.count : p.count - 1
    var directions: [Point] = []
    var lengths: [Double] = []
    directions.reserveCapacity(count)
    lengths.reserveCapacity(count)
    for i in 0..<count {
      let b = p[(i + 1) % p.count]
      let d = Stroker.direction(p[i], b)
      directions.append(d)
      lengths.append((b.x - p[i].x) * d.x + (b.y - p[i].y) * d.y)
    }

    var left: [Point] = []
    var right: [Point] = []
    for i in 0..<count {
      let n = Stroker.normal(directions[i]) * radius
      let a = p[i]
      let b = p[(i + 1) % p.count]
      if line.isClosed || i > 0 {
        let before = (i + count - 1) % count
        corner(
          a, directions[before], directions[i], min(lengths[before], lengths[i]),
          line.isSmooth[i], &left, &right)
      }
      left.append(a + n)
      left.append(b + n)
      right.append(a - n)
      right.append(b - n)
    }
    if line.isClosed {
      contours.append(left)
      right.reverse()
      contours.append(right)
    } else {
      cap(p[p.count - 1], directions[count - 1], &left)
      right.reverse()
      left.append(contentsOf: right)
      cap(p[0], directions[0] * -1, &left)
      contours.append(left)
    }
  }

  /// A contour without length, in a direction.
  mutating func dot(_ p: Point, _ direction: Point) {
    if style.cap == .butt { return }
    var outline: [Point] = []
    cap(p, direction, &outline)
    cap(p, direction * -1, &outline)
    contours.append(outline)
  }

  // MARK: Parts

  /// From the left side of an end to its right side.
  private func cap(_ p: Point, _ d: Point, _ outline: inout [Point]) {
    let n = Stroker.normal(d) * radius
    switch style.cap {
    case .butt:
      break
    case .square:
      outline.append(p + n + d * radius)
      outline.append(p - n + d * radius)
      return
    case .round:
      outline.append(p + n)
      arc(p, Stroker.normal(d), d, &outline)
      outline.append(p + d * radius)
      arc(p, d, Stroker.normal(d) * -1, &outline)
      outline.append(p - n)
      return
    }
  }

  /// A corner at `p` between two directions, on both sides; `length` is that of the shorter line.
  private func corner(
    _ p: Point, _ before: Point, _ after: Point, _ length: Double, _ smooth: Bool,
    _ left: inout [Point],
    _ right: inout [Point]
  ) {
    let cross = before.x * after.y - before.y * after.x
    let dot = before.x * after.x + before.y * after.y
    if cross == 0 && dot > 0 { return }
    let n0 = Stroker.normal(before)
    let n1 = Stroker.normal(after)
    let isShort = dot <= 0 || length < radius * abs(cross)
    if cross < 0 || (cross == 0 && dot < 0) {
      // Turning left: the outer side is the right one.
      if isShort { left.append(p) }
      outer(p, n0 * -1, n1 * -1, before, after, dot, smooth, &right)
    } else {
      if isShort { right.append(p) }
      outer(p, n0, n1, before, after, dot, smooth, &left)
    }
  }

  private func outer(
    _ p: Point, _ u: Point, _ v: Point, _ before: Point, _ after: Point, _ dot: Double,
    _ smooth: Bool, _ side: inout [Point]
  ) {
    let join = smooth ? .round : style.join
    switch join {
    case .bevel:
      break
    case .miter:
      // (miter length / width)² = 1 / sin²(angle / 2) = 2 / (1 + u·v)
      let limit = style.miterLimit
      if 2 <= limit * limit * (1 + dot), 1 + dot > 1e-12 {
        side.append(p + (u + v) * (radius / (1 + dot)))
      }
    case .round:
      if dot > 0 {
        arc(p, u, v, &side)
      } else {
        // More than a quarter: by way of the outermost direction.
        let out = before - after
        let length = (out.x * out.x + out.y * out.y).squareRoot()
        let m = out * (1 / length)
        arc(p, u, m, &side)
        side.append(p + m * radius)
        arc(p, m, v, &side)
      }
    }
  }

  /// The inner vertices of the arc between two directions less than half a turn apart, moved out
  /// so that the polygon has the arc's area.
  private func arc(_ p: Point, _ u: Point, _ v: Point, _ outline: inout [Point]) {
    var level = 0
    var m = UnitArc.bisector(u, v)
    while level < 12 {
      // The sagitta of the chord from u to the present end.
      let sagitta = radius * (1 - (u.x * m.x + u.y * m.y))
      if !(sagitta > tolerance) { break }
      level += 1
      m = UnitArc.bisector(u, m)
    }
    if level == 0 { return }
    // Two thirds of a sagitta, which is what a chord lies inside its arc on average.
    let out = 1 + (1 - (u.x * m.x + u.y * m.y)) * 2 / 3
    halve(p, u, v, level, radius * out, &outline)
  }

  private func halve(
    _ p: Point, _ u: Point, _ v: Point, _ level: Int, _ r: Double, _ outline: inout [Point]
  ) {
    if level == 0 { return }
    let m = UnitArc.bisector(u, v)
    halve(p, u, m, level - 1, r, &outline)
    outline.append(p + m * r)
    halve(p, m, v, level - 1, r, &outline)
  }

  /// The unit vector from `a` to `b`, which differ.
  static func direction(_ a: Point, _ b: Point) -> Point {
    let d = b - a
    // Scaled first, so that squares neither overflow nor vanish.
    let size = max(abs(d.x), abs(d.y))
    let e = Point(x: d.x / size, y: d.y / size)
    let length = (e.x * e.x + e.y * e.y).squareRoot()
    return Point(x: e.x / length, y: e.y / length)
  }

  /// The left normal of a direction on a canvas whose y runs down.
  private static func normal(_ d: Point) -> Point { Point(x: d.y, y: -d.x) }
}
