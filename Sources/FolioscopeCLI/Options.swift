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
  /// Whether scenes may name files outside their folders; of the commands that read scenes.
  var allowsOutsideFiles = false

  /// The usual way.
  init() {}

  init(_ arguments: ParsedArguments) throws(UsageError) {
    progress = try arguments.choice(.progress, as: Progress.self) ?? progress
    color = try arguments.choice(.color, as: ColorChoice.self) ?? color
    logFormat = try arguments.choice(.logFormat, as: LogFormat.self) ?? logFormat
    isQuiet = arguments.flag(.quiet) ?? false
    isVerbose = arguments.flag(.verbose) ?? false
    allowsOutsideFiles = arguments.flag(.allowOutside) ?? false
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
    case (nil, let time?): instant = .time(try arguments.time(.at, time))
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
