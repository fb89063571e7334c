@_exported import FolioGolden
@_exported import Folioscope
import Foundation

// The assertions. They are functions, not macros, and one name serves frames and sequences, XCTest
// and Swift Testing.

/// Expects a frame to equal its golden; fails the test that runs otherwise.
///
/// ```swift
/// @Test func cover() throws {
///   let bitmap = try draw()
///   expectGolden(bitmap, named: "cover")
/// }
/// ```
///
/// The golden lies in `Goldens/<file stem>/<Suite.test>/<name>.golden` beside the test. The first run
/// records it and fails; look at it, and the next run passes. The variable `GOLDEN_RECORD` asks for
/// other modes, see ``FolioGolden/RecordMode``.
///
/// - Parameters:
///   - frame: The frame.
///   - name: The golden's name; the test's own name if it has none. A parameterised test needs one.
///   - scale: Pixels a point, for messages.
///   - tolerance: What may differ; that of the configuration, else nothing.
///   - ignoring: Rectangles in pixels in which nothing counts.
///   - record: When the golden is written; that of the configuration, else of `GOLDEN_RECORD`.
/// - Returns: Whether the frame is as expected.
@discardableResult
public func expectGolden(
  _ frame: Bitmap, named name: String? = nil, scale: Double = 1, tolerance: Tolerance? = nil,
  ignoring: [PixelBox] = [], record: RecordMode? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  function: StaticString = #function
) -> Bool {
  expectGolden(
    DrawnFrames([frame], scale: scale), named: name, tolerance: tolerance, ignoring: ignoring,
    record: record, fileID: fileID, filePath: filePath, line: line, column: column,
    function: function)
}

/// Expects a sequence of frames to equal its golden; fails the test that runs otherwise.
///
/// ```swift
/// let frames = DrawnFrames(count: 60, width: 390, height: 844, frameRate: FrameRate(60)) { index in
///   try draw(index)
/// }
/// expectGolden(frames, named: "swipe-to-1")
/// ```
///
/// Frames are aligned by what they show before they are compared, so the failure says that a frame
/// was inserted, that all are late from some frame on, or which element moved.
///
/// - Parameters:
///   - frames: The frames; each is drawn when it is needed.
///   - name: The golden's name; the test's own name if it has none. A parameterised test needs one.
///   - tolerance: What may differ; that of the configuration, else nothing.
///   - keep: Which pictures a recording keeps beside the fingerprints of all frames.
///   - ignoring: Rectangles in pixels in which nothing counts.
///   - ignoringElements: Names of elements in whose boxes nothing counts.
///   - record: When the golden is written; that of the configuration, else of `GOLDEN_RECORD`.
/// - Returns: Whether the sequence is as expected.
@discardableResult
public func expectGolden(
  _ frames: any GoldenFrames, named name: String? = nil, tolerance: Tolerance? = nil,
  keep: Keep? = nil, ignoring: [PixelBox] = [], ignoringElements: [String] = [],
  record: RecordMode? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column, function: StaticString = #function
) -> Bool {
  let outcome = compareGolden(
    frames, named: name, tolerance: tolerance, keep: keep, ignoring: ignoring,
    ignoringElements: ignoringElements, record: record, fileID: fileID, filePath: filePath,
    line: line, column: column, function: function)
  let site = GoldenSite(fileID: fileID, filePath: filePath, line: line, column: column)
  for warning in outcome.warnings { IssueReporter.warn(warning, at: site) }
  if !outcome.passes {
    for attachment in outcome.attachments { IssueReporter.attach(attachment, at: site) }
    IssueReporter.fail(outcome.message, at: site)
  }
  return outcome.passes
}

/// Compares a sequence of frames with its golden and reports nothing to the test framework: for
/// helpers that have their own way to fail.
///
/// Recording, artifacts and names are those of
/// ``expectGolden(_:named:tolerance:keep:ignoring:ignoringElements:record:fileID:filePath:line:column:function:)``.
///
/// - Returns: What came of it. Whoever calls this must look at `passes`.
public func compareGolden(
  _ frames: any GoldenFrames, named name: String? = nil, tolerance: Tolerance? = nil,
  keep: Keep? = nil, ignoring: [PixelBox] = [], ignoringElements: [String] = [],
  record: RecordMode? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column, function: StaticString = #function
) -> GoldenSession.Outcome {
  let site = GoldenSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let configuration = GoldenConfiguration.current
  let process = GoldenProcess.shared
  let environment = process.environment
  do throws(GoldenError) {
    let policy = try RecordPolicy(
      argument: record, trait: configuration.record, environment: environment)
    let location = try GoldenLocation(
      name: name, folder: configuration.folder, site: site, function: function,
      environment: environment)
    try process.claim(location.path, by: site.description)
    process.announce(policy, path: location.path)

    var session = GoldenSession(name: location.name, path: location.path, mode: policy.mode)
    session.options.tolerance = tolerance ?? configuration.tolerance ?? .exact
    session.options.ignoring = ignoring
    session.options.ignoringElements = ignoringElements
    session.keep = keep ?? configuration.keep
    session.testCommand = location.testCommand
    session.artifacts = "\(process.artifacts)/\(location.id)"
    session.proposals = environment["GOLDEN_ARTIFACTS"].flatMap { $0.isEmpty ? nil : $0 }
    session.cache = environment["GOLDEN_CACHE"].flatMap { $0.isEmpty ? nil : $0 }
    session.fillsCache = environment["GOLDEN_FILL_CACHE"] == "1"
    #if DEBUG
      // Without optimisation, compressing a picture takes longer than all the rest.
      session.level = .stored
      session.pictureLimit = 3
    #endif
    return session.run(frames)
  } catch {
    return GoldenSession.Outcome(message: "The golden could not be compared: \(error)")
  }
}
