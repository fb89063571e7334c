/// An exact fraction of two 64-bit integers: the type of every time in Folioscope.
///
/// Always in lowest terms with a positive denominator, so equality is memberwise. Frame `n` of a
/// film at `num/den` frames a second is at `Rational(n * den, num)` seconds: a division, never a
/// running sum, so no frame time depends on its predecessors.
///
/// Arithmetic is exact. A result that no longer fits is first sought in lowest terms with 128-bit
/// intermediates; if even that does not fit, the operators stop the program, as integer overflow
/// does everywhere in Swift. Times that come from a file are bounded by their reader (a day, and
/// nanoseconds), which keeps every sum and product that the engine forms far inside the range.
public struct Rational: Hashable, Sendable {
  /// The numerator; carries the sign.
  public let numerator: Int64
  /// The denominator, at least 1.
  public let denominator: Int64

  /// Zero.
  public static let zero = Rational(0)
  /// One.
  public static let one = Rational(1)

  /// A whole number.
  @inlinable
  public init(_ value: Int) {
    numerator = Int64(value)
    denominator = 1
  }

  /// The fraction `numerator / denominator` in lowest terms.
  ///
  /// - Precondition: `denominator` is not zero, and neither is `Int64.min`.
  public init(_ numerator: Int, _ denominator: Int) {
    self.init(Int64(numerator), over: Int64(denominator))
  }

