/// The right to write into a folder, which one process has at a time.
///
/// The lock lies on the folder itself, so it needs no file. File systems that lock only what is open
/// for writing, as NFS does, get a lock file in the folder for the time of the render.
struct FolderLock: ~Copyable {
  private let file: FileDescriptor?

  /// The name of the lock file, where one is needed.
  static let fileName = Array(".folioscope-lock".utf8)

  private init(file: consuming FileDescriptor?) { self.file = file }

  /// Takes the lock.
  ///
  /// - Parameter usesFile: Whether to take a lock file although the folder could be locked.
  /// - Throws: ``FilmError`` of the kind `busy` if another process has it.
  static func take(
    _ folder: borrowing FileDescriptor, path: FilePath, usesFile: Bool = false
  ) throws(FilmError) -> FolderLock {
    if !usesFile {
      // Any failure but "another one has it" means that folders cannot be locked here.
      if let isTaken = try? folder.lock() {
        if isTaken { return FolderLock(file: nil) }
        throw busy(path)
      }
    }
    do {
      // The file may be removed by its last owner between being opened and being locked.
      for _ in 0..<100 {
        let file = try folder.openLockFile(fileName)
        if !(try file.lock()) { throw busy(path) }
        if try folder.status(of: fileName)?.inode == file.status().inode {
          return FolderLock(file: file)
        }
      }
      throw busy(path)
    } catch let error as SystemError {
      throw FilmError(.cannotCreate, "the folder \(path) cannot be locked: \(error.reason)")
    } catch let error as FilmError {
      throw error
    } catch {
      throw FilmError(.cannotCreate, "the folder \(path) cannot be locked: \(error)")
    }
  }

  private static func busy(_ path: FilePath) -> FilmError {
    FilmError(
      .busy, "another render is writing into \(path); wait for it, or choose another folder")
  }

  /// Gives the lock back, and removes the lock file if there is one.
  ///
  /// Closing the descriptor would do, but for a child process that is just being started: it shares
  /// the lock until it runs its program.
  borrowing func release(_ folder: borrowing FileDescriptor) {
    switch file {
    case .some(let file):
      try? folder.remove(FolderLock.fileName)
      file.unlock()
    case .none: folder.unlock()
    }
  }
}
