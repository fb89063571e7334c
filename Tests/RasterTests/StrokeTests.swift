import FolioGeometry
import TestSupport
import Testing

@testable import FolioRaster

@Suite("A stroke is the union of its lines, joins and caps")
struct StrokeTests {
  typealias P = (x: Double, y: Double)

  /// The largest difference from the share of each pixel, in levels.
  func worst(
    _ mask: Mask, _ inside: (Double, inout [LineCoverage.Interval]) -> Void
  ) -> Double {
    let shares = LineCoverage.coverage(width: mask.width, height: mask.height, inside)
    return zip(mask.values, shares).map { abs(Double($0) - 255 * $1) }.max() ?? 0
  }

  func path(_ points: [P], closed: Bool = false) -> Path {
    var path = Path()
    for (i, p) in points.enumerated() {
      if i == 0 {
        path.move(to: Point(x: p.x, y: p.y))
      } else {
        path.line(to: Point(x: p.x, y: p.y))
      }
    }
    if closed { path.close() }
    return path
  }

  func stroked(
    _ width: Int, _ height: Int, _ path: Path, _ style: StrokeStyle, map: Affine = .identity
  ) -> Mask {
    coverage(width, height) {
      $0.transform = map
      $0.stroke(path, style: style, with: white)
    }
  }

  /// What a stroke is by definition: the rectangles of its lines, the wedges of its joins, its caps.
  struct Parts {
    var polygons: [[P]] = []
    var discs: [P] = []
    let radius: Double

    init(_ p: [P], closed: Bool, _ style: StrokeStyle) {
      let h = style.width / 2
      radius = h
      let count = closed ? p.count : p.count - 1
      let directions = (0..<count).map { i -> P in
        let a = p[i]
        let b = p[(i + 1) % p.count]
        let length = ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
        return ((b.x - a.x) / length, (b.y - a.y) / length)
      }
      for i in 0..<count {
        var a = p[i]
        var b = p[(i + 1) % p.count]
        let d = directions[i]
        if !closed && style.cap == .square {
          if i == 0 { a = (a.x - d.x * h, a.y - d.y * h) }
          if i == count - 1 { b = (b.x + d.x * h, b.y + d.y * h) }
        }
        let n: P = (d.y * h, -d.x * h)
        polygons.append([
          (a.x + n.x, a.y + n.y), (b.x + n.x, b.y + n.y), (b.x - n.x, b.y - n.y),
          (a.x - n.x, a.y - n.y),
        ])
      }
      if !closed && style.cap == .round { discs += [p[0], p[p.count - 1]] }
      for i in 0..<p.count where closed || (i > 0 && i < p.count - 1) {
        let q = p[i]
        if style.join == .round {
          discs.append(q)
          continue
        }
        let d0 = directions[(i + count - 1) % count]
        let d1 = directions[i]
        let turn = d0.x * d1.y - d0.y * d1.x > 0 ? 1.0 : -1.0
        let a: P = (q.x + d0.y * h * turn, q.y - d0.x * h * turn)
        let b: P = (q.x + d1.y * h * turn, q.y - d1.x * h * turn)
        let dot = d0.x * d1.x + d0.y * d1.y
        if style.join == .miter, 2 / (1 + dot) <= style.miterLimit * style.miterLimit {
          let k = h * turn / (1 + dot)
          polygons.append([q, a, (q.x + (d0.y + d1.y) * k, q.y - (d0.x + d1.x) * k), b])
        } else {
          polygons.append([q, a, b])
        }
      }
    }

    func add(at y: Double, to intervals: inout [LineCoverage.Interval]) {
      for polygon in polygons { LineCoverage.add(convex: polygon, at: y, to: &intervals) }
      for disc in discs { LineCoverage.add(disc: disc, radius: radius, at: y, to: &intervals) }
    }
  }

  static let styles: [StrokeStyle] = [
    StrokeStyle(width: 6, cap: .butt, join: .miter),
    StrokeStyle(width: 5, cap: .round, join: .round),
    StrokeStyle(width: 7.3, cap: .square, join: .bevel),
    StrokeStyle(width: 4, cap: .square, join: .miter, miterLimit: 1.5),
    StrokeStyle(width: 0.7, cap: .round, join: .round),
    StrokeStyle(width: 14, cap: .butt, join: .round),
  ]

