// One of the two files that talk to HarfBuzz: what a font says about itself. The other,
// ShapingBuffer.swift, shapes.

import CFolioHarfBuzz

/// HarfBuzz's view of one face at one variation, with positions in font units.
///
/// Not Sendable, as a rule of the module: it belongs to one ``FontFace``.
@safe final class HarfBuzzFont {
  /// An axis of a variable font.
  struct Axis {
    var tag: OpenTypeTag
    var minimum: Double
    var standard: Double
    var maximum: Double
  }

  let handle: OpaquePointer
  let unitsPerEm: Int
  let glyphCount: Int
  let axes: [Axis]

  private let face: OpaquePointer

  /// Opens a face; the bytes stay alive with it. HarfBuzz accepts any bytes: what it cannot read
  /// it takes for an empty table.
  init(data: FontData, index: Int) {
    let owner = unsafe Unmanaged.passRetained(data).toOpaque()
    let blob = unsafe hb_blob_create(
      UnsafeRawPointer(data.base).assumingMemoryBound(to: CChar.self), UInt32(data.count),
      HB_MEMORY_MODE_READONLY, owner,
      { owner in
        if let owner = unsafe owner { unsafe Unmanaged<FontData>.fromOpaque(owner).release() }
      })
    unsafe face = hb_face_create(blob, UInt32(index))
    unsafe hb_blob_destroy(blob)
    unsafe hb_face_make_immutable(face)
    unsafe handle = hb_font_create(face)
    unitsPerEm = unsafe Int(hb_face_get_upem(face))
    glyphCount = unsafe Int(hb_face_get_glyph_count(face))
    unsafe hb_font_set_scale(handle, Int32(unitsPerEm), Int32(unitsPerEm))

    var found: [Axis] = []
    let count = unsafe hb_ot_var_get_axis_count(face)
    // A hostile font may claim 65,535 axes; none in use has more than a few dozen.
    for i in 0..<min(count, 256) {
      var one: UInt32 = 1
      var info = hb_ot_var_axis_info_t()
      unsafe hb_ot_var_get_axis_infos(face, i, &one, &info)
      guard one == 1 else { break }
      found.append(
        Axis(
          tag: OpenTypeTag(rawValue: info.tag), minimum: Double(info.min_value),
          standard: Double(info.default_value), maximum: Double(info.max_value)))
    }
    axes = found
  }

  deinit {
    unsafe hb_font_destroy(handle)
    unsafe hb_face_destroy(face)
  }

  /// Moves a variable font to a position: one value for each of ``axes``, in order.
  func setVariation(_ values: [Double]) {
    let settings = zip(axes, values).map {
      hb_variation_t(tag: $0.tag.rawValue, value: Float($1))
    }
    unsafe settings.withUnsafeBufferPointer { buffer in
      unsafe hb_font_set_variations(handle, buffer.baseAddress, UInt32(buffer.count))
    }
  }

  /// Whether the font maps any character at all.
  var mapsCharacters: Bool {
    let set = unsafe hb_set_create()
    defer { unsafe hb_set_destroy(set) }
    unsafe hb_face_collect_unicodes(face, set)
    return unsafe hb_set_is_empty(set) == 0
  }

  /// The glyph that the character map gives for a scalar.
  func nominalGlyph(for scalar: UInt32) -> UInt32? {
    var glyph: UInt32 = 0
    guard unsafe hb_font_get_nominal_glyph(handle, scalar, &glyph) != 0, glyph != 0 else {
      return nil
    }
    return glyph
  }

  /// The advance of a glyph in font units.
  func advance(of glyph: UInt32) -> Int {
    unsafe Int(hb_font_get_glyph_h_advance(handle, glyph))
  }

  /// A record of the name table in English, or `nil` if there is none.
  func name(_ id: UInt32) -> String? {
    var buffer = [CChar](repeating: 0, count: 256)
    var size = UInt32(buffer.count)
    let length = unsafe hb_ot_name_get_utf8(face, id, nil, &size, &buffer)
    if length == 0 { return nil }
    let bytes = buffer.prefix(Int(size)).map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The weight on the scale of 1 to 1000, from the axis's position or the OS/2 table.
  var weight: Int {
    let value = unsafe hb_style_get_value(handle, HB_STYLE_TAG_WEIGHT)
    return value.isFinite ? Int(min(max(value, 1), 1000).rounded()) : 400
  }

  /// Whether the face is slanted.
  var isItalic: Bool {
    unsafe hb_style_get_value(handle, HB_STYLE_TAG_ITALIC) > 0
      || hb_style_get_value(handle, HB_STYLE_TAG_SLANT_ANGLE) != 0
  }

  /// Whether the font holds a bitmap for a glyph.
  func hasColorBitmap(of glyph: UInt32) -> Bool {
    let blob = unsafe hb_ot_color_glyph_reference_png(handle, glyph)
    defer { unsafe hb_blob_destroy(blob) }
    return unsafe hb_blob_get_length(blob) > 0
  }

  /// A measure of the font in font units, at its variation.
  private func metric(_ tag: hb_ot_metrics_tag_t) -> Int? {
    var value: Int32 = 0
    return unsafe hb_ot_metrics_get_position(handle, tag, &value) != 0 ? Int(value) : nil
  }

  /// The font's own vertical metrics.
  ///
  /// Ascender, descender and gap are OS/2's typographic values where the font asks for them by
  /// `USE_TYPO_METRICS`, else those of hhea. What a font lacks is estimated from its em; what is
  /// absurd (a line of more than 8 em) is brought to 8 em.
  var metrics: FontMetrics {
    let em = unitsPerEm
    func bounded(_ value: Int?, _ fallback: Int, _ range: ClosedRange<Int>) -> Int {
      min(max(value ?? fallback, range.lowerBound), range.upperBound)
    }
    let ascender = bounded(metric(HB_OT_METRICS_TAG_HORIZONTAL_ASCENDER), em * 4 / 5, 0...(4 * em))
    let descender = bounded(
      metric(HB_OT_METRICS_TAG_HORIZONTAL_DESCENDER).map { abs($0) }, em / 5, 0...(4 * em))
    let cap = bounded(metric(HB_OT_METRICS_TAG_CAP_HEIGHT), em * 7 / 10, 0...(4 * em))
    return FontMetrics(
      unitsPerEm: em, ascender: ascender, descender: descender,
      lineGap: bounded(metric(HB_OT_METRICS_TAG_HORIZONTAL_LINE_GAP), 0, 0...(4 * em)),
      capHeight: cap,
      xHeight: bounded(metric(HB_OT_METRICS_TAG_X_HEIGHT), em / 2, 0...(4 * em)),
      underlineOffset: bounded(
        metric(HB_OT_METRICS_TAG_UNDERLINE_OFFSET).map { -$0 }, em / 10, -em...em),
      underlineThickness: bounded(metric(HB_OT_METRICS_TAG_UNDERLINE_SIZE), em / 20, 1...em))
  }

  /// The version of the library, such as "6.0.0".
  static var version: String {
    unsafe String(cString: hb_version_string())
  }
}
