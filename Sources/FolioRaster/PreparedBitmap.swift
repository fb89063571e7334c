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
  /// Two neighbours in the list are drawn row by row. Pages side by side are then written as memory
  /// lies, which can take half the time of a first page from top to bottom and then a second.
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

    /// A row of the bitmap on a surface.
    struct Row {
      /// The bitmap's row.
      let line: Int
      /// The columns of the bitmap that are seen.
      let columns: Range<Int>
      /// The surface's index of the bitmap's column 0.
      let start: Int
      /// The surface's index of the bitmap's first pixel, if its rows were as long.
      let offset: Int
    }

    func row(_ row: Int, _ frame: PixelRect) -> Row {
      let start = (row - frame.top) * frame.width - frame.left + x
      return Row(
        line: row - y, columns: (target.left - x)..<(target.right - x), start: start,
        offset: start - (row - y) * prepared.bitmap.width)
    }
  }

  /// Puts bitmaps on a surface, two at a time.
  static func draw(_ blits: [Blit], onto surface: inout Surface) {
    for i in stride(from: 0, to: blits.count, by: 2) {
      draw(blits[i], i + 1 < blits.count ? blits[i + 1] : nil, onto: &surface)
    }
  }

  /// Puts a bitmap and one above it on a surface, row by row.
  private static func draw(_ lower: Blit, _ upper: Blit?, onto surface: inout Surface) {
    let frame = surface.frame
    var d = surface.pixels.mutableSpan
    // Two, and each span taken once: to ask an array for its span counts a reference, which is dear
    // in a loop that keeps memory busy.
    let lowerRuns = lower.prepared.runs.span
    let lowerStarts = lower.prepared.starts.span
    let lowerPixels = lower.prepared.bitmap.pixels.span
    guard let upper else {
      for row in lower.target.top..<lower.target.bottom {
        draw(lower.row(row, frame), lowerRuns, lowerStarts, lowerPixels, onto: &d)
      }
      return
    }
    let upperRuns = upper.prepared.runs.span
    let upperStarts = upper.prepared.starts.span
    let upperPixels = upper.prepared.bitmap.pixels.span
    let all = lower.target.union(upper.target)
    for row in all.top..<all.bottom {
      if row >= lower.target.top && row < lower.target.bottom {
        draw(lower.row(row, frame), lowerRuns, lowerStarts, lowerPixels, onto: &d)
      }
      if row >= upper.target.top && row < upper.target.bottom {
        draw(upper.row(row, frame), upperRuns, upperStarts, upperPixels, onto: &d)
      }
    }
  }

  private static func draw(
    _ row: Blit.Row, _ runs: Span<PreparedBitmap.Run>, _ starts: Span<Int>, _ s: Span<UInt32>,
    onto d: inout MutableSpan<UInt32>
  ) {
    var column = row.columns.lowerBound
    var next = starts[row.line]
    while column < row.columns.upperBound {
      let run = runs[next]
      next += 1
      if Int(run.end) <= column { continue }
      let range = (row.start + column)..<(row.start + min(Int(run.end), row.columns.upperBound))
      switch run.kind {
      case .flat: SpanKernels.over(&d, range, run.pixel)
      case .copied: SpanKernels.copy(&d, range, s, at: row.offset)
      case .blended: SpanKernels.over(&d, range, s, at: row.offset)
      }
      column = Int(run.end)
    }
  }
}
