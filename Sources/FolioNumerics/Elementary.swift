// Elementary functions that give the same bits on every machine.
//
// The C library's versions differ in the last bit between processors (with and without fused
// multiply-add), architectures and library versions, so nothing that reaches a pixel or an event
// time may call them. These use only + - * /, square root, rounding to an integer and bit patterns
// of Double, all of which IEEE 754 defines exactly and Swift never fuses or reorders.
//
// Method: the argument is reduced to a small interval by subtracting a multiple of a constant that
// is split into parts (Cody and Waite, "Software Manual for the Elementary Functions", 1980), and
// a Taylor polynomial whose first omitted term is below 1e-17 is summed by Horner's rule. Errors
// stay below 1e-15 (absolute for sin, cos, asin; relative for exp, log), which tests check against
// values computed to 50 digits.

/// Elementary functions with bits that do not depend on the machine.
public enum Elementary {
  /// The circle constant, rounded to Double.
  public static let pi = 3.14159265358979323846
  /// The natural logarithm of two, rounded to Double.
  public static let ln2 = 0.69314718055994530942

  // ln 2 = ln2High + ln2Low, the high part with 32 trailing zero bits, so k * ln2High is exact for
  // every |k| below 2^11 or so.
  static let ln2High = 6.93147180369123816490e-01
  static let ln2Low = 1.90821492927058770002e-10

  // pi / 2 in three parts of 33 bits each; k times the first two is exact for |k| < 2^20.
  static let halfPiHigh = 1.57079632673412561417e+00
  static let halfPiMiddle = 6.07710050630396597660e-11
  static let halfPiLow = 2.02226624879595063154e-21

  /// e to the power `x`.
  ///
  /// Zero below -745.2, infinity above 709.79, NaN for NaN.
  public static func exp(_ x: Double) -> Double {
    if x.isNaN { return x }
    if x > 709.782712893384 { return .infinity }
    if x < -745.2 { return 0 }
    let k = (x / ln2).rounded()
    let r = (x - k * ln2High) - k * ln2Low
    // sum of r^n / n!, n = 0...14; |r| <= 0.3466
    var p = 1.0 / 87_178_291_200
    p = p * r + 1.0 / 6_227_020_800
    p = p * r + 1.0 / 479_001_600
    p = p * r + 1.0 / 39_916_800
    p = p * r + 1.0 / 3_628_800
    p = p * r + 1.0 / 362_880
    p = p * r + 1.0 / 40_320
    p = p * r + 1.0 / 5_040
    p = p * r + 1.0 / 720
    p = p * r + 1.0 / 120
    p = p * r + 1.0 / 24
    p = p * r + 1.0 / 6
    p = p * r + 0.5
    let value = 1 + (r + r * r * p)
    return scale(value, byPowerOfTwo: Int(k))
  }

  /// The natural logarithm.
  ///
  /// Minus infinity at zero, NaN below zero and for NaN.
  public static func log(_ x: Double) -> Double {
    if x.isNaN || x < 0 { return .nan }
    if x == 0 { return -.infinity }
    if x == .infinity { return x }
    var exponent = Int(x.exponent)
    var m = x.significand
    if m > 1.41421356237309504880 {
      m = m / 2
      exponent += 1
    }
    // log m = 2 artanh s with s = (m - 1) / (m + 1), |s| <= 0.1716
    let s = (m - 1) / (m + 1)
    let z = s * s
    var p = 1.0 / 25
    p = p * z + 1.0 / 23
    p = p * z + 1.0 / 21
    p = p * z + 1.0 / 19
    p = p * z + 1.0 / 17
    p = p * z + 1.0 / 15
    p = p * z + 1.0 / 13
    p = p * z + 1.0 / 11
    p = p * z + 1.0 / 9
    p = p * z + 1.0 / 7
    p = p * z + 1.0 / 5
    p = p * z + 1.0 / 3
    let tail = 2 * s * z * p
    let k = Double(exponent)
    return k * ln2High + (2 * s + (tail + k * ln2Low))
  }

