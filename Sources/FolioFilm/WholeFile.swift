/// Writes a single file so that it exists whole or not at all.
public enum WholeFile {
  /// Writes bytes beside the place under a temporary name, and then takes the place.
  ///
  /// A file that is there is replaced; a link that is there is refused, so that nothing is written
  /// where it leads. The folder must exist.
  ///
  /// - Throws: ``FilmError`` of the kind `cannotCreate`, `occupied` or `cannotWrite`; no temporary
  ///   file is left then.
  public static func write(_ bytes: [UInt8], to path: FilePath) throws(FilmError) {
    let slash = path.bytes.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map { Array(path.bytes[($0 + 1)...]) } ?? path.bytes
    let parent =
      slash.map { $0 == 0 ? [UInt8(ascii: "/")] : Array(path.bytes[..<$0]) } ?? [
        UInt8(ascii: ".")
      ]
    guard !name.isEmpty, let folderPath = FilePath(bytes: parent) else {
      throw FilmError(.cannotCreate, "\(path) names no file")
    }
    let temporary = Array(".".utf8) + name + Array(".tmp-\(processNumber())".utf8)
    let folder = try open(folderPath, for: path)
    let status: FileStatus?
    do throws(SystemError) {
      status = try folder.status(of: name)
      if try folder.status(of: temporary) != nil { try folder.remove(temporary) }
    } catch {
      throw FilmError(.cannotCreate, "\(path) cannot be created: \(error.reason)")
    }
    if let status, status.kind != .file {
      throw FilmError(
        .occupied, "\(path) is \(status.kind.rawValue); a file is to be written there")
    }
    try write(bytes, temporary, name, in: folder, path)
  }

  private static func open(
    _ folder: FilePath, for path: FilePath
  ) throws(FilmError) -> FileDescriptor {
    do throws(SystemError) {
      guard let opened = try FileDescriptor.folder(folder) else { throw .notFound }
      return opened
    } catch {
      throw FilmError(.cannotCreate, "\(path) cannot be created: \(error.reason)")
    }
  }

  private static func write(
    _ bytes: [UInt8], _ temporary: [UInt8], _ name: [UInt8], in folder: borrowing FileDescriptor,
    _ path: FilePath
  ) throws(FilmError) {
    do throws(SystemError) {
      let file = try folder.create(temporary)
      do throws(SystemError) {
        try file.write(bytes)
        try file.close()
        try folder.rename(temporary, to: name)
      } catch {
        try? folder.remove(temporary)
        throw error
      }
    } catch {
      throw FilmError(
        error.call == "open" ? .cannotCreate : .cannotWrite,
        "\(path) cannot be written: \(error.reason)")
    }
  }
}
