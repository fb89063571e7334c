// The rounding contract: the one place that says how 8-bit products round. Documentation/Rounding.md
// states it in prose; tests run every function over its whole domain.

/// Arithmetic on 8-bit channels, correctly rounded.
public enum Arithmetic {
  /// `round(c * a / 255)` for c and a in 0...255.
  ///
  /// With `x = c * a + 128`, `(x + (x >> 8)) >> 8` equals the true rounding for all 65,536 pairs
  /// (Jim Blinn, "Three Wrongs Make a Right", IEEE CG&A 15(6), 1995); no ties exist.
  @inlinable
  public static func multiply(_ c: UInt32, _ a: UInt32) -> UInt32 {
    let x = c &* a &+ 128
    return (x &+ (x &>> 8)) &>> 8
  }

  /// A premultiplied channel back to straight, halves up: `floor((255 p + a / 2) / a)`, at most
  /// 255; 0 where `a` is 0.
  ///
  /// `multiply(unpremultiply(p, a), a) == p` for all `p <= a`.
  @inlinable
  public static func unpremultiply(_ p: UInt32, _ a: UInt32) -> UInt32 {
    if a == 0 { return 0 }
    return min(255, (2 &* 255 &* p &+ a) / (2 &* a))
  }

  /// Each channel of a pixel times `k / 255`, correctly rounded; two lanes at a time.
  @inlinable
  public static func scale(_ pixel: UInt32, by k: UInt32) -> UInt32 {
    var rb = (pixel & 0x00FF_00FF) &* k &+ 0x0080_0080
    rb = ((rb &+ ((rb &>> 8) & 0x00FF_00FF)) &>> 8) & 0x00FF_00FF
    var ag = ((pixel &>> 8) & 0x00FF_00FF) &* k &+ 0x0080_0080
    ag = (ag &+ ((ag &>> 8) & 0x00FF_00FF)) & 0xFF00_FF00
    return rb | ag
  }

  /// Source-over of premultiplied pixels: `s + multiply(d, 255 - alpha(s))` in each channel.
  ///
  /// Never exceeds 255, keeps r, g, b <= a, and an opaque destination stays opaque.
  @inlinable
  public static func over(_ source: UInt32, _ destination: UInt32) -> UInt32 {
    source &+ scale(destination, by: 255 &- (source &>> 24))
  }
}
