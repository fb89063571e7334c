import FolioImageCoding
import FolioRaster
import FolioSequence
import Foundation
import TestSupport
import Testing

@testable import FolioGolden

/// A short swipe: two pages of 48 by 32 pixels, at rest, moving, at rest.
enum Swipe {
  static let offsets = [0, 0, 0, 3, 9, 17, 25, 33, 41, 46, 48, 48, 48, 48]

  static func bitmap(_ index: Int, spot: UInt32? = nil) -> Bitmap {
    let shift = offsets[index]
    return Bitmap(
      width: 48, height: 32,
      pixels: (0..<(48 * 32)).map { i in
        let (x, y) = (i % 48 + shift, i / 48)
        if let spot, i % 48 == 5, y == 7 { return spot }
        return 0xFF00_0000 | UInt32(x * 11 % 256) | UInt32(y * 8) << 8 | UInt32(x * y % 256) << 16
      })
  }

  static func frames(
    spots: [Int: UInt32] = [:], scale: Double = 2, renderer: String = "folioscope 1.0"
  ) -> DrawnFrames {
    DrawnFrames(
      count: offsets.count, width: 48, height: 32, scale: scale, frameRate: FrameRate(60),
      renderer: renderer,
      record: { index in
        FrameRecord(
          index: index, time: FrameTime(Int64(index), 60),
          contentOffset: ContentOffset(x: Double(offsets[index]) / 2, y: 0),
          elements: [
            ElementBox(
              name: "page\t1 100%", x: -Double(offsets[index]), y: 0, width: 24, height: 16)
          ])
      }
    ) { bitmap($0, spot: spots[$0]) }
  }

  static func session(_ path: String, _ mode: RecordMode) -> GoldenSession {
    let name = String((path as NSString).lastPathComponent.dropLast(7))
    return GoldenSession(name: name, path: path, mode: mode)
  }

  /// The bytes of all files of a folder by their names.
  static func files(_ folder: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      files[name] = FileManager.default.contents(atPath: folder + "/" + name)
    }
    return files
  }
}

@Suite("Goldens are stored as text with a line for each frame")
struct StorageTests {
  @Test("What is written is read again, exactly", arguments: [Keep.keyFrames, .all, .animation])
  func roundTrip(_ keep: Keep) throws {
    let scratch = try ScratchFolder()
    let path = scratch.file("swipe.golden")
    let frames = Swipe.frames()
    let result = try GoldenWriter(name: "swipe", keep: keep).write(frames, to: path)
    #expect(result.unchanged == 0)
    let golden = try GoldenReference(path: path)
    #expect(golden.name == "swipe")
    #expect(golden.count == 14)
    #expect(golden.size == PixelSize(width: 48, height: 32))
    #expect(golden.scale == 2)
    #expect(golden.frameRate == FrameRate(60))
    #expect(golden.renderer == "folioscope 1.0")
    var kept = 0
    for index in 0..<14 {
      #expect(try golden.record(at: index) == frames.record(at: index))
      #expect(try golden.fingerprint(at: index) == frames.fingerprint(at: index))
      if let picture = try golden.picture(at: index) {
        #expect(try picture == frames.picture(at: index))
        kept += 1
      }
    }
    #expect(kept == (keep == .keyFrames ? 4 : 14))
    #expect(try SequenceComparison(expected: golden, actual: frames).passes)
    #expect(GoldenCommands.check([path]).exitCode == 0)
  }

