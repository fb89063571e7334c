import Folioscope

/// A command line that cannot be followed; the program ends with 64.
struct UsageError: ExitCodeProviding, Equatable, CustomStringConvertible {
  /// The command that the line names, if it names one.
  var command: String?
  /// What was found, what was expected, and what would do.
  var reason: String

  var exitCode: ExitCode { .usage }

  /// The reason, and where there is more to read.
  var description: String {
    "\(reason)\ntry: folioscope \(command.map { $0 + " " } ?? "")--help"
  }
}