  /// The fraction in lowest terms, from 64-bit parts.
  public init(_ numerator: Int64, over denominator: Int64) {
    precondition(denominator != 0, "a fraction needs a denominator other than zero")
    precondition(numerator != .min && denominator != .min, "a part of the fraction is out of range")
    let sign: Int64 = denominator < 0 ? -1 : 1
    let divisor = Int64(
      Rational.greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
    self.init(
      reducedNumerator: sign * numerator / divisor, denominator: sign * denominator / divisor)
  }

  @usableFromInline
  init(reducedNumerator numerator: Int64, denominator: Int64) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The fraction `numerator / denominator` from 128-bit parts, or `nil` if it does not fit.
  init?(wide numerator: Int128, over denominator: Int128) {
    if denominator == 0 { return nil }
    let divisor = Int128(
      Rational.greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
    let sign: Int128 = denominator < 0 ? -1 : 1
    guard let n = Int64(exactly: sign * numerator / divisor), n != .min,
      let d = Int64(exactly: sign * denominator / divisor)
    else { return nil }
    self.init(reducedNumerator: n, denominator: d)
  }

  /// The time grid of solved instants (see ``init(roundingUp:)``): one nanosecond.
  public static let instantsPerSecond: Int64 = 1_000_000_000

  /// The first instant of the nanosecond grid at or after `seconds`.
  ///
  /// Used for the ends of springs and other instants that are solved rather than stated. Values
  /// outside ±10^9 s are clamped to that range and NaN gives zero, so the conversion never traps.
  public init(roundingUp seconds: Double) {
    let limit = 1e9
    let clamped = seconds.isNaN ? 0 : min(max(seconds, -limit), limit)
    let ticks = (clamped * Double(Rational.instantsPerSecond)).rounded(.up)
    self.init(Int64(ticks), over: Rational.instantsPerSecond)
  }

  /// The nearest `Double`: one correctly rounded division of two exactly represented integers as
  /// long as both parts are below 2^53.
  @inlinable
  public var double: Double { Double(numerator) / Double(denominator) }

  /// The largest integer that is not greater than the value.
  public var floor: Int64 {
    let quotient = numerator / denominator
    return numerator % denominator < 0 ? quotient - 1 : quotient
  }

  /// The smallest integer that is not less than the value.
  public var ceiling: Int64 {
    let quotient = numerator / denominator
    return numerator % denominator > 0 ? quotient + 1 : quotient
  }

  /// The greatest common divisor, 1 for two zeros: by halves and differences, since a division costs
  /// as much as a dozen steps of these.
  static func greatestCommonDivisor<T: UnsignedInteger & FixedWidthInteger>(_ a: T, _ b: T) -> T {
    if a == 0 || b == 0 { return max(a, b) == 0 ? 1 : max(a, b) }
    let shift = min(a.trailingZeroBitCount, b.trailingZeroBitCount)
    var x = a >> a.trailingZeroBitCount
    var y = b
    while y != 0 {
      y >>= y.trailingZeroBitCount
      if x > y { swap(&x, &y) }
      y -= x
    }
    return x << shift
  }

  /// The fraction from 64-bit parts, or `nil` where one of the operations that gave them overflowed.
  private init?(
    _ numerator: (partialValue: Int64, overflow: Bool),
    over denominator: (partialValue: Int64, overflow: Bool)
  ) {
    if numerator.overflow || denominator.overflow || denominator.partialValue == 0 { return nil }
    if numerator.partialValue == .min || denominator.partialValue == .min { return nil }
    self.init(numerator.partialValue, over: denominator.partialValue)
  }
}

extension Rational: Comparable {
  /// Exact comparison.
  public static func < (a: Rational, b: Rational) -> Bool {
    if a.denominator == b.denominator { return a.numerator < b.numerator }
    let left = a.numerator.multipliedFullWidth(by: b.denominator)
    let right = b.numerator.multipliedFullWidth(by: a.denominator)
    return left.high != right.high ? left.high < right.high : left.low < right.low
  }
}

// MARK: - Arithmetic

extension Rational {
  /// The sum, or `nil` if it does not fit.
  public func adding(_ other: Rational) -> Rational? {
    // Nearly all times have parts whose products fit; the rest takes the wide way.
    let left = numerator.multipliedReportingOverflow(by: other.denominator)
    let right = other.numerator.multipliedReportingOverflow(by: denominator)
    if !left.overflow && !right.overflow,
      let sum = Rational(
        left.partialValue.addingReportingOverflow(right.partialValue),
        over: denominator.multipliedReportingOverflow(by: other.denominator))
    {
      return sum
    }
    if denominator == other.denominator {
      return Rational(
        wide: Int128(numerator) + Int128(other.numerator), over: Int128(denominator))
    }
    return Rational(
      wide: Int128(numerator) * Int128(other.denominator)
        + Int128(other.numerator) * Int128(denominator),
      over: Int128(denominator) * Int128(other.denominator))
  }

  /// The product, or `nil` if it does not fit.
  public func multiplied(by other: Rational) -> Rational? {
    Rational(
      numerator.multipliedReportingOverflow(by: other.numerator),
      over: denominator.multipliedReportingOverflow(by: other.denominator))
      ?? Rational(
        wide: Int128(numerator) * Int128(other.numerator),
        over: Int128(denominator) * Int128(other.denominator))
  }

  /// The quotient, or `nil` if the divisor is zero or the result does not fit.
  public func divided(by other: Rational) -> Rational? {
    Rational(
      numerator.multipliedReportingOverflow(by: other.denominator),
      over: denominator.multipliedReportingOverflow(by: other.numerator))
      ?? Rational(
        wide: Int128(numerator) * Int128(other.denominator),
        over: Int128(denominator) * Int128(other.numerator))
  }

  /// The negative.
  public static prefix func - (a: Rational) -> Rational {
    Rational(reducedNumerator: -a.numerator, denominator: a.denominator)
  }

  /// The exact sum.
  public static func + (a: Rational, b: Rational) -> Rational {
    guard let sum = a.adding(b) else { preconditionFailure("a sum of fractions is out of range") }
    return sum
  }

  /// The exact difference.
  public static func - (a: Rational, b: Rational) -> Rational { a + (-b) }

  /// The exact product.
  public static func * (a: Rational, b: Rational) -> Rational {
    guard let product = a.multiplied(by: b) else {
      preconditionFailure("a product of fractions is out of range")
    }
    return product
  }

  /// The exact quotient.
  public static func / (a: Rational, b: Rational) -> Rational {
    guard let quotient = a.divided(by: b) else {
      preconditionFailure("a quotient of fractions is out of range")
    }
    return quotient
  }

  /// Adds exactly.
  public static func += (a: inout Rational, b: Rational) { a = a + b }
  /// Subtracts exactly.
  public static func -= (a: inout Rational, b: Rational) { a = a - b }
}

extension Rational: ExpressibleByIntegerLiteral {
  /// A whole number.
  public init(integerLiteral value: Int) { self.init(value) }
}
