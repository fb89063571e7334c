import Foundation

/// Where the reference data that came from elsewhere lies: `Tests/Reference`.
public enum ReferenceData {
  /// The project's root, found from this file.
  public static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A file or folder under `Tests/Reference`.
  public static func url(_ path: String) -> URL {
    root.appendingPathComponent("Tests/Reference").appendingPathComponent(path)
  }

  /// The bytes of a reference file.
  public static func data(_ path: String) throws -> Data {
    try Data(contentsOf: url(path))
  }
}
