// The language of frame sets, as `--frames` takes it:
//
//   set   = item *( "," item )
//   item  = ( bound / bound to bound / bound to / to bound ) [ ( "x" / ":" ) step ]
//   to    = "-" / ".."
//   bound = number / "last" [ "-" number ] / "@" marker
//
// `100-` runs to the last frame, `-10` from frame 0 to frame 10. A number after `last-` counts back
// from the last frame, so `last-9-last` is the last ten frames. A step counts from the item's first
// frame. Both ends belong to the set, unlike a span of time, which ends before its end. Blanks
// between the parts mean nothing.

extension FrameSet {
  /// A name for a frame, as a timeline's markers give.
  public struct Marker: Hashable, Sendable {
    /// The name, without the `@`.
    public var name: String
    /// The frame: the first at or after the marker's time.
    public var frame: Int

    /// A marker from its parts.
    public init(name: String, frame: Int) {
      self.name = name
      self.frame = frame
    }
  }

  /// The frames that an expression names in a timeline of `frameCount` frames.
  ///
  /// `@end` is the last frame unless a marker has that name. Of markers with one name the first
  /// counts. A marker's name may hold any character; the longest name that fits is taken.
  ///
  /// - Parameters:
  ///   - expression: Such as `0-149x2`, `100-`, `-10`, `0,30,60-89`, `last`, `last-9-last`,
  ///     `@settled-@end`; at most 4,096 bytes.
  ///   - frameCount: The number of frames of the whole timeline, 0...1,000,000,000.
  ///   - markers: The timeline's markers.
  /// - Throws: ``FrameSetError`` if the expression does not follow the grammar, runs backwards,
  ///   names a frame outside the timeline or an unknown marker, or if the timeline is empty.
  public init(
    _ expression: String, frameCount: Int, markers: [Marker] = []
  ) throws(FrameSetError) {
    precondition((0...1_000_000_000).contains(frameCount))
    var parser = FrameSetParser(
      expression: expression, frameCount: frameCount, markers: markers)
    self = try parser.parse()
  }

  /// The frame that an expression names: `12`, `last`, `last-3`, `@marker`, or `-1` for the last
  /// frame and `-2` for the one before it.
  ///
  /// - Throws: ``FrameSetError`` as for a set.
  public static func frame(
    _ expression: String, frameCount: Int, markers: [Marker] = []
  ) throws(FrameSetError) -> Int {
    precondition((0...1_000_000_000).contains(frameCount))
    var parser = FrameSetParser(
      expression: expression, frameCount: frameCount, markers: markers)
    return try parser.parseFrame()
  }
}

/// Why an expression names no set of frames.
public struct FrameSetError: Error, Hashable, Sendable {
  /// The expression as it was given.
  public var expression: String
  /// Where the fault is: a count of Unicode scalars from 1.
  public var column: Int
  /// What was found, what was expected, and what would do.
  public var reason: String
}

extension FrameSetError: CustomStringConvertible {
  /// One line: the expression, the column and the reason.
  public var description: String { "frames \"\(expression)\", column \(column): \(reason)" }
}

private struct FrameSetParser {
  let expression: String
  let frameCount: Int
  let markers: [FrameSet.Marker]
  let text: [Unicode.Scalar]
  var at = 0

  init(expression: String, frameCount: Int, markers: [FrameSet.Marker]) {
    self.expression = expression
    self.frameCount = frameCount
    self.markers = markers
    text = Array(expression.unicodeScalars)
  }

  var last: Int { frameCount - 1 }
  var valid: String { "the timeline has frames 0 to \(last)" }

  func error(_ reason: String, at position: Int? = nil) -> FrameSetError {
    FrameSetError(expression: expression, column: (position ?? at) + 1, reason: reason)
  }

  mutating func parse() throws(FrameSetError) -> FrameSet {
    try checkStart()
    var bits = BitSet(count: frameCount)
    while true {
      let item = try parseItem()
      for frame in stride(from: item.first, through: item.last, by: item.step) {
        bits.insert(frame)
      }
      skipBlanks()
      if at == text.count { break }
      guard take(",") else {
        throw error("found \(found), expected \",\" between frames; " + FrameSetParser.example)
      }
    }
    return FrameSet(ranges: bits.ranges)
  }

  mutating func parseFrame() throws(FrameSetError) -> Int {
    try checkStart()
    let start = at
    let frame: Int
    if take("-") {
      guard let back = try parseNumber() else {
        throw error("found \(found), expected a number after \"-\"")
      }
      frame = frameCount - back
      if back == 0 || frame < 0 {
        throw error(
          "-\(back) is outside the timeline: \(valid), or -\(frameCount) to -1", at: start)
      }
    } else {
      frame = try parseBound()
    }
    skipBlanks()
    if at < text.count {
      throw error(
        "found \(found) after a frame, expected the end: one frame is wanted, such as 12, last, "
          + "last-3 or @marker")
    }
    return frame
  }

  private mutating func checkStart() throws(FrameSetError) {
    if expression.utf8.count > 4096 {
      throw error("the expression has \(expression.utf8.count) bytes; at most 4096 are read", at: 0)
    }
    if frameCount == 0 { throw error("the timeline has no frames", at: 0) }
    skipBlanks()
    if at == text.count {
      throw error("the set names no frame; \(valid); " + FrameSetParser.example)
    }
  }

