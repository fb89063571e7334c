/// How faults are shown: the head `file:line:column: error: message`, the source line, and a caret
/// line with what would do.
///
/// ```
/// card.folio.yaml:14:9: error: unknown key "stlye" in pages[0].layers[1]
///    14 |         stlye: h1
///       |         ^~~~~ did you mean "style"?
/// ```
extension Diagnostic: CustomStringConvertible {
  /// The fault as text, without a trailing line break.
  public var description: String { rendered() }

  /// The fault as text, without a trailing line break.
  ///
  /// - Parameter showsSource: whether the source line and the caret line are shown; without them
  ///   the hint follows the message.
  public func rendered(showsSource: Bool = true) -> String {
    var lines: [String] = []
    let head = Diagnostic.head(span: span, path: path)
    if showsSource, let span {
      lines.append("\(head)\(severity.rawValue): \(message.printable)")
      lines += Diagnostic.excerpt(of: span, hint: hint)
    } else {
      let tail = hint.map { "; \($0)" } ?? ""
      lines.append("\(head)\(severity.rawValue): \((message + tail).printable)")
    }
    for note in notes {
      lines.append(
        "\(Diagnostic.head(span: note.span, path: path))note: \(note.message.printable)")
    }
    return lines.joined(separator: "\n")
  }

  private static func head(span: SourceSpan?, path: String) -> String {
    if let span { return "\(span.description.printable): " }
    return path.isEmpty ? "" : "\(path.printable): "
  }

  /// The most characters of a source line that are shown.
  private static let widestExcerpt = 100

  /// The source line and the caret line of a span. Long lines are cut around the span.
  private static func excerpt(of span: SourceSpan, hint: String?) -> [String] {
    let start = span.start
    let range = span.file.lineRange(start.line)
    let text = Array(String(decoding: span.file.bytes[range], as: UTF8.self).unicodeScalars)
    let column = min(start.column - 1, text.count)
    let covered = String(
      decoding: span.file.bytes[
        min(
          start.offset, range.upperBound)..<max(
            min(start.offset, range.upperBound), min(span.upperBound, range.upperBound))],
      as: UTF8.self
    ).unicodeScalars.count

    var first = 0
    if column + min(covered, 40) > widestExcerpt { first = max(0, column - widestExcerpt / 2) }
    let last = min(text.count, first + widestExcerpt)
    let prefix = first > 0 ? "…" : ""
    let suffix = last < text.count ? "…" : ""
    let shown = text[first..<last].map(\.printable).joined()

    let number = String(start.line)
    let gutter = String(repeating: " ", count: max(0, 5 - number.count)) + number
    let blank = String(repeating: " ", count: gutter.count)
    var caret = prefix.isEmpty ? "" : " "
    for scalar in text[first..<column] {
      caret += scalar == "\t" ? "\t" : String(repeating: " ", count: scalar.columns)
    }
    let width = text[column..<min(column + covered, last)].reduce(0) { $0 + $1.columns }
    caret += "^" + String(repeating: "~", count: max(0, width - 1))
    let tail = hint.map { " " + $0.printable } ?? ""
    return ["\(gutter) | \(prefix)\(shown)\(suffix)", "\(blank) | \(caret)\(tail)"]
  }
}

extension DiagnosticList: CustomStringConvertible {
  /// The first ``defaultLimit`` faults as text.
  public var description: String { rendered() }

  /// The faults as text, one after the other, with a count of those beyond the limit.
  public func rendered(limit: Int = defaultLimit, showsSource: Bool = true) -> String {
    var parts = diagnostics.prefix(max(0, limit)).map { $0.rendered(showsSource: showsSource) }
    let hidden = count - parts.count
    if hidden > 0 {
      parts.append("… and \(hidden) more; \(count) in all")
    }
    return parts.joined(separator: "\n")
  }
}

extension String {
  /// The text with control characters replaced, so that a message cannot steer a terminal.
  var printable: String {
    if unicodeScalars.allSatisfy({ $0.isPrintable }) { return self }
    return unicodeScalars.map(\.printable).joined()
  }

  /// The text in quotation marks for a message, cut after 60 characters, with control characters
  /// and quotation marks escaped.
  var quoted: String {
    var result = "\""
    for (index, scalar) in unicodeScalars.enumerated() {
      if index == 60 {
        result += "…"
        break
      }
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      default:
        result +=
          scalar.isPrintable
          ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return result + "\""
  }
}

extension Unicode.Scalar {
  /// Whether it may be sent to a terminal as it is: no control character, no line separator, no
  /// control of writing direction.
  var isPrintable: Bool {
    switch value {
    case 0x09: true
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
    default: true
    }
  }

  fileprivate var printable: String { isPrintable ? String(self) : "\u{FFFD}" }

  /// The columns that a terminal gives it: 2 for East Asian wide characters and emoji, 0 for marks
  /// that combine, else 1.
  fileprivate var columns: Int {
    switch value {
    case 0..<0x300: return 1
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
      0x20000...0x3FFFD:
      return 2
    default:
      switch properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: return isPrintable ? 0 : 1
      default: return 1
      }
    }
  }
}
