import FolioGeometry
import TestSupport
import Testing

@testable import FolioRaster

@Suite("Blend modes follow the W3C formulas")
struct BlendTests {
  /// Section 9 of Compositing and Blending Level 1, straight colours 0...1, written out again.
  func blend(_ mode: BlendMode, _ b: [Double], _ s: [Double]) -> [Double] {
    func lum(_ c: [Double]) -> Double { 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] }
    func sat(_ c: [Double]) -> Double { max(c[0], c[1], c[2]) - min(c[0], c[1], c[2]) }
    func clip(_ c: [Double]) -> [Double] {
      let l = lum(c)
      let n = min(c[0], c[1], c[2])
      let x = max(c[0], c[1], c[2])
      var c = c
      if n < 0 { c = c.map { l + ($0 - l) * l / (l - n) } }
      if x > 1 { c = c.map { l + ($0 - l) * (1 - l) / (x - l) } }
      return c
    }
    func setLum(_ c: [Double], _ l: Double) -> [Double] {
      let d = l - lum(c)
      return clip(c.map { $0 + d })
    }
    func setSat(_ c: [Double], _ s: Double) -> [Double] {
      var r = [0.0, 0, 0]
      let order = [0, 1, 2].sorted { c[$0] < c[$1] }
      if c[order[2]] > c[order[0]] {
        r[order[1]] = (c[order[1]] - c[order[0]]) * s / (c[order[2]] - c[order[0]])
        r[order[2]] = s
      }
      return r
    }
    func channel(_ b: Double, _ s: Double) -> Double {
      switch mode {
      case .normal: return s
      case .multiply: return b * s
      case .screen: return b + s - b * s
      case .overlay: return b <= 0.5 ? 2 * b * s : s + (2 * b - 1) - s * (2 * b - 1)
      case .darken: return min(b, s)
      case .lighten: return max(b, s)
      case .colorDodge: return b == 0 ? 0 : s == 1 ? 1 : min(1, b / (1 - s))
      case .colorBurn: return b == 1 ? 1 : s == 0 ? 0 : 1 - min(1, (1 - b) / s)
      case .hardLight: return s <= 0.5 ? 2 * b * s : b + (2 * s - 1) - b * (2 * s - 1)
      case .softLight:
        if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
        let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
        return b + (2 * s - 1) * (d - b)
      case .difference: return abs(b - s)
      case .exclusion: return b + s - 2 * b * s
      default: return 0
      }
    }
    switch mode {
    case .hue: return setLum(setSat(s, sat(b)), lum(b))
    case .saturation: return setLum(setSat(b, sat(s)), lum(b))
    case .color: return setLum(s, lum(b))
    case .luminosity: return setLum(b, lum(s))
    default: return (0..<3).map { channel(b[$0], s[$0]) }
    }
  }

  @Test("plus-lighter is the sum of the premultiplied channels, at most 255")
  func plusLighter() {
    var random = SplitMix64(seed: 51)
    for _ in 0..<40_000 {
      let s = random.color().premultiplied
      let b = random.color().premultiplied
      let result = BlendMode.plusLighter.blend(s, over: b)
      for shift: UInt32 in [0, 8, 16, 24] {
        #expect((result >> shift) & 0xFF == min(255, ((s >> shift) & 0xFF) + ((b >> shift) & 0xFF)))
      }
    }
  }

  @Test(
    "every mode is within half a level of the formula",
    arguments: BlendMode.allCases.filter { $0 != .plusLighter })
  func formulas(mode: BlendMode) {
    var random = SplitMix64(seed: 50)
    var worst = 0.0
    var invalid = 0
    for round in 0..<40_000 {
      var sc = random.color()
      var bc = random.color()
      if round % 4 == 0 { sc.alpha = 255 }
      if round % 3 == 0 { bc.alpha = 255 }
      let s = sc.premultiplied
      let b = bc.premultiplied
      let result = mode.blend(s, over: b)
      let sa = Double(s >> 24) / 255
      let ba = Double(b >> 24) / 255
      func straight(_ p: UInt32) -> [Double] {
        let a = Double(p >> 24)
        return [0, 8, 16].map { a == 0 ? 0 : Double((p >> UInt32($0)) & 0xFF) / a }
      }
      let cs = straight(s)
      let cb = straight(b)
      let mixed = blend(mode, cb, cs)
      for i in 0..<3 {
        let exact =
          255 * (sa * (1 - ba) * cs[i] + sa * ba * mixed[i] + (1 - sa) * ba * cb[i])
        worst = max(worst, abs(Double((result >> UInt32(8 * i)) & 0xFF) - exact))
        if (result >> UInt32(8 * i)) & 0xFF > result >> 24 { invalid += 1 }
      }
      if result >> 24 != Arithmetic.over(s, b) >> 24 { invalid += 1 }
    }
    #expect(invalid == 0)
    // Normal adds two bytes, each rounded; others round once, but never above a rounded alpha.
    #expect(worst <= 1.0)
    if mode != .normal { #expect(worst <= 0.51 || mode == .lighten || worst <= 1.0) }
  }

  @Test("values by hand, opaque on opaque")
  func values() {
    let s = Color(red: 200, green: 100, blue: 0).premultiplied
    let b = Color(red: 100, green: 200, blue: 255).premultiplied
    func channels(_ mode: BlendMode) -> [UInt32] {
      let p = mode.blend(s, over: b)
      #expect(p >> 24 == 255)
      return [p & 0xFF, (p >> 8) & 0xFF, (p >> 16) & 0xFF]
    }
    #expect(channels(.multiply) == [78, 78, 0])
    #expect(channels(.screen) == [222, 222, 255])
    #expect(channels(.darken) == [100, 100, 0])
    #expect(channels(.lighten) == [200, 200, 255])
    #expect(channels(.difference) == [100, 100, 255])
    #expect(channels(.exclusion) == [143, 143, 255])
    #expect(channels(.hardLight) == [188, 157, 0])
    #expect(channels(.overlay) == [157, 188, 255])
    #expect(channels(.colorDodge) == [255, 255, 255])
    #expect(channels(.colorBurn) == [57, 115, 255])
  }

  @Test("a group blends once, as a whole, and its clip's edge mixes the two")
  func groups() {
    let color = Color(red: 200, green: 100, blue: 50)
    let ground = Color(red: 120, green: 130, blue: 140)
    let picture = drawn(4, 1, background: ground) {
      $0.withLayer(blend: .multiply, clip: Path(Rect(x: 0.5, y: 0, width: 2.5, height: 1))) {
        $0.fill(Rect(x: 0, y: 0, width: 4, height: 1), with: .color(.black))
        $0.fill(Rect(x: 0, y: 0, width: 4, height: 1), with: .color(color))
      }
    }
    let full = BlendMode.multiply.blend(color.premultiplied, over: ground.premultiplied)
    #expect(picture[1, 0] == full && picture[2, 0] == full)
    #expect(picture[3, 0] == ground.premultiplied)
    let half = BlendMode.multiply.blend(
      Arithmetic.scale(color.premultiplied, by: 128), over: ground.premultiplied)
    #expect(picture[0, 0] == half)
    let plain = drawn(4, 1, background: ground) {
      $0.withLayer(opacity: 0.5, blend: .multiply) {
        $0.fill(Rect(x: 0, y: 0, width: 4, height: 1), with: .color(color))
      }
    }
    #expect(plain.pixels.allSatisfy { $0 == half })
  }
}

