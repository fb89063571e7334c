import FolioRaster
import FolioSequence

/// Writes the frames of a source one after the other into a stream.
public enum FilmStream {
  /// Draws some frames of a sequence and writes them, in order and with nothing in between that the
  /// format does not have, into a stream.
  ///
  /// - Parameters:
  ///   - source: The pictures; its size is the one that `info` states.
  ///   - info: The sequence.
  ///   - frames: Which frames to write, at least one.
  ///   - format: How to write them. One that keeps no alpha takes opaque sequences only.
  ///   - stream: Where to write.
  ///   - options: How many threads, and what stops the work.
  ///   - encoder: Makes PNG files; serves for ``StreamFormat/png`` alone.
  ///   - progress: Called on the calling thread after each frame is written.
  /// - Throws: ``FilmError``: of the kind `noAlpha` if the format would lose the sequence's alpha
  ///   channel, `closedPipe` once the reader has gone, or as ``FilmWriter`` does.
  public static func write<Source: FrameSource>(
    _ source: Source, info: SequenceInfo, frames: FrameSet, format: StreamFormat,
    to stream: ByteStream, options: FilmOptions = FilmOptions(), encoder: FrameEncoder,
    progress: (FilmProgress) -> Void = { _ in }
  ) throws(FilmError) {
    precondition(source.width == info.width && source.height == info.height)
    if info.hasAlpha, !format.keepsAlpha {
      let others = StreamFormat.allCases.filter(\.keepsAlpha).map(\.rawValue)
      throw FilmError(
        .noAlpha,
        "the canvas is transparent, and \(format.rawValue) has no alpha channel; write "
          + others.joined(separator: " or "))
    }
    if options.cancellation.isCancelled { throw .cancelled() }
    stream.enlargePipe()
    let buffers = FrameBuffers()
    let pipeline = FramePipeline(
      source: source, frames: frames, jobs: max(1, options.jobs),
      cancellation: options.cancellation,
      makeBitmap: { buffers.bitmap(width: info.width, height: info.height) },
      processRows: StreamFrame.maker(
        format, width: info.width, height: info.height, hasAlpha: info.hasAlpha, isEven: false,
        encoder: encoder, buffers: buffers
      ).map { make in { @Sendable (draw, _, _) in try make(draw) } }
    ) { (bitmap, _, _) throws -> StreamFrame in
      try StreamFrame(
        &bitmap, format: format, isEven: false, encoder: encoder, buffers: buffers)
    }
    let header = format.header(info, isEven: false)
    if !header.isEmpty { try stream.write(header) }
    var previous: StreamFrame?
    var done = 0
    try pipeline.run { (frame, payload) throws(FilmError) in
      if let payload { previous = payload }
      try previous?.write(to: stream)
      done += 1
      progress(
        FilmProgress(
          done: done, total: frames.count, frame: frame, name: info.name.name(of: frame)))
    }
  }
}
