/// A straight (not premultiplied) sRGB colour with 8 bits a channel.
public struct Color: Hashable, Sendable {
  /// Red, 0...255.
  public var red: UInt8
  /// Green, 0...255.
  public var green: UInt8
  /// Blue, 0...255.
  public var blue: UInt8
  /// Opacity, 0 (nothing) ... 255 (opaque).
  public var alpha: UInt8

  /// No colour at all.
  public static let transparent = Color(red: 0, green: 0, blue: 0, alpha: 0)
  /// Opaque black.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// Opaque white.
  public static let white = Color(red: 255, green: 255, blue: 255)

  /// A colour from its channels, opaque unless stated.
  @inlinable
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// The pixel of this colour in a ``Bitmap``.
  public var premultiplied: UInt32 {
    let a = UInt32(alpha)
    return Arithmetic.multiply(UInt32(red), a) | (Arithmetic.multiply(UInt32(green), a) << 8)
      | (Arithmetic.multiply(UInt32(blue), a) << 16) | (a << 24)
  }

  /// The colour of a premultiplied pixel; a pixel with alpha 0 has none and gives `transparent`.
  public init(premultiplied pixel: UInt32) {
    let a = pixel >> 24
    self.init(
      red: UInt8(Arithmetic.unpremultiply(pixel & 0xFF, a)),
      green: UInt8(Arithmetic.unpremultiply((pixel >> 8) & 0xFF, a)),
      blue: UInt8(Arithmetic.unpremultiply((pixel >> 16) & 0xFF, a)),
      alpha: UInt8(a))
  }

  /// The colour with its opacity multiplied by `opacity` (0...1, clamped), halves up.
  public func withOpacity(_ opacity: Double) -> Color {
    let factor = opacity > 0 ? min(opacity, 1) : 0
    var copy = self
    copy.alpha = UInt8((Double(alpha) * factor + 0.5).rounded(.down))
    return copy
  }
}
