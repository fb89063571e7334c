import FolioGeometry
import FolioRaster

/// The shape of a glyph in font units: x to the right, y **up**, origin on the baseline.
public struct GlyphOutline: Hashable, Sendable {
  /// The contours; they turn as TrueType's do whatever the font's format, to be filled by the
  /// non-zero rule.
  public let path: Path
  /// The smallest rectangle around the curves themselves, in the same axes (so `minY` is the
  /// lowest point); `nil` for a blank glyph.
  public let bounds: Rect?
  /// Whether the font says that contours overlap.
  public let hasOverlaps: Bool

  init(path: Path, hasOverlaps: Bool) {
    self.path = path
    self.hasOverlaps = hasOverlaps
    bounds = path.tightBounds
  }
}

/// A point of a contour as font files hold it.
struct OutlinePoint {
  enum Kind {
    case on
    case quad
    case cubic
  }

  var place: Point
  var kind: Kind
}

extension Path {
  /// Adds a closed contour.
  ///
  /// Between two control points of quadratic curves the curve passes through their exact middle.
  /// A contour that is not well-formed (a cubic curve with one control point, say) adds nothing.
  mutating func append(contour points: [OutlinePoint]) {
    guard points.count >= 2 else { return }
    let start: Point
    let steps: [OutlinePoint]
    if let first = points.firstIndex(where: { $0.kind == .on }) {
      start = points[first].place
      steps = Array(points[(first + 1)...] + points[...first])
    } else {
      guard let last = points.last, points.allSatisfy({ $0.kind == .quad }) else { return }
      start = Self.middle(last.place, points[0].place)
      steps = points + [OutlinePoint(place: start, kind: .on)]
    }

    var contour = Path()
    contour.move(to: start)
    var controls: [OutlinePoint] = []
    for step in steps {
      switch (step.kind, controls.count) {
      case (.on, 0):
        contour.line(to: step.place)
      case (.on, 1) where controls[0].kind == .quad:
        contour.quad(control: controls[0].place, to: step.place)
        controls = []
      case (.on, 2):
        contour.cubic(
          control1: controls[0].place, control2: controls[1].place, to: step.place)
        controls = []
      case (.quad, 0), (.cubic, 0):
        controls.append(step)
      case (.quad, 1) where controls[0].kind == .quad:
        contour.quad(
          control: controls[0].place, to: Self.middle(controls[0].place, step.place))
        controls = [step]
      case (.cubic, 1) where controls[0].kind == .cubic:
        controls.append(step)
      default:
        return
      }
    }
    contour.close()
    append(contour)
  }

  private static func middle(_ a: Point, _ b: Point) -> Point {
    Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
  }

  /// The smallest rectangle around the curves themselves, control points not counted; `nil` for a
  /// path without a segment.
  var tightBounds: Rect? {
    var box = Extent()
    var current = Point.zero
    var start = Point.zero
    var next = points.makeIterator()
    for verb in verbs {
      switch verb {
      case .move:
        guard let p = next.next() else { return box.rect }
        current = p
        start = p
      case .line:
        guard let p = next.next() else { return box.rect }
        box.add(current)
        box.add(p)
        current = p
      case .quad:
        guard let c = next.next(), let p = next.next() else { return box.rect }
        box.add(current)
        box.add(p)
        // The derivative of (1-t)²a + 2t(1-t)c + t²p is zero at (a-c) / (a-2c+p).
        for t in [
          (current.x - c.x) / (current.x - 2 * c.x + p.x),
          (current.y - c.y) / (current.y - 2 * c.y + p.y),
        ] where t > 0 && t < 1 {
          let u = 1 - t
          box.add(current * (u * u) + c * (2 * t * u) + p * (t * t))
        }
        current = p
      case .cubic:
        guard let c = next.next(), let d = next.next(), let p = next.next() else {
          return box.rect
        }
        box.add(current)
        box.add(p)
        let roots =
          Self.cubicExtrema(current.x, c.x, d.x, p.x) + Self.cubicExtrema(current.y, c.y, d.y, p.y)
        for t in roots where t > 0 && t < 1 {
          let u = 1 - t
          box.add(
            current * (u * u * u) + c * (3 * t * u * u) + d * (3 * t * t * u) + p * (t * t * t))
        }
        current = p
      case .close:
        current = start
      }
    }
    return box.rect
  }

  /// Where the derivative of a cubic Bézier curve's coordinate is zero.
  private static func cubicExtrema(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> [Double] {
    let qa = d - 3 * c + 3 * b - a
    let qb = 2 * (c - 2 * b + a)
    let qc = b - a
    if qa == 0 { return qb == 0 ? [] : [-qc / qb] }
    let discriminant = qb * qb - 4 * qa * qc
    if discriminant < 0 { return [] }
    let root = discriminant.squareRoot()
    return [(-qb + root) / (2 * qa), (-qb - root) / (2 * qa)]
  }
}

/// A rectangle that grows around points.
struct Extent {
  private var low = Point.zero
  private var high = Point.zero
  private var isEmpty = true

  mutating func add(_ p: Point) {
    if isEmpty {
      low = p
      high = p
      isEmpty = false
    } else {
      low = Point(x: min(low.x, p.x), y: min(low.y, p.y))
      high = Point(x: max(high.x, p.x), y: max(high.y, p.y))
    }
  }

  mutating func add(_ r: Rect) {
    add(Point(x: r.minX, y: r.minY))
    add(Point(x: r.maxX, y: r.maxY))
  }

  var rect: Rect? {
    isEmpty
      ? nil : Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }
}
