import FolioGeometry
import TestSupport
import Testing

@testable import FolioTypography

@Suite("Paths and images of a layout")
struct DrawingTests {
  let engine = Fixtures.engine()

  @Test("Baselines and underlines stand on whole pixels, wherever the box stands")
  func snapping() throws {
    var random = SplitMix64(seed: 7)
    let layout = try engine.layout(
      "HIH\nHIH", style: TextStyle(size: 17, underline: true), width: 100)
    for scale in [1.0, 2, 3] {
      for _ in 0..<50 {
        let origin = Point(x: random.double(in: -5...5), y: random.double(in: -50...50))
        let path = engine.path(for: layout, at: origin, pixelScale: scale)
        // The letters H and I end at the baseline, the underline at its two edges. What is left
        // of the division by the scale is far below the 1/4096 pixel that drawing resolves.
        let rows = path.points.map { $0.y * scale }
        let whole = Set(
          rows.map { $0.rounded() }.filter { row in
            rows.contains { abs($0 - row) < 1e-9 }
          })
        let lowest = try #require(rows.max())
        #expect(abs(lowest - lowest.rounded()) < 1e-9)
        for line in layout.lines {
          let wanted = ((origin.y + line.baseline.points) * scale + 0.5).rounded(.down)
          #expect(whole.contains(wanted))
        }
      }
    }
  }

  @Test("A path is the same letters at every scale")
  func scales() throws {
    let layout = try engine.layout("Spring سلام 春", style: TextStyle(size: 22))
    let plain = engine.path(for: layout)
    for scale in [1.0, 2, 3] {
      let path = engine.path(for: layout, pixelScale: scale)
      #expect(path.verbs == plain.verbs)
      let shift = path.points[0].y - plain.points[0].y
      #expect(abs(shift) <= 0.5 / scale + 1e-9)
      for (a, b) in zip(path.points, plain.points) {
        #expect(a.x == b.x && abs(a.y - b.y - shift) < 1e-9)
      }
    }
  }

  @Test("A box moved by whole pixels moves its drawing by whole pixels")
  func translation() throws {
    let layout = try engine.layout("Hi 😀 there", style: TextStyle(size: 22))
    let images = try engine.images(for: layout, pixelScale: 2)
    let moved = try engine.images(for: layout, at: Point(x: 3.5, y: -7), pixelScale: 2)
    #expect(images.count == 1 && moved.count == 1)
    #expect(moved[0].x == images[0].x + 7 && moved[0].y == images[0].y - 14)
    #expect(moved[0].bitmap == images[0].bitmap)
    let ink = try #require(layout.inkBounds)
    #expect(Double(images[0].x) >= ink.minX * 2 - 1)
    #expect(Double(images[0].x + images[0].bitmap.width) <= ink.maxX * 2 + 1)
  }

  @Test("Fonts whose contours may overlap say so")
  func overlaps() throws {
    var book = FontBook(folders: [])
    for name in ["Variable.ttf", "Ligatures.ttf"] {
      try book.register(FontFamily(name: name, sources: [FontSource(path: fixture(name))]))
    }
    let engine = TextEngine(fonts: book)
    for (name, expected) in [("Variable.ttf", true), ("Ligatures.ttf", false)] {
      let layout = try engine.layout("A", style: TextStyle(fonts: [name]))
      #expect(engine.paths(for: layout).map(\.hasOverlaps) == [expected])
    }
  }

  @Test("A book that was told to read the fonts that ship draws without the folder")
  func preload() throws {
    var book = FontBook(folders: [Fixtures.fontFolder])
    try book.preload()
    let layout = try TextEngine(fonts: book).layout("Spring سلام 春 😀")
    #expect(layout.missingGlyphs == [])
    var elsewhere = FontBook(folders: ["/nowhere"])
    #expect(throws: FontError.self) { try elsewhere.preload() }
  }

  /// A bitmap whose pixels are all alike stays so, and one of stripes has their mean.
  @Test("Scaling a coloured glyph keeps its mean", arguments: [1, 3, 8, 16, 40, 109])
  func resampling(size: Int) {
    let colour: UInt32 = 0xC0_60_30_90
    let flat = ColorBitmap(
      pixels: [UInt32](repeating: colour, count: 16 * 8), width: 16, height: 8, left: 0, top: 8,
      pixelsPerEm: 16)
    let scaled = flat.scaled(to: size * 4096)
    #expect(scaled.width == max(1, size) && scaled.height == max(1, (size + 1) / 2))
    #expect(scaled.pixels.allSatisfy { $0 == colour })
    var striped = flat
    for i in striped.pixels.indices { striped.pixels[i] = i % 2 == 0 ? 0 : 0xFF_FF_FF_FF }
    if size <= 8 && 8 % size == 0 {
      // Every pixel covers as many white columns as empty ones: half of 255, rounded up.
      #expect(striped.scaled(to: size * 4096).pixels.allSatisfy { $0 == 0x80_80_80_80 })
    }
  }

  @Test("The weights of a row add up, and each source pixel counts as much as the others")
  func taps() {
    for source in 1...40 {
      for target in 1...80 {
        let resampling = Resampling(from: source, to: target)
        #expect(resampling.taps.count == target)
        var share = [Int](repeating: 0, count: source)
        for tap in resampling.taps {
          #expect(tap.weights.reduce(0, +) == resampling.total)
          for (i, weight) in tap.weights.enumerated() {
            #expect(weight > 0)
            share[tap.start + i] += weight
          }
        }
        if target <= source { #expect(share.allSatisfy { $0 == target }) }
      }
    }
  }

  @Test("Engines on many threads, made from one book, give one result")
  func threads() async throws {
    var book = FontBook(folders: [Fixtures.fontFolder])
    try book.register(FontFamily(name: "x", sources: [FontSource(path: fixture("Variable.ttf"))]))
    let shared = book
    let runs = [
      TextRun("Spring سلام क्षत्रिय 春の新作 😀 ", style: TextStyle(size: 22)),
      TextRun("AV", style: TextStyle(fonts: ["x"], weight: 650, size: 30)),
    ]
    let expected = try TextEngine(fonts: shared).layout(runs, width: 120)
    let path = TextEngine(fonts: shared).path(for: expected)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 {
        group.addTask {
          let engine = TextEngine(fonts: shared)
          let layout = try engine.layout(runs, width: 120)
          return layout == expected && engine.path(for: expected) == path
        }
      }
      for try await isEqual in group { #expect(isEqual) }
    }
  }
}
