/// Why a text cannot be laid out, or may not be drawn as it was.
public enum TextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A font is missing or broken.
  case font(FontError)
  /// A value of a style is not usable; `expected` says what would be.
  case badValue(name: String, found: String, expected: String)
  /// The text exceeds a limit of ``TextLimits``.
  case tooLong(what: String, found: Int, limit: Int)
  /// The data behind the rules of line breaking cannot be had.
  case unicodeData(String)
  /// No font has these characters.
  case missingGlyphs([MissingGlyph])
  /// The text does not fit, and its overflow mode makes that an error.
  case overflow(TextOverflow)

  /// The fault in one line.
  public var description: String {
    switch self {
    case .font(let error): return error.description
    case .badValue(let name, let found, let expected):
      return "\(name) is \(found); expected \(expected)"
    case .tooLong(let what, let found, let limit):
      return "the text has \(found) \(what), the limit is \(limit)"
    case .unicodeData(let reason):
      return "the Unicode data is not usable: \(reason)"
    case .missingGlyphs(let glyphs):
      return glyphs.map(\.description).joined(separator: "; ")
    case .overflow(let overflow):
      return overflow.description
    }
  }
}

/// Characters that no font of a style has.
public struct MissingGlyph: Hashable, Sendable, CustomStringConvertible {
  /// The characters, in the order of the text.
  public let scalars: [Unicode.Scalar]
  /// Where the first one is: an offset in Unicode scalars from the start of the whole text.
  public let offset: Int
  /// The fonts that were asked, in order.
  public let fontsTried: [String]

  /// The fault in one line: code points and fonts.
  public var description: String {
    let points = scalars.map(\.codePoint).joined(separator: " ")
    return "no glyph for \(points); tried \(fontsTried.joined(separator: ", "))"
  }
}

extension Unicode.Scalar {
  /// The code point as `U+0041`.
  var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

/// In which ways a text did not fit its box.
public struct TextOverflow: Hashable, Sendable, CustomStringConvertible {
  /// Whether text was left out: replaced by an ellipsis, or beyond the last line allowed.
  public var isTruncated: Bool
  /// Words that had to be divided inside because they are wider than a line.
  public var brokenWords: Int
  /// How far the widest line reaches beyond the width, in points; 0 if it fits.
  public var excessWidth: Double
  /// How far the text reaches beyond the height, in points; 0 if it fits.
  public var excessHeight: Double

  /// Whether anything did not fit.
  public var isPresent: Bool {
    isTruncated || brokenWords > 0 || excessWidth > 0 || excessHeight > 0
  }

  /// The excess in one line.
  public var description: String {
    var parts: [String] = []
    if isTruncated { parts.append("it has too many lines") }
    if brokenWords == 1 { parts.append("a word is wider than the box") }
    if brokenWords > 1 { parts.append("\(brokenWords) words are wider than the box") }
    if excessWidth > 0 { parts.append("it is \(Self.rounded(excessWidth)) pt too wide") }
    if excessHeight > 0 { parts.append("it is \(Self.rounded(excessHeight)) pt too high") }
    return "the text does not fit: " + parts.joined(separator: ", ")
  }

  private static func rounded(_ points: Double) -> String {
    let hundredths = Int((points * 100).rounded(.up))
    return "\(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10)"
  }
}

/// How much text is laid out at once. The defaults suit titles and captions; each can be raised.
public struct TextLimits: Hashable, Sendable {
  /// The most UTF-8 bytes of a text.
  public var bytes = 4096
  /// The most grapheme clusters of a text.
  public var graphemes = 1024
  /// The most combining marks on one character.
  public var marks = 32

  /// The default limits.
  public init() {}

  /// Limits given one by one.
  public init(bytes: Int, graphemes: Int, marks: Int) {
    self.bytes = bytes
    self.graphemes = graphemes
    self.marks = marks
  }
}
