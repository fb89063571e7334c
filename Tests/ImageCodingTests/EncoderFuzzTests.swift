import FolioImageCoding
import FolioRaster
import Foundation
import TestSupport
import Testing

@Suite("Random pictures of random sizes come back from libpng as they were")
struct EncoderFuzzTests {
  /// Rounds of each kind; set FOLIO_FUZZ_ROUNDS for a longer run.
  static let rounds =
    ProcessInfo.processInfo.environment["FOLIO_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 150

  @Test("Drawn pictures", arguments: [PNGEncoder.ColorType.rgb, .rgba])
  func drawn(_ colorType: PNGEncoder.ColorType) throws {
    var generator = SplitMix64(seed: colorType == .rgb ? 15 : 16)
    let workspace = PNGEncoder.Workspace()
    for _ in 0..<Self.rounds {
      let width = 1 + Int(generator.next() % 300)
      let height = 1 + Int(generator.next() % 300)
      let bitmap = Bitmap.drawn(width: width, height: height, opaque: colorType == .rgb, &generator)
      for level in PNGEncoder.Level.allCases {
        _ = try PNGEncoderTests.roundTrip(bitmap, colorType, level, workspace: workspace)
      }
    }
  }

  @Test("Wide and tall pictures, whose rows are longer than the window or a byte")
  func extremes() throws {
    var generator = SplitMix64(seed: 17)
    for (width, height) in [
      (12_000, 5), (11_000, 130), (16_384, 2), (1, 5000), (2, 3000), (3, 129), (10_922, 6),
      (10_923, 6),
    ] {
      for colorType in [PNGEncoder.ColorType.rgb, .rgba] {
        let bitmap = Bitmap.drawn(
          width: width, height: height, opaque: colorType == .rgb, &generator)
        for level in PNGEncoder.Level.allCases {
          _ = try PNGEncoderTests.roundTrip(bitmap, colorType, level)
        }
      }
    }
  }

  @Test("Bytes that a sample of long runs of literals misses have a code all the same")
  func rareLiterals() throws {
    // Faint noise, which nothing matches, with a byte of its own now and then, at every place that a
    // group of bytes has. What surrounds it is 0 or 128, the ends of what a difference can be.
    var generator = SplitMix64(seed: 19)
    for ground in [0, 100, 128] as [UInt32] {
      let (width, height) = (1003, 64)
      var pixels: [UInt32] = []
      for y in 0..<height {
        for x in 0..<width {
          let noise = generator.next()
          var channels = (0..<3 as Range<UInt64>).map {
            ground + UInt32(truncatingIfNeeded: (noise >> (8 * $0)) & 3)
          }
          if (y * width + x) % 331 == 0 {
            channels[(y * width + x) / 331 % 3] = UInt32(truncatingIfNeeded: noise >> 56)
          }
          pixels.append(channels[0] | channels[1] << 8 | channels[2] << 16 | 0xFF00_0000)
        }
      }
      let bitmap = Bitmap(width: width, height: height, pixels: pixels)
      for level in PNGEncoder.Level.allCases {
        _ = try PNGEncoderTests.roundTrip(bitmap, .rgb, level)
        _ = try PNGEncoderTests.roundTrip(bitmap, .rgba, level)
      }
    }
  }

  @Test("Blocks end by their number of sequences and by their bytes")
  func blocks() throws {
    // Two pixels of noise, then two that occurred before: a match every four pixels, so that a wide
    // stripe has far more sequences than a block holds.
    var generator = SplitMix64(seed: 18)
    let (width, height) = (4000, 128)
    var pixels: [UInt32] = []
    for i in 0..<(width * height) {
      if i % 4 < 2 || i < 4 {
        pixels.append(UInt32(truncatingIfNeeded: generator.next()) | 0xFF00_0000)
      } else {
        pixels.append(pixels[i - 4])
      }
    }
    let bitmap = Bitmap(width: width, height: height, pixels: pixels)
    for level in PNGEncoder.Level.allCases {
      _ = try PNGEncoderTests.roundTrip(bitmap, .rgb, level)
      _ = try PNGEncoderTests.roundTrip(bitmap, .rgba, level)
    }
  }

  @Test("Small is never larger than fast, and far below stored on drawn pictures")
  func levels() throws {
    var generator = SplitMix64(seed: 19)
    for _ in 0..<20 {
      let bitmap = Bitmap.drawn(width: 200, height: 200, opaque: true, &generator)
      let sizes = try PNGEncoder.Level.allCases.map { level in
        try PNGEncoder(width: 200, height: 200, colorType: .rgb, level: level).encode(bitmap).count
      }
      let (stored, fast, small) = (sizes[0], sizes[1], sizes[2])
      #expect(fast < stored)
      #expect(small <= fast)
    }
  }
}
