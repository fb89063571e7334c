import FolioSequence
import Folioscope
import Foundation
import TestSupport
import Testing

@testable import FolioscopeCLI

#if canImport(Glibc)
  import Glibc
#endif

private func folioscope(_ arguments: String...) throws -> RunResult {
  try run(arguments, program: Program(commands: Command.all))
}

private let hasFFmpeg = ["ffmpeg", "ffprobe"].allSatisfy { name in
  (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
  }
}

@Suite("Videos through the command line", .serialized)
struct VideoCommandTests {
  let scratch: ScratchFolder
  /// Three pages that are visited and left; 90 frames of an odd size.
  let scene: String
  /// An endless banner of 2 pages; 132 frames, of which 60 are a round.
  let banner: String

  init() throws {
    signal(SIGPIPE, SIG_IGN)
    scratch = try ScratchFolder()
    try scratch.write(
      """
      folioscope: 1
      name: tour
      canvas: { width: 81, height: 45, fps: 30, background: white }
      pages: [{ id: a, background: 3478F6 }, { id: b, background: '#00FF00' }, { id: c, background: red }]
      timeline: [{ at: 1s, goto: b }, { at: 2s, goto: c }, { at: 3s, end: true }]

      """, to: "tour.folio.yaml")
    scene = scratch.file("tour.folio.yaml")
    try scratch.write(
      """
      folioscope: 1
      name: banner
      canvas: { width: 40, height: 30, fps: 30, background: white }
      pager: { loop: true, autoplay: { every: 1s, duration: 0.3s } }
      pages: [{ id: a, background: 3478F6 }, { id: b, background: '#00FF00' }]
      timeline: [{ at: 4.4s, end: true }]

      """, to: "banner.folio.yaml")
    banner = scratch.file("banner.folio.yaml")
  }