  /// The sine of an angle in radians; NaN for arguments beyond ±10^6, where the reduction would
  /// lose digits.
  public static func sin(_ x: Double) -> Double {
    guard let (quadrant, r) = reduced(x) else { return .nan }
    switch quadrant {
    case 0: return sinePolynomial(r)
    case 1: return cosinePolynomial(r)
    case 2: return -sinePolynomial(r)
    default: return -cosinePolynomial(r)
    }
  }

  /// The cosine of an angle in radians; NaN for arguments beyond ±10^6, where the reduction would
  /// lose digits.
  public static func cos(_ x: Double) -> Double {
    guard let (quadrant, r) = reduced(x) else { return .nan }
    switch quadrant {
    case 0: return cosinePolynomial(r)
    case 1: return -sinePolynomial(r)
    case 2: return -cosinePolynomial(r)
    default: return sinePolynomial(r)
    }
  }

  /// The angle in -pi/2...pi/2 whose sine is `x`; NaN outside -1...1.
  ///
  /// A polynomial of Abramowitz and Stegun (4.4.46, error 2e-8) starts one Newton step on the sine;
  /// above one half the half-angle formula keeps the step well conditioned.
  public static func asin(_ x: Double) -> Double {
    let magnitude = x.magnitude
    if x.isNaN || magnitude > 1 { return .nan }
    if magnitude > 0.5 {
      let half = asin(((1 - magnitude) / 2).squareRoot())
      let angle = pi / 2 - 2 * half
      return x < 0 ? -angle : angle
    }
    var p = -0.0012624911
    p = p * magnitude + 0.0066700901
    p = p * magnitude - 0.0170881256
    p = p * magnitude + 0.0308918810
    p = p * magnitude - 0.0501743046
    p = p * magnitude + 0.0889789874
    p = p * magnitude - 0.2145988016
    p = p * magnitude + 1.5707963050
    var y = pi / 2 - (1 - magnitude).squareRoot() * p
    y = y + (magnitude - sin(y)) / cos(y)
    return x < 0 ? -y : y
  }

  /// `value * 2^power` without going through the C library; exact unless the result is subnormal.
  static func scale(_ value: Double, byPowerOfTwo power: Int) -> Double {
    if power > 1023 {
      return value * Double(bitPattern: UInt64(2046) << 52)
        * Double(bitPattern: UInt64(min(power - 1023, 1023) + 1023) << 52)
    }
    if power < -1022 {
      return value * Double(bitPattern: UInt64(1) << 52)
        * Double(bitPattern: UInt64(max(power + 1022, -1022) + 1023) << 52)
    }
    return value * Double(bitPattern: UInt64(power + 1023) << 52)
  }

  /// The quadrant 0...3 and the remainder in -pi/4...pi/4.
  private static func reduced(_ x: Double) -> (quadrant: Int, remainder: Double)? {
    if !(x.magnitude <= 1e6) { return nil }
    let k = (x / (pi / 2)).rounded()
    let r = ((x - k * halfPiHigh) - k * halfPiMiddle) - k * halfPiLow
    let quadrant = Int(k) & 3
    return (quadrant, r)
  }

  /// sin r for |r| <= pi/4: the Taylor polynomial to r^17.
  private static func sinePolynomial(_ r: Double) -> Double {
    let z = r * r
    var p = 1.0 / 355_687_428_096_000
    p = p * z - 1.0 / 1_307_674_368_000
    p = p * z + 1.0 / 6_227_020_800
    p = p * z - 1.0 / 39_916_800
    p = p * z + 1.0 / 362_880
    p = p * z - 1.0 / 5_040
    p = p * z + 1.0 / 120
    p = p * z - 1.0 / 6
    return r + r * z * p
  }

  /// cos r for |r| <= pi/4: the Taylor polynomial to r^18.
  private static func cosinePolynomial(_ r: Double) -> Double {
    let z = r * r
    var p = -1.0 / 6_402_373_705_728_000
    p = p * z + 1.0 / 20_922_789_888_000
    p = p * z - 1.0 / 87_178_291_200
    p = p * z + 1.0 / 479_001_600
    p = p * z - 1.0 / 3_628_800
    p = p * z + 1.0 / 40_320
    p = p * z - 1.0 / 720
    p = p * z + 1.0 / 24
    return 1 - (z / 2 - z * z * p)
  }
}
