/// The kinds of files that a video is written as; a file's name says which.
public enum VideoContainer: String, CaseIterable, Hashable, Sendable {
  /// H.264 at 4:2:0, BT.709, for opaque sequences.
  case mp4
  /// VP9 at 4:2:0, BT.709, with an alpha channel for transparent canvases.
  case webm
  /// ProRes 4444 in QuickTime, BT.709, with an alpha channel for transparent canvases.
  case mov
  /// One palette of at most 256 colours for the whole sequence; pixels are opaque or not there.
  case gif
  /// Animated PNG: every pixel as it was drawn. Needs no other program.
  case apng
  /// Animated WebP, lossless unless a quality is stated.
  case webp

  /// What a file's name says: its ending, in capitals or not; `.png` is an animated PNG. `nil` for
  /// any other name.
  public init?(of path: FilePath) {
    let name = path.description.lowercased()
    let type = name.hasSuffix(".png") ? .apng : Self.allCases.first { name.hasSuffix(".\($0)") }
    guard let type else { return nil }
    self = type
  }

  /// Whether pixels may be transparent.
  public var keepsAlpha: Bool { self != .mp4 }

  /// Whether it is an animation, which says itself how often it is played and how long each of its
  /// pictures stays, and not a video of a constant rate.
  public var isAnimation: Bool { self == .gif || self == .apng || self == .webp }

  /// Whether ffmpeg makes it.
  public var needsEncoder: Bool { self != .apng }

  /// The qualities that may be asked for as a constant rate factor, or `nil` if it has none.
  public var rateFactors: ClosedRange<Int>? {
    switch self {
    case .mp4: 0...51
    case .webm: 0...63
    case .mov, .gif, .apng, .webp: nil
    }
  }

  /// All names: `NAME.mp4, .webm, .mov, .gif, .apng or .webp`.
  static var names: String {
    let types = allCases.map { ".\($0)" }
    return "NAME" + types.dropLast().joined(separator: ", ") + " or " + (types.last ?? "")
  }
}
