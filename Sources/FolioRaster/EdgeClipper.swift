import FolioGeometry

// From lines in Double to edges in 20.12 integers.
//
// Rasterizing needs only the signed height of an outline in each pixel row and the place where it
// passes. So:
//
// - An edge always runs from top to bottom and carries the sign of the line's direction. A line
//   that two shapes share therefore becomes the same edge with opposite signs, to the bit, and
//   what one shape gains the other loses exactly.
// - What lies above or below the safe box (±2^18 px) is dropped. What lies left or right of it is
//   replaced by a vertical edge on the box's side, since its winding still counts.
// - What lies above, below or right of the viewport contributes nothing there and is dropped too,
//   which changes no byte and bounds memory.

/// A straight piece of an outline that runs downwards.
struct Edge: Hashable, Sendable {
  /// The upper end; `y0 < y1`.
  var x0: Int32
  var y0: Int32
  /// The lower end.
  var x1: Int32
  var y1: Int32
  /// +1 if the outline runs down here, -1 if it runs up.
  var winding: Int32
}

/// Collects the edges of an outline for one viewport.
struct EdgeClipper: Sendable {
  /// The pixels that will be looked at.
  let viewport: PixelRect
  /// The edges that matter there.
  private(set) var edges: [Edge] = []

  private var minX = Int32.max
  private var minY = Int32.max
  private var maxX = Int32.min
  private var maxY = Int32.min

  init(viewport: PixelRect) { self.viewport = viewport }

  /// The pixels of the viewport that the outline may touch.
  var bounds: PixelRect {
    if edges.isEmpty { return .empty }
    return PixelRect(
      left: Subpixel(rawValue: minX).floor, top: Subpixel(rawValue: minY).floor,
      right: Subpixel(rawValue: maxX).ceiling, bottom: Subpixel(rawValue: maxY).ceiling
    ).intersection(viewport)
  }

  /// How many parts in one row each edges may have to be resolved.
  static let resolvableParts = 1 << 23

  /// Replaces the edges by the boundary of what they enclose, unless they are so many and so long
  /// that memory would not hold their parts; then, where two of them share a pixel, their areas add
  /// up.
  mutating func resolveOverlaps(_ rule: FillRule) {
    let shift = Subpixel.fractionBits
    let box = bounds
    var parts = 0
    for edge in edges {
      let top = max(Int(edge.y0) >> shift, box.top)
      let bottom = min((Int(edge.y1) - 1) >> shift, box.bottom - 1)
      parts += max(0, bottom - top + 1)
      if parts > EdgeClipper.resolvableParts { return }
    }
    edges = OverlapResolver.resolve(edges, in: box, rule: rule)
  }

  /// Makes room for so many edges more.
  mutating func reserve(_ count: Int) { edges.reserveCapacity(edges.count + count) }

  /// Adds a line between two finite points, in pixels. `sign` is -1 if the outline runs from `b`
  /// to `a`.
  @inline(__always)
  mutating func line(_ a: Point, _ b: Point, sign: Int32 = 1) {
    let limit = Subpixel.limit
    if abs(a.x) <= limit && abs(a.y) <= limit && abs(b.x) <= limit && abs(b.y) <= limit {
      snappedLine(
        Subpixel(snapping: a.x).rawValue, Subpixel(snapping: a.y).rawValue,
        Subpixel(snapping: b.x).rawValue, Subpixel(snapping: b.y).rawValue, sign: sign)
    } else if a.y < b.y {
      clip(a, b, sign)
    } else if b.y < a.y {
      clip(b, a, -sign)
    }
  }

  /// Adds a line between two snapped points inside the safe box.
  mutating func snappedLine(
    _ xa: Int32, _ ya: Int32, _ xb: Int32, _ yb: Int32, sign: Int32 = 1
  ) {
    if ya < yb {
      add(Edge(x0: xa, y0: ya, x1: xb, y1: yb, winding: sign))
    } else if yb < ya {
      add(Edge(x0: xb, y0: yb, x1: xa, y1: ya, winding: 0 &- sign))
    }
  }

  /// A line that leaves the safe box; `a` lies above `b`.
  private mutating func clip(_ a: Point, _ b: Point, _ sign: Int32) {
    let limit = Subpixel.limit
    if b.y <= -limit || a.y >= limit { return }
    let top = a.y < -limit ? Point(x: EdgeClipper.x(of: a, b, at: -limit), y: -limit) : a
    let bottom = b.y > limit ? Point(x: EdgeClipper.x(of: a, b, at: limit), y: limit) : b
    var places = [top]
    for side in (top.x < bottom.x ? [-limit, limit] : [limit, -limit]) {
      if (top.x < side) != (bottom.x < side) {
        let y = EdgeClipper.x(
          of: Point(x: top.y, y: top.x), Point(x: bottom.y, y: bottom.x), at: side)
        places.append(Point(x: side, y: min(max(y, top.y), bottom.y)))
      }
    }
    places.append(bottom)
    for i in 1..<places.count {
      // A piece lies wholly inside or wholly on one side; clamping x makes the latter vertical.
      let p = places[i - 1]
      let q = places[i]
      snapped(
        Point(x: min(max(p.x, -limit), limit), y: p.y),
        Point(x: min(max(q.x, -limit), limit), y: q.y), sign)
    }
  }

  /// Where the line reaches a height, counted from the nearer end. Halves keep differences of huge
  /// numbers finite.
  private static func x(of a: Point, _ b: Point, at y: Double) -> Double {
    let whole = b.y / 2 - a.y / 2
    let fromA = y / 2 - a.y / 2
    let fromB = y / 2 - b.y / 2
    if abs(fromA) <= abs(fromB) {
      let t = fromA / whole
      return a.x * (1 - t) + b.x * t
    }
    let t = fromB / whole
    return b.x * (1 + t) - a.x * t
  }

  private mutating func snapped(_ a: Point, _ b: Point, _ sign: Int32) {
    let y0 = Subpixel(snapping: a.y).rawValue
    let y1 = Subpixel(snapping: b.y).rawValue
    if y0 >= y1 { return }
    add(
      Edge(
        x0: Subpixel(snapping: a.x).rawValue, y0: y0, x1: Subpixel(snapping: b.x).rawValue, y1: y1,
        winding: sign))
  }

  @inline(__always)
  private mutating func add(_ edge: Edge) {
    let shift = Subpixel.fractionBits
    if Int(edge.y1) <= viewport.top << shift || Int(edge.y0) >= viewport.bottom << shift { return }
    minX = min(minX, min(edge.x0, edge.x1))
    maxX = max(maxX, max(edge.x0, edge.x1))
    if Int(min(edge.x0, edge.x1)) >= viewport.right << shift { return }
    minY = min(minY, edge.y0)
    maxY = max(maxY, edge.y1)
    edges.append(edge)
  }
}
