/// What a difference between two frames looks like: the first of these that holds.
public enum DifferenceKind: Hashable, Sendable {
  /// The pictures have different sizes.
  case size
  /// The same picture, moved by whole pixels.
  case moved(dx: Int, dy: Int)
  /// The picture is the one that another frame should show.
  case timing(expectedIndex: Int)
  /// No channel differs by more than two levels.
  case levels(maximum: Int)
  /// The difference lies in a few places.
  case local(clusters: Int)
  /// The difference lies all over the picture.
  case global
  /// The expected picture was not kept; only the fingerprints tell that something differs.
  case unseen

  /// The farthest that a picture is looked for, in pixels on each axis.
  public static let maximumMove = 16

  /// The kind's name in reports: `moved`, `timing`, …
  public var name: String {
    switch self {
    case .size: "size"
    case .moved: "moved"
    case .timing: "timing"
    case .levels: "levels"
    case .local: "local"
    case .global: "global"
    case .unseen: "unseen"
    }
  }
}

extension DifferenceKind: CustomStringConvertible {
  /// What stands after "looks like" in a failure.
  public var description: String {
    switch self {
    case .size: "another size"
    case .moved(let dx, let dy): "the same picture moved by (\(signed(dx)), \(signed(dy))) px"
    case .timing(let index): "the picture expected at frame \(index)"
    case .levels(let maximum): "the same picture with levels off by at most \(maximum)"
    case .local(let clusters):
      clusters == 1 ? "local change" : "local changes in \(clusters) places"
    case .global: "a change all over the picture"
    case .unseen: "a change that cannot be shown, since the expected picture was not kept"
    }
  }
}

/// A number with a true minus sign.
func signed(_ value: Int) -> String { value < 0 ? "−\(value.magnitude)" : "\(value)" }

extension DifferenceKind {
  /// Tells what the difference of two pictures of one size looks like.
  init(
    expected: Pixmap, actual: Pixmap, comparison: ImageComparison, clusters: [Cluster],
    maximumDelta: Int
  ) {
    guard comparison.sizesMatch else {
      self = .size
      return
    }
    if let map = comparison.map,
      let move = DifferenceKind.move(expected, actual, map: map, counted: comparison.differing)
    {
      self = .moved(dx: move.dx, dy: move.dy)
    } else if maximumDelta <= 2 {
      self = .levels(maximum: maximumDelta)
    } else {
      let area = clusters.reduce(0) { $0 + $1.box.area }
      self =
        clusters.count <= 4 && area * 2 < comparison.total
        ? .local(clusters: clusters.count) : .global
    }
  }

  /// The shortest move by whole pixels that explains every counted pixel.
  private static func move(
    _ a: Pixmap, _ b: Pixmap, map: DifferenceMap, counted: Int
  ) -> (dx: Int, dy: Int)? {
    if counted == 0 { return nil }
    var moves: [(dx: Int, dy: Int)] = []
    for dy in -maximumMove...maximumMove {
      for dx in -maximumMove...maximumMove where dx != 0 || dy != 0 { moves.append((dx, dy)) }
    }
    func length(_ move: (dx: Int, dy: Int)) -> Int { move.dx * move.dx + move.dy * move.dy }
    // A stable order: nearer first, then as they stand, so that equal frames have equal reports.
    let order = moves.indices.sorted {
      let (p, q) = (length(moves[$0]), length(moves[$1]))
      return p != q ? p < q : $0 < $1
    }
    for index in order {
      let (dx, dy) = moves[index]
      if Kernels.isMoved(a, b, map: map, counted: counted, dx: dx, dy: dy) { return (dx, dy) }
    }
    return nil
  }
}
