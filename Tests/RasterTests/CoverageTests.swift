import FolioGeometry
import TestSupport
import Testing

@testable import FolioRaster

@Suite("An edge pixel has the area that is covered")
struct CoverageTests {
  /// The largest difference from 255 times the exact area, in levels.
  func worst(_ mask: Mask, _ area: (Int, Int) -> Double) -> Double {
    var worst = 0.0
    for y in 0..<mask.height {
      for x in 0..<mask.width {
        worst = max(worst, abs(Double(mask[x, y]) - 255 * area(x, y)))
      }
    }
    return worst
  }

  @Test(
    "circles are within 0.55 level of the closed form, wherever their centre lies",
    arguments: [
      (12.0, 20.0, 20.0), (12.0, 20.5, 20.5), (12.0, 20.3, 19.71), (60.0, 64.0, 64.0),
      (60.0, 64.37, 63.9), (500.0, 504.0, 504.0), (500.0, 503.7, 504.123), (3.8, 8.0, 8.0),
      (0.3, 2.4, 2.9),
    ])
  func circles(r: Double, cx: Double, cy: Double) {
    let side = Int(cx + r) + 3
    let mask = coverage(side, side) {
      $0.fill(ellipseIn: Rect(x: cx - r, y: cy - r, width: 2 * r, height: 2 * r), with: white)
    }
    #expect(worst(mask) { ExactArea.disc(cx: cx, cy: cy, radius: r, x: $0, y: $1) } <= 0.55)
  }

  @Test("circles drawn as paths of cubic curves stay within 0.9 level", arguments: [12.0, 60, 500])
  func cubicCircles(r: Double) {
    let c = r + 4
    let mask = coverage(Int(2 * c), Int(2 * c)) {
      $0.fill(
        Path(ellipseIn: Rect(x: c - r, y: c - r, width: 2 * r, height: 2 * r)), with: white)
    }
    let error = worst(mask) { ExactArea.disc(cx: c, cy: c, radius: r, x: $0, y: $1) }
    #expect(error <= 0.9)
  }

  @Test("ellipses are within 0.6 level", arguments: [(30.0, 8.0), (5.0, 70.0), (100.25, 3.3)])
  func ellipses(rx: Double, ry: Double) {
    let cx = rx + 2.2
    let cy = ry + 1.9
    let mask = coverage(Int(cx + rx) + 3, Int(cy + ry) + 3) {
      $0.fill(ellipseIn: Rect(x: cx - rx, y: cy - ry, width: 2 * rx, height: 2 * ry), with: white)
    }
    #expect(worst(mask) { ExactArea.ellipse(cx: cx, cy: cy, rx: rx, ry: ry, x: $0, y: $1) } <= 0.6)
  }

  @Test("a rounded rectangle is its corners' circles and its straight sides")
  func roundedRect() {
    let r = 60.0
    let rect = Rect(x: 10, y: 20, width: 200, height: 160)
    let mask = coverage(220, 200) { $0.fill(RoundedRect(rect, radius: r), with: white) }
    let error = worst(mask) { x, y in
      let px = Double(x)
      let py = Double(y)
      let cx = px < rect.minX + r ? rect.minX + r : px >= rect.maxX - r ? rect.maxX - r : nil
      let cy = py < rect.minY + r ? rect.minY + r : py >= rect.maxY - r ? rect.maxY - r : nil
      if let cx, let cy { return ExactArea.disc(cx: cx, cy: cy, radius: r, x: x, y: y) }
      return px >= rect.minX && px < rect.maxX && py >= rect.minY && py < rect.maxY ? 1 : 0
    }
    #expect(error <= 0.55)
  }

  @Test("corners keep their own radii, also under a mirroring map")
  func cornerRadii() {
    let rounded = RoundedRect(
      Rect(x: 2, y: 3, width: 40, height: 30), topLeft: 0, topRight: 5, bottomRight: 10,
      bottomLeft: 15)
    let straight = drawn(44, 36) { $0.fill(rounded, with: white) }
    let flipped = drawn(44, 36) {
      $0.transform = Affine(a: -1, b: 0, c: 0, d: 1, tx: 44, ty: 0)
      $0.fill(rounded, with: white)
    }
    let turned = drawn(44, 36) {
      $0.transform = Affine(a: -1, b: 0, c: 0, d: -1, tx: 44, ty: 36)
      $0.fill(rounded, with: white)
    }
    #expect(straight[2, 3] >> 24 == 255)
    #expect(straight[41, 3] >> 24 < 128)
    #expect(flipped == mirrored(straight, x: true, y: false))
    #expect(turned == mirrored(straight, x: true, y: true))
    // 255 times the area, which is the rectangle less (1 - pi/4) r² a corner.
    let sum = straight.pixels.reduce(0.0) { $0 + Double($1 >> 24) }
    let area = 1200 - (1 - Double.pi / 4) * (25 + 100 + 225)
    #expect(abs(sum / 255 - area) < 0.2)
  }

