import FolioGeometry
import FolioRaster

/// A coloured glyph at its place in device pixels.
public struct TextImage: Hashable, Sendable {
  /// Which of the text's runs it comes from, from 0.
  public let style: Int
  /// The glyph, premultiplied.
  public let bitmap: Bitmap
  /// The column of its left edge.
  public let x: Int
  /// The row of its upper edge.
  public let y: Int
}

extension TextEngine {
  /// The coloured glyphs of a layout, scaled to their size in device pixels and placed on whole
  /// ones.
  ///
  /// - Parameters:
  ///   - layout: made by an engine with the same fonts.
  ///   - origin: where the box's upper left corner is to stand, in points.
  ///   - pixelScale: device pixels per point, above 0.
  /// - Throws: ``TextError/font(_:)`` when FreeType cannot decode a bitmap that the font has.
  public func images(for layout: ParagraphLayout, at origin: Point = .zero, pixelScale: Double)
    throws(TextError) -> [TextImage]
  {
    var result: [TextImage] = []
    guard pixelScale > 0, pixelScale.isFinite else { return [] }
    for line in layout.lines {
      let baseline = Self.snapped(origin.y + line.baseline.points, pixelScale)
      for run in line.runs {
        guard let reference = run.font, let face = try? cache.face(reference),
          face.hasColorBitmaps
        else { continue }
        let em = Int((run.size.points * pixelScale * 4096).rounded())
        guard em > 0 else { continue }
        for glyph in run.glyphs where !glyph.isMissing {
          guard let measures = face.colorMeasures(of: glyph.id, em: em),
            let bitmap = colorGlyph(glyph.id, reference, face, em: em)
          else {
            if !face.harfBuzz.hasColorBitmap(of: glyph.id) { continue }
            throw .font(
              .broken(
                file: fonts.name(of: reference),
                reason: "the bitmap of glyph \(glyph.id) cannot be decoded"))
          }
          let k = Double(em) / Double(4096 * measures.pixelsPerEm)
          let left = (origin.x + glyph.x.points) * pixelScale + Double(measures.left) * k
          let top = (baseline + glyph.y.points) * pixelScale - Double(measures.top) * k
          guard abs(left) < 1e9, abs(top) < 1e9 else { continue }
          result.append(
            TextImage(
              style: run.style, bitmap: bitmap, x: Int((left + 0.5).rounded(.down)),
              y: Int((top + 0.5).rounded(.down))))
        }
      }
    }
    return result
  }

  /// A coloured glyph at a size in 1/4096 device pixels per em, from the cache if it is there. The
  /// cache is emptied when it holds more than 64 MiB.
  private func colorGlyph(_ glyph: GlyphID, _ reference: FontReference, _ face: FontFace, em: Int)
    -> Bitmap?
  {
    let key = ColorGlyphKey(font: reference, glyph: glyph, em: em)
    if let known = colorGlyphs[key] { return known }
    guard let strike = face.freeType.colorBitmap(of: glyph, pixelsPerEm: (em + 4095) / 4096)
    else { return nil }
    let bitmap = strike.scaled(to: em)
    colorGlyphBytes += bitmap.pixels.count * 4
    if colorGlyphBytes > 64 << 20 {
      colorGlyphs = [:]
      colorGlyphBytes = bitmap.pixels.count * 4
    }
    colorGlyphs[key] = bitmap
    return bitmap
  }
}

/// What a scaled colour glyph depends on.
struct ColorGlyphKey: Hashable {
  var font: FontReference
  var glyph: GlyphID
  var em: Int
}

extension FontFace {
  /// The measures of a colour glyph in the strike that serves a size, without its pixels.
  func colorMeasures(of glyph: GlyphID, em: Int) -> ColorBitmap? {
    freeType.colorBitmap(of: glyph, pixelsPerEm: (em + 4095) / 4096, measuresOnly: true)
  }

  /// The ink of a glyph in font units with y up: its outline or its bitmap.
  func inkBounds(of glyph: GlyphID) -> Rect? {
    if hasColorBitmaps, let known = colorMeasures(of: glyph, em: 4096) {
      let k = Double(unitsPerEm) / Double(known.pixelsPerEm)
      return Rect(
        x: Double(known.left) * k, y: Double(known.top - known.height) * k,
        width: Double(known.width) * k, height: Double(known.height) * k)
    }
    return outline(of: glyph)?.bounds
  }
}
