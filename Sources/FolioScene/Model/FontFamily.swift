/// A file of a font family.
public struct FontSource: Hashable, Sendable {
  /// The file: TrueType, OpenType or a collection.
  public var path: AssetPath
  /// Which font of a collection, counted from 0.
  public var index: Int
  /// Values on the axes of a variable font, by four-letter tag, in the order written.
  public var axes: [FontAxis]

  /// A file.
  public init(_ path: AssetPath, index: Int = 0, axes: [FontAxis] = []) {
    self.path = path
    self.index = index
    self.axes = axes
  }
}

/// A value on an axis of a variable font.
public struct FontAxis: Hashable, Sendable {
  /// The axis's tag, such as `wght`.
  public var tag: String
  /// The value.
  public var value: Double

  /// A value on an axis.
  public init(_ tag: String, _ value: Double) {
    self.tag = tag
    self.value = value
  }
}

/// A font under a name: files in the order in which they are asked for a character.
public struct FontFamily: Hashable, Sendable {
  /// The name that styles use.
  public var id: String
  /// The files, at least one.
  public var sources: [FontSource]
  /// Where it was written.
  public var provenance = Provenance()

  /// A font.
  public init(_ id: String, _ sources: [FontSource]) {
    self.id = id
    self.sources = sources
  }

  /// A font of one file.
  public init(_ id: String, _ path: AssetPath) { self.init(id, [FontSource(path)]) }

  /// The names of the fonts that ship with Folioscope.
  public static let builtIn = ["text", "display"]
}
