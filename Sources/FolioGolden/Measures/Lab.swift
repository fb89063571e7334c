// CIE Lab and its distances, for the measure deltaE.
//
// sRGB bytes are made linear (IEC 61966-2-1), multiplied by the matrix of ITU-R BT.709 in the
// rounding that most programs use, divided by the white point D65, and put through the cube root of
// CIE 15. All of it is + - * / and polynomials of our own, so a verdict does not depend on a C
// library.

import FolioNumerics

/// A CIE Lab colour.
struct Lab: Hashable {
  /// Lightness, 0...100.
  var l: Double
  /// Green to red.
  var a: Double
  /// Blue to yellow.
  var b: Double

  /// The colour of linear red, green and blue, each 0...1.
  init(linearRed r: Double, green g: Double, blue b: Double) {
    let x = Lab.f((0.412453 * r + 0.357580 * g + 0.180423 * b) / 0.95047)
    let y = Lab.f(0.212671 * r + 0.715160 * g + 0.072169 * b)
    let z = Lab.f((0.019334 * r + 0.119193 * g + 0.950227 * b) / 1.08883)
    l = 116 * y - 16
    a = 500 * (x - y)
    self.b = 200 * (y - z)
  }

  /// The colour of a straight pixel laid over an opaque grey of 0...255.
  init(_ pixel: UInt32, over ground: Double) {
    let alpha = pixel &>> 24
    if alpha == 255 {
      let table = SRGB.linear
      self.init(
        linearRed: table[Int(pixel & 0xFF)], green: table[Int((pixel &>> 8) & 0xFF)],
        blue: table[Int((pixel &>> 16) & 0xFF)])
    } else {
      func channel(_ shift: UInt32) -> Double {
        SRGB.linear(over(Double((pixel &>> shift) & 0xFF), alpha, ground) / 255)
      }
      self.init(linearRed: channel(0), green: channel(8), blue: channel(16))
    }
  }

  private static func f(_ u: Double) -> Double {
    u > 0.008856 ? cubeRoot(u) : 7.787 * u + 16.0 / 116
  }

  /// The distance by a formula; `self` is the expected colour, which cie94 weighs by.
  func distance(to other: Lab, _ kind: DeltaE) -> Double {
    switch kind {
    case .cie76:
      let (dl, da, db) = (l - other.l, a - other.a, b - other.b)
      return (dl * dl + da * da + db * db).squareRoot()
    case .cie94: return cie94(other)
    case .ciede2000: return ciede2000(other)
    }
  }

  private func cie94(_ other: Lab) -> Double {
    let (dl, da, db) = (l - other.l, a - other.a, b - other.b)
    let chroma = (a * a + b * b).squareRoot()
    let dc = chroma - (other.a * other.a + other.b * other.b).squareRoot()
    let dh2 = max(0, da * da + db * db - dc * dc)
    let c = dc / (1 + 0.045 * chroma)
    let weight = 1 + 0.015 * chroma
    return (dl * dl + c * c + dh2 / (weight * weight)).squareRoot()
  }

  /// Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula", Color Research & Application
  /// 30(1), 2005, equations 2 to 22 with kL = kC = kH = 1.
  private func ciede2000(_ other: Lab) -> Double {
    let c1 = (a * a + b * b).squareRoot()
    let c2 = (other.a * other.a + other.b * other.b).squareRoot()
    let g = 0.5 * (1 - Lab.chromaWeight((c1 + c2) / 2))
    let (a1, a2) = ((1 + g) * a, (1 + g) * other.a)
    let (cp1, cp2) = ((a1 * a1 + b * b).squareRoot(), (a2 * a2 + other.b * other.b).squareRoot())
    let (h1, h2) = (Lab.hue(a1, b), Lab.hue(a2, other.b))

    let dl = other.l - l
    let dc = cp2 - cp1
    var dh = 0.0
    if cp1 * cp2 != 0 {
      dh = h2 - h1
      if dh > 180 { dh -= 360 } else if dh < -180 { dh += 360 }
    }
    let dH = 2 * (cp1 * cp2).squareRoot() * Lab.sine(dh / 2)

    let meanL = (l + other.l) / 2
    let meanC = (cp1 + cp2) / 2
    var meanH = h1 + h2
    if cp1 * cp2 != 0 {
      if (h1 - h2).magnitude > 180 { meanH += h1 + h2 < 360 ? 360 : -360 }
      meanH /= 2
    }
    let t =
      1 - 0.17 * Lab.cosine(meanH - 30) + 0.24 * Lab.cosine(2 * meanH)
      + 0.32 * Lab.cosine(3 * meanH + 6) - 0.20 * Lab.cosine(4 * meanH - 63)
    let turn = (meanH - 275) / 25
    let theta = 30 * Elementary.exp(-turn * turn)
    let rc = 2 * Lab.chromaWeight(meanC)
    let l50 = (meanL - 50) * (meanL - 50)
    let sl = 1 + 0.015 * l50 / (20 + l50).squareRoot()
    let sc = 1 + 0.045 * meanC
    let sh = 1 + 0.015 * meanC * t
    let rt = -Lab.sine(2 * theta) * rc
    let (x, y, z) = (dl / sl, dc / sc, dH / sh)
    return max(0, x * x + y * y + z * z + rt * y * z).squareRoot()
  }

