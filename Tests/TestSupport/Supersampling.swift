/// Coverage by brute force: n x n samples a pixel.
public enum Supersampling {
  /// The share of the pixel in column x of row y whose samples are inside.
  public static func coverage(
    x: Int, y: Int, samples n: Int = 64, _ isInside: (Double, Double) -> Bool
  ) -> Double {
    var count = 0
    for j in 0..<n {
      for i in 0..<n {
        let px = Double(x) + (Double(i) + 0.5) / Double(n)
        let py = Double(y) + (Double(j) + 0.5) / Double(n)
        if isInside(px, py) { count += 1 }
      }
    }
    return Double(count) / Double(n * n)
  }

  /// How often closed polygons wind around a point.
  public static func winding(
    _ polygons: [[(x: Double, y: Double)]], _ px: Double, _ py: Double
  ) -> Int {
    var winding = 0
    for points in polygons {
      for i in points.indices {
        let a = points[i]
        let b = points[(i + 1) % points.count]
        if (a.y <= py) == (b.y <= py) { continue }
        let x = a.x + (py - a.y) / (b.y - a.y) * (b.x - a.x)
        if x < px { winding += a.y < b.y ? 1 : -1 }
      }
    }
    return winding
  }

  /// The square of the distance from a point to a line between two points.
  public static func squaredDistance(
    _ px: Double, _ py: Double, _ a: (x: Double, y: Double), _ b: (x: Double, y: Double)
  ) -> Double {
    let dx = b.x - a.x
    let dy = b.y - a.y
    let square = dx * dx + dy * dy
    var t = square > 0 ? ((px - a.x) * dx + (py - a.y) * dy) / square : 0
    t = min(max(t, 0), 1)
    let ex = px - a.x - t * dx
    let ey = py - a.y - t * dy
    return ex * ex + ey * ey
  }
}
