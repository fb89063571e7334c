// A manifest decides which files may be removed, so it is read strictly: a value of another type, an
// unknown key, a number out of range or two statements that disagree are all errors.

extension Manifest {
  /// The largest file that is read: room for more than a million frames.
  public static let maximumByteCount = 1 << 29

  /// The manifest that a file holds.
  ///
  /// - Parameters:
  ///   - json: The file's bytes.
  ///   - path: What to call the file in a message.
  /// - Throws: ``ManifestError`` if the bytes are no manifest of version 1.
  public init(json: [UInt8], path: String = Manifest.fileName) throws(ManifestError) {
    if json.count > Manifest.maximumByteCount {
      throw ManifestError(
        path: path, reason: "\(json.count) bytes; at most \(Manifest.maximumByteCount) are read")
    }
    let value: JSONValue
    do {
      value = try JSONReader.read(json)
    } catch {
      throw ManifestError(path: path, line: error.line, column: error.column, reason: error.reason)
    }
    do {
      self = try Manifest(value)
    } catch {
      throw ManifestError(path: path, reason: error.reason)
    }
  }

  private init(_ value: JSONValue) throws(MemberError) {
    var top = try Members(value, at: "")
    let version = try top.integer("folioscopeManifest", in: 1...Int.max)
    if version != Manifest.version {
      throw MemberError(
        reason: "the format's version is \(version); this program reads \(Manifest.version)")
    }
    let isComplete = try top.bool("complete")
    let scene = try top.string("scene")
    let digest = try top.digest("sceneDigest")
    let renderer = try top.string("renderer")
    let width = try top.integer("width", in: 1...1_000_000)
    let height = try top.integer("height", in: 1...1_000_000)
    let scale = try top.double("scale")
    if !(scale > 0) { throw MemberError(reason: "scale is \(scale), expected more than 0") }
    let rate = try top.ratio("frameRate")
    guard let numerator = Int(exactly: rate.numerator),
      let denominator = Int(exactly: rate.denominator),
      let frameRate = FrameRate(numerator, denominator)
    else { throw MemberError(reason: "frameRate is no rate of frames") }
    let frameCount = try top.integer("timelineFrames", in: 1...100_000_000)
    let pattern = try top.string("name")
    let firstNumber = try top.integer("firstNumber", in: 0...1_000_000_000)
    let name: FrameName
    do {
      name = try FrameName(
        pattern: pattern.unicodeScalars.map { $0 == "{" || $0 == "}" ? "\($0)\($0)" : "\($0)" }
          .joined(),
        scene: "", frameCount: frameCount, firstNumber: firstNumber)
    } catch {
      throw MemberError(reason: error.description)
    }
    let first = try top.integer("first", in: 0...(frameCount - 1))
    let last = try top.integer("last", in: 0...(frameCount - 1))
    let step = try top.optionalInteger("step", in: 1...frameCount)
    let count = try top.integer("count", in: 1...frameCount)
    let frames: FrameSet
    do {
      frames = try FrameSet(try top.string("set"), frameCount: frameCount)
    } catch let error as FrameSetError {
      throw MemberError(reason: error.description)
    } catch {
      throw MemberError(reason: "set: \(error)")
    }
    if frames.first != first || frames.last != last || frames.count != count
      || frames.step != step
    {
      throw MemberError(reason: "first, last, step and count disagree with set")
    }
    let hasAlpha = try top.bool("alpha")
    let colorSpace = try top.string("colorSpace")
    if colorSpace != SequenceInfo.colorSpace {
      throw MemberError(reason: "colorSpace is \"\(colorSpace)\", expected \"sRGB\"")
    }
    try top.skipStringsOrNull("ffmpeg")
    var info = SequenceInfo(
      sceneName: scene, sceneDigest: digest, renderer: renderer, width: width, height: height,
      scale: scale, frameRate: frameRate, frameCount: frameCount, hasAlpha: hasAlpha, name: name)
    info.markers = try top.list("markers") { (member) throws(MemberError) in
      let name = try member.string("name")
      _ = try member.integer("frame", in: Int.min...Int.max)
      return SequenceInfo.Marker(name: name, time: try member.ratio("time"))
    }
    info.events = try top.list("events") { (member) throws(MemberError) in
      SequenceInfo.Event(
        name: try member.string("name"), time: try member.ratio("time"),
        page: try member.optionalInteger("page", in: Int.min...Int.max),
        pagePosition: try member.optionalDouble("position"))
    }
    let stale = try top.strings("stale")
    for name in stale where !Manifest.isPlainName(name) {
      throw MemberError(reason: "stale names \"\(name)\", which is no plain file name")
    }
    let entries = try top.list("frames") { (member) throws(MemberError) in
      try Manifest.entry(&member, name: name, frameCount: frameCount)
    }
    try top.end()

    if isComplete {
      self.init(info: info, complete: entries)
      guard self.frames == frames, entries.count == count, stale.isEmpty,
        zip(entries, entries.dropFirst()).allSatisfy({ $0.index < $1.index })
      else { throw MemberError(reason: "frames do not list the frames of set in ascending order") }
      if self.entries != entries {
        throw MemberError(reason: "sameAsPrevious or markers of a frame disagree with the rest")
      }
    } else {
      if !entries.isEmpty {
        throw MemberError(reason: "frames are listed though complete is false")
      }
      self.init(info: info, frames: frames, stale: stale)
    }
  }

