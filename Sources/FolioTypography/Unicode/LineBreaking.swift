/// Where text may be divided: between lines and between the characters that a reader sees.
///
/// The rules and data behind it are exchangeable; ``ICULineBreaking`` is the one that is used.
public protocol LineBreaking {
  /// One mark for each place before, between and after the scalars (`scalars.count + 1` of them):
  /// what a line may do there. The first place is never an opportunity; the last is mandatory or
  /// allowed. White space belongs to the line before the break.
  ///
  /// - Parameter scalars: the text of one paragraph.
  /// - Throws: ``TextError/unicodeData(_:)`` when the data behind the rules cannot be had.
  func lineBreaks(in scalars: [Unicode.Scalar]) throws(TextError) -> [LineBreakMark]

  /// Whether a grapheme cluster starts before each scalar, and `true` at the end:
  /// `scalars.count + 1` values.
  ///
  /// - Throws: ``TextError/unicodeData(_:)`` when the data behind the rules cannot be had.
  func graphemeBoundaries(in scalars: [Unicode.Scalar]) throws(TextError) -> [Bool]
}

/// What a line may do at a place in text.
public enum LineBreakMark: UInt8, Hashable, Sendable {
  /// The line goes on.
  case prohibited
  /// The line may end here if the next piece does not fit.
  case allowed
  /// The line ends here.
  case mandatory
}
