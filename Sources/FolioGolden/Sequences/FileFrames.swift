import FolioImageCoding
import FolioSequence
import Foundation

/// Frames in PNG files: one file, or a folder of numbered ones.
public final class FileFrames: GoldenFrames {
  /// The size of the frames in pixels.
  public let size: PixelSize
  /// Pixels a point.
  public let scale: Double
  /// Frames a second, where they are known.
  public let frameRate: FrameRate?
  /// What drew the frames, with its version; empty where that is not known.
  public let renderer: String
  /// The files' paths in the order of the frames.
  public let paths: [String]
  private let records: [FrameRecord]
  private var prints: [Int: Result<Fingerprint, GoldenError>] = [:]
  // The picture that was read last: a comparison of two files asks for it twice.
  private var last: (index: Int, picture: Pixmap)?

  /// How many files there are.
  public var count: Int { paths.count }

  /// One file.
  public convenience init(file: String) throws(GoldenError) {
    try self.init(paths: [file], manifest: nil)
  }

  /// One file whose bytes have been read; its picture is decoded at once, and its fingerprint taken.
  ///
  /// - Returns: `nil` for a file that is no picture that is compared. The other initializers say
  ///   why, or leave it to the comparison.
  init?(file: String, bytes: [UInt8]) {
    guard let (picture, info) = try? PictureFile.decodeWithInfo(bytes, path: file) else {
      return nil
    }
    paths = [file]
    records = [FrameRecord(index: 0, time: FrameTime(0))]
    size = PixelSize(width: info.width, height: info.height)
    scale = PictureFile.scale(of: info)
    frameRate = nil
    renderer = ""
    last = (0, picture)
    prints[0] = .success(picture.fingerprint)
  }

  /// A folder of frames.
  ///
  /// Where it has a manifest of Folioscope, that says which files are frames and when they are.
  /// Otherwise all its PNG files are, in the order of the last number in their names.
  ///
  /// - Throws: ``GoldenError`` for an empty folder, a manifest that is not complete, or two names with
  ///   the same number.
  public convenience init(folder: String) throws(GoldenError) {
    let names = try FileSystem.names(in: folder)
    let manifests = names.filter {
      $0.hasPrefix(Manifest.namePrefix) && $0.hasSuffix(".json")
    }
    if manifests.contains(Manifest.fileName) || manifests.count == 1 {
      let name = manifests.contains(Manifest.fileName) ? Manifest.fileName : manifests[0]
      let manifest = try FileFrames.manifest("\(folder)/\(name)")
      try self.init(
        paths: manifest.entries.map { "\(folder)/\(manifest.info.name.name(of: $0.index))" },
        manifest: manifest)
    } else {
      let files = try FileFrames.numbered(
        names.filter { $0.lowercased().hasSuffix(".png") }, folder)
      guard !files.isEmpty else {
        throw .damaged(path: folder, line: nil, reason: "the folder has no PNG files")
      }
      try self.init(paths: files.map { "\(folder)/\($0)" }, manifest: nil)
    }
  }

  private init(paths: [String], manifest: Manifest?) throws(GoldenError) {
    self.paths = paths
    if let info = manifest?.info {
      size = PixelSize(width: info.width, height: info.height)
      scale = info.scale
      frameRate = info.frameRate
      renderer = info.renderer
    } else {
      let first = try PictureFile.bytes(path: paths[0])
      let header: ImageInfo
      // A damaged first file is reported with its frame; the size is then not known.
      do { header = try PNGDecoder.readInfo(first) } catch {
        throw paths.count == 1
          ? try FileFrames.fault(first, paths[0]) : .image(path: paths[0], error)
      }
      size = PixelSize(width: header.width, height: header.height)
      scale = PictureFile.scale(of: header)
      frameRate = nil
      renderer = ""
    }
    records = paths.indices.map { index in
      guard let manifest else { return FrameRecord(index: index, time: FrameTime(Int64(index))) }
      let entry = manifest.entries[index]
      return FrameRecord(
        index: entry.index, time: manifest.info.frameRate.time(of: entry.index),
        pagePosition: entry.pagePosition, contentOffset: entry.contentOffset)
    }
  }

  /// The error of a single file, which the reader words better than the header's reader.
  private static func fault(_ bytes: [UInt8], _ path: String) throws(GoldenError) -> GoldenError {
    _ = try PictureFile.decode(bytes, path: path)
    return .damaged(path: path, line: nil, reason: "the file is no picture that is read")
  }

  private static func manifest(_ path: String) throws(GoldenError) -> Manifest {
    let bytes = try PictureFile.bytes(path: path)
    let manifest: Manifest
    do { manifest = try Manifest(json: bytes, path: path) } catch {
      throw .damaged(path: path, line: nil, reason: "\(error)")
    }
    guard manifest.isComplete else {
      throw .damaged(
        path: path, line: nil, reason: "the sequence is not complete; render it to its end")
    }
    return manifest
  }

