import Foundation
import TestSupport
import Testing

@testable import FolioTypography

/// Public bug reports of other programs as cases; each test names one.
@Suite("Scripts, emoji and directions that others got wrong")
struct ScriptTests {
  let engine = Fixtures.engine()
  let semi = TextStyle(weight: 600, size: 22)

  /// The runs of a one-line layout by the files of their fonts.
  func runs(_ text: String, style: TextStyle? = nil, direction: TextDirection? = nil) throws
    -> [(font: String, glyphs: [PositionedGlyph])]
  {
    let layout = try engine.layout(
      text, style: style ?? semi, paragraph: ParagraphStyle(direction: direction))
    return layout.lines.flatMap(\.runs).map {
      ($0.font.map { engine.fonts.name(of: $0) } ?? "box", $0.glyphs)
    }
  }

  func emojiCount(_ text: String) throws -> Int {
    try runs(text).filter { $0.font == "NotoColorEmoji.ttf" }.reduce(0) { $0 + $1.glyphs.count }
  }

  @Test("Joined emoji and flags next to text are one coloured glyph each (resvg 861)")
  func joinedEmoji() throws {
    let text = "Hi 👨‍👩‍👧‍👦 🇬🇧 🏳️‍🌈"
    #expect(try emojiCount(text) == 3)
    let layout = try engine.layout(text, style: semi)
    #expect(layout.missingGlyphs == [])
    #expect(try engine.images(for: layout, pixelScale: 2).count == 3)
  }

