import Foundation

/// Areas in closed form, to judge coverage by.
public enum ExactArea {
  /// The area that the disc around (cx, cy) has in common with the pixel in column x of row y.
  ///
  /// With F(x, y) the part of the disc left of x and above y, a rectangle's share is
  /// F(x1, y1) - F(x0, y1) - F(x1, y0) + F(x0, y0).
  public static func disc(cx: Double, cy: Double, radius r: Double, x: Int, y: Int) -> Double {
    ellipse(cx: cx, cy: cy, rx: r, ry: r, x: x, y: y)
  }

  /// The same for an ellipse: a disc of radius 1 after scaling both axes.
  public static func ellipse(
    cx: Double, cy: Double, rx: Double, ry: Double, x: Int, y: Int
  ) -> Double {
    let x0 = (Double(x) - cx) / rx
    let x1 = (Double(x + 1) - cx) / rx
    let y0 = (Double(y) - cy) / ry
    let y1 = (Double(y + 1) - cy) / ry
    return rx * ry * (corner(x1, y1) - corner(x0, y1) - corner(x1, y0) + corner(x0, y0))
  }

  /// The unit disc's part with X <= x and Y <= y.
  static func corner(_ x: Double, _ y: Double) -> Double {
    if x <= -1 || y <= -1 { return 0 }
    let x = min(x, 1)
    // The integral of sqrt(1 - t²).
    func s(_ t: Double) -> Double {
      let t = min(max(t, -1), 1)
      return (t * (1 - t * t).squareRoot() + asin(t)) / 2
    }
    if y >= 1 { return 2 * (s(x) - s(-1)) }
    // Where the line at height y enters and leaves the disc.
    let c = (1 - y * y).squareRoot()
    let a = min(max(x, -c), c)
    let middle = y * (a + c) + s(a) - s(-c)
    if y < 0 { return middle }
    return middle + 2 * (s(min(x, -c)) - s(-1)) + (x > c ? 2 * (s(x) - s(c)) : 0)
  }

  /// The signed area that a polygon (closed, turning clockwise with y down) has in common with the
  /// pixel in column x of row y: Sutherland and Hodgman's clip, then the shoelace formula.
  public static func polygon(_ points: [(x: Double, y: Double)], x: Int, y: Int) -> Double {
    var points = points
    func clip(_ inside: (Double, Double) -> Double) {
      var result: [(x: Double, y: Double)] = []
      for i in points.indices {
        let a = points[i]
        let b = points[(i + 1) % points.count]
        let da = inside(a.x, a.y)
        let db = inside(b.x, b.y)
        if da >= 0 { result.append(a) }
        if (da >= 0) != (db >= 0) {
          let t = da / (da - db)
          result.append((a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t))
        }
      }
      points = result
    }
    clip { px, _ in px - Double(x) }
    if points.isEmpty { return 0 }
    clip { px, _ in Double(x + 1) - px }
    if points.isEmpty { return 0 }
    clip { _, py in py - Double(y) }
    if points.isEmpty { return 0 }
    clip { _, py in Double(y + 1) - py }
    var sum = 0.0
    for i in points.indices {
      let a = points[i]
      let b = points[(i + 1) % points.count]
      sum += a.x * b.y - b.x * a.y
    }
    return sum / 2
  }
}
