import FolioNumerics
import FolioRaster

extension Codec where Value == String {
  /// Any text, whatever YAML would make of it.
  static let text = Codec(.text()) { node, context in
    context.text(node, expected: "a text")
  }

  /// A text that names something: not empty, at most 256 bytes, without control characters.
  static let name = Codec(.text()) { node, context in
    guard let text = context.text(node, expected: "a name") else { return nil }
    if text.isEmpty {
      context.reportValue(.badText, "a name cannot be empty", at: node.span)
      return nil
    }
    if text.utf8.count > 256 {
      context.reportValue(
        .limit, "a name of \(text.utf8.count) bytes; the limit is 256", at: node.span)
      return nil
    }
    if text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
      context.reportValue(
        .badText, "a name cannot hold control characters, as \(text.quoted) does", at: node.span)
      return nil
    }
    return text
  }

  /// A text that is drawn. Its limits keep the cost of shaping within bounds.
  static let paragraph = Codec(.text()) { node, context in
    guard let text = context.text(node, expected: "a text") else { return nil }
    func refuse(_ what: String, _ limit: String) -> String? {
      context.reportValue(.limit, "\(what); the limit is \(limit)", at: node.span)
      return nil
    }
    if text.utf8.count > 4096 { return refuse("a text of \(text.utf8.count) bytes", "4096") }
    if text.count > 1024 { return refuse("a text of \(text.count) characters", "1024") }
    for character in text where character.unicodeScalars.count > 33 {
      return refuse(
        "a character with \(character.unicodeScalars.count - 1) combining marks", "32")
    }
    return text
  }
}

extension Codec where Value == Double {
  /// A number of a range.
  static func number(
    _ range: ClosedRange<Double>, unit: String = ""
  ) -> Codec {
    Codec(.number(range)) { node, context in
      guard let text = context.text(node, expected: "a number") else { return nil }
      guard let value = context.number(text, node) else { return nil }
      if !range.contains(value) {
        context.reportRange(
          text, node, "\(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))\(unit)")
        return nil
      }
      return value
    }
  }

  /// A number above zero.
  static func positive(upTo limit: Double, unit: String = "") -> Codec {
    Codec(.positive(upTo: limit)) { node, context in
      guard let text = context.text(node, expected: "a number") else { return nil }
      guard let value = context.number(text, node) else { return nil }
      if !(value > 0 && value <= limit) {
        context.reportRange(text, node, "above 0 to \(Self.plain(limit))\(unit)")
        return nil
      }
      return value
    }
  }

