import FolioSequence
import Folioscope

extension Session {
  /// Makes a video, or says how it would be made.
  ///
  /// - Parameters:
  ///   - plan: The video.
  ///   - source: Its pictures.
  ///   - drawing: What is done with the frames, for a dry run: `draw 60 of 120 frames`.
  ///   - label: The word before the progress.
  ///   - later: Another way to the same video, for when the encoder is absent.
  func make<Source: FrameSource>(
    _ plan: VideoPlan, of source: Source, drawing: String, label: String, isDryRun: Bool,
    later: [String]? = nil
  ) throws -> ExitCode {
    if isDryRun {
      try write(text(plan, drawing))
      return .success
    }
    for note in plan.notes { messages.write(Message(.warning, note)) }
    let report = progress(label: label)
    report.start(total: plan.drawnFrameCount)
    do throws(FilmError) {
      try VideoWriter.write(source, as: plan, progress: report.advance)
    } catch {
      if error.kind != .encoderMissing { throw error }
      throw FilmError(.encoderMissing, error.message + "\n" + advice(plan, later))
    }
    report.finish(summary: plan.output.description)
    return .success
  }

  private func advice(_ plan: VideoPlan, _ later: [String]?) -> String {
    var lines = ["on Debian: apt install ffmpeg; then run this again, which calls:"]
    lines += plan.commands.map { "  " + ShellWords.line($0) }
    if let later { lines += ["or, without this program:", "  " + ShellWords.line(later)] }
    return lines.joined(separator: "\n")
  }

  private func text(_ plan: VideoPlan, _ drawing: String) -> String {
    let size = "\(plan.width)x\(plan.height)"
    let count = plan.frameCount == 1 ? "1 frame" : "\(plan.frameCount) frames"
    let holding =
      plan.container == .gif || plan.container == .webp
      ? plan.frameCount == 1 ? "1 picture" : "\(plan.frameCount) pictures" : count
    var lines = [
      "would      \(drawing)",
      "into       \(plan.output): \(plan.container), \(holding), \(size) px",
    ]
    lines += plan.notes.map { "note       \($0)" }
    lines += plan.commands.map { "run        \(ShellWords.line($0))" }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// Words as a shell reads them.
enum ShellWords {
  /// The words in one line, each quoted where it has to be.
  static func line(_ words: [String]) -> String {
    words.map { word in
      let isPlain =
        !word.isEmpty
        && word.unicodeScalars.allSatisfy {
          ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
            || "+-_./:,=@%".unicodeScalars.contains($0)
        }
      if isPlain { return word }
      let quoted = word.split(separator: "'", omittingEmptySubsequences: false)
      return "'" + quoted.joined(separator: "'\\''") + "'"
    }.joined(separator: " ")
  }
}
