import Foundation
import TestSupport
import Testing

@testable import FolioTypography

@Suite("Paragraphs")
struct ParagraphTests {
  let engine = Fixtures.engine()
  let text = "The quick brown fox jumps over the lazy dog and runs away from everything."

  @Test("Every line fits, and no line could have taken the next word")
  func firstFit() throws {
    for width in stride(from: 60.0, through: 520, by: 7.3) {
      let layout = try engine.layout(text, width: width)
      let lines = layout.lineTexts(of: text)
      #expect(lines.joined() == text)
      for (i, line) in layout.lines.enumerated() {
        if layout.overflow.brokenWords == 0 { #expect(line.width.points <= width) }
        guard i + 1 < lines.count, layout.overflow.brokenWords == 0 else { continue }
        let word = lines[i + 1].prefix { $0 != " " }
        let more = try engine.layout(lines[i] + word)
        #expect(more.width.points > width, "\(lines[i])|\(word) at \(width)")
      }
    }
  }

  @Test("A box exactly as wide as the text holds it in one line; 1/4096 pt less does not")
  func exactFit() throws {
    let natural = try engine.layout(text)
    let fits = try engine.layout(text, width: natural.width.points)
    #expect(fits.lines.count == 1)
    let one = LayoutUnit(rawValue: 1).points
    #expect(try engine.layout(text, width: natural.width.points - one).lines.count == 2)
  }

  @Test("Alignment places each line within the box")
  func alignment() throws {
    let cases: [(TextAlignment, TextDirection?, Double)] = [
      (.start, nil, 0), (.left, nil, 0), (.justified, nil, 0), (.center, nil, 0.5),
      (.end, nil, 1), (.right, nil, 1),
      (.start, .rightToLeft, 1), (.left, .rightToLeft, 0), (.justified, .rightToLeft, 1),
      (.center, .rightToLeft, 0.5), (.end, .rightToLeft, 0), (.right, .rightToLeft, 1),
    ]
    for (alignment, direction, share) in cases {
      let paragraph = ParagraphStyle(alignment: alignment, direction: direction)
      let layout = try engine.layout("Title", paragraph: paragraph, width: 200)
      let line = try #require(layout.lines.first)
      let room = 200 * 4096 - line.width.rawValue
      #expect(line.x.rawValue == Int((Double(room) * share).rounded(.down)))
    }
  }

  @Test("Justified lines reach both edges, the last of a paragraph does not")
  func justified() throws {
    let layout = try engine.layout(
      text, paragraph: ParagraphStyle(alignment: .justified), width: 180)
    #expect(layout.lines.count > 3)
    for line in layout.lines.dropLast() { #expect(line.width.rawValue == 180 * 4096) }
    let last = try #require(layout.lines.last)
    #expect(last.width.points < 180)
  }

  @Test("A label of 17 pt is as high as on iOS, and a stated line height is kept exactly")
  func lineHeight() throws {
    let natural = try engine.layout("Title")
    #expect(abs(natural.height.points - 20.287) < 0.001)
    for (size, height) in [(34.0, 41.0), (17, 22), (11, 13)] {
      let layout = try engine.layout(
        "One\nTwo\nThree", style: TextStyle(size: size),
        paragraph: ParagraphStyle(lineHeight: height))
      #expect(layout.height.points == 3 * height)
      #expect(layout.lines[1].baseline.points - layout.lines[0].baseline.points == height)
    }
  }

  @Test("More lines than allowed end in an ellipsis that fits, without white space before it")
  func tail() throws {
    for maximum in 1...4 {
      for width in stride(from: 40.0, through: 150, by: 3.7) {
        let layout = try engine.layout(
          text, paragraph: ParagraphStyle(maximumLines: maximum), width: width)
        #expect(layout.lines.count == maximum)
        #expect(layout.isTruncated)
        let last = try #require(layout.lines.last)
        #expect(last.isTruncated && last.width.points <= width)
        let face = try FontFace(path: Fixtures.fontFolder + "/FolioSansText-Regular.ttf")
        let ids = last.runs.flatMap { $0.glyphs.map(\.id) }
        #expect(ids.last == face.glyph(for: "…"))
        #expect(ids.dropLast().last != face.glyph(for: " "))
      }
    }
  }

  @Test("Head and middle truncation keep the ends of the text")
  func headAndMiddle() throws {
    let face = try FontFace(path: Fixtures.fontFolder + "/FolioSansText-Regular.ttf")
    let ellipsis = try #require(face.glyph(for: "…"))
    for (mode, startsWithEllipsis) in [(TextTruncation.head, true), (.middle, false)] {
      let layout = try engine.layout(
        text, paragraph: ParagraphStyle(maximumLines: 1, truncation: mode), width: 120)
      let ids = layout.glyphIDs
      #expect(layout.width.points <= 120)
      #expect(ids.last == face.glyph(for: "."))
      #expect((ids.first == ellipsis) == startsWithEllipsis)
      #expect(ids.filter { $0 == ellipsis }.count == 1)
      if !startsWithEllipsis { #expect(ids.first == face.glyph(for: "T")) }
    }
  }

  @Test("Lines left out by explicit line feeds count as truncation too")
  func truncatedParagraphs() throws {
    let layout = try engine.layout(
      "One\nTwo\nThree", paragraph: ParagraphStyle(maximumLines: 2), width: 200)
    #expect(layout.lines.count == 2)
    #expect(layout.isTruncated)
    let expected = try engine.layout("Two…")
    #expect(layout.lines[1].width == expected.width)
  }

  @Test("Shrinking finds the largest size that fits, within 12 rounds")
  func shrink() throws {
    let paragraph = ParagraphStyle(maximumLines: 1, overflow: .shrink, minimumScale: 0.3)
    for size in [17.0, 34, 96, 400] {
      let style = TextStyle(size: size)
      let natural = try engine.layout(text, style: style)
      let width = natural.width.points * 0.6
      let layout = try engine.layout(text, style: style, paragraph: paragraph, width: width)
      #expect(engine.shrinkRounds <= 12)
      #expect(!layout.overflow.isPresent)
      let step = max(1.0 / 64, size * 0.7 / 4095)
      #expect(layout.scale <= 0.6 + 1e-6)
      #expect(layout.scale > 0.6 - 1.5 * step / size, "\(layout.scale)")
    }
    let tooWide = try engine.layout(text, paragraph: paragraph, width: 60)
    #expect(abs(tooWide.scale - 0.3) < 0.0001 && tooWide.isTruncated && tooWide.width.points <= 60)
  }

  @Test("Shrinking also keeps to the height of the box")
  func shrinkHeight() throws {
    let paragraph = ParagraphStyle(overflow: .shrink, minimumScale: 0.25)
    let layout = try engine.layout(text, paragraph: paragraph, width: 120, height: 60)
    #expect(layout.scale < 1 && !layout.overflow.isPresent)
    #expect(layout.height.points <= 60 && layout.width.points <= 120)
    let least = try engine.layout(
      text, paragraph: ParagraphStyle(overflow: .shrink, minimumScale: 0.9), width: 120,
      height: 40)
    #expect(least.isTruncated && least.height.points <= 40)
  }

  @Test("Overflow is a fact, and an error only where the style says so")
  func overflow() throws {
    let wrap = try engine.layout(text, width: 100, height: 30)
    #expect(wrap.overflow.excessHeight > 0 && !wrap.isTruncated)
    try wrap.validate()
    let strict = try engine.layout(
      text, paragraph: ParagraphStyle(overflow: .error), width: 100, height: 30)
    #expect(throws: TextError.overflow(strict.overflow)) { try strict.validate() }
    let word = try engine.layout(
      "Donaudampfschifffahrt", paragraph: ParagraphStyle(overflow: .error), width: 60)
    #expect(word.overflow.brokenWords >= 1)
    #expect(throws: TextError.self) { try word.validate() }
    let clip = try engine.layout(
      text, paragraph: ParagraphStyle(maximumLines: 1, overflow: .clip), width: 100)
    #expect(clip.clipsToBox && clip.isTruncated && clip.lines.count == 1)
    #expect(!clip.lines[0].isTruncated)
    #expect(clip.width == (try engine.layout(text)).width)
    #expect(clip.lines[0].range == 0..<text.unicodeScalars.count)
    let fits = try engine.layout(
      text, paragraph: ParagraphStyle(overflow: .error), width: 300, height: 100)
    try fits.validate()
  }

  @Test("A soft hyphen shows where the line ends at it and nowhere else")
  func softHyphen() throws {
    let face = try FontFace(path: Fixtures.fontFolder + "/FolioSansText-Regular.ttf")
    let word = "Donau\u{AD}dampf\u{AD}schiff"
    let whole = try engine.layout(word)
    #expect(whole.width == (try engine.layout("Donaudampfschiff")).width)
    let layout = try engine.layout(word, width: 60)
    #expect(layout.lines.count == 3)
    for (line, part) in zip(layout.lines, ["Donau‐", "dampf‐", "schiff"]) {
      #expect(line.width == (try engine.layout(part)).width)
    }
    #expect(layout.glyphIDs.filter { $0 == face.glyph(for: "\u{2010}") }.count == 2)
  }

  @Test("Tabs advance to the next stop, and are spaces without one")
  func tabs() throws {
    let stops = ParagraphStyle(tabStops: [50, 120])
    let layout = try engine.layout("A\tB\tC", paragraph: stops)
    let xs = layout.lines[0].runs.flatMap { $0.glyphs.map(\.x.points) }
    #expect(xs == [0, 50, 120])
    #expect(try engine.layout("A\tB").width == engine.layout("A B").width)
  }

  @Test("Vertical alignment places the block in its box")
  func vertical() throws {
    for (alignment, share) in [(VerticalAlignment.top, 0.0), (.center, 0.5), (.bottom, 1)] {
      let layout = try engine.layout(
        "One\nTwo", paragraph: ParagraphStyle(verticalAlignment: alignment), height: 100)
      let room = 100 - layout.height.points
      #expect(abs(layout.lines[0].top.points - room * share) < 0.001)
    }
  }

  @Test("Runs of different style share a line, its baseline, and the height of the larger")
  func mixedStyles() throws {
    let runs = [
      TextRun("small ", style: TextStyle(size: 12)),
      TextRun("large", style: TextStyle(weight: 700, size: 30, underline: true)),
    ]
    let layout = try engine.layout(runs)
    #expect(layout.lines.count == 1)
    #expect(layout.lines[0].runs.map(\.style) == [0, 1])
    #expect(layout.height == (try engine.layout("x", style: TextStyle(size: 30))).height)
    let large = try engine.layout("large", style: runs[1].style)
    #expect(layout.lines[0].underlines.count == 1)
    #expect(layout.lines[0].underlines[0].width == large.width)
    #expect(layout.lines[0].underlines[0].style == 1)
    #expect(engine.paths(for: layout).map(\.style) == [0, 1])
  }

  @Test("Paragraph spacing and first line indent")
  func spacing() throws {
    let paragraph = ParagraphStyle(paragraphSpacing: 9, firstLineIndent: 20)
    let layout = try engine.layout("One two\nThree four", paragraph: paragraph, width: 60)
    let height = layout.lines[0].height
    #expect(layout.lines.map(\.x.points) == [20, 0, 20, 0])
    #expect(layout.height.rawValue == 4 * height.rawValue + 9 * 4096)
    #expect(
      layout.lines[2].top.rawValue - layout.lines[1].top.rawValue == height.rawValue + 9 * 4096)
  }
}
