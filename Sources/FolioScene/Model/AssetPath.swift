/// A file that a scene names: an image, a font, a recorded touch trace.
public struct AssetPath: Hashable, Sendable {
  /// The path as written in the scene.
  public var written: String
  /// The path that opens the file from the working directory: relative paths count from the folder
  /// of the file that names them.
  public var resolved: String
  /// Where it was written; takes no part in comparisons.
  public var provenance = Provenance()

  /// A path, relative to the working directory.
  public init(_ path: String) { self.init(written: path, resolved: path) }

  /// A path from its parts.
  public init(written: String, resolved: String) {
    self.written = written
    self.resolved = resolved
  }
}

extension AssetPath: ExpressibleByStringLiteral {
  /// A path, relative to the working directory.
  public init(stringLiteral value: String) { self.init(value) }
}
