import FolioRaster
import FolioSequence

/// How a video is made.
public struct VideoOptions: Sendable {
  /// The encoder: a path, or a name that is looked for in `PATH`.
  public var program = "ffmpeg"
  /// Whether a file of the output's name is replaced.
  public var overwrite = false
  /// How many threads draw, and what stops the work.
  public var film = FilmOptions()

  /// The usual way: ffmpeg, and nothing is replaced.
  public init() {}
}

/// Makes a video of a source through ffmpeg, with no file in between.
///
/// The bytes of a video depend on the encoder's version and threads; only its frames are promised.
public enum VideoWriter {
  /// The containers: H.264 in mp4 for opaque sequences, VP9 in webm for all.
  enum Container: String, CaseIterable {
    case mp4
    case webm
  }

  /// Draws some frames of a sequence and makes a video of them.
  ///
  /// An odd width or height is padded to an even one by repeating the edge, as 4:2:0 H.264 needs.
  ///
  /// - Parameters:
  ///   - source: The pictures; its size is the one that `info` states.
  ///   - info: The sequence.
  ///   - frames: Which frames, at least one; they follow one another in the video at the sequence's
  ///     rate.
  ///   - output: The file: `NAME.mp4` or `NAME.webm`. It appears whole or not at all.
  ///   - options: How to make it.
  ///   - progress: Called on the calling thread after each frame is handed over.
  /// - Throws: ``FilmError``: of the kinds `noAlpha`, `occupied`, `encoderMissing` and
  ///   `cannotCreate` before anything is drawn; `encoderFailed` with what the encoder said; or as
  ///   ``FilmStream`` does.
  public static func write<Source: FrameSource>(
    _ source: Source, info: SequenceInfo, frames: FrameSet, to output: FilePath,
    options: VideoOptions = VideoOptions(), progress: (FilmProgress) -> Void = { _ in }
  ) throws(FilmError) {
    precondition(source.width == info.width && source.height == info.height)
    let text = output.description
    guard
      let container = Container.allCases.first(where: {
        text.lowercased().hasSuffix("." + $0.rawValue)
      })
    else {
      throw FilmError(.occupied, "\(text) is no video's name; write NAME.mp4 or NAME.webm")
    }
    if info.hasAlpha, container == .mp4 {
      throw FilmError(
        .noAlpha, "the canvas is transparent, and mp4 has no alpha channel; write NAME.webm")
    }
    let file = try VideoFile.create(
      output, extension: container.rawValue, overwrite: options.overwrite)
    do throws(FilmError) {
      try encode(source, info, frames, container, into: file, options, progress)
      try file.commit()
    } catch {
      file.remove()
      throw error
    }
  }

  private static func encode<Source: FrameSource>(
    _ source: Source, _ info: SequenceInfo, _ frames: FrameSet, _ container: Container,
    into file: borrowing VideoFile, _ options: VideoOptions, _ progress: (FilmProgress) -> Void
  ) throws(FilmError) {
    let isEven = container == .mp4
    let process = try EncoderProcess.start(
      options.program,
      arguments: arguments(info, frames: frames, container, output: file.temporary.description),
      cancellation: options.film.cancellation)
    let format: StreamFormat = info.hasAlpha ? .rgba : .y4m
    do throws(FilmError) {
      try FilmStream.write(
        source, info: info, frames: frames, format: format, isEven: isEven, to: process.input,
        options: options.film, encoder: { _, _ in [] }, progress: progress)
      try process.finish()
    } catch {
      process.stop()
      // The encoder knows why it stopped reading.
      throw error.kind == .closedPipe ? process.failure() : error
    }
  }

  /// What ffmpeg is told.
  static func arguments(
    _ info: SequenceInfo, frames: FrameSet, _ container: Container, output: String
  ) -> [String] {
    let input =
      info.hasAlpha
      ? [
        "-f", "rawvideo", "-pix_fmt", "rgba", "-video_size", "\(info.width)x\(info.height)",
        "-framerate", info.frameRate.description,
      ] : ["-f", "yuv4mpegpipe"]
    let filter =
      info.hasAlpha
      ? [
        "-vf",
        "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int"
          + "+full_chroma_inp,format=yuva420p",
      ] : ["-pix_fmt", "yuv420p"]
    let codec =
      switch container {
      case .mp4: ["-c:v", "libx264", "-crf", "18", "-movflags", "+faststart"]
      case .webm: ["-c:v", "libvpx-vp9", "-b:v", "0", "-crf", "24", "-row-mt", "1"]
      }
    return ["-v", "error", "-nostdin"] + input + ["-i", "pipe:0", "-frames:v", "\(frames.count)"]
      + filter + FFmpegArguments.tags + codec
      + [
        "-fflags", "+bitexact", "-flags:v", "+bitexact", "-f", container.rawValue, "-y",
        FFmpegArguments.path(output),
      ]
  }
}
