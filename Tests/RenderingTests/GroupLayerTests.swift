import FolioGeometry
import FolioRaster
import FolioRendering
import FolioScene
import Foundation
import TestSupport
import Testing

@Suite("A group is put on its ground once")
struct GroupLayerTests {
  static let two = """
    { shape: rect, fill: black, frame: { x: 4, y: 4, w: 20, h: 20 } },
    { shape: rect, fill: black, frame: { x: 14, y: 14, w: 20, h: 20 } }
    """

  @Test("opacity weighs the whole, not each layer")
  func opacity() throws {
    let drawn = try DrawnLayers.draw("[{ group: [\(Self.two)], opacity: 0.6 }]")
    // 0.6 * 255 = 153 everywhere, also where both lie.
    for (x, y) in [(6, 6), (18, 18), (30, 30)] { #expect(DrawnLayers.black(drawn, x, y) == 153) }
    #expect(DrawnLayers.black(drawn, 30, 6) == 0)
    // By layer they add up: 1 - 0.4².
    let apart = try DrawnLayers.draw(
      "[\(Self.two.replacingOccurrences(of: "black,", with: "black, opacity: 0.6,"))]")
    #expect(abs(Double(DrawnLayers.black(apart, 18, 18)) - 255 * 0.84) <= 1)
  }

  @Test("a group cuts at its frame, at its corners, and at a path")
  func clips() throws {
    let inner = "group: [{ shape: rect, fill: black, frame: { x: -50, y: -50, w: 200, h: 200 } }]"
    let frame = "frame: { x: 5.5, y: 6, w: 28, h: 28 }"
    let free = try DrawnLayers.draw("[{ \(inner), \(frame) }]")
    #expect(DrawnLayers.worst(free) { _, _ in 1 } == 0)
    let cut = try DrawnLayers.draw("[{ \(inner), \(frame), clip: true }]")
    #expect(
      DrawnLayers.worst(cut) { x, y in
        y < 6 || y >= 34 ? 0 : x == 5 || x == 33 ? 128.0 / 255 : x > 5 && x < 33 ? 1 : 0
      } == 0)
    let round = try DrawnLayers.draw("[{ \(inner), \(frame), radius: 14 }]")
    #expect(
      DrawnLayers.worst(round) { ExactArea.disc(cx: 19.5, cy: 20, radius: 14, x: $0, y: $1) }
        <= 0.55)
    // A triangle from the frame's corner, in points; and in a box of its own, with a hole.
    let path = try DrawnLayers.draw("[{ \(inner), \(frame), clipPath: M0 0 L28 4 L10 28 Z }]")
    let triangle: [(x: Double, y: Double)] = [(5.5, 6), (33.5, 10), (15.5, 34)]
    let shares = LineCoverage.coverage(width: 40, height: 40) {
      LineCoverage.add(convex: triangle, at: $0, to: &$1)
    }
    #expect(DrawnLayers.worst(path, shares) <= 0.7)
    let box = try DrawnLayers.draw(
      "[{ \(inner), \(frame), viewBox: [0, 0, 2, 2], clipRule: evenodd, clipPath: 'M0 0 H2 V2 H0 Z M0.5 0.5 H1.5 V1.5 H0.5 Z' }]"
    )
    #expect(DrawnLayers.black(box, 8, 20) == 255 && DrawnLayers.black(box, 19, 20) == 0)
    #expect(DrawnLayers.black(box, 12, 12) == 255 && DrawnLayers.black(box, 13, 13) == 0)
  }

  @Test("a mask shows the group by its alpha, or by its luminance")
  func masks() throws {
    let inner = "group: [{ shape: rect, fill: black }], frame: { x: 0, y: 8, w: 40, h: 24 }"
    let disc = try DrawnLayers.draw(
      "[{ \(inner), mask: [{ shape: ellipse, fill: white, frame: { cx: 20, cy: 12, w: 20, h: 20 } }] }]"
    )
    #expect(
      DrawnLayers.worst(disc) { ExactArea.disc(cx: 20, cy: 20, radius: 10, x: $0, y: $1) } <= 0.55)
    // From nothing to all, across.
    let fade = try DrawnLayers.draw(
      "[{ \(inner), mask: [{ shape: rect, fill: { linear: ['#00000000', '#000000FF'], angle: 90 } }] }]"
    )
    #expect(
      DrawnLayers.worst(fade) { x, y in y < 8 || y >= 32 ? 0 : (Double(x) + 0.5) / 40 } <= 1)
    // Luminance of sRGB red, green and blue as CSS weighs them.
    for (color, weight) in [("red", 0.2126), ("lime", 0.7152), ("blue", 0.0722), ("white", 1)] {
      let drawn = try DrawnLayers.draw(
        "[{ \(inner), maskType: luminance, mask: [{ shape: rect, fill: \(color) }] }]")
      #expect(abs(Double(DrawnLayers.black(drawn, 20, 20)) - 255 * weight) <= 0.51)
      #expect(DrawnLayers.black(drawn, 20, 4) == 0)
    }
    // A mask within a mask, in groups that are placed.
    let nested = try DrawnLayers.draw(
      "[{ group: [{ \(inner), mask: [{ shape: rect, fill: black, frame: { x: 0, y: 0, w: 10, h: 24 } }] }], frame: { x: 4, y: 0, w: 40, h: 40 }, mask: [{ shape: rect, fill: black, frame: { x: 0, y: 10, w: 40, h: 10 } }] }]"
    )
    #expect(
      DrawnLayers.worst(nested) { x, y in x >= 4 && x < 14 && y >= 10 && y < 20 ? 1 : 0 } == 0)
  }

  @Test("a blurred edge is the Gaussian's integral, of a group and of a shadow")
  func blurs() throws {
    // Standard deviation 3 along x from an edge at 20; erf(z) = 2 Φ(z √2) - 1.
    func edge(_ x: Double) -> Double { 0.5 * (1 + erf(x / (3 * 2.0.squareRoot()))) }
    let wide = "frame: { x: 20, y: -40, w: 100, h: 120 }"
    let group = try DrawnLayers.draw(
      "[{ group: [{ shape: rect, fill: black, \(wide) }], blur: 3 }]")
    #expect(DrawnLayers.worst(group) { x, _ in edge(Double(x) + 0.5 - 20) } <= 1.5)
    // CSS's blur radius is twice the deviation. The shadow is moved by 5, and nothing covers it.
    let shadow = try DrawnLayers.draw(
      "[{ shape: rect, fill: '#0000', shadow: { color: black, blur: 6, offset: [5, 0] }, \(wide) }]"
    )
    #expect(DrawnLayers.worst(shadow) { x, _ in edge(Double(x) + 0.5 - 25) } <= 1.5)
    let spread = try DrawnLayers.draw(
      "[{ shape: rect, fill: '#0000', shadow: { color: black, blur: 6, offset: [5, 0], spread: 4 }, \(wide) }]"
    )
    #expect(DrawnLayers.worst(spread) { x, _ in edge(Double(x) + 0.5 - 21) } <= 1.5)
  }

  @Test("the shadow of a rounded card is the blurred card, beneath it")
  func card() throws {
    let frame = "frame: { x: 10, y: 8, w: 60, h: 50 }"
    let card = try DrawnLayers.draw(
      "[{ shape: rect, radius: 12, fill: '#0000', shadow: { color: black, blur: 8, offset: [3, 4] }, \(frame) }]",
      width: 90, height: 80)
    let blurred = try DrawnLayers.draw(
      "[{ group: [{ shape: rect, radius: 12, fill: black, frame: { x: 13, y: 12, w: 60, h: 50 } }], blur: 4 }]",
      width: 90, height: 80)
    #expect(card == blurred)
    let covered = try DrawnLayers.draw(
      "[{ shape: rect, radius: 12, fill: white, shadow: { color: black, blur: 8, offset: [3, 4] }, \(frame) }]",
      width: 90, height: 80)
    #expect(DrawnLayers.black(covered, 40, 30) == 0 && covered[75, 60] == card[75, 60])
  }

  @Test("hidden layers and those of no opacity are left out; later ones lie on earlier ones")
  func order() throws {
    let drawn = try DrawnLayers.draw(
      "[{ shape: rect, fill: red }, { shape: rect, fill: black, hidden: true }, { shape: rect, fill: black, opacity: 0 }, { shape: rect, fill: blue, frame: { x: 0, y: 0, w: 20, h: 40 } }]"
    )
    #expect(DrawnLayers.rgb(drawn, 10, 10) == [0, 0, 255])
    #expect(DrawnLayers.rgb(drawn, 30, 10) == [255, 0, 0])
  }

  @Test("what cannot have an effect, or cannot be, is said")
  func faults() {
    let cases = [
      ("[{ group: [], clipRule: evenodd }]", "\"clipRule\" has no effect without clipPath"),
      ("[{ group: [], viewBox: [0, 0, 1, 1] }]", "\"viewBox\" has no effect without clipPath"),
      ("[{ group: [], maskType: alpha }]", "\"maskType\" has no effect without mask"),
      ("[{ group: [], clipPath: L0 0 }]", "path data begin with M"),
      ("[{ group: [], rotate: .nan }]", "rotate"),
      (
        "[{ group: [{ pager: {}, pages: [{ id: p }] }], rotate: 5 }]", "a pager cannot be turned"
      ),
      (
        "[{ group: [], mask: [{ pager: {}, pages: [{ id: p }] }] }]",
        "a pager cannot be part of a mask"
      ),
      (
        "[{ shape: star, fill: red, shadow: { spread: 3 } }]", "\"spread\" has no effect"
      ),
    ]
    for (layers, message) in cases {
      #expect(DrawnLayers.faults(layers).contains { $0.contains(message) }, "\(layers)")
    }
    #expect(DrawnLayers.faults("[{ group: [{ pager: {}, pages: [{ id: p }] }] }]").isEmpty)
  }
}

