/// A position on one axis of a variable font.
public struct FontVariation: Hashable, Sendable {
  /// The axis's four letters, such as `wght`.
  public var axis: String
  /// The position in the axis's own scale; values outside its range go to the nearest end.
  public var value: Double

  /// A position on an axis.
  public init(axis: String, value: Double) {
    self.axis = axis
    self.value = value
  }
}

/// Which face of which file to use, and at which variation.
public struct FontSource: Hashable, Sendable {
  /// The file, absolute or relative to the working folder.
  public var path: String
  /// The face in a collection, from 0.
  public var index: Int
  /// Fixed positions of a variable font's axes. An axis that is not listed stays at its default,
  /// except `wght`, which follows the weight a text asks for.
  public var variations: [FontVariation]

  /// A face of a file.
  public init(path: String, index: Int = 0, variations: [FontVariation] = []) {
    self.path = path
    self.index = index
    self.variations = variations
  }
}
