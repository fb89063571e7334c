// Exact signed-area coverage by accumulation.
//
// The idea is font-rs's (Raph Levien): an outline is closed, so the area it covers in a pixel is a
// running sum along the row of what its edges contribute. The arithmetic is FreeType's and
// LibArt's: integers, in which a straight edge's area inside a pixel is exact. The skip bits are
// Blend2D's.
//
//      cell x           cell x + 1        An edge that crosses cell x from height ya to yb, at
//    ┌────────────────┬──────────────     distances fa and fb from the cell's left side, covers
//    │       fa /█████│██████████████     to its right, in units of 1/4096 px,
//    │         /██████│██████████████
//    │     fb /███████│██████████████        cover = ±(yb - ya)      of every later cell,
//    │                │                      cover * (8192 - fa - fb) / 8192 of cell x itself.
//    └────────────────┴──────────────
//
// So with fsum = fa + fb it adds cover * (8192 - fsum) to cell x and cover * fsum to cell x + 1;
// the sum of cells 0...x is then the signed area of pixel x, where 2^25 is a full pixel.
//
// Invariants
// - Sums are integers: they do not depend on the order of edges, and two shapes that share an edge
//   add up to exactly what their union gives.
// - Where an edge crosses a row or a column of pixels, the crossing is the exact rational of the
//   snapped ends, rounded to the nearest 1/4096 px with ties to even. Stepping (quotient and
//   remainder) and jumping (one division) give the same number, so bytes depend neither on where a
//   band starts nor on which part is looked at; and since the rule is symmetric, a mirrored outline
//   gives mirrored bytes.
// - The work for an edge is bounded by the rows and columns of the region, however long it is.
// - 64-bit cells hold 2^38 windings, so no path overflows them.
//
// Limit: contours of one outline are summed before the fill rule is applied, so two edges of one
// outline that share a pixel count by their sum and not by the union of their areas. (All
// rasterizers of this family share this.) `OverlapResolver` is the escape.

/// Which points are inside an outline.
public enum FillRule: Hashable, Sendable {
  /// Those around which the outline winds at all.
  case nonZero
  /// Those around which the outline winds an odd number of times.
  case evenOdd
}

/// A band of pixel rows in which edges are summed.
struct Accumulator: Sendable {
  /// Sums of signed area; 2^25 is one pixel.
  typealias Cell = Int64
  /// log2 of the sum of a fully covered pixel.
  static let fullBits = 2 * Subpixel.fractionBits + 1
  /// log2 of the number of cells that share one touched bit.
  static let chunkBits = 4
  /// How many cells a band may have, unless one row alone has more.
  static let bandCells = 1 << 15

  /// The rows and columns that the cells stand for.
  private(set) var region = PixelRect.empty
  /// Cells of a row, a multiple of the chunk, one more than the columns at least.
  private(set) var stride = 0
  /// Words of touched bits of a row.
  private(set) var words = 0

  // All zero between bands; the sweep clears what it reads.
  private var cells: [Cell] = []
  private var touched: [UInt64] = []

  /// Makes room for a band. Everything summed before must have been swept.
  mutating func begin(_ region: PixelRect) {
    self.region = region
    let chunk = 1 << Accumulator.chunkBits
    stride = (region.width + chunk) & ~(chunk - 1)
    words = (stride >> Accumulator.chunkBits + 63) >> 6
    if cells.count < stride * region.height {
      cells = [Cell](repeating: 0, count: stride * region.height)
    }
    if touched.count < words * region.height {
      touched = [UInt64](repeating: 0, count: words * region.height)
    }
  }

  /// How many rows a band of a region may have.
  static func bandHeight(width: Int) -> Int { max(1, bandCells / (width + 16)) }

  // MARK: Edges in

