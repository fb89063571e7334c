/// A set of frame indices of one timeline, in ascending order.
///
/// The indices are absolute: frame 100 is frame 100 of the whole timeline, whichever set names it.
public struct FrameSet: Hashable, Sendable {
  /// The set as ranges that ascend and neither overlap nor touch.
  public let ranges: [Range<Int>]
  /// How many frames come before each range.
  private let starts: [Int]
  /// How many frames the set has.
  public let count: Int

  /// The set without a frame.
  public static let empty = FrameSet(ranges: [])

  /// The frames of some ranges, in any order, overlapping or not; empty ranges add nothing.
  public init(ranges: [Range<Int>]) {
    var joined: [Range<Int>] = []
    for range in ranges.filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    var starts: [Int] = []
    starts.reserveCapacity(joined.count)
    var count = 0
    for range in joined {
      starts.append(count)
      count += range.count
    }
    self.ranges = joined
    self.starts = starts
    self.count = count
  }

  /// All frames of a range.
  public init(_ range: Range<Int>) { self.init(ranges: [range]) }

  /// Some frames, in any order; repeated ones count once.
  public init(_ frames: some Sequence<Int>) {
    self.init(ranges: frames.map { $0..<($0 + 1) })
  }

  /// Whether the set holds a frame.
  public func contains(_ frame: Int) -> Bool { position(of: frame) != nil }

  /// How many frames of the set come before `frame`, or `nil` if the set does not hold it.
  public func position(of frame: Int) -> Int? {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= frame { low = middle + 1 } else { high = middle }
    }
    guard low < ranges.count, ranges[low].contains(frame) else { return nil }
    return starts[low] + frame - ranges[low].lowerBound
  }

  /// The frames that are in either set.
  public func union(_ other: FrameSet) -> FrameSet { FrameSet(ranges: ranges + other.ranges) }

  /// The frames of this set that the other does not hold.
  public func subtracting(_ other: FrameSet) -> FrameSet {
    var left: [Range<Int>] = []
    var next = 0
    for range in ranges {
      var lower = range.lowerBound
      while next < other.ranges.count, other.ranges[next].upperBound <= lower { next += 1 }
      var i = next
      while i < other.ranges.count, other.ranges[i].lowerBound < range.upperBound {
        let cut = other.ranges[i]
        if cut.lowerBound > lower { left.append(lower..<cut.lowerBound) }
        lower = Swift.max(lower, cut.upperBound)
        i += 1
      }
      if lower < range.upperBound { left.append(lower..<range.upperBound) }
    }
    return FrameSet(ranges: left)
  }

  /// The frames that are in both sets.
  public func intersection(_ other: FrameSet) -> FrameSet {
    subtracting(subtracting(other))
  }

  /// The distance between neighbouring frames where it is the same throughout (1 for a set of one
  /// frame), or `nil` for an irregular set and an empty one.
  public var step: Int? {
    guard let range = ranges.first else { return nil }
    if ranges.count == 1 { return 1 }
    let step = ranges[1].lowerBound - range.lowerBound
    for i in 0..<ranges.count {
      if ranges[i].count != 1 { return nil }
      if i > 0, ranges[i].lowerBound - ranges[i - 1].lowerBound != step { return nil }
    }
    return step
  }
}

extension FrameSet: RandomAccessCollection {
  /// 0.
  public var startIndex: Int { 0 }
  /// The same as ``count``.
  public var endIndex: Int { count }

  /// The frame that has `position` frames of the set before it.
  ///
  /// - Precondition: `position` is in `0..<count`.
  public subscript(position: Int) -> Int {
    precondition(position >= 0 && position < count, "position outside the frame set")
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= position { low = middle } else { high = middle }
    }
    return ranges[low].lowerBound + position - starts[low]
  }
}

extension FrameSet: CustomStringConvertible {
  /// The shortest usual way to write the set: `0-149`, `0-148x2`, `0,30,60-89`; empty for an empty
  /// set. ``init(_:frameCount:markers:)`` reads it back.
  public var description: String {
    var items: [String] = []
    var i = 0
    while i < ranges.count {
      let range = ranges[i]
      // Three single frames or more at one distance are written as a step.
      var end = i
      if range.count == 1, i + 1 < ranges.count {
        let step = ranges[i + 1].lowerBound - range.lowerBound
        while end + 1 < ranges.count, ranges[end + 1].count == 1,
          ranges[end + 1].lowerBound - ranges[end].lowerBound == step
        {
          end += 1
        }
        if end - i >= 2 {
          items.append("\(range.lowerBound)-\(ranges[end].lowerBound)x\(step)")
          i = end + 1
          continue
        }
      }
      items.append(
        range.count == 1
          ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound - 1)")
      i += 1
    }
    return items.joined(separator: ",")
  }
}
