// The one file of this module that calls the system. Everything happens below a folder's descriptor
// and never follows a symbolic link in the last step, so nothing that somebody puts into the folder
// can lead a write elsewhere. Calls that a signal interrupts are made again.

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A failed system call.
struct SystemError: Error, Hashable {
  /// The call's name.
  var call: String
  /// The value of `errno`.
  var code: Int32

  /// What the code means, in the C locale's words.
  var reason: String { unsafe String(cString: strerror(code)) }

  /// Whether a file has as many names as its file system allows.
  var isTooManyLinks: Bool { code == EMLINK }

  /// Whether the permission is lacking.
  var isForbidden: Bool { code == EACCES || code == EPERM }

  /// Whether nobody reads any more what is written.
  var isClosedPipe: Bool { code == EPIPE }

  /// Whether the waiting was given up.
  var isCancelled: Bool { code == ECANCELED }

  /// The waiting was given up.
  static var cancelled: SystemError { SystemError(call: "write", code: ECANCELED) }

  /// Something that must be there is not.
  static var notFound: SystemError { SystemError(call: "open", code: ENOENT) }

  /// Fewer bytes are in a file than were written.
  static var shortWrite: SystemError { SystemError(call: "write", code: EIO) }
}

/// An open file or folder; closed when it goes out of scope.
struct FileDescriptor: ~Copyable {
  let raw: Int32

  init(raw: Int32) { self.raw = raw }

  deinit { _ = systemClose(raw) }

  /// Closes the file and reports what the system held back until then.
  consuming func close() throws(SystemError) {
    let descriptor = raw
    discard self
    // Linux has closed the descriptor even where it says EINTR.
    if systemClose(descriptor) != 0, errno != EINTR {
      throw SystemError(call: "close", code: errno)
    }
  }
}

#if canImport(Darwin)
  private func systemClose(_ descriptor: Int32) -> Int32 { Darwin.close(descriptor) }
  private func systemOpen(_ path: [CChar], _ flags: Int32) -> Int32 {
    unsafe Darwin.open(path, flags)
  }
#else
  private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
  private func systemOpen(_ path: [CChar], _ flags: Int32) -> Int32 { unsafe open(path, flags) }
#endif

/// Makes a call again as long as a signal interrupts it.
private func retrying<T: SignedInteger>(
  _ name: String, _ call: () -> T
) throws(SystemError) -> T {
  while true {
    let result = call()
    if result != -1 { return result }
    if errno != EINTR { throw SystemError(call: name, code: errno) }
  }
}

private func terminated(_ name: [UInt8]) -> [CChar] { name.map { CChar(bitPattern: $0) } + [0] }

/// What a name in a folder stands for.
struct FileStatus: Equatable {
  enum Kind: String {
    case file = "a file"
    case folder = "a folder"
    case link = "a symbolic link"
    case pipe = "a named pipe"
    case other = "a device or socket"
  }

  var kind: Kind
  /// The size in bytes.
  var size: Int
  /// The file's number on its device.
  var inode: UInt64
  /// How many names the file has.
  var linkCount: Int

  fileprivate init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    case S_IFIFO: kind = .pipe
    default: kind = .other
    }
    size = Int(status.st_size)
    inode = UInt64(status.st_ino)
    linkCount = Int(status.st_nlink)
  }
}

// MARK: - Folders

