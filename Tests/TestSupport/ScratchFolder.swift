import Foundation

/// A folder of its own for a test, removed with everything in it when the value goes.
public final class ScratchFolder {
  /// The folder.
  public let url: URL

  /// Makes an empty folder under the system's folder for temporary files.
  public init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("folioscope-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The folder's path, without a slash at the end.
  public var path: String { url.path }

  /// The path of a file in the folder.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Writes a text to a file in the folder, with the folders that lead to it; the file's path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// Every file of a folder in the folder by name, hidden ones too, with its bytes.
  public func contents(of folder: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: file(folder)) {
      files[name] = try Data(contentsOf: URL(fileURLWithPath: file(folder) + "/" + name))
    }
    return files
  }
}
