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

  /// The runs from left to right; pixels between them are not covered.
  private(set) var runs: [Run] = []
  /// A value a pixel, valid within mixed runs.
  var coverage: [UInt8] = []

  /// Starts a row.
  mutating func begin(width: Int) {
    runs.removeAll(keepingCapacity: true)
    // Coverage is made in whole chunks, of which the last may reach beyond the row.
    let room = width + (2 << Accumulator.chunkBits)
    if coverage.count < room { coverage = [UInt8](repeating: 0, count: room) }
  }

  /// Adds a stretch of one value.
  @inline(__always)
  mutating func solid(from start: Int, to end: Int, coverage: UInt8) {
    if coverage == 0 { return }
    runs.append(Run(start: Int32(start), end: Int32(end), coverage: Int16(coverage)))
  }

  /// Adds a stretch whose values were written to ``coverage``.
  @inline(__always)
  mutating func masked(from start: Int, to end: Int) {
    if let last = runs.last, last.coverage == Run.mixed, Int(last.end) == start {
      runs[runs.count - 1].end = Int32(end)
    } else {
      runs.append(Run(start: Int32(start), end: Int32(end), coverage: Run.mixed))
    }
  }

  /// Adds a stretch from the row's start with values of a mask.
  mutating func masked(_ mask: Mask, from start: Int, count: Int) {
    var d = coverage.mutableSpan
    SpanKernels.copy(&d, 0..<count, mask.values.span, at: -start)
    masked(from: 0, to: count)
  }
}
