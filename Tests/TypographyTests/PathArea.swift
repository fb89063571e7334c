import FolioGeometry
import FolioRaster

extension Path {
  /// The area inside a path of straight lines, positive where contours turn against the clock with
  /// y up (the shoelace formula).
  var signedArea: Double {
    var sum = 0.0
    var start = Point.zero
    var current = Point.zero
    var next = points.makeIterator()
    func cross(_ a: Point, _ b: Point) -> Double { a.x * b.y - a.y * b.x }
    for verb in verbs {
      switch verb {
      case .move:
        current = next.next() ?? .zero
        start = current
      case .line:
        let p = next.next() ?? .zero
        sum += cross(current, p)
        current = p
      case .quad, .cubic:
        _ = next.next()
        if verb == .cubic { _ = next.next() }
        let p = next.next() ?? .zero
        sum += cross(current, p)
        current = p
      case .close:
        sum += cross(current, start)
        current = start
      }
    }
    return sum / 2
  }
}
