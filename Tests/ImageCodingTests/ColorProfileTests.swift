import FolioImageCoding
import Foundation
import TestSupport
import Testing

@Suite("An embedded colour profile other than sRGB is named in a warning")
struct ColorProfileTests {
  static func bytes(_ value: UInt32) -> [UInt8] { HandmadePNG.bigEndian(Int(value)) }

  static func fixed(_ value: Double) -> [UInt8] {
    bytes(UInt32(bitPattern: Int32((value * 65_536).rounded())))
  }

  /// A matrix profile with these colorants and a parametric curve.
  static func profile(
    name: [UInt8], colorants: [[Double]], curve: [Double], space: String = "RGB "
  ) -> [UInt8] {
    var tags: [(String, [UInt8])] = [("desc", name)]
    for (tag, xyz) in zip(["rXYZ", "gXYZ", "bXYZ"], colorants) {
      tags.append((tag, Array("XYZ ".utf8) + bytes(0) + xyz.flatMap(fixed)))
    }
    for tag in ["rTRC", "gTRC", "bTRC"] {
      tags.append((tag, Array("para".utf8) + bytes(0) + [0, 3, 0, 0] + curve.flatMap(fixed)))
    }
    tags.append(("wtpt", Array("XYZ ".utf8) + bytes(0) + [0.9642, 1, 0.8249].flatMap(fixed)))
    var table = bytes(UInt32(tags.count))
    var data: [UInt8] = []
    for (tag, content) in tags {
      let padded = content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
      table += Array(tag.utf8) + bytes(UInt32(132 + 12 * tags.count + data.count))
      table += bytes(UInt32(content.count))
      data += padded
    }
    var header = [UInt8](repeating: 0, count: 128)
    header.replaceSubrange(0..<4, with: bytes(UInt32(128 + table.count + data.count)))
    header.replaceSubrange(8..<12, with: [4, 0x20, 0, 0])
    header.replaceSubrange(12..<24, with: Array("mntr\(space)XYZ ".utf8))
    header.replaceSubrange(36..<40, with: Array("acsp".utf8))
    // The D50 illuminant.
    header.replaceSubrange(68..<80, with: [0.9642, 1, 0.8249].flatMap(fixed))
    return header + table + data
  }

  static func ascii(_ text: String) -> [UInt8] {
    Array("desc".utf8) + bytes(0) + bytes(UInt32(text.utf8.count + 1)) + Array(text.utf8)
      + [UInt8](repeating: 0, count: 1 + 78)
  }

  static func localized(_ text: String) -> [UInt8] {
    let units = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    return Array("mluc".utf8) + bytes(0) + bytes(1) + bytes(12) + Array("enUS".utf8)
      + bytes(UInt32(units.count)) + bytes(28) + units
  }

  /// Display P3 and sRGB, adapted to D50.
  static let displayP3 = [
    [0.5151, 0.2412, -0.0011], [0.2920, 0.6922, 0.0419], [0.1571, 0.0666, 0.7841],
  ]
  static let sRGB = [
    [0.4361, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141],
  ]
  static let curve = [2.4, 0.947867, 0.052133, 0.077399, 0.04045]

  static func png(_ profile: [UInt8]) -> [UInt8] {
    HandmadePNG.file(
      HandmadePNG.header(width: 1, height: 1, colorType: 2),
      HandmadePNG.chunk("iCCP", Array("Chunk name".utf8) + [0, 0] + HandmadePNG.zlib(profile)),
      HandmadePNG.chunk("IDAT", HandmadePNG.zlib([0, 1, 2, 3])), HandmadePNG.chunk("IEND"))
  }

  static func jpeg(_ profile: [UInt8], parts: Int = 1) throws -> [UInt8] {
    var file: [UInt8] = [0xFF, 0xD8]
    let size = (profile.count + parts - 1) / parts
    for part in 0..<parts {
      let body =
        Array("ICC_PROFILE\0".utf8) + [UInt8(part + 1), UInt8(parts)]
        + profile[(part * size)..<min((part + 1) * size, profile.count)]
      file += [0xFF, 0xE2, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
    }
    return file + (try JPEGDecoderTests.fixture("420.jpg")).dropFirst(2)
  }

  @Test("LittleCMS's sRGB is sRGB, in PNG and in JPEG")
  func sRGBProfile() throws {
    let png = [UInt8](try ReferenceData.data("jpeg/srgb-profile.png"))
    #expect(try PNGDecoder.readInfo(png).warnings.isEmpty)
    #expect(
      try JPEGDecoder.readInfo(try JPEGDecoderTests.fixture("srgb-profile.jpg")).warnings.isEmpty)
  }

  @Test("Display P3 is named, from either kind of description, from one segment or three")
  func displayP3() throws {
    for name in [Self.ascii("Display P3"), Self.localized("Display P3")] {
      let profile = Self.profile(name: name, colorants: Self.displayP3, curve: Self.curve)
      let expected = [ImageInfo.Warning.colorProfileIgnored(name: "Display P3")]
      #expect(try PNGDecoder.readInfo(Self.png(profile)).warnings == expected)
      #expect(try JPEGDecoder.readInfo(try Self.jpeg(profile)).warnings == expected)
      #expect(try JPEGDecoder.readInfo(try Self.jpeg(profile, parts: 3)).warnings == expected)
    }
  }

  @Test("A profile is sRGB by its numbers, whatever it calls itself")
  func byNumbers() throws {
    let renamed = Self.profile(
      name: Self.ascii("My monitor"), colorants: Self.sRGB, curve: Self.curve)
    #expect(try PNGDecoder.readInfo(Self.png(renamed)).warnings.isEmpty)
    let linear = Self.profile(
      name: Self.ascii("sRGB linear"), colorants: Self.sRGB, curve: [1, 1, 0, 1, 0])
    #expect(
      try PNGDecoder.readInfo(Self.png(linear)).warnings == [
        .colorProfileIgnored(name: "sRGB linear")
      ])
  }

  @Test("A damaged profile is named by its chunk and changes no pixel")
  func damaged() throws {
    let file = Self.png([1, 2, 3])
    let image = try PNGDecoder.decode(file)
    #expect(image.info.warnings == [.colorProfileIgnored(name: "Chunk name")])
    #expect(image.rgba == [1, 2, 3, 255])
    #expect(
      try JPEGDecoder.readInfo(try Self.jpeg([1, 2, 3])).warnings == [
        .colorProfileIgnored(name: "a profile without a name")
      ])
  }

  @Test("Profiles of random bytes never do more than warn")
  func random() throws {
    var generator = SplitMix64(seed: 9)
    let good = Self.profile(
      name: Self.localized("Display P3"), colorants: Self.displayP3, curve: Self.curve)
    for _ in 0..<2000 {
      var profile = good
      for _ in 0...Int(generator.next() % 5) {
        profile[Int(generator.next() % UInt64(profile.count))] = UInt8(generator.next() & 255)
      }
      if generator.next() % 4 == 0 {
        profile.removeLast(Int(generator.next() % UInt64(profile.count)))
      }
      _ = try JPEGDecoder.readInfo(try Self.jpeg(profile))
    }
  }
}
