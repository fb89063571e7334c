// A folder of frames at every instant is something that a later run can understand:
//
// 1. Everything that can be refused is refused before anything is created or changed.
// 2. The folder's lock is taken; the system drops it with the process.
// 3. A manifest with `complete: false` replaces the one that was there. It names the frames to come
//    and, as `stale`, those of earlier renders that are to go. From here on a run that dies leaves
//    a folder whose every file is accounted for.
// 4. Stale frames, manifests that no longer hold and temporary files of runs that died are removed.
// 5. Each frame is written under a temporary name in the folder and renamed, so that a name stands
//    for a whole frame or for none. Frames with the pixels of their predecessor become hard links.
// 6. The manifest is replaced by the complete one.
//
// Every step names files below the folder's descriptor and follows no symbolic link.

import FolioSequence

/// How a folder of frames is written.
public struct FrameFolderOptions: Hashable, Sendable {
  /// Whether a folder of another scene may be taken over.
  public var overwrite = false
  /// Whether frames with equal pixels share one file through hard links. Where the file system
  /// refuses them, or where this is off, they are copies.
  public var links = true
  /// Whether each frame is on the disk before the next one is written. Without it only the manifest
  /// and the folder's names are waited for at the end.
  public var durable = false

  /// The usual way: links, no taking over, no waiting.
  public init() {}
}

/// A frame as the bytes of a file, with their hashes.
public struct EncodedFrame: Sendable {
  /// The file's bytes, in pieces that follow one another.
  public let pieces: [[UInt8]]
  /// How many bytes the file has.
  public let byteCount: Int
  /// The SHA-256 of the file's bytes.
  public let file: Digest
  /// The fingerprint of the pixels.
  public let pixels: Fingerprint

  /// A frame from its bytes and the fingerprint of its pixels.
  public init(bytes: [UInt8], pixels: Fingerprint) {
    self.init(pieces: [bytes], pixels: pixels)
  }

  /// A frame from the pieces of its bytes and the fingerprint of its pixels.
  public init(pieces: [[UInt8]], pixels: Fingerprint) {
    self.pieces = pieces
    self.pixels = pixels
    byteCount = pieces.reduce(0) { $0 + $1.count }
    var hash = SHA256()
    for piece in pieces { hash.update(piece) }
    file = hash.finalize()
  }
}

/// A folder that frames are being written into.
///
/// Frames are handed over in ascending order with ``write(_:record:)`` and ``repeatPrevious(record:)``;
/// ``finish()`` ends the work. A folder that is let go before that keeps the frames that are whole
/// and a manifest that says they are not all.
public struct FrameFolder: ~Copyable {
  private let path: FilePath
  private let folder: FileDescriptor
  private let lock: FolderLock
  private let info: SequenceInfo
  private let frames: FrameSet
  private let options: FrameFolderOptions
  private let earlier: EarlierRenders
  private var entries: [Manifest.Entry] = []
  private var previousPieces: [[UInt8]] = []
  private var linksWork: Bool

  /// Opens or creates a folder, claims it for a sequence, and removes what is stale.
  ///
  /// - Parameters:
  ///   - path: The folder; it and the folders above it are created where they are missing. A
  ///     symbolic link is refused.
  ///   - info: The sequence.
  ///   - frames: The frames to come: the whole timeline, or a part of it, which gets a manifest of
  ///     its own and leaves the other parts of the same sequence alone.
  ///   - options: How to write.
  /// - Throws: ``FilmError`` of the kinds `busy`, `foreignFolder`, `otherScene`, `damagedManifest`,
  ///   `occupied` and `cannotCreate`, all before anything was changed, or `cannotWrite`.
  /// - Precondition: `frames` is not empty and lies in the timeline.
  public static func open(
    _ path: FilePath, info: SequenceInfo, frames: FrameSet, options: FrameFolderOptions = .init()
  ) throws(FilmError) -> FrameFolder {
    precondition(!frames.isEmpty && frames.subtracting(info.allFrames).isEmpty)
    let path = path.withoutTrailingSlashes
    let folder = try openFolder(path)
    let lock = try FolderLock.take(folder, path: path)
    let earlier: EarlierRenders
    do throws(FilmError) {
      earlier = try EarlierRenders(
        folder, path: path, info: info, frames: frames, overwrite: options.overwrite)
    } catch {
      lock.release(folder)
      throw error
    }
    let opened = FrameFolder(
      path: path, folder: folder, lock: lock, info: info, frames: frames, options: options,
      earlier: earlier)
    try opened.claim()
    return opened
  }

