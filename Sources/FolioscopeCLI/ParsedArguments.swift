import Folioscope

/// The words of a command line, sorted into options and operands.
struct ParsedArguments: Equatable {
  /// The command's name.
  var command: String
  /// What is neither an option nor its value, as bytes: paths need not be UTF-8.
  var operands: [[UInt8]] = []
  /// Options that were given more than once; the last one counts.
  private(set) var repeated: [String] = []

  private var values: [String: [UInt8]] = [:]
  private var flags: [String: Bool] = [:]

  init(command: String) { self.command = command }

  mutating func set(_ option: Option, value: [UInt8]) {
    note(option, isKnown: values.updateValue(value, forKey: option.name) != nil)
  }

  mutating func set(_ option: Option, flag: Bool) {
    note(option, isKnown: flags.updateValue(flag, forKey: option.name) != nil)
  }

  private mutating func note(_ option: Option, isKnown: Bool) {
    if isKnown, !repeated.contains(option.name) { repeated.append(option.name) }
  }

  /// Whether a flag is set: the last word about it, or `nil` if there is none.
  func flag(_ option: Option) -> Bool? { flags[option.name] }

  /// An option's value as bytes.
  func bytes(_ option: Option) -> [UInt8]? { values[option.name] }

  /// An option's value as text.
  func text(_ option: Option) throws(UsageError) -> String? {
    guard let bytes = values[option.name] else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw error(option, "is no UTF-8 text")
    }
    return text
  }

  /// An option's value as one of the words that it may be.
  func choice<T: RawRepresentable>(
    _ option: Option, as type: T.Type
  ) throws(UsageError) -> T? where T.RawValue == String {
    guard let text = try text(option) else { return nil }
    if let value = T(rawValue: text) { return value }
    var reason = "is \"\(text)\"; it may be \(ParsedArguments.list(option.choices))"
    if let near = Suggestion.nearest(to: text, among: option.choices) {
      reason += "; did you mean \(near)?"
    }
    throw error(option, reason)
  }

  /// An option's value as a path.
  func path(_ option: Option) throws(UsageError) -> FilePath? {
    guard let bytes = values[option.name] else { return nil }
    guard let path = FilePath(bytes: bytes) else { throw error(option, "is empty") }
    return path
  }

  /// An operand as a path.
  func path(ofOperand index: Int) throws(UsageError) -> FilePath {
    guard let path = FilePath(bytes: operands[index]) else {
      throw UsageError(command: command, reason: "a path is empty")
    }
    return path
  }

  /// An error about an option's value.
  func error(_ option: Option, _ reason: String) -> UsageError {
    UsageError(command: command, reason: "--\(option.name) \(reason)")
  }

  /// `a, b or c`.
  static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
