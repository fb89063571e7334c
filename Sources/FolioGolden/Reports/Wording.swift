/// Numbers and lists as the reports have them.
enum Wording {
  /// An integer in groups of three digits: `2 962 440`.
  static func grouped(_ value: Int) -> String {
    let digits = Array(String(value.magnitude))
    var text = value < 0 ? "−" : ""
    for (i, digit) in digits.enumerated() {
      if i > 0, (digits.count - i) % 3 == 0 { text += " " }
      text.append(digit)
    }
    return text
  }

  /// A share in percent with two digits, rounded up, so that no difference reads as 0: `0.054 %`.
  static func percent(_ count: Int, of total: Int) -> String {
    if count == 0 || total <= 0 { return "0 %" }
    if count >= total { return "100 %" }
    // Tenths of a millionth of a percent are as fine as any picture needs.
    let unit: Int128 = 100 * 10_000_000
    var value = (Int128(count) * unit + Int128(total) - 1) / Int128(total)
    var step: Int128 = 1
    while value / step >= 100 { step *= 10 }
    value = (value + step - 1) / step * step
    let whole = value / 10_000_000
    var fraction = String(value % 10_000_000)
    fraction = String(repeating: "0", count: 7 - fraction.count) + fraction
    while fraction.last == "0" { fraction.removeLast() }
    return fraction.isEmpty ? "\(whole) %" : "\(whole).\(fraction) %"
  }

  /// Ascending numbers as ranges: `17–19, 30`; cut after some.
  static func ranges(_ values: [Int], limit: Int = 6) -> String {
    var ranges: [(Int, Int)] = []
    for value in values {
      if let last = ranges.last, last.1 + 1 == value {
        ranges[ranges.count - 1].1 = value
      } else {
        ranges.append((value, value))
      }
    }
    let texts = ranges.prefix(limit).map { $0.0 == $0.1 ? "\($0.0)" : "\($0.0)–\($0.1)" }
    let more = ranges.count - texts.count
    return texts.joined(separator: ", ") + (more > 0 ? " and \(more) more ranges" : "")
  }

  static func frames(_ count: Int) -> String { count == 1 ? "1 frame" : "\(count) frames" }

  /// Points of a rectangle of pixels: `(100–113, 433–446 pt)`.
  static func points(_ box: PixelBox, scale: Double) -> String {
    func span(_ first: Int, _ end: Int) -> String {
      "\(decimal((Double(first) / scale * 10).rounded() / 10))–"
        + decimal((Double(end) / scale * 10).rounded() / 10)
    }
    return "(\(span(box.x, box.right)), \(span(box.y, box.bottom)) pt)"
  }

  /// A line's text without line ends and control characters, for messages of one line.
  static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "\u{FFFD}" : $0 }))
  }
}