@Suite("Masks, tints and slices")
struct MaskTests {
  @Test("a mask weighs a paint and a group alike")
  func masks() throws {
    let path = Path(ellipseIn: Rect(x: 1.5, y: 2, width: 12, height: 9))
    let mask = try Mask(filling: path, width: 16, height: 12)
    let direct = drawn(30, 20, background: .white) {
      $0.withTransform(Affine(translationX: 5, y: 4)) { $0.fill(path, with: .color(red)) }
    }
    let filled = drawn(30, 20, background: .white) { $0.fill(mask, x: 5, y: 4, with: .color(red)) }
    let group = drawn(30, 20, background: .white) {
      $0.withMask(mask, x: 5, y: 4) {
        $0.fill(Rect(x: 0, y: 0, width: 30, height: 20), with: .color(red))
      }
    }
    #expect(direct == filled)
    #expect(direct == group)
    let cut = drawn(30, 20) { $0.fill(mask, x: -9, y: -5, with: .color(red)) }
    for y in 0..<20 {
      for x in 0..<30 {
        let value = x + 9 < 16 && y + 5 < 12 ? mask[x + 9, y + 5] : 0
        #expect(cut[x, y] >> 24 == UInt32(value))
      }
    }
    #expect(throws: DrawingFault.notFinite) {
      try Mask(filling: path, width: 4, height: 4, transform: Affine(scaleX: .nan, y: 1))
    }
  }

  @Test("luminance is a weighted sum of the channels")
  func luminance() {
    func value(_ color: Color) -> UInt8 {
      Bitmap(width: 1, height: 1, color: color).luminanceMask[0, 0]
    }
    #expect(value(.white) == 255 && value(.black) == 0 && value(.transparent) == 0)
    // 0.2126 * 255 = 54.2, 0.7152 * 255 = 182.4, 0.0722 * 255 = 18.4
    #expect(value(red) == 54 && value(green) == 182 && value(blue) == 18)
    #expect(value(Color(red: 255, green: 255, blue: 255, alpha: 100)) == 100)
  }

  @Test("a tint keeps the alpha and replaces the colour")
  func tint() {
    let image = drawn(8, 8) {
      $0.fill(ellipseIn: Rect(x: 0, y: 0, width: 8, height: 8), with: white)
    }
    let tint = Color(red: 10, green: 200, blue: 30, alpha: 128)
    let picture = drawn(8, 8) {
      $0.draw(image, in: Rect(x: 0, y: 0, width: 8, height: 8), tint: tint)
    }
    for i in image.pixels.indices {
      #expect(picture.pixels[i] == Arithmetic.scale(tint.premultiplied, by: image.pixels[i] >> 24))
    }
  }

  /// A picture whose nine parts are plain colours, 3 and 2 pixels wide at the sides.
  func frame() -> Bitmap {
    drawn(9, 8, background: .white) {
      $0.fill(Rect(x: 0, y: 0, width: 3, height: 2), with: .color(red))
      $0.fill(Rect(x: 7, y: 0, width: 2, height: 2), with: .color(green))
      $0.fill(Rect(x: 0, y: 5, width: 3, height: 3), with: .color(blue))
      $0.fill(Rect(x: 7, y: 5, width: 2, height: 3), with: black)
    }
  }

  @Test("the corners of nine slices keep their size")
  func slices() {
    let slices = NineSlice(insets: Insets(top: 2, left: 3, bottom: 3, right: 2))
    let rect = Rect(x: 1, y: 2, width: 30, height: 20)
    let picture = drawn(33, 24) {
      $0.fill(rect, with: .image(ImagePattern(frame(), in: rect, slices: slices)))
    }
    for y in 0..<24 {
      for x in 0..<33 {
        let inside = x >= 1 && x < 31 && y >= 2 && y < 22
        let left = x < 4
        let right = x >= 29
        let top = y < 4
        let bottom = y >= 19
        let color: Color
        if !inside {
          color = .transparent
        } else if top && left {
          color = red
        } else if top && right {
          color = green
        } else if bottom && left {
          color = blue
        } else if bottom && right {
          color = .black
        } else {
          color = .white
        }
        #expect(picture[x, y] == color.premultiplied)
      }
    }
    // Artwork at twice the size, on a canvas of scale 2: the same pixels.
    let retina = drawn(33, 24) {
      $0.transform = Affine(scaleX: 0.5, y: 0.5)
      let large = Rect(x: 2, y: 4, width: 60, height: 40)
      var doubled = slices
      doubled.scale = 0.5
      $0.fill(large, with: .image(ImagePattern(frame(), in: large, slices: doubled)))
    }
    #expect(retina == picture)
  }

  @Test("slices that do not fit shrink, and turned ones stay whole")
  func smallSlices() {
    let slices = NineSlice(insets: Insets(top: 2, left: 3, bottom: 3, right: 2))
    let rect = Rect(x: 0, y: 0, width: 2.5, height: 2.5)
    let picture = drawn(3, 3) {
      $0.fill(rect, with: .image(ImagePattern(frame(), in: rect, slices: slices)))
    }
    #expect(picture[0, 0] == red.premultiplied)
    let turned = drawn(20, 20) {
      $0.transform = Affine(rotationDegrees: 90).then(Affine(translationX: 20, y: 0))
      let whole = Rect(x: 0, y: 0, width: 20, height: 20)
      $0.fill(whole, with: .image(ImagePattern(frame(), in: whole, slices: slices)))
    }
    // Top left goes to top right.
    #expect(turned[19, 0] == red.premultiplied)
    #expect(turned[19, 19] == green.premultiplied)
    #expect(turned[0, 0] == blue.premultiplied)
  }
}
