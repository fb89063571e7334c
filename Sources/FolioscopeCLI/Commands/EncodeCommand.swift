import FolioSequence
import Folioscope

/// `encode`: a video of a folder of frames.
enum EncodeCommand {
  @Sendable
  static func run(_ options: EncodeOptions, _ session: Session) throws -> ExitCode {
    let film = try FolderFilm(options.folder)
    var info = film.manifest.info
    var frames = film.manifest.frames
    if let expression = options.frames { frames = try subset(expression, of: film) }
    let chosen = frames
    if let rate = options.frameRate {
      frames = try reduced(frames, from: info.frameRate, to: rate)
      info.frameRate = rate
    }
    var video = options.video.options(jobs: options.jobs, cancellation: session.cancellation)
    if let hold = options.holdLast {
      // A frame that has begun is seen to its end.
      video.heldFrames = info.frameRate.firstFrame(atOrAfter: hold)
    }
    let plan = try VideoPlan(
      film, info: info, frames: frames, output: options.output, options: video)
    let isPlain = frames == chosen && video.heldFrames == 0
    return try session.make(
      plan, of: film,
      drawing: "read \(frames.count) of \(film.manifest.frames.count) frames of \(film.path)",
      label: "encode", isDryRun: options.isDryRun,
      later: isPlain ? later(plan, film, frames) : nil)
  }

  private static func subset(_ expression: String, of film: FolderFilm) throws -> FrameSet {
    let info = film.manifest.info
    let frames: FrameSet
    do throws(FrameSetError) {
      frames = try FrameSet(
        expression, frameCount: info.frameCount, markers: info.frameSetMarkers)
    } catch {
      throw UsageError(command: "encode", reason: "--frames: \(error)")
    }
    let missing = frames.subtracting(film.manifest.frames)
    if !missing.isEmpty {
      throw UsageError(
        command: "encode",
        reason: "--frames: \(film.path) does not hold \(missing); it holds "
          + film.manifest.frames.description)
    }
    return frames
  }

  /// Every n-th frame, if the rates are that far apart.
  private static func reduced(
    _ frames: FrameSet, from rate: FrameRate, to wanted: FrameRate
  ) throws(UsageError) -> FrameSet {
    let (a, b) = (
      rate.numerator.multipliedFullWidth(by: wanted.denominator),
      rate.denominator.multipliedFullWidth(by: wanted.numerator)
    )
    // Parts of a rate have at most a billion, so products fit in one word.
    let (whole, part) = (Int(a.low), Int(b.low))
    guard whole % part == 0 else {
      throw UsageError(
        command: "encode",
        reason:
          "--fps \(wanted): the frames come \(rate) a second, and leaving some out evenly gives "
          + "\(rate) divided by 2, 3, 4 and so on; for any other rate render the scene with --fps")
    }
    let step = whole / part
    return FrameSet(stride(from: 0, to: frames.count, by: step).map { frames[$0] })
  }

  /// What ffmpeg can make of the files by itself.
  private static func later(
    _ plan: VideoPlan, _ film: FolderFilm, _ frames: FrameSet
  ) -> [String]? {
    let info = film.manifest.info
    guard plan.container == (info.hasAlpha ? .webm : .mp4) else { return nil }
    let stem = plan.output.description.dropLast(plan.container.rawValue.count + 1)
    return FFmpegArguments.video(
      of: info, frames: frames, folder: film.path.description, output: String(stem)
    ).map { ["ffmpeg"] + $0 }
  }
}
