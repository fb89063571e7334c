import FolioGeometry
import Foundation
import TestSupport
import Testing

@testable import FolioRaster

@Suite("Paths are what their builders say")
struct PathTests {
  func parsed(_ text: String) throws -> Path { try Path(svg: text) }

  @Test("moves, lines and closes of path data, absolute and relative")
  func lines() throws {
    var path = Path()
    path.move(to: Point(x: 1, y: 2))
    path.line(to: Point(x: 11, y: 2))
    path.line(to: Point(x: 11, y: 22))
    path.line(to: Point(x: 5, y: -4))
    path.close()
    path.move(to: Point(x: 2, y: 3))
    path.line(to: Point(x: 4, y: 3))
    for text in [
      "M1 2H11V22L5-4ZM2 3L4,3", "m1,2h10v20l-6-26zm1 1 2 0",
      " M 1 , 2 H 11 V 22 L 5 , -4 z m 1 1 h 2 ",
      "M1 2 11 2 11 22 5-4Z\n\tm1 1h+2e0", "M1.0.2e1H1.1e1V220e-1L5-.4e1ZM2 3H4.",
    ] {
      #expect(try parsed(text) == path, "\(text)")
    }
  }

  @Test("curves of path data, with reflected control points")
  func curves() throws {
    var path = Path()
    path.move(to: Point(x: 0, y: 0))
    path.cubic(
      control1: Point(x: 1, y: 2), control2: Point(x: 3, y: 4), to: Point(x: 5, y: 6))
    path.cubic(
      control1: Point(x: 7, y: 8), control2: Point(x: 9, y: 1), to: Point(x: 10, y: 10))
    path.quad(control: Point(x: 12, y: 10), to: Point(x: 12, y: 12))
    path.quad(control: Point(x: 12, y: 14), to: Point(x: 10, y: 14))
    path.cubic(
      control1: Point(x: 10, y: 14), control2: Point(x: 1, y: 1), to: Point(x: 0, y: 0))
    #expect(try parsed("M0 0C1 2 3 4 5 6S9 1 10 10Q12 10 12 12T10 14S1 1 0 0") == path)
    #expect(try parsed("m0 0c1 2 3 4 5 6s4-5 5 4q2 0 2 2t-2 2s-9-13-10-14") == path)
  }

  @Test("numbers are the nearest Double")
  func numbers() throws {
    for text in [
      "0.1", "3.14159265358979", "123456789.125", "-0.000001", "1e22", "1e-22", ".5", "5.",
      "9007199254740992", "4.35", "2.2250738585072014e-300", "1.7976931348623157e308",
    ] {
      let x = try parsed("M\(text) 0").points[0].x
      let right = try #require(Double(text.hasSuffix(".") ? text + "0" : text))
      #expect(abs(x - right) <= abs(right) * 1e-14, "\(text)")
      if text.count < 17 && !text.contains("e") { #expect(x == right, "\(text)") }
    }
  }

  @Test(
    "an error says where and what",
    arguments: [
      ("L1 2", 0, SVGPathError.Expected.move), ("M1", 2, .number), ("M1 2X", 4, .command),
      ("M1 2 3", 6, .number), ("M1 2,,3 4", 4, .command), ("M1 2A1 1 0 2 0 3 4", 11, .flag),
      ("M1 2L1e999 3", 5, .finiteNumber), ("M1 2z3", 5, .command), ("M-.e1 2", 1, .number),
      ("M1 2 é", 5, .command), ("M1 2,", 4, .command), ("Mx", 1, .number),
    ])
  func errors(text: String, offset: Int, expected: SVGPathError.Expected) {
    let bytes = Array(text.utf8)
    #expect(
      throws: SVGPathError(
        offset: offset, expected: expected, found: offset < bytes.count ? bytes[offset] : nil)
    ) {
      try Path(svg: text)
    }
  }

  @Test("random bytes never trap")
  func fuzz() {
    var random = SplitMix64(seed: 99)
    let alphabet = Array("MmZzLlHhVvCcSsQqTtAa0123456789.-+eE, \n".utf8)
    for _ in 0..<20_000 {
      let bytes = (0..<random.below(40)).map { _ in alphabet[random.below(alphabet.count)] }
      let text = "M0 0" + String(decoding: bytes, as: UTF8.self)
      guard let path = try? Path(svg: text) else { continue }
      var canvas = Canvas(width: 4, height: 4)
      canvas.fill(path, with: white)
    }
  }

  /// Points along a path's curves.
  func samples(_ path: Path) -> [Point] {
    var result: [Point] = []
    var next = 0
    for verb in path.verbs {
      switch verb {
      case .move, .line:
        result.append(path.points[next])
        next += 1
      case .cubic:
        let p0 = result[result.count - 1]
        let p = Array(path.points[next..<(next + 3)])
        next += 3
        for i in 1...16 {
          let t = Double(i) / 16
          let s = 1 - t
          result.append(
            p0 * (s * s * s) + p[0] * (3 * s * s * t) + p[1] * (3 * s * t * t) + p[2] * (t * t * t))
        }
      case .quad, .close: break
      }
    }
    return result
  }

