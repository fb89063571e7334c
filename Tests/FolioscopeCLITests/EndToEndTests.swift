import FolioSequence
import Folioscope
import Foundation
import TestSupport
import Testing

@testable import FolioscopeCLI

#if canImport(Glibc)
  import Glibc
#endif

/// Runs the program with its real commands.
private func folioscope(_ arguments: String...) throws -> RunResult {
  try run(arguments, program: Program(commands: Command.all))
}

private let banner =
  ReferenceData.root.appendingPathComponent("Examples/banner/banner.folio.yaml").path

@Suite("From a scene to frames, through the command line")
struct EndToEndTests {
  @Test("the banner: 1,440 frames whose manifest tells the truth; a second run changes no byte")
  func banner1440() throws {
    let scratch = try ScratchFolder()
    let first = try folioscope("render", banner, "-o", scratch.file("out"), "-q")
    #expect(first.code == .success, "\(first.errors)")
    let files = try scratch.contents(of: "out")
    #expect(files.count == 1441)
    let json = try #require(files["folioscope-manifest.json"])
    let manifest = try Manifest(json: Array(json), path: "manifest")
    #expect(manifest.isComplete)
    #expect(manifest.entries.count == 1440)
    for (i, frame) in manifest.entries.enumerated() {
      let name = "frame-" + String(repeating: "0", count: 5 - "\(i)".count) + "\(i).png"
      #expect(manifest.info.name.name(of: frame.index) == name)
      let bytes = Array(try #require(files[name]))
      #expect(SHA256.hash(bytes) == frame.file)
    }
    // The fingerprint can be had from the file by anyone who can decode it.
    for i in [0, 249, 847] {
      let image = try ImageFile.load(path: scratch.file("out/" + manifest.info.name.name(of: i)))
      let pixels = Fingerprint(
        straight: image.pixels, width: image.width, height: image.height)
      #expect(pixels == manifest.entries[i].pixels)
    }
    let again = try folioscope("render", banner, "-o", scratch.file("out"), "-q")
    #expect(again.code == .success)
    #expect(try scratch.contents(of: "out") == files)
  }

  @Test("one frame alone, ranges and any number of threads give the bytes of the whole run")
  func sameBytes() throws {
    let scratch = try ScratchFolder()
    #expect(try folioscope("render", banner, "-o", scratch.file("all"), "-q").code == .success)
    let all = try scratch.contents(of: "all")
    for jobs in ["1", "3"] {
      #expect(
        try folioscope("render", banner, "-o", scratch.file("j" + jobs), "-q", "-j", jobs).code
          == .success)
      #expect(try scratch.contents(of: "j" + jobs) == all)
    }
    for range in ["0-99", "100-"] {
      #expect(
        try folioscope(
          "render", banner, "-o", scratch.file("parts"), "-q", "--frames", range
        ).code == .success)
    }
    #expect(try scratch.contents(of: "parts") == all)
    for frame in ["0", "847", "last"] {
      let file = scratch.file("still.png")
      #expect(try folioscope("still", banner, "--frame", frame, "-o", file).code == .success)
      let name =
        frame == "last" ? "frame-01439.png" : frame == "0" ? "frame-00000.png" : "frame-00847.png"
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == all[name])
    }
  }

  @Test("a dry run says what would be drawn, with how much memory for pages, and writes nothing")
  func dryRun() throws {
    let scratch = try ScratchFolder()
    let scene = try scratch.write(
      """
      folioscope: 1
      name: phone
      canvas: { width: 390, height: 844, scale: 3, fps: 10, duration: 2s, background: white }
      pages: [{ id: a, background: "808080" }]
      """, to: "phone.folio.yaml")
    let out = scratch.file("out")
    let result = try folioscope(
      "render", scene, "-o", out, "-n", "-j", "3", "--frames", "0-4,9")
    #expect(result.code == .success)
    // One frame a thread and four more: 7 times 4 * 1170 * 2532 bytes.
    #expect(
      result.output == """
        would draw 6 of 20 frames of 1170x2532 px, RGB: 0-4,9
        into       \(out)
        files      frame-00000.png to frame-00009.png
        threads    3, with up to 79 MiB of pages and pictures in memory

        """)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["phone.folio.yaml"])
  }

  @Test("a still holds the channels that are asked for, or says why it cannot")
  func colorTypes() throws {
    let scratch = try ScratchFolder()
    let scene = try scratch.write(
      """
      folioscope: 1
      name: flat
      canvas: { width: 8, height: 4, fps: 10, duration: 0.1s, background: "808080" }
      pages: [{ id: a, background: "808080" }]
      """, to: "flat.folio.yaml")
    let file = scratch.file("still.png")
    let codes: [(type: String, code: UInt8)] = [
      ("auto", 2), ("rgb", 2), ("rgba", 6), ("gray", 0), ("palette", 3),
    ]
    for (type, code) in codes {
      let result = try folioscope(
        "still", scene, "--frame", "0", "-o", file, "--color-type", type)
      #expect(result.code == .success, "\(result)")
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
      #expect(bytes[25] == code)
      #expect(
        try PNGDecoder.decode(bytes).pixels == [UInt32](repeating: 0xFF80_8080, count: 32))
    }
    for (type, reason) in [("gray", "gr"), ("palette", "256")] {
      let result = try folioscope(
        "still", banner, "--frame", "0", "-o", file, "--color-type", type)
      #expect(result.code == .data)
      #expect(result.errors.contains(reason), "\(result)")
    }
  }

  @Test("the offset rests, turns and comes round at the frames that the seed's demo says")
  func offsets() throws {
    let result = try folioscope("trace", banner)
    #expect(result.code == .success)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 1440)
    func position(_ frame: Int) throws -> Double {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(lines[frame].utf8)) as? [String: Any])
      let pagers = try #require(object["pagers"] as? [[String: Any]])
      return try #require(pagers[0]["p"] as? NSNumber).doubleValue
    }
    for frame in [0, 100, 240] { #expect(try position(frame) == 0) }
    for (frame, p) in [(246, 0.25), (249, 0.5), (252, 0.75), (258, 1.0), (1200, 4.0), (1218, 5.0)] {
      #expect((try position(frame) - p).magnitude <= 1e-12, "frame \(frame)")
    }
    #expect(lines[1218].contains("\"settled\": 0"))
    #expect(lines[246].contains("\"offsetPx\": 160"))
  }

  @Test("every fault of a scene in one run, each with its place; nothing written, nothing hung")
  func faults() throws {
    let scratch = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: scratch.file("folder.png"), withIntermediateDirectories: true)
    #expect(unsafe mkfifo(scratch.file("pipe.png"), 0o644) == 0)
    let text = """
      folioscope: 1
      name: faults
      canvas: { width: 320, height: 200, fps: 30, scale: 2000000 }
      pager: { lop: true }
      pages:
        - id: a
          background: #FF0000
        - id: b
          background: img/missing.png
        - id: c
          layers:
            - { text: "\\U0010FFFF", frame: { x: 0, y: 0, w: 100 } }
            - { image: folder.png }
            - { image: pipe.png }
            - { text: [1, 2] }
      pages: []
      timeline:
        - { at: 2s, end: true }

      """
    let scene = try scratch.write(text, to: "faults.folio.yaml")
    let start = ContinuousClock.now
    let result = try folioscope("render", scene, "-o", scratch.file("out"))
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(result.code == .data)
    #expect(!FileManager.default.fileExists(atPath: scratch.file("out")))
    for (line, word) in [
      (3, "scale"), (4, "\"lop\""), (7, "a colour"), (9, "missing.png"), (12, "U+10FFFF"),
      (13, "folder"), (14, "pipe"), (15, "text"), (16, "pages"),
    ] {
      let found = result.errors.split(separator: "\n").contains {
        $0.hasPrefix("\(scene):\(line):") && $0.contains(": error: ") && $0.contains(word)
      }
      #expect(found, "line \(line), \(word):\n\(result.errors)")
    }
    #expect(result.errors.contains("did you mean \"loop\"?"))
  }

  @Test("a missing scene is 66, a bad frame set 64 with the range, a foreign folder 73")
  func codes() throws {
    let scratch = try ScratchFolder()
    #expect(try folioscope("check", scratch.file("no.yaml")).code == .noInput)
    let set = try folioscope("render", banner, "-o", scratch.file("x"), "--frames", "2000-")
    #expect(set.code == .usage)
    #expect(set.errors.contains("1439"))
    #expect(!FileManager.default.fileExists(atPath: scratch.file("x")))
    try FileManager.default.createDirectory(
      atPath: scratch.file("mine"), withIntermediateDirectories: true)
    try Data("keep".utf8).write(to: URL(fileURLWithPath: scratch.file("mine/notes.txt")))
    let foreign = try folioscope("render", banner, "-o", scratch.file("mine"), "--frames", "0")
    #expect(foreign.code == .cannotCreate)
    #expect(foreign.errors.contains("notes.txt"))
    #expect(try scratch.contents(of: "mine").keys.sorted() == ["notes.txt"])
  }

  @Test("a frame that cannot be written leaves nothing behind")
  func unwritable() throws {
    let scratch = try ScratchFolder()
    let result = try folioscope(
      "still", banner, "--frame", "0", "-o", scratch.file("no/such/folder.png"))
    #expect(result.code == .cannotCreate)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).isEmpty)
  }

  @Test("B40: a tenth of a second at one frame a second is one frame, and its verification ends")
  func oneFrame() throws {
    let scratch = try ScratchFolder()
    let scene = try scratch.write(
      """
      folioscope: 1
      canvas: { width: 8, height: 4, fps: 1, duration: 0.1s, background: white }
      pages: [{ id: a, background: red }, { id: b, background: blue }]
      timeline: [{ at: 0, goto: b }]

      """, to: "short.folio.yaml")
    let start = ContinuousClock.now
    for folder in ["out", "again"] {
      #expect(try folioscope("render", scene, "-o", scratch.file(folder), "-q").code == .success)
    }
    let files = try scratch.contents(of: "out")
    #expect(files.keys.sorted() == ["folioscope-manifest.json", "frame-00000.png"])
    let golden = scratch.file("short.golden")
    #expect(try folioscope("golden", "record", scratch.file("out"), golden).code == .success)
    #expect(try folioscope("golden", "check", golden).code == .success)
    #expect(try folioscope("compare", golden, scratch.file("again")).code == .success)
    #expect(try folioscope("trace", scene).output.split(separator: "\n").count == 1)
    #expect(try folioscope("doctor", scene).code == .success)
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test("plots are drawn, the same each time")
  func plots() throws {
    let scratch = try ScratchFolder()
    for name in ["a.png", "b.png", "a.svg", "b.svg"] {
      #expect(
        try folioscope("trace", banner, "--plot", scratch.file(name)).code == .success)
    }
    for kind in ["png", "svg"] {
      #expect(
        try Data(contentsOf: URL(fileURLWithPath: scratch.file("a." + kind)))
          == Data(contentsOf: URL(fileURLWithPath: scratch.file("b." + kind))))
    }
    let plot = try ImageFile.load(path: scratch.file("a.png"))
    #expect(plot.width == MotionPlot.width && plot.height == MotionPlot.height)
    func inked(x: Range<Int>, y: Range<Int>, _ isInk: (Color) -> Bool = { $0.red < 0x80 }) -> Int {
      y.map { y in x.filter { isInk(Color(premultiplied: plot.pixels[y * plot.width + $0])) }.count
      }
      .reduce(0, +)
    }
    // The upper panel's title, its pages -1 to 6 at the left, the seconds 0 to 24 below.
    #expect(inked(x: 60..<140, y: 2..<22) > 100)
    for page in 0...7 { #expect(inked(x: 36..<56, y: (348 - 47 * page)..<(362 - 47 * page)) >= 8) }
    for second in stride(from: 0, through: 24, by: 2) {
      let middle = 60 + 1116 * second / 24
      #expect(inked(x: (middle - 16)..<min(1200, middle + 16), y: 564..<582) > 10, "\(second) s")
    }
    // A mark for the timer and one for the arrival of each turn, on the zero line.
    for turn in stride(from: 4, through: 20, by: 4) {
      let at = 60 + 1116 * turn / 24
      #expect(inked(x: (at - 4)..<(at + 1), y: 473..<478) { $0.red > 0xC0 && $0.blue < 0x40 } > 10)
      #expect(
        inked(x: (at + 12)..<(at + 17), y: 473..<478) { $0.green > 0x80 && $0.red < 0x50 } > 10)
    }
    let svg = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: scratch.file("a.svg"))), as: UTF8.self)
    for word in [">page position<", ">24 s<", ">-1<", ">interrupted<", "<title>timerFired at 4 s<"]
    {
      #expect(svg.contains(word), "\(word)")
    }
  }

  @Test("the examples have no faults")
  func examples() throws {
    let root = ReferenceData.root.appendingPathComponent("Examples")
    let folders = try FileManager.default.contentsOfDirectory(atPath: root.path)
    var count = 0
    for folder in folders.sorted() {
      let place = root.appendingPathComponent(folder)
      for name in try FileManager.default.contentsOfDirectory(atPath: place.path)
      where name.hasSuffix(".folio.yaml") {
        let result = try folioscope("check", place.appendingPathComponent(name).path)
        #expect(result.code == .success, "\(name): \(result.errors)")
        count += 1
      }
    }
    #expect(count >= 2)
  }
}
