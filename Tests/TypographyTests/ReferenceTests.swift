import Foundation
import TestSupport
import Testing

@testable import FolioTypography

/// What other programs say about the specimen; see Tests/Reference/text/SOURCE.md.
private enum Reference {
  struct Line: Decodable, Sendable {
    var name: String
    var text: String
    var font: String
    var weight: Int
    var size: Double
    var tracking: Double?
    var direction: String?
    var language: String?
  }

  struct Specimen: Decodable {
    var lines: [Line]
  }

  struct Shaping: Decodable, Sendable {
    var name: String
    var font: String
    var text: String
    var direction: String
    var script: String
    var language: String?
    var features: String?
    var glyphs: [[Int]]
  }

  struct Width: Decodable {
    var name: String
    var width: Double
  }

  struct Font: Decodable, Sendable {
    var file: String
    var family: String
    var style: String
    var weight: Int
    var unitsPerEm: Int
    var glyphs: Int
    var characters: Int
    var ascender: Int
    var descender: Int
    var lineGap: Int
    var outlines: String?
  }

  struct File<Entry: Decodable>: Decodable {
    var tool: String
    var lines: [Entry]
  }

  static func read<T: Decodable>(_ name: String, as type: T.Type) throws -> T {
    try JSONDecoder().decode(type, from: ReferenceData.data("text/\(name)"))
  }
}

@Suite("Glyphs and widths are those of HarfBuzz and Chromium")
struct ReferenceTests {
  @Test("Glyph ids, clusters, advances and offsets equal hb-shape's")
  func shaping() throws {
    let buffer = ShapingBuffer()
    let cases = try Reference.read("hb-shape.json", as: Reference.File<Reference.Shaping>.self)
    #expect(cases.lines.count == 35)
    for line in cases.lines {
      let face = try FontFace(path: "\(Fixtures.fontFolder)/\(line.font)")
      let scalars = Array(line.text.unicodeScalars)
      let features = (line.features ?? "").split(separator: ",").map { FontFeature(String($0)) }
      let glyphs = buffer.shape(
        scalars.map(\.value), 0..<scalars.count, font: face.harfBuzz,
        level: line.direction == "rtl" ? 1 : 0,
        script: try #require(OpenTypeTag(line.script)), language: line.language,
        features: features)
      #expect(
        glyphs.map { [Int($0.id), $0.cluster, $0.advance, $0.xOffset, $0.yOffset] }
          == line.glyphs, "\(line.name)")
    }
  }

  @Test("Lines are as wide as Chromium sets them, within 0.05 pt")
  func widths() throws {
    let engine = Fixtures.engine()
    let specimen = try Reference.read("specimen.json", as: Reference.Specimen.self)
    let measured = try Reference.read("chromium.json", as: Reference.File<Reference.Width>.self)
    #expect(specimen.lines.count == 21 && measured.lines.count == 21)
    for (line, reference) in zip(specimen.lines, measured.lines) {
      #expect(line.name == reference.name)
      let style = TextStyle(
        fonts: [line.font], weight: line.weight, size: line.size, tracking: line.tracking ?? 0,
        language: line.language)
      let direction: TextDirection = line.direction == "rtl" ? .rightToLeft : .leftToRight
      let layout = try engine.layout(
        line.text, style: style, paragraph: ParagraphStyle(direction: direction))
      #expect(layout.missingGlyphs == [], "\(line.name)")
      // Chromium advances by the emoji bitmap's 136 of 109 pixels, not by the font's 2550 of 2048
      // units.
      let emoji = line.name == "emoji" ? 5 * (136.0 / 109 - 2550.0 / 2048) * line.size : 0
      #expect(
        abs(layout.width.points + emoji - reference.width) <= 0.05,
        "\(line.name): \(layout.width.points), Chromium \(reference.width)")
    }
  }

  @Test("Lines of one font are as wide as Pillow with Raqm sets them, within 0.002 pt")
  func raqm() throws {
    let engine = Fixtures.engine()
    let specimen = try Reference.read("specimen.json", as: Reference.Specimen.self)
    let measured = try Reference.read("pillow.json", as: Reference.File<Reference.Width>.self)
    #expect(measured.lines.count >= 6)
    for reference in measured.lines {
      let line = try #require(specimen.lines.first { $0.name == reference.name })
      let style = TextStyle(fonts: [line.font], weight: line.weight, size: line.size)
      let layout = try engine.layout(line.text, style: style)
      #expect(abs(layout.width.points - reference.width) <= 0.002, "\(line.name)")
    }
  }

  /// The hash covers every verb and coordinate of all glyphs, so it holds on any FreeType that
  /// gives unscaled outlines as the files have them.
  @Test("Outlines are those that fontTools reads from the files, to the last coordinate")
  func outlines() throws {
    let cases = try Reference.read("fonts.json", as: Reference.File<Reference.Font>.self)
    for font in cases.lines {
      guard let expected = font.outlines else { continue }
      let face = try FontFace(path: "\(Fixtures.fontFolder)/\(font.file)")
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      for id in 0..<GlyphID(face.glyphCount) {
        let path = try #require(face.outline(of: id)).path
        var next = path.points.makeIterator()
        for verb in path.verbs {
          add(verb.rawValue)
          let count = [1, 1, 2, 3, 0][Int(verb.rawValue)]
          for _ in 0..<count {
            let point = next.next()
            for coordinate in [point?.x ?? .nan, point?.y ?? .nan] {
              guard let doubled = Int32(exactly: coordinate * 2) else {
                Issue.record("\(font.file): glyph \(id) has a coordinate \(coordinate)")
                return
              }
              for shift in [0, 8, 16, 24] as [Int32] {
                add(UInt8(truncatingIfNeeded: doubled >> shift))
              }
            }
          }
        }
        add(255)
      }
      let found = String(hash, radix: 16)
      #expect(
        String(repeating: "0", count: 16 - found.count) + found == expected, "\(font.file)")
    }
  }

  @Test("Names, weights and metrics of the fonts that ship are those in their tables")
  func fonts() throws {
    let cases = try Reference.read("fonts.json", as: Reference.File<Reference.Font>.self)
    #expect(cases.lines.count == 21)
    for font in cases.lines {
      let face = try FontFace(path: "\(Fixtures.fontFolder)/\(font.file)")
      #expect(face.familyName == font.family)
      #expect(face.styleName == font.style)
      #expect(face.weight == font.weight)
      #expect(face.unitsPerEm == font.unitsPerEm)
      #expect(face.glyphCount == font.glyphs)
      #expect(face.metrics.ascender == font.ascender)
      #expect(face.metrics.descender == font.descender)
      #expect(face.metrics.lineGap == font.lineGap)
      #expect(face.hasColorBitmaps == (font.file == "NotoColorEmoji.ttf"))
      #expect(!face.isItalic && face.axes.isEmpty)
      var characters = 0
      for value in UInt32(0)...0x10FFFF {
        guard let scalar = Unicode.Scalar(value), face.glyph(for: scalar) != nil else { continue }
        characters += 1
      }
      #expect(characters == font.characters, "\(font.file)")
    }
  }
}
