import FolioRaster

/// Writes PNG files whose bytes are a function of the pixels and of the options alone.
///
/// Filters, deflate, checksums and chunks are all of this module, so no version of a library and no
/// property of the machine is in the output. A file is the signature, IHDR (8 bits, not interlaced),
/// sRGB, pHYs, one IDAT and IEND, and nothing else; an indexed one has PLTE and, where a colour is not
/// opaque, tRNS before IDAT.
///
/// Rows are coded in stripes, each an independent segment of the deflate stream, so that the stripes of
/// one image, or of several, can be coded on several threads at once, and a stripe that was coded
/// before need not be coded again:
///
/// ```swift
/// let encoder = try PNGEncoder(width: 1170, height: 2532, colorType: .rgb, scale: 3)
/// let stripes = try encoder.stripes(of: bitmap).map {
///   try encoder.encodeStripe($0, of: bitmap, using: workspace)
/// }
/// let file = encoder.assemble(stripes)
/// ```
///
/// Where a stripe ends is decided by the rows themselves (see ``stripes(of:)``), so rows that have moved
/// up or down since the last frame make the same stripes again. `encode` with a ``StripeCache`` copies
/// those.
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

  /// The most rows of a stripe.
  public static let greatestStripeHeight = 256

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
    let rowLimit = (limit / 4) / Self.greatestStripeHeight
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

  /// The rows of each stripe of a bitmap, from top to bottom.
  ///
  /// - Precondition: `bitmap` has the encoder's size.
  public func stripes(of bitmap: Bitmap) -> [Range<Int>] {
    precondition(bitmap.width == width && bitmap.height == height, "the bitmap has another size")
    var stripes: [Range<Int>] = []
    forEachStripe(of: bitmap) { stripes.append($0) }
    return stripes
  }

  /// The file of a bitmap.
  ///
  /// - Parameters:
  ///   - bitmap: The picture.
  ///   - rowHashes: The hashes of its rows, where they are known already.
  ///   - workspace: Memory that is used again. One for each thread.
  ///   - cache: Stripes that were coded before, and where those coded now are put. It changes the
  ///     time, never a byte.
  /// - Throws: ``PNGEncoderError``, see ``encodeStripe(_:of:using:)``.
  /// - Precondition: `rowHashes` are those of `bitmap`, and `cache` is of this encoder.
  public func encode(
    _ bitmap: Bitmap, rowHashes: RowHashes? = nil, using workspace: Workspace = Workspace(),
    cache: StripeCache? = nil
  ) throws(PNGEncoderError) -> [UInt8] {
    assemble(try stripes(of: bitmap, rowHashes: rowHashes, using: workspace, cache: cache))
  }

  /// The coded stripes of a bitmap, for ``assemble(_:)`` or ``pieces(of:)``; parameters and errors are
  /// those of ``encode(_:rowHashes:using:cache:)``.
  public func stripes(
    of bitmap: Bitmap, rowHashes: RowHashes? = nil, using workspace: Workspace,
    cache: StripeCache? = nil
  ) throws(PNGEncoderError) -> [Stripe] {
    precondition(cache == nil || cache?.encoder == self, "the cache is of another encoder")
    try checkSize(of: bitmap)
    let hashes = rowHashes ?? (cache == nil ? nil : RowHashes(bitmap))
    precondition(
      hashes == nil || hashes?.values.count == height, "the hashes are of another bitmap")
    var stripes: [Stripe] = []
    // One after the other: finding where a stripe ends brings its rows near.
    try forEachStripe(of: bitmap) { rows throws(PNGEncoderError) in
      stripes.append(
        try stripe(rows, of: bitmap, top: 0, hashes: hashes, using: workspace, cache: cache))
    }
    return stripes
  }

  /// A stripe from the cache, or coded and put there.
  ///
  /// - Parameters:
  ///   - rows: The stripe's rows.
  ///   - band: Where they lie.
  ///   - top: The row of the picture that is the band's first.
  ///   - hashes: Those of the picture's rows down to the end of the stripe; needed where there is a cache.
  func stripe(
    _ rows: Range<Int>, of band: Bitmap, top: Int, hashes: RowHashes?,
    using workspace: Workspace, cache: StripeCache?
  ) throws(PNGEncoderError) -> Stripe {
    guard let cache, let hashes else {
      return try encodeStripe(rows, of: band, top: top, hashes: hashes, using: workspace)
    }
    let key = StripeCache.Key(hashes.values[rows], isLast: rows.upperBound == height)
    if let stripe = cache.stripe(key) { return stripe }
    let stripe = try encodeStripe(rows, of: band, top: top, hashes: hashes, using: workspace)
    cache.insert(stripe, key)
    return stripe
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
    let (head, tail) = ends(of: stripes)
    file.removeAll(keepingCapacity: true)
    file.reserveCapacity(
      stripes.reduce(head.count + tail.count) { $0 + $1.bytes.count })
    file += head
    for stripe in stripes { file += stripe.bytes }
    file += tail
  }

  /// The file in pieces, which lie where they were coded: one after the other they are what
  /// ``assemble(_:)`` gives in one array.
  ///
  /// - Precondition: `stripes` are all of one image, by this encoder, in order.
  public func pieces(of stripes: [Stripe]) -> [[UInt8]] {
    let (head, tail) = ends(of: stripes)
    return [head] + stripes.map(\.bytes) + [tail]
  }

  /// What is before the segments, and what is after them. The CRC of IDAT is joined from those of the
  /// stripes.
  private func ends(of stripes: [Stripe]) -> (head: [UInt8], tail: [UInt8]) {
    var head = PNGSignature.bytes
    PNGChunkWriter.appendChunk("IHDR", to: &head) {
      PNGChunkWriter.append(width, to: &$0)
      PNGChunkWriter.append(height, to: &$0)
      $0 += [8, colorType.code, 0, 0, 0]
    }
    PNGChunkWriter.appendChunk("sRGB", to: &head) {
      $0.append(0)  // perceptual intent
    }
    PNGChunkWriter.appendChunk("pHYs", to: &head) {
      PNGChunkWriter.append(pixelsPerMeter, to: &$0)
      PNGChunkWriter.append(pixelsPerMeter, to: &$0)
      $0.append(1)  // per metre
    }
    if let palette {
      PNGChunkWriter.appendChunk("PLTE", to: &head) { $0 += palette.colorBytes }
      if palette.alphaBytes.count > 0 {
        PNGChunkWriter.appendChunk("tRNS", to: &head) { $0 += palette.alphaBytes }
      }
    }
    // Deflate with a window of 32 KiB; fastest level, no dictionary.
    let start = Array("IDAT".utf8) + [0x78, 0x01]
    var crc = CRC32()
    crc.update(start)
    var adler = Adler32()
    var count = 0
    var rows = 0
    for stripe in stripes {
      rows += stripe.rowCount
      precondition(stripe.isLast == (rows == height), "stripes are missing or not in order")
      crc.append(checksum: stripe.crc, count: stripe.bytes.count)
      adler.append(checksum: stripe.adler, count: stripe.filteredCount)
      count += stripe.bytes.count
    }
    precondition(rows == height, "stripes are missing")
    PNGChunkWriter.append(count + 6, to: &head)
    head += start
    var tail: [UInt8] = []
    PNGChunkWriter.append(adler.value, to: &tail)
    crc.update(tail)
    PNGChunkWriter.append(crc.value, to: &tail)
    PNGChunkWriter.appendChunk("IEND", to: &tail) { _ in }
    return (head, tail)
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
  /// A palette was asked for of a picture with more colours than one holds.
  case tooManyColors

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
    case .tooManyColors:
      return "the picture has more than 256 colours, the most that a palette holds; write RGB or "
        + "RGBA"
    }
  }
}
