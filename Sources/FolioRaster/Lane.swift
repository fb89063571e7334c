// Vector operations that the library has only in generic form, which is not inlined into large
// functions and then costs a call. Written out lane by lane they become one or two instructions
// (checked in the generated code: unpack, pack, multiply high, multiply and add).

/// Operations on the lanes of vectors.
enum Lane {
  /// Bytes as 16-bit lanes.
  @inline(__always)
  static func widened(_ x: SIMD16<UInt8>) -> SIMD16<UInt16> {
    var lanes = SIMD32<UInt8>(repeating: 0)
    lanes.evenHalf = x
    return unsafe unsafeBitCast(lanes, to: SIMD16<UInt16>.self)
  }

  /// 16-bit lanes as 32-bit lanes.
  @inline(__always)
  static func widened(_ x: SIMD8<UInt16>) -> SIMD8<UInt32> {
    SIMD8(
      UInt32(x[0]), UInt32(x[1]), UInt32(x[2]), UInt32(x[3]), UInt32(x[4]), UInt32(x[5]),
      UInt32(x[6]), UInt32(x[7]))
  }

  /// The upper byte of each of eight lanes: two pixels.
  @inline(__always)
  static func upperBytes(_ x: SIMD8<UInt16>) -> SIMD2<UInt32> {
    let bytes = unsafe unsafeBitCast(x, to: SIMD16<UInt8>.self).oddHalf
    return unsafe unsafeBitCast(bytes, to: SIMD2<UInt32>.self)
  }

  /// Exact products.
  @inline(__always)
  static func product(_ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>) -> SIMD8<UInt32> {
    widened(a) &* widened(b)
  }

  /// The upper halves of the exact products.
  @inline(__always)
  static func upperProduct(_ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>) -> SIMD8<UInt16> {
    let x = product(a, b) &>> 16
    return SIMD8(
      UInt16(truncatingIfNeeded: x[0]), UInt16(truncatingIfNeeded: x[1]),
      UInt16(truncatingIfNeeded: x[2]), UInt16(truncatingIfNeeded: x[3]),
      UInt16(truncatingIfNeeded: x[4]), UInt16(truncatingIfNeeded: x[5]),
      UInt16(truncatingIfNeeded: x[6]), UInt16(truncatingIfNeeded: x[7]))
  }

  /// The upper byte of each of eight words: two pixels.
  @inline(__always)
  static func upperBytes(_ x: SIMD8<UInt32>) -> SIMD2<UInt32> {
    upperBytes(unsafe unsafeBitCast(x, to: SIMD16<UInt16>.self).oddHalf)
  }

  /// Bytes as 16-bit lanes.
  @inline(__always)
  static func widened(_ x: SIMD8<UInt8>) -> SIMD8<Int16> {
    var lanes = SIMD16<UInt8>(repeating: 0)
    lanes.evenHalf = x
    return unsafe unsafeBitCast(lanes, to: SIMD8<Int16>.self)
  }

  /// Words as lower and upper halves in turn.
  @inline(__always)
  static func halves(_ x: SIMD4<Int32>) -> SIMD8<Int16> {
    unsafe unsafeBitCast(x, to: SIMD8<Int16>.self)
  }

  /// 16-bit lanes as words.
  @inline(__always)
  static func widened(_ x: SIMD4<Int16>) -> SIMD4<Int32> {
    SIMD4(Int32(x[0]), Int32(x[1]), Int32(x[2]), Int32(x[3]))
  }

  /// The sums of products of lanes 0 and 1, 2 and 3, ...
  @inline(__always)
  static func dot(_ a: SIMD8<Int16>, _ b: SIMD8<Int16>) -> SIMD4<Int32> {
    widened(a.evenHalf) &* widened(b.evenHalf) &+ widened(a.oddHalf) &* widened(b.oddHalf)
  }

  /// The upper byte of each of eight words: two pixels.
  @inline(__always)
  static func upperBytes(_ x: SIMD8<Int32>) -> SIMD2<UInt32> {
    upperBytes(unsafe unsafeBitCast(x, to: SIMD8<UInt32>.self))
  }

  /// Lanes of two vectors in turn.
  @inline(__always)
  static func interleaved(_ a: SIMD4<Int16>, _ b: SIMD4<Int16>) -> SIMD8<Int16> {
    var lanes = SIMD8<Int16>(repeating: 0)
    lanes.evenHalf = a
    lanes.oddHalf = b
    return lanes
  }

  /// The same bits as signed numbers.
  @inline(__always)
  static func signed(_ x: SIMD16<UInt16>) -> SIMD16<Int16> {
    unsafe unsafeBitCast(x, to: SIMD16<Int16>.self)
  }

  /// Words that fit in 16 bits.
  @inline(__always)
  static func narrowed(_ a: SIMD8<Int32>, _ b: SIMD8<Int32>) -> SIMD16<Int16> {
    let low = unsafe unsafeBitCast(a, to: SIMD16<Int16>.self).evenHalf
    let high = unsafe unsafeBitCast(b, to: SIMD16<Int16>.self).evenHalf
    return SIMD16(lowHalf: low, highHalf: high)
  }

  /// Whether a lane is not 0.
  @inline(__always)
  static func any(_ x: SIMD8<Int32>) -> Bool {
    let words = unsafe unsafeBitCast(x.lowHalf | x.highHalf, to: SIMD2<UInt64>.self)
    return words.x | words.y != 0
  }
}
