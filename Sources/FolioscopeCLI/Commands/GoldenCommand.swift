import FolioGolden
import Folioscope

/// `compare` and `golden`: what the library's commands say, on the program's streams.
enum GoldenCommand {
  @Sendable
  static func compare(_ options: CompareOptions, _ session: Session) throws -> ExitCode {
    try finish(options.command.run(), session)
  }

  @Sendable
  static func golden(_ options: GoldenOptions, _ session: Session) throws -> ExitCode {
    switch options {
    case .check(let paths): return try finish(GoldenCommands.check(paths), session)
    case .record(let input, let golden, let keep, let tolerance):
      return try finish(
        GoldenCommands.record(input, to: golden, keep: keep, tolerance: tolerance), session)
    case .accept(let paths, let artifacts):
      return try finish(GoldenCommands.accept(paths, from: artifacts), session)
    case .orphans(let paths, let track, let delete):
      return try finish(GoldenCommands.orphans(in: paths, track: track, delete: delete), session)
    case .show(let path, let sha256):
      return try finish(GoldenCommands.show(path, sha256: sha256), session)
    }
  }

  private static func finish(_ result: CommandResult, _ session: Session) throws -> ExitCode {
    if !result.output.isEmpty { try session.write(result.output) }
    for problem in problems(result.problems) {
      session.messages.write(Message(.error, problem))
    }
    return ExitCode(rawValue: result.exitCode) ?? .software
  }

  /// The library's lines `error: …`, without that word, each with the lines that follow it.
  private static func problems(_ text: String) -> [String] {
    var problems: [String] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("error: ") || problems.isEmpty {
        problems.append(String(line.hasPrefix("error: ") ? line.dropFirst(7) : line))
      } else {
        problems[problems.count - 1] += "\n\(line)"
      }
    }
    return problems
  }
}
