// Overlapping contours of one outline, resolved exactly.
//
// The accumulator sums the contours of an outline before it applies the fill rule. Where two of
// them share a partly covered pixel, it sees the sum of their areas and not the area of their
// union. (FreeType answers by rasterizing flagged glyphs at four times the size.) Here the edges
// themselves are cleaned up first, so that what is left is the boundary of the union, once:
//
// - Each row of pixels is looked at alone. Edges are cut at the row's sides just where the
//   accumulator would cut them.
// - The heights at which an edge starts, ends or crosses another divide the row into slabs. Within
//   a slab edges do not cross, so they have one order from left to right.
// - Going along that order with a winding number, an edge is part of the boundary where the number
//   goes from "outside" to "inside" by the fill rule, or back. Only those are kept, with +1 where
//   the inside begins and -1 where it ends.
// - An edge that is kept in several slabs in a row stays one edge, so an outline without overlaps
//   comes out as it went in.
//
// Crossings are rounded to 1/4096 px in height; the order within a slab is taken at its middle. An
// error there is of the size of that rounding, a sixteenth of a level.
//
// Many edges can cross very often. A row for which that takes more than `workLimit` steps is
// divided into 64 slabs of equal height instead, and edges are taken as upright within each: exact
// along x, sampled along y, off by at most two levels. A row with more than `maximumEdges` edges is
// passed on as it is. So the work is bounded.

/// Replaces edges by those that bound the inside.
struct OverlapResolver {
  /// Comparisons of edges that an exact row may take.
  static let workLimit = 1 << 15
  /// Slabs of a row that takes more.
  static let samples = 64
  /// Rows with more edges than this are not resolved.
  static let maximumEdges = 1 << 12

  /// A part of an edge inside one row.
  private struct Piece {
    var x0: Int
    var y0: Int
    var x1: Int
    var y1: Int
    var winding: Int32
    /// Change of x per unit of y.
    let slope: Double
    /// Since when it is part of the boundary, and with which sign; 0 if it is not.
    var since = 0
    var sign: Int32 = 0

    init(x0: Int, y0: Int, x1: Int, y1: Int, winding: Int32) {
      self.x0 = x0
      self.y0 = y0
      self.x1 = x1
      self.y1 = y1
      self.winding = winding
      slope = Double(x1 - x0) / Double(y1 - y0)
    }

    /// The place at a height within the piece; `y` may be a half.
    func x(at y: Double) -> Double { Double(x0) + slope * (y - Double(y0)) }

    /// The nearest raw coordinate at a height, ties to even, as the accumulator rounds.
    func snappedX(at y: Int) -> Int {
      if y == y0 { return x0 }
      if y == y1 { return x1 }
      return OverlapResolver.crossing(x0, y0, x1, y1, y)
    }
  }

  /// The boundary of what `edges` enclose under `rule` in the rows of `region`, for the same rule.
  static func resolve(_ edges: [Edge], in region: PixelRect, rule: FillRule) -> [Edge] {
    if region.isEmpty { return [] }
    let bits = Subpixel.fractionBits
    // Edges by the row in which they start.
    func firstRow(_ edge: Edge) -> Int { max(Int(edge.y0) >> bits, region.top) - region.top }
    var starts = [Int](repeating: 0, count: region.height + 1)
    for edge in edges where firstRow(edge) < region.height { starts[firstRow(edge) + 1] += 1 }
    for i in 0..<region.height { starts[i + 1] += starts[i] }
    var order = [Int](repeating: 0, count: starts[region.height])
    var next = starts
    for i in edges.indices {
      let row = firstRow(edges[i])
      if row >= region.height { continue }
      order[next[row]] = i
      next[row] += 1
    }

    var resolver = OverlapResolver()
    var active: [Int] = []
    for row in 0..<region.height {
      let top = (region.top + row) << bits
      let bottom = top + Subpixel.one
      active.append(contentsOf: order[starts[row]..<starts[row + 1]])
      resolver.pieces.removeAll(keepingCapacity: true)
      var kept = 0
      for i in active.indices {
        let edge = edges[active[i]]
        if Int(edge.y1) > bottom {
          active[kept] = active[i]
          kept += 1
        }
        if Int(edge.y1) > top { resolver.cut(edge, top, bottom) }
      }
      active.removeLast(active.count - kept)
      resolver.resolveRow(rule)
    }
    return resolver.result
  }

