/// The bytes of one file that was read, and where its lines start.
///
/// A reference, so that a span can carry its file along and a message about it can show the line
/// long after reading. Immutable.
public final class SourceFile: Sendable {
  /// The path as the user gave it; the first part of each message.
  public let path: String
  /// The whole content, byte for byte.
  public let bytes: [UInt8]
  /// The byte offset at which each line starts; the first follows a byte order mark.
  private let lineStarts: [Int]

  /// A file from its content. Lines end at LF, CR LF or a lone CR.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    var starts = [bytes.starts(with: SourceFile.byteOrderMark) ? 3 : 0]
    var i = 0
    while i < bytes.count {
      let byte = bytes[i]
      i += 1
      if byte == 0x0D && i < bytes.count && bytes[i] == 0x0A { i += 1 }
      if byte == 0x0A || byte == 0x0D { starts.append(i) }
    }
    lineStarts = starts
  }

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The number of the first byte that is text: 3 after a byte order mark, else 0.
  var textStart: Int { lineStarts[0] }

  /// The line and column of a byte offset, which is clamped to the file.
  public func position(at offset: Int) -> SourcePosition {
    let place = min(max(offset, lineStarts[0]), bytes.count)
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= place { low = middle } else { high = middle }
    }
    let scalars = bytes[lineStarts[low]..<place].reduce(0) { $0 + (($1 & 0xC0) != 0x80 ? 1 : 0) }
    return SourcePosition(line: low + 1, column: scalars + 1, offset: place)
  }

  /// The byte range of a line (counted from 1) without its line break; empty past the end.
  func lineRange(_ line: Int) -> Range<Int> {
    guard line >= 1 && line <= lineStarts.count else { return bytes.count..<bytes.count }
    let start = lineStarts[line - 1]
    var end = line < lineStarts.count ? lineStarts[line] : bytes.count
    while end > start && (bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D) { end -= 1 }
    return start..<end
  }
}

extension SourceFile: Hashable {
  /// Whether path and content are the same.
  public static func == (a: SourceFile, b: SourceFile) -> Bool {
    a === b || (a.path == b.path && a.bytes == b.bytes)
  }

  /// Hashes the path.
  public func hash(into hasher: inout Hasher) { hasher.combine(path) }
}
