import FolioRaster
import FolioSequence

/// Makes a video of a source, with no file in between.
///
/// All kinds but the animated PNG are made by ffmpeg, whose version and threads their bytes depend
/// on; only their frames are promised. What ffmpeg has made is examined before it takes its place.
public enum VideoWriter {
  /// Draws some frames of a sequence and makes a video of them.
  ///
  /// - Parameters:
  ///   - source: The pictures; its size is the one that `info` states.
  ///   - info: The sequence.
  ///   - frames: Which frames, at least one; they follow one another in the video at the sequence's
  ///     rate.
  ///   - output: The file, whose name's ending says which kind; see ``VideoContainer``. It appears
  ///     whole or not at all.
  ///   - options: How to make it.
  ///   - progress: Called on the calling thread after each frame is handed over; a GIF takes every
  ///     frame twice, each time for half.
  /// - Throws: ``FilmError``: of the kinds that ``VideoPlan`` throws, `occupied`, `encoderMissing`
  ///   and `cannotCreate` before anything is drawn; `encoderFailed` with what the encoder said, or
  ///   with what is wrong with its file; or as ``FilmStream`` does.
  public static func write<Source: FrameSource>(
    _ source: Source, info: SequenceInfo, frames: FrameSet, to output: FilePath,
    options: VideoOptions = VideoOptions(), progress: (FilmProgress) -> Void = { _ in }
  ) throws(FilmError) {
    let plan = try VideoPlan(source, info: info, frames: frames, output: output, options: options)
    try write(source, as: plan, progress: progress)
  }

  /// Draws what a plan says, and makes the video.
  ///
  /// - Parameters:
  ///   - source: The pictures that the plan was made for.
  ///   - plan: The plan.
  ///   - progress: As above.
  /// - Throws: As above.
  public static func write<Source: FrameSource>(
    _ source: Source, as plan: VideoPlan, progress: (FilmProgress) -> Void = { _ in }
  ) throws(FilmError) {
    let options = plan.options
    let probe = VideoProbe(program: options.proberPath, cancellation: options.film.cancellation)
    let isProbed = plan.container.needsEncoder && plan.container != .webp && options.verifies
    try VideoFile.check(plan.output, overwrite: options.overwrite)
    if isProbed { try probe.check() }
    let file = try VideoFile.create(
      plan.output, extension: plan.container.rawValue, overwrite: options.overwrite)
    do throws(FilmError) {
      switch plan.container {
      case .mp4, .webm, .mov: try encode(source, plan, into: file, progress)
      case .gif, .webp: try animate(source, plan, into: file, progress)
      case .apng: try mux(source, plan, into: file, progress)
      }
      if isProbed { try probe.verify(file.temporary, against: plan) }
      try file.commit()
    } catch {
      file.remove()
      throw error.kind == .cancelled
        ? FilmError(.cancelled, "stopped; no video was written") : error
    }
  }

  /// Draws the frames of a plan and hands them over in order.
  private static func draw<Source: FrameSource, Picture: Sendable>(
    _ source: Source, _ plan: VideoPlan, _ progress: (FilmProgress) -> Void,
    buffers: FrameBuffers = FrameBuffers(), pass: Int = 0, of passes: Int = 1,
    rows: (@Sendable (_ draw: FrameRowDrawing) throws -> Picture)? = nil,
    picture: @escaping @Sendable (inout Bitmap) throws -> Picture,
    show: (_ picture: Picture?, _ ticks: Int) throws(FilmError) -> Void
  ) throws(FilmError) {
    let options = plan.options.film
    if options.cancellation.isCancelled { throw .cancelled() }
    let frames = plan.timing.frames
    let (width, height) = (source.width, source.height)
    let pipeline = FramePipeline(
      source: source, frames: frames, jobs: max(1, options.jobs),
      cancellation: options.cancellation,
      makeBitmap: { buffers.bitmap(width: width, height: height) },
      processRows: rows.map { rows in { @Sendable (draw, _, _) in try rows(draw) } }
    ) { (bitmap, _, _) throws -> Picture in try picture(&bitmap) }
    var done = 0
    try pipeline.run { (frame, payload) throws(FilmError) in
      try show(payload, plan.timing.ticks[done])
      done += 1
      progress(
        FilmProgress(
          done: (pass * frames.count + done) / passes, total: frames.count, frame: frame,
          name: plan.info.name.name(of: frame)))
    }
  }

