import Folioscope

/// `check`: every fault of each scene, and nothing drawn or written.
enum CheckCommand {
  @Sendable
  static func run(_ options: CheckOptions, _ session: Session) throws -> ExitCode {
    var codes: [ExitCode] = []
    for scene in options.scenes {
      do throws(SceneFaults) {
        let loaded = try session.load(scene)
        let info = try? loaded.film.info(sourceDigest: loaded.sourceDigest)
        if let info, !session.options.isQuiet {
          let frames = info.frameCount == 1 ? "1 frame" : "\(info.frameCount) frames"
          try? session.write(
            "\(scene): \(frames), \(info.secondsText), \(info.width)x\(info.height) px\n")
        }
      } catch {
        codes.append(error.code)
      }
    }
    // Wrong content weighs most, as in one scene.
    for code in [ExitCode.data, .noInput, .permission] where codes.contains(code) { return code }
    return codes.first ?? .success
  }
}
