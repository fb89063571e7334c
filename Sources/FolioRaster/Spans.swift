/// The coverage of one row as runs: stretches of one value, and stretches with a value a pixel.
struct Spans: Sendable {
  /// A stretch of pixels.
  struct Run: Hashable, Sendable {
    /// The first pixel, counted from the left side of the region.
    var start: Int32
    /// The pixel after the last.
    var end: Int32
    /// 1...255 for all pixels, or ``mixed``.
    var coverage: Int16

    /// Marks a run whose values stand in `Spans.coverage`.
    static let mixed: Int16 = -1
  }

  // The first `count` are the row's. (Emptying the array and filling it again costs more than the
  // rest of a short row.)
  private var runs: [Run] = []
  /// The number of runs.
  private(set) var count = 0
  /// A value a pixel, valid within mixed runs.
  var coverage: [UInt8] = []

  /// The runs from left to right; pixels between them are not covered.
  subscript(index: Int) -> Run { runs[index] }

  /// Starts a row.
  @inline(__always)
  mutating func begin(width: Int) {
    count = 0
    // Coverage is made in whole chunks, of which the last may reach beyond the row.
    let room = width + (2 << Accumulator.chunkBits)
    if coverage.count < room { coverage = [UInt8](repeating: 0, count: room) }
  }

  /// Adds a stretch of one value.
  @inline(__always)
  mutating func solid(from start: Int, to end: Int, coverage: UInt8) {
    if coverage == 0 { return }
    append(start, end, Int16(coverage))
  }

  /// Adds a stretch whose values were written to ``coverage``.
  @inline(__always)
  mutating func masked(from start: Int, to end: Int) {
    let last = count &- 1
    if last >= 0 && runs[last].coverage == Run.mixed && Int(runs[last].end) == start {
      runs[last].end = Int32(truncatingIfNeeded: end)
    } else {
      append(start, end, Run.mixed)
    }
  }

  @inline(__always)
  private mutating func append(_ start: Int, _ end: Int, _ coverage: Int16) {
    let run = Run(
      start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end),
      coverage: coverage)
    if count < runs.count { runs[count] = run } else { runs.append(run) }
    count = count &+ 1
  }

  /// Adds a stretch from the row's start with values of a mask.
  mutating func masked(_ mask: Mask, from start: Int, count: Int) {
    var d = coverage.mutableSpan
    SpanKernels.copy(&d, 0..<count, mask.values.span, at: -start)
    masked(from: 0, to: count)
  }
}
