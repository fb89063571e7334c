import FolioImageCoding
import FolioRaster
import FolioSequence
import Foundation
import TestSupport
import Testing

@testable import FolioGolden

/// What users of other tools ran into, each as a promise of this one. The numbers are those of the
/// list in Documentation/Goldens.md.
@Suite("What went wrong elsewhere does not go wrong here")
struct ExperienceTests {
  /// A renderer that fails at one frame.
  struct Failing: Error, CustomStringConvertible {
    var description: String { "the context was lost" }
  }

  static func failing(at bad: Int) -> DrawnFrames {
    DrawnFrames(count: 14, width: 48, height: 32, scale: 2, frameRate: FrameRate(60)) { index in
      if index == bad { throw Failing() }
      return Swipe.bitmap(index)
    }
  }

  /// A golden of the swipe in a scratch folder.
  static func recorded(
    _ keep: Keep = .all
  ) throws -> (scratch: ScratchFolder, path: String) {
    let scratch = try ScratchFolder()
    let path = scratch.file("swipe.golden")
    _ = try GoldenWriter(name: "swipe", keep: keep).write(Swipe.frames(), to: path)
    return (scratch, path)
  }

  @Test("1: fingerprints are a function of the pixels alone, on any number of threads")
  func row1() async throws {
    let table = String(
      decoding: try ReferenceData.data("fingerprint/vectors.tsv"), as: UTF8.self)
    #expect(table.split(separator: "\n").count == 52)
    let expected = (0..<14).map { Pixmap(Swipe.bitmap($0)).fingerprint }
    let found = await withTaskGroup(of: (Int, Fingerprint).self) { group in
      for index in 0..<14 { group.addTask { (index, Pixmap(Swipe.bitmap(index)).fingerprint) } }
      var found = expected
      for await (index, fingerprint) in group { found[index] = fingerprint }
      return found
    }
    #expect(found == expected)
    // The same by the definition's other implementation, which those vectors check.
    #expect(expected == (0..<14).map { Fingerprint(Swipe.bitmap($0)) })
  }

  @Test("2: a frame that cannot be drawn or read is an error, never a match")
  func row2() throws {
    let (scratch, path) = try Self.recorded()
    defer { withExtendedLifetime(scratch) {} }
    for bad in [0, 5, 13] {
      let outcome = Swipe.session(path, .never).run(Self.failing(at: bad))
      #expect(!outcome.passes)
      #expect(outcome.message.contains("the context was lost"))
      #expect(outcome.message.contains("not comparable"))
      // Also under a tolerance that allows everything.
      var session = Swipe.session(path, .never)
      session.options.tolerance = .channel(254, budget: .ratio(1))
      #expect(!session.run(Self.failing(at: bad)).passes)
    }
    let fresh = try ScratchFolder()
    let outcome = Swipe.session(fresh.file("new.golden"), .missing).run(Self.failing(at: 3))
    #expect(!outcome.passes)
    #expect(outcome.message.contains("frame 3 cannot be drawn: the context was lost"))
  }

