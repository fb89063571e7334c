import Foundation

/// What lies at a path, found without opening anything that could block: a pipe or a device is
/// looked at, never opened.
enum FileKind: Hashable {
  case regular(bytes: Int)
  case folder
  case pipe
  case device
  case socket
  case missing
  /// It or a folder on the way may not be read.
  case forbidden
  /// The path cannot be looked up: too long, a circle of links, a file where a folder should be.
  case unusable(String)

  /// In words for a message.
  var name: String {
    switch self {
    case .regular: "a file"
    case .folder: "a folder"
    case .pipe: "a pipe"
    case .device: "a device"
    case .socket: "a socket"
    case .missing: "nothing"
    case .forbidden: "a file that may not be read"
    case .unusable(let reason): reason
    }
  }
}

/// Looks up paths, each once.
final class FileProbe {
  private var known: [String: FileKind] = [:]
  private var folders: [String: String?] = [:]

  /// What lies at a path.
  func kind(of path: String) -> FileKind {
    if let kind = known[path] { return kind }
    let kind = FileProbe.look(at: path)
    known[path] = kind
    return kind
  }

  private static func look(at path: String) -> FileKind {
    var status = stat()
    if unsafe stat(path, &status) != 0 {
      switch errno {
      case ENOENT: return .missing
      case EACCES: return .forbidden
      case ENOTDIR: return .missing
      case let code: return unsafe .unusable(String(cString: strerror(code)))
      }
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      return unsafe access(path, R_OK) == 0 ? .regular(bytes: Int(status.st_size)) : .forbidden
    case S_IFDIR: return .folder
    case S_IFIFO: return .pipe
    case S_IFSOCK: return .socket
    default: return .device
    }
  }

  /// The whole content of a regular file of at most `limit` bytes.
  ///
  /// Opened without blocking and looked at again once open, so that a file which is swapped for a
  /// pipe in between cannot hang the reader.
  static func read(_ path: String, limit: Int) throws(ReadFault) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    if descriptor < 0 {
      switch errno {
      case ENOENT, ENOTDIR: throw .kind(.missing)
      case EACCES: throw .kind(.forbidden)
      case let code: throw unsafe .kind(.unusable(String(cString: strerror(code))))
      }
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .kind(look(at: path))
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(Int(status.st_size), limit) + 1)
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { raw in
        unsafe Foundation.read(descriptor, raw.baseAddress, raw.count)
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw unsafe .kind(.unusable(String(cString: strerror(errno)))) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      if bytes.count > limit { throw .tooLarge(Int(status.st_size)) }
    }
  }

  enum ReadFault: Error {
    case kind(FileKind)
    case tooLarge(Int)
  }

  /// The path with links followed, or `nil` if nothing is there.
  func canonical(_ path: String) -> String? {
    if let known = folders[path] { return known }
    var result: String?
    if let resolved = unsafe realpath(path, nil) {
      result = unsafe String(cString: resolved)
      unsafe free(resolved)
    }
    folders[path] = result
    return result
  }

  /// The folder part of a path: empty, or with its trailing slash.
  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(path[...slash])
  }

  /// The last part of a path.
  static func lastComponent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.index(after: slash)...])
  }
}
