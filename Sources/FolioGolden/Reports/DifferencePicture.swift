import FolioRaster

/// Draws what differs between two pictures.
public enum DifferencePicture {
  /// The difference of two pictures on the actual one, faded to light grey: counted pixels in red,
  /// and green where the actual picture is the lighter one; excused ones in yellow; the box of the
  /// counted pixels outlined in magenta.
  ///
  /// Where one picture is larger, the difference is as large as both together.
  ///
  /// - Parameters:
  ///   - expected: The expected picture.
  ///   - actual: The actual picture.
  ///   - comparison: Their comparison, with its map.
  public static func difference(
    expected: Pixmap, actual: Pixmap, comparison: ImageComparison
  ) -> Pixmap {
    let width = max(expected.width, actual.width)
    let height = max(expected.height, actual.height)
    let map = comparison.map ?? DifferenceMap(width: width, height: height)
    let pixels = Kernels.differencePixels(
      expected: expected, actual: actual, map: map, box: comparison.box.insetBy(-3))
    return Pixmap(width: width, height: height, straight: pixels)
  }

  /// A part of a picture, each pixel a square of `factor` pixels a side.
  public static func magnified(_ picture: Pixmap, rect: PixelBox, factor: Int) -> Pixmap {
    let part = picture.cropped(to: rect)
    let factor = max(factor, 1)
    return Pixmap(
      width: part.width * factor, height: part.height * factor,
      straight: Kernels.magnified(part, factor: factor))
  }

  /// Expected, difference and actual side by side around the box of the difference, magnified four
  /// times where the box is small; `nil` where nothing differs.
  public static func strip(
    expected: Pixmap, actual: Pixmap, comparison: ImageComparison
  ) -> Pixmap? {
    let box = comparison.box
    if box.isEmpty { return nil }
    let rect = box.insetBy(-12)
    let factor = max(box.width, box.height) <= 128 ? 4 : 1
    let difference = difference(expected: expected, actual: actual, comparison: comparison)
    let parts = [expected, difference, actual].map { magnified($0, rect: rect, factor: factor) }
    let gap = 8
    let width = parts.reduce(0) { $0 + $1.width } + gap * 2
    let height = parts.map(\.height).max() ?? 0
    var pixels = [UInt32](repeating: 0xFF80_8080, count: width * height)
    var left = 0
    for part in parts {
      for y in 0..<part.height {
        pixels.replaceSubrange(
          (y * width + left)..<(y * width + left + part.width),
          with: part.pixels[(y * part.width)..<((y + 1) * part.width)])
      }
      left += part.width + gap
    }
    return Pixmap(width: width, height: height, straight: pixels)
  }
}