@Suite("A layer is turned about the middle of its frame")
struct TurnedLayerTests {
  @Test("a quarter turn of an upright shape is a shape by hand")
  func quarter() throws {
    // 20 by 8 about (20, 16) becomes 8 by 20.
    let drawn = try DrawnLayers.draw(
      "[{ shape: rect, fill: black, rotate: 90, frame: { x: 10, y: 12, w: 20, h: 8 } }]")
    #expect(
      DrawnLayers.worst(drawn) { x, y in x >= 16 && x < 24 && y >= 6 && y < 26 ? 1 : 0 } == 0)
    // Clockwise: what is on the left comes to the top.
    let half = try DrawnLayers.draw(
      "[{ group: [{ shape: rect, fill: black, frame: { x: 0, y: 0, w: 6, h: 8 } }], rotate: 90, frame: { x: 10, y: 12, w: 20, h: 8 } }]"
    )
    #expect(
      DrawnLayers.worst(half) { x, y in x >= 16 && x < 24 && y >= 6 && y < 12 ? 1 : 0 } == 0)
  }

  @Test("a slanted shape, a slanted picture and their clip cover the same area")
  func slanted() throws {
    let angle = 30 * Double.pi / 180
    let corners = [(-12.0, -7.0), (12, -7), (12, 7), (-12, 7)].map { x, y in
      (x: 20 + x * cos(angle) - y * sin(angle), y: 20 + x * sin(angle) + y * cos(angle))
    }
    let shares = LineCoverage.coverage(width: 40, height: 40) {
      LineCoverage.add(convex: corners, at: $0, to: &$1)
    }
    let frame = "rotate: 30, frame: { x: 8, y: 13, w: 24, h: 14 }"
    let black = Bitmap(width: 6, height: 6, color: .black)
    for layer in [
      "shape: rect, fill: black, \(frame)", "image: a.png, fit: fill, \(frame)",
      "group: [{ shape: rect, fill: black, frame: { x: -50, y: -50, w: 99, h: 99 } }], clip: true, \(frame)",
    ] {
      let drawn = try DrawnLayers.draw("[{ \(layer) }]", images: [("a.png", black)])
      #expect(DrawnLayers.worst(drawn, shares) <= 1, "\(layer)")
    }
  }

  @Test("a picture turned by a right angle is its pixels in another order")
  func picture() throws {
    let source = Bitmap(
      width: 12, height: 8,
      pixels: (0..<96).map {
        Color(red: UInt8($0 * 2), green: UInt8(255 - $0), blue: UInt8($0)).premultiplied
      })
    let drawn = try DrawnLayers.draw(
      "[{ image: a.png, fit: fill, rotate: 90, frame: { x: 10, y: 10, w: 12, h: 8 } }]",
      images: [("a.png", source)])
    // The middle is (16, 14): 8 columns from 12, 12 rows from 8.
    for y in 0..<12 {
      for x in 0..<8 { #expect(drawn[12 + x, 8 + y] == source[y, 7 - x]) }
    }
  }

  @Test("text turned upside down is the text mirrored both ways")
  func text() throws {
    let words = "text: Hg, size: 20, align: center, frame: { x: 0, y: 8, w: 40 }"
    let upright = try DrawnLayers.draw("[{ \(words) }]", height: 40)
    let turned = try DrawnLayers.draw("[{ \(words), rotate: 180 }]", height: 40)
    #expect(DrawnLayers.worst(upright) { _, _ in 0 } > 200)
    // The middle is that of the text's own height. Upright baselines lie on whole pixels, turned
    // ones where they fall, so only the ink is compared.
    func ink(_ bitmap: Bitmap) -> Int { bitmap.pixels.reduce(0) { $0 + 255 - Int($1 & 0xFF) } }
    #expect(abs(Double(ink(upright)) / Double(ink(turned)) - 1) < 0.02)
    func top(_ bitmap: Bitmap) -> Int {
      (0..<1600).first { bitmap.pixels[$0] != 0xFFFF_FFFF }.map { $0 / 40 } ?? 40
    }
    func bottom(_ bitmap: Bitmap) -> Int {
      (0..<1600).last { bitmap.pixels[$0] != 0xFFFF_FFFF }.map { $0 / 40 } ?? 0
    }
    #expect(abs(bottom(turned) - top(turned) - (bottom(upright) - top(upright))) <= 1)
  }

  @Test("a tap meets a turned layer where it is drawn, and its box holds it")
  func taps() throws {
    // 30 by 4 about (20, 20), turned to stand upright.
    let layer =
      "[{ shape: rect, fill: black, id: bar, rotate: 90, frame: { x: 5, y: 18, w: 30, h: 4 } }]"
    for (place, met) in [("[20, 8]", "bar"), ("[20, 32]", "bar"), ("[8, 20]", nil)] {
      let renderer = try DrawnLayers.renderer(
        layer, timeline: "[{ at: 0.2s, tap: \(place) }]")
      #expect(renderer.recording.selections.first?.layer == met)
    }
    let byName = try DrawnLayers.renderer(
      "[{ group: \(layer), rotate: 180, frame: { x: 0, y: 0, w: 40, h: 60 } }]", height: 60,
      timeline: "[{ at: 0.2s, tap: bar }]")
    let point = try #require(byName.recording.selections.first?.point)
    #expect(abs(point.x - 20) < 1e-9 && abs(point.y - 40) < 1e-9)
    let elements = FrameSampler(byName.recording).elements(ofFrame: 0)
    let box = try #require(elements.first { $0.name == "bar" }?.box)
    #expect(abs(box.minX - 18) < 1e-9 && abs(box.minY - 25) < 1e-9)
    #expect(abs(box.width - 4) < 1e-9 && abs(box.height - 30) < 1e-9)
  }
}