  private var pieces: [Piece] = []
  private var result: [Edge] = []
  private var heights: [Int] = []
  private var slab: [(x: Double, piece: Int)] = []
  private var active: [Int] = []
  private var work = 0

  private static func crossing(_ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int, _ y: Int) -> Int {
    Accumulator.nearest((x1 - x0) * (y - y0), y1 - y0) + x0
  }

  private mutating func cut(_ edge: Edge, _ top: Int, _ bottom: Int) {
    let x0 = Int(edge.x0)
    let y0 = Int(edge.y0)
    let x1 = Int(edge.x1)
    let y1 = Int(edge.y1)
    let start = max(y0, top)
    let end = min(y1, bottom)
    pieces.append(
      Piece(
        x0: start == y0 ? x0 : OverlapResolver.crossing(x0, y0, x1, y1, start), y0: start,
        x1: end == y1 ? x1 : OverlapResolver.crossing(x0, y0, x1, y1, end), y1: end,
        winding: edge.winding))
  }

  private mutating func emit(_ p: Piece, _ start: Int, _ end: Int, _ winding: Int32) {
    if start >= end { return }
    result.append(
      Edge(
        x0: Int32(p.snappedX(at: start)), y0: Int32(start), x1: Int32(p.snappedX(at: end)),
        y1: Int32(end), winding: winding))
  }

  private mutating func resolveRow(_ rule: FillRule) {
    if pieces.isEmpty { return }
    if pieces.count > OverlapResolver.maximumEdges {
      for p in pieces { emit(p, p.y0, p.y1, p.winding) }
      return
    }
    let emitted = result.count
    work = 0
    pieces.sort { ($0.y0, min($0.x0, $0.x1)) < ($1.y0, min($1.x0, $1.x1)) }
    findHeights()
    if work <= OverlapResolver.workLimit { walkSlabs(rule) }
    if work > OverlapResolver.workLimit {
      result.removeLast(result.count - emitted)
      sampleSlabs(rule)
    }
  }

  /// Whether a winding number is inside.
  @inline(__always)
  private static func isInside(_ winding: Int32, _ rule: FillRule) -> Bool {
    rule == .nonZero ? winding != 0 : winding & 1 != 0
  }

  /// The row in slabs of equal height with upright edges.
  private mutating func sampleSlabs(_ rule: FillRule) {
    let height = Subpixel.one / OverlapResolver.samples
    let rowTop = pieces[0].y0 & ~(Subpixel.one - 1)
    var next = 0
    active.removeAll(keepingCapacity: true)
    for sample in 0..<OverlapResolver.samples {
      let top = rowTop + sample * height
      let middle = top + height / 2
      while next < pieces.count && pieces[next].y0 <= middle {
        active.append(next)
        next += 1
      }
      slab.removeAll(keepingCapacity: true)
      var kept = 0
      for k in active.indices {
        let i = active[k]
        if pieces[i].y1 <= middle { continue }
        active[kept] = i
        kept += 1
        slab.append((pieces[i].x(at: Double(middle)), i))
      }
      active.removeLast(active.count - kept)
      slab.sort { ($0.x, $0.piece) < ($1.x, $1.piece) }
      var winding: Int32 = 0
      for (x, index) in slab {
        let before = OverlapResolver.isInside(winding, rule)
        winding += pieces[index].winding
        let after = OverlapResolver.isInside(winding, rule)
        if before == after { continue }
        let place = Int32(truncatingIfNeeded: Subpixel.floor(x + 0.5))
        result.append(
          Edge(
            x0: place, y0: Int32(top), x1: place, y1: Int32(top + height), winding: after ? 1 : -1))
      }
    }
  }

