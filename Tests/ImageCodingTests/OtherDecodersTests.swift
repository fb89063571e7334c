import FolioImageCoding
import FolioRaster
import Foundation
import TestSupport
import Testing

/// Programs of others that read PNG; tests that need one are skipped where it is missing.
enum Tool {
  /// The path of a program in PATH.
  static func find(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs a program; its status and what it printed.
  static func run(_ path: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  /// A Python with Pillow, named by FOLIO_PYTHON or found in PATH.
  static let pythonWithPillow: String? = {
    let candidates =
      [ProcessInfo.processInfo.environment["FOLIO_PYTHON"]].compactMap { $0 }
      + ["python3", "python"].compactMap { find($0) } + ["/usr/bin/python3"]
    return candidates.first { python in
      (try? run(python, ["-c", "import PIL.Image"]))?.status == 0
    }
  }()
}

@Suite("Other programs read what is written, to the same pixels")
struct OtherDecodersTests {
  /// Files that use the parts of the encoder, with the straight pixels they must hold.
  static func samples(in folder: ScratchFolder) throws -> [(path: String, bitmap: Bitmap)] {
    var generator = SplitMix64(seed: 12)
    var samples: [(path: String, bitmap: Bitmap)] = []
    for (index, picture) in PNGEncoderTests.hostile.enumerated() {
      for (width, height) in [(1, 1), (2, 3), (17, 129), (300, 260)] {
        var pixels: [UInt32] = []
        for y in 0..<height {
          for x in 0..<width { pixels.append(picture.pixel(x, y, &generator) | 0xFF00_0000) }
        }
        let opaque = Bitmap(width: width, height: height, pixels: pixels)
        let clear = Bitmap.noise(width: width, height: height, opaque: false, using: &generator)
        for level in PNGEncoder.Level.allCases {
          for (colorType, bitmap) in [(PNGEncoder.ColorType.rgb, opaque), (.rgba, clear)] {
            let encoder = try PNGEncoder(
              width: width, height: height, colorType: colorType, scale: 2, level: level)
            let path = folder.file("\(index)-\(width)x\(height)-\(level)-\(colorType).png")
            try Data(try encoder.encode(bitmap)).write(to: URL(fileURLWithPath: path))
            samples.append((path, bitmap))
          }
        }
      }
    }
    return samples
  }

  @Test(
    "pngcheck finds no fault",
    .enabled(if: Tool.find("pngcheck") != nil, "pngcheck is not installed"))
  func pngcheck() throws {
    let folder = try ScratchFolder()
    let tool = try #require(Tool.find("pngcheck"))
    let samples = try Self.samples(in: folder)
    let result = try Tool.run(tool, ["-q"] + samples.map(\.path))
    #expect(result.status == 0, "\(result.output)")
  }

  @Test(
    "Pillow decodes the same pixels",
    .enabled(if: Tool.pythonWithPillow != nil, "no Python with Pillow is installed"))
  func pillow() throws {
    let folder = try ScratchFolder()
    let python = try #require(Tool.pythonWithPillow)
    let samples = try Self.samples(in: folder)
    let script = """
      import sys, hashlib
      from PIL import Image
      for path in sys.argv[1:]:
          image = Image.open(path)
          image.load()
          print(hashlib.sha256(image.convert("RGBA").tobytes()).hexdigest())
      """
    let result = try Tool.run(python, ["-c", script] + samples.map(\.path))
    #expect(result.status == 0)
    let hashes = result.output.split(separator: "\n").map(String.init)
    #expect(hashes.count == samples.count)
    for (hash, sample) in zip(hashes, samples) {
      let bytes = sample.bitmap.straight.flatMap { pixel in
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: pixel >> UInt32($0)) }
      }
      #expect(hash == sha256(bytes), "\(sample.path)")
    }
  }

  @Test(
    "ffmpeg decodes the same pixels",
    .enabled(if: Tool.find("ffmpeg") != nil, "ffmpeg is not installed"))
  func ffmpeg() throws {
    let folder = try ScratchFolder()
    let tool = try #require(Tool.find("ffmpeg"))
    let samples = try Self.samples(in: folder)
    // Several files a run, each to an output of its own.
    for start in stride(from: 0, to: samples.count, by: 32) {
      let part = Array(samples[start..<min(start + 32, samples.count)])
      var arguments = ["-v", "error", "-nostdin"]
      for sample in part { arguments += ["-i", sample.path] }
      for (i, sample) in part.enumerated() {
        arguments += [
          "-map", "\(i):v", "-pix_fmt", "rgba", "-f", "rawvideo", sample.path + ".rgba",
        ]
      }
      try #require(Tool.run(tool, arguments).status == 0)
      for sample in part {
        let pixels = [UInt8](try Data(contentsOf: URL(fileURLWithPath: sample.path + ".rgba")))
        let wanted = sample.bitmap.straight.flatMap { pixel in
          [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: pixel >> UInt32($0)) }
        }
        #expect(pixels == wanted, "\(sample.path)")
      }
    }
  }
}
