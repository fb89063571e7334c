/// Coverage by horizontal lines: exact along x, `count` samples along y.
///
/// A grid of n x n samples is off by up to half a sample where an edge runs along one of its columns
/// or rows: by 255 / 2n levels an edge, which is 2 levels for n = 64, and by twice that in a pixel
/// with two such edges. Lines have that error along y alone, and 1024 of them make it an eighth of a
/// level; what is left for slanted and curved edges is of the order of 1 / count².
public enum LineCoverage {
  /// A stretch of a line.
  public typealias Interval = (from: Double, to: Double)

  /// The share of each pixel that is inside, row by row.
  ///
  /// - Parameter inside: adds the stretches of the line at height y that are inside; they may
  ///   overlap.
  public static func coverage(
    width: Int, height: Int, lines count: Int = 1024,
    _ inside: (_ y: Double, inout [Interval]) -> Void
  ) -> [Double] {
    var shares = [Double](repeating: 0, count: width * height)
    var intervals: [Interval] = []
    for row in 0..<height {
      for line in 0..<count {
        intervals.removeAll(keepingCapacity: true)
        inside(Double(row) + (Double(line) + 0.5) / Double(count), &intervals)
        intervals.sort { $0.from < $1.from }
        var reached = 0.0
        for interval in intervals {
          var x = max(interval.from, reached)
          let end = min(interval.to, Double(width))
          while x < end {
            let column = Int(x)
            let next = min(Double(column + 1), end)
            shares[row * width + column] += next - x
            x = next
          }
          reached = max(reached, end)
        }
      }
    }
    return shares.map { $0 / Double(count) }
  }

  /// Adds the stretch of a line inside a convex polygon.
  public static func add(
    convex points: [(x: Double, y: Double)], at y: Double, to intervals: inout [Interval]
  ) {
    var from = Double.infinity
    var to = -Double.infinity
    for i in points.indices {
      let a = points[i]
      let b = points[(i + 1) % points.count]
      if (a.y <= y) == (b.y <= y) { continue }
      let x = a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x)
      from = min(from, x)
      to = max(to, x)
    }
    if from < to { intervals.append((from, to)) }
  }

  /// Adds the stretch of a line inside a disc.
  public static func add(
    disc center: (x: Double, y: Double), radius: Double, at y: Double,
    to intervals: inout [Interval]
  ) {
    let square = radius * radius - (y - center.y) * (y - center.y)
    if square <= 0 { return }
    let half = square.squareRoot()
    intervals.append((center.x - half, center.x + half))
  }

  /// Adds the stretches of a line inside closed polygons.
  ///
  /// - Parameter isInside: of a winding number.
  public static func add(
    _ polygons: [[(x: Double, y: Double)]], at y: Double, to intervals: inout [Interval],
    isInside: (Int) -> Bool
  ) {
    var crossings: [(x: Double, winding: Int)] = []
    for points in polygons {
      for i in points.indices {
        let a = points[i]
        let b = points[(i + 1) % points.count]
        if (a.y <= y) == (b.y <= y) { continue }
        crossings.append((a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x), a.y < b.y ? 1 : -1))
      }
    }
    crossings.sort { $0.x < $1.x }
    var winding = 0
    for (i, crossing) in crossings.enumerated() {
      winding += crossing.winding
      if isInside(winding), i + 1 < crossings.count {
        intervals.append((crossing.x, crossings[i + 1].x))
      }
    }
  }
}
