import Foundation
import Testing

@testable import FolioTypography

private let corpusFolder = ProcessInfo.processInfo.environment["FOLIOSCOPE_FONT_CORPUS"]

/// Runs over a folder of hostile fonts named by `FOLIOSCOPE_FONT_CORPUS`, since their licences keep
/// them out of the project; `scripts/test-font-corpus` fetches HarfBuzz's and calls this.
@Suite("A corpus of hostile fonts", .enabled(if: corpusFolder != nil))
struct FontCorpusTests {
  @Test("Each is refused by name or laid out and drawn, within a second")
  func corpus() throws {
    let folder = try #require(corpusFolder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names.count > 300)
    var opened = 0
    var refused = 0
    var slowest = (name: "", time: Duration.zero)
    for name in names {
      let path = "\(folder)/\(name)"
      let took = ContinuousClock().measure {
        var book = FontBook(folders: [])
        do throws(FontError) {
          try book.register(FontFamily(name: "x", sources: [FontSource(path: path)]))
        } catch {
          refused += 1
          #expect("\(error)".contains(path))
          return
        }
        opened += 1
        let engine = TextEngine(fonts: book)
        for text in ["AVfi 123", "سلام عليكم", "क्षत्रिय", "ปู่", "שלום", "한국어", "👨‍👩‍👧 🇬🇧", "a\u{301}"] {
          do throws(TextError) {
            let layout = try engine.layout(
              text, style: TextStyle(fonts: ["x"], size: 40),
              paragraph: ParagraphStyle(maximumLines: 3), width: 200)
            _ = engine.path(for: layout)
            _ = try engine.images(for: layout, pixelScale: 1)
          } catch {
            #expect("\(error)".contains(path), "\(name): \(error)")
          }
        }
        guard let face = try? FontFace(path: path) else { return }
        for glyph in 0..<min(GlyphID(face.glyphCount), 1000) { _ = face.outline(of: glyph) }
      }
      if took > slowest.time { slowest = (name, took) }
      #expect(took < .seconds(1), "\(name)")
    }
    print("\(names.count) fonts: \(opened) opened, \(refused) refused; slowest \(slowest)")
  }
}
