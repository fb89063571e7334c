import Folioscope
import Foundation
import Synchronization
import Testing

@testable import FolioscopeCLI

@Suite("Progress is honest and quiet")
struct ProgressTests {
  /// A clock that the test sets, and what was reported.
  final class Stage: Sendable {
    private let state = Mutex((now: 0.0, text: ""))

    var now: Double {
      get { state.withLock { $0.now } }
      set { state.withLock { $0.now = newValue } }
    }

    var text: String { state.withLock { $0.text } }

    func report(_ style: ProgressReport.Style, columns: Int = 80) -> ProgressReport {
      ProgressReport(
        label: "render", style: style, columns: columns, clock: { self.now },
        output: { bytes in
          self.state.withLock { $0.text += String(decoding: bytes, as: UTF8.self) }
        })
    }
  }

  static func progress(_ done: Int, of total: Int) -> FilmProgress {
    FilmProgress(
      done: done, total: total, frame: done - 1, name: String(format: "frame-%05d.png", done - 1))
  }

  /// Reports a film of `total` frames at `rate` frames a second.
  func play(_ stage: Stage, _ report: ProgressReport, total: Int, rate: Double) {
    report.start(total: total)
    for done in 1...total {
      stage.now = Double(done) / rate
      report.advance(ProgressTests.progress(done, of: total))
    }
  }

  @Test("a bar is redrawn at most ten times a second, fits its line, and never says 100 % early")
  func bar() {
    let stage = Stage()
    let report = stage.report(.bar, columns: 60)
    play(stage, report, total: 1440, rate: 60)
    let draws = stage.text.split(separator: "\r")
    #expect(draws.count <= 24 * 10 + 2)
    #expect(draws.count > 100)
    for draw in draws {
      #expect(!draw.contains("100 %"))
      #expect(!draw.contains("\n"))
      #expect(draw.hasSuffix("\u{1B}[K"))
      #expect(draw.count <= 59 + 3)
    }
    report.finish(summary: "out/banner")
    #expect(
      stage.text.hasSuffix("\r\u{1B}[Krender  100 %  1440 frames in 24 s, 60 fps  out/banner\n"))
  }

  @Test("the line says what it is to say; the time left comes after three frames and two seconds")
  func line() {
    let stage = Stage()
    let report = stage.report(.bar)
    report.start(total: 150)
    func shown(_ done: Int, at time: Double) -> String {
      stage.now = time
      report.advance(ProgressTests.progress(done, of: 150))
      return String(stage.text.split(separator: "\r").last?.dropLast(3) ?? "")
    }
    #expect(shown(1, at: 0.5) == "render  0 %  1/150  2.0 fps  frame-00000.png")
    #expect(shown(31, at: 1.5) == "render  20 %  31/150  21 fps  frame-00030.png")
    #expect(shown(62, at: 2.0) == "render  41 %  62/150  31 fps  eta 2.8 s  frame-00061.png")
    #expect(shown(63, at: 63) == "render  42 %  63/150  0.0 fps  eta 1 h 28 min  frame-00062.png")
  }

  @Test(
    "R44: in a log there are at most fifteen lines and no carriage return, however long it takes")
  func plain() {
    for (total, rate) in [(1440, 60.0), (1440, 0.5), (100_000, 60), (3, 0.01), (1, 1)] {
      let stage = Stage()
      let report = stage.report(.plain)
      play(stage, report, total: total, rate: rate)
      report.finish(summary: "out")
      let lines = stage.text.split(separator: "\n")
      #expect(lines.count <= 11)
      #expect(!stage.text.contains("\r") && !stage.text.contains("\u{1B}"))
      #expect(lines.last?.contains("100 %") == true)
      #expect(lines.dropLast().allSatisfy { !$0.contains("100 %") })
      if rate == 0.5 { #expect(lines.count == 10) }
      if rate == 60, total == 1440 { #expect(lines.count == 1) }
    }
  }

  @Test("as JSON each line is an object, the first start and the last done")
  func json() throws {
    let stage = Stage()
    let report = stage.report(.json)
    play(stage, report, total: 5, rate: 2)
    report.finish(summary: "out \"x\"")
    let objects = try stage.text.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(
      objects.compactMap { $0["type"] as? String }
        == ["start"] + Array(repeating: "frame", count: 5) + ["done"])
    #expect(objects[3]["frame"] as? Int == 2)
    #expect(objects[3]["done"] as? Int == 3)
    #expect(objects[3]["name"] as? String == "frame-00002.png")
    #expect(objects[6]["seconds"] as? Double == 2.5)
    #expect(objects[6]["output"] as? String == "out \"x\"")
  }

  @Test("nothing is nothing, but for who asks")
  func none() {
    let stage = Stage()
    let report = stage.report(.none)
    play(stage, report, total: 10, rate: 1)
    #expect(stage.text.isEmpty)
    report.reportNow()
    #expect(stage.text == "render  99 %  10/10  1.0 fps  eta 0.0 s  frame-00009.png\n")
    report.finish(summary: "out")
    #expect(stage.text.split(separator: "\n").count == 1)
  }

  @Test("a message after a bar begins on a line of its own")
  func interrupted() {
    let stage = Stage()
    let report = stage.report(.bar)
    report.start(total: 10)
    report.advance(ProgressTests.progress(1, of: 10))
    report.interrupt()
    #expect(stage.text.hasSuffix("\r\u{1B}[K"))
    let length = stage.text.count
    report.interrupt()
    #expect(stage.text.count == length)
  }

  @Test(
    "durations and speeds",
    arguments: [
      (0.0, "0.0 s"), (2.84, "2.8 s"), (9.94, "9.9 s"), (9.96, "10 s"), (59.4, "59 s"),
      (59.6, "1 min 0 s"), (125, "2 min 5 s"), (3725, "1 h 2 min"), (.nan, "0 s"),
      (.infinity, "0 s"), (-1, "0 s"),
    ])
  func durations(seconds: Double, text: String) {
    #expect(ProgressReport.duration(seconds) == text)
  }
}
