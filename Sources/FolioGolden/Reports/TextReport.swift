extension GoldenReport {
  /// The report as text for a terminal: for each comparison its summary, what happened to it as a
  /// whole, and up to `frameLimit` failing frames in full.
  ///
  /// - Parameter frameLimit: The most frames of a comparison that are described.
  public func text(frameLimit: Int = 3) -> String {
    entries.map { $0.text(frameLimit: frameLimit) }.joined(separator: "\n")
  }
}

extension GoldenReport.Entry {
  func text(frameLimit: Int) -> String {
    let comparison = comparison
    let word =
      comparison.passes ? "as expected" : comparison.isDamaged ? "not comparable" : "differs"
    var lines = ["\(Wording.plain(name)) \(word): \(comparison.summary)"]
    lines += comparison.story.map { "  " + Wording.plain($0) }
    let failing = comparison.frames.filter(comparison.fails)
    for frame in failing.prefix(frameLimit) {
      lines += comparison.lines(for: frame, scale: actual.scale).map { "  " + $0 }
    }
    if failing.count > frameLimit {
      lines.append("  and \(Wording.frames(failing.count - frameLimit)) more")
    }
    lines += comparison.notes.map { "  note: " + Wording.plain($0) }
    return lines.joined(separator: "\n") + "\n"
  }
}
