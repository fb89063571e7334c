/// The bytes of a YAML file before libyaml sees them: which encoding they are in, whether each is
/// part of a character that YAML allows, and where the n-th character lies.
struct YAMLText {
  let file: SourceFile
  /// The byte offset of every 64th character, or empty if every character is one byte.
  private let marks: [Int]

  /// Checks a file; the second value says what is wrong with its bytes.
  static func check(_ file: SourceFile) -> (text: YAMLText, faults: [Diagnostic]) {
    let bytes = file.bytes
    if let name = foreignEncoding(bytes) {
      let fault = Diagnostic(
        .error, .encoding, "the file is \(name); a scene is UTF-8",
        at: SourceSpan(file: file, from: 0, to: 0),
        hint: "save it as UTF-8, or convert it: iconv -f \(name) -t UTF-8")
      return (YAMLText(file: file, marks: []), [fault])
    }
    var faults: [Diagnostic] = []
    var marks: [Int] = []
    var characters = 0
    var offset = file.textStart
    while offset < bytes.count && faults.count < DiagnosticList.defaultLimit {
      if characters & 63 == 0 { marks.append(offset) }
      characters += 1
      let first = bytes[offset]
      if (0x20...0x7E).contains(first) || first == 0x0A || first == 0x0D || first == 0x09 {
        offset += 1
        continue
      }
      let (scalar, length) = decode(bytes, at: offset)
      let span = SourceSpan(file: file, from: offset, to: offset + length)
      if let scalar {
        if !isAllowed(scalar) {
          faults.append(
            Diagnostic(
              .error, .controlCharacter,
              "the character U+\(hexadecimal(scalar, digits: 4)) cannot stand in a scene", at: span,
              hint: "remove it, or write it inside \"…\" as \\u\(hexadecimal(scalar, digits: 4))"))
        }
      } else {
        faults.append(
          Diagnostic(
            .error, .encoding,
            "the byte 0x\(hexadecimal(UInt32(first), digits: 2)) at offset \(offset) is not UTF-8",
            at: span, hint: "save the file as UTF-8"))
      }
      offset += length
    }
    let isSingleByte = characters == bytes.count - file.textStart
    return (YAMLText(file: file, marks: isSingleByte ? [] : marks), faults)
  }

  private init(file: SourceFile, marks: [Int]) {
    self.file = file
    self.marks = marks
  }

  /// The bytes that libyaml reads: all after a byte order mark.
  var content: ArraySlice<UInt8> { file.bytes[file.textStart...] }

  /// The byte offset of a character that is counted from 0.
  func offset(ofCharacter index: Int) -> Int {
    if marks.isEmpty { return min(file.textStart + index, file.bytes.count) }
    let block = min(index >> 6, marks.count - 1)
    var offset = marks[block]
    var left = index - (block << 6)
    while left > 0 && offset < file.bytes.count {
      offset += 1
      while offset < file.bytes.count && file.bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      left -= 1
    }
    return offset
  }

  /// The span between two characters.
  func span(from start: Int, to end: Int) -> SourceSpan {
    SourceSpan(file: file, from: offset(ofCharacter: start), to: offset(ofCharacter: end))
  }

  /// The name of another encoding that the first bytes betray: a byte order mark, or the zero bytes
  /// that ASCII text has in UTF-16 and UTF-32.
  private static func foreignEncoding(_ bytes: [UInt8]) -> String? {
    let head = Array(bytes.prefix(4))
    if head.starts(with: [0xFF, 0xFE, 0, 0]) { return "UTF-32LE" }
    if head.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32BE" }
    if head.starts(with: [0xFF, 0xFE]) { return "UTF-16LE" }
    if head.starts(with: [0xFE, 0xFF]) { return "UTF-16BE" }
    guard head.count == 4 else { return nil }
    switch (head[0] != 0, head[1] != 0, head[2] != 0, head[3] != 0) {
    case (true, false, true, false): return "UTF-16LE"
    case (false, true, false, true): return "UTF-16BE"
    case (true, false, false, false): return "UTF-32LE"
    case (false, false, false, true): return "UTF-32BE"
    default: return nil
    }
  }

  /// The character at an offset and its length, or `nil` and the bytes to skip if there is none.
  private static func decode(_ bytes: [UInt8], at offset: Int) -> (UInt32?, Int) {
    let first = bytes[offset]
    let (length, lowest, bits): (Int, UInt32, UInt32) =
      switch first {
      case 0..<0x80: (1, 0, UInt32(first))
      case 0xC2...0xDF: (2, 0x80, UInt32(first & 0x1F))
      case 0xE0...0xEF: (3, 0x800, UInt32(first & 0x0F))
      case 0xF0...0xF4: (4, 0x10000, UInt32(first & 0x07))
      default: (0, 0, 0)
      }
    if length == 0 { return (nil, 1) }
    var value = bits
    for k in 1..<max(1, length) {
      guard offset + k < bytes.count, bytes[offset + k] & 0xC0 == 0x80 else { return (nil, k) }
      value = value << 6 | UInt32(bytes[offset + k] & 0x3F)
    }
    if value < lowest || value > 0x10FFFF || (0xD800...0xDFFF).contains(value) {
      return (nil, length)
    }
    return (value, length)
  }

  /// Whether YAML 1.1 counts it as printable; a byte order mark only stands at the start.
  private static func isAllowed(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
      0x10000...0x10FFFF:
      true
    default: false
    }
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
