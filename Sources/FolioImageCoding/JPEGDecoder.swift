import FolioJPEGBridge

/// Reads JPEG files (ITU-T T.81, 8 bits a sample): grey, RGB and YCbCr, baseline and progressive.
///
/// libjpeg-turbo decodes with the accurate integer inverse DCT and triangle-filtered chroma, which
/// give the same pixels on every machine; its warnings of damaged data are errors. The EXIF
/// orientation is applied. CMYK and YCCK are refused, since their colours mean nothing without the
/// press they were made for. Bytes after the end of the image are allowed: cameras write their own
/// data there.
public enum JPEGDecoder {
  /// What the file says about its image, without decoding it.
  ///
  /// - Throws: ``ImageError`` for a damaged file, an unsupported kind, or one over the limits.
  public static func readInfo(
    _ file: [UInt8], limits: DecodeLimits = DecodeLimits()
  ) throws(ImageError) -> ImageInfo {
    try readHeader(file, limits: limits).info
  }

  /// The upright pixels of the file; alpha is 255 throughout.
  ///
  /// - Throws: ``ImageError`` for a damaged file, an unsupported kind, or one over the limits.
  public static func decode(
    _ file: [UInt8], limits: DecodeLimits = DecodeLimits()
  ) throws(ImageError) -> DecodedImage {
    let (info, width, height) = try readHeader(file, limits: limits)
    var failure = folio_jpeg_failure()
    var succeeded = false
    let pixelBytes = width * height * 4
    let stored = unsafe [UInt32](unsafeUninitializedCapacity: width * height) { buffer, count in
      unsafe succeeded =
        folio_jpeg_decode(
          file, file.count, UInt32(width), UInt32(height),
          max(1, limits.maximumMemory - pixelBytes),
          Int32(clamping: limits.maximumScanCount), UnsafeMutableRawPointer(buffer.baseAddress),
          &failure) == 1
      count = succeeded ? width * height : 0
    }
    guard succeeded else {
      if failure.too_many_scans != 0 {
        throw .limitExceeded(
          limit: .scanCount, found: limits.maximumScanCount + 1, allowed: limits.maximumScanCount)
      }
      if failure.out_of_memory != 0 {
        throw .limitExceeded(
          limit: .memory, found: limits.maximumMemory + 1, allowed: limits.maximumMemory)
      }
      throw damage(failure)
    }
    return DecodedImage(
      info: info, pixels: info.orientation.apply(to: stored, width: width, height: height))
  }

  private static func readHeader(
    _ file: [UInt8], limits: DecodeLimits
  ) throws(ImageError) -> (info: ImageInfo, storedWidth: Int, storedHeight: Int) {
    if file.count > limits.maximumFileSize {
      throw .limitExceeded(limit: .fileSize, found: file.count, allowed: limits.maximumFileSize)
    }
    guard file.starts(with: [0xFF, 0xD8]) else {
      throw .unknownFormat(reason: "the file does not start with FF D8, it is no JPEG")
    }
    var header = folio_jpeg_header()
    var failure = folio_jpeg_failure()
    guard unsafe folio_jpeg_read_header(file, file.count, &header, &failure) == 1 else {
      throw damage(failure)
    }
    switch header.color {
    case folio_jpeg_color_gray, folio_jpeg_color_rgb, folio_jpeg_color_ycc: break
    case folio_jpeg_color_cmyk:
      throw .unsupported(reason: "the JPEG is CMYK, expected grey or RGB; convert it to sRGB")
    case folio_jpeg_color_ycck:
      throw .unsupported(
        reason: "the JPEG is YCCK (CMYK), expected grey or RGB; convert it to sRGB")
    default:
      throw .unsupported(
        reason: "the JPEG has \(header.components) components of unknown meaning, expected grey or "
          + "RGB")
    }
    let (width, height) = (Int(header.width), Int(header.height))
    let markers = JPEGMarkers(file)
    // Turning takes a second image.
    try limits.check(
      width: width, height: height, bytesPerPixel: markers.orientation == .up ? 4 : 8)
    let swaps = markers.orientation.swapsAxes
    var info = ImageInfo(
      format: .jpeg, width: swaps ? height : width, height: swaps ? width : height, bitDepth: 8,
      colorType: header.color == folio_jpeg_color_gray ? .grayscale : .rgb, hasAlpha: false,
      isInterlaced: header.progressive != 0, pixelDensity: nil, orientation: markers.orientation,
      warnings: [])
    if let bytes = markers.profile {
      let profile = ICCProfile(bytes)
      if profile?.isSRGB != true {
        info.warnings.append(
          .colorProfileIgnored(name: profile?.description ?? "a profile without a name"))
      }
    }
    return (info, width, height)
  }

  private static func damage(_ failure: folio_jpeg_failure) -> ImageError {
    let message = unsafe withUnsafeBytes(of: failure.message) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return .malformed(reason: "the JPEG cannot be read: \(message)", offset: failure.offset)
  }
}
