// Frames are drawn and encoded on several threads and handed over in order on one.
//
// A worker claims the next frame and, by looking at the states that follow, all frames that look
// the same; it draws one picture for them into a bitmap of its own and turns it into a payload. At
// most `jobs + 2` payloads are on their way, so memory does not depend on the film's length: one
// bitmap a worker, and the payloads. The thread that called takes the payloads in the order of the
// frames. Nothing that it sees depends on the number of workers.
//
// After an error no new frame is claimed. Frames before the one that failed were claimed before it
// and are still handed over, so the error that is thrown is the one of the earliest frame, however
// the threads ran.

import FolioRaster
import FolioSequence
import Foundation

/// Draws the frames of a source on several threads and hands them over in order.
struct FramePipeline<Source: FrameSource, Payload: Sendable> {
  /// What to draw.
  var source: Source
  /// The frames to draw, in ascending order.
  var frames: FrameSet
  /// How many threads draw, at least 1.
  var jobs: Int
  /// Stops the run.
  var cancellation: Cancellation
  /// Gives a bitmap of the film's size to draw on, for a worker that has none.
  var makeBitmap: (@Sendable () -> Bitmap)?
  /// Makes a payload of a picture that it lets be drawn, some rows at a time, on any thread: for sources
  /// that can draw rows; `nil` if whole pictures are needed.
  var processRows:
    (
      @Sendable (_ draw: FrameRowDrawing, _ ordinal: Int, _ frame: Int) throws -> Payload
    )?
  /// Makes a payload of a picture, on any thread. `ordinal` counts the pictures from 0. The worker's
  /// next picture is drawn onto what is left in `bitmap`, or onto another bitmap if the payload took it
  /// and left one of no size.
  var process: @Sendable (_ bitmap: inout Bitmap, _ ordinal: Int, _ frame: Int) throws -> Payload

  /// The most frames that are taken as one claim, so that a long rest neither delays its first
  /// frame nor hides a cancellation.
  static var longestRun: Int { 512 }

  /// The stack of a worker in bytes: what Linux gives a thread, on other systems too.
  static var stackSize: Int { 8 << 20 }

  /// Runs to the last frame.
  ///
  /// - Parameter commit: Takes each frame in order on the calling thread: its index, and its
  ///   payload, or `nil` where its picture is that of the frame before it.
  /// - Throws: What `commit` throws, or an error with the kind `source`, `encoder` or `cancelled`.
  func run(_ commit: (_ frame: Int, _ payload: Payload?) throws(FilmError) -> Void)
    throws(FilmError)
  {
    precondition(jobs >= 1)
    let workers = max(1, min(jobs, frames.count))
    let shared = PipelineState<Source, Payload>(window: workers + 2, workers: workers)
    for number in 0..<workers {
      let thread = Thread { self.work(shared) }
      thread.name = "film-\(number)"
      thread.stackSize = Self.stackSize
      thread.start()
    }
    // Whatever happens, no worker outlives this call.
    defer { shared.stopAndWait() }
    while let claim = shared.next() {
      switch claim.outcome {
      case .failure(let error): throw error
      case .success(let payload):
        for (i, position) in claim.positions.enumerated() {
          if cancellation.isCancelled { throw FilmError.cancelled() }
          try commit(frames[position], i == 0 ? payload : nil)
        }
      }
      shared.committed()
    }
  }

  private func work(_ shared: PipelineState<Source, Payload>) {
    var bitmap: Bitmap?
    while let claim = shared.claim(from: self) {
      guard let state = claim.state else { continue }
      let frame = frames[claim.positions.lowerBound]
      let outcome: Result<Payload?, FilmError>
      do throws(FilmError) {
        outcome = .success(try payload(state, frame: frame, ordinal: claim.drawn, &bitmap))
      } catch {
        outcome = .failure(error)
      }
      shared.finish(claim, outcome)
    }
    shared.workerEnded()
  }

  /// Draws a state, whole on a bitmap that is kept for the next one or row by row, and processes it.
  private func payload(
    _ state: Source.State, frame: Int, ordinal: Int, _ kept: inout Bitmap?
  ) throws(FilmError) -> Payload {
    if cancellation.isCancelled { throw .cancelled() }
    if let processRows {
      let rows: FrameRowDrawing?
      do { rows = try source.rows(of: state) } catch { throw .source(error, frame: frame) }
      if let rows {
        do {
          return try processRows(watched(rows), ordinal, frame)
        } catch let error as RowFailure {
          throw error.error.map { .source($0, frame: frame) } ?? .cancelled()
        } catch {
          throw .encoder(error, frame: frame)
        }
      }
    }
    var bitmap = kept.take() ?? makeBitmap?() ?? Bitmap(width: source.width, height: source.height)
    do { try source.draw(state, into: &bitmap) } catch { throw .source(error, frame: frame) }
    if bitmap.width != source.width || bitmap.height != source.height {
      throw FilmError(
        .source(frame: frame),
        "frame \(frame) was drawn at \(bitmap.width)x\(bitmap.height) pixels; the film has "
          + "\(source.width)x\(source.height)")
    }
    if cancellation.isCancelled { throw .cancelled() }
    defer { if bitmap.width > 0 { kept = bitmap } }
    do {
      return try process(&bitmap, ordinal, frame)
    } catch {
      throw .encoder(error, frame: frame)
    }
  }

  /// Drawing that ends where the work was cancelled, and whose errors can be told from those of who
  /// asks for rows.
  private func watched(_ draw: @escaping FrameRowDrawing) -> FrameRowDrawing {
    { (rows, band, top) in
      if cancellation.isCancelled { throw RowFailure(error: nil) }
      let (width, height) = (band.width, band.height)
      do { try draw(rows, &band, top) } catch { throw RowFailure(error: error) }
      if band.width != width || band.height != height {
        let fault = WrongBand(
          size: "\(band.width)x\(band.height)", expected: "\(width)x\(height)", rows: rows)
        throw RowFailure(error: fault)
      }
    }
  }