  @Test("polylines with every join and cap are within 0.6 level of their area", arguments: styles)
  func polylines(style: StrokeStyle) {
    let lines: [([P], Bool)] = [
      ([(8.2, 30.1), (20.7, 9.4), (33.3, 31.8), (37.9, 7.7)], false),
      ([(9.5, 9.2), (34.1, 12.8), (21.9, 33.6)], true),
      // Crosses itself, and has a line shorter than the pen.
      ([(8, 8), (34, 34), (34, 31), (9, 30), (33, 9)], false),
    ]
    for (points, closed) in lines {
      let mask = stroked(42, 42, path(points, closed: closed), style)
      let parts = Parts(points, closed: closed, style)
      #expect(worst(mask) { parts.add(at: $0, to: &$1) } <= 0.6)
    }
  }

  @Test("curves are within 0.6 level of the area of the points near them", arguments: [1.0, 5, 12])
  func curves(width: Double) {
    let c: [P] = [(10, 40), (12, -20), (60, 70), (52, 10)]
    var p = Path()
    p.move(to: Point(x: 10, y: 40))
    p.cubic(
      control1: Point(x: 12, y: -20), control2: Point(x: 60, y: 70), to: Point(x: 52, y: 10))
    // Chords within 780 / 8 / 1000² px of the curve.
    let points = (0...1000).map { i -> P in
      let t = Double(i) / 1000
      let s = 1 - t
      func value(_ k: (P) -> Double) -> Double {
        s * s * s * k(c[0]) + 3 * s * s * t * k(c[1]) + 3 * s * t * t * k(c[2])
          + t * t * t * k(c[3])
      }
      return (value { $0.x }, value { $0.y })
    }
    let style = StrokeStyle(width: width, cap: .round, join: .round)
    let mask = stroked(64, 52, p, style)
    let parts = Parts(points, closed: false, style)
    #expect(worst(mask) { parts.add(at: $0, to: &$1) } <= 0.6)
  }

  @Test("filled and stroked curves agree with 64 x 64 samples within 2 levels")
  func samples() {
    let c: [P] = [(8, 33), (-8, -9), (61, 4), (30, 36)]
    var p = Path()
    p.move(to: Point(x: c[0].x, y: c[0].y))
    p.cubic(
      control1: Point(x: c[1].x, y: c[1].y), control2: Point(x: c[2].x, y: c[2].y),
      to: Point(x: c[3].x, y: c[3].y))
    p.close()
    let points = (0...400).map { i -> P in
      let t = Double(i) / 400
      let s = 1 - t
      func value(_ k: (P) -> Double) -> Double {
        s * s * s * k(c[0]) + 3 * s * s * t * k(c[1]) + 3 * s * t * t * k(c[2])
          + t * t * t * k(c[3])
      }
      return (value { $0.x }, value { $0.y })
    }
    let filled = coverage(42, 40) { $0.fill(p, with: white) }
    let line = stroked(42, 40, p, StrokeStyle(width: 3, cap: .round, join: .round))
    for y in 0..<40 {
      for x in 0..<42 {
        let inside = Supersampling.coverage(x: x, y: y) {
          Supersampling.winding([points], $0, $1) != 0
        }
        #expect(abs(Double(filled[x, y]) - 255 * inside) <= 2)
        let near = points.indices.filter {
          Supersampling.squaredDistance(
            Double(x) + 0.5, Double(y) + 0.5, points[$0], points[($0 + 1) % points.count]) < 6.25
        }
        let share = Supersampling.coverage(x: x, y: y, samples: near.isEmpty ? 1 : 64) { px, py in
          near.contains {
            Supersampling.squaredDistance(px, py, points[$0], points[($0 + 1) % points.count])
              <= 2.25
          }
        }
        #expect(abs(Double(line[x, y]) - 255 * share) <= 2)
      }
    }
  }

