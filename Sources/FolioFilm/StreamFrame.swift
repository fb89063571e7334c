import FolioRaster
import FolioSequence

/// One frame of a stream, in the form that costs least to make.
enum StreamFrame: Sendable {
  /// Bytes as they stand.
  case bytes(FrameMemory<UInt8>)
  /// Pixels, whose bytes in memory are the stream's.
  case pixels(FrameMemory<UInt32>)

  /// A bitmap in a format; the encoder serves for PNG.
  ///
  /// - Parameters:
  ///   - bitmap: The picture. Its pixels may be taken; then a bitmap of no size is left.
  ///   - buffers: Where memory comes from and goes back to.
  init(
    _ bitmap: inout Bitmap, format: StreamFormat, isEven: Bool, encoder: FrameEncoder,
    buffers: FrameBuffers
  ) throws {
    switch format {
    case .rgba:
      if !bitmap.isOpaque { StreamFrame.makeStraight(&bitmap) }
      self = .pixels(buffers.takePixels(of: &bitmap))
    case .rgb:
      self = .bytes(
        buffers.bytes(count: 3 * bitmap.width * bitmap.height) {
          StreamFrame.writeRGB(of: bitmap, into: &$0)
        })
    case .y4m:
      let header = YUVFrame.frameHeader
      let count = header.count + YUVFrame.byteCount(of: bitmap, isEven: isEven)
      self = .bytes(
        buffers.bytes(count: count) { out in
          for i in header.indices { out[i] = header[i] }
          YUVFrame.write(planesOf: bitmap, isEven: isEven, into: &out, at: header.count)
        })
    case .png: self = .bytes(FrameMemory(try encoder(bitmap, RowHashes(bitmap))))
    }
  }

  func write(to stream: ByteStream) throws(FilmError) {
    switch self {
    case .bytes(let bytes): try stream.write(bytes.elements)
    case .pixels(let pixels): try stream.write(pixels: pixels.elements)
    }
  }

  /// Divides the colours by their alpha.
  static func makeStraight(_ bitmap: inout Bitmap) {
    bitmap.withMutablePixels { pixels in
      for i in 0..<pixels.count {
        let pixel = pixels[i]
        let a = pixel &>> 24
        if a == 255 || a == 0 { continue }
        pixels[i] =
          Arithmetic.unpremultiply(pixel & 0xFF, a)
          | (Arithmetic.unpremultiply((pixel &>> 8) & 0xFF, a) &<< 8)
          | (Arithmetic.unpremultiply((pixel &>> 16) & 0xFF, a) &<< 16) | (a &<< 24)
      }
    }
  }

  /// Writes the colours of an opaque bitmap.
  private static func writeRGB(of bitmap: Bitmap, into bytes: inout [UInt8]) {
    var out = bytes.mutableSpan
    let source = bitmap.pixels.span
    var at = 0
    for i in 0..<source.count {
      let pixel = source[i]
      out[at] = UInt8(truncatingIfNeeded: pixel)
      out[at &+ 1] = UInt8(truncatingIfNeeded: pixel &>> 8)
      out[at &+ 2] = UInt8(truncatingIfNeeded: pixel &>> 16)
      at &+= 3
    }
  }
}
