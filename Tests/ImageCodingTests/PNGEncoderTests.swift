import FolioImageCoding
import FolioRaster
import Foundation
import TestSupport
import Testing

@Suite("PNG writing keeps every pixel")
struct PNGEncoderTests {
  /// Encodes, and checks that libpng reads back the same pixels.
  static func roundTrip(
    _ bitmap: Bitmap, _ colorType: PNGEncoder.ColorType, _ level: PNGEncoder.Level,
    workspace: PNGEncoder.Workspace = PNGEncoder.Workspace()
  ) throws -> [UInt8] {
    let encoder = try PNGEncoder(
      width: bitmap.width, height: bitmap.height, colorType: colorType, level: level)
    let file = try encoder.encode(bitmap, using: workspace)
    let image = try PNGDecoder.decode(file)
    #expect(
      image.pixels == bitmap.straight, "\(bitmap.width)x\(bitmap.height) \(colorType) \(level)")
    if colorType != .grayscale {
      #expect(image.info.colorType == (colorType == .rgb ? .rgb : .rgba))
    }
    return file
  }

  @Test("Every size from 1x1 to 40x9, noise and flat, in both colour types and at every level")
  func smallSizes() throws {
    var generator = SplitMix64(seed: 3)
    let workspace = PNGEncoder.Workspace()
    for width in 1...40 {
      for height in 1...9 {
        let opaque = Bitmap.noise(width: width, height: height, opaque: true, using: &generator)
        let clear = Bitmap.noise(width: width, height: height, opaque: false, using: &generator)
        let flat = Bitmap(width: width, height: height, color: .white)
        for level in PNGEncoder.Level.allCases {
          _ = try Self.roundTrip(opaque, .rgb, level, workspace: workspace)
          _ = try Self.roundTrip(clear, .rgba, level, workspace: workspace)
          _ = try Self.roundTrip(flat, .rgb, level, workspace: workspace)
        }
      }
    }
  }

  /// Pictures that are hard on one part each.
  static let hostile: [(name: String, pixel: @Sendable (Int, Int, inout SplitMix64) -> UInt32)] = [
    ("noise", { _, _, g in UInt32(truncatingIfNeeded: g.next()) }),
    ("flat", { _, _, _ in 0x33_6699 }),
    ("columns", { x, _, _ in UInt32(x & 1) * 0xFF_FFFF }),
    ("rows", { _, y, _ in UInt32(y & 1) * 0xFF_FFFF }),
    ("chequers", { x, y, _ in UInt32((x ^ y) & 1) * 0xFF_FFFF }),
    ("gradient", { x, y, _ in UInt32((x + 2 * y) & 255) * 0x01_0101 }),
    ("diagonal", { x, y, _ in UInt32(truncatingIfNeeded: (x * x + y * y) &* 2_654_435_761) }),
    ("sparse", { x, y, g in g.next() % 97 == 0 ? 0xFFFFFF : 0 }),
    ("long period", { x, y, _ in UInt32(truncatingIfNeeded: ((x + y * 611) % 10_923) &* 40_503) }),
    ("skewed", { _, _, g in UInt32(g.next().trailingZeroBitCount) }),
    ("Fibonacci counts", { _, _, g in UInt32([1, 1, 2, 3, 5, 8, 13, 21][Int(g.next() % 8)]) }),
  ]

  @Test("Hostile pictures over several stripes", arguments: hostile.indices)
  func hostilePictures(_ index: Int) throws {
    var generator = SplitMix64(seed: 4)
    for (width, height) in [(611, 300), (1, 1000), (5000, 3), (256, 128), (256, 257), (31, 700)] {
      var pixels: [UInt32] = []
      for y in 0..<height {
        for x in 0..<width {
          pixels.append(Self.hostile[index].pixel(x, y, &generator) | 0xFF00_0000)
        }
      }
      let bitmap = Bitmap(width: width, height: height, pixels: pixels)
      for level in PNGEncoder.Level.allCases {
        for colorType in [PNGEncoder.ColorType.rgb, .rgba] {
          _ = try Self.roundTrip(bitmap, colorType, level)
        }
      }
    }
  }

  @Test("A file is signature, IHDR, sRGB, pHYs, IDAT, IEND with the stated density")
  func chunks() throws {
    let cases: [(scale: Double, density: Int)] = [
      (1, 2835), (2, 5669), (3, 8504), (1.5, 4252), (0.5, 1417),
    ]
    for (scale, density) in cases {
      let encoder = try PNGEncoder(width: 3, height: 2, colorType: .rgb, scale: scale)
      let file = try encoder.encode(Bitmap(width: 3, height: 2, color: .black))
      var types: [String] = []
      var offset = 8
      while offset < file.count {
        let length = file[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
        types.append(String(decoding: file[(offset + 4)..<(offset + 8)], as: UTF8.self))
        offset += length + 12
      }
      #expect(types == ["IHDR", "sRGB", "pHYs", "IDAT", "IEND"])
      let found = try PNGDecoder.readInfo(file).pixelDensity
      #expect(found == .init(x: density, y: density, isPerMeter: true))
    }
  }

  @Test("RGB refuses a pixel that is not opaque and names it")
  func opacity() throws {
    var generator = SplitMix64(seed: 5)
    for (x, y) in [(0, 0), (16, 0), (99, 130), (50, 299), (3, 127), (3, 128)] {
      var bitmap = Bitmap.noise(width: 100, height: 300, opaque: true, using: &generator)
      bitmap.withMutablePixels { $0[y * 100 + x] = 0xFE00_0000 }
      let encoder = try PNGEncoder(width: 100, height: 300, colorType: .rgb)
      let error = #expect(throws: PNGEncoderError.self) { try encoder.encode(bitmap) }
      #expect(error == .notOpaque(x: x, y: y, alpha: 254))
    }
  }

  @Test("Sizes and scales that PNG cannot hold are refused")
  func refusals() throws {
    #expect(throws: PNGEncoderError.invalidSize(width: 0, height: 1)) {
      try PNGEncoder(width: 0, height: 1, colorType: .rgb)
    }
    #expect(throws: PNGEncoderError.invalidSize(width: 1, height: -1)) {
      try PNGEncoder(width: 1, height: -1, colorType: .rgb)
    }
    #expect(throws: PNGEncoderError.invalidSize(width: .max, height: 1)) {
      try PNGEncoder(width: .max, height: 1, colorType: .rgba)
    }
    for scale in [0, -1, .infinity, 1e9, 0.0001] {
      #expect(throws: PNGEncoderError.invalidScale(scale)) {
        try PNGEncoder(width: 1, height: 1, colorType: .rgb, scale: scale)
      }
    }
    #expect(throws: PNGEncoderError.self) {
      try PNGEncoder(width: 1, height: 1, colorType: .rgb, scale: .nan)
    }
    let encoder = try PNGEncoder(width: 4, height: 4, colorType: .rgb)
    #expect(
      throws: PNGEncoderError.wrongSize(width: 4, height: 5, expectedWidth: 4, expectedHeight: 4)
    ) {
      try encoder.encode(Bitmap(width: 4, height: 5, color: .black))
    }
  }

  @Test("Stripes coded in any order, by other threads, with used workspaces, give the same bytes")
  func stripes() async throws {
    var generator = SplitMix64(seed: 6)
    let bitmap = Bitmap.noise(width: 150, height: 1000, opaque: true, using: &generator)
    let encoder = try PNGEncoder(width: 150, height: 1000, colorType: .rgb)
    let rows = encoder.stripes(of: bitmap)
    #expect(rows.count >= 8)
    let expected = try encoder.encode(bitmap)
    let stripes = try await withThrowingTaskGroup(of: (Int, PNGEncoder.Stripe).self) { group in
      for index in rows.indices.reversed() {
        group.addTask {
          let workspace = PNGEncoder.Workspace()
          let other = rows[(index + 3) % rows.count]
          _ = try encoder.encodeStripe(other, of: bitmap, using: workspace)
          return (index, try encoder.encodeStripe(rows[index], of: bitmap, using: workspace))
        }
      }
      var stripes: [(Int, PNGEncoder.Stripe)] = []
      for try await stripe in group { stripes.append(stripe) }
      return stripes.sorted { $0.0 < $1.0 }.map(\.1)
    }
    #expect(encoder.assemble(stripes) == expected)
  }
}
