import FolioImageCoding
import FolioRaster
import TestSupport
import Testing

@Suite("A picture that is coded while it is drawn gives the file of the whole picture")
struct RowEncodingTests {
  struct Refusal: Error {}

  /// Copies rows of a picture, and checks how they are asked for: each once, in order, into a band of
  /// the picture's width.
  static func drawing(
    _ bitmap: Bitmap, next: @escaping (Range<Int>) throws -> Void = { _ in }
  ) -> PNGEncoder.RowDrawing {
    { (rows, band, top) in
      try next(rows)
      #expect(band.width == bitmap.width && !rows.isEmpty)
      #expect(rows.lowerBound >= top && rows.upperBound - top <= band.height)
      band.withMutablePixels { pixels in
        for y in rows {
          for x in 0..<bitmap.width {
            pixels[(y - top) * bitmap.width + x] = bitmap[x, y]
          }
        }
      }
    }
  }

  @Test(
    "for every height around the ends of stripes, with and without a cache",
    arguments: [
      1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 80, 128, 255, 256, 257, 272, 351, 352, 353, 700,
      1500,
    ])
  func heights(height: Int) throws {
    var generator = SplitMix64(seed: UInt64(height))
    let workspace = PNGEncoder.Workspace()
    for width in [1, 7, 66, 130] {
      for flat in [true, false] {
        let bitmap = Bitmap(
          width: width, height: height,
          pixels: StripeTests.rows(height, width: width, &generator, flat: flat))
        for level in [PNGEncoder.Level.stored, .fast] {
          let encoder = try PNGEncoder(
            width: width, height: height, colorType: .rgb, scale: 2, level: level)
          let expected = try encoder.encode(bitmap)
          let cache = PNGEncoder.StripeCache(for: encoder)
          for cache in [nil, cache, cache] {
            var drawn = 0
            let (stripes, rows) = try encoder.encode(
              using: workspace, cache: cache,
              drawing: Self.drawing(bitmap) {
                #expect($0.lowerBound == drawn)
                drawn = $0.upperBound
              })
            #expect(drawn == height)
            #expect(encoder.assemble(stripes) == expected)
            #expect(encoder.pieces(of: stripes).flatMap { $0 } == expected)
            #expect(rows == RowHashes(bitmap))
          }
        }
      }
    }
  }

  @Test("with alpha")
  func alpha() throws {
    var generator = SplitMix64(seed: 4)
    let pixels = (0..<(90 * 300)).map { _ in
      let alpha = UInt32(truncatingIfNeeded: generator.next() & 255)
      return Arithmetic.scale(UInt32(truncatingIfNeeded: generator.next()) | 0xFF00_0000, by: alpha)
    }
    let bitmap = Bitmap(width: 90, height: 300, pixels: pixels)
    let encoder = try PNGEncoder(width: 90, height: 300, colorType: .rgba)
    let (stripes, rows) = try encoder.encode(
      using: PNGEncoder.Workspace(), drawing: Self.drawing(bitmap))
    #expect(encoder.assemble(stripes) == (try encoder.encode(bitmap)))
    #expect(rows == RowHashes(bitmap))
  }

  @Test("a pixel that is not opaque is named by its place in the picture")
  func notOpaque() throws {
    for y in [0, 31, 32, 255, 256, 351, 352, 699] {
      var bitmap = Bitmap(width: 40, height: 700, color: Color(red: 9, green: 9, blue: 9))
      bitmap.withMutablePixels { $0[y * 40 + 7] = 0x8000_0000 }
      let encoder = try PNGEncoder(width: 40, height: 700, colorType: .rgb)
      #expect(throws: PNGEncoderError.notOpaque(x: 7, y: y, alpha: 128)) {
        _ = try encoder.encode(using: PNGEncoder.Workspace(), drawing: Self.drawing(bitmap))
      }
    }
  }

  @Test("an error while drawing is thrown as it is, and the workspace serves on")
  func error() throws {
    var generator = SplitMix64(seed: 5)
    let bitmap = Bitmap(
      width: 50, height: 800, pixels: StripeTests.rows(800, width: 50, &generator))
    let encoder = try PNGEncoder(width: 50, height: 800, colorType: .rgb)
    let workspace = PNGEncoder.Workspace()
    for last in [0, 31, 32, 250, 360, 799] {
      #expect(throws: Refusal.self) {
        _ = try encoder.encode(
          using: workspace,
          drawing: Self.drawing(bitmap) { if $0.contains(last) { throw Refusal() } })
      }
      let (stripes, _) = try encoder.encode(using: workspace, drawing: Self.drawing(bitmap))
      #expect(encoder.assemble(stripes) == (try encoder.encode(bitmap)))
    }
  }
}
