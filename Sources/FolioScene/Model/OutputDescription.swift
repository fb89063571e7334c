import FolioNumerics

/// Where and how the frames are written.
public struct OutputDescription: Hashable, Sendable {
  /// Which channels a frame has.
  public enum Alpha: String, Hashable, Sendable, CaseIterable {
    /// Red, green and blue; alpha too on a transparent canvas.
    case auto
    /// Always alpha.
    case always
    /// Never alpha.
    case never
  }

  /// How hard the PNG encoder tries.
  public enum Level: String, Hashable, Sendable, CaseIterable {
    /// Not compressed.
    case stored
    /// Quickly.
    case fast
    /// As small as can be, slowly.
    case small
  }

  /// The folder, relative to the scene's own; `nil` for `out/NAME`.
  public var directory: String?
  /// The name of a frame's file, with `%05d`, `#####` or `{frame}` for its number.
  public var name: String
  /// The number of the first frame.
  public var start: Int
  /// Which channels a frame has.
  public var alpha: Alpha
  /// Seconds for which the last frame is repeated.
  public var holdLast: Rational
  /// Whether the state at the very end is drawn as one more frame.
  public var includesEnd: Bool
  /// How hard the PNG encoder tries.
  public var level: Level
  /// Where it was written.
  public var provenance = Provenance()

  /// An output: `frame-00000.png` and so on, fast, alpha as needed, unless told otherwise.
  public init(
    directory: String? = nil, name: String = "frame-%05d.png", start: Int = 0,
    alpha: Alpha = .auto, holdLast: Rational = 0, includesEnd: Bool = false, level: Level = .fast
  ) {
    self.directory = directory
    self.name = name
    self.start = start
    self.alpha = alpha
    self.holdLast = holdLast
    self.includesEnd = includesEnd
    self.level = level
  }
}
