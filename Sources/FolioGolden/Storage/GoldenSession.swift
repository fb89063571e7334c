import FolioImageCoding
import FolioSequence
import Foundation

/// Compares frames with one golden, and records it where that is asked for: what an assertion does,
/// without a test framework.
public struct GoldenSession: Sendable {
  /// The golden's name, as a person gave it.
  public var name: String
  /// The golden's folder, `NAME.golden`.
  public var path: String
  /// When it is written.
  public var mode: RecordMode
  /// How frames are compared.
  public var options: SequenceComparison.Options
  /// Which pictures a recording keeps; `nil` leaves it to the tolerance.
  public var keep: Keep?
  /// A folder for the pictures and reports of a failure, or `nil` for none; it is emptied first.
  public var artifacts: String?
  /// How the test is run alone, for messages.
  public var testCommand = "swift test"
  /// The folder with the artifacts of all goldens of the run. Where it is set, what would be recorded
  /// is put among the artifacts, for somebody to accept.
  public var proposals: String?
  /// A folder with pictures by their fingerprints that fills in what a golden does not keep.
  public var cache: String?
  /// Whether the pictures of a passing run are put into the cache.
  public var fillsCache = false
  /// The most failing frames whose pictures are written.
  public var pictureLimit = 20
  /// How much effort is given to the size of the pictures of a failure.
  public var level = PNGEncoder.Level.fast

  /// A session.
  public init(
    name: String, path: String, mode: RecordMode,
    options: SequenceComparison.Options = SequenceComparison.Options()
  ) {
    self.name = name
    self.path = path
    self.mode = mode
    self.options = options
  }

  /// What came of it.
  public struct Outcome: Sendable {
    /// A failure with its message.
    public init(message: String) { self.message = message }

    /// What came of a session, part by part.
    init(
      message: String = "", comparison: SequenceComparison? = nil,
      recorded: GoldenWriter.Result? = nil
    ) {
      self.message = message
      self.comparison = comparison
      self.recorded = recorded
    }

    /// Whether the test may pass.
    public var passes = false
    /// Why it may not, and what to do; empty where it passes.
    public var message = ""
    /// What deserves to be read though it does not fail.
    public var warnings: [String] = []
    /// The comparison, where there was one.
    public var comparison: SequenceComparison?
    /// What was written, where something was recorded.
    public var recorded: GoldenWriter.Result?
    /// Files for the test framework to attach; names without slashes, ending in what they hold.
    public var attachments: [Attachment] = []
  }

  /// A file of an outcome.
  public struct Attachment: Sendable {
    /// Its name: no slash, and an extension that says what it holds.
    public var name: String
    /// Its bytes.
    public var bytes: [UInt8]
  }

  /// Compares, and records where the mode says so. Whatever goes wrong is a failure with a message.
  public func run(_ frames: any GoldenFrames) -> Outcome {
    do throws(GoldenError) {
      if mode == .never { return try runLocked(frames) }
      let lock = try GoldenLock(path)
      defer { withExtendedLifetime(lock) {} }
      return try runLocked(frames)
    } catch {
      return Outcome(message: "Golden \"\(Wording.plain(name))\" could not be compared: \(error)")
    }
  }

