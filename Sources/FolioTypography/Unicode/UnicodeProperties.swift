import FolioICUBridge

/// The properties of characters that layout asks for, from ICU's data.
extension Unicode.Scalar {
  /// The script's four letters: `Zyyy` for common, `Zinh` for inherited.
  var script: OpenTypeTag { OpenTypeTag(rawValue: folio_script(value)) }

  /// Whether it can be an emoji at all.
  var isEmojiCharacter: Bool { folio_is_emoji(value) }
  /// Whether it is an emoji unless a selector says otherwise.
  var isEmojiPresentation: Bool { folio_is_emoji_presentation(value) }
  /// Whether it changes the skin tone of the emoji before it.
  var isEmojiModifier: Bool { folio_is_emoji_modifier(value) }
  /// Whether it shows nothing when a font does not know it: joiners, selectors, direction marks.
  var isDefaultIgnorable: Bool { folio_is_default_ignorable(value) }
  /// Whether it combines with the character before: the general categories Mn, Mc and Me.
  var isMark: Bool { folio_is_mark(value) }

  /// Whether a line may end in it without counting its width: white space that is no glue.
  var hangsAtLineEnd: Bool {
    if value == 0x20 { return true }
    if value < 0x80 { return value == 9 }
    return folio_is_white_space(value) && value != 0xA0 && value != 0x2007 && value != 0x202F
      && value != 0x85
  }

  /// Whether it is a letter of the Korean script.
  var isHangulLetter: Bool {
    value >= 0x1100 && script == .hangul && folio_is_other_letter(value)
  }
}

extension OpenTypeTag {
  static let common = OpenTypeTag(rawValue: 0x5A79_7979)  // Zyyy
  static let inherited = OpenTypeTag(rawValue: 0x5A69_6E68)  // Zinh
  static let unknown = OpenTypeTag(rawValue: 0x5A7A_7A7A)  // Zzzz
  static let han = OpenTypeTag(rawValue: 0x4861_6E69)  // Hani
  static let hiragana = OpenTypeTag(rawValue: 0x4869_7261)  // Hira
  static let katakana = OpenTypeTag(rawValue: 0x4B61_6E61)  // Kana
  static let hangul = OpenTypeTag(rawValue: 0x4861_6E67)  // Hang
  static let bopomofo = OpenTypeTag(rawValue: 0x426F_706F)  // Bopo

  /// Whether the script's letters join, so that space between them would tear words apart: the
  /// cursive scripts that CSS Text lists.
  var isCursive: Bool { Self.cursive.contains(rawValue) }

  private static let cursive: [UInt32] = [
    0x4172_6162,  // Arab
    0x526F_6867,  // Rohg
    0x4D61_6E64,  // Mand
    0x4D6F_6E67,  // Mong
    0x4E6B_6F6F,  // Nkoo
    0x5068_6167,  // Phag
    0x5379_7263,  // Syrc
    0x4164_6C6D,  // Adlm
    0x536F_6764,  // Sogd
  ]
}
