import Foundation
import TestSupport
import Testing

@testable import FolioTypography

@Suite("Hostile text ends in an error or a picture, soon and in bounded memory")
struct HostileInputTests {
  /// An engine whose limits are out of the way, so that the code behind them is what is tested.
  let engine = Fixtures.engine(
    limits: TextLimits(bytes: 1 << 24, graphemes: 1 << 24, marks: 1 << 24))
  let paragraph = ParagraphStyle(maximumLines: 2)

  func time(_ body: () throws -> Void) rethrows -> Duration {
    try ContinuousClock().measure(body)
  }

  @Test("A title of 1 MB is cut at its second line")
  func megabyte() throws {
    let words = String(repeating: "word سلام 春天 ", count: 50_000)
    #expect(words.utf8.count > 1_000_000)
    let took = try time {
      let layout = try engine.layout(words, paragraph: paragraph, width: 300)
      #expect(layout.lines.count == 2 && layout.isTruncated)
    }
    #expect(took < .seconds(20))
  }

  @Test("10,000 combining marks on one letter are one cluster in one line")
  func marks() throws {
    let text = "a" + String(repeating: "\u{301}", count: 10_000)
    let took = try time {
      let layout = try engine.layout(text, paragraph: paragraph, width: 300)
      #expect(layout.lines.count == 1)
      #expect(layout.lines[0].range == 0..<10_001)
    }
    #expect(took < .seconds(5))
  }

  @Test("1,000 nested embeddings, overrides and isolates")
  func embeddings() throws {
    for open in [
      "\u{202A}", "\u{202B}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}", "\u{2068}",
    ] {
      let close = open >= "\u{2066}" ? "\u{2069}" : "\u{202C}"
      let text =
        String(repeating: open + "a", count: 1000) + "ש" + String(repeating: close, count: 1000)
      let took = try time {
        let layout = try engine.layout(text, paragraph: paragraph, width: 300)
        #expect(layout.lines.count == 2 && layout.isTruncated)
        #expect(layout.missingGlyphs == [])
      }
      #expect(took < .seconds(5))
    }
  }

  @Test("5,000 characters that no font has are reported once each")
  func missing() throws {
    let text = String(repeating: "\u{13000}\u{13001}", count: 2500)
    let took = try time {
      let layout = try engine.layout(text, width: 300)
      #expect(layout.missingGlyphs.map(\.offset) == [0, 1])
      #expect(layout.lines.flatMap { $0.runs.flatMap(\.glyphs) }.count == 5000)
    }
    #expect(took < .seconds(5))
  }

  @Test("5,000 empty lines")
  func emptyLines() throws {
    let layout = try engine.layout(String(repeating: "\n", count: 5000), width: 300)
    #expect(layout.lines.count == 5001)
    #expect(layout.inkBounds == nil)
  }

  @Test(
    "Values out of range are errors that state the range",
    arguments: [
      (TextStyle(size: 0), "size"), (TextStyle(size: -1), "size"), (TextStyle(size: .nan), "size"),
      (TextStyle(size: .infinity), "size"), (TextStyle(size: 1000.5), "size"),
      (TextStyle(tracking: .nan), "tracking"), (TextStyle(tracking: 1e9), "tracking"),
      (TextStyle(weight: 0), "weight"), (TextStyle(weight: 1001), "weight"),
      (TextStyle(fonts: []), "fonts"), (TextStyle(features: [FontFeature("toolong")]), "feature"),
      (TextStyle(features: [FontFeature("")]), "feature"),
    ])
  func styleValues(style: TextStyle, name: String) {
    do throws(TextError) {
      _ = try engine.layout("A", style: style)
      Issue.record("\(style) was accepted")
    } catch {
      guard case .badValue(let found, _, _) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(found == name)
    }
  }

  @Test("Boxes and line heights out of range are errors too")
  func boxValues() {
    for width in [-1, .nan, .infinity, 1e7] {
      #expect(throws: TextError.self) { try engine.layout("A", width: width) }
      #expect(throws: TextError.self) { try engine.layout("A", height: width) }
    }
    for style in [
      ParagraphStyle(lineHeight: 0), ParagraphStyle(lineHeight: .nan),
      ParagraphStyle(paragraphSpacing: -1), ParagraphStyle(firstLineIndent: .infinity),
      ParagraphStyle(maximumLines: -1), ParagraphStyle(minimumScale: 0),
      ParagraphStyle(minimumScale: 1.5), ParagraphStyle(tabStops: [.nan]),
    ] {
      #expect(throws: TextError.self) { try engine.layout("A", paragraph: style) }
    }
  }