  private func runLocked(_ frames: any GoldenFrames) throws(GoldenError) -> Outcome {
    if let fault = options.tolerance.fault { throw .usage("tolerance: \(fault)") }
    var keep = keep
    if !options.ignoring.isEmpty || !options.ignoringElements.isEmpty {
      // A fingerprint knows no places, so what is ignored can only be seen in pictures.
      if case .keyFrames? = keep {
        throw .usage(
          "ignored places need the pictures of all frames, since a fingerprint is of the whole "
            + "picture; keep all or an animation")
      }
      keep = keep ?? .all
    }
    let writer = try GoldenWriter(name: name, keep: keep, tolerance: options.tolerance)
    let title = "Golden \"\(Wording.plain(name))\""
    guard FileSystem.exists(path) else {
      return try missing(frames, writer, title)
    }
    if mode == .all {
      let result = try writer.writeLocked(frames, to: path)
      return Outcome(
        message: "\(title) was recorded again (mode all): \(text(result)), in \(path). Run without "
          + "recording to check it.", recorded: result)
    }
    var reference = try GoldenReference(path: path)
    reference.cache = cache
    if reference.name != name {
      throw .damaged(
        path: path, line: nil,
        reason: "this is the golden of \"\(reference.name)\", expected \"\(name)\"")
    }
    let comparison = try SequenceComparison(
      expected: reference, actual: frames, options: options)
    var outcome = Outcome(comparison: comparison)
    outcome.warnings = comparison.notes.map { "\(title): \($0)" }
    if comparison.passes {
      outcome.passes = true
      // What an earlier failure left says nothing any more.
      if let artifacts, FileSystem.exists(artifacts) { try FileSystem.remove(artifacts) }
      if fillsCache { try fill(frames) }
      return outcome
    }
    let entry = GoldenReport.Entry(
      name: title, comparison: comparison, expected: reference, actual: frames)
    outcome.message = entry.text(frameLimit: 3)
    outcome.message += try writeArtifacts(entry, frames, writer, &outcome)
    switch mode {
    case .changed:
      let result = try writer.writeLocked(frames, to: path)
      outcome.recorded = result
      outcome.message += "It was recorded again (mode changed): \(text(result)), in \(path)\n"
    case .propose:
      outcome.recorded = try propose(frames, writer)
      outcome.message += "Proposed: \(path).new\nTo accept: folioscope golden accept \(path)\n"
    case .never, .missing, .all:
      let from = artifacts == nil ? "" : proposals.map { " --from \($0)" } ?? ""
      outcome.message +=
        (from.isEmpty ? "" : "To accept: folioscope golden accept\(from) \(path)\n")
        + "To record: GOLDEN_RECORD=changed \(testCommand)\n"
    }
    return outcome
  }

  private func missing(
    _ frames: any GoldenFrames, _ writer: GoldenWriter, _ title: String
  ) throws(GoldenError) -> Outcome {
    guard frames.count > 0 else {
      throw .usage("there are no frames (0 frames compared)")
    }
    switch mode {
    case .never:
      var outcome = Outcome(
        message: "\(title) is not there: \(path)\nRecord it where you can look at it: "
          + "GOLDEN_RECORD=missing \(testCommand)\n")
      if let artifacts, proposals != nil {
        try emptyArtifacts(artifacts)
        try proposal(in: artifacts, frames, writer)
        outcome.message += "Proposed: \(artifacts)\n"
      }
      return outcome
    case .propose:
      let result = try propose(frames, writer)
      return Outcome(
        message: "\(title) is not there; it was proposed as \(path).new\n"
          + "To accept: folioscope golden accept \(path)\n", recorded: result)
    case .missing, .changed, .all:
      let result = try writer.writeLocked(frames, to: path)
      return Outcome(
        message: "\(title) was not there and was recorded (mode \(mode.rawValue)): "
          + "\(text(result)), in \(path). Look at it, then run again.", recorded: result)
    }
  }

  private func text(_ result: GoldenWriter.Result) -> String {
    var text = "\(result.written.count) files written, \(result.unchanged) unchanged"
    if !result.removed.isEmpty { text += ", \(result.removed.count) removed" }
    return text
  }

  // MARK: Proposals

  private func propose(
    _ frames: any GoldenFrames, _ writer: GoldenWriter
  ) throws(GoldenError) -> GoldenWriter.Result {
    try writer.writeLocked(frames, to: path + ".new")
  }

