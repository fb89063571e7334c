import Folioscope

/// How a program talks: the options that all commands have.
struct CommonOptions: Equatable {
  /// How progress is reported.
  enum Progress: String {
    case auto
    case bar
    case plain
    case json
    case none
  }

  /// When messages are coloured.
  enum ColorChoice: String {
    case auto
    case always
    case never
  }

  /// How messages are written.
  enum LogFormat: String {
    case text
    case json
  }

  var progress = Progress.auto
  var color = ColorChoice.auto
  var logFormat = LogFormat.text
  var isQuiet = false
  var isVerbose = false
  /// Where the fonts that ship are looked for first.
  var fontFolders: [String] = []

  /// The usual way.
  init() {}

  init(_ arguments: ParsedArguments) throws(UsageError) {
    progress = try arguments.choice(.progress, as: Progress.self) ?? progress
    color = try arguments.choice(.color, as: ColorChoice.self) ?? color
    logFormat = try arguments.choice(.logFormat, as: LogFormat.self) ?? logFormat
    isQuiet = arguments.flag(.quiet) ?? false
    isVerbose = arguments.flag(.verbose) ?? false
    if let folder = try arguments.path(.fonts) { fontFolders = [folder.description] }
  }
}

/// What `check` is to do.
struct CheckOptions: Equatable {
  /// The scenes, in the order of the command line.
  var scenes: [FilePath]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    scenes = []
    for i in arguments.operands.indices { scenes.append(try arguments.path(ofOperand: i)) }
  }
}

/// What `doctor` is to do.
struct DoctorOptions: Equatable {
  /// The scenes, in the order of the command line.
  var scenes: [FilePath]
  /// Whether to print JSON.
  var isJSON: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    scenes = []
    for i in arguments.operands.indices { scenes.append(try arguments.path(ofOperand: i)) }
    isJSON = arguments.flag(.json) ?? false
  }
}

/// What `info` is to do.
struct InfoOptions: Equatable {
  /// The scene.
  var scene: FilePath
  /// Whether to print JSON.
  var isJSON: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    scene = try arguments.path(ofOperand: 0)
    isJSON = arguments.flag(.json) ?? false
  }
}

/// What `still` is to do.
struct StillOptions: Equatable {
  /// Which frame.
  enum Instant: Equatable {
    /// An expression for ``FrameSet/frame(_:frameCount:markers:)``.
    case frame(String)
    /// A time in seconds.
    case time(FrameTime)
  }

  /// The scene.
  var scene: FilePath
  /// Which frame to draw.
  var instant: Instant
  /// The file to write, or `nil` for standard output.
  var output: FilePath?
  /// Which channels the file holds.
  var colorType: SceneFilm.StillColorType

  init(_ arguments: ParsedArguments) throws(UsageError) {
    scene = try arguments.path(ofOperand: 0)
    colorType = try arguments.choice(.colorType, as: SceneFilm.StillColorType.self) ?? .auto
    switch (try arguments.text(.frame), try arguments.text(.at)) {
    case (let frame?, nil): instant = .frame(frame)
    case (nil, let time?): instant = .time(try StillOptions.time(time, arguments))
    case (nil, nil):
      throw UsageError(
        command: arguments.command,
        reason: "the frame is missing; write --frame N, --frame last, --frame @marker or --at 1.5s")
    default:
      throw UsageError(
        command: arguments.command, reason: "--frame and --at both name a frame; write one of them")
    }
    guard let path = try arguments.path(.outputFile) else {
      throw UsageError(
        command: arguments.command, reason: "the output is missing; write -o FILE.png, or -o -")
    }
    output = path.bytes == Array("-".utf8) ? nil : path
  }

