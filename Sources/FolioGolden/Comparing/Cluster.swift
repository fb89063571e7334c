/// A group of differing pixels that lie close together.
public struct Cluster: Hashable, Sendable {
  /// The smallest rectangle around them.
  public let box: PixelBox
  /// How many there are.
  public let count: Int
}

extension DifferenceMap {
  /// The groups of counted pixels, the largest first, those of equal size from the top left.
  ///
  /// Pixels are gathered in cells of 8 by 8; cells that touch, also at a corner, are one group. So
  /// pixels at most 8 apart belong together and pixels 16 or more apart do not.
  public var clusters: [Cluster] {
    let cells = Kernels.cells(of: self)
    let (columns, rows) = (cells.columns, cells.rows)
    var seen = [Bool](repeating: false, count: columns * rows)
    var clusters: [Cluster] = []
    var open: [Int] = []
    for start in 0..<(columns * rows) where cells.counts[start] > 0 && !seen[start] {
      var box = PixelBox(x: 0, y: 0, width: 0, height: 0)
      var count = 0
      seen[start] = true
      open.append(start)
      while let cell = open.popLast() {
        count += cells.counts[cell]
        box = box.union(
          PixelBox(
            left: cells.boxes[4 * cell], top: cells.boxes[4 * cell + 1],
            right: cells.boxes[4 * cell + 2], bottom: cells.boxes[4 * cell + 3]))
        let (column, row) = (cell % columns, cell / columns)
        for y in max(row - 1, 0)...min(row + 1, rows - 1) {
          for x in max(column - 1, 0)...min(column + 1, columns - 1) {
            let next = y * columns + x
            if cells.counts[next] > 0, !seen[next] {
              seen[next] = true
              open.append(next)
            }
          }
        }
      }
      clusters.append(Cluster(box: box, count: count))
    }
    return clusters.sorted {
      $0.count != $1.count
        ? $0.count > $1.count
        : ($0.box.y, $0.box.x) < ($1.box.y, $1.box.x)
    }
  }
}