  @Test("rectangles that share pixels with their ground are the products of their extents")
  func rects() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<300 {
      let x = random.double(in: 0...10)
      let y = random.double(in: 0...10)
      let rect = Rect(
        x: x, y: y, width: random.double(in: 0.01...9), height: random.double(in: 0.01...9))
      let mask = coverage(20, 20) { $0.fill(rect, with: white) }
      func overlap(_ a: Double, _ b: Double, _ i: Int) -> Double {
        max(0, min(b, Double(i + 1)) - max(a, Double(i)))
      }
      // Half a level for rounding and 255 * 2 / 4096 / 2 for snapping each of two sides.
      let error = worst(mask) {
        overlap(rect.minX, rect.maxX, $0) * overlap(rect.minY, rect.maxY, $1)
      }
      #expect(error <= 0.64)
    }
  }

  @Test("triangles are within 0.75 level of their clipped area")
  func triangles() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<400 {
      var points = (0..<3).map { _ in
        (x: random.double(in: -10...34), y: random.double(in: -10...34))
      }
      let turn =
        (points[1].x - points[0].x) * (points[2].y - points[0].y)
        - (points[1].y - points[0].y) * (points[2].x - points[0].x)
      if turn < 0 { points.swapAt(1, 2) }
      let mask = coverage(24, 24) { $0.fill(polygon(points), with: white) }
      #expect(worst(mask) { ExactArea.polygon(points, x: $0, y: $1) } <= 0.75)
    }
  }

  @Test("the sum of all coverage is the area, to half a level an edge pixel")
  func sum() {
    for r in [12.0, 60, 200] {
      let c = r + 2.3
      let side = Int(2 * c) + 3
      let mask = coverage(side, side) {
        $0.fill(ellipseIn: Rect(x: c - r, y: c - r, width: 2 * r, height: 2 * r), with: white)
      }
      let sum = mask.values.reduce(0.0) { $0 + Double($1) }
      let edges = mask.values.filter { $0 != 0 && $0 != 255 }.count
      #expect(abs(sum - 255 * Double.pi * r * r) <= 0.5 * Double(edges))
      // Rounding errors do not add up: the sum is far better than its bound.
      #expect(abs(sum - 255 * Double.pi * r * r) <= 0.05 * Double(edges) + 2)
    }
  }

  @Test("even-odd leaves the middle of a pentagram open and non-zero fills it")
  func rules() {
    let star = polygon([(50, 5), (80, 95), (5, 38), (95, 38), (20, 95)])
    let odd = coverage(100, 100) { $0.fill(star, with: white, rule: .evenOdd) }
    let nonZero = coverage(100, 100) { $0.fill(star, with: white) }
    #expect(odd[50, 50] == 0)
    #expect(nonZero[50, 50] == 255)
    #expect(odd[50, 20] == 255)
    #expect(nonZero[50, 20] == 255)
    #expect(odd[2, 2] == 0 && nonZero[2, 2] == 0)
  }

  @Test("200 windings around one point are still inside", arguments: [64, 128, 200, 256])
  func windings(_ count: Int) {
    var path = Path()
    for _ in 0..<count { path.addRect(Rect(x: 2.5, y: 2.5, width: 4, height: 4)) }
    let mask = coverage(9, 9) { $0.fill(path, with: white) }
    #expect(mask[4, 4] == 255)
    #expect(mask[2, 4] == 255)  // overlapping partial edges of one outline add up, and clamp
    #expect(mask[1, 4] == 0)
    let odd = coverage(9, 9) { $0.fill(path, with: white, rule: .evenOdd) }
    #expect(odd[4, 4] == 0)
  }

  @Test("an aligned rectangle has the same bytes as its path, with every paint")
  func alignedRect() {
    let gradient = LinearGradient(
      stops: [GradientStop(red), GradientStop(Color(red: 0, green: 0, blue: 255, alpha: 99))],
      from: Point(x: 2, y: 1), to: Point(x: 30, y: 25))
    let image = drawn(5, 4, background: green) {
      $0.fill(Rect(x: 1, y: 1, width: 2, height: 2), with: black)
    }
    let rect = Rect(x: 3, y: 4, width: 21, height: 17)
    let paints: [Paint] = [
      .color(red), .color(Color(red: 9, green: 8, blue: 7, alpha: 120)), .linear(gradient),
      .image(ImagePattern(image, in: rect)),
    ]
    for paint in paints {
      let fast = drawn(32, 32, background: .white) { $0.fill(rect, with: paint) }
      let slow = drawn(32, 32, background: .white) { $0.fill(Path(rect), with: paint) }
      #expect(fast == slow)
    }
  }
}