  @Test("The table is what its definition says, a line for each frame")
  func table() throws {
    let scratch = try ScratchFolder()
    let path = scratch.file("swipe.golden")
    _ = try GoldenWriter(name: "swipe").write(Swipe.frames(), to: path)
    let text = String(
      decoding: try #require(FileManager.default.contents(atPath: path + "/frames.tsv")),
      as: UTF8.self)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.count == 15)
    #expect(lines[0] == "index\ttime-ms\toffset-x\toffset-y\tfingerprint\tkept-as")
    let fifth = Pixmap(Swipe.bitmap(5)).fingerprint
    #expect(lines[6] == "5\t83.333\t8.5\t0\t\(fifth)\tk0005.png")
    #expect(lines[2].hasSuffix("\t-"))
    let info = try #require(FileManager.default.contents(atPath: path + "/golden.json"))
    #expect(
      String(decoding: info, as: UTF8.self) == """
        {
          "folioscopeGolden": 1,
          "name": "swipe",
          "width": 48,
          "height": 32,
          "scale": 2,
          "points": [24, 16],
          "frameRate": "60",
          "frames": 14,
          "keep": "keyFrames",
          "tolerance": "exact",
          "renderer": "folioscope 1.0"
        }

        """)
  }

  @Test("An animation has the frames, the rate and the pixels of what was recorded")
  func animation() throws {
    let scratch = try ScratchFolder()
    let path = scratch.file("swipe.golden")
    _ = try GoldenWriter(name: "swipe", keep: .animation).write(Swipe.frames(), to: path)
    let bytes = try #require(FileManager.default.contents(atPath: path + "/frames.png"))
    let animation = try #require(try AnimatedPNG([UInt8](bytes), path: "frames.png"))
    #expect(animation.count == 14)
    #expect(animation.frameRate == FrameRate(60))
    // Backwards, so that each frame is composed from the first one again.
    for index in (0..<14).reversed() {
      #expect(try animation.picture(at: index) == Pixmap(Swipe.bitmap(index)))
    }
    // A reader without animation sees the first frame.
    #expect(try PictureFile.decode([UInt8](bytes), path: "") == Pixmap(Swipe.bitmap(0)))
  }

  @Test("Parts, blending and disposal of an animation follow the specification")
  func composing() throws {
    func control(
      _ sequence: Int, _ side: Int, _ x: Int, _ y: Int, _ dispose: UInt8, _ blend: UInt8
    ) -> [UInt8] {
      HandmadeFile.chunk(
        "fcTL",
        [sequence, side, side, x, y].flatMap(HandmadeFile.bigEndian) + [
          0, 1, 0, 10, dispose, blend,
        ]
      )
    }
    func data(_ sequence: Int, _ side: Int, _ pixel: [UInt8]) -> [UInt8] {
      let row = [0] + Array(repeating: pixel, count: side).joined()
      return HandmadeFile.chunk(
        "fdAT",
        HandmadeFile.bigEndian(sequence)
          + HandmadeFile.zlib(Array(Array(repeating: row, count: side).joined())))
    }
    let red: [UInt8] = [255, 0, 0, 255]
    let blue: [UInt8] = [0, 0, 255, 128]
    let head =
      HandmadeFile.chunk("acTL", HandmadeFile.bigEndian(4) + HandmadeFile.bigEndian(0))
      + control(0, 4, 0, 0, 0, 0)
    var file = HandmadeFile.png(4, red, head)
    file.removeLast(12)
    // A half-blue corner over the red, then back; the same replaced and cleared; a last green dot.
    file += control(1, 2, 1, 1, 2, 1) + data(2, 2, blue)
    file += control(3, 2, 2, 0, 1, 0) + data(4, 2, blue)
    file += control(5, 1, 0, 3, 0, 0) + data(6, 1, [0, 255, 0, 255])
    file += HandmadeFile.chunk("IEND")
    let animation = try #require(try AnimatedPNG(file, path: "a.png"))
    #expect(animation.count == 4)
    #expect(animation.frameRate == FrameRate(10))
    func pixel(_ frame: Int, _ x: Int, _ y: Int) throws -> UInt32? {
      try animation.picture(at: frame)?[x, y]
    }
    #expect(try pixel(0, 2, 2) == 0xFF00_00FF)
    // 255 · (1 − 128/255) = 127 of red, 128 of blue.
    #expect(try pixel(1, 2, 2) == 0xFF80_007F)
    #expect(try pixel(1, 0, 0) == 0xFF00_00FF)
    #expect(try pixel(2, 2, 2) == 0xFF00_00FF)
    #expect(try pixel(2, 3, 1) == 0x80FF_0000)
    #expect(try pixel(3, 3, 1) == 0)
    #expect(try pixel(3, 0, 3) == 0xFF00_FF00)
    var wrong = file
    wrong.removeLast(12)
    wrong += control(9, 1, 0, 0, 0, 0) + HandmadeFile.chunk("IEND")
    #expect(throws: GoldenError.self) { try AnimatedPNG(wrong, path: "a.png") }
  }

  @Test("Damaged files of a golden are named with their lines")
  func damage() throws {
    let scratch = try ScratchFolder()
    let path = scratch.file("swipe.golden")
    _ = try GoldenWriter(name: "swipe").write(Swipe.frames(), to: path)
    let good = try Swipe.files(path)
    let table = String(decoding: try #require(good["frames.tsv"]), as: UTF8.self)
    let info = String(decoding: try #require(good["golden.json"]), as: UTF8.self)
    func message(_ name: String, _ text: String?) throws -> String {
      for (file, data) in good { try data.write(to: URL(fileURLWithPath: path + "/" + file)) }
      if let text {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
      } else {
        try FileManager.default.removeItem(atPath: path + "/" + name)
      }
      let result = GoldenCommands.check([path])
      #expect(result.exitCode == 65)
      #expect(!Swipe.session(path, .never).run(Swipe.frames(spots: [0: 0xFF00_0000])).passes)
      return result.problems
    }
    let lines = table.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    func changed(_ line: Int, _ change: (String) -> String) -> String {
      var copy = lines
      copy[line] = change(copy[line])
      return copy.joined(separator: "\n")
    }
    #expect(
      try message("frames.tsv", changed(3) { _ in "2\t33.333" })
        .contains("frames.tsv:4: 2 fields, expected 6 separated by tabs"))
    #expect(
      try message("frames.tsv", changed(3) { _ in "<<<<<<< ours" })
        .contains("frames.tsv:4: 1 fields, expected 6 separated by tabs; this is a merge conflict"))
    #expect(
      try message("frames.tsv", changed(1) { "7" + $0.dropFirst() })
        .contains("frames.tsv:2: frame \"7\", expected 0"))
    #expect(
      try message("frames.tsv", changed(1) { $0.replacingOccurrences(of: "0.000", with: "x") })
        .contains("frames.tsv:2: the time \"x\" is no number of milliseconds"))
    #expect(
      try message("frames.tsv", changed(1) { $0.replacingOccurrences(of: "k0000", with: "../k") })
        .contains("frames.tsv:2: \"../k.png\" is no plain file name"))
    let foreign = changed(1) {
      var fields = $0.split(separator: "\t").map(String.init)
      fields[4] = String(repeating: "0", count: 64)
      return fields.joined(separator: "\t")
    }
    #expect(try message("frames.tsv", foreign).contains("k0000.png: the picture's fingerprint is"))
    #expect(
      try message("frames.tsv", lines.dropLast(2).joined(separator: "\n") + "\n")
        .contains("frames.tsv: 13 frames, golden.json says 14"))
    #expect(
      try message(
        "golden.json", info.replacingOccurrences(of: "\"width\": 48", with: "\"width\": 0")
      )
      .contains("golden.json: the size is 0×32, expected 1 to 1000000"))
    #expect(
      try message(
        "golden.json",
        info.replacingOccurrences(of: "\"width\": 48", with: "\"width\": 1e300")
      ).contains("golden.json: "))
    #expect(
      try message("golden.json", info.replacingOccurrences(of: "\"folioscopeGolden\": 1", with: ""))
        .contains("golden.json: "))
    #expect(
      try message(
        "golden.json",
        info.replacingOccurrences(of: "\"folioscopeGolden\": 1", with: "\"folioscopeGolden\": 2")
      ).contains("golden.json: the format's version is 2; this program reads 1"))
    #expect(try message("golden.json", "").contains("golden.json: this is no JSON that is read"))
    #expect(try message("golden.json", nil).contains("golden.json: there is no such file"))
    #expect(try message("k0005.png", nil).contains("k0005.png: there is no such file"))
    #expect(try message("elements.tsv", "x").contains("elements.tsv:1: expected the line"))
  }

  @Test("A golden under another's name is refused")
  func renamed() throws {
    let scratch = try ScratchFolder()
    _ = try GoldenWriter(name: "a").write(Swipe.frames(), to: scratch.file("b.golden"))
    #expect(GoldenCommands.check([scratch.path]).exitCode == 65)
    let outcome = Swipe.session(scratch.file("b.golden"), .never).run(Swipe.frames())
    #expect(!outcome.passes)
    #expect(outcome.message.contains("this is the golden of \"a\", expected \"b\""))
  }

  @Test("What ignores a place keeps all pictures, since a fingerprint is of the whole picture")
  func ignoring() throws {
    let scratch = try ScratchFolder()
    let path = scratch.file("swipe.golden")
    var session = Swipe.session(path, .missing)
    session.options.ignoring = [PixelBox(x: 5, y: 7, width: 1, height: 1)]
    session.keep = .keyFrames
    #expect(session.run(Swipe.frames()).message.contains("ignored places need the pictures"))
    session.keep = nil
    #expect(session.run(Swipe.frames()).recorded != nil)
    #expect(try GoldenReference(path: path).keep == "all")
    #expect(session.run(Swipe.frames(spots: [4: 0xFF00_0000, 9: 0xFFFF_FFFF])).passes)
    session.options.ignoring = [PixelBox(x: 6, y: 7, width: 1, height: 1)]
    #expect(!session.run(Swipe.frames(spots: [4: 0xFF00_0000])).passes)
  }

  @Test("A cached picture fills in what is not kept; a wrong one does not")
  func cache() throws {
    let scratch = try ScratchFolder()
    let path = scratch.file("swipe.golden")
    _ = try GoldenWriter(name: "swipe").write(Swipe.frames(), to: path)
    let changed = Swipe.frames(spots: [4: 0xFFFF_FFFF])
    var session = Swipe.session(path, .never)
    func kind() -> DifferenceKind? {
      session.run(changed).comparison?.frames.first { $0.status == .differs }?.difference?.kind
    }
    #expect(kind() == .unseen)
    session.cache = scratch.file("cache")
    session.fillsCache = true
    #expect(session.run(Swipe.frames()).passes)
    #expect(kind() == .local(clusters: 1))
    let file = scratch.file("cache") + "/\(Pixmap(Swipe.bitmap(4)).fingerprint).png"
    try Data(Pixmap(Swipe.bitmap(9)).pngFile()).write(to: URL(fileURLWithPath: file))
    #expect(kind() == .unseen)
  }

  @Test("Times are exact milliseconds, rounded halves up, and read back as the rate's own")
  func times() throws {
    let rate = try #require(FrameRate(30000, 1001))
    for index in [0, 1, 2, 29, 1000, 99_999] {
      let time = rate.time(of: index)
      let text = TimeText.milliseconds(time)
      #expect(TimeText.time(text, index: index, rate: rate) == time)
    }
    #expect(TimeText.milliseconds(FrameTime(17, 60)) == "283.333")
    #expect(TimeText.milliseconds(FrameTime(1, 2_000_000)) == "0.001")
    #expect(TimeText.milliseconds(FrameTime(-1, 3)) == "-333.333")
    #expect(TimeText.time("283.333", index: 0, rate: nil) == FrameTime(283_333, 1_000_000))
    for bad in ["", "1", "1.2", "a.bcd", "1.-23", "99999999999999.000", "1.2345"] {
      #expect(TimeText.time(bad, index: 0, rate: nil) == nil, "\(bad)")
    }
  }
}
