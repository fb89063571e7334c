import FolioSequence
import Foundation
import TestSupport
import Testing

@Suite("ffmpeg is told each thing that it would otherwise guess")
struct FFmpegArgumentsTests {
  static func info(
    width: Int = 640, height: Int = 480, rate: String = "60", count: Int = 60, first: Int = 0,
    alpha: Bool = false
  ) throws -> SequenceInfo {
    SequenceInfo(
      sceneName: "banner", sceneDigest: SHA256.hash([]), renderer: "folioscope", width: width,
      height: height, scale: 1, frameRate: try #require(FrameRate(rate)), frameCount: count,
      hasAlpha: alpha,
      name: try FrameName(
        pattern: "frame-%05d.png", scene: "", frameCount: count, firstNumber: first))
  }

  @Test("the whole list for an opaque sequence")
  func opaque() throws {
    let arguments = try FFmpegArguments.video(
      of: FFmpegArgumentsTests.info(rate: "30000/1001", first: 1001), frames: FrameSet(10..<40),
      folder: "out/100%d done", output: "film")
    #expect(
      arguments == [
        "-framerate", "30000/1001", "-pattern_type", "sequence", "-start_number", "1011",
        "-i", "./out/100%%d done/frame-%05d.png", "-frames:v", "30",
        "-vf",
        "scale=out_color_matrix=bt709:out_range=tv"
          + ":flags=accurate_rnd+full_chroma_int+full_chroma_inp,format=yuv420p",
        "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
        "-color_range", "tv", "-c:v", "libx264", "-crf", "18", "-movflags", "+faststart",
        "./film.mp4",
      ])
  }

  @Test("frames with holes have no list, since ffmpeg would stop at the first without an error")
  func holes() throws {
    let info = try FFmpegArgumentsTests.info()
    #expect(
      FFmpegArguments.video(of: info, frames: FrameSet([0, 2, 4]), output: "x") == nil)
    #expect(FFmpegArguments.video(of: info, frames: .empty, output: "x") == nil)
  }

  @Test(
    "a path is no option and no protocol",
    arguments: [
      ("-x.mp4", "./-x.mp4"), ("a:b.mp4", "./a:b.mp4"), ("/a/b", "/a/b"), ("./a", "./a"),
      ("../a", "../a"), ("a", "./a"), (".a", "./.a"),
    ])
  func paths(path: String, safe: String) {
    #expect(FFmpegArguments.path(path) == safe)
  }

  static let hasFFmpeg =
    ["ffmpeg", "ffprobe"].allSatisfy { name in
      (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
      }
    }

  /// Runs a program of the search path in a folder; its standard output.
  static func run(_ arguments: [String], in folder: URL) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(arguments)")
    return String(decoding: data, as: UTF8.self)
  }

  @Test(
    "the video has every frame once, the right rate, size and tags, and the edge as its padding",
    .enabled(if: hasFFmpeg, "ffmpeg and ffprobe are not installed"),
    arguments: [
      (1, "25", 64, 48), (2, "24", 64, 48), (60, "60", 321, 241), (61, "60000/1001", 64, 48),
      (30, "30000/1001", 64, 49),
    ])
  func video(count: Int, rate: String, width: Int, height: Int) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("folioscope 100%d \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // One frame more than the sequence has, as an earlier, longer render may have left it.
    _ = try FFmpegArgumentsTests.run(
      [
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
        // The source itself makes even sizes only.
        "color=c=0x3478F6:s=1000x1000:r=25,format=rgb24,crop=\(width):\(height):exact=1",
        "-frames:v", "\(count + 1)",
        "-start_number", "7", "frame-%05d.png",
      ], in: folder)
    let info = try FFmpegArgumentsTests.info(
      width: width, height: height, rate: rate, count: count, first: 7)
    let arguments = try #require(
      FFmpegArguments.video(
        of: info, frames: info.allFrames, folder: folder.path, output: folder.path + "/out"))
    _ = try FFmpegArgumentsTests.run(["ffmpeg", "-v", "error"] + arguments, in: folder)
    let report = try FFmpegArgumentsTests.run(
      [
        "ffprobe", "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
        "stream=nb_read_frames,r_frame_rate,width,height,pix_fmt,color_space,color_range,"
          + "color_primaries,color_transfer", "-of", "default=nw=1", "out.mp4",
      ], in: folder)
    let values = Set(report.split(separator: "\n").map(String.init))
    let exact = rate.contains("/") ? rate : rate + "/1"
    for value in [
      "nb_read_frames=\(count)", "r_frame_rate=\(exact)", "width=\(width + width % 2)",
      "height=\(height + height % 2)", "pix_fmt=yuv420p", "color_space=bt709",
      "color_range=tv", "color_primaries=bt709", "color_transfer=bt709",
    ] {
      #expect(values.contains(value), "\(value) in \(report)")
    }
    // The last pixel, which is padding where the size is odd, has the picture's colour.
    let raw = try FFmpegArgumentsTests.run(
      [
        "sh", "-c",
        "ffmpeg -v error -i out.mp4 -frames:v 1 -f rawvideo -pix_fmt rgb24 - | tail -c 3 | od -An -tu1",
      ], in: folder)
    let channels = raw.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    try #require(channels.count == 3)
    for (channel, wanted) in zip(channels, [0x34, 0x78, 0xF6]) {
      #expect(abs(channel - wanted) <= 3, "\(channels)")
    }
  }
}
