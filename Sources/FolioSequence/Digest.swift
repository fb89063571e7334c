/// A SHA-256 value: 32 bytes.
public struct Digest: Hashable, Sendable {
  // Big-endian words, so that comparing words compares bytes.
  private var words: (UInt64, UInt64, UInt64, UInt64)

  /// A digest over its 32 bytes, or `nil` for another number of bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    func word(_ index: Int) -> UInt64 {
      bytes[(8 * index)..<(8 * index + 8)].reduce(0) { ($0 << 8) | UInt64($1) }
    }
    words = (word(0), word(1), word(2), word(3))
  }

  /// A digest from 64 lower-case hexadecimal digits, or `nil` for any other text.
  public init?(hex: String) {
    let digits = Array(hex.utf8)
    guard digits.count == 64 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    for i in stride(from: 0, to: 64, by: 2) {
      guard let high = Digest.nibble(digits[i]), let low = Digest.nibble(digits[i + 1]) else {
        return nil
      }
      bytes.append((high << 4) | low)
    }
    self.init(bytes: bytes)
  }

  private static func nibble(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// The 32 bytes.
  public var bytes: [UInt8] {
    [words.0, words.1, words.2, words.3].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) }
    }
  }

  /// 64 lower-case hexadecimal digits, as `sha256sum` prints them.
  public var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(64)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether all 32 bytes are equal.
  public static func == (a: Digest, b: Digest) -> Bool { a.words == b.words }

  /// Feeds the 32 bytes to `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
    hasher.combine(words.3)
  }
}

extension Digest: CustomStringConvertible {
  /// The same as ``hex``.
  public var description: String { hex }
}
