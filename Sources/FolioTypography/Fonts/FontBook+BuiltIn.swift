/// The files that ship in `fonts/`, and the families made of them.
extension FontBook {
  struct BuiltInFile: Hashable, Sendable {
    var name: String
    var weight: Int
  }

  struct BuiltInFamily: Sendable {
    var name: String
    var steps: [[BuiltInFile]]
  }

  /// `text` is for sizes up to about 20 pt, `display` for larger ones: the two cuts of Folio Sans,
  /// each followed by Arabic, Hebrew, Devanagari, Thai, Chinese-Japanese-Korean, symbols and
  /// colour emoji.
  static let builtInFamilies: [BuiltInFamily] = [
    BuiltInFamily(name: "text", steps: [folioSans("Text")] + otherScripts),
    BuiltInFamily(name: "display", steps: [folioSans("Display")] + otherScripts),
  ]

  private static func folioSans(_ cut: String) -> [BuiltInFile] {
    [(400, "Regular"), (500, "Medium"), (600, "SemiBold"), (700, "Bold")].map {
      BuiltInFile(name: "FolioSans\(cut)-\($0.1).ttf", weight: $0.0)
    }
  }

  private static let otherScripts: [[BuiltInFile]] = [
    pair("NotoSansArabic", "subset.ttf"),
    pair("NotoSansHebrew", "subset.ttf"),
    pair("NotoSansDevanagari", "subset.ttf"),
    pair("NotoSansThai", "subset.ttf"),
    pair("NotoSansCJKsc", "subset.otf"),
    [BuiltInFile(name: "NotoSansSymbols-Regular-subset.ttf", weight: 400)],
    [BuiltInFile(name: "NotoSansSymbols2-Regular-subset.ttf", weight: 400)],
    [BuiltInFile(name: "NotoColorEmoji.ttf", weight: 400)],
  ]

  private static func pair(_ family: String, _ ending: String) -> [BuiltInFile] {
    [
      BuiltInFile(name: "\(family)-Regular-\(ending)", weight: 400),
      BuiltInFile(name: "\(family)-Bold-\(ending)", weight: 700),
    ]
  }
}
