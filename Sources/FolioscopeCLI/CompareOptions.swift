import FolioGolden
import Folioscope

/// What `compare` is to do.
struct CompareOptions: Sendable {
  /// The comparison with everything that the command line says.
  var command: CompareCommand

  init(_ arguments: ParsedArguments, processors: Int) throws(UsageError) {
    command = CompareCommand(
      expected: try arguments.path(ofOperand: 0).description,
      actual: try arguments.path(ofOperand: 1).description)
    command.tolerance = try CompareOptions.tolerance(arguments)
    command.ignoring = try CompareOptions.rectangles(arguments)
    if let alignment = try arguments.choice(
      .align, as: SequenceComparison.Alignment.self)
    {
      command.alignment = alignment
    }
    if let text = try arguments.text(.failOn) {
      var changes: SequenceComparison.Changes = []
      for word in text.split(separator: ",") {
        switch word {
        case "changed": changes.insert(.changed)
        case "added": changes.insert(.added)
        case "removed": changes.insert(.removed)
        default:
          throw arguments.error(
            .failOn, "has \"\(word)\"; write changed, added, removed, or some of them with commas")
        }
      }
      command.failOn = changes
    }
    if let text = try arguments.text(.stopAfter) {
      guard let count = Int(text), count > 0, count <= 1_000_000 else {
        throw arguments.error(.stopAfter, "is \"\(text)\"; write a number from 1 to 1000000")
      }
      command.stopAfter = count
    }
    command.json = try arguments.path(.jsonReport)?.description
    command.junit = try arguments.path(.junitReport)?.description
    command.html = try arguments.path(.htmlReport)?.description
    command.differenceFolder = try arguments.path(.differenceFolder)?.description
    command.jobs = processors
    if let text = try arguments.text(.jobs) {
      guard let jobs = RenderOptions.jobs(text, processors: processors) else {
        throw arguments.error(.jobs, "is \"\(text)\"; " + RenderOptions.jobsAdvice)
      }
      command.jobs = jobs
    }
  }

  /// The tolerance, in the words of the options; what they mean is worked out with the comparison.
  static func tolerance(_ arguments: ParsedArguments) throws(UsageError) -> ToleranceArguments {
    var tolerance = ToleranceArguments()
    tolerance.mode = try arguments.text(.mode)
    tolerance.kind = try arguments.text(.kind)
    tolerance.tolerance = try arguments.text(.tolerance)
    tolerance.floor = try arguments.text(.floor)
    tolerance.antiAliasing = try arguments.text(.antiAliasing)
    tolerance.backdrop = try arguments.text(.backdrop)
    tolerance.maxPixels = try arguments.text(.maxPixels)
    tolerance.maxRatio = try arguments.text(.maxRatio)
    tolerance.window = try arguments.text(.window)
    return tolerance
  }

  /// `x,y,width,height` with semicolons between rectangles.
  private static func rectangles(
    _ arguments: ParsedArguments
  ) throws(UsageError) -> [PixelBox] {
    guard let text = try arguments.text(.ignore) else { return [] }
    var rectangles: [PixelBox] = []
    for part in text.split(separator: ";") {
      do throws(GoldenError) {
        rectangles.append(try PixelBox(argument: String(part)))
      } catch {
        throw UsageError(command: arguments.command, reason: "\(error)")
      }
    }
    return rectangles
  }
}

/// What `golden` is to do.
enum GoldenOptions: Sendable {
  case check([String])
  case record(input: String, golden: String, keep: Keep?, tolerance: ToleranceArguments)
  case accept([String], artifacts: String?)
  case orphans([String], track: String, delete: Bool)
  case show(String, sha256: Bool)

  init(_ arguments: ParsedArguments) throws(UsageError) {
    var paths: [String] = []
    for i in arguments.operands.indices.dropFirst() {
      paths.append(try arguments.path(ofOperand: i).description)
    }
    let verb = try arguments.path(ofOperand: 0).description
    func need(_ count: ClosedRange<Int>, _ what: String) throws(UsageError) {
      if !count.contains(paths.count) {
        throw UsageError(
          command: arguments.command, reason: "golden \(verb) takes \(what), not \(paths.count)")
      }
    }
    switch verb {
    case "check":
      try need(1...Int.max, "one golden or folder, or more")
      self = .check(paths)
    case "record":
      try need(2...2, "two paths, what to record and the golden")
      self = .record(
        input: paths[0], golden: paths[1], keep: try GoldenOptions.keep(arguments),
        tolerance: try CompareOptions.tolerance(arguments))
    case "accept":
      try need(1...Int.max, "one golden or folder, or more")
      self = .accept(paths, artifacts: try arguments.path(.artifacts)?.description)
    case "orphans":
      try need(1...Int.max, "one folder or more")
      guard let track = try arguments.path(.track)?.description else {
        throw UsageError(
          command: arguments.command,
          reason: "the run is missing; write --track DIR, the folder that GOLDEN_TRACK named")
      }
      self = .orphans(paths, track: track, delete: arguments.flag(.delete) ?? false)
    case "show":
      try need(1...1, "one golden")
      self = .show(paths[0], sha256: arguments.flag(.sha256) ?? false)
    default:
      throw UsageError(
        command: arguments.command,
        reason: "golden \(verb) is not known; there are check, record, accept, orphans and show")
    }
  }

  /// Which pictures a golden keeps: `all`, `apng`, or at most so many key frames.
  private static func keep(_ arguments: ParsedArguments) throws(UsageError) -> Keep? {
    guard let text = try arguments.text(.keep) else { return nil }
    if text == "all" { return .all }
    if text == "apng" { return .animation }
    guard let count = Int(text), (1...10_000).contains(count) else {
      throw arguments.error(.keep, "is \"\(text)\"; write all, apng, or a number of key frames")
    }
    return .keyFrames(atMost: count)
  }
}
