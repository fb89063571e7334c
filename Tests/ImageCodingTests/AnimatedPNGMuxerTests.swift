import FolioImageCoding
import FolioRaster
import Foundation
import TestSupport
import Testing

@Suite("PNG files are put together into an animation without a new byte of pixels")
struct AnimatedPNGMuxerTests {
  typealias Delay = AnimatedPNGMuxer.Delay

  static func png(_ width: Int, _ height: Int, seed: UInt64, alpha: Bool = false) throws -> (
    file: [UInt8], bitmap: Bitmap
  ) {
    var generator = SplitMix64(seed: seed)
    let bitmap = Bitmap.noise(width: width, height: height, opaque: !alpha, using: &generator)
    let encoder = try PNGEncoder(
      width: width, height: height, colorType: alpha ? .rgba : .rgb, scale: 2)
    return (try encoder.encode(bitmap), bitmap)
  }

  struct Chunk {
    var type: String
    var data: [UInt8]
  }

  /// The chunks of a file, each with its checksum made anew bit by bit.
  static func chunks(_ file: [UInt8]) throws -> [Chunk] {
    func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
      var crc: UInt32 = 0xFFFF_FFFF
      for byte in bytes {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
      }
      return ~crc
    }
    var chunks: [Chunk] = []
    var at = 8
    while at < file.count {
      let length = number(file[at..<(at + 4)])
      let end = at + 8 + length
      chunks.append(
        Chunk(
          type: String(decoding: file[(at + 4)..<(at + 8)], as: UTF8.self),
          data: Array(file[(at + 8)..<end])))
      #expect(number(file[end..<(end + 4)]) == Int(checksum(file[(at + 4)..<end])))
      at = end + 4
    }
    #expect(at == file.count)
    return chunks
  }

  static func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  static func file(plays: Int, _ frames: [([UInt8], x: Int, y: Int, Delay)]) -> [UInt8] {
    var muxer = AnimatedPNGMuxer(plays: plays)
    var file: [UInt8] = []
    for frame in frames { file += muxer.append(frame.0, x: frame.x, y: frame.y, delay: frame.3) }
    file += muxer.end()
    #expect(muxer.frameCount == frames.count)
    file.replaceSubrange(muxer.control.range, with: muxer.control.bytes)
    return file
  }

  @Test("chunks in their order, numbers without a gap, data byte for byte")
  func structure() throws {
    let first = try Self.png(20, 30, seed: 1).file
    let second = try Self.png(5, 6, seed: 2).file
    let (short, long) = (try #require(Delay(1, 60)), try #require(Delay(1001, 30000)))
    let file = Self.file(
      plays: 3, [(first, 0, 0, short), (second, 15, 24, long), (first, 0, 0, short)])
    #expect(Array(file[..<8]) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    let chunks = try Self.chunks(file)
    #expect(
      chunks.map(\.type) == [
        "IHDR", "acTL", "sRGB", "pHYs", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND",
      ])
    let plain = try Self.chunks(first)
    #expect(chunks[0].data == plain[0].data)
    #expect(chunks[1].data == [0, 0, 0, 3, 0, 0, 0, 3])
    #expect(chunks[5].data == plain.first { $0.type == "IDAT" }?.data)
    let small = try Self.chunks(second).first { $0.type == "IDAT" }?.data
    #expect(Array(chunks[7].data.dropFirst(4)) == small)
    #expect(
      chunks.filter { $0.type == "fcTL" || $0.type == "fdAT" }.map {
        Self.number($0.data[..<4])
      } == [0, 1, 2, 3, 4])
    // Size, place, delay, disposal, blending.
    #expect(
      chunks[6].data
        == [0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0, 0, 15, 0, 0, 0, 24]
        + [0x03, 0xE9, 0x75, 0x30, 0, 0])
    // A reader that knows no animations sees the first frame.
    #expect(try PNGDecoder.decode(file).pixels == PNGDecoder.decode(first).pixels)
  }

  @Test(
    "a delay is in lowest terms and fits, or is refused",
    arguments: [
      (1, 60, 1, 60), (2, 60, 1, 30), (120, 60, 2, 1), (0, 7, 0, 1), (65535, 65534, 65535, 65534),
      (131_070, 131_068, 65535, 65534), (65536, 1, nil, nil), (1, 65536, nil, nil),
      (-1, 2, nil, nil), (1, 0, nil, nil), (1001, 120_000, nil, nil),
    ] as [(Int, Int, Int?, Int?)])
  func delays(numerator: Int, denominator: Int, a: Int?, b: Int?) {
    let delay = Delay(numerator, denominator)
    #expect(delay?.numerator == a)
    #expect(delay?.denominator == b)
  }

  @Test(
    "pngcheck finds no fault, and Pillow composes the same pixels",
    .enabled(if: Tool.pythonWithPillow != nil, "no Python with Pillow is installed"),
    arguments: [false, true])
  func others(alpha: Bool) throws {
    let folder = try ScratchFolder()
    let delay = try #require(Delay(1, 10))
    let parts = [(40, 30, 0, 0), (7, 9, 33, 21), (1, 1, 0, 0), (40, 1, 0, 29), (40, 30, 0, 0)]
    var frames: [([UInt8], x: Int, y: Int, Delay)] = []
    var canvas = [UInt32](repeating: 0, count: 40 * 30)
    var hashes: [String] = []
    for (i, part) in parts.enumerated() {
      let (file, bitmap) = try Self.png(part.0, part.1, seed: UInt64(i), alpha: alpha)
      frames.append((file, x: part.2, y: part.3, delay))
      for y in 0..<part.1 {
        for x in 0..<part.0 {
          canvas[(part.3 + y) * 40 + part.2 + x] = bitmap.straight[y * part.0 + x]
        }
      }
      hashes.append(
        sha256(
          canvas.flatMap { pixel in
            [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: pixel >> UInt32($0)) }
          }))
    }
    let path = folder.file("film.png")
    try Data(Self.file(plays: 0, frames)).write(to: URL(fileURLWithPath: path))
    if let tool = Tool.find("pngcheck") {
      let result = try Tool.run(tool, ["-q", path])
      #expect(result.status == 0, "\(result.output)")
    }
    let script = """
      import sys, hashlib
      from PIL import Image
      image = Image.open(sys.argv[1])
      for i in range(image.n_frames):
          image.seek(i)
          print(hashlib.sha256(image.convert("RGBA").tobytes()).hexdigest())
      """
    let python = try #require(Tool.pythonWithPillow)
    let result = try Tool.run(python, ["-c", script, path])
    #expect(result.output.split(separator: "\n").map(String.init) == hashes)
  }
}