  func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: scratch.file(name)))
  }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
  }

  @Test("a folder of frames and the scene itself give the same animation")
  func sameAnimation() throws {
    #expect(try folioscope("render", scene, "-o", scratch.file("out"), "-q").code == .success)
    let encoded = try folioscope("encode", scratch.file("out"), "-o", scratch.file("a.apng"))
    #expect(encoded.code == .success, "\(encoded.errors)")
    #expect(encoded.errors.contains("encode  100 %  90 frames"))
    let rendered = try folioscope("render", scene, "--video", scratch.file("b.apng"), "-q")
    #expect(rendered.code == .success && rendered.errors.isEmpty)
    #expect(try bytes("a.apng") == bytes("b.apng"))
    // In place of the folder its manifest, and `.png` for `.apng`.
    #expect(
      try folioscope(
        "encode", scratch.file("out/folioscope-manifest.json"), "-o", scratch.file("c.png"), "-q"
      ).code == .success)
    #expect(try bytes("c.png") == bytes("a.apng"))
  }

  @Test(
    "a folder of frames and the scene itself give the same video, and the padding is said",
    .enabled(if: hasFFmpeg, "ffmpeg is not installed"))
  func sameVideo() throws {
    #expect(try folioscope("render", scene, "-o", scratch.file("out"), "-q").code == .success)
    for type in ["mp4", "gif", "webp", "mov"] {
      let encoded = try folioscope(
        "encode", scratch.file("out"), "-o", scratch.file("a.\(type)"), "-j", "1")
      #expect(encoded.code == .success, "\(encoded.errors)")
      let rendered = try folioscope(
        "render", scene, "--video", scratch.file("b.\(type)"), "-j", "1")
      #expect(rendered.code == .success, "\(rendered.errors)")
      #expect(
        encoded.errors.contains("warning: 81x45 is padded to 82x46 by repeating the edge")
          == (type == "mp4"))
      // x264 and libwebp give the same bytes for the same input on one machine.
      #expect(try bytes("a.\(type)") == bytes("b.\(type)"), "\(type)")
    }
  }

  @Test("a dry run prints each command and writes nothing")
  func dryRun() throws {
    var result = try folioscope(
      "render", scene, "--video", scratch.file("it's 100%.mp4"), "-n", "--frames", "0-9")
    #expect(result.code == .success)
    #expect(
      result.output == """
        would      draw 10 of 90 frames
        into       \(scratch.path)/it's 100%.mp4: mp4, 10 frames, 82x46 px
        note       81x45 is padded to 82x46 by repeating the edge: H.264 at 4:2:0 needs an even size
        run        ffmpeg -v error -nostdin -f yuv4mpegpipe -i pipe:0 -frames:v 10 -r 30 -pix_fmt \
        yuv420p \
        -colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv -c:v libx264 \
        -crf 18 -movflags +faststart -fflags +bitexact -flags:v +bitexact -f mp4 -y \
        '\(scratch.path)/it'\\''s 100%.mp4'

        """)
    #expect(try folioscope("render", scene, "-o", scratch.file("out"), "-q").code == .success)
    let before = try names()
    result = try folioscope(
      "encode", scratch.file("out"), "-o", scratch.file("x.gif"), "-n", "--ffmpeg", "/opt/ffmpeg",
      "--colors", "64", "--loop-count", "3")
    #expect(result.code == .success)
    let runs = result.output.split(separator: "\n").filter { $0.hasPrefix("run  ") }
    #expect(runs.count == 2)
    #expect(runs.allSatisfy { $0.hasPrefix("run        /opt/ffmpeg -v error -nostdin ") })
    #expect(runs[0].contains("palettegen=max_colors=65"))
    #expect(runs[1].contains(" -loop 2 "))
    #expect(try names() == before)
    // What would be refused is refused in a dry run too.
    try FileManager.default.removeItem(atPath: scratch.file("out/frame-00010.png"))
    result = try folioscope("encode", scratch.file("out"), "-o", scratch.file("x.gif"), "-n")
    #expect(result.code == .data)
  }

  @Test("without ffmpeg: 69, the commands for later, and nothing is written; apng needs none")
  func noEncoder() throws {
    #expect(try folioscope("render", scene, "-o", scratch.file("out"), "-q").code == .success)
    let before = try names()
    let missing = scratch.file("no-ffmpeg")
    for (line, source) in [("encode", scratch.file("out")), ("render", scene)] {
      let option = line == "encode" ? "-o" : "--video"
      for verify in ["--verify", "--no-verify"] {
        let result = try folioscope(
          line, source, option, scratch.file("x.mp4"), "--ffmpeg", missing, verify)
        #expect(result.code == .unavailable)
        #expect(result.errors.contains("is not found"))
        #expect(result.errors.contains("\n  \(missing) -v error -nostdin -f yuv4mpegpipe"))
        #expect(
          result.errors.contains("\n  ffmpeg -framerate 30 -pattern_type sequence")
            == (line == "encode"))
      }
    }
    #expect(try names() == before)
    let result = try folioscope("encode", scratch.file("out"), "-o", scratch.file("x.apng"))
    #expect(result.code == .success)
  }

  @Test("a hole, a cut, a stranger: 65 by name; no folder: 66; a file in the way: 73")
  func refusals() throws {
    #expect(try folioscope("render", scene, "-o", scratch.file("out"), "-q").code == .success)
    #expect(
      try folioscope("encode", scratch.file("none"), "-o", scratch.file("x.apng")).code == .noInput)
    try scratch.write("mine", to: "x.apng")
    var result = try folioscope("encode", scratch.file("out"), "-o", scratch.file("x.apng"))
    #expect(result.code == .cannotCreate)
    #expect(result.errors.contains("replace it with --overwrite"))
    #expect(
      try folioscope(
        "encode", scratch.file("out"), "-o", scratch.file("x.apng"), "--overwrite", "-q"
      ).code == .success)
    let frame = scratch.file("out/frame-00033.png")
    let kept = try Data(contentsOf: URL(fileURLWithPath: frame))
    try FileManager.default.removeItem(atPath: frame)
    for (content, words) in [
      (nil, "frame-00033.png is missing"), (kept.dropLast(), "frame-00033.png has"),
      (Data(kept.reversed()), "frame-00033.png is not the frame that its manifest lists"),
    ] as [(Data?, String)] {
      if let content { try content.write(to: URL(fileURLWithPath: frame)) }
      result = try folioscope("encode", scratch.file("out"), "-o", scratch.file("y.apng"))
      #expect(result.code == .data)
      #expect(result.errors.contains(words), "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: scratch.file("y.apng")))
    }
    #expect(try names().allSatisfy { !$0.contains(".tmp-") })
  }

  @Test("a file without reading rights is 77", .enabled(if: geteuid() != 0, "root may read all"))
  func forbidden() throws {
    #expect(try folioscope("render", scene, "-o", scratch.file("out"), "-q").code == .success)
    let frame = scratch.file("out/frame-00033.png")
    #expect(unsafe chmod(frame, 0) == 0)
    #expect(
      try folioscope("encode", scratch.file("out"), "-o", scratch.file("y.apng")).code
        == .permission)
  }

  @Test("--fps leaves frames out evenly, --frames chooses, --hold-last repeats")
  func selection() throws {
    #expect(try folioscope("render", scene, "-o", scratch.file("out"), "-q").code == .success)
    func plan(_ words: String...) throws -> String {
      let result = try run(
        ["encode", scratch.file("out"), "-o", scratch.file("x.mp4"), "-n"] + words,
        program: Program(commands: Command.all))
      return result.code == .success ? result.output : result.errors
    }
    #expect(try plan("--fps", "10").contains("read 30 of 90 frames"))
    #expect(try plan("--fps", "30").contains("read 90 of 90 frames"))
    #expect(try plan("--fps", "15", "--frames", "0-10").contains("mp4, 6 frames"))
    #expect(try plan("--fps", "25").contains("leaving some out evenly gives 30 divided by 2, 3, 4"))
    #expect(try plan("--fps", "60").contains("30 divided by"))
    #expect(try plan("--hold-last", "2s").contains("mp4, 150 frames"))
    #expect(try plan("--hold-last", "0.01").contains("mp4, 91 frames"))
    #expect(try plan("--frames", "80-100").contains("--frames: "))
    // A part that does not hold what is asked for.
    #expect(
      try folioscope("render", scene, "-o", scratch.file("part"), "--frames", "10-19", "-q").code
        == .success)
    let result = try folioscope(
      "encode", scratch.file("part"), "-o", scratch.file("x.mp4"), "-n", "--frames", "0-12")
    #expect(result.code == .usage)
    #expect(result.errors.contains("does not hold 0-9; it holds 10-19"))
  }

  @Test("render --fps draws at another rate, --hold-last holds, in files as in videos")
  func renderOptions() throws {
    let frames = try folioscope(
      "render", scene, "-o", scratch.file("out"), "--fps", "24000/1001", "--hold-last", "1s", "-q")
    #expect(frames.code == .success, "\(frames.errors)")
    let manifest = try Manifest(json: [UInt8](bytes("out/folioscope-manifest.json")))
    #expect(manifest.info.frameRate.description == "24000/1001")
    // 3 s are 71.9 frames, 1 s is 23.98.
    #expect(manifest.entries.count == 72 + 24)
    #expect(Set(manifest.entries.suffix(25).map(\.pixels)).count == 1)
    let plan = try folioscope(
      "render", scene, "--video", scratch.file("x.mp4"), "--fps", "10", "--hold-last", "0.5s", "-n")
    #expect(plan.output.contains("mp4, 35 frames"))
  }

  @Test("--loop draws what repeats, as frames or as an animation, or says why nothing does: 65")
  func loop() throws {
    var result = try folioscope("render", banner, "--loop", "-o", scratch.file("loop"), "-q")
    #expect(result.code == .success, "\(result.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.file("loop")).sorted()
    #expect(names.count == 61)
    let name = try #require(names.first { $0.hasSuffix(".json") })
    let manifest = try Manifest(json: [UInt8](bytes("loop/" + name)))
    #expect(manifest.frames.count == 60)
    #expect(
      try folioscope("encode", scratch.file("loop"), "-o", scratch.file("a.apng"), "-q").code
        == .success)
    #expect(
      try folioscope("render", banner, "--loop", "--video", scratch.file("b.apng"), "-q").code
        == .success)
    #expect(try bytes("a.apng") == bytes("b.apng"))
    // acTL: endlessly.
    #expect(try Array(bytes("a.apng")[45..<49]) == [0, 0, 0, 0])
    result = try folioscope("render", banner, "--loop", "-n", "-v")
    #expect(result.errors.contains("note: frames 9 to 68 repeat without a seam"))
    result = try folioscope("render", scene, "--loop", "--video", scratch.file("x.apng"))
    #expect(result.code == .data)
    #expect(result.errors.contains("does not repeat without a seam: no picture comes again"))
    #expect(result.errors.contains("begins at page \"a\" and ends at page \"c\""))
    result = try folioscope("render", banner, "--loop", "--frames", "0-99x2")
    #expect(result.code == .usage)
    #expect(!FileManager.default.fileExists(atPath: scratch.file("x.apng")))
  }
}
