import FolioFontBridge

/// The bytes of a font file, read once and shared by the engines that use it.
///
/// The memory never moves and never changes, so FreeType, HarfBuzz and other threads may keep
/// pointers into it for as long as they keep the object.
@safe public final class FontData: Sendable {
  /// The largest font file that is read, in bytes: 64 MiB.
  public static let byteLimit = 64 << 20

  /// Where the bytes came from; error messages name it.
  public let path: String
  /// The number of bytes.
  public let count: Int

  /// The bytes; valid while the object lives.
  nonisolated(unsafe) let base: UnsafePointer<UInt8>

  /// Reads a file.
  ///
  /// - Parameter path: absolute, or relative to the working folder.
  /// - Throws: ``FontError`` when there is no such file, it is not a regular file, it is larger
  ///   than ``byteLimit`` or cannot be read.
  public init(path: String) throws(FontError) {
    var bytes: UnsafeMutablePointer<UInt8>? = nil
    var size: Int64 = 0
    var code: Int32 = 0
    if path.utf8.contains(0) {
      throw .unreadable(file: path, reason: "the path holds a NUL character")
    }
    let status = unsafe folio_font_read(path, Int64(Self.byteLimit), &bytes, &size, &code)
    switch Int(status) {
    case Int(FOLIO_FONT_OK): break
    case Int(FOLIO_FONT_NOT_A_FILE): throw .notRegularFile(file: path)
    case Int(FOLIO_FONT_TOO_LARGE):
      throw .tooLarge(file: path, bytes: Int(size), limit: Self.byteLimit)
    case Int(FOLIO_FONT_NO_MEMORY): throw .unreadable(file: path, reason: "out of memory")
    default:
      if folio_font_is_missing(code) != 0 { throw .notFound(file: path, lookedIn: []) }
      throw .unreadable(file: path, reason: unsafe String(cString: folio_font_error_text(code)))
    }
    guard let bytes = unsafe bytes else {
      throw .unreadable(file: path, reason: "out of memory")
    }
    self.path = path
    count = Int(size)
    unsafe base = UnsafePointer(bytes)
  }

  deinit {
    unsafe folio_font_free(UnsafeMutablePointer(mutating: base))
  }
}
