/// A file that is written under a temporary name beside its place, by this program or another.
struct VideoFile: ~Copyable {
  /// The name under which it is written.
  let temporary: FilePath
  /// The name of a file that is needed only meanwhile.
  let companion: FilePath

  private let output: FilePath
  private let folder: FileDescriptor
  private let temporaryName: [UInt8]
  private let companionName: [UInt8]
  private let finalName: [UInt8]

  /// What stands between a file's name and the number of the process that writes it.
  private static let mark = Array(".tmp-".utf8)

  /// Creates the temporary file, and the folders above it where they are missing; temporary files of
  /// the same name by processes that died are removed.
  ///
  /// - Throws: ``FilmError`` of the kind `occupied` if something has the name that may not be
  ///   replaced, or `cannotCreate`.
  static func create(
    _ output: FilePath, extension type: String, overwrite: Bool
  ) throws(FilmError) -> VideoFile {
    let (parent, name) = split(output)
    // ffmpeg is told the container, but people who see the file are helped by its type.
    let stem = Array(".".utf8) + name + mark
    let temporaryName = stem + Array("\(processNumber()).\(type)".utf8)
    let companionName = temporaryName + Array(".palette".utf8)
    let folder = try openFolder(parent)
    try check(name, in: folder, output, overwrite: overwrite)
    do throws(SystemError) {
      // One of this process's number is of a process that died.
      for other in try folder.names() where isAbandoned(other, stem: stem) {
        if try folder.status(of: other)?.kind == .file { try folder.remove(other) }
      }
      try folder.create(temporaryName).close()
    } catch {
      throw FilmError(.cannotCreate, "\(output) cannot be created: \(error.reason)")
    }
    return VideoFile(
      temporary: parent.appending(bytes: temporaryName),
      companion: parent.appending(bytes: companionName), output: output, folder: folder,
      temporaryName: temporaryName, companionName: companionName, finalName: name)
  }

  /// Whether the output may be written, as far as that is known without writing.
  ///
  /// - Throws: ``FilmError`` of the kind `occupied`.
  static func check(_ output: FilePath, overwrite: Bool) throws(FilmError) {
    let (parent, name) = split(output)
    guard let folder = try? FileDescriptor.openFolder(parent) else { return }
    try check(name, in: folder, output, overwrite: overwrite)
  }

  private static func check(
    _ name: [UInt8], in folder: borrowing FileDescriptor, _ output: FilePath, overwrite: Bool
  ) throws(FilmError) {
    let existing: FileStatus?
    do throws(SystemError) {
      existing = try folder.status(of: name)
    } catch {
      throw FilmError(.cannotCreate, "\(output) cannot be examined: \(error.reason)")
    }
    guard let existing else { return }
    if existing.kind != .file {
      throw FilmError(
        .occupied, "\(output) is \(existing.kind.rawValue), expected a file or nothing")
    }
    if !overwrite {
      throw FilmError(.occupied, "\(output) is there already; replace it with --overwrite")
    }
  }

  /// The folder of a path, and its name there.
  private static func split(_ output: FilePath) -> (folder: FilePath, name: [UInt8]) {
    let slash = output.bytes.lastIndex(of: UInt8(ascii: "/"))
    let name = Array(output.bytes[((slash ?? -1) + 1)...])
    let parent: FilePath =
      switch slash {
      case nil: "."
      case 0: "/"
      case let slash?: FilePath(bytes: Array(output.bytes[..<slash])) ?? "."
      }
    return (parent, name)
  }

  /// Whether a name is that of a temporary file whose process has ended, or is of this one's number.
  private static func isAbandoned(_ name: [UInt8], stem: [UInt8]) -> Bool {
    guard name.starts(with: stem) else { return false }
    let rest = name[stem.count...]
    let digits = rest.prefix { (48...57).contains($0) }
    guard (1...9).contains(digits.count), rest.dropFirst(digits.count).first == UInt8(ascii: ".")
    else { return false }
    let process = digits.reduce(Int32(0)) { $0 * 10 + Int32($1 - 48) }
    return process == processNumber() || !isRunning(process)
  }

  private init(
    temporary: FilePath, companion: FilePath, output: FilePath, folder: consuming FileDescriptor,
    temporaryName: [UInt8], companionName: [UInt8], finalName: [UInt8]
  ) {
    self.temporary = temporary
    self.companion = companion
    self.output = output
    self.folder = folder
    self.temporaryName = temporaryName
    self.companionName = companionName
    self.finalName = finalName
  }

  private static func openFolder(_ path: FilePath) throws(FilmError) -> FileDescriptor {
    do throws(SystemError) {
      for prefix in path.prefixes { try FileDescriptor.makeFolder(prefix) }
      return try FileDescriptor.openFolder(path)
    } catch {
      throw FilmError(.cannotCreate, "the folder \(path) cannot be created: \(error.reason)")
    }
  }

  /// Opens what was written so far, for reading and for writing over it.
  borrowing func open() throws(FilmError) -> FileDescriptor {
    do throws(SystemError) {
      return try folder.openForUpdate(temporaryName)
    } catch {
      throw cannotWrite(error)
    }
  }

  /// What a failed call at the file means.
  borrowing func cannotWrite(_ error: SystemError) -> FilmError {
    FilmError(.cannotWrite, "\(output) cannot be written: \(error.reason)")
  }

  /// Moves the file to its place.
  borrowing func commit() throws(FilmError) {
    do throws(SystemError) {
      guard let status = try folder.status(of: temporaryName), status.size > 0 else {
        throw SystemError.shortWrite
      }
      try folder.rename(temporaryName, to: finalName)
    } catch {
      throw cannotWrite(error)
    }
    try? folder.remove(companionName)
  }

  /// Removes the file.
  borrowing func remove() {
    try? folder.remove(temporaryName)
    try? folder.remove(companionName)
  }
}
