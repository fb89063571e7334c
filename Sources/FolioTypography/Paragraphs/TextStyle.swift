/// How a stretch of text looks, as far as layout is concerned; its colour is the caller's.
public struct TextStyle: Hashable, Sendable {
  /// Names of font families in the order in which they are asked for a character. The first one
  /// is the base font, which sets the height of the line.
  public var fonts: [String]
  /// The weight, 1 to 1000: 400 is regular, 500 medium, 600 semibold, 700 bold. Of the weights
  /// that a family has, the nearest by the rule of CSS Fonts is used; none is synthesised.
  public var weight: Int
  /// The size of the em in points: 1 to 1000.
  public var size: Double
  /// Space added between characters, in points; may be negative. It is never added after the last
  /// character of a line nor within joined scripts such as Arabic, and it turns optional
  /// ligatures off.
  public var tracking: Double
  /// OpenType features to switch, in the order given.
  public var features: [FontFeature]
  /// The language as a BCP 47 tag, such as `ja` or `zh-Hant`: it chooses regional letter forms.
  /// `nil`: Chinese characters are drawn as Japanese if the text holds kana, as Korean if it
  /// holds Hangul, else as Simplified Chinese.
  public var language: String?
  /// Whether a line is drawn under the text.
  public var underline: Bool

  /// A style; every part has a default.
  public init(
    fonts: [String] = ["text"], weight: Int = 400, size: Double = 17, tracking: Double = 0,
    features: [FontFeature] = [], language: String? = nil, underline: Bool = false
  ) {
    self.fonts = fonts
    self.weight = weight
    self.size = size
    self.tracking = tracking
    self.features = features
    self.language = language
    self.underline = underline
  }
}

/// An OpenType feature and the value to set it to.
public struct FontFeature: Hashable, Sendable {
  /// The feature's four letters, such as `tnum`, `ss03` or `kern`.
  public var tag: String
  /// 0 is off, 1 is on; features with alternatives take the number of one.
  public var value: Int

  /// A setting of a feature.
  public init(_ tag: String, _ value: Int = 1) {
    self.tag = tag
    self.value = value
  }
}

/// A stretch of text in one style.
public struct TextRun: Hashable, Sendable {
  /// The text; paragraphs end at line feeds.
  public var text: String
  /// Its style.
  public var style: TextStyle

  /// Text in a style.
  public init(_ text: String, style: TextStyle) {
    self.text = text
    self.style = style
  }
}
