/// Lengths as scenes write them: a number of points, `50%`, `100%-64`, `safe`, `safe-96`.
enum LengthText {
  /// The largest number of points or percent, either way.
  static let largest = 1e6

  static func parse(_ text: String) throws(ValueFault) -> Length {
    let compact = text.filter { $0 != " " }
    if compact.hasPrefix("safe") {
      let rest = compact.dropFirst(4)
      if rest.isEmpty { return .safe }
      guard rest.first == "-", let offset = number(rest) else { throw fault(text) }
      return Length(.safe, offset: offset)
    }
    if let percentSign = compact.firstIndex(of: "%") {
      let rest = compact[compact.index(after: percentSign)...]
      guard let percent = number(compact[..<percentSign]) else { throw fault(text) }
      if rest.isEmpty { return Length(.percent(percent)) }
      guard rest.first == "-" || rest.first == "+", let offset = number(rest) else {
        throw fault(text)
      }
      return Length(.percent(percent), offset: offset)
    }
    guard let points = number(compact[...]) else { throw fault(text) }
    return Length(points)
  }

  private static func number(_ text: Substring) -> Double? {
    guard let value = DecimalText(text)?.double, abs(value) <= largest else { return nil }
    return value
  }

  private static func fault(_ text: String) -> ValueFault {
    ValueFault(
      "a length is expected, found \(text.quoted)",
      hint: "write points (120), a share (50%), a share less points (100%-64) or safe-96")
  }
}
