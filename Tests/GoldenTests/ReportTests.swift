import FolioRaster
import FolioSequence
import Foundation
import TestSupport
import Testing

@testable import FolioGolden

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Reports say the same in text, JSON, JUnit and HTML, and no name can harm them")
struct ReportTests {
  static let hostile = [
    "<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "\" onmouseover=\"x",
    "' & <b>", "]]>", "-->", "\u{2028}\u{2029}", "a\u{0}b\u{1B}[31m\nc", "javascript:alert(1)",
    "{{7*7}}", "%s%n", "日本語 👩‍🚀",
  ]

  static func report(_ name: String) throws -> GoldenReport {
    let expected = Swipe.frames()
    let actual = DrawnFrames(
      count: 14, width: 48, height: 32, scale: 2, frameRate: FrameRate(60), renderer: name,
      record: { index in
        var record = try Swipe.frames().record(at: index)
        record.elements = [ElementBox(name: name, x: 1, y: 1, width: 20, height: 14)]
        return record
      }
    ) { Swipe.bitmap($0, spot: $0 == 4 ? 0xFFFF_FFFF : nil) }
    let comparison = try SequenceComparison(expected: expected, actual: actual)
    return GoldenReport([
      .init(name: name, comparison: comparison, expected: expected, actual: actual)
    ])
  }

  @Test("JSON is read back by another reader with every name as it was", arguments: hostile)
  func json(_ name: String) throws {
    let bytes = try Self.report(name).json()
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    #expect(object["schema"] as? Int == 1)
    #expect(object["verdict"] as? String == "differs")
    let comparisons = try #require(object["comparisons"] as? [[String: Any]])
    #expect(comparisons[0]["name"] as? String == name)
    let frames = try #require(comparisons[0]["frames"] as? [[String: Any]])
    #expect(frames.count == 1)
    #expect(frames[0]["index"] as? Int == 4)
    #expect(frames[0]["status"] as? String == "differs")
    #expect(frames[0]["reason"] as? String == "local")
    let pixels = try #require(frames[0]["pixels"] as? [String: Any])
    #expect(pixels["different"] as? Int == 1)
    #expect(pixels["total"] as? Int == 1536)
    #expect(pixels["box"] as? [Int] == [5, 7, 1, 1])
    let elements = try #require(frames[0]["elements"] as? [[String: Any]])
    #expect(elements[0]["name"] as? String == name)
    let summary = try #require(comparisons[0]["summary"] as? [String: Int])
    #expect(summary["equal"] == 13 && summary["differs"] == 1 && summary["compared"] == 14)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains("<") && !text.contains("\u{2028}"))
    // Keys stand in the order of the definition.
    let order =
      ["\"schema\"", "\"verdict\"", "\"comparisons\"", "\"options\"", "\"summary\""]
      + ["\"story\"", "\"frames\""]
    let places = try order.map { try #require(text.range(of: $0)).lowerBound }
    #expect(places == places.sorted())
  }

  @Test("JUnit is well-formed XML with the right counts", arguments: hostile)
  func junit(_ name: String) throws {
    final class Counter: NSObject, XMLParserDelegate {
      var names: [String] = []
      var attributes: [String: [String: String]] = [:]
      func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
      ) {
        names.append(element)
        if self.attributes[element] == nil { self.attributes[element] = attributes }
      }
    }
    let counter = Counter()
    let parser = XMLParser(data: Data(try Self.report(name).junit))
    parser.delegate = counter
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(counter.names.count { $0 == "testcase" } == 15)
    #expect(counter.names.count { $0 == "failure" } == 1)
    #expect(Set(counter.names) == ["testsuites", "testsuite", "testcase", "failure"])
    let suite = try #require(counter.attributes["testsuite"])
    #expect(suite["tests"] == "15" && suite["failures"] == "1" && suite["errors"] == "0")
    let clean = name.unicodeScalars.map { $0.value < 32 && $0 != "\n" ? "\u{FFFD}" : $0 }
    // An attribute's line end is read as a blank.
    let shown = String(String.UnicodeScalarView(clean)).replacingOccurrences(of: "\n", with: " ")
    #expect(suite["name"] == shown)
  }

