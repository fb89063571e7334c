import FolioRaster
import FolioSequence
import Foundation
import TestSupport
import Testing

@testable import FolioFilm

#if canImport(Glibc)
  import Glibc
#endif

@Suite("An encoder that fails is an error with its words, and nothing is left of it", .serialized)
struct EncoderTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    // As the program does; an encoder that dies is an error then, not a death.
    signal(SIGPIPE, SIG_IGN)
  }

  /// A shell script that stands for ffmpeg.
  func script(_ body: String) throws -> String {
    try folder.write("#!/bin/sh\n" + body, to: "encoder")
    let path = folder.url.path + "/encoder"
    #expect(unsafe chmod(path, 0o755) == 0)
    return path
  }

  /// Makes a video of 200 small frames through a program; the error, if there is one.
  func render(
    _ program: String, to name: String = "out.mp4", frames: Int = 200,
    cancellation: Cancellation = Cancellation(), overwrite: Bool = false,
    progress: (FilmProgress) -> Void = { _ in }
  ) throws -> FilmError? {
    let film = StripeFilm(Array(0..<frames))
    var options = VideoOptions()
    options.program = program
    options.verifies = false
    options.overwrite = overwrite
    options.film = FilmOptions(jobs: 2)
    options.film.cancellation = cancellation
    do {
      try VideoWriter.write(
        film, info: film.info(), frames: FrameSet(0..<frames), to: folder.path(name),
        options: options, progress: progress)
      return nil
    } catch let error as FilmError {
      return error
    }
  }

  /// Nothing of the video is left, and no child of this process.
  func checkNothingLeft(_ name: String = "out.mp4") throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.filter { $0.contains(name) }.isEmpty, "\(names)")
  }

  @Test("an encoder that takes everything: the file appears, with what the encoder wrote")
  func good() throws {
    // The last argument is the output.
    let program = try script(#"for last; do :; done; cat > "$last""#)
    #expect(try render(program, frames: 20) == nil)
    let bytes = try Data(contentsOf: folder.url.appendingPathComponent("out.mp4"))
    let frame = 6 + 24 * 10 * 3 / 2
    #expect(bytes.count == "YUV4MPEG2 W24 H10 F30:1 Ip A1:1 C420mpeg2\n".utf8.count + 20 * frame)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.sorted() == ["encoder", "out.mp4"])
  }

  @Test(
    "10: an encoder that ends at once, midway, or by a signal, whatever its status: 74 and no file",
    arguments: [
      ("exit 1", "ended with status 1"), ("exit 0", "ended before it had taken all frames"),
      ("head -c 1000 >/dev/null", "ended before it had taken all frames"),
      ("head -c 1000 >/dev/null; exit 3", "ended with status 3"),
      ("kill -SEGV $$", "was ended by signal 11"),
      ("cat >/dev/null; exit 5", "ended with status 5"),
      ("cat >/dev/null; kill -KILL $$", "was ended by signal 9"),
    ])
  func dying(body: String, words: String) throws {
    let error = try render(try script(body), frames: 20_000)
    #expect(error?.kind == .encoderFailed)
    #expect(error?.exitCode == .inputOutput)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "none")")
    try checkNothingLeft()
  }

  @Test("an encoder that says success and writes nothing: 74")
  func silent() throws {
    let error = try render(try script("cat >/dev/null"), frames: 20)
    #expect(error?.kind == .cannotWrite)
    try checkNothingLeft()
  }

  @Test("the last twenty lines that the encoder wrote are shown")
  func words() throws {
    let error = try render(
      try script("i=0; while [ $i -lt 50 ]; do i=$((i+1)); echo line $i >&2; done; exit 1"))
    #expect(error?.message.contains("line 50") == true)
    #expect(error?.message.contains("line 31\n") == true)
    #expect(error?.message.contains("line 30\n") == false)
  }

  @Test(
    "10: an encoder that writes 300 kB to standard error before it reads does not stop the film")
  func noisy() throws {
    let program = try script(
      #"head -c 300000 /dev/zero | tr '\0' 'x' >&2; for last; do :; done; cat > "$last""#)
    #expect(try render(program, frames: 50) == nil)
  }

  @Test("an encoder that leaves a child behind ends with its own end", .timeLimit(.minutes(1)))
  func grandchild() throws {
    let start = ContinuousClock.now
    let program = try script(
      #"sleep 30 & for last; do :; done; cat > "$last"; echo $! > "$last.child"; exit 0"#)
    #expect(try render(program, frames: 20) == nil)
    #expect(ContinuousClock.now - start < .seconds(10))
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    where name.hasSuffix(".child") {
      if let child = try pid_t(folder.text(name).trimmingCharacters(in: .whitespacesAndNewlines)) {
        kill(child, SIGKILL)
      }
    }
  }

  @Test("an encoder that is not there, and one that may not be run: 69, before anything is drawn")
  func missing() throws {
    var error = try render("folioscope-no-such-encoder")
    #expect(error?.kind == .encoderMissing)
    #expect(error?.exitCode == .unavailable)
    #expect(error?.message.contains("folioscope-no-such-encoder is not found in PATH") == true)
    try folder.write("no program", to: "text")
    error = try render(folder.url.path + "/text")
    #expect(error?.exitCode == .unavailable)
    error = try render(folder.url.path + "/nothing")
    #expect(error?.exitCode == .unavailable)
    try checkNothingLeft()
  }

  @Test("a cancelled film ends an encoder that never reads", .timeLimit(.minutes(1)))
  func stuck() throws {
    let program = try script("exec sleep 60")
    let cancellation = Cancellation()
    let canceller = Thread {
      usleep(300_000)
      cancellation.cancel()
    }
    canceller.start()
    let start = ContinuousClock.now
    // More than a pipe holds.
    let error = try render(program, frames: 20_000, cancellation: cancellation)
    #expect(error?.kind == .cancelled)
    #expect(ContinuousClock.now - start < .seconds(15))
    try checkNothingLeft()
  }

  @Test("a cancelled film ends an encoder that reads and does not end", .timeLimit(.minutes(1)))
  func endless() throws {
    let program = try script("cat >/dev/null; trap '' TERM; while :; do sleep 0.1; done")
    let cancellation = Cancellation()
    let error = try render(program, frames: 20, cancellation: cancellation) { progress in
      if progress.done == 20 { cancellation.cancel() }
    }
    #expect(error?.kind == .cancelled)
    try checkNothingLeft()
  }

  @Test("the encoder has its own group, default signals, and no descriptor of ours")
  func surroundings() throws {
    let program = try script(
      """
      for last; do :; done
      cut -d' ' -f5 /proc/$$/stat > "$last"
      echo $$ >> "$last"
      grep SigIgn /proc/$$/status >> "$last"
      ls -l /proc/$$/fd >> "$last"
      cat >/dev/null
      """)
    #expect(try render(program, frames: 3) == nil)
    let lines = try folder.text("out.mp4").split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    try #require(lines.count > 5)
    #expect(lines[0] == lines[1])
    // Bit 12 is SIGPIPE, which this process ignores.
    let ignored = try #require(
      lines[2].split(whereSeparator: \.isWhitespace).last.flatMap { UInt64($0, radix: 16) })
    #expect(ignored & (1 << 12) == 0)
    // Both ends of a pipe have one name here; the ends that belong to this process are not there.
    for descriptor in ["0", "2"] {
      let own = try #require(lines.first { $0.contains(" \(descriptor) -> pipe:") })
      let pipe = try #require(own.split(separator: " ").last)
      #expect(lines.filter { $0.hasSuffix(pipe) }.count == 1, "\(lines)")
    }
  }

  @Test("an output that is there is not replaced unasked; one that is no file never")
  func existing() throws {
    let program = try script(#"for last; do :; done; cat > "$last""#)
    try folder.write("mine", to: "out.mp4")
    var error = try render(program)
    #expect(error?.kind == .occupied)
    #expect(error?.exitCode == .cannotCreate)
    #expect(try folder.text("out.mp4") == "mine")
    #expect(try render(program, overwrite: true) == nil)
    let bytes = try Data(contentsOf: folder.url.appendingPathComponent("out.mp4"))
    #expect(bytes.starts(with: Array("YUV4MPEG2".utf8)))
    try folder.write("precious", to: "victim")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.path + "/link.mp4", withDestinationPath: "victim")
    error = try render(program, to: "link.mp4", overwrite: true)
    #expect(error?.kind == .occupied)
    #expect(try folder.text("victim") == "precious")
    error = try render(program, to: "film.avi")
    #expect(error?.message.contains("NAME.mp4, .webm, .mov, .gif, .apng or .webp") == true)
  }

  @Test("a failed re-render leaves the file that was there")
  func failedOverwrite() throws {
    try folder.write("mine", to: "out.mp4")
    let error = try render(try script("exit 1"), frames: 20_000, overwrite: true)
    #expect(error?.kind == .encoderFailed)
    #expect(try folder.text("out.mp4") == "mine")
  }

  @Test(
    "ffmpeg makes videos with every frame, the rate, an even size and the colours",
    .enabled(
      if: SystemLimitTests.run(["ffmpeg", "-version"])
        && SystemLimitTests.run(["ffprobe", "-version"]), "ffmpeg is not installed"),
    arguments: [("film.mp4", false), ("film.webm", false), ("film.webm", true)])
  func ffmpeg(name: String, hasAlpha: Bool) throws {
    struct Flat: FrameSource {
      let width = 65
      let height = 49
      let color: UInt32
      func state(of frame: Int) -> UInt32 { color }
      func draw(_ state: UInt32, into bitmap: inout Bitmap) {
        bitmap.withMutablePixels { for i in 0..<$0.count { $0[i] = state } }
      }
      func record(of frame: Int) -> FrameRecord { FrameRecord(index: frame, time: FrameTime(0)) }
    }
    var info = try StripeFilm(Array(0..<31)).info()
    info.width = 65
    info.height = 49
    info.hasAlpha = hasAlpha
    info.frameRate = try #require(FrameRate(30000, 1001))
    // Half-transparent, premultiplied, or opaque.
    try VideoWriter.write(
      Flat(color: hasAlpha ? 0x807B_3C1A : 0xFFF6_7834), info: info, frames: info.allFrames,
      to: folder.path(name))
    let report = try probe(name)
    let isEven = name == "film.mp4"
    for value in [
      "nb_read_frames=31", "r_frame_rate=30000/1001", "width=\(isEven ? 66 : 65)",
      "height=\(isEven ? 50 : 49)", "color_space=bt709", "color_range=tv",
    ] {
      #expect(report.contains(value), "\(value) in \(report)")
    }
    let decoder = hasAlpha ? ["-c:v", "libvpx-vp9"] : []
    #expect(
      SystemLimitTests.run(
        ["ffmpeg", "-v", "error"] + decoder + [
          "-i", folder.url.path + "/" + name, "-frames:v", "1", "-pix_fmt", "rgba",
          "-f", "rawvideo", folder.url.path + "/raw",
        ]))
    let raw = try [UInt8](Data(contentsOf: folder.url.appendingPathComponent("raw")))
    #expect(raw.count == (isEven ? 66 * 50 : 65 * 49) * 4)
    for i in stride(from: 0, to: raw.count, by: 4) {
      for (value, wanted) in zip(raw[i..<(i + 3)], [0x34, 0x78, 0xF6]) {
        #expect(abs(Int(value) - wanted) <= 4)
      }
      #expect(abs(Int(raw[i + 3]) - (hasAlpha ? 128 : 255)) <= 5)
    }
  }

  func probe(_ name: String) throws -> Set<String> {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "ffprobe", "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
      "stream=nb_read_frames,r_frame_rate,width,height,color_space,color_range", "-of",
      "default=nw=1", folder.url.path + "/" + name,
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Set(String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init))
  }
}
