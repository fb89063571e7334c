import FolioNumerics

// Times from a reader are bounded and on a nanosecond grid, and all that the engine forms of them is
// exact. A caller of the library may hand in any fraction; where an exact result would not fit into
// 64 bits these fall back to the nearest nanosecond instead of stopping the program.
extension Rational {
  /// The sum.
  func later(by seconds: Rational) -> Rational {
    adding(seconds) ?? Rational(roundingUp: double + seconds.double)
  }

  /// The difference.
  func since(_ earlier: Rational) -> Rational {
    adding(-earlier) ?? Rational(roundingUp: double - earlier.double)
  }

  /// The share of `whole`, as a number.
  func share(of whole: Rational) -> Double {
    divided(by: whole)?.double ?? double / whole.double
  }

  /// Whole nanoseconds.
  var nanoseconds: Int64 {
    if let product = multiplied(by: Rational(Int(Rational.instantsPerSecond))) {
      return product.floor
    }
    return Rational(roundingUp: double).multiplied(
      by: Rational(Int(Rational.instantsPerSecond)))?.floor ?? 0
  }
}
