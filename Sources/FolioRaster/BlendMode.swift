// The formulas are those of W3C Compositing and Blending Level 1, sections 9 and 10, in premultiplied
// form: with Cs, Cb the straight and s, d the premultiplied colours,
//
//     result = s (1 - ab) + d (1 - as) + as ab B(Cb, Cs).
//
// Where the last term is a polynomial in s, d, as and ab, the whole is one integer over 255, rounded
// once, halves up. The others go through Double with + - * / and square root and are rounded once.

/// How a group mixes with what is below it (CSS's `mix-blend-mode`).
public enum BlendMode: Hashable, Sendable, CaseIterable {
  /// The group lies over what is below.
  case normal
  /// Products: never lighter than either.
  case multiply
  /// Complement of the product of complements: never darker than either.
  case screen
  /// `hardLight` with the two exchanged.
  case overlay
  /// The darker of each channel.
  case darken
  /// The lighter of each channel.
  case lighten
  /// Lightens what is below to show the group.
  case colorDodge
  /// Darkens what is below to show the group.
  case colorBurn
  /// `multiply` where the group is dark, `screen` where it is light.
  case hardLight
  /// A gentler `hardLight`.
  case softLight
  /// The difference of each channel.
  case difference
  /// A `difference` of less contrast.
  case exclusion
  /// The hue of the group; saturation and luminosity from below.
  case hue
  /// The saturation of the group; hue and luminosity from below.
  case saturation
  /// Hue and saturation of the group; luminosity from below.
  case color
  /// The luminosity of the group; hue and saturation from below.
  case luminosity
  /// The sum of both, at most white: for light upon light (CSS's `plus-lighter`).
  case plusLighter

  /// One pixel over another.
  public func blend(_ source: UInt32, over backdrop: UInt32) -> UInt32 {
    if self == .plusLighter {
      var sum: UInt32 = 0
      for shift: UInt32 in [0, 8, 16, 24] {
        sum |= min(255, ((source >> shift) & 0xFF) + ((backdrop >> shift) & 0xFF)) << shift
      }
      return sum
    }
    let sa = Int(source >> 24)
    let da = Int(backdrop >> 24)
    if self == .normal || sa == 0 || da == 0 { return Arithmetic.over(source, backdrop) }
    let alpha = Arithmetic.over(source, backdrop) >> 24
    var result = alpha << 24
    var mixed = (0.0, 0.0, 0.0)
    if isNonSeparable { mixed = nonSeparable(source, backdrop) }
    for i in 0..<3 {
      let shift = UInt32(8 * i)
      let s = Int((source >> shift) & 0xFF)
      let d = Int((backdrop >> shift) & 0xFF)
      // 255 times the part that is not mixed.
      let apart = s * (255 - da) + d * (255 - sa)
      let channel: Int
      if let product = product(s, d, sa, da) {
        channel = (2 * (apart + product) + 255) / 510
      } else {
        let b: Double
        if isNonSeparable {
          b = i == 0 ? mixed.0 : i == 1 ? mixed.1 : mixed.2
        } else {
          b = BlendMode.mix(self, Double(d) / Double(da), Double(s) / Double(sa))
        }
        let value = (Double(apart) + Double(sa * da) * b) / 255
        channel = Int((value + 0.5).rounded(.down))
      }
      result |= min(UInt32(max(channel, 0)), alpha) << shift
    }
    return result
  }

  /// 255² as ab B(Cb, Cs) / 255 where that is a whole number.
  private func product(_ s: Int, _ d: Int, _ sa: Int, _ da: Int) -> Int? {
    switch self {
    case .multiply: return s * d
    case .screen: return s * da + d * sa - s * d
    case .darken: return min(s * da, d * sa)
    case .lighten: return max(s * da, d * sa)
    case .difference: return abs(s * da - d * sa)
    case .exclusion: return s * da + d * sa - 2 * s * d
    case .hardLight:
      return 2 * s <= sa ? 2 * s * d : sa * da - 2 * (da - d) * (sa - s)
    case .overlay:
      return 2 * d <= da ? 2 * s * d : sa * da - 2 * (da - d) * (sa - s)
    default: return nil
    }
  }

  /// B(Cb, Cs) of the separable modes that divide, channels 0...1.
  private static func mix(_ mode: BlendMode, _ b: Double, _ s: Double) -> Double {
    switch mode {
    case .colorDodge:
      return b == 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s))
    case .colorBurn:
      return b >= 1 ? 1 : s == 0 ? 0 : 1 - min(1, (1 - b) / s)
    default:  // softLight
      if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
      let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
      return b + (2 * s - 1) * (d - b)
    }
  }

  private var isNonSeparable: Bool {
    switch self {
    case .hue, .saturation, .color, .luminosity: return true
    default: return false
    }
  }

  private typealias RGB = (Double, Double, Double)

  private func nonSeparable(_ source: UInt32, _ backdrop: UInt32) -> RGB {
    func straight(_ p: UInt32) -> RGB {
      let a = Double(p >> 24)
      return (Double(p & 0xFF) / a, Double((p >> 8) & 0xFF) / a, Double((p >> 16) & 0xFF) / a)
    }
    func luminosity(_ c: RGB) -> Double { 0.3 * c.0 + 0.59 * c.1 + 0.11 * c.2 }
    func saturation(_ c: RGB) -> Double { max(c.0, max(c.1, c.2)) - min(c.0, min(c.1, c.2)) }
    func withLuminosity(_ c: RGB, _ l: Double) -> RGB {
      let d = l - luminosity(c)
      var r = (c.0 + d, c.1 + d, c.2 + d)
      let l = luminosity(r)
      let low = min(r.0, min(r.1, r.2))
      let high = max(r.0, max(r.1, r.2))
      if low < 0 {
        let k = l / (l - low)
        r = (l + (r.0 - l) * k, l + (r.1 - l) * k, l + (r.2 - l) * k)
      }
      if high > 1 {
        let k = (1 - l) / (high - l)
        r = (l + (r.0 - l) * k, l + (r.1 - l) * k, l + (r.2 - l) * k)
      }
      return r
    }
    func withSaturation(_ c: RGB, _ s: Double) -> RGB {
      let low = min(c.0, min(c.1, c.2))
      let range = saturation(c)
      if range == 0 { return (0, 0, 0) }
      return ((c.0 - low) * s / range, (c.1 - low) * s / range, (c.2 - low) * s / range)
    }
    let s = straight(source)
    let b = straight(backdrop)
    switch self {
    case .hue: return withLuminosity(withSaturation(s, saturation(b)), luminosity(b))
    case .saturation: return withLuminosity(withSaturation(b, saturation(s)), luminosity(b))
    case .color: return withLuminosity(s, luminosity(b))
    default: return withLuminosity(b, luminosity(s))
    }
  }
}
