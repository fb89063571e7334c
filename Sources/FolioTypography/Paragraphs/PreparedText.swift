/// What may end a line at a place in a paragraph, from the least to the most welcome.
enum BreakClass: UInt8, Comparable {
  /// Inside a cluster or a ligature: never.
  case none
  /// Between clusters, when a word alone is wider than the line.
  case cluster
  /// Between syllables of a Korean word, when the word alone is wider than the line.
  case syllable
  /// Where the rules of line breaking allow it.
  case word
  /// The line ends here.
  case mandatory

  static func < (a: BreakClass, b: BreakClass) -> Bool { a.rawValue < b.rawValue }
}

/// A text shaped and ready to be broken into lines, at any size.
struct PreparedText {
  struct Style {
    var style: TextStyle
    var chain: FontChain
    /// The metrics that set the line: those of the base font.
    var metrics: FontMetrics
    var language: String?
    var features: [FontFeature]
  }

  struct Paragraph {
    var shaped: ShapedText
    /// What may end a line before each scalar, and at the end.
    var breaks: [BreakClass]
    var baseLevel: UInt8
    /// The style of its beginning, for a paragraph without text.
    var style: Int
    /// The offset of its beginning in the whole text, in scalars.
    var start: Int
  }

  var styles: [Style]
  var paragraphs: [Paragraph] = []
  var missing = MissingGlyphs()

  /// The size of the first run, in layout units.
  var baseSize: Int { LayoutUnit(points: styles[0].style.size).rawValue }
}

/// The characters that no font of their style has, each cluster of them once.
struct MissingGlyphs {
  private(set) var list: [MissingGlyph] = []
  /// Where missing characters are, repeated ones included.
  private(set) var offsets: Set<Int> = []
  private var seen: Set<Key> = []

  private struct Key: Hashable {
    var scalars: [Unicode.Scalar]
    var chain: ObjectIdentifier
  }

  /// Adds characters of one cluster, unless the same ones were missing in the same fonts before.
  mutating func report(_ scalars: [Unicode.Scalar], at offset: Int, chain: FontChain) {
    offsets.insert(offset)
    guard !scalars.isEmpty,
      seen.insert(Key(scalars: scalars, chain: ObjectIdentifier(chain))).inserted
    else { return }
    list.append(MissingGlyph(scalars: scalars, offset: offset, fontsTried: chain.names))
  }
}
