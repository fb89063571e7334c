import FolioImageCoding
import FolioSequence
import Foundation

/// A recorded sequence: the folder `NAME.golden`.
///
/// ```
/// swipe-to-1.golden/
///   golden.json      what all frames have in common
///   frames.tsv       a line for each frame: index, time, offset, fingerprint, kept picture
///   elements.tsv     the boxes of the elements, where the frames list any
///   k0000.png …      the kept pictures
/// ```
///
/// Everything is text with one frame a line, so that a review shows which frames changed and a merge
/// conflicts only where both sides changed one.
public struct GoldenReference: GoldenFrames, Sendable {
  /// The folder's path.
  public let path: String
  /// The golden's name as it was given.
  public let name: String
  /// The size of the frames in pixels.
  public let size: PixelSize
  /// Pixels a point.
  public let scale: Double
  /// Frames a second, where they are known.
  public let frameRate: FrameRate?
  /// What drew the frames, with its version; empty where that is not known.
  public let renderer: String
  /// Which pictures are kept: `keyFrames`, `all` or `animation`.
  public let keep: String
  /// What was allowed when it was recorded, for people.
  public let tolerance: String
  /// The frames.
  public let entries: [Entry]
  /// A folder with pictures named by their fingerprints, to look up those that are not kept.
  public var cache: String?
  private let animation: Animation?

  /// One frame of a golden.
  public struct Entry: Hashable, Sendable {
    /// What is known of the frame beside its picture.
    public var record: FrameRecord
    /// The fingerprint of its picture.
    public var fingerprint: Fingerprint
    /// The name of the file with its picture, or `nil`.
    public var keptAs: String?
  }

  /// The bytes of an animation; its reader is made where it is used, since it keeps a place.
  private struct Animation: Sendable {
    let bytes: [UInt8]
    let path: String
  }

  /// The version of the files that are written, and the only one that is read.
  public static let version = 1
  static let infoName = "golden.json"
  static let framesName = "frames.tsv"
  static let elementsName = "elements.tsv"
  static let animationName = "frames.png"
  static let framesHeader = "index\ttime-ms\toffset-x\toffset-y\tfingerprint\tkept-as"
  static let elementsHeader = "index\telement\tx\ty\twidth\theight"

  /// How many frames there are.
  public var count: Int { entries.count }

  /// What is known of a frame beside its picture.
  public func record(at index: Int) throws -> FrameRecord { entries[index].record }

  /// The recorded fingerprint.
  public func fingerprint(at index: Int) throws -> Fingerprint { entries[index].fingerprint }

  /// The kept picture, else the cached one, else `nil`.
  ///
  /// - Throws: ``GoldenError`` if the file is damaged or is not the picture that was recorded.
  public func picture(at index: Int) throws -> Pixmap? {
    let entry = entries[index]
    guard let name = entry.keptAs else { return try cached(entry.fingerprint) }
    let file = "\(path)/\(name)"
    let picture: Pixmap?
    if let animation {
      picture = try AnimatedPNG(animation.bytes, path: file)?.picture(at: index)
    } else {
      picture = try PictureFile.read(path: file)
    }
    guard let picture else { throw GoldenError.noPicture(index: index) }
    if picture.fingerprint != entry.fingerprint {
      throw GoldenError.damaged(
        path: file, line: nil,
        reason:
          "the picture's fingerprint is \(picture.fingerprint), \(GoldenReference.framesName) "
          + "has \(entry.fingerprint) for frame \(index); record the golden again")
    }
    return picture
  }

  /// The bytes of the kept picture's file.
  public func encodedPicture(at index: Int) throws -> [UInt8]? {
    guard animation == nil, let name = entries[index].keptAs else { return nil }
    return try PictureFile.bytes(path: "\(path)/\(name)")
  }

  private func cached(_ fingerprint: Fingerprint) throws -> Pixmap? {
    guard let cache else { return nil }
    let file = "\(cache)/\(fingerprint).png"
    guard FileSystem.exists(file) else { return nil }
    let picture = try PictureFile.read(path: file)
    // A cache may hold anything; only the picture itself will do.
    return picture.fingerprint == fingerprint ? picture : nil
  }

  /// The index of the kept picture nearest to a frame, to show where the frame's own is not kept.
  public func nearestKept(to index: Int) -> Int? {
    entries.indices.filter { entries[$0].keptAs != nil }
      .min { ($0 - index).magnitude < ($1 - index).magnitude }
  }
}

// MARK: - Reading

extension GoldenReference {
  private struct Info: Decodable {
    var folioscopeGolden: Int
    var name: String
    var width: Int
    var height: Int
    var scale: Double
    var frameRate: String?
    var frames: Int
    var keep: String
    var tolerance: String
    var renderer: String
  }

