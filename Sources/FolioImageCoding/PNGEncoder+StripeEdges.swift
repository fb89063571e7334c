// Where stripes end.
//
// With edges at fixed places a row that has moved up by one makes another stripe everywhere. So the rows
// say themselves where a stripe ends, and what was coded for the last frame can be used again.
//
// Each row is given a number, made of a few of its pixels, and a stripe ends before a row whose number is
// the greatest of all up to 64 rows above and below. That is known from the rows around it alone, wherever
// a stripe began, so rows that have moved have the same edges again, but for those near the top and the
// bottom. Of numbers that are as good as random one in 129 is such a one, and no two are nearer to each
// other than 65 rows. A row that looks like the one above it counts as zero and never is one, or a flat
// ground would be cut to pieces; it is cut at every 256 rows instead.
//
// Asking a row must cost next to nothing, since frames that only move sideways gain nothing: a pair of
// its pixels in every sixth of it is folded into a number.
//
// Documentation/Decisions/0041-stripes-by-content.md has what was measured.

import FolioRaster

extension PNGEncoder {
  /// The fewest rows of a stripe; the last one of an image may have fewer.
  public static let leastStripeHeight = 16

  /// How many rows above and below a row decide whether a stripe ends before it.
  static let stripeEdgeReach = 64

  /// Calls `body` with the rows of each stripe of a bitmap, from top to bottom, as soon as they are found.
  func forEachStripe<E: Error>(
    of bitmap: Bitmap, _ body: (_ rows: Range<Int>) throws(E) -> Void
  ) throws(E) {
    let pixels = bitmap.pixels.span
    var edges = StripeEdges(height: height)
    var top = 0
    while let rows = stripe(from: top, &edges, sample: { sample(pixels, row: $0) }) {
      try body(rows)
      top = rows.upperBound
    }
  }

  /// The rows of the stripe that starts at `top`, or `nil` at the image's end.
  ///
  /// - Parameters:
  ///   - edges: What is known of the rows so far.
  ///   - sample: Gives the samples of further rows, each once, from top to bottom: at most
  ///     ``stripeEdgeReach`` rows further down than a stripe may end.
  @inline(__always)
  func stripe<E: Error>(
    from top: Int, _ edges: inout StripeEdges, sample: (_ row: Int) throws(E) -> UInt64
  ) throws(E) -> Range<Int>? {
    guard top < height else { return nil }
    while true {
      if let bottom = edges.bottom(ofStripeFrom: top) { return top..<bottom }
      edges.append(try sample(edges.rowCount))
    }
  }

  /// A number made of the first two pixels in every sixth of a row, two pixels as a word (one that is
  /// missing at the end of the row counts as 0), words taken alternately into two lanes.
  func sample(_ pixels: Span<UInt32>, row: Int) -> UInt64 {
    var lanes: (UInt64, UInt64) = (0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344)
    let step = max(2, width / 6)
    var x = 0
    while x < width {
      let first = row * width + x
      let second = x + 1 < width ? pixels[first + 1] : 0
      lanes = (lanes.1, RowHash.fold(lanes.0 ^ (UInt64(pixels[first]) | UInt64(second) &<< 32)))
      x += step
    }
    return RowHash.fold(RowHash.fold(lanes.0) ^ lanes.1)
  }
}

/// What the rows of an image say about where its stripes end.
struct StripeEdges {
  private let height: Int
  /// The samples of the rows so far, 0 for one that has that of the row above.
  private var samples: [UInt64] = []
  private var last: UInt64?
  /// The first row that was not yet asked for an edge.
  private var next = 0

  /// Knows nothing of an image of so many rows.
  init(height: Int) {
    self.height = height
    // A picture may be of any height, but mostly is not.
    samples.reserveCapacity(min(height, 1 << 13))
  }

  /// How many rows are known.
  var rowCount: Int { samples.count }

  /// Adds the sample of the next row.
  mutating func append(_ sample: UInt64) {
    samples.append(sample == last ? 0 : sample)
    last = sample
  }

  /// The row before which the stripe that starts at `top` ends, or the image's height; `nil` if more rows
  /// must be known. Stripes are asked for from top to bottom.
  mutating func bottom(ofStripeFrom top: Int) -> Int? {
    let end = min(top + PNGEncoder.greatestStripeHeight, height)
    next = max(next, top + PNGEncoder.leastStripeHeight)
    // An edge leaves as many rows for the last stripe.
    while next < end, height - next >= PNGEncoder.leastStripeHeight {
      if rowCount < min(next + PNGEncoder.stripeEdgeReach + 1, height) { return nil }
      if isEdge(next) { return next }
      next += 1
    }
    return end
  }

  /// Whether a row's sample is greater than those of all rows near above it, and none near below is
  /// greater.
  private func isEdge(_ row: Int) -> Bool {
    let sample = samples[row]
    if sample == 0 { return false }
    let reach = PNGEncoder.stripeEdgeReach
    for above in stride(from: row - 1, through: max(0, row - reach), by: -1)
    where samples[above] >= sample {
      return false
    }
    for below in stride(from: row + 1, through: min(height - 1, row + reach), by: 1)
    where samples[below] > sample {
      return false
    }
    return true
  }
}
