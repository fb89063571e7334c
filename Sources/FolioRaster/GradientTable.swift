// A radial or conic gradient asks for the colour of a place t that costs a square root or an angle.
// On large areas t is therefore first found roughly, in lanes of 32-bit floating point, with an
// error that is known to be less than `slack`. The line of places is divided into bins, and a table
// holds the pixel of each bin in which all places have the same one, also those that lie `slack`
// beyond its ends. Where a bin has more than one pixel, the place is found exactly, as on small
// areas. So the table changes no byte; it only answers most questions beforehand.
//
// That all places of a bin have one pixel follows from its two ends: within a piece of the ramp
// every channel is a product and a sum of Doubles, which never decrease (or never increase) as t
// grows, and so is its rounding.

/// The pixels of a gradient where a rough place is enough to know them.
struct GradientTable: Sendable {
  /// Stands for more than one pixel; no premultiplied pixel has this value.
  static let mixed: UInt32 = 0x00FF_FFFF
  /// By how much a rough place may be wrong.
  static let slack = 0x1p-18
  /// The smallest area for which a table is made, in pixels.
  static let minimumArea = 1 << 14

  /// The pixel of each bin: bin i holds the places i - 1/2 ... i + 1/2, divided by `scale`.
  let pixels: [UInt32]
  /// Bins a unit of place, a power of two.
  let scale: Float
  /// The largest place in the table; greater ones have the same pixel.
  let limit: Float

  /// A table for an area of so many pixels; `nil` if it would not pay.
  ///
  /// - Parameter isCyclic: that place 1 is place 0 again.
  init?(_ ramp: GradientRamp, area: Int, isCyclic: Bool) {
    let first = ramp.positions.first ?? 0
    let last = ramp.positions.last ?? 0
    guard area >= GradientTable.minimumArea, last <= 2, first >= -2 else { return nil }
    var bins = 1024
    while bins < 32_768 && bins * 64 < area { bins *= 2 }
    // One bin more than the last place with a colour of its own.
    let end = isCyclic ? 1 : max(last, 0) + 2 / Double(bins)
    let count = Int((end * Double(bins)).rounded(.up)) + 1
    var pixels = [UInt32](repeating: GradientTable.mixed, count: count)
    let slack = GradientTable.slack
    func range(_ bin: Int) -> (Double, Double) {
      (
        max((Double(bin) - 0.5) / Double(bins) - slack, 0),
        (Double(bin) + 0.5) / Double(bins) + slack
      )
    }
    for bin in 0..<count {
      if isCyclic && (bin == 0 || bin == count - 1) { continue }
      let (low, high) = range(bin)
      let piece = ramp.piece(at: low)
      if ramp.piece(at: high) != piece { continue }
      let pixel = GradientRamp.pixel(ramp.channels(at: low, piece: piece))
      if pixel == GradientRamp.pixel(ramp.channels(at: high, piece: piece)) { pixels[bin] = pixel }
    }
    self.pixels = pixels
    scale = Float(bins)
    limit = Float(count - 1) / Float(bins)
  }
}
