import FolioImageCoding
import FolioRaster
import FolioScene

/// The pictures that a scene names, each decoded once.
///
/// Images are taken as sRGB. Another embedded profile is a warning that names file and profile.
struct ImageStore: Sendable {
  /// Bytes that all decoded pictures together may take: 512 MiB.
  static let memoryLimit = 512 << 20

  private var bitmaps: [String: Bitmap] = [:]
  private var failed: [String: String] = [:]
  private var bytes = 0
  private var limits = DecodeLimits()

  /// The picture of a path that was loaded.
  subscript(path: AssetPath) -> Bitmap? { bitmaps[path.resolved] }

  /// Loads a picture, unless it has been.
  ///
  /// - Returns: what is wrong with it, or what should be looked at.
  mutating func load(_ path: AssetPath) -> (error: ImageFault?, warnings: [String]) {
    let key = path.resolved
    if bitmaps[key] != nil { return (nil, []) }
    if let message = failed[key] { return (ImageFault(message: message, code: .badText), []) }
    do throws(ImageFileError) {
      let info = try ImageFile.readInfo(path: key, limits: limits)
      let size = info.width * info.height * 4
      if bytes + size > ImageStore.memoryLimit {
        let message =
          "\(key): \(info.width) by \(info.height) pixels bring the scene's pictures over "
          + "\(ImageStore.memoryLimit >> 20) MiB"
        failed[key] = message
        return (ImageFault(message: message, code: .limit), [])
      }
      let image = try ImageFile.load(path: key, limits: limits)
      let warnings = image.info.warnings.map { "\(key): \($0)" }
      bitmaps[key] = image.premultiplied()
      bytes += size
      return (nil, warnings)
    } catch {
      let message = "\(error)"
      failed[key] = message
      let code: Diagnostic.Code
      switch error.cause {
      case .notFound: code = .missingFile
      case .permissionDenied: code = .unreadableFile
      case .notARegularFile: code = .notAFile
      case .changedWhileReading, .system: code = .unreadableFile
      case .image: code = .badText
      }
      return (ImageFault(message: message, code: code), [])
    }
  }

  /// Why a picture cannot be used.
  struct ImageFault {
    let message: String
    let code: Diagnostic.Code
  }
}
