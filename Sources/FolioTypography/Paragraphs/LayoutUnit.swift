/// A length in layout: a whole number of 1/4096 pt.
///
/// Shaping yields whole font units, and layout computes in these whole units, so lines break and
/// letters stand at the same places whatever the scale of the output and whatever the machine.
public struct LayoutUnit: Hashable, Comparable, Sendable {
  /// How many units make a point.
  public static let perPoint = 4096
  /// No length.
  public static let zero = LayoutUnit(rawValue: 0)

  /// The length in 1/4096 pt.
  public var rawValue: Int

  /// A length in 1/4096 pt.
  @inlinable
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The nearest length to a number of points, halves away from zero.
  ///
  /// Lengths beyond a million points, and NaN, are brought into that range (NaN to zero).
  public init(points: Double) {
    let bounded = points.isNaN ? 0 : min(max(points, -1_000_000), 1_000_000)
    rawValue = Int((bounded * Double(Self.perPoint)).rounded())
  }

  /// The length in points, exactly.
  @inlinable
  public var points: Double { Double(rawValue) / Double(Self.perPoint) }

  /// Whether the first is shorter.
  @inlinable
  public static func < (a: LayoutUnit, b: LayoutUnit) -> Bool { a.rawValue < b.rawValue }
  /// The sum.
  @inlinable
  public static func + (a: LayoutUnit, b: LayoutUnit) -> LayoutUnit {
    LayoutUnit(rawValue: a.rawValue + b.rawValue)
  }
  /// The difference.
  @inlinable
  public static func - (a: LayoutUnit, b: LayoutUnit) -> LayoutUnit {
    LayoutUnit(rawValue: a.rawValue - b.rawValue)
  }
  /// Adds a length.
  @inlinable
  public static func += (a: inout LayoutUnit, b: LayoutUnit) { a.rawValue += b.rawValue }
}

/// `value * numerator / denominator`, rounded to the nearest whole number, halves up. The product
/// must fit in 64 bits: font units (below 2^31) times a size in layout units (below 2^23) does.
func scaled(_ value: Int, by numerator: Int, over denominator: Int) -> Int {
  let product = 2 * value * numerator + denominator
  let divisor = 2 * denominator
  let quotient = product / divisor
  return product % divisor < 0 ? quotient - 1 : quotient
}
