/// One option of the command line. The table of options yields the parser, the help text and the
/// completions, so that none of them can know another option than the rest.
struct Option: Hashable, Sendable {
  /// The long name, without the dashes.
  var name: String
  /// The one-letter name, if there is one.
  var short: Character?
  /// What stands for the value in the help text, or `nil` for a flag.
  var value: String?
  /// The words that the value may be, where they are few.
  var choices: [String] = []
  /// Whether a flag can be taken back by `--no-name`, which is shown in the help text then.
  var isNegatable = false
  /// What the option does: sentences without a period at the end of the last.
  var help: String

  static func flag(
    _ name: String, short: Character? = nil, isNegatable: Bool = false, help: String
  ) -> Option {
    Option(name: name, short: short, value: nil, isNegatable: isNegatable, help: help)
  }

  static func valued(
    _ name: String, short: Character? = nil, _ value: String, choices: [String] = [], help: String
  ) -> Option {
    Option(name: name, short: short, value: value, choices: choices, help: help)
  }
}

// MARK: - The table

extension Option {
  static let output = Option.valued(
    "output", short: "o", "DIR",
    help: "Write into this folder, which is created where it is missing; - writes a stream to "
      + "standard output (see --format). Default: the scene's output.dir, or out/NAME")
  static let outputFile = Option.valued(
    "output", short: "o", "FILE",
    help: "Write into this file; - writes to standard output")
  static let name = Option.valued(
    "name", "PATTERN",
    help: "Name frames like this: frame-%05d.png, p_####.png, {scene}-{frame}.png. Default: the "
      + "scene's output.name, or frame-%05d.png")
  static let format = Option.valued(
    "format", "FORMAT", choices: ["png", "rgba", "rgb", "y4m"],
    help: "Write PNG files, or with -o - a stream of PNG files, of raw pixels, or of y4m (4:2:0, "
      + "BT.709, limited range)")
  static let frames = Option.valued(
    "frames", "SET",
    help: "Draw only these frames, such as 0-149, 100-, 0-149x2, last, @marker-@end; both ends "
      + "count (see: folioscope help frames)")
  static let jobs = Option.valued(
    "jobs", short: "j", "N",
    help: "Draw and encode on this many threads: a number, a share of the processors such as 50%, "
      + "or auto. It changes no byte. Default: auto, or FOLIOSCOPE_JOBS")
  static let overwrite = Option.flag(
    "overwrite", help: "Take over a folder that holds frames of another scene; they are removed")
  static let links = Option.flag(
    "links", isNegatable: true,
    help: "Let frames with equal pixels share one file through hard links (the default)")
  static let durable = Option.flag(
    "durable", help: "Wait until each frame is on the disk before the next is written")
  static let dryRun = Option.flag(
    "dry-run", short: "n", help: "Say what would be written, and write nothing")
  static let frame = Option.valued(
    "frame", "N", help: "The frame: a number, -1 or last, last-9, or @marker")
  static let at = Option.valued(
    "at", "TIME", help: "The frame that shows this time: 1.5s, 350ms, or seconds")
  static let json = Option.flag("json", help: "Print JSON")
  static let events = Option.flag(
    "events", help: "A line for each callback and tap at its exact time, not for each frame")
  static let plot = Option.valued(
    "plot", "FILE",
    help: "Draw position and speed over time with the events marked, into a .png or .svg file")
  static let traceOutput = Option.valued(
    "output", short: "o", "FILE",
    help: "Write the lines into this file. Default: standard output, or nothing with --plot")

