import FolioImageCoding
import FolioRaster
import FolioScene

/// The pictures that a scene names.
///
/// Each file is read once, and its bytes stay in memory: what is checked before the first frame,
/// hashed for the manifest and drawn hours later is one and the same, whatever becomes of the file.
/// Bitmaps are made of the bytes when they are needed and lie in a ``BitmapCache``; made again, they
/// are the same.
///
/// Images are taken as sRGB. Another embedded profile is a warning that names file and profile.
final class ImageStore: Sendable {
  /// Bytes that all files together may have: 512 MiB. What their pictures take is bounded by the
  /// cache, and for a single one by ``FolioImageCoding/DecodeLimits``.
  static let byteLimit = 512 << 20

  /// A picture that can be drawn.
  private struct Picture {
    let bytes: [UInt8]
    let info: ImageInfo
  }

  /// Why a picture cannot be used.
  struct Fault: Error {
    let message: String
    let code: Diagnostic.Code
  }

  private static let limits = DecodeLimits()

  private let pictures: [String: Picture]
  private let faults: [String: Fault]
  private let cache: BitmapCache

  /// Reads and decodes pictures.
  ///
  /// - Parameters:
  ///   - paths: their paths in the order of the scene; one that comes again is read once.
  ///   - cache: where bitmaps are kept, those of the first pictures from the beginning.
  ///   - jobs: how many threads decode.
  init(_ paths: [AssetPath], cache: BitmapCache, jobs: Int) {
    self.cache = cache
    var names: [String] = []
    var files: [[UInt8]] = []
    var faults: [String: Fault] = [:]
    var seen: Set<String> = []
    var bytes = 0
    for path in paths where seen.insert(path.resolved).inserted {
      do throws(Fault) {
        let file = try ImageStore.read(path.resolved, after: bytes)
        bytes += file.count
        names.append(path.resolved)
        files.append(file)
      } catch {
        faults[path.resolved] = error
      }
    }
    var pictures: [String: Picture] = [:]
    cache.takeFromBudget(bytes)
    // The threads have here what their own frames take later.
    let images = ImageFile.decode(
      batch: files, limits: ImageStore.limits, jobs: jobs,
      byteLimit: cache.budget + jobs * cache.frameSize, keptLimit: cache.budget)
    for (i, image) in images.enumerated() {
      switch image {
      case .success(let image):
        pictures[names[i]] = Picture(bytes: files[i], info: image.info)
        if let bitmap = image.bitmap { cache.prefetched(bitmap, ofPicture: names[i]) }
      case .failure(let error):
        faults[names[i]] = Fault(message: "\(names[i]): \(error)", code: .badText)
      }
    }
    self.pictures = pictures
    self.faults = faults
  }

  private static func read(_ path: String, after bytes: Int) throws(Fault) -> [UInt8] {
    let file: [UInt8]
    do throws(ImageFileError) {
      file = try ImageFile.read(path: path, limits: limits)
    } catch {
      let code: Diagnostic.Code
      switch error.cause {
      case .notFound: code = .missingFile
      case .permissionDenied: code = .unreadableFile
      case .notARegularFile: code = .notAFile
      case .changedWhileReading, .system: code = .unreadableFile
      case .image: code = .badText
      }
      throw Fault(message: error.description, code: code)
    }
    if bytes + file.count > byteLimit {
      throw Fault(
        message: "\(path): \(file.count) bytes bring the files of the scene's pictures over "
          + "\(byteLimit >> 20) MiB", code: .limit)
    }
    return file
  }

  /// Why a picture cannot be used; `nil` if it can.
  func fault(of path: AssetPath) -> Fault? { faults[path.resolved] }

  /// What should be looked at in a picture that can be used.
  func warnings(of path: AssetPath) -> [String] {
    (pictures[path.resolved]?.info.warnings ?? []).map { "\(path.resolved): \($0)" }
  }

  /// What is known of a picture that can be used.
  func info(of path: AssetPath) -> ImageInfo? { pictures[path.resolved]?.info }

  /// The bytes of the file of a picture that can be used.
  func bytes(ofFile path: String) -> [UInt8]? { pictures[path]?.bytes }

  /// A picture that is to be drawn.
  func bitmap(_ path: AssetPath) -> Bitmap? {
    if let bitmap = cache.picture(path.resolved) { return bitmap }
    guard let decoded = decode(path.resolved) else { return nil }
    cache.keep(decoded, ofPicture: path.resolved)
    return decoded
  }

  /// A picture that is a page as it is.
  func page(_ path: AssetPath) -> PreparedBitmap? {
    if let page = cache.page(ofPicture: path.resolved) { return page }
    guard let decoded = decode(path.resolved) else { return nil }
    cache.keep(decoded, ofPicture: path.resolved)
    return cache.page(ofPicture: path.resolved)
  }

  private func decode(_ path: String) -> Bitmap? {
    guard let picture = pictures[path] else { return nil }
    cache.makeRoom(for: picture.info.width * picture.info.height * 4)
    do throws(ImageError) {
      return try ImageFile.decode(picture.bytes, limits: ImageStore.limits).premultiplied()
    } catch {
      // The same bytes have been decoded before, within the same limits.
      preconditionFailure("\(path): decoded once and not again: \(error)")
    }
  }
}
