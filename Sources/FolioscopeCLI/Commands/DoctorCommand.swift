import FolioSequence
import Folioscope

/// `doctor`: the laws of pagers that scenes break.
enum DoctorCommand {
  @Sendable
  static func run(_ options: DoctorOptions, _ session: Session) throws -> ExitCode {
    try session.checkOutput()
    var failures: [ExitCode] = []
    var isHealthy = true
    for scene in options.scenes {
      let recording: SceneRecording
      do throws(SceneFaults) {
        recording = try session.play(scene)
      } catch {
        failures.append(error.code)
        continue
      }
      let findings = SceneDoctor(recording).examine()
      if !findings.isEmpty { isHealthy = false }
      if options.isJSON {
        try session.write(json(scene, recording, findings))
      } else {
        try session.write(text(scene, recording, findings, session))
      }
    }
    // Wrong content weighs most, as in one scene.
    for code in [ExitCode.data, .noInput, .permission] where failures.contains(code) {
      return code
    }
    return failures.first ?? (isHealthy ? .success : .differs)
  }

  private static func name(_ track: Int, _ recording: SceneRecording) -> String {
    if track == 0 { return "main pager" }
    return recording.tracks[track].id.map { "pager \($0)" } ?? "pager \(track)"
  }

  private static func text(
    _ scene: FilePath, _ recording: SceneRecording, _ findings: [SceneFinding], _ session: Session
  ) -> String {
    if findings.isEmpty {
      if session.options.isQuiet { return "" }
      let pagers = recording.tracks.count == 1 ? "1 pager" : "\(recording.tracks.count) pagers"
      let frames = recording.frameCount == 1 ? "1 frame" : "\(recording.frameCount) frames"
      return "\(scene): \(pagers), \(frames), no law is broken\n"
    }
    var text = ""
    for finding in findings {
      let frames =
        finding.lastFrame > finding.frame
        ? "frames \(finding.frame)-\(finding.lastFrame)" : "frame \(finding.frame)"
      text += "\(scene): \(JSONWriter.text(of: finding.time.double)) s, \(frames), "
      text += "\(name(finding.track, recording)): \(finding.invariant.rawValue): "
      text += "\(finding.found); expected \(finding.expected)\n"
    }
    return text
  }

  private static func json(
    _ scene: FilePath, _ recording: SceneRecording, _ findings: [SceneFinding]
  ) -> String {
    var out = JSONWriter()
    out.raw("{\"scene\": ")
    out.string(scene.description)
    out.raw(
      ", \"healthy\": \(findings.isEmpty), \"pagers\": \(recording.tracks.count), "
        + "\"frames\": \(recording.frameCount), \"findings\": [")
    for (i, finding) in findings.enumerated() {
      if i > 0 { out.raw(", ") }
      out.raw("{\"time\": ")
      out.ratio(finding.time.numerator, finding.time.denominator)
      out.raw(", \"seconds\": ")
      out.number(finding.time.double)
      out.raw(
        ", \"frame\": \(finding.frame), \"lastFrame\": \(finding.lastFrame), "
          + "\"track\": \(finding.track), \"pager\": ")
      if let id = finding.pager { out.string(id) } else { out.raw("null") }
      out.raw(", \"invariant\": \"\(finding.invariant.rawValue)\", \"found\": ")
      out.string(finding.found)
      out.raw(", \"expected\": ")
      out.string(finding.expected)
      out.raw("}")
    }
    out.raw("]}\n")
    return String(decoding: out.bytes, as: UTF8.self)
  }
}
