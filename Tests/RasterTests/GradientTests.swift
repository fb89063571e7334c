import FolioGeometry
import Foundation
import TestSupport
import Testing

@testable import FolioRaster

@Suite("A gradient's pixel is the correctly rounded colour of its centre")
struct GradientTests {
  func channel(_ pixel: UInt32, _ i: Int) -> Int { Int((pixel >> UInt32(8 * i)) & 0xFF) }

  /// Compares with exact rational arithmetic: the gradient runs from (0, 0) to (dx, dy), so the
  /// centre of pixel (x, y) lies at ((2x+1) dx + (2y+1) dy) / (2 (dx² + dy²)).
  @Test(
    "two opaque stops agree with exact rationals",
    arguments: [(256, 0), (0, 300), (97, 41), (1170, 2532), (5, -3), (-64, 11), (1, 1)])
  func rational(dx: Int, dy: Int) {
    let from = Color(red: 10, green: 200, blue: 0)
    let to = Color(red: 250, green: 3, blue: 255)
    let gradient = LinearGradient(
      stops: [GradientStop(from), GradientStop(to)], from: .zero,
      to: Point(x: Double(dx), y: Double(dy)))
    let width = 700
    let height = 40
    let picture = drawn(width, height) {
      $0.fill(Rect(x: 0, y: 0, width: 700, height: 40), with: .linear(gradient))
    }
    let denominator = 2 * (dx * dx + dy * dy)
    let ends = [(10, 250), (200, 3), (0, 255)]
    var wrong = 0
    var offTie = 0
    for y in 0..<height {
      for x in 0..<width {
        let n = min(max((2 * x + 1) * dx + (2 * y + 1) * dy, 0), denominator)
        for (i, end) in ends.enumerated() {
          // The exact value times the denominator, and the nearest integer, halves up.
          let exact = end.0 * (denominator - n) + end.1 * n
          let right = (2 * exact + denominator) / (2 * denominator)
          let found = channel(picture[x, y], i)
          if found == right { continue }
          wrong += 1
          // Not the nearest: then the exact value is within 0.002 level of a tie.
          let distance = Double(abs(2 * exact - (found + right) * denominator))
          if abs(found - right) > 1 || distance / Double(2 * denominator) > 0.002 { offTie += 1 }
        }
      }
    }
    #expect(offTie == 0)
    #expect(wrong < width * height / 100)
  }

  @Test("a column's colour does not depend on where the run starts")
  func seeds() {
    let gradient = LinearGradient(
      stops: [
        GradientStop(red), GradientStop(Color(red: 1, green: 77, blue: 9, alpha: 40), at: 0.3),
        GradientStop(blue, at: 0.31), GradientStop(.white),
      ], from: Point(x: 13, y: 2), to: Point(x: 571, y: 33))
    let whole = drawn(600, 8) {
      $0.fill(Rect(x: 0, y: 0, width: 600, height: 8), with: .linear(gradient))
    }
    let pieces = drawn(600, 8) {
      var x = 0.0
      var step = 1.0
      while x < 600 {
        $0.fill(Rect(x: x, y: 0, width: step, height: 8), with: .linear(gradient))
        x += step
        step = step * 2 + 1
      }
    }
    #expect(whole == pieces)
  }

  @Test("stops without a place are spaced evenly, and none goes back")
  func places() {
    func positions(_ stops: [Double?]) -> [Double] {
      GradientRamp(stops.map { GradientStop(.black, at: $0) }).positions
    }
    #expect(positions([nil, nil, nil]) == [0, 0.5, 1])
    #expect(positions([nil, nil, 0.8, nil, nil]) == [0, 0.4, 0.8, 0.9, 1])
    #expect(positions([0.5, 0.2, 0.7]) == [0.5, 0.5, 0.7])
    #expect(positions([nil, .nan, nil]) == [0, 0.5, 1])
    #expect(positions([-1, nil, 2]) == [-1, 0.5, 2])
    #expect(positions([nil]) == [0])
    #expect(positions([]) == [])
  }

  @Test("an angle means what it means in CSS")
  func angles() {
    let rect = Rect(x: 10, y: 20, width: 100, height: 50)
    func line(_ degrees: Double) -> LinearGradient {
      LinearGradient(stops: [], degrees: degrees, in: rect)
    }
    #expect(line(0).start == Point(x: 60, y: 70) && line(0).end == Point(x: 60, y: 20))
    #expect(line(90).start == Point(x: 10, y: 45) && line(90).end == Point(x: 110, y: 45))
    #expect(line(180).start == Point(x: 60, y: 20) && line(180).end == Point(x: 60, y: 70))
    #expect(line(-90).end == Point(x: 10, y: 45))
    // 45 degrees: the line's ends lie where its normals pass through the corners.
    let half = (100 + 50) / 2 * 0.5.squareRoot()
    let end = line(45).end
    #expect(abs(end.x - (60 + half * 0.5.squareRoot())) < 1e-12)
    #expect(abs(end.y - (45 - half * 0.5.squareRoot())) < 1e-12)
  }