  private mutating func walkSlabs(_ rule: FillRule) {
    // Taken out while they are worked on, so that each has one owner.
    var pieces: [Piece] = []
    var slab: [(x: Double, piece: Int)] = []
    swap(&pieces, &self.pieces)
    swap(&slab, &self.slab)
    defer {
      swap(&pieces, &self.pieces)
      swap(&slab, &self.slab)
    }
    var next = 0  // the first piece that has not started
    slab.removeAll(keepingCapacity: true)
    for h in 1..<heights.count {
      let top = heights[h - 1]
      let middle = Double(top + heights[h]) / 2
      // The order of the slab above is nearly this one's.
      var kept = 0
      for k in slab.indices {
        let i = slab[k].piece
        if pieces[i].y1 <= top { continue }
        slab[kept] = (pieces[i].x(at: middle), i)
        kept += 1
      }
      slab.removeLast(slab.count - kept)
      while next < pieces.count && pieces[next].y0 <= top {
        slab.append((pieces[next].x(at: middle), next))
        next += 1
      }
      work += slab.count
      if work > OverlapResolver.workLimit { return }
      work += OverlapResolver.sort(&slab)
      var winding: Int32 = 0
      for (_, index) in slab {
        let before = OverlapResolver.isInside(winding, rule)
        winding += pieces[index].winding
        let after = OverlapResolver.isInside(winding, rule)
        let sign: Int32 = before == after ? 0 : after ? 1 : -1
        if pieces[index].sign != sign {
          if pieces[index].sign != 0 {
            emit(pieces[index], pieces[index].since, top, pieces[index].sign)
          }
          pieces[index].sign = sign
          pieces[index].since = top
        }
      }
    }
    for p in pieces where p.sign != 0 { emit(p, p.since, p.y1, p.sign) }
  }

  /// Insertion sort by place, equal places by piece; gives the number of moves.
  private static func sort(_ slab: inout [(x: Double, piece: Int)]) -> Int {
    var moves = 0
    for k in 1..<max(slab.count, 1) {
      let item = slab[k]
      var j = k
      while j > 0, slab[j - 1].x >= item.x {
        if slab[j - 1].x == item.x && slab[j - 1].piece < item.piece { break }
        slab[j] = slab[j - 1]
        j -= 1
      }
      slab[j] = item
      moves += k - j
    }
    return moves
  }

  /// Where edges start, end and cross, in order.
  private mutating func findHeights() {
    heights.removeAll(keepingCapacity: true)
    for i in pieces.indices {
      if work > OverlapResolver.workLimit { return }
      let p = pieces[i]
      heights.append(p.y0)
      heights.append(p.y1)
      let left = min(p.x0, p.x1)
      let right = max(p.x0, p.x1)
      var j = i + 1
      while j < pieces.count && pieces[j].y0 < p.y1 {
        let q = pieces[j]
        j += 1
        work += 1
        if max(q.x0, q.x1) <= left || min(q.x0, q.x1) >= right { continue }
        let top = max(p.y0, q.y0)
        let bottom = min(p.y1, q.y1)
        let above = p.x(at: Double(top)) - q.x(at: Double(top))
        let below = p.x(at: Double(bottom)) - q.x(at: Double(bottom))
        if (above < 0 && below > 0) || (above > 0 && below < 0) {
          let share = above / (above - below)
          let y = top + Subpixel.floor(Double(bottom - top) * share + 0.5)
          if y > top && y < bottom { heights.append(y) }
        }
      }
    }
    heights.sort()
    var count = 1
    for i in 1..<heights.count where heights[i] != heights[count - 1] {
      heights[count] = heights[i]
      count += 1
    }
    heights.removeLast(heights.count - count)
  }
}