@Suite("Shared edges leave no seam")
struct SeamTests {
  /// Adds the signed areas of a shape's edges to a square of pixels.
  func add(_ edges: [Edge], in viewport: PixelRect, to total: inout [Int64]) {
    var accumulator = Accumulator()
    accumulator.begin(viewport)
    accumulator.add(edges)
    for y in 0..<viewport.height {
      let areas = accumulator.drainAreas(row: y)
      for x in 0..<viewport.width { total[y * viewport.width + x] += areas[x] }
    }
  }

  @Test("2,000 fans of four triangles sum to exactly full in every pixel")
  func fans() {
    var random = SplitMix64(seed: 2)
    let side = 16
    let viewport = PixelRect(x: 0, y: 0, width: side, height: side)
    var wrong = 0
    for _ in 0..<2000 {
      // The corners lie outside the viewport, the middle anywhere in it.
      let m = Point(x: random.double(in: 0...16), y: random.double(in: 0...16))
      let corners = [
        Point(x: -1 - random.unit(), y: -1 - random.unit()),
        Point(x: 17 + random.unit(), y: -1 - random.unit()),
        Point(x: 17 + random.unit(), y: 17 + random.unit()),
        Point(x: -1 - random.unit(), y: 17 + random.unit()),
      ]
      var total = [Int64](repeating: 0, count: side * side)
      for i in 0..<4 {
        var clipper = EdgeClipper(viewport: viewport)
        let a = corners[i]
        let b = corners[(i + 1) % 4]
        clipper.line(m, a)
        clipper.line(a, b)
        clipper.line(b, m)
        add(clipper.edges, in: viewport, to: &total)
      }
      for area in total where area.magnitude != 1 << 25 { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test("two shapes that share a curve sum to exactly full, whichever way they run along it")
  func curves() {
    var random = SplitMix64(seed: 3)
    let side = 24
    let viewport = PixelRect(x: 0, y: 0, width: side, height: side)
    var wrong = 0
    for _ in 0..<500 {
      let top = Point(x: random.double(in: 2...22), y: -2)
      let bottom = Point(x: random.double(in: 2...22), y: 26)
      let c1 = Point(x: random.double(in: -5...29), y: random.double(in: -5...29))
      let c2 = Point(x: random.double(in: -5...29), y: random.double(in: -5...29))
      var left = Path()
      left.move(to: Point(x: -3, y: -2))
      left.line(to: top)
      left.cubic(control1: c1, control2: c2, to: bottom)
      left.line(to: Point(x: -3, y: 26))
      left.close()
      var right = Path()
      right.move(to: Point(x: 40, y: 26))
      right.line(to: bottom)
      right.cubic(control1: c2, control2: c1, to: top)
      right.line(to: Point(x: 40, y: -2))
      right.close()
      var total = [Int64](repeating: 0, count: side * side)
      for path in [left, right] {
        var clipper = EdgeClipper(viewport: viewport)
        #expect(Flattening.flatten(path, .identity, into: &clipper))
        add(clipper.edges, in: viewport, to: &total)
      }
      for area in total where area.magnitude != 1 << 25 { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test("two halves of a pixel are the same byte")
  func halves() {
    let left = coverage(1, 1) { $0.fill(Rect(x: 0, y: 0, width: 0.5, height: 1), with: white) }
    let right = coverage(1, 1) { $0.fill(Rect(x: 0.5, y: 0, width: 0.5, height: 1), with: white) }
    #expect(left == right)
    #expect(left[0, 0] == 128)
  }
}
