import FolioGeometry

extension Path {
  /// A rectangle, clockwise.
  public init(_ rect: Rect) {
    self.init()
    addRect(rect)
  }

  /// A rounded rectangle, clockwise.
  public init(_ rounded: RoundedRect) {
    self.init()
    addRoundedRect(rounded)
  }

  /// The ellipse that touches the sides of a rectangle, clockwise.
  public init(ellipseIn rect: Rect) {
    self.init()
    addEllipse(in: rect)
  }

  /// Adds a rectangle, clockwise.
  public mutating func addRect(_ rect: Rect) {
    move(to: rect.origin)
    line(to: Point(x: rect.maxX, y: rect.minY))
    line(to: Point(x: rect.maxX, y: rect.maxY))
    line(to: Point(x: rect.minX, y: rect.maxY))
    close()
  }

  /// Adds the ellipse that touches the sides of a rectangle, clockwise from its right.
  ///
  /// Sixteen cubic curves; no point is farther than 7e-8 of the radius from the true ellipse.
  public mutating func addEllipse(in rect: Rect) {
    let radii = Size(width: rect.width / 2, height: rect.height / 2)
    move(to: Point(x: rect.maxX, y: rect.midY))
    for quadrant in 0..<4 { addQuarter(quadrant, center: rect.center, radii: radii) }
    close()
  }

  /// Adds a rounded rectangle, clockwise from the start of its top side.
  public mutating func addRoundedRect(_ rounded: RoundedRect) {
    let r = rounded.rect
    move(to: Point(x: r.minX + rounded.topLeft, y: r.minY))
    corner(3, Point(x: r.maxX, y: r.minY), rounded.topRight, Point(x: -1, y: 1))
    corner(0, Point(x: r.maxX, y: r.maxY), rounded.bottomRight, Point(x: -1, y: -1))
    corner(1, Point(x: r.minX, y: r.maxY), rounded.bottomLeft, Point(x: 1, y: -1))
    corner(2, Point(x: r.minX, y: r.minY), rounded.topLeft, Point(x: 1, y: 1))
    close()
  }

  private mutating func corner(_ quadrant: Int, _ at: Point, _ radius: Double, _ inward: Point) {
    let center = at + inward * radius
    let start = Path.quadrants[quadrant]
    line(to: center + start * radius)
    if radius > 0 {
      addQuarter(quadrant, center: center, radii: Size(width: radius, height: radius))
    }
  }

  // Where the quadrants start, clockwise with y down: right, bottom, left, top.
  private static let quadrants = [
    Point(x: 1, y: 0), Point(x: 0, y: 1), Point(x: -1, y: 0), Point(x: 0, y: -1),
  ]

  /// Adds a quarter of an ellipse as four cubics; the current point is its start.
  private mutating func addQuarter(_ quadrant: Int, center: Point, radii: Size) {
    let u = Path.quadrants[quadrant]
    let v = Path.quadrants[(quadrant + 1) % 4]
    let arc = UnitArc.quarter(level: 2)
    func place(_ p: Point) -> Point {
      Point(
        x: center.x + (u.x * p.x + v.x * p.y) * radii.width,
        y: center.y + (u.y * p.x + v.y * p.y) * radii.height)
    }
    for i in 1..<arc.count {
      let (c1, c2) = Path.arcControls(arc[i - 1], arc[i])
      cubic(control1: place(c1), control2: place(c2), to: place(arc[i]))
    }
  }

  /// The control points of the cubic between two directions on the unit circle that touches both
  /// tangents and whose middle lies on the circle: handles of length 4/3 tan(angle / 4).
  static func arcControls(_ a: Point, _ b: Point) -> (Point, Point) {
    let middle = UnitArc.bisector(a, b)
    // tan(angle / 4) = sin(angle / 2) / (1 + cos(angle / 2)), the angle between a and the middle.
    let sine = a.x * middle.y - a.y * middle.x
    let cosine = a.x * middle.x + a.y * middle.y
    let k = 4.0 / 3 * sine / (1 + cosine)
    return (
      Point(x: a.x - a.y * k, y: a.y + a.x * k), Point(x: b.x + b.y * k, y: b.y - b.x * k)
    )
  }
}