  @Test("arcs lie on their ellipse and take the side that the flags name")
  func arcs() throws {
    // The four arcs between (10, 0) and (0, 10) on circles of radius 10 around (0, 0), (10, 10).
    for (large, sweep, center) in [
      (false, true, Point.zero), (true, false, .zero), (false, false, Point(x: 10, y: 10)),
      (true, true, Point(x: 10, y: 10)),
    ] {
      let path = try parsed("M10 0A10 10 0 \(large ? 1 : 0)\(sweep ? 1 : 0)0 10")
      let points = samples(path)
      var turned = 0.0
      for i in points.indices {
        let d = points[i] - center
        #expect(abs((d.x * d.x + d.y * d.y).squareRoot() - 10) < 1e-6)
        if i > 0 {
          let e = points[i - 1] - center
          turned += atan2(e.x * d.y - e.y * d.x, e.x * d.x + e.y * d.y)
        }
      }
      let right = (large ? 270.0 : 90) * (sweep ? 1 : -1)
      #expect(abs(turned * 180 / .pi - right) < 1e-6)
      #expect(points.last == Point(x: 0, y: 10))
    }
  }

  @Test("an arc whose radii do not reach is scaled up, and one without radius is a line")
  func arcLimits() throws {
    let half = try parsed("M0 0A1 1 0 0 1 20 0")
    for p in samples(half) {
      #expect(abs(((p.x - 10) * (p.x - 10) + p.y * p.y).squareRoot() - 10) < 1e-6)
    }
    #expect(try parsed("M0 0A0 5 0 0 1 20 0") == parsed("M0 0L20 0"))
    #expect(try parsed("M3 4A5 5 0 0 1 3 4").verbs == [.move])
    let turned = try parsed("M0 0A20 10 30 1 0 15 9")
    // On an ellipse of radii 20 and 10, turned by 30 degrees, all points have the same size in its
    // own space around one centre; two points and the radii fix it.
    let points = samples(turned)
    let c = cos(Double.pi / 6)
    let s = sin(Double.pi / 6)
    func own(_ p: Point) -> Point {
      Point(x: (p.x * c + p.y * s) / 20, y: (-p.x * s + p.y * c) / 10)
    }
    // The circumcentre of three of them.
    let (a, b, d) = (own(points[0]), own(points[20]), own(points[points.count - 1]))
    let q = 2 * (a.x * (b.y - d.y) + b.x * (d.y - a.y) + d.x * (a.y - b.y))
    func square(_ p: Point) -> Double { p.x * p.x + p.y * p.y }
    let center = Point(
      x: (square(a) * (b.y - d.y) + square(b) * (d.y - a.y) + square(d) * (a.y - b.y)) / q,
      y: (square(a) * (d.x - b.x) + square(b) * (a.x - d.x) + square(d) * (b.x - a.x)) / q)
    for p in points { #expect(abs(square(own(p) - center) - 1) < 1e-6) }
  }

  @Test("an arc by angles starts and ends where they point")
  func angles() {
    var path = Path()
    path.arc(center: Point(x: 5, y: 5), radius: 3, start: 90, sweep: 180)
    #expect(path.points[0] == Point(x: 8, y: 5))
    #expect(path.points.last == Point(x: 2, y: 5))
    #expect(samples(path).contains { abs($0.x - 5) < 1e-6 && abs($0.y - 8) < 1e-6 })
    var whole = Path()
    whole.arc(center: Point(x: 16, y: 16), radius: 12, start: 0, sweep: 1000)
    whole.close()
    let mask = coverage(32, 32) { $0.fill(whole, with: white) }
    for y in 0..<32 {
      for x in 0..<32 {
        let area = ExactArea.disc(cx: 16, cy: 16, radius: 12, x: x, y: y)
        #expect(abs(Double(mask[x, y]) - 255 * area) <= 0.9)
      }
    }
  }

  @Test("polygons and stars have their corners on circles, the first one up")
  func stars() {
    let square = Path(regularPolygon: 4, center: Point(x: 10, y: 10), radius: 5)
    let corners = [(10.0, 5.0), (15, 10), (10, 15), (5, 10)].map { Point(x: $0.0, y: $0.1) }
    #expect(square.points == corners)
    #expect(square.verbs.last == .close)
    let star = Path(star: 5, center: .zero, outerRadius: 10, innerRadius: 4)
    #expect(star.points.count == 10)
    for (i, p) in star.points.enumerated() {
      #expect(abs((p.x * p.x + p.y * p.y).squareRoot() - (i % 2 == 0 ? 10 : 4)) < 1e-12)
    }
    #expect(star.points[0] == Point(x: 0, y: -10))
    #expect(Path(regularPolygon: 2, center: .zero, radius: 1).isEmpty)
    #expect(Path(regularPolygon: .max, center: .zero, radius: 1).isEmpty)
  }
}
