import FolioGeometry
import Foundation
import TestSupport
import Testing

@testable import FolioRaster

@Suite("A blur is symmetric and keeps what it spreads")
struct BlurTests {
  func transposed(_ mask: Mask) -> Mask {
    var values: [UInt8] = []
    for x in 0..<mask.width { for y in 0..<mask.height { values.append(mask[x, y]) } }
    return Mask(width: mask.height, height: mask.width, values: values)
  }

  func flipped(_ mask: Mask) -> Mask {
    Mask(width: mask.width, height: mask.height, values: mask.values.reversed())
  }

  @Test(
    "weights add up to 65,536, are symmetric and fall from the middle",
    arguments: [
      0.3, 0.5, 1, 1.7, 4, 12.5, 60, 256, 1000,
    ])
  func weights(sigma: Double) {
    let g = Gaussian(sigma: sigma)
    #expect(g.weights.reduce(0, +) == 65_536)
    #expect(g.weights == g.weights.reversed())
    #expect(g.weights.count == 2 * g.radius + 1)
    // Within one unit of the Gaussian's share, except the middle, which takes what is left.
    let used = min(sigma, 256)
    let samples = (-g.radius...g.radius).map { exp(-Double($0 * $0) / (2 * used * used)) }
    let sum = samples.reduce(0, +)
    for (w, s) in zip(g.weights, samples) {
      #expect(abs(Double(w) - s / sum * 65_536) <= 1.0001)
    }
    // The standard deviation is what was asked for, up to the cut at 3 sigma.
    let variance =
      zip(g.weights, -g.radius...g.radius).reduce(0.0) {
        $0 + Double($1.0) * Double($1.1 * $1.1)
      } / 65_536
    if sigma >= 1 { #expect(abs(variance.squareRoot() / used - 1) < 0.02) }
  }

  @Test("row 27: one pixel, radius 1 and larger")
  func row27() {
    var values = [UInt8](repeating: 0, count: 41 * 41)
    values[20 * 41 + 20] = 255
    let point = Mask(width: 41, height: 41, values: values)
    var peak = 256
    // CSS's blur radius 1 is a standard deviation of 0.5.
    for sigma in [0.5, 0.8, 1.2, 2] {
      let blurred = point.blurred(sigma: sigma)
      #expect(blurred != point)
      #expect(blurred == flipped(blurred))
      #expect(blurred == transposed(blurred))
      #expect(Int(blurred[20, 20]) < peak)
      peak = Int(blurred[20, 20])
    }
    let once = point.blurred(sigma: 0.5).values.reduce(0) { $0 + Int($1) }
    #expect(abs(Double(once) / 255 - 1) <= 0.005)
    // Large: what one pixel spreads is below half a level everywhere, so a block is spread instead.
    for sigma in [3.0, 8, 25] {
      let side = 60 + Int(6 * sigma) + 20
      let block = Mask(
        width: side, height: side,
        values: (0..<(side * side)).map { i in
          let inside = { (k: Int) in k >= (side - 60) / 2 && k < (side + 60) / 2 }
          return inside(i % side) && inside(i / side) ? 255 : 0
        })
      let blurred = block.blurred(sigma: sigma)
      let sum = blurred.values.reduce(0) { $0 + Int($1) }
      #expect(abs(Double(sum) / (255 * 3600) - 1) <= 0.005)
      #expect(blurred == flipped(blurred))
      #expect(blurred == transposed(blurred))
    }
  }

  @Test("a mask blurs within 0.51 level of the exact sum of its weights")
  func exact() {
    var random = SplitMix64(seed: 31)
    let mask = Mask(
      width: 23, height: 17, values: (0..<(23 * 17)).map { _ in UInt8(random.below(256)) })
    let g = Gaussian(sigma: 1.9)
    let blurred = mask.blurred(sigma: 1.9)
    var worst = 0.0
    for y in 0..<17 {
      for x in 0..<23 {
        var sum = 0.0
        for j in -g.radius...g.radius {
          for i in -g.radius...g.radius
          where x + i >= 0 && x + i < 23 && y + j >= 0 && y + j < 17 {
            sum +=
              Double(mask[x + i, y + j]) * Double(g.weights[i + g.radius])
              * Double(g.weights[j + g.radius])
          }
        }
        worst = max(worst, abs(Double(blurred[x, y]) - sum / 4_294_967_296))
      }
    }
    #expect(worst <= 0.5001)
  }

  @Test("the edge of a half plane blurs to the Gaussian's integral")
  func edge() {
    let sigma = 5.0
    let picture = drawn(80, 3) {
      $0.withBlur(sigma: sigma) {
        $0.fill(Rect(x: 40, y: -100, width: 200, height: 300), with: white)
      }
    }
    for x in 0..<80 {
      let share = 0.5 * (1 + erf((Double(x) + 0.5 - 40) / (sigma * 2.0.squareRoot())))
      // The weights end at 3 sigma, which is worth 0.3 % of full.
      #expect(abs(Double(picture[x, 1] >> 24) - 255 * share) < 1.3)
    }
  }

  @Test("colour never exceeds alpha, and a sigma of 0 changes nothing")
  func bitmaps() {
    var random = SplitMix64(seed: 32)
    let bitmap = Bitmap(
      width: 20, height: 20, pixels: (0..<400).map { _ in random.color().premultiplied })
    #expect(bitmap.blurred(sigma: 0) == bitmap)
    #expect(bitmap.blurred(sigma: -1) == bitmap)
    #expect(bitmap.blurred(sigma: .nan) == bitmap)
    var wrong = 0
    for p in bitmap.blurred(sigma: 1.3).pixels {
      for shift in [0, 8, 16] as [UInt32] where (p >> shift) & 0xFF > p >> 24 { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test("what lies outside a clip or a tile is blurred into it")
  func tiles() {
    func scene(_ c: inout Canvas) {
      c.withBlur(sigma: 3) {
        $0.fill(ellipseIn: Rect(x: 5, y: 8, width: 30, height: 20), with: .color(red))
      }
      c.withShadow(Shadow(color: .black, offset: Point(x: 4, y: 3), sigma: 2)) {
        $0.fill(Rect(x: 12.3, y: 20, width: 20, height: 12), with: .color(blue))
      }
    }
    let whole = drawn(48, 48) { scene(&$0) }
    let tiled = drawn(48, 48) { canvas in
      for ty in 0..<4 {
        for tx in 0..<4 {
          let tile = drawn(12, 12) {
            $0.transform = Affine(translationX: Double(-12 * tx), y: Double(-12 * ty))
            scene(&$0)
          }
          canvas.draw(tile, x: 12 * tx, y: 12 * ty)
        }
      }
    }
    #expect(tiled == whole)
  }

  @Test(
    "the shadow of a rounded rectangle is that of its path and of a group with it",
    arguments: [
      (Rect(x: 20, y: 30, width: 120, height: 90), 12.0, 5.0),
      (Rect(x: 20.3, y: 30.7, width: 121.6, height: 88.1), 7.5, 3.2),
      (Rect(x: 40, y: 40, width: 20, height: 25), 10, 6),
      (Rect(x: -30, y: 20, width: 300, height: 20), 4, 2),
      (Rect(x: 5, y: 6, width: 90, height: 80), 0, 1),
    ])
  func nineSlice(rect: Rect, radius: Double, sigma: Double) {
    let rounded = RoundedRect(rect, radius: radius)
    let shadow = Shadow(
      color: Color(red: 10, green: 20, blue: 30, alpha: 200), offset: Point(x: 3, y: -2),
      sigma: sigma)
    let fast = drawn(180, 160, background: .white) { $0.drawShadow(of: rounded, shadow) }
    let group = drawn(180, 160, background: .white) {
      $0.withShadow(shadow) { $0.fill(rounded, with: white) }
      $0.fill(rounded, with: .color(red))
    }
    let together = drawn(180, 160, background: .white) {
      $0.drawShadow(of: rounded, shadow)
      $0.fill(rounded, with: white)
      $0.fill(rounded, with: .color(red))
    }
    #expect(together == group)
    // Paths have curves instead of arcs: a level of difference at most.
    let path = drawn(180, 160, background: .white) { $0.drawShadow(of: Path(rounded), shadow) }
    var worst = 0
    for i in fast.pixels.indices {
      worst = max(worst, abs(Int(fast.pixels[i] & 0xFF) - Int(path.pixels[i] & 0xFF)))
    }
    #expect(worst <= 1)
    #expect(fast != Bitmap(width: 180, height: 160, color: .white))
  }

  @Test("a mirrored canvas mirrors a shadow of the mirrored offset")
  func mirrorShadow() {
    let rounded = RoundedRect(Rect(x: 10, y: 12, width: 30, height: 20), radius: 6)
    let plain = drawn(60, 50) {
      $0.drawShadow(of: rounded, Shadow(color: .black, offset: Point(x: 4, y: 2), sigma: 3))
    }
    let other = drawn(60, 50) {
      $0.transform = Affine(a: -1, b: 0, c: 0, d: 1, tx: 60, ty: 0)
      $0.drawShadow(of: rounded, Shadow(color: .black, offset: Point(x: 4, y: 2), sigma: 3))
    }
    #expect(other == mirrored(plain, x: true, y: false))
  }

  @Test("hostile shadows are faults or bounded")
  func hostile() {
    let numbers: [Double] = [.nan, .infinity, 1e300, -1e300, 1e9, 0, .leastNonzeroMagnitude, 300]
    for a in numbers {
      for b in numbers {
        var canvas = Canvas(width: 10, height: 10)
        let shadow = Shadow(color: .black, offset: Point(x: a, y: b), sigma: min(b, 40))
        canvas.drawShadow(of: RoundedRect(Rect(x: 1, y: 1, width: a, height: b), radius: b), shadow)
        canvas.drawShadow(of: Path(Rect(x: 1, y: 1, width: 5, height: 5)), shadow)
        canvas.withShadow(shadow) { $0.fill(Rect(x: 1, y: 1, width: 5, height: 5), with: white) }
      }
    }
  }
}
