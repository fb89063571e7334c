import FolioSequence
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

  /// An option's text as a time: `1.5s`, `350ms` or a number of seconds, exactly.
  func time(_ option: Option, _ text: String) throws(UsageError) -> FrameTime {
    let fault = error(
      option, "is \"\(text)\"; a time is wanted, such as 1.5s, 350ms or 2, at most 24 hours")
    var digits = Substring(text)
    var unit: Int64 = 1
    if digits.hasSuffix("ms") {
      digits = digits.dropLast(2)
      unit = 1000
    } else if digits.hasSuffix("s") {
      digits = digits.dropLast()
    }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 9 }),
      parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let whole = Int64(parts[0]), let fraction = Int64(parts.count == 2 ? parts[1] : "0")
    else { throw fault }
    var scale: Int64 = 1
    if parts.count == 2 { for _ in parts[1].utf8 { scale *= 10 } }
    if whole > 86_400 * unit { throw fault }
    return FrameTime(whole * scale + fraction, scale * unit)
  }

  /// An option's value as a whole number of a range.
  func number(_ option: Option, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = try text(option) else { return nil }
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }),
      let number = Int(text), range.contains(number)
    else {
      throw error(
        option,
        "is \"\(text)\"; a whole number from \(range.lowerBound) to \(range.upperBound) is wanted")
    }
    return number
  }

  /// An option's value as a rate of frames.
  func frameRate(_ option: Option) throws(UsageError) -> FrameRate? {
    guard let text = try text(option) else { return nil }
    if let rate = FrameRate(text) { return rate }
    let advice =
      FrameRate.suggestion(for: text).map { "write \($0)" }
      ?? "write a rate from 1/1000 to 1000, such as 30 or 30000/1001"
    throw error(option, "is \"\(text)\", which is no exact rate; " + advice)
  }

  /// How many threads to work on: what the option says, the environment, or as many as there are
  /// processors.
  func jobs(
    environment: [String: String], processors: Int
  ) throws(UsageError) -> Int {
    if let text = try text(.jobs) {
      guard let jobs = RenderOptions.jobs(text, processors: processors) else {
        throw error(.jobs, "is \"\(text)\"; " + RenderOptions.jobsAdvice)
      }
      return jobs
    }
    guard let text = environment["FOLIOSCOPE_JOBS"], !text.isEmpty else { return processors }
    guard let jobs = RenderOptions.jobs(text, processors: processors) else {
      throw UsageError(
        command: command,
        reason: "FOLIOSCOPE_JOBS in the environment is \"\(text)\"; " + RenderOptions.jobsAdvice)
    }
    return jobs
  }

  /// Whether an option was given, with a value or as a flag.
  func has(_ option: Option) -> Bool { bytes(option) != nil || flag(option) != nil }

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
