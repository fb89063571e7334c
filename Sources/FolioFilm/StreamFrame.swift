import FolioRaster
import FolioSequence

/// One frame of a stream, in the form that costs least to make.
enum StreamFrame: Sendable {
  /// Bytes as they stand.
  case bytes(FrameMemory<UInt8>)
  /// Pixels, whose bytes in memory are the stream's.
  case pixels(FrameMemory<UInt32>)
  /// A file's bytes, in pieces that follow one another.
  case pieces([[UInt8]])

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
          StreamFrame.writeRGB(of: 0..<bitmap.height, bitmap, top: 0, into: &$0)
        })
    case .y4m:
      let header = YUVFrame.frameHeader
      let count = header.count + YUVFrame.byteCount(of: bitmap, isEven: isEven)
      self = .bytes(
        buffers.bytes(count: count) { out in
          for i in header.indices { out[i] = header[i] }
          YUVFrame.write(planesOf: bitmap, isEven: isEven, into: &out, at: header.count)
        })
    case .png: self = .pieces(try encoder.encode(bitmap, RowHashes(bitmap)))
    }
  }

  /// So many rows are drawn at a time: few enough to stay near, and an even number, since two rows
  /// share their chroma.
  private static let bandHeight = 32

  /// A way to make frames of pictures that draw their rows, or `nil` for a format, or a sequence with
  /// alpha, that wants whole pictures.
  ///
  /// - Parameters:
  ///   - width: The pictures' width in pixels.
  ///   - height: Their height.
  ///   - others: As for `init`.
  static func maker(
    _ format: StreamFormat, width: Int, height: Int, hasAlpha: Bool, isEven: Bool,
    encoder: FrameEncoder, buffers: FrameBuffers
  ) -> (@Sendable (_ draw: FrameRowDrawing) throws -> StreamFrame)? {
    switch format {
    case .rgba: return nil
    case .png:
      guard !hasAlpha, let encodeRows = encoder.encodeRows else { return nil }
      return { draw in .pieces(try encodeRows(draw).pieces) }
    case .rgb:
      return { draw in
        try bytes(3 * width * height, width, height, draw, buffers) { (rows, band, top, out) in
          writeRGB(of: rows, band, top: top, into: &out)
        }
      }
    case .y4m:
      let header = YUVFrame.frameHeader
      let count = header.count + YUVFrame.byteCount(width: width, height: height, isEven: isEven)
      return { draw in
        try bytes(count, width, height, draw, buffers) { (rows, band, top, out) in
          if top == 0 {
            for i in header.indices { out[i] = header[i] }
          }
          YUVFrame.write(
            rows, of: band, top: top, height: height, isEven: isEven, into: &out,
            at: header.count)
        }
      }
    }
  }

  /// Draws a picture in bands and lets each be converted.
  private static func bytes(
    _ count: Int, _ width: Int, _ height: Int, _ draw: FrameRowDrawing, _ buffers: FrameBuffers,
    _ convert: (_ rows: Range<Int>, _ band: Bitmap, _ top: Int, _ out: inout [UInt8]) -> Void
  ) throws -> StreamFrame {
    var band = buffers.bitmap(width: width, height: min(bandHeight, height))
    // The band goes back at once.
    defer { _ = buffers.takePixels(of: &band) }
    return .bytes(
      try buffers.bytes(count: count) { out throws in
        for top in stride(from: 0, to: height, by: bandHeight) {
          let rows = top..<min(top + bandHeight, height)
          try draw(rows, &band, top)
          convert(rows, band, top, &out)
        }
      })
  }

  func write(to stream: ByteStream) throws(FilmError) {
    switch self {
    case .bytes(let bytes): try stream.write(bytes.elements)
    case .pixels(let pixels): try stream.write(pixels: pixels.elements)
    case .pieces(let pieces): for piece in pieces { try stream.write(piece) }
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

  /// Writes the colours of some rows of an opaque picture.
  private static func writeRGB(
    of rows: Range<Int>, _ band: Bitmap, top: Int, into bytes: inout [UInt8]
  ) {
    var out = bytes.mutableSpan
    let width = band.width
    let source = band.pixels.span.extracting(
      ((rows.lowerBound - top) * width)..<((rows.upperBound - top) * width))
    var at = 3 * rows.lowerBound * width
    for i in 0..<source.count {
      let pixel = source[i]
      out[at] = UInt8(truncatingIfNeeded: pixel)
      out[at &+ 1] = UInt8(truncatingIfNeeded: pixel &>> 8)
      out[at &+ 2] = UInt8(truncatingIfNeeded: pixel &>> 16)
      at &+= 3
    }
  }
}
