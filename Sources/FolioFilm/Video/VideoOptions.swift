import FolioImageCoding

/// How a video is made.
public struct VideoOptions: Sendable {
  /// The encoder: a path, or a name that is looked for in `PATH`.
  public var program = "ffmpeg"
  /// The program that examines the result; `nil` for the ffprobe beside the encoder.
  public var prober: String?
  /// Whether the result is examined: the number of its frames, its rate, its size and its tags. A
  /// result that is not as it should be is an error.
  public var verifies = true
  /// Whether a file of the output's name is replaced.
  public var overwrite = false
  /// The constant rate factor of H.264 (0...51) and VP9 (0...63): less is better and larger. `nil`
  /// for 18 and 24.
  public var rateFactor: Int?
  /// The quality of WebP, 0...100; `nil` for lossless.
  public var quality: Int?
  /// The most colours of a GIF, 3...256 (ffmpeg makes no smaller palette). One entry of its palette
  /// is none, for what does not change, so 256 is 255.
  public var colors = 256
  /// How hard the encoder of an animated PNG tries.
  public var level = PNGEncoder.Level.fast
  /// How often an animation is played; 0 for endlessly.
  public var plays = 0
  /// How many times the last frame is repeated.
  public var heldFrames = 0
  /// How many threads draw, and what stops the work.
  public var film = FilmOptions()

  /// The usual way: ffmpeg, endless animations, and nothing is replaced.
  public init() {}

  /// The program that examines the result: `ffprobe` in the encoder's folder, or in `PATH` where
  /// that is where the encoder is looked for.
  var proberPath: String {
    if let prober { return prober }
    guard let slash = program.lastIndex(of: "/") else { return "ffprobe" }
    return program[...slash] + "ffprobe"
  }
}
