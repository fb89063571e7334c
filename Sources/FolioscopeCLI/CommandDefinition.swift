/// What a command takes, for the parser and the help text.
struct CommandDefinition: Sendable {
  /// The word that names it.
  var name: String
  /// What it does, in a few words.
  var summary: String
  /// What follows the name, as the help text shows it: `SCENE`.
  var operands: String
  /// How many operands it takes.
  var operandCount: ClosedRange<Int>
  /// What one operand is, for a message: `a scene`.
  var operandKind: String
  /// More about it: a paragraph an element.
  var discussion: [String]
  /// Its own options; those of all commands come in addition.
  var options: [Option]
  /// Command lines that work, each with what it does.
  var examples: [(line: String, meaning: String)]

  /// All options that the command knows.
  var allOptions: [Option] { options + Option.common }

  func option(named name: String) -> Option? { allOptions.first { $0.name == name } }
}

extension CommandDefinition {
  static let check = CommandDefinition(
    name: "check", summary: "check scenes without drawing them",
    operands: "SCENE...", operandCount: 1...Int.max, operandKind: "a scene",
    discussion: [
      "Reads each scene with its images and fonts, plays its timeline, and reports every fault with "
        + "its file, line and column. Draws nothing and writes nothing."
    ],
    options: [.allowOutside],
    examples: [
      ("folioscope check welcome.folio.yaml", "report all faults of one scene"),
      ("folioscope check --log-format json scenes/*.folio.yaml", "for a program to read"),
    ])

  static let info = CommandDefinition(
    name: "info", summary: "tell frames, seconds, sizes and markers of a scene",
    operands: "SCENE", operandCount: 1...1, operandKind: "a scene",
    discussion: ["Plays the scene's timeline and prints what a render of it would give."],
    options: [.json, .allowOutside],
    examples: [
      ("folioscope info welcome.folio.yaml", "first and last frame, count, seconds, markers")
    ])

  static let render = CommandDefinition(
    name: "render", summary: "draw a scene's frames or a video",
    operands: "SCENE", operandCount: 1...1, operandKind: "a scene",
    discussion: [
      "Draws the frames of a scene as PNG files and writes folioscope-manifest.json beside them. The "
        + "same scene gives the same bytes on every machine and for any number of jobs.",
      "A folder that holds frames of the same scene is rendered into again: frames are replaced, "
        + "those that no longer exist are removed, and files that the manifest does not know are "
        + "never touched.",
      "With --video no frame is written: pixels go to ffmpeg as they are drawn. Options that name a "
        + "kind of file belong to it.",
    ],
    options: [
      .output, .video, .name, .format, .frames, .frameRate, .loop, .holdLast, .jobs, .overwrite,
      .links, .durable, .dryRun, .allowOutside,
    ] + Option.videoOptions,
    examples: [
      ("folioscope render welcome.folio.yaml -o out", "every frame into out/"),
      ("folioscope render welcome.folio.yaml --frames 0-99", "the first hundred frames"),
      ("folioscope render welcome.folio.yaml --video welcome.mp4", "a video"),
      (
        "folioscope render banner.folio.yaml --loop --video banner.gif",
        "an animation that repeats without a seam"
      ),
      (
        "folioscope render a.folio.yaml -o - --format y4m | ffmpeg -i - a.mkv",
        "frames for another program"
      ),
    ])

  static let encode = CommandDefinition(
    name: "encode", summary: "make a video of a folder of frames",
    operands: "FOLDER", operandCount: 1...1, operandKind: "a folder of frames",
    discussion: [
      "Makes a video of the frames that render has written. They are read by the folder's manifest: a "
        + "frame that is missing, cut off, changed or foreign is named, and no video is made. A "
        + "manifest may be named in place of its folder.",
      "The video is the one that render --video makes of the scene.",
    ],
    options: [
      .encodeOutput, .encodeFrames, .encodeRate, .encodeHoldLast, .encodeJobs, .encodeOverwrite,
      .encodeDryRun,
    ] + Option.videoOptions,
    examples: [
      ("folioscope encode out/welcome -o welcome.mp4", "H.264 for any player"),
      ("folioscope encode out/welcome -o welcome.gif --fps 20", "a small animation"),
      ("folioscope encode out/welcome -o welcome.apng", "every pixel; needs no ffmpeg"),
    ])

