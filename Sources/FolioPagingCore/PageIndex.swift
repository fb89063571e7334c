/// Naming pages by position: the only place where a page position is wrapped.
public enum PageIndex {
  /// The remainder that has the sign of the divisor: -1 mod 5 is 4. (Swift's `%` truncates.)
  ///
  /// - Precondition: `count` is above 0.
  @inlinable
  public static func floorMod(_ value: Int, _ count: Int) -> Int {
    let r = value % count
    return r < 0 ? r + count : r
  }

  /// The whole page nearest to a position, halves up: `floor(p + 0.5)`, not rounded away from zero,
  /// so -0.5 and 4.5 of five looping pages, which are one place, name one page.
  @inlinable
  public static func nearest(_ position: Double) -> Int {
    checked((position + 0.5).rounded(.down))
  }

  /// A whole number as `Int`, clamped to ±2^52; NaN gives 0.
  @inlinable
  public static func checked(_ whole: Double) -> Int {
    let limit = 4_503_599_627_370_496.0
    if whole.isNaN { return 0 }
    return Int(min(max(whole, -limit), limit))
  }
}
