import FolioSequence

/// A JSON value that is written with its keys in a fixed order: the same values, the same bytes.
indirect enum JSONText {
  case null
  case bool(Bool)
  case integer(Int)
  case double(Double)
  case string(String)
  case array([JSONText])
  case object([(String, JSONText)])

  /// The value as a file: indented by two spaces, with a line end at its end.
  var file: [UInt8] {
    var text = ""
    write(into: &text, indent: 0)
    text += "\n"
    return Array(text.utf8)
  }

  /// The value on one line.
  var line: String {
    var text = ""
    write(into: &text, indent: nil)
    return text
  }

  private var isFlat: Bool {
    switch self {
    case .array(let values): values.allSatisfy(\.isScalar)
    case .object(let members): members.isEmpty
    default: true
    }
  }

  private var isScalar: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }

  private func write(into text: inout String, indent: Int?) {
    func list<T>(
      _ open: String, _ close: String, _ items: [T], isFlat: Bool,
      _ body: (T, inout String) -> Void
    ) {
      text += open
      for (i, item) in items.enumerated() {
        if i > 0 { text += isFlat ? ", " : "," }
        if !isFlat, let indent { text += "\n" + String(repeating: " ", count: indent + 2) }
        body(item, &text)
      }
      if !isFlat, let indent { text += "\n" + String(repeating: " ", count: indent) }
      text += close
    }
    let inner = indent.map { $0 + 2 }
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .double(let value): text += JSONWriter.text(of: value)
    case .string(let value): text += JSONText.quoted(value)
    case .array(let values):
      list("[", "]", values, isFlat: isFlat || indent == nil) { $0.write(into: &$1, indent: inner) }
    case .object(let members):
      list("{", "}", members, isFlat: isFlat || indent == nil) {
        $1 += JSONText.quoted($0.0) + ": "
        $0.1.write(into: &$1, indent: inner)
      }
    }
  }

  /// A string in quotes. Beside what RFC 8259 asks for, `<`, `>` and `&` are escaped, so that the
  /// text can stand in an HTML script, and the two line ends that JavaScript knows besides.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "<", ">", "&", "\u{2028}", "\u{2029}", "\u{0}"..."\u{1F}", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
