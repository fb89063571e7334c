import FolioPNGBridge

/// Reads PNG files (ISO/IEC 15948, third edition) strictly: all bit depths, colour types, interlacing
/// and tRNS; a wrong checksum, a missing or an additional byte is an error.
///
/// libpng inflates and unfilters; the frame of chunks, the limits and the colour profile are read
/// here. It is shown only the chunks that make the pixels (IHDR, PLTE, tRNS, IDAT, IEND), so nothing
/// in the others can cost memory. Gamma and chromaticities are not applied.
public enum PNGDecoder {
  /// What the file says about its image, after checking every chunk but without inflating it.
  ///
  /// - Throws: ``ImageError`` for a damaged file or one over the limits.
  public static func readInfo(
    _ file: [UInt8], limits: DecodeLimits = DecodeLimits()
  ) throws(ImageError) -> ImageInfo {
    try Header(file, limits: limits).info
  }

  /// How many pixels the image has, as its first chunk says; no other is looked at.
  static func pixelCount(of file: [UInt8], limits: DecodeLimits) throws(ImageError) -> Int {
    let header = try Header.readSize(file, limits: limits)
    return header.width * header.height
  }

  /// The pixels of the file as straight RGBA of 8 bits: samples under 8 bits widened by
  /// `v * 255 / (2^depth - 1)`, 16-bit samples `round(v * 255 / 65535)`, a tRNS colour compared at
  /// the stored depth.
  ///
  /// - Throws: ``ImageError`` for a damaged file or one over the limits.
  public static func decode(
    _ file: [UInt8], limits: DecodeLimits = DecodeLimits()
  ) throws(ImageError) -> DecodedImage {
    let header = try Header(file, limits: limits)
    let (width, height) = (header.info.width, header.info.height)
    let head = head(header.reader, with: ["PLTE", "tRNS"])
    var failure = folio_png_failure()
    var succeeded = false
    let pixels = unsafe [UInt32](unsafeUninitializedCapacity: width * height) { buffer, count in
      unsafe withSource(header.reader, head: head) { source in
        unsafe succeeded =
          folio_png_decode(
            source, UInt32(width), UInt32(height), UnsafeMutableRawPointer(buffer.baseAddress),
            &failure) == 1
      }
      count = succeeded ? width * height : 0
    }
    guard succeeded else {
      throw .malformed(
        reason: "the pixels cannot be read: \(text(failure))", offset: failure.offset)
    }
    return DecodedImage(info: header.info, pixels: pixels)
  }

  /// The ranges of the file that libpng is shown before the pixels: signature, IHDR and the first
  /// chunks of some types.
  private static func head(_ reader: PNGChunkReader, with types: [String]) -> [folio_png_range] {
    var ranges = [folio_png_range(offset: 0, count: 33)]
    for chunk in reader.chunks where types.contains(chunk.type) {
      ranges.append(folio_png_range(offset: chunk.bytes.lowerBound, count: chunk.bytes.count))
    }
    return ranges
  }

  private static func withSource(
    _ reader: PNGChunkReader, head: [folio_png_range],
    _ body: (UnsafePointer<folio_png_source>) -> Void
  ) {
    unsafe reader.file.withUnsafeBufferPointer { file in
      unsafe head.withUnsafeBufferPointer { head in
        var source = unsafe folio_png_source(
          file: file.baseAddress, head: head.baseAddress, head_count: head.count,
          data_offset: reader.first("IDAT")?.offset ?? 0, data_count: reader.dataCount)
        unsafe body(&source)
      }
    }
  }

