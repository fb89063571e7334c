import Folioscope
import Synchronization

/// A command with what it does.
struct Command: Sendable {
  /// What it takes.
  let definition: CommandDefinition
  /// Reads its options, and returns the work that they ask for. A wrong option is found before
  /// anything is done.
  let prepare: @Sendable (ParsedArguments, Session) throws(UsageError) -> (() throws -> ExitCode)

  /// `check`.
  static func check(
    _ body: @escaping @Sendable (CheckOptions, Session) throws -> ExitCode
  ) -> Command {
    Command(definition: .check) { (arguments, session) throws(UsageError) in
      let options = try CheckOptions(arguments)
      return { try body(options, session) }
    }
  }

  /// `info`.
  static func info(
    _ body: @escaping @Sendable (InfoOptions, Session) throws -> ExitCode
  ) -> Command {
    Command(definition: .info) { (arguments, session) throws(UsageError) in
      let options = try InfoOptions(arguments)
      return { try body(options, session) }
    }
  }

  /// `render`.
  static func render(
    _ body: @escaping @Sendable (RenderOptions, Session) throws -> ExitCode
  ) -> Command {
    Command(definition: .render) { (arguments, session) throws(UsageError) in
      let options = try RenderOptions(
        arguments, environment: session.environment, processors: session.processors)
      return { try body(options, session) }
    }
  }

  /// `encode`.
  static func encode(
    _ body: @escaping @Sendable (EncodeOptions, Session) throws -> ExitCode
  ) -> Command {
    Command(definition: .encode) { (arguments, session) throws(UsageError) in
      let options = try EncodeOptions(
        arguments, environment: session.environment, processors: session.processors)
      return { try body(options, session) }
    }
  }

  /// `compare`.
  static func compare(
    _ body: @escaping @Sendable (CompareOptions, Session) throws -> ExitCode
  ) -> Command {
    Command(definition: .compare) { (arguments, session) throws(UsageError) in
      let options = try CompareOptions(arguments, processors: session.processors)
      return { try body(options, session) }
    }
  }

  /// `golden`.
  static func golden(
    _ body: @escaping @Sendable (GoldenOptions, Session) throws -> ExitCode
  ) -> Command {
    Command(definition: .golden) { (arguments, session) throws(UsageError) in
      let options = try GoldenOptions(arguments)
      return { try body(options, session) }
    }
  }

  /// `trace`.
  static func trace(
    _ body: @escaping @Sendable (TraceOptions, Session) throws -> ExitCode
  ) -> Command {
    Command(definition: .trace) { (arguments, session) throws(UsageError) in
      let options = try TraceOptions(arguments)
      return { try body(options, session) }
    }
  }

  /// `doctor`.
  static func doctor(
    _ body: @escaping @Sendable (DoctorOptions, Session) throws -> ExitCode
  ) -> Command {
    Command(definition: .doctor) { (arguments, session) throws(UsageError) in
      let options = try DoctorOptions(arguments)
      return { try body(options, session) }
    }
  }

  /// `still`.
  static func still(
    _ body: @escaping @Sendable (StillOptions, Session) throws -> ExitCode
  ) -> Command {
    Command(definition: .still) { (arguments, session) throws(UsageError) in
      let options = try StillOptions(arguments)
      return { try body(options, session) }
    }
  }
}

/// The program: finds the command, runs it, and turns its errors into messages and an exit code.
struct Program {
  /// The commands, in the order of the help text.
  var commands: [Command]
  /// Pages of help that are about no single command.
  var topics: [HelpTopic] = HelpTopic.all

  /// Runs a command line.
  ///
  /// - Parameters:
  ///   - words: The words after the program's name.
  ///   - session: Streams, environment and the request to stop.
  ///   - stopCode: The exit code of the signal that has asked for the end, if one has.
  /// - Returns: The code with which the program ends.
  func run(
    _ words: [[UInt8]], in session: Session, stopCode: () -> ExitCode? = { nil }
  ) -> ExitCode {
    let definitions = commands.map(\.definition)
    var session = session
    do {
      let parser = ArgumentParser(commands: definitions, topics: topics.map(\.name))
      switch try parser.parse(words) {
      case .introduction: try session.write(HelpText.introduction(definitions))
      case .version: try session.write("folioscope \(FolioscopeVersion.current)\n")
      case .help(let word): try session.write(helpText(word, definitions))
      case .command(let arguments):
        session = session.with(try CommonOptions(arguments))
        for name in arguments.repeated {
          session.messages.write(
            Message(.note, "--\(name) is given more than once; the last one counts"))
        }
        guard let command = commands.first(where: { $0.definition.name == arguments.command })
        else { return .software }
        return try command.prepare(arguments, session)()
      }
      return .success
    } catch {
      return report(error, in: session, stopCode: stopCode())
    }
  }

  private func helpText(_ word: String?, _ definitions: [CommandDefinition]) -> String {
    if let definition = definitions.first(where: { $0.name == word }) {
      return HelpText.command(definition)
    }
    if let topic = topics.first(where: { $0.name == word }) { return topic.text }
    return HelpText.overview(definitions, topics: topics)
  }

  private func report(_ error: any Error, in session: Session, stopCode: ExitCode?) -> ExitCode {
    session.interruptProgress()
    if let error = error as? FilmError {
      // The reader has what it wanted.
      if error.kind == .closedPipe { return .closedPipe }
      if error.kind == .cancelled {
        session.messages.write(
          Message(
            .error,
            error.message == "cancelled"
              ? "stopped; the frames that are in place are whole, and rendering again completes them"
              : error.message))
        return stopCode ?? .interrupted
      }
    }
    if let error = error as? any ExitCodeProviding {
      session.messages.write(Message(.error, "\(error)"))
      return error.exitCode
    }
    session.messages.write(
      Message(.error, "\(error)\nThis is a fault of Folioscope's own; please report it."))
    return .software
  }
}