  @Test("HTML holds no markup but its own, whatever a golden is called", arguments: hostile)
  func html(_ name: String) throws {
    let scratch = try ScratchFolder()
    func page(_ name: String) throws -> String {
      try HTMLReport(title: name).write(Self.report(name), to: scratch.file("r.html"))
      return String(
        decoding: try #require(FileManager.default.contents(atPath: scratch.file("r.html"))),
        as: UTF8.self)
    }
    let text = try page(name)
    let plain = try page("plain")
    func count(_ text: String, _ part: String) -> Int {
      text.components(separatedBy: part).count - 1
    }
    for part in ["<", ">", "\"", "<script", "<img", "onerror=\"", "<!--"] {
      #expect(count(text, part) == count(plain, part), "\(part)")
    }
    // One script and one style sheet, each named by its digest in the policy.
    for (tag, content) in [("script", HTMLReport.script), ("style", HTMLReport.style)] {
      let digest = Data(SHA256.hash(Array(content.utf8)).bytes).base64EncodedString()
      #expect(text.contains("\(tag)-src 'sha256-\(digest)'"))
      #expect(text.contains("<\(tag)>\(content)</\(tag)>"))
    }
    #expect(text.contains("default-src 'none'"))
    #expect(count(text, " style=") == 0, "an inline style would be blocked")
    #expect(count(text, "<a class=\"differs\"") == 1)
    #expect(count(text, "<span class=\"equal\"") == 13)
  }

  @Test("Text for a terminal carries no control characters")
  func text() throws {
    for name in Self.hostile {
      let text = try Self.report(name).text()
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 32 })
      #expect(text.contains("differs: 1 of 14 frames (4). 13 equal, 0 inserted, 0 dropped."))
    }
  }

  @Test("Numbers are written for people: groups, shares rounded up, ranges")
  func wording() {
    #expect(Wording.grouped(2_962_440) == "2 962 440")
    #expect(Wording.grouped(999) == "999")
    #expect(Wording.percent(1600, of: 2_962_440) == "0.055 %")
    #expect(Wording.percent(0, of: 10) == "0 %")
    #expect(Wording.percent(1, of: 2_962_440) == "0.000034 %")
    #expect(Wording.percent(999, of: 1000) == "100 %")
    #expect(Wording.percent(985, of: 1000) == "99 %")
    #expect(Wording.percent(1, of: 3) == "34 %")
    #expect(Wording.percent(1, of: 1) == "100 %")
    #expect(Wording.ranges([17, 18, 19, 30]) == "17–19, 30")
    #expect(decimal(100) == "100" && decimal(-0.5) == "−0.5" && decimal(1.0005) == "1.001")
    #expect(decimal(0.050) == "0.05" && decimal(-0.0001) == "0")
  }
}

@Suite("Commands end with 0 when equal, 1 when different, 64 and above when they cannot compare")
struct CommandTests {
  static func write(_ picture: Pixmap, _ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(picture.pngFile(scale: 2)).write(to: URL(fileURLWithPath: path))
  }

  static func folder(_ path: String, _ frames: [Int], spot: Int? = nil) throws {
    for (place, index) in frames.enumerated() {
      let bitmap = Swipe.bitmap(index, spot: spot == place ? 0xFFFF_FFFF : nil)
      try write(Pixmap(bitmap), "\(path)/frame-\(place).png")
    }
  }