  /// Reads a golden's folder.
  ///
  /// - Throws: ``GoldenError`` naming the file and the line of what is wrong.
  public init(path: String) throws(GoldenError) {
    guard FileSystem.isFolder(path) else { throw .notFound(path: path, expected: "golden") }
    let infoPath = "\(path)/\(GoldenReference.infoName)"
    func fault(_ reason: String) -> GoldenError {
      .damaged(path: infoPath, line: nil, reason: reason)
    }
    let info: Info
    let bytes = try PictureFile.bytes(path: infoPath)
    do {
      info = try JSONDecoder().decode(Info.self, from: Data(bytes))
    } catch let error as DecodingError {
      throw fault(GoldenReference.text(error))
    } catch {
      throw fault("\(error)")
    }
    guard info.folioscopeGolden == GoldenReference.version else {
      throw fault(
        "the format's version is \(info.folioscopeGolden); this program reads "
          + "\(GoldenReference.version)")
    }
    guard (1...1_000_000).contains(info.width), (1...1_000_000).contains(info.height) else {
      throw fault("the size is \(info.width)×\(info.height), expected 1 to 1000000")
    }
    guard info.scale > 0, info.scale.isFinite else {
      throw fault("the scale is \(info.scale), expected a number above 0")
    }
    guard ["keyFrames", "all", "animation"].contains(info.keep) else {
      throw fault("keep is \"\(info.keep)\", expected keyFrames, all or animation")
    }
    var rate: FrameRate?
    if let text = info.frameRate {
      rate = FrameRate(text)
      if rate == nil { throw fault("frameRate is \"\(text)\", expected a rate such as 60") }
    }
    self.path = path
    name = info.name
    size = PixelSize(width: info.width, height: info.height)
    scale = info.scale
    frameRate = rate
    renderer = info.renderer
    keep = info.keep
    tolerance = info.tolerance
    var entries = try GoldenReference.readFrames(
      "\(path)/\(GoldenReference.framesName)", rate: rate)
    guard entries.count == info.frames else {
      throw .damaged(
        path: "\(path)/\(GoldenReference.framesName)", line: nil,
        reason: "\(entries.count) frames, \(GoldenReference.infoName) says \(info.frames)")
    }
    let elements = "\(path)/\(GoldenReference.elementsName)"
    if FileSystem.exists(elements) {
      try GoldenReference.readElements(elements, into: &entries)
    }
    self.entries = entries
    if info.keep == "animation", !entries.isEmpty {
      let file = "\(path)/\(GoldenReference.animationName)"
      animation = Animation(bytes: try PictureFile.bytes(path: file), path: file)
    } else {
      animation = nil
    }
  }

  private static func text(_ error: DecodingError) -> String {
    func place(_ context: DecodingError.Context) -> String {
      let keys = context.codingPath.map(\.stringValue).joined(separator: ".")
      return keys.isEmpty ? "" : "\(keys): "
    }
    switch error {
    case .keyNotFound(let key, _): return "the key \"\(key.stringValue)\" is missing"
    case .typeMismatch(let type, let context):
      return place(context) + "a value of another kind was found, expected \(type)"
    case .valueNotFound(let type, let context):
      return place(context) + "null was found, expected \(type)"
    case .dataCorrupted(let context): return place(context) + "this is no JSON that is read"
    @unknown default: return "this is no JSON that is read"
    }
  }

