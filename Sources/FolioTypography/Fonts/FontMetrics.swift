/// The vertical measures of a font in font units; lengths below the baseline are positive.
public struct FontMetrics: Hashable, Sendable {
  /// Font units in an em.
  public var unitsPerEm: Int
  /// From the baseline up to the top of the line.
  public var ascender: Int
  /// From the baseline down to the bottom of the line.
  public var descender: Int
  /// Extra space that the font asks for between lines.
  public var lineGap: Int
  /// The height of capitals above the baseline.
  public var capHeight: Int
  /// The height of small letters above the baseline.
  public var xHeight: Int
  /// From the baseline down to the top edge of an underline.
  public var underlineOffset: Int
  /// The thickness of an underline.
  public var underlineThickness: Int

  /// Measures given one by one, in font units.
  public init(
    unitsPerEm: Int, ascender: Int, descender: Int, lineGap: Int = 0, capHeight: Int, xHeight: Int,
    underlineOffset: Int, underlineThickness: Int
  ) {
    self.unitsPerEm = unitsPerEm
    self.ascender = ascender
    self.descender = descender
    self.lineGap = lineGap
    self.capHeight = capHeight
    self.xHeight = xHeight
    self.underlineOffset = underlineOffset
    self.underlineThickness = underlineThickness
  }

  /// The measures of Apple's system font as published for developers: 1950, 494, 1443 and 1078 of
  /// 2048 units (0.952, 0.241, 0.705 and 0.526 em). The built-in families are placed by them, so
  /// that a label has the height it has on iOS: 17 pt gives 20.287 pt.
  ///
  /// - Parameter font: the metrics of the font that draws the letters, whose underline is taken.
  static func system(underlinedAs font: FontMetrics) -> FontMetrics {
    FontMetrics(
      unitsPerEm: 2048, ascender: 1950, descender: 494, capHeight: 1443, xHeight: 1078,
      underlineOffset: scaled(font.underlineOffset, by: 2048, over: font.unitsPerEm),
      underlineThickness: scaled(font.underlineThickness, by: 2048, over: font.unitsPerEm))
  }

  /// The height of a line in font units: ascender, descender and gap.
  public var lineHeight: Int { ascender + descender + lineGap }
}
