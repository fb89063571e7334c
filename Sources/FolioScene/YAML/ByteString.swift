/// Text compared and hashed byte by byte, unlike `String`, which equates canonical equivalents: the
/// Kelvin sign is K to it.
struct ByteString: Hashable, Sendable {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The text.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension YAMLNode {
  /// The map less the entries whose keys are not among some names.
  func filtered(to names: [String]) -> YAMLNode {
    guard case .mapping(let entries) = content else { return self }
    var result = self
    result.content = .mapping(
      entries.filter { entry in names.contains { $0.utf8.elementsEqual(entry.key.utf8) } })
    return result
  }
}