  @Test("Two pictures: equal, different, absent, damaged, cut off, a folder, a JPEG")
  func pictures() throws {
    let scratch = try ScratchFolder()
    let (a, b) = (scratch.file("a.png"), scratch.file("b.png"))
    try Self.write(Pixmap(Swipe.bitmap(0)), a)
    try Self.write(Pixmap(Swipe.bitmap(0, spot: 0xFFFF_FFFF)), b)
    func compare(_ x: String, _ y: String) -> CommandResult {
      CompareCommand(expected: x, actual: y).run()
    }
    #expect(compare(a, a).exitCode == 0)
    let different = compare(a, b)
    #expect(different.exitCode == 1)
    #expect(different.problems.isEmpty)
    #expect(
      different.output.contains("1 of 1 536 px (0.066 %), box x 5 y 7 px (2.5–3, 3.5–4 pt)"))
    let absent = compare(a, scratch.file("c.png"))
    #expect(absent.exitCode == 66)
    #expect(absent.problems == "error: \(scratch.file("c.png")): there is no such file\n")
    #expect(absent.output.isEmpty)
    for (name, bytes) in [
      ("empty", []), ("text", Array("hello".utf8)),
      ("cut", Array(try #require(FileManager.default.contents(atPath: a)).dropLast(9))),
      ("lfs", Array("version https://git-lfs.example/spec/v1\noid sha256:00\n".utf8)),
    ] as [(String, [UInt8])] {
      let path = scratch.file("\(name).png")
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      for result in [compare(a, path), compare(path, a), compare(path, path)] {
        #expect(result.exitCode == 65, "\(name)")
        #expect(result.problems.contains(path))
      }
    }
    #expect(compare(a, scratch.file("lfs.png")).problems.contains("git lfs pull"))
    let orange = ReferenceData.url("odiff/images/orange_diff.png").path
    #expect(compare(orange, orange).exitCode == 65, "a picture without its end is no reference")
  }

  @Test("Every good picture of PngSuite equals itself; 16 bits are refused, broken files too")
  func suite() throws {
    let folder = ReferenceData.url("pngsuite/png").path
    var counts: [Int32: Int] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    where name.hasSuffix(".png") {
      let path = folder + "/" + name
      counts[CompareCommand(expected: path, actual: path).run().exitCode, default: 0] += 1
    }
    let catalogue = try JSONValue(reference: "pngsuite/expected.json")["files"].array
    let sixteen = catalogue.count {
      $0["expect"].string == "decode" && $0["bitDepth"].int == 16
    }
    #expect(counts == [0: 162 - sixteen, 65: 14 + sixteen])
  }

  @Test("Folders: order by number, frames too many and too few, clashing numbers, emptiness")
  func folders() throws {
    let scratch = try ScratchFolder()
    let (a, b) = (scratch.file("a"), scratch.file("b"))
    let moving = Array(2..<13)
    try Self.folder(a, moving)
    try Self.folder(b, [2, 3, 4, 4] + Array(5..<13))
    #expect(CompareCommand(expected: a, actual: a).run().exitCode == 0)
    let inserted = CompareCommand(expected: a, actual: b).run()
    #expect(inserted.exitCode == 1)
    #expect(inserted.output.contains("1 frame inserted at 2"))
    let dropped = CompareCommand(expected: b, actual: a).run()
    #expect(dropped.output.contains("1 frame dropped at 2"))
    var lenient = CompareCommand(expected: a, actual: b)
    lenient.failOn = [.changed, .removed]
    lenient.jobs = 3
    #expect(lenient.run().exitCode == 0)
    var stop = CompareCommand(expected: a, actual: b)
    stop.alignment = .index
    stop.stopAfter = 2
    #expect(stop.run().output.contains("the comparison stopped early"))
    try FileManager.default.copyItem(atPath: a + "/frame-1.png", toPath: a + "/frame-01.png")
    let clash = CompareCommand(expected: a, actual: b).run()
    #expect(clash.exitCode == 65)
    #expect(
      clash.problems.contains("\"frame-01.png\" and \"frame-1.png\" are the same frame"))
    let empty = scratch.file("empty")
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    #expect(CompareCommand(expected: empty, actual: b).run().exitCode == 65)
  }

