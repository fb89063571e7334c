import FolioGeometry

extension Path {
  /// The outline of a stroke along the path: closed contours of lines, to be filled with the
  /// non-zero rule. They overlap where lines meet or cross; fill them with `overlaps: true` for the
  /// exact union.
  ///
  /// - Parameter scale: how many pixels a unit will become, at most; curves are cut finely enough
  ///   for that.
  /// - Returns: `nil` if the path has a fault, a number is not finite, or there are more than
  ///   1,048,576 dashes.
  public func stroked(_ style: StrokeStyle, scale: Double = 1) -> Path? {
    strokeContours(style, scale: scale, visible: nil).map { contours in
      var path = Path()
      for contour in contours {
        for (i, p) in contour.enumerated() {
          if i == 0 { path.move(to: p) } else { path.line(to: p) }
        }
        path.close()
      }
      return path
    }
  }

  /// The contours of a stroke. Dashes that cannot be seen may be missing.
  func strokeContours(
    _ style: StrokeStyle, scale: Double, visible: Rect?
  ) -> [[Point]]? {
    guard fault == nil, style.width.isFinite, !style.miterLimit.isNaN, scale.isFinite else {
      return nil
    }
    if !(style.width > 0) { return [] }
    var stroker = Stroker(style, scale: scale)
    let lines = Polyline.contours(of: self, scale: scale)
    let pattern = style.pattern
    if pattern.isEmpty {
      for line in lines { stroker.add(line) }
      return stroker.contours
    }
    let reach = style.width / 2 * max(style.miterLimit, 2)
    let seen = visible.map {
      $0.inset(by: Insets(top: -reach, left: -reach, bottom: -reach, right: -reach))
    }
    let dasher = Dasher(
      pattern: pattern, phase: style.dashPhase, visible: seen?.isFinite == true ? seen : nil)
    for line in lines {
      guard let dashes = dasher.dashes(of: line) else { return nil }
      for dash in dashes {
        switch dash {
        case .line(let part): stroker.add(part)
        case .dot(let point, let direction): stroker.dot(point, direction)
        }
      }
    }
    return stroker.contours
  }
}
