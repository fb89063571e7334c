import FolioRaster

/// A coloured glyph as its font holds it: a bitmap for one size of the em.
struct ColorBitmap: Sendable {
  /// The premultiplied pixels; empty when only the measures were asked for.
  var pixels: [UInt32]
  var width: Int
  var height: Int
  /// From the origin to the left edge, in pixels of the bitmap.
  var left: Int
  /// From the baseline up to the upper edge, in pixels of the bitmap.
  var top: Int
  /// The pixels of the bitmap that make an em.
  var pixelsPerEm: Int

  /// The bitmap for another size of the em.
  ///
  /// - Parameter target: device pixels per em, in 1/4096; above 0.
  /// - Returns: `round(width · target / pixelsPerEm)` pixels wide, likewise high, at least 1; made
  ///   smaller by the mean over the exact area that each pixel covers, made larger by linear
  ///   interpolation between pixel centres, in whole numbers with one rounding at the end.
  func scaled(to target: Int) -> Bitmap {
    let wide = max(1, Self.rounded(width * target, over: pixelsPerEm * 4096))
    let high = max(1, Self.rounded(height * target, over: pixelsPerEm * 4096))
    if wide == width && high == height {
      return Bitmap(width: width, height: height, pixels: pixels)
    }
    let columns = Resampling(from: width, to: wide)
    let rows = Resampling(from: height, to: high)

    // Four sums for each place of a row of the source, narrowed to the width of the result.
    var narrow = [Int](repeating: 0, count: wide * height * 4)
    for y in 0..<height {
      for x in 0..<wide {
        var sums = (0, 0, 0, 0)
        let taps = columns.taps[x]
        for (i, weight) in taps.weights.enumerated() {
          let pixel = pixels[y * width + taps.start + i]
          sums.0 += weight * Int(pixel & 255)
          sums.1 += weight * Int((pixel >> 8) & 255)
          sums.2 += weight * Int((pixel >> 16) & 255)
          sums.3 += weight * Int(pixel >> 24)
        }
        let at = (y * wide + x) * 4
        narrow[at] = sums.0
        narrow[at + 1] = sums.1
        narrow[at + 2] = sums.2
        narrow[at + 3] = sums.3
      }
    }
    let total = columns.total * rows.total
    var result = [UInt32](repeating: 0, count: wide * high)
    for y in 0..<high {
      let taps = rows.taps[y]
      for x in 0..<wide {
        var pixel: UInt32 = 0
        for channel in 0..<4 {
          var sum = 0
          for (i, weight) in taps.weights.enumerated() {
            sum += weight * narrow[((taps.start + i) * wide + x) * 4 + channel]
          }
          pixel |= UInt32((2 * sum + total) / (2 * total)) << UInt32(channel * 8)
        }
        result[y * wide + x] = pixel
      }
    }
    return Bitmap(width: wide, height: high, pixels: result)
  }

  private static func rounded(_ numerator: Int, over denominator: Int) -> Int {
    (2 * numerator + denominator) / (2 * denominator)
  }
}

/// Which pixels of a row make each pixel of a longer or shorter row, by whole weights.
struct Resampling {
  struct Taps {
    var start: Int
    var weights: [Int]
  }

  let taps: [Taps]
  /// The sum of each pixel's weights.
  let total: Int

  init(from source: Int, to target: Int) {
    var taps: [Taps] = []
    taps.reserveCapacity(target)
    if target <= source {
      // In units of 1/target of a source pixel, source pixel s covers s·target ..< (s+1)·target and
      // target pixel t covers t·source ..< (t+1)·source.
      total = source
      for t in 0..<target {
        let low = t * source
        let high = low + source
        let first = low / target
        var weights: [Int] = []
        var s = first
        while s * target < high {
          weights.append(min((s + 1) * target, high) - max(s * target, low))
          s += 1
        }
        taps.append(Taps(start: first, weights: weights))
      }
    } else {
      // The centre of target pixel t lies at ((2t+1)·source/target − 1)/2 source pixels from the
      // centre of the first.
      total = 2 * target
      for t in 0..<target {
        let position = (2 * t + 1) * source - target
        let clamped = min(max(position, 0), 2 * target * (source - 1))
        let first = clamped / (2 * target)
        let share = clamped % (2 * target)
        taps.append(
          share == 0
            ? Taps(start: first, weights: [total])
            : Taps(start: first, weights: [total - share, share]))
      }
    }
    self.taps = taps
  }
}
