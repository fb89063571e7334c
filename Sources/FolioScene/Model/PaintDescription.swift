import FolioGeometry
import FolioRaster

/// A colour of a gradient and its place.
public struct GradientStop: Hashable, Sendable {
  /// The colour.
  public var color: Color
  /// The place, 0 at the start and 1 at the end of the gradient; `nil` is worked out from the
  /// neighbours.
  public var position: Double?

  /// A stop.
  public init(_ color: Color, at position: Double? = nil) {
    self.color = color
    self.position = position
  }

  /// The stops with every place worked out by the rules of CSS Images 3, 3.4.3: the first is at 0
  /// and the last at 1 unless stated, none lies before one that precedes it, and those without a
  /// place are spread evenly between their neighbours.
  public static func resolved(_ stops: [GradientStop]) -> [(position: Double, color: Color)] {
    guard !stops.isEmpty else { return [] }
    var places = stops.map(\.position)
    if places[0] == nil { places[0] = 0 }
    if places[places.count - 1] == nil { places[places.count - 1] = 1 }
    var largest = -Double.infinity
    for i in places.indices {
      if let place = places[i] {
        largest = max(largest, place)
        places[i] = largest
      }
    }
    var result: [Double] = []
    var known = 0
    for i in places.indices {
      guard let place = places[i] else { continue }
      let from = places[known] ?? 0
      for j in (known + 1)..<max(i, known + 1) {
        result.append(from + (place - from) * Double(j - known) / Double(i - known))
      }
      result.append(place)
      known = i
    }
    return zip(result, stops).map { ($0, $1.color) }
  }
}

/// What fills an area: a colour or a gradient.
public enum PaintDescription: Hashable, Sendable {
  /// One colour.
  case color(Color)
  /// A gradient along a line through the middle of the area at an angle in degrees: 0 goes up, 90 to
  /// the right, as in CSS; the line is as long as puts the corners at its ends.
  case linear([GradientStop], angle: Double)
  /// A gradient from a middle outwards. `radius` in points, or in percent of the length
  /// √((w² + h²)/2) as in SVG; `nil` reaches the farthest corner as in CSS.
  case radial([GradientStop], center: LengthPair, radius: Length?)
  /// A gradient around a middle, clockwise from an angle in degrees (0 is up).
  case conic([GradientStop], center: LengthPair, angle: Double)

  /// A gradient from a middle outwards.
  public static func radial(_ stops: [GradientStop], radius: Length? = nil) -> PaintDescription {
    .radial(stops, center: LengthPair(.percent(50), .percent(50)), radius: radius)
  }

  /// A gradient from top to bottom.
  public static func linear(_ stops: [GradientStop]) -> PaintDescription {
    .linear(stops, angle: 180)
  }
}

extension PaintDescription {
  /// Whether every part of it is opaque.
  public var isOpaque: Bool {
    switch self {
    case .color(let color): color.alpha == 255
    case .linear(let stops, _), .radial(let stops, _, _), .conic(let stops, _, _):
      stops.allSatisfy { $0.color.alpha == 255 }
    }
  }
}