  @Test("The smallest and the largest size are laid out and drawn", arguments: [1.0, 4, 1000])
  func extremeSizes(size: Double) throws {
    let layout = try engine.layout("Ag😀", style: TextStyle(size: size))
    let small = try engine.layout("Ag😀", style: TextStyle(size: 100))
    #expect(abs(layout.width.points * 100 - small.width.points * size) < 0.2 * size)
    #expect(!engine.path(for: layout).isEmpty)
    let images = try engine.images(for: layout, pixelScale: 1)
    #expect(images.map(\.bitmap.width) == [max(1, Int((136 * size / 109).rounded()))])
  }

  @Test("1,000 random texts in random boxes keep every promise of a layout")
  func random() throws {
    var random = SplitMix64(seed: 4711)
    let pieces = [
      "word", "Überfluß", " ", "  ", "\n", "\t", "سلام", "مجموعة", "שלום", "春", "天", "の", "한국어",
      "ภาษาไทย", "क्षत्रिय", "👨‍👩‍👧‍👦", "🇬🇧", "1️⃣", "(", ")", "…", "\u{AD}", "\u{200B}", "\u{2028}", "a\u{301}",
      "\u{202E}", "\u{2067}", "\u{2069}", "\u{FE0F}", "\u{200D}", "\u{E000}", "-", "1,234",
      "\u{A0}",
    ]
    func pick<T>(_ list: [T]) -> T { list[Int(random.next() % UInt64(list.count))] }
    for round in 0..<1000 {
      var runs: [TextRun] = []
      for _ in 0..<(1 + random.next() % 3) {
        var text = ""
        for _ in 0..<(random.next() % 14) { text += pick(pieces) }
        runs.append(
          TextRun(
            text,
            style: TextStyle(
              fonts: [pick(["text", "display"])], weight: pick([400, 500, 600, 700]),
              size: pick([9, 17, 22.5]), tracking: pick([0, 0, 1.25, -0.5]),
              underline: pick([false, true]))))
      }
      let maximum = pick([0, 0, 1, 2, 5])
      let width: Double? = pick([nil, 0, 20, 77.7, 150, 400])
      let height: Double? = pick([nil, 30, 80])
      let paragraph = ParagraphStyle(
        alignment: pick([.start, .center, .end, .justified, .left, .right]),
        direction: pick([nil, nil, .leftToRight, .rightToLeft]), lineHeight: pick([nil, 20]),
        maximumLines: maximum, overflow: pick([.wrap, .shrink, .clip, .error]),
        truncation: pick([.head, .middle, .tail]),
        verticalAlignment: pick([.top, .center, .bottom]), tabStops: pick([[], [40, 90]]))
      let layout = try engine.layout(runs, paragraph: paragraph, width: width, height: height)
      let count = runs.reduce(0) { $0 + $1.text.unicodeScalars.count }

      // Lines follow each other and together hold all of the text, separators aside.
      var end = 0
      for line in layout.lines {
        #expect(line.range.lowerBound >= end && line.range.upperBound <= count, "round \(round)")
        end = line.range.upperBound
        #expect(line.baseline >= line.top)
        if let width, !line.runs.isEmpty, layout.overflow.excessWidth == 0 {
          #expect(line.width.points <= width + 1e-9, "round \(round)")
        }
        // Glyphs stand from left to right within the line.
        var x = line.x
        for run in line.runs {
          #expect(run.style < runs.count)
          for glyph in run.glyphs {
            #expect(glyph.cluster < max(count, 1))
            x += glyph.advance
          }
        }
        if paragraph.tabStops.isEmpty && runs.allSatisfy({ $0.style.tracking == 0 })
          && paragraph.alignment != .justified
        {
          #expect(x == line.x + line.width, "round \(round)")
        }
      }
      if maximum > 0 { #expect(layout.lines.count <= maximum) }
      if !layout.isTruncated {
        let skipped = runs.flatMap { $0.text.unicodeScalars }.filter { $0 == "\n" }.count
        #expect(layout.lines.reduce(0) { $0 + $1.range.count } + skipped >= count, "round \(round)")
      }
      // The same again, and by another engine, is the same.
      if round % 50 == 0 {
        let other = Fixtures.engine(limits: engine.limits)
        #expect(
          try other.layout(runs, paragraph: paragraph, width: width, height: height) == layout)
        #expect(other.path(for: layout) == engine.path(for: layout))
      }
    }
  }
}
