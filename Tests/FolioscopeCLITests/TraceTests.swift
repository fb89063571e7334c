import Folioscope
import Foundation
import TestSupport
import Testing

@testable import FolioscopeCLI

@Suite("What trace tells of a scene")
struct TraceTests {
  private func folioscope(_ arguments: String...) throws -> RunResult {
    try run(arguments, program: Program(commands: Command.all))
  }

  /// The lines that a scene gives, each as a map.
  private func trace(_ scene: String, _ arguments: String...) throws -> [[String: Any]] {
    let scratch = try ScratchFolder()
    let file = scratch.file("s.folio.yaml")
    try scene.write(toFile: file, atomically: true, encoding: .utf8)
    let result = try run(["trace", file] + arguments, program: Program(commands: Command.all))
    #expect(result.code == .success, "\(result.errors)")
    return try result.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func scene(_ pager: String, control: String = "{}", _ steps: String) -> String {
    """
    folioscope: 1
    canvas: { width: 320, height: 200, fps: 10, duration: 4s }
    pager: \(pager)
    pages: { repeat: 9, page: { id: 'q${n}' } }
    pageControl: \(control)
    timeline: [\(steps)]

    """
  }

  @Test("row 5: which pages are held, in each frame, and when they are made and dropped")
  func held() throws {
    let steps = "{ at: 1s, goto: { page: 4, animated: false } }, { at: 2s, goto: 5 }"
    for (limit, before, after, created, dropped) in [
      (1, [3, 4, 5], [4, 5, 6], "q7", "q4"), (2, [2, 3, 4, 5, 6], [3, 4, 5, 6, 7], "q8", "q3"),
    ] {
      let text = scene("{ offscreenPageLimit: \(limit) }", steps)
      func pages(_ line: [String: Any]) throws -> [Int] {
        let pagers = try #require(line["pagers"] as? [[String: Any]])
        return try #require(pagers[0]["held"] as? [Int])
      }
      let frames = try trace(text)
      #expect(try pages(frames[0]) == Array(0...limit))
      #expect(try pages(frames[10]) == before && pages(frames[22]) == before)
      #expect(try pages(frames[23]) == after)

      let events = try trace(text, "--events")
      func names(_ event: String, _ seconds: ClosedRange<Double>) -> [String] {
        events.filter {
          $0["event"] as? String == event
            && seconds.contains(($0["seconds"] as? NSNumber)?.doubleValue ?? -1)
        }.compactMap { $0["id"] as? String }
      }
      #expect(names("created", 0...0) == (1...(limit + 1)).map { "q\($0)" })
      #expect(names("created", 1...1) == before.filter { $0 > limit }.map { "q\($0 + 1)" })
      #expect(names("created", 1.9...4) == [created] && names("dropped", 1.9...4) == [dropped])
      // At one instant the pages come after the move that makes them.
      let order = events.filter { ($0["seconds"] as? NSNumber)?.doubleValue ?? 0 > 2.1 }
        .compactMap { $0["event"] as? String }
      let move = try #require(order.firstIndex(of: "windowMoved"))
      #expect(try #require(order.firstIndex(of: "created")) > move)
    }
  }

  @Test("what is not drawn yet is traced: a trace needs no picture, and frames go by their markers")
  func undrawn() throws {
    let curl = scene("{ transition: curl }", "{ at: 1s, goto: q2 }, { at: 1.25s, marker: half }")
    let scratch = try ScratchFolder()
    let file = scratch.file("s.folio.yaml")
    try curl.write(toFile: file, atomically: true, encoding: .utf8)
    #expect(try folioscope("check", file).errors.contains("is not drawn by this version"))
    let lines = try trace(curl, "--frames", "@half,last")
    #expect(lines.map { $0["frame"] as? Int } == [13, 39])
    let pagers = try #require(lines[0]["pagers"] as? [[String: Any]])
    // (1 - cos(0.6 π)) / 2.
    let p = try #require(pagers[0]["p"] as? NSNumber).doubleValue
    #expect((p - 0.6545084971874737).magnitude < 1e-12)
    let events = try trace(curl, "--events").compactMap { $0["event"] as? String }
    #expect(events.contains("didEndScrollingAnimation") && events.contains("didFinish"))
  }

  @Test("a page that is taken out is dropped by id, without an index")
  func removed() throws {
    let events = try trace(scene("{}", "{ at: 1s, remove: [q1] }"), "--events")
    let dropped = try #require(events.first { $0["event"] as? String == "dropped" })
    #expect(dropped["id"] as? String == "q1" && dropped["page"] == nil)
    let created = try #require(events.last { $0["event"] as? String == "created" })
    #expect(created["id"] as? String == "q3" && created["page"] as? Int == 1)
  }

  @Test("rows 52 and 56: the dot that is lit while its display is deferred; how full it is")
  func dots() throws {
    let frames = try trace(
      scene(
        "{ autoplay: 4s }", control: "{ defersCurrentPageDisplay: true }",
        "{ at: 1s, tap: pageControl.right }, { at: 3s, updateCurrentPageDisplay: true }"))
    func dots(_ frame: Int) throws -> (current: Int, weights: [Double], progress: Double?) {
      let pagers = try #require(frames[frame]["pagers"] as? [[String: Any]])
      let dots = try #require(pagers[0]["dots"] as? [String: Any])
      return (
        try #require(dots["current"] as? Int), try #require(dots["weights"] as? [Double]),
        (dots["progress"] as? NSNumber)?.doubleValue
      )
    }
    #expect(try dots(5).current == 0 && dots(5).progress == 0.125)
    #expect(try dots(29).current == 0 && dots(29).weights.prefix(2) == [1, 0])
    #expect(try dots(30).current == 1 && dots(30).weights.prefix(2) == [0, 1])
    // The command has begun the interval anew at 1 s.
    #expect(try dots(30).progress == 0.5)
    let still = try trace(scene("{}", ""))
    let pagers = try #require(still[0]["pagers"] as? [[String: Any]])
    #expect((pagers[0]["dots"] as? [String: Any])?["progress"] is NSNull)
  }

  @Test(
    "a file outside the scene's folder needs --allow-outside, with every command that reads scenes")
  func allowOutside() throws {
    let scratch = try ScratchFolder()
    for folder in ["in", "art"] {
      try FileManager.default.createDirectory(
        atPath: scratch.file(folder), withIntermediateDirectories: true)
    }
    let pixel = Bitmap(width: 1, height: 1)
    try Data(PNGEncoder(width: 1, height: 1, colorType: .rgba).encode(pixel))
      .write(to: URL(fileURLWithPath: scratch.file("art/dot.png")))
    try "0,10,10,began\n0.1,5,10,ended\n".write(
      toFile: scratch.file("art/touch.csv"), atomically: true, encoding: .utf8)
    try "styles: { h1: { size: 20 } }\n".write(
      toFile: scratch.file("art/styles.yaml"), atomically: true, encoding: .utf8)
    let file = scratch.file("in/s.folio.yaml")
    try """
    folioscope: 1
    include: [../art/styles.yaml]
    canvas: { width: 8, height: 4, fps: 10, duration: 0.3s }
    pages: [{ id: a, background: ../art/dot.png }, { id: b }]
    timeline: [{ at: 0.1s, touches: ../art/touch.csv }]

    """.write(toFile: file, atomically: true, encoding: .utf8)
    for arguments in [
      ["check", file], ["info", file], ["trace", file], ["doctor", file],
      ["still", file, "--frame", "0", "-o", scratch.file("still.png")],
      ["render", file, "-o", scratch.file("out")],
    ] {
      let program = Program(commands: Command.all)
      let refused = try run(arguments, program: program)
      #expect(refused.code == .data, "\(arguments)")
      #expect(refused.errors.contains("allow it with --allow-outside"))
      #expect(
        refused.errors.components(separatedBy: "lies outside the scene's folder").count == 4,
        "\(refused.errors)")
      let allowed = try run(arguments + ["--allow-outside"], program: program)
      #expect(allowed.code == .success, "\(arguments): \(allowed.errors)")
    }
    let other = try folioscope("compare", "a.png", "b.png", "--allow-outside")
    #expect(
      other.code == .usage && other.errors.contains("--allow-outside is no option of compare"))
  }
}
