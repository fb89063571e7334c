/// A stretch of text with everything that shaping needs to know about each scalar.
struct AnalyzedText {
  /// The scalars; tabs without a tab stop to go to are spaces already.
  var scalars: [Unicode.Scalar] = []
  /// The offset of each scalar in the whole text.
  var offsets: [Int] = []
  /// The style run of each scalar.
  var styles: [Int] = []
  /// The embedding level of each scalar, the same throughout a grapheme cluster.
  var levels: [UInt8] = []
  /// The resolved script of each scalar, the same throughout a grapheme cluster.
  var scripts: [OpenTypeTag] = []
  /// The place of each scalar's font in the engine's list, the same throughout a grapheme cluster;
  /// `nil` if no font has it.
  var fonts: [FontReference?] = []
  /// Whether a grapheme cluster starts before each scalar, and `true` at the end.
  var clusterStarts: [Bool] = [true]
  /// Whether letter space may follow the cluster that starts at each scalar.
  var takesTracking: [Bool] = []

  var count: Int { scalars.count }

  /// Adds a part of another text.
  mutating func append(_ other: AnalyzedText, _ range: Range<Int>) {
    scalars += other.scalars[range]
    offsets += other.offsets[range]
    styles += other.styles[range]
    levels += other.levels[range]
    scripts += other.scripts[range]
    fonts += other.fonts[range]
    takesTracking += other.takesTracking[range]
    clusterStarts.removeLast()
    clusterStarts += other.clusterStarts[range]
    clusterStarts.append(true)
  }

  /// Adds one character that is a cluster of its own.
  mutating func append(
    _ scalar: Unicode.Scalar, offset: Int, style: Int, level: UInt8, script: OpenTypeTag,
    font: FontReference?
  ) {
    scalars.append(scalar)
    offsets.append(offset)
    styles.append(style)
    levels.append(level)
    scripts.append(script)
    fonts.append(font)
    takesTracking.append(true)
    clusterStarts[clusterStarts.count - 1] = true
    clusterStarts.append(true)
  }

  /// Stretches of equal level, font, script and style: what is shaped in one go. A tab is a
  /// stretch of its own. None divides a cluster, since all four are equal throughout one.
  var runs: [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    for i in 1..<max(count + 1, 1) {
      if i == count {
        result.append(start..<count)
      } else if levels[i] != levels[start] || fonts[i] != fonts[start]
        || scripts[i] != scripts[start] || styles[i] != styles[start]
        || (clusterStarts[i] && (scalars[i] == "\t" || scalars[start] == "\t"))
      {
        result.append(start..<i)
        start = i
      }
    }
    return count == 0 ? [] : result
  }
}
