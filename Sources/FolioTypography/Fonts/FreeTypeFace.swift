// The one file that talks to FreeType.
//
// FreeType is asked for nothing but outlines in font units and colour bitmaps at their own size.
// It never scales, hints or fills: those results differ between its versions and build options,
// unscaled outlines do not. The outlines are therefore equal on every machine, and the project's
// own rasterizer fills them.

import CFolioFreeType
import FolioGeometry
import FolioRaster

/// FreeType's view of one face: outlines and colour bitmaps by glyph id.
///
/// Not Sendable: FreeType keeps the last loaded glyph in the face.
@safe final class FreeTypeFace {
  let data: FontData
  let glyphCount: Int
  let unitsPerEm: Int
  let hasOutlines: Bool
  let hasColorBitmaps: Bool

  private let library: FT_Library
  let face: FT_Face

  /// Opens a face; the bytes stay alive with it.
  init(data: FontData, index: Int) throws(FontError) {
    // The upper half of FreeType's index chooses a named instance; axes do that here.
    guard (0...0xFFFF).contains(index) else {
      throw .noSuchFace(
        file: data.path, index: index, count: Self.faceCount(of: data) ?? 0)
    }
    var library: FT_Library? = nil
    guard unsafe FT_Init_FreeType(&library) == 0, let library = unsafe library else {
      throw .broken(file: data.path, reason: "FreeType cannot start")
    }
    var face: FT_Face? = nil
    let status = unsafe FT_New_Memory_Face(library, data.base, data.count, index, &face)
    guard status == 0, let face = unsafe face else {
      unsafe FT_Done_FreeType(library)
      if let count = Self.faceCount(of: data), index >= count {
        throw .noSuchFace(file: data.path, index: index, count: count)
      }
      throw .broken(file: data.path, reason: Self.errorText(status))
    }
    unsafe self.library = library
    unsafe self.face = face
    self.data = data
    let record = unsafe face.pointee
    glyphCount = unsafe Int(record.num_glyphs)
    unitsPerEm = unsafe Int(record.units_per_EM)
    let flags = unsafe Int(record.face_flags)
    hasOutlines = flags & Int(FT_FACE_FLAG_SCALABLE) != 0
    hasColorBitmaps =
      unsafe flags & Int(FT_FACE_FLAG_COLOR) != 0 && record.num_fixed_sizes > 0
  }

  deinit {
    unsafe FT_Done_Face(face)
    unsafe FT_Done_FreeType(library)
  }

  /// The number of faces in the file, or `nil` if it is not a font.
  private static func faceCount(of data: FontData) -> Int? {
    var library: FT_Library? = nil
    guard unsafe FT_Init_FreeType(&library) == 0, let library = unsafe library else { return nil }
    defer { unsafe FT_Done_FreeType(library) }
    var face: FT_Face? = nil
    guard unsafe FT_New_Memory_Face(library, data.base, data.count, -1, &face) == 0,
      let face = unsafe face
    else { return nil }
    defer { unsafe FT_Done_Face(face) }
    return unsafe Int(face.pointee.num_faces)
  }

  /// Moves a variable font to a position; one value in the axis's own scale for each axis, in the
  /// font's order. Returns whether FreeType accepted it.
  func setVariation(_ values: [Double]) -> Bool {
    var coordinates = values.map { FT_Fixed(($0 * 65536).rounded()) }
    let count = FT_UInt(coordinates.count)
    return unsafe coordinates.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return false }
      return unsafe FT_Set_Var_Design_Coordinates(face, count, start) == 0
    }
  }

  /// The outline of a glyph in font units, y up; `nil` if the font cannot give it.
  func outline(of glyph: UInt32) -> GlyphOutline? {
    guard Int(glyph) < glyphCount else { return nil }
    let flags = Int32(FT_LOAD_NO_SCALE | FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)
    guard unsafe FT_Load_Glyph(face, glyph, flags) == 0, let slot = unsafe face.pointee.glyph,
      unsafe slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return nil }
    let outline = unsafe slot.pointee.outline
    let pointCount = unsafe Int(outline.n_points)
    let contourCount = unsafe Int(outline.n_contours)
    guard pointCount > 0, contourCount > 0, let points = unsafe outline.points,
      let tags = unsafe outline.tags, let ends = unsafe outline.contours
    else { return GlyphOutline(path: Path(), hasOverlaps: false) }

    let outlineFlags = unsafe Int(outline.flags)
    // PostScript outlines turn the other way round; all leave here as TrueType's do, so that
    // glyphs of different fonts never cancel where they overlap in one path.
    let reversed = outlineFlags & Int(FT_OUTLINE_REVERSE_FILL) != 0
    var path = Path()
    var start = 0
    for c in 0..<contourCount {
      let end = unsafe Int(ends[c])
      guard end >= start, end < pointCount else { return nil }
      var contour: [OutlinePoint] = []
      contour.reserveCapacity(end - start + 1)
      for i in start...end {
        let place = unsafe Point(x: Double(points[i].x), y: Double(points[i].y))
        let kind: OutlinePoint.Kind
        switch unsafe Int(tags[i]) & 3 {
        case 1: kind = .on
        case 2: kind = .cubic
        default: kind = .quad
        }
        contour.append(OutlinePoint(place: place, kind: kind))
      }
      if reversed { contour.reverse() }
      path.append(contour: contour)
      start = end + 1
    }
    return GlyphOutline(
      path: path, hasOverlaps: outlineFlags & Int(FT_OUTLINE_OVERLAP) != 0)
  }

  /// FreeType's error codes in words; its own table is not built into Debian's library.
  private static func errorText(_ code: FT_Error) -> String {
    switch Int(code) {
    case 0x01: "FreeType cannot open it"
    case 0x02: "it is not in a font format that is known"
    case 0x03: "the file is damaged"
    case 0x06: "there is no such face"
    case 0x07: "it uses a feature that FreeType lacks"
    case 0x08: "a table is damaged"
    case 0x0A: "an array in it is too large"
    case 0x40: "out of memory"
    case 0x50...0x5F: "a read went past its end"
    case 0x8E: "a required table is missing"
    default: "FreeType reports error \(code)"
    }
  }
}
