/// A coordinate in pixels with 12 fractional bits (20.12 fixed point).
///
/// Everything that decides a pixel's coverage is an integer in these units; a `Double` is snapped
/// to them exactly once. The unit, 1/4096 px, is a sixteenth of a level of an 8-bit edge.
public struct Subpixel: Hashable, Comparable, Sendable {
  /// The coordinate times 4096.
  public var rawValue: Int32

  /// The number of fractional bits.
  public static let fractionBits = 12
  /// The raw value of one pixel.
  public static let one = 1 << fractionBits
  /// The largest magnitude in pixels that snaps: 2^18. Differences of raw values then fit in 32
  /// bits and products of two differences in 64.
  public static let limit: Double = 0x1p18

  /// A coordinate from its raw value.
  @inlinable
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The nearest coordinate to `x` pixels, halves up; `x` is clamped to ±``limit``.
  ///
  /// A whole-pixel shift of `x` shifts the result by the same whole pixels.
  @inlinable
  public init(snapping x: Double) {
    let clamped = min(max(x, -Subpixel.limit), Subpixel.limit)
    let place = clamped * 4096 + 0.5
    // At 1.5 * 2^52 a Double's unit is 1 and its low bits are the integer, rounded to the nearest;
    // where that is above, the floor is one less.
    let shifted = place + 0x1.8p52
    let nearest = Int32(truncatingIfNeeded: shifted.bitPattern)
    rawValue = shifted - 0x1.8p52 > place ? nearest &- 1 : nearest
  }

  /// The largest integer that is not above `x`, |x| < 2^62. (`rounded(.down)` is a library call on
  /// the x86-64 baseline.)
  @inline(__always) @usableFromInline
  static func floor(_ x: Double) -> Int {
    let truncated = Int(x)
    return Double(truncated) > x ? truncated - 1 : truncated
  }

  /// The pixel that holds the coordinate.
  @inlinable public var floor: Int { Int(rawValue) >> Subpixel.fractionBits }
  /// The first pixel edge at or after the coordinate.
  @inlinable public var ceiling: Int { (Int(rawValue) + Subpixel.one - 1) >> Subpixel.fractionBits }
  /// The distance from the left edge of its pixel, 0..<4096.
  @inlinable public var fraction: Int { Int(rawValue) & (Subpixel.one - 1) }

  /// The order of the coordinates.
  @inlinable
  public static func < (a: Subpixel, b: Subpixel) -> Bool { a.rawValue < b.rawValue }
}
