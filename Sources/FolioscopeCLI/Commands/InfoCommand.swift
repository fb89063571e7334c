import FolioSequence
import Folioscope

/// `info`: what a render of the scene would give.
enum InfoCommand {
  @Sendable
  static func run(_ options: InfoOptions, _ session: Session) throws -> ExitCode {
    let loaded: SceneLoader.Loaded
    do throws(SceneFaults) {
      loaded = try session.load(options.scene)
    } catch {
      return error.code
    }
    let info = try loaded.film.info(sourceDigest: loaded.sourceDigest)
    try session.write(options.isJSON ? json(info, loaded) : text(info, loaded))
    return .success
  }

  private static func text(_ info: SequenceInfo, _ loaded: SceneLoader.Loaded) -> String {
    var lines = [
      "scene      \(info.sceneName)",
      "frames     0 to \(info.frameCount - 1), \(info.frameCount) in all",
      "length     \(info.secondsText) at \(info.frameRate.description) frames a second",
      "size       \(info.width)x\(info.height) px, scale \(JSONWriter.text(of: info.scale))",
      "channels   \(info.hasAlpha ? "RGBA" : "RGB")",
      "files      \(info.name.name(of: 0)) to \(info.name.name(of: info.frameCount - 1))",
      "pages      \(loaded.film.recording.scene.pages.map(\.id).joined(separator: " "))",
    ]
    for marker in info.markers {
      let seconds = Double(marker.time.numerator) / Double(marker.time.denominator)
      lines.append(
        "marker     \(marker.name) at \(JSONWriter.text(of: seconds)) s, frame "
          + "\(info.frame(of: marker))")
    }
    lines.append("digest     \(info.sceneDigest.hex)")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func json(_ info: SequenceInfo, _ loaded: SceneLoader.Loaded) -> String {
    var out = JSONWriter()
    out.raw("{\"scene\": ")
    out.string(info.sceneName)
    out.raw(
      ", \"first\": 0, \"last\": \(info.frameCount - 1), \"count\": \(info.frameCount), "
        + "\"frameRate\": [\(info.frameRate.numerator), \(info.frameRate.denominator)], "
        + "\"width\": \(info.width), \"height\": \(info.height), \"scale\": ")
    out.number(info.scale)
    out.raw(", \"alpha\": \(info.hasAlpha), \"pages\": ")
    out.strings(loaded.film.recording.scene.pages.map(\.id))
    out.raw(", \"markers\": [")
    for (i, marker) in info.markers.enumerated() {
      if i > 0 { out.raw(", ") }
      out.raw("{\"name\": ")
      out.string(marker.name)
      out.raw(", \"time\": ")
      out.ratio(marker.time.numerator, marker.time.denominator)
      out.raw(", \"frame\": \(info.frame(of: marker))}")
    }
    out.raw("], \"digest\": \"\(info.sceneDigest.hex)\"}\n")
    return String(decoding: out.bytes, as: UTF8.self)
  }
}
