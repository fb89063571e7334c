/// How many pixels may differ before a comparison fails.
///
/// With nothing stated the answer is none. Several budgets together must all hold.
public indirect enum Budget: Hashable, Sendable {
  /// No pixel may differ.
  case none
  /// At most so many pixels may differ.
  case pixels(Int)
  /// At most this share of the picture may differ, 0...1: `floor(ratio * width * height)` pixels.
  case ratio(Double)
  /// In no window of `side` by `side` pixels may more than `count` pixels differ; the window is cut
  /// to the picture.
  ///
  /// Unlike a share of the picture this does not grow with it: noise spread over a frame passes, a
  /// badge in a corner does not.
  case window(side: Int, count: Int)
  /// All of them must hold.
  case all([Budget])

  /// Whether nothing at all may differ.
  var isEmpty: Bool {
    switch self {
    case .none, .pixels(...0): true
    case .all(let budgets): budgets.isEmpty || budgets.contains { $0.isEmpty }
    case .pixels, .ratio, .window: false
    }
  }

  /// What is wrong with the numbers, or `nil`.
  var fault: String? {
    switch self {
    case .none: return nil
    case .pixels(let count):
      return count < 0 ? "a budget of \(count) pixels, expected at least 0" : nil
    case .ratio(let ratio):
      return ratio >= 0 && ratio <= 1
        ? nil : "a budget of the share \(ratio), expected a number from 0 to 1"
    case .window(let side, let count):
      if side < 1 { return "a budget for windows of \(side) pixels a side, expected at least 1" }
      return count < 0 ? "a budget of \(count) pixels a window, expected at least 0" : nil
    case .all(let budgets): return budgets.lazy.compactMap(\.fault).first
    }
  }

  /// Whether the differing pixels of a map are within the budget.
  func allows(count: Int, of area: Int, map: DifferenceMap?) -> Bool {
    if count == 0 { return true }
    switch self {
    case .none: return false
    case .pixels(let limit): return count <= limit
    case .ratio(let ratio): return Double(count) <= (ratio * Double(area)).rounded(.down)
    case .window(let side, let limit):
      if count <= limit { return true }
      guard let map else { return false }
      return map.largestWindow(side: side) <= limit
    case .all(let budgets):
      return !budgets.isEmpty
        && budgets.allSatisfy { $0.allows(count: count, of: area, map: map) }
    }
  }
}

extension Budget: CustomStringConvertible {
  /// `none`, `100 pixels`, `share 0.001`, `4 pixels in 32×32`, joined by `and`.
  public var description: String {
    switch self {
    case .none: "none"
    case .pixels(let count): "\(count) pixels"
    case .ratio(let ratio): "share \(ratio)"
    case .window(let side, let count): "\(count) pixels in \(side)×\(side)"
    case .all(let budgets):
      budgets.isEmpty ? "none" : budgets.map(\.description).joined(separator: " and ")
    }
  }
}

extension DifferenceMap {
  /// The largest number of differing pixels in any window of `side` pixels a side, which is cut to
  /// the picture on each axis.
  ///
  /// - Precondition: `side` is at least 1.
  public func largestWindow(side: Int) -> Int {
    if width == 0 || height == 0 { return 0 }
    return Kernels.largestWindow(in: self, width: min(side, width), height: min(side, height))
  }
}
