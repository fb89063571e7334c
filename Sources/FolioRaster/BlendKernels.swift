// Blend modes whose formula is a polynomial, or the choice between two, eight pixels at a time.
//
// With s, d the premultiplied channels and sa, da the alphas, 255 times the result is
// s (255 - da) + d (255 - sa) + p, where p = sa da B(d / da, s / sa). As a whole it is at most
// 255 * 255, so it may be summed in 16-bit lanes whatever its parts do; rounding is that of products
// of bytes.

extension BlendMode {
  /// Whether eight pixels can be blended at a time.
  var hasLanes: Bool {
    switch self {
    case .multiply, .screen, .overlay, .darken, .lighten, .hardLight, .difference, .exclusion:
      return true
    default: return false
    }
  }
}

/// Kernels of blending.
enum BlendKernels {
  private typealias Lanes = SIMD16<UInt16>

  /// Channels and alphas, 16 bits each.
  private struct Pair {
    let s: Lanes
    let d: Lanes
    let sa: Lanes
    let da: Lanes
  }

  /// Blends as many groups of eight pixels as there are; gives how many pixels.
  ///
  /// - Parameters:
  ///   - range: places in `d`; the source's are `offset` less.
  ///   - k: a factor for the source, 0...255.
  ///   - mode: one that has lanes.
  static func blend(
    _ d: inout MutableSpan<UInt32>, _ range: Range<Int>, _ s: Span<UInt32>, at offset: Int,
    scale k: UInt32, _ mode: BlendMode
  ) -> Int {
    switch mode {
    case .multiply: return forEach(&d, range, s, at: offset, k) { $0.s &* $0.d }
    case .screen:
      return forEach(&d, range, s, at: offset, k) {
        $0.s &* $0.da &+ $0.d &* $0.sa &- $0.s &* $0.d
      }
    case .darken:
      return forEach(&d, range, s, at: offset, k) {
        let (a, b) = ($0.s &* $0.da, $0.d &* $0.sa)
        return a.replacing(with: b, where: b .< a)
      }
    case .lighten:
      return forEach(&d, range, s, at: offset, k) {
        let (a, b) = ($0.s &* $0.da, $0.d &* $0.sa)
        return a.replacing(with: b, where: b .> a)
      }
    case .difference:
      return forEach(&d, range, s, at: offset, k) {
        let (a, b) = ($0.s &* $0.da, $0.d &* $0.sa)
        return (a &- b).replacing(with: b &- a, where: b .> a)
      }
    case .exclusion:
      return forEach(&d, range, s, at: offset, k) {
        $0.s &* $0.da &+ $0.d &* $0.sa &- 2 &* $0.s &* $0.d
      }
    case .hardLight:
      return forEach(&d, range, s, at: offset, k) {
        light($0).replacing(with: 2 &* $0.s &* $0.d, where: 2 &* $0.s .<= $0.sa)
      }
    case .overlay:
      return forEach(&d, range, s, at: offset, k) {
        light($0).replacing(with: 2 &* $0.s &* $0.d, where: 2 &* $0.d .<= $0.da)
      }
    default: return 0
    }
  }

  @inline(__always)
  private static func light(_ p: Pair) -> SIMD16<UInt16> {
    p.sa &* p.da &- 2 &* (p.da &- p.d) &* (p.sa &- p.s)
  }

  /// `round(x / 255)` for x up to 255 * 255.
  @inline(__always)
  private static func rounded(_ x: SIMD16<UInt16>) -> SIMD16<UInt16> {
    let y = x &+ 128
    return (y &+ (y &>> 8)) &>> 8
  }

  @inline(__always)
  private static func lanes(_ v: SIMD8<UInt32>) -> SIMD16<UInt16> {
    unsafe unsafeBitCast(v, to: SIMD16<UInt16>.self)
  }

  /// Two channels of eight pixels: their results, at most alpha.
  @inline(__always)
  private static func channels(
    _ s: SIMD16<UInt16>, _ d: SIMD16<UInt16>, _ sa: SIMD16<UInt16>, _ da: SIMD16<UInt16>,
    _ alpha: SIMD16<UInt16>, _ product: (Pair) -> SIMD16<UInt16>
  ) -> SIMD16<UInt16> {
    let p = product(Pair(s: s, d: d, sa: sa, da: da))
    let x = rounded(s &* (255 &- da) &+ d &* (255 &- sa) &+ p)
    return x.replacing(with: alpha, where: x .> alpha)
  }

  @inline(__always)
  private static func forEach(
    _ d: inout MutableSpan<UInt32>, _ range: Range<Int>, _ s: Span<UInt32>, at offset: Int,
    _ k: UInt32, _ product: (Pair) -> SIMD16<UInt16>
  ) -> Int {
    precondition(range.lowerBound >= 0 && range.upperBound <= d.count)
    precondition(range.lowerBound >= offset && range.upperBound - offset <= s.count)
    let factor = Lanes(repeating: UInt16(truncatingIfNeeded: k))
    var i = range.lowerBound
    unsafe d.withUnsafeMutableBufferPointer { to in
      unsafe s.withUnsafeBufferPointer { from in
        guard let to = to.baseAddress, let from = from.baseAddress else { return }
        while i &+ 8 <= range.upperBound {
          let source = unsafe UnsafeRawPointer(from + (i &- offset)).loadUnaligned(
            as: SIMD8<UInt32>.self)
          let below = unsafe UnsafeRawPointer(to + i).loadUnaligned(as: SIMD8<UInt32>.self)
          let redBlue = rounded(lanes(source & 0x00FF_00FF) &* factor)
          let greenAlpha = rounded(lanes((source &>> 8) & 0x00FF_00FF) &* factor)
          let belowGA = lanes((below &>> 8) & 0x00FF_00FF)
          let sourceAlpha = unsafe unsafeBitCast(greenAlpha, to: SIMD8<UInt32>.self) &>> 16
          let belowAlpha = below &>> 24
          let sa = lanes(sourceAlpha | (sourceAlpha &<< 16))
          let da = lanes(belowAlpha | (belowAlpha &<< 16))
          let alpha = sa &+ rounded(da &* (255 &- sa))
          let rb = channels(redBlue, lanes(below & 0x00FF_00FF), sa, da, alpha, product)
          let g = channels(greenAlpha, belowGA, sa, da, alpha, product)
          let words = unsafe unsafeBitCast(g, to: SIMD8<UInt32>.self) & 0xFF
          let alphas = unsafe unsafeBitCast(alpha, to: SIMD8<UInt32>.self) & 0xFF
          let result =
            unsafe unsafeBitCast(rb, to: SIMD8<UInt32>.self) | (words &<< 8) | (alphas &<< 24)
          unsafe UnsafeMutableRawPointer(to + i).storeBytes(of: result, as: SIMD8<UInt32>.self)
          i = i &+ 8
        }
      }
    }
    return i - range.lowerBound
  }
}