  /// Adds the part of an edge that lies in the band.
  mutating func add(_ edge: Edge) {
    let bits = Subpixel.fractionBits
    let x0 = Int(edge.x0)
    let y0 = Int(edge.y0)
    let x1 = Int(edge.x1)
    let y1 = Int(edge.y1)
    let top = max(y0, region.top << bits)
    let bottom = min(y1, region.bottom << bits)
    if top >= bottom { return }
    let left = region.left << bits
    if min(x0, x1) >= region.right << bits { return }
    let winding = Int(edge.winding)
    if x0 == x1 || max(x0, x1) <= left {
      vertical(max(x0, left) - left, top, bottom, winding)
      return
    }

    let dx = x1 - x0
    let dy = y1 - y0
    var row = top >> bits
    var xa = x0
    if top != y0 { xa = x0 + Accumulator.nearest(dx * (top - y0), dy) }
    var ya = top
    var next = (row + 1) << bits
    if next < bottom {
      // The floor of the crossing and its remainder, stepped from row to row.
      var (quotient, remainder) = Accumulator.floorDivide(dx * (next - y0), dy)
      let (stepQuotient, stepRemainder) = Accumulator.floorDivide(dx << bits, dy)
      while next < bottom {
        let xb = x0 + quotient + (2 * remainder + (quotient & 1) > dy ? 1 : 0)
        segment(row, xa - left, ya, xb - left, next, winding)
        xa = xb
        ya = next
        row += 1
        next += Subpixel.one
        quotient += stepQuotient
        remainder += stepRemainder
        if remainder >= dy {
          remainder -= dy
          quotient += 1
        }
      }
    }
    let xb = bottom == y1 ? x1 : x0 + Accumulator.nearest(dx * (bottom - y0), dy)
    segment(row, xa - left, ya, xb - left, bottom, winding)
  }

  /// An edge at a constant `x` from the region's left side.
  private mutating func vertical(_ x: Int, _ top: Int, _ bottom: Int, _ winding: Int) {
    let bits = Subpixel.fractionBits
    let column = x >> bits
    let fsum = 2 * (x & (Subpixel.one - 1))
    var y = top
    while y < bottom {
      let row = y >> bits
      let end = min((row + 1) << bits, bottom)
      put(row - region.top, column, (end - y) * winding, fsum)
      y = end
    }
  }

  /// A piece of an edge inside one row, `ya < yb`; x counts from the region's left side.
  private mutating func segment(
    _ row: Int, _ xa: Int, _ ya: Int, _ xb: Int, _ yb: Int, _ winding: Int
  ) {
    if ya == yb { return }
    let bits = Subpixel.fractionBits
    let mask = Subpixel.one - 1
    let row = row - region.top
    if xa >> bits == xb >> bits {
      if xa >= 0 {
        if xa >> bits < region.width {
          put(row, xa >> bits, (yb - ya) * winding, (xa & mask) + (xb & mask))
        }
      } else {
        put(row, 0, (yb - ya) * winding, 0)
      }
      return
    }

    // From left to right, whichever way that runs.
    let rising = xb > xa
    let xl = rising ? xa : xb
    let xr = rising ? xb : xa
    let yl = rising ? ya : yb
    let yr = rising ? yb : ya
    let sign = rising ? winding : -winding
    let dx = xr - xl
    let dy = yr - yl
    var column = xl >> bits
    let lastColumn = min(xr >> bits, region.width)
    if lastColumn < 0 {
      put(row, 0, (yb - ya) * winding, 0)
      return
    }
    var y = yl
    var fraction = xl & mask
    if column < 0 {
      // All of it left of the region counts as cover of the first cell.
      y = yl + Accumulator.nearest(dy * -xl, dx)
      put(row, 0, (y - yl) * sign, 0)
      column = 0
      fraction = 0
    }
    var boundary = (column + 1) << bits
    if column < lastColumn {
      var (quotient, remainder) = Accumulator.floorDivide(dy * (boundary - xl), dx)
      var step = (0, 0)
      if column + 1 < lastColumn { step = Accumulator.floorDivide(dy << bits, dx) }
      while column < lastColumn {
        let end = yl + quotient + (2 * remainder + (quotient & 1) > dx ? 1 : 0)
        put(row, column, (end - y) * sign, fraction + Subpixel.one)
        y = end
        fraction = 0
        column += 1
        boundary += Subpixel.one
        quotient += step.0
        remainder += step.1
        if remainder >= dx {
          remainder -= dx
          quotient += 1
        }
      }
    }
    if column < region.width { put(row, column, (yr - y) * sign, fraction + (xr & mask)) }
  }