  @Test("3: a reference with 16 bits or another profile is refused by its name")
  func row3() throws {
    let sixteen = ReferenceData.url("pngsuite/png/basn2c16.png").path
    let error = #expect(throws: GoldenError.self) { try PictureFile.read(path: sixteen) }
    #expect(error?.description.contains("basn2c16.png: the picture has 16 bits") == true)
    #expect(error?.exitCode == 65)
    let scratch = try ScratchFolder()
    let tagged = scratch.file("p3.png")
    let file = HandmadeFile.png(4, [1, 2, 3, 255], HandmadeFile.profile("Display P3"))
    try Data(file).write(to: URL(fileURLWithPath: tagged))
    let refused = #expect(throws: GoldenError.self) { try PictureFile.read(path: tagged) }
    #expect(
      refused?.description.contains("p3.png: the picture has the colour profile \"Display P3\"")
        == true, "\(String(describing: refused))")
    let result = CompareCommand(expected: tagged, actual: tagged).run()
    #expect(result.exitCode == 65)
    #expect(result.problems.contains("Display P3"))
    // Untagged, sRGB and gAMA are one and the same.
    let plain = HandmadeFile.png(4, [1, 2, 3, 255])
    for tag in [
      HandmadeFile.chunk("sRGB", [0]), HandmadeFile.chunk("gAMA", HandmadeFile.bigEndian(45455)),
    ] {
      #expect(
        try PictureFile.decode(HandmadeFile.png(4, [1, 2, 3, 255], tag), path: "")
          == PictureFile.decode(plain, path: ""))
    }
  }

  @Test("6: automatic builds are known by several variables, and recording in them is refused")
  func row6() throws {
    #expect(try RecordPolicy(environment: [:]).mode == .missing)
    #expect(try RecordPolicy(environment: ["CI": ""]).mode == .missing)
    #expect(try RecordPolicy(environment: ["CI": "0"]).mode == .missing)
    #expect(try RecordPolicy(environment: ["CI": "false"]).mode == .missing)
    for (name, value) in [
      ("CI", "1"), ("CI", "true"), ("CI", "woodpecker"), ("GITHUB_ACTIONS", "true"),
      ("GITLAB_CI", "true"), ("JENKINS_URL", "http://x"), ("TF_BUILD", "True"),
      ("TEAMCITY_VERSION", "2026"), ("BUILDKITE", "true"), ("CIRCLECI", "true"),
    ] {
      let build = [name: value]
      #expect(try RecordPolicy(environment: build).mode == .never)
      #expect(try RecordPolicy(environment: build).origin == "\(name) is set")
      for mode in RecordMode.allCases where mode != .never {
        #expect(throws: GoldenError.self) {
          try RecordPolicy(argument: mode, environment: build)
        }
        #expect(throws: GoldenError.self) { try RecordPolicy(trait: mode, environment: build) }
        var asked = build
        asked["GOLDEN_RECORD"] = mode.rawValue
        #expect(throws: GoldenError.self) { try RecordPolicy(environment: asked) }
        asked["GOLDEN_RECORD_IN_CI"] = "1"
        #expect(try RecordPolicy(environment: asked).mode == mode)
      }
    }
    let asked = ["GOLDEN_RECORD": "changed"]
    #expect(try RecordPolicy(environment: asked).mode == .changed)
    #expect(try RecordPolicy(trait: .never, environment: asked).mode == .never)
    #expect(try RecordPolicy(argument: .all, trait: .never, environment: asked).mode == .all)
    let error = #expect(throws: GoldenError.self) {
      try RecordPolicy(environment: ["GOLDEN_RECORD": "yes"])
    }
    #expect(
      error?.description
        == "GOLDEN_RECORD is \"yes\", expected one of never, missing, changed, all, propose")
  }

  @Test("7: a run that records fails, and says what it wrote")
  func row7() throws {
    for mode in [RecordMode.missing, .changed, .all] {
      let scratch = try ScratchFolder()
      let path = scratch.file("swipe.golden")
      let first = Swipe.session(path, mode).run(Swipe.frames())
      #expect(!first.passes)
      #expect(first.message.contains("was recorded (mode \(mode)): 7 files written, 0 unchanged"))
      let second = Swipe.session(path, mode).run(Swipe.frames())
      #expect(second.passes == (mode != .all))
      if mode == .all { #expect(second.message.contains("0 files written, 7 unchanged")) }
    }
  }

  @Test("8, 9: a failure attaches pictures and reports whose names say what they are")
  func row8() throws {
    let (scratch, path) = try Self.recorded()
    var session = Swipe.session(path, .never)
    session.artifacts = scratch.file("artifacts")
    let outcome = session.run(Swipe.frames(spots: [4: 0xFFFF_FFFF]))
    let names = outcome.attachments.map(\.name)
    #expect(
      names == [
        "swipe-0004.expected.png", "swipe-0004.actual.png", "swipe-0004.diff.png",
        "swipe-0004.detail.png", "swipe-report.json", "swipe-report.html",
      ])
    for attachment in outcome.attachments where attachment.name.hasSuffix(".png") {
      #expect(throws: Never.self) { try PictureFile.decode(attachment.bytes, path: "") }
    }
    session.name = "swipe"
    #expect(session.run(Swipe.frames()).passes)
    #expect(!FileManager.default.fileExists(atPath: scratch.file("artifacts")))
  }

  @Test("11: another scale is told as another scale")
  func row11() throws {
    let (scratch, path) = try Self.recorded()
    defer { withExtendedLifetime(scratch) {} }
    let outcome = Swipe.session(path, .never).run(Swipe.frames(scale: 3))
    #expect(!outcome.passes)
    #expect(outcome.message.contains("scale 2 expected, 3 found"))
  }

  @Test("12: the message names the path that was looked at")
  func row12() throws {
    let scratch = try ScratchFolder()
    let path = scratch.file("deep/er/swipe.golden")
    let outcome = Swipe.session(path, .never).run(Swipe.frames())
    #expect(outcome.message.contains("Golden \"swipe\" is not there: \(path)"))
    #expect(!FileManager.default.fileExists(atPath: scratch.file("deep")))
  }

  @Test("13, 14: other sizes give both sizes, a difference picture, a box and no share of nothing")
  func row13() throws {
    let (scratch, path) = try Self.recorded()
    var session = Swipe.session(path, .never)
    session.artifacts = scratch.file("artifacts")
    let wide = DrawnFrames(
      count: 14, width: 50, height: 32, scale: 2, frameRate: FrameRate(60)
    ) { index in
      let small = Swipe.bitmap(index)
      return Bitmap(
        width: 50, height: 32,
        pixels: (0..<(50 * 32)).map { $0 % 50 < 48 ? small[$0 % 50, $0 / 50] : 0xFF00_00FF })
    }
    let outcome = session.run(wide)
    #expect(!outcome.passes)
    #expect(outcome.message.contains("size 48×32 px expected, 50×32 px found"))
    #expect(outcome.message.contains("64 of 1 600 px (4 %), box x 48–49 y 0–31 px"))
    #expect(outcome.message.contains("looks like: another size"))
    let frame = try #require(outcome.comparison?.frames.first)
    #expect(frame.difference?.kind == .size)
    #expect(frame.difference?.comparison?.box == PixelBox(x: 48, y: 0, width: 2, height: 32))
    let picture = try PictureFile.read(path: scratch.file("artifacts/0000.diff.png"))
    #expect(picture.width == 50)
    #expect(picture[49, 15] == 0xFF3C_A014)
    let empty = ImageComparison(
      expected: Pixmap(width: 48, height: 32) { _, _ in 0 },
      actual: Pixmap(width: 40, height: 32) { _, _ in 0 })
    #expect(empty.differing == 0)
    #expect(!empty.passes)
  }

  @Test("16: an ignored rectangle swallows nothing beside it, in any row or column")
  func row16() {
    var random = SplitMix64(seed: 16)
    for _ in 0..<300 {
      let white = Pixmap(width: 30, height: 20) { _, _ in 0xFFFF_FFFF }
      func number(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
      let rects = (0..<3).map { _ in
        PixelBox(x: number(34) - 2, y: number(24) - 2, width: number(9), height: number(7))
      }
      let (x, y) = (number(30), number(20))
      let changed = white.with(PixelBox(x: x, y: y, width: 1, height: 1), 0xFF00_0000)
      let isIgnored = rects.contains { $0.contains(x: x, y: y) }
      for tolerance in [.exact, .channel(0), .yiq(antiAliasing: .count), .deltaE()] as [Tolerance] {
        let result = ImageComparison(
          expected: white, actual: changed, tolerance: tolerance, ignoring: rects)
        #expect(result.differing == (isIgnored ? 0 : 1))
      }
    }
  }

  @Test("17: every picture that is written is whole, at any size")
  func row17() throws {
    #if DEBUG
      let sizes = [(1, 1), (1, 129), (129, 1), (700, 300)]
    #else
      let sizes = [(1, 1), (1, 129), (129, 1), (700, 300), (4000, 9000)]
    #endif
    var random = SplitMix64(seed: 17)
    for (width, height) in sizes {
      let noise = Pixmap.noise(width: 61, height: 37, using: &random)
      let a = Pixmap(width: width, height: height) { x, y in noise[x % 61, y % 37] }
      let b = a.with(PixelBox(x: width - 1, y: height - 1, width: 1, height: 1), 0xFF12_3456)
      let result = ImageComparison(expected: a, actual: b)
      let difference = DifferencePicture.difference(expected: a, actual: b, comparison: result)
      for level in PNGEncoder.Level.allCases {
        let read = try PictureFile.decode(difference.pngFile(level: level), path: "")
        #expect(read == difference)
      }
      #expect(difference[width - 1, height - 1] & 0xFFFF != 0)
      let stored = try #require(difference.storedPNGFile())
      #expect(try PictureFile.decode(stored, path: "") == difference)
      let clear = Pixmap(width: width, height: height) { x, y in
        noise[x % 61, y % 37] & 0x80FF_FFFF
      }
      let clearFile = try #require(clear.storedPNGFile())
      #expect(try PictureFile.decode(clearFile, path: "") == clear)
      let strip = try #require(
        DifferencePicture.strip(expected: a, actual: b, comparison: result))
      #expect(try PictureFile.decode(strip.pngFile(), path: "") == strip)
    }
  }

  @Test("18: white on nothing and white are different wherever the backdrop is not white")
  func row18() throws {
    let a = try ReferencePictures.load("pixelmatch/images/8a.png")
    let b = try ReferencePictures.load("pixelmatch/images/5b.png")
    for tolerance in [.exact, .channel(0), .deltaE(), .yiq(backdrop: .pattern)] as [Tolerance] {
      let result = ImageComparison(expected: a, actual: b, tolerance: tolerance)
      #expect(result.differing > 1000, "\(tolerance)")
      #expect(!result.passes)
    }
    let white = ImageComparison(expected: a, actual: b, tolerance: .yiq(backdrop: .white))
    #expect(white.differing == 0)
  }

  @Test("19: a change of alpha alone is seen")
  func row19() {
    let a = Pixmap(width: 20, height: 20) { _, _ in 0xFF40_8020 }
    let b = Pixmap(width: 20, height: 20) { _, _ in 0xFE40_8020 }
    for tolerance in [.exact, .channel(0), .deltaE(.cie94, 0), .deltaE(.cie76, 0)]
      as [Tolerance]
    {
      #expect(
        ImageComparison(expected: a, actual: b, tolerance: tolerance).differing == 400,
        "\(tolerance)")
    }
  }

  @Test("21: the preset for another renderer's noise lets no move and no new colour through")
  func row21() {
    var random = SplitMix64(seed: 21)
    let frame = Pixmap(width: 300, height: 200) { x, y in
      if (20..<280).contains(x), (20..<120).contains(y) { return 0xFFFF_FFFF }
      if y > 130, (x / 3 + y / 5) % 4 == 0 { return 0xFF1E_1E28 }
      let v = UInt32(x / 2)
      return 0xFF00_0000 | (v << 16) | (v << 8) | UInt32(y)
    }
    func passes(_ other: Pixmap, _ tolerance: Tolerance = .rendererNoise) -> Bool {
      ImageComparison(expected: frame, actual: other, tolerance: tolerance).passes
    }
    // Content half a pixel further: each pixel the mean of itself and its left neighbour.
    let half = Pixmap(width: 300, height: 200) { x, y in
      let (a, b) = (frame[x, y], frame[max(x - 1, 0), y])
      return ((a & 0xFEFE_FEFE) >> 1) + ((b & 0xFEFE_FEFE) >> 1) | 0xFF00_0000
    }
    for (name, other) in [
      ("one pixel inverted", frame.with(PixelBox(x: 50, y: 50, width: 1, height: 1), 0xFF00_0000)),
      (
        "one small character changed",
        Pixmap(width: 300, height: 200) { x, y in
          (60..<72).contains(x) && (150..<165).contains(y) && (x + y) % 3 == 0
            ? 0xFF1E_1E28 : frame[x, y]
        }
      ),
      (
        "the page indicator on the wrong dot",
        frame.with(PixelBox(x: 100, y: 180, width: 6, height: 6), 0xFF3C_3C43)
          .with(PixelBox(x: 110, y: 180, width: 6, height: 6), 0xFFC7_C7CC)
      ),
      ("a square", frame.with(PixelBox(x: 40, y: 40, width: 40, height: 40), 0xFF00_A0FF)),
      ("half a pixel further", half), ("one pixel further", frame.moved(dx: 1, dy: 0)),
      ("three pixels further", frame.moved(dx: 3, dy: 0)),
      (
        "cards from 255 to 250",
        Pixmap(width: 300, height: 200) { x, y in
          frame[x, y] == 0xFFFF_FFFF ? 0xFFFA_FAFA : frame[x, y]
        }
      ),
    ] { #expect(!passes(other), "\(name)") }
    let plusOne = Pixmap(width: 300, height: 200) { x, y in
      [0, 8, 16].reduce(0xFF00_0000) { pixel, shift in
        pixel | min(((frame[x, y] >> shift) & 255) + 1, 255) << shift
      }
    }
    let noise = Pixmap(width: 300, height: 200) { x, y in
      random.next() % 50 == 0 ? plusOne[x, y] : frame[x, y]
    }
    #expect(passes(plusOne))
    #expect(passes(noise))
    #expect(!passes(plusOne, .exact) && !passes(noise, .exact))
    // A share of one percent is no protection: the usual perceptual setting passes a whole card.
    #expect(
      passes(
        Pixmap(width: 300, height: 200) { x, y in
          frame[x, y] == 0xFFFF_FFFF ? 0xFFFA_FAFA : frame[x, y]
        }, .yiq(0.1)))
  }

  @Test("22: sequences of no, one and two frames at any rate have a defined result at once")
  func row22() throws {
    let start = ProcessInfo.processInfo.systemUptime
    for count in 0...2 {
      for rate in [nil, FrameRate(60), FrameRate(30000, 1001), FrameRate(1, 1000)] {
        let frames = PixmapFrames(
          (0..<count).map { Pixmap(Swipe.bitmap($0 * 5)) }, frameRate: rate)
        for alignment in SequenceComparison.Alignment.allCases {
          var options = SequenceComparison.Options()
          options.alignment = alignment
          let result = try SequenceComparison(
            expected: frames, actual: frames, options: options)
          #expect(result.passes == (count > 0))
        }
        let scratch = try ScratchFolder()
        let path = scratch.file("swipe.golden")
        if count == 0 {
          #expect(throws: GoldenError.self) {
            try GoldenWriter(name: "swipe").write(frames, to: path)
          }
        } else {
          _ = try GoldenWriter(name: "swipe", keep: .animation).write(frames, to: path)
          #expect(Swipe.session(path, .never).run(frames).passes)
        }
      }
    }
    // A second, and room for a machine that does something else.
    #expect(ProcessInfo.processInfo.systemUptime - start < 5)
  }

  @Test("23: a change in the last frame alone of an animation is found and recorded again")
  func row23() throws {
    let (scratch, path) = try Self.recorded(.animation)
    let changed = Swipe.frames(spots: [13: 0xFFFF_FFFF])
    let outcome = Swipe.session(path, .never).run(changed)
    #expect(outcome.comparison?.frames.filter { $0.status == .differs }.map(\.number) == [13])
    let other = scratch.file("other.golden")
    _ = try GoldenWriter(name: "other", keep: .animation).write(changed, to: other)
    let command = CompareCommand(expected: path + "/frames.png", actual: other + "/frames.png")
    let result = command.run()
    #expect(result.exitCode == 1)
    #expect(result.output.contains("differs: 1 of 14 frames (13)"))
    var session = Swipe.session(path, .changed)
    session.keep = .animation
    #expect(session.run(changed).recorded?.written == ["frames.png", "frames.tsv"])
    #expect(session.run(changed).passes)
  }

  @Test("24: comparing nothing fails and says so")
  func row24() throws {
    let (scratch, path) = try Self.recorded()
    defer { withExtendedLifetime(scratch) {} }
    let none = DrawnFrames(count: 0, width: 48, height: 32) { _ in Swipe.bitmap(0) }
    let outcome = Swipe.session(path, .never).run(none)
    #expect(!outcome.passes)
    #expect(outcome.message.contains("0 frames compared (14 expected, 0 found)"))
    var session = Swipe.session(path, .never)
    session.options.failOn = []
    #expect(!session.run(none).passes)
    #expect(GoldenReport([]).passes == false)
  }

  @Test("26: names are escaped one to one")
  func row26() throws {
    let punctuation = (0x20...0x7E).map { String(UnicodeScalar($0) ?? " ") }
    var names = punctuation + ["a*b", "a/b", "a b", "a-b", "", ".", "..", "...", "a.", ".a", "%"]
    names += ["%2F", "/", "CON", "con", "Con.txt", "COM1", "COM10", "lpt9", "NUL", "nul.golden"]
    names += [
      "👩‍🚀", "é", "e\u{301}", "日本語", "a\u{0}b", "a\nb", "~", String(repeating: "x", count: 300),
    ]
    names += [String(repeating: "x", count: 299) + "y", String(repeating: "x", count: 120)]
    names += [String(repeating: "日", count: 100)]
    var seen: [String: String] = [:]
    for name in names {
      let file = GoldenName.fileName(name)
      #expect(!file.isEmpty && file.utf8.count <= GoldenName.maximumLength)
      #expect(
        file.utf8.allSatisfy {
          $0 < 128 && !"/\\:*?\"<>|".utf8.contains($0) && $0 > 32
        }, "\(file)")
      #expect(!file.hasPrefix(".") && !file.hasSuffix("."))
      let stem = file.prefix { $0 != "." }.uppercased()
      #expect(!["CON", "NUL", "PRN", "AUX", "COM1", "LPT9"].contains(stem), "\(name)")
      if let other = seen[file] {
        #expect(other.utf8.elementsEqual(name.utf8), "\(other) and \(name)")
      }
      seen[file] = name
    }
    #expect(GoldenName.fileName("swipe-to-1") == "swipe-to-1")
    #expect(GoldenName.fileName("a/b") == "a%2Fb")
    #expect(GoldenName.fileName("CON") == "%43ON")
    // Upper and lower case are different names; a folder that does not tell them is told by check.
    #expect(GoldenName.fileName("Cover") != GoldenName.fileName("cover"))
    let scratch = try ScratchFolder()
    for name in ["Cover", "cover"] {
      _ = try GoldenWriter(name: name).write(Swipe.frames(), to: scratch.file(name + ".golden"))
    }
    let result = GoldenCommands.check([scratch.path])
    #expect(result.exitCode == 65)
    #expect(result.problems.contains("in the case of letters only"))
  }

  @Test("28: eight writers and readers of one golden at once leave and see whole goldens only")
  func row28() async throws {
    let (scratch, path) = try Self.recorded(.all)
    defer { withExtendedLifetime(scratch) {} }
    let variants = [Swipe.frames(), Swipe.frames(spots: [2: 0xFF00_00FF, 9: 0xFFFF_FFFF])]
    let prints = try variants.map { frames in try (0..<14).map { try frames.fingerprint(at: $0) } }
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          for round in 0..<6 {
            let index = (worker + round) % 2
            let frames =
              index == 0 ? Swipe.frames() : Swipe.frames(spots: [2: 0xFF00_00FF, 9: 0xFFFF_FFFF])
            var session = Swipe.session(path, worker < 4 ? .all : .missing)
            session.keep = .all
            let outcome = session.run(frames)
            #expect(!outcome.message.contains("could not be compared"), "\(outcome.message)")
          }
        }
      }
    }
    let golden = try GoldenReference(path: path)
    let found = try (0..<14).map { try golden.fingerprint(at: $0) }
    #expect(prints.contains(found))
    #expect(GoldenCommands.check([path]).exitCode == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 17)
  }

  @Test("28: eight processes record one golden at once, and it is whole")
  func row28processes() async throws {
    let scratch = try ScratchFolder()
    let path = scratch.file("swipe.golden")
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [path = path as String, worker = worker as Int] in
            for round in 0..<4 {
              let frames =
                (worker + round) % 2 == 0
                ? Swipe.frames() : Swipe.frames(spots: [2: 0xFF00_00FF, 9: 0xFFFF_FFFF])
              var session = Swipe.session(path, .all)
              session.keep = .all
              let message = session.run(frames).message
              if message.contains("could not be compared") { exit(1) }
            }
            exit(0)
          }
        }
      }
    }
    let golden = try GoldenReference(path: path)
    let found = try (0..<14).map { try golden.fingerprint(at: $0) }
    let variants = [Swipe.frames(), Swipe.frames(spots: [2: 0xFF00_00FF, 9: 0xFFFF_FFFF])]
    #expect(
      try variants.contains { frames in try (0..<14).map { try frames.fingerprint(at: $0) } == found
      })
    #expect(GoldenCommands.check([path]).exitCode == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 17)
  }

  @Test("29: orphans are known after a complete run only, and a filtered one deletes nothing")
  func row29() throws {
    let (scratch, used) = try Self.recorded()
    let unused = scratch.file("old.golden")
    _ = try GoldenWriter(name: "old").write(Swipe.frames(), to: unused)
    let track = scratch.file("track")
    func run(filtered: Bool, finished: Bool) throws {
      try? FileManager.default.removeItem(atPath: track)
      let tracker = try GoldenTracker(folder: track, process: 7, isFiltered: filtered)
      tracker.touch(used)
      tracker.touch(used)
      if finished { tracker.finish() }
    }
    #expect(GoldenCommands.orphans(in: [scratch.path], track: track).exitCode == 66)
    try run(filtered: true, finished: true)
    let filtered = GoldenCommands.orphans(in: [scratch.path], track: track, delete: true)
    #expect(filtered.exitCode == 65)
    #expect(filtered.problems.contains("the run was filtered"))
    try run(filtered: false, finished: false)
    let crashed = GoldenCommands.orphans(in: [scratch.path], track: track, delete: true)
    #expect(crashed.exitCode == 65)
    #expect(crashed.problems.contains("the process did not finish"))
    #expect(FileManager.default.fileExists(atPath: unused))
    try run(filtered: false, finished: true)
    let listed = GoldenCommands.orphans(in: [scratch.path], track: track)
    #expect(listed.exitCode == 1)
    #expect(
      listed.output == "\(unused): no test touched it\n"
        + "1 orphan, 1 golden touched by 1 process\n")
    #expect(
      GoldenCommands.orphans(in: [scratch.path], track: track, delete: true).exitCode == 0)
    #expect(!FileManager.default.fileExists(atPath: unused))
    #expect(FileManager.default.fileExists(atPath: used))
    // Folders that held nothing else go with them, but never what was named.
    let deep = scratch.file("Goldens/File/Suite.test/deep.golden")
    _ = try GoldenWriter(name: "deep").write(Swipe.frames(), to: deep)
    #expect(
      GoldenCommands.orphans(in: [scratch.path], track: track, delete: true).exitCode == 0)
    #expect(!FileManager.default.fileExists(atPath: scratch.file("Goldens")))
    #expect(FileManager.default.fileExists(atPath: scratch.path))
    for (arguments, isFiltering) in [
      (["swift-test"], false), (["swift-test", "--filter", "A"], true),
      (["swift-test", "--filter=A"], true), (["swift", "test", "--skip", "B"], true),
      (["swift-test", "--parallel", "--num-workers", "4"], false),
      (["swift-test", "-s", "x"], true),
    ] {
      #expect(GoldenTracker.isPackageManager(arguments))
      #expect(GoldenTracker.isFiltering(arguments) == isFiltering)
    }
    #expect(!GoldenTracker.isPackageManager(["/bin/bash", "swift-test"]))
  }

  @Test("31: one frame changed is one line and at most one picture, and nothing else is written")
  func row31() throws {
    for keep in [Keep.keyFrames, .all] {
      let (scratch, path) = try Self.recorded(keep)
      defer { withExtendedLifetime(scratch) {} }
      let before = try Swipe.files(path)
      let dates = try Self.dates(path)
      let same = try GoldenWriter(name: "swipe", keep: keep).write(Swipe.frames(), to: path)
      #expect(same.written.isEmpty && same.removed.isEmpty)
      #expect(try Self.dates(path) == dates, "an unchanged golden is not written again")
      let changed = Swipe.frames(spots: [5: 0xFFFF_FFFF])
      let result = try GoldenWriter(name: "swipe", keep: keep).write(changed, to: path)
      #expect(result.written == ["k0005.png", "frames.tsv"])
      let after = try Swipe.files(path)
      #expect(before.keys.sorted() == after.keys.sorted())
      let old = String(decoding: try #require(before["frames.tsv"]), as: UTF8.self)
      let new = String(decoding: try #require(after["frames.tsv"]), as: UTF8.self)
      let lines = zip(old.split(separator: "\n"), new.split(separator: "\n"))
      #expect(lines.count { $0 != $1 } == 1)
    }
  }

  static func dates(_ folder: String) throws -> [String: Date] {
    var dates: [String: Date] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
      dates[name] = attributes[.modificationDate] as? Date
    }
    return dates
  }

  @Test("32: mode changed leaves alone what passes and counts what it wrote")
  func row32() throws {
    let (scratch, path) = try Self.recorded()
    defer { withExtendedLifetime(scratch) {} }
    let dates = try Self.dates(path)
    var session = Swipe.session(path, .changed)
    session.keep = .all
    let passing = session.run(Swipe.frames())
    #expect(passing.passes && passing.recorded == nil)
    #expect(try Self.dates(path) == dates)
    let failing = session.run(Swipe.frames(spots: [4: 0xFFFF_FFFF]))
    #expect(!failing.passes)
    #expect(
      failing.message.contains(
        "It was recorded again (mode changed): 2 files written, 15 unchanged"))
  }

  @Test("33: changed and propose update, fail, and leave difference pictures, in one run")
  func row33() throws {
    for mode in [RecordMode.changed, .propose] {
      let (scratch, path) = try Self.recorded()
      let before = try Swipe.files(path)
      var session = Swipe.session(path, mode)
      session.keep = .all
      session.artifacts = scratch.file("artifacts")
      let changed = Swipe.frames(spots: [4: 0xFFFF_FFFF])
      let outcome = session.run(changed)
      #expect(!outcome.passes)
      #expect(outcome.message.contains("differs: 1 of 14 frames (4)"))
      #expect(FileManager.default.fileExists(atPath: scratch.file("artifacts/0004.diff.png")))
      #expect(FileManager.default.fileExists(atPath: scratch.file("artifacts/report.html")))
      if mode == .propose {
        #expect(try Swipe.files(path) == before, "a proposal leaves the golden alone")
        session.mode = .never
        #expect(!session.run(changed).passes, "a proposal is no reference")
        let accepted = GoldenCommands.accept([path])
        #expect(accepted.exitCode == 0)
        #expect(accepted.output == "\(path): accepted, 2 files changed\n")
        #expect(!FileManager.default.fileExists(atPath: path + ".new"))
        #expect(GoldenCommands.accept([path]).exitCode == 66)
      }
      session.mode = .never
      #expect(session.run(changed).passes)
    }
  }

  @Test("34: the report is one file that asks for nothing, with its pictures capped")
  func row34() throws {
    let scratch = try ScratchFolder()
    let a = (0..<150).map { i in
      Pixmap(width: 40, height: 20) { x, y in 0xFF00_0000 | UInt32(x * 5 + i) }
    }
    let b = a.map { $0.with(PixelBox(x: 2, y: 2, width: 2, height: 2), 0xFFFF_FFFF) }
    let comparison = try Strip.compare(a, b)
    #expect(comparison.count(.differs) == 150)
    let report = GoldenReport([
      .init(
        name: "many", comparison: comparison, expected: PixmapFrames(a), actual: PixmapFrames(b))
    ])
    let path = scratch.file("report.html")
    try HTMLReport(title: "many").write(report, to: path)
    let text = String(
      decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
    #expect(text.components(separatedBy: "data:image/png;base64,").count - 1 == 60)
    #expect(!text.contains("http:") && !text.contains("https:") && !text.contains("//cdn"))
    let beside = try FileManager.default.contentsOfDirectory(atPath: scratch.file("report-files"))
    #expect(beside.count == 130 * 3)
    for name in beside { #expect(text.contains("src=\"report-files/\(name)\""), "\(name)") }
    #expect(!FileManager.default.fileExists(atPath: path + ".partial"))
  }

  @Test("34: a report of many frames takes the memory of a few while it is written")
  func row34memory() async {
    await #expect(processExitsWith: .success) {
      let side = 1024
      let size = 4 * side * side
      func frames(_ bit: UInt32) -> DrawnFrames {
        DrawnFrames(count: 24, width: side, height: side, frameRate: FrameRate(60)) { index in
          Bitmap(
            width: side, height: side, color: Color(red: UInt8(index), green: UInt8(bit), blue: 0))
        }
      }
      let (left, right) = (frames(0), frames(9))
      let comparison = try SequenceComparison(expected: left, actual: right)
      let report = GoldenReport([
        .init(name: "many", comparison: comparison, expected: left, actual: right)
      ])
      let scratch = try ScratchFolder()
      let base = ExperienceTests.residentBytes()
      let watch = PeakMemory()
      try HTMLReport(title: "many").write(report, to: scratch.file("report.html"))
      let peak = watch.stop() - base
      exit(peak < 4 * size ? 0 : 1)
    }
  }

  /// Looks at the memory of the process again and again, on a thread of its own.
  final class PeakMemory: @unchecked Sendable {
    private let lock = NSLock()
    private var peak = 0
    private var isStopped = false

    init() {
      Thread.detachNewThread { [self] in
        while !lock.withLock({
          peak = max(peak, ExperienceTests.residentBytes())
          return isStopped
        }) { usleep(500) }
      }
    }

    func stop() -> Int {
      lock.withLock {
        isStopped = true
        return peak
      }
    }
  }

  @Test("36: sizes are told before pixels, and many frames take the memory of a few")
  func row36() async {
    // In a process of its own: other tests take memory, too.
    await #expect(processExitsWith: .success) {
      // Both sides together would be half a gigabyte.
      let side = 1024
      let base = ExperienceTests.residentBytes()
      var most = 0
      func frames(_ bit: UInt32) -> DrawnFrames {
        DrawnFrames(count: 40, width: side, height: side, frameRate: FrameRate(60)) { index in
          most = max(most, ExperienceTests.residentBytes())
          return Bitmap(
            width: side, height: side,
            color: Color(red: UInt8(index), green: UInt8(bit), blue: 0))
        }
      }
      let result = try SequenceComparison(expected: frames(0), actual: frames(9))
      let isRight = result.count(.differs) == 40 && most - base < 6 * 4 * side * side
      exit(isRight ? 0 : 1)
    }
  }

  /// The memory of the process that is in use, in bytes.
  static func residentBytes() -> Int {
    let text = FileManager.default.contents(atPath: "/proc/self/statm") ?? Data()
    let fields = String(decoding: text, as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
  }

  @Test("37: a golden states what drew it, and another renderer is noted")
  func row37() throws {
    let (scratch, path) = try Self.recorded()
    defer { withExtendedLifetime(scratch) {} }
    let outcome = Swipe.session(path, .never).run(Swipe.frames(renderer: "folioscope 2.0"))
    #expect(outcome.passes)
    #expect(
      outcome.warnings == [
        "Golden \"swipe\": the reference was recorded by folioscope 1.0, these frames are by "
          + "folioscope 2.0"
      ])
  }

  @Test("38: key frames rest by default, and a frame in motion that comes late is late")
  func row38() throws {
    let records = try (0..<14).map { try Swipe.frames().record(at: $0) }
    // First, last, the fastest (17 − 9 = 8 px), and the first of the later rest.
    #expect(Keep.keyFrames.indices(records) == [0, 5, 11, 13])
    #expect(Keep.keyFrames(atMost: 2).indices(records) == [0, 13])
    #expect(Keep.keyFrames(atMost: 0).indices(records) == [])
    let plain = (0..<9).map { FrameRecord(index: $0, time: FrameTime(0)) }
    #expect(Keep.keyFrames.indices(plain) == [0, 2, 4, 6, 8])
    let (scratch, path) = try Self.recorded(.keyFrames)
    defer { withExtendedLifetime(scratch) {} }
    let late = DrawnFrames(count: 14, width: 48, height: 32, scale: 2, frameRate: FrameRate(60)) {
      Swipe.bitmap(max($0 - 1, 0))
    }
    let outcome = Swipe.session(path, .never).run(late)
    #expect(outcome.message.contains("from frame 3 on, 1 frame late"), "\(outcome.message)")
  }

  @Test("39: goldens are found through links, and recording writes to the link's target")
  func row39() throws {
    let (scratch, path) = try Self.recorded()
    let link = scratch.file("links")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: scratch.path)
    let linked = link + "/swipe.golden"
    #expect(Swipe.session(linked, .never).run(Swipe.frames()).passes)
    // A picture that is itself a link stays one.
    let elsewhere = scratch.file("elsewhere.png")
    try FileManager.default.moveItem(atPath: path + "/k0004.png", toPath: elsewhere)
    try FileManager.default.createSymbolicLink(
      atPath: path + "/k0004.png", withDestinationPath: elsewhere)
    var session = Swipe.session(linked, .changed)
    session.keep = .all
    let changed = Swipe.frames(spots: [4: 0xFFFF_FFFF])
    #expect(!session.run(changed).passes)
    #expect(session.run(changed).passes)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: path + "/k0004.png") == elsewhere)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == scratch.path)
    #expect(try PictureFile.read(path: elsewhere) == Pixmap(Swipe.bitmap(4, spot: 0xFFFF_FFFF)))
  }
}
