import FolioGeometry
import FolioRaster

/// The number of a glyph in its font; 0 is the font's mark for a missing one.
public typealias GlyphID = UInt32

/// One face of a font file, ready to be asked for names, measures, coverage and outlines.
///
/// FreeType and HarfBuzz read the same bytes; a variation is set on both. Not Sendable: a face is
/// used by the thread that made it. ``FontData``, ``GlyphOutline`` and everything else that comes
/// out of it may be passed on.
public final class FontFace {
  /// The file, face and variation that it was opened with.
  public let source: FontSource
  /// The family: the typographic one (name 16) if the font has it, else name 1.
  public let familyName: String
  /// The style within the family: name 17 or name 2.
  public let styleName: String
  /// The weight on the scale of 1 to 1000; 400 is regular, 700 bold.
  public let weight: Int
  /// Whether it is an italic or oblique.
  public let isItalic: Bool
  /// Font units in an em: 16 to 16384.
  public let unitsPerEm: Int
  /// How many glyphs it has.
  public let glyphCount: Int
  /// The vertical metrics that the font states.
  public let metrics: FontMetrics
  /// Whether it draws coloured glyphs from bitmaps (the CBDT and sbix tables).
  public let hasColorBitmaps: Bool
  /// The axes of a variable font: tag and range in the axis's own scale.
  public let axes: [FontAxis]

  let harfBuzz: HarfBuzzFont
  let freeType: FreeTypeFace
  private var outlines: [GlyphID: GlyphOutline] = [:]

  /// Opens a face of a font file.
  ///
  /// - Parameters:
  ///   - path: the file, absolute or relative to the working folder.
  ///   - index: the face in a collection, from 0.
  /// - Throws: ``FontError``, which names the file.
  public convenience init(path: String, index: Int = 0) throws(FontError) {
    try self.init(source: FontSource(path: path, index: index))
  }

  /// Opens a face of a font file at a variation.
  public convenience init(source: FontSource) throws(FontError) {
    try self.init(source: source, data: FontData(path: source.path))
  }

  /// Opens a face whose file has been read.
  public init(source: FontSource, data: FontData) throws(FontError) {
    let freeType = try FreeTypeFace(data: data, index: source.index)
    let harfBuzz = HarfBuzzFont(data: data, index: source.index)
    self.source = source
    self.freeType = freeType
    self.harfBuzz = harfBuzz
    glyphCount = freeType.glyphCount
    unitsPerEm = harfBuzz.unitsPerEm

    guard glyphCount > 0, harfBuzz.glyphCount > 0 else {
      throw .broken(file: data.path, reason: "it has no glyphs")
    }
    guard freeType.hasOutlines || freeType.hasColorBitmaps else {
      throw .noOutlines(file: data.path)
    }
    let stated = freeType.unitsPerEm
    guard (16...16384).contains(stated) || (stated == 0 && !freeType.hasOutlines) else {
      throw .broken(
        file: data.path, reason: "\(stated) units per em; expected 16 to 16384")
    }
    guard (16...16384).contains(unitsPerEm), stated == 0 || stated == unitsPerEm else {
      throw .broken(
        file: data.path,
        reason: "its head table is damaged (\(stated) or \(unitsPerEm) units per em)")
    }
    guard harfBuzz.mapsCharacters else { throw .noUnicodeMap(file: data.path) }

    axes = harfBuzz.axes.map {
      FontAxis(
        tag: $0.tag.text, minimum: $0.minimum, defaultValue: $0.standard, maximum: $0.maximum)
    }
    if !source.variations.isEmpty {
      var values = harfBuzz.axes.map(\.standard)
      for variation in source.variations {
        guard let axis = axes.firstIndex(where: { $0.tag == variation.axis }) else {
          throw .noSuchAxis(
            file: data.path, axis: variation.axis, available: axes.map(\.tag))
        }
        let range = axes[axis]
        guard variation.value.isFinite else {
          throw .broken(
            file: data.path, reason: "axis '\(variation.axis)' was set to \(variation.value)")
        }
        values[axis] = min(max(variation.value, range.minimum), range.maximum)
      }
      harfBuzz.setVariation(values)
      guard freeType.setVariation(values) else {
        throw .broken(file: data.path, reason: "FreeType refuses its variation tables")
      }
    }

    familyName = harfBuzz.name(16) ?? harfBuzz.name(1) ?? ""
    styleName = harfBuzz.name(17) ?? harfBuzz.name(2) ?? ""
    weight = harfBuzz.weight
    isItalic = harfBuzz.isItalic
    metrics = harfBuzz.metrics
    hasColorBitmaps = freeType.hasColorBitmaps
  }

  /// The glyph that the font's character map gives for a scalar; `nil` if it has none.
  public func glyph(for scalar: Unicode.Scalar) -> GlyphID? {
    harfBuzz.nominalGlyph(for: scalar.value)
  }

  /// The horizontal advance of a glyph in font units.
  public func advance(of glyph: GlyphID) -> Int {
    harfBuzz.advance(of: glyph)
  }

  /// The outline of a glyph in font units with y **up**, cached; `nil` if the font has none for it
  /// (an unknown id, damaged data, or a glyph that is only a bitmap).
  public func outline(of glyph: GlyphID) -> GlyphOutline? {
    if let known = outlines[glyph] { return known }
    guard let outline = freeType.outline(of: glyph) else { return nil }
    outlines[glyph] = outline
    return outline
  }
}

/// An axis of a variable font.
public struct FontAxis: Hashable, Sendable {
  /// Its four letters, such as `wght` or `opsz`.
  public let tag: String
  /// The least position, in the axis's own scale.
  public let minimum: Double
  /// Where the font stands when nothing is asked.
  public let defaultValue: Double
  /// The greatest position.
  public let maximum: Double
}
