import FolioNumerics

/// What is wrong with a number, time or rate.
struct ValueFault: Error {
  var message: String
  var hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}

/// Times as scenes write them: `1.2s`, `350ms`, `36f`, or a plain number of seconds. All become
/// exact fractions.
enum TimeText {
  /// The longest time, a day.
  static let longest = Rational(86_400)

  /// A time in seconds.
  ///
  /// - Parameter frameRate: the rate that turns frames into seconds.
  static func parse(_ text: String, frameRate: Rational) throws(ValueFault) -> Rational {
    let (number, unit) = split(text)
    guard let decimal = DecimalText(number) else { throw expected(text) }
    guard decimal.double.isFinite, let value = decimal.rational else {
      throw ValueFault(
        "\(text.quoted) cannot be held exactly",
        hint: "a time has at most nine decimals of a second")
    }
    let seconds: Rational?
    switch unit {
    case "", "s": seconds = value
    case "ms": seconds = value.multiplied(by: Rational(1, 1000))
    case "f":
      guard value.denominator == 1 else {
        throw ValueFault(
          "\(text.quoted) is not a whole number of frames",
          hint: "write a whole number, such as 36f")
      }
      guard let time = value.divided(by: frameRate) else { throw tooLong(text) }
      if time > longest || time < -longest { throw tooLong(text) }
      return time
    default: throw expected(text)
    }
    guard let seconds else { throw tooLong(text) }
    if seconds > longest || seconds < -longest { throw tooLong(text) }
    if Rational.instantsPerSecond % seconds.denominator != 0 {
      throw ValueFault(
        "\(text.quoted) is finer than a nanosecond", hint: "round it, or count frames, such as 36f")
    }
    return seconds
  }

  private static func split(_ text: String) -> (number: Substring, unit: Substring) {
    // The exponent's e belongs to the number, so units are looked for from the end.
    let unitStart = text.lastIndex { !($0 == "s" || $0 == "m" || $0 == "f") }
    guard let unitStart else { return (text[...], "") }
    let unit = text[text.index(after: unitStart)...]
    var number = text[...unitStart]
    while number.last == " " { number.removeLast() }
    return (number, unit)
  }

  private static func expected(_ text: String) -> ValueFault {
    ValueFault(
      "a time is expected, found \(text.quoted)",
      hint: "write 1.2s, 350ms, 36f or a number of seconds")
  }

  private static func tooLong(_ text: String) -> ValueFault {
    ValueFault("\(text.quoted) is beyond a day", hint: "the longest time is 24 hours, 86400s")
  }
}

/// Frame rates as scenes write them: a whole number or a fraction such as `30000/1001`.
enum FrameRateText {
  static let slowest = Rational(1, 1000)
  static let fastest = Rational(1000)

  /// Rates that are rounded in speech, and what they are.
  private static let broadcast: [(spoken: [String], exact: String, near: String)] = [
    (["23.976", "23.98", "23.97"], "24000/1001", "24"),
    (["29.97"], "30000/1001", "30"),
    (["47.952", "47.95"], "48000/1001", "48"),
    (["59.94"], "60000/1001", "60"),
    (["119.88"], "120000/1001", "120"),
  ]

  /// A rate in frames a second.
  static func parse(_ text: String) throws(ValueFault) -> Rational {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    func whole(_ part: Substring) -> Int? {
      let trimmed = part.drop { $0 == " " }
      let digits = String(trimmed.reversed().drop { $0 == " " }.reversed())
      guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
        return nil
      }
      return DecimalText(digits)?.integer
    }
    if parts.count == 2, let numerator = whole(parts[0]), let denominator = whole(parts[1]) {
      if denominator == 0 {
        throw ValueFault("fps \(text) divides by zero", hint: "write 30 or 30000/1001")
      }
      return try checked(Rational(numerator, denominator), text)
    }
    if parts.count == 1, let rate = whole(parts[0]) { return try checked(Rational(rate), text) }
    if let known = broadcast.first(where: { $0.spoken.contains(text) }) {
      throw ValueFault("fps \(text) is not exact; write \(known.exact) or \(known.near)")
    }
    if let value = DecimalText(text)?.rational {
      if value.denominator == 1 { return try checked(value, text) }
      throw ValueFault(
        "fps \(text) is not a whole number or a fraction",
        hint: value > 0 ? "write \(value.numerator)/\(value.denominator)" : nil)
    }
    throw ValueFault(
      "a frame rate is expected, found \(text.quoted)", hint: "write 30 or 30000/1001")
  }

  private static func checked(_ rate: Rational, _ text: String) throws(ValueFault) -> Rational {
    if rate < slowest || rate > fastest {
      throw ValueFault("fps \(text) is out of range", hint: "the range is 1/1000 to 1000")
    }
    // The engine adds times on the nanosecond grid to multiples of a frame. Their common
    // denominator is 10^9 times what is left of the numerator without its factors 2 and 5; up to a
    // day the sums fit 64 bits if that is at most 100,000.
    var rest = rate.numerator
    for factor: Int64 in [2, 5] {
      var uses = 0
      while rest % factor == 0 && uses < 9 {
        rest /= factor
        uses += 1
      }
    }
    if rest > 100_000 || rate.denominator > 1_000_000 {
      throw ValueFault(
        "fps \(text) has too many digits to add up exactly", hint: "write 30 or 30000/1001")
    }
    return rate
  }
}
