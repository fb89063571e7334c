import Foundation

/// Why a file could not be loaded as an image.
public struct ImageFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public enum Cause: Hashable, Sendable {
    /// There is no such file.
    case notFound
    /// The file may not be read.
    case permissionDenied
    /// The path names something that is no regular file: "a folder", "a FIFO", ...
    case notARegularFile(kind: String)
    /// The file changed its size while it was read.
    case changedWhileReading
    /// The system refused; `code` is an `errno`.
    case system(operation: String, code: Int32)
    /// The bytes are no image that is read.
    case image(ImageError)
  }

  /// The path as it was given.
  public let path: String
  /// What went wrong.
  public let cause: Cause

  /// One line that starts with the path.
  public var description: String {
    switch cause {
    case .notFound: return "\(path): there is no such file"
    case .permissionDenied: return "\(path): the file may not be read (permission denied)"
    case .notARegularFile(let kind): return "\(path): this is \(kind), expected an image file"
    case .changedWhileReading: return "\(path): the file changed while it was read"
    case .system(let operation, let code):
      return "\(path): cannot \(operation): \(unsafe String(cString: strerror(code)))"
    case .image(let error): return "\(path): \(error)"
    }
  }
}

/// Loads images from paths that nobody vouches for.
///
/// Opening never blocks and never reads a device: a folder, FIFO, socket or device is an error that
/// says so.
public enum ImageFile {
  /// What the file says about its image, without decoding the pixels.
  public static func readInfo(
    path: String, limits: DecodeLimits = DecodeLimits()
  ) throws(ImageFileError) -> ImageInfo {
    let bytes = try read(path: path, limits: limits)
    return try wrap(path) { () throws(ImageError) in try readInfo(bytes, limits: limits) }
  }

  /// What the bytes of a PNG or JPEG file say about its image, without decoding the pixels.
  public static func readInfo(
    _ bytes: [UInt8], limits: DecodeLimits = DecodeLimits()
  ) throws(ImageError) -> ImageInfo {
    switch try format(of: bytes) {
    case .png: return try PNGDecoder.readInfo(bytes, limits: limits)
    case .jpeg: return try JPEGDecoder.readInfo(bytes, limits: limits)
    }
  }

  /// How many pixels the image in the bytes of a PNG or JPEG file has, as the header says.
  static func pixelCount(of bytes: [UInt8], limits: DecodeLimits) throws(ImageError) -> Int {
    switch try format(of: bytes) {
    case .png: return try PNGDecoder.pixelCount(of: bytes, limits: limits)
    case .jpeg:
      let info = try JPEGDecoder.readInfo(bytes, limits: limits)
      return info.width * info.height
    }
  }

  /// The decoded image in the file, whose format is known by its first bytes and not by its name.
  public static func load(
    path: String, limits: DecodeLimits = DecodeLimits()
  ) throws(ImageFileError) -> DecodedImage {
    let bytes = try read(path: path, limits: limits)
    return try wrap(path) { () throws(ImageError) in try decode(bytes, limits: limits) }
  }

  /// The decoded image in the bytes of a PNG or JPEG file.
  public static func decode(
    _ bytes: [UInt8], limits: DecodeLimits = DecodeLimits()
  ) throws(ImageError) -> DecodedImage {
    switch try format(of: bytes) {
    case .png: return try PNGDecoder.decode(bytes, limits: limits)
    case .jpeg: return try JPEGDecoder.decode(bytes, limits: limits)
    }
  }

  /// All bytes of a regular file no larger than `limits.maximumFileSize`.
  public static func read(
    path: String, limits: DecodeLimits = DecodeLimits()
  ) throws(ImageFileError) -> [UInt8] {
    func failure(_ cause: ImageFileError.Cause) -> ImageFileError {
      ImageFileError(path: path, cause: cause)
    }
    if path.utf8.contains(0) { throw failure(.notFound) }
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    if descriptor < 0 {
      switch errno {
      case ENOENT, ENOTDIR: throw failure(.notFound)
      case EACCES, EPERM: throw failure(.permissionDenied)
      case ENXIO: throw failure(.notARegularFile(kind: "a socket or a device without a driver"))
      case let code: throw failure(.system(operation: "open the file", code: code))
      }
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw failure(.system(operation: "inspect the file", code: errno))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw failure(.notARegularFile(kind: kind(ofMode: status.st_mode)))
    }
    let size = Int(status.st_size)
    guard size <= limits.maximumFileSize else {
      throw failure(
        .image(.limitExceeded(limit: .fileSize, found: size, allowed: limits.maximumFileSize)))
    }
    var code: Int32 = 0
    // One byte more than the size, to notice a file that grew.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
      while count < size + 1 {
        let result = unsafe Foundation.read(
          descriptor, buffer.baseAddress.map { unsafe $0 + count }, size + 1 - count)
        if result == 0 { break }
        if result > 0 {
          count += result
        } else if errno != EINTR {
          code = errno
          break
        }
      }
    }
    guard code == 0 else { throw failure(.system(operation: "read the file", code: code)) }
    guard bytes.count == size else { throw failure(.changedWhileReading) }
    return bytes
  }

  private static func format(of bytes: [UInt8]) throws(ImageError) -> ImageFormat {
    if let format = ImageFormat(signatureOf: bytes) { return format }
    if bytes.isEmpty { throw .unknownFormat(reason: "the file is empty, expected a PNG or JPEG") }
    // A damaged start of a PNG is better named as such.
    if bytes.starts(with: [0x89, 0x50]) || bytes.dropFirst().starts(with: Array("PNG".utf8)),
      let fault = PNGSignature.fault(in: bytes)
    {
      throw fault
    }
    let start = bytes.prefix(8).map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "0" + digits : digits
    }
    throw .unknownFormat(
      reason: "the file is neither PNG nor JPEG, it starts with "
        + (known(bytes) ?? start.joined(separator: " ")))
  }

  /// Formats that users bring and that are not read, by their first bytes.
  private static func known(_ bytes: [UInt8]) -> String? {
    func has(_ text: String, at offset: Int) -> Bool {
      bytes.dropFirst(offset).starts(with: Array(text.utf8))
    }
    if has("GIF8", at: 0) { return "the signature of GIF" }
    if has("RIFF", at: 0), has("WEBP", at: 8) { return "the signature of WebP" }
    if has("ftypavif", at: 4) { return "the signature of AVIF" }
    if has("ftyphei", at: 4) || has("ftypmif1", at: 4) { return "the signature of HEIC" }
    if has("II*\0", at: 0) || has("MM\0*", at: 0) { return "the signature of TIFF" }
    if has("BM", at: 0) { return "the signature of BMP" }
    if has("<svg", at: 0) || has("<?xml", at: 0) { return "the text of an SVG or XML file" }
    return nil
  }

  private static func kind(ofMode mode: mode_t) -> String {
    switch mode & S_IFMT {
    case S_IFDIR: return "a folder"
    case S_IFIFO: return "a FIFO"
    case S_IFSOCK: return "a socket"
    case S_IFCHR: return "a character device"
    case S_IFBLK: return "a block device"
    default: return "no regular file"
    }
  }

  private static func wrap<R>(
    _ path: String, _ body: () throws(ImageError) -> R
  ) throws(ImageFileError) -> R {
    do {
      return try body()
    } catch {
      throw ImageFileError(path: path, cause: .image(error))
    }
  }
}
