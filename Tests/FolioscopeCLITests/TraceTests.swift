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
    let file = try scratch.write(scene, to: "s.folio.yaml")
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
    let file = try scratch.write(curl, to: "s.folio.yaml")
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

  /// Pairs that a swipe turns on, pages that come before them, and one that goes.
  private static let leafSteps =
    "{ at: 1s, drag: { path: [[300, 100], [100, 100]], over: 100ms } }, "
    + "{ at: 3s, insert: { at: 0, pages: [{ id: x }] } }, { at: 3.5s, goto: q4 }"

  private func leafScene(_ transition: String) -> String {
    """
    folioscope: 1
    canvas: { width: 320, height: 200, fps: 10, duration: 5s }
    pager: { transition: { kind: curl, \(transition) } }
    pages: [{ id: q0 }, { id: q1 }, { id: q2 }, { id: q3 }, { id: q4 }]
    pageControl: {}
    timeline: [\(TraceTests.leafSteps)]

    """
  }

  @Test("row 41: a pair is named by both its pages in frames and in callbacks")
  func spreads() throws {
    let text = leafScene("spine: mid")
    let frames = try trace(text)
    func pager(_ frame: Int) throws -> [String: Any] {
      try #require((frames[frame]["pagers"] as? [[String: Any]])?.first)
    }
    func leaves(_ frame: Int) throws -> [[String]] {
      let leaves = try #require(try pager(frame)["leaves"] as? [String: [String]])
      return ["current", "target", "settled"].compactMap { leaves[$0] }
    }
    func indices(_ frame: Int) throws -> [Int] {
      let pager = try pager(frame)
      return ["current", "target", "settled", "window"].compactMap { pager[$0] as? Int }
    }
    #expect(try leaves(0) == [["q0", "q1"], ["q0", "q1"], ["q0", "q1"]])
    #expect(try indices(0) == [0, 0, 0, 0])
    // On its way the first pair is the settled one still, the second the target.
    #expect(try leaves(12)[1...] == [["q2", "q3"], ["q0", "q1"]])
    #expect(try indices(25) == [2, 2, 2, 2])
    // x, q0 | q1, q2 | q3, q4: the leaf that q2 is on stays.
    #expect(try leaves(30) == [["q1", "q2"], ["q1", "q2"], ["q1", "q2"]])
    #expect(try leaves(49)[0] == ["q3", "q4"] && indices(49) == [4, 4, 4, 4])
    let pages = try #require(try pager(30)["pages"] as? [[String: Any]])
    #expect(pages.map { $0["id"] as? String } == ["q1", "q2"])
    #expect(pages.map { $0["index"] as? Int } == [2, 3])
    #expect(pages.map { $0["px"] as? [Int] } == [[0, 160], [160, 320]])
    #expect(try pager(30)["held"] as? [Int] == [0, 1, 2, 3, 4, 5])
    let dots = try #require(try pager(30)["dots"] as? [String: Any])
    #expect(dots["current"] as? Int == 2 && (dots["weights"] as? [Double])?.count == 6)

    let events = try trace(text, "--events")
    func told(_ names: Set<String>) -> [String] {
      events.filter { names.contains($0["event"] as? String ?? "") }.map { line in
        let what = (line["pages"] as? [String])?.joined(separator: "+") ?? line["id"] ?? "-"
        return "\(line["event"] ?? "") \(what) \(line["page"] ?? "-")"
      }
    }
    #expect(
      told(["willTransition", "didTransition", "currentPageChanged", "reloaded"]) == [
        "willTransition q2+q3 2", "currentPageChanged q2+q3 2", "didTransition q0+q1 0",
        "reloaded - -", "currentPageChanged q3+q4 4",
      ])
    #expect(events.first { $0["event"] as? String == "reloaded" }?["pageCount"] as? Int == 6)
    // The last of five pages faces none until there is a sixth.
    #expect(
      told(["created", "dropped"]) == [
        "created q0 0", "created q1 1", "created q2 2", "created q3 3", "created q4 5",
        "created x 0", "dropped q0 1", "dropped x 0",
      ])
    #expect(!frames.contains { "\($0)".contains("back") })
  }

  @Test("row 41: of a leaf with two sides the front is current, and its back is named")
  func backs() throws {
    let frames = try trace(leafScene("doubleSided: true"))
    let pager = try #require((frames[25]["pagers"] as? [[String: Any]])?.first)
    #expect(pager["current"] as? Int == 2)
    #expect((pager["leaves"] as? [String: [String]])?["current"] == ["q2"])
    let pages = try #require(pager["pages"] as? [[String: Any]])
    #expect(pages.map { $0["id"] as? String } == ["q2"])
    #expect(pages.map { $0["back"] as? String } == ["q3"])
    #expect(pages.map { $0["px"] as? [Int] } == [[0, 320]])
    #expect(pager["held"] as? [Int] == [0, 1, 2, 3, 4])
  }

  @Test("row 41: doctor finds such scenes healthy, and they are refused where they would be drawn")
  func leavesElsewhere() throws {
    let scratch = try ScratchFolder()
    for transition in ["spine: mid", "doubleSided: true"] {
      let file = try scratch.write(leafScene(transition), to: "s.folio.yaml")
      let result = try folioscope("doctor", file)
      #expect(result.code == .success && result.output.contains("no law is broken"))
      for command in ["check", "render"] {
        let refused = try folioscope(command, file)
        #expect(refused.code == .data)
        #expect(refused.errors.contains("the transition curl is not drawn by this version"))
        #expect(!refused.errors.contains("single pages"))
      }
    }
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
    try scratch.write("0,10,10,began\n0.1,5,10,ended\n", to: "art/touch.csv")
    try scratch.write("styles: { h1: { size: 20 } }\n", to: "art/styles.yaml")
    let pixel = Bitmap(width: 1, height: 1)
    try Data(PNGEncoder(width: 1, height: 1, colorType: .rgba).encode(pixel))
      .write(to: URL(fileURLWithPath: scratch.file("art/dot.png")))
    let file = try scratch.write(
      """
      folioscope: 1
      include: [../art/styles.yaml]
      canvas: { width: 8, height: 4, fps: 10, duration: 0.3s }
      pages: [{ id: a, background: ../art/dot.png }, { id: b }]
      timeline: [{ at: 0.1s, touches: ../art/touch.csv }]

      """, to: "in/s.folio.yaml")
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
