import FolioImageCoding
import FolioRaster
import FolioSequence
import Foundation
import TestSupport
import Testing

@testable import FolioFilm

#if canImport(Glibc)
  import Glibc
#endif

@Suite("A folder of frames is what its manifest says, or it is refused by name")
struct FolderFilmTests {
  let folder: ScratchFolder
  let film = PaintedFilm(pictures: [0, 0, 1, 2, 2, 3])

  init() throws {
    folder = try ScratchFolder()
    try film.render(to: folder.file("out"))
  }

  var path: FilePath { FilePath(folder.file("out")) }

  /// Opens the folder and draws all of its frames; the error, if there is one.
  func failure(_ name: String = "out") -> FilmError? {
    do {
      let film = try FolderFilm(FilePath(folder.file(name)))
      var bitmap = Bitmap(width: film.width, height: film.height)
      for frame in film.manifest.frames { try film.draw(film.state(of: frame), into: &bitmap) }
      return nil
    } catch {
      return error as? FilmError
    }
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    let url = URL(fileURLWithPath: folder.file(name))
    try? FileManager.default.removeItem(at: url)
    try Data(bytes).write(to: url)
  }

  func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file(name))))
  }

  @Test("every frame is read to the picture that was drawn; equal files are equal states")
  func pictures() throws {
    for hasAlpha in [false, true] {
      var film = film
      film.hasAlpha = hasAlpha
      try film.render(to: folder.file("in-\(hasAlpha)"))
      let read = try FolderFilm(FilePath(folder.file("in-\(hasAlpha)")))
      #expect(read.width == 64 && read.height == 48)
      for frame in 0..<6 {
        var bitmap = Bitmap(width: 64, height: 48)
        try read.draw(read.state(of: frame), into: &bitmap)
        #expect(bitmap == film.picture(film.pictures[frame]))
        #expect(try read.record(of: frame).index == frame)
      }
      #expect(try read.state(of: 0) == read.state(of: 1))
      #expect(try read.state(of: 1) != read.state(of: 2))
    }
  }

  @Test("a hole is named, and so are all of several")
  func hole() throws {
    try FileManager.default.removeItem(atPath: folder.file("out/frame-00002.png"))
    try FileManager.default.removeItem(atPath: folder.file("out/frame-00005.png"))
    let error = failure()
    #expect(error?.kind == .damagedFrames)
    #expect(error?.exitCode == .data)
    #expect(error?.message.contains("out/frame-00002.png is missing") == true)
    #expect(error?.message.contains("out/frame-00005.png is missing") == true)
    #expect(error?.message.hasSuffix("render the scene again") == true)
  }

  @Test("a frame that was cut off is named")
  func truncated() throws {
    let bytes = try read("out/frame-00003.png")
    try write(Array(bytes.dropLast(7)), to: "out/frame-00003.png")
    let error = failure()
    #expect(error?.kind == .damagedFrames)
    #expect(
      error?.message.contains(
        "frame-00003.png has \(bytes.count - 7) bytes, its manifest says \(bytes.count)") == true)
  }

  @Test("a frame with a byte changed, or of another sequence, is named")
  func foreign() throws {
    var bytes = try read("out/frame-00003.png")
    bytes[bytes.count / 2] ^= 1
    try write(bytes, to: "out/frame-00003.png")
    let error = try #require(failure())
    #expect(error.kind == .damagedFrames && error.exitCode == .data)
    #expect(error.message.contains("frame-00003.png is not the frame that its manifest lists"))
    // A copy that says it equals the frame before is not read with it, and is examined all the same.
    var film = film
    film.pictures = [7, 7]
    try film.render(to: folder.file("copies"), links: false)
    bytes = try read("copies/frame-00001.png")
    bytes[bytes.count / 2] ^= 1
    try write(bytes, to: "copies/frame-00001.png")
    #expect(failure("copies")?.message.contains("frame-00001.png is not the frame") == true)
  }

  @Test(
    "a file that is called like a frame and is none is named; other files are nobody's business")
  func stranger() throws {
    try write(Array("notes".utf8), to: "out/notes.txt")
    try write(Array("mine".utf8), to: "out/frame-a0001.png")
    #expect(failure() == nil)
    try write(try read("out/frame-00000.png"), to: "out/frame-00006.png")
    let error = try #require(failure())
    #expect(error.kind == .damagedFrames)
    #expect(
      error.message.contains("frame-00006.png is called like a frame and belongs to no render"))
  }

  @Test("what is no file in a frame's place is not opened")
  func kinds() throws {
    let frame = folder.file("out/frame-00004.png")
    try FileManager.default.removeItem(atPath: frame)
    #expect(unsafe mkfifo(frame, 0o644) == 0)
    #expect(failure()?.message.contains("frame-00004.png is a named pipe, expected a file") == true)
    try FileManager.default.removeItem(atPath: frame)
    try FileManager.default.createSymbolicLink(
      atPath: frame, withDestinationPath: "frame-00003.png")
    #expect(failure()?.message.contains("frame-00004.png is a symbolic link") == true)
  }

  @Test(
    "a folder that is not there, one without a manifest, one that is not complete, a damaged one")
  func manifests() throws {
    #expect(failure("nothing")?.exitCode == .noInput)
    try FileManager.default.createDirectory(
      atPath: folder.file("empty"), withIntermediateDirectories: true)
    var error = failure("empty")
    #expect(error?.exitCode == .noInput)
    #expect(error?.message.contains("has no folioscope-manifest.json") == true)
    let text = try folder.text("out/folioscope-manifest.json")
    try write(Array("{".utf8), to: "out/folioscope-manifest.json")
    error = failure()
    #expect(error?.exitCode == .data)
    #expect(error?.message.contains("folioscope-manifest.json") == true)
    let half = Manifest(info: try film.info(), frames: FrameSet(0..<6)).json
    try write(half, to: "out/folioscope-manifest.json")
    error = failure()
    #expect(error?.exitCode == .data)
    #expect(error?.message.contains("frames are missing: their render was ended early") == true)
    try write(Array(text.utf8), to: "out/folioscope-manifest.json")
    #expect(failure() == nil)
  }

  @Test(
    "parts: one is taken, of several one has to be named, and the others' frames are no strangers")
  func parts() throws {
    var film = film
    film.pictures = Array(0..<20)
    try film.render(to: folder.file("parts"), frames: FrameSet(0..<5))
    #expect(try FolderFilm(FilePath(folder.file("parts"))).manifest.frames == FrameSet(0..<5))
    try film.render(to: folder.file("parts"), frames: FrameSet(10..<15))
    let error = failure("parts")
    #expect(error?.exitCode == .data)
    #expect(error?.message.contains("folioscope-manifest.0-4.json") == true)
    let part = try FolderFilm(FilePath(folder.file("parts/folioscope-manifest.10-14.json")))
    #expect(part.manifest.frames == FrameSet(10..<15))
    try film.render(to: folder.file("parts"), frames: FrameSet(5..<10))
    try film.render(to: folder.file("parts"), frames: FrameSet(15..<20))
    #expect(try FolderFilm(FilePath(folder.file("parts"))).manifest.frames == FrameSet(0..<20))
  }

  @Test("a picture of another size than the manifest says, with the right hash, is refused")
  func size() throws {
    var other = film
    other.width = 30
    let manifest = try other.render(to: folder.file("small"))
    var info = manifest.info
    info.width = 31
    try write(
      Manifest(info: info, complete: manifest.entries).json, to: "small/folioscope-manifest.json")
    #expect(
      failure("small")?.message.contains("has 30x48 pixels, its manifest says 31x48") == true)
  }
}
