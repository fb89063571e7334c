import FolioNumerics

extension Point {
  /// The compass direction from the origin to the point in turns, 0..<1: 0 up, 0.25 right, 0.5
  /// down, clockwise on a canvas whose y runs down. 0 at the origin.
  ///
  /// Within 1e-15 of the true value, exact on the axes and symmetric under reflections in them.
  public var turnsFromUp: Double {
    let across = abs(x)
    let along = abs(y)
    let size = max(across, along)
    if !(size > 0) || !size.isFinite { return 0 }
    // The angle to the nearer axis, by its sine: at most an eighth of a turn.
    let ratio = min(across, along) / size
    let angle = Elementary.asin(ratio / (1 + ratio * ratio).squareRoot()) / (2 * Elementary.pi)
    let fromVertical = across <= along ? angle : 0.25 - angle
    switch (x < 0, y > 0) {
    case (false, false): return fromVertical
    case (false, true): return 0.5 - fromVertical
    case (true, true): return 0.5 + fromVertical
    case (true, false): return fromVertical == 0 ? 0 : 1 - fromVertical
    }
  }
}
