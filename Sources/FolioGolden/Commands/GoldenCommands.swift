import FolioSequence
import Foundation

/// The commands `folioscope golden check | record | accept | orphans | show`.
public enum GoldenCommands {
  // MARK: check

  /// Validates goldens without drawing anything: every file is read strictly, every kept picture must
  /// have the fingerprint that its frame states, and no two goldens may fall together where names do
  /// not tell upper from lower case.
  ///
  /// - Parameter paths: Goldens, or folders to search for them.
  /// - Returns: 0 when all are sound, 65 when one is not, 66 when there is none.
  public static func check(_ paths: [String]) -> CommandResult {
    CommandResult.of { () throws(GoldenError) in
      var result = CommandResult()
      let goldens = try find(paths)
      var names: [String: String] = [:]
      for path in goldens {
        let folded = path.lowercased()
        if let other = names[folded] {
          result.exitCode = 65
          result.problems +=
            "error: \(path): differs from \(other) in the case of letters only\n"
        }
        names[folded] = path
        do throws(GoldenError) {
          let reference = try GoldenReference(path: path)
          try check(reference)
          result.output += "\(path): \(Wording.frames(reference.count)), sound\n"
        } catch {
          result.exitCode = 65
          result.problems += "error: \(error)\n"
        }
        if FileSystem.exists(path + ".new") {
          result.output += "\(path).new: a proposal waits to be accepted\n"
        }
      }
      if goldens.isEmpty {
        throw .nothing(
          path: paths.joined(separator: ", "),
          reason: "there is no golden in it; a golden is a folder whose name ends in "
            + GoldenName.folderExtension)
      }
      return result
    }
  }

  private static func check(_ reference: GoldenReference) throws(GoldenError) {
    let base = (reference.path as NSString).lastPathComponent
    let expected = GoldenName.fileName(reference.name) + GoldenName.folderExtension
    guard base == expected else {
      throw .damaged(
        path: reference.path, line: nil,
        reason: "the golden of \"\(reference.name)\" belongs into \(expected)")
    }
    for index in 0..<reference.count where reference.entries[index].keptAs != nil {
      do { _ = try reference.picture(at: index) } catch let error as GoldenError {
        throw error
      } catch {
        throw .damaged(path: reference.path, line: nil, reason: "\(error)")
      }
    }
  }

  /// The goldens at or under some paths, sorted.
  static func find(_ paths: [String]) throws(GoldenError) -> [String] {
    var found: [String] = []
    for path in paths {
      let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
      guard FileSystem.isFolder(path) else { throw .notFound(path: path, expected: "folder") }
      if path.hasSuffix(GoldenName.folderExtension) {
        found.append(path)
      } else {
        try search(path, depth: 0, into: &found)
      }
    }
    return Array(Set(found)).sorted()
  }

