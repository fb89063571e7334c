import FolioGolden
import Foundation
import TestSupport
import Testing

@testable import FolioscopeTesting

/// A bitmap of one colour with one spot.
private func bitmap(spot: UInt32 = 0xFF00_00FF) -> Bitmap {
  Bitmap(
    width: 20, height: 20,
    pixels: (0..<400).map { $0 == 45 ? spot : 0xFFFF_FFFF })
}

@Suite("An assertion reaches the framework that runs, from where it stands")
struct ExpectGoldenTests {
  /// Whether automatic builds refuse to record here, which some of these tests do.
  static let canRecord =
    RecordPolicy.automaticBuild(ProcessInfo.processInfo.environment) == nil
    && ProcessInfo.processInfo.environment["GOLDEN_RECORD"] == nil

  @Test("A failure is an issue of the test, and recording is a failure", .enabled(if: canRecord))
  func life() throws {
    let scratch = try ScratchFolder()
    withGolden(folder: scratch.path) {
      func expect(_ bitmap: Bitmap) -> Bool { expectGolden(bitmap, named: "spot") }
      withKnownIssue {
        _ = expect(bitmap())
      } matching: { issue in
        Self.text(issue).contains("was not there and was recorded")
      }
      #expect(expect(bitmap()))
      withKnownIssue {
        _ = expect(bitmap(spot: 0xFF00_0000))
      } matching: { issue in
        let text = Self.text(issue)
        return issue.sourceLocation?.fileName == "ExpectGoldenTests.swift"
          && text.contains("Golden \"spot\" differs: 1 of 1 frame (0).")
          && text.contains("1 of 400 px (0.25 %), box x 5 y 2 px")
      }
    }
    withExtendedLifetime(scratch) {}
  }

  static func text(_ issue: Issue) -> String { issue.comments.map(\.rawValue).joined() }

  @Test("compareGolden reports to nobody", .enabled(if: canRecord))
  func quiet() throws {
    let scratch = try ScratchFolder()
    withGolden(folder: scratch.path) {
      let outcome = compareGolden(DrawnFrames([bitmap()]), named: "quiet", record: .never)
      #expect(!outcome.passes)
      #expect(outcome.message.contains("Golden \"quiet\" is not there"))
    }
    withExtendedLifetime(scratch) {}
  }

  @Test("27: a parameterised test must name its goldens", arguments: [1, 2])
  func parameterised(_ value: Int) {
    let outcome = compareGolden(DrawnFrames([bitmap()]), record: .never)
    #expect(!outcome.passes)
    #expect(outcome.message.contains("a golden in a parameterised test needs a name"))
  }

  @Test("28: two assertions with one golden fail, both named")
  func clash() throws {
    let scratch = try ScratchFolder()
    withGolden(folder: scratch.path) {
      let first = compareGolden(DrawnFrames([bitmap()]), named: "same", record: .never)
      let second = compareGolden(DrawnFrames([bitmap()]), named: "same", record: .never)
      #expect(first.message.contains("is not there"))
      #expect(second.message.contains("two assertions share the golden"))
      let places = second.message.components(separatedBy: "ExpectGoldenTests.swift:").count - 1
      #expect(places == 2)
    }
    withExtendedLifetime(scratch) {}
  }

  @Test("A tolerance with key frames, and one without meaning, are refused")
  func usage() {
    let frames = DrawnFrames(
      [bitmap(), bitmap(spot: 0)], frameRate: FrameRate(60))
    let outcome = compareGolden(
      frames, named: "usage", tolerance: .channel(2), keep: .keyFrames, record: .never)
    #expect(outcome.message.contains("needs the pictures of all frames"))
    let other = compareGolden(frames, named: "usage2", tolerance: .channel(300), record: .never)
    #expect(other.message.contains("channel 300, expected 0 to 254"))
  }

  @Suite("Traits", .golden(record: .never, folder: "Elsewhere", tolerance: .channel(1)))
  struct Traits {
    @Test("A suite's trait holds inside, and an inner one adds to it", .golden(keep: .all))
    func inner() {
      let configuration = GoldenConfiguration.current
      #expect(configuration.record == .never)
      #expect(configuration.folder == "Elsewhere")
      #expect(configuration.tolerance == .channel(1))
      #expect(configuration.keep == .all)
      withGolden(folder: "Other") {
        #expect(GoldenConfiguration.current.record == .never)
        #expect(GoldenConfiguration.current.folder == "Other")
      }
    }

    @Suite("Nested") struct Nested {
      @Test("A trait reaches suites inside")
      func nested() { #expect(GoldenConfiguration.current.folder == "Elsewhere") }
    }
  }

