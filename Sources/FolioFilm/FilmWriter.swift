import FolioRaster
import FolioSequence
import Foundation
import Synchronization

/// How a film is written.
public struct FilmOptions: Sendable {
  /// How many threads draw and encode, at least 1. It changes no byte.
  public var jobs: Int
  /// How the folder is written.
  public var folder = FrameFolderOptions()
  /// Stops the work.
  public var cancellation = Cancellation()

  /// As many threads as the process may use processors.
  public init(jobs: Int = ProcessInfo.processInfo.activeProcessorCount) { self.jobs = jobs }
}

/// How far a film is.
public struct FilmProgress: Hashable, Sendable {
  /// How many frames are in place.
  public var done: Int
  /// How many there will be.
  public var total: Int
  /// The index of the frame that was put in place last.
  public var frame: Int
  /// Its file's name.
  public var name: String

  /// A report from its parts.
  public init(done: Int, total: Int, frame: Int, name: String) {
    self.done = done
    self.total = total
    self.frame = frame
    self.name = name
  }
}

/// Writes the frames of a source as files in a folder.
public enum FilmWriter {
  /// Draws some frames of a sequence and writes them, with their manifest, into a folder.
  ///
  /// The files depend on the source, the encoder and `info` alone: not on the number of threads, on
  /// the clock, or on what was in the folder.
  ///
  /// - Parameters:
  ///   - source: The pictures; its size is the one that `info` states.
  ///   - info: The sequence.
  ///   - frames: Which frames to write; see ``FrameFolder``.
  ///   - path: The folder.
  ///   - options: How to write.
  ///   - encoder: Makes a file's bytes of a picture.
  ///   - progress: Called on the calling thread after each frame is in place.
  /// - Returns: The manifest that was written.
  /// - Throws: ``FilmError``. Frames before the one at fault are in place then, no temporary file is
  ///   left, and the manifest says that the sequence is not complete.
  public static func write<Source: FrameSource>(
    _ source: Source, info: SequenceInfo, frames: FrameSet, to path: FilePath,
    options: FilmOptions = FilmOptions(), encoder: FrameEncoder,
    progress: (FilmProgress) -> Void = { _ in }
  ) throws(FilmError) -> Manifest {
    precondition(source.width == info.width && source.height == info.height)
    if options.cancellation.isCancelled { throw .cancelled() }
    var folder = try FrameFolder.open(
      path, info: info, frames: frames, options: options.folder)
    let fingerprints = FingerprintChain()
    // Pictures with transparent pixels are hashed a second time, as the file shows them.
    let encodeRows = info.hasAlpha ? nil : encoder.encodeRows
    let pipeline = FramePipeline(
      source: source, frames: frames, jobs: max(1, options.jobs),
      cancellation: options.cancellation,
      processRows: encodeRows.map { encodeRows in
        { @Sendable (draw, ordinal, _) throws -> EncodedFrame? in
          let (pieces, rows) = try encodeRows(draw)
          let pixels = Fingerprint(opaque: rows, width: info.width)
          if fingerprints.insert(pixels, at: ordinal) { return nil }
          return EncodedFrame(pieces: pieces, pixels: pixels)
        }
      }
    ) { (bitmap, ordinal, _) throws -> EncodedFrame? in
      let rows = RowHashes(bitmap)
      let pixels = Fingerprint(bitmap, rows: rows)
      // States may differ where pictures do not, such as half a pixel before the end of a movement.
      if fingerprints.insert(pixels, at: ordinal) { return nil }
      return EncodedFrame(pieces: try encoder.encode(bitmap, rows), pixels: pixels)
    }
    var done = 0
    try pipeline.run { (frame, payload) throws(FilmError) in
      let record: FrameRecord
      do {
        record = try source.record(of: frame)
      } catch {
        throw .source(error, frame: frame)
      }
      if let encoded = payload ?? nil {
        try folder.write(encoded, record: record)
      } else {
        try folder.repeatPrevious(record: record)
      }
      done += 1
      progress(
        FilmProgress(
          done: done, total: frames.count, frame: frame, name: info.name.name(of: frame)))
    }
    return try folder.finish()
  }
}

/// The fingerprints of the pictures that were drawn last, by the order of drawing.
///
/// Lets a worker see that the picture before its own, drawn by another worker, was the same, before
/// it encodes a file that nobody needs. Where that one is not known yet the file is encoded and the
/// folder finds out; the result is the same.
private final class FingerprintChain: Sendable {
  private let known = Mutex<[Int: Fingerprint]>([:])

  /// Puts a fingerprint down; whether it is known to equal the one before.
  func insert(_ fingerprint: Fingerprint, at ordinal: Int) -> Bool {
    known.withLock { known in
      known[ordinal] = fingerprint
      // Workers are at most a few claims apart; those far behind are asked for no more.
      known.removeValue(forKey: ordinal - 1024)
      return known[ordinal - 1] == fingerprint
    }
  }
}
