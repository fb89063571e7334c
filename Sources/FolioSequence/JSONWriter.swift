/// Writes JSON with the layout that its caller chooses: the same values give the same bytes.
package struct JSONWriter {
  /// What has been written.
  package private(set) var bytes: [UInt8] = []

  /// Nothing yet.
  package init() {}

  /// Appends text as it stands.
  package mutating func raw(_ text: String) { bytes += Array(text.utf8) }

  /// Appends a text in quotes; only what RFC 8259 asks for is escaped.
  package mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): raw("\\\"")
      case UInt8(ascii: "\\"): raw("\\\\")
      case 0x0A: raw("\\n")
      case 0..<32:
        let digits = String(byte, radix: 16)
        raw("\\u00" + (digits.utf8.count == 1 ? "0" : "") + digits)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends an integer.
  package mutating func number(_ value: Int64) { raw(String(value)) }

  /// Appends the shortest decimal text that reads back as the same `Double`, a whole number without
  /// a fraction and -0 as 0; what is not finite becomes `null`.
  package mutating func number(_ value: Double) { raw(JSONWriter.text(of: value)) }

  /// The text of a number; see ``number(_:)-(Double)``.
  package static func text(of value: Double) -> String {
    guard value.isFinite else { return "null" }
    if value.magnitude < 1e15, let whole = Int64(exactly: value) { return String(whole) }
    return value.description
  }

  /// Appends a list of texts on one line.
  package mutating func strings(_ values: [String]) {
    raw("[")
    for (i, value) in values.enumerated() {
      if i > 0 { raw(", ") }
      string(value)
    }
    raw("]")
  }

  /// Appends a ratio as a list of two integers.
  package mutating func ratio(_ numerator: Int64, _ denominator: Int64) {
    raw("[\(numerator), \(denominator)]")
  }
}
