// Gaussian blur with integer weights.
//
// Rows first, then columns. What lies outside is 0. Sums of rows are kept whole (255 * 65,536 fits
// in 32 bits) and sums of columns in 64, so there is one rounding, halves up, at the very end. The
// result therefore does not depend on which axis comes first: it is symmetric under flips and
// transposition to the byte, and colour never exceeds alpha.

/// Blurs masks and bitmaps.
enum Blur {
  /// Planes of values, blurred together.
  private static func blurred(
    _ values: [UInt8], planes: Int, width: Int, height: Int, _ x: Gaussian, _ y: Gaussian
  ) -> [UInt8] {
    let rowLength = width * planes
    if values.isEmpty || (x.radius == 0 && y.radius == 0) { return values }

    // Rows, each with zeros on both sides so that every tap lies inside.
    var rows = [UInt32](repeating: 0, count: rowLength * height)
    let margin = x.radius * planes
    var padded = [UInt32](repeating: 0, count: rowLength + 2 * margin)
    for row in 0..<height {
      for i in 0..<rowLength { padded[margin + i] = UInt32(values[row * rowLength + i]) }
      var d = rows.mutableSpan
      for k in 0...(2 * x.radius) where x.weights[k] > 0 {
        SpanKernels.addProducts(
          &d, row * rowLength, rowLength, padded.span, from: k * planes, weight: x.weights[k])
      }
    }

    // Columns, a row of results at a time.
    var result = [UInt8](repeating: 0, count: values.count)
    var sums = [UInt64](repeating: 0, count: rowLength)
    for row in 0..<height {
      var d = sums.mutableSpan
      for i in 0..<rowLength { d[i] = 1 << 31 }
      for k in max(0, y.radius - row)...(2 * y.radius) {
        let source = row + k - y.radius
        if source >= height { break }
        if y.weights[k] > 0 {
          SpanKernels.addProducts(
            &d, 0, rowLength, rows.span, from: source * rowLength, weight: y.weights[k])
        }
      }
      for i in 0..<rowLength {
        result[row * rowLength + i] = UInt8(truncatingIfNeeded: d[i] >> 32)
      }
    }
    return result
  }

  /// A mask blurred within its own frame.
  static func blurred(_ mask: Mask, _ x: Gaussian, _ y: Gaussian) -> Mask {
    Mask(
      width: mask.width, height: mask.height,
      values: blurred(mask.values, planes: 1, width: mask.width, height: mask.height, x, y))
  }

  /// Premultiplied pixels blurred within their own frame.
  static func blurred(
    _ pixels: [UInt32], width: Int, height: Int, _ x: Gaussian, _ y: Gaussian
  ) -> [UInt32] {
    if x.radius == 0 && y.radius == 0 { return pixels }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * pixels.count)
    for p in pixels {
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: p >> shift))
      }
    }
    let result = blurred(bytes, planes: 4, width: width, height: height, x, y)
    var d = pixels
    for i in d.indices {
      let low = UInt32(result[4 * i]) | UInt32(result[4 * i + 1]) << 8
      d[i] = low | UInt32(result[4 * i + 2]) << 16 | UInt32(result[4 * i + 3]) << 24
    }
    return d
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
