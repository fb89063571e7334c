import FolioGeometry
import TestSupport
import Testing

@testable import FolioRaster

/// The rasterizer without its cleverness: every pixel looks at every edge, every crossing is one
/// division, and colours are put down one by one.
enum PlainRaster {
  /// Quotient to the nearest integer, ties to even, for a positive divisor.
  static func nearest(_ n: Int, _ d: Int) -> Int {
    let low = Int((Double(n) / Double(d)).rounded(.down))
    // Corrected exactly, since the quotient of Doubles may be off by one.
    var q = low
    while q * d > n { q -= 1 }
    while (q + 1) * d <= n { q += 1 }
    let twice = 2 * (n - q * d)
    return twice > d || (twice == d && q % 2 != 0) ? q + 1 : q
  }

  /// The signed area of pixel (x, y) that edges leave to their right, 2^25 for a full pixel.
  static func area(_ edges: [Edge], _ x: Int, _ y: Int) -> Int {
    var area = 0
    for e in edges {
      let (x0, y0, x1, y1) = (Int(e.x0), Int(e.y0), Int(e.x1), Int(e.y1))
      let top = max(y0, y * 4096)
      let bottom = min(y1, (y + 1) * 4096)
      if top >= bottom { continue }
      func place(_ h: Int) -> Int {
        h == y0 ? x0 : h == y1 ? x1 : x0 + nearest((x1 - x0) * (h - y0), y1 - y0)
      }
      let xa = place(top)
      let xb = place(bottom)
      // From left to right, cut at the pixel's sides.
      let (xl, yl, xr, yr) = xa <= xb ? (xa, top, xb, bottom) : (xb, bottom, xa, top)
      let sign = (xa <= xb ? 1 : -1) * Int(e.winding)
      func height(_ p: Int) -> Int {
        p <= xl ? yl : p >= xr ? yr : yl + nearest((yr - yl) * (p - xl), xr - xl)
      }
      let left = x * 4096
      let right = left + 4096
      if xl >= right { continue }
      if xr < left || (xr == left && xl < left) {
        area += (yr - yl) * sign * 8192
        continue
      }
      let ya = height(left)
      area += (ya - yl) * sign * 8192
      let yb = xr < right ? yr : height(right)
      let fa = max(xl, left) - left
      let fb = min(xr, right) - left
      area += (yb - ya) * sign * (8192 - fa - fb)
    }
    return area
  }

  static func coverage(_ area: Int, _ rule: FillRule) -> UInt32 {
    let full = 1 << 25
    var a = abs(area)
    if rule == .nonZero {
      a = min(a, full)
    } else {
      a %= 2 * full
      if a > full { a = 2 * full - a }
    }
    return UInt32((a * 255 * 2 + full) / (2 * full))
  }

  /// Fills edges with a colour for each pixel, channel by channel.
  static func fill(
    _ edges: [Edge], _ rule: FillRule, over bitmap: Bitmap, color: (Int, Int) -> UInt32
  ) -> Bitmap {
    var pixels = bitmap.pixels
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let k = coverage(area(edges, x, y), rule)
        let source = color(x, y)
        let sa = Arithmetic.multiply(source >> 24, k)
        var result: UInt32 = 0
        for shift in [0, 8, 16, 24] as [UInt32] {
          let s = Arithmetic.multiply((source >> shift) & 0xFF, k)
          let d = (bitmap[x, y] >> shift) & 0xFF
          result |= (s + Arithmetic.multiply(d, 255 - sa)) << shift
        }
        pixels[y * bitmap.width + x] = result
      }
    }
    return Bitmap(width: bitmap.width, height: bitmap.height, pixels: pixels)
  }
}

@Suite("The fast way gives the bytes of the plain one")
struct ReferenceTests {
  @Test("1,000 random outlines in colours and gradients, under both rules")
  func fills() {
    var random = SplitMix64(seed: 1000)
    var wrong = 0
    let frame = PixelRect(x: 0, y: 0, width: 24, height: 24)
    for round in 0..<1000 {
      let path = random.path(extent: 24, margin: round % 5 == 0 ? 3000 : 8)
      let rule: FillRule = round % 2 == 0 ? .nonZero : .evenOdd
      let ground = Bitmap(width: 24, height: 24, color: random.color())
      let paint: Paint
      let gradient = LinearGradient(
        stops: [
          GradientStop(random.color()), GradientStop(random.color()), GradientStop(random.color()),
        ], from: Point(x: random.double(in: 0...24), y: 3),
        to: Point(x: 20, y: random.double(in: 0...24)))
      let radial = RadialGradient(
        stops: gradient.stops, center: gradient.start, radius: random.double(in: 1...20))
      let color = random.color()
      switch round % 3 {
      case 0: paint = .color(color)
      case 1: paint = .linear(gradient)
      default: paint = .radial(radial)
      }
      var canvas = Canvas(drawingOn: ground)
      canvas.fill(path, with: paint, rule: rule)

      // The edges of the whole plane, not only of the viewport.
      var clipper = EdgeClipper(
        viewport: PixelRect(left: -200_000, top: -200_000, right: 200_000, bottom: 200_000))
      #expect(Flattening.flatten(path, .identity, into: &clipper))
      let shader = paint.shader(.identity, region: frame)
      let plain = PlainRaster.fill(clipper.edges, rule, over: ground) { x, y in
        var line: [UInt32] = [0]
        var one = shader
        one?.row(y, x..<(x + 1), into: &line)
        return line[0]
      }
      if canvas.finish() != plain { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test("a reused bitmap gives the picture of a fresh one", arguments: CoreScenes.Feature.allCases)
  func reuse(feature: CoreScenes.Feature) {
    var bitmap = Bitmap(width: 32, height: 32)
    for seed in 0..<200 as Range<UInt64> {
      bitmap = CoreScenes.draw(feature, seed: seed, on: bitmap)
      let fresh = CoreScenes.draw(
        feature, seed: seed, on: Bitmap(width: 32, height: 32, color: red))
      #expect(bitmap == fresh)
    }
  }

  @Test("eight threads at once give the hash of one", arguments: CoreScenes.Feature.allCases)
  func threads(feature: CoreScenes.Feature) async {
    let alone = CoreScenes.hash(feature, count: 300)
    await withTaskGroup(of: UInt64.self) { group in
      for _ in 0..<8 { group.addTask { CoreScenes.hash(feature, count: 300) } }
      for await hash in group { #expect(hash == alone) }
    }
  }

  @Test(
    "every pixel of every scene is a valid premultiplied colour",
    arguments: CoreScenes.Feature.allCases)
  func valid(feature: CoreScenes.Feature) {
    var bitmap = Bitmap(width: 32, height: 32)
    var wrong = 0
    for seed in 0..<2000 as Range<UInt64> {
      bitmap = CoreScenes.draw(feature, seed: seed, on: bitmap)
      for p in bitmap.pixels {
        let a = p >> 24
        if p & 0xFF > a || (p >> 8) & 0xFF > a || (p >> 16) & 0xFF > a { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }
}
