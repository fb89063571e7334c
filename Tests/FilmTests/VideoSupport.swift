import FolioFilm
import FolioImageCoding
import FolioRaster
import FolioSequence
import Foundation
import TestSupport
import Testing

/// Programs of others that make and read videos; tests that need one are skipped where it is missing.
enum VideoTools {
  static let hasFFmpeg = ["ffmpeg", "ffprobe"].allSatisfy { find($0) != nil }

  /// A Python with Pillow.
  static let python: String? = {
    let candidates =
      [ProcessInfo.processInfo.environment["FOLIO_PYTHON"], find("python3")].compactMap { $0 }
      + ["/usr/bin/python3"]
    return candidates.first { (try? run([$0, "-c", "import PIL.Image"])) != nil }
  }()

  static func find(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map {
      "\($0)/\(name)"
    }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  struct Failure: Error {
    var words: [String]
    var errors: String
  }

  /// Runs a program to its end; what it wrote to standard output.
  @discardableResult
  static func run(_ words: [String]) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    let output = Pipe()
    let errors = FileManager.default.temporaryDirectory
      .appendingPathComponent("errors-\(UUID().uuidString)")
    #expect(FileManager.default.createFile(atPath: errors.path, contents: nil))
    defer { try? FileManager.default.removeItem(at: errors) }
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      throw Failure(
        words: words, errors: (try? String(contentsOf: errors, encoding: .utf8)) ?? "")
    }
    return [UInt8](data)
  }

  /// What ffprobe says of the first stream and of the file.
  static func probe(_ path: String) throws -> [String: String] {
    let text = String(
      decoding: try run([
        "ffprobe", "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
        "stream=codec_name,profile,nb_read_frames,r_frame_rate,width,height,pix_fmt,color_space,"
          + "color_range,color_primaries,color_transfer:stream_tags=alpha_mode:format=duration",
        "-of", "default=nw=1", path,
      ]), as: UTF8.self)
    var values: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
    }
    return values
  }

  /// The frames of a video by ffmpeg, as straight RGBA, each shown once.
  static func frames(
    _ path: String, width: Int, height: Int, decoder: [String] = [], filter: String? = nil
  ) throws -> [[UInt8]] {
    let bytes = try run(
      ["ffmpeg", "-v", "error"] + decoder + ["-i", path]
        + (filter.map { ["-vf", $0] } ?? []) + [
          "-vsync", "passthrough", "-pix_fmt", "rgba", "-f", "rawvideo", "-",
        ])
    let size = 4 * width * height
    try #require(bytes.count % size == 0, "\(bytes.count)")
    return (0..<(bytes.count / size)).map { Array(bytes[($0 * size)..<(($0 + 1) * size)]) }
  }

  /// The way back from BT.709 that rounds best.
  static let fromBT709 =
    "scale=in_color_matrix=bt709:in_range=tv:flags=accurate_rnd+full_chroma_int+full_chroma_inp"

  /// The frames of an animation by Pillow: how long each stays in milliseconds, how often all are
  /// played, and the pixels as straight RGBA.
  static func pillow(_ path: String) throws -> (plays: Int, frames: [(Double, [UInt8])]) {
    let script = """
      import sys, struct
      from PIL import Image
      image = Image.open(sys.argv[1])
      out = sys.stdout.buffer
      out.write(struct.pack("<iiii", image.info.get("loop", -1), getattr(image, "n_frames", 1),
        image.width, image.height))
      for i in range(getattr(image, "n_frames", 1)):
          image.seek(i)
          pixels = image.convert("RGBA").tobytes()
          out.write(struct.pack("<d", image.info.get("duration", 0)))
          out.write(pixels)
      """
    let bytes = try run([try #require(python), "-c", script, path])
    func integer(_ at: Int) -> Int {
      Int(Int32(truncatingIfNeeded: (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }))
    }
    let size = 4 * integer(8) * integer(12)
    let frames = (0..<integer(4)).map { i in
      let at = 16 + i * (8 + size)
      let bits = (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[at + $1]) << (8 * UInt64($1)) }
      return (Double(bitPattern: bits), Array(bytes[(at + 8)..<(at + 8 + size)]))
    }
    return (integer(0), frames)
  }
}

