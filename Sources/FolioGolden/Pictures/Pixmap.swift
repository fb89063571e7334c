import FolioImageCoding
import FolioRaster
import FolioSequence

/// A picture as a comparison sees it: straight (not premultiplied) sRGB pixels of 8 bits a channel.
///
/// A pixel whose alpha is 0 has no colour; its four bytes are all zero here, whatever a file or a
/// renderer kept in them. So equality of pixmaps is equality of what can be seen.
public struct Pixmap: Hashable, Sendable {
  /// Width in pixels, at least 0.
  public let width: Int
  /// Height in pixels, at least 0.
  public let height: Int
  /// `width * height` pixels, rows from top to bottom: red in bits 0-7, green in 8-15, blue in 16-23,
  /// alpha in 24-31.
  public let pixels: [UInt32]

  /// A pixmap over straight pixels.
  ///
  /// - Precondition: `pixels.count == width * height`.
  public init(width: Int, height: Int, straight pixels: [UInt32]) {
    precondition(width >= 0 && height >= 0 && pixels.count == width * height)
    self.width = width
    self.height = height
    self.pixels = Kernels.isOpaque(pixels) ? pixels : pixels.map { $0 &>> 24 == 0 ? 0 : $0 }
  }

  /// The picture that a bitmap's file would show: colours divided by alpha, halves up.
  ///
  /// The pixels of an opaque bitmap are shared, not copied.
  public init(_ bitmap: Bitmap) {
    width = bitmap.width
    height = bitmap.height
    let pixels = bitmap.pixels
    self.pixels = Kernels.isOpaque(pixels) ? pixels : Kernels.unpremultiplied(pixels)
  }

  /// A decoded file's picture.
  public init(_ image: DecodedImage) {
    self.init(width: image.width, height: image.height, straight: image.pixels)
  }

  /// The straight pixel in column `x` of row `y`.
  public subscript(x: Int, y: Int) -> UInt32 {
    precondition(x >= 0 && x < width && y >= 0 && y < height)
    return pixels[y * width + x]
  }

  /// The whole picture.
  public var bounds: PixelBox { PixelBox(x: 0, y: 0, width: width, height: height) }

  /// Whether every pixel has alpha 255.
  public var isOpaque: Bool { Kernels.isOpaque(pixels) }

  /// The picture with premultiplied pixels.
  public var bitmap: Bitmap {
    Bitmap(
      width: width, height: height,
      pixels: isOpaque
        ? pixels
        : pixels.map {
          Arithmetic.scale($0 | 0xFF00_0000, by: $0 &>> 24) & 0xFF_FFFF | ($0 & 0xFF00_0000)
        })
  }

  /// The picture's fingerprint, as ``FolioSequence/Fingerprint`` defines it.
  ///
  /// Computed here so that it costs little in a build without optimisation, where tests run.
  public var fingerprint: Fingerprint {
    var hash = SHA256()
    var header = Array("FolioscopeRGBA8\n".utf8)
    for value in [UInt64(width), UInt64(height)] {
      for shift in stride(from: UInt64(0), to: 64, by: 8) {
        header.append(UInt8(truncatingIfNeeded: value &>> shift))
      }
    }
    hash.update(header)
    hash.update(Kernels.rowHashes(pixels, width: width, height: height))
    return Fingerprint(digest: hash.finalize())
  }

  /// The SHA-256 of the picture's straight R, G, B, A bytes: what another program can recompute
  /// without knowing anything of fingerprints.
  public var sha256: Digest { SHA256.hash(Kernels.bytes(of: pixels)) }

  /// A part of the picture.
  public func cropped(to rect: PixelBox) -> Pixmap {
    let part = rect.intersection(bounds)
    if part.isEmpty { return Pixmap(width: 0, height: 0, straight: []) }
    var pixels: [UInt32] = []
    pixels.reserveCapacity(part.area)
    for y in part.y..<part.bottom {
      pixels += self.pixels[(y * width + part.x)..<(y * width + part.right)]
    }
    return Pixmap(width: part.width, height: part.height, straight: pixels)
  }
}

extension Pixmap {
  /// The picture as a PNG file: RGB where it is opaque, else RGBA; the same bytes for the same
  /// pixels.
  ///
  /// - Parameters:
  ///   - scale: Pixels a point, stated in the file as its density.
  ///   - level: How much effort is given to size.
  /// - Throws: `PNGEncoderError` for a picture without pixels or a scale that is not positive.
  public func pngFile(
    scale: Double = 1, level: PNGEncoder.Level = .fast
  ) throws(PNGEncoderError) -> [UInt8] {
    let bitmap = bitmap
    let encoder = try PNGEncoder(
      width: width, height: height, colorType: isOpaque ? .rgb : .rgba, scale: scale, level: level)
    return try encoder.encode(bitmap)
  }

  /// The picture as an uncompressed PNG file: for pictures that live for a moment.
  ///
  /// It is written here and not by the encoder since that is made for optimised builds; without
  /// optimisation this takes a quarter of its time.
  ///
  /// - Returns: `nil` for a picture without pixels.
  func storedPNGFile() -> [UInt8]? {
    if pixels.isEmpty { return nil }
    func number(_ value: Int) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
      let body = Array(type.utf8) + data
      return number(data.count) + body + number(Int(CRC32.checksum(body)))
    }
    let opaque = isOpaque
    let data = Kernels.storedData(self, channels: opaque ? 3 : 4)
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file.reserveCapacity(data.count + 80)
    file += chunk("IHDR", number(width) + number(height) + [8, opaque ? 2 : 6, 0, 0, 0])
    file += chunk("sRGB", [0])
    // The data holds its chunk's type before it and its checksum after it.
    file += number(data.count - 8)
    file += data
    file += chunk("IEND", [])
    return file
  }
}