  private init(
    path: FilePath, folder: consuming FileDescriptor, lock: consuming FolderLock,
    info: SequenceInfo, frames: FrameSet, options: FrameFolderOptions, earlier: EarlierRenders
  ) {
    self.path = path
    self.folder = folder
    self.lock = lock
    self.info = info
    self.frames = frames
    self.options = options
    self.earlier = earlier
    linksWork = options.links
  }

  deinit { lock.release(folder) }

  private static func openFolder(_ path: FilePath) throws(FilmError) -> FileDescriptor {
    do throws(SystemError) {
      if let folder = try FileDescriptor.folder(path) { return folder }
      for prefix in path.prefixes { try FileDescriptor.makeFolder(prefix) }
      if let folder = try FileDescriptor.folder(path) { return folder }
      throw SystemError.notFound
    } catch {
      throw FrameFolder.cannotOpen(path, error)
    }
  }

  private static func cannotOpen(_ path: FilePath, _ error: SystemError) -> FilmError {
    if let status = try? FileDescriptor.status(path), status.kind != .folder {
      let advice =
        status.kind == .link
        ? "links are not followed; name the folder that it leads to"
        : "name a folder for the frames"
      return FilmError(
        .occupied, "\(path) is \(status.kind.rawValue), expected a folder; \(advice)")
    }
    return FilmError(.cannotCreate, "the folder \(path) cannot be created: \(error.reason)")
  }

  /// Steps 3 and 4.
  private func claim() throws(FilmError) {
    let manifest = Manifest(info: info, frames: frames, stale: earlier.stale)
    try write([manifest.json], as: manifest.fileName, durable: false)
    for name in earlier.obsoleteManifests where name != manifest.fileName {
      try remove(Array(name.utf8))
    }
    for name in earlier.stale {
      // What is no file any more is no frame of ours any more.
      guard let status = try status(of: name), status.kind == .file else { continue }
      try remove(Array(name.utf8))
    }
    for name in earlier.temporaryFiles { try remove(name) }
  }

  // MARK: - Frames

  /// Writes the next frame, or links it to the one before it if their pixels are equal.
  ///
  /// - Throws: ``FilmError`` of the kind `cannotCreate` or `cannotWrite`; nothing of the frame is
  ///   left then.
  /// - Precondition: `record` is the next frame's.
  public mutating func write(
    _ frame: EncodedFrame, record: FrameRecord
  ) throws(FilmError) {
    if let last = entries.last, last.pixels == frame.pixels {
      return try repeatPrevious(record: record)
    }
    try write(frame.pieces, as: name(of: record.index), durable: options.durable)
    previousPieces = frame.pieces
    append(record, byteCount: frame.byteCount, file: frame.file, pixels: frame.pixels)
  }

  /// Gives the next frame the picture of the one before it.
  ///
  /// - Throws: ``FilmError`` of the kind `cannotCreate` or `cannotWrite`; nothing of the frame is
  ///   left then.
  /// - Precondition: `record` is the next frame's, and not the first one's.
  public mutating func repeatPrevious(record: FrameRecord) throws(FilmError) {
    guard let last = entries.last else {
      preconditionFailure("the first frame has no predecessor")
    }
    let name = name(of: record.index)
    if !(try link(self.name(of: last.index), as: name)) {
      try write(previousPieces, as: name, durable: options.durable)
    }
    append(record, byteCount: last.byteCount, file: last.file, pixels: last.pixels)
  }

  private func name(of frame: Int) -> String { info.name.name(of: frame) }

  private mutating func append(
    _ record: FrameRecord, byteCount: Int, file: Digest, pixels: Fingerprint
  ) {
    precondition(
      entries.count < frames.count && record.index == frames[entries.count],
      "frames arrive in the order of their set")
    entries.append(
      Manifest.Entry(
        index: record.index, byteCount: byteCount, file: file, pixels: pixels,
        pagePosition: record.pagePosition, contentOffset: record.contentOffset))
  }

  // MARK: - The end

