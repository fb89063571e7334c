// A reader for RFC 8259 and nothing beside it: no trailing commas, no byte order mark, no repeated
// keys, no lone surrogates. It is for files that this project writes itself, so everything else is
// a fault to be reported, not to be guessed at.

/// A JSON value. A number keeps its text, so that nothing is lost before its range is checked.
enum JSONValue: Equatable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  struct Member: Equatable {
    var key: String
    var value: JSONValue
  }

  /// What to call the value in a message.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number(let text): "the number \(text)"
    case .string(let text): "the text \"\(text.prefix(40))\""
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// Why bytes are no JSON text.
struct JSONError: Error, Equatable {
  /// Line of the fault, from 1.
  var line: Int
  /// Column of the fault in bytes, from 1.
  var column: Int
  /// What was found and expected.
  var reason: String
}

/// Reads one JSON text.
struct JSONReader {
  /// The deepest nesting that is read. The reader recurses, so this bounds its stack.
  static let maximumDepth = 16

  private let bytes: [UInt8]
  private var at = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The value that the bytes hold.
  static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes)
    reader.skipBlanks()
    let value = try reader.value(depth: 0)
    reader.skipBlanks()
    if reader.at < bytes.count { throw reader.error("found more after the value") }
    return value
  }

  private func error(_ reason: String) -> JSONError {
    var line = 1
    var column = 1
    for i in 0..<at {
      if bytes[i] == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else {
        column += 1
      }
    }
    return JSONError(line: line, column: column, reason: reason)
  }

  private var found: String {
    guard at < bytes.count else { return "the end" }
    let byte = bytes[at]
    return (33...126).contains(byte)
      ? "\"\(Unicode.Scalar(byte))\"" : "byte 0x" + String(byte, radix: 16)
  }

  private mutating func skipBlanks() {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x09, 0x0A, 0x0D: at += 1
      default: return
      }
    }
  }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard at < bytes.count, bytes[at] == UInt8(ascii: byte) else { return false }
    at += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    guard at < bytes.count else { throw error("found the end, expected a value") }
    switch bytes[at] {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw error("found \(found), expected a value")
    }
  }

  private mutating func word(_ text: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
    for byte in text.utf8 {
      guard at < bytes.count, bytes[at] == byte else {
        throw error("found \(found), expected \(text)")
      }
      at += 1
    }
    return value
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    if depth == JSONReader.maximumDepth {
      throw error("values are nested more than \(JSONReader.maximumDepth) deep")
    }
    at += 1
    var members: [JSONValue.Member] = []
    skipBlanks()
    if take("}") { return .object(members) }
    while true {
      skipBlanks()
      guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else {
        throw error("found \(found), expected a key in quotes")
      }
      let key = try string()
      if members.contains(where: { $0.key.utf8.elementsEqual(key.utf8) }) {
        throw error("the key \"\(key)\" is there twice")
      }
      // Objects of this project have some twenty keys; the search above is linear in them.
      if members.count == 64 { throw error("an object has more than 64 keys") }
      skipBlanks()
      guard take(":") else { throw error("found \(found), expected \":\"") }
      skipBlanks()
      members.append(JSONValue.Member(key: key, value: try value(depth: depth + 1)))
      skipBlanks()
      if take("}") { return .object(members) }
      guard take(",") else { throw error("found \(found), expected \",\" or \"}\"") }
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    if depth == JSONReader.maximumDepth {
      throw error("values are nested more than \(JSONReader.maximumDepth) deep")
    }
    at += 1
    var elements: [JSONValue] = []
    skipBlanks()
    if take("]") { return .array(elements) }
    while true {
      skipBlanks()
      elements.append(try value(depth: depth + 1))
      skipBlanks()
      if take("]") { return .array(elements) }
      guard take(",") else { throw error("found \(found), expected \",\" or \"]\"") }
    }
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = at
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    if at - start > 64 { throw error("the number is longer than 64 characters") }
    var text = ""
    for i in start..<at { text.unicodeScalars.append(Unicode.Scalar(bytes[i])) }
    return .number(text)
  }

  private mutating func digits() throws(JSONError) {
    let start = at
    while at < bytes.count, (48...57).contains(bytes[at]) { at += 1 }
    if at == start { throw error("found \(found), expected a digit") }
  }

  private mutating func string() throws(JSONError) -> String {
    at += 1
    var text: [UInt8] = []
    while true {
      guard at < bytes.count else { throw error("found the end inside a text") }
      let byte = bytes[at]
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else {
          throw error("the text before this quote is not UTF-8")
        }
        at += 1
        return string
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<32: throw error("found \(found) inside a text, expected it escaped")
      default:
        text.append(byte)
        at += 1
      }
    }
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    at += 1
    guard at < bytes.count else { throw error("found the end inside a text") }
    let byte = bytes[at]
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var code = try hex()
      if (0xD800..<0xDC00).contains(code) {
        guard take("\\"), take("u") else { throw error("half of a surrogate pair stands alone") }
        let low = try hex()
        guard (0xDC00..<0xE000).contains(low) else {
          throw error("half of a surrogate pair stands alone")
        }
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else {
        throw error("half of a surrogate pair stands alone")
      }
      text += Array(String(scalar).utf8)
    default:
      at -= 1
      throw error("found \(found) after \"\\\", expected one of \" \\ / b f n r t u")
    }
  }

  private mutating func hex() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard at < bytes.count else { throw error("found the end inside a text") }
      let byte = bytes[at]
      switch byte {
      case 48...57: value = value << 4 | UInt32(byte - 48)
      case 65...70: value = value << 4 | UInt32(byte - 55)
      case 97...102: value = value << 4 | UInt32(byte - 87)
      default: throw error("found \(found), expected four hexadecimal digits")
      }
      at += 1
    }
    return value
  }
}
