import FolioRaster
import Foundation
import Synchronization

extension ImageFile {
  /// A file of a batch that could be decoded.
  public struct BatchImage: Hashable, Sendable {
    /// What the file says about the image.
    public let info: ImageInfo
    /// The image for drawing, premultiplied; `nil` if it was decoded and let go of.
    public let bitmap: Bitmap?
  }

  /// Decodes the bytes of PNG and JPEG files on several threads, to learn what is wrong with any of
  /// them, and keeps the bitmaps of the first ones that fit, as their headers state their sizes.
  ///
  /// The bitmaps that are kept and those in work never take more than `byteLimit` together, unless a
  /// single one in work does so with those that are kept: it is decoded while no other is. What is
  /// kept, and every error, does not depend on the number of threads.
  ///
  /// - Parameters:
  ///   - files: The bytes of each file.
  ///   - limits: What is accepted of a single file.
  ///   - jobs: How many threads decode at most, the calling one included; at least 1.
  ///   - byteLimit: How many bytes of pixels there may be at a time (4 a pixel).
  ///   - keptLimit: How many bytes of pixels are kept, at most `byteLimit`.
  /// - Returns: One result for each file, in their order.
  public static func decode(
    batch files: [[UInt8]], limits: DecodeLimits = DecodeLimits(), jobs: Int, byteLimit: Int,
    keptLimit: Int
  ) -> [Result<BatchImage, ImageError>] {
    precondition(jobs >= 1)
    // The header alone: every byte is looked at when the file is decoded.
    let sizes = files.map { 4 * ((try? pixelCount(of: $0, limits: limits)) ?? 0) }
    var kept = 0
    let isKept = sizes.map { size in
      if size > keptLimit - kept { return false }
      kept += size
      return true
    }
    let images = Mutex([Result<BatchImage, ImageError>?](repeating: nil, count: files.count))
    // What may take longest is begun first, so that no thread is left alone with it at the end.
    let order = files.indices.sorted { (files[$1].count, $0) < (files[$0].count, $1) }
    BoundedWork.run(weights: sizes, order: order, jobs: jobs, limit: byteLimit) { i in
      let image = Result { () throws(ImageError) in
        let image = try decode(files[i], limits: limits)
        let info = image.info
        return BatchImage(info: info, bitmap: isKept[i] ? (consume image).premultiplied() : nil)
      }
      images.withLock { $0[i] = image }
      if case .success = image, isKept[i] { return sizes[i] }
      return 0
    }
    return images.withLock { $0.compactMap(\.self) }
  }
}

/// Work in numbered pieces, done by several threads that share a limited amount of memory.
private enum BoundedWork {
  /// Runs `body` for each piece, begun in the order that is given.
  ///
  /// A piece begins when its weight and the weights of those in work or kept are within the limit,
  /// or when nothing else is in work.
  ///
  /// - Parameter body: Does a piece, and says how much of its weight is kept after it.
  static func run(
    weights: [Int], order: [Int], jobs: Int, limit: Int, _ body: @Sendable (Int) -> Int
  ) {
    let schedule = Schedule(weights, order: order, limit: limit)
    // One iteration runs on the calling thread.
    DispatchQueue.concurrentPerform(iterations: min(jobs, weights.count)) { _ in
      while let piece = schedule.begin() { schedule.end(piece, keeping: body(piece)) }
    }
  }

  /// Which pieces have begun and what they weigh; read and written with the condition locked.
  private final class Schedule: @unchecked Sendable {
    private let condition = NSCondition()
    private let weights: [Int]
    private let order: [Int]
    private let limit: Int
    private var next = 0
    private var inWork = 0
    private var weight = 0

    init(_ weights: [Int], order: [Int], limit: Int) {
      self.weights = weights
      self.order = order
      self.limit = limit
    }

    /// The next piece, once there is room for it; `nil` after the last.
    func begin() -> Int? {
      condition.lock()
      defer { condition.unlock() }
      while next < order.count, inWork > 0, weight + weights[order[next]] > limit {
        condition.wait()
      }
      guard next < order.count else { return nil }
      let piece = order[next]
      next += 1
      inWork += 1
      weight += weights[piece]
      return piece
    }

    func end(_ piece: Int, keeping kept: Int) {
      condition.lock()
      inWork -= 1
      weight += kept - weights[piece]
      condition.broadcast()
      condition.unlock()
    }
  }
}
