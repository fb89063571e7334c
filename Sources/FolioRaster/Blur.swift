// Gaussian blur with integer weights.
//
// Columns first, then rows, a row of results at a time. What lies outside is 0. Both sums are exact
// integers, so there is one rounding, halves up, at the very end. The result therefore does not
// depend on which axis comes first: it is symmetric under flips and transposition to the byte, and
// colour never exceeds alpha.
//
// Only what the blur can reach is worked on: of each row the stretch from the first to the last
// value that is not 0, in all the rows that count for it.

/// Blurs masks and bitmaps.
enum Blur {
  /// Rows of values, `planes` of them a pixel, blurred from `source` to `target`, which holds zeros.
  private static func blur<Values: BitwiseCopyable>(
    _ source: Span<Values>, _ target: inout MutableSpan<Values>, planes: Int, width: Int,
    height: Int,
    _ x: Gaussian, _ y: Gaussian
  ) {
    let length = width * planes
    let across = BlurTerms(x, stride: planes)
    let down = BlurTerms(y, stride: 1)
    let margin = x.radius * planes
    let extents = (0..<height).map { row in
      BlurKernels.extent(source, (row * length)..<((row + 1) * length))
    }
    let zeros = [UInt8](repeating: 0, count: length)
    // Sums of columns, with zeros on both sides.
    var upper = [Int16](repeating: 0, count: length + 2 * margin)
    var lower = upper
    var written = 0..<0
    for row in 0..<height {
      var from = length
      var to = 0
      for near in extents[max(0, row - y.radius)...min(height - 1, row + y.radius)] {
        from = min(from, near.lowerBound)
        to = max(to, near.upperBound)
      }
      if from >= to { continue }
      var upperSums = upper.mutableSpan
      var lowerSums = lower.mutableSpan
      if written.lowerBound < from || written.upperBound > to {
        for i in written {
          upperSums[margin + i] = 0
          lowerSums[margin + i] = 0
        }
      }
      written = BlurKernels.sumColumns(
        source, length: length, height: height, row: row, from..<to, down, zeros: zeros.span,
        &upperSums, &lowerSums, margin: margin)
      BlurKernels.sumRows(
        &target, at: row * length, length: length, max(0, from - margin)..<min(length, to + margin),
        across, upper.span, lower.span, margin: margin)
    }
  }

  /// A mask blurred within its own frame.
  static func blurred(_ mask: Mask, _ x: Gaussian, _ y: Gaussian) -> Mask {
    if mask.values.isEmpty || (x.radius == 0 && y.radius == 0) { return mask }
    let width = max(mask.width, BlurKernels.block)
    var source = mask.values
    if width > mask.width {
      // Rows shorter than a block are made longer.
      source = [UInt8](repeating: 0, count: width * mask.height)
      for row in 0..<mask.height {
        for i in 0..<mask.width { source[row * width + i] = mask.values[row * mask.width + i] }
      }
    }
    var values = [UInt8](repeating: 0, count: source.count)
    var target = values.mutableSpan
    blur(source.span, &target, planes: 1, width: width, height: mask.height, x, y)
    if width > mask.width {
      values = (0..<mask.height).flatMap { row in
        values[(row * width)..<(row * width + mask.width)]
      }
    }
    return Mask(width: mask.width, height: mask.height, values: values)
  }

  /// Premultiplied pixels blurred within their own frame.
  static func blurred(
    _ pixels: [UInt32], width: Int, height: Int, _ x: Gaussian, _ y: Gaussian
  ) -> [UInt32] {
    if pixels.isEmpty || (x.radius == 0 && y.radius == 0) { return pixels }
    let wide = max(width, BlurKernels.block / 4)
    var source = pixels
    if wide > width {
      source = [UInt32](repeating: 0, count: wide * height)
      for row in 0..<height {
        for i in 0..<width { source[row * wide + i] = pixels[row * width + i] }
      }
    }
    var result = [UInt32](repeating: 0, count: source.count)
    var target = result.mutableSpan
    blur(source.span, &target, planes: 4, width: wide, height: height, x, y)
    if wide > width {
      result = (0..<height).flatMap { row in result[(row * wide)..<(row * wide + width)] }
    }
    return result
  }
}

extension Mask {
  /// The mask after a Gaussian blur, of the same size; what lies outside counts as 0.
  ///
  /// - Parameter sigma: the standard deviation in pixels, at most 256. CSS's blur radius is twice
  ///   that.
  public func blurred(sigma: Double) -> Mask {
    let g = Gaussian(sigma: sigma)
    return Blur.blurred(self, g, g)
  }
}

extension Bitmap {
  /// The bitmap after a Gaussian blur, of the same size; what lies outside counts as transparent.
  ///
  /// - Parameter sigma: the standard deviation in pixels, at most 256. CSS's blur radius is twice
  ///   that.
  public func blurred(sigma: Double) -> Bitmap {
    let g = Gaussian(sigma: sigma)
    return Bitmap(
      width: width, height: height,
      pixels: Blur.blurred(pixels, width: width, height: height, g, g))
  }

  /// The alpha of every pixel.
  public var alphaMask: Mask {
    Mask(
      width: width, height: height, values: pixels.map { UInt8(truncatingIfNeeded: $0 >> 24) })
  }

  /// The luminance of every pixel on black, as CSS masks use it: 0.2126 R + 0.7152 G + 0.0722 B of
  /// the premultiplied channels (CSS Masking 1, section 7.10.1), in 16-bit integer weights, halves
  /// up.
  public var luminanceMask: Mask {
    Mask(
      width: width, height: height,
      values: pixels.map { p in
        let sum = 13_933 * (p & 0xFF) + 46_871 * ((p >> 8) & 0xFF) + 4732 * ((p >> 16) & 0xFF)
        return UInt8(truncatingIfNeeded: (sum + 32_768) >> 16)
      })
  }
}