  private static func lines(_ path: String, header: String) throws(GoldenError) -> [[String]] {
    let bytes = try PictureFile.bytes(path: path)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .damaged(path: path, line: nil, reason: "the text is not UTF-8")
    }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    if let first = lines.first, first.hasPrefix("<<<<<<<") || first.hasSuffix("\r") {
      throw .damaged(
        path: path, line: 1, reason: "a merge conflict or other line endings; resolve them")
    }
    guard lines.first == header else {
      throw .damaged(
        path: path, line: 1,
        reason:
          "expected the line \"\(header.split(separator: "\t").joined(separator: " "))\" with "
          + "tabs")
    }
    let columns = header.split(separator: "\t").count
    var rows: [[String]] = []
    for (number, line) in lines.enumerated().dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == columns else {
        throw .damaged(
          path: path, line: number + 1,
          reason: "\(fields.count) fields, expected \(columns) separated by tabs"
            + (line.hasPrefix("<<<<<<<") ? "; this is a merge conflict" : ""))
      }
      rows.append(fields)
    }
    return rows
  }

  private static func readFrames(
    _ path: String, rate: FrameRate?
  ) throws(GoldenError) -> [Entry] {
    var entries: [Entry] = []
    for (row, fields) in try lines(path, header: framesHeader).enumerated() {
      func fault(_ reason: String) -> GoldenError {
        .damaged(path: path, line: row + 2, reason: reason)
      }
      guard fields[0] == String(row) else {
        throw fault("frame \"\(fields[0])\", expected \(row)")
      }
      guard let time = TimeText.time(fields[1], index: row, rate: rate) else {
        throw fault("the time \"\(fields[1])\" is no number of milliseconds")
      }
      var offset: ContentOffset?
      if fields[2] != "-" || fields[3] != "-" {
        guard let x = Double(fields[2]), let y = Double(fields[3]), x.isFinite, y.isFinite else {
          throw fault("the offset (\(fields[2]), \(fields[3])) is not two numbers or two dashes")
        }
        offset = ContentOffset(x: x, y: y)
      }
      guard let digest = Digest(hex: fields[4]) else {
        throw fault("the fingerprint is not 64 hexadecimal digits")
      }
      let kept = fields[5] == "-" ? nil : fields[5]
      if let kept, !isPlainName(kept) {
        throw fault("\"\(kept)\" is no plain file name")
      }
      entries.append(
        Entry(
          record: FrameRecord(index: row, time: time, contentOffset: offset),
          fingerprint: Fingerprint(digest: digest), keptAs: kept))
    }
    return entries
  }

  private static func isPlainName(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".."
      && name.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "/") }
  }

  private static func readElements(
    _ path: String, into entries: inout [Entry]
  ) throws(GoldenError) {
    var lists: [Int: [ElementBox]] = [:]
    for (row, fields) in try lines(path, header: elementsHeader).enumerated() {
      func fault(_ reason: String) -> GoldenError {
        .damaged(path: path, line: row + 2, reason: reason)
      }
      guard let index = Int(fields[0]), entries.indices.contains(index) else {
        throw fault("there is no frame \"\(fields[0])\"")
      }
      if fields[1].isEmpty {
        lists[index] = []
        continue
      }
      let numbers = fields[2...].compactMap(Double.init).filter(\.isFinite)
      guard numbers.count == 4, let name = ElementText.name(fields[1]) else {
        throw fault("expected an element's name and four numbers")
      }
      lists[index, default: []].append(
        ElementBox(
          name: name, x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    }
    var current: [ElementBox] = []
    for i in entries.indices {
      if let list = lists[i] { current = list }
      entries[i].record.elements = current
    }
  }
}

/// Times as `frames.tsv` has them: milliseconds with three decimals, exact where a rate gives them.
enum TimeText {
  /// A time in milliseconds, rounded to thousandths, halves up: `283.333`.
  static func milliseconds(_ time: FrameTime) -> String {
    let scaled = Int128(time.numerator) * 2_000_000
    let divisor = Int128(time.denominator) * 2
    var thousandths = (scaled + Int128(time.denominator)) / divisor
    if scaled + Int128(time.denominator) < 0,
      thousandths * divisor > scaled + Int128(time.denominator)
    {
      thousandths -= 1
    }
    let magnitude = thousandths.magnitude
    let fraction = String(magnitude % 1000)
    return (thousandths < 0 ? "-" : "") + "\(magnitude / 1000)."
      + String(repeating: "0", count: 3 - fraction.count) + fraction
  }

  /// The time that a text stands for: the rate's own where the text is that one's, else the decimal.
  static func time(_ text: String, index: Int, rate: FrameRate?) -> FrameTime? {
    if let rate, milliseconds(rate.time(of: index)) == text { return rate.time(of: index) }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count == 3, let whole = Int64(parts[0]),
      let rest = Int64(parts[1]), rest >= 0, whole.magnitude < 1_000_000_000_000
    else { return nil }
    let isNegative = parts[0].hasPrefix("-")
    return FrameTime(whole * 1000 + (isNegative ? -rest : rest), 1_000_000)
  }
}

/// Elements' names as a field of a table: tabs, line ends and `%` become `%XX`.
enum ElementText {
  static func field(_ name: String) -> String {
    if name.isEmpty { return "%" }
    return String(
      decoding: name.utf8.flatMap { byte -> [UInt8] in
        if byte >= 32, byte != 127, byte != UInt8(ascii: "%") { return [byte] }
        let digits = String(byte, radix: 16, uppercase: true)
        return Array(("%" + (digits.count == 1 ? "0" : "") + digits).utf8)
      }, as: UTF8.self)
  }

  static func name(_ field: String) -> String? {
    if field == "%" { return "" }
    var bytes: [UInt8] = []
    let text = Array(field.utf8)
    var i = 0
    while i < text.count {
      if text[i] == UInt8(ascii: "%") {
        guard i + 2 < text.count,
          let byte = UInt8(String(decoding: text[(i + 1)...(i + 2)], as: UTF8.self), radix: 16)
        else { return nil }
        bytes.append(byte)
        i += 3
      } else {
        bytes.append(text[i])
        i += 1
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

/// The digits of a text's SHA-256, for names of files.
enum SHA256Digits {
  static func of(_ text: String) -> String { SHA256.hash(Array(text.utf8)).hex }
}
