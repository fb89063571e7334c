// The words of the command line, after the habits of GNU programs: `--name value` and `--name=value`,
// `--no-name` for flags that can be taken back, one-letter flags in bundles (`-qv`, `-j4`), options
// before, between and after the operands, `--` before operands that begin with a dash. Names are
// never abbreviated, so that a new option breaks no script. Of an option given twice the last counts.
//
// An option may stand before the command's name, where it is not known yet which options there are.
// So words are split by the options of all commands (one name takes a value everywhere or nowhere),
// and whether the command has the option is asked afterwards.

/// What a command line asks for.
enum Invocation: Equatable {
  /// Nothing at all: the program says what it is.
  case introduction
  /// Help on a command or a topic, or on everything.
  case help(String?)
  /// The version.
  case version
  /// A command with its options and operands.
  case command(ParsedArguments)
}

/// Splits a command line.
struct ArgumentParser {
  /// The commands that there are.
  let commands: [CommandDefinition]
  /// Topics of `folioscope help`.
  var topics: [String] = []

  private var table: [Option] {
    var table: [Option] = [.version]
    for command in commands {
      for option in command.allOptions where !table.contains(where: { $0.name == option.name }) {
        table.append(option)
      }
    }
    return table.contains(.help) ? table : table + Option.common
  }

  /// One option as it was written.
  private struct Written {
    var option: Option
    var spelling: String
    var value: [UInt8]?
    var isNegated = false
  }

  /// What the words after the program's name ask for.
  ///
  /// - Throws: ``UsageError`` for an unknown command or option, a value that is missing or too many,
  ///   and a wrong number of operands.
  func parse(_ words: [[UInt8]]) throws(UsageError) -> Invocation {
    var written: [Written] = []
    var plain: [[UInt8]] = []
    var i = 0
    while i < words.count {
      let word = words[i]
      i += 1
      if word == Array("--".utf8) {
        plain += words[i...]
        break
      } else if word.starts(with: Array("--".utf8)) {
        written.append(try long(word, words, &i, command: self.command(of: plain)))
      } else if word.first == UInt8(ascii: "-"), word.count > 1 {
        written += try bundle(word, words, &i, command: self.command(of: plain))
      } else {
        plain.append(word)
      }
    }

    let wantsHelp = written.contains { $0.option.name == Option.help.name }
    if written.contains(where: { $0.option.name == Option.version.name }) { return .version }
    guard let first = plain.first else {
      if let option = written.first(where: { $0.option.name != Option.help.name }) {
        throw UsageError(
          command: nil, reason: "\(option.spelling) needs a command, such as \(example)")
      }
      return wantsHelp ? .help(nil) : .introduction
    }
    let name = String(decoding: first, as: UTF8.self)
    if name == "help" {
      return try help(plain.dropFirst().map { String(decoding: $0, as: UTF8.self) })
    }
    guard let command = command(of: plain) else { throw unknownCommand(name) }
    if wantsHelp { return .help(command.name) }

    var arguments = ParsedArguments(command: command.name)
    for item in written {
      guard let option = command.option(named: item.option.name) else {
        throw UsageError(
          command: command.name,
          reason: "\(item.spelling) is no option of \(command.name)"
            + owners(of: item.option, but: command))
      }
      if let value = item.value {
        arguments.set(option, value: value)
      } else {
        arguments.set(option, flag: !item.isNegated)
      }
    }
    arguments.operands = Array(plain.dropFirst())
    try checkOperands(arguments, of: command)
    return .command(arguments)
  }

  private var example: String { "folioscope \(commands.last?.name ?? "help") ..." }

  private func command(of plain: [[UInt8]]) -> CommandDefinition? {
    guard let first = plain.first else { return nil }
    return commands.first { Array($0.name.utf8) == first }
  }

  // MARK: - Options

  private func long(
    _ word: [UInt8], _ words: [[UInt8]], _ next: inout Int, command: CommandDefinition?
  ) throws(UsageError) -> Written {
    let equals = word.firstIndex(of: UInt8(ascii: "="))
    let spelling = String(decoding: word[..<(equals ?? word.count)], as: UTF8.self)
    let name = String(spelling.dropFirst(2))
    let inline = equals.map { Array(word[($0 + 1)...]) }
    var written: Written
    if let option = table.first(where: { $0.name == name }) {
      written = Written(option: option, spelling: spelling)
    } else if name.hasPrefix("no-"),
      let option = table.first(where: { $0.isNegatable && $0.name == String(name.dropFirst(3)) })
    {
      written = Written(option: option, spelling: spelling, isNegated: true)
    } else {
      throw unknownOption(spelling, name: name, command: command)
    }
    if written.option.value == nil {
      if let inline {
        throw UsageError(
          command: command?.name,
          reason: "\(spelling) takes no value, found "
            + "\"\(String(decoding: inline, as: UTF8.self))\"")
      }
      return written
    }
    if let inline {
      written.value = inline
    } else {
      written.value = try value(of: written, words, &next, command: command)
    }
    return written
  }

