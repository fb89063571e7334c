import FolioRaster

/// Colours as scenes write them: `'#RGB'`, `'#RGBA'`, `'#RRGGBB'`, `'#RRGGBBAA'`, six bare
/// hexadecimal digits, a CSS name, `transparent`, `rgb(…)` or `rgba(…)`.
enum ColorText {
  static let accepted = "write '#RRGGBB', RRGGBB, a CSS name, or rgba(r, g, b, a)"

  /// The colour of a text.
  static func parse(_ text: String) throws(ValueFault) -> Color {
    if text.utf8.first == UInt8(ascii: "#") {
      let digits = text.dropFirst()
      guard let color = hexadecimal(digits) else {
        throw ValueFault(
          "\(text.quoted) is not a colour",
          hint: "after # come 3, 4, 6 or 8 hexadecimal digits")
      }
      return color
    }
    if let color = named(text) { return color }
    if text.utf8.count == 6, let color = hexadecimal(text[...]) { return color }
    let lower = text.lowercased()
    if lower.hasPrefix("rgb(") || lower.hasPrefix("rgba(") { return try function(lower, text) }
    if [3, 4, 8].contains(text.utf8.count), hexadecimal(text[...]) != nil {
      throw ValueFault(
        "\(text.quoted) is not a colour", hint: "only six digits may stand bare; write '#\(text)'")
    }
    let known = names.map(\.name) + ["transparent"]
    let near = Suggestion.nearest(to: lower, among: known).map { "did you mean \($0)?" }
    throw ValueFault("\(text.quoted) is not a colour", hint: near ?? accepted)
  }

  /// The colour of a name, in any case of letters.
  private static func named(_ text: String) -> Color? {
    let lower = text.lowercased()
    if lower == "transparent" { return .transparent }
    // Bytes are compared: some letters outside ASCII are lowercased into it.
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    return names.first { $0.name == lower }.map { color(rgb: $0.rgb) }
  }

  private static func color(rgb: UInt32, alpha: UInt8 = 255) -> Color {
    Color(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb), alpha: alpha)
  }

  private static func hexadecimal(_ digits: Substring) -> Color? {
    var values: [UInt8] = []
    for byte in digits.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): values.append(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): values.append(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): values.append(byte - UInt8(ascii: "A") + 10)
      default: return nil
      }
      if values.count > 8 { return nil }
    }
    switch values.count {
    case 3, 4: values = values.flatMap { [$0, $0] }
    case 6, 8: break
    default: return nil
    }
    let bytes = stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    return Color(
      red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count == 4 ? bytes[3] : 255)
  }

  /// `rgb(r, g, b)`, `rgba(r, g, b, a)`, and with spaces `rgb(r g b / a)`. Channels are numbers
  /// 0...255 or percentages, alpha a number 0...1 or a percentage; halves round up.
  private static func function(_ lower: String, _ text: String) throws(ValueFault) -> Color {
    let fault = ValueFault(
      "\(text.quoted) is not a colour",
      hint: "write rgb(255, 90, 95) or rgba(0, 0, 0, 0.5), with channels of 0 to 255")
    guard lower.hasSuffix(")"), let open = lower.firstIndex(of: "(") else { throw fault }
    let inner = lower[lower.index(after: open)...].dropLast()
    var parts: [Substring]
    if inner.contains(",") {
      parts = inner.split(separator: ",", omittingEmptySubsequences: false)
    } else {
      let halves = inner.split(separator: "/", omittingEmptySubsequences: false)
      guard halves.count <= 2 else { throw fault }
      parts = halves[0].split(separator: " ")
      guard parts.count == 3 else { throw fault }
      if halves.count == 2 { parts.append(halves[1]) }
    }
    guard parts.count == 3 || parts.count == 4 else { throw fault }
    func channel(_ part: Substring, _ full: Double) -> Double? {
      var trimmed = part.drop { $0 == " " }
      while trimmed.last == " " { trimmed.removeLast() }
      let isPercent = trimmed.last == "%"
      if isPercent { trimmed.removeLast() }
      guard let number = DecimalText(trimmed)?.double else { return nil }
      let value = isPercent ? number / 100 : number / full
      return value >= 0 && value <= 1 ? value : nil
    }
    var channels: [UInt8] = []
    for (index, part) in parts.enumerated() {
      guard let share = channel(part, index == 3 ? 1 : 255) else { throw fault }
      channels.append(UInt8((share * 255 + 0.5).rounded(.down)))
    }
    return Color(
      red: channels[0], green: channels[1], blue: channels[2],
      alpha: channels.count == 4 ? channels[3] : 255)
  }
}
