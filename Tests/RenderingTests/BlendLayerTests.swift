import FolioScene
import Testing

@Suite("Every blend mode of a layer is the formula of W3C Compositing and Blending")
struct BlendLayerTests {
  typealias RGB = [Double]

  /// Section 9.1 of Compositing and Blending Level 1: B(Cb, Cs) for straight colours 0...1.
  static func channel(_ mode: FolioScene.BlendMode, _ b: Double, _ s: Double) -> Double {
    switch mode {
    case .multiply: return b * s
    case .screen: return b + s - b * s
    case .overlay: return hardLight(s, b)
    case .darken: return min(b, s)
    case .lighten: return max(b, s)
    case .colorDodge: return b == 0 ? 0 : s == 1 ? 1 : min(1, b / (1 - s))
    case .colorBurn: return b == 1 ? 1 : s == 0 ? 0 : 1 - min(1, (1 - b) / s)
    case .hardLight: return hardLight(b, s)
    case .softLight:
      if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
      let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
      return b + (2 * s - 1) * (d - b)
    case .difference: return abs(b - s)
    case .exclusion: return b + s - 2 * b * s
    default: return s
    }
  }

  static func hardLight(_ b: Double, _ s: Double) -> Double {
    if s <= 0.5 { return b * 2 * s }
    return b + (2 * s - 1) - b * (2 * s - 1)
  }

  /// Sections 9.1 and 9.2, colours.
  static func mixed(_ mode: FolioScene.BlendMode, _ b: RGB, _ s: RGB) -> RGB {
    switch mode {
    case .hue: return setLum(setSat(s, sat(b)), lum(b))
    case .saturation: return setLum(setSat(b, sat(s)), lum(b))
    case .color: return setLum(s, lum(b))
    case .luminosity: return setLum(b, lum(s))
    default: return [0, 1, 2].map { channel(mode, b[$0], s[$0]) }
    }
  }

  /// The colour that a layer of an alpha leaves on an opaque ground.
  static func result(
    _ mode: FolioScene.BlendMode, _ b: RGB, _ s: RGB, alpha: Double
  ) -> RGB {
    // Section 10.2: the sum of the premultiplied colours.
    if mode == .plusLighter { return [0, 1, 2].map { min(1, b[$0] + alpha * s[$0]) } }
    let mixed = mixed(mode, b, s)
    return [0, 1, 2].map { (1 - alpha) * b[$0] + alpha * mixed[$0] }
  }

  static func lum(_ c: RGB) -> Double { 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] }
  static func sat(_ c: RGB) -> Double { (c.max() ?? 0) - (c.min() ?? 0) }

  static func setLum(_ c: RGB, _ l: Double) -> RGB {
    let d = l - lum(c)
    var c = c.map { $0 + d }
    let l = lum(c)
    let n = c.min() ?? 0
    let x = c.max() ?? 0
    if n < 0 { c = c.map { l + ($0 - l) * l / (l - n) } }
    if x > 1 { c = c.map { l + ($0 - l) * (1 - l) / (x - l) } }
    return c
  }

  static func setSat(_ c: RGB, _ s: Double) -> RGB {
    let order = [0, 1, 2].sorted { c[$0] < c[$1] }
    var r = [0.0, 0, 0]
    if c[order[2]] > c[order[0]] {
      r[order[1]] = (c[order[1]] - c[order[0]]) * s / (c[order[2]] - c[order[0]])
      r[order[2]] = s
    }
    return r
  }

  static let colors = [
    "F2A03D", "1B6EC2", "808080", "20C020", "FFFFFF", "000000", "C02060", "FFE000", "03C7D9",
  ]

  static func rgb(_ hex: String) -> RGB {
    let value = Int(hex, radix: 16) ?? 0
    return [16, 8, 0].map { Double((value >> $0) & 0xFF) / 255 }
  }

  @Test("on opaque grounds, opaque and with alpha", arguments: FolioScene.BlendMode.allCases)
  func formula(mode: FolioScene.BlendMode) throws {
    let count = Self.colors.count
    for alpha in [255, 150] {
      let hex = String(alpha, radix: 16)
      // A column for each ground, a row for each layer.
      let grounds = Self.colors.enumerated().map { i, color in
        "{ shape: rect, fill: '\(color)', frame: { x: \(i), y: 0, w: 1, h: \(count) } }"
      }
      let layers = Self.colors.enumerated().map { i, color in
        "{ shape: rect, fill: '#\(color)\(hex)', blend: \(mode.rawValue), frame: { x: 0, y: \(i), w: \(count), h: 1 } }"
      }
      let drawn = try DrawnLayers.draw(
        "[\((grounds + layers).joined(separator: ", "))]", width: count, height: count)
      var worst = 0.0
      for (y, top) in Self.colors.enumerated() {
        for (x, ground) in Self.colors.enumerated() {
          // The layer's colour as premultiplied bytes hold it.
          let a = Double(alpha) / 255
          let source = Self.rgb(top).map { (255 * $0 * a).rounded() / (255 * a) }
          let exact = Self.result(mode, Self.rgb(ground), source, alpha: a)
          for (found, right) in zip(DrawnLayers.rgb(drawn, x, y), exact) {
            worst = max(worst, abs(Double(found) - 255 * right))
          }
        }
      }
      #expect(worst <= 0.51, "\(mode) alpha \(alpha)")
    }
  }
}
