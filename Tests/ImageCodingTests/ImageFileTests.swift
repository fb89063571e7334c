import FolioImageCoding
import FolioRaster
import Foundation
import TestSupport
import Testing

@Suite("Loading an image file never hangs and names file and cause", .timeLimit(.minutes(1)))
struct ImageFileTests {
  static func cause(_ path: String) -> ImageFileError.Cause? {
    do {
      _ = try ImageFile.load(path: path)
      return nil
    } catch {
      #expect(error.path == path)
      #expect(error.description.hasPrefix("\(path): "))
      return error.cause
    }
  }

  @Test("The format is known by content, not by name")
  func formats() throws {
    let folder = try ScratchFolder()
    let png = ReferenceData.url("pngsuite/png/basn2c08.png")
    let jpeg = ReferenceData.url("jpeg/420.jpg")
    try FileManager.default.copyItem(at: png, to: folder.url.appendingPathComponent("a.jpg"))
    try FileManager.default.copyItem(at: jpeg, to: folder.url.appendingPathComponent("b.png"))
    #expect(try ImageFile.load(path: folder.file("a.jpg")).info.format == .png)
    #expect(try ImageFile.load(path: folder.file("b.png")).info.format == .jpeg)
    #expect(try ImageFile.readInfo(path: folder.file("b.png")).width == 37)
  }

  @Test("A folder, a FIFO and a device are named as what they are")
  func kinds() throws {
    let folder = try ScratchFolder()
    #expect(Self.cause(folder.url.path) == .notARegularFile(kind: "a folder"))
    #expect(unsafe mkfifo(folder.file("fifo.png"), 0o600) == 0)
    #expect(Self.cause(folder.file("fifo.png")) == .notARegularFile(kind: "a FIFO"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.png"), withDestinationPath: folder.file("fifo.png"))
    #expect(Self.cause(folder.file("link.png")) == .notARegularFile(kind: "a FIFO"))
    #expect(Self.cause("/dev/zero") == .notARegularFile(kind: "a character device"))
  }

  @Test("A missing file, a file in a file, and a path with a zero are not found")
  func missing() throws {
    let folder = try ScratchFolder()
    #expect(Self.cause(folder.file("none.png")) == .notFound)
    #expect(Self.cause(ReferenceData.url("jpeg/420.jpg").path + "/x.png") == .notFound)
    #expect(Self.cause("a\0b") == .notFound)
    #expect(Self.cause("") == .notFound)
  }

  @Test("Other formats are named, empty files and text are refused")
  func otherFormats() throws {
    let folder = try ScratchFolder()
    let cases: [(content: String, words: String)] = [
      ("", "the file is empty"), ("GIF89a....", "GIF"), ("RIFF....WEBPVP8 ", "WebP"),
      ("....ftypavif", "AVIF"), ("....ftypheic", "HEIC"), ("II*\0....", "TIFF"),
      ("BM......", "BMP"),
      ("<svg xmlns=", "SVG"), ("hello", "it starts with 68 65 6C 6C 6F"),
    ]
    for (content, words) in cases {
      let path = folder.file("picture.png")
      try Data(content.utf8).write(to: URL(fileURLWithPath: path))
      guard case .image(.unknownFormat(let reason)) = Self.cause(path) else {
        Issue.record("\(content) was not refused as an unknown format")
        continue
      }
      #expect(reason.contains(words))
    }
  }

  @Test("A file over the size limit is refused before it is read")
  func size() throws {
    let folder = try ScratchFolder()
    let path = folder.file("large.png")
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    #expect(unsafe truncate(path, (256 << 20) + 1) == 0)
    #expect(
      Self.cause(path)
        == .image(
          .limitExceeded(limit: .fileSize, found: (256 << 20) + 1, allowed: 256 << 20)))
    var limits = DecodeLimits()
    limits.maximumFileSize = 1000
    try Data(count: 1000).write(to: URL(fileURLWithPath: path))
    #expect(try ImageFile.read(path: path, limits: limits).count == 1000)
  }
}
