import FolioNumerics
import FolioSequence
import Folioscope

/// `render`: the frames and their manifest, a stream of frames, or a video.
enum RenderCommand {
  @Sendable
  static func run(_ options: RenderOptions, _ session: Session) throws -> ExitCode {
    if case .standardOutput = options.output { try session.checkOutput() }
    let loaded: SceneLoader.Loaded
    do throws(SceneFaults) {
      let (rate, hold) = (options.frameRate, options.holdLast)
      loaded = try session.load(options.scene, jobs: options.jobs) { scene in
        if let rate {
          scene.canvas.frameRate = Rational(Int64(rate.numerator), over: Int64(rate.denominator))
        }
        if let hold { scene.output.holdLast = Rational(hold.numerator, over: hold.denominator) }
      }
    } catch {
      return error.code
    }
    let film = loaded.film
    let info: SequenceInfo
    var frames: FrameSet
    do {
      info = try film.info(sourceDigest: loaded.sourceDigest, name: options.name)
      frames =
        try options.frames.map {
          try FrameSet($0, frameCount: info.frameCount, markers: info.frameSetMarkers)
        } ?? info.allFrames
    } catch let error as FrameSetError {
      throw UsageError(command: "render", reason: "--frames: \(error)")
    } catch let error as FrameNameError {
      throw UsageError(command: "render", reason: "--name: \(error)")
    }
    if options.loops { frames = try loop(film, frames, options, session) }
    if case .video(let file) = options.output {
      let plan = try VideoPlan(
        film, info: info, frames: frames, output: file,
        options: options.video.options(jobs: options.jobs, cancellation: session.cancellation))
      return try session.make(
        plan, of: film, drawing: "draw \(frames.count) of \(info.frameCount) frames",
        label: "render",
        isDryRun: options.isDryRun)
    }
    let folder = folder(options, film.recording.scene)
    if options.isDryRun {
      try session.write(plan(film, info, frames, folder, options))
      return .success
    }
    if case .standardOutput(let format) = options.output {
      return try stream(film, info, frames, format, options, session)
    }
    var filmOptions = FilmOptions(jobs: options.jobs)
    filmOptions.folder = options.folder
    filmOptions.cancellation = session.cancellation
    let report = session.progress(label: "render")
    report.start(total: frames.count)
    _ = try FilmWriter.write(
      film, info: info, frames: frames, to: folder, options: filmOptions,
      encoder: try film.encoder(), progress: report.advance)
    report.finish(summary: folder.description)
    return .success
  }

  /// The frames that repeat without a seam, among those that were asked for.
  private static func loop(
    _ film: SceneFilm, _ frames: FrameSet, _ options: RenderOptions, _ session: Session
  ) throws -> FrameSet {
    guard let range = frames.ranges.first, frames.ranges.count == 1 else {
      throw UsageError(
        command: "render",
        reason: "--loop needs frames that follow one another; --frames leaves some out")
    }
    let loop: SeamlessLoop
    do throws(NoSeamlessLoop) {
      loop = try SeamlessLoop.find(film.renderer.frames, in: range)
    } catch {
      throw NoLoop(scene: options.scene, reason: error.description)
    }
    session.messages.write(
      Message(
        .note,
        "frames \(loop.frames.lowerBound) to \(loop.frames.upperBound - 1) repeat without a seam"))
    return FrameSet(loop.frames)
  }

  /// A scene that does not repeat, though it was asked to.
  private struct NoLoop: ExitCodeProviding, CustomStringConvertible {
    let scene: FilePath
    let reason: String

    var exitCode: ExitCode { .data }
    var description: String { "\(scene) does not repeat without a seam: \(reason)" }
  }

  /// Where frames go: the folder that was named, the scene's, or `out/NAME`. The scene's own counts
  /// from the folder of its file.
  private static func folder(_ options: RenderOptions, _ scene: Scene) -> FilePath {
    if case .folder(let path) = options.output { return path }
    guard let directory = scene.output.directory else { return FilePath("out/\(scene.name)") }
    if directory.hasPrefix("/") { return FilePath(directory) }
    let bytes = options.scene.bytes
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")),
      let parent = FilePath(bytes: Array(bytes[..<max(slash, 1)]))
    else { return FilePath(directory) }
    return parent.appending(directory)
  }

  private static func plan(
    _ film: SceneFilm, _ info: SequenceInfo, _ frames: FrameSet, _ folder: FilePath,
    _ options: RenderOptions
  ) -> String {
    let place: String
    if case .standardOutput(let format) = options.output {
      place = "standard output, as \(format.rawValue)"
    } else {
      place = folder.description
    }
    return """
      would draw \(frames.count) of \(info.frameCount) frames of \(info.width)x\(info.height) px, \
      \(info.hasAlpha ? "RGBA" : "RGB"): \(frames.description)
      into       \(place)
      files      \(info.name.name(of: frames.first ?? 0)) to \
      \(info.name.name(of: frames.last ?? 0))
      threads    \(options.jobs), with up to \(film.renderer.bitmapBudget >> 20) MiB of pages and \
      pictures in memory

      """
  }

  private static func stream(
    _ film: SceneFilm, _ info: SequenceInfo, _ frames: FrameSet, _ format: StreamFormat,
    _ options: RenderOptions, _ session: Session
  ) throws -> ExitCode {
    var filmOptions = FilmOptions(jobs: options.jobs)
    filmOptions.cancellation = session.cancellation
    let report = session.progress(label: "render")
    report.start(total: frames.count)
    try FilmStream.write(
      film, info: info, frames: frames, format: format, to: session.standardOutput,
      options: filmOptions, encoder: try film.encoder(), progress: report.advance)
    report.finish(summary: "standard output")
    return .success
  }
}
