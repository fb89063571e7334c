import FolioRaster

extension PNGEncoder {
  /// The memory that coding a stripe needs, kept between stripes so that it is taken once.
  ///
  /// Its contents never reach the output. It may go from thread to thread, but be used by one at a
  /// time only.
  public final class Workspace: @unchecked Sendable {
    let scratch = EncoderScratch()
    /// Rows of a picture that is coded while it is drawn.
    var band = Bitmap(width: 0, height: 0)

    /// A workspace without memory yet.
    public init() {}
  }

  /// A coded stripe: a segment of the deflate stream.
  public struct Stripe: Hashable, Sendable {
    /// How many rows it holds.
    public let rowCount: Int
    /// Whether it ends the image, and its segment the stream.
    public let isLast: Bool
    /// The segment, in whole bytes.
    public let bytes: [UInt8]
    /// The CRC-32 checksum of the segment.
    public let crc: UInt32
    /// The Adler-32 checksum of the filtered bytes.
    public let adler: UInt32
    /// How many filtered bytes the segment holds.
    public let filteredCount: Int
  }

  /// Codes one stripe of a bitmap; a function of its pixels, the options, and whether it is the last
  /// one.
  ///
  /// - Parameters:
  ///   - rows: The stripe's rows, one of ``stripes(of:)``.
  ///   - bitmap: The picture.
  ///   - workspace: Memory that is used again.
  /// - Throws: ``PNGEncoderError/wrongSize(width:height:expectedWidth:expectedHeight:)`` for a bitmap
  ///   of another size, ``PNGEncoderError/notOpaque(x:y:alpha:)`` for RGB and grey if a pixel is not opaque,
  ///   ``PNGEncoderError/notGray(x:y:red:green:blue:)`` for grey if one has a hue, and
  ///   ``PNGEncoderError/notInPalette(x:y:red:green:blue:alpha:)`` for indexed colours.
  /// - Precondition: `rows` are in the image and at most ``greatestStripeHeight``.
  public func encodeStripe(
    _ rows: Range<Int>, of bitmap: Bitmap, using workspace: Workspace
  ) throws(PNGEncoderError) -> Stripe {
    try checkSize(of: bitmap)
    precondition(
      rows.lowerBound >= 0 && rows.upperBound <= height && !rows.isEmpty
        && rows.count <= Self.greatestStripeHeight, "there is no such stripe")
    return try encodeStripe(rows, of: bitmap, top: 0, hashes: nil, using: workspace)
  }

  /// As above for rows that lie in a band whose first row is the picture's row `top`; `hashes` are those of
  /// the picture's rows down to the end of the stripe, where they are known.
  func encodeStripe(
    _ rows: Range<Int>, of band: Bitmap, top: Int, hashes: RowHashes?, using workspace: Workspace
  ) throws(PNGEncoderError) -> Stripe {
    let pixels = band.pixels.span.extracting(
      ((rows.lowerBound - top) * width)..<((rows.upperBound - top) * width))
    let scratch = workspace.scratch
    let isLast = rows.upperBound == height

    scratch.prepare(width: width, rows: rows.count, bytesPerPixel: colorType.bytesPerPixel)
    let row = scratch.pack(
      pixels, as: colorType, palette: palette, areRepeated: hashes?.areRepeated[rows])
    if let row {
      throw fault(in: band, top: top, y: rows.lowerBound + row)
    }
    func stripe(_ level: Level) -> Stripe {
      scratch.filter(level)
      let bytes: [UInt8]
      switch level {
      case .stored: bytes = scratch.store(isLast: isLast)
      case .fast: bytes = scratch.deflate(isLast: isLast)
      case .small: bytes = scratch.deflateSmall(isLast: isLast)
      }
      return Stripe(
        rowCount: rows.count, isLast: isLast, bytes: bytes, crc: CRC32.checksum(bytes),
        adler: scratch.adler, filteredCount: scratch.filteredCount)
    }
    let best = stripe(level)
    guard level == .small else { return best }
    // The estimates behind `small` may err; it keeps its promise all the same.
    let fast = stripe(.fast)
    return fast.bytes.count < best.bytes.count ? fast : best
  }

  func checkSize(of bitmap: Bitmap) throws(PNGEncoderError) {
    guard bitmap.width == width, bitmap.height == height else {
      throw .wrongSize(
        width: bitmap.width, height: bitmap.height, expectedWidth: width, expectedHeight: height)
    }
  }

  /// What is wrong with the first pixel of a row that cannot be written.
  private func fault(in band: Bitmap, top: Int, y: Int) -> PNGEncoderError {
    let x =
      (0..<width).first { x in
        let pixel = band[x, y - top]
        switch colorType {
        case .rgb, .rgba: return pixel < 0xFF00_0000
        case .grayscale: return !Self.isGray(pixel)
        case .indexed: return palette?.pixels.contains(pixel) != true
        }
      } ?? 0
    let color = Color(premultiplied: band[x, y - top])
    let (red, green, blue) = (Int(color.red), Int(color.green), Int(color.blue))
    switch colorType {
    case .indexed:
      return .notInPalette(
        x: x, y: y, red: red, green: green, blue: blue, alpha: Int(color.alpha))
    case .grayscale where color.alpha == 255:
      return .notGray(x: x, y: y, red: red, green: green, blue: blue)
    default:
      return .notOpaque(x: x, y: y, alpha: Int(color.alpha))
    }
  }

  /// Whether a pixel is opaque and its channels are equal.
  static func isGray(_ pixel: UInt32) -> Bool {
    pixel == (pixel & 0xFF) &* 0x01_0101 | 0xFF00_0000
  }
}
