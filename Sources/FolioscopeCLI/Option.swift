import Folioscope

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
  static let colorType = Option.valued(
    "color-type", "TYPE", choices: SceneFilm.StillColorType.allCases.map(\.rawValue),
    help: "Write these channels: auto as render does, gray or a palette where the picture allows it"
  )
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
    "overwrite",
    help: "Take over a folder that holds frames of another scene, which are removed; with --video "
      + "replace the file")
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
  static let video = Option.valued(
    "video", "FILE",
    help: "Make a video in place of a folder of frames, with no file in between: FILE.mp4, .webm, "
      + ".mov, .gif, .apng or .webp (see: folioscope help video)")
  static let frameRate = Option.valued(
    "fps", "RATE",
    help:
      "Draw at this many frames a second, such as 30 or 30000/1001, in place of the scene's rate")
  static let loop = Option.flag(
    "loop",
    help:
      "Draw only the shortest part of the timeline that repeats without a seam, or say why there "
      + "is none")
  static let holdLast = Option.valued(
    "hold-last", "TIME",
    help: "Repeat the last frame for this time: 2s, 500ms. Default: the scene's output.holdLast")
  static let crf = Option.valued(
    "crf", "N",
    help: "For mp4 (0 to 51, default 18) and webm (0 to 63, default 24): less is better and larger")
  static let quality = Option.valued(
    "quality", "N", help: "For webp: 0 to 100 instead of lossless")
  static let colors = Option.valued(
    "colors", "N", help: "For gif: at most this many colours, 3 to 256. Default: 256")
  static let pngLevel = Option.valued(
    "png-level", "LEVEL", choices: ["stored", "fast", "small"],
    help: "For apng: how hard the encoder tries. Default: fast; small takes up to 60 times the time"
  )
  static let loopCount = Option.valued(
    "loop-count", "N",
    help: "For gif, apng and webp: how often they are played; 0 is endlessly, the default")
  static let ffmpeg = Option.valued(
    "ffmpeg", "PROGRAM",
    help: "The encoder; ffprobe is looked for beside it. Default: ffmpeg in PATH")
  static let verify = Option.flag(
    "verify", isNegatable: true,
    help: "Examine the video with ffprobe before it takes its place: frames, rate, size, tags (the "
      + "default)")
  /// The options that say how a video is made.
  static let videoOptions: [Option] = [
    crf, quality, colors, pngLevel, loopCount, ffmpeg, verify,
  ]

  static let encodeOutput = Option.valued(
    "output", short: "o", "FILE",
    help: "Write this video: FILE.mp4, .webm, .mov, .gif, .apng or .webp")
  static let encodeFrames = Option.valued(
    "frames", "SET",
    help: "Take only these frames, such as 0-149, last-9-last; they follow one another at the "
      + "sequence's rate (see: folioscope help frames)")
  static let encodeRate = Option.valued(
    "fps", "RATE",
    help:
      "Make the video at this rate by leaving frames out evenly; the sequence's rate has to be a "
      + "multiple of it")
  static let encodeHoldLast = Option.valued(
    "hold-last", "TIME", help: "Repeat the last frame for this time: 2s, 500ms. Default: 0")
  static let encodeOverwrite = Option.flag(
    "overwrite", help: "Replace the file, if there is one")
  static let encodeJobs = Option.valued(
    "jobs", short: "j", "N",
    help: "Read and convert on this many threads: a number, a share of the processors such as 50%, "
      + "or auto. Default: auto, or FOLIOSCOPE_JOBS")
  static let encodeDryRun = Option.flag(
    "dry-run", short: "n",
    help: "Examine the folder, say what would be run and written, and write nothing")
  static let json = Option.flag("json", help: "Print JSON")
  static let events = Option.flag(
    "events",
    help: "A line for each callback, tap and page made or dropped at its exact time, not for each "
      + "frame")
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

  static let allowOutside = Option.flag(
    "allow-outside",
    help: "Let the scene name files outside its own folder: pictures, fonts, traces, included files"
  )

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
