// A folder of frames as a source of pictures: the manifest says which files there are, and every one
// of them has to be what it says.
//
// What can be seen without reading the frames is looked at first, for all of them: that each is
// there, a file, and of its size; that nobody has put another one among them. A frame's bytes are
// hashed when they are read, which is once, so what was checked is what is shown. A frame that the
// manifest marks as equal to its predecessor is not read again; where it is not the same file by a
// hard link its bytes are hashed beforehand.

import FolioImageCoding
import FolioRaster
import FolioSequence

/// The frames that a render left in a folder.
public struct FolderFilm: FrameSource {
  /// What the folder holds.
  public let manifest: Manifest
  /// The folder.
  public let path: FilePath
  /// The width of all frames in pixels.
  public var width: Int { manifest.info.width }
  /// The height of all frames in pixels.
  public var height: Int { manifest.info.height }

  private let folder: OpenFolder

  /// A frame's file. Frames with the same bytes are one picture.
  public struct State: Equatable, Sendable {
    let index: Int
    let file: Digest

    /// Whether two files have the same bytes.
    public static func == (a: State, b: State) -> Bool { a.file == b.file }
  }

  /// Opens a folder, or the folder of a manifest, and looks for all of its frames.
  ///
  /// - Parameter path: A folder with one manifest (that of the whole timeline wins over those of
  ///   parts), or a manifest's file.
  /// - Throws: ``FilmError`` of the kinds `cannotOpen` for a folder or manifest that is not there,
  ///   `notPermitted`, and `damagedFrames` for a manifest that cannot be read or says that frames are
  ///   missing, for a frame that is missing, no file or of another size, and for a file that is
  ///   called like a frame and belongs to no manifest.
  public init(_ path: FilePath) throws(FilmError) {
    let (place, name) = try FolderFilm.locate(path)
    self.path = place
    folder = try OpenFolder(place)
    manifest = try FolderFilm.manifest(name, in: folder.descriptor, path: place)
    try lookForFrames()
  }

  /// The folder of a path and the manifest that is named, if one is.
  private static func locate(
    _ path: FilePath
  ) throws(FilmError) -> (folder: FilePath, manifest: [UInt8]?) {
    let slash = path.bytes.lastIndex(of: UInt8(ascii: "/"))
    let name = Array(path.bytes[((slash ?? -1) + 1)...])
    guard EarlierRenders.isManifest(name) else { return (path, nil) }
    guard let slash else { return (".", name) }
    return (FilePath(bytes: Array(path.bytes[..<max(slash, 1)])) ?? ".", name)
  }

  private static func manifest(
    _ name: [UInt8]?, in folder: borrowing FileDescriptor, path: FilePath
  ) throws(FilmError) -> Manifest {
    if let name { return try read(name, in: folder, path: path) }
    let names: [[UInt8]]
    do throws(SystemError) {
      names = try folder.names().filter(EarlierRenders.isManifest)
    } catch {
      throw cannotOpen(path, error)
    }
    let whole = Array(Manifest.fileName.utf8)
    if names.contains(whole) || names.count == 1 {
      return try read(names.contains(whole) ? whole : names[0], in: folder, path: path)
    }
    if names.isEmpty {
      throw FilmError(
        .cannotOpen,
        "\(path) has no \(Manifest.fileName), so nobody knows which frames it should hold; name a "
          + "folder that render has written")
    }
    let list = names.prefix(3).map { String(decoding: $0, as: UTF8.self) }
    throw FilmError(
      .damagedFrames,
      "\(path) holds \(names.count) parts of a timeline that do not make up the whole; name the "
        + "manifest of one of them, such as \(list.joined(separator: ", "))")
  }

  private static func read(
    _ name: [UInt8], in folder: borrowing FileDescriptor, path: FilePath
  ) throws(FilmError) -> Manifest {
    let place = path.appending(bytes: name)
    let manifest: Manifest
    do {
      let file = try folder.open(name)
      guard try file.status().kind == .file,
        let bytes = try file.readAll(limit: Manifest.maximumByteCount)
      else { throw FilmError(.damagedFrames, "\(place) is no manifest") }
      manifest = try Manifest(json: bytes, path: place.description)
    } catch let error as SystemError {
      throw cannotOpen(place, error)
    } catch let error as FilmError {
      throw error
    } catch {
      throw FilmError(.damagedFrames, "\(error)", underlying: error)
    }
    if !manifest.isComplete {
      throw FilmError(
        .damagedFrames,
        "\(place) says that frames are missing: their render was ended early; render the scene again"
      )
    }
    return manifest
  }

  fileprivate static func cannotOpen(_ path: FilePath, _ error: SystemError) -> FilmError {
    FilmError(
      error.isForbidden ? .notPermitted : .cannotOpen, "\(path) cannot be opened: \(error.reason)")
  }

  // MARK: - Looking

  /// The most faults that are listed.
  private static let listed = 10

  private func lookForFrames() throws(FilmError) {
    var faults: [String] = []
    var previous: FileStatus?
    for entry in manifest.entries {
      let name = manifest.info.name.name(of: entry.index)
      let status: FileStatus?
      do throws(SystemError) {
        status = try folder.descriptor.status(of: Array(name.utf8))
      } catch {
        throw FolderFilm.cannotOpen(path.appending(name), error)
      }
      if let fault = FolderFilm.fault(of: status, entry) {
        faults.append("\(path.appending(name)) \(fault)")
      } else if entry.sameAsPrevious, status?.inode != previous?.inode {
        if let fault = try damage(of: entry) { faults.append(fault) }
      }
      previous = status
    }
    faults += try strangers()
    if faults.isEmpty { return }
    let more = faults.count - FolderFilm.listed
    throw FilmError(
      .damagedFrames,
      faults.prefix(FolderFilm.listed).joined(separator: "\n")
        + (more > 0 ? "\nand \(more) more" : "") + "\nrender the scene again")
  }

