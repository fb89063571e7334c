import FolioImageCoding
import FolioRaster
import Foundation
import TestSupport
import Testing

@Suite("The same pixels are the same bytes: on any machine, at any thread count, in any build")
struct EncoderDeterminismTests {
  static let width = 333
  static let height = 300

  /// Straight opaque pixels by formulas in integers.
  static let pictures: [String: @Sendable (UInt32, UInt32) -> UInt32] = [
    "gradient": { x, y in
      ((x / 2 + y) & 255) | ((y * 3 / 4) & 255) << 8 | ((x / 3) & 255) << 16
    },
    "noise": { x, y in ((x &* 7919 &+ y &* 104_729) &* 2_654_435_761) >> 8 },
    "page": { x, y in
      if y % 60 < 30, (x * (y % 60) / 16) % 7 < 2 { return 0x22_2222 }
      return y < 40 ? 0x33_66CC : 0xFF_FFFF
    },
    "texture": { x, y in 0x40_6080 + ((x &* x &+ y &* y) >> 6 & 15) * 0x01_0101 },
  ]

  static func bitmap(_ name: String, _ colorType: PNGEncoder.ColorType) throws -> Bitmap {
    let pixel = try #require(pictures[name])
    var pixels: [UInt32] = []
    for y in 0..<UInt32(height) {
      for x in 0..<UInt32(width) {
        let straight = pixel(x, y) & 0xFF_FFFF
        let alpha = colorType == .rgb ? 255 : (x + y) & 255
        let color = Color(
          red: UInt8(straight & 255), green: UInt8((straight >> 8) & 255),
          blue: UInt8(straight >> 16), alpha: UInt8(alpha))
        pixels.append(color.premultiplied)
      }
    }
    return Bitmap(width: width, height: height, pixels: pixels)
  }

  /// SHA-256 of the files at level `fast` and scale 2, as the encoder's twin in C writes them
  /// (`encoder-bench --fixtures` in Benchmarks), which was built by clang -O3 with SSE2 intrinsics.
  static let twinHashes: [(name: String, colorType: PNGEncoder.ColorType, hash: String)] = [
    ("gradient", .rgb, "8757dc2ab1c8da4218549ebf27f6c76ee394af90ae1909f7773d881da198f13e"),
    ("gradient", .rgba, "ad65c817c21af3d3d934bc69eab613c8033b468eeaadd8fdf7272b939e3653e4"),
    ("noise", .rgb, "92813fba69fdb84462225b527df699f2d98981c4eb1c94f7ca4fba4caa2d815b"),
    ("noise", .rgba, "5e29ad83cd547923bab0e89cbb9d01657fa6fe9f77791f5fdb14abfd07bc27ac"),
    ("page", .rgb, "e4ac643e419b7734b40c5f6f106a803d9eeb1d4f097f0983c5328ea48ab2aa7b"),
    ("page", .rgba, "dd841d800fc2902fb20b328a6da25a3141705d4508172020e6965998139fede8"),
    ("texture", .rgb, "fe39bb58079aca0d5402bea59413da7f404a04d1b5e11f5ac511be8d420655a9"),
    ("texture", .rgba, "f3cf148f7366dcf32a578117ee3193df3a81560fb6f3cc9631fc8f13b9df498e"),
  ]

  @Test("Level fast writes the bytes of its twin in C", arguments: twinHashes.indices)
  func twin(_ index: Int) throws {
    let (name, colorType, hash) = Self.twinHashes[index]
    let encoder = try PNGEncoder(
      width: Self.width, height: Self.height, colorType: colorType, scale: 2)
    #expect(sha256(try encoder.encode(try Self.bitmap(name, colorType))) == hash)
  }

  @Test("Level stored writes the unfiltered rows in stored blocks, stripe by stripe")
  func stored() throws {
    for colorType in [PNGEncoder.ColorType.rgb, .rgba] {
      let bitmap = try Self.bitmap("noise", colorType)
      let encoder = try PNGEncoder(
        width: Self.width, height: Self.height, colorType: colorType, scale: 2, level: .stored)
      let straight = bitmap.straight
      var all: [UInt8] = []
      var stream: [UInt8] = [0x78, 0x01]
      for stripe in encoder.stripes(of: bitmap) {
        var rows: [UInt8] = []
        for y in stripe {
          rows.append(0)
          for pixel in straight[(y * Self.width)..<((y + 1) * Self.width)] {
            for channel in 0..<colorType.bytesPerPixel {
              rows.append(UInt8(truncatingIfNeeded: pixel >> UInt32(8 * channel)))
            }
          }
        }
        for start in stride(from: 0, to: rows.count, by: 65_535) {
          let end = min(start + 65_535, rows.count)
          let count = end - start
          stream.append(stripe.upperBound == Self.height && end == rows.count ? 1 : 0)
          stream += [UInt8(count & 255), UInt8(count >> 8)]
          stream += [UInt8(~count & 255), UInt8((~count >> 8) & 255)]
          stream += rows[start..<end]
        }
        all += rows
      }
      stream += HandmadePNG.bigEndian(HandmadePNG.adler(all))
      let expected = HandmadePNG.file(
        HandmadePNG.header(
          width: Self.width, height: Self.height, colorType: colorType == .rgb ? 2 : 6),
        HandmadePNG.chunk("sRGB", [0]),
        HandmadePNG.chunk(
          "pHYs", HandmadePNG.bigEndian(5669) + HandmadePNG.bigEndian(5669) + [1]),
        HandmadePNG.chunk("IDAT", stream), HandmadePNG.chunk("IEND"))
      #expect(try encoder.encode(bitmap) == expected)
    }
  }

