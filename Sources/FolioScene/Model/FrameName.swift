/// The pattern of a frame's file name: text around the frame's number, which is written `%05d`
/// (`printf`), `#####` (one digit each) or `{frame}`; `{scene}` and `{locale}` stand for the names of
/// the scene and of its locale.
public struct FrameName: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case text(String)
    /// The number with at least so many digits; `nil` for the width of the whole sequence.
    case number(digits: Int?)
    case scene
    case locale
  }

  let parts: [Part]

  /// The least number of digits that `{frame}` is given.
  public static let leastDigits = 5

  /// Reads a pattern.
  ///
  /// - Throws: what is wrong, if it holds no number or two, names a folder, or has a `%` or brace
  ///   that means nothing.
  init(_ pattern: String) throws(ValueFault) {
    let number = "write its number as %05d, ##### or {frame}"
    if pattern.isEmpty || pattern.utf8.count > 200 {
      throw ValueFault("a file name has 1 to 200 bytes", hint: "such as frame-%05d.png")
    }
    if pattern.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 < 0x20 || $0 == 0x7F }) {
      throw ValueFault(
        "\(pattern.quoted) is not a file name", hint: "name the folder in output.dir")
    }
    var parts: [Part] = []
    var literal: [UInt8] = []
    func flushed() -> [Part] {
      literal.isEmpty ? [] : [.text(String(decoding: literal, as: UTF8.self))]
    }
    var rest = Array(pattern.utf8)[...]
    while let byte = rest.first {
      var part: Part?
      var length = 1
      switch byte {
      case UInt8(ascii: "#"):
        length = rest.prefix { $0 == UInt8(ascii: "#") }.count
        part = .number(digits: length)
      case UInt8(ascii: "%"):
        if rest.dropFirst().first == UInt8(ascii: "%") {
          literal.append(byte)
          rest = rest.dropFirst(2)
          continue
        }
        let digits = rest.dropFirst().prefix { $0 >= 0x30 && $0 <= 0x39 }
        guard rest.dropFirst(1 + digits.count).first == UInt8(ascii: "d"),
          digits.isEmpty || digits.first == 0x30,
          let width = digits.isEmpty
            ? 1 : DecimalText(String(decoding: digits, as: UTF8.self))?.integer
        else {
          throw ValueFault(
            "\(pattern.quoted) has a % that is no frame number", hint: "\(number), and % as %%")
        }
        length = digits.count + 2
        part = .number(digits: width)
      case UInt8(ascii: "{"):
        let name = rest.dropFirst().prefix { $0 != UInt8(ascii: "}") }
        length = name.count + 2
        switch String(decoding: name, as: UTF8.self) {
        case "frame" where length <= rest.count: part = .number(digits: nil)
        case "scene" where length <= rest.count: part = .scene
        case "locale" where length <= rest.count: part = .locale
        default:
          throw ValueFault(
            "\(pattern.quoted) has a brace that means nothing",
            hint: "known: {frame}, {scene}, {locale}")
        }
      default: literal.append(byte)
      }
      if let part {
        parts += flushed() + [part]
        literal = []
      }
      rest = rest.dropFirst(length)
    }
    parts += flushed()
    let numbers = parts.compactMap { part -> Int? in
      if case .number(let digits) = part { digits ?? FrameName.leastDigits } else { nil }
    }
    if numbers.isEmpty {
      throw ValueFault("\(pattern.quoted) has no place for the frame's number", hint: number)
    }
    if numbers.count > 1 {
      throw ValueFault("\(pattern.quoted) has two places for the frame's number", hint: number)
    }
    if numbers[0] > 18 {
      throw ValueFault("a frame's number has at most 18 digits", hint: number)
    }
    self.parts = parts
  }

  /// The pattern of an output, or `nil` if it is none.
  public init?(pattern: String) {
    guard let name = try? FrameName(pattern) else { return nil }
    self = name
  }

  /// The file name of a frame.
  ///
  /// - Parameters:
  ///   - number: the frame's number, not negative.
  ///   - last: the last number of the whole sequence, which sets the width of `{frame}` for all.
  ///   - scene: the scene's name; slashes in it become hyphens.
  ///   - locale: the locale, if any.
  public func fileName(_ number: Int, last: Int, scene: String, locale: String?) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .number(let digits):
        FrameName.padded(number, digits ?? max(FrameName.leastDigits, String(max(last, 0)).count))
      case .scene: FrameName.plain(scene)
      case .locale: FrameName.plain(locale ?? "")
      }
    }.joined()
  }

  private static func plain(_ text: String) -> String {
    String(text.map { $0 == "/" ? "-" : $0 })
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
