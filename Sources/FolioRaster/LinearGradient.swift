import FolioGeometry

// A pixel's colour is a function of the gradient and of the pixel's place alone, never of where a
// run of pixels starts; otherwise clips, bands and tiles would change bytes.
//
// The place t of a pixel's centre on the gradient line is affine in x. Within one piece of the ramp
// each channel is therefore affine in x too, and is stepped in 12.20 fixed point from a seed that
// is computed afresh at every column that is a multiple of 512. The step is off by at most 2^-21
// level, so 512 of them by 2^-12; nothing drifts. Where a piece is so short that a channel changes
// by three levels a pixel or more, each pixel is computed by itself.

/// Colours along a line from `start` to `end`, constant across it and before and after its ends.
///
/// If start and end coincide, everything has the colour of the last stop (the rule of SVG).
public struct LinearGradient: Hashable, Sendable {
  /// The colours.
  public var stops: [GradientStop]
  /// Where place 0 lies, in the space of what is filled.
  public var start: Point
  /// Where place 1 lies.
  public var end: Point

  /// A gradient between two points.
  public init(stops: [GradientStop], from start: Point, to end: Point) {
    self.stops = stops
    self.start = start
    self.end = end
  }

  /// A gradient across a rectangle as CSS's `linear-gradient` draws it.
  ///
  /// The line runs through the centre in the direction of the angle, and is just so long that the
  /// corners it points from and to have places 0 and 1 (CSS Images 3, section 3.1).
  ///
  /// - Parameter degrees: the direction, 0 for up, 90 for right.
  public init(stops: [GradientStop], degrees: Double, in rect: Rect) {
    let direction = Point.direction(degreesFromUp: degrees)
    let half = (abs(rect.width * direction.x) + abs(rect.height * direction.y)) / 2
    let center = rect.center
    self.init(stops: stops, from: center - direction * half, to: center + direction * half)
  }

  /// The gradient in device pixels; `nil` if a number is not finite.
  func shader(_ map: Affine) -> Shader? {
    guard start.isFinite, end.isFinite, map.isFinite else { return nil }
    let ramp = GradientRamp(stops)
    // t = (p - start) . d / |d|², and p is the pixel mapped back.
    let d = end - start
    let square = d.x * d.x + d.y * d.y
    guard square > 0, square.isFinite, let back = map.inverted else {
      return .solid(ramp.lastPixel)
    }
    let perX = (back.a * d.x + back.b * d.y) / square
    let perY = (back.c * d.x + back.d * d.y) / square
    let origin = ((back.tx - start.x) * d.x + (back.ty - start.y) * d.y) / square
    guard perX.isFinite, perY.isFinite, origin.isFinite else { return .solid(ramp.lastPixel) }
    // A line shorter than the unit of coverage has no places between its ends.
    if max(abs(perX), abs(perY)) > Double(Subpixel.one) { return .solid(ramp.lastPixel) }
    if ramp.positions.count < 2 { return .solid(ramp.lastPixel) }
    return .linear(LinearShader(ramp: ramp, perX: perX, perY: perY, origin: origin))
  }
}

/// A linear gradient in device pixels.
///
/// An object, since the shader around it is copied for every row: that counts one reference and not
/// one for each array.
final class LinearShader: Sendable {
  let ramp: GradientRamp
  /// Change of the place a column.
  let perX: Double
  /// Change of the place a row.
  let perY: Double
  /// The place of the point (0, 0).
  let origin: Double
  /// Change of the channels a column between a stop and the next, in 12.20 fixed point; `nil` where
  /// it is so large that pixels are computed one by one.
  private let steps: [SIMD4<Int32>?]

  init(ramp: GradientRamp, perX: Double, perY: Double, origin: Double) {
    self.ramp = ramp
    self.perX = perX
    self.perY = perY
    self.origin = origin
    steps = ramp.slopes.map { perPlace in
      let slope = perPlace * perX
      let steepest = max(max(abs(slope.x), abs(slope.y)), max(abs(slope.z), abs(slope.w)))
      return steepest < LinearShader.steep ? LinearShader.fixed(slope) : nil
    }
  }

