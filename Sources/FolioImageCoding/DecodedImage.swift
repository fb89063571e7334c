import FolioRaster

/// An image as its file has it: straight (not premultiplied) RGBA, 8 bits a channel.
public struct DecodedImage: Hashable, Sendable {
  /// What the file says about the image.
  public let info: ImageInfo
  /// Width in pixels.
  public var width: Int { info.width }
  /// Height in pixels.
  public var height: Int { info.height }
  /// The straight pixels, `width * height` of them, rows from top to bottom: red in bits 0-7, green
  /// in 8-15, blue in 16-23, alpha in 24-31.
  public private(set) var pixels: [UInt32]

  /// An image over given straight pixels.
  ///
  /// - Precondition: `pixels.count == info.width * info.height`.
  public init(info: ImageInfo, pixels: [UInt32]) {
    precondition(pixels.count == info.width * info.height)
    self.info = info
    self.pixels = pixels
  }

  /// The straight pixels as bytes R, G, B, A: `4 * width * height` of them.
  public var rgba: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * pixels.count)
    for pixel in pixels {
      bytes.append(UInt8(truncatingIfNeeded: pixel))
      bytes.append(UInt8(truncatingIfNeeded: pixel >> 8))
      bytes.append(UInt8(truncatingIfNeeded: pixel >> 16))
      bytes.append(UInt8(truncatingIfNeeded: pixel >> 24))
    }
    return bytes
  }

  /// The image for drawing: premultiplied by the rounding contract of `Arithmetic`.
  ///
  /// Consumes the image, so that its storage can be reused.
  public consuming func premultiplied() -> Bitmap {
    let (width, height) = (info.width, info.height)
    var pixels = pixels
    self = DecodedImage(info: info, emptied: ())
    Self.premultiply(&pixels)
    return Bitmap(width: width, height: height, pixels: pixels)
  }

  private init(info: ImageInfo, emptied: Void) {
    self.info = info
    pixels = []
  }

  /// Premultiplies straight pixels in place; opaque ones stay as they are.
  static func premultiply(_ pixels: inout [UInt32]) {
    var span = pixels.mutableSpan
    // Most pictures are opaque, which is found out many pixels at a time.
    let length = 1024
    for start in stride(from: 0, to: span.count, by: length) {
      let part = start..<min(start + length, span.count)
      var all: UInt32 = 0xFF00_0000
      for i in part { all &= span[i] }
      if all == 0xFF00_0000 { continue }
      for i in part {
        let pixel = span[i]
        let alpha = pixel &>> 24
        if alpha == 255 { continue }
        span[i] = (Arithmetic.scale(pixel | 0xFF00_0000, by: alpha) & 0xFF_FFFF) | (alpha &<< 24)
      }
    }
  }
}
