import FolioSequence

/// Which pictures of a sequence its golden keeps beside the fingerprints of all frames.
public enum Keep: Hashable, Sendable {
  /// The first, the last, the fastest and the settled frames, at most so many.
  case keyFrames(atMost: Int)
  /// A PNG file for every frame.
  case all
  /// One animated PNG file of all frames.
  case animation

  /// Five key frames: a phone's page turn of 60 frames takes 1 MB instead of 11.
  public static let keyFrames = Keep.keyFrames(atMost: 5)

  /// The name in `golden.json`.
  var name: String {
    switch self {
    case .keyFrames: "keyFrames"
    case .all: "all"
    case .animation: "animation"
    }
  }

  /// The frames whose pictures are kept, ascending.
  func indices(_ records: [FrameRecord]) -> [Int] {
    let count = records.count
    guard case .keyFrames(let limit) = self else { return Array(0..<count) }
    var chosen: [Int] = []
    func choose(_ index: Int) {
      if chosen.count < limit, index >= 0, index < count, !chosen.contains(index) {
        chosen.append(index)
      }
    }
    if count == 0 || limit <= 0 { return [] }
    choose(0)
    choose(count - 1)
    let offsets = records.map(\.contentOffset)
    if offsets.contains(nil) {
      // Nothing is known of motion, so an even spread is all that can be done.
      for k in 1..<max(limit - 1, 1) { choose(k * (count - 1) / max(limit - 1, 1)) }
    } else {
      func speed(_ i: Int) -> Double {
        guard i > 0, let a = offsets[i - 1], let b = offsets[i] else { return 0 }
        return max((b.x - a.x).magnitude, (b.y - a.y).magnitude)
      }
      let fastest = (0..<count).max { speed($0) < speed($1) } ?? 0
      if speed(fastest) > 0 { choose(fastest) }
      // The first frame of each rest: a settled page.
      for i in 1..<max(count, 2) where i < count {
        if speed(i) == 0, i > 1, speed(i - 1) > 0 { choose(i) }
      }
    }
    return chosen.sorted()
  }
}
