import FolioImageCoding
import Foundation
import TestSupport
import Testing

/// The set of Willem van Schaik with pixels confirmed by two independent decoders; see SOURCE.md
/// beside it.
@Suite("PNG reading decodes all of PngSuite to the recorded pixels and refuses its broken files")
struct PngSuiteTests {
  struct Entry: Decodable, CustomTestStringConvertible, Sendable {
    var file: String
    var expect: String
    var width: Int?
    var height: Int?
    var bitDepth: Int?
    var colorType: Int?
    var interlaced: Bool?
    var rgba8Sha256: String?
    var rgba8RoundedSha256: String?
    var hasNonOpaquePixel: Bool?
    var fileSha256: String

    var testDescription: String { file }
  }

  struct Catalogue: Decodable {
    var files: [Entry]
  }

  static func entries(_ expect: String) -> [Entry] {
    guard let data = try? ReferenceData.data("pngsuite/expected.json"),
      let catalogue = try? JSONDecoder().decode(Catalogue.self, from: data)
    else { return [] }
    return catalogue.files.filter { $0.expect == expect }
  }

  @Test("The catalogue has 162 files to decode and 14 to refuse")
  func catalogue() {
    #expect(Self.entries("decode").count == 162)
    #expect(Self.entries("reject").count == 14)
  }

  @Test("A good file gives the recorded pixels and properties", arguments: entries("decode"))
  func decodes(_ entry: Entry) throws {
    let bytes = [UInt8](try ReferenceData.data("pngsuite/\(entry.file)"))
    #expect(sha256(bytes) == entry.fileSha256)
    let image = try PNGDecoder.decode(bytes)
    #expect(image.width == entry.width)
    #expect(image.height == entry.height)
    #expect(image.info.bitDepth == entry.bitDepth)
    #expect(image.info.isInterlaced == entry.interlaced)
    let colorTypes: [Int: ImageInfo.ColorType] = [
      0: .grayscale, 2: .rgb, 3: .indexed, 4: .grayscaleAlpha, 6: .rgba,
    ]
    #expect(image.info.colorType == colorTypes[entry.colorType ?? -1])
    let expected = entry.bitDepth == 16 ? entry.rgba8RoundedSha256 : entry.rgba8Sha256
    #expect(sha256(image.rgba) == expected)
    #expect(image.pixels.contains { $0 < 0xFF00_0000 } == entry.hasNonOpaquePixel)
    #expect(try PNGDecoder.readInfo(bytes) == image.info)
  }

  /// What the error of each broken file must speak of (the letter after the x names the fault).
  static let causes: [(file: String, cause: String)] = [
    ("xc1n0g08", "the colour type is 1, expected 0, 2, 3, 4 or 6 (at byte 25)"),
    ("xc9n2c08", "the colour type is 9, expected 0, 2, 3, 4 or 6 (at byte 25)"),
    ("xcrn0g04", "line endings"),
    ("xcsn0g01", "the checksum of chunk IDAT at byte"),
    ("xd0n2c08", "the bit depth is 0, expected 8, 16 for colour type 2 (at byte 24)"),
    ("xd3n2c08", "the bit depth is 3, expected 8, 16 for colour type 2 (at byte 24)"),
    ("xd9n2c08", "the bit depth is 99, expected 8, 16 for colour type 2 (at byte 24)"),
    ("xdtn0g01", "there is no chunk IDAT"),
    ("xhdn0g08", "the checksum of chunk IHDR at byte 8"),
    ("xlfn0g04", "line endings"),
    ("xs1n0g01", "the PNG signature is wrong, expected 89 50 4E 47 0D 0A 1A 0A (at byte 0)"),
    ("xs2n0g01", "the PNG signature is wrong, expected 89 50 4E 47 0D 0A 1A 0A (at byte 1)"),
    ("xs4n0g01", "the PNG signature is wrong, expected 89 50 4E 47 0D 0A 1A 0A (at byte 3)"),
    ("xs7n0g01", "the PNG signature is wrong, expected 89 50 4E 47 0D 0A 1A 0A (at byte 6)"),
  ]

  @Test("A broken file is refused with its path and its cause", arguments: causes)
  func refuses(_ file: String, _ cause: String) throws {
    #expect(Self.entries("reject").contains { $0.file == "png/\(file).png" })
    let path = ReferenceData.url("pngsuite/png/\(file).png").path
    let bytes = try ImageFile.read(path: path)
    let error = #expect(throws: ImageError.self) { try PNGDecoder.decode(bytes) }
    #expect(error?.description.contains(cause) == true, "\(String(describing: error))")
    let fileError = #expect(throws: ImageFileError.self) { try ImageFile.load(path: path) }
    #expect(fileError?.path == path)
    #expect(fileError?.description.hasPrefix("\(path): ") == true)
  }
}
