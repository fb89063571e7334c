import FolioGeometry
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
}
