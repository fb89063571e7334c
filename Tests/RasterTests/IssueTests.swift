import FolioGeometry
import TestSupport
import Testing

@testable import FolioRaster

@Suite("Bugs that others reported give the right value here")
struct IssueTests {
  @Test("row 1: a line of one pixel on a pixel edge is two equal rows")
  func row1() {
    let mask = coverage(8, 16) { $0.fill(Rect(x: 0, y: 7.5, width: 8, height: 1), with: white) }
    for x in 0..<8 {
      for y in 0..<16 { #expect(mask[x, y] == (y == 7 || y == 8 ? 128 : 0)) }
    }
  }

  @Test(
    "row 2: a rectangle between columns",
    arguments: [(88.1, 89.6, 229, 153), (88.125, 89.625, 223, 159)])
  func row2(left: Double, right: Double, first: Int, second: Int) {
    let mask = coverage(100, 10) {
      $0.fill(Rect(x: left, y: 0, width: right - left, height: 10), with: white)
    }
    for y in 0..<10 {
      for x in 0..<100 { #expect(Int(mask[x, y]) == (x == 88 ? first : x == 89 ? second : 0)) }
    }
  }

  @Test("row 4: a side that reaches 158,758,583 px up")
  func row4() {
    let path = polygon([(3, 6), (11, 6), (11, 6 - 158_758_583)])
    let mask = coverage(32, 32) { $0.fill(path, with: white) }
    for y in 0..<32 {
      for x in 0..<32 { #expect(mask[x, y] == (x >= 3 && x <= 10 && y <= 5 ? 255 : 0)) }
    }
  }

  @Test("row 5: a bar outside the viewport, and one that ends in it")
  func row5() {
    let outside = polygon([(261, 0), (78_848, 0), (78_848, 4), (261, 4)])
    #expect(coverage(10, 10) { $0.fill(outside, with: white) } == Mask(width: 10, height: 10))
    let mirrored = polygon([(-78_582, 0), (5, 0), (5, 4), (-78_582, 4)])
    let mask = coverage(10, 10) { $0.fill(mirrored, with: white) }
    for y in 0..<10 {
      for x in 0..<10 { #expect(mask[x, y] == (x <= 4 && y <= 3 ? 255 : 0)) }
    }
  }

  @Test("row 7: a rectangle from -1e300 to 1e300")
  func row7() {
    let path = polygon([(2, -1e300), (5, -1e300), (5, 1e300), (2, 1e300)])
    let mask = coverage(8, 8) { $0.fill(path, with: white) }
    for y in 0..<8 {
      for x in 0..<8 { #expect(mask[x, y] == (x >= 2 && x <= 4 ? 255 : 0)) }
    }
    let huge = Rect(x: 2, y: -1e300, width: 3, height: 2e300)
    #expect(coverage(8, 8) { $0.fill(huge, with: white) } == mask)
  }

  @Test(
    "row 8: a curve through no point is refused and draws nothing",
    arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
  func row8(value: Double) {
    var path = Path()
    path.move(to: Point(x: 1, y: 1))
    path.cubic(
      control1: Point(x: 2, y: value), control2: Point(x: 3, y: 4), to: Point(x: 20, y: 20))
    path.line(to: Point(x: 0, y: 20))
    #expect(path.fault == .notFinite(verb: 1))
    var canvas = Canvas(width: 24, height: 24, background: green)
    canvas.fill(path, with: white)
    #expect(canvas.fault == .notFinite)
    #expect(canvas.finish() == Bitmap(width: 24, height: 24, color: green))
  }

  @Test("row 9: an image under a map whose product is infinity times zero")
  func row9() {
    let image = Bitmap(width: 4, height: 4, color: red)
    let maps = [
      Affine(a: .infinity, b: 0, c: 0, d: 0, tx: 0, ty: 0),
      Affine(a: 1e300, b: 1e300, c: 1e300, d: -1e300, tx: 1e300, ty: 0),
      Affine(a: 0x1p-1060, b: 0, c: 0, d: 0x1p-1060, tx: 3, ty: 3),
      Affine(a: 0, b: 0, c: 0, d: 0, tx: 1, ty: 1),
      Affine(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0),
      Affine(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0),
    ]
    for map in maps {
      var canvas = Canvas(width: 8, height: 8, background: green)
      canvas.transform = map
      canvas.draw(image, in: Rect(x: 0, y: 0, width: 1e10, height: 0.001))
      #expect(canvas.finish() == Bitmap(width: 8, height: 8, color: green))
    }
  }

  @Test("row 10: a bar across 36,666 pixels reaches the last column")
  func row10() {
    let mask = coverage(36_666, 3) {
      $0.fill(polygon([(0, 1), (36_666, 1), (36_666, 2), (0, 2)]), with: white)
    }
    for x in [0, 32_767, 32_768, 36_664, 36_665] {
      #expect(mask[x, 0] == 0 && mask[x, 1] == 255 && mask[x, 2] == 0)
    }
    let slanted = coverage(36_666, 2) {
      $0.fill(polygon([(0, 0), (36_666, 1), (36_666, 2), (0, 1)]), with: white)
    }
    // At the middle of the last column the bar starts at 1 - 0.5 / 36,666.
    #expect(slanted[36_665, 0] == 0 && slanted[36_665, 1] == 255)
    // In the middle it starts at 0.5 + 0.5 / 36,666.
    #expect(abs(Double(slanted[18_333, 0]) - 127.497) < 0.55)
    #expect(abs(Double(slanted[18_333, 1]) - 127.503) < 0.55)
  }

  @Test("row 11: a disc of 4,000 sides, and one of 100,000")
  func row11() {
    for sides in [4000, 100_000] {
      var points: [(x: Double, y: Double)] = []
      var direction = Point(x: 1, y: 0)
      let step = 2 * Double.pi / Double(sides)
      let s = step - step * step * step / 6
      let c = (1 - s * s).squareRoot()
      for _ in 0..<sides {
        points.append((20 + 15 * direction.x, 20 + 15 * direction.y))
        direction = Point(
          x: direction.x * c - direction.y * s, y: direction.x * s + direction.y * c)
      }
      let mask = coverage(40, 40) { $0.fill(polygon(points), with: white) }
      for y in 0..<40 {
        for x in 0..<40 {
          let area = ExactArea.disc(cx: 20, cy: 20, radius: 15, x: x, y: y)
          #expect(abs(Double(mask[x, y]) - 255 * area) < 1)
        }
      }
    }
  }

  @Test("row 14: two stops at 0 and one at 1")
  func row14() {
    let gradient = LinearGradient(
      stops: [
        GradientStop(red, at: 0), GradientStop(green, at: 0), GradientStop(blue, at: 1),
      ], from: .zero, to: Point(x: 256, y: 0))
    let picture = drawn(256, 1) {
      $0.fill(Rect(x: 0, y: 0, width: 256, height: 1), with: .linear(gradient))
    }
    #expect(picture[0, 0] == green.premultiplied)
    #expect(picture[255, 0] == blue.premultiplied)
  }

  @Test("row 15: stops at 0.25 and 0.75 of 400 pixels")
  func row15() {
    let gradient = LinearGradient(
      stops: [GradientStop(red, at: 0.25), GradientStop(.black, at: 0.75)], from: .zero,
      to: Point(x: 400, y: 0))
    let picture = drawn(400, 1) {
      $0.fill(Rect(x: 0, y: 0, width: 400, height: 1), with: .linear(gradient))
    }
    for x in 0..<100 { #expect(picture[x, 0] == red.premultiplied) }
    for x in 300..<400 { #expect(picture[x, 0] == Color.black.premultiplied) }
    #expect(picture[200, 0] == Color(red: 127, green: 0, blue: 0).premultiplied)
  }

  @Test("row 16: a line without length shows the last stop everywhere")
  func row16() {
    for end in [Point(x: 5, y: 5), Point(x: 5 + 1e-9, y: 5), Point(x: 5, y: 5 + 1e-300)] {
      let gradient = LinearGradient(
        stops: [GradientStop(red), GradientStop(blue)], from: Point(x: 5, y: 5), to: end)
      let picture = drawn(10, 10) {
        $0.fill(Rect(x: 0, y: 0, width: 10, height: 10), with: .linear(gradient))
      }
      #expect(picture == Bitmap(width: 10, height: 10, color: blue))
    }
    let empty = LinearGradient(stops: [], from: .zero, to: Point(x: 9, y: 0))
    let nothing = drawn(4, 4) {
      $0.fill(Rect(x: 0, y: 0, width: 4, height: 4), with: .linear(empty))
    }
    #expect(nothing == Bitmap(width: 4, height: 4))
  }

  @Test("row 19: a gradient of changing alpha is interpolated premultiplied")
  func row19() {
    // Opaque red to transparent blue: no blue ever shows.
    let gradient = LinearGradient(
      stops: [
        GradientStop(red), GradientStop(Color(red: 0, green: 0, blue: 255, alpha: 0)),
      ], from: Point(x: 0.5, y: 0), to: Point(x: 400.5, y: 0))
    let picture = drawn(401, 1) {
      $0.fill(Rect(x: 0, y: 0, width: 401, height: 1), with: .linear(gradient))
    }
    // At 1/4, 1/2 and 3/4: 191.25, 127.5 (a tie, up) and 63.75 of 255.
    for (x, level) in [(0, 255), (100, 191), (200, 128), (300, 64), (400, 0)] as [(Int, UInt32)] {
      #expect(picture[x, 0] == level | (level << 24))
    }
    // Half transparent red (128, 0, 0, 128) to opaque blue, at 1/4, 1/2 and 3/4 by hand:
    // (96, 0, 63.75, 159.75), (64, 0, 127.5, 191.5), (32, 0, 191.25, 223.25). The steps of 255 / 400
    // and 127 / 400 are not exact in binary, so the ties of the middle may fall either way.
    let other = LinearGradient(
      stops: [GradientStop(Color(red: 255, green: 0, blue: 0, alpha: 128)), GradientStop(blue)],
      from: Point(x: 0.5, y: 0), to: Point(x: 400.5, y: 0))
    let mixed = drawn(401, 1) {
      $0.fill(Rect(x: 0, y: 0, width: 401, height: 1), with: .linear(other))
    }
    #expect(mixed[200, 0] & 0xFF == 64)
    #expect([127, 128].contains((mixed[200, 0] >> 16) & 0xFF))
    #expect([191, 192].contains(mixed[200, 0] >> 24))
    #expect(mixed[100, 0] == 96 | (64 << 16) | (160 << 24))
    #expect(mixed[300, 0] == 32 | (191 << 16) | (223 << 24))
  }

  @Test("row 21: an opaque bitmap copies, a transparent one keeps")
  func row21() {
    let below = drawn(16, 16) {
      $0.fill(ellipseIn: Rect(x: 1, y: 1, width: 14, height: 14), with: .color(green))
    }
    let opaque = Bitmap(width: 16, height: 16, color: red)
    var canvas = Canvas(drawingOn: below)
    canvas.draw(Bitmap(width: 16, height: 16), x: 0, y: 0)
    let kept = canvas.finish()
    #expect(kept == below)
    var second = Canvas(drawingOn: kept)
    second.draw(opaque, x: 0, y: 0)
    #expect(second.finish() == opaque)
  }
}

@Suite("Hostile numbers give a fault or the right picture, at once")
struct HostileTests {
  static let numbers: [Double] = [
    .nan, .infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude,
    -.greatestFiniteMagnitude, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 0x1p-1030, 0, -0.0,
    262_144, -262_144, 262_145,
    131_072.5, 3, 7.25, 1e18, -1e18, 9.3e18,
  ]

  @Test("every pair of odd numbers as coordinates of every shape and paint")
  func coordinates() {
    let image = Bitmap(width: 3, height: 3, color: red)
    for a in HostileTests.numbers {
      for b in HostileTests.numbers {
        var canvas = Canvas(width: 12, height: 12)
        let rect = Rect(x: a, y: b, width: b, height: a)
        var path = Path()
        path.move(to: Point(x: 1, y: 2))
        path.line(to: Point(x: a, y: b))
        path.quad(control: Point(x: b, y: a), to: Point(x: 5, y: b))
        path.cubic(
          control1: Point(x: a, y: a), control2: Point(x: b, y: 3), to: Point(x: b, y: b))
        canvas.fill(path, with: white)
        canvas.fill(path, with: white, rule: .evenOdd)
        canvas.fill(rect, with: white)
        canvas.fill(RoundedRect(rect, radius: a), with: white)
        canvas.fill(ellipseIn: rect, with: white)
        canvas.draw(image, in: rect, fit: .cover, position: Point(x: b, y: a))
        canvas.draw(image, in: Rect(x: 1, y: 1, width: 9, height: 9), source: rect)
        canvas.fill(
          Rect(x: 0, y: 0, width: 12, height: 12),
          with: .linear(
            LinearGradient(
              stops: [GradientStop(red, at: a), GradientStop(blue, at: b)],
              from: Point(x: a, y: 1), to: Point(x: 4, y: b))))
        let stops = [GradientStop(red, at: a), GradientStop(blue, at: b)]
        canvas.fill(
          Rect(x: 0, y: 0, width: 12, height: 12),
          with: .radial(
            RadialGradient(
              stops: stops, center: Point(x: a, y: 3), radii: Size(width: b, height: a))))
        canvas.fill(
          Rect(x: 0, y: 0, width: 12, height: 12),
          with: .conic(ConicGradient(stops: stops, center: Point(x: 2, y: a), degrees: b)))
        canvas.withLayer(opacity: a, blend: .multiply, clip: path) {
          $0.fill(Rect(x: 0, y: 0, width: 3, height: 3), with: white)
        }
        canvas.fill(path, with: white, overlaps: true)
        canvas.stroke(path, style: StrokeStyle(width: 1.5), with: white)
        for extend in [Extend.clamp, .repeat, .mirror] {
          canvas.fill(
            Rect(x: 0, y: 0, width: 12, height: 12),
            with: .image(ImagePattern(image, in: rect, extendX: extend, extendY: extend)))
        }
        canvas.withClip(rect) { $0.fill(Rect(x: 0, y: 0, width: 3, height: 3), with: white) }
        for map in [
          Affine(a: a, b: 0, c: 0, d: b, tx: 1, ty: 1),
          Affine(a: 1, b: a, c: b, d: 1, tx: a, ty: b),
        ] {
          canvas.withTransform(map) {
            $0.fill(path, with: white)
            $0.fill(Rect(x: 0, y: 0, width: 3, height: 3), with: white)
            $0.fill(RoundedRect(rect, radius: 2), with: white)
            $0.draw(image, in: Rect(x: 0, y: 0, width: 4, height: 4), opacity: b)
            $0.fill(
              Rect(x: 0, y: 0, width: 4, height: 4),
              with: .image(
                ImagePattern(
                  image, in: Rect(x: 0, y: 0, width: 2, height: 2), extendX: .mirror,
                  extendY: .repeat)))
          }
        }
        let bitmap = canvas.finish()
        var invalid = 0
        for p in bitmap.pixels {
          let alpha = p >> 24
          if p & 0xFF > alpha || (p >> 8) & 0xFF > alpha || (p >> 16) & 0xFF > alpha {
            invalid += 1
          }
        }
        #expect(invalid == 0)
      }
    }
  }

  /// So many segments within and around a square.
  private func segments(_ count: Int, side: Double) -> Path {
    var random = SplitMix64(seed: 40)
    var path = Path()
    path.move(to: .zero)
    for _ in 0..<count {
      path.line(
        to: Point(
          x: random.double(in: -side / 2...1.5 * side),
          y: random.double(in: -side / 2...1.5 * side)))
    }
    return path
  }

  @Test("a million segments are drawn, within seconds", .timeLimit(.minutes(1)))
  func millionSegments() {
    var canvas = Canvas(width: 100, height: 100)
    canvas.fill(segments(1_000_000, side: 100), with: white, rule: .evenOdd)
    #expect(canvas.fault == nil)
  }

  @Test("overlaps of long segments beyond number are not resolved, but drawn")
  func unresolvedSegments() {
    // Each crosses up to 2,000 rows: their parts would take gigabytes.
    let path = segments(20_000, side: 2000)
    let unresolved = drawn(2000, 2000) { $0.fill(path, with: white, overlaps: true) }
    let isPlain = unresolved == drawn(2000, 2000) { $0.fill(path, with: white) }
    #expect(isPlain)
  }

  @Test("curves with far control points are cut into few pieces outside the viewport")
  func farCurves() {
    var path = Path()
    path.move(to: .zero)
    for i in 0..<100 {
      let far = 1e9 * Double(i + 1)
      path.cubic(
        control1: Point(x: far, y: -far), control2: Point(x: -far, y: far), to: Point(x: 9, y: 9))
    }
    var clipper = EdgeClipper(viewport: PixelRect(x: 0, y: 0, width: 100, height: 100))
    #expect(Flattening.flatten(path, .identity, into: &clipper))
    #expect(clipper.edges.count < 200_000)
  }
}
