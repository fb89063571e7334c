import FolioNumerics

/// A decimal number exactly as written: `digits` × 10^`exponent`.
///
/// The only way from a scene's text to a number. What is not plainly a decimal number (hexadecimal,
/// underscores, `.nan`, `.inf`) is none; nothing is rounded before the caller asks for a `Double`.
struct DecimalText {
  private let text: String
  private let isNegative: Bool
  /// Without leading zeros; empty for zero.
  private let digits: [UInt8]
  private let exponent: Int

  /// A number such as `12`, `-0.5`, `.5`, `1e3`, or `nil`.
  init?(_ text: some StringProtocol) {
    var bytes = Array(text.utf8)[...]
    var isNegative = false
    if let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      bytes = bytes.dropFirst()
    }
    func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
    let whole = bytes.prefix(while: isDigit)
    bytes = bytes.dropFirst(whole.count)
    var fraction: ArraySlice<UInt8> = []
    if bytes.first == UInt8(ascii: ".") {
      bytes = bytes.dropFirst()
      fraction = bytes.prefix(while: isDigit)
      bytes = bytes.dropFirst(fraction.count)
    }
    if whole.isEmpty && fraction.isEmpty { return nil }
    var power = 0
    if let e = bytes.first, e == UInt8(ascii: "e") || e == UInt8(ascii: "E") {
      bytes = bytes.dropFirst()
      var isSmall = false
      if let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
        isSmall = sign == UInt8(ascii: "-")
        bytes = bytes.dropFirst()
      }
      if bytes.isEmpty || !bytes.allSatisfy(isDigit) { return nil }
      for byte in bytes { power = min(power * 10 + Int(byte - UInt8(ascii: "0")), 1_000_000) }
      if isSmall { power = -power }
      bytes = []
    }
    if !bytes.isEmpty { return nil }
    var digits = (whole + fraction).map { $0 - UInt8(ascii: "0") }
    var exponent = power - fraction.count
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    self.text = String(text)
    self.isNegative = isNegative && !digits.isEmpty
    self.digits = Array(digits.drop { $0 == 0 })
    self.exponent = exponent
  }

  /// The nearest `Double`, infinite beyond its range; minus zero is zero.
  var double: Double {
    if digits.isEmpty { return 0 }
    return Double(text) ?? (isNegative ? -.infinity : .infinity)
  }

  /// The exact value, or `nil` if it has more than 18 digits or a power of ten beyond ±18.
  var rational: Rational? {
    if digits.isEmpty { return .zero }
    guard digits.count <= 18, (-18...18).contains(exponent) else { return nil }
    let magnitude = digits.reduce(Int64(0)) { $0 * 10 + Int64($1) }
    let power = (0..<abs(exponent)).reduce(Int64(1)) { value, _ in value * 10 }
    let signed = isNegative ? -magnitude : magnitude
    if exponent < 0 { return Rational(signed, over: power) }
    let (product, overflows) = signed.multipliedReportingOverflow(by: power)
    return overflows || product == .min ? nil : Rational(product, over: 1)
  }

  /// The exact integer, or `nil` if it is none or too large.
  var integer: Int? {
    guard let rational, rational.denominator == 1 else { return nil }
    return Int(exactly: rational.numerator)
  }
}
