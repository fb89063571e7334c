/// A colour at a place on a gradient.
public struct GradientStop: Hashable, Sendable {
  /// The colour.
  public var color: Color
  /// The place, 0 (start) ... 1 (end); `nil` to be spaced evenly between its neighbours.
  public var position: Double?

  /// A stop.
  public init(_ color: Color, at position: Double? = nil) {
    self.color = color
    self.position = position
  }
}

/// The stops of a gradient, put in order and premultiplied: a piecewise linear function from the
/// place `t` to a colour.
///
/// As in CSS, a first or last stop without a place lies at 0 or 1, stops without one between them
/// are spaced evenly, and no stop lies before its predecessor. Before the first stop and after the
/// last the colour is constant; where several stops share a place, the last of them holds from
/// there on. Without stops everything is transparent. Colours are interpolated premultiplied.
struct GradientRamp: Sendable {
  /// Places in ascending order.
  let positions: [Double]
  /// Premultiplied channels red, green, blue, alpha in levels 0...255, unrounded.
  let colors: [SIMD4<Double>]
  /// Change of the channels per unit of `t` between a stop and the next.
  let slopes: [SIMD4<Double>]
  /// Whether every colour has alpha 255.
  let isOpaque: Bool

  init(_ stops: [GradientStop]) {
    var places = [Double](repeating: 0, count: stops.count)
    var known = 0  // places[0..<known] are final
    for i in stops.indices {
      var position = stops[i].position
      if let p = position, p.isNaN { position = nil }
      if position == nil {
        if i == 0 { position = 0 } else if i == stops.count - 1 { position = 1 }
      }
      guard let stated = position else { continue }
      let before = known == 0 ? stated : places[known - 1]
      places[i] = max(min(max(stated, -1e6), 1e6), before)
      for k in known..<i {
        let share = Double(k - known + 1) / Double(i - known + 1)
        places[k] = before + (places[i] - before) * share
      }
      known = i + 1
    }
    positions = places
    colors = stops.map { stop in
      let a = Double(stop.color.alpha)
      return SIMD4(
        Double(stop.color.red) * a / 255, Double(stop.color.green) * a / 255,
        Double(stop.color.blue) * a / 255, a)
    }
    var slopes: [SIMD4<Double>] = []
    for i in colors.indices.dropLast() {
      let width = places[i + 1] - places[i]
      slopes.append(width > 0 ? (colors[i + 1] - colors[i]) / width : .zero)
    }
    self.slopes = slopes
    isOpaque = !stops.isEmpty && stops.allSatisfy { $0.color.alpha == 255 }
  }

  /// How many stops lie at or before `t`: the number of the piece that holds `t`.
  func piece(at t: Double) -> Int {
    var low = 0
    var high = positions.count
    while low < high {
      let middle = (low + high) / 2
      if positions[middle] <= t { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether the colour is the same all over a piece.
  func isConstant(piece: Int) -> Bool {
    piece == 0 || piece == positions.count || colors[piece - 1] == colors[piece]
  }

  /// The unrounded channels at `t`, which lies in `piece`.
  @inline(__always)
  func channels(at t: Double, piece: Int) -> SIMD4<Double> {
    if positions.isEmpty { return .zero }
    if piece == 0 { return colors[0] }
    if piece == positions.count { return colors[piece - 1] }
    return colors[piece - 1] + slopes[piece - 1] * (t - positions[piece - 1])
  }

  /// The pixel at `t`.
  func pixel(at t: Double) -> UInt32 {
    GradientRamp.pixel(channels(at: t, piece: piece(at: t)))
  }

  /// The pixel at `t`, sought from a piece near it, which is updated.
  @inline(__always)
  func pixel(at t: Double, startingAt piece: inout Int) -> UInt32 {
    while piece < positions.count && positions[piece] <= t { piece += 1 }
    while piece > 0 && positions[piece - 1] > t { piece -= 1 }
    return GradientRamp.pixel(channels(at: t, piece: piece))
  }

  /// The colour after the last stop, which a degenerate gradient shows.
  var lastPixel: UInt32 { colors.last.map(GradientRamp.pixel) ?? 0 }

  /// Channels rounded to the nearest level, halves up, colour at most alpha.
  static func pixel(_ c: SIMD4<Double>) -> UInt32 {
    func level(_ x: Double) -> UInt32 { UInt32(min(max(x + 0.5, 0), 255.5)) }
    let a = level(c.w)
    return min(level(c.x), a) | (min(level(c.y), a) << 8) | (min(level(c.z), a) << 16) | (a << 24)
  }
}