  private static func search(
    _ folder: String, depth: Int, into found: inout [String]
  ) throws(GoldenError) {
    // Deeper than any source tree; a link that leads back ends here.
    if depth > 32 { return }
    for name in try FileSystem.names(in: folder) where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      guard FileSystem.isFolder(path) else { continue }
      if name.hasSuffix(GoldenName.folderExtension) {
        found.append(path)
      } else {
        try search(path, depth: depth + 1, into: &found)
      }
    }
  }

  // MARK: record

  /// Records a golden from a picture, an animation or a folder of frames.
  ///
  /// - Parameters:
  ///   - input: A PNG file, an animated one, or a folder of frames.
  ///   - path: The golden's folder, whose name ends in `.golden`.
  ///   - keep: Which pictures are kept; `nil` leaves it to the tolerance.
  ///   - tolerance: What is allowed when it is compared.
  public static func record(
    _ input: String, to path: String, keep: Keep? = nil,
    tolerance: ToleranceArguments = ToleranceArguments()
  ) -> CommandResult {
    CommandResult.of { () throws(GoldenError) in
      guard path.hasSuffix(GoldenName.folderExtension) else {
        throw .usage("\(path): a golden's name ends in \(GoldenName.folderExtension)")
      }
      let frames = try GoldenInput.open(input)
      let base = (path as NSString).lastPathComponent
      let name = String(base.dropLast(GoldenName.folderExtension.count))
      guard GoldenName.fileName(name) == name else {
        throw .usage(
          "\(path): the name may hold A–Z a–z 0–9 . _ - only, and no dot at its ends")
      }
      let writer = try GoldenWriter(
        name: name, keep: keep, tolerance: try tolerance.resolved())
      let done = try writer.write(frames, to: path)
      var result = CommandResult()
      result.output =
        "\(path): \(Wording.frames(frames.count)), \(done.written.count) files written, "
        + "\(done.unchanged) unchanged, \(done.removed.count) removed\n"
      return result
    }
  }

  // MARK: accept

  /// Takes proposals in place of goldens.
  ///
  /// - Parameters:
  ///   - paths: Goldens, or folders of them, for which proposals are taken.
  ///   - artifacts: A folder with the artifacts of a run, such as those of a build server; without
  ///     it the proposals `NAME.golden.new` beside the goldens are taken.
  /// - Returns: 0, or 66 when there is no proposal for a path.
  public static func accept(_ paths: [String], from artifacts: String? = nil) -> CommandResult {
    CommandResult.of { () throws(GoldenError) in
      var result = CommandResult()
      for path in paths {
        let pairs = try proposals(for: path, artifacts)
        if pairs.isEmpty {
          throw .nothing(
            path: path,
            reason: artifacts.map {
              "\($0) holds no proposal for it; it is what GOLDEN_ARTIFACTS named"
            }
              ?? "there is no proposal for it; run the tests with GOLDEN_RECORD=propose, or name the "
              + "artifacts of a run with --from DIR")
        }
        for (proposal, golden) in pairs {
          let change = try replace(golden, by: proposal)
          result.output += "\(golden): accepted, \(change) files changed\n"
          if artifacts == nil { try FileSystem.remove(proposal) }
        }
      }
      return result
    }
  }

  /// Proposals and the goldens that they are for.
  private static func proposals(
    for path: String, _ artifacts: String?
  ) throws(GoldenError) -> [(proposal: String, golden: String)] {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let isGolden = path.hasSuffix(GoldenName.folderExtension)
    guard let artifacts else {
      if isGolden { return FileSystem.isFolder(path + ".new") ? [(path + ".new", path)] : [] }
      var found: [String] = []
      try walk(path, depth: 0) { folder in
        if folder.hasSuffix(GoldenName.folderExtension + ".new") { found.append(folder) }
      }
      return found.sorted().map { ($0, String($0.dropLast(4))) }
    }
    var found: [(String, String)] = []
    try walk(artifacts, depth: 0) { folder in
      let proposal = "\(folder)/proposal.golden"
      guard FileSystem.isFolder(proposal) else { return }
      let id = FileSystem.relative(folder, to: artifacts)
      if !isGolden {
        found.append((proposal, "\(path)/\(id)\(GoldenName.folderExtension)"))
      } else if FileSystem.relative(path, to: "/").hasSuffix("/\(id)\(GoldenName.folderExtension)")
      {
        found.append((proposal, path))
      }
    }
    return found.sorted { $0.1 < $1.1 }
  }

  private static func walk(
    _ folder: String, depth: Int, _ body: (String) -> Void
  ) throws(GoldenError) {
    if depth > 32 { return }
    for name in try FileSystem.names(in: folder) where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      guard FileSystem.isFolder(path) else { continue }
      body(path)
      if !name.contains(".golden") { try walk(path, depth: depth + 1, body) }
    }
  }

  /// Makes a golden the same as a proposal, which is validated first.
  private static func replace(_ golden: String, by proposal: String) throws(GoldenError) -> Int {
    let reference = try GoldenReference(path: proposal)
    for index in 0..<reference.count where reference.entries[index].keptAs != nil {
      do { _ = try reference.picture(at: index) } catch let error as GoldenError {
        throw error
      } catch {
        throw .damaged(path: proposal, line: nil, reason: "\(error)")
      }
    }
    let lock = try GoldenLock(golden)
    defer { withExtendedLifetime(lock) {} }
    let target = FileSystem.resolved(golden)
    try FileSystem.makeFolder(target)
    var changed = 0
    // The description of the whole goes last, so that a golden cut short is seen to be damaged.
    let names = try FileSystem.names(in: proposal)
    let last = [GoldenReference.framesName, GoldenReference.infoName]
    for name in names.filter({ !last.contains($0) }) + last.filter(names.contains) {
      let bytes = try PictureFile.bytes(path: "\(proposal)/\(name)")
      if try FileSystem.write(bytes, to: "\(target)/\(name)") { changed += 1 }
    }
    for name in try FileSystem.names(in: target)
    where !names.contains(name) && GoldenWriter.isOurs(name) {
      try FileSystem.remove("\(target)/\(name)")
      changed += 1
    }
    return changed
  }

  // MARK: orphans

  /// Lists goldens that a complete test run did not touch, and removes them where asked to.
  ///
  /// - Parameters:
  ///   - roots: Folders with goldens.
  ///   - track: The folder that the variable `GOLDEN_TRACK` named during the run.
  ///   - delete: Whether orphans are removed.
  /// - Returns: 0 without orphans or when they were removed, 1 with some, 65 for a run that was
  ///   filtered or did not finish, after which nothing is known.
  public static func orphans(
    in roots: [String], track: String, delete: Bool = false
  ) -> CommandResult {
    CommandResult.of { () throws(GoldenError) in
      let run = try GoldenTracker.read(track)
      let touched = Set(run.touched.map(FileSystem.resolved))
      var result = CommandResult()
      let orphans = try find(roots).filter { !touched.contains(FileSystem.resolved($0)) }
      for path in orphans {
        if delete {
          try FileSystem.remove(path)
          removeEmptyFolders(above: path, under: roots)
          result.output += "\(path): removed\n"
        } else {
          result.output += "\(path): no test touched it\n"
        }
      }
      func count(_ number: Int, _ one: String, _ many: String) -> String {
        "\(number) \(number == 1 ? one : many)"
      }
      result.output +=
        count(orphans.count, "orphan", "orphans") + ", "
        + count(touched.count, "golden", "goldens") + " touched by "
        + count(run.processes, "process", "processes") + "\n"
      result.exitCode = orphans.isEmpty || delete ? 0 : 1
      return result
    }
  }

  /// Removes the folders of tests and files that hold nothing any more.
  private static func removeEmptyFolders(above path: String, under roots: [String]) {
    var folder = (path as NSString).deletingLastPathComponent
    while !folder.isEmpty, !roots.contains(folder), !roots.contains(folder + "/"),
      (try? FileSystem.names(in: folder))?.isEmpty == true,
      (try? FileSystem.remove(folder)) != nil
    {
      folder = (folder as NSString).deletingLastPathComponent
    }
  }

  // MARK: show

  /// Describes a golden: what its frames have in common, and a line for each frame.
  ///
  /// - Parameters:
  ///   - path: The golden.
  ///   - sha256: Whether the SHA-256 of the straight R, G, B, A bytes of each kept picture is added,
  ///     which other programs can recompute.
  public static func show(_ path: String, sha256: Bool = false) -> CommandResult {
    CommandResult.of { () throws(GoldenError) in
      let reference = try GoldenReference(path: path)
      var result = CommandResult()
      let points = (
        Double(reference.size.width) / reference.scale,
        Double(reference.size.height) / reference.scale
      )
      result.output = """
        name       \(Wording.plain(reference.name))
        frames     \(reference.count)
        size       \(reference.size) px, \(decimal(points.0))×\(decimal(points.1)) pt, \
        scale \(decimal(reference.scale))
        rate       \(reference.frameRate.map { "\($0) frames a second" } ?? "none")
        keep       \(reference.keep)
        tolerance  \(Wording.plain(reference.tolerance))
        renderer   \(reference.renderer.isEmpty ? "not stated" : Wording.plain(reference.renderer))

        """
      for (index, entry) in reference.entries.enumerated() {
        let offset = entry.record.contentOffset.map { "(\(decimal($0.x)), \(decimal($0.y)))" }
        var line = "\(index)  \(TimeText.milliseconds(entry.record.time)) ms  \(offset ?? "-")  "
        line += "\(entry.fingerprint)  \(entry.keptAs ?? "-")"
        if sha256, entry.keptAs != nil {
          do {
            if let picture = try reference.picture(at: index) {
              line += "  rgba8 \(picture.sha256)"
            }
          } catch let error as GoldenError {
            throw error
          } catch {
            throw .damaged(path: path, line: nil, reason: "\(error)")
          }
        }
        result.output += line + "\n"
      }
      return result
    }
  }
}