  private static func entry(
    _ member: inout Members, name: FrameName, frameCount: Int
  ) throws(MemberError) -> Entry {
    let index = try member.integer("index", in: 0...(frameCount - 1))
    let stated = try member.string("name")
    if !stated.utf8.elementsEqual(name.name(of: index).utf8) {
      throw MemberError(
        reason: "frame \(index) is called \"\(stated)\", expected \"\(name.name(of: index))\"")
    }
    var entry = Entry(
      index: index, byteCount: try member.integer("bytes", in: 0...Int.max),
      file: try member.digest("sha256"),
      pixels: Fingerprint(digest: try member.digest("pixels")))
    entry.sameAsPrevious = try member.optionalBool("sameAsPrevious") ?? false
    entry.markers = try member.optionalStrings("markers") ?? []
    entry.pagePosition = try member.optionalDouble("position")
    if let offset = try member.optionalDoubles("offset") {
      if offset.count != 2 {
        throw MemberError(
          reason: "offset of frame \(index) has \(offset.count) numbers, expected 2")
      }
      entry.contentOffset = ContentOffset(x: offset[0], y: offset[1])
    }
    return entry
  }

  /// Whether a text is a file name without a folder that hides nothing.
  static func isPlainName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= FrameName.maximumLength
      && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 < 32 || $0 == 127 }
      && !name.hasPrefix(namePrefix)
  }
}

/// Why a file is no manifest.
public struct ManifestError: Error, Hashable, Sendable {
  /// The file.
  public var path: String
  /// The line of the fault, from 1, where the text is no JSON.
  public var line: Int?
  /// The column of the fault in bytes, from 1, where the text is no JSON.
  public var column: Int?
  /// What was found and expected.
  public var reason: String
}

extension ManifestError: CustomStringConvertible {
  /// `path:line:column: reason`, or `path: reason`.
  public var description: String {
    guard let line, let column else { return "\(path): \(reason)" }
    return "\(path):\(line):\(column): \(reason)"
  }
}

/// Why a value is not what its place wants.
private struct MemberError: Error {
  var reason: String
}

/// The members of an object, taken out by key; what is left at the end is unknown.
private struct Members {
  private var members: [JSONValue.Member]
  private let path: String

  init(_ value: JSONValue, at path: String) throws(MemberError) {
    guard case .object(let members) = value else {
      throw MemberError(
        reason: (path.isEmpty ? "" : path + ": ") + "found \(value.kind), expected an object")
    }
    self.members = members
    self.path = path
  }

  private func place(_ key: String) -> String { path.isEmpty ? key : path + "." + key }

  private func error(_ key: String, _ value: JSONValue, _ expected: String) -> MemberError {
    MemberError(reason: "\(place(key)): found \(value.kind), expected \(expected)")
  }

  private mutating func takeOptional(_ key: String) -> JSONValue? {
    guard let index = members.firstIndex(where: { $0.key == key }) else { return nil }
    return members.remove(at: index).value
  }

  private mutating func take(_ key: String) throws(MemberError) -> JSONValue {
    guard let value = takeOptional(key) else {
      throw MemberError(reason: "\(place(key)) is missing")
    }
    return value
  }

  func end() throws(MemberError) {
    if let member = members.first {
      throw MemberError(reason: "\(place(member.key)) is no key of this format")
    }
  }

