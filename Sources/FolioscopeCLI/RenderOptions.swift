import FolioSequence
import Folioscope

/// What `render` is to do.
struct RenderOptions: Equatable {
  /// Where frames go.
  enum Output: Equatable {
    /// A folder that the command line names.
    case folder(FilePath)
    /// The folder that the scene names.
    case scene
    /// Standard output, one frame after the other.
    case standardOutput(StreamFormat)
    /// A video.
    case video(FilePath)
  }

  /// The scene.
  var scene: FilePath
  /// Where frames go.
  var output: Output
  /// The pattern of file names, where it is not the scene's.
  var name: String?
  /// An expression for ``FrameSet/init(_:frameCount:markers:)``, or `nil` for all frames.
  var frames: String?
  /// Frames a second, where it is not the scene's.
  var frameRate: FrameRate?
  /// Whether to draw only what repeats without a seam.
  var loops: Bool
  /// How long the last frame is repeated, in seconds, where it is not the scene's.
  var holdLast: FrameTime?
  /// How many threads draw, at least 1.
  var jobs: Int
  /// How the folder is written.
  var folder = FrameFolderOptions()
  /// How a video is made.
  var video = VideoSettings()
  /// Whether to write nothing.
  var isDryRun: Bool

  /// What `render` takes from the command line and the environment.
  ///
  /// - Parameter processors: How many processors the program may use.
  init(
    _ arguments: ParsedArguments, environment: [String: String], processors: Int
  ) throws(UsageError) {
    scene = try arguments.path(ofOperand: 0)
    name = try arguments.text(.name)
    frames = try arguments.text(.frames)
    isDryRun = arguments.flag(.dryRun) ?? false
    folder.overwrite = arguments.flag(.overwrite) ?? false
    folder.links = arguments.flag(.links) ?? true
    folder.durable = arguments.flag(.durable) ?? false
    frameRate = try arguments.frameRate(.frameRate)
    loops = arguments.flag(.loop) ?? false
    if let text = try arguments.text(.holdLast) {
      holdLast = try arguments.time(.holdLast, text)
    }
    if loops, holdLast != nil {
      throw UsageError(
        command: arguments.command,
        reason: "--loop goes on without end and --hold-last stays at the end; write one of them")
    }
    output = try RenderOptions.output(arguments)
    jobs = try arguments.jobs(environment: environment, processors: processors)
    video = try VideoSettings(arguments)
    try checkVideo(arguments)
  }

  /// Makes sure that the options of a video come with one, and those of frames without.
  private func checkVideo(_ arguments: ParsedArguments) throws(UsageError) {
    guard case .video(let file) = output else {
      if let option = Option.videoOptions.first(where: arguments.has) {
        throw UsageError(
          command: arguments.command,
          reason: "--\(option.name) is for a video; write --video FILE too, or leave it out")
      }
      return
    }
    for option in [Option.output, .format, .name, .links, .durable] where arguments.has(option) {
      throw UsageError(
        command: arguments.command,
        reason:
          "--\(option.name) is for frames, and --video writes none; leave one of them out, or "
          + "render into a folder and encode that")
    }
    try video.check(file, arguments)
  }

  static let jobsAdvice = "write a number from 1 to 1024, a share such as 50%, or auto"

  /// How many threads a text asks for; `nil` if it asks for none.
  static func jobs(_ text: String, processors: Int) -> Int? {
    if text == "auto" { return processors }
    let isShare = text.hasSuffix("%")
    let digits = isShare ? text.dropLast() : Substring(text)
    guard (1...4).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits),
      (1...1024).contains(number)
    else { return nil }
    return isShare ? max(1, processors * number / 100) : number
  }

  private static func output(_ arguments: ParsedArguments) throws(UsageError) -> Output {
    let format = try arguments.choice(.format, as: StreamFormat.self)
    if let file = try arguments.path(.video) { return .video(file) }
    let path = try arguments.path(.output)
    if path?.bytes == Array("-".utf8) {
      guard let format else {
        throw UsageError(
          command: arguments.command,
          reason: "-o - writes a stream of frames; write --format with png, rgba, rgb or y4m")
      }
      return .standardOutput(format)
    }
    if let format, format != .png {
      throw UsageError(
        command: arguments.command,
        reason: "--format \(format.rawValue) is a stream; write -o - and a pipe behind it")
    }
    guard let path else { return .scene }
    let name = path.description
    if VideoContainer(of: path) != nil || name.lowercased().hasSuffix(".m4v") {
      throw UsageError(
        command: arguments.command,
        reason: "-o \(name): render writes frames into a folder; for a video write --video \(name)")
    }
    return .folder(path)
  }
}
