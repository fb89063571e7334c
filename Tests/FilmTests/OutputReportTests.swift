import FolioFilm
import FolioImageCoding
import FolioRaster
import FolioSequence
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Public reports about other programs' frames and videos, each as a test by its number in the list
/// of Documentation/Video.md.
@Suite("What went wrong elsewhere with videos does not go wrong here", .serialized)
struct OutputReportTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    signal(SIGPIPE, SIG_IGN)
  }

  /// A film whose pictures would suit a palette, grey, and neither, by turns.
  struct MixedFilm: FrameSource {
    let width = 40
    let height = 30
    func state(of frame: Int) -> Int { frame }
    func draw(_ state: Int, into bitmap: inout Bitmap) {
      bitmap.withMutablePixels { pixels in
        for i in 0..<pixels.count {
          let v = UInt32((state &* 3 &+ i) & 0xFF)
          switch state / 10 % 3 {
          case 0: pixels[i] = 0xFF00_0000 | UInt32(state)
          case 1: pixels[i] = 0xFF00_0000 | v | v << 8 | v << 16
          default: pixels[i] = 0xFF00_0000 | UInt32(truncatingIfNeeded: i &* 2_654_435 &+ state)
          }
        }
      }
    }
    func record(of frame: Int) -> FrameRecord { FrameRecord(index: frame, time: FrameTime(0)) }
  }

  @Test(
    "5: every file of a sequence has one colour type, and animations of it have every picture",
    .enabled(if: VideoTools.hasFFmpeg, "ffmpeg is not installed"))
  func colorTypes() throws {
    var info = try PaintedFilm(pictures: Array(0..<60)).info()
    (info.width, info.height) = (40, 30)
    info.frameRate = try #require(FrameRate(30))
    let encoder = try PNGEncoder(width: 40, height: 30, colorType: .rgb, scale: 2)
    _ = try FilmWriter.write(
      MixedFilm(), info: info, frames: info.allFrames, to: FilePath(folder.file("out")),
      encoder: FrameEncoder { bitmap, rows in try encoder.encode(bitmap, rowHashes: rows) })
    for (name, data) in try folder.contents(of: "out") where name.hasSuffix(".png") {
      // Depth and colour type in IHDR.
      #expect(Array(data[24..<26]) == [8, 2], "\(name)")
    }
    let film = try FolderFilm(FilePath(folder.file("out")))
    for name in ["film.gif", "film.apng"] {
      try VideoWriter.write(
        film, info: info, frames: info.allFrames, to: FilePath(folder.file(name)))
      #expect(try VideoTools.probe(folder.file(name))["nb_read_frames"] == "60", "\(name)")
    }
    // Also by ffmpeg alone, from the files.
    try VideoTools.run([
      "ffmpeg", "-v", "error", "-framerate", "30", "-i", folder.file("out/frame-%05d.png"),
      "-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse", folder.file("plain.gif"),
    ])
    #expect(try VideoTools.probe(folder.file("plain.gif"))["nb_read_frames"] == "60")
  }

  @Test(
    "6: N frames and N/fps seconds, for every N and rate",
    .enabled(if: VideoTools.hasFFmpeg, "ffmpeg is not installed"),
    arguments: [1, 2, 60, 61], ["24", "25", "30", "50", "60", "120", "60000/1001"])
  func counts(count: Int, rate: String) throws {
    var film = PaintedFilm(pictures: (0..<count).map { $0 / 3 })
    film.rate = rate
    let exact = try #require(FrameRate(rate))
    let seconds = Double(count) * Double(exact.denominator) / Double(exact.numerator)
    for name in ["film.mp4", "film.mov"] {
      try film.make(folder.file(name))
      let report = try VideoTools.probe(folder.file(name))
      #expect(report["nb_read_frames"] == "\(count)")
      let duration = try #require(report["duration"].flatMap(Double.init))
      #expect((duration - seconds).magnitude < 0.001, "\(duration), \(seconds)")
    }
  }

  @Test(
    "7: 321x241 becomes 322x242 with the edge repeated, and the plan says so beforehand",
    .enabled(if: VideoTools.hasFFmpeg, "ffmpeg is not installed"))
  func oddSize() throws {
    var film = PaintedFilm(pictures: [0, 1])
    (film.width, film.height) = (321, 241)
    let plan = try film.make(folder.file("film.mp4"))
    #expect(
      plan.notes.contains { $0.contains("321x241 is padded to 322x242 by repeating the edge") })
    #expect(plan.width == 322 && plan.height == 242)
    let frames = try VideoTools.frames(
      folder.file("film.mp4"), width: 322, height: 242, filter: VideoTools.fromBT709)
    #expect(frames.count == 2)
    let wanted = film.rgba(of: 0)
    for y in stride(from: 0, to: 241, by: 20) {
      for c in 0..<3 {
        let edge = Int(wanted[4 * (y * 321 + 320) + c])
        #expect(abs(Int(frames[0][4 * (y * 322 + 321) + c]) - edge) <= 4)
      }
    }
    for c in 0..<3 {
      let corner = Int(wanted[4 * (240 * 321 + 320) + c])
      #expect(abs(Int(frames[0][4 * (241 * 322 + 321) + c]) - corner) <= 4)
    }
    // Kinds that need no even size keep it.
    for name in ["film.webm", "film.mov", "film.gif"] {
      #expect(try film.make(folder.file(name)).notes.allSatisfy { !$0.contains("padded") })
      let report = try VideoTools.probe(folder.file(name))
      #expect(report["width"] == "321" && report["height"] == "241", "\(name)")
    }
  }

  @Test(
    "9: 60 frames a second as a GIF: no delay under 2 hundredths, the right length, and a word",
    .enabled(if: VideoTools.hasFFmpeg && VideoTools.python != nil, "ffmpeg or Pillow is missing"))
  func fastGIF() throws {
    let film = PaintedFilm(pictures: Array(0..<61))
    let plan = try film.make(folder.file("film.gif"))
    #expect(plan.notes.contains { $0.contains("a GIF shows at most 50 frames a second") })
    let (_, frames) = try VideoTools.pillow(folder.file("film.gif"))
    #expect(frames.count == 51)
    #expect(frames.allSatisfy { $0.0 >= 20 })
    #expect((frames.reduce(0) { $0 + $1.0 } - 61_000.0 / 60).magnitude <= 10)
    for (j, frame) in frames.enumerated() {
      // What is to be seen at j/50 s.
      #expect(frame.1 == film.rgba(of: min(60, j * 60 / 50)), "\(j)")
    }
  }

  @Test(
    "11: a transparent WebM keeps its alpha: the tag, and nothing in the corner",
    .enabled(if: VideoTools.hasFFmpeg, "ffmpeg is not installed"))
  func transparentWebM() throws {
    var film = PaintedFilm(pictures: Array(0..<12))
    film.hasAlpha = true
    try film.make(folder.file("film.webm"))
    #expect(try VideoTools.probe(folder.file("film.webm"))["TAG:alpha_mode"] == "1")
    let frames = try VideoTools.frames(
      folder.file("film.webm"), width: 64, height: 48, decoder: ["-c:v", "libvpx-vp9"])
    #expect(frames.count == 12)
    for frame in frames {
      #expect(frame[3] == 0)
      #expect(frame[4 * (47 * 64 + 63) + 3] >= 250)
    }
    let error = #expect(throws: FilmError.self) { try film.make(folder.file("film.mp4")) }
    #expect(error?.kind == .noAlpha)
    #expect(!FileManager.default.fileExists(atPath: folder.file("film.mp4")))
  }

  @Test("13: ten thousand frames and one more: one width, and the order of names is that of frames")
  func manyFrames() throws {
    let name = try FrameName(pattern: "frame-%04d.png", scene: "x", frameCount: 10_001)
    let names = (0..<10_001).map { name.name(of: $0) }
    #expect(names == names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
    #expect(Set(names.map(\.utf8.count)) == ["frame-00000.png".utf8.count])
    #expect(name.printfPattern == "frame-%05d.png")
    #expect(names[10_000] == "frame-10000.png")
  }

  @Test(
    "14: names with percent signs, blanks, colons and dashes, of folders and of files",
    .enabled(if: VideoTools.hasFFmpeg, "ffmpeg is not installed"),
    arguments: ["100%d done", "a: b", "-out", "%05d", "http:x", "quo'te\"s", "ünï 🎞"])
  func names(name: String) async {
    let place: String = folder.path
    // In a process of its own, which can go to the folder and name things from there as a user does.
    await #expect(processExitsWith: .success) { [name = name as String, place = place as String] in
      #expect(FileManager.default.changeCurrentDirectoryPath(place))
      signal(SIGPIPE, SIG_IGN)
      var film = PaintedFilm(pictures: [0, 1, 1, 2])
      film.rate = "25"
      try film.render(to: name)
      let source = try FolderFilm(FilePath(name))
      for type in ["mp4", "webm", "gif", "webp", "mov", "apng"] {
        let file = "\(name) \(type)/\(name).\(type)"
        try VideoWriter.write(
          source, info: source.manifest.info, frames: source.manifest.frames, to: FilePath(file))
        let contents = try FileManager.default.contentsOfDirectory(atPath: "./\(name) \(type)")
        #expect(contents == ["\(name).\(type)"])
        if type != "webp" {
          let count = type == "gif" || type == "apng" ? "3" : "4"
          #expect(try VideoTools.probe("./" + file)["nb_read_frames"] == count, "\(file)")
        }
      }
      // The pattern of the manifest's own arguments.
      let arguments = try #require(
        FFmpegArguments.video(
          of: source.manifest.info, frames: source.manifest.frames, folder: name, output: "plain"))
      try VideoTools.run(["ffmpeg", "-v", "error", "-nostdin", "-y"] + arguments)
      #expect(try VideoTools.probe("plain.mp4")["nb_read_frames"] == "4")
    }
  }

  @Test("17: an animated PNG plays as often as it should, in gapless order, for exactly its time")
  func animatedPNG() throws {
    for (plays, rate) in [(0, "60"), (1, "30000/1001"), (7, "24")] {
      var film = PaintedFilm(pictures: (0..<50).map { $0 / 4 * 4 % 12 })
      film.rate = rate
      try film.make(folder.file("film-\(plays).apng")) {
        $0.plays = plays
        $0.heldFrames = 17
      }
      let file = [UInt8](
        try Data(contentsOf: URL(fileURLWithPath: folder.file("film-\(plays).apng"))))
      var chunks: [(type: String, data: [UInt8])] = []
      var at = 8
      func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
      while at < file.count {
        let length = number(file[at..<(at + 4)])
        let type = String(decoding: file[(at + 4)..<(at + 8)], as: UTF8.self)
        chunks.append((type, Array(file[(at + 8)..<(at + 8 + length)])))
        at += 12 + length
      }
      let control = try #require(chunks.first { $0.type == "acTL" }?.data)
      #expect(number(control[4..<8]) == plays)
      let frames = chunks.filter { $0.type == "fcTL" }
      #expect(number(control[0..<4]) == frames.count)
      let sequence = chunks.filter { $0.type == "fcTL" || $0.type == "fdAT" }.map {
        number($0.data[0..<4])
      }
      #expect(sequence == Array(0..<sequence.count))
      // In units of 1/numerator of the rate, of which every denominator is a part.
      let exact = try #require(FrameRate(rate))
      var total = 0
      for frame in frames {
        let denominator = number(frame.data[22..<24])
        #expect(exact.numerator % denominator == 0)
        total += number(frame.data[20..<22]) * (exact.numerator / denominator)
        // Nothing is disposed of, and what is drawn replaces.
        #expect(Array(frame.data[24..<26]) == [0, 0])
      }
      #expect(total == (50 + 17) * exact.denominator)
      #expect(chunks.map(\.type).prefix(6) == ["IHDR", "acTL", "sRGB", "pHYs", "fcTL", "IDAT"])
      // Only the first frame is whole.
      #expect(frames.dropFirst().allSatisfy { number($0.data[4..<8]) < 64 })
    }
  }

  @Test("18: a video that is not finished has no name; one of frames with a hole is not begun")
  func unfinished() throws {
    var film = PaintedFilm(pictures: Array(0..<40))
    for name in ["film.apng", "film.mp4"] where VideoTools.hasFFmpeg || name == "film.apng" {
      let cancellation = Cancellation()
      var seen: [String] = []
      let error = #expect(throws: FilmError.self) {
        try film.make(folder.file("x/" + name)) {
          $0.film.cancellation = cancellation
        } progress: { progress in
          if progress.done == 20 {
            seen =
              (try? FileManager.default.contentsOfDirectory(atPath: folder.file("x"))) ?? []
            cancellation.cancel()
          }
        }
      }
      #expect(error?.kind == .cancelled)
      #expect(seen.count == 1 && seen[0].hasPrefix("."), "\(seen)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("x")).isEmpty)
    }
    // What a process that was killed has left goes with the next run.
    try folder.write("half", to: "x/.film.apng.tmp-999999999.apng")
    try folder.write("kept", to: "x/.other.apng.tmp-999999999.apng")
    try folder.write("kept", to: "x/.film.apng.tmp-1.apng")
    film.pictures = [0, 1]
    try film.make(folder.file("x/film.apng"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("x")).sorted() == [
        ".film.apng.tmp-1.apng", ".other.apng.tmp-999999999.apng", "film.apng",
      ])
  }

  @Test("19: on the way to a video no PNG file and no other file is written")
  func noPNG() throws {
    // Stands for ffmpeg: notes what it is given and what lies around.
    try folder.write(
      """
      #!/bin/sh
      for last; do :; done
      head -c 10 > "$last"
      ls -A "$(dirname "$last")" >> "$last"
      cat > /dev/null

      """, to: "encoder")
    #expect(unsafe chmod(folder.file("encoder"), 0o755) == 0)
    try PaintedFilm(pictures: Array(0..<50)).make(folder.file("y/film.mp4")) {
      $0.program = folder.file("encoder")
      $0.verifies = false
    }
    let lines = try folder.text("y/film.mp4").split(separator: "\n").map(String.init)
    #expect(lines.first?.hasPrefix("YUV4MPEG2 ") == true)
    #expect(lines.count == 1)
    #expect(lines[0].contains(".film.mp4.tmp-"))
  }
}
