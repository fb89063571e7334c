// A frame of the animation is the rectangle around what changes, coded by the package's own PNG
// encoder; a picture that equals the one before only lengthens its stay. The rectangle replaces what
// it covers, so every frame is exact, transparent pixels too.
//
// The pictures arrive in order on one thread, since a rectangle needs the picture before; the stripes
// of one rectangle are then coded on as many threads as were asked for. Bytes depend on the pictures
// alone.

import Dispatch
import FolioImageCoding
import FolioRaster
import FolioSequence
import Synchronization

/// Writes an animated PNG file.
struct AnimatedPNGSink {
  private let info: SequenceInfo
  private let level: PNGEncoder.Level
  private let jobs: Int
  private let cancellation: Cancellation
  private let write: (_ bytes: [UInt8]) throws(FilmError) -> Void
  private var muxer: AnimatedPNGMuxer
  private let workspaces = WorkspacePool()
  /// The picture that is on show and not written yet, the part of it that is new, and how long it is
  /// on show so far.
  private var pending: (picture: Bitmap, rectangle: PixelRect, ticks: Int)?

  init(
    _ info: SequenceInfo, plays: Int, level: PNGEncoder.Level, jobs: Int,
    cancellation: Cancellation,
    write: @escaping (_ bytes: [UInt8]) throws(FilmError) -> Void
  ) {
    self.info = info
    self.level = level
    self.jobs = max(1, jobs)
    self.cancellation = cancellation
    self.write = write
    muxer = AnimatedPNGMuxer(plays: plays)
  }

  /// How long some frames stay at a rate; `nil` if the file cannot say it as one number.
  static func delay(_ frames: Int, of rate: FrameRate) -> AnimatedPNGMuxer.Delay? {
    let (product, overflow) = frames.multipliedReportingOverflow(by: rate.denominator)
    return overflow ? nil : AnimatedPNGMuxer.Delay(product, rate.numerator)
  }

  /// Takes the next frame: its picture, or `nil` for that of the frame before, and how many frames
  /// it is seen.
  mutating func show(_ picture: Bitmap?, ticks: Int) throws(FilmError) {
    guard let picture else {
      pending?.ticks += ticks
      return
    }
    var rectangle = PixelRect(x: 0, y: 0, width: picture.width, height: picture.height)
    if let last = pending?.picture {
      guard let changed = ChangedRectangle.between(last, picture) else {
        pending?.ticks += ticks
        return
      }
      rectangle = changed
      try flush()
    }
    pending = (picture, rectangle, ticks)
  }

  /// Writes the last frame and the end.
  ///
  /// - Returns: The bytes that are to be written over those at an offset.
  mutating func finish() throws(FilmError) -> (offset: Int, bytes: [UInt8]) {
    try flush()
    try write(muxer.end())
    return (muxer.control.range.lowerBound, muxer.control.bytes)
  }

  private mutating func flush() throws(FilmError) {
    guard let pending else { return }
    if cancellation.isCancelled { throw .cancelled() }
    var rectangle = pending.rectangle
    for stay in Self.stays(pending.ticks, at: info.frameRate) {
      let png = try encode(pending.picture, rectangle)
      try write(muxer.append(png, x: rectangle.left, y: rectangle.top, delay: stay))
      // Nothing changes any more; a frame has at least one pixel.
      rectangle = PixelRect(x: 0, y: 0, width: 1, height: 1)
    }
    self.pending = nil
  }

  /// A stay as few numbers that the file can state, and that add up to it exactly.
  static func stays(_ frames: Int, at rate: FrameRate) -> [AnimatedPNGMuxer.Delay] {
    if let whole = delay(frames, of: rate) { return [whole] }
    let longest = 0xFFFF / rate.denominator
    let count = (frames - 1) / longest + 1
    return (0..<count).compactMap { delay(min(longest, frames - $0 * longest), of: rate) }
  }

  private func encode(_ picture: Bitmap, _ rectangle: PixelRect) throws(FilmError) -> [UInt8] {
    let part = ChangedRectangle.part(rectangle, of: picture)
    do {
      let encoder = try PNGEncoder(
        width: part.width, height: part.height, colorType: info.hasAlpha ? .rgba : .rgb,
        scale: info.scale, level: level)
      return encoder.assemble(try stripes(of: part, by: encoder))
    } catch {
      throw FilmError(.encoder(frame: muxer.frameCount), "\(error)", underlying: error)
    }
  }

  private func stripes(
    of part: Bitmap, by encoder: PNGEncoder
  ) throws(PNGEncoderError) -> [PNGEncoder.Stripe] {
    let rows = encoder.stripes(of: part)
    let count = rows.count
    let results = Mutex<[Result<PNGEncoder.Stripe, PNGEncoderError>?]>(
      Array(repeating: nil, count: count))
    let threads = min(jobs, count)
    let workspaces = workspaces
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      workspaces.withWorkspace { workspace in
        for index in stride(from: thread, to: count, by: threads) {
          let result = Result { () throws(PNGEncoderError) in
            try encoder.encodeStripe(rows[index], of: part, using: workspace)
          }
          results.withLock { $0[index] = result }
        }
      }
    }
    var stripes: [PNGEncoder.Stripe] = []
    for result in results.withLock({ $0 }) {
      if let result { stripes.append(try result.get()) }
    }
    return stripes
  }
}

/// Where two pictures of one size differ.
enum ChangedRectangle {
  /// The smallest rectangle outside of which they are the same; `nil` if they are the same.
  static func between(_ a: Bitmap, _ b: Bitmap) -> PixelRect? {
    precondition(a.width == b.width && a.height == b.height)
    let (width, height) = (a.width, a.height)
    let (left, right) = (a.pixels.span, b.pixels.span)
    func differs(_ y: Int) -> Bool {
      let p = left.extracting((y * width)..<((y + 1) * width))
      let q = right.extracting((y * width)..<((y + 1) * width))
      var difference: UInt32 = 0
      for x in 0..<p.count { difference |= p[x] ^ q[x] }
      return difference != 0
    }
    guard let top = (0..<height).first(where: differs) else { return nil }
    let bottom = (top..<height).last(where: differs) ?? top
    var (low, high) = (width, 0)
    for y in top...bottom {
      let row = y * width
      var x = 0
      while x < low, left[row + x] == right[row + x] { x += 1 }
      low = min(low, x)
      x = width - 1
      while x >= high, left[row + x] == right[row + x] { x -= 1 }
      high = max(high, x + 1)
    }
    return PixelRect(left: low, top: top, right: high, bottom: bottom + 1)
  }

  /// The pixels of a rectangle of a picture.
  static func part(_ rectangle: PixelRect, of picture: Bitmap) -> Bitmap {
    if rectangle.width == picture.width, rectangle.height == picture.height { return picture }
    var pixels: [UInt32] = []
    pixels.reserveCapacity(rectangle.width * rectangle.height)
    for y in rectangle.top..<rectangle.bottom {
      let row = y * picture.width
      pixels += picture.pixels[(row + rectangle.left)..<(row + rectangle.right)]
    }
    return Bitmap(width: rectangle.width, height: rectangle.height, pixels: pixels)
  }
}