  private func bundle(
    _ word: [UInt8], _ words: [[UInt8]], _ next: inout Int, command: CommandDefinition?
  ) throws(UsageError) -> [Written] {
    var result: [Written] = []
    var at = 1
    while at < word.count {
      let letter = Character(Unicode.Scalar(word[at]))
      at += 1
      let spelling = "-\(letter)"
      guard letter.isASCII, let option = table.first(where: { $0.short == letter }) else {
        let text = String(decoding: word, as: UTF8.self)
        let isWhole = word.count == 2
        throw UsageError(
          command: command?.name,
          reason: "unknown option \(isWhole ? text : "\(spelling) in \(text)")"
            + (isWhole || !table.contains { "-" + $0.name == text }
              ? "" : "; did you mean -\(text)?"))
      }
      var written = Written(option: option, spelling: spelling)
      if option.value != nil {
        if at < word.count {
          written.value = Array(word[at...])
          at = word.count
        } else {
          written.value = try value(of: written, words, &next, command: command)
        }
      }
      result.append(written)
    }
    return result
  }

  /// The word after an option. One that is an option itself is most likely no value.
  private func value(
    of written: Written, _ words: [[UInt8]], _ next: inout Int, command: CommandDefinition?
  ) throws(UsageError) -> [UInt8] {
    let placeholder = written.option.value ?? ""
    func missing(_ found: String) -> UsageError {
      UsageError(
        command: command?.name,
        reason: "\(written.spelling) needs a value, found \(found); write \(written.spelling) "
          + "\(placeholder)")
    }
    guard next < words.count else { throw missing("the end of the line") }
    let word = words[next]
    let text = String(decoding: word, as: UTF8.self)
    if text == "--" || table.contains(where: { "--" + $0.name == text }) {
      throw missing(text)
    }
    next += 1
    return word
  }

  private func unknownOption(
    _ spelling: String, name: String, command: CommandDefinition?
  ) -> UsageError {
    let known = command?.allOptions ?? table
    let names = known.flatMap { $0.isNegatable ? [$0.name, "no-" + $0.name] : [$0.name] }
    var reason = "unknown option \(spelling)"
    if let near = Suggestion.nearest(to: name, among: names) {
      reason += "; did you mean --\(near)?"
    } else if name.hasPrefix("no-"), known.contains(where: { $0.name == name.dropFirst(3) }) {
      reason += "; --\(name.dropFirst(3)) cannot be taken back, leave it out"
    }
    return UsageError(command: command?.name, reason: reason)
  }

  private func owners(of option: Option, but command: CommandDefinition) -> String {
    let owners = commands.filter { $0.option(named: option.name) != nil }.map(\.name)
    return owners.isEmpty ? "" : "; it is one of \(ParsedArguments.list(owners))"
  }

  // MARK: - Commands

  private func help(_ words: [String]) throws(UsageError) -> Invocation {
    guard let word = words.first else { return .help(nil) }
    let known = commands.map(\.name) + topics
    if known.contains(word) { return .help(word) }
    throw UsageError(
      command: nil,
      reason: "there is no help on \"\(word)\"" + meant(word, among: known))
  }

  private func unknownCommand(_ name: String) -> UsageError {
    if name.hasSuffix(".yaml") || name.hasSuffix(".yml") || name.hasSuffix(".json") {
      return UsageError(
        command: nil,
        reason: "\"\(name)\" is no command; to draw that scene write: folioscope render \(name)")
    }
    return UsageError(
      command: nil,
      reason: "\"\(name)\" is no command" + meant(name, among: commands.map(\.name) + ["help"]))
  }

  private func meant(_ word: String, among known: [String]) -> String {
    if let near = Suggestion.nearest(to: word, among: known) { return "; did you mean \(near)?" }
    return "; there are \(known.joined(separator: ", "))"
  }

  private func checkOperands(
    _ arguments: ParsedArguments, of command: CommandDefinition
  ) throws(UsageError) {
    let count = arguments.operands.count
    if count < command.operandCount.lowerBound {
      throw UsageError(
        command: command.name,
        reason: "\(command.operandKind) is missing; write: folioscope \(command.name) "
          + command.operands)
    }
    if count > command.operandCount.upperBound {
      let extra = String(
        decoding: arguments.operands[command.operandCount.upperBound], as: UTF8.self)
      throw UsageError(
        command: command.name,
        reason: "found \"\(extra)\" after \(command.operandKind), expected the end: "
          + "\(command.name) takes one")
    }
  }
}