  static let mode = Option.valued(
    "mode", "MODE", choices: ["exact", "channel", "yiq", "oklab", "deltaE", "ssim"],
    help: "The measure of a difference. Default: exact")
  static let kind = Option.valued(
    "kind", "KIND", choices: ["cie94", "cie76", "ciede2000"],
    help: "Which formula deltaE takes. Default: cie94")
  static let tolerance = Option.valued(
    "tolerance", "T",
    help: "How far a pixel may be off: channel 0 to 254 (default 0), yiq and oklab 0 to 1 (default "
      + "0.1), deltaE from 0 (default 1); the least mean for ssim")
  static let floor = Option.valued("floor", "S", help: "The least local similarity of ssim")
  static let antiAliasing = Option.valued(
    "aa", "HOW", choices: ["excuse", "count"],
    help: "What yiq and oklab do with anti-aliased pixels. Default: excuse")
  static let backdrop = Option.valued(
    "backdrop", "GROUND", choices: ["pattern", "white"],
    help: "What transparent pixels of yiq and oklab lie on. Default: pattern")
  static let maxPixels = Option.valued(
    "max-pixels", "N", help: "How many pixels of a frame may differ. Default: 0")
  static let maxRatio = Option.valued(
    "max-ratio", "R", help: "Which share of a frame's pixels may differ, 0 to 1")
  static let window = Option.valued(
    "window", "SIDE,COUNT",
    help: "How many pixels may differ in any window of SIDE by SIDE pixels, such as 32,4")
  static let ignore = Option.valued(
    "ignore", "X,Y,W,H", help: "Rectangles in pixels in which nothing counts, with ; between them")
  static let align = Option.valued(
    "align", "HOW", choices: ["content", "index", "time"],
    help: "How frames of two sequences find each other. Default: content, so that one frame too "
      + "many is one difference")
  static let failOn = Option.valued(
    "fail-on", "WHAT", help: "What counts: changed, added, removed, with commas. Default: all")
  static let stopAfter = Option.valued(
    "stop-after", "N", help: "Stop after so many frames that differ")
  static let jsonReport = Option.valued(
    "json-report", "FILE", help: "Write a JSON report; - prints it, and nothing else")
  static let junitReport = Option.valued("junit-report", "FILE", help: "Write a JUnit report")
  static let htmlReport = Option.valued(
    "html-report", "FILE", help: "Write a page that shows the differences and needs no other file")
  static let differenceFolder = Option.valued(
    "diff-dir", "DIR", help: "Write a picture of each difference into this folder")
  static let keep = Option.valued(
    "keep", "WHAT",
    help: "Which pictures a golden keeps: all, apng, or at most so many key frames")
  static let artifacts = Option.valued(
    "from", "DIR",
    help: "For accept: take proposals from the artifacts of a run, the folder that "
      + "GOLDEN_ARTIFACTS named")
  static let track = Option.valued(
    "track", "DIR", help: "For orphans: the folder that GOLDEN_TRACK named during the run")
  static let delete = Option.flag("delete", help: "For orphans: remove them")
  static let sha256 = Option.flag(
    "sha256", help: "For show: add the SHA-256 of each kept picture's RGBA bytes")
  /// The options that say what may differ.
  static let tolerances: [Option] = [
    mode, kind, tolerance, floor, antiAliasing, backdrop, maxPixels, maxRatio, window,
  ]

  static let fonts = Option.valued(
    "fonts", "DIR",
    help: "Look for the fonts that ship in this folder first, before FOLIOSCOPE_FONT_PATH, the "
      + "program's own folder and the source tree")

  static let progress = Option.valued(
    "progress", "HOW", choices: ["auto", "bar", "plain", "json", "none"],
    help: "Report progress on standard error; auto redraws one line on a terminal and prints a "
      + "few lines elsewhere")
  static let logFormat = Option.valued(
    "log-format", "FORMAT", choices: ["text", "json"],
    help: "Report errors as text, or as one JSON object a line")
  static let color = Option.valued(
    "color", "WHEN", choices: ["auto", "always", "never"],
    help: "Colour messages; auto does so on a terminal, as NO_COLOR and CLICOLOR say")
  static let quiet = Option.flag("quiet", short: "q", help: "Report errors only")
  static let verbose = Option.flag("verbose", short: "v", help: "Report more")
  static let help = Option.flag("help", short: "h", help: "Show this help")
  static let version = Option.flag("version", short: "V", help: "Show the version")

  /// The options that every command has.
  static let common: [Option] = [fonts, progress, logFormat, color, quiet, verbose, help]
}
