// The loops that touch pixels. Each pixel is one UInt32 and is handled as two pairs of 8-bit lanes
// in 16 bits, so the wrapping operators are part of the meaning. The loops are plain, so that the
// compiler turns them into vector code; tests compare each with the one-pixel functions of
// `Arithmetic`.

/// Operations on a stretch of premultiplied pixels.
///
/// Ranges index the destination. Sources and coverage are indexed by the same place minus the
/// offset that is named beside them.
enum SpanKernels {
  /// Every pixel becomes `pixel`.
  @inline(__always)
  static func set(_ d: inout MutableSpan<UInt32>, _ range: Range<Int>, _ pixel: UInt32) {
    for i in range { d[i] = pixel }
  }

  /// `pixel` over every pixel.
  static func over(_ d: inout MutableSpan<UInt32>, _ range: Range<Int>, _ pixel: UInt32) {
    let k = 255 &- (pixel &>> 24)
    if k == 0 {
      set(&d, range, pixel)
    } else if pixel != 0 {
      for i in range { d[i] = pixel &+ Arithmetic.scale(d[i], by: k) }
    }
  }

  /// `pixel`, weighted by coverage, over every pixel.
  static func over(
    _ d: inout MutableSpan<UInt32>, _ range: Range<Int>, _ pixel: UInt32, coverage: Span<UInt8>,
    at offset: Int
  ) {
    for i in range {
      d[i] = Arithmetic.over(Arithmetic.scale(pixel, by: UInt32(coverage[i &- offset])), d[i])
    }
  }

  /// Every pixel becomes the source's.
  static func copy(
    _ d: inout MutableSpan<UInt32>, _ range: Range<Int>, _ s: Span<UInt32>, at offset: Int
  ) {
    for i in range { d[i] = s[i &- offset] }
  }

  /// The source over every pixel.
  static func over(
    _ d: inout MutableSpan<UInt32>, _ range: Range<Int>, _ s: Span<UInt32>, at offset: Int
  ) {
    for i in range { d[i] = Arithmetic.over(s[i &- offset], d[i]) }
  }

  /// The source, weighted by `k / 255`, over every pixel.
  static func over(
    _ d: inout MutableSpan<UInt32>, _ range: Range<Int>, _ s: Span<UInt32>, at offset: Int,
    scale k: UInt32
  ) {
    for i in range { d[i] = Arithmetic.over(Arithmetic.scale(s[i &- offset], by: k), d[i]) }
  }

  /// The source, weighted by coverage, over every pixel.
  static func over(
    _ d: inout MutableSpan<UInt32>, _ range: Range<Int>, _ s: Span<UInt32>, at offset: Int,
    coverage: Span<UInt8>, at coverageOffset: Int
  ) {
    for i in range {
      let k = UInt32(coverage[i &- coverageOffset])
      d[i] = Arithmetic.over(Arithmetic.scale(s[i &- offset], by: k), d[i])
    }
  }

  /// Every coverage value is multiplied by `k / 255`.
  static func scale(_ coverage: inout MutableSpan<UInt8>, _ range: Range<Int>, by k: UInt32) {
    for i in range {
      coverage[i] = UInt8(truncatingIfNeeded: Arithmetic.multiply(UInt32(coverage[i]), k))
    }
  }
}
