// Runs edges through the accumulator band by band and hands out the coverage of each row.

/// From edges to rows of coverage, with buffers that are kept from outline to outline.
struct Rasterizer: Sendable {
  private var accumulator = Accumulator()
  private var spans = Spans()
  // Indices of edges: sorted by the band in which they start, and those that reach into the band.
  private var order: [Int32] = []
  private var starts: [Int] = []
  private var next: [Int] = []
  private var active: [Int32] = []

  /// Rows of a band; `nil` for the height that suits the width. Bytes do not depend on it.
  var bandRows: Int?

  /// Calls `body` for each row of `region` that has coverage, from top to bottom. Runs count from
  /// the region's left side; `body` may change their values.
  mutating func forEachRow(
    of edges: [Edge], in region: PixelRect, rule: FillRule, _ body: (Int, inout Spans) -> Void
  ) {
    if region.isEmpty || edges.isEmpty { return }
    let rows = max(1, bandRows ?? Accumulator.bandHeight(width: region.width))
    let bands = (region.height + rows - 1) / rows
    if bands > 1 { sort(edges, region: region, rows: rows, bands: bands) }
    for band in 0..<bands {
      let top = region.top + band * rows
      let bottom = min(top + rows, region.bottom)
      accumulator.begin(
        PixelRect(left: region.left, top: top, right: region.right, bottom: bottom))
      if bands == 1 {
        accumulator.add(edges)
      } else {
        active.append(contentsOf: order[starts[band]..<starts[band + 1]])
        accumulator.add(edges, at: active)
        let end = bottom << Subpixel.fractionBits
        active.removeAll { Int(edges[Int($0)].y1) <= end }
      }
      for y in top..<bottom {
        accumulator.sweep(row: y - top, rule: rule, into: &spans)
        if spans.count > 0 { body(y, &spans) }
      }
    }
    active.removeAll(keepingCapacity: true)
  }

  /// Counting sort by first band.
  private mutating func sort(_ edges: [Edge], region: PixelRect, rows: Int, bands: Int) {
    func band(_ edge: Edge) -> Int {
      let row = Int(edge.y0) &>> Subpixel.fractionBits &- region.top
      return row <= 0 ? 0 : min(Int(UInt32(truncatingIfNeeded: row) / height), bands &- 1)
    }
    // Rows fit in 32 bits, in which a division is cheaper.
    let height = UInt32(truncatingIfNeeded: rows)
    starts.removeAll(keepingCapacity: true)
    starts.append(contentsOf: repeatElement(0, count: bands + 1))
    for edge in edges { starts[band(edge) + 1] += 1 }
    for i in 0..<bands { starts[i + 1] += starts[i] }
    if order.count < edges.count { order = [Int32](repeating: 0, count: edges.count) }
    next.removeAll(keepingCapacity: true)
    next.append(contentsOf: starts)
    for i in edges.indices {
      let b = band(edges[i])
      order[next[b]] = Int32(truncatingIfNeeded: i)
      next[b] += 1
    }
  }
}
