import Folioscope
import TestSupport
import Testing

@testable import FolioscopeCLI

@Suite("The command line is read as GNU programs read theirs")
struct ArgumentTests {
  func parse(_ words: [String]) throws -> Invocation {
    try ArgumentParser(
      commands: Recorder().program.commands.map(\.definition), topics: ["frames", "exit"]
    ).parse(words.map { Array($0.utf8) })
  }

  func render(_ line: String, environment: [String: String] = [:]) throws -> RenderOptions {
    guard case .command(let arguments) = try parse(["render"] + words(line)) else {
      throw UsageError(command: nil, reason: "no command")
    }
    return try RenderOptions(arguments, environment: environment, processors: 8)
  }

  @Test("each way to write options means the same")
  func spellings() throws {
    let plain = try render("a.yaml --output out --jobs 4 --frames -10 --overwrite")
    #expect(plain.output == .folder("out"))
    #expect(plain.jobs == 4)
    #expect(plain.frames == "-10")
    #expect(plain.folder.overwrite)
    #expect(plain.scene == "a.yaml")
    for line in [
      "a.yaml --output=out --jobs=4 --frames=-10 --overwrite",
      "-o out -j 4 --frames -10 --overwrite a.yaml",
      "-oout -j4 --overwrite --frames=-10 a.yaml",
      "--overwrite -vqj4 -oout --frames -10 a.yaml",
      "--frames -10 -o out --overwrite -j4 -- a.yaml",
      "a.yaml -j 1 -o x --frames 5 --overwrite -j 4 -o out --frames -10",
    ] {
      #expect(try render(line) == plain, "\(line)")
    }
    #expect(
      try parse(words("-j4 --overwrite render -oout a.yaml --frames -10"))
        == parse(words("render -oout a.yaml --frames -10 -j4 --overwrite")))
  }

  @Test("what is not given has its usual value")
  func defaults() throws {
    let options = try render("a.yaml")
    #expect(options.output == .scene)
    #expect(options.frames == nil && options.name == nil)
    #expect(options.jobs == 8)
    #expect(options.folder == FrameFolderOptions())
    #expect(!options.isDryRun)
  }

  @Test("a flag that can be taken back: the last word counts")
  func negation() throws {
    #expect(try render("a --no-links").folder.links == false)
    #expect(try render("a --no-links --links").folder.links)
    #expect(try render("a --links --no-links").folder.links == false)
  }

  @Test("after -- every word is an operand, and a single dash is one anywhere")
  func operands() throws {
    guard case .command(let arguments) = try parse(["check", "-", "--", "-q", "--", "--help"])
    else { return #expect(Bool(false)) }
    #expect(
      arguments.operands.map { String(decoding: $0, as: UTF8.self) } == ["-", "-q", "--", "--help"])
    #expect(arguments.flag(.quiet) == nil)
    #expect(try render("-- -odd.yaml").scene == "-odd.yaml")
  }

  @Test("bytes that are no UTF-8 are kept in paths and refused in texts")
  func bytes() throws {
    let name: [UInt8] = Array("b".utf8) + [0xE9] + Array(".yaml".utf8)
    let parser = ArgumentParser(commands: [.render])
    guard
      case .command(let arguments) = try parser.parse([
        Array("render".utf8), name, Array("-o".utf8), [0xFF],
      ])
    else { return #expect(Bool(false)) }
    let options = try RenderOptions(arguments, environment: [:], processors: 1)
    #expect(options.scene.bytes == name)
    #expect(options.output == FilePath(bytes: [0xFF]).map { .folder($0) })
    guard
      case .command(let other) = try parser.parse([
        Array("render".utf8), name, Array("--frames".utf8), [0xFF],
      ])
    else { return #expect(Bool(false)) }
    let error = #expect(throws: UsageError.self) {
      try RenderOptions(other, environment: [:], processors: 1)
    }
    #expect(error?.reason == "--frames is no UTF-8 text")
  }

  @Test(
    "each mistake ends with 64 and says what would do",
    arguments: [
      ("render", "a scene is missing; write: folioscope render SCENE"),
      ("render a b", "found \"b\" after a scene, expected the end"),
      ("render a --frmaes 5", "unknown option --frmaes; did you mean --frames?"),
      ("render a --no-link", "unknown option --no-link; did you mean --no-links?"),
      ("render a --no-overwrite", "unknown option --no-overwrite"),
      ("render a --zzzzzz", "unknown option --zzzzzz\n"),
      ("render a --out x", "unknown option --out"),
      ("render a -x", "unknown option -x"),
      ("render a -qx", "unknown option -x in -qx"),
      ("render a -jobs", "--jobs is \"obs\""),
      ("render a -quiet", "unknown option -u in -quiet; did you mean --quiet?"),
      ("render a --frames", "--frames needs a value, found the end of the line"),
      ("render a --frames --jobs 2", "--frames needs a value, found --jobs"),
      ("render a -o -- b", "-o needs a value, found --"),
      ("render a --overwrite=yes", "--overwrite takes no value, found \"yes\""),
      ("render a --json", "--json is no option of render; it is one of info"),
      ("check a -o out", "-o is no option of check; it is one of render, encode, still or trace"),
      ("render a -j 0", "--jobs is \"0\"; write a number from 1 to 1024"),
      ("render a -j 99999999999999999999", "--jobs is"),
      ("render a -j -1", "--jobs is \"-1\""),
      ("render a -j 2.5", "--jobs is \"2.5\""),
      (
        "render a --progress fancy",
        "--progress is \"fancy\"; it may be auto, bar, plain, json or none"
      ),
      ("render a --progress jsno", "did you mean json?"),
      ("render a --format gif", "--format is \"gif\"; it may be png, rgba, rgb or y4m"),
      (
        "render a -o -", "-o - writes a stream of frames; write --format with png, rgba, rgb or y4m"
      ),
      ("render a -o out --format y4m", "--format y4m is a stream; write -o -"),
      ("render a --format rgba", "--format rgba is a stream"),
      (
        "render a -o clip.mp4",
        "-o clip.mp4: render writes frames into a folder; for a video write --video clip.mp4"
      ),
      ("render a -o clip.GIF", "write --video clip.GIF"),
      ("render a --video clip.avi", "clip.avi is no video's name; write one that ends in .mp4"),
      ("render a --video clip.mp4 -o x", "--output is for frames, and --video writes none"),
      ("render a --video clip.mp4 --no-links", "--links is for frames"),
      ("render a --video clip.mp4 --quality 3", "--quality is for webp, and clip.mp4 is mp4"),
      ("render a --video c.apng --ffmpeg x", "--ffmpeg is for mp4, webm, mov, gif or webp, and"),
      ("render a --video c.mp4 --crf 60", "--crf is \"60\"; mp4 takes 0 to 51"),
      ("render a --video c.webm --crf 64", "--crf is \"64\"; a whole number from 0 to 63"),
      ("render a --video c.gif --colors 1", "--colors is \"1\"; a whole number from 3 to 256"),
      ("render a --video c.gif --png-level small", "--png-level is for apng, and c.gif is gif"),
      ("render a --video c.apng --png-level big", "it may be stored, fast or small"),
      ("render a --crf 20", "--crf is for a video; write --video FILE too"),
      ("render a --no-verify", "--verify is for a video"),
      ("render a --loop --hold-last 1s", "--loop goes on without end and --hold-last stays"),
      ("render a --fps 29.97", "--fps is \"29.97\", which is no exact rate; write 30000/1001"),
      ("render a --fps 0", "write a rate from 1/1000 to 1000"),
      ("render a --hold-last soon", "--hold-last is \"soon\"; a time is wanted"),
      ("encode", "a folder of frames is missing; write: folioscope encode FOLDER"),
      ("encode a", "the output is missing; write -o FILE.mp4, .webm, .mov, .gif, .apng or .webp"),
      ("encode a -o b", "b is no video's name"),
      ("encode a -o b.gif --crf 3", "--crf is for mp4 or webm, and b.gif is gif"),
      ("encode a -o b.gif --loop", "--loop is no option of encode; it is one of render"),
      ("render a -o=", nil),
      ("render a --output=", "--output is empty"),
      ("still a -o x.png", "the frame is missing; write --frame N"),
      ("still a --frame 1 --at 1s -o x.png", "--frame and --at both name a frame"),
      ("still a --frame 1", "the output is missing; write -o FILE.png"),
      ("still a --at 1.5x -o x", "--at is \"1.5x\"; a time is wanted"),
      ("still a --at -1 -o x", "--at is \"-1\""),
      ("still a --at 1e3 -o x", "--at is \"1e3\""),
      ("still a --at . -o x", "--at is \".\""),
      ("still a --at 99999 -o x", "at most 24 hours"),
      ("rendre a", "\"rendre\" is no command; did you mean render?"),
      (
        "frobnicate",
        "\"frobnicate\" is no command; there are check, info, render, encode, still, trace, doctor, compare, golden, schema, help"
      ),
      ("a.folio.yaml", "to draw that scene write: folioscope render a.folio.yaml"),
      ("help nothing", "there is no help on \"nothing\""),
      ("help rendr", "did you mean render?"),
      ("--jobs 4", "--jobs needs a command"),
      ("-q", "-q needs a command"),
    ] as [(String, String?)])
  func mistakes(line: String, reason: String?) throws {
    let recorder = Recorder()
    let result = try run(words(line), program: recorder.program)
    // `-o=` names a folder called "=": a value follows its letter as it stands.
    guard let reason else {
      #expect(result.code == .success)
      return
    }
    #expect(result.code == .usage)
    #expect(result.errors.contains(reason), "\(result.errors)")
    #expect(result.errors.hasPrefix("folioscope: error: "))
    #expect(result.errors.contains("\ntry: folioscope "))
    #expect(result.output.isEmpty)
    #expect(recorder.notes.isEmpty)
  }

  @Test(
    "the number of jobs",
    arguments: [
      ("auto", 8), ("1", 1), ("1024", 1024), ("1025", nil), ("50%", 4), ("1%", 1), ("100%", 8),
      ("200%", 16), ("0%", nil), ("%", nil), ("", nil), ("+2", nil), ("２", nil),
    ] as [(String, Int?)])
  func jobs(text: String, count: Int?) {
    #expect(RenderOptions.jobs(text, processors: 8) == count)
  }

  @Test("a value comes from the flag, then from the environment, then from the machine")
  func environment() throws {
    #expect(try render("a", environment: ["FOLIOSCOPE_JOBS": "3"]).jobs == 3)
    #expect(try render("a -j 2", environment: ["FOLIOSCOPE_JOBS": "3"]).jobs == 2)
    #expect(try render("a", environment: ["FOLIOSCOPE_JOBS": ""]).jobs == 8)
    let error = #expect(throws: UsageError.self) {
      try render("a", environment: ["FOLIOSCOPE_JOBS": "many"])
    }
    #expect(error?.reason.contains("FOLIOSCOPE_JOBS in the environment is \"many\"") == true)
  }

  @Test(
    "a still's time is exact",
    arguments: [
      ("1.5s", 3, 2), ("350ms", 7, 20), ("2", 2, 1), ("0", 0, 1), ("0.1", 1, 10),
      ("0.033333333", 33_333_333, 1_000_000_000), ("86400", 86_400, 1), ("1.5ms", 3, 2000),
    ] as [(String, Int64, Int64)])
  func time(text: String, numerator: Int64, denominator: Int64) throws {
    guard case .command(let arguments) = try parse(["still", "a", "--at", text, "-o", "-"]) else {
      return #expect(Bool(false))
    }
    let options = try StillOptions(arguments)
    #expect(options.instant == .time(FrameTime(numerator, denominator)))
    #expect(options.output == nil)
  }

  @Test("streams")
  func streams() throws {
    #expect(try render("a -o - --format y4m").output == .standardOutput(.y4m))
    #expect(try render("a -o - --format rgba").output == .standardOutput(.rgba))
    #expect(try render("a -o - --format png").output == .standardOutput(.png))
    #expect(try render("a --format png -o x").output == .folder("x"))
    #expect(Option.format.choices.sorted() == StreamFormat.allCases.map(\.rawValue).sorted())
  }

  @Test("no two options of a command share a name or a letter, and a name means one thing")
  func table() {
    let commands = Recorder().program.commands.map(\.definition)
    for command in commands {
      let options = command.allOptions + [.version]
      #expect(Set(options.map(\.name)).count == options.count)
      let letters = options.compactMap(\.short)
      #expect(Set(letters).count == letters.count)
      for option in options {
        #expect(!option.name.hasPrefix("no-"))
        #expect(!option.help.hasSuffix("."))
        // Words are split before the command is known.
        for other in commands.flatMap(\.allOptions) where other.name == option.name {
          #expect((other.value == nil) == (option.value == nil))
          #expect(other.short == option.short)
        }
      }
    }
  }

  @Test("10,000 random command lines are read or refused, and never trap")
  func random() throws {
    var random = SplitMix64(seed: 5)
    let pieces: [[UInt8]] =
      [
        "render", "still", "check", "info", "help", "-", "--", "-o", "--output", "--output=", "-j",
        "-j4", "--frames", "--frames=0-9", "--no-links", "--links=1", "-qv", "-", "x", "=", "-=",
        "--=", "---", "-h", "--help", "-V", "--at", "1.5s", "--frame", "last", "",
      ].map { Array($0.utf8) } + [[0xFF], [0x2D, 0xFF], [0x2D, 0x2D, 0xC3], [0x2D, 0xC3, 0xA9]]
    let recorder = Recorder()
    var codes: Set<ExitCode> = []
    for _ in 0..<10_000 {
      let words = (0..<(random.next() % 6)).map { _ in
        pieces[Int(random.next() % UInt64(pieces.count))]
      }
      let session = Session(
        standardOutput: ByteStream(descriptor: -1, name: "nowhere"),
        standardError: ByteStream(descriptor: -1, name: "nowhere"), environment: [:],
        processors: 1, cancellation: Cancellation(), options: CommonOptions())
      codes.insert(recorder.program.run(words, in: session))
    }
    // Help has nowhere to go here, which is an error of writing.
    #expect(codes == [.success, .usage, .inputOutput])
  }
}

@Suite("A slip of the finger is understood")
struct SuggestionTests {
  @Test(
    "distances",
    arguments: [
      ("", "", 0), ("a", "", 1), ("", "abc", 3), ("frames", "frames", 0), ("frmaes", "frames", 1),
      ("frame", "frames", 1), ("fraems", "frames", 1), ("kitten", "sitting", 3),
      // Without touching a letter twice, "ca" is three steps from "abc".
      ("ca", "abc", 3),
    ])
  func distance(a: String, b: String, distance: Int) {
    #expect(Suggestion.distance(Array(a), Array(b)) == distance)
    #expect(Suggestion.distance(Array(b), Array(a)) == distance)
  }

  @Test(
    "what is near enough",
    arguments: [
      ("outptu", "output"), ("job", "jobs"), ("JOBS", "jobs"), ("overwrte", "overwrite"),
      ("x", nil), ("oo", nil), ("something", nil), ("frequency", nil), ("fromes", "frames"),
    ] as [(String, String?)])
  func nearest(word: String, found: String?) {
    #expect(
      Suggestion.nearest(to: word, among: ["output", "jobs", "overwrite", "frames"]) == found)
  }
}
