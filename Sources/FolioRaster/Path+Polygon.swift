import FolioGeometry

extension Path {
  /// A closed polygon through points.
  public init(polygon points: [Point]) {
    self.init()
    addPolygon(points)
  }

  /// A regular polygon whose corners lie on a circle.
  ///
  /// - Parameters:
  ///   - corners: how many, 3...65,536; otherwise the path is empty.
  ///   - degrees: where the first corner lies, 0 for straight up, clockwise.
  public init(regularPolygon corners: Int, center: Point, radius: Double, degrees: Double = 0) {
    self.init(
      star: corners, center: center, outerRadius: radius, innerRadius: nil, degrees: degrees)
  }

  /// A star whose tips and notches lie on two circles in turn.
  ///
  /// - Parameters:
  ///   - tips: how many, 2...65,536; otherwise the path is empty.
  ///   - degrees: where the first tip lies, 0 for straight up, clockwise.
  public init(
    star tips: Int, center: Point, outerRadius: Double, innerRadius: Double, degrees: Double = 0
  ) {
    self.init(
      star: tips, center: center, outerRadius: outerRadius, innerRadius: Optional(innerRadius),
      degrees: degrees)
  }

  private init(
    star tips: Int, center: Point, outerRadius: Double, innerRadius: Double?, degrees: Double
  ) {
    self.init()
    guard tips >= (innerRadius == nil ? 3 : 2), tips <= 65_536 else { return }
    var points: [Point] = []
    for i in 0..<tips {
      let outer = Point.direction(degreesFromUp: degrees + 360 * Double(i) / Double(tips))
      points.append(center + outer * outerRadius)
      if let innerRadius {
        let inner = Point.direction(
          degreesFromUp: degrees + 360 * (Double(i) + 0.5) / Double(tips))
        points.append(center + inner * innerRadius)
      }
    }
    addPolygon(points)
  }

  /// Adds a closed polygon through points.
  public mutating func addPolygon(_ points: [Point]) {
    for (i, point) in points.enumerated() {
      if i == 0 { move(to: point) } else { line(to: point) }
    }
    close()
  }
}
