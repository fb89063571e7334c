import Folioscope
import Foundation
import TestSupport
import Testing

@testable import FolioscopeCLI

private func folioscope(_ arguments: String...) throws -> RunResult {
  try run(arguments, program: Program(commands: Command.all))
}

private func example(_ name: String) -> String {
  ReferenceData.root.appendingPathComponent("Examples/\(name)/\(name).folio.yaml").path
}

/// A scene with a pager of its own in the first page of the main one.
private func scene(main: String, inner: String, steps: String) -> String {
  """
  folioscope: 1
  name: sick
  canvas: { width: 320, height: 400, scale: 2, fps: 60, background: white }
  pager: \(main)
  pages:
    - id: a
      background: red
      layers:
        - id: inner
          frame: { x: 0, y: 100, w: 160.25, h: 100 }
          pager: \(inner)
          pages: [{ id: x }, { id: y }, { id: z }, { id: u }, { id: v }]
          pageControl: {}
    - { id: b, background: green }
    - { id: c, background: blue }
  pageControl: {}
  timeline:
  \(steps)
  """
}

@Suite("doctor, through the command line")
struct DoctorCommandTests {
  @Test("the examples are healthy: 0, a line a scene, nothing where it is to be quiet")
  func healthy() throws {
    let result = try folioscope("doctor", example("banner"), example("welcome"))
    #expect(result.code == .success, "\(result.output)\(result.errors)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasSuffix("banner.folio.yaml: 1 pager, 1440 frames, no law is broken"))
    #expect(try folioscope("doctor", "-q", example("banner")).output.isEmpty)
  }

  @Test("the literal banner inside a page: 1, with time, frame, pager, law, found and expected")
  func innerBanner() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.write(
      scene(
        main: "{ loop: true }", inner: "{ preset: dlpageview }", steps: "  - { at: 5s, end: true }"),
      to: "sick.folio.yaml")
    let result = try folioscope("doctor", file)
    #expect(result.code == .differs)
    #expect(
      result.output.contains(
        "sick.folio.yaml: 3.3 s, frame 198, pager inner: dot-matches-page: dot 0 is on, p = 1.0; "
          + "expected dot 1, the page that is seen\n"), "\(result.output)")
    #expect(!result.output.contains("main pager"))

    let json = try folioscope("doctor", "--json", file)
    #expect(json.code == .differs)
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(object["healthy"] as? Bool == false)
    #expect(object["pagers"] as? Int == 2)
    let findings = try #require(object["findings"] as? [[String: Any]])
    let dot = try #require(
      findings.first { $0["invariant"] as? String == "dot-matches-page" })
    #expect(dot["pager"] as? String == "inner")
    #expect(dot["frame"] as? Int == 198)
    #expect(dot["time"] as? [Int] == [33, 10])
  }

  @Test("a banner resized beyond its slots: the uncovered columns and the frames that show them")
  func uncovered() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.write(
      """
      folioscope: 1
      name: wide
      canvas: { width: 800, height: 100, fps: 30, background: white }
      pager: { preset: dlpageview, frame: { x: 0, y: 0, w: 320, h: 100 } }
      pages: [{ id: a, background: red }, { id: b, background: blue }, { id: c, background: green }]
      timeline:
        - { at: 1s, resize: { width: 800, height: 100 } }
        - { at: 2s, end: true }
      """, to: "wide.folio.yaml")
    let result = try folioscope("doctor", file)
    #expect(result.code == .differs)
    #expect(
      result.output.contains(
        "1 s, frames 30-59, main pager: coverage: pixel columns 640...799 of 800 without a page"),
      "\(result.output)")
  }

  @Test("scenes that cannot be examined: 65 and 66, and the others are examined all the same")
  func unreadable() throws {
    let scratch = try ScratchFolder()
    let broken = try scratch.write("folioscope: 1\npages: 3\n", to: "broken.folio.yaml")
    let missing = scratch.file("missing.folio.yaml")
    #expect(try folioscope("doctor", missing).code == .noInput)
    let all = try folioscope("doctor", missing, example("banner"), broken)
    #expect(all.code == .data)
    #expect(all.output.contains("banner.folio.yaml: 1 pager"))
    #expect(try folioscope("doctor").code == .usage)
  }
}
