/// The pattern of a sequence's file names: `frame-%05d.png`, `p_####.png` or `{scene}-{frame}.png`.
///
/// A pattern has at most one number. `%05d` and `#####` state its width; `%d` and `{frame}` leave it
/// open, which means five digits. The width grows where the timeline's last number needs more, and
/// is the same for each part of a timeline, so that the order of names is the order of frames.
/// `{scene}` is the scene's name; `%%`, `{{` and `}}` are a plain `%`, `{` and `}`.
public struct FrameName: Hashable, Sendable {
  private let prefix: String
  private let suffix: String
  /// The number's least count of digits, or `nil` where the pattern has no number.
  public let width: Int?
  /// The number of frame 0.
  public let firstNumber: Int

  /// The least width of a number whose pattern states none.
  public static let defaultWidth = 5

  /// The most bytes that a name may have, so that the temporary name beside it fits too.
  public static let maximumLength = 200

  /// The names that a pattern gives in a timeline of `frameCount` frames.
  ///
  /// - Parameters:
  ///   - pattern: The pattern; a file name without a folder.
  ///   - scene: What `{scene}` stands for.
  ///   - frameCount: The frames of the whole timeline, whichever of them are drawn; at least 1.
  ///   - firstNumber: The number of frame 0, 0...1,000,000,000.
  /// - Throws: ``FrameNameError`` if the pattern has an unknown placeholder, more than one number,
  ///   none for more than one frame, or gives names that are no usable file names.
  public init(
    pattern: String, scene: String, frameCount: Int, firstNumber: Int = 0
  ) throws(FrameNameError) {
    precondition(frameCount >= 1 && (0...1_000_000_000).contains(firstNumber))
    var parser = FrameNameParser(pattern: pattern, scene: scene)
    try parser.parse()
    if parser.width == nil, frameCount > 1 {
      throw FrameNameError(
        pattern: pattern,
        reason: "\(frameCount) frames need a number in their name; write one such as %05d or ####")
    }
    prefix = parser.prefix
    suffix = parser.suffix
    self.firstNumber = firstNumber
    let digits = String(firstNumber + frameCount - 1).utf8.count
    width = parser.width.map { max($0, digits) }
    try check(pattern: pattern)
  }

  private func check(pattern: String) throws(FrameNameError) {
    let name = self.name(of: 0)
    func fail(_ reason: String) -> FrameNameError {
      FrameNameError(pattern: pattern, reason: reason)
    }
    if name.isEmpty { throw fail("the name is empty") }
    if name.utf8.contains(where: { $0 == UInt8(ascii: "/") }) {
      throw fail("\"\(name)\" holds a \"/\"; a pattern names files, the folder is stated apart")
    }
    if name.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) {
      throw fail("the name holds a control character")
    }
    if name.hasPrefix(".") { throw fail("\"\(name)\" begins with a dot, which hides the file") }
    if name.hasPrefix(Manifest.namePrefix) {
      throw fail("names that begin with \"\(Manifest.namePrefix)\" belong to the manifest")
    }
    if name.utf8.count > FrameName.maximumLength {
      throw fail(
        "the name has \(name.utf8.count) bytes; at most \(FrameName.maximumLength) are allowed")
    }
  }

  /// The file name of a frame.
  ///
  /// - Parameter frame: A frame's index in the timeline, at least 0.
  public func name(of frame: Int) -> String {
    guard let width else { return prefix + suffix }
    let digits = String(firstNumber + frame)
    return prefix + String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
      + suffix
  }

  /// The number that a file's name has in the place of the pattern's, or `nil` if the name is none
  /// of this pattern, whatever its count of digits.
  public func number(in name: [UInt8]) -> Int? {
    let (start, end) = (Array(prefix.utf8), Array(suffix.utf8))
    guard width != nil, name.count > start.count + end.count, name.starts(with: start),
      Array(name.suffix(end.count)) == end
    else { return nil }
    let digits = name[start.count..<(name.count - end.count)]
    guard digits.count <= 18, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
  }

  /// The pattern as `printf` and ffmpeg read it: `frame-%05d.png`, with each other `%` doubled.
  public var printfPattern: String {
    func doubled(_ text: String) -> String {
      text.unicodeScalars.map { $0 == "%" ? "%%" : String($0) }.joined()
    }
    guard let width else { return doubled(prefix + suffix) }
    return doubled(prefix) + "%0\(width)d" + doubled(suffix)
  }
}

/// Why a pattern gives no file names.
public struct FrameNameError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The pattern as it was given.
  public var pattern: String
  /// What was found, what was expected, and what would do.
  public var reason: String

  /// One line: the pattern and the reason.
  public var description: String { "name \"\(pattern)\": \(reason)" }
}

private struct FrameNameParser {
  let pattern: String
  let scene: String
  let text: [Unicode.Scalar]
  var at = 0
  var prefix = ""
  var suffix = ""
  var width: Int?

  init(pattern: String, scene: String) {
    self.pattern = pattern
    self.scene = scene
    text = Array(pattern.unicodeScalars)
  }

  func fail(_ reason: String) -> FrameNameError {
    FrameNameError(pattern: pattern, reason: reason)
  }

  mutating func append(_ more: String) {
    if width == nil { prefix += more } else { suffix += more }
  }

  mutating func number(width digits: Int) throws(FrameNameError) {
    if width != nil {
      throw fail("the pattern has two numbers; one says which frame it is")
    }
    if digits > 18 {
      throw fail("a number of \(digits) digits is too wide; at most 18 are allowed")
    }
    width = digits
  }

  mutating func parse() throws(FrameNameError) {
    if text.count > 1000 { throw fail("the pattern has more than 1000 characters") }
    while at < text.count {
      let scalar = text[at]
      at += 1
      switch scalar {
      case "%": try percent()
      case "#":
        var digits = 1
        while at < text.count, text[at] == "#" {
          digits += 1
          at += 1
        }
        try number(width: digits)
      case "{": try brace()
      case "}":
        guard at < text.count, text[at] == "}" else {
          throw fail("a \"}\" closes nothing; write }} for a plain one")
        }
        at += 1
        append("}")
      default: append(String(scalar))
      }
    }
  }

  mutating func percent() throws(FrameNameError) {
    if at < text.count, text[at] == "%" {
      at += 1
      return append("%")
    }
    var digits = 0
    let start = at
    while at < text.count, (48...57).contains(text[at].value), at - start < 4 {
      digits = digits * 10 + Int(text[at].value - 48)
      at += 1
    }
    guard at < text.count, text[at] == "d", at == start || text[start] == "0" else {
      throw fail("a \"%\" begins no number; write %05d for the frame, or %% for a plain one")
    }
    at += 1
    try number(width: at - 1 == start ? FrameName.defaultWidth : max(digits, 1))
  }

  mutating func brace() throws(FrameNameError) {
    if at < text.count, text[at] == "{" {
      at += 1
      return append("{")
    }
    guard let end = text[at...].firstIndex(of: "}") else {
      throw fail("a \"{\" is not closed; write {{ for a plain one")
    }
    let word = text[at..<end].map(String.init).joined()
    at = end + 1
    switch word {
    case "frame": try number(width: FrameName.defaultWidth)
    case "scene": append(scene)
    default:
      throw fail("{\(word)} is unknown; {frame} and {scene} are known, {{ is a plain brace")
    }
  }
}
