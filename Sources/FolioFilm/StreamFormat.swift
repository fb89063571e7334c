import FolioRaster
import FolioSequence

/// How frames follow one another in a stream.
public enum StreamFormat: String, Hashable, Sendable, CaseIterable {
  /// Straight (not premultiplied) R, G, B, A, four bytes a pixel, rows from top to bottom.
  case rgba
  /// R, G, B, three bytes a pixel, rows from top to bottom.
  case rgb
  /// YUV4MPEG2 with 4:2:0 chroma, BT.709, limited range; see ``YUVFrame``.
  case y4m
  /// One PNG file after the other.
  case png

  /// Whether the format can hold pixels that are not opaque.
  public var keepsAlpha: Bool { self == .rgba || self == .png }

  /// What comes before the first frame.
  func header(_ info: SequenceInfo, isEven: Bool) -> [UInt8] {
    guard self == .y4m else { return [] }
    return YUVFrame.header(
      width: info.width + (isEven ? info.width % 2 : 0),
      height: info.height + (isEven ? info.height % 2 : 0), rate: info.frameRate)
  }
}

/// One frame of a stream, in the form that costs least to make.
enum StreamFrame: Sendable {
  /// Bytes as they stand.
  case bytes([UInt8])
  /// Pixels, whose bytes in memory are the stream's.
  case pixels([UInt32])

  /// A bitmap in a format; the encoder serves for PNG.
  init(
    _ bitmap: Bitmap, format: StreamFormat, isEven: Bool, encoder: FrameEncoder
  ) throws {
    switch format {
    case .rgba: self = .pixels(StreamFrame.straight(bitmap))
    case .rgb: self = .bytes(StreamFrame.rgb(bitmap))
    case .y4m: self = .bytes(YUVFrame.frameHeader + YUVFrame.planes(of: bitmap, isEven: isEven))
    case .png: self = .bytes(try encoder(bitmap, RowHashes(bitmap)))
    }
  }

  func write(to stream: ByteStream) throws(FilmError) {
    switch self {
    case .bytes(let bytes): try stream.write(bytes)
    case .pixels(let pixels): try stream.write(pixels: pixels)
    }
  }

  /// Straight pixels; of an opaque bitmap the very same ones.
  static func straight(_ bitmap: Bitmap) -> [UInt32] {
    let pixels = bitmap.pixels
    if bitmap.isOpaque { return pixels }
    return pixels.map { pixel in
      let a = pixel &>> 24
      if a == 255 || a == 0 { return pixel }
      return Arithmetic.unpremultiply(pixel & 0xFF, a)
        | (Arithmetic.unpremultiply((pixel &>> 8) & 0xFF, a) &<< 8)
        | (Arithmetic.unpremultiply((pixel &>> 16) & 0xFF, a) &<< 16) | (a &<< 24)
    }
  }

  /// The colours of an opaque bitmap.
  static func rgb(_ bitmap: Bitmap) -> [UInt8] {
    let pixels = bitmap.pixels
    var bytes = [UInt8](repeating: 0, count: 3 * pixels.count)
    var out = bytes.mutableSpan
    let source = pixels.span
    var at = 0
    for i in 0..<source.count {
      let pixel = source[i]
      out[at] = UInt8(truncatingIfNeeded: pixel)
      out[at &+ 1] = UInt8(truncatingIfNeeded: pixel &>> 8)
      out[at &+ 2] = UInt8(truncatingIfNeeded: pixel &>> 16)
      at &+= 3
    }
    return bytes
  }
}