  /// Puts what would be recorded among the artifacts, with the path it is meant for.
  private func proposal(
    in folder: String, _ frames: any GoldenFrames, _ writer: GoldenWriter
  ) throws(GoldenError) {
    _ = try writer.writeLocked(frames, to: "\(folder)/proposal.golden")
    try FileSystem.write(Array((path + "\n").utf8), to: "\(folder)/proposal.txt")
  }

  private func emptyArtifacts(_ folder: String) throws(GoldenError) {
    if FileSystem.exists(folder) { try FileSystem.remove(folder) }
    try FileSystem.makeFolder(folder)
  }

  // MARK: Artifacts

  /// Writes pictures and reports of a failure.
  ///
  /// - Returns: Lines that say where they are.
  private func writeArtifacts(
    _ entry: GoldenReport.Entry, _ frames: any GoldenFrames, _ writer: GoldenWriter,
    _ outcome: inout Outcome
  ) throws(GoldenError) -> String {
    guard let folder = artifacts else { return "" }
    try emptyArtifacts(folder)
    var text = ""
    let failing = entry.comparison.frames.filter(entry.comparison.fails)
    var encoded: [Int: EncodedPictures] = [:]
    for (place, frame) in failing.prefix(pictureLimit).enumerated() {
      let number = String(frame.number)
      let stem = String(repeating: "0", count: max(0, 4 - number.count)) + number
      let pictures = EncodedPictures(frame, in: entry, level: level, withDetail: true)
      // Few frames stay in memory for the report; the rest is encoded again.
      if place < 3 { encoded[place] = pictures }
      var names: [String] = []
      for (role, file) in [
        (pictures.standIn == nil ? "expected" : "nearest", pictures.expected),
        ("actual", pictures.actual), ("diff", pictures.difference), ("detail", pictures.detail),
      ] {
        guard let file else { continue }
        // Two frames can have one number: a dropped one and an inserted one.
        let prefix = frame.actualIndex == nil ? "dropped-" : ""
        let name = "\(prefix)\(stem).\(role).png"
        try FileSystem.write(file.bytes, to: "\(folder)/\(name)")
        names.append(name)
        if place < 3 {
          outcome.attachments.append(
            Attachment(name: "\(GoldenName.fileName(self.name))-\(name)", bytes: file.bytes))
        }
      }
      if place == 0, !names.isEmpty {
        text += "  pictures  \(folder)/\(names.joined(separator: ", "))\n"
      }
    }
    let report = GoldenReport([entry])
    let json = report.json()
    try FileSystem.write(json, to: "\(folder)/report.json")
    var html = HTMLReport(title: entry.name)
    html.level = level
    html.frameLimit = pictureLimit
    let numbers = failing.prefix(3).map { [$0.expectedIndex, $0.actualIndex] }
    html.encoded = { frame in
      numbers.firstIndex(of: [frame.expectedIndex, frame.actualIndex]).flatMap { encoded[$0] }
    }
    try html.write(report, to: "\(folder)/report.html")
    let stem = GoldenName.fileName(name)
    outcome.attachments.append(Attachment(name: "\(stem)-report.json", bytes: json))
    if let bytes = FileManager.default.contents(atPath: "\(folder)/report.html") {
      outcome.attachments.append(
        Attachment(name: "\(stem)-report.html", bytes: [UInt8](bytes)))
    }
    if proposals != nil { try proposal(in: folder, frames, writer) }
    return text + "  report  \(folder)/report.html\n"
  }

  // MARK: The cache

  private func fill(_ frames: any GoldenFrames) throws(GoldenError) {
    guard let cache else { return }
    try FileSystem.makeFolder(cache)
    for index in 0..<frames.count {
      do {
        let file = "\(cache)/\(try frames.fingerprint(at: index)).png"
        if FileSystem.exists(file) { continue }
        guard let picture = try frames.picture(at: index) else { continue }
        try FileSystem.write(picture.pngFile(scale: frames.scale), to: file)
      } catch let error as GoldenError {
        throw error
      } catch {
        throw .rendering(index: index, reason: "\(error)")
      }
    }
  }
}
