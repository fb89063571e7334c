import FolioImageCoding
import FolioSequence
import Foundation

/// Writes goldens.
///
/// A file whose bytes would be the same is left alone, so an unchanged frame is no change in a
/// repository. Each file is there whole or not at all; pictures come first and `golden.json` last;
/// what an older golden kept and this one does not is removed at the end.
public struct GoldenWriter: Sendable {
  /// What writing a golden did.
  public struct Result: Hashable, Sendable {
    /// The names of the files that were written.
    public var written: [String] = []
    /// How many files already had the right bytes.
    public var unchanged = 0
    /// The names of the files that were removed.
    public var removed: [String] = []
  }

  /// The golden's name, as a person gave it.
  public var name: String
  /// Which pictures are kept.
  public var keep: Keep
  /// What is allowed when it is compared.
  public var tolerance: Tolerance

  /// A writer.
  ///
  /// - Parameters:
  ///   - name: The golden's name.
  ///   - keep: Which pictures are kept; `nil` means key frames for an exact comparison and all
  ///     frames for another.
  ///   - tolerance: What is allowed when it is compared.
  /// - Throws: ``GoldenError/usage(_:)`` for key frames with a tolerance, since a fingerprint can
  ///   only be equal or not.
  public init(name: String, keep: Keep? = nil, tolerance: Tolerance = .exact) throws(GoldenError) {
    self.name = name
    self.tolerance = tolerance
    if let keep {
      if case .keyFrames = keep, !tolerance.isExact {
        throw .usage(
          "the tolerance \(tolerance) needs the pictures of all frames, since a fingerprint can only "
            + "be equal or not; keep all or an animation")
      }
      self.keep = keep
    } else {
      self.keep = tolerance.isExact ? .keyFrames : .all
    }
  }

  /// Writes a golden's folder, or makes an older one the same as the frames.
  ///
  /// - Parameters:
  ///   - frames: What is recorded.
  ///   - path: The folder, whose links are followed.
  /// - Throws: ``GoldenError``; a sequence without frames is an error.
  public func write(_ frames: any GoldenFrames, to path: String) throws(GoldenError) -> Result {
    let lock = try GoldenLock(path)
    defer { withExtendedLifetime(lock) {} }
    return try writeLocked(frames, to: path)
  }

  func writeLocked(_ frames: any GoldenFrames, to path: String) throws(GoldenError) -> Result {
    guard frames.count > 0 else {
      throw .usage("golden \"\(name)\": there are no frames to record")
    }
    let folder = FileSystem.resolved(path)
    let records = try GoldenWriter.each(frames) { try frames.record(at: $0) }
    let old = try? GoldenReference(path: folder)
    var kept = keep.indices(records)
    // Key frames stay the same ones, so that a change of one frame is a change of one picture.
    if case .keyFrames(let limit) = keep, let old, old.count == frames.count,
      old.keep == keep.name
    {
      let before = old.entries.indices.filter { old.entries[$0].keptAs != nil }
      if before.count == kept.count, before.count <= limit { kept = before }
    }
    try FileSystem.makeFolder(folder)

    var result = Result()
    var names: Set<String> = [GoldenReference.infoName, GoldenReference.framesName]
    func put(_ bytes: [UInt8], _ name: String) throws(GoldenError) {
      names.insert(name)
      if try FileSystem.write(bytes, to: "\(folder)/\(name)") {
        result.written.append(name)
      } else {
        result.unchanged += 1
      }
    }

    var prints: [Fingerprint] = []
    var keptNames: [String?] = []
    var animation: [[UInt8]] = []
    var next = 0
    let digits = max(4, String(frames.count - 1).count)
    for index in 0..<frames.count {
      let isKept = next < kept.count && kept[next] == index
      if isKept { next += 1 }
      if !isKept {
        prints.append(try GoldenWriter.rendering(index) { try frames.fingerprint(at: index) })
        keptNames.append(nil)
        continue
      }
      let picture = try GoldenWriter.rendering(index) { try frames.picture(at: index) }
      guard let picture else { throw .noPicture(index: index) }
      prints.append(picture.fingerprint)
      let file = try GoldenWriter.rendering(index) {
        try frames.encodedPicture(at: index) ?? picture.pngFile(scale: frames.scale)
      }
      if keep == .animation {
        animation.append(file)
        keptNames.append(GoldenReference.animationName)
      } else {
        let number = String(index)
        let name = "k" + String(repeating: "0", count: digits - number.count) + number + ".png"
        try put(file, name)
        keptNames.append(name)
      }
    }
    if keep == .animation {
      if animation.count > 1, Set(animation.map { $0[25] }).count > 1 {
        throw .usage(
          "golden \"\(name)\": some frames are opaque and some are not, which one animation cannot "
            + "hold; keep all")
      }
      try put(
        AnimatedPNG.encode(animation, frameRate: frames.frameRate), GoldenReference.animationName)
    }
    if let elements = elementsFile(records) { try put(elements, GoldenReference.elementsName) }
    try put(framesFile(records, prints, keptNames), GoldenReference.framesName)
    try put(infoFile(frames), GoldenReference.infoName)

    for name in try FileSystem.names(in: folder)
    where !names.contains(name) && GoldenWriter.isOurs(name) {
      try FileSystem.remove("\(folder)/\(name)")
      result.removed.append(name)
    }
    return result
  }