  /// What to do next; called by one worker at a time.
  fileprivate func claim(
    at position: Int, after dispatcher: inout Dispatcher<Source.State>
  ) -> (length: Int, state: Source.State?, error: FilmError?) {
    let state: Source.State
    do {
      state = try dispatcher.pending.take()?.get() ?? source.state(of: frames[position])
    } catch {
      return (1, nil, .source(error, frame: frames[position]))
    }
    let isRepeated = dispatcher.last == state
    var length = 1
    while position + length < frames.count, length < Self.longestRun, !cancellation.isCancelled {
      let frame = frames[position + length]
      let next = Result { try source.state(of: frame) }
      if case .success(let other) = next, other == state {
        length += 1
      } else {
        dispatcher.pending = next
        break
      }
    }
    dispatcher.last = state
    return (length, isRepeated ? nil : state, nil)
  }
}

extension FilmError {
  static func cancelled() -> FilmError { FilmError(.cancelled, "cancelled") }

  static func source(_ error: any Error, frame: Int) -> FilmError {
    FilmError(.source(frame: frame), "frame \(frame): \(error)", underlying: error)
  }

  static func encoder(_ error: any Error, frame: Int) -> FilmError {
    FilmError(
      .encoder(frame: frame), "frame \(frame) cannot be encoded: \(error)", underlying: error)
  }
}

/// A source has put another bitmap in the place of the band that it was given.
private struct WrongBand: Error, CustomStringConvertible {
  let size: String
  let expected: String
  let rows: Range<Int>

  var description: String {
    "rows \(rows.lowerBound) to \(rows.upperBound - 1) were drawn on \(size) pixels; the band has "
      + "\(expected), which must stay"
  }
}

/// Why rows were not drawn: an error of the source, or `nil` where the work was cancelled.
private struct RowFailure: Error {
  let error: (any Error)?
}

/// What the one worker that claims knows of the frames around.
private struct Dispatcher<State: Equatable & Sendable> {
  /// The state of the frames that were claimed last.
  var last: State?
  /// The state of the next frame, where looking ahead has found it.
  var pending: Result<State, any Error>?
}

/// One picture and the frames that show it.
private struct Claim<State: Sendable> {
  /// The claim's place in the order of all claims.
  var number: Int
  /// The positions of its frames in the frame set.
  var positions: Range<Int>
  /// What to draw, or `nil` where the picture is that of the claim before.
  var state: State?
  /// How many claims before it were drawn.
  var drawn: Int
}

/// A claim's frames with what became of them.
private struct Finished<Payload: Sendable>: Sendable {
  var positions: Range<Int>
  var outcome: Result<Payload?, FilmError>
}

/// What the threads share. All of it is read and written with the condition locked, but for the
/// dispatcher, which belongs to the worker that has set `isClaiming`.
private final class PipelineState<Source: FrameSource, Payload: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private let window: Int
  private var dispatcher = Dispatcher<Source.State>()
  private var isClaiming = false
  private var isStopped = false
  private var isExhausted = false
  private var position = 0
  private var claimed = 0
  private var drawn = 0
  private var taken = 0
  private var done = 0
  private var finished: [Int: Finished<Payload>] = [:]
  private var workers: Int

  init(window: Int, workers: Int) {
    self.window = window
    self.workers = workers
  }

  /// The next frames for a worker, or `nil` if there is nothing more to do.
  func claim(from pipeline: FramePipeline<Source, Payload>) -> Claim<Source.State>? {
    condition.lock()
    defer { condition.unlock() }
    while !isStopped, !isExhausted, isClaiming || claimed - done >= window { condition.wait() }
    if isStopped || isExhausted { return nil }
    isClaiming = true
    let start = position
    condition.unlock()
    let next = pipeline.claim(at: start, after: &dispatcher)
    condition.lock()
    isClaiming = false
    let claim = Claim(
      number: claimed, positions: start..<(start + next.length), state: next.state, drawn: drawn)
    claimed += 1
    position += next.length
    if next.state != nil { drawn += 1 }
    if let error = next.error {
      isExhausted = true
      finished[claim.number] = Finished(positions: claim.positions, outcome: .failure(error))
    } else if next.state == nil {
      finished[claim.number] = Finished(positions: claim.positions, outcome: .success(nil))
    }
    if position == pipeline.frames.count { isExhausted = true }
    condition.broadcast()
    return claim
  }

  /// Puts down what became of a claim.
  func finish(_ claim: Claim<Source.State>, _ outcome: Result<Payload?, FilmError>) {
    condition.lock()
    defer { condition.unlock() }
    if case .failure = outcome { isExhausted = true }
    finished[claim.number] = Finished(positions: claim.positions, outcome: outcome)
    condition.broadcast()
  }

  /// The next claim in order, once it is there; `nil` after the last.
  func next() -> Finished<Payload>? {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let result = finished.removeValue(forKey: taken) {
        taken += 1
        return result
      }
      if isExhausted, !isClaiming, taken == claimed { return nil }
      condition.wait()
    }
  }

  /// Makes room for one more claim.
  func committed() {
    condition.lock()
    done += 1
    condition.broadcast()
    condition.unlock()
  }

  func workerEnded() {
    condition.lock()
    workers -= 1
    condition.broadcast()
    condition.unlock()
  }

  /// Lets the workers end and waits for them.
  func stopAndWait() {
    condition.lock()
    isStopped = true
    condition.broadcast()
    while workers > 0 { condition.wait() }
    condition.unlock()
  }
}