  /// √(c⁷ / (c⁷ + 25⁷)).
  private static func chromaWeight(_ c: Double) -> Double {
    let c7 = c * c * c * c * c * c * c
    return (c7 / (c7 + 6_103_515_625)).squareRoot()
  }

  /// The angle of (a, b) in degrees, 0..<360; 0 for grey.
  private static func hue(_ a: Double, _ b: Double) -> Double {
    let r = (a * a + b * b).squareRoot()
    if r == 0 { return 0 }
    // The arc sine of the smaller side is the well-conditioned one.
    let degrees = 180 / Elementary.pi
    var angle: Double
    if b.magnitude <= a.magnitude {
      angle = Elementary.asin(b / r) * degrees
      if a < 0 { angle = 180 - angle }
    } else {
      angle = 90 - Elementary.asin(a / r) * degrees
      if b < 0 { angle = -angle }
    }
    return angle < 0 ? angle + 360 : angle
  }

  private static func sine(_ degrees: Double) -> Double {
    Elementary.sin(degrees * Elementary.pi / 180)
  }

  private static func cosine(_ degrees: Double) -> Double {
    Elementary.cos(degrees * Elementary.pi / 180)
  }
}

/// A channel laid over an opaque grey, not rounded.
@inline(__always)
func over(_ channel: Double, _ alpha: UInt32, _ ground: Double) -> Double {
  (channel * Double(alpha) + ground * Double(255 &- alpha)) / 255
}

/// The cube root of a positive number to the last bit or the one before it.
///
/// A third of the exponent and mantissa bits, taken as an integer, starts within 6 %; each of three
/// Halley steps triples the number of right digits.
func cubeRoot(_ x: Double) -> Double {
  if x <= 0 { return 0 }
  var y = Double(bitPattern: x.bitPattern / 3 &+ 0x2A9F_7893_782D_A1CE)
  for _ in 0..<3 {
    let cube = y * y * y
    y *= (cube + 2 * x) / (2 * cube + x)
  }
  return y
}

/// The transfer function of sRGB (IEC 61966-2-1).
enum SRGB {
  /// The linear value of each byte, 0...1.
  static let linear: [Double] = (0...255).map { linear(Double($0) / 255) }

  /// The linear value of an encoded one, both 0...1.
  static func linear(_ c: Double) -> Double {
    c <= 0.04045 ? c / 12.92 : Elementary.exp(2.4 * Elementary.log((c + 0.055) / 1.055))
  }
}

/// Lab colours of pixels, kept in a table so that a flat area is converted once.
struct LabCache {
  private let ground: Double
  private var keys: [UInt32]
  private var values: [Lab]

  init(ground: Double) {
    self.ground = ground
    // The key 0 is a pixel without colour, whose Lab is that of the ground.
    keys = [UInt32](repeating: 0, count: 4096)
    values = [Lab](repeating: Lab(0, over: ground), count: 4096)
  }

  mutating func lab(_ pixel: UInt32) -> Lab {
    let slot = Int((pixel &* 0x9E37_79B1) &>> 20)
    if keys[slot] != pixel {
      keys[slot] = pixel
      values[slot] = Lab(pixel, over: ground)
    }
    return values[slot]
  }
}