  /// The names in the order of the last number in each.
  static func numbered(_ names: [String], _ folder: String) throws(GoldenError) -> [String] {
    var keyed: [(key: String, prefix: String, name: String)] = []
    for name in names {
      let stem = Array(name.utf8.dropLast(4))
      let end = stem.lastIndex { (48...57).contains($0) }.map { $0 + 1 } ?? 0
      var start = end
      while start > 0, (48...57).contains(stem[start - 1]) { start -= 1 }
      let digits = stem[start..<end].drop { $0 == 48 }
      let prefix =
        String(decoding: stem[..<start], as: UTF8.self) + "\u{0}"
        + String(decoding: stem[end...], as: UTF8.self)
      // Longer numbers without leading zeros are larger, so lengths sort before digits.
      let length = String(digits.count)
      let key =
        start == end
        ? ""
        : String(repeating: "0", count: 4 - min(length.count, 4)) + length
          + String(decoding: digits, as: UTF8.self)
      keyed.append((key, prefix, name))
    }
    keyed.sort { ($0.prefix, $0.key, $0.name) < ($1.prefix, $1.key, $1.name) }
    for (a, b) in zip(keyed, keyed.dropFirst()) where a.prefix == b.prefix && a.key == b.key {
      throw .damaged(
        path: folder, line: nil,
        reason: "\"\(a.name)\" and \"\(b.name)\" are the same frame by their numbers")
    }
    return keyed.map(\.name)
  }

  /// What the manifest knows of the frame, else its place alone.
  public func record(at index: Int) throws -> FrameRecord { records[index] }

  /// The picture in the file.
  public func picture(at index: Int) throws -> Pixmap? {
    if let last, last.index == index { return last.picture }
    return try PictureFile.read(path: paths[index])
  }

  /// The bytes of the file.
  public func encodedPicture(at index: Int) throws -> [UInt8]? {
    try PictureFile.bytes(path: paths[index])
  }

  /// The fingerprint of the picture in the file; whatever a manifest says of it, the file is read.
  public func fingerprint(at index: Int) throws -> Fingerprint {
    if let known = prints[index] { return try known.get() }
    let result = Result { () throws(GoldenError) -> Fingerprint in
      let picture = try PictureFile.read(path: paths[index])
      last = (index, picture)
      return picture.fingerprint
    }
    prints[index] = result
    return try result.get()
  }

  private static func print(_ path: String) -> Result<Fingerprint, GoldenError> {
    Result { () throws(GoldenError) in try PictureFile.read(path: path).fingerprint }
  }

  /// Reads the fingerprints of all files on several threads.
  ///
  /// - Parameter jobs: How many files are read at once; each takes the memory of a frame.
  public func readFingerprints(jobs: Int) {
    let jobs = min(max(jobs, 1), count)
    if jobs < 2 { return }
    let results = Slots<Result<Fingerprint, GoldenError>>(count)
    let paths = paths
    DispatchQueue.concurrentPerform(iterations: jobs) { job in
      while let index = results.next() { results.set(FileFrames.print(paths[index]), at: index) }
      _ = job
    }
    for (index, result) in results.values.enumerated() { prints[index] = result }
  }
}

/// Results that several threads fill in, handing out the places in order.
private final class Slots<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var place = 0
  private var slots: [Value?]

  init(_ count: Int) { slots = Array(repeating: nil, count: count) }

  /// The results in order, of all places that were filled.
  var values: [Value] { lock.withLock { slots.compactMap { $0 } } }

  func next() -> Int? {
    lock.withLock {
      guard place < slots.count else { return nil }
      place += 1
      return place - 1
    }
  }

  func set(_ value: Value, at index: Int) {
    lock.withLock { slots[index] = value }
  }
}

/// Opens what a user names as one side of a comparison.
public enum GoldenInput {
  /// The frames at a path: a PNG file, an animated PNG file, a folder of frames, or a golden.
  ///
  /// - Throws: ``GoldenError``.
  public static func open(_ path: String) throws(GoldenError) -> any GoldenFrames {
    if FileSystem.isFolder(path) {
      if FileSystem.exists("\(path)/\(GoldenReference.infoName)") {
        return try GoldenReference(path: path)
      }
      return try FileFrames(folder: path)
    }
    let bytes = try PictureFile.bytes(path: path)
    if isAnimated(bytes), let animation = try AnimatedPNG(bytes, path: path) { return animation }
    if let frame = FileFrames(file: path, bytes: bytes) { return frame }
    return try FileFrames(file: path)
  }

  /// Whether a PNG file declares an animation, by a look at its chunks before the pixels and at none
  /// of their checksums; whoever reads the file checks those.
  private static func isAnimated(_ file: [UInt8]) -> Bool {
    guard ImageFormat(signatureOf: file) == .png else { return false }
    var at = 8
    while at + 12 <= file.count {
      switch file[(at + 4)..<(at + 8)] {
      case [0x61, 0x63, 0x54, 0x4C]: return true
      case [0x49, 0x44, 0x41, 0x54]: return false
      default: at += 12 + file[at..<(at + 4)].reduce(0) { ($0 << 8) | Int($1) }
      }
    }
    return false
  }

  /// Opens both sides of a comparison, at the same time where `jobs` is above 1: what they cost is
  /// the decoding of their pictures.
  ///
  /// - Throws: ``GoldenError``; that of the first path where both have one.
  public static func open(
    _ first: String, _ second: String, jobs: Int
  ) throws(GoldenError) -> (any GoldenFrames, any GoldenFrames) {
    let paths = [first, second]
    let sides = Slots<Result<any GoldenFrames, GoldenError>>(2)
    let fill = { @Sendable (index: Int) in
      sides.set(
        Result { () throws(GoldenError) -> any GoldenFrames in try open(paths[index]) }, at: index)
    }
    if jobs > 1 {
      DispatchQueue.concurrentPerform(iterations: 2, execute: fill)
    } else {
      for index in 0..<2 { fill(index) }
    }
    let opened = sides.values
    return (try opened[0].get(), try opened[1].get())
  }
}
