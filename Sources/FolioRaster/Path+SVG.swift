import FolioGeometry

/// Why a text is not SVG path data.
public struct SVGPathError: Error, Hashable, Sendable {
  /// What had to come at the place of the error.
  public enum Expected: Hashable, Sendable {
    /// `M` or `m`, with which path data begins.
    case move
    /// One of the letters `MmZzLlHhVvCcSsQqTtAa`.
    case command
    /// A number.
    case number
    /// `0` or `1`.
    case flag
    /// A number that is finite.
    case finiteNumber
  }

  /// The place in the text in UTF-8 bytes, from 0.
  public var offset: Int
  /// What had to come there.
  public var expected: Expected
  /// The byte that is there, or `nil` at the end of the text.
  public var found: UInt8?

  /// An error at a place.
  public init(offset: Int, expected: Expected, found: UInt8?) {
    self.offset = offset
    self.expected = expected
    self.found = found
  }
}

extension Path {
  /// A path from SVG path data (SVG 2, section 9.3), such as `M10 10h20v20z`.
  ///
  /// All commands, absolute and relative. An empty text is an empty path.
  public init(svg text: String) throws(SVGPathError) {
    var parser = SVGPathParser(Array(text.utf8))
    self = try parser.path()
  }
}

private struct SVGPathParser {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func path() throws(SVGPathError) -> Path {
    var path = Path()
    var start = Point.zero
    var current = Point.zero
    // The last control point of a cubic or a quadratic curve, for S and T.
    var cubicControl: Point?
    var quadControl: Point?
    skipSpace()
    if position == bytes.count { return path }
    if peek != UInt8(ascii: "M") && peek != UInt8(ascii: "m") { throw error(.move) }

    while position < bytes.count {
      let letter = bytes[position]
      guard SVGPathParser.isCommand(letter) else { throw error(.command) }
      position += 1
      let isRelative = letter >= UInt8(ascii: "a")
      var command = letter & 0xDF
      skipSpace()
      var isFirst = true
      while isFirst || startsNumber {
        let origin = isRelative ? current : .zero
        var nextCubic: Point?
        var nextQuad: Point?
        switch command {
        case UInt8(ascii: "M"):
          current = origin + (try point())
          start = current
          path.move(to: current)
          command = UInt8(ascii: "L")
        case UInt8(ascii: "Z"):
          path.close()
          current = start
        case UInt8(ascii: "L"):
          current = origin + (try point())
          path.line(to: current)
        case UInt8(ascii: "H"):
          current.x = origin.x + (try number())
          path.line(to: current)
        case UInt8(ascii: "V"):
          current.y = origin.y + (try number())
          path.line(to: current)
        case UInt8(ascii: "C"), UInt8(ascii: "S"):
          let first: Point
          if command == UInt8(ascii: "C") {
            first = origin + (try point())
          } else {
            first = cubicControl.map { current * 2 - $0 } ?? current
          }
          let second = origin + (try point())
          current = origin + (try point())
          path.cubic(control1: first, control2: second, to: current)
          nextCubic = second
        case UInt8(ascii: "Q"), UInt8(ascii: "T"):
          let control: Point
          if command == UInt8(ascii: "Q") {
            control = origin + (try point())
          } else {
            control = quadControl.map { current * 2 - $0 } ?? current
          }
          current = origin + (try point())
          path.quad(control: control, to: current)
          nextQuad = control
        default:  // A
          let radii = Size(width: try number(), height: try number())
          let degrees = try number()
          let large = try flag()
          let sweep = try flag()
          current = origin + (try point())
          path.arc(radii: radii, degrees: degrees, largeArc: large, sweep: sweep, to: current)
        }
        cubicControl = nextCubic
        quadControl = nextQuad
        isFirst = false
        if letter & 0xDF == UInt8(ascii: "Z") { break }
      }
    }
    return path
  }

  // MARK: Tokens

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func error(_ expected: SVGPathError.Expected) -> SVGPathError {
    SVGPathError(offset: position, expected: expected, found: peek)
  }

