/// A JSON value that is written with its keys in the order they were given.
indirect enum JSONText {
  case string(String)
  /// A number, as it is to be written.
  case number(String)
  case flag(Bool)
  case list([JSONText])
  case object([(key: String, value: JSONText)])

  /// The value as text: on one line where that is short, else a member a line, two spaces a level.
  func written(indent: Int = 0) -> String {
    let line = line
    if line.utf8.count + 2 * indent <= 96 { return line }
    let inner = String(repeating: "  ", count: indent + 1)
    let outer = String(repeating: "  ", count: indent)
    switch self {
    case .string, .number, .flag: return line
    case .list(let values):
      let parts = values.map { inner + $0.written(indent: indent + 1) }
      return "[\n\(parts.joined(separator: ",\n"))\n\(outer)]"
    case .object(let members):
      let parts = members.map {
        "\(inner)\(JSONText.quoted($0.key)): \($0.value.written(indent: indent + 1))"
      }
      return "{\n\(parts.joined(separator: ",\n"))\n\(outer)}"
    }
  }

  /// The value on one line.
  private var line: String {
    switch self {
    case .string(let text): JSONText.quoted(text)
    case .number(let text): text
    case .flag(let flag): flag ? "true" : "false"
    case .list(let values): "[\(values.map(\.line).joined(separator: ", "))]"
    case .object(let members) where members.isEmpty: "{}"
    case .object(let members):
      "{ \(members.map { "\(JSONText.quoted($0.key)): \($0.value.line)" }.joined(separator: ", ")) }"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default:
        if scalar.value < 0x20 {
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
