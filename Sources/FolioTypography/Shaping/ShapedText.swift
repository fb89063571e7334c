/// A text as glyphs in font units, and the means to measure and take out any part of it.
///
/// A value of whole numbers alone: it serves every size, since a font unit is only turned into a
/// length when a line is measured or laid out.
struct ShapedText {
  struct Run {
    var range: Range<Int>
    var level: UInt8
    var style: Int
    var font: FontReference?
    /// Font units in an em.
    var unitsPerEm: Int
    var isTab: Bool
    /// From left to right.
    var glyphs: [ShapedGlyph]
  }

  var text: AnalyzedText
  var runs: [Run]
  /// The sum of the advances, in the font units of each scalar's own run, of all clusters before
  /// each scalar. Only differences within one run mean anything.
  var advanceBefore: [Int]
  /// How many clusters before each scalar take letter space after them.
  var gapsBefore: [Int]
  /// Whether a line may end before each scalar without shaping anew: it starts a cluster whose
  /// form does not depend on the one before.
  var isSafe: [Bool]
  /// Whether a glyph starts at each scalar; a cluster of several characters starts once.
  var startsGlyphs: [Bool]

  /// The advance of the box for a missing character, in thousandths of an em.
  static let boxAdvance = 620

  init(text: AnalyzedText, runs: [Run]) {
    self.text = text
    self.runs = runs
    let count = text.count
    var advances = [Int](repeating: 0, count: count)
    var gaps = [Int](repeating: 0, count: count)
    var safe = [Bool](repeating: false, count: count + 1)
    var starts = safe
    safe[count] = true
    starts[count] = true
    for run in runs {
      for glyph in run.glyphs {
        advances[glyph.cluster] += glyph.advance
        if text.takesTracking[glyph.cluster] { gaps[glyph.cluster] = 1 }
        safe[glyph.cluster] = true
        starts[glyph.cluster] = true
      }
      for glyph in run.glyphs where glyph.isUnsafeToBreak { safe[glyph.cluster] = false }
      safe[run.range.lowerBound] = true
    }
    isSafe = safe
    startsGlyphs = starts
    advanceBefore = [0]
    gapsBefore = [0]
    advanceBefore.reserveCapacity(count + 1)
    gapsBefore.reserveCapacity(count + 1)
    for i in 0..<count {
      advanceBefore.append(advanceBefore[i] + advances[i])
      gapsBefore.append(gapsBefore[i] + gaps[i])
    }
  }

  /// The runs that a range touches.
  func runs(in range: Range<Int>) -> ArraySlice<Run> {
    if range.isEmpty { return [] }
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].range.upperBound <= range.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    var end = low
    while end < runs.count && runs[end].range.lowerBound < range.upperBound { end += 1 }
    return runs[low..<end]
  }
}
