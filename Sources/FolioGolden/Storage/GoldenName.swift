import FolioSequence

/// The names of goldens as names of files.
///
/// The mapping is one-to-one, so two names never share a golden. Bytes other than `A–Z a–z 0–9 . _ -`
/// become `%XX`; so do a dot at the start or the end, and the first letter of a name that Windows
/// reserves. A name of more than 120 bytes is cut, and ends in `~` and 16 digits of its SHA-256.
public enum GoldenName {
  /// The longest name in bytes.
  public static let maximumLength = 120

  /// The extension of a golden's folder.
  public static let folderExtension = ".golden"

  /// The file name for a golden's name, without an extension.
  public static func fileName(_ name: String) -> String {
    let bytes = Array(name.utf8)
    let isReserved = isReserved(name)
    var text = ""
    for (i, byte) in bytes.enumerated() {
      let isPlain: Bool
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        isPlain = true
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
        isPlain = !(isReserved && i == 0)
      case UInt8(ascii: "."): isPlain = i > 0 && i < bytes.count - 1
      default: isPlain = false
      }
      text += isPlain ? String(Unicode.Scalar(byte)) : escaped(byte)
    }
    if text.isEmpty { text = "%" }
    if text.utf8.count > maximumLength {
      let digits = SHA256.hash(bytes).hex.prefix(16)
      // "~" is escaped elsewhere, so a cut name is nobody's whole name.
      text = text.prefix(maximumLength - 17) + "~" + digits
    }
    return text
  }

  private static func escaped(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "%0" + digits : "%" + digits
  }

  /// Whether Windows takes the name for a device.
  private static func isReserved(_ name: String) -> Bool {
    let stem = name.prefix { $0 != "." }.uppercased()
    if ["CON", "PRN", "AUX", "NUL"].contains(stem) { return true }
    return stem.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT"))
      && stem.last.map { "123456789".contains($0) } == true
  }
}
