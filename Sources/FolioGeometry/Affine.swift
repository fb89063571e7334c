/// An affine map of the plane, row by row: `x' = a x + c y + tx`, `y' = b x + d y + ty`.
///
/// The letters are those of CoreGraphics and SVG.
public struct Affine: Hashable, Sendable {
  /// x' per x.
  public var a: Double
  /// y' per x.
  public var b: Double
  /// x' per y.
  public var c: Double
  /// y' per y.
  public var d: Double
  /// x' at the origin.
  public var tx: Double
  /// y' at the origin.
  public var ty: Double

  /// The map that changes nothing.
  public static let identity = Affine(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// A map from its six numbers.
  @inlinable
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// A translation.
  @inlinable
  public init(translationX x: Double, y: Double) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// A scale about the origin.
  @inlinable
  public init(scaleX x: Double, y: Double) {
    self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Whether it moves and does nothing else. Exact, no tolerance.
  @inlinable public var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }
  /// Whether axes stay axes: only scale and translation. Exact, no tolerance.
  @inlinable public var isScaleTranslation: Bool { b == 0 && c == 0 }
  /// Whether all six numbers are finite.
  @inlinable public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }

  /// The signed area of the image of the unit square.
  @inlinable public var determinant: Double { a * d - b * c }

  /// The image of a point.
  @inlinable
  public func apply(_ p: Point) -> Point {
    Point(x: a * p.x + c * p.y + tx, y: b * p.x + d * p.y + ty)
  }

  /// The smallest axis-aligned rectangle around the image of a rectangle.
  public func boundingBox(of r: Rect) -> Rect {
    let corners = (
      apply(Point(x: r.minX, y: r.minY)), apply(Point(x: r.maxX, y: r.minY)),
      apply(Point(x: r.minX, y: r.maxY)), apply(Point(x: r.maxX, y: r.maxY))
    )
    let left = min(min(corners.0.x, corners.1.x), min(corners.2.x, corners.3.x))
    let top = min(min(corners.0.y, corners.1.y), min(corners.2.y, corners.3.y))
    let right = max(max(corners.0.x, corners.1.x), max(corners.2.x, corners.3.x))
    let bottom = max(max(corners.0.y, corners.1.y), max(corners.2.y, corners.3.y))
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// This map first, then `next`.
  @inlinable
  public func then(_ next: Affine) -> Affine {
    Affine(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b,
      c: next.a * c + next.c * d, d: next.b * c + next.d * d,
      tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
  }

  /// The map back, or `nil` if there is none.
  public var inverted: Affine? {
    let det = determinant
    if det == 0 || !det.isFinite { return nil }
    let inverse = Affine(
      a: d / det, b: -b / det, c: -c / det, d: a / det,
      tx: (c * ty - d * tx) / det, ty: (b * tx - a * ty) / det)
    return inverse.isFinite ? inverse : nil
  }
}