  static let still = CommandDefinition(
    name: "still", summary: "draw one frame of a scene",
    operands: "SCENE", operandCount: 1...1, operandKind: "a scene",
    discussion: ["Draws one frame, byte for byte the one that render writes."],
    options: [.frame, .at, .outputFile, .colorType, .allowOutside],
    examples: [
      ("folioscope still welcome.folio.yaml --frame last -o end.png", "the last frame"),
      ("folioscope still welcome.folio.yaml --at 1.5s -o - | display", "into another program"),
    ])

  static let trace = CommandDefinition(
    name: "trace", summary: "print what the pagers do, frame by frame",
    operands: "SCENE", operandCount: 1...1, operandKind: "a scene",
    discussion: [
      "Plays the scene's timeline and prints one JSON object a line for each frame: page position, "
        + "offsets, pages in view and those held ready, dots, timer, and the callbacks since the "
        + "frame before. Draws no frame. Numbers read back as the very same values, so tests can "
        + "assert them."
    ],
    options: [.events, .frames, .plot, .traceOutput, .allowOutside],
    examples: [
      ("folioscope trace welcome.folio.yaml", "a line a frame"),
      ("folioscope trace welcome.folio.yaml --events", "a line a callback"),
      ("folioscope trace welcome.folio.yaml --plot motion.svg", "the motion as a picture"),
    ])

  static let doctor = CommandDefinition(
    name: "doctor", summary: "find the laws of pagers that scenes break",
    operands: "SCENE...", operandCount: 1...Int.max, operandKind: "a scene",
    discussion: [
      "Plays each scene and reports what users of pagers report as bugs, with its time, frame, pager "
        + "and law: a pixel column that no page covers (coverage), a dot unlike the page "
        + "(dot-matches-page), two motions or timers at once (one-motion, one-timer), a jump in "
        + "place or speed where none is due (continuous-position, continuous-speed), a will without "
        + "its did (balanced-callbacks), rest between two pages (rest-on-page), a page that does "
        + "not exist (index-in-range), a completion that is missing or comes twice "
        + "(one-completion). Draws nothing.",
      "Ends with 0 if no law is broken, 1 if one is, 64 or more if a scene could not be examined.",
    ],
    options: [.json, .allowOutside],
    examples: [
      ("folioscope doctor welcome.folio.yaml", "a line a finding"),
      ("folioscope doctor --json scenes/*.folio.yaml", "a JSON object a scene"),
    ])

  static let compare = CommandDefinition(
    name: "compare", summary: "compare two pictures, animations or folders of frames",
    operands: "EXPECTED ACTUAL", operandCount: 2...2, operandKind: "a picture or folder",
    discussion: [
      "Compares pixels, never file bytes, and says what changed: which frames, where, and whether "
        + "it is the same picture moved, the same frames late, or a change of its own. Ends with 0 "
        + "if they are equal, 1 if they differ, 64 or more if they could not be compared."
    ],
    options: Option.tolerances + [
      .ignore, .align, .failOn, .stopAfter, .jsonReport, .junitReport, .htmlReport,
      .differenceFolder, .jobs,
    ],
    examples: [
      ("folioscope compare before.png after.png", "two pictures, exactly"),
      ("folioscope compare old new --html-report page.html", "two renders, with a page to look at"),
    ])

  static let golden = CommandDefinition(
    name: "golden", summary: "check, record, accept and show golden sequences",
    operands: "check|record|accept|orphans|show PATH...", operandCount: 2...Int.max,
    operandKind: "what to do, and a golden",
    discussion: [
      "check validates goldens; record makes one of a picture or a folder of frames; accept takes "
        + "the proposals of a failed run; orphans lists goldens that a complete run did not touch; "
        + "show describes one."
    ],
    options: Option.tolerances + [.keep, .artifacts, .track, .delete, .sha256],
    examples: [
      ("folioscope golden check Tests", "every golden below a folder"),
      ("folioscope golden record out/banner Tests/banner.golden", "a golden of a render"),
    ])

  static let schema = CommandDefinition(
    name: "schema", summary: "print the JSON Schema of scenes, for editors",
    operands: "", operandCount: 0...0, operandKind: "nothing",
    discussion: [
      "Prints the schema that the reader's own tables make. An editor that knows YAML schemas "
        + "completes and checks a scene that names the file in its first line."
    ],
    options: [],
    examples: [("folioscope schema > folioscope.schema.json", "a file for editors")])
}
