import FolioSequence
import Folioscope

/// `render`: the frames and their manifest.
enum RenderCommand {
  @Sendable
  static func run(_ options: RenderOptions, _ session: Session) throws -> ExitCode {
    if case .standardOutput = options.output { try session.checkOutput() }
    let loaded: SceneLoader.Loaded
    do throws(SceneFaults) {
      loaded = try session.load(options.scene)
    } catch {
      return error.code
    }
    let film = loaded.film
    let info: SequenceInfo
    let frames: FrameSet
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
    let folder = folder(options, film.recording.scene)
    if options.isDryRun {
      try session.write(plan(info, frames, folder, options))
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
    _ info: SequenceInfo, _ frames: FrameSet, _ folder: FilePath, _ options: RenderOptions
  ) -> String {
    let place: String
    if case .standardOutput(let format) = options.output {
      place = "standard output, as \(format.rawValue)"
    } else {
      place = folder.description
    }
    // K bitmaps are in flight: one a thread and two more.
    let memory = (options.jobs + 2) * info.width * info.height * 4
    return """
      would draw \(frames.count) of \(info.frameCount) frames of \(info.width)x\(info.height) px, \
      \(info.hasAlpha ? "RGBA" : "RGB"): \(frames.description)
      into       \(place)
      files      \(info.name.name(of: frames.first ?? 0)) to \
      \(info.name.name(of: frames.last ?? 0))
      threads    \(options.jobs), with \(memory >> 20) MiB of frames in flight

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
