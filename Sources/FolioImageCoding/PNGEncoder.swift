import FolioRaster

/// Writes PNG files whose bytes are a function of the pixels and of the options alone.
///
/// Filters, deflate, checksums and chunks are all of this module, so no version of a library and no
/// property of the machine is in the output. A file is the signature, IHDR (8 bits, not interlaced),
/// sRGB, pHYs, one IDAT and IEND, and nothing else; an indexed one has PLTE and, where a colour is not
/// opaque, tRNS before IDAT.
///
/// Rows are coded in stripes of ``stripeHeight``, each an independent segment of the deflate stream,
/// so that the stripes of one image, or of several, can be coded on several threads at once:
///
/// ```swift
/// let encoder = try PNGEncoder(width: 1170, height: 2532, colorType: .rgb, scale: 3)
/// let stripes = try (0..<encoder.stripeCount).map {
///   try encoder.encodeStripe($0, of: bitmap, using: workspace)
/// }
/// let file = encoder.assemble(stripes)
/// ```
public struct PNGEncoder: Hashable, Sendable {
  /// Which channels are written, 8 bits each.
  public enum ColorType: String, Hashable, Sendable, CaseIterable {
    /// Three bytes a pixel; every pixel of the bitmap must be opaque.
    case rgb
    /// Four bytes a pixel, with straight (not premultiplied) colours.
    case rgba
    /// One byte a pixel; every pixel must be opaque and have equal red, green and blue.
    case grayscale
    /// One byte a pixel, an index into a ``Palette``. For single images: a sequence whose files
    /// have different palettes, or some of them none, is misread by many programs.
    case indexed

    /// 1, 3 or 4.
    public var bytesPerPixel: Int {
      switch self {
      case .rgb: return 3
      case .rgba: return 4
      case .grayscale, .indexed: return 1
      }
    }

    /// The number in IHDR.
    var code: UInt8 {
      switch self {
      case .grayscale: return 0
      case .rgb: return 2
      case .indexed: return 3
      case .rgba: return 6
      }
    }
  }

  /// How much time is given to making the file small.
  public enum Level: String, Hashable, Sendable, CaseIterable {
    /// No compression: the bytes are copied. For files that live for a moment.
    case stored
    /// Fast filters and a fast search for matches.
    case fast
    /// Several plans of filters tried for each stripe, and the cheapest way through all matches: about
    /// 60 times the time of `fast`.
    case small
  }

  /// Rows in a stripe; the last stripe of an image may have fewer.
  public static let stripeHeight = 128

  /// Width in pixels, 1...2^31 - 1.
  public let width: Int
  /// Height in pixels, 1...2^31 - 1.
  public let height: Int
  /// The channels written.
  public let colorType: ColorType
  /// The colours of an indexed image.
  public let palette: Palette?
  /// The effort.
  public let level: Level
  /// The value of pHYs for both axes: pixels per metre.
  public let pixelsPerMeter: Int

  /// An encoder for images of one size in RGB, RGBA or grey.
  ///
  /// `scale` is the number of pixels in a point of 1/72 inch; it is stated as pHYs,
  /// `round(72 * scale / 0.0254)` pixels per metre.
  ///
  /// - Throws: ``PNGEncoderError/invalidSize(width:height:)`` for a side outside of 1...2^31 - 1 or a
  ///   stripe that would not fit in memory, ``PNGEncoderError/invalidScale(_:)`` for a scale whose
  ///   density is not within 1...2^31 - 1, ``PNGEncoderError/missingPalette`` for `indexed`.
  public init(
    width: Int, height: Int, colorType: ColorType, scale: Double = 1, level: Level = .fast
  ) throws(PNGEncoderError) {
    if colorType == .indexed { throw .missingPalette }
    try self.init(
      width: width, height: height, colorType: colorType, palette: nil, scale: scale, level: level)
  }

  /// An encoder for indexed images of one size, whose colours are all in a palette.
  ///
  /// - Throws: as the other initialiser.
  public init(
    width: Int, height: Int, palette: Palette, scale: Double = 1, level: Level = .fast
  ) throws(PNGEncoderError) {
    try self.init(
      width: width, height: height, colorType: .indexed, palette: palette, scale: scale,
      level: level)
  }

  private init(
    width: Int, height: Int, colorType: ColorType, palette: Palette?, scale: Double, level: Level
  ) throws(PNGEncoderError) {
    let limit = 0x7FFF_FFFF
    let rowLimit = (limit / 4) / Self.stripeHeight
    guard (1...limit).contains(width), (1...limit).contains(height),
      width * colorType.bytesPerPixel < rowLimit
    else { throw .invalidSize(width: width, height: height) }
    let density = (72 * scale / 0.0254).rounded()
    guard density >= 1, density <= Double(limit) else { throw .invalidScale(scale) }
    self.width = width
    self.height = height
    self.colorType = colorType
    self.palette = palette
    self.level = level
    pixelsPerMeter = Int(density)
  }

  /// The number of stripes of an image.
  public var stripeCount: Int { (height + Self.stripeHeight - 1) / Self.stripeHeight }

  /// The rows of a stripe.
  public func rows(ofStripe index: Int) -> Range<Int> {
    let top = index * Self.stripeHeight
    return top..<min(top + Self.stripeHeight, height)
  }

