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

@Suite(
  "Videos hold every frame, at the right rate, in the right colours", .serialized,
  .enabled(if: VideoTools.hasFFmpeg, "ffmpeg and ffprobe are not installed"))
struct VideoTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    signal(SIGPIPE, SIG_IGN)
  }

  /// The largest difference of two pictures in one channel.
  func distance(_ a: [UInt8], _ b: [UInt8], channels: Range<Int> = 0..<3) -> Int {
    var most = 0
    for i in stride(from: 0, to: min(a.count, b.count), by: 4) {
      for c in channels { most = max(most, abs(Int(a[i + c]) - Int(b[i + c]))) }
    }
    return most
  }

  @Test(
    "count, rate, size and tags of each kind of video",
    arguments: [
      ("film.mp4", false, "h264", "yuv420p"), ("film.webm", false, "vp9", "yuv420p"),
      ("film.webm", true, "vp9", "yuv420p"), ("film.mov", false, "prores", "yuv444p12le"),
      ("film.mov", true, "prores", "yuva444p12le"),
    ], ["24", "30000/1001", "60", "120"])
  func tags(video: (String, Bool, String, String), rate: String) throws {
    let (name, hasAlpha, codec, format) = video
    var film = PaintedFilm(pictures: (0..<23).map { $0 / 2 })
    film.hasAlpha = hasAlpha
    film.rate = rate
    try film.make(folder.file(name))
    let report = try VideoTools.probe(folder.file(name))
    let exact = rate.contains("/") ? rate : rate + "/1"
    for (key, value) in [
      ("codec_name", codec), ("pix_fmt", format), ("nb_read_frames", "23"),
      ("r_frame_rate", exact), ("width", "64"), ("height", "48"), ("color_space", "bt709"),
      ("color_range", "tv"), ("color_primaries", "bt709"), ("color_transfer", "bt709"),
    ] {
      #expect(report[key] == value, "\(key) in \(report)")
    }
    if codec == "vp9" { #expect(report["TAG:alpha_mode"] == (hasAlpha ? "1" : nil)) }
    if codec == "prores" { #expect(report["profile"] == "4444") }
  }

  @Test(
    "rates that ffmpeg would guess at, and those that it cannot state, are kept",
    arguments: ["1/7", "1", "997/13", "60000/1001", "12345/67", "120000/1001", "1000"],
    ["film.mp4", "film.webm", "film.mov"])
  func rates(rate: String, name: String) throws {
    let exact = try #require(FrameRate(rate))
    for count in [1, 2, 14] {
      var film = PaintedFilm(pictures: Array(0..<count))
      film.rate = rate
      // Which examines the rate.
      try film.make(folder.file(name)) { $0.overwrite = true }
      let report = try VideoTools.probe(folder.file(name))
      #expect(report["nb_read_frames"] == "\(count)")
      let seconds = Double(count) * Double(exact.denominator) / Double(exact.numerator)
      let duration = try #require(report["duration"].flatMap(Double.init))
      #expect((duration - seconds).magnitude <= 0.0021, "\(duration), \(seconds)")
    }
  }

  @Test("mp4: the colours are those of the PNG to 3 levels where they are flat")
  func mp4Colors() throws {
    // Patches of 16 pixels, of which the inner 8 are looked at: chroma has half the resolution.
    struct Patches: FrameSource {
      let width = 128
      let height = 128
      func color(_ i: Int) -> Color {
        // All corners of the cube, greys, and colours between.
        let steps: [UInt8] = [0, 85, 170, 255]
        return Color(
          red: steps[i % 4], green: steps[i / 4 % 4], blue: steps[i / 16 % 4], alpha: 255)
      }
      func state(of frame: Int) -> Int { 0 }
      func draw(_ state: Int, into bitmap: inout Bitmap) {
        bitmap.withMutablePixels { pixels in
          for i in 0..<pixels.count {
            let (x, y) = (i % 128, i / 128)
            pixels[i] = color(y / 16 * 8 + x / 16).premultiplied
          }
        }
      }
      func record(of frame: Int) -> FrameRecord { FrameRecord(index: frame, time: FrameTime(0)) }
    }
    var info = try PaintedFilm(pictures: [0, 0, 0]).info()
    info.width = 128
    info.height = 128
    var options = VideoOptions()
    options.rateFactor = 1
    try VideoWriter.write(
      Patches(), info: info, frames: info.allFrames, to: FilePath(folder.file("film.mp4")),
      options: options)
    let frames = try VideoTools.frames(
      folder.file("film.mp4"), width: 128, height: 128, filter: VideoTools.fromBT709)
    #expect(frames.count == 3)
    for frame in frames {
      for patch in 0..<64 {
        let color = Patches().color(patch)
        let wanted = [color.red, color.green, color.blue].map(Int.init)
        for y in 4..<12 {
          for x in 4..<12 {
            let at = 4 * ((patch / 8 * 16 + y) * 128 + patch % 8 * 16 + x)
            for c in 0..<3 {
              let found = Int(frame[at + c])
              #expect(abs(found - wanted[c]) <= 3, "patch \(patch): \(found), \(wanted)")
            }
          }
        }
      }
    }
  }

  @Test(
    "apng: ffmpeg and Pillow read every frame to the very same pixels", arguments: [false, true])
  func apngPixels(hasAlpha: Bool) throws {
    var film = PaintedFilm(pictures: [0, 0, 1, 2, 2, 2, 3, 19, 4, 0, 5, 5])
    film.hasAlpha = hasAlpha
    film.width = 61
    film.height = 47
    let path = folder.file("film.apng")
    try film.make(path)
    let distinct = [0, 2, 3, 6, 7, 8, 9, 10].map { film.rgba(of: $0) }
    #expect(try VideoTools.frames(path, width: 61, height: 47) == distinct)
    let report = try VideoTools.probe(path)
    #expect(report["nb_read_frames"] == "8" && report["codec_name"] == "apng")
    #expect(report["width"] == "61" && report["height"] == "47")
    if VideoTools.python != nil {
      let (plays, frames) = try VideoTools.pillow(path)
      #expect(plays == 0)
      #expect(frames.map(\.1) == distinct)
      let lengths = [2, 1, 3, 1, 1, 1, 1, 2].map { Double($0) * 1000 / 60 }
      for (frame, length) in zip(frames, lengths) {
        #expect((frame.0 - length).magnitude < 1e-6, "\(frame.0), \(length)")
      }
    }
    // The same bytes for any number of threads, and where only the pixels tell that frames are equal.
    for (jobs, distinctStates) in [(1, false), (3, false), (2, true)] {
      var other = film
      other.distinctStates = distinctStates
      try other.make(folder.file("other.apng"), jobs: jobs) { $0.overwrite = true }
      let files = try ["film", "other"].map {
        try Data(contentsOf: URL(fileURLWithPath: folder.file($0 + ".apng")))
      }
      #expect(files[0] == files[1])
    }
  }

  @Test("apng: the level changes the size and no pixel")
  func apngLevels() throws {
    let film = PaintedFilm(width: 200, height: 150, pictures: Array(0..<8))
    var sizes: [Int] = []
    var pixels: Set<[[UInt8]]> = []
    for level in [PNGEncoder.Level.stored, .fast, .small] {
      let path = folder.file("\(level).apng")
      try film.make(path) { $0.level = level }
      sizes.append(try Data(contentsOf: URL(fileURLWithPath: path)).count)
      pixels.insert(try VideoTools.frames(path, width: 200, height: 150))
    }
    #expect(sizes[0] > sizes[1] && sizes[1] > sizes[2], "\(sizes)")
    #expect(pixels.count == 1)
  }

  @Test("webp: lossless is every pixel; times are exact to a thousandth")
  func webpPixels() throws {
    var film = PaintedFilm(pictures: [0, 0, 1, 2, 2, 2, 3, 19, 4, 0, 5, 5])
    for hasAlpha in [false, true] {
      film.hasAlpha = hasAlpha
      let path = folder.file("film-\(hasAlpha).webp")
      try film.make(path)
      guard VideoTools.python != nil else { continue }
      let (plays, frames) = try VideoTools.pillow(path)
      #expect(plays == 0)
      let distinct = [0, 2, 3, 6, 7, 8, 9, 10].map { film.rgba(of: $0) }
      #expect(frames.count == distinct.count)
      for (frame, wanted) in zip(frames, distinct) {
        // Colours under alpha 0 are nobody's.
        #expect(Self.visible(frame.1) == Self.visible(wanted))
      }
      // Instants 0, 33.3, 50, 100, 116.7, 133.3, 150, 166.7, 200.
      #expect(frames.map { Int($0.0) } == [33, 17, 50, 17, 16, 17, 17, 33])
    }
  }

  @Test("webp: a quality makes it smaller, and equal pictures may join without losing time")
  func webpQuality() throws {
    var film = PaintedFilm(pictures: (0..<40).map { $0 })
    film.width = 320
    film.height = 240
    try film.make(folder.file("lossless.webp"))
    try film.make(folder.file("small.webp")) {
      $0.quality = 10
      $0.plays = 3
    }
    func size(_ name: String) throws -> Int {
      try Data(contentsOf: URL(fileURLWithPath: folder.file(name))).count
    }
    #expect(try size("small.webp") > 0)
    if VideoTools.python != nil {
      let (plays, frames) = try VideoTools.pillow(folder.file("small.webp"))
      #expect(plays == 3)
      #expect(Int(frames.reduce(0) { $0 + $1.0 }) == 667)
    }
  }

  static func visible(_ pixels: [UInt8]) -> [UInt8] {
    var pixels = pixels
    for i in stride(from: 0, to: pixels.count, by: 4) where pixels[i + 3] == 0 {
      pixels.replaceSubrange(i..<(i + 3), with: [0, 0, 0])
    }
    return pixels
  }

  @Test(
    "how often an animation is played",
    .enabled(if: VideoTools.python != nil, "no Python with Pillow is installed"),
    arguments: [(0, 0, 0, 0), (1, -1, 1, 1), (3, 2, 3, 3)])
  func plays(plays: Int, gif: Int, webp: Int, apng: Int) throws {
    let film = PaintedFilm(pictures: [0, 1])
    // A GIF counts the repeats, and says nothing for none.
    for (name, found) in [("film.gif", gif), ("film.webp", webp), ("film.apng", apng)] {
      try film.make(folder.file(name)) { $0.plays = plays }
      #expect(try VideoTools.pillow(folder.file(name)).plays == found, "\(name)")
    }
  }

  @Test("gif: each picture once, its time, its colours; no pixel of a clear canvas is opaque")
  func gif() throws {
    var film = PaintedFilm(pictures: [0, 0, 1, 2, 2, 2, 3, 19, 4, 0, 5, 5])
    film.rate = "25"
    for hasAlpha in [false, true] {
      film.hasAlpha = hasAlpha
      let path = folder.file("film-\(hasAlpha).gif")
      let plan = try film.make(path)
      #expect(plan.frameCount == 8)
      let report = try VideoTools.probe(path)
      #expect(report["nb_read_frames"] == "8" && report["codec_name"] == "gif")
      #expect(report["width"] == "64" && report["height"] == "48")
      guard VideoTools.python != nil else { continue }
      let (plays, frames) = try VideoTools.pillow(path)
      #expect(plays == 0)
      #expect(frames.map { Int($0.0) } == [80, 40, 120, 40, 40, 40, 40, 80])
      for (frame, source) in zip(frames, [0, 2, 3, 6, 7, 8, 9, 10]) {
        let wanted = film.rgba(of: source)
        for i in stride(from: 0, to: wanted.count, by: 4) {
          // Half of 255 counts as opaque, as an alpha of 128 does.
          #expect(frame.1[i + 3] == (wanted[i + 3] >= 128 ? 255 : 0))
        }
        // Fewer colours than a palette holds, so each is there.
        if !hasAlpha { #expect(distance(frame.1, wanted) == 0) }
      }
    }
  }

  @Test("mov: ProRes keeps colours within its depth, and alpha", arguments: [false, true])
  func proRes(hasAlpha: Bool) throws {
    var film = PaintedFilm(pictures: [0, 4, 4, 9])
    film.hasAlpha = hasAlpha
    try film.make(folder.file("film.mov"))
    let frames = try VideoTools.frames(
      folder.file("film.mov"), width: 64, height: 48, filter: VideoTools.fromBT709)
    #expect(frames.count == 4)
    for (i, frame) in frames.enumerated() {
      let wanted = film.rgba(of: i)
      var (sum, count) = (0, 0)
      for p in stride(from: 0, to: frame.count, by: 4) {
        #expect(abs(Int(frame[p + 3]) - Int(wanted[p + 3])) <= 1)
        // Edges ring a little, as in any transform; flat parts do not.
        if wanted[p + 3] == 0 { continue }
        for c in 0..<3 {
          sum += abs(Int(frame[p + c]) - Int(wanted[p + c]))
          count += 1
        }
      }
      #expect(Double(sum) / Double(count) < 3, "\(Double(sum) / Double(count))")
    }
  }

  @Test("mov: flat colours come back to a level")
  func proResFlat() throws {
    struct Flat: FrameSource {
      let width = 33
      let height = 17
      func state(of frame: Int) -> Int { frame }
      func draw(_ state: Int, into bitmap: inout Bitmap) {
        let colors: [UInt32] = [0xFFF6_7834, 0xFF00_00FF, 0xFF00_FF00, 0xFFFF_0000, 0xFF80_8080]
        bitmap.withMutablePixels { for i in 0..<$0.count { $0[i] = colors[state] } }
      }
      func record(of frame: Int) -> FrameRecord { FrameRecord(index: frame, time: FrameTime(0)) }
    }
    var info = try PaintedFilm(pictures: [0, 1, 2, 3, 4]).info()
    info.width = 33
    info.height = 17
    try VideoWriter.write(
      Flat(), info: info, frames: info.allFrames, to: FilePath(folder.file("film.mov")))
    let frames = try VideoTools.frames(
      folder.file("film.mov"), width: 33, height: 17, filter: VideoTools.fromBT709)
    #expect(frames.count == 5)
    for (i, frame) in frames.enumerated() {
      var bitmap = Bitmap(width: 33, height: 17)
      Flat().draw(i, into: &bitmap)
      let wanted = bitmap.pixels.flatMap { pixel in
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: pixel >> UInt32($0)) }
      }
      #expect(distance(frame, wanted) <= 2)
    }
  }

  @Test("the last frame is held: repeats in a video, a longer picture in an animation")
  func hold() throws {
    let film = PaintedFilm(pictures: [0, 1, 2])
    for name in ["film.mp4", "film.webm", "film.mov"] {
      try film.make(folder.file(name)) { $0.heldFrames = 30 }
      #expect(try VideoTools.probe(folder.file(name))["nb_read_frames"] == "33", "\(name)")
    }
    guard VideoTools.python != nil else { return }
    for name in ["film.gif", "film.apng", "film.webp"] {
      try film.make(folder.file(name)) { $0.heldFrames = 30 }
      let (_, frames) = try VideoTools.pillow(folder.file(name))
      let total = frames.reduce(0) { $0 + $1.0 }
      #expect((total - 550).magnitude <= 10, "\(name): \(total)")
      #expect((frames[frames.count - 1].0) >= 500, "\(name)")
    }
  }

  @Test("a picture that stays longer than a GIF can say is several images")
  func longStay() throws {
    var film = PaintedFilm(pictures: [0, 1])
    film.rate = "1/1000"
    let plan = try film.make(folder.file("film.gif")) { $0.verifies = true }
    // 100,000 hundredths each: 65,535 and 34,465.
    #expect(plan.frameCount == 4)
    if VideoTools.python != nil {
      let (_, frames) = try VideoTools.pillow(folder.file("film.gif"))
      #expect(frames.map { Int($0.0) } == [655_350, 344_650, 655_350, 344_650])
    }
  }

  @Test("the factors of rate, the quality and the colours reach the encoder")
  func effort() throws {
    var film = PaintedFilm(pictures: Array(0..<20))
    film.width = 160
    film.height = 120
    func size(_ name: String, _ adjust: (inout VideoOptions) -> Void) throws -> Int {
      try film.make(folder.file(name), adjust: adjust)
      return try Data(contentsOf: URL(fileURLWithPath: folder.file(name))).count
    }
    for type in ["mp4", "webm"] {
      let large = try size("a.\(type)") { $0.rateFactor = 5 }
      let small = try size("b.\(type)") { $0.rateFactor = 45 }
      #expect(small < large, "\(type)")
    }
    for count in [3, 4, 200] {
      try film.make(folder.file("c.gif")) {
        $0.colors = count
        $0.overwrite = true
      }
      if VideoTools.python == nil { continue }
      let (_, frames) = try VideoTools.pillow(folder.file("c.gif"))
      var colors: Set<[UInt8]> = []
      for i in stride(from: 0, to: frames[0].1.count, by: 4) {
        colors.insert(Array(frames[0].1[i..<(i + 4)]))
      }
      #expect(colors.count <= count && (count > 4 || colors.count == count))
    }
  }

  @Test("an encoder that makes another video than it was told to is found out")
  func lying() throws {
    let ffmpeg = try #require(VideoTools.find("ffmpeg"))
    // Leaves one frame out, in two ways: another count, another rate.
    for (change, words) in [
      (#"s/-frames:v 12/-frames:v 11/"#, "nb_read_packets is 11, expected 12"),
      (#"s/-r 60 -pix_fmt yuv420p/-r 30 -pix_fmt yuv420p/"#, "r_frame_rate is 30/1, expected 60/1"),
      (#"s/-color_range tv/-color_range pc/"#, "color_range is pc, expected tv"),
    ] {
      try folder.write(
        """
        #!/bin/bash
        words="$(printf '%q ' "$@" | sed '\(change)')"
        eval "\(ffmpeg) $words" < /dev/stdin
        cat > /dev/null

        """, to: "encoder")
      #expect(unsafe chmod(folder.file("encoder"), 0o755) == 0)
      let error = #expect(throws: FilmError.self) {
        try PaintedFilm(pictures: Array(0..<12)).make(folder.file("film.mp4")) {
          $0.program = folder.file("encoder")
          $0.prober = "ffprobe"
        }
      }
      #expect(error?.kind == .encoderFailed)
      #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
      #expect(!FileManager.default.fileExists(atPath: folder.file("film.mp4")))
    }
  }
}
