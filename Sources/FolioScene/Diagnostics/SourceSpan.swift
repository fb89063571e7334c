/// A place in a text file.
public struct SourcePosition: Hashable, Sendable {
  /// The line, counted from 1.
  public let line: Int
  /// The column in Unicode scalars, counted from 1; a tab is one.
  public let column: Int
  /// The offset in bytes, counted from 0.
  public let offset: Int
}

/// A stretch of a file, by byte offsets; lines and columns are worked out when asked for.
public struct SourceSpan: Hashable, Sendable {
  /// The file.
  public let file: SourceFile
  /// The offset of the first byte.
  public let lowerBound: Int
  /// The offset just past the last byte, at least `lowerBound`.
  public let upperBound: Int

  /// A span from two offsets.
  public init(file: SourceFile, from lowerBound: Int, to upperBound: Int) {
    self.file = file
    self.lowerBound = lowerBound
    self.upperBound = max(lowerBound, upperBound)
  }

  /// Where it starts.
  public var start: SourcePosition { file.position(at: lowerBound) }
  /// Just past its last character.
  public var end: SourcePosition { file.position(at: upperBound) }
  /// The text it covers.
  public var text: String {
    let low = min(max(0, lowerBound), file.bytes.count)
    return String(
      decoding: file.bytes[low..<max(low, min(upperBound, file.bytes.count))], as: UTF8.self)
  }
}

extension SourceSpan: CustomStringConvertible {
  /// `file:line:column`.
  public var description: String {
    let place = start
    return "\(file.path):\(place.line):\(place.column)"
  }
}

/// Where a value and each of its keys were written, for messages of later stages.
///
/// A value made in code has none. Two values that differ only in where they were written are equal,
/// so a provenance takes no part in comparisons.
public struct Provenance: Hashable, Sendable {
  /// The span of the whole value.
  public var span: SourceSpan?
  private var keys: [(name: String, span: SourceSpan)] = []

  /// No provenance: the value was made in code.
  public init() {}

  /// The provenance of a value that was read.
  public init(span: SourceSpan?) { self.span = span }

  /// The span of the value of a key, in the words of the scene format; the whole value's span when
  /// the key was not given.
  public subscript(key: String) -> SourceSpan? {
    keys.last { $0.name == key }?.span ?? span
  }

  /// Whether the key was given.
  public func contains(_ key: String) -> Bool { keys.contains { $0.name == key } }

  /// Notes the place of a key; a later note replaces an earlier one.
  mutating func note(_ key: String, at span: SourceSpan) { keys.append((key, span)) }

  /// Always true.
  public static func == (a: Provenance, b: Provenance) -> Bool { true }

  /// Adds nothing.
  public func hash(into hasher: inout Hasher) {}
}
