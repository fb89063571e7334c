import FolioImageCoding
import FolioRaster
import Foundation
import TestSupport
import Testing

@Suite("Grey and indexed images keep every pixel and refuse what they cannot hold")
struct PaletteTests {
  /// A picture of `count` colours, or fewer.
  static func bitmap(
    width: Int, height: Int, colors: Int, opaque: Bool, _ generator: inout SplitMix64
  ) -> Bitmap {
    let palette = Bitmap.noise(width: colors, height: 1, opaque: opaque, using: &generator).pixels
    var current = palette[0]
    return Bitmap(
      width: width, height: height,
      pixels: (0..<(width * height)).map { _ in
        if generator.next() % 5 == 0 { current = palette[Int(generator.next() % UInt64(colors))] }
        return current
      })
  }

  @Test("Indexed images of 1 to 256 colours, opaque and not, at every level")
  func indexed() throws {
    var generator = SplitMix64(seed: 20)
    let workspace = PNGEncoder.Workspace()
    for colors in [1, 2, 3, 16, 17, 255, 256] {
      for (width, height) in [(1, 1), (7, 5), (100, 300), (700, 40)] {
        for opaque in [true, false] {
          let bitmap = Self.bitmap(
            width: width, height: height, colors: colors, opaque: opaque, &generator)
          let palette = try #require(PNGEncoder.Palette(of: bitmap))
          #expect(palette.pixels.count == Set(bitmap.pixels).count)
          for level in PNGEncoder.Level.allCases {
            let encoder = try PNGEncoder(
              width: width, height: height, palette: palette, level: level)
            let image = try PNGDecoder.decode(try encoder.encode(bitmap, using: workspace))
            #expect(image.info.colorType == .indexed)
            #expect(image.info.hasAlpha == bitmap.pixels.contains { $0 < 0xFF00_0000 })
            #expect(image.pixels == bitmap.straight)
          }
        }
      }
    }
  }

  @Test("A palette is made of at most 256 colours, in an order of its own")
  func palette() throws {
    let many = Bitmap(width: 257, height: 1, pixels: (0..<257).map { 0xFF00_0000 | UInt32($0) })
    #expect(PNGEncoder.Palette(of: many) == nil)
    #expect(PNGEncoder.Palette(of: Bitmap(width: 0, height: 0)) == nil)
    let pixels: [UInt32] = [0xFF00_0005, 0x8000_0001, 0xFF00_0002, 0, 0xFF00_0002]
    let bitmap = Bitmap(width: 5, height: 1, pixels: pixels)
    let reversed = Bitmap(width: 5, height: 1, pixels: pixels.reversed())
    #expect(
      PNGEncoder.Palette(of: bitmap)?.pixels == [0, 0x8000_0001, 0xFF00_0002, 0xFF00_0005])
    #expect(PNGEncoder.Palette(of: bitmap) == PNGEncoder.Palette(of: reversed))
  }

  @Test("Grey images at every level")
  func grayscale() throws {
    var generator = SplitMix64(seed: 21)
    for (width, height) in [(1, 1), (2, 9), (33, 300), (700, 40)] {
      let bitmap = Bitmap(
        width: width, height: height,
        pixels: (0..<(width * height)).map { i in
          let v = UInt32(generator.next() % 2 == 0 ? UInt64(i & 255) : generator.next() & 255)
          return v * 0x01_0101 | 0xFF00_0000
        })
      for level in PNGEncoder.Level.allCases {
        let image = try PNGDecoder.decode(
          try PNGEncoderTests.roundTrip(bitmap, .grayscale, level))
        #expect(image.info.colorType == .grayscale)
      }
    }
  }

  @Test("What does not fit is named by place and colour")
  func refusals() throws {
    var bitmap = Bitmap(width: 9, height: 150, color: .white)
    let palette = try #require(PNGEncoder.Palette(of: bitmap))
    bitmap.withMutablePixels { $0[140 * 9 + 4] = 0xFF03_0201 }
    let gray = try PNGEncoder(width: 9, height: 150, colorType: .grayscale)
    #expect(throws: PNGEncoderError.notGray(x: 4, y: 140, red: 1, green: 2, blue: 3)) {
      try gray.encode(bitmap)
    }
    let indexed = try PNGEncoder(width: 9, height: 150, palette: palette)
    #expect(
      throws: PNGEncoderError.notInPalette(x: 4, y: 140, red: 1, green: 2, blue: 3, alpha: 255)
    ) { try indexed.encode(bitmap) }
    bitmap.withMutablePixels { $0[140 * 9 + 4] = 0x8040_4040 }
    #expect(throws: PNGEncoderError.notOpaque(x: 4, y: 140, alpha: 128)) {
      try gray.encode(bitmap)
    }
    #expect(throws: PNGEncoderError.missingPalette) {
      try PNGEncoder(width: 9, height: 150, colorType: .indexed)
    }
  }
}
