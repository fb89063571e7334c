// Arcs without the C library: the quarter circle is halved again and again. The direction half way
// between two unit vectors is their sum divided by its length; + - * / and square root are exact
// operations of IEEE 754, so the vertices are the same on every machine (and within 3e-16 of the
// true sine and cosine).

/// Directions along the quarter circle from (1, 0) to (0, 1).
public enum UnitArc {
  /// `2^level + 1` unit vectors, evenly spaced in angle, from (1, 0) to (0, 1).
  ///
  /// Symmetric to the bit: entry `i` is entry `count - 1 - i` with x and y exchanged.
  ///
  /// - Parameter level: how often the quarter is halved, 0...16.
  public static func quarter(level: Int) -> [Point] {
    let level = min(max(level, 0), 16)
    let count = 1 << level
    var points = [Point](repeating: Point(x: 1, y: 0), count: count + 1)
    points[count] = Point(x: 0, y: 1)
    if count == 1 { return points }
    // The first half by bisection, the second by mirroring it, so the symmetry is exact.
    let diagonal = 0.5.squareRoot()
    points[count / 2] = Point(x: diagonal, y: diagonal)
    var step = count / 2
    while step > 1 {
      var i = 0
      while i < count / 2 {
        points[i + step / 2] = bisector(points[i], points[i + step])
        i += step
      }
      step /= 2
    }
    for i in 0..<(count / 2) {
      points[count - i] = Point(x: points[i].y, y: points[i].x)
    }
    return points
  }

  /// The unit vector half way between two unit vectors that are less than half a turn apart.
  @inlinable
  public static func bisector(_ u: Point, _ v: Point) -> Point {
    let x = u.x + v.x
    let y = u.y + v.y
    let length = (x * x + y * y).squareRoot()
    return Point(x: x / length, y: y / length)
  }

  /// How often a quarter must be halved so that no chord is farther than `tolerance` from its arc.
  ///
  /// The sagitta of a chord over the angle `a` is at most `r a² / 8`; each halving quarters it.
  public static func level(radius: Double, tolerance: Double) -> Int {
    // (pi / 2)² / 8 = 0.3084...
    var sagitta = radius * 0.30842513753404244
    var level = 0
    while sagitta > tolerance && level < 16 {
      sagitta /= 4
      level += 1
    }
    return level
  }
}
