import FolioImageCoding
import Foundation
import TestSupport
import Testing

@Suite("JPEG reading gives the pixels of the reference decoder and refuses what it must")
struct JPEGDecoderTests {
  static func fixture(_ name: String) throws -> [UInt8] {
    [UInt8](try ReferenceData.data("jpeg/\(name)"))
  }

  /// The pixels of a binary PNM of 8 bits as RGBA.
  static func pnm(_ name: String) throws -> (width: Int, height: Int, rgba: [UInt8]) {
    let bytes = try fixture(name)
    var fields: [String] = []
    var offset = 0
    while fields.count < 4 {
      let end = try #require(bytes[offset...].firstIndex { $0 == 0x20 || $0 == 0x0A })
      fields.append(String(decoding: bytes[offset..<end], as: UTF8.self))
      offset = end + 1
    }
    let channels = fields[0] == "P6" ? 3 : 1
    var rgba: [UInt8] = []
    for i in stride(from: offset, to: bytes.count, by: channels) {
      rgba += channels == 3 ? bytes[i..<(i + 3)] : [bytes[i], bytes[i], bytes[i]]
      rgba.append(255)
    }
    return (try #require(Int(fields[1])), try #require(Int(fields[2])), rgba)
  }

  @Test(
    "Each coding equals djpeg -dct int to the byte",
    arguments: [
      "444", "422", "420", "gray", "rgb", "progressive", "progressive-gray", "restart", "scans",
      "arithmetic", "quality-100", "quality-10",
    ])
  func equalsReference(_ name: String) throws {
    let image = try JPEGDecoder.decode(try Self.fixture("\(name).jpg"))
    let expected = try Self.pnm("\(name).pnm")
    #expect(image.width == expected.width)
    #expect(image.height == expected.height)
    #expect(image.rgba == expected.rgba)
    #expect(image.info.colorType == (name.contains("gray") ? .grayscale : .rgb))
    #expect(image.info.isInterlaced == (name.hasPrefix("progressive") || name == "scans"))
    #expect(image.info.warnings.isEmpty)
  }

  struct Upright: Decodable {
    var width: Int
    var height: Int
    var rgbaSha256: String
  }

  @Test("Every orientation is turned upright as Pillow does", arguments: 1...8)
  func orientation(_ value: Int) throws {
    let table = try JSONDecoder().decode(
      [String: Upright].self, from: try ReferenceData.data("jpeg/orientation.json"))
    let expected = try #require(table[String(value)])
    let image = try JPEGDecoder.decode(try Self.fixture("orientation-\(value).jpg"))
    #expect(image.info.orientation.rawValue == value)
    #expect(image.width == expected.width)
    #expect(image.height == expected.height)
    #expect(sha256(image.rgba) == expected.rgbaSha256)
  }

  /// The fixture with an APP1 segment of these bytes after "Exif\0\0".
  static func withEXIF(_ tiff: [UInt8]) throws -> [UInt8] {
    let file = try fixture("444.jpg")
    let body = Array("Exif\0\0".utf8) + tiff
    return [0xFF, 0xD8, 0xFF, 0xE1, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)]
      + body + file.dropFirst(2)
  }

  @Test("EXIF in either byte order is read, and damaged EXIF leaves the image as stored")
  func exif() throws {
    let little: [UInt8] =
      [0x49, 0x49, 42, 0, 8, 0, 0, 0, 2, 0]
      + [0x0F, 0x01, 2, 0, 4, 0, 0, 0, 65, 66, 67, 0]
      + [0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0] + [0, 0, 0, 0]
    let big: [UInt8] =
      [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1] + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 8, 0, 0]
      + [0, 0, 0, 0]
    #expect(try JPEGDecoder.readInfo(try Self.withEXIF(little)).orientation == .right)
    #expect(try JPEGDecoder.readInfo(try Self.withEXIF(big)).orientation == .left)

