/// Why a font cannot be used. Every case names the file.
public enum FontError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No file of this name in any of the folders (or at the path itself, when `lookedIn` is empty).
  case notFound(file: String, lookedIn: [String])
  /// The system refused to open or read the file.
  case unreadable(file: String, reason: String)
  /// The path names a folder, a pipe or a device.
  case notRegularFile(file: String)
  /// The file is larger than a font may be; both numbers are bytes.
  case tooLarge(file: String, bytes: Int, limit: Int)
  /// The bytes are not a font that FreeType and HarfBuzz both accept.
  case broken(file: String, reason: String)
  /// The file holds fewer faces than the index asks for.
  case noSuchFace(file: String, index: Int, count: Int)
  /// The font does not map characters to glyphs by Unicode.
  case noUnicodeMap(file: String)
  /// The font has neither outlines nor colour bitmaps.
  case noOutlines(file: String)
  /// A variation axis that the font does not have; `available` are those it has.
  case noSuchAxis(file: String, axis: String, available: [String])
  /// No family of this name; `known` are those there are.
  case unknownFamily(name: String, known: [String])
  /// A family that is already registered.
  case duplicateFamily(name: String)
  /// A family without a font file.
  case emptyFamily(name: String)

  /// The fault in one line: what was found, what was expected and what to do.
  public var description: String {
    switch self {
    case .notFound(let file, let folders):
      if folders.isEmpty { return "\(file): font file not found" }
      return "font file \(file) not found; looked in \(folders.joined(separator: ", "))"
    case .unreadable(let file, let reason):
      return "\(file): cannot read the font: \(reason)"
    case .notRegularFile(let file):
      return "\(file): expected a font file, found a folder, pipe or device"
    case .tooLarge(let file, let bytes, let limit):
      return "\(file): the font has \(bytes) bytes, the limit is \(limit)"
    case .broken(let file, let reason):
      return "\(file): not a usable font: \(reason)"
    case .noSuchFace(let file, let index, let count):
      return "\(file): no face \(index); the file holds \(count), counted from 0"
    case .noUnicodeMap(let file):
      return "\(file): the font maps no Unicode characters"
    case .noOutlines(let file):
      return "\(file): the font has no outlines and no colour bitmaps"
    case .noSuchAxis(let file, let axis, let available):
      let rest =
        available.isEmpty
        ? "the font has no axes" : "the font has \(available.joined(separator: ", "))"
      return "\(file): no variation axis '\(axis)'; \(rest)"
    case .unknownFamily(let name, let known):
      return "unknown font '\(name)'; there are \(known.joined(separator: ", "))"
    case .duplicateFamily(let name):
      return "the font '\(name)' is defined twice"
    case .emptyFamily(let name):
      return "the font '\(name)' lists no file"
    }
  }
}
