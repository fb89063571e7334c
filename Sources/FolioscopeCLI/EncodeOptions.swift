import FolioSequence
import Folioscope

/// What `encode` is to do.
struct EncodeOptions: Equatable {
  /// The folder of frames, or its manifest.
  var folder: FilePath
  /// The video.
  var output: FilePath
  /// An expression for ``FrameSet/init(_:frameCount:markers:)``, or `nil` for all frames.
  var frames: String?
  /// The rate of the video, where it is not the sequence's.
  var frameRate: FrameRate?
  /// How long the last frame is repeated, in seconds.
  var holdLast: FrameTime?
  /// How the video is made.
  var video: VideoSettings
  /// How many threads read, at least 1.
  var jobs: Int
  /// Whether to write nothing.
  var isDryRun: Bool

  init(
    _ arguments: ParsedArguments, environment: [String: String], processors: Int
  ) throws(UsageError) {
    folder = try arguments.path(ofOperand: 0)
    guard let path = try arguments.path(.output) else {
      throw UsageError(
        command: arguments.command,
        reason: "the output is missing; write -o FILE.mp4, .webm, .mov, .gif, .apng or .webp")
    }
    output = path
    frames = try arguments.text(.frames)
    frameRate = try arguments.frameRate(.frameRate)
    if let text = try arguments.text(.holdLast) {
      holdLast = try arguments.time(.holdLast, text)
    }
    video = try VideoSettings(arguments)
    try video.check(path, arguments)
    jobs = try arguments.jobs(environment: environment, processors: processors)
    isDryRun = arguments.flag(.dryRun) ?? false
  }
}