  /// A share: a number of 0...1 or a percentage.
  static let share = Codec(.anyOf([.number(0...1), .text(pattern: #"^[0-9.]+%$"#)])) {
    node, context in
    guard let text = context.text(node, expected: "a share") else { return nil }
    let isPercent = text.last == "%"
    guard
      let value = isPercent
        ? DecimalText(text.dropLast())?.double : context.number(text, node, expected: "a share")
    else {
      if isPercent {
        context.reportValue(
          .badNumber, "a share is expected, found \(text.quoted)", at: node.span,
          hint: "write 0.5 or 50%")
      }
      return nil
    }
    let share = isPercent ? value / 100 : value
    if !(share >= 0 && share <= 1) {
      context.reportRange(text, node, "0 to 1, or 0% to 100%")
      return nil
    }
    return share
  }

  /// The shortest way to write a bound.
  static func plain(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }
}

extension Codec where Value == Int {
  /// A whole number of a range.
  static func integer(_ range: ClosedRange<Int>) -> Codec {
    Codec(.integer(range)) { node, context in
      guard let text = context.text(node, expected: "a whole number") else { return nil }
      guard let value = context.number(text, node, expected: "a whole number") else { return nil }
      guard let integer = DecimalText(text)?.integer else {
        if value == value.rounded() {
          context.reportRange(text, node, "\(range.lowerBound) to \(range.upperBound)")
        } else {
          context.reportValue(
            .badNumber, "\(text) is not a whole number", at: node.span,
            hint: "the range is \(range.lowerBound) to \(range.upperBound)")
        }
        return nil
      }
      if !range.contains(integer) {
        context.reportRange(text, node, "\(range.lowerBound) to \(range.upperBound)")
        return nil
      }
      return integer
    }
  }
}

extension Codec where Value == Bool {
  /// `true` or `false`.
  static let flag = Codec(.flag) { node, context in
    guard let text = context.text(node, expected: "true or false") else { return nil }
    if node.isQuoted && ["true", "false"].contains(text) {
      context.reportQuoted("true or false", text, node)
      return nil
    }
    switch text {
    case "true": return true
    case "false": return false
    default:
      var hint: String?
      if ["yes", "on", "1", "True", "TRUE", "y"].contains(text) { hint = "write true" }
      if ["no", "off", "0", "False", "FALSE", "n"].contains(text) { hint = "write false" }
      context.reportValue(
        .wrongType, "true or false is expected, found \(text.quoted)", at: node.span, hint: hint)
      return nil
    }
  }
}

extension Codec where Value == Rational {
  /// A time of a range, in seconds.
  static func time(_ range: ClosedRange<Rational>) -> Codec {
    Codec(.anyOf([.number(range.lowerBound.double...range.upperBound.double), .timeText])) {
      node, context in
      guard let value = context.time(node) else { return nil }
      if !range.contains(value) {
        context.reportValue(
          .badTime, "\((node.scalarText ?? "").quoted) is out of range", at: node.span,
          hint:
            "the range is \(Self.seconds(range.lowerBound)) to \(Self.seconds(range.upperBound))")
        return nil
      }
      return value
    }
  }

  /// Any time from zero to a day.
  static let duration = time(0...TimeText.longest)

  /// A time above zero.
  static let positiveDuration = Codec(.anyOf([.positive(upTo: 86_400), .timeText])) {
    node, context in
    guard let value = context.time(node) else { return nil }
    if value <= 0 {
      context.reportValue(
        .badTime, "\((node.scalarText ?? "").quoted) is not above zero", at: node.span)
      return nil
    }
    return value
  }

  /// A frame rate.
  static let frameRate = Codec(
    .anyOf([.number(0.001...1000), .text(pattern: #"^[0-9]+ *(/ *[0-9]+ *)?$"#)])
  ) { node, context in
    guard let text = context.text(node, expected: "a frame rate") else { return nil }
    do throws(ValueFault) {
      return try FrameRateText.parse(text)
    } catch {
      context.report(.badTime, error.message, at: node.span, hint: error.hint)
      return nil
    }
  }

  private static func seconds(_ time: Rational) -> String {
    time.denominator == 1 ? "\(time.numerator)s" : "\(time.double)s"
  }
}

extension SchemaType {
  /// A time as text.
  static let timeText = SchemaType.named(
    "time", "A time with its unit: 1.2s, 350ms or 36f (frames).",
    .text(pattern: #"^[0-9.]+([eE][-+]?[0-9]+)? ?(s|ms|f)?$"#))
}

extension Codec where Value == Color {
  /// A colour.
  static let color = Codec(.colorText) { node, context in
    if node.isEmptyScalar {
      context.reportEmptyColor(node)
      return nil
    }
    guard let text = context.text(node, expected: "a colour") else { return nil }
    do throws(ValueFault) {
      return try ColorText.parse(text)
    } catch {
      context.reportValue(.badColor, error.message, at: node.span, hint: error.hint)
      return nil
    }
  }
}

extension SchemaType {
  /// A colour: text, or the number or truth value that an editor takes six bare digits for.
  static let colorText = SchemaType.named(
    "color", "'#RRGGBB', RRGGBB, a CSS name, transparent, or 'rgba(r, g, b, a)'.",
    .anyOf([.text(), .number(0...99_999_999), .flag]))
}

extension Codec where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
  /// One of the words of an enumeration.
  static var word: Codec {
    Codec(.words(Value.allCases.map(\.rawValue))) { node, context in
      let words = Value.allCases.map(\.rawValue)
      let expected =
        words.count > 4
        ? "one of \(words.count) words"
        : words.dropLast().joined(separator: ", ") + (words.count > 1 ? " or " : "")
          + (words.last ?? "")
      guard let text = context.text(node, expected: expected) else { return nil }
      if let value = Value.allCases.first(where: { $0.rawValue.utf8.elementsEqual(text.utf8) }) {
        return value
      }
      let near = Suggestion.nearest(to: text, among: words)
      context.reportValue(
        .unknownWord, "unknown word \(text.quoted)", at: node.span,
        hint: near.map { "did you mean \($0.quoted)?" }
          ?? "known: \(words.joined(separator: ", "))",
        fixes: near.map { [Diagnostic.Fix(replacing: node.span, with: $0)] } ?? [])
      return nil
    }
  }
}

// MARK: - Lists and choices

extension Codec {
  /// A list of so many values. Values with faults are left out, so that later checks see the rest:
  /// a reading with faults yields no scene in the end.
  static func list<Element>(
    of element: Codec<Element>, counts: ClosedRange<Int>, of what: String
  ) -> Codec where Value == [Element] {
    Codec(.list(element.schema(), counts: counts)) { node, context in
      guard case .sequence(let items) = node.content else {
        let hint = node.isEmptyScalar && counts.contains(0) ? "write [] for none" : nil
        context.reportKind(expected: "a list of \(what)", found: node, hint: hint)
        return nil
      }
      if !counts.contains(items.count) {
        let wanted =
          counts.lowerBound == counts.upperBound
          ? "\(counts.lowerBound)"
          : items.count < counts.lowerBound
            ? "at least \(counts.lowerBound)" : "at most \(counts.upperBound)"
        context.reportValue(
          items.count > 1000 ? .limit : .wrongType,
          "\(wanted) \(what) are expected, found \(items.count)", at: node.headSpan)
        return nil
      }
      // All elements are read, so that all their faults are told; those with faults are left out.
      return items.enumerated().compactMap { index, item in
        guard context.spend(at: item.span) else { return nil }
        return context.within(.index(index)) { element.decode(item, context) }
      }
    }
  }

  /// Either form, told apart by a test of the node.
  static func either(
    _ a: Codec<Value>, when isFirst: @escaping @Sendable (YAMLNode) -> Bool,
    otherwise b: Codec<Value>
  ) -> Codec {
    Codec(.anyOf([a.schema(), b.schema()])) { node, context in
      isFirst(node) ? a.decode(node, context) : b.decode(node, context)
    }
  }
}

extension YAMLNode {
  var isMapping: Bool {
    if case .mapping = content { return true }
    return false
  }

  var isSequence: Bool {
    if case .sequence = content { return true }
    return false
  }

  /// Whether it is a text in quotes in which no variable was put: text it is, even if it looks like
  /// a number.
  var isQuoted: Bool {
    guard case .scalar(let text, isPlain: false) = content else { return false }
    return !text.utf8.contains(UInt8(ascii: "$"))
  }

  /// The raw text of a scalar.
  var scalarText: String? {
    if case .scalar(let text, _) = content { return text }
    return nil
  }
}

// MARK: - Numbers and times

extension DecodingContext {
  /// A finite number.
  func number(_ text: String, _ node: YAMLNode, expected: String = "a number") -> Double? {
    if let value = DecimalText(text)?.double {
      if node.isQuoted {
        reportQuoted(expected, text, node)
        return nil
      }
      if value.isFinite { return value }
      reportValue(.badNumber, "\(text.quoted) is too large", at: node.span)
      return nil
    }
    var hint: String?
    if [".nan", ".inf", "-.inf", "nan", "inf", "-inf", "infinity", "+.inf"].contains(
      text.lowercased())
    {
      hint = "the number must be finite"
    } else if text.hasPrefix("0x") || text.hasPrefix("0o") {
      hint = "write it in decimal"
    } else if DecimalText(text.filter { $0 != "_" }) != nil {
      hint = "write it without _"
    } else if DecimalText(text.filter { $0 != "," }) != nil
      || DecimalText(text.map { $0 == "," ? "." : String($0) }.joined()) != nil
    {
      hint = "the decimal separator is a point"
    } else if text.hasSuffix("px") || text.hasSuffix("pt") {
      hint = "write the number alone; it is in points"
    }
    reportValue(
      .badNumber, "\(expected) is expected, found \(text.quoted)", at: node.span, hint: hint)
    return nil
  }

  func reportQuoted(_ expected: String, _ text: String, _ node: YAMLNode) {
    reportValue(
      .wrongType, "\(expected) is expected, found the text \(text.quoted)", at: node.span,
      hint: "remove the quotes",
      fixes: [Diagnostic.Fix(replacing: node.span, with: text)])
  }

  func reportRange(_ text: String, _ node: YAMLNode, _ range: String) {
    reportValue(
      .badNumber, "\(text) is out of range", at: node.span, hint: "the range is \(range)")
  }

  func time(_ node: YAMLNode) -> Rational? {
    guard let text = text(node, expected: "a time") else { return nil }
    do {
      return try TimeText.parse(text, frameRate: frameRate)
    } catch {
      reportValue(.badTime, error.message, at: node.span, hint: error.hint)
      return nil
    }
  }

  /// Reports an empty value where a colour is expected, and the comment that ate it.
  func reportEmptyColor(_ node: YAMLNode, expected: String = "a colour") {
    if let comment = CommentedColor.after(node.span.lowerBound, in: node.span.file) {
      let digits = String(comment.text.dropFirst())
      let bare = digits.utf8.count == 6 ? " or \(digits)" : ""
      reportValue(
        .badColor, "\(expected) is expected, the value is empty", at: comment,
        hint: "YAML reads this as a comment; write '\(comment.text)'\(bare)",
        fixes: [Diagnostic.Fix(replacing: comment, with: "'\(comment.text)'")])
    } else {
      reportValue(
        .emptyValue, "\(expected) is expected, the value is empty", at: node.span,
        hint: ColorText.accepted)
    }
  }
}
