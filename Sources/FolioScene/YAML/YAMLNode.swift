/// A value of a YAML document with the place it was written.
///
/// Aliases are expanded by sharing: a node that is used twice is stored once and counted twice.
struct YAMLNode: Sendable {
  /// What a node holds.
  enum Content: Sendable {
    /// Text, not yet typed; `isPlain` if it was written without quotes.
    case scalar(String, isPlain: Bool)
    /// A list.
    case sequence([YAMLNode])
    /// Keys and values in the order written; no key twice (merge keys already applied).
    case mapping([Entry])
  }

  /// A key and its value.
  struct Entry: Sendable {
    var key: String
    var keySpan: SourceSpan
    var value: YAMLNode
  }

  var content: Content
  var span: SourceSpan
  /// The number of values in it, itself included, after alias expansion.
  var count: Int
  /// The number of lists and maps on the longest way down, itself included; 0 for a scalar.
  var height: Int

  /// What it is, in words for a message.
  var kind: String {
    switch content {
    case .scalar(let text, let isPlain):
      isPlain && text.isEmpty ? "nothing" : "the text \(text.quoted)"
    case .sequence: "a list"
    case .mapping: "a map"
    }
  }

  /// Whether nothing was written: an empty plain scalar.
  var isEmptyScalar: Bool {
    if case .scalar(let text, isPlain: true) = content { return text.isEmpty }
    return false
  }

  /// The value of a key of a map, compared byte by byte.
  subscript(key: String) -> YAMLNode? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }
}

/// How much a YAML text may hold.
public struct YAMLLimits: Hashable, Sendable {
  /// The most bytes of a file.
  public var bytes: Int
  /// The most lists and maps inside one another.
  public var nesting: Int
  /// The most values (scalars, lists and maps; keys do not count), after alias expansion.
  public var values: Int
  /// The most bytes of one scalar.
  public var scalarBytes: Int

  /// Limits: 16 MiB, 64 levels, 100,000 values and 64 KiB a text unless told otherwise.
  public init(
    bytes: Int = 16 << 20, nesting: Int = 64, values: Int = 100_000, scalarBytes: Int = 64 << 10
  ) {
    self.bytes = bytes
    self.nesting = nesting
    self.values = values
    self.scalarBytes = scalarBytes
  }
}
