import Foundation

/// The few things that goldens do with files.
enum FileSystem {
  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Whether the path, its links followed, is a folder.
  static func isFolder(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: resolved(path))
    return attributes?[.type] as? FileAttributeType == .typeDirectory
  }

  /// The names in a folder, sorted by their bytes.
  static func names(in folder: String) throws(GoldenError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    } catch {
      if !exists(folder) { throw .notFound(path: folder, expected: "folder") }
      throw .permission(path: folder)
    }
  }

  /// The path with every link in it followed, so that writing changes the target and never replaces
  /// the link. A part that is not there yet stays as it is.
  static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  static func makeFolder(_ path: String) throws(GoldenError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .cannotWrite(path: path, reason: error.localizedDescription)
    }
  }

  /// Writes a file whole or not at all, unless it has these bytes already.
  ///
  /// - Returns: Whether the file was written.
  @discardableResult
  static func write(_ bytes: [UInt8], to path: String) throws(GoldenError) -> Bool {
    let target = resolved(path)
    if let old = FileManager.default.contents(atPath: target), old.elementsEqual(bytes) {
      return false
    }
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: target), options: .atomic)
    } catch {
      throw .cannotWrite(path: path, reason: error.localizedDescription)
    }
    return true
  }

  static func remove(_ path: String) throws(GoldenError) {
    do { try FileManager.default.removeItem(atPath: path) } catch {
      throw .cannotWrite(path: path, reason: error.localizedDescription)
    }
  }

  /// The path of `path` as seen from `folder`, with `..` where needed; both are made absolute.
  static func relative(_ path: String, to folder: String) -> String {
    let a = URL(fileURLWithPath: path).standardizedFileURL.pathComponents
    let b = URL(fileURLWithPath: folder).standardizedFileURL.pathComponents
    let common = zip(a, b).prefix { $0 == $1 }.count
    let parts = Array(repeating: "..", count: b.count - common) + a[common...]
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }
}

/// An exclusive hold on one golden among all processes of the machine.
///
/// The lock is a file in the temporary folder, named by a digest of the golden's resolved path, so
/// nothing is left beside the goldens. It goes with the process that holds it, however that ends.
final class GoldenLock {
  private let handle: FileHandle

  /// Takes the lock, waiting up to a minute for another process.
  init(_ golden: String) throws(GoldenError) {
    let folder = NSTemporaryDirectory() + "folioscope-golden-locks-\(getuid())"
    try FileSystem.makeFolder(folder)
    let digest = SHA256Digits.of(FileSystem.resolved(golden))
    let path = "\(folder)/\(digest).lock"
    // Made once and never replaced: two processes must not hold two files of one name. Where another
    // process is faster this fails, and its file serves.
    try? Data().write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
    guard let handle = FileHandle(forUpdatingAtPath: path) else {
      throw .cannotWrite(path: path, reason: "the lock cannot be opened")
    }
    self.handle = handle
    for attempt in 0... {
      if flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0 { return }
      if attempt == 1200 { throw .busy(path: golden) }
      usleep(50_000)
    }
  }

  deinit { try? handle.close() }
}