/// A film of coloured pictures of any size: a ground with hard and soft edges, and a bar that goes
/// with the frame's number.
struct PaintedFilm: FrameSource {
  var width = 64
  var height = 48
  /// Which picture each frame shows.
  var pictures: [Int]
  /// Whether the left half is transparent, and the bar half so.
  var hasAlpha = false
  /// Frames a second.
  var rate = "60"
  /// Whether states differ where pictures do not.
  var distinctStates = false

  struct State: Equatable, Sendable {
    var picture: Int
    var tag: Int
  }

  func state(of frame: Int) -> State {
    State(picture: pictures[frame], tag: distinctStates ? frame : 0)
  }

  func draw(_ state: State, into bitmap: inout Bitmap) {
    bitmap = picture(state.picture)
  }

  func picture(_ picture: Int) -> Bitmap {
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        let color: Color
        let at = picture * 3 % max(1, width - 8)
        if x >= at, x < at + 8, y >= height / 4, y < height / 2 {
          color = Color(
            red: 255, green: UInt8(picture * 40 % 256), blue: 0, alpha: hasAlpha ? 128 : 255)
        } else if hasAlpha, x < width / 2 {
          color = .transparent
        } else {
          color = Color(red: 0x34, green: UInt8(min(255, 0x40 + y)), blue: 0xF6, alpha: 255)
        }
        pixels.append(color.premultiplied)
      }
    }
    return Bitmap(width: width, height: height, pixels: pixels)
  }

  /// A frame's picture as straight RGBA.
  func rgba(of frame: Int) -> [UInt8] {
    picture(pictures[frame]).pixels.flatMap { pixel -> [UInt8] in
      let color = Color(premultiplied: pixel)
      return [color.red, color.green, color.blue, color.alpha]
    }
  }

  func record(of frame: Int) -> FrameRecord { FrameRecord(index: frame, time: FrameTime(0)) }

  func info(pattern: String = "frame-%05d.png") throws -> SequenceInfo {
    SequenceInfo(
      sceneName: "painted", sceneDigest: SHA256.hash(Array("\(pictures) \(rate)".utf8)),
      renderer: "folioscope test", width: width, height: height, scale: 2,
      frameRate: try #require(FrameRate(rate)), frameCount: pictures.count, hasAlpha: hasAlpha,
      name: try FrameName(pattern: pattern, scene: "painted", frameCount: pictures.count))
  }

  /// Makes a video; the error, if there is one.
  @discardableResult
  func make(
    _ path: String, frames: FrameSet? = nil, jobs: Int = 2,
    adjust: (inout VideoOptions) -> Void = { _ in },
    progress: (FilmProgress) -> Void = { _ in }
  ) throws -> VideoPlan {
    var options = VideoOptions()
    options.film = FilmOptions(jobs: jobs)
    adjust(&options)
    let info = try info()
    let plan = try VideoPlan(
      self, info: info, frames: frames ?? info.allFrames, output: FilePath(path), options: options)
    try VideoWriter.write(self, as: plan, progress: progress)
    return plan
  }

  /// Writes the frames as PNG files.
  @discardableResult
  func render(to path: String, frames: FrameSet? = nil, links: Bool = true) throws -> Manifest {
    let info = try info()
    let encoder = try PNGEncoder(
      width: width, height: height, colorType: hasAlpha ? .rgba : .rgb, scale: 2)
    var options = FilmOptions(jobs: 2)
    options.folder.links = links
    return try FilmWriter.write(
      self, info: info, frames: frames ?? info.allFrames, to: FilePath(path), options: options,
      encoder: FrameEncoder { bitmap, rows in try encoder.encode(bitmap, rowHashes: rows) })
  }
}
