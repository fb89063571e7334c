// Gradients in lanes: rough places and what the table of a gradient says about them.

extension GradientTable {
  /// The pixels of eight rough places, some of them perhaps `mixed`, to eight places of `d`.
  @inline(__always)
  func lookUp(_ places: SIMD8<Float>, into d: inout MutableSpan<UInt32>, at start: Int) {
    precondition(start >= 0 && start + 8 <= d.count)
    let inside = places.replacing(with: limit, where: places .> limit)
    // Adding 2^23 rounds to the nearest integer and leaves it in the lowest bits.
    let bins = unsafe unsafeBitCast(inside * scale + 0x1p23, to: SIMD8<UInt32>.self) & 0x7F_FFFF
    let table = pixels.span
    d[start] = table[Int(bins[0])]
    d[start &+ 1] = table[Int(bins[1])]
    d[start &+ 2] = table[Int(bins[2])]
    d[start &+ 3] = table[Int(bins[3])]
    d[start &+ 4] = table[Int(bins[4])]
    d[start &+ 5] = table[Int(bins[5])]
    d[start &+ 6] = table[Int(bins[6])]
    d[start &+ 7] = table[Int(bins[7])]
  }

  /// Puts `pixel` of its place wherever `range` holds `mixed`: what the table could not settle.
  @inline(__always)
  static func settle(
    _ d: inout MutableSpan<UInt32>, _ range: Range<Int>, pixel: (Int) -> UInt32
  ) {
    var i = firstMixed(d, in: range)
    while i < range.upperBound {
      d[i] = pixel(i)
      i = firstMixed(d, in: (i + 1)..<range.upperBound)
    }
  }

  /// The first place in `range` that is `mixed`, or its end.
  static func firstMixed(_ d: borrowing MutableSpan<UInt32>, in range: Range<Int>) -> Int {
    precondition(range.lowerBound >= 0 && range.upperBound <= d.count)
    var i = range.lowerBound
    while i < range.upperBound {
      // Eight at a time as long as none is.
      if i &+ 8 <= range.upperBound {
        var found: UInt32 = 0
        for k in 0..<8 {
          // 0 for `mixed` alone; then one less has its highest bit set, as has no other pixel's
          // difference, whose highest bit is taken away.
          let difference = unsafe d[unchecked: i &+ k] ^ mixed
          found |= (difference &- 1) & ~difference
        }
        if found &>> 31 == 0 {
          i = i &+ 8
          continue
        }
      }
      if unsafe d[unchecked: i] == mixed { return i }
      i = i &+ 1
    }
    return range.upperBound
  }
}

/// Rough functions of eight numbers, in operations that IEEE 754 defines to the bit.
enum Rough {
  /// Square roots within 2^-22 of their size; 0 stays 0.
  ///
  /// Half the bits of a number are a guess at the bits of its inverse root, which three steps of
  /// Newton's method make good. (H. S. Warren, "Hacker's Delight", 2nd edition, section 17-4.)
  @inline(__always)
  static func squareRoot(_ x: SIMD8<Float>) -> SIMD8<Float> {
    let bits = unsafe unsafeBitCast(x, to: SIMD8<UInt32>.self)
    var inverse = unsafe unsafeBitCast(0x5F37_59DF &- (bits &>> 1), to: SIMD8<Float>.self)
    let half = x * 0.5
    inverse = inverse * (1.5 - half * inverse * inverse)
    inverse = inverse * (1.5 - half * inverse * inverse)
    inverse = inverse * (1.5 - half * inverse * inverse)
    return x * inverse
  }

  /// Directions of points in turns from up, clockwise where y runs down, within 2^-19; 0...1.
  @inline(__always)
  static func turnsFromUp(_ x: SIMD8<Float>, _ y: SIMD8<Float>) -> SIMD8<Float> {
    let zero = SIMD8<Float>(repeating: 0)
    let across = x.replacing(with: zero - x, where: x .< zero)
    let along = y.replacing(with: zero - y, where: y .< zero)
    let isFlat = across .> along
    let small = across.replacing(with: along, where: isFlat)
    let large = along.replacing(with: across, where: isFlat)
    let r = small / large
    let s = r * r
    // atan(r) / 2π, fitted on 0...1; off by less than 3e-7.
    var angle = s * -0.001_865_158 + 0.008_379_086
    angle = angle * s - 0.018_529_85
    angle = angle * s + 0.030_802_908
    angle = angle * s - 0.052_938_567
    angle = (angle * s + 0.159_151_32) * r
    angle = angle.replacing(with: 0.25 - angle, where: isFlat)
    angle = angle.replacing(with: 0.5 - angle, where: y .> zero)
    return angle.replacing(with: 1 - angle, where: x .< zero)
  }
}
