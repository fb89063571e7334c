import FolioSequence

/// How many differing pixels lie in one element.
public struct ElementDifference: Hashable, Sendable {
  /// The element's name.
  public let name: String
  /// Differing pixels of which it is the topmost element.
  public let count: Int
}

/// An element that is not where it was expected.
public struct ElementChange: Hashable, Sendable {
  /// What happened to an element.
  public enum Kind: Hashable, Sendable {
    /// It is elsewhere or has another size: the expected box, then the actual one, in points.
    case moved(from: ElementBox, to: ElementBox)
    /// It is only in the actual frame.
    case appeared(ElementBox)
    /// It is only in the expected frame.
    case gone(ElementBox)
  }

  /// The element's name.
  public let name: String
  /// What happened.
  public let kind: Kind
}

extension ElementChange: CustomStringConvertible {
  /// `card moved by (−1, 0) pt`, `badge appeared at (300, 20)`, …
  public var description: String {
    switch kind {
    case .moved(let from, let to):
      var parts: [String] = []
      if from.x != to.x || from.y != to.y {
        parts.append("moved by (\(decimal(to.x - from.x)), \(decimal(to.y - from.y))) pt")
      }
      if from.width != to.width || from.height != to.height {
        parts.append(
          "resized from \(decimal(from.width))×\(decimal(from.height)) to "
            + "\(decimal(to.width))×\(decimal(to.height)) pt")
      }
      return name + " " + parts.joined(separator: " and ")
    case .appeared(let box): return "\(name) appeared at (\(decimal(box.x)), \(decimal(box.y))) pt"
    case .gone(let box): return "\(name) is gone from (\(decimal(box.x)), \(decimal(box.y))) pt"
    }
  }

  /// The changes between the boxes of two frames: in the order of the expected ones, then what
  /// appeared. Elements of one name are matched in their order.
  static func changes(from expected: [ElementBox], to actual: [ElementBox]) -> [ElementChange] {
    var places: [String: [Int]] = [:]
    for (index, box) in actual.enumerated().reversed() {
      places[box.name, default: []].append(index)
    }
    var isFound = [Bool](repeating: false, count: actual.count)
    var changes: [ElementChange] = []
    for box in expected {
      guard let place = places[box.name]?.popLast() else {
        changes.append(ElementChange(name: box.name, kind: .gone(box)))
        continue
      }
      isFound[place] = true
      if actual[place] != box {
        changes.append(ElementChange(name: box.name, kind: .moved(from: box, to: actual[place])))
      }
    }
    for (index, box) in actual.enumerated() where !isFound[index] {
      changes.append(ElementChange(name: box.name, kind: .appeared(box)))
    }
    return changes
  }
}

extension DifferenceMap {
  /// The elements in which counted pixels lie, the one with most of them first.
  ///
  /// A pixel belongs to the topmost box that holds it.
  ///
  /// - Parameters:
  ///   - boxes: The elements' boxes in points, from back to front.
  ///   - scale: Pixels a point.
  func elements(_ boxes: [ElementBox], scale: Double) -> [ElementDifference] {
    let rects = boxes.map { PixelBox(covering: $0, scale: scale) }
    var counts = [Int](repeating: 0, count: boxes.count)
    for y in 0..<height where touched[y] {
      let crossing = rects.indices.filter {
        !rects[$0].isEmpty && y >= rects[$0].y && y < rects[$0].bottom
      }
      if crossing.isEmpty { continue }
      // Between two neighbouring edges one box is the topmost one all along.
      let edges = Set(crossing.flatMap { [rects[$0].x, rects[$0].right] })
        .map { min(max($0, 0), width) }.sorted()
      guard let end = edges.last else { continue }
      let sums = Kernels.counts(in: self, row: y, starts: Array(edges.dropLast()), end: end)
      for (k, sum) in sums.enumerated() where sum > 0 {
        if let top = crossing.last(where: { rects[$0].contains(x: edges[k], y: y) }) {
          counts[top] += sum
        }
      }
    }
    return boxes.indices.filter { counts[$0] > 0 }
      .sorted { counts[$0] != counts[$1] ? counts[$0] > counts[$1] : $0 > $1 }
      .map { ElementDifference(name: boxes[$0].name, count: counts[$0]) }
  }
}

extension PixelBox {
  /// All pixels that a box in points touches; empty for a box whose numbers are not finite.
  public init(covering box: ElementBox, scale: Double) {
    func edge(_ value: Double, _ rule: FloatingPointRoundingRule) -> Int {
      let pixels = (value * scale).rounded(rule)
      return pixels.isFinite ? Int(min(max(pixels, -1e9), 1e9)) : 0
    }
    self.init(
      left: edge(box.x, .down), top: edge(box.y, .down), right: edge(box.x + box.width, .up),
      bottom: edge(box.y + box.height, .up))
  }
}

/// A number of points for people: at most three decimals, none where it is whole, a true minus sign.
func decimal(_ value: Double) -> String {
  guard value.isFinite, value.magnitude < 1e12 else { return "\(value)" }
  let thousandths = Int((value.magnitude * 1000).rounded())
  var text = String(thousandths / 1000)
  var rest = thousandths % 1000
  if rest > 0 {
    var digits = 3
    while rest % 10 == 0 {
      rest /= 10
      digits -= 1
    }
    let fraction = String(rest)
    text += "." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
  return value < 0 && thousandths > 0 ? "−" + text : text
}