  /// `1.5s`, `350ms` or a number of seconds, exactly.
  private static func time(
    _ text: String, _ arguments: ParsedArguments
  ) throws(UsageError) -> FrameTime {
    let fault = arguments.error(
      .at, "is \"\(text)\"; a time is wanted, such as 1.5s, 350ms or 2, at most 24 hours")
    var digits = Substring(text)
    var unit: Int64 = 1
    if digits.hasSuffix("ms") {
      digits = digits.dropLast(2)
      unit = 1000
    } else if digits.hasSuffix("s") {
      digits = digits.dropLast()
    }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 9 }),
      parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let whole = Int64(parts[0]), let fraction = Int64(parts.count == 2 ? parts[1] : "0")
    else { throw fault }
    var scale: Int64 = 1
    if parts.count == 2 { for _ in parts[1].utf8 { scale *= 10 } }
    if whole > 86_400 * unit { throw fault }
    return FrameTime(whole * scale + fraction, scale * unit)
  }
}

/// What `trace` is to do.
struct TraceOptions: Equatable {
  /// The kinds of plots.
  enum Plot: Equatable {
    case png(FilePath)
    case svg(FilePath)
  }

  /// The scene.
  var scene: FilePath
  /// Whether to write a line an event instead of a line a frame.
  var showsEvents: Bool
  /// An expression for ``FrameSet/init(_:frameCount:markers:)``, or `nil` for all frames.
  var frames: String?
  /// The plot to draw.
  var plot: Plot?
  /// The file to write lines into; `nil` is standard output.
  var output: FilePath?
  /// Whether lines are written.
  var writesLines: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    scene = try arguments.path(ofOperand: 0)
    showsEvents = arguments.flag(.events) ?? false
    frames = try arguments.text(.frames)
    if showsEvents && frames != nil {
      throw UsageError(
        command: arguments.command, reason: "--frames chooses lines of frames; --events has none")
    }
    if let path = try arguments.path(.plot) {
      let name = path.description.lowercased()
      if name.hasSuffix(".png") {
        plot = .png(path)
      } else if name.hasSuffix(".svg") {
        plot = .svg(path)
      } else {
        throw arguments.error(.plot, "is \"\(path)\"; write a name that ends in .png or .svg")
      }
    }
    let path = try arguments.path(.traceOutput)
    output = path.flatMap { $0.bytes == Array("-".utf8) ? nil : $0 }
    writesLines = path != nil || plot == nil || showsEvents || frames != nil
  }
}

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
  }

  /// The scene.
  var scene: FilePath
  /// Where frames go.
  var output: Output
  /// The pattern of file names, where it is not the scene's.
  var name: String?
  /// An expression for ``FrameSet/init(_:frameCount:markers:)``, or `nil` for all frames.
  var frames: String?
  /// How many threads draw, at least 1.
  var jobs: Int
  /// How the folder is written.
  var folder = FrameFolderOptions()
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
    output = try RenderOptions.output(arguments)
    if let text = try arguments.text(.jobs) {
      guard let jobs = RenderOptions.jobs(text, processors: processors) else {
        throw arguments.error(.jobs, "is \"\(text)\"; " + RenderOptions.jobsAdvice)
      }
      self.jobs = jobs
    } else if let text = environment["FOLIOSCOPE_JOBS"], !text.isEmpty {
      guard let jobs = RenderOptions.jobs(text, processors: processors) else {
        throw UsageError(
          command: arguments.command,
          reason: "FOLIOSCOPE_JOBS in the environment is \"\(text)\"; " + RenderOptions.jobsAdvice)
      }
      self.jobs = jobs
    } else {
      jobs = processors
    }
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
    for suffix in [".mp4", ".mov", ".m4v", ".webm", ".gif", ".apng", ".webp", ".png"]
    where name.lowercased().hasSuffix(suffix) {
      throw UsageError(
        command: arguments.command,
        reason: "-o \(name): render writes frames into a folder; write -o "
          + "\(name.dropLast(suffix.count)), and make a video of the frames with the ffmpeg "
          + "arguments that their manifest states")
    }
    return .folder(path)
  }
}
