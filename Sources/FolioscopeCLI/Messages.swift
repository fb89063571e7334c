import FolioSequence
import Folioscope
import Synchronization

/// Something to tell the person who runs the program.
struct Message: Equatable {
  /// How bad it is.
  enum Severity: String {
    case error
    case warning
    case note
  }

  /// A place in a file.
  struct Location: Equatable {
    /// The file.
    var file: String
    /// The line, from 1.
    var line: Int
    /// The column in Unicode scalars, from 1.
    var column: Int
  }

  var severity: Severity
  /// Where it is, if it is about a place in a file.
  var location: Location?
  /// What was found, what was expected, and what would do. Lines after the first are shown below.
  var text: String

  init(_ severity: Severity, _ text: String, at location: Location? = nil) {
    self.severity = severity
    self.text = text
    self.location = location
  }
}

/// Writes messages to standard error.
///
/// As text a message is `file:line:column: error: text`, or `folioscope: error: text` where it is
/// about no place; as JSON it is one object a line.
final class Messages: Sendable {
  private let stream: ByteStream
  private let options: CommonOptions
  private let usesColor: Bool

  /// Messages for a stream.
  init(to stream: ByteStream, options: CommonOptions, usesColor: Bool) {
    self.stream = stream
    self.options = options
    self.usesColor = usesColor
  }

  /// Writes a message, unless the options are for fewer.
  func write(_ message: Message) {
    switch message.severity {
    case .error: break
    case .warning: if options.isQuiet { return }
    case .note: if !options.isVerbose { return }
    }
    let bytes: [UInt8] =
      switch options.logFormat {
      case .text: Array(Messages.text(message, usesColor: usesColor).utf8)
      case .json: Messages.json(message)
      }
    // Where standard error is gone nobody is left to tell.
    try? stream.write(bytes)
  }

  static func text(_ message: Message, usesColor: Bool) -> String {
    let place = message.location.map { "\($0.file):\($0.line):\($0.column)" } ?? "folioscope"
    var word = message.severity.rawValue
    if usesColor {
      let code =
        switch message.severity {
        case .error: "1;31"
        case .warning: "1;35"
        case .note: "1;36"
        }
      word = "\u{1B}[\(code)m\(word)\u{1B}[0m"
    }
    return "\(place): \(word): \(message.text)\n"
  }

  static func json(_ message: Message) -> [UInt8] {
    var out = JSONWriter()
    out.raw("{\"type\": \"\(message.severity.rawValue)\"")
    if let location = message.location {
      out.raw(", \"file\": ")
      out.string(location.file)
      out.raw(", \"line\": \(location.line), \"column\": \(location.column)")
    }
    out.raw(", \"message\": ")
    out.string(message.text)
    out.raw("}\n")
    return out.bytes
  }
}

/// Where progress goes, and how wide and how colourful it may be.
struct Terminal: Equatable {
  /// Whether a line can be redrawn.
  var canRedraw: Bool
  /// Whether text may be coloured.
  var usesColor: Bool
  /// Characters in a line.
  var columns: Int

  /// What the environment and the options say about a stream.
  ///
  /// - Parameters:
  ///   - isTerminal: Whether the stream is a terminal.
  ///   - columns: How wide the terminal says it is.
  init(
    isTerminal: Bool, columns: Int?, environment: [String: String],
    color: CommonOptions.ColorChoice
  ) {
    let isDumb = environment["TERM"] == "dumb"
    canRedraw = isTerminal && !isDumb && (environment["CI"] ?? "").isEmpty
    self.columns =
      columns ?? environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
    func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
    switch color {
    case .always: usesColor = true
    case .never: usesColor = false
    case .auto:
      if isSet("NO_COLOR") || environment["CLICOLOR"] == "0" {
        usesColor = false
      } else if isSet("CLICOLOR_FORCE"), environment["CLICOLOR_FORCE"] != "0" {
        usesColor = true
      } else {
        usesColor = isTerminal && !isDumb
      }
    }
  }
}