  /// The file of a bitmap.
  ///
  /// - Throws: ``PNGEncoderError``, see ``encodeStripe(_:of:using:)``.
  public func encode(
    _ bitmap: Bitmap, using workspace: Workspace = Workspace()
  ) throws(PNGEncoderError) -> [UInt8] {
    var stripes: [Stripe] = []
    stripes.reserveCapacity(stripeCount)
    for index in 0..<stripeCount {
      stripes.append(try encodeStripe(index, of: bitmap, using: workspace))
    }
    return assemble(stripes)
  }

  /// The file from its stripes.
  ///
  /// - Precondition: `stripes` are all of one image, by this encoder, in order.
  public func assemble(_ stripes: [Stripe]) -> [UInt8] {
    var file: [UInt8] = []
    assemble(stripes, into: &file)
    return file
  }

  /// Puts the file together in an array whose storage is reused; what was in it is gone.
  ///
  /// - Precondition: `stripes` are all of one image, by this encoder, in order.
  public func assemble(_ stripes: [Stripe], into file: inout [UInt8]) {
    precondition(stripes.count == stripeCount, "stripes are missing")
    var adler = Adler32()
    var count = 0
    for (index, stripe) in stripes.enumerated() {
      precondition(stripe.index == index, "the stripes are not in order")
      adler.append(checksum: stripe.adler, count: stripe.filteredCount)
      count += stripe.bytes.count
    }
    file.removeAll(keepingCapacity: true)
    file.reserveCapacity(count + 128)
    file += PNGSignature.bytes
    Self.appendChunk("IHDR", to: &file) {
      Self.append(UInt32(width), to: &$0)
      Self.append(UInt32(height), to: &$0)
      $0 += [8, colorType.code, 0, 0, 0]
    }
    Self.appendChunk("sRGB", to: &file) {
      $0.append(0)  // perceptual intent
    }
    Self.appendChunk("pHYs", to: &file) {
      Self.append(UInt32(pixelsPerMeter), to: &$0)
      Self.append(UInt32(pixelsPerMeter), to: &$0)
      $0.append(1)  // per metre
    }
    if let palette {
      Self.appendChunk("PLTE", to: &file) { $0 += palette.colorBytes }
      if palette.alphaBytes.count > 0 {
        Self.appendChunk("tRNS", to: &file) { $0 += palette.alphaBytes }
      }
    }
    Self.appendChunk("IDAT", to: &file) {
      $0 += [0x78, 0x01]  // deflate with a window of 32 KiB; fastest level, no dictionary
      for stripe in stripes { $0 += stripe.bytes }
      Self.append(adler.value, to: &$0)
    }
    Self.appendChunk("IEND", to: &file) { _ in }
  }

  private static func append(_ value: UInt32, to bytes: inout [UInt8]) {
    for shift in [24, 16, 8, 0] as [UInt32] {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  private static func appendChunk(
    _ type: String, to file: inout [UInt8], data: (inout [UInt8]) -> Void
  ) {
    let start = file.count
    file += [0, 0, 0, 0]
    file += Array(type.utf8)
    data(&file)
    let length = UInt32(file.count - start - 8)
    for i in 0..<4 { file[start + i] = UInt8(truncatingIfNeeded: length >> UInt32(24 - 8 * i)) }
    var crc = CRC32()
    crc.update(file.span.extracting((start + 4)..<file.count))
    append(crc.value, to: &file)
  }
}

/// Why an image cannot be encoded.
public enum PNGEncoderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A side is outside of what PNG or this encoder can hold.
  case invalidSize(width: Int, height: Int)
  /// The scale gives no density that pHYs can hold.
  case invalidScale(Double)
  /// The bitmap has another size than the encoder.
  case wrongSize(width: Int, height: Int, expectedWidth: Int, expectedHeight: Int)
  /// A pixel is not opaque, though RGB or grey was asked for.
  case notOpaque(x: Int, y: Int, alpha: Int)
  /// A pixel has a hue, though grey was asked for.
  case notGray(x: Int, y: Int, red: Int, green: Int, blue: Int)
  /// A pixel's colour is not in the palette; it is given straight.
  case notInPalette(x: Int, y: Int, red: Int, green: Int, blue: Int, alpha: Int)
  /// An indexed image was asked for without a palette.
  case missingPalette

  /// One line that says what was found, what was expected and what would do.
  public var description: String {
    switch self {
    case .invalidSize(let width, let height):
      return
        "an image of \(width) by \(height) pixels cannot be written as PNG, expected sides of 1 "
        + "to 2147483647 and rows under 16 MiB"
    case .invalidScale(let scale):
      return "the scale \(scale) cannot be written as PNG, expected a positive number of pixels a "
        + "point up to 757,000"
    case .wrongSize(let width, let height, let expectedWidth, let expectedHeight):
      return "the bitmap has \(width) by \(height) pixels, expected \(expectedWidth) by "
        + "\(expectedHeight)"
    case .notOpaque(let x, let y, let alpha):
      return "the pixel in column \(x), row \(y) has alpha \(alpha), expected 255; write RGBA"
    case .notGray(let x, let y, let red, let green, let blue):
      return
        "the pixel in column \(x), row \(y) is (\(red), \(green), \(blue)), expected three equal "
        + "values for grey; write RGB"
    case .notInPalette(let x, let y, let red, let green, let blue, let alpha):
      return
        "the pixel in column \(x), row \(y) is (\(red), \(green), \(blue), \(alpha)), which is not "
        + "in the palette; make a palette of this image or write RGB"
    case .missingPalette:
      return "an indexed image needs a palette, and none was given; make one of the image"
    }
  }
}
