import FolioGeometry
import Foundation
import TestSupport
import Testing

@testable import FolioRaster

@Suite("Images are resampled with weights that add up")
struct ImageTests {
  /// A bitmap of random valid pixels.
  func noise(_ width: Int, _ height: Int, seed: UInt64, opaque: Bool = false) -> Bitmap {
    var random = SplitMix64(seed: seed)
    let pixels = (0..<(width * height)).map { _ -> UInt32 in
      var color = random.color()
      if opaque { color.alpha = 255 }
      return color.premultiplied
    }
    return Bitmap(width: width, height: height, pixels: pixels)
  }

  func channel(_ pixel: UInt32, _ i: Int) -> Double { Double((pixel >> UInt32(8 * i)) & 0xFF) }

  /// The exact average over a rectangle of the source.
  func area(_ b: Bitmap, _ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, _ i: Int) -> Double
  {
    var sum = 0.0
    for y in Int(y0)..<min(b.height, Int(y1.rounded(.up))) {
      let h = min(y1, Double(y + 1)) - max(y0, Double(y))
      for x in Int(x0)..<min(b.width, Int(x1.rounded(.up))) {
        let w = min(x1, Double(x + 1)) - max(x0, Double(x))
        sum += channel(b[x, y], i) * w * h
      }
    }
    return sum / ((x1 - x0) * (y1 - y0))
  }