  static let example = "write frames such as 0-149, 100-, 0-149x2, last or @marker-@end"

  private mutating func parseItem() throws(FrameSetError) -> (first: Int, last: Int, step: Int) {
    skipBlanks()
    let start = at
    var first = 0
    var end = last
    if takeRange() {
      end = try parseBound()
    } else {
      first = try parseBound()
      end = first
      skipBlanks()
      if takeRange() {
        skipBlanks()
        end = startsBound ? try parseBound() : last
      }
    }
    if first > end {
      throw error("\(first)-\(end) runs backwards; write \(end)-\(first)", at: start)
    }
    skipBlanks()
    var step = 1
    if take("x") || take(":") {
      skipBlanks()
      let position = at
      guard let number = try parseNumber() else {
        throw error("found \(found), expected a step, such as 2 for every second frame")
      }
      if number == 0 { throw error("the step is 0, expected 1 or more", at: position) }
      step = number
    }
    return (first, end, step)
  }

  private var startsBound: Bool {
    guard at < text.count else { return false }
    return text[at] == "@" || isDigit(text[at]) || hasPrefix("last")
  }

  /// A number, `last`, `last-k` or `@marker`; always inside the timeline.
  private mutating func parseBound() throws(FrameSetError) -> Int {
    skipBlanks()
    let start = at
    if let number = try parseNumber() {
      if number > last { throw error("frame \(number) does not exist; \(valid)", at: start) }
      return number
    }
    if take("last") {
      let mark = at
      skipBlanks()
      if take("-") {
        skipBlanks()
        if let back = try parseNumber() {
          if back > last {
            throw error("last-\(back) is before the first frame; \(valid)", at: start)
          }
          return last - back
        }
      }
      at = mark
      return last
    }
    if take("@") { return try parseMarker(from: start) }
    throw error("found \(found), expected a frame number, last or @marker; " + valid)
  }

  private mutating func parseMarker(from start: Int) throws(FrameSetError) -> Int {
    var known = markers
    if !known.contains(where: { Array($0.name.utf8) == Array("end".utf8) }) {
      known.append(FrameSet.Marker(name: "end", frame: last))
    }
    var best: FrameSet.Marker?
    var bestLength = 0
    for marker in known {
      let name = Array(marker.name.unicodeScalars)
      guard name.count > bestLength, at + name.count <= text.count,
        Array(text[at..<(at + name.count)]) == name, endsBound(at + name.count)
      else { continue }
      best = marker
      bestLength = name.count
    }
    guard let best else {
      var end = at
      while end < text.count, text[end] != "," { end += 1 }
      let asked = text[at..<end].map(String.init).joined()
      var names: [String] = []
      for marker in known where !names.contains(marker.name) && names.count < 12 {
        names.append(marker.name)
      }
      throw error(
        "there is no marker \"\(asked)\"; the timeline has "
          + names.map { "@" + $0 }.joined(separator: ", "), at: start)
    }
    at += bestLength
    if best.frame < 0 || best.frame > last {
      throw error("@\(best.name) is after the last frame; \(valid)", at: start)
    }
    return best.frame
  }

  /// Whether a bound can end before `position`.
  private func endsBound(_ position: Int) -> Bool {
    guard position < text.count else { return true }
    switch text[position] {
    case ",", "-", " ", "\t": return true
    case ".": return position + 1 < text.count && text[position + 1] == "."
    case "x", ":": return position + 1 < text.count && isDigit(text[position + 1])
    default: return false
    }
  }

  /// A decimal number, or `nil` if there is no digit; one that is too long stands for the largest.
  private mutating func parseNumber() throws(FrameSetError) -> Int? {
    let start = at
    var value = 0
    while at < text.count, isDigit(text[at]) {
      if at - start == 18 { throw error("the number is too long", at: start) }
      value = value * 10 + Int(text[at].value - 48)
      at += 1
    }
    return at == start ? nil : value
  }

  private func isDigit(_ scalar: Unicode.Scalar) -> Bool { (48...57).contains(scalar.value) }

  private mutating func takeRange() -> Bool { take("..") || take("-") }

  private mutating func take(_ token: String) -> Bool {
    guard hasPrefix(token) else { return false }
    at += token.unicodeScalars.count
    return true
  }

  private func hasPrefix(_ token: String) -> Bool {
    var position = at
    for scalar in token.unicodeScalars {
      guard position < text.count, text[position] == scalar else { return false }
      position += 1
    }
    return true
  }

  private mutating func skipBlanks() {
    while at < text.count, text[at] == " " || text[at] == "\t" { at += 1 }
  }

  private var found: String { at < text.count ? "\"\(text[at])\"" : "the end" }
}

/// One bit a frame: keeps the memory of a set bounded by its timeline, whatever the expression.
private struct BitSet {
  private var words: [UInt64]
  private let count: Int

  init(count: Int) {
    self.count = count
    words = [UInt64](repeating: 0, count: (count + 63) / 64)
  }

  mutating func insert(_ index: Int) { words[index / 64] |= 1 << UInt64(index % 64) }

  var ranges: [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start: Int?
    for index in 0..<count {
      let isIn = words[index / 64] & (1 << UInt64(index % 64)) != 0
      if isIn {
        if start == nil { start = index }
      } else if let lower = start {
        ranges.append(lower..<index)
        start = nil
      }
    }
    if let lower = start { ranges.append(lower..<count) }
    return ranges
  }
}
