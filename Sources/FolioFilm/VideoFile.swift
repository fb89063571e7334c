/// A file that another program writes under a temporary name beside its place.
struct VideoFile: ~Copyable {
  /// The name under which it is written.
  let temporary: FilePath

  private let output: FilePath
  private let folder: FileDescriptor
  private let temporaryName: [UInt8]
  private let finalName: [UInt8]

  /// Creates the temporary file, and the folders above it where they are missing.
  ///
  /// - Throws: ``FilmError`` of the kind `occupied` if something has the name that may not be
  ///   replaced, or `cannotCreate`.
  static func create(
    _ output: FilePath, extension type: String, overwrite: Bool
  ) throws(FilmError) -> VideoFile {
    let slash = output.bytes.lastIndex(of: UInt8(ascii: "/"))
    let name = Array(output.bytes[((slash ?? -1) + 1)...])
    let parent: FilePath =
      switch slash {
      case nil: "."
      case 0: "/"
      case let slash?: FilePath(bytes: Array(output.bytes[..<slash])) ?? "."
      }
    // ffmpeg is told the container, but people who see the file are helped by its type.
    let temporaryName =
      Array(".".utf8) + name + Array(".tmp-\(processNumber()).\(type)".utf8)
    let folder = try openFolder(parent)
    let existing: FileStatus?
    do throws(SystemError) {
      existing = try folder.status(of: name)
    } catch {
      throw FilmError(.cannotCreate, "\(output) cannot be examined: \(error.reason)")
    }
    if let existing {
      if existing.kind != .file {
        throw FilmError(
          .occupied, "\(output) is \(existing.kind.rawValue), expected a file or nothing")
      }
      if !overwrite {
        throw FilmError(.occupied, "\(output) is there already; replace it with --overwrite")
      }
    }
    do throws(SystemError) {
      // One of this process's number is of a process that died.
      if try folder.status(of: temporaryName)?.kind == .file { try folder.remove(temporaryName) }
      try folder.create(temporaryName).close()
    } catch {
      throw FilmError(.cannotCreate, "\(output) cannot be created: \(error.reason)")
    }
    return VideoFile(
      temporary: parent.appending(bytes: temporaryName), output: output, folder: folder,
      temporaryName: temporaryName, finalName: name)
  }

  private init(
    temporary: FilePath, output: FilePath, folder: consuming FileDescriptor,
    temporaryName: [UInt8], finalName: [UInt8]
  ) {
    self.temporary = temporary
    self.output = output
    self.folder = folder
    self.temporaryName = temporaryName
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

  /// Moves the file to its place.
  borrowing func commit() throws(FilmError) {
    do throws(SystemError) {
      guard let status = try folder.status(of: temporaryName), status.size > 0 else {
        throw SystemError.shortWrite
      }
      try folder.rename(temporaryName, to: finalName)
    } catch {
      throw FilmError(.cannotWrite, "\(output) cannot be written: \(error.reason)")
    }
  }

  /// Removes the file.
  borrowing func remove() { try? folder.remove(temporaryName) }
}
