// Overlapping contours of one outline, resolved exactly.
//
// The accumulator sums the contours of an outline before it applies the fill rule. Where two of
// them share a partly covered pixel, it sees the sum of their areas and not the area of their
// union. (FreeType answers by rasterizing flagged glyphs at four times the size.) Here the edges
// themselves are cleaned up first, so that what is left is the boundary of the union, once:
//
// - Each row of pixels is looked at alone. Edges are cut at the row's sides just where the
//   accumulator would cut them.
// - The pieces of edges in it are taken in clusters, each of pieces that lie one over another along
//   x; mostly a cluster is a piece or two. What is to the left of a cluster does not meet it, but
//   gives the winding number to begin with, which is a step function of the height.
// - The heights at which an edge of a cluster starts, ends or crosses another, and those of the steps,
//   divide the cluster into slabs. Within a slab edges do not cross, so they have one order from
//   left to right.
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
// divided into 64 slabs of equal height instead, all of it, so that what one side opens the other one
// closes, and edges are taken as upright within each: exact along x, sampled along y, off by at most two
// levels. A row with more than `maximumEdges` edges is passed on as it is. So the work is bounded.

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

    var left: Int { min(x0, x1) }
    var right: Int { max(x0, x1) }

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

  /// A change of the winding number on the way down.
  private struct Step {
    var y: Int
    var change: Int32
  }

  /// The pieces of the row, from left to right.
  private var pieces: [Piece] = []
  /// The pieces of the cluster in hand, from top to bottom.
  private var cluster: [Piece] = []
  /// The winding number left of the cluster, from top to bottom.
  private var steps: [Step] = []
  private var result: [Edge] = []
  private var heights: [Int] = []
  private var slab: [(x: Double, piece: Int)] = []
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
    pieces.sort { ($0.left, $0.y0, $0.x0, $0.x1) < ($1.left, $1.y0, $1.x0, $1.x1) }
    let emitted = result.count
    work = 0
    steps.removeAll(keepingCapacity: true)
    var start = 0
    while start < pieces.count, work <= OverlapResolver.workLimit {
      var right = pieces[start].right
      var end = start + 1
      while end < pieces.count, pieces[end].left < right {
        right = max(right, pieces[end].right)
        end += 1
      }
      resolve(start..<end, rule)
      if end < pieces.count { addSteps(of: start..<end) }
      start = end
    }
    if work > OverlapResolver.workLimit {
      result.removeLast(result.count - emitted)
      sampleSlabs(rule)
    }
  }

  /// Resolves a cluster, unless it takes too much work.
  private mutating func resolve(_ range: Range<Int>, _ rule: FillRule) {
    if range.count == 1 {
      let p = pieces[range.lowerBound]
      if steps.allSatisfy({ $0.y <= p.y0 || $0.y >= p.y1 }) {
        // Alone, and the same outside on its left all along.
        let outside = winding(at: p.y0)
        let before = OverlapResolver.isInside(outside, rule)
        let after = OverlapResolver.isInside(outside + p.winding, rule)
        if before != after { emit(p, p.y0, p.y1, after ? 1 : -1) }
        return
      }
    }
    cluster.removeAll(keepingCapacity: true)
    cluster.append(contentsOf: pieces[range])
    cluster.sort { ($0.y0, $0.left) < ($1.y0, $1.left) }
    findHeights()
    if work <= OverlapResolver.workLimit { walkSlabs(rule) }
  }

  /// The winding number left of the cluster just below a height.
  private func winding(at y: Int) -> Int32 {
    var winding: Int32 = 0
    for step in steps {
      if step.y > y { break }
      winding += step.change
    }
    return winding
  }

  /// Adds what pieces change for those on their right.
  private mutating func addSteps(of range: Range<Int>) {
    var added: [Step] = []
    for p in pieces[range] {
      added.append(Step(y: p.y0, change: p.winding))
      added.append(Step(y: p.y1, change: -p.winding))
    }
    added.sort { $0.y < $1.y }
    // Mostly one piece begins where another one ends, and nothing is left.
    var merged: [Step] = []
    var old = 0
    func append(_ step: Step) {
      if let last = merged.last, last.y == step.y {
        merged[merged.count - 1].change += step.change
      } else {
        if let last = merged.last, last.change == 0 { merged.removeLast() }
        merged.append(step)
      }
    }
    for step in added {
      while old < steps.count, steps[old].y <= step.y {
        append(steps[old])
        old += 1
      }
      append(step)
    }
    while old < steps.count {
      append(steps[old])
      old += 1
    }
    if let last = merged.last, last.change == 0 { merged.removeLast() }
    work += steps.count
    steps = merged
  }

  /// Whether a winding number is inside.
  @inline(__always)
  private static func isInside(_ winding: Int32, _ rule: FillRule) -> Bool {
    rule == .nonZero ? winding != 0 : winding & 1 != 0
  }

  /// The row in slabs of equal height with upright edges.
  private mutating func sampleSlabs(_ rule: FillRule) {
    pieces.sort { ($0.y0, $0.left) < ($1.y0, $1.left) }
    let height = Subpixel.one / OverlapResolver.samples
    let rowTop = pieces[0].y0 & ~(Subpixel.one - 1)
    var next = 0
    slab.removeAll(keepingCapacity: true)
    for sample in 0..<OverlapResolver.samples {
      let top = rowTop + sample * height
      let middle = top + height / 2
      // The order of the slab above is nearly this one's, which helps the sort.
      var kept = 0
      for k in slab.indices {
        let i = slab[k].piece
        if pieces[i].y1 <= middle { continue }
        slab[kept] = (pieces[i].x(at: Double(middle)), i)
        kept += 1
      }
      slab.removeLast(slab.count - kept)
      while next < pieces.count && pieces[next].y0 <= middle {
        if pieces[next].y1 > middle { slab.append((pieces[next].x(at: Double(middle)), next)) }
        next += 1
      }
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
    swap(&pieces, &cluster)
    swap(&slab, &self.slab)
    defer {
      swap(&pieces, &cluster)
      swap(&slab, &self.slab)
    }
    var next = 0  // the first piece that has not started
    var step = 0
    var outside: Int32 = 0
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
      while step < steps.count && steps[step].y <= top {
        outside += steps[step].change
        step += 1
      }
      var winding = outside
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

  /// Where edges of the cluster start, end and cross and the number on their left changes, in order.
  private mutating func findHeights() {
    heights.removeAll(keepingCapacity: true)
    for i in cluster.indices {
      if work > OverlapResolver.workLimit { return }
      let p = cluster[i]
      heights.append(p.y0)
      heights.append(p.y1)
      var j = i + 1
      while j < cluster.count && cluster[j].y0 < p.y1 {
        let q = cluster[j]
        j += 1
        work += 1
        if q.right <= p.left || q.left >= p.right { continue }
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
    let (first, last) = (cluster[0].y0, cluster.reduce(cluster[0].y1) { max($0, $1.y1) })
    for step in steps where step.y > first && step.y < last { heights.append(step.y) }
    heights.sort()
    var count = 1
    for i in 1..<heights.count where heights[i] != heights[count - 1] {
      heights[count] = heights[i]
      count += 1
    }
    heights.removeLast(heights.count - count)
  }
}
