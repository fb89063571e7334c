import FolioGolden
import Foundation
import TestSupport
import Testing

/// A package of somebody else that depends on Folioscope by path, with a golden for each framework,
/// taken through its whole life: recorded, passed, failed by one pixel, accepted, passed.
@Suite(
  "A stranger's package records, passes, fails, accepts and passes again", .serialized,
  .enabled(
    if: ProcessInfo.processInfo.environment["FOLIOSCOPE_STRANGER"] != nil,
    "builds a package for minutes; set FOLIOSCOPE_STRANGER=1"))
struct StrangersPackageTests {
  static let root = ReferenceData.root.path

  struct Run {
    var status: Int32
    var output: String
  }

  /// Runs a program to its end and returns all that it printed.
  static func run(
    _ arguments: [String], in folder: String, environment: [String: String] = [:]
  ) throws -> Run {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    var variables = ProcessInfo.processInfo.environment.filter {
      !$0.key.hasPrefix("GOLDEN_") && RecordNames.all.contains($0.key) == false
    }
    variables["SWIFT_BACKTRACE"] = "enable=no"
    for (key, value) in environment { variables[key] = value }
    process.environment = variables
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Run(status: process.terminationStatus, output: String(decoding: data, as: UTF8.self))
  }

  /// Variables that would change the record mode.
  enum RecordNames {
    static let all: Set<String> = ["CI", "GITHUB_ACTIONS", "GITLAB_CI", "JENKINS_URL"]
  }

