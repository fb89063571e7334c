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
    if !result.problems.isEmpty {
      try? session.standardError.write(Array(result.problems.utf8))
    }
    return ExitCode(rawValue: result.exitCode) ?? .software
  }
}