  private static func text(_ failure: folio_png_failure) -> String {
    unsafe withUnsafeBytes(of: failure.message) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// The chunks of a file and what they say.
  private struct Header {
    let reader: PNGChunkReader
    let info: ImageInfo

    init(_ file: [UInt8], limits: DecodeLimits) throws(ImageError) {
      // The sizes are checked before the chunks: a bomb is refused after its header.
      let header = try Self.readSize(file, limits: limits)
      reader = try PNGChunkReader(file)
      if reader.dataCount > 0x7FFF_FFFF {
        throw .unsupported(reason: "the compressed pixels are over 2 GiB")
      }
      info = try Self.describe(header, reader)
    }

    fileprivate struct Raw {
      var width: Int
      var height: Int
      var bitDepth: Int
      var colorType: Int
      var interlacing: Int
    }

    /// IHDR alone, within the limits.
    fileprivate static func readSize(
      _ file: [UInt8], limits: DecodeLimits
    ) throws(ImageError) -> Raw {
      if let fault = PNGSignature.fault(in: file) { throw fault }
      if file.count > limits.maximumFileSize {
        throw .limitExceeded(
          limit: .fileSize, found: file.count, allowed: limits.maximumFileSize)
      }
      let header = try readHeader(file)
      try limits.check(width: header.width, height: header.height)
      return header
    }

    /// IHDR alone, which must come first and must be right.
    private static func readHeader(_ file: [UInt8]) throws(ImageError) -> Raw {
      guard file.count >= 33 else { throw .truncated(offset: file.count, expected: "chunk IHDR") }
      let type = Array(file[12..<16])
      guard type == Array("IHDR".utf8), file[8..<12].elementsEqual([0, 0, 0, 13]) else {
        throw .malformed(
          reason: "the first chunk is not an IHDR of 13 bytes", offset: 8)
      }
      func integer(_ offset: Int) -> UInt32 {
        file[offset..<(offset + 4)].reduce(0) { ($0 << 8) | UInt32($1) }
      }
      let computed = CRC32.checksum(Array(file[12..<29]))
      guard integer(29) == computed else {
        throw .badChecksum(chunk: "IHDR", offset: 8, found: integer(29), expected: computed)
      }
      let (width, height) = (integer(16), integer(20))
      for (name, value, offset) in [("width", width, 16), ("height", height, 20)]
      where value == 0 || value > 0x7FFF_FFFF {
        throw .malformed(
          reason: "the \(name) is \(value), expected 1 to 2147483647", offset: offset)
      }
      let header = Raw(
        width: Int(width), height: Int(height), bitDepth: Int(file[24]), colorType: Int(file[25]),
        interlacing: Int(file[28]))
      let depths: [Int]
      switch header.colorType {
      case 0: depths = [1, 2, 4, 8, 16]
      case 3: depths = [1, 2, 4, 8]
      case 2, 4, 6: depths = [8, 16]
      default:
        throw .malformed(
          reason: "the colour type is \(header.colorType), expected 0, 2, 3, 4 or 6", offset: 25)
      }
      guard depths.contains(header.bitDepth) else {
        throw .malformed(
          reason: "the bit depth is \(header.bitDepth), expected "
            + depths.map(String.init).joined(separator: ", ")
            + " for colour type \(header.colorType)", offset: 24)
      }
      for (name, offset) in [("compression", 26), ("filter", 27)] where file[offset] != 0 {
        throw .malformed(
          reason: "the \(name) method is \(file[offset]), expected 0", offset: offset)
      }
      guard header.interlacing <= 1 else {
        throw .malformed(
          reason: "the interlace method is \(header.interlacing), expected 0 or 1", offset: 28)
      }
      return header
    }

    private static func describe(
      _ header: Raw, _ reader: PNGChunkReader
    ) throws(ImageError) -> ImageInfo {
      let colorType: ImageInfo.ColorType
      switch header.colorType {
      case 0: colorType = .grayscale
      case 2: colorType = .rgb
      case 3: colorType = .indexed
      case 4: colorType = .grayscaleAlpha
      default: colorType = .rgba
      }
      try checkPalette(header, reader)
      var info = ImageInfo(
        format: .png, width: header.width, height: header.height, bitDepth: header.bitDepth,
        colorType: colorType, hasAlpha: header.colorType >= 4 || reader.first("tRNS") != nil,
        isInterlaced: header.interlacing == 1, pixelDensity: nil, orientation: .up, warnings: [])
      if let chunk = reader.first("pHYs"), chunk.data.count == 9 {
        info.pixelDensity = ImageInfo.PixelDensity(
          x: reader.integer(at: chunk.data.lowerBound),
          y: reader.integer(at: chunk.data.lowerBound + 4),
          isPerMeter: reader.file[chunk.data.lowerBound + 8] == 1)
      }
      if let name = foreignProfile(reader) {
        info.warnings.append(.colorProfileIgnored(name: name))
      }
      return info
    }

    private static func checkPalette(_ header: Raw, _ reader: PNGChunkReader) throws(ImageError) {
      let palette = reader.first("PLTE")
      if header.colorType == 3 {
        guard let palette else {
          throw .malformed(reason: "there is no chunk PLTE, the image needs a palette", offset: nil)
        }
        let bytes = palette.data.count
        guard bytes > 0, bytes % 3 == 0, bytes / 3 <= 1 << header.bitDepth else {
          throw .malformed(
            reason: "chunk PLTE has \(bytes) bytes, expected 3 for each of 1 to "
              + "\(1 << header.bitDepth) colours", offset: palette.offset)
        }
      } else if let palette, header.colorType == 0 || header.colorType == 4 {
        throw .malformed(reason: "a grey image has a chunk PLTE", offset: palette.offset)
      }
      guard let transparency = reader.first("tRNS") else { return }
      let expected: ClosedRange<Int>
      switch header.colorType {
      case 0: expected = 2...2
      case 2: expected = 6...6
      case 3: expected = 1...max(1, (palette?.data.count ?? 0) / 3)
      default:
        throw .malformed(
          reason: "an image with an alpha channel has a chunk tRNS", offset: transparency.offset)
      }
      guard expected.contains(transparency.data.count) else {
        throw .malformed(
          reason: "chunk tRNS has \(transparency.data.count) bytes, expected "
            + (expected.count == 1
              ? "\(expected.lowerBound)" : "\(expected.lowerBound) to \(expected.upperBound)"),
          offset: transparency.offset)
      }
      if header.colorType == 3, let palette, palette.offset > transparency.offset {
        throw .malformed(reason: "chunk tRNS comes before PLTE", offset: transparency.offset)
      }
    }

    /// The name of an embedded profile that is not sRGB.
    ///
    /// The name in the iCCP chunk is free text; the one inside the profile, which is compressed, is
    /// preferred. A profile over 4 MiB or damaged is named by the chunk.
    private static func foreignProfile(_ reader: PNGChunkReader) -> String? {
      guard let chunk = reader.first("iCCP"), reader.first("sRGB") == nil else { return nil }
      let keyword = reader.file[chunk.data].prefix { $0 != 0 }.prefix(79)
      let chunkName = String(decoding: keyword.map { UInt16($0) }, as: UTF16.self)
      let head = head(reader, with: ["iCCP"])
      let capacity = 4 << 20
      let profile = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        unsafe withSource(reader, head: head) { source in
          unsafe count = folio_png_icc_profile(source, buffer.baseAddress, capacity)
        }
      }
      guard let icc = ICCProfile(profile) else { return chunkName }
      return icc.isSRGB ? nil : icc.description ?? chunkName
    }
  }
}

extension DecodeLimits {
  /// Checks the size of an image before memory is taken for it.
  func check(width: Int, height: Int, bytesPerPixel: Int = 4) throws(ImageError) {
    let side = max(width, height)
    if side > maximumSide {
      throw .limitExceeded(limit: .side, found: side, allowed: maximumSide)
    }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    if overflow || pixels > maximumPixelCount {
      throw .limitExceeded(
        limit: .pixelCount, found: overflow ? .max : pixels, allowed: maximumPixelCount)
    }
    let (bytes, bytesOverflow) = pixels.multipliedReportingOverflow(by: bytesPerPixel)
    if bytesOverflow || bytes > maximumMemory {
      throw .limitExceeded(
        limit: .memory, found: bytesOverflow ? .max : bytes, allowed: maximumMemory)
    }
  }
}