extension FileDescriptor {
  /// Opens a folder that is no symbolic link; `nil` if there is nothing of that name.
  static func folder(_ path: FilePath) throws(SystemError) -> FileDescriptor? {
    do {
      let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
      return FileDescriptor(raw: try retrying("open") { systemOpen(path.terminated, flags) })
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
  }

  /// Opens a folder that must be there; a symbolic link is followed.
  static func openFolder(_ path: FilePath) throws(SystemError) -> FileDescriptor {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    return FileDescriptor(raw: try retrying("open") { systemOpen(path.terminated, flags) })
  }

  /// What a path stands for, without following a symbolic link at its end; `nil` for nothing.
  static func status(_ path: FilePath) throws(SystemError) -> FileStatus? {
    var status = stat()
    do {
      _ = try retrying("lstat") { unsafe lstat(path.terminated, &status) }
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    return FileStatus(status)
  }

  /// Creates a folder; one that is there already is no error.
  static func makeFolder(_ path: FilePath) throws(SystemError) {
    do {
      _ = try retrying("mkdir") { unsafe mkdir(path.terminated, 0o777) }
    } catch {
      if error.code != EEXIST { throw error }
    }
  }

  /// Takes the lock that only one process holds at a time; `false` if another one has it.
  ///
  /// The system drops it when the descriptor is closed, also by the process's death.
  borrowing func lock() throws(SystemError) -> Bool {
    do {
      _ = try retrying("flock") { flock(raw, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      if error.code == EWOULDBLOCK { return false }
      throw error
    }
  }

  /// Gives the lock back.
  borrowing func unlock() { _ = flock(raw, LOCK_UN) }

  /// The names in the folder, in ascending order of their bytes.
  borrowing func names() throws(SystemError) -> [[UInt8]] {
    // A descriptor of its own, whose position starts at the folder's first name.
    let copy = try retrying("openat") {
      unsafe openat(raw, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    guard let stream = unsafe fdopendir(copy) else {
      let code = errno
      _ = systemClose(copy)
      throw SystemError(call: "fdopendir", code: code)
    }
    defer { unsafe closedir(stream) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        if errno != 0 { throw SystemError(call: "readdir", code: errno) }
        break
      }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { text in
          unsafe [UInt8](UnsafeRawBufferPointer(start: text, count: strlen(text)))
        }
      }
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// What a name in the folder stands for; `nil` for nothing.
  borrowing func status(of name: [UInt8]) throws(SystemError) -> FileStatus? {
    var status = stat()
    do {
      _ = try retrying("fstatat") {
        unsafe fstatat(raw, terminated(name), &status, AT_SYMLINK_NOFOLLOW)
      }
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    return FileStatus(status)
  }

  /// Gives a file a second name.
  borrowing func link(_ name: [UInt8], as other: [UInt8]) throws(SystemError) {
    _ = try retrying("linkat") { unsafe linkat(raw, terminated(name), raw, terminated(other), 0) }
  }

  /// Renames a file; a file that has the new name is replaced in one step.
  borrowing func rename(_ name: [UInt8], to other: [UInt8]) throws(SystemError) {
    _ = try retrying("renameat") { unsafe renameat(raw, terminated(name), raw, terminated(other)) }
  }

  /// Removes a name that is no folder's; one that is not there is no error.
  borrowing func remove(_ name: [UInt8]) throws(SystemError) {
    do {
      _ = try retrying("unlinkat") { unsafe unlinkat(raw, terminated(name), 0) }
    } catch {
      if error.code != ENOENT { throw error }
    }
  }

  /// Creates a file for writing; that something of the name is there is an error.
  borrowing func create(_ name: [UInt8]) throws(SystemError) -> FileDescriptor {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    return FileDescriptor(
      raw: try retrying("openat") { unsafe openat(raw, terminated(name), flags, 0o666) })
  }

  /// Opens a file for locking, creating it where it is not there.
  borrowing func openLockFile(_ name: [UInt8]) throws(SystemError) -> FileDescriptor {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    return FileDescriptor(
      raw: try retrying("openat") { unsafe openat(raw, terminated(name), flags, 0o666) })
  }

  /// Opens a file for reading and for writing over what is there.
  borrowing func openForUpdate(_ name: [UInt8]) throws(SystemError) -> FileDescriptor {
    let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    return FileDescriptor(
      raw: try retrying("openat") { unsafe openat(raw, terminated(name), flags) })
  }

  /// Opens a file for reading; a named pipe does not make it wait.
  borrowing func open(_ name: [UInt8]) throws(SystemError) -> FileDescriptor {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    return FileDescriptor(
      raw: try retrying("openat") { unsafe openat(raw, terminated(name), flags) })
  }
}

// MARK: - Files

extension FileDescriptor {
  /// Opens what a path stands for to read it, a symbolic link followed; `nil` if there is nothing of
  /// that name. A named pipe does not make it wait.
  static func file(_ path: FilePath) throws(SystemError) -> FileDescriptor? {
    do {
      let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
      return FileDescriptor(raw: try retrying("open") { systemOpen(path.terminated, flags) })
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
  }

  /// What the descriptor stands for.
  borrowing func status() throws(SystemError) -> FileStatus {
    var status = stat()
    _ = try retrying("fstat") { unsafe fstat(raw, &status) }
    return FileStatus(status)
  }

  /// Writes all bytes from where the file stands, however many calls that takes.
  borrowing func write(_ bytes: [UInt8]) throws(SystemError) {
    try FileDescriptor.write(bytes, to: raw)
  }

  /// Writes pieces one after another from where the file stands, many of them with one call.
  borrowing func write(pieces: [[UInt8]]) throws(SystemError) {
    var next = 0
    while next < pieces.count {
      let end = min(next + FileDescriptor.piecesAtATime, pieces.count)
      var written = 0
      do {
        written = try retrying("writev") { systemWrite(raw, pieces[next..<end]) }
      } catch {
        // One that does not wait by itself is waited for with the next piece.
        guard error.code == EAGAIN || error.code == EWOULDBLOCK else { throw error }
      }
      while next < end, written >= pieces[next].count {
        written -= pieces[next].count
        next += 1
      }
      // The system has stopped within a piece; if it may go on it does so there.
      if next < end {
        try write(Array(pieces[next][written...]))
        next += 1
      }
    }
  }

  /// How many pieces one call takes; the system's limit is 1024.
  private static let piecesAtATime = 64

  /// Writes all elements, as they lie in memory, to an open descriptor that somebody else closes.
  ///
  /// A descriptor that does not wait by itself (`O_NONBLOCK`) is waited for here, until
  /// `isCancelled` says that it is no longer worth it.
  static func write<T: BitwiseCopyable>(
    _ elements: [T], to descriptor: Int32, isCancelled: () -> Bool = { false }
  ) throws(SystemError) {
    let count = elements.count * MemoryLayout<T>.stride
    var done = 0
    while done < count {
      let written: Int
      do {
        written = try retrying("write") {
          unsafe elements.withUnsafeBytes { buffer in
            unsafe systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: buffer[done...]))
          }
        }
      } catch {
        guard error.code == EAGAIN || error.code == EWOULDBLOCK else { throw error }
        if isCancelled() { throw SystemError.cancelled }
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&request, 1, 100)
        continue
      }
      // A regular file or a pipe never takes nothing; one that did would make this loop endless.
      if written == 0 { throw SystemError.shortWrite }
      done += written
    }
  }

  /// All bytes of a file of at most `limit` bytes, or `nil` if it has more.
  borrowing func readAll(limit: Int) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try retrying("read") {
        unsafe piece.withUnsafeMutableBytes { unsafe systemRead(raw, $0) }
      }
      if count == 0 { return bytes }
      if bytes.count + count > limit { return nil }
      bytes += piece[..<count]
    }
  }

  /// At most `count` bytes from `offset` on; fewer only at the end of the file.
  borrowing func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    try FileDescriptor.read(count, from: raw, at: offset)
  }

  /// The same for an open descriptor that somebody else closes.
  static func read(
    _ count: Int, from descriptor: Int32, at offset: Int
  ) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let read = try retrying("pread") {
        unsafe bytes.withUnsafeMutableBytes { buffer in
          unsafe pread(
            descriptor, buffer.baseAddress?.advanced(by: done), count - done, off_t(offset + done))
        }
      }
      if read == 0 { break }
      done += read
    }
    bytes.removeLast(count - done)
    return bytes
  }

