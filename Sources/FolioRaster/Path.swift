import FolioGeometry

/// Lines and curves that outline an area, in the units of the canvas they are drawn on.
///
/// Contours are implicitly closed when filled. A point that is not finite is refused: it is not
/// added, and ``fault`` says so; a path with a fault draws nothing.
public struct Path: Hashable, Sendable {
  /// What one step of a path does.
  public enum Verb: UInt8, Hashable, Sendable {
    /// Starts a contour: one point.
    case move
    /// A straight line: one point.
    case line
    /// A quadratic curve: control point, end point.
    case quad
    /// A cubic curve: two control points, end point.
    case cubic
    /// A straight line back to the start of the contour: no point.
    case close
  }

  /// Why a path cannot be drawn.
  public enum Fault: Error, Hashable, Sendable {
    /// A coordinate was NaN or infinite; the index counts the refused verb.
    case notFinite(verb: Int)
  }

  /// The steps in order.
  public private(set) var verbs: [Verb] = []
  /// The points that the verbs consume, in order.
  public private(set) var points: [Point] = []
  /// The first fault, if any.
  public private(set) var fault: Fault?

  private var contourStart = Point.zero

  /// An empty path.
  public init() {}

  /// Whether it has no verbs.
  public var isEmpty: Bool { verbs.isEmpty }

  /// The last point, where the next line or curve starts.
  public var currentPoint: Point { verbs.last == .close ? contourStart : points.last ?? .zero }

  /// Starts a contour.
  public mutating func move(to point: Point) {
    guard accept(point) else { return }
    contourStart = point
    verbs.append(.move)
    points.append(point)
  }

  /// Adds a straight line. Without a contour it starts one at the point.
  public mutating func line(to point: Point) {
    guard accept(point), begin(at: point) else { return }
    verbs.append(.line)
    points.append(point)
  }

  /// Adds a quadratic curve.
  public mutating func quad(control: Point, to point: Point) {
    guard accept(control), accept(point) else { return }
    _ = begin(at: control)
    verbs.append(.quad)
    points.append(control)
    points.append(point)
  }

  /// Adds a cubic curve.
  public mutating func cubic(control1: Point, control2: Point, to point: Point) {
    guard accept(control1), accept(control2), accept(point) else { return }
    _ = begin(at: control1)
    verbs.append(.cubic)
    points.append(control1)
    points.append(control2)
    points.append(point)
  }

  /// Closes the contour with a straight line to its start.
  public mutating func close() {
    if verbs.isEmpty || verbs.last == .close { return }
    verbs.append(.close)
  }

  /// Adds all contours of another path.
  public mutating func append(_ other: Path) {
    if fault == nil { fault = other.fault }
    if other.verbs.isEmpty { return }
    verbs.append(contentsOf: other.verbs)
    points.append(contentsOf: other.points)
    contourStart = other.contourStart
  }

  /// The path with every point mapped; a map that yields a point that is not finite is a fault.
  public func transformed(by map: Affine) -> Path {
    var result = self
    for i in result.points.indices {
      let p = map.apply(result.points[i])
      if !p.isFinite {
        var failed = Path()
        failed.fault = fault ?? .notFinite(verb: i)
        return failed
      }
      result.points[i] = p
    }
    result.contourStart = map.apply(contourStart)
    return result
  }

  /// The smallest rectangle around all points, control points included; `nil` without points.
  public var controlBounds: Rect? {
    guard let first = points.first else { return nil }
    var left = first.x
    var top = first.y
    var right = first.x
    var bottom = first.y
    for p in points {
      left = min(left, p.x)
      top = min(top, p.y)
      right = max(right, p.x)
      bottom = max(bottom, p.y)
    }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  private mutating func accept(_ point: Point) -> Bool {
    if point.isFinite { return true }
    if fault == nil { fault = .notFinite(verb: verbs.count) }
    return false
  }

  /// Whether a contour is open; starts one at `point` if none is (after a close: at its start).
  private mutating func begin(at point: Point) -> Bool {
    if verbs.isEmpty {
      move(to: point)
      return false
    }
    if verbs.last == .close { move(to: contourStart) }
    return true
  }
}