  /// Runs an encoder and gives it what `feed` writes.
  private static func run(
    _ plan: VideoPlan, _ arguments: [String],
    feed: (_ input: ByteStream) throws(FilmError) -> Void
  ) throws(FilmError) {
    let process = try EncoderProcess.start(
      plan.options.program, arguments: arguments, cancellation: plan.options.film.cancellation)
    do throws(FilmError) {
      try feed(process.input)
      try process.finish()
    } catch {
      process.stop()
      // The encoder knows why it stopped reading.
      throw error.kind == .closedPipe ? process.failure() : error
    }
  }

  private static func encode<Source: FrameSource>(
    _ source: Source, _ plan: VideoPlan, into file: borrowing VideoFile,
    _ progress: (FilmProgress) -> Void
  ) throws(FilmError) {
    let isEven = plan.container == .mp4
    let format = plan.format
    let buffers = FrameBuffers()
    for arguments in plan.arguments(
      output: file.temporary.description, palette: file.companion.description)
    {
      try run(plan, arguments) { (input) throws(FilmError) in
        var sink = try ConstantRateSink(
          input, header: format.header(plan.info, isEven: isEven),
          cancellation: plan.options.film.cancellation)
        let encoder = FrameEncoder { _, _ in [] }
        try draw(
          source, plan, progress, buffers: buffers,
          rows: StreamFrame.maker(
            format, width: plan.info.width, height: plan.info.height,
            hasAlpha: plan.info.hasAlpha, isEven: isEven, encoder: encoder, buffers: buffers)
        ) { bitmap in
          try StreamFrame(
            &bitmap, format: format, isEven: isEven, encoder: encoder, buffers: buffers)
        } show: { (picture, ticks) throws(FilmError) in
          try sink.show(picture, ticks: ticks)
        }
      }
    }
  }

  /// GIF in two runs, the first of which finds the palette, and WebP in one; then the delays.
  private static func animate<Source: FrameSource>(
    _ source: Source, _ plan: VideoPlan, into file: borrowing VideoFile,
    _ progress: (FilmProgress) -> Void
  ) throws(FilmError) {
    let runs = plan.arguments(
      output: file.temporary.description, palette: file.companion.description)
    let buffers = FrameBuffers()
    for (i, arguments) in runs.enumerated() {
      try run(plan, arguments) { (input) throws(FilmError) in
        var sink = PictureSink(input, stays: plan.pictures)
        try draw(source, plan, progress, buffers: buffers, pass: i, of: runs.count) { bitmap in
          try StreamFrame(
            &bitmap, format: .rgba, isEven: false, encoder: FrameEncoder { _, _ in [] },
            buffers: buffers)
        } show: { (picture, ticks) throws(FilmError) in
          try sink.show(picture, ticks: ticks)
        }
      }
    }
    let written = try file.open()
    do {
      try AnimationDelays(plan.container, in: written).replace(with: plan.pictures, in: written)
      try written.close()
    } catch let error as AnimationDelays.Fault {
      throw FilmError(
        .encoderFailed, "the \(plan.container) that \(plan.options.program) made \(error.reason)")
    } catch let error as SystemError {
      throw file.cannotWrite(error)
    } catch {
      throw FilmError(.cannotWrite, "\(plan.output): \(error)")
    }
  }

  private static func mux<Source: FrameSource>(
    _ source: Source, _ plan: VideoPlan, into file: borrowing VideoFile,
    _ progress: (FilmProgress) -> Void
  ) throws(FilmError) {
    let descriptor = try file.open()
    let raw = descriptor.raw
    let options = plan.options
    var sink = AnimatedPNGSink(
      plan.info, plays: options.plays, level: options.level, jobs: options.film.jobs,
      cancellation: options.film.cancellation
    ) { (bytes) throws(FilmError) in
      do throws(SystemError) {
        try FileDescriptor.write(bytes, to: raw)
      } catch {
        throw FilmError(.cannotWrite, "\(plan.output) cannot be written: \(error.reason)")
      }
    }
    try draw(source, plan, progress) {
      $0
    } show: { (picture, ticks) throws(FilmError) in
      try sink.show(picture, ticks: ticks)
    }
    let control = try sink.finish()
    do throws(SystemError) {
      try descriptor.write(control.bytes, at: control.offset)
      try descriptor.close()
    } catch {
      throw file.cannotWrite(error)
    }
  }
}