  @Test("A keycap is one coloured glyph, its digit alone is text (Avalonia 21813)")
  func keycap() throws {
    let keycap = try runs("1️⃣")
    #expect(keycap.count == 1 && keycap[0].font == "NotoColorEmoji.ttf")
    #expect(keycap[0].glyphs.count == 1)
    #expect(
      keycap[0].glyphs[0].advance.rawValue == scaled(2550, by: 22 * 4096, over: 2048))
    let digit = try runs("1")
    #expect(digit.count == 1 && digit[0].font == "FolioSansText-SemiBold.ttf")
  }

  @Test("Every fully qualified sequence of emoji-test.txt is one coloured glyph (satori 621)")
  func allEmoji() throws {
    let path = "/usr/share/unicode/emoji/emoji-test.txt"
    let file = try? String(contentsOfFile: path, encoding: .utf8)
    let text = try #require(file, "\(path) is missing; install the Debian package unicode-data")
    var count = 0
    var wrong: [String] = []
    for line in text.split(separator: "\n") where line.contains("; fully-qualified") {
      let scalars = line.prefix { $0 != ";" }.split(separator: " ").compactMap {
        UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
      }
      var emoji = ""
      emoji.unicodeScalars.append(contentsOf: scalars)
      count += 1
      let found = try runs(emoji)
      let isRight =
        found.count == 1 && found[0].font == "NotoColorEmoji.ttf" && found[0].glyphs.count == 1
        && !found[0].glyphs[0].isMissing
      if !isRight { wrong.append(emoji) }
    }
    #expect(count == 3655)
    #expect(wrong == [])
  }

  @Test(
    "Text or emoji, as the character and its selector say (joplin 11607)",
    arguments: [
      ("☺", false), ("☺\u{FE0E}", false), ("☺\u{FE0F}", true), ("❤\u{FE0E}", false),
      ("❤\u{FE0F}", true), ("↔", false), ("↕", false), ("😀", true), ("⌚\u{FE0E}", false),
    ])
  func presentation(text: String, isColored: Bool) throws {
    let found = try runs(text)
    #expect(found.count == 1)
    #expect((found[0].font == "NotoColorEmoji.ttf") == isColored, "\(found[0].font)")
    #expect(found[0].glyphs.filter { !$0.isMissing && $0.id != 0 }.isEmpty == false)
  }

  @Test("One title in Latin, Chinese, Korean and Japanese lacks nothing (satori 4)")
  func fallback() throws {
    let layout = try engine.layout("hello, 你好 안녕 ねこ", style: semi)
    #expect(layout.missingGlyphs == [])
    try layout.validate()
  }

  @Test("Without the font, the characters are named with the fonts that were tried (satori 36)")
  func fontAbsent() throws {
    try Fixtures.withFolder { folder in
      for name in ["FolioSansText-SemiBold.ttf", "NotoSansArabic-Bold-subset.ttf"] {
        try FileManager.default.copyItem(
          atPath: "\(Fixtures.fontFolder)/\(name)",
          toPath: folder.appendingPathComponent(name).path)
      }
      let engine = TextEngine(fonts: FontBook(folders: [folder.path]))
      let layout = try engine.layout("hello, 你好", style: semi)
      #expect(layout.missingGlyphs.map(\.scalars) == [["你"], ["好"]])
      #expect(layout.missingGlyphs.map(\.offset) == [7, 8])
      let tried = layout.missingGlyphs[0].fontsTried
      #expect(
        tried.prefix(2) == ["FolioSansText-SemiBold.ttf", "NotoSansArabic-Bold-subset.ttf"])
      #expect(tried.contains("NotoSansCJKsc-Bold-subset.otf (not found)"))
      #expect(throws: TextError.missingGlyphs(layout.missingGlyphs)) { try layout.validate() }
      #expect(layout.missingGlyphs[0].description.hasPrefix("no glyph for U+4F60; tried Folio"))
      #expect(layout.lines[0].runs.flatMap(\.glyphs).filter(\.isMissing).count == 2)
    }
  }

  @Test(
    "A character without a glyph is a hollow box, one for each cluster (inter 255)",
    arguments: ["\u{10FFFF}", "\u{13000}", "\u{E000}", "\u{E000}\u{301}"])
  func hollowBox(text: String) throws {
    let layout = try engine.layout(text, style: semi)
    let glyphs = layout.lines[0].runs.flatMap(\.glyphs)
    #expect(glyphs.count == 1 && glyphs[0].isMissing)
    #expect(layout.missingGlyphs.count == 1)
    #expect(layout.width.rawValue == scaled(620, by: 22 * 4096, over: 1000))
    let path = engine.path(for: layout)
    // An outer and an inner rectangle that turn against each other: 0.5 by 0.705 em with a line
    // of 0.05 em.
    #expect(path.verbs.filter { $0 == .close }.count == 2)
    let em2 = 22.0 * 22
    #expect(abs(abs(path.signedArea) - (0.5 * 0.705 - 0.4 * 0.605) * em2) < 1e-9)
  }

  @Test("Arabic letters join, lam and alef in one glyph (lottie-android 2279)")
  func arabic() throws {
    let found = try runs("سلام")
    #expect(found.count == 1 && found[0].glyphs.count == 3)
    #expect(advances(found[0].glyphs) == [548, 681, 950])
  }

  @Test("Devanagari conjuncts stay whole (lottie-android 2630)")
  func devanagari() throws {
    #expect(advances(try runs("क्षत्रिय")[0].glyphs) == [793, 294, 601, 635])
    #expect(advances(try runs("स्वा")[0].glyphs) == [435, 605, 294])
  }

  /// Advances at 22 pt as font units of 1000 per em.
  func advances(_ glyphs: [PositionedGlyph]) -> [Int] {
    glyphs.map { Int(($0.advance.points * 1000 / 22).rounded()) }
  }

  /// The characters of a layout from left to right, one for each glyph.
  func visual(_ text: String, direction: TextDirection? = nil) throws -> String {
    let scalars = Array(text.unicodeScalars)
    var result = ""
    for run in try runs(text, direction: direction) {
      for glyph in run.glyphs { result.unicodeScalars.append(scalars[glyph.cluster]) }
    }
    return result
  }

  @Test("Brackets enclose in right-to-left text, digits run left to right (papyrix 103)")
  func brackets() throws {
    // A bracket of right-to-left text is drawn as its mirror image, so it encloses all the same.
    #expect(try visual("(ab)!", direction: .rightToLeft) == "!)ab(")
    let text = "(ממתק)!"
    let shown = try visual(text)
    #expect(shown == "!)קתממ(")
    // Mirrored: the bracket on the left is drawn as an opening one, in its form beside capitals and
    // signs (hb-shape gives 1258 and 1276 for ")!" from right to left).
    let face = try FontFace(path: Fixtures.fontFolder + "/FolioSansText-SemiBold.ttf")
    let glyphs = try runs(text).flatMap(\.glyphs)
    #expect(glyphs.map(\.id).prefix(2) == [1258, 1276])
    #expect(glyphs.map(\.id).last == face.glyph(for: ")"))
    #expect(try visual("م a (a)", direction: .rightToLeft) == "a (a) م")
    #expect(try visual("م a (a)") == "a (a) م")
    let years = try visual("١٨٩٤-١٩٦٢")
    #expect(years == "١٨٩٤-١٩٦٢" || years == "١٩٦٢-١٨٩٤")
    #expect(years.contains("١٨٩٤") && years.contains("١٩٦٢"))
  }

  @Test("A number in brackets after Arabic keeps both brackets (naughty strings 169)")
  func trailingBrackets() throws {
    #expect(try visual("سلة (5)").hasPrefix(")5( "))
    let face = try FontFace(path: Fixtures.fontFolder + "/FolioSansText-SemiBold.ttf")
    let ids = try runs("سلة (5)").flatMap(\.glyphs).map(\.id)
    #expect(Array(ids.prefix(3)) == ["(", "5", ")"].map { face.glyph(for: $0) })
  }

  @Test("Right-to-left text is wrapped first and ordered line by line (pencil 207)")
  func wrappedArabic() throws {
    let text = "واحد اثنان ثلاثة أربعة خمسة ستة"
    let layout = try engine.layout(text, style: semi, width: 120)
    #expect(layout.lines.count >= 2)
    #expect(layout.lineTexts(of: text).joined() == text)
    #expect(layout.lineTexts(of: text)[0].hasPrefix("واحد"))
    for line in layout.lines {
      let clusters = line.runs.flatMap { $0.glyphs.map(\.cluster) }
      #expect(clusters == clusters.sorted(by: >))
      #expect(line.x + line.width == LayoutUnit(points: 120))
    }
  }

  @Test(
    "The ellipsis of right-to-left text stands at its left (flutter 99736)",
    arguments: [
      "مرحبا بالعالم هذا عنوان طويل جدا لا يتسع في سطر واحد",
      "שלום עולם זוהי כותרת ארוכה מאוד שאינה נכנסת בשורה",
      "عنوان iPhone 15 الجديد مع نص طويل جدا لا يتسع هنا",
    ])
  func ellipsis(text: String) throws {
    let face = try FontFace(path: Fixtures.fontFolder + "/FolioSansText-SemiBold.ttf")
    for width in stride(from: 60.0, to: 300, by: 11) {
      let layout = try engine.layout(
        text, style: semi, paragraph: ParagraphStyle(maximumLines: 1), width: width)
      let line = layout.lines[0]
      #expect(line.isTruncated && line.width.points <= width)
      #expect(line.runs.first?.glyphs.first?.id == face.glyph(for: "…"))
    }
  }

  @Test("Letter space leaves Arabic joined and spaces the Latin beside it (mapbox 4208)")
  func arabicTracking() throws {
    var tracked = semi
    tracked.tracking = 2.5
    let plain = try runs("سلام Wave", direction: .leftToRight)
    let spaced = try runs("سلام Wave", style: tracked, direction: .leftToRight)
    #expect(advances(spaced[0].glyphs) == advances(plain[0].glyphs))
    #expect(advances(spaced[0].glyphs) == [548, 681, 950])
    let width = try engine.layout("سلام Wave", style: tracked).width.points
    let natural = try engine.layout("سلام Wave", style: semi).width.points
    // After the space and after W, a and v, not after the last letter.
    #expect(width - natural == 4 * 2.5)
  }

  @Test("Letter space turns optional ligatures off and required ones not (parley 515)")
  func trackedLigatures() throws {
    var book = FontBook(folders: [])
    try book.register(FontFamily(name: "x", sources: [FontSource(path: fixture("Ligatures.ttf"))]))
    let engine = TextEngine(fonts: book)
    for (tracking, text, units) in [
      (0.0, "fi", 450), (1, "fi", 510), (0, "VV", 1000), (1, "VV", 1000), (0, "AV", 1100),
      (1, "AV", 1110), (-1, "fi", 490),
    ] {
      let layout = try engine.layout(
        text, style: TextStyle(fonts: ["x"], size: 100, tracking: tracking))
      #expect(layout.width.points == Double(units) / 10, "\(text) \(tracking)")
    }
    let wanted = try engine.layout(
      "fi",
      style: TextStyle(fonts: ["x"], size: 100, tracking: 1, features: [FontFeature("liga")]))
    #expect(wanted.width.points == 45)
  }

  @Test("Thai breaks between the words of the dictionary and at U+200B (fpdf2 1190)")
  func thai() throws {
    let text = "ภาษาไทยไม่มีช่องว่าง"
    let words = Set(["ภาษา", "ไทย", "ไม่มี", "ช่อง", "ว่าง"])
    for width in stride(from: 60.0, to: 240, by: 7) {
      let layout = try engine.layout(text, style: semi, width: width)
      var at = text.unicodeScalars.startIndex
      for line in layout.lineTexts(of: text) where layout.overflow.brokenWords == 0 {
        // Every line is a run of whole words.
        var rest = Substring(line)
        while let word = words.first(where: { rest.hasPrefix($0) }) {
          rest = rest.dropFirst(word.count)
        }
        #expect(rest.isEmpty, "\(line)")
        at = text.unicodeScalars.index(at, offsetBy: line.unicodeScalars.count)
      }
    }
    let forced = "ภาษาไทยไม่\u{200B}มีช่องว่าง"
    let breaks = try ICULineBreaking().lineBreaks(in: Array(forced.unicodeScalars))
    let place = try #require(Array(forced.unicodeScalars).firstIndex(of: "\u{200B}"))
    #expect(breaks[place + 1] == .allowed)
  }

  @Test("Korean breaks at spaces, and inside a word only if it is wider than the line (typst 1164)")
  func korean() throws {
    let text = "두 줄을 넘어가는 아주 긴 한국어 제목입니다"
    for width in stride(from: 110.0, to: 320, by: 9) {
      let layout = try engine.layout(text, style: semi, width: width)
      for line in layout.lineTexts(of: text).dropLast() { #expect(line.hasSuffix(" "), "\(line)") }
    }
    let word = "대한민국헌법재판소"
    let narrow = try engine.layout(word, style: semi, width: 70)
    #expect(narrow.lines.count > 1)
    #expect(narrow.overflow.brokenWords == 0)
    #expect(narrow.lines.allSatisfy { $0.width.points <= 70 })
    let syllables = try engine.layout(
      text, style: semi, paragraph: ParagraphStyle(keepsHangulWords: false), width: 100)
    #expect(syllables.lineTexts(of: text).dropLast().contains { !$0.hasSuffix(" ") })
  }

  @Test(
    "Japanese and Chinese break by their own rules",
    arguments: [
      ("ッャー「っ」々", "ッャー|「っ」々"), ("「春の新作」", "「春|の|新|作」"),
      ("値段は、1,200円です。", "値|段|は、|1,200|円|で|す。"),
      ("春天（来了）。", "春|天|（来|了）。"),
    ])
  func cjkBreaks(text: String, expected: String) throws {
    let scalars = Array(text.unicodeScalars)
    let marks = try ICULineBreaking().lineBreaks(in: scalars)
    var shown = ""
    for (i, scalar) in scalars.enumerated() {
      if i > 0 && marks[i] != .prohibited { shown += "|" }
      shown.unicodeScalars.append(scalar)
    }
    #expect(shown == expected)
  }

  @Test("Line ends, tabs and controls draw nothing of themselves (ragg 111)")
  func controls() throws {
    let text = "\nA\r\nB\tC\u{0}\u{7}D\n"
    let layout = try engine.layout(text, style: semi)
    #expect(layout.lines.count == 4)
    #expect(layout.missingGlyphs == [])
    #expect(layout.lines[0].runs.isEmpty && layout.lines[3].runs.isEmpty)
    #expect(layout.lines[1].width == (try engine.layout("A", style: semi)).width)
    #expect(layout.lines[2].width == (try engine.layout("B CD", style: semi)).width)
    for separator in ["\n", "\r", "\r\n", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"] {
      let two = try engine.layout("A\(separator)B", style: semi)
      #expect(two.lines.count == 2, "\(separator.unicodeScalars.map(\.codePoint))")
      #expect(
        two.width
          == max(
            try engine.layout("A", style: semi).width, try engine.layout("B", style: semi).width))
    }
  }

  @Test(
    "Signs of other languages are text (gruff 59)", arguments: ["100%", "%d %s", "@home", "\\n"])
  func literals(text: String) throws {
    let layout = try engine.layout(text, style: semi)
    #expect(layout.lines.count == 1)
    let face = try FontFace(path: Fixtures.fontFolder + "/FolioSansText-SemiBold.ttf")
    #expect(layout.glyphIDs == text.unicodeScalars.map { face.glyph(for: $0) ?? 0 })
  }

  @Test("Shrinking into almost no room ends, within 12 rounds (fitext 5)")
  func noRoom() throws {
    for overflow in [TextOverflowMode.shrink, .wrap, .clip, .error] {
      for width in [0, 0.5, 2] {
        for maximum in [0, 1, 3] {
          let layout = try engine.layout(
            "Some title, سلام", style: semi,
            paragraph: ParagraphStyle(maximumLines: maximum, overflow: overflow), width: width)
          #expect(engine.shrinkRounds <= 12)
          #expect(layout.overflow.isPresent)
          #expect(layout.lines.count >= 1)
          if maximum > 0 { #expect(layout.lines.count <= maximum) }
        }
      }
    }
  }

  @Test("Accents above and below the line are inside the ink bounds (fontbakery 2023)")
  func accents() throws {
    let text = "Ế Ǻ ปู่ ﷺ"
    let layout = try engine.layout(text, style: semi)
    #expect(layout.missingGlyphs == [])
    let ink = try #require(layout.inkBounds)
    let drawn = try #require(engine.path(for: layout).tightBounds)
    #expect(abs(ink.minX - drawn.minX) < 1e-9 && abs(ink.maxX - drawn.maxX) < 1e-9)
    #expect(abs(ink.minY - drawn.minY) < 1e-9 && abs(ink.maxY - drawn.maxY) < 1e-9)
    // The accents of the first letter reach above the line's upper edge, and are not lost.
    #expect(ink.minY < layout.lines[0].baseline.points - 22)
    #expect(layout.lines.count == 1 && !layout.clipsToBox)
  }

  @Test("Chinese characters take the form of their language (noto-fonts 83)")
  func regionalForms() throws {
    func glyph(_ text: String, _ language: String?) throws -> GlyphID {
      let layout = try engine.layout(
        text, style: TextStyle(size: 22, language: language))
      return try #require(layout.glyphIDs.first)
    }
    for character in ["骨", "直", "今"] {
      let chinese = try glyph(character, "zh-Hans")
      let japanese = try glyph(character, "ja")
      #expect(chinese != japanese, "\(character)")
      #expect(try glyph(character, nil) == chinese)
      #expect(try glyph(character + "の", nil) == japanese)
      #expect(try glyph(character + "는", nil) == chinese)
    }
  }

  @Test(
    "A coloured glyph is its bitmap scaled to any size (Pillow 6166)",
    arguments: [7.0, 17, 109, 300])
  func emojiSizes(size: Double) throws {
    let layout = try engine.layout("😀", style: TextStyle(size: size))
    let images = try engine.images(for: layout, pixelScale: 1)
    #expect(images.count == 1)
    let bitmap = images[0].bitmap
    #expect(bitmap.width == Int((136 * size / 109).rounded()))
    #expect(bitmap.height == Int((128 * size / 109).rounded()))
    for pixel in bitmap.pixels {
      let a = pixel >> 24
      #expect(pixel & 255 <= a && (pixel >> 8) & 255 <= a && (pixel >> 16) & 255 <= a)
    }
    // The face is yellow in the middle, and what is around the disc is empty.
    let middle = bitmap[bitmap.width / 2, bitmap.height / 3]
    #expect(middle >> 24 == 255 && middle & 255 > 200 && (middle >> 16) & 255 < 128)
    #expect(bitmap[0, 0] == 0)
  }

  @Test("A million letters are refused at once, and so is a tower of marks (Pillow 7244)")
  func limits() throws {
    let clock = ContinuousClock()
    let million = String(repeating: "A", count: 1_000_000)
    let took = clock.measure {
      #expect(throws: TextError.tooLong(what: "bytes", found: 1_000_000, limit: 4096)) {
        try engine.layout(million, style: semi)
      }
    }
    #expect(took < .milliseconds(100))
    for (limit, text, what) in [
      (TextLimits(bytes: 10, graphemes: 99, marks: 9), "abcdefghij", "bytes"),
      (TextLimits(bytes: 99, graphemes: 10, marks: 9), "abcdefghij", "characters"),
      (
        TextLimits(bytes: 99, graphemes: 99, marks: 3), "a\u{301}\u{301}\u{301}",
        "combining marks on one character"
      ),
    ] {
      let engine = Fixtures.engine(limits: limit)
      _ = try engine.layout(String(text.unicodeScalars.dropLast()), style: semi)
      _ = try engine.layout(text, style: semi)
      let last = try #require(text.unicodeScalars.last)
      var more = text
      more.unicodeScalars.append(last)
      do throws(TextError) {
        _ = try engine.layout(more, style: semi)
        Issue.record("\(what) beyond the limit were accepted")
      } catch {
        guard case .tooLong(let found, _, _) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(found == what)
      }
    }
  }
}
