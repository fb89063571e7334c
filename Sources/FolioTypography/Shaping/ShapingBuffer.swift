// One of the two files that talk to HarfBuzz: shaping. The other is HarfBuzzFont.swift.

import CFolioHarfBuzz

/// A glyph as HarfBuzz placed it, in font units.
struct ShapedGlyph: Hashable {
  var id: GlyphID
  /// The first scalar of the cluster it belongs to, as an index into the shaped text.
  var cluster: Int
  var advance: Int
  var xOffset: Int
  /// Upwards.
  var yOffset: Int
  /// Whether text divided before this cluster has to be shaped anew on both sides.
  var isUnsafeToBreak: Bool
  /// Whether it stands for characters that the font does not have.
  var isMissing: Bool
}

/// Turns characters into glyphs. One buffer serves all calls.
@safe final class ShapingBuffer {
  private let buffer: OpaquePointer
  /// The name of the only shaper that may be used, as HarfBuzz wants it: a list that ends in null.
  /// Left to itself, HarfBuzz would take the list from an environment variable.
  private let shaperName: UnsafeMutablePointer<CChar>
  private let shapers: UnsafeMutablePointer<UnsafePointer<CChar>?>
  private var languages: [String: hb_language_t] = unsafe [:]

  init() {
    unsafe buffer = hb_buffer_create()
    unsafe hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_GRAPHEMES)
    unsafe shaperName = .allocate(capacity: 3)
    unsafe shaperName[0] = 0x6F  // o
    unsafe shaperName[1] = 0x74  // t
    unsafe shaperName[2] = 0
    unsafe shapers = .allocate(capacity: 2)
    unsafe shapers.initialize(repeating: nil, count: 2)
    unsafe shapers[0] = UnsafePointer(shaperName)
  }

  deinit {
    unsafe hb_buffer_destroy(buffer)
    unsafe shapers.deinitialize(count: 2)
    unsafe shapers.deallocate()
    unsafe shaperName.deallocate()
  }

  /// Shapes a part of a text, seeing the rest as context, so that letters join across its ends.
  ///
  /// - Returns: the glyphs from left to right.
  func shape(
    _ text: [UInt32], _ range: Range<Int>, font: HarfBuzzFont, level: UInt8, script: OpenTypeTag,
    language: String?, features: [FontFeature]
  ) -> [ShapedGlyph] {
    unsafe hb_buffer_clear_contents(buffer)
    unsafe hb_buffer_set_direction(
      buffer, level % 2 == 0 ? HB_DIRECTION_LTR : HB_DIRECTION_RTL)
    unsafe hb_buffer_set_script(buffer, hb_script_from_iso15924_tag(script.rawValue))
    if let language { unsafe hb_buffer_set_language(buffer, handle(of: language)) }
    var flags = HB_BUFFER_FLAG_DEFAULT.rawValue
    if range.lowerBound == 0 { flags |= HB_BUFFER_FLAG_BOT.rawValue }
    if range.upperBound == text.count { flags |= HB_BUFFER_FLAG_EOT.rawValue }
    unsafe hb_buffer_set_flags(buffer, hb_buffer_flags_t(rawValue: flags))
    unsafe hb_buffer_add_utf32(
      buffer, text, Int32(text.count), UInt32(range.lowerBound), Int32(range.count))

    var settings: [hb_feature_t] = []
    for feature in features {
      guard let tag = OpenTypeTag(feature.tag) else { continue }
      settings.append(
        hb_feature_t(
          tag: tag.rawValue, value: UInt32(clamping: feature.value), start: 0, end: .max))
    }
    _ = unsafe hb_shape_full(
      font.handle, buffer, settings, UInt32(settings.count), shapers)

    // The arrays belong to the buffer and die at its next use.
    var count: UInt32 = 0
    guard let infos = unsafe hb_buffer_get_glyph_infos(buffer, &count) else { return [] }
    guard let positions = unsafe hb_buffer_get_glyph_positions(buffer, &count) else { return [] }
    var result: [ShapedGlyph] = []
    result.reserveCapacity(Int(count))
    for i in 0..<Int(count) {
      let info = unsafe infos[i]
      let position = unsafe positions[i]
      result.append(
        ShapedGlyph(
          id: info.codepoint, cluster: Int(info.cluster), advance: Int(position.x_advance),
          xOffset: Int(position.x_offset), yOffset: Int(position.y_offset),
          isUnsafeToBreak: info.mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue != 0,
          isMissing: info.codepoint == 0))
    }
    return result
  }

  private func handle(of language: String) -> hb_language_t? {
    if let known = unsafe languages[language] { return unsafe known }
    guard let handle = unsafe hb_language_from_string(language, -1) else { return nil }
    unsafe languages[language] = handle
    return unsafe handle
  }
}

/// Canonical composition and decomposition, from the Unicode data inside HarfBuzz.
enum CanonicalForms {
  /// The single character that two compose to.
  static func compose(_ a: UInt32, _ b: UInt32) -> UInt32? {
    var result: UInt32 = 0
    return unsafe hb_unicode_compose(hb_unicode_funcs_get_default(), a, b, &result) != 0
      ? result : nil
  }

  /// The two characters (the second may be 0) that one decomposes to.
  static func decompose(_ c: UInt32) -> (UInt32, UInt32)? {
    var a: UInt32 = 0
    var b: UInt32 = 0
    return unsafe hb_unicode_decompose(hb_unicode_funcs_get_default(), c, &a, &b) != 0
      ? (a, b) : nil
  }
}
