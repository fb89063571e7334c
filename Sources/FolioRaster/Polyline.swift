import FolioGeometry

/// A contour of a path as straight lines, for strokes.
struct Polyline: Sendable {
  /// The corners; neighbours differ. One point alone is a contour without length.
  var points: [Point] = []
  /// For each point whether it lies inside a curve, where lines meet smoothly.
  var isSmooth: [Bool] = []
  /// Whether the last point is joined to the first.
  var isClosed = false

  mutating func append(_ p: Point, smooth: Bool = false) {
    if let last = points.last, last == p { return }
    points.append(p)
    isSmooth.append(smooth)
  }

  /// The contours of a path. Curves are flattened as in fills, but to 1/256 px at `scale` pixels per
  /// unit: an edge is then off by less than a level. A contour that is only a move is left out.
  static func contours(of path: Path, scale: Double) -> [Polyline] {
    let scale = scale / 4
    var result: [Polyline] = []
    var line = Polyline()
    var hasSegments = false
    var next = 0
    func finish(closed: Bool) {
      if hasSegments && !line.points.isEmpty {
        line.isClosed = closed
        if closed, line.points.count > 1, line.points[0] == line.points[line.points.count - 1] {
          line.points.removeLast()
          line.isSmooth.removeLast()
        }
        result.append(line)
      }
      hasSegments = false
    }
    for verb in path.verbs {
      switch verb {
      case .move:
        finish(closed: false)
        line = Polyline()
        line.append(path.points[next])
        next += 1
      case .line:
        hasSegments = true
        line.append(path.points[next])
        next += 1
      case .quad, .cubic:
        hasSegments = true
        let start = line.points[line.points.count - 1]
        let curve: Curve
        if verb == .quad {
          curve = Curve(start, path.points[next], path.points[next + 1], scale: scale)
          next += 2
        } else {
          curve = Curve(
            start, path.points[next], path.points[next + 1], path.points[next + 2], scale: scale)
          next += 3
        }
        let count = min(curve.pieces, Polyline.maximumPieces)
        for i in 1...count {
          // Which of the curve's own pieces, counted the way the path runs.
          let k = i == count ? curve.pieces : i * (curve.pieces / count)
          line.append(
            curve.vertex(curve.sign > 0 ? k : curve.pieces - k), smooth: i < count)
        }
      case .close:
        hasSegments = true
        let start = line.points[0]
        finish(closed: true)
        line = Polyline()
        line.append(start)
      }
    }
    finish(closed: false)
    return result
  }

  /// The largest number of pieces of one curve of a stroke.
  static let maximumPieces = 1 << 14
}
