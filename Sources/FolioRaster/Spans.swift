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
    if coverage.count < width { coverage = [UInt8](repeating: 0, count: width) }
  }

  /// Adds a stretch of one value.
  mutating func solid(from start: Int, to end: Int, coverage: UInt8) {
    if coverage == 0 { return }
    runs.append(Run(start: Int32(start), end: Int32(end), coverage: Int16(coverage)))
  }

  /// Adds a stretch whose values were written to ``coverage``.
  mutating func masked(from start: Int, to end: Int) {
    if let last = runs.last, last.coverage == Run.mixed, Int(last.end) == start {
      runs[runs.count - 1].end = Int32(end)
    } else {
      runs.append(Run(start: Int32(start), end: Int32(end), coverage: Run.mixed))
    }
  }

  /// Adds a stretch from the row's start with values of a mask.
  mutating func masked(_ mask: Mask, from start: Int, count: Int) {
    for i in 0..<count { coverage[i] = mask.values[start + i] }
    masked(from: 0, to: count)
  }
}
