// The part of the FreeType wrapper that reads colour bitmaps.

import CFolioFreeType

extension FreeTypeFace {
  /// The bitmap of a glyph, from the smallest strike that has at least `pixelsPerEm` or, if none
  /// has, the largest; `nil` if the glyph has none.
  ///
  /// - Parameter measuresOnly: leaves the pixels out, which spares decoding them.
  func colorBitmap(of glyph: UInt32, pixelsPerEm wanted: Int, measuresOnly: Bool = false)
    -> ColorBitmap?
  {
    guard hasColorBitmaps, Int(glyph) < glyphCount, let strike = strike(for: wanted) else {
      return nil
    }
    guard unsafe FT_Select_Size(face, FT_Int(strike.index)) == 0 else { return nil }
    var flags = FT_LOAD_COLOR | FT_LOAD_NO_HINTING
    if measuresOnly { flags |= FT_LOAD_BITMAP_METRICS_ONLY }
    guard unsafe FT_Load_Glyph(face, glyph, Int32(flags)) == 0,
      let slot = unsafe face.pointee.glyph, unsafe slot.pointee.format == FT_GLYPH_FORMAT_BITMAP
    else { return nil }
    let bitmap = unsafe slot.pointee.bitmap
    let width = unsafe Int(bitmap.width)
    let height = unsafe Int(bitmap.rows)
    guard width > 0, height > 0, width <= 4096, height <= 4096 else { return nil }
    var result = unsafe ColorBitmap(
      pixels: [], width: width, height: height, left: Int(slot.pointee.bitmap_left),
      top: Int(slot.pointee.bitmap_top), pixelsPerEm: strike.pixelsPerEm)
    if measuresOnly { return result }
    guard unsafe UInt32(bitmap.pixel_mode) == FT_PIXEL_MODE_BGRA.rawValue,
      let bytes = unsafe bitmap.buffer
    else { return nil }
    let pitch = unsafe Int(bitmap.pitch)
    guard pitch >= width * 4 else { return nil }
    result.pixels.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        let at = y * pitch + x * 4
        let blue = unsafe UInt32(bytes[at])
        let green = unsafe UInt32(bytes[at + 1])
        let red = unsafe UInt32(bytes[at + 2])
        let alpha = unsafe UInt32(bytes[at + 3])
        // FreeType premultiplies; a colour above its alpha would break every sum that follows.
        result.pixels.append(
          min(red, alpha) | min(green, alpha) << 8 | min(blue, alpha) << 16 | alpha << 24)
      }
    }
    return result
  }

  private func strike(for wanted: Int) -> (index: Int, pixelsPerEm: Int)? {
    var best: (index: Int, pixelsPerEm: Int)? = nil
    let count = unsafe Int(face.pointee.num_fixed_sizes)
    guard let sizes = unsafe face.pointee.available_sizes else { return nil }
    for i in 0..<count {
      let em = unsafe Int(sizes[i].y_ppem) / 64
      guard em > 0 else { continue }
      if let known = best {
        let isBetter =
          known.pixelsPerEm < wanted
          ? em > known.pixelsPerEm
          : em >= wanted && em < known.pixelsPerEm
        if !isBetter { continue }
      }
      best = (i, em)
    }
    return best
  }
}