  @Test("row 28: a contour without length and a line width of 10")
  func row28() {
    let center = Point(x: 10, y: 10)
    var moved = Path()
    moved.move(to: center)
    moved.line(to: center)
    var closed = Path()
    closed.move(to: center)
    closed.close()
    for path in [moved, closed] {
      let round = stroked(20, 20, path, StrokeStyle(width: 10, cap: .round))
      let square = stroked(20, 20, path, StrokeStyle(width: 10, cap: .square))
      let butt = stroked(20, 20, path, StrokeStyle(width: 10, cap: .butt))
      #expect(butt == Mask(width: 20, height: 20))
      for y in 0..<20 {
        for x in 0..<20 {
          let area = ExactArea.disc(cx: 10, cy: 10, radius: 5, x: x, y: y)
          #expect(abs(Double(round[x, y]) - 255 * area) <= 0.8)
          #expect(square[x, y] == (x >= 5 && x < 15 && y >= 5 && y < 15 ? 255 : 0))
        }
      }
    }
    // A move alone is not a contour.
    var alone = Path()
    alone.move(to: center)
    #expect(
      stroked(20, 20, alone, StrokeStyle(width: 10, cap: .round)) == Mask(width: 20, height: 20))
  }

  @Test("row 12: a nearly straight line across the top has one picture for every band height")
  func row12() {
    let p = path([(337.464, 17.5), (337.217, 0.00163), (337.510, -19.349)])
    for join in [LineJoin.miter, .round, .bevel] {
      let style = StrokeStyle(width: 3, join: join)
      let whole = coverage(400, 20, bandRows: 20) { $0.stroke(p, style: style, with: white) }
      #expect(whole[337, 0] == 255 && whole[337, 10] == 255 && whole[337, 19] == 0)
      for rows in [1, 2, 3, 7, 8, 32] {
        #expect(
          coverage(400, 20, bandRows: rows) { $0.stroke(p, style: style, with: white) } == whole)
      }
    }
  }

  @Test("a stroke that crosses itself is one shape")
  func crossing() {
    let style = StrokeStyle(width: 3)
    let cross = path([(5, 5.25), (35, 5.25), (35, 30), (20.25, 30), (20.25, 0)])
    let mask = stroked(40, 34, cross, style)
    // Rows 3 and 6 are partly covered by the bar (3.75 to 6.75), columns 18 and 21 by the post
    // (18.75 to 21.75); at their crossings the union counts.
    #expect(mask[10, 3] == 64 && mask[10, 6] == 191 && mask[18, 10] == 64 && mask[21, 10] == 191)
    // 1 - (1 - 1/4)², 1 - 1/4 * 3/4, 1 - (1/4)²
    #expect(mask[18, 3] == 112 && mask[21, 3] == 207 && mask[18, 6] == 207 && mask[21, 6] == 239)
  }

  @Test("a map that stretches stretches the pen")
  func stretched() {
    let line = path([(2, 5), (18, 5)])
    let mask = stroked(40, 30, line, StrokeStyle(width: 2), map: Affine(scaleX: 2, y: 3))
    for y in 0..<30 {
      for x in 0..<40 { #expect(mask[x, y] == (x >= 4 && x < 36 && y >= 12 && y < 18 ? 255 : 0)) }
    }
  }

  func dashRuns(
    _ length: Double, _ dashes: [Double], _ phase: Double = 0, cap: LineCap = .butt
  ) -> [Int] {
    let mask = stroked(
      64, 3, path([(4, 1.5), (4 + length, 1.5)]),
      StrokeStyle(width: 1, cap: cap, dashes: dashes, dashPhase: phase))
    return (0..<64).filter { mask[$0, 1] == 255 }
  }

  @Test("dashes and gaps follow each other along the line")
  func dashes() {
    #expect(dashRuns(20, [4, 3]) == [4, 5, 6, 7, 11, 12, 13, 14, 18, 19, 20, 21])
    // An odd pattern is used twice: 2 on, 1 off, 3 on, 2 off, 1 on, 3 off.
    #expect(dashRuns(12, [2, 1, 3]) == [4, 5, 7, 8, 9, 12])
    #expect(dashRuns(10, [4, 3], 2) == [4, 5, 9, 10, 11, 12])
    #expect(dashRuns(10, [4, 3], -1) == [5, 6, 7, 8, 12, 13])
    #expect(dashRuns(10, [4, 3], 2 - 7e6) == [4, 5, 9, 10, 11, 12])
    // What is no pattern is a solid line.
    for none in [[], [0.0, 0], [-1, 2], [.nan, 1], [.infinity, 1]] {
      #expect(dashRuns(6, none) == Array(4..<10))
    }
    // A dash without length is its cap.
    #expect(dashRuns(9, [0, 4], 0, cap: .butt) == [])
    let dots = stroked(
      24, 5, path([(4.5, 2.5), (16.5, 2.5)]),
      StrokeStyle(width: 1, cap: .square, dashes: [0, 4]))
    #expect((0..<24).filter { dots[$0, 2] == 255 } == [4, 8, 12])
  }

  @Test("dashes go on around corners, and a closed contour's last dash runs into its first")
  func dashCorners() {
    let square = path([(5, 5), (25, 5), (25, 25), (5, 25)], closed: true)
    // 10 on, 10 off from the middle of a dash: the corners are inside dashes.
    let mask = stroked(
      30, 30, square, StrokeStyle(width: 4, join: .miter, dashes: [10, 10], dashPhase: 5))
    for (x, y) in [(3, 3), (26, 3), (26, 26), (3, 26)] { #expect(mask[x, y] == 255) }
    #expect(mask[15, 5] == 0 && mask[5, 15] == 0)
    // Without a dash there the corner is empty.
    let gaps = stroked(
      30, 30, square, StrokeStyle(width: 4, join: .miter, dashes: [10, 10], dashPhase: 15))
    for (x, y) in [(3, 3), (26, 3), (26, 26), (3, 26)] { #expect(gaps[x, y] == 0) }
  }

  @Test("a dashed line of a hundred million pixels costs what can be seen")
  func longDashes() {
    let far = path([(-1e8, 1.5), (1e8, 1.5)])
    let mask = stroked(64, 3, far, StrokeStyle(width: 1, dashes: [4, 3], dashPhase: 1e8))
    // The phase puts a dash's start at x = 0... in steps of 7 from -1e8 + k * 7 - 1e8.
    let start = (-2e8).truncatingRemainder(dividingBy: 7) + 7
    for x in 0..<64 {
      let place = (Double(x) - start + 70).truncatingRemainder(dividingBy: 7)
      #expect(mask[x, 1] == (place < 4 ? 255 : 0))
    }
  }

  @Test("a stroke of no width, and one under a map without an inverse, draw nothing")
  func nothing() {
    let line = path([(2, 2), (8, 8)])
    #expect(stroked(10, 10, line, StrokeStyle(width: 0)) == Mask(width: 10, height: 10))
    #expect(stroked(10, 10, line, StrokeStyle(width: -3)) == Mask(width: 10, height: 10))
    #expect(
      stroked(10, 10, line, StrokeStyle(width: 3), map: Affine(scaleX: 0, y: 0))
        == Mask(width: 10, height: 10))
    var canvas = Canvas(width: 4, height: 4)
    canvas.stroke(line, style: StrokeStyle(width: .nan), with: white)
    #expect(canvas.fault == .notFinite)
  }

  @Test("hostile pens and dashes return at once")
  func hostile() {
    let numbers: [Double] = [
      .nan, .infinity, 1e300, -1e300, .leastNonzeroMagnitude, 0, 1e-12, 1e12, 3,
    ]
    var random = SplitMix64(seed: 6)
    for a in numbers {
      for b in numbers {
        var canvas = Canvas(width: 16, height: 16)
        let shape = random.path(extent: 16)
        for cap in [LineCap.butt, .round, .square] {
          canvas.stroke(
            shape,
            style: StrokeStyle(
              width: a, cap: cap, join: .miter, miterLimit: b, dashes: [b, 1], dashPhase: a),
            with: white)
          canvas.stroke(
            shape,
            style: StrokeStyle(width: 3, cap: cap, join: .round, dashes: [b, a], dashPhase: b),
            with: white)
          canvas.stroke(
            path([(a, b), (3, a), (b, 4)], closed: true),
            style: StrokeStyle(width: 2, cap: cap, join: .bevel, dashes: [3, 2]), with: white)
        }
      }
    }
  }
}

@Suite("Overlapping contours count once")
struct OverlapTests {
  @Test("two rectangles that share part of a pixel cover the area of their union")
  func rects() {
    var path = Path()
    path.addRect(Rect(x: 1, y: 1, width: 4.5, height: 4))
    path.addRect(Rect(x: 5.25, y: 1, width: 4, height: 4))
    let summed = coverage(12, 6) { $0.fill(path, with: white) }
    let union = coverage(12, 6) { $0.fill(path, with: white, overlaps: true) }
    let odd = coverage(12, 6) { $0.fill(path, with: white, rule: .evenOdd, overlaps: true) }
    #expect(summed[5, 2] == 255)
    #expect(union[5, 2] == 255)  // 1/2 + 3/4 - 1/4
    #expect(odd[5, 2] == 191)  // 1 - 1/4
    var apart = Path()
    apart.addRect(Rect(x: 1, y: 1, width: 4.5, height: 4))
    apart.addRect(Rect(x: 1, y: 1, width: 4.5, height: 4))
    #expect(coverage(12, 6) { $0.fill(apart, with: white) }[5, 2] == 255)
    #expect(coverage(12, 6) { $0.fill(apart, with: white, overlaps: true) }[5, 2] == 128)
  }

  @Test("an outline without overlaps has the same bytes either way")
  func same() {
    for r in [3.3, 12, 60] {
      let c = r + 2.4
      let path = Path(ellipseIn: Rect(x: c - r, y: c - r, width: 2 * r, height: 2 * r))
      let side = Int(2 * c) + 2
      #expect(
        coverage(side, side) { $0.fill(path, with: white) }
          == coverage(side, side) { $0.fill(path, with: white, overlaps: true) })
    }
  }

  /// The most that a pixel of polygons, filled as one outline, differs from its area, in levels.
  private func worstDifference(
    _ polygons: [[(x: Double, y: Double)]], _ rule: FillRule, width: Int, height: Int
  ) -> Double {
    var path = Path()
    for points in polygons { path.append(polygon(points)) }
    let mask = coverage(width, height) {
      $0.fill(path, with: white, rule: rule, overlaps: true)
    }
    let shares = LineCoverage.coverage(width: width, height: height) { y, intervals in
      LineCoverage.add(polygons, at: y, to: &intervals) {
        rule == .nonZero ? $0 != 0 : $0 & 1 != 0
      }
    }
    return zip(mask.values, shares).map { abs(Double($0) - 255 * $1) }.max() ?? 0
  }

  @Test("random outlines under both rules are within 0.6 level of their area")
  func random() {
    var random = SplitMix64(seed: 77)
    for round in 0..<100 {
      let polygons = (0..<(1 + random.below(3))).map { _ in
        (0..<(3 + random.below(5))).map { _ in
          (x: random.double(in: -3...19), y: random.double(in: -3...19))
        }
      }
      let rule: FillRule = round % 2 == 0 ? .nonZero : .evenOdd
      #expect(worstDifference(polygons, rule, width: 16, height: 16) <= 0.6)
    }
  }

  @Test(
    "many outlines side by side, some of them over all others, are within 0.6 level of their area")
  func sideBySide() {
    var random = SplitMix64(seed: 79)
    for round in 0..<20 {
      // A wide one first, so that whatever is to its right begins inside or outside of it by the row.
      var polygons = [
        (0..<5).map { _ in (x: random.double(in: -4...320), y: random.double(in: -2...10)) }
      ]
      for i in 0..<60 {
        polygons.append(
          (0..<3).map { _ in
            (x: 5 * Double(i) + random.double(in: 0...6), y: random.double(in: -2...10))
          })
      }
      let rule: FillRule = round % 2 == 0 ? .nonZero : .evenOdd
      #expect(worstDifference(polygons, rule, width: 320, height: 8) <= 0.6)
    }
  }

  @Test("what an outline opens on the left it closes on the right, however many edges a row has")
  func closed() {
    var random = SplitMix64(seed: 80)
    for count in [3, 30, 300, 3000] {
      var path = Path()
      path.move(to: Point(x: 20, y: 4))
      for _ in 0..<count {
        path.line(to: Point(x: random.double(in: 1...59), y: random.double(in: 0...8)))
      }
      let mask = coverage(64, 8) { $0.fill(path, with: white, overlaps: true) }
      for y in 0..<8 { #expect((60..<64).allSatisfy { mask[$0, y] == 0 }) }
    }
  }

  @Test("a hundred thousand lines in one row are bounded work")
  func bounded() {
    var random = SplitMix64(seed: 78)
    var path = Path()
    path.move(to: .zero)
    for _ in 0..<100_000 {
      path.line(to: Point(x: random.double(in: 0...64), y: random.double(in: 0...4)))
    }
    let mask = coverage(64, 4) { $0.fill(path, with: white, overlaps: true) }
    #expect(mask[32, 2] == 255)
  }
}
