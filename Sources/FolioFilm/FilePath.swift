/// A path as the file system has it: bytes, which need not be UTF-8.
public struct FilePath: Hashable, Sendable {
  /// The bytes, without the NUL that ends them in C.
  public let bytes: [UInt8]

  /// A path from its bytes, or `nil` if one of them is NUL or there is none.
  public init?(bytes: [UInt8]) {
    if bytes.isEmpty || bytes.contains(0) { return nil }
    self.bytes = bytes
  }

  /// A path from text; what follows a NUL is left out, and an empty text is the current folder.
  public init(_ text: String) {
    let bytes = Array(text.utf8.prefix { $0 != 0 })
    self.bytes = bytes.isEmpty ? [UInt8(ascii: ".")] : bytes
  }

  /// The path of a file in this folder.
  public func appending(_ name: String) -> FilePath {
    let slash: [UInt8] = bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    return FilePath(unchecked: bytes + slash + Array(name.utf8))
  }

  /// The path without the slashes at its end, but for the root's.
  var withoutTrailingSlashes: FilePath {
    var kept = bytes
    while kept.count > 1, kept.last == UInt8(ascii: "/") { kept.removeLast() }
    return FilePath(unchecked: kept)
  }

  /// The folders above the path and the path itself, outermost first.
  var prefixes: [FilePath] {
    var paths: [FilePath] = []
    for (i, byte) in bytes.enumerated() where byte == UInt8(ascii: "/") && i > 0 {
      if bytes[i - 1] != byte { paths.append(FilePath(unchecked: Array(bytes[..<i]))) }
    }
    if bytes.last != UInt8(ascii: "/") { paths.append(self) }
    return paths
  }

  private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// The bytes with the NUL that C wants.
  var terminated: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}

extension FilePath: CustomStringConvertible {
  /// The path as text, with U+FFFD for what is no UTF-8.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension FilePath: ExpressibleByStringLiteral {
  /// A path from text.
  public init(stringLiteral value: String) { self.init(value) }
}
