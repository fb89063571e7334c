/// A colour like `#5B6EF5` that nobody quoted, so that YAML took it for a comment.
enum CommentedColor {
  /// The comment on the rest of a line, from a place where a value was expected, if it begins with
  /// three to eight hexadecimal digits.
  static func after(_ offset: Int, in file: SourceFile) -> SourceSpan? {
    let bytes = file.bytes
    var place = offset
    while place < bytes.count
      && (bytes[place] == 0x20 || bytes[place] == 0x09 || bytes[place] == 0x3A)
    {
      place += 1
    }
    guard place < bytes.count && bytes[place] == UInt8(ascii: "#") else { return nil }
    return color(at: place, in: bytes).map { SourceSpan(file: file, from: place, to: $0) }
  }

  /// The first such comment on the lines from one offset to another.
  static func first(in file: SourceFile, from: Int, to: Int) -> SourceSpan? {
    let bytes = file.bytes
    // A text of many brackets is not searched as a whole.
    var place = max(file.textStart, from, to - 4096)
    let end = min(to, bytes.count)
    var isQuoted: UInt8?
    while place < end {
      let byte = bytes[place]
      if let quote = isQuoted {
        if byte == quote || byte == 0x0A { isQuoted = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        isQuoted = byte
      } else if byte == UInt8(ascii: "#") && place > 0 && isBlank(bytes[place - 1]) {
        if let upper = color(at: place, in: bytes) {
          return SourceSpan(file: file, from: place, to: upper)
        }
        while place < end && bytes[place] != 0x0A { place += 1 }
        continue
      }
      place += 1
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// The end of `#` and 3, 4, 6 or 8 hexadecimal digits.
  private static func color(at place: Int, in bytes: [UInt8]) -> Int? {
    var end = place + 1
    while end < bytes.count && end - place <= 9 && isHexadecimal(bytes[end]) { end += 1 }
    guard [3, 4, 6, 8].contains(end - place - 1) else { return nil }
    if end < bytes.count && bytes[end] >= 0x80 { return nil }
    if end < bytes.count && (isHexadecimal(bytes[end] | 0x20) || isLetter(bytes[end])) {
      return nil
    }
    return end
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