  @Test("Goldens lie beside the test, under its suite and name, or under GOLDEN_ROOT")
  func places() throws {
    let site = GoldenSite(fileID: #fileID, filePath: #filePath, line: 1, column: 1)
    let here = ("\(#filePath)" as NSString).deletingLastPathComponent
    let beside = try GoldenLocation(
      name: "a b", folder: nil, site: site, function: #function, environment: [:])
    #expect(
      beside.path
        == "\(here)/Goldens/ExpectGoldenTests/ExpectGoldenTests.places/a%20b.golden")
    #expect(
      beside.id
        == "FolioscopeTestingTests/Goldens/ExpectGoldenTests/ExpectGoldenTests.places/a%20b")
    let unnamed = try GoldenLocation(
      name: nil, folder: nil, site: site, function: #function, environment: [:])
    #expect(unnamed.name == "places")
    let rooted = try GoldenLocation(
      name: "x", folder: nil, site: site, function: #function,
      environment: ["GOLDEN_ROOT": "/srv/tests"])
    #expect(
      rooted.path == "/srv/tests/FolioscopeTestingTests/Goldens/ExpectGoldenTests/"
        + "ExpectGoldenTests.places/x.golden")
    let moved = GoldenSite(fileID: #fileID, filePath: "/nowhere/T.swift", line: 1, column: 1)
    let error = #expect(throws: GoldenError.self) {
      try GoldenLocation(
        name: "x", folder: nil, site: moved, function: #function, environment: [:])
    }
    #expect(error?.description.contains("set GOLDEN_ROOT") == true)
    #expect(GoldenLocation.testName(nil, function: "testCover()") == "testCover")
  }

  @Test("A film's frames are drawn once where the state is the same")
  func film() throws {
    struct Source: FrameSource {
      let counter = Counter()
      let width = 8
      let height = 4
      func state(of frame: Int) throws -> Int { frame / 3 }
      func draw(_ state: Int, into bitmap: inout Bitmap) throws {
        counter.count += 1
        bitmap = Bitmap(width: 8, height: 4, color: Color(red: UInt8(state), green: 0, blue: 0))
      }
      func record(of frame: Int) throws -> FrameRecord {
        FrameRecord(index: frame, time: FrameTime(Int64(frame), 60))
      }
    }
    final class Counter: @unchecked Sendable { var count = 0 }
    let rate = try #require(FrameRate(60))
    let source = Source()
    let frames = FilmFrames(source, frames: 9, from: 3, frameRate: rate)
    let prints = try (0..<9).map { try frames.fingerprint(at: $0) }
    #expect(source.counter.count == 3)
    #expect(Set(prints).count == 3)
    #expect(try frames.record(at: 0).index == 0)
    #expect(try frames.picture(at: 8)?[0, 0] == 0xFF00_0003)
    #expect(
      try SequenceComparison(
        expected: FilmFrames(Source(), frames: 9, from: 3, frameRate: rate), actual: frames
      ).passes)
  }

  @Test("A scene's frames are those of its film, with its rate, its scale and its elements")
  func scene() throws {
    let path = ReferenceData.root.appendingPathComponent("Examples/banner/banner.folio.yaml").path
    let all = try FilmFrames(contentsOf: path)
    #expect(all.count == 1440)
    #expect(all.scale == 2)
    #expect(all.frameRate == FrameRate(60))
    #expect(all.size == PixelSize(width: 640, height: 1136))
    #expect(all.renderer == "folioscope \(FolioscopeVersion.current)")
    let part = try FilmFrames(contentsOf: path, frames: 249..<251)
    #expect(part.count == 2)
    #expect(try part.record(at: 0).time == FrameTime(249, 60))
    #expect(try part.record(at: 0).elements.isEmpty == false)
    #expect(try part.fingerprint(at: 1) == all.fingerprint(at: 250))
    let scene = Scene(
      name: "plain",
      canvas: CanvasDescription(size: Size(width: 20, height: 10), duration: Rational(1, 2)),
      pages: [Page(id: "one", background: .color(.white))])
    #expect(try FilmFrames(scene).picture(at: 14)?[5, 5] == 0xFFFF_FFFF)
    let error = #expect(throws: GoldenError.self) { try FilmFrames(scene, frames: 40..<50) }
    #expect(
      error?.description
        == "the scene \"plain\" has 15 frames, and none of 40..<50 can be compared")
    #expect(throws: (any Error).self) { try FilmFrames(contentsOf: "/nowhere.folio.yaml") }
  }
}
