import FolioSequence

/// What ffprobe finds in a video, and what should be found.
struct VideoProbe {
  /// The program.
  let program: String
  /// Ends the waiting for it.
  let cancellation: Cancellation

  /// Finds out whether the program can be run.
  ///
  /// - Throws: ``FilmError`` of the kind `encoderMissing`.
  func check() throws(FilmError) {
    do {
      _ = try EncoderProcess.output(
        of: program, arguments: ["-version"], cancellation: cancellation)
    } catch {
      if error.kind != .encoderMissing { throw error }
      throw FilmError(
        .encoderMissing,
        error.message + "; it comes with ffmpeg and examines the result, which "
          + "--no-verify leaves out")
    }
  }

  /// Compares a file with its plan.
  ///
  /// - Throws: ``FilmError`` of the kind `encoderFailed` that names what is not as it should be.
  func verify(_ file: FilePath, against plan: VideoPlan) throws(FilmError) {
    let expected = VideoProbe.expectations(of: plan)
    let names = expected.map(\.name).filter { !$0.hasPrefix("TAG:") } + ["avg_frame_rate"]
    let text = try EncoderProcess.output(
      of: program,
      arguments: [
        "-v", "error", "-count_packets", "-select_streams", "v:0", "-show_entries",
        "stream=" + names.joined(separator: ",") + ":stream_tags=alpha_mode", "-of",
        "default=noprint_wrappers=1", FFmpegArguments.path(file.description),
      ], cancellation: cancellation)
    var found: [String: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { found[String(parts[0])] = String(parts[1]) }
    }
    let faults = expected.compactMap { (name, value) -> String? in
      if name == "r_frame_rate", plan.container == .webm, isRate(plan.info.frameRate, in: found) {
        return nil
      }
      let value = value.lowercased()
      let other = found[name]?.lowercased() ?? "nothing"
      return other == value ? nil : "\(name) is \(other), expected \(value)"
    }
    if !faults.isEmpty {
      throw FilmError(
        .encoderFailed,
        "\(plan.options.program) made another file of \(plan.output) than it was told to: "
          + faults.joined(separator: "; ") + "; try another version of ffmpeg, or --no-verify")
    }
  }

  /// Whether one of the rates that ffprobe has read or guessed is the right one, to a hundred
  /// thousandth: WebM states whole nanoseconds a frame, and its times are whole milliseconds.
  private func isRate(_ rate: FrameRate, in found: [String: String]) -> Bool {
    ["r_frame_rate", "avg_frame_rate"].contains { name in
      let parts = (found[name] ?? "").split(separator: "/").compactMap { Double($0) }
      guard parts.count == 2, parts[1] > 0 else { return false }
      let wanted = Double(rate.numerator) / Double(rate.denominator)
      return (parts[0] / parts[1] - wanted).magnitude <= wanted * 1e-5
    }
  }

  /// What ffprobe has to say of a video.
  static func expectations(of plan: VideoPlan) -> [(name: String, value: String)] {
    var expected = [
      ("nb_read_packets", "\(plan.frameCount)"), ("width", "\(plan.width)"),
      ("height", "\(plan.height)"),
    ]
    if plan.container.isAnimation { return expected }
    let rate = plan.info.frameRate
    expected += [
      ("r_frame_rate", "\(rate.numerator)/\(rate.denominator)"), ("color_space", "bt709"),
      ("color_primaries", "bt709"), ("color_transfer", "bt709"), ("color_range", "tv"),
    ]
    if plan.container == .webm, plan.info.hasAlpha { expected.append(("TAG:alpha_mode", "1")) }
    return expected
  }
}