  mutating func string(_ key: String) throws(MemberError) -> String {
    let value = try take(key)
    guard case .string(let text) = value else { throw error(key, value, "a text") }
    return text
  }

  mutating func bool(_ key: String) throws(MemberError) -> Bool {
    let value = try take(key)
    guard case .bool(let bool) = value else { throw error(key, value, "true or false") }
    return bool
  }

  mutating func optionalBool(_ key: String) throws(MemberError) -> Bool? {
    guard let value = takeOptional(key) else { return nil }
    guard case .bool(let bool) = value else { throw error(key, value, "true or false") }
    return bool
  }

  mutating func integer(_ key: String, in range: ClosedRange<Int>) throws(MemberError) -> Int {
    try integer(try take(key), key, in: range)
  }

  mutating func optionalInteger(
    _ key: String, in range: ClosedRange<Int>
  ) throws(MemberError) -> Int? {
    guard let value = takeOptional(key), value != .null else { return nil }
    return try integer(value, key, in: range)
  }

  private func integer(
    _ value: JSONValue, _ key: String, in range: ClosedRange<Int>
  ) throws(MemberError) -> Int {
    guard case .number(let text) = value, let number = Int(text), range.contains(number) else {
      let bounds =
        range == Int.min...Int.max
        ? "an integer" : "an integer from \(range.lowerBound) to \(range.upperBound)"
      throw error(key, value, bounds)
    }
    return number
  }

  mutating func double(_ key: String) throws(MemberError) -> Double {
    try double(try take(key), key)
  }

  mutating func optionalDouble(_ key: String) throws(MemberError) -> Double? {
    guard let value = takeOptional(key) else { return nil }
    return try double(value, key)
  }

  mutating func optionalDoubles(_ key: String) throws(MemberError) -> [Double]? {
    guard let value = takeOptional(key) else { return nil }
    guard case .array(let elements) = value else { throw error(key, value, "a list of numbers") }
    var numbers: [Double] = []
    for element in elements { numbers.append(try double(element, key)) }
    return numbers
  }

  private func double(_ value: JSONValue, _ key: String) throws(MemberError) -> Double {
    guard case .number(let text) = value, let number = Double(text), number.isFinite else {
      throw error(key, value, "a finite number")
    }
    return number
  }

  mutating func digest(_ key: String) throws(MemberError) -> Digest {
    let value = try take(key)
    guard case .string(let text) = value, let digest = Digest(hex: text) else {
      throw error(key, value, "64 hexadecimal digits")
    }
    return digest
  }

  mutating func ratio(_ key: String) throws(MemberError) -> FrameTime {
    let value = try take(key)
    guard case .array(let parts) = value, parts.count == 2,
      case .number(let first) = parts[0], case .number(let second) = parts[1],
      let numerator = Int64(first), let denominator = Int64(second),
      numerator != .min, denominator >= 1
    else { throw error(key, value, "a ratio: a list of two integers, the second at least 1") }
    return FrameTime(numerator, denominator)
  }

  mutating func strings(_ key: String) throws(MemberError) -> [String] {
    try strings(try take(key), key)
  }

  mutating func optionalStrings(_ key: String) throws(MemberError) -> [String]? {
    guard let value = takeOptional(key) else { return nil }
    return try strings(value, key)
  }

  mutating func skipStringsOrNull(_ key: String) throws(MemberError) {
    let value = try take(key)
    if value != .null { _ = try strings(value, key) }
  }

  private func strings(_ value: JSONValue, _ key: String) throws(MemberError) -> [String] {
    guard case .array(let elements) = value else { throw error(key, value, "a list of texts") }
    var texts: [String] = []
    for element in elements {
      guard case .string(let text) = element else { throw error(key, element, "a text") }
      texts.append(text)
    }
    return texts
  }

  mutating func list<T>(
    _ key: String, _ read: (inout Members) throws(MemberError) -> T
  ) throws(MemberError) -> [T] {
    let value = try take(key)
    guard case .array(let elements) = value else { throw error(key, value, "a list") }
    var results: [T] = []
    results.reserveCapacity(elements.count)
    for (i, element) in elements.enumerated() {
      var members = try Members(element, at: "\(place(key))[\(i)]")
      results.append(try read(&members))
      try members.end()
    }
    return results
  }
}