  @Test("Reports go where they are asked to; JSON on standard output stands alone")
  func reports() throws {
    let scratch = try ScratchFolder()
    let (a, b) = (scratch.file("a.png"), scratch.file("b.png"))
    try Self.write(Pixmap(Swipe.bitmap(0)), a)
    try Self.write(Pixmap(Swipe.bitmap(0, spot: 0xFFFF_FFFF)), b)
    var command = CompareCommand(expected: a, actual: b)
    command.json = "-"
    command.junit = scratch.file("out.xml")
    command.html = scratch.file("out.html")
    command.differenceFolder = scratch.file("diffs")
    let result = command.run()
    #expect(result.exitCode == 1)
    #expect(throws: Never.self) {
      try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    }
    for name in ["out.xml", "out.html", "diffs/00000.diff.png"] {
      #expect(FileManager.default.fileExists(atPath: scratch.file(name)), "\(name)")
    }
    command.json = scratch.file("missing-folder/x.json")
    #expect(command.run().exitCode == 73)
  }

  @Test("Options of the tolerance are read, and what has no meaning is refused")
  func arguments() throws {
    func tolerance(_ change: (inout ToleranceArguments) -> Void) throws -> Tolerance {
      var arguments = ToleranceArguments()
      change(&arguments)
      return try arguments.resolved()
    }
    #expect(try tolerance { _ in } == .exact)
    #expect(
      try tolerance {
        $0.mode = "channel"
        $0.tolerance = "2"
        $0.maxPixels = "5"
        $0.window = "32,4"
      } == .channel(2, budget: .all([.pixels(5), .window(side: 32, count: 4)])))
    #expect(
      try tolerance {
        $0.mode = "yiq"
        $0.antiAliasing = "count"
        $0.backdrop = "white"
      } == .yiq(0.1, antiAliasing: .count, backdrop: .white))
    #expect(
      try tolerance {
        $0.mode = "deltaE"
        $0.kind = "ciede2000"
        $0.tolerance = "2.3"
      } == .deltaE(.ciede2000, 2.3))
    #expect(
      try tolerance {
        $0.mode = "ssim"
        $0.tolerance = "0.99"
        $0.floor = "0.9"
      } == .ssim(mean: 0.99, floor: 0.9))
    let wrong: [(inout ToleranceArguments) -> Void] = [
      { $0.mode = "pixelmatch" }, { $0.tolerance = "1" }, { $0.mode = "ssim" },
      {
        $0.mode = "channel"
        $0.tolerance = "255"
      },
      {
        $0.mode = "yiq"
        $0.kind = "cie94"
      },
      {
        $0.mode = "yiq"
        $0.antiAliasing = "yes"
      },
      { $0.maxRatio = "nan" }, { $0.maxRatio = "1.5" }, { $0.maxPixels = "-1" },
      { $0.window = "32" }, { $0.window = "0,1" },
      {
        $0.mode = "ssim"
        $0.tolerance = "1"
        $0.maxPixels = "4"
      },
    ]
    for change in wrong {
      let error = #expect(throws: GoldenError.self) { try tolerance(change) }
      #expect(error?.exitCode == 64)
    }
    #expect(try PixelBox(argument: "1,2,3,4") == PixelBox(x: 1, y: 2, width: 3, height: 4))
    for text in ["1,2,3", "a,b,c,d", "1,2,3,-4", "1,2,3,99999999999999999999"] {
      #expect(throws: GoldenError.self) { try PixelBox(argument: text) }
    }
  }

  @Test("record, show, check and compare work on one golden")
  func golden() throws {
    let scratch = try ScratchFolder()
    try Self.folder(scratch.file("frames"), Array(0..<14))
    let path = scratch.file("swipe.golden")
    let recorded = GoldenCommands.record(scratch.file("frames"), to: path)
    #expect(recorded.exitCode == 0)
    #expect(recorded.output.contains("14 frames, 7 files written"))
    // The kept picture is the very file that was given.
    #expect(
      FileManager.default.contents(atPath: path + "/k0000.png")
        == FileManager.default.contents(atPath: scratch.file("frames/frame-0.png")))
    #expect(GoldenCommands.check([scratch.path]).output == "\(path): 14 frames, sound\n")
    #expect(
      CompareCommand(expected: path, actual: scratch.file("frames")).run().exitCode == 0)
    let shown = GoldenCommands.show(path, sha256: true)
    #expect(shown.output.contains("size       48×32 px, 24×16 pt, scale 2"))
    #expect(shown.output.contains("rgba8 \(Pixmap(Swipe.bitmap(0)).sha256)"))
    #expect(GoldenCommands.record(scratch.file("frames"), to: scratch.file("x")).exitCode == 64)
    #expect(GoldenCommands.record(scratch.file("nothing"), to: path).exitCode == 66)
    #expect(GoldenCommands.show(scratch.file("x.golden")).exitCode == 66)
    #expect(GoldenCommands.check([scratch.file("frames")]).exitCode == 66)
    var lossy = ToleranceArguments()
    lossy.mode = "channel"
    lossy.tolerance = "2"
    let refused = GoldenCommands.record(
      scratch.file("frames"), to: path, keep: .keyFrames, tolerance: lossy)
    #expect(refused.exitCode == 64)
    #expect(refused.problems.contains("needs the pictures of all frames"))
  }

  @Test("Proposals among artifacts of another machine are accepted into the tree here")
  func artifacts() throws {
    let scratch = try ScratchFolder()
    let id = "AppTests/Goldens/Cover/Cover.first/swipe"
    var session = GoldenSession(
      name: "swipe", path: "/builds/elsewhere/Tests/\(id).golden", mode: .never)
    session.artifacts = scratch.file("artifacts/\(id)")
    session.proposals = scratch.file("artifacts")
    let outcome = session.run(Swipe.frames())
    #expect(!outcome.passes)
    let tree = scratch.file("Tests")
    try FileManager.default.createDirectory(atPath: tree, withIntermediateDirectories: true)
    let accepted = GoldenCommands.accept([tree], from: scratch.file("artifacts"))
    #expect(accepted.exitCode == 0, "\(accepted)")
    let path = "\(tree)/\(id).golden"
    #expect(Swipe.session(path, .never).run(Swipe.frames()).passes)
    #expect(GoldenCommands.accept([path], from: scratch.file("artifacts")).exitCode == 0)
    #expect(GoldenCommands.accept([path]).exitCode == 66)
  }
}