    let stored = try JPEGDecoder.decode(try Self.fixture("444.jpg")).pixels
    func changed(_ offset: Int, _ value: UInt8) -> [UInt8] {
      var copy = little
      copy[offset] = value
      return copy
    }
    var damaged: [[UInt8]] = (0..<30).map { Array(little.prefix($0)) }
    damaged += [
      changed(0, 0x4D), changed(2, 43), changed(4, 255), changed(7, 255), changed(8, 1),
      changed(24, 4), changed(26, 2), changed(30, 0), changed(30, 9), changed(31, 1),
    ]
    for tiff in damaged {
      let image = try JPEGDecoder.decode(try Self.withEXIF(tiff))
      #expect(image.info.orientation == .up, "\(tiff)")
      #expect(image.pixels == stored)
    }
  }

  @Test("CMYK and YCCK are refused by name")
  func cmyk() throws {
    for (file, name) in [("cmyk.jpg", "is CMYK"), ("ycck.jpg", "is YCCK")] {
      let error = #expect(throws: ImageError.self) {
        try JPEGDecoder.decode(try Self.fixture(file))
      }
      #expect(error?.description.contains(name) == true)
    }
  }

  @Test("Every truncation is an error")
  func truncation() throws {
    for name in ["420.jpg", "progressive.jpg"] {
      let file = try Self.fixture(name)
      // Without its end marker alone the image would still be complete.
      for count in 0..<(file.count - 2) {
        #expect(throws: ImageError.self, "\(name) cut to \(count)") {
          try JPEGDecoder.decode(Array(file.prefix(count)))
        }
      }
    }
  }

  static func result(_ file: [UInt8]) -> Result<DecodedImage, ImageError> {
    do {
      return .success(try JPEGDecoder.decode(file))
    } catch {
      return .failure(error)
    }
  }

  @Test("Damage never does more than throw, and the same bytes give the same result twice")
  func damage() throws {
    var generator = SplitMix64(seed: 7)
    var refused = 0
    for name in ["420.jpg", "progressive.jpg", "arithmetic.jpg", "orientation-6.jpg"] {
      let file = try Self.fixture(name)
      for _ in 0..<400 {
        var copy = file
        for _ in 0...Int(generator.next() % 4) {
          copy[Int(generator.next() % UInt64(copy.count))] = UInt8(generator.next() & 255)
        }
        let (first, second) = (Self.result(copy), Self.result(copy))
        switch (first, second) {
        case (.success(let a), .success(let b)): #expect(a == b)
        case (.failure(let a), .failure(let b)):
          #expect(a == b)
          refused += 1
        default: Issue.record("two results for the same bytes")
        }
      }
    }
    #expect(refused > 400)
  }

  /// The fixture with the size in its frame header replaced.
  static func resized(_ name: String, width: Int, height: Int) throws -> [UInt8] {
    var file = try fixture(name)
    let start = try #require(
      file.indices.dropLast(9).first {
        file[$0] == 0xFF && [0xC0, 0xC1, 0xC2].contains(file[$0 + 1])
      })
    file.replaceSubrange(
      (start + 5)..<(start + 9),
      with: [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)])
    return file
  }

  @Test("A few hundred bytes that claim 4 gigapixels are refused at once, baseline and progressive")
  func bombs() throws {
    for name in ["gray.jpg", "420.jpg", "progressive.jpg", "progressive-gray.jpg"] {
      let bomb = try Self.resized(name, width: 65_500, height: 65_500)
      let time = processorTime {
        #expect(throws: ImageError.limitExceeded(limit: .side, found: 65_500, allowed: 16_384)) {
          try JPEGDecoder.decode(bomb)
        }
      }
      #expect(time < .milliseconds(500))
    }
  }

  @Test("A progressive image's coefficients count against the memory limit")
  func memory() throws {
    let bomb = try Self.resized("progressive.jpg", width: 4000, height: 4000)
    var limits = DecodeLimits()
    limits.maximumMemory = 4000 * 4000 * 4 + (8 << 20)
    #expect(
      throws: ImageError.limitExceeded(
        limit: .memory, found: limits.maximumMemory + 1, allowed: limits.maximumMemory)
    ) { try JPEGDecoder.decode(bomb, limits: limits) }
    limits.maximumMemory = 37 * 29 * 4 - 1
    #expect(throws: ImageError.limitExceeded(limit: .memory, found: 4292, allowed: 4291)) {
      try JPEGDecoder.decode(try Self.fixture("gray.jpg"), limits: limits)
    }
    limits.maximumMemory = 37 * 29 * 4
    _ = try JPEGDecoder.decode(try Self.fixture("gray.jpg"), limits: limits)
  }

  @Test("Thousands of scans are stopped at the limit, and the limit counts exactly")
  func scans() throws {
    let file = try Self.fixture("scans.jpg")
    var limits = DecodeLimits()
    limits.maximumScanCount = 3
    _ = try JPEGDecoder.decode(file, limits: limits)
    limits.maximumScanCount = 2
    #expect(throws: ImageError.limitExceeded(limit: .scanCount, found: 3, allowed: 2)) {
      try JPEGDecoder.decode(file, limits: limits)
    }

    let lastScan = try #require(
      file.indices.dropLast().last { file[$0] == 0xFF && file[$0 + 1] == 0xDA })
    let scan = file[lastScan..<(file.count - 2)]
    var many = Array(file.dropLast(2))
    for _ in 0..<5000 { many += scan }
    many += [0xFF, 0xD9]
    let time = processorTime {
      #expect(throws: ImageError.limitExceeded(limit: .scanCount, found: 101, allowed: 100)) {
        try JPEGDecoder.decode(many)
      }
    }
    #expect(time < .seconds(2))
  }
}