  /// Whether a golden's folder may hold a file of this name, so that an older one is removed.
  static func isOurs(_ name: String) -> Bool {
    if name == GoldenReference.animationName || name == GoldenReference.elementsName {
      return true
    }
    return name.hasPrefix("k") && name.hasSuffix(".png")
      && name.dropFirst().dropLast(4).allSatisfy { $0.isASCII && $0.isNumber }
  }

  private static func each<T>(
    _ frames: any GoldenFrames, _ body: (Int) throws -> T
  ) throws(GoldenError) -> [T] {
    var values: [T] = []
    for index in 0..<frames.count { values.append(try rendering(index) { try body(index) }) }
    return values
  }

  private static func rendering<T>(
    _ index: Int, _ body: () throws -> T
  ) throws(GoldenError) -> T {
    do { return try body() } catch let error as GoldenError { throw error } catch {
      throw .rendering(index: index, reason: "\(error)")
    }
  }

  private func framesFile(
    _ records: [FrameRecord], _ prints: [Fingerprint], _ kept: [String?]
  ) -> [UInt8] {
    var text = GoldenReference.framesHeader + "\n"
    for (index, record) in records.enumerated() {
      let offset = record.contentOffset.map {
        "\(JSONWriter.text(of: $0.x))\t\(JSONWriter.text(of: $0.y))"
      }
      text += "\(index)\t\(TimeText.milliseconds(record.time))\t\(offset ?? "-\t-")\t"
      text += "\(prints[index])\t\(kept[index] ?? "-")\n"
    }
    return Array(text.utf8)
  }

  /// The elements of each frame whose list is not that of the frame before it; `nil` without any.
  private func elementsFile(_ records: [FrameRecord]) -> [UInt8]? {
    if records.allSatisfy(\.elements.isEmpty) { return nil }
    var text = GoldenReference.elementsHeader + "\n"
    var current: [ElementBox] = []
    for (index, record) in records.enumerated() where record.elements != current {
      current = record.elements
      if current.isEmpty { text += "\(index)\t\t\t\t\t\n" }
      for box in current {
        text += "\(index)\t\(ElementText.field(box.name))"
        for value in [box.x, box.y, box.width, box.height] {
          text += "\t" + JSONWriter.text(of: value)
        }
        text += "\n"
      }
    }
    return Array(text.utf8)
  }

  private func infoFile(_ frames: any GoldenFrames) -> [UInt8] {
    let size = frames.size
    return JSONText.object([
      ("folioscopeGolden", .integer(GoldenReference.version)),
      ("name", .string(name)),
      ("width", .integer(size.width)),
      ("height", .integer(size.height)),
      ("scale", .double(frames.scale)),
      (
        "points",
        .array([
          .double(Double(size.width) / frames.scale), .double(Double(size.height) / frames.scale),
        ])
      ),
      ("frameRate", frames.frameRate.map { .string($0.description) } ?? .null),
      ("frames", .integer(frames.count)),
      ("keep", .string(keep.name)),
      ("tolerance", .string(tolerance.description)),
      ("renderer", .string(frames.renderer)),
    ]).file
  }
}