  @Test("A workspace used for other sizes, colour types and levels leaves no trace")
  func workspaces() throws {
    var generator = SplitMix64(seed: 13)
    let used = PNGEncoder.Workspace()
    var file: [UInt8] = []
    for round in 0..<60 {
      let (width, height) = (1 + Int(generator.next() % 400), 1 + Int(generator.next() % 300))
      let colorType: PNGEncoder.ColorType = round % 2 == 0 ? .rgb : .rgba
      let level = PNGEncoder.Level.allCases[round % 3]
      let bitmap = Bitmap.drawn(width: width, height: height, opaque: colorType == .rgb, &generator)
      let encoder = try PNGEncoder(
        width: width, height: height, colorType: colorType, level: level)
      let fresh = try encoder.encode(bitmap)
      #expect(try encoder.encode(bitmap, using: used) == fresh)
      let stripes = try encoder.stripes(of: bitmap).map {
        try encoder.encodeStripe($0, of: bitmap, using: used)
      }
      encoder.assemble(stripes, into: &file)
      #expect(file == fresh)
    }
  }

  @Test("A stripe's bytes depend on its own rows alone")
  func independence() throws {
    var generator = SplitMix64(seed: 14)
    for level in PNGEncoder.Level.allCases {
      let encoder = try PNGEncoder(width: 90, height: 384, colorType: .rgb, level: level)
      let first = Bitmap.drawn(width: 90, height: 384, opaque: true, &generator)
      var second = Bitmap.drawn(width: 90, height: 384, opaque: true, &generator)
      second.withMutablePixels { pixels in
        for i in (130 * 90)..<(230 * 90) { pixels[i] = first.pixels[i] }
      }
      let workspace = PNGEncoder.Workspace()
      #expect(
        try encoder.encodeStripe(130..<230, of: first, using: workspace)
          == encoder.encodeStripe(130..<230, of: second, using: workspace))
    }
  }

  @Test("The colour type and depth are the caller's, whatever the picture holds")
  func colorType() throws {
    for color in [Color.black, .white, Color(red: 7, green: 7, blue: 7)] {
      for colorType in [PNGEncoder.ColorType.rgb, .rgba] {
        let encoder = try PNGEncoder(width: 5, height: 5, colorType: colorType)
        let file = try encoder.encode(Bitmap(width: 5, height: 5, color: color))
        #expect(file[24] == 8)
        #expect(file[25] == (colorType == .rgb ? 2 : 6))
      }
    }
  }

  @Test("No library compresses: libpng is only read with, and nothing imports zlib")
  func noLibrary() throws {
    let sources = ReferenceData.root.appendingPathComponent("Sources")
    let files = try FileManager.default.contentsOfDirectory(
      at: sources.appendingPathComponent("FolioImageCoding"), includingPropertiesForKeys: nil)
    #expect(files.count > 10)
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      if text.contains("import FolioPNGBridge") {
        #expect(file.lastPathComponent == "PNGDecoder.swift")
      }
    }
    let bridge = try String(
      contentsOf: sources.appendingPathComponent("FolioPNGBridge/FolioPNGBridge.c"), encoding: .utf8
    )
    #expect(!bridge.contains("png_write") && !bridge.contains("zlib.h"))
  }
}

extension Bitmap {
  /// A picture as interfaces have them: flat ground, rectangles, gradients, repeated tiles, noise.
  static func drawn(
    width: Int, height: Int, opaque: Bool, _ generator: inout SplitMix64
  ) -> Bitmap {
    func random(_ bound: Int) -> Int { Int(generator.next() % UInt64(max(1, bound))) }
    func color() -> UInt32 {
      let v = generator.next()
      return Color(
        red: UInt8(v & 255), green: UInt8((v >> 8) & 255), blue: UInt8((v >> 16) & 255),
        alpha: opaque ? 255 : UInt8((v >> 24) & 255)
      ).premultiplied
    }
    var pixels = [UInt32](repeating: color(), count: width * height)
    for _ in 0..<random(8) {
      let (left, top) = (random(width), random(height))
      let (right, bottom) = (left + 1 + random(width - left), top + 1 + random(height - top))
      let kind = random(5)
      let (first, second) = (color(), color())
      for y in top..<min(bottom, height) {
        for x in left..<min(right, width) {
          switch kind {
          case 0: pixels[y * width + x] = first
          case 1: pixels[y * width + x] = (x / 3 + y / 2) % 2 == 0 ? first : second
          case 2: pixels[y * width + x] = color()
          case 3:
            let v = UInt32((x + y) & 255)
            pixels[y * width + x] = v | v << 8 | v << 16 | 0xFF00_0000
          default:
            if y > top { pixels[y * width + x] = pixels[(y - 1) * width + (x + 1) % width] }
          }
        }
      }
    }
    return Bitmap(width: width, height: height, pixels: pixels)
  }
}
