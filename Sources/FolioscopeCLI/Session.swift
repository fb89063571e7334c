import Folioscope
import Synchronization

/// One run of the program: where it writes, what it was told, and whether it is to stop.
///
/// Everything from outside comes in here, so that tests run commands with streams and an environment
/// of their own.
final class Session: Sendable {
  /// Where results go.
  let standardOutput: ByteStream
  /// Where messages and progress go.
  let standardError: ByteStream
  /// Whether standard output was closed when the program began.
  let isOutputClosed: Bool
  /// The environment.
  let environment: [String: String]
  /// How many processors the program may use.
  let processors: Int
  /// Set when the program is to stop.
  let cancellation: Cancellation
  /// The options that all commands have.
  let options: CommonOptions
  /// Takes messages.
  let messages: Messages

  private let terminal: Terminal
  private let current: CurrentReport

  /// The report of the work that is going on, which the signal's handler asks.
  private final class CurrentReport: Sendable {
    let report = Mutex<ProgressReport?>(nil)
  }

  convenience init(
    standardOutput: ByteStream, standardError: ByteStream, isOutputClosed: Bool = false,
    environment: [String: String], processors: Int, cancellation: Cancellation,
    options: CommonOptions
  ) {
    self.init(
      standardOutput: standardOutput, standardError: standardError,
      isOutputClosed: isOutputClosed, environment: environment, processors: processors,
      cancellation: cancellation, options: options, current: CurrentReport())
  }

  private init(
    standardOutput: ByteStream, standardError: ByteStream, isOutputClosed: Bool,
    environment: [String: String], processors: Int, cancellation: Cancellation,
    options: CommonOptions, current: CurrentReport
  ) {
    self.current = current
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.isOutputClosed = isOutputClosed
    self.environment = environment
    self.processors = processors
    self.cancellation = cancellation
    self.options = options
    terminal = Terminal(
      isTerminal: standardError.isTerminal, columns: standardError.columns,
      environment: environment, color: options.color)
    messages = Messages(to: standardError, options: options, usesColor: terminal.usesColor)
  }

  /// The same session with other options.
  func with(_ options: CommonOptions) -> Session {
    Session(
      standardOutput: standardOutput, standardError: standardError,
      isOutputClosed: isOutputClosed, environment: environment, processors: processors,
      cancellation: cancellation, options: options, current: current)
  }

  /// Writes a result to standard output.
  ///
  /// - Throws: ``FilmError`` of the kind `closedPipe` or `cannotWrite`.
  func write(_ text: String) throws(FilmError) { try write(Array(text.utf8)) }

  /// Writes a result to standard output.
  ///
  /// - Throws: ``FilmError`` of the kind `closedPipe` or `cannotWrite`.
  func write(_ bytes: [UInt8]) throws(FilmError) {
    try checkOutput()
    try standardOutput.write(bytes)
  }

  /// Refuses to work for a standard output that was never there.
  ///
  /// - Throws: ``FilmError`` of the kind `cannotWrite`.
  func checkOutput() throws(FilmError) {
    if isOutputClosed { throw FilmError(.cannotWrite, "standard output is closed") }
  }

  /// A report on the progress of some work, in the style that was asked for.
  func progress(label: String) -> ProgressReport {
    let style: ProgressReport.Style =
      switch options.progress {
      case .auto: options.isQuiet ? .none : terminal.canRedraw ? .bar : .plain
      case .bar: .bar
      case .plain: .plain
      case .json: .json
      case .none: .none
      }
    let stream = standardError
    let report = ProgressReport(
      label: label, style: style, columns: terminal.columns, clock: System.seconds,
      output: { try? stream.write($0) })
    current.report.withLock { $0 = report }
    return report
  }

  /// Says how far the work is that is going on, if any is.
  @Sendable
  func reportNow() { current.report.withLock { $0 }?.reportNow() }

  /// Ends a progress line that is being redrawn, so that a message begins on a line of its own.
  func interruptProgress() { current.report.withLock { $0 }?.interrupt() }
}
