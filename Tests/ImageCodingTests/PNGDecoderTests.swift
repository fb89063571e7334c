import FolioImageCoding
import FolioRaster
import Foundation
import TestSupport
import Testing

@Suite("PNG reading is strict: every flaw is an error that says what and where")
struct PNGDecoderTests {
  typealias PNG = HandmadePNG

  /// A grey image of 2 by 2 pixels.
  static let small = PNG.file(
    PNG.header(width: 2, height: 2), PNG.chunk("IDAT", PNG.zlib([0, 10, 20, 0, 30, 40])),
    PNG.chunk("IEND"))

  static func integer(_ file: [UInt8], at offset: Int) -> Int {
    file[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
  }

  @Test("The small image reads")
  func smallImage() throws {
    #expect(
      try PNGDecoder.decode(Self.small).pixels == [
        0xFF0A_0A0A, 0xFF14_1414, 0xFF1E_1E1E, 0xFF28_2828,
      ])
  }

  @Test("Every truncation is an error, and past the header it names where the file ends")
  func truncation() throws {
    for count in 0..<Self.small.count {
      let error = #expect(throws: ImageError.self) {
        try PNGDecoder.decode(Array(Self.small.prefix(count)))
      }
      guard case .truncated(let offset, _) = error else {
        Issue.record("cut to \(count): \(String(describing: error))")
        continue
      }
      #expect(offset == count)
    }
  }

  @Test("Every flipped bit is an error")
  func flippedBits() throws {
    for bit in 0..<(Self.small.count * 8) {
      var file = Self.small
      file[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: ImageError.self, "bit \(bit)") { try PNGDecoder.decode(file) }
    }
  }

  @Test("Bytes after IEND are an error")
  func trailingData() throws {
    #expect(throws: ImageError.trailingData(offset: Self.small.count, count: 1)) {
      try PNGDecoder.decode(Self.small + [0])
    }
    #expect(throws: ImageError.trailingData(offset: Self.small.count, count: Self.small.count)) {
      try PNGDecoder.decode(Self.small + Self.small)
    }
  }

  static let header = PNG.header(width: 2, height: 2)
  static let pixels = PNG.chunk("IDAT", PNG.zlib([0, 10, 20, 0, 30, 40]))
  static let end = PNG.chunk("IEND")
  static let indexed = PNG.header(width: 2, height: 2, colorType: 3)
  static let indices = PNG.chunk("IDAT", PNG.zlib([0, 0, 1, 0, 2, 1]))

  static func wrongAdler() -> [UInt8] {
    var stream = PNG.zlib([0, 10, 20, 0, 30, 40])
    stream[stream.count - 1] ^= 1
    return PNG.chunk("IDAT", stream)
  }

  static let faults: [(name: String, file: [UInt8], cause: String)] = [
    ("too few rows", PNG.file(header, PNG.chunk("IDAT", PNG.zlib([0, 10, 20])), end), "pixels"),
    (
      "too many bytes",
      PNG.file(header, PNG.chunk("IDAT", PNG.zlib([0, 10, 20, 0, 30, 40, 50])), end), "pixels"
    ),
    (
      "many too many bytes",
      PNG.file(header, PNG.chunk("IDAT", PNG.zlib([UInt8](repeating: 0, count: 100_000))), end),
      "pixels"
    ),
    (
      "bytes after the stream",
      PNG.file(header, PNG.chunk("IDAT", PNG.zlib([0, 10, 20, 0, 30, 40]) + [0]), end), "pixels"
    ),
    (
      "a second stream in another IDAT",
      PNG.file(header, pixels, PNG.chunk("IDAT", [1, 2, 3]), end),
      "pixels"
    ),
    ("a wrong Adler-32", PNG.file(header, wrongAdler(), end), "pixels"),
    (
      "filter type 5", PNG.file(header, PNG.chunk("IDAT", PNG.zlib([5, 10, 20, 0, 30, 40])), end),
      "pixels"
    ),
    (
      "an index beyond the palette",
      PNG.file(indexed, PNG.chunk("PLTE", [1, 2, 3, 4, 5, 6]), indices, end), "palette"
    ),
    ("no palette", PNG.file(indexed, indices, end), "no chunk PLTE"),
    (
      "a palette of 4 bytes", PNG.file(indexed, PNG.chunk("PLTE", [1, 2, 3, 4]), indices, end),
      "PLTE"
    ),
    ("an empty palette", PNG.file(indexed, PNG.chunk("PLTE"), indices, end), "PLTE"),
    (
      "a palette too large for its depth",
      PNG.file(
        PNG.header(width: 1, height: 1, depth: 1, colorType: 3),
        PNG.chunk("PLTE", [UInt8](repeating: 0, count: 9)), PNG.chunk("IDAT", PNG.zlib([0, 0])), end
      ),
      "PLTE has 9 bytes, expected 3 for each of 1 to 2 colours"
    ),
    (
      "a palette in a grey image", PNG.file(header, PNG.chunk("PLTE", [1, 2, 3]), pixels, end),
      "PLTE"
    ),
    (
      "a palette after the pixels",
      PNG.file(indexed, indices, PNG.chunk("PLTE", [1, 2, 3]), end), "PLTE comes after IDAT"
    ),
    (
      "two palettes",
      PNG.file(
        indexed, PNG.chunk("PLTE", [1, 2, 3]), PNG.chunk("PLTE", [1, 2, 3]), indices, end),
      "two chunks PLTE"
    ),
    (
      "tRNS after the pixels",
      PNG.file(header, pixels, PNG.chunk("tRNS", [0, 10]), end), "tRNS comes after IDAT"
    ),
    ("tRNS of 3 bytes", PNG.file(header, PNG.chunk("tRNS", [0, 10, 0]), pixels, end), "tRNS"),
    (
      "tRNS with alpha",
      PNG.file(
        PNG.header(width: 1, height: 1, colorType: 4), PNG.chunk("tRNS", [0, 1]),
        PNG.chunk("IDAT", PNG.zlib([0, 1, 2])), end), "alpha channel has a chunk tRNS"
    ),
    (
      "tRNS before the palette",
      PNG.file(indexed, PNG.chunk("tRNS", [9]), PNG.chunk("PLTE", [1, 2, 3]), indices, end),
      "tRNS comes before PLTE"
    ),
    ("two headers", PNG.file(header, header, pixels, end), "two chunks IHDR"),
    ("no header", PNG.file(pixels, end), "IHDR"),
    (
      "an unknown critical chunk",
      PNG.file(header, PNG.chunk("ABCD"), pixels, end), "ABCD is critical and unknown"
    ),
    (
      "IDAT in two places",
      PNG.file(
        header, PNG.chunk("IDAT", Array(PNG.zlib([0, 10, 20, 0, 30, 40])[..<5])),
        PNG.chunk("tEXt", Array("a\0b".utf8)),
        PNG.chunk("IDAT", Array(PNG.zlib([0, 10, 20, 0, 30, 40])[5...])), end), "not in one row"
    ),
    ("an IEND with data", PNG.file(header, pixels, PNG.chunk("IEND", [0])), "IEND is not empty"),
    ("a chunk of digits", PNG.file(header, PNG.chunk("1DAT"), pixels, end), "four letters"),
    ("no IEND", PNG.file(header, pixels), "expected another chunk"),
  ]

  @Test("Each flaw is refused by cause", arguments: faults.indices)
  func flaw(_ index: Int) throws {
    let (name, file, cause) = Self.faults[index]
    let error = #expect(throws: ImageError.self, "\(name)") { try PNGDecoder.decode(file) }
    #expect(error?.description.contains(cause) == true, "\(name): \(String(describing: error))")
  }

  @Test("Pixels in many chunks, some of them empty, read as one")
  func splitData() throws {
    let stream = PNG.zlib([0, 10, 20, 0, 30, 40])
    var file = PNG.signature + Self.header + PNG.chunk("IDAT")
    for byte in stream { file += PNG.chunk("IDAT", [byte]) + PNG.chunk("IDAT") }
    file += Self.end
    #expect(try PNGDecoder.decode(file).pixels == PNGDecoder.decode(Self.small).pixels)
  }

  @Test("All 65,536 values of 16 bits become round(v * 255 / 65535)")
  func sixteenBits() throws {
    var rows: [UInt8] = []
    for y in 0..<256 {
      rows.append(0)
      for x in 0..<256 { rows += [UInt8(y), UInt8(x)] }
    }
    let file = PNG.file(
      PNG.header(width: 256, height: 256, depth: 16), PNG.chunk("IDAT", PNG.zlib(rows)), Self.end)
    let image = try PNGDecoder.decode(file)
    for v in 0..<65_536 {
      let expected = UInt32((Double(v) * 255 / 65_535).rounded())
      #expect(image.pixels[v] == expected * 0x01_0101 | 0xFF00_0000)
    }
  }

  @Test("tRNS of 16 bits is compared at 16 bits")
  func transparencyDepth() throws {
    let file = PNG.file(
      PNG.header(width: 2, height: 1, depth: 16), PNG.chunk("tRNS", [0x12, 0x34]),
      PNG.chunk("IDAT", PNG.zlib([0, 0x12, 0x34, 0x12, 0x35])), Self.end)
    #expect(try PNGDecoder.decode(file).pixels == [0x0012_1212, 0xFF12_1212])
  }

  @Test("Premultiplying follows the rounding contract and gives a drawable bitmap")
  func premultiplied() throws {
    var rows: [UInt8] = [0]
    for v in 0..<256 { rows += [UInt8(v), UInt8(255 - v), 128, UInt8((v * 7) & 255)] }
    let file = PNG.file(
      PNG.header(width: 256, height: 1, colorType: 6), PNG.chunk("IDAT", PNG.zlib(rows)), Self.end)
    let image = try PNGDecoder.decode(file)
    let expected = (UInt8.min...255).map { (v: UInt8) -> UInt32 in
      Color(red: v, green: 255 - v, blue: 128, alpha: v &* 7).premultiplied
    }
    let info = image.info
    #expect(image.rgba == Array(rows.dropFirst()))
    #expect(image.premultiplied() == Bitmap(width: 256, height: 1, pixels: expected))
    #expect(info.hasAlpha)
  }

  @Test("Large or many text chunks are skipped, whatever they claim")
  func text() throws {
    var file = PNG.signature + Self.header
    file += PNG.chunk("tEXt", Array("a\0".utf8) + [UInt8](repeating: 65, count: 18 << 20))
    for _ in 0..<100_000 { file += PNG.chunk("tEXt", Array("k\0v".utf8)) }
    file += Self.pixels + Self.end
    let expected = try PNGDecoder.decode(Self.small).pixels
    let time = try processorTime {
      let pixels = try PNGDecoder.decode(file).pixels
      #expect(pixels == expected)
    }
    #expect(time < .seconds(5))
  }

  @Test("A colour profile that inflates to 30 MB is named, not kept")
  func profileBomb() throws {
    // The stream of a black image is a zlib stream of 30 MB of zeros.
    let encoder = try PNGEncoder(width: 4000, height: 2500, colorType: .rgb)
    let black = try encoder.encode(Bitmap(width: 4000, height: 2500, color: .black))
    // After the signature and chunks of 25, 13 and 21 bytes comes IDAT.
    let count = Self.integer(black, at: 67)
    #expect(Array(black[71..<75]) == Array("IDAT".utf8))
    let stream = Array(black[75..<(75 + count)])
    let file = PNG.file(
      Self.header, PNG.chunk("iCCP", Array("Bomb".utf8) + [0, 0] + stream), Self.pixels, Self.end)
    let time = try processorTime {
      let info = try PNGDecoder.decode(file).info
      #expect(info.warnings == [.colorProfileIgnored(name: "Bomb")])
    }
    #expect(time < .seconds(1))
  }

  @Test("Sizes over the limits are refused from the header alone, at once")
  func bombs() throws {
    let time = processorTime {
      for (width, height) in [
        (50_000, 50_000), (0x7FFF_FFFF, 1), (1, 0x7FFF_FFFF), (65_535, 65_535),
      ] {
        let file = PNG.file(
          PNG.header(width: width, height: height, depth: 16, colorType: 6),
          PNG.chunk("IDAT", PNG.zlib([0])), Self.end)
        #expect(
          throws: ImageError.limitExceeded(
            limit: .side, found: max(width, height), allowed: 16_384)
        ) { try PNGDecoder.decode(file) }
      }
      for (width, height) in [(0, 1), (1, 0), (0x8000_0000, 1), (1, 0xFFFF_FFFF)] {
        let file = PNG.file(
          PNG.header(width: width, height: height), PNG.chunk("IDAT", PNG.zlib([0])), Self.end)
        let error = #expect(throws: ImageError.self) { try PNGDecoder.decode(file) }
        #expect(error?.description.contains("expected 1 to 2147483647") == true)
      }
    }
    #expect(time < .milliseconds(500))
  }

  @Test("Each limit holds one above and not at its value")
  func limits() throws {
    func file(_ width: Int, _ height: Int) -> [UInt8] {
      PNG.file(
        PNG.header(width: width, height: height, depth: 1),
        PNG.chunk(
          "IDAT", PNG.zlib([UInt8](repeating: 0, count: height * (1 + (width + 7) / 8)))), Self.end)
    }
    var limits = DecodeLimits()
    limits.maximumSide = 100
    _ = try PNGDecoder.decode(file(99, 3), limits: limits)
    _ = try PNGDecoder.decode(file(3, 100), limits: limits)
    #expect(throws: ImageError.limitExceeded(limit: .side, found: 101, allowed: 100)) {
      try PNGDecoder.decode(file(101, 1), limits: limits)
    }
    limits = DecodeLimits()
    limits.maximumPixelCount = 600
    _ = try PNGDecoder.decode(file(20, 30), limits: limits)
    #expect(throws: ImageError.limitExceeded(limit: .pixelCount, found: 601, allowed: 600)) {
      try PNGDecoder.decode(file(601, 1), limits: limits)
    }
    limits = DecodeLimits()
    limits.maximumMemory = 2400
    _ = try PNGDecoder.decode(file(20, 30), limits: limits)
    #expect(throws: ImageError.limitExceeded(limit: .memory, found: 2404, allowed: 2400)) {
      try PNGDecoder.decode(file(601, 1), limits: limits)
    }
    limits = DecodeLimits()
    limits.maximumFileSize = Self.small.count
    _ = try PNGDecoder.decode(Self.small, limits: limits)
    limits.maximumFileSize -= 1
    #expect(
      throws: ImageError.limitExceeded(
        limit: .fileSize, found: Self.small.count, allowed: Self.small.count - 1)
    ) { try PNGDecoder.decode(Self.small, limits: limits) }
  }

  @Test("Thousands of damaged files with right checksums never do more than throw")
  func damage() throws {
    var generator = SplitMix64(seed: 8)
    var refused = 0
    for name in ["basi3p04", "basn6a16", "tbbn2c16", "f99n0g04", "s09i3p02", "oi9n2c16"] {
      let file = [UInt8](try ReferenceData.data("pngsuite/png/\(name).png"))
      for _ in 0..<500 {
        var copy: [UInt8] = PNG.signature
        var offset = 8
        while offset < file.count {
          let length = Self.integer(file, at: offset)
          let type = String(decoding: file[(offset + 4)..<(offset + 8)], as: UTF8.self)
          var data = Array(file[(offset + 8)..<(offset + 8 + length)])
          if !data.isEmpty, generator.next() % 3 == 0, type != "IHDR" || generator.next() % 8 == 0 {
            let place = Int(generator.next() % UInt64(data.count))
            switch generator.next() % 3 {
            case 0: data[place] = UInt8(generator.next() & 255)
            case 1: data.remove(at: place)
            default: data.insert(UInt8(generator.next() & 255), at: place)
            }
          }
          copy += PNG.chunk(type, data)
          offset += length + 12
        }
        do {
          let image = try PNGDecoder.decode(copy)
          #expect(image.pixels.count == image.width * image.height)
        } catch {
          refused += 1
        }
      }
    }
    #expect(refused > 1000)
  }
}
