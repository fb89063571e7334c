import FolioNumerics

extension Point {
  /// The unit vector of a compass angle: 0 degrees up (0, -1), 90 right (1, 0), clockwise on a
  /// canvas whose y runs down. Exact at multiples of 90 degrees; the origin for an angle that is
  /// not finite.
  public static func direction(degreesFromUp degrees: Double) -> Point {
    guard degrees.isFinite else { return .zero }
    let turn = degrees - (degrees / 360).rounded(.down) * 360
    let quarter = (turn / 90).rounded(.down)
    // 0...90 degrees within the quarter
    let rest = (turn - quarter * 90) * (Elementary.pi / 180)
    let s = Elementary.sin(rest)
    let c = turn == quarter * 90 ? 1 : Elementary.cos(rest)
    switch quarter {
    case 0: return Point(x: s, y: -c)
    case 1: return Point(x: c, y: s)
    case 2: return Point(x: -s, y: c)
    case 3: return Point(x: -c, y: -s)
    default: return Point(x: s, y: -c)
    }
  }
}

extension Affine {
  /// A rotation about the origin, clockwise on a canvas whose y runs down. Exact at multiples of 90
  /// degrees.
  public init(rotationDegrees degrees: Double) {
    let d = Point.direction(degreesFromUp: degrees)
    self.init(a: -d.y, b: d.x, c: -d.x, d: -d.y, tx: 0, ty: 0)
  }
}
