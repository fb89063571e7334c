// A page in motion is put on frame after frame, each time a few pixels further on, and that costs
// what memory costs: every pixel is read at one place and written at another. But pages are flat
// over long stretches. Where a row has one colour from here to there, it need not be read; where it
// is transparent, nothing need be done at all. So the rows are cut into runs once, as SDL does for
// its run-length encoded surfaces.
//
// The runs say nothing that the pixels do not say, so the bytes are those of `Canvas.draw` with the
// bitmap itself.

/// A bitmap that is put on canvases often, its rows cut into runs that are filled, copied or blended.
public struct PreparedBitmap: Sendable {
  /// The bitmap.
  public let bitmap: Bitmap
  /// Whether every pixel has alpha 255.
  public let isOpaque: Bool

  /// A part of a row.
  struct Run: Hashable, Sendable {
    enum Kind: UInt8, Sendable {
      /// All of one pixel.
      case flat
      /// All opaque.
      case copied
      /// Anything.
      case blended
    }

    /// The column after the last.
    var end: Int32
    let kind: Kind
    /// What a flat run is filled with.
    let pixel: UInt32
  }

  /// Flat runs are at least so long, in pixels: shorter ones are as quickly copied.
  static let shortest = 64

  /// The runs of all rows from left to right, each row's up to the bitmap's right side.
  private(set) var runs: [Run] = []
  /// Where the runs of a row start; one entry more than there are rows.
  private(set) var starts: [Int] = [0]

  /// Looks through a bitmap.
  public init(_ bitmap: Bitmap) {
    self.bitmap = bitmap
    let opaque: UInt32 = 0xFF00_0000
    let width = bitmap.width
    let pixels = bitmap.pixels.span
    var common = opaque
    starts.reserveCapacity(bitmap.height + 1)
    for row in 0..<bitmap.height {
      let base = row * width
      var done = 0
      while done < width {
        let flat = PreparedBitmap.flatRun(pixels, base, done..<width)
        if done < flat.lowerBound {
          let alpha = SpanKernels.commonAlpha(pixels, (base + done)..<(base + flat.lowerBound))
          common &= alpha
          runs.append(
            Run(
              end: Int32(flat.lowerBound), kind: alpha == opaque ? .copied : .blended, pixel: 0))
        }
        if !flat.isEmpty {
          let pixel = pixels[base + flat.lowerBound]
          common &= pixel
          runs.append(Run(end: Int32(flat.upperBound), kind: .flat, pixel: pixel))
        }
        done = flat.upperBound
      }
      starts.append(runs.count)
    }
    isOpaque = common == opaque
  }

  /// The first long run of one pixel in columns of a row, or an empty range at their end.
  private static func flatRun(
    _ pixels: Span<UInt32>, _ base: Int, _ columns: Range<Int>
  ) -> Range<Int> {
    // A run of `shortest` pixels holds two places that are half as far apart.
    let step = shortest / 2
    var place = columns.lowerBound
    while place + step < columns.upperBound {
      let pixel = pixels[base + place]
      if pixels[base + place + step] != pixel {
        place += step
        continue
      }
      var end = place + 1
      while end < columns.upperBound && pixels[base + end] == pixel { end += 1 }
      var start = place
      while start > columns.lowerBound && pixels[base + start - 1] == pixel { start -= 1 }
      if end - start >= shortest { return start..<end }
      place = max(end, place + step)
    }
    return columns.upperBound..<columns.upperBound
  }
}

/// A prepared bitmap, or a part of it, at a place.
public struct PlacedBitmap: Sendable {
  /// The bitmap.
  public let prepared: PreparedBitmap
  /// The device column of the part's left side.
  public let x: Int
  /// The device row of the part's top side.
  public let y: Int
  /// The part of the bitmap that is used, in its pixels.
  public let source: PixelRect

  /// A part of a bitmap, the whole unless stated, with its corner on a device pixel.
  public init(_ prepared: PreparedBitmap, x: Int, y: Int, source: PixelRect? = nil) {
    self.prepared = prepared
    self.x = x
    self.y = y
    let bitmap = prepared.bitmap
    self.source = source ?? PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
  }

  /// The device pixels that the part covers, if all of it lies in the bitmap.
  public var target: PixelRect {
    PixelRect(x: x, y: y, width: source.width, height: source.height)
  }
}

extension Canvas {
  /// Puts bitmaps on device pixels, the lowest first, whatever the transform: the same bytes as
  /// `draw(_:x:y:source:opacity:assumingOpaque:)` gives for one after the other.
  ///
  /// A few rows of each are drawn at a time. Two pages side by side are then written as memory lies,
  /// which can take half the time of a first page from top to bottom and then a second.
  public mutating func draw(_ bitmaps: [PlacedBitmap]) {
    var blits: [Compositor.Blit] = []
    for item in bitmaps {
      guard let (left, top, target) = place(item.prepared.bitmap, item.x, item.y, item.source)
      else { continue }
      blits.append(Compositor.Blit(prepared: item.prepared, x: left, y: top, target: target))
    }
    Compositor.draw(blits, onto: &surface)
  }
}

extension Compositor {
  /// A bitmap with its corner at (x, y), and the pixels where it is seen.
  struct Blit {
    let prepared: PreparedBitmap
    let x: Int
    let y: Int
    let target: PixelRect
  }

  /// How many rows are drawn of one bitmap before the next has its turn: so few that they stay in
  /// the cache, and so many that what a bitmap costs once does not count.
  private static let rowsAtOnce = 16

  /// Puts bitmaps on a surface, a few rows of each at a time.
  static func draw(_ blits: [Blit], onto surface: inout Surface) {
    var all = PixelRect.empty
    for blit in blits { all = all.union(blit.target) }
    for start in stride(from: all.top, to: all.bottom, by: rowsAtOnce) {
      for blit in blits {
        let first = max(start, blit.target.top)
        let end = min(start + rowsAtOnce, blit.target.bottom)
        if first < end { draw(blit, rows: first..<end, onto: &surface) }
      }
    }
  }

  private static func draw(_ blit: Blit, rows: Range<Int>, onto surface: inout Surface) {
    let frame = surface.frame
    let width = blit.prepared.bitmap.width
    let runs = blit.prepared.runs.span
    let starts = blit.prepared.starts.span
    let s = blit.prepared.bitmap.pixels.span
    var d = surface.pixels.mutableSpan
    let end = blit.target.right - blit.x
    for row in rows {
      // Surface index of the bitmap's column 0, and of its first pixel.
      let to = (row - frame.top) * frame.width - frame.left + blit.x
      let offset = to - (row - blit.y) * width
      var column = blit.target.left - blit.x
      var next = starts[row - blit.y]
      while column < end {
        let run = runs[next]
        next += 1
        if Int(run.end) <= column { continue }
        let range = (to + column)..<(to + min(Int(run.end), end))
        switch run.kind {
        case .flat: SpanKernels.over(&d, range, run.pixel)
        case .copied: SpanKernels.copy(&d, range, s, at: offset)
        case .blended: SpanKernels.over(&d, range, s, at: offset)
        }
        column = Int(run.end)
      }
    }
  }
}