  static func write(_ text: String, _ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription
    let package = Package(
      name: "Stranger",
      dependencies: [.package(name: "Folioscope", path: "\(root)")],
      targets: [
        .testTarget(
          name: "StrangerTests",
          dependencies: [.product(name: "FolioscopeTesting", package: "Folioscope")])
      ])
    """

  static let art = """
    import FolioscopeTesting
    import Foundation

    func frame(_ index: Int) -> Bitmap {
      let wrong = ProcessInfo.processInfo.environment["STRANGER_PIXEL"] != nil
      let pixels = (0..<(64 * 40)).map { i -> UInt32 in
        if wrong, index == 7, i == 10 * 64 + 20 { return 0xFFFF_FFFF }
        let x = i % 64 + index * 3
        return 0xFF00_0000 | UInt32(x * 37 % 256) | UInt32(i / 64 * 5) << 8
      }
      return Bitmap(width: 64, height: 40, pixels: pixels)
    }

    var sequence: DrawnFrames {
      DrawnFrames(
        count: 12, width: 64, height: 40, scale: 2, frameRate: FrameRate(60),
        record: {
          FrameRecord(
            index: $0, time: FrameTime(Int64($0), 60),
            contentOffset: ContentOffset(x: Double($0) * 1.5, y: 0),
            elements: [ElementBox(name: "pages[0].card", x: 8, y: 3, width: 6, height: 6)])
        }, draw: frame)
    }
    """

  static let swiftTesting = """
    import FolioscopeTesting
    import Testing

    @Suite struct Modern {
      @Test func swipe() { expectGolden(sequence, named: "swipe", keep: .all) }
      @Test func words() throws {
        let scene = Scene(
          name: "words", canvas: CanvasDescription(size: Size(width: 90, height: 40), duration: 1),
          pages: [Page(id: "one", background: .color(.white), layers: [.text("One")])])
        expectGolden(try FilmFrames(scene, frames: 0..<6), named: "words")
      }
    }
    """

  static let xctest = """
    import FolioscopeTesting
    import XCTest

    final class Classic: XCTestCase {
      func testFrame() { expectGolden(frame(7), named: "seven") }
    }
    """

  @Test("From the first run to the accepted change")
  func life() throws {
    let scratch = try ScratchFolder()
    let folder = scratch.path
    try Self.write(Self.manifest, folder + "/Package.swift")
    let tests = folder + "/Tests/StrangerTests"
    try Self.write(Self.art, tests + "/Art.swift")
    try Self.write(Self.swiftTesting, tests + "/Modern.swift")
    try Self.write(Self.xctest, tests + "/Classic.swift")
    // The products of Folioscope itself are kept between runs.
    let products = ["--scratch-path", Self.root + "/.build/stranger"]
    let build = try Self.run(["swift", "build", "--build-tests"] + products, in: folder)
    try #require(build.status == 0, "\(build.output)")
    func test(_ environment: [String: String] = [:], _ more: [String] = []) throws -> Run {
      try Self.run(
        ["swift", "test", "--skip-build"] + products + more, in: folder, environment: environment)
    }
    let swipe = tests + "/Goldens/Modern/Modern.swipe/swipe.golden"
    // Its text needs the fonts that ship, which lie in Folioscope's own folder.
    let words = tests + "/Goldens/Modern/Modern.words/words.golden"
    let seven = tests + "/Goldens/Classic/testFrame/seven.golden"

    let ci = try test(["CI": "true"])
    #expect(ci.status != 0)
    #expect(ci.output.contains("Golden \"swipe\" is not there"))
    #expect(!FileManager.default.fileExists(atPath: tests + "/Goldens"))

    let first = try test()
    #expect(first.status != 0, "recording must fail")
    #expect(first.output.contains("record mode missing by the default"))
    #expect(first.output.contains("Golden \"swipe\" was not there and was recorded"))
    #expect(first.output.contains("Golden \"seven\" was not there and was recorded"))
    for golden in [swipe, words, seven] {
      #expect(FileManager.default.fileExists(atPath: golden + "/golden.json"), "\(golden)")
    }

    let second = try test(["GOLDEN_TRACK": folder + "/track"])
    #expect(second.status == 0, "\(second.output)")
    let complete = GoldenCommands.orphans(in: [tests], track: folder + "/track")
    #expect(complete.exitCode == 0, "\(complete)")
    #expect(complete.output == "0 orphans, 3 goldens touched by 2 processes\n")
    let part = try test(["GOLDEN_TRACK": folder + "/part"], ["--filter", "Modern"])
    #expect(part.status == 0, "\(part.output)")
    #expect(GoldenCommands.orphans(in: [tests], track: folder + "/part").exitCode == 65)

    let attachments = folder + "/attached"
    try FileManager.default.createDirectory(
      atPath: attachments, withIntermediateDirectories: true)
    let third = try test(
      ["STRANGER_PIXEL": "1", "GOLDEN_ARTIFACTS": folder + "/artifacts"],
      ["--attachments-path", attachments])
    #expect(third.status != 0)
    for line in [
      "Golden \"swipe\" differs: 1 of 12 frames (7). 11 equal, 0 inserted, 0 dropped.",
      "frame 7  116.7 ms  offset (10.5, 0) pt, as expected",
      "1 of 2 560 px (0.04 %), box x 20 y 10 px (10–10.5, 5–5.5 pt)",
      "element pages[0].card: 1 px",
      "looks like: local change",
      "Golden \"seven\" differs: 1 of 1 frame (0).",
      "To accept: folioscope golden accept --from \(folder)/artifacts",
    ] { #expect(third.output.contains(line), "\(line)\n\(third.output)") }
    // Both frameworks counted their failure.
    #expect(third.output.contains("Modern.swift:5:36"))
    #expect(third.output.contains("Classic.swift:5: error: Classic.testFrame"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: attachments).sorted()
        == [
          "swipe-0007.actual.png", "swipe-0007.detail.png", "swipe-0007.diff.png",
          "swipe-0007.expected.png", "swipe-report.html", "swipe-report.json",
        ])

    let accepted = GoldenCommands.accept([folder + "/Tests"], from: folder + "/artifacts")
    #expect(accepted.exitCode == 0, "\(accepted)")
    let fourth = try test(["STRANGER_PIXEL": "1"])
    #expect(fourth.status == 0, "\(fourth.output)")
    let fifth = try test()
    #expect(fifth.status != 0, "the old picture is no longer the golden")
  }
}
