import FolioNumerics
import FolioSequence
import Folioscope

/// `still`: one frame as a PNG file.
enum StillCommand {
  @Sendable
  static func run(_ options: StillOptions, _ session: Session) throws -> ExitCode {
    if options.output == nil { try session.checkOutput() }
    let loaded: SceneLoader.Loaded
    do throws(SceneFaults) {
      loaded = try session.load(options.scene)
    } catch {
      return error.code
    }
    let film = loaded.film
    let info = try film.info(sourceDigest: loaded.sourceDigest)
    let index: Int
    switch options.instant {
    case .frame(let expression):
      do throws(FrameSetError) {
        index = try FrameSet.frame(
          expression, frameCount: info.frameCount, markers: info.frameSetMarkers)
      } catch {
        throw UsageError(command: "still", reason: "--frame: \(error)")
      }
    case .time(let time):
      let seconds = Rational(time.numerator, over: time.denominator)
      if seconds > film.recording.duration {
        throw UsageError(
          command: "still",
          reason: "--at lies after the end of the scene at \(info.secondsText)")
      }
      index = film.recording.frame(at: seconds)
    }
    let bytes = try film.still(index, colorType: options.colorType)
    if let output = options.output {
      try WholeFile.write(bytes, to: output)
    } else {
      try session.write(bytes)
    }
    return .success
  }
}