  /// Replaces the manifest by the complete one. Where the frames of this render and those of earlier
  /// ones make up the whole timeline, that is the manifest of the whole, and those of the parts go.
  ///
  /// - Returns: The manifest that was written.
  /// - Throws: ``FilmError`` of the kind `cannotWrite`, also where a frame has vanished meanwhile.
  /// - Precondition: All frames were written.
  public consuming func finish() throws(FilmError) -> Manifest {
    precondition(entries.count == frames.count, "frames are missing")
    let own = Manifest(info: info, complete: entries)
    if let missing = try missingFile(of: own.entries) {
      throw FilmError(
        .cannotWrite,
        "\(path.appending(missing)) has vanished or changed while the film was being written")
    }
    var manifest = own
    if frames.count < info.frameCount, let whole = try whole(with: own) { manifest = whole }
    try write([manifest.json], as: manifest.fileName, durable: true)
    if manifest.fileName != own.fileName {
      try remove(Array(own.fileName.utf8))
      for name in earlier.keptManifests.map(\.fileName) where name != manifest.fileName {
        try remove(Array(name.utf8))
      }
    }
    do {
      try folder.synchronize()
    } catch {
      throw FilmError(.cannotWrite, "the folder \(path) cannot be saved: \(error.reason)")
    }
    return manifest
  }

  /// The manifest of the whole timeline, if earlier parts and this one make it up.
  private func whole(with own: Manifest) throws(FilmError) -> Manifest? {
    let parts = earlier.keptManifests.filter(\.isComplete) + [own]
    guard let whole = Manifest.joining(parts) else { return nil }
    return try missingFile(of: whole.entries) == nil ? whole : nil
  }

  private func missingFile(of entries: [Manifest.Entry]) throws(FilmError) -> String? {
    for entry in entries {
      let name = name(of: entry.index)
      let status = try status(of: name)
      if status?.kind != .file || status?.size != entry.byteCount { return name }
    }
    return nil
  }

  // MARK: - Files

  /// Writes a file beside its place and moves it there.
  private func write(_ pieces: [[UInt8]], as name: String, durable: Bool) throws(FilmError) {
    let temporary = FrameFolder.temporaryName(of: name)
    let file: FileDescriptor
    do {
      file = try folder.create(temporary)
    } catch {
      throw FilmError(
        .cannotCreate, "\(path.appending(name)) cannot be created: \(error.reason)")
    }
    do throws(SystemError) {
      try file.write(pieces: pieces)
      // A disk may take fewer bytes than it says.
      if try file.status().size != pieces.reduce(0, { $0 + $1.count }) {
        throw SystemError.shortWrite
      }
      if durable { try file.synchronize() }
      try file.close()
      try folder.rename(temporary, to: Array(name.utf8))
    } catch {
      try? folder.remove(temporary)
      throw FilmError(.cannotWrite, "\(path.appending(name)) cannot be written: \(error.reason)")
    }
  }

  /// Makes a frame another name of a file; `false` if the file system does not want that.
  private mutating func link(_ name: String, as other: String) throws(FilmError) -> Bool {
    guard linksWork else { return false }
    let temporary = FrameFolder.temporaryName(of: other)
    do {
      try folder.link(Array(name.utf8), as: temporary)
    } catch {
      // One file may have only so many names (65,000 on ext4); the next copy starts afresh.
      if !error.isTooManyLinks { linksWork = false }
      return false
    }
    do {
      try folder.rename(temporary, to: Array(other.utf8))
      // Renaming one name of a file onto another name of it does nothing.
      try folder.remove(temporary)
      return true
    } catch {
      try? folder.remove(temporary)
      throw FilmError(.cannotWrite, "\(path.appending(other)) cannot be linked: \(error.reason)")
    }
  }

  private func remove(_ name: [UInt8]) throws(FilmError) {
    do {
      try folder.remove(name)
    } catch {
      let text = String(decoding: name, as: UTF8.self)
      throw FilmError(
        .cannotWrite, "\(path.appending(text)) cannot be removed: \(error.reason)")
    }
  }

  private func status(of name: String) throws(FilmError) -> FileStatus? {
    do {
      return try folder.status(of: Array(name.utf8))
    } catch {
      throw FilmError(
        .cannotWrite, "\(path.appending(name)) cannot be examined: \(error.reason)")
    }
  }

  /// `.name.tmp-1234`: hidden, in the same folder, and telling whose it is.
  static func temporaryName(of name: String) -> [UInt8] {
    Array(".\(name).tmp-\(processNumber())".utf8)
  }

  /// The name that a temporary file stands for, or `nil` if the name is none of a temporary file.
  static func finalName(ofTemporary name: [UInt8]) -> [UInt8]? {
    let mark = Array(".tmp-".utf8)
    guard name.first == UInt8(ascii: "."),
      let dash = name.lastIndex(of: UInt8(ascii: "-")), dash + 1 < name.count,
      name[(dash + 1)...].allSatisfy({ (48...57).contains($0) }),
      dash >= mark.count, Array(name[(dash - mark.count + 1)...dash]) == mark
    else { return nil }
    return Array(name[1..<(dash - mark.count + 1)])
  }
}
