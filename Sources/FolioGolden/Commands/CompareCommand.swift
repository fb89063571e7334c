import FolioImageCoding
import Foundation

/// What a command has to say and the code it ends with.
public struct CommandResult: Hashable, Sendable {
  /// 0 equal or done, 1 different, 64 and above could not be compared; see
  /// ``GoldenError/exitCode``.
  public var exitCode: Int32 = 0
  /// For standard output, line ends included.
  public var output = ""
  /// For standard error, line ends included.
  public var problems = ""

  /// Done, with nothing to say.
  public init() {}

  /// The result of an error.
  init(_ error: GoldenError) {
    exitCode = error.exitCode
    problems = "error: \(error)\n"
  }

  /// Runs a body and turns its error into a result.
  static func of(_ body: () throws(GoldenError) -> CommandResult) -> CommandResult {
    do { return try body() } catch { return CommandResult(error) }
  }
}

/// `folioscope compare EXPECTED ACTUAL`: two pictures, animations, folders of frames or goldens.
public struct CompareCommand: Sendable {
  /// The expected side: a PNG file, an animated one, a folder of frames, or a golden.
  public var expected: String
  /// The actual side, likewise.
  public var actual: String
  /// What may differ.
  public var tolerance = ToleranceArguments()
  /// `--ignore`: rectangles in pixels.
  public var ignoring: [PixelBox] = []
  /// `--align`.
  public var alignment = SequenceComparison.Alignment.content
  /// `--fail-on`.
  public var failOn = SequenceComparison.Changes.all
  /// `--stop-after`.
  public var stopAfter: Int?
  /// `--json-report`: a file, or `-` for standard output, which then holds nothing else.
  public var json: String?
  /// `--junit-report`: a file.
  public var junit: String?
  /// `--html-report`: a file.
  public var html: String?
  /// `--diff-dir`: a folder for difference pictures.
  public var differenceFolder: String?
  /// `--jobs`: how many files are read at once.
  public var jobs = 1

  /// A comparison of two paths.
  public init(expected: String, actual: String) {
    self.expected = expected
    self.actual = actual
  }

  /// Compares and writes the reports that are asked for.
  public func run() -> CommandResult {
    CommandResult.of { () throws(GoldenError) in
      var options = SequenceComparison.Options()
      options.tolerance = try tolerance.resolved()
      options.ignoring = ignoring
      options.alignment = alignment
      options.failOn = failOn
      options.stopAfter = stopAfter
      let (left, right) = try GoldenInput.open(expected, actual, jobs: jobs)
      for side in [left, right] { (side as? FileFrames)?.readFingerprints(jobs: jobs) }
      let comparison = try SequenceComparison(expected: left, actual: right, options: options)
      let entry = GoldenReport.Entry(
        name: "\(expected) and \(actual)", comparison: comparison, expected: left, actual: right)
      return try report(entry)
    }
  }

  private func report(_ entry: GoldenReport.Entry) throws(GoldenError) -> CommandResult {
    let comparison = entry.comparison
    let report = GoldenReport([entry])
    var result = CommandResult()
    result.exitCode =
      comparison.isDamaged || comparison.isEmpty ? 65 : comparison.passes ? 0 : 1
    if json == "-" {
      result.output = String(decoding: report.json(), as: UTF8.self)
    } else {
      result.output = report.text()
      if let json { try FileSystem.write(report.json(), to: json) }
    }
    for frame in comparison.frames {
      if let fault = frame.fault { result.problems += "error: \(Wording.plain(fault))\n" }
    }
    if let junit { try FileSystem.write(report.junit, to: junit) }
    if let html { try HTMLReport(title: entry.name).write(report, to: html) }
    if let differenceFolder { try writeDifferences(entry, to: differenceFolder) }
    return result
  }

  private func writeDifferences(
    _ entry: GoldenReport.Entry, to folder: String
  ) throws(GoldenError) {
    try FileSystem.makeFolder(folder)
    for frame in entry.comparison.frames where entry.comparison.fails(frame) {
      let pictures = EncodedPictures(frame, in: entry, level: .fast, withDetail: false)
      guard let difference = pictures.difference else { continue }
      let number = String(frame.number)
      let stem = String(repeating: "0", count: max(0, 5 - number.count)) + number
      try FileSystem.write(difference.bytes, to: "\(folder)/\(stem).diff.png")
    }
  }
}