  private static func fault(of status: FileStatus?, _ entry: Manifest.Entry) -> String? {
    guard let status else { return "is missing" }
    if status.kind != .file { return "is \(status.kind.rawValue), expected a file" }
    if status.size == entry.byteCount { return nil }
    return
      "has \(status.size) bytes, its manifest says \(entry.byteCount): it was cut off or replaced"
  }

  /// Files that are called like frames of this sequence and belong to no manifest.
  private func strangers() throws(FilmError) -> [String] {
    let names: [[UInt8]]
    do throws(SystemError) {
      names = try folder.descriptor.names()
    } catch {
      throw FolderFilm.cannotOpen(path, error)
    }
    let frames = manifest.info.name
    var owned = Set(manifest.entries.map { Array(frames.name(of: $0.index).utf8) })
    var others: [[UInt8]] = []
    for name in names where !owned.contains(name) && frames.number(in: name) != nil {
      others.append(name)
    }
    if others.isEmpty { return [] }
    for name in names where EarlierRenders.isManifest(name) {
      if let other = try? FolderFilm.anyManifest(name, in: folder.descriptor, path: path) {
        owned.formUnion(other.ownedNames.map { Array($0.utf8) })
      }
    }
    return others.filter { !owned.contains($0) }.map {
      "\(path.appending(bytes: $0)) is called like a frame and belongs to no render; move it away"
    }
  }

  private static func anyManifest(
    _ name: [UInt8], in folder: borrowing FileDescriptor, path: FilePath
  ) throws -> Manifest? {
    try folder.open(name).readAll(limit: Manifest.maximumByteCount).map {
      try Manifest(json: $0, path: path.appending(bytes: name).description)
    }
  }

  // MARK: - Reading

  /// What is wrong with a frame's bytes, or `nil` if they are those of the manifest.
  private func damage(of entry: Manifest.Entry) throws(FilmError) -> String? {
    do throws(FilmError) {
      _ = try bytes(of: entry)
      return nil
    } catch {
      if error.kind == .damagedFrames { return error.message }
      throw error
    }
  }

  private func bytes(of entry: Manifest.Entry) throws(FilmError) -> [UInt8] {
    let name = manifest.info.name.name(of: entry.index)
    let place = path.appending(name)
    let bytes: [UInt8]?
    do throws(SystemError) {
      let file = try folder.descriptor.open(Array(name.utf8))
      bytes = try file.status().kind == .file ? file.readAll(limit: entry.byteCount) : nil
    } catch {
      throw FolderFilm.cannotOpen(place, error)
    }
    guard let bytes, SHA256.hash(bytes) == entry.file else {
      throw FilmError(
        .damagedFrames,
        "\(place) is not the frame that its manifest lists: its SHA-256 is another; render the "
          + "scene again")
    }
    return bytes
  }

  private func entry(of frame: Int) throws(FilmError) -> Manifest.Entry {
    guard let position = manifest.frames.position(of: frame) else {
      throw FilmError(.damagedFrames, "\(path) does not hold frame \(frame)")
    }
    return manifest.entries[position]
  }

  /// The file of a frame.
  public func state(of frame: Int) throws -> State {
    State(index: frame, file: try entry(of: frame).file)
  }

  /// Reads a frame's file, makes sure that it is the one of the manifest, and decodes it.
  ///
  /// - Throws: ``FilmError`` of the kind `damagedFrames`, `cannotOpen` or `notPermitted`.
  public func draw(_ state: State, into bitmap: inout Bitmap) throws {
    let entry = try entry(of: state.index)
    let place = path.appending(manifest.info.name.name(of: state.index))
    let image: DecodedImage
    do {
      image = try PNGDecoder.decode(try bytes(of: entry))
    } catch let error as ImageError {
      throw FilmError(.damagedFrames, "\(place): \(error)", underlying: error)
    }
    if image.width != width || image.height != height {
      throw FilmError(
        .damagedFrames,
        "\(place) has \(image.width)x\(image.height) pixels, its manifest says \(width)x\(height)")
    }
    bitmap = image.premultiplied()
    if !manifest.info.hasAlpha, !bitmap.isOpaque {
      throw FilmError(
        .damagedFrames, "\(place) has transparent pixels, its manifest says that there are none")
    }
  }

  /// What the manifest says of a frame.
  public func record(of frame: Int) throws -> FrameRecord {
    let entry = try entry(of: frame)
    return FrameRecord(
      index: frame, time: manifest.info.frameRate.time(of: frame),
      pagePosition: entry.pagePosition, contentOffset: entry.contentOffset)
  }
}

/// An open folder that copies of a film share.
private final class OpenFolder: Sendable {
  let descriptor: FileDescriptor

  init(_ path: FilePath) throws(FilmError) {
    do throws(SystemError) {
      descriptor = try FileDescriptor.openFolder(path)
    } catch {
      throw FolderFilm.cannotOpen(path, error)
    }
  }
}
