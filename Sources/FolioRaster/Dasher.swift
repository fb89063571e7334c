import FolioGeometry

// Dashes are intervals of length along a contour. Which of them can be seen follows by arithmetic
// from which parts of the contour can, so the number of dashes is bounded by the viewport and not
// by the length of the line. On a closed contour the dash that runs over its end goes on into the
// one that runs over its start, with a join at the corner there.

/// Cuts contours into dashes.
struct Dasher {
  /// A dash of a contour.
  enum Dash {
    /// A part of the contour.
    case line(Polyline)
    /// A dash without length, and the contour's direction there.
    case dot(Point, Point)
  }

  /// The number of dashes after which a contour is given up.
  static let maximumDashes = 1 << 20

  private let pattern: [Double]
  private let period: Double
  private let phase: Double
  /// What can be seen, in the path's units, grown by the reach of the pen; `nil` for everything.
  private let visible: Rect?

  /// - Parameter pattern: an even number of lengths, not all 0.
  init(pattern: [Double], phase: Double, visible: Rect?) {
    self.pattern = pattern
    period = pattern.reduce(0, +)
    // 0..<period
    self.phase = phase - (phase / period).rounded(.down) * period
    self.visible = visible
  }

  /// The dashes of a contour that can be seen, or `nil` if there are too many.
  func dashes(of contour: Polyline) -> [Dash]? {
    let p = contour.points
    if p.isEmpty { return [] }
    if p.count == 1 {
      // On if the pattern is on at its start.
      var place = phase
      var index = 0
      while index < pattern.count - 1 && place >= pattern[index] && pattern[index] > 0 {
        place -= pattern[index]
        index += 1
      }
      return index % 2 == 0 ? [.dot(p[0], Point(x: 1, y: 0))] : []
    }
    let track = Track(contour)
    let total = track.total
    if !total.isFinite { return nil }
    // Where the first period and each entry begin.
    let origin = -phase
    var offsets = [0.0]
    for length in pattern { offsets.append(offsets[offsets.count - 1] + length) }

    var result: [Dash] = []
    var covered = -Double.infinity  // dashes that start at or before it are done
    var startDash: (Double, Double)?
    for (from, to) in ranges(track) {
      var k = ((from - origin) / period).rounded(.down) - 1
      // Seen dashes: about so many periods.
      let periods = (to - from) / period
      if !(periods * Double(pattern.count) <= Double(Dasher.maximumDashes)) { return nil }
      // Beyond that a period is no longer a whole step of Double.
      if !(abs(k) < 0x1p50) { return nil }
      while origin + k * period <= to {
        let base = origin + k * period
        for j in 0..<(pattern.count / 2) {
          let begin = base + offsets[2 * j]
          let end = base + offsets[2 * j + 1]
          if end < from || begin > to || begin <= covered { continue }
          covered = begin
          if begin >= total || end < 0 || (end == 0 && begin < 0) { continue }
          if begin == end {
            if begin >= 0 { result.append(.dot(track.point(begin), track.direction(begin))) }
          } else if contour.isClosed && begin <= 0 {
            if end >= total { return [.line(contour)] }
            startDash = (0, end)
          } else if contour.isClosed && end >= total {
            // Goes on into the dash at the start, if there is one.
            var line = track.part(begin, total)
            if let start = startDash {
              let rest = track.part(0, start.1)
              line.isSmooth[line.isSmooth.count - 1] = contour.isSmooth[0]
              for i in rest.points.indices {
                line.append(rest.points[i], smooth: rest.isSmooth[i])
              }
              startDash = nil
            }
            result.append(.line(line))
          } else {
            result.append(.line(track.part(max(begin, 0), min(end, total))))
          }
        }
        k += 1
      }
    }
    if let start = startDash { result.append(.line(track.part(0, start.1))) }
    return result
  }

  /// The lengths between which the contour can be seen, in order.
  private func ranges(_ track: Track) -> [(Double, Double)] {
    guard let visible else { return [(0, track.total)] }
    var result: [(Double, Double)] = []
    for i in track.directions.indices {
      let a = track.contour.points[i]
      let d = track.directions[i]
      var from = 0.0
      var to = track.starts[i + 1] - track.starts[i]
      for axis in 0..<2 {
        let p = axis == 0 ? a.x : a.y
        let v = axis == 0 ? d.x : d.y
        let low = axis == 0 ? visible.minX : visible.minY
        let high = axis == 0 ? visible.maxX : visible.maxY
        if v == 0 {
          if p < low || p > high { to = -1 }
        } else {
          from = max(from, min((low - p) / v, (high - p) / v))
          to = min(to, max((low - p) / v, (high - p) / v))
        }
      }
      if from > to { continue }
      from += track.starts[i]
      to += track.starts[i]
      if let last = result.last, from <= last.1 {
        result[result.count - 1].1 = max(last.1, to)
      } else {
        result.append((from, to))
      }
    }
    return result
  }

  /// A contour by length.
  private struct Track {
    let contour: Polyline
    /// The length at which each line starts, and the whole length.
    private(set) var starts = [0.0]
    private(set) var directions: [Point] = []

    init(_ contour: Polyline) {
      self.contour = contour
      let p = contour.points
      let count = contour.isClosed ? p.count : p.count - 1
      for i in 0..<count {
        let a = p[i]
        let b = p[(i + 1) % p.count]
        let d = Stroker.direction(a, b)
        directions.append(d)
        // The projection on the line's own direction is its length.
        starts.append(starts[i] + ((b.x - a.x) * d.x + (b.y - a.y) * d.y))
      }
    }

    var total: Double { starts[starts.count - 1] }

    /// The line that holds a length.
    private func index(_ s: Double) -> Int {
      var low = 0
      var high = directions.count - 1
      while low < high {
        let middle = (low + high + 1) / 2
        if starts[middle] <= s { low = middle } else { high = middle - 1 }
      }
      return low
    }

    func direction(_ s: Double) -> Point { directions[index(s)] }

    func point(_ s: Double) -> Point {
      let i = index(s)
      return contour.points[i] + directions[i] * (s - starts[i])
    }

    /// The contour between two lengths.
    func part(_ from: Double, _ to: Double) -> Polyline {
      var line = Polyline()
      let first = index(from)
      line.append(from == starts[first] ? contour.points[first] : point(from))
      var i = first + 1
      while i < directions.count && starts[i] < to {
        line.append(contour.points[i], smooth: contour.isSmooth[i])
        i += 1
      }
      if to >= total {
        line.append(contour.isClosed ? contour.points[0] : contour.points[contour.points.count - 1])
      } else {
        line.append(point(to))
      }
      return line
    }
  }
}