  /// Writes bytes over those at `offset`, wherever the file stands.
  borrowing func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let written = try retrying("pwrite") {
        unsafe bytes.withUnsafeBytes { buffer in
          unsafe pwrite(
            raw, buffer.baseAddress?.advanced(by: done), bytes.count - done, off_t(offset + done))
        }
      }
      if written == 0 { throw SystemError.shortWrite }
      done += written
    }
  }

  /// Waits until the file, or the folder's names, are on the disk.
  borrowing func synchronize() throws(SystemError) {
    // After a failure the state of the pages is unknown, so this call is never made again.
    if fsync(raw) != 0, errno != EINVAL, errno != EROFS {
      throw SystemError(call: "fsync", code: errno)
    }
  }
}

// MARK: - Terminals and pipes

extension FileDescriptor {
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  static func enlargePipe(_ descriptor: Int32) {
    #if os(Linux)
      // F_SETPIPE_SZ of <fcntl.h>, which the module of the C library leaves out.
      _ = fcntl(descriptor, 1031, 1 << 20)
    #endif
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, bytes.baseAddress, bytes.count)
}

/// Writes arrays one after another. All of them are held in place until the call is done.
private func systemWrite(_ descriptor: Int32, _ pieces: ArraySlice<[UInt8]>) -> Int {
  var vectors = unsafe [iovec]()
  unsafe vectors.reserveCapacity(pieces.count)
  func hold(_ rest: ArraySlice<[UInt8]>) -> Int {
    guard let piece = rest.first else {
      return unsafe writev(descriptor, vectors, Int32(vectors.count))
    }
    return unsafe piece.withUnsafeBufferPointer { bytes in
      unsafe vectors.append(
        iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count))
      return hold(rest.dropFirst())
    }
  }
  return hold(pieces)
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
  unsafe read(descriptor, bytes.baseAddress, bytes.count)
}

/// The number of this process, which keeps the temporary names of two processes apart.
func processNumber() -> Int32 { getpid() }

/// Whether there is a process of a number.
func isRunning(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno != ESRCH }