  /// 12.20 fixed point, rounded to the nearest, halves away from zero. (`rounded()` is a call of the
  /// library on the x86-64 baseline.)
  @inline(__always)
  private static func fixed(_ channels: SIMD4<Double>) -> SIMD4<Int32> {
    @inline(__always) func nearest(_ x: Double) -> Int32 {
      let whole = Int32(x)
      let rest = x - Double(whole)
      return whole &+ (rest >= 0.5 ? 1 : rest <= -0.5 ? -1 : 0)
    }
    let scaled = channels * 0x1p20
    return SIMD4(nearest(scaled.x), nearest(scaled.y), nearest(scaled.z), nearest(scaled.w))
  }

  /// From this change of a channel a pixel on, pixels are computed one by one.
  static let steep = 3.0
  /// Seeds stand at the multiples of this column.
  static let block = 512

  /// The place of row `y` at x = 0, through the pixels' centres.
  private func rowPlace(_ y: Int) -> Double { perY * (Double(y) + 0.5) + origin }

  /// The place of the centre of column `x`; it never runs against the direction of `perX`.
  private func place(_ x: Int, _ row: Double) -> Double { perX * (Double(x) + 0.5) + row }

  /// The one pixel of a row in which the place does not change along x.
  func constantRow(_ y: Int) -> UInt32? {
    perX == 0 ? ramp.pixel(at: place(0, rowPlace(y))) : nil
  }

  /// The pixels of columns `range` of row `y`; column x goes to `d[x - offset]`.
  func row(_ y: Int, _ range: Range<Int>, into d: inout MutableSpan<UInt32>, at offset: Int) {
    if let pixel = constantRow(y) {
      let to = (range.lowerBound - offset)..<(range.upperBound - offset)
      SpanKernels.set(&d, to, pixel)
      return
    }
    let row = rowPlace(y)
    var x = range.lowerBound
    while x < range.upperBound {
      let t = place(x, row)
      let piece = ramp.piece(at: t)
      let end = endOfPiece(piece, after: x, before: range.upperBound, row)
      if ramp.isConstant(piece: piece) {
        let pixel = GradientRamp.pixel(ramp.channels(at: t, piece: piece))
        SpanKernels.set(&d, (x - offset)..<(end - offset), pixel)
      } else {
        lerp(x..<end, row, piece, into: &d, at: offset)
      }
      x = end
    }
  }

  /// The first column after `x` whose place is in another piece, at most `limit`.
  private func endOfPiece(_ piece: Int, after x: Int, before limit: Int, _ row: Double) -> Int {
    let boundary: Double
    if perX > 0 {
      if piece == ramp.positions.count { return limit }
      boundary = ramp.positions[piece]
    } else {
      if piece == 0 { return limit }
      boundary = ramp.positions[piece - 1]
    }
    func isOutside(_ column: Int) -> Bool {
      let t = place(column, row)
      return perX > 0 ? t >= boundary : t < boundary
    }
    // A guess by division, then corrected by the very places that decide.
    let guess = (boundary - row) / perX - 0.5
    var end = guess >= Double(limit) ? limit : guess > Double(x) ? Int(guess.rounded(.up)) : x + 1
    end = min(max(end, x + 1), limit)
    while end > x + 1 && isOutside(end - 1) { end -= 1 }
    while end < limit && !isOutside(end) { end += 1 }
    return end
  }

  private func lerp(
    _ range: Range<Int>, _ row: Double, _ piece: Int, into d: inout MutableSpan<UInt32>,
    at offset: Int
  ) {
    guard let step = steps[piece - 1] else {
      for x in range {
        d[x - offset] = GradientRamp.pixel(ramp.channels(at: place(x, row), piece: piece))
      }
      return
    }
    let color = ramp.colors[piece - 1]
    let slope = ramp.slopes[piece - 1]
    let position = ramp.positions[piece - 1]
    var x = range.lowerBound
    while x < range.upperBound {
      let base = x & ~(LinearShader.block - 1)
      let end = min(base + LinearShader.block, range.upperBound)
      let seed = LinearShader.fixed(color + slope * (place(base, row) - position))
      let first = seed &+ (1 << 19) &+ step &* Int32(x - base)
      if ramp.isOpaque {
        SpanKernels.lerpOpaque(&d, (x - offset)..<(end - offset), first, step)
      } else {
        SpanKernels.lerp(&d, (x - offset)..<(end - offset), first, step)
      }
      x = end
    }
  }
}