  @Test("a mapped gradient is the gradient of the mapped points")
  func mapped() {
    let map = Affine(a: 1.5, b: 0, c: 0, d: 2, tx: 7, ty: -3)
    let stops = [GradientStop(red), GradientStop(blue)]
    let a = Point(x: 3, y: 4)
    let b = Point(x: 40, y: 4)
    let inside = drawn(80, 20) {
      $0.transform = map
      $0.fill(
        Rect(x: -10, y: -10, width: 100, height: 100),
        with: .linear(LinearGradient(stops: stops, from: a, to: b)))
    }
    let outside = drawn(80, 20) {
      $0.fill(
        Rect(x: 0, y: 0, width: 80, height: 20),
        with: .linear(LinearGradient(stops: stops, from: map.apply(a), to: map.apply(b))))
    }
    var worst = 0
    for i in inside.pixels.indices {
      for c in 0..<4 {
        worst = max(
          worst, abs(channel(inside.pixels[i], c) - channel(outside.pixels[i], c)))
      }
    }
    #expect(worst == 0)
  }

  func filled(_ side: Int, _ paint: Paint, map: Affine = .identity) -> Bitmap {
    drawn(side, side) {
      $0.transform = map
      $0.fill(Rect(x: -500, y: -500, width: 1000, height: 1000), with: paint)
    }
  }

  @Test("row 18: a radial gradient around a pixel's corner and around its centre")
  func row18() {
    let from = Color(red: 250, green: 30, blue: 90)
    let to = Color(red: 10, green: 220, blue: 91)
    for (side, c) in [(64, 32.0), (65, 32.5)] {
      let gradient = RadialGradient(
        stops: [GradientStop(from), GradientStop(to)], center: Point(x: c, y: c), radius: 40)
      let picture = filled(side, .radial(gradient))
      // The pixel's centre is 0 or 1 / sqrt(2) from the middle: less than 5 levels of 240.
      let middle = picture[side / 2, side / 2]
      let place = side == 64 ? 0.5.squareRoot() / 40 : 0
      for (i, ends) in [(250, 10), (30, 220), (90, 91)].enumerated() {
        let exact = Double(ends.0) + Double(ends.1 - ends.0) * place
        #expect(abs(Double(channel(middle, i)) - exact) <= 0.51)
      }
      if side == 65 { #expect(middle == from.premultiplied) }
      #expect(picture == mirrored(picture, x: true, y: false))
      #expect(picture == mirrored(picture, x: false, y: true))
      var transposed: [UInt32] = []
      for y in 0..<side { for x in 0..<side { transposed.append(picture[y, x]) } }
      #expect(picture.pixels == transposed)
      // Red falls and green rises along rays to the right, down and along the diagonal.
      for k in (side / 2)..<(side - 1) {
        for (a, b) in [
          (picture[k, side / 2], picture[k + 1, side / 2]),
          (picture[side / 2, k], picture[side / 2, k + 1]), (picture[k, k], picture[k + 1, k + 1]),
        ] {
          #expect(channel(a, 0) >= channel(b, 0) && channel(a, 1) <= channel(b, 1))
        }
      }
    }
  }

  @Test("row 16: a radius of 0 or less shows the last stop everywhere")
  func radiusZero() {
    for radius in [0.0, -3, .leastNonzeroMagnitude] {
      let gradient = RadialGradient(
        stops: [GradientStop(red), GradientStop(blue)], center: Point(x: 4, y: 4), radius: radius)
      #expect(filled(8, .radial(gradient)) == Bitmap(width: 8, height: 8, color: blue))
    }
  }

  @Test("a radial gradient's pixel is the colour of its distance, also under a skew")
  func radial() {
    let stops = [
      GradientStop(red), GradientStop(Color(red: 0, green: 0, blue: 255, alpha: 100), at: 0.4),
      GradientStop(green),
    ]
    let map = Affine(a: 1.2, b: 0.3, c: -0.4, d: 0.8, tx: 20, ty: 5)
    let gradient = RadialGradient(
      stops: stops, center: Point(x: 12, y: 20), radii: Size(width: 25, height: 18))
    let picture = filled(60, .radial(gradient), map: map)
    let det = 1.2 * 0.8 + 0.3 * 0.4
    var worst = 0.0
    for y in 0..<60 {
      for x in 0..<60 {
        let dx = Double(x) + 0.5 - 20
        let dy = Double(y) + 0.5 - 5
        let u = ((0.8 * dx + 0.4 * dy) / det - 12) / 25
        let v = ((-0.3 * dx + 1.2 * dy) / det - 20) / 18
        let t = min((u * u + v * v).squareRoot(), 1)
        let s = t < 0.4 ? t / 0.4 : (t - 0.4) / 0.6
        let a: [Double] = t < 0.4 ? [255, 0, 0, 255] : [0, 0, 100, 100]
        let b: [Double] = t < 0.4 ? [0, 0, 100, 100] : [0, 255, 0, 255]
        for i in 0..<4 {
          worst = max(worst, abs(Double(channel(picture[x, y], i)) - (a[i] + (b[i] - a[i]) * s)))
        }
      }
    }
    #expect(worst <= 0.5001)
  }

  @Test("a conic gradient goes clockwise from its angle")
  func conic() {
    let stops = [GradientStop(.black), GradientStop(.white)]
    let picture = filled(
      40, .conic(ConicGradient(stops: stops, center: Point(x: 20, y: 20), degrees: 90)))
    var worst = 0.0
    for y in 0..<40 {
      for x in 0..<40 {
        let angle = atan2(Double(y) + 0.5 - 20, Double(x) + 0.5 - 20)
        let t = angle < 0 ? angle / (2 * .pi) + 1 : angle / (2 * .pi)
        worst = max(worst, abs(Double(channel(picture[x, y], 0)) - 255 * t))
      }
    }
    #expect(worst <= 0.5001)
  }
}
