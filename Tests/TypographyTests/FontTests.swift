import Foundation
import TestSupport
import Testing

@testable import FolioTypography

/// A font drawn for tests; see Tests/Reference/fonts/SOURCE.md.
func fixture(_ name: String) -> String { ReferenceData.url("fonts/\(name)").path }

@Suite("Fonts are opened as they are or refused by name")
struct FontTests {
  @Test("A collection opens at each index it has and at no other")
  func collection() throws {
    let path = fixture("Collection.ttc")
    for index in 0..<10 {
      let face = try FontFace(path: path, index: index)
      #expect(face.familyName == "Fixture Face \(index)")
      let glyph = try #require(face.glyph(for: "A"))
      #expect(face.advance(of: glyph) == 600 + 10 * index)
    }
    for index in [10, -1, 99, 65_535, 65_536, Int.max, Int.min] {
      #expect(throws: FontError.noSuchFace(file: path, index: index, count: 10)) {
        try FontFace(path: path, index: index)
      }
    }
  }

  @Test(
    "A variable font's axis moves advances and outlines alike",
    arguments: [(100.0, 500), (250, 550), (400, 600), (600, 760), (900, 1000), (5000, 1000)])
  func variable(weight: Double, advance: Int) throws {
    let face = try FontFace(
      source: FontSource(
        path: fixture("Variable.ttf"), variations: [FontVariation(axis: "wght", value: weight)]))
    let glyph = try #require(face.glyph(for: "A"))
    #expect(face.advance(of: glyph) == advance)
    let bounds = try #require(face.outline(of: glyph)?.bounds)
    #expect(bounds.minX == 50 && bounds.width == Double(advance - 100))
    #expect(face.weight == Int(min(weight, 900)))
  }

  @Test("A variable font follows the weight of the style, unless its axis is fixed")
  func variableWeight() throws {
    var book = FontBook(folders: [])
    try book.register(
      FontFamily(name: "free", sources: [FontSource(path: fixture("Variable.ttf"))]))
    try book.register(
      FontFamily(
        name: "fixed",
        sources: [
          FontSource(
            path: fixture("Variable.ttf"), variations: [FontVariation(axis: "wght", value: 900)])
        ]))
    #expect(book.weights(ofFamily: "free") == [100, 900])
    let engine = TextEngine(fonts: book)
    for (family, weight, advance) in [
      ("free", 100, 500), ("free", 400, 600), ("free", 600, 760), ("fixed", 400, 1000),
    ] {
      let layout = try engine.layout(
        "A", style: TextStyle(fonts: [family], weight: weight, size: 100))
      #expect(layout.width.points == Double(advance) / 10)
    }
  }

  @Test("An axis that a font lacks is an error that names those it has")
  func unknownAxis() throws {
    let path = fixture("Variable.ttf")
    #expect(throws: FontError.noSuchAxis(file: path, axis: "opsz", available: ["wght"])) {
      try FontFace(
        source: FontSource(path: path, variations: [FontVariation(axis: "opsz", value: 12)]))
    }
  }

  @Test(
    "The weight picks among the faces of a family by the rule of CSS",
    arguments: [
      (100, 400), (300, 400), (400, 400), (450, 500), (500, 500), (501, 600), (600, 600),
      (650, 700), (700, 700), (900, 700),
    ])
  func weights(asked: Int, expected: Int) throws {
    let book = FontBook(folders: [Fixtures.fontFolder])
    let faces = try #require(book.faces(ofFamily: "text", weight: asked))
    let names = faces.map { book.name(of: $0) }
    let style = [400: "Regular", 500: "Medium", 600: "SemiBold", 700: "Bold"][expected] ?? ""
    #expect(names[0] == "FolioSansText-\(style).ttf")
    #expect(names[1] == "NotoSansArabic-\(asked <= 500 ? "Regular" : "Bold")-subset.ttf")
    #expect(names.count == 9)
  }

  @Test("Neighbouring files of one family are weights of one step; others are fallbacks")
  func registeredWeights() throws {
    var book = FontBook(folders: [])
    try book.register(
      FontFamily(
        name: "brand",
        sources: ["Weights-Regular.ttf", "Weights-Bold.ttf", "Ligatures.ttf"].map {
          FontSource(path: fixture($0))
        }))
    #expect(book.weights(ofFamily: "brand") == [400, 700])
    #expect(book.faces(ofFamily: "brand", weight: 400)?.count == 2)
    let engine = TextEngine(fonts: book)
    for (weight, width) in [(400, 60.0), (500, 60), (600, 70), (700, 70)] {
      let layout = try engine.layout(
        "A", style: TextStyle(fonts: ["brand"], weight: weight, size: 100))
      #expect(layout.width.points == width)
    }
  }

  @Test("PostScript outlines turn as TrueType's do, so that both can share a path")
  func orientation() throws {
    let trueType = try FontFace(path: fixture("Ligatures.ttf"))
    let postScript = try FontFace(path: fixture("PostScript.otf"))
    for letter in "fiAV".unicodeScalars {
      let glyphs = try (
        #require(trueType.glyph(for: letter)), #require(postScript.glyph(for: letter))
      )
      let a = try #require(trueType.outline(of: glyphs.0))
      let b = try #require(postScript.outline(of: glyphs.1))
      #expect(a.bounds == b.bounds)
      #expect(a.path.signedArea == b.path.signedArea)
      #expect(a.path.signedArea != 0)
    }
  }

  @Test("What is not a usable font is refused with its name")
  func refused() throws {
    try Fixtures.withFolder { folder in
      let empty = folder.appendingPathComponent("empty.ttf").path
      try Data().write(to: URL(fileURLWithPath: empty))
      let text = folder.appendingPathComponent("text.ttf").path
      try Data("not a font at all".utf8).write(to: URL(fileURLWithPath: text))
      let pipe = folder.appendingPathComponent("pipe.ttf").path
      #expect(unsafe mkfifo(pipe, 0o600) == 0)
      let large = folder.appendingPathComponent("large.ttf").path
      try Data().write(to: URL(fileURLWithPath: large))
      let handle = try #require(FileHandle(forWritingAtPath: large))
      try handle.truncate(atOffset: UInt64(FontData.byteLimit) + 1)
      try handle.close()
      let cases: [(String, (FontError) -> Bool)] = [
        (empty, { if case .broken = $0 { true } else { false } }),
        (text, { if case .broken = $0 { true } else { false } }),
        (pipe, { if case .notRegularFile = $0 { true } else { false } }),
        (folder.path, { if case .notRegularFile = $0 { true } else { false } }),
        (large, { if case .tooLarge = $0 { true } else { false } }),
        (folder.path + "/none.ttf", { if case .notFound = $0 { true } else { false } }),
        ("nul\u{0}name.ttf", { if case .unreadable = $0 { true } else { false } }),
        (fixture("NoCharacterMap.ttf"), { if case .noUnicodeMap = $0 { true } else { false } }),
        (fixture("NoEm.ttf"), { if case .broken = $0 { true } else { false } }),
      ]
      for (path, isExpected) in cases {
        do throws(FontError) {
          _ = try FontFace(path: path)
          Issue.record("\(path) was opened")
        } catch {
          #expect(isExpected(error), "\(path): \(error)")
          #expect("\(error)".contains(path))
        }
      }
    }
  }

  @Test("A font that ships but is not there names the file and the folders")
  func missing() throws {
    let engine = TextEngine(fonts: FontBook(folders: ["/nowhere", "/elsewhere/"]))
    #expect(
      throws: TextError.font(
        .notFound(file: "FolioSansText-Regular.ttf", lookedIn: ["/nowhere", "/elsewhere/"]))
    ) { try engine.layout("Title") }
    #expect(throws: TextError.font(.unknownFamily(name: "tex", known: ["text", "display"]))) {
      try engine.layout("Title", style: TextStyle(fonts: ["tex"]))
    }
  }

  @Test("Families are found by their whole names")
  func names() throws {
    var book = FontBook(folders: [])
    for name in ["head", "header", "Head", "é", "e\u{301}"] {
      try book.register(
        FontFamily(name: name, sources: [FontSource(path: fixture("Ligatures.ttf"))]))
    }
    #expect(throws: FontError.duplicateFamily(name: "head")) {
      try book.register(
        FontFamily(name: "head", sources: [FontSource(path: fixture("Ligatures.ttf"))]))
    }
    #expect(throws: FontError.emptyFamily(name: "none")) {
      try book.register(FontFamily(name: "none", sources: []))
    }
    #expect(book.contains(family: "head") && !book.contains(family: "hea"))
  }

  @Test("300 fonts cut short or with flipped bits: opened or refused, and never worse")
  func corrupt() throws {
    var random = SplitMix64(seed: 20_260)
    let names = [
      "FolioSansText-Regular.ttf", "NotoSansArabic-Regular-subset.ttf",
      "NotoSansDevanagari-Bold-subset.ttf", "NotoSansThai-Regular-subset.ttf",
      "NotoSansHebrew-Bold-subset.ttf",
    ]
    var sources = try names.map {
      try Data(contentsOf: URL(fileURLWithPath: "\(Fixtures.fontFolder)/\($0)"))
    }
    sources.append(try Data(contentsOf: URL(fileURLWithPath: fixture("PostScript.otf"))))
    sources.append(try Data(contentsOf: URL(fileURLWithPath: fixture("Variable.ttf"))))
    sources.append(try Data(contentsOf: URL(fileURLWithPath: fixture("Collection.ttc"))))
    var opened = 0
    var refused = 0
    try Fixtures.withFolder { folder in
      for round in 0..<300 {
        var data = sources[round % sources.count]
        if round % 3 == 0 {
          data = data.prefix(Int(random.next() % UInt64(data.count)))
        } else {
          // Half of the flips hit the table directory and the first tables, where they matter.
          for _ in 0..<(1 + random.next() % 20) {
            let reach = random.next() % 2 == 0 ? min(2000, data.count) : data.count
            let at = data.startIndex + Int(random.next() % UInt64(reach))
            data[at] ^= 1 << UInt8(random.next() % 8)
          }
        }
        let path = folder.appendingPathComponent("font-\(round).ttf").path
        try Data(data).write(to: URL(fileURLWithPath: path))
        var book = FontBook(folders: [])
        do throws(FontError) {
          try book.register(FontFamily(name: "x", sources: [FontSource(path: path)]))
        } catch {
          refused += 1
          #expect("\(error)".contains(path))
          continue
        }
        opened += 1
        let engine = TextEngine(fonts: book)
        let text = "AV fi سلام क्षत्रिय ปู่ שלום\nsecond"
        let layout = try engine.layout(
          text, style: TextStyle(fonts: ["x"], size: 40),
          paragraph: ParagraphStyle(maximumLines: 3), width: 200)
        #expect(layout.lines.count <= 3)
        _ = engine.path(for: layout)
        let face = try FontFace(path: path)
        for glyph in 0..<min(GlyphID(face.glyphCount), 400) { _ = face.outline(of: glyph) }
      }
    }
    #expect(opened + refused == 300)
    #expect(opened > 100 && refused > 20, "\(opened) opened, \(refused) refused")
  }

  @Test("A font that claims to be enormously high yields lines of at most 12 em")
  func hugeMetrics() throws {
    let face = try FontFace(path: fixture("HugeBox.ttf"))
    #expect(face.metrics.ascender <= 4000 && face.metrics.descender <= 4000)
    #expect(face.metrics.lineGap <= 4000)
    var book = FontBook(folders: [])
    try book.register(FontFamily(name: "x", sources: [FontSource(path: fixture("HugeBox.ttf"))]))
    let layout = try TextEngine(fonts: book).layout("AV", style: TextStyle(fonts: ["x"], size: 10))
    #expect(layout.height.points <= 120)
    #expect(layout.inkBounds?.height == 7)
  }
}
