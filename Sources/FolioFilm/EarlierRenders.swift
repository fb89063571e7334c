import FolioSequence

/// What earlier renders have left in a folder, and what of it a new one may touch.
///
/// Making one reads the folder and changes nothing. That is where a folder is refused.
struct EarlierRenders {
  /// Manifests of other parts of the same sequence, which stay.
  private(set) var keptManifests: [Manifest] = []
  /// The file names of the manifests that the new one makes void.
  private(set) var obsoleteManifests: [String] = []
  /// The names of frames that are to be removed.
  private(set) var stale: [String] = []
  /// Temporary files of renders that died.
  private(set) var temporaryFiles: [[UInt8]] = []

  /// Reads a folder for a render of `frames` of the sequence `info`.
  ///
  /// - Throws: ``FilmError`` of the kinds `foreignFolder`, `otherScene`, `damagedManifest`,
  ///   `occupied` and `cannotCreate`.
  init(
    _ folder: borrowing FileDescriptor, path: FilePath, info: SequenceInfo, frames: FrameSet,
    overwrite: Bool
  ) throws(FilmError) {
    var names: [[UInt8]]
    do {
      names = try folder.names()
    } catch {
      throw FilmError(.cannotCreate, "the folder \(path) cannot be read: \(error.reason)")
    }
    names.removeAll { $0 == FolderLock.fileName }

    var manifests: [(name: String, manifest: Manifest)] = []
    for name in names where EarlierRenders.isManifest(name) {
      let text = String(decoding: name, as: UTF8.self)
      manifests.append((text, try EarlierRenders.read(name, in: folder, path: path)))
    }
    for (name, manifest) in manifests
    where !manifest.info.sceneName.utf8.elementsEqual(info.sceneName.utf8) && !overwrite {
      throw FilmError(
        .otherScene,
        "\(path) holds frames of the scene \"\(manifest.info.sceneName)\" (\(name)), not of "
          + "\"\(info.sceneName)\"; choose another folder, or take it over with --overwrite")
    }

    // Whose is what?
    let own = Manifest.fileName(of: frames, frameCount: info.frameCount)
    let isWhole = frames.count == info.frameCount
    var owned: Set<[UInt8]> = []
    var obsolete: [String] = []
    var kept: Set<[UInt8]> = []
    for (name, manifest) in manifests {
      let theirs = manifest.ownedNames
      owned.formUnion(theirs.lazy.map { Array($0.utf8) })
      if !isWhole, name != own, manifest.info == info {
        keptManifests.append(manifest)
        kept.formUnion(theirs.lazy.map { Array($0.utf8) })
      } else {
        obsoleteManifests.append(name)
        obsolete += theirs
      }
    }
    var targets = Set(frames.lazy.map { Array(info.name.name(of: $0).utf8) })

    for name in names {
      guard let final = FrameFolder.finalName(ofTemporary: name) else { continue }
      let isOurs =
        targets.contains(final) || owned.contains(final) || EarlierRenders.isManifest(final)
      if isOurs, try EarlierRenders.status(of: name, in: folder, path: path)?.kind == .file {
        temporaryFiles.append(name)
      }
    }

    if manifests.isEmpty {
      let foreign = names.filter { !temporaryFiles.contains($0) }
      if !foreign.isEmpty {
        let shown = foreign.prefix(3).map { String(decoding: $0, as: UTF8.self) }
        let more = foreign.count > 3 ? " and \(foreign.count - 3) more" : ""
        throw FilmError(
          .foreignFolder,
          "\(path) is not empty and was not made by Folioscope (\(shown.joined(separator: ", "))"
            + "\(more)); choose an empty folder")
      }
    }

    // What stands where a file is to be?
    for name in names where targets.contains(name) || name == Array(own.utf8) {
      let text = String(decoding: name, as: UTF8.self)
      let status = try EarlierRenders.status(of: name, in: folder, path: path)
      if let status, status.kind != .file {
        throw FilmError(
          .occupied,
          "\(path.appending(text)) is \(status.kind.rawValue), expected a file or nothing; "
            + "move it away, or choose another folder")
      }
      if targets.contains(name), !owned.contains(name) {
        throw FilmError(
          .occupied,
          "\(path.appending(text)) is in the way and belongs to no render; move it away, or "
            + "choose another folder")
      }
    }

    // A name is listed once, in the order of its manifest.
    let present = Set(names)
    for name in obsolete {
      let bytes = Array(name.utf8)
      if present.contains(bytes), !kept.contains(bytes), targets.insert(bytes).inserted {
        stale.append(name)
      }
    }
  }

  private static func read(
    _ name: [UInt8], in folder: borrowing FileDescriptor, path: FilePath
  ) throws(FilmError) -> Manifest {
    let text = String(decoding: name, as: UTF8.self)
    let place = path.appending(text)
    let bytes: [UInt8]?
    do {
      let file = try folder.open(name)
      let status = try file.status()
      if status.kind != .file {
        throw FilmError(
          .occupied,
          "\(place) is \(status.kind.rawValue), expected a file; move it away, or choose another "
            + "folder")
      }
      bytes = try file.readAll(limit: Manifest.maximumByteCount)
    } catch let error as SystemError {
      throw FilmError(.occupied, "\(place) cannot be read: \(error.reason)")
    } catch let error as FilmError {
      throw error
    } catch {
      throw FilmError(.occupied, "\(place) cannot be read: \(error)")
    }
    let advice = "; without it nobody knows whose frames these are: choose another folder"
    guard let bytes else {
      throw FilmError(.damagedManifest, "\(place) is no manifest: it is too large" + advice)
    }
    do {
      return try Manifest(json: bytes, path: place.description)
    } catch {
      throw FilmError(.damagedManifest, "\(error)" + advice, underlying: error)
    }
  }

  private static func status(
    of name: [UInt8], in folder: borrowing FileDescriptor, path: FilePath
  ) throws(FilmError) -> FileStatus? {
    do {
      return try folder.status(of: name)
    } catch {
      let place = path.appending(String(decoding: name, as: UTF8.self))
      throw FilmError(.cannotCreate, "\(place) cannot be examined: \(error.reason)")
    }
  }

  /// Whether a name is `folioscope-manifest.json` or `folioscope-manifest.<first>-<last>.json`.
  static func isManifest(_ name: [UInt8]) -> Bool {
    if name == Array(Manifest.fileName.utf8) { return true }
    let prefix = Array((Manifest.namePrefix + ".").utf8)
    let suffix = Array(".json".utf8)
    guard name.starts(with: prefix), name.count > prefix.count + suffix.count,
      Array(name.suffix(suffix.count)) == suffix
    else { return false }
    let range = name[prefix.count..<(name.count - suffix.count)]
      .split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return range.count == 2
      && range.allSatisfy { !$0.isEmpty && $0.allSatisfy { (48...57).contains($0) } }
  }
}
