import FolioGeometry
import TestSupport
import Testing

@testable import FolioRaster

@Suite("How a picture is cut up changes no byte")
struct InvarianceTests {
  /// A random scene: fills with every paint, shapes, an image.
  func scene(_ seed: UInt64, _ canvas: inout Canvas) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<4 {
      let a = Point(x: random.double(in: 0...64), y: random.double(in: 0...64))
      let b = Point(x: random.double(in: 0...64), y: random.double(in: 0...64))
      let rect = Rect(
        x: min(a.x, b.x), y: min(a.y, b.y), width: abs(a.x - b.x), height: abs(a.y - b.y))
      let paint: Paint
      switch random.below(4) {
      case 0: paint = .color(random.color())
      case 1:
        paint = .linear(
          LinearGradient(
            stops: [
              GradientStop(random.color()), GradientStop(random.color()),
              GradientStop(random.color()),
            ], from: a, to: b))
      case 2:
        var image = Canvas(width: 9, height: 7, background: random.color())
        image.fill(Rect(x: 2, y: 1, width: 4, height: 3), with: .color(random.color()))
        paint = .image(
          ImagePattern(image.finish(), in: rect, extendX: .repeat, extendY: .mirror))
      default: paint = .color(Color(premultiplied: random.color().premultiplied | 0xFF00_0000))
      }
      switch random.below(4) {
      case 0: canvas.fill(rect, with: paint)
      case 1: canvas.fill(RoundedRect(rect, radius: random.double(in: 0...20)), with: paint)
      case 2: canvas.fill(ellipseIn: rect, with: paint)
      default:
        canvas.fill(
          random.path(extent: 64), with: paint, rule: random.below(2) == 0 ? .evenOdd : .nonZero)
      }
    }
  }

  @Test("bands of 1, 3, 8, 32 rows and the whole height give one picture")
  func bands() {
    for seed in 0..<60 as Range<UInt64> {
      let whole = drawn(64, 64, bandRows: 64) { scene(seed, &$0) }
      for rows in [1, 3, 8, 32] {
        #expect(drawn(64, 64, bandRows: rows) { scene(seed, &$0) } == whole)
      }
    }
  }

  @Test("a canvas for some rows draws these as one for all rows does, and no others")
  func rows() {
    var random = SplitMix64(seed: 12)
    for seed in 0..<100 as Range<UInt64> {
      let whole = drawn(64, 64) { scene(seed, &$0) }
      let top = random.below(40)
      let height = 1 + random.below(64 - top)
      let first = top + random.below(height)
      let rows = first..<(first + random.below(top + height - first + 1))
      let mark: UInt32 = 0x0102_0304
      var canvas = Canvas(
        drawingOn: Bitmap(width: 64, height: height, color: .transparent), top: top, rows: rows,
        height: 64)
      #expect(canvas.width == 64 && canvas.height == 64)
      scene(seed, &canvas)
      let band = canvas.finish()
      #expect(band.width == 64 && band.height == height)
      for y in top..<(top + height) {
        for x in 0..<64 {
          let expected = rows.contains(y) ? whole[x, y] : 0
          if band[x, y - top] != expected {
            Issue.record("seed \(seed): (\(x), \(y)) is \(band[x, y - top]), not \(expected)")
          }
        }
      }
      var kept = Bitmap(
        width: 64, height: height, pixels: Array(repeating: mark, count: 64 * height))
      var second = Canvas(drawingOn: kept, top: top, rows: rows, height: 64)
      scene(seed, &second)
      kept = second.finish()
      for y in 0..<height where !rows.contains(y + top) {
        #expect((0..<64).allSatisfy { kept[$0, y] == mark })
      }
    }
  }

  @Test("rows move to the top of a bitmap, also where they overlap their new place")
  func moveToTop() {
    for rows in [0..<0, 0..<5, 1..<5, 2..<3, 3..<5, 5..<5] {
      var bitmap = Bitmap(width: 3, height: 5, pixels: (0..<15).map { UInt32($0) })
      let before = bitmap
      bitmap.moveToTop(rows)
      for y in 0..<5 {
        for x in 0..<3 {
          #expect(bitmap[x, y] == before[x, y < rows.count ? y + rows.lowerBound : y])
        }
      }
    }
  }

  @Test(
    "bands of 1, 3 and 8 rows give one picture with every feature",
    arguments: CoreScenes.Feature.allCases)
  func bands(feature: CoreScenes.Feature) {
    for seed in 0..<300 as Range<UInt64> {
      let whole = drawn(32, 32) { CoreScenes.draw(feature, seed: seed, in: &$0) }
      for rows in [1, 3, 8] {
        let banded = drawn(32, 32, bandRows: rows) {
          CoreScenes.draw(feature, seed: seed, in: &$0)
        }
        #expect(banded == whole)
      }
    }
  }

  @Test(
    "a shift by whole pixels shifts the bytes of every feature",
    arguments: CoreScenes.Feature.allCases)
  func translation(feature: CoreScenes.Feature) {
    for seed in 0..<300 as Range<UInt64> {
      let there = drawn(48, 48) { CoreScenes.draw(feature, seed: seed, in: &$0) }
      let moved = drawn(48, 48) {
        CoreScenes.draw(feature, seed: seed, in: &$0, offset: (x: 5, y: 9))
      }
      var wrong = 0
      for y in 0..<(48 - 9) {
        for x in 0..<(48 - 5) where there[x, y] != moved[x + 5, y + 9] { wrong += 1 }
      }
      #expect(wrong == 0)
    }
  }

  @Test("a clip hides and does nothing else")
  func clips() {
    var random = SplitMix64(seed: 5)
    for seed in 100..<160 as Range<UInt64> {
      let whole = drawn(64, 64) { scene(seed, &$0) }
      let x = random.below(40)
      let y = random.below(40)
      let box = PixelRect(x: x, y: y, width: 1 + random.below(24), height: 1 + random.below(24))
      let rect = Rect(
        x: Double(box.left), y: Double(box.top), width: Double(box.width),
        height: Double(box.height))
      let clipped = drawn(64, 64) { $0.withClip(rect) { scene(seed, &$0) } }
      var wrong = 0
      for y in 0..<64 {
        for x in 0..<64 {
          let inside = x >= box.left && x < box.right && y >= box.top && y < box.bottom
          if clipped[x, y] != (inside ? whole[x, y] : 0) { wrong += 1 }
        }
      }
      #expect(wrong == 0)
    }
  }

  @Test("tiles of 16 x 16 put together are the whole picture")
  func tiles() {
    for seed in 200..<230 as Range<UInt64> {
      let whole = drawn(64, 64) { scene(seed, &$0) }
      let tiled = drawn(64, 64) { canvas in
        for ty in 0..<4 {
          for tx in 0..<4 {
            let tile = drawn(16, 16) {
              $0.transform = Affine(translationX: Double(-16 * tx), y: Double(-16 * ty))
              scene(seed, &$0)
            }
            canvas.draw(tile, x: 16 * tx, y: 16 * ty)
          }
        }
      }
      #expect(tiled == whole)
    }
  }

  @Test("a shift by whole pixels shifts the bytes")
  func translation() {
    for seed in 300..<330 as Range<UInt64> {
      let there = drawn(200, 150) { scene(seed, &$0) }
      let moved = drawn(200, 150) {
        $0.transform = Affine(translationX: 37, y: 21)
        scene(seed, &$0)
      }
      var wrong = 0
      for y in 0..<(150 - 21) {
        for x in 0..<(200 - 37) where there[x, y] != moved[x + 37, y + 21] { wrong += 1 }
      }
      #expect(wrong == 0)
    }
  }

  @Test("mirrored outlines of lines give mirrored bytes")
  func mirrors() {
    var random = SplitMix64(seed: 17)
    for _ in 0..<300 {
      let points = (0..<(3 + random.below(5))).map { _ in
        // Multiples of 1/4096, so that the mirror images are exact.
        (
          x: Double(random.below(64 * 4096)) / 4096 - 8,
          y: Double(random.below(64 * 4096)) / 4096 - 8
        )
      }
      let plain = drawn(48, 48) { $0.fill(polygon(points), with: white) }
      for (mx, my) in [(true, false), (false, true), (true, true)] {
        let other = points.map { (x: mx ? 48 - $0.x : $0.x, y: my ? 48 - $0.y : $0.y) }
        let flipped = drawn(48, 48) { $0.fill(polygon(other), with: white) }
        #expect(flipped == mirrored(plain, x: mx, y: my))
      }
    }
  }

  @Test("a dot is symmetric to the byte", arguments: [3.8, 7.6, 11.4, 12, 15.2, 24])
  func dots(diameter: Double) {
    for center in [16.0, 16.5] {
      let side = center == 16 ? 32 : 33
      let dot = drawn(side, side) {
        $0.fill(
          ellipseIn: Rect(
            x: center - diameter / 2, y: center - diameter / 2, width: diameter, height: diameter),
          with: white)
      }
      #expect(dot == mirrored(dot, x: true, y: false))
      #expect(dot == mirrored(dot, x: false, y: true))
    }
  }

  @Test("a reused bitmap gives the same picture as a fresh one")
  func reuse() {
    var bitmap = Bitmap(width: 64, height: 64)
    for seed in 400..<410 as Range<UInt64> {
      var canvas = Canvas(drawingOn: bitmap)
      canvas.clear()
      scene(seed, &canvas)
      bitmap = canvas.finish()
      #expect(bitmap == drawn(64, 64) { scene(seed, &$0) })
    }
  }
}