  @Test("what is said to copy an image gives its bytes, and what is not does not")
  func copies() {
    var random = SplitMix64(seed: 45)
    var (copied, others) = (0, 0)
    for round in 0..<4_000 {
      let (width, height) = (1 + Int(random.next() % 24), 1 + Int(random.next() % 24))
      let scale = [1.0, 1.5, 2, 3, 0.75][Int(random.next() % 5)]
      let fit = [ImageFit.cover, .contain, .fill, .none][Int(random.next() % 4)]
      let image = noise(width, height, seed: UInt64(round), opaque: round % 2 == 0)
      // Often the canvas's own size in points, otherwise off by something small or large.
      let amounts = [1e-13, -1e-13, 1e-4, 0.3, -0.3, 1, -1, 5]
      func amount() -> Double {
        random.next() % 4 > 0 ? 0 : amounts[Int(random.next() % UInt64(amounts.count))]
      }
      let rect = Rect(
        x: amount() / 2, y: amount() / 2, width: Double(width) / scale + amount(),
        height: Double(height) / scale + amount())
      let position = Point(x: random.unit(), y: random.unit())
      let transform = Affine(scaleX: round % 9 == 0 ? -scale : scale, y: scale)
      let picture = drawn(width, height) {
        $0.transform = transform
        $0.draw(image, in: rect, fit: fit, position: position)
      }
      let isCopy = Canvas.copies(
        width: width, height: height, in: rect, fit: fit, position: position, transform: transform)
      if isCopy {
        copied += 1
        #expect(picture == image, "\(rect) \(scale) \(fit)")
      } else if picture != image {
        others += 1
      }
    }
    #expect(copied > 200 && others > 1_000, "\(copied), \(others)")
    // At scales of pages the answer is yes.
    for (width, height, scale) in [(1170, 2532, 3.0), (640, 1136, 2), (1920, 1080, 1)] {
      let rect = Rect(x: 0, y: 0, width: Double(width) / scale, height: Double(height) / scale)
      for fit in [ImageFit.cover, .contain, .fill] {
        #expect(
          Canvas.copies(
            width: width, height: height, in: rect, fit: fit,
            transform: Affine(scaleX: scale, y: scale)))
      }
    }
    #expect(
      !Canvas.copies(
        width: 4, height: 4, in: Rect(x: 0, y: 0, width: .infinity, height: 4),
        transform: .identity))
  }

  @Test(
    "scaled down, a pixel is within 1 level of the exact average",
    arguments: [
      (100, 80, 10, 8), (97, 61, 13, 60), (640, 480, 7, 5), (33, 33, 32, 31), (50, 50, 49, 50),
      (2000, 3, 3, 1),
    ])
  func area(sw: Int, sh: Int, dw: Int, dh: Int) {
    let source = noise(sw, sh, seed: UInt64(sw * dw))
    let picture = drawn(dw, dh) {
      $0.draw(source, in: Rect(x: 0, y: 0, width: Double(dw), height: Double(dh)))
    }
    let kx = Double(sw) / Double(dw)
    let ky = Double(sh) / Double(dh)
    var worst = 0.0
    for y in 0..<dh {
      for x in 0..<dw {
        for i in 0..<4 {
          let exact = area(
            source, Double(x) * kx, Double(y) * ky, Double(x + 1) * kx, Double(y + 1) * ky, i)
          worst = max(worst, abs(channel(picture[x, y], i) - exact))
        }
      }
    }
    #expect(worst <= 1)
    #expect(worst <= 0.56)
  }

  @Test("scaled up, a pixel is within 0.51 level of bilinear interpolation between centres")
  func bilinear() {
    let source = noise(9, 7, seed: 4)
    let dw = 40
    let dh = 33
    let picture = drawn(dw, dh) {
      $0.draw(source, in: Rect(x: 0, y: 0, width: Double(dw), height: Double(dh)))
    }
    var worst = 0.0
    for y in 0..<dh {
      for x in 0..<dw {
        let u = min(max((Double(x) + 0.5) * 9 / Double(dw) - 0.5, 0), 8)
        let v = min(max((Double(y) + 0.5) * 7 / Double(dh) - 0.5, 0), 6)
        let x0 = Int(u)
        let y0 = Int(v)
        let x1 = min(x0 + 1, 8)
        let y1 = min(y0 + 1, 6)
        for i in 0..<4 {
          let fx = u - Double(x0)
          let fy = v - Double(y0)
          let top = channel(source[x0, y0], i) * (1 - fx) + channel(source[x1, y0], i) * fx
          let low = channel(source[x0, y1], i) * (1 - fx) + channel(source[x1, y1], i) * fx
          worst = max(worst, abs(channel(picture[x, y], i) - (top * (1 - fy) + low * fy)))
        }
      }
    }
    #expect(worst <= 0.51)
  }

  @Test("weights of every pixel add up to 65,536")
  func weights() {
    var random = SplitMix64(seed: 8)
    for _ in 0..<500 {
      let size = 1 + random.below(90)
      let low = random.unit() * Double(size) * 0.4
      let high = low + (Double(size) - low) * (0.2 + 0.8 * random.unit())
      let from = random.double(in: -20...20)
      var to = from + random.double(in: 0.05...200)
      if random.below(3) == 0 { to = from - (to - from) }
      let extend = [Extend.clamp, .repeat, .mirror][random.below(3)]
      let taps = AxisTaps(
        0..<40, from: from, to: to, low: extend == .clamp ? low : low.rounded(.down),
        high: extend == .clamp ? high : high.rounded(.up), size: size, extend: extend)
      for i in 0..<40 {
        let range = taps.starts[i]..<taps.starts[i + 1]
        #expect(taps.weights[range].reduce(0, +) == 65_536)
        for k in taps.indices[range] {
          #expect(k >= Int(low) && k < Int(high.rounded(.up)))
        }
      }
    }
  }

  @Test("colour never exceeds alpha after any resampling")
  func premultiplied() {
    let source = noise(31, 29, seed: 12)
    for (w, h) in [(90, 7), (10, 80), (31, 29), (100, 100), (3, 3)] {
      for degrees in [0.0, 20] {
        let picture = drawn(110, 110) {
          $0.transform = Affine(rotationDegrees: degrees)
          $0.draw(source, in: Rect(x: 2.3, y: 3.7, width: Double(w), height: Double(h)))
        }
        var wrong = 0
        for p in picture.pixels {
          for i in 0..<3 where channel(p, i) > channel(p, 3) { wrong += 1 }
        }
        #expect(wrong == 0)
      }
    }
  }

  @Test("row 23: two by two red pixels drawn large are red all over, also from a crop")
  func row23() {
    let two = Bitmap(width: 2, height: 2, color: red)
    let large = drawn(100, 100) { $0.draw(two, in: Rect(x: 0, y: 0, width: 100, height: 100)) }
    #expect(large == Bitmap(width: 100, height: 100, color: red))

    // The crop is red, everything around it is not.
    let sheet = drawn(6, 6, background: green) {
      $0.fill(Rect(x: 2, y: 2, width: 2, height: 2), with: .color(red))
    }
    for fit in [ImageFit.fill, .cover, .contain] {
      let crop = drawn(100, 100) {
        $0.draw(
          sheet, in: Rect(x: 0, y: 0, width: 100, height: 100),
          source: Rect(x: 2, y: 2, width: 2, height: 2), fit: fit)
      }
      #expect(crop == Bitmap(width: 100, height: 100, color: red))
    }
    let turned = drawn(40, 40) {
      $0.transform = Affine(rotationDegrees: 30).then(Affine(translationX: 20, y: 0))
      $0.draw(
        sheet, in: Rect(x: 0, y: 0, width: 20, height: 20),
        source: Rect(x: 2, y: 2, width: 2, height: 2))
    }
    #expect(turned.pixels.allSatisfy { ($0 >> 8) & 0xFF == 0 })
    #expect(turned[20, 14] == red.premultiplied)
  }

  @Test("row 25: at identity or a whole-pixel offset an image is copied")
  func row25() {
    let source = noise(20, 15, seed: 9)
    for (x, y) in [(0, 0), (3, 2), (-5, -4), (11, 7)] {
      let picture = drawn(24, 20) {
        $0.draw(source, in: Rect(x: Double(x), y: Double(y), width: 20, height: 15))
      }
      let placed = drawn(24, 20) { $0.draw(source, x: x, y: y) }
      #expect(picture == placed)
      for py in 0..<20 {
        for px in 0..<24 {
          let inside = px >= x && px < x + 20 && py >= y && py < y + 15
          #expect(picture[px, py] == (inside ? source[px - x, py - y] : 0))
        }
      }
    }
  }

  @Test("row 25: a turn by 90 degrees is a copy too")
  func quarterTurn() {
    let source = noise(8, 5, seed: 10, opaque: true)
    let picture = drawn(5, 8) {
      $0.transform = Affine(rotationDegrees: 90).then(Affine(translationX: 5, y: 0))
      $0.draw(source, in: Rect(x: 0, y: 0, width: 8, height: 5))
    }
    for y in 0..<8 {
      for x in 0..<5 { #expect(picture[x, y] == source[y, 4 - x]) }
    }
  }

  @Test("a mirroring map mirrors the image")
  func mirrorMap() {
    let source = noise(8, 5, seed: 10)
    let picture = drawn(8, 5) {
      $0.transform = Affine(a: -1, b: 0, c: 0, d: 1, tx: 8, ty: 0)
      $0.draw(source, in: Rect(x: 0, y: 0, width: 8, height: 5))
    }
    #expect(picture == mirrored(source, x: true, y: false))
  }

  @Test("repeat and mirror continue a bitmap")
  func extend() {
    let source = noise(4, 3, seed: 13)
    let rect = Rect(x: 5, y: 5, width: 4, height: 3)
    let picture = drawn(30, 20) {
      $0.fill(
        Rect(x: 0, y: 0, width: 30, height: 20),
        with: .image(ImagePattern(source, in: rect, extendX: .repeat, extendY: .mirror)))
    }
    for y in 0..<20 {
      for x in 0..<30 {
        let u = (x - 5 + 8) % 4
        let k = (y - 5 + 12) % 6
        #expect(picture[x, y] == source[u, k < 3 ? k : 5 - k])
      }
    }
  }

  @Test(
    "fits place the image as CSS does",
    arguments: [
      (ImageFit.contain, Rect(x: 10, y: 35, width: 100, height: 50)),
      (.cover, Rect(x: -40, y: 10, width: 200, height: 100)),
      (.fill, Rect(x: 10, y: 10, width: 100, height: 100)),
      (.none, Rect(x: -40, y: 10, width: 200, height: 100)),
    ])
  func placement(fit: ImageFit, expected: Rect) {
    let size = Size(width: 200, height: 100)
    let rect = Rect(x: 10, y: 10, width: 100, height: 100)
    #expect(fit.placement(of: size, in: rect, position: Point(x: 0.5, y: 0.5)) == expected)
  }

  @Test("position moves what is cut off")
  func position() {
    let size = Size(width: 200, height: 100)
    let rect = Rect(x: 0, y: 0, width: 100, height: 100)
    let left = ImageFit.cover.placement(of: size, in: rect, position: .zero)
    let right = ImageFit.cover.placement(of: size, in: rect, position: Point(x: 1, y: 1))
    #expect(left == Rect(x: 0, y: 0, width: 200, height: 100))
    #expect(right == Rect(x: -100, y: 0, width: 200, height: 100))
  }

  @Test("contain leaves its margins alone, cover leaves none, none is a copy")
  func fits() {
    let source = noise(8, 4, seed: 20, opaque: true)
    let rect = Rect(x: 2, y: 2, width: 16, height: 16)
    func picture(_ fit: ImageFit) -> Bitmap {
      drawn(20, 20, background: .white) { $0.draw(source, in: rect, fit: fit) }
    }
    let white = Color.white.premultiplied
    let contained = picture(.contain)
    #expect(contained[10, 5] == white && contained[10, 14] == white)
    #expect(contained[10, 6] != white || contained[11, 6] != white)
    let covering = picture(.cover)
    for i in 0..<20 { #expect(covering[i, 1] == white && covering[1, i] == white) }
    let copied = picture(.none)
    for y in 0..<4 { for x in 0..<8 { #expect(copied[6 + x, 8 + y] == source[x, y]) } }
    #expect(copied[5, 8] == white && copied[14, 8] == white)
  }

  @Test("opacity weights the image once")
  func opacity() {
    let source = Bitmap(width: 4, height: 4, color: red)
    let picture = drawn(4, 4) {
      $0.draw(source, in: Rect(x: 0, y: 0, width: 4, height: 4), opacity: 0.5)
    }
    // 0.5 is 128 / 255, halves up.
    #expect(picture.pixels.allSatisfy { $0 == 0x8000_0080 })
    let copied = drawn(4, 4) { $0.draw(source, x: 0, y: 0, opacity: 0.5) }
    #expect(copied == picture)
  }

  @Test("a bitmap is put on device pixels, whole or in part, inside the clip")
  func blit() {
    let source = noise(10, 10, seed: 30)
    let part = drawn(12, 12, background: .white) {
      $0.transform = Affine(scaleX: 3, y: 3)
      $0.draw(source, x: 1, y: 2, source: PixelRect(x: 4, y: 5, width: 3, height: 9))
    }
    for y in 0..<12 {
      for x in 0..<12 {
        let inside = x >= 1 && x < 4 && y >= 2 && y < 7
        let expected =
          inside
          ? Arithmetic.over(source[x - 1 + 4, y - 2 + 5], 0xFFFF_FFFF) : 0xFFFF_FFFF
        #expect(part[x, y] == expected)
      }
    }
    let far = drawn(3, 3) { $0.draw(source, x: .max, y: .min) }
    #expect(far == Bitmap(width: 3, height: 3))
  }

  @Test(
    "a turned image whose colours rise evenly shows them at the turned places",
    arguments: [(0.25, 33.0), (0.6, -71), (1, 12), (2.5, 45), (1, 180)])
  func turnedRamp(scale: Double, degrees: Double) {
    // Red is 2x + 10, green is 2y + 20: the area average over any symmetric spot is the centre's.
    var pixels: [UInt32] = []
    for y in 0..<100 {
      for x in 0..<100 {
        pixels.append(
          Color(red: UInt8(2 * x + 10), green: UInt8(2 * y + 20), blue: 9).premultiplied)
      }
    }
    let source = Bitmap(width: 100, height: 100, pixels: pixels)
    let map = Affine(scaleX: scale, y: scale).then(Affine(rotationDegrees: degrees))
      .then(Affine(translationX: 100, y: 90))
    let picture = drawn(200, 180) {
      $0.transform = map
      $0.draw(source, in: Rect(x: -50, y: -50, width: 100, height: 100))
    }
    let angle = degrees * Double.pi / 180
    var worst = 0.0
    var count = 0
    for y in 0..<180 {
      for x in 0..<200 {
        let dx = (Double(x) + 0.5 - 100) / scale
        let dy = (Double(y) + 0.5 - 90) / scale
        let u = dx * cos(angle) + dy * sin(angle) + 50
        let v = -dx * sin(angle) + dy * cos(angle) + 50
        let margin = 1 + 1 / scale
        if u < margin || v < margin || u > 100 - margin || v > 100 - margin { continue }
        count += 1
        worst = max(worst, abs(channel(picture[x, y], 0) - (2 * (u - 0.5) + 10)))
        worst = max(worst, abs(channel(picture[x, y], 1) - (2 * (v - 0.5) + 20)))
        #expect(channel(picture[x, y], 2) == 9 && channel(picture[x, y], 3) == 255)
      }
    }
    #expect(count > 100)
    #expect(worst <= 1.01)
  }

  @Test("a turned image that shrinks is averaged, not picked from")
  func turnedNoise() {
    // Black and white at random: at an eighth of the size a pixel is the mean of about 64.
    var random = SplitMix64(seed: 21)
    let source = Bitmap(
      width: 256, height: 256,
      pixels: (0..<65_536).map { _ in random.below(2) == 0 ? 0xFF00_0000 : 0xFFFF_FFFF })
    let picture = drawn(60, 60) {
      $0.transform = Affine(scaleX: 0.125, y: 0.125).then(Affine(rotationDegrees: 30))
        .then(Affine(translationX: 30, y: 30))
      $0.draw(source, in: Rect(x: -128, y: -128, width: 256, height: 256))
    }
    var values: [Double] = []
    for y in 22..<38 { for x in 22..<38 { values.append(channel(picture[x, y], 0)) } }
    let mean = values.reduce(0, +) / Double(values.count)
    let deviation =
      (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
    #expect(abs(mean - 127.5) < 5)
    // 127.5 / 8 for independent means of 64, less for the interpolation between them.
    #expect(deviation < 17)
    #expect(deviation > 4)
  }
}