  @inline(__always)
  private mutating func put(_ row: Int, _ column: Int, _ cover: Int, _ fsum: Int) {
    let i = row &* stride &+ column
    let part = cover &* fsum
    cells[i] &+= Cell(truncatingIfNeeded: (cover &<< (Subpixel.fractionBits + 1)) &- part)
    cells[i &+ 1] &+= Cell(truncatingIfNeeded: part)
    let chunk = column &>> Accumulator.chunkBits
    let nextChunk = (column &+ 1) &>> Accumulator.chunkBits
    let bits = row &* words
    touched[bits &+ (chunk &>> 6)] |= 1 &<< UInt64(truncatingIfNeeded: chunk & 63)
    touched[bits &+ (nextChunk &>> 6)] |= 1 &<< UInt64(truncatingIfNeeded: nextChunk & 63)
  }

  /// Quotient rounded down, and the remainder that is left, for a positive divisor.
  @inline(__always)
  private static func floorDivide(_ n: Int, _ d: Int) -> (Int, Int) {
    let (q, r) = n.quotientAndRemainder(dividingBy: d)
    return r < 0 ? (q - 1, r + d) : (q, r)
  }

  /// Quotient rounded to the nearest integer, ties to even, for a positive divisor.
  @inline(__always)
  static func nearest(_ n: Int, _ d: Int) -> Int {
    let (q, r) = floorDivide(n, d)
    return q + (2 * r + (q & 1) > d ? 1 : 0)
  }

  // MARK: Coverage out

  /// Sums up a row, clears it, and gives its coverage as runs.
  ///
  /// - Parameter row: counted from the region's top.
  mutating func sweep(row: Int, rule: FillRule, into spans: inout Spans) {
    spans.begin(width: region.width)
    let chunk = 1 << Accumulator.chunkBits
    let base = row * stride
    var sum: Cell = 0
    var position = 0
    for w in 0..<words {
      var bits = touched[row * words + w]
      if bits == 0 { continue }
      touched[row * words + w] = 0
      while bits != 0 {
        let start = (w << 6 + bits.trailingZeroBitCount) << Accumulator.chunkBits
        bits &= bits &- 1
        if start >= region.width {
          // The cell after the last column: written, never read.
          for i in start..<(start + chunk) { cells[base + i] = 0 }
          continue
        }
        if start > position {
          spans.solid(from: position, to: start, coverage: Accumulator.coverage(sum, rule))
        }
        let end = min(start + chunk, region.width)
        for i in start..<end {
          sum &+= cells[base + i]
          cells[base + i] = 0
          spans.coverage[i] = Accumulator.coverage(sum, rule)
        }
        for i in end..<(start + chunk) { cells[base + i] = 0 }
        spans.masked(from: start, to: end)
        position = end
      }
    }
    if position < region.width {
      spans.solid(from: position, to: region.width, coverage: Accumulator.coverage(sum, rule))
    }
  }

  /// The signed areas of a row, cleared; 2^25 is a full pixel.
  mutating func drainAreas(row: Int) -> [Int64] {
    var areas = [Int64](repeating: 0, count: region.width)
    var sum: Cell = 0
    for i in 0..<stride {
      sum &+= cells[row * stride + i]
      cells[row * stride + i] = 0
      if i < region.width { areas[i] = Int64(sum) }
    }
    for w in 0..<words { touched[row * words + w] = 0 }
    return areas
  }

  /// 0...255 for a sum, rounded to the nearest, halves up.
  @inline(__always)
  private static func coverage(_ sum: Cell, _ rule: FillRule) -> UInt8 {
    let full: UInt64 = 1 << UInt64(fullBits)
    var area = UInt64(sum.magnitude)
    switch rule {
    case .nonZero:
      area = min(area, full)
    case .evenOdd:
      area &= 2 * full - 1
      if area > full { area = 2 * full - area }
    }
    return UInt8(truncatingIfNeeded: (area &* 255 &+ (full &>> 1)) &>> UInt64(fullBits))
  }
}