  private static func isCommand(_ byte: UInt8) -> Bool {
    switch byte & 0xDF {
    case UInt8(ascii: "M"), UInt8(ascii: "Z"), UInt8(ascii: "L"), UInt8(ascii: "H"),
      UInt8(ascii: "V"), UInt8(ascii: "C"), UInt8(ascii: "S"), UInt8(ascii: "Q"),
      UInt8(ascii: "T"), UInt8(ascii: "A"):
      return byte >= UInt8(ascii: "A")
    default:
      return false
    }
  }

  private static func isDigit(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private var startsNumber: Bool {
    guard let byte = peek else { return false }
    return SVGPathParser.isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "+")
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || (byte >= 0x09 && byte <= 0x0D && byte != 0x0B) {
      position += 1
    }
  }

  /// White space, and at most one comma if a further argument follows it.
  private mutating func skipSeparator() {
    skipSpace()
    if peek == UInt8(ascii: ",") {
      let comma = position
      position += 1
      skipSpace()
      if !startsNumber { position = comma }
    }
  }

  private mutating func point() throws(SVGPathError) -> Point {
    let x = try number()
    return Point(x: x, y: try number())
  }

  private mutating func flag() throws(SVGPathError) -> Bool {
    guard let byte = peek, byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else {
      throw error(.flag)
    }
    position += 1
    skipSeparator()
    return byte == UInt8(ascii: "1")
  }

  /// A decimal number. Up to 19 digits count; with at most 2^53 as digits and a power of ten up to
  /// 22 the result is the nearest Double (W. D. Clinger, "How to Read Floating Point Numbers
  /// Accurately", 1990), otherwise within a few units in the last place.
  private mutating func number() throws(SVGPathError) -> Double {
    let start = position
    var isNegative = false
    if peek == UInt8(ascii: "-") || peek == UInt8(ascii: "+") {
      isNegative = peek == UInt8(ascii: "-")
      position += 1
    }
    var digits: UInt64 = 0
    var exponent = 0
    var count = 0
    var hasDigits = false
    var isFraction = false
    while let byte = peek {
      if byte == UInt8(ascii: "."), !isFraction, SVGPathParser.isDigit(next) || hasDigits {
        isFraction = true
        position += 1
        continue
      }
      guard SVGPathParser.isDigit(byte) else { break }
      hasDigits = true
      if count < 19 {
        digits = digits * 10 + UInt64(byte - UInt8(ascii: "0"))
        if digits > 0 { count += 1 }
        if isFraction { exponent -= 1 }
      } else if !isFraction {
        exponent += 1
      }
      position += 1
    }
    guard hasDigits else {
      position = start
      throw error(.number)
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      let mark = position
      position += 1
      var isDown = false
      if peek == UInt8(ascii: "-") || peek == UInt8(ascii: "+") {
        isDown = peek == UInt8(ascii: "-")
        position += 1
      }
      if SVGPathParser.isDigit(peek) {
        var value = 0
        while let byte = peek, SVGPathParser.isDigit(byte) {
          value = min(value * 10 + Int(byte - UInt8(ascii: "0")), 100_000)
          position += 1
        }
        exponent += isDown ? -value : value
      } else {
        position = mark
      }
    }
    let value = SVGPathParser.value(digits, exponent)
    guard value.isFinite else {
      position = start
      throw error(.finiteNumber)
    }
    skipSeparator()
    return isNegative ? -value : value
  }

  private var next: UInt8? { position + 1 < bytes.count ? bytes[position + 1] : nil }

  /// `digits` times ten to the power `exponent`.
  private static func value(_ digits: UInt64, _ exponent: Int) -> Double {
    var value = Double(digits)
    var rest = exponent.magnitude
    while rest > 0 && value > 0 && value.isFinite {
      let step = min(rest, 22)
      value = exponent > 0 ? value * power(step) : value / power(step)
      rest -= step
    }
    return value
  }

  /// Ten to the power 0...22, exactly.
  private static func power(_ n: UInt) -> Double {
    var value = 1.0
    for _ in 0..<n { value *= 10 }
    return value
  }
}
