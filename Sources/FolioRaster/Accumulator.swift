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

  // The products below stay under 2^60: coordinates lie within ±2^30 (2^18 px), differences within
  // 2^31, and a factor beside a difference within a region of 2^17 px is below 2^29. So the wrapping
  // operators never wrap (sums of cells may, by the last invariant, and are right even then); they
  // spare the loops their traps.

  /// Adds the parts of edges that lie in the band: of all, or of those at some indices.
  mutating func add(_ edges: [Edge], at indices: [Int32]? = nil) {
    Accumulator.add(edges, at: indices, to: band, &cells, &touched)
  }

  private static func add(
    _ edges: [Edge], at indices: [Int32]?, to band: CellBand, _ cells: inout [Cell],
    _ touched: inout [UInt64]
  ) {
    var cells = cells.mutableSpan
    var touched = touched.mutableSpan
    if let indices {
      for index in indices { add(edges[Int(index)], to: band, &cells, &touched) }
    } else {
      for edge in edges { add(edge, to: band, &cells, &touched) }
    }
  }

  private var band: CellBand {
    CellBand(
      left: region.left, top: region.top, width: region.width, height: region.height,
      stride: stride, words: words)
  }

  private static func add(
    _ edge: Edge, to band: CellBand, _ cells: inout MutableSpan<Cell>,
    _ touched: inout MutableSpan<UInt64>
  ) {
    let bits = Subpixel.fractionBits
    // From here on x and y count from the region's corner.
    let left = band.left &<< bits
    let above = band.top &<< bits
    let x0 = Int(edge.x0) &- left
    let y0 = Int(edge.y0) &- above
    let x1 = Int(edge.x1) &- left
    let y1 = Int(edge.y1) &- above
    let top = max(y0, 0)
    let bottom = min(y1, band.height &<< bits)
    if top >= bottom { return }
    if min(x0, x1) >= band.width &<< bits { return }
    let winding = Int(edge.winding)
    if x0 == x1 || max(x0, x1) <= 0 {
      vertical(max(x0, 0), top, bottom, winding, band, &cells, &touched)
      return
    }

    let dx = x1 &- x0
    let dy = y1 &- y0
    var row = top &>> bits
    var xa = x0
    if top != y0 { xa = x0 &+ Accumulator.nearest(dx &* (top &- y0), dy) }
    var ya = top
    var next = (row &+ 1) &<< bits
    if next < bottom {
      // The floor of the crossing and its remainder, stepped from row to row.
      var (quotient, remainder) = Accumulator.floorDivide(dx &* (next &- y0), dy)
      let (stepQuotient, stepRemainder) = Accumulator.floorDivide(dx &<< bits, dy)
      while next < bottom {
        let xb = x0 &+ quotient &+ (2 &* remainder &+ (quotient & 1) > dy ? 1 : 0)
        segment(row, xa, ya, xb, next, winding, band, &cells, &touched)
        xa = xb
        ya = next
        row = row &+ 1
        next = next &+ Subpixel.one
        quotient = quotient &+ stepQuotient
        remainder = remainder &+ stepRemainder
        if remainder >= dy {
          remainder = remainder &- dy
          quotient = quotient &+ 1
        }
      }
    }
    let xb = bottom == y1 ? x1 : x0 &+ Accumulator.nearest(dx &* (bottom &- y0), dy)
    segment(row, xa, ya, xb, bottom, winding, band, &cells, &touched)
  }

  /// An edge at a constant `x`.
  private static func vertical(
    _ x: Int, _ top: Int, _ bottom: Int, _ winding: Int, _ band: CellBand,
    _ cells: inout MutableSpan<Cell>, _ touched: inout MutableSpan<UInt64>
  ) {
    let bits = Subpixel.fractionBits
    let column = x &>> bits
    let fsum = 2 &* (x & (Subpixel.one &- 1))
    var y = top
    while y < bottom {
      let row = y &>> bits
      let end = min((row &+ 1) &<< bits, bottom)
      SpanKernels.put(&cells, &touched, band, row, column, (end &- y) &* winding, fsum)
      y = end
    }
  }

  /// A piece of an edge inside one row, `ya < yb` unless it is empty.
  @inline(__always)
  private static func segment(
    _ row: Int, _ xa: Int, _ ya: Int, _ xb: Int, _ yb: Int, _ winding: Int, _ band: CellBand,
    _ cells: inout MutableSpan<Cell>, _ touched: inout MutableSpan<UInt64>
  ) {
    let bits = Subpixel.fractionBits
    if xa &>> bits != xb &>> bits {
      slantedSegment(row, xa, ya, xb, yb, winding, band, &cells, &touched)
    } else if ya != yb {
      let mask = Subpixel.one &- 1
      if xa < 0 {
        SpanKernels.put(&cells, &touched, band, row, 0, (yb &- ya) &* winding, 0)
      } else if xa &>> bits < band.width {
        SpanKernels.put(
          &cells, &touched, band, row, xa &>> bits, (yb &- ya) &* winding,
          (xa & mask) &+ (xb & mask))
      }
    }
  }

  /// A piece of an edge inside one row that reaches over several columns.
  private static func slantedSegment(
    _ row: Int, _ xa: Int, _ ya: Int, _ xb: Int, _ yb: Int, _ winding: Int, _ band: CellBand,
    _ cells: inout MutableSpan<Cell>, _ touched: inout MutableSpan<UInt64>
  ) {
    if ya == yb { return }
    let bits = Subpixel.fractionBits
    let mask = Subpixel.one &- 1
    // From left to right, whichever way that runs.
    let rising = xb > xa
    let xl = rising ? xa : xb
    let xr = rising ? xb : xa
    let yl = rising ? ya : yb
    let yr = rising ? yb : ya
    let sign = rising ? winding : 0 &- winding
    let dx = xr &- xl
    let dy = yr &- yl
    var column = xl &>> bits
    let lastColumn = min(xr &>> bits, band.width)
    if lastColumn < 0 {
      SpanKernels.put(&cells, &touched, band, row, 0, (yb &- ya) &* winding, 0)
      return
    }
    var y = yl
    var fraction = xl & mask
    if column < 0 {
      // All of it left of the region counts as cover of the first cell.
      y = yl &+ Accumulator.nearest(dy &* (0 &- xl), dx)
      SpanKernels.put(&cells, &touched, band, row, 0, (y &- yl) &* sign, 0)
      column = 0
      fraction = 0
    }
    if column < lastColumn {
      let boundary = (column &+ 1) &<< bits
      var (quotient, remainder) = Accumulator.floorDivide(dy &* (boundary &- xl), dx)
      var step = (0, 0)
      if column &+ 1 < lastColumn { step = Accumulator.floorDivide(dy &<< bits, dx) }
      while column < lastColumn {
        let end = yl &+ quotient &+ (2 &* remainder &+ (quotient & 1) > dx ? 1 : 0)
        SpanKernels.put(
          &cells, &touched, band, row, column, (end &- y) &* sign, fraction &+ Subpixel.one)
        y = end
        fraction = 0
        column = column &+ 1
        quotient = quotient &+ step.0
        remainder = remainder &+ step.1
        if remainder >= dx {
          remainder = remainder &- dx
          quotient = quotient &+ 1
        }
      }
    }
    if column < band.width {
      SpanKernels.put(
        &cells, &touched, band, row, column, (yr &- y) &* sign, fraction &+ (xr & mask))
    }
  }

  /// Quotient rounded down, and the remainder that is left, for a positive divisor.
  @inline(__always)
  private static func floorDivide(_ n: Int, _ d: Int) -> (Int, Int) {
    let (q, r) = n.quotientAndRemainder(dividingBy: d)
    return r < 0 ? (q &- 1, r &+ d) : (q, r)
  }

  /// Quotient rounded to the nearest integer, ties to even, for a positive divisor.
  @inline(__always)
  static func nearest(_ n: Int, _ d: Int) -> Int {
    let (q, r) = floorDivide(n, d)
    return q &+ (2 &* r &+ (q & 1) > d ? 1 : 0)
  }

  // MARK: Coverage out

  /// Sums up a row, clears it, and gives its coverage as runs.
  ///
  /// - Parameter row: counted from the region's top.
  mutating func sweep(row: Int, rule: FillRule, into spans: inout Spans) {
    switch rule {
    case .nonZero: sweep(row, Accumulator.nonZero, into: &spans)
    case .evenOdd: sweep(row, Accumulator.evenOdd, into: &spans)
    }
  }

  @inline(__always)
  private mutating func sweep(_ row: Int, _ area: (Cell) -> UInt64, into spans: inout Spans) {
    let width = region.width
    spans.begin(width: width)
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
        if start > position {
          spans.solid(
            from: position, to: min(start, width), coverage: Accumulator.level(area(sum)))
        }
        // The last chunk may hold the cell after the last column alone; what it gives is not used.
        let end = min(start + chunk, width)
        var cells = cells.mutableSpan
        var coverage = spans.coverage.mutableSpan
        SpanKernels.sweep(&cells, from: base + start, &sum, &coverage, at: start) {
          Accumulator.level(area($0))
        }
        if start < end { spans.masked(from: start, to: end) }
        position = end
      }
    }
    if position < width {
      spans.solid(from: position, to: width, coverage: Accumulator.level(area(sum)))
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

  private static let full: UInt64 = 1 << UInt64(fullBits)

  /// The covered area of a pixel whose sum is given, by the non-zero rule.
  @inline(__always)
  private static func nonZero(_ sum: Cell) -> UInt64 { min(UInt64(sum.magnitude), full) }

  /// The covered area of a pixel whose sum is given, by the even-odd rule.
  @inline(__always)
  private static func evenOdd(_ sum: Cell) -> UInt64 {
    let area = UInt64(sum.magnitude) & (2 &* full &- 1)
    return area > full ? 2 &* full &- area : area
  }

  /// 0...255 for an area, rounded to the nearest, halves up.
  @inline(__always)
  private static func level(_ area: UInt64) -> UInt8 {
    UInt8(truncatingIfNeeded: (area &* 255 &+ (full &>> 1)) &>> UInt64(fullBits))
  }
}

/// Where a band of cells lies and how they are laid out.
struct CellBand {
  /// The first column and row.
  let left: Int
  let top: Int
  /// Columns and rows.
  let width: Int
  let height: Int
  /// Cells of a row, at least one more than its columns.
  let stride: Int
  /// Words of touched bits of a row.
  let words: Int
}
