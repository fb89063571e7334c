import FolioSequence

/// The result of comparing two sequences of frames, aligned by what they show.
///
/// ```swift
/// let result = try SequenceComparison(expected: reference, actual: frames)
/// if !result.passes { print(result.summary) }
/// ```
///
/// A sequence passes when every frame has its counterpart and is within the tolerance. Comparing
/// nothing is a failure.
public struct SequenceComparison: Sendable {
  /// How frames find their counterparts.
  public enum Alignment: String, Sendable, CaseIterable {
    /// By what they show, so that one frame too many is one difference.
    case content
    /// By their place in the sequence.
    case index
    /// By their time, for sequences of different rates.
    case time
  }

  /// What counts as a failure.
  public struct Changes: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Changes from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Frames that differ.
    public static let changed = Changes(rawValue: 1)
    /// Frames that only the actual sequence has.
    public static let added = Changes(rawValue: 2)
    /// Frames that only the expected sequence has.
    public static let removed = Changes(rawValue: 4)
    /// All of them.
    public static let all: Changes = [.changed, .added, .removed]
  }

  /// How two sequences are compared.
  public struct Options: Sendable {
    /// What may differ in a frame.
    public var tolerance = Tolerance.exact
    /// Rectangles in pixels in which nothing counts.
    public var ignoring: [PixelBox] = []
    /// Names of elements in whose boxes, expected or actual, nothing counts.
    public var ignoringElements: [String] = []
    /// How frames find their counterparts.
    public var alignment = Alignment.content
    /// What counts as a failure.
    public var failOn = Changes.all
    /// After how many failing frames the comparison stops; `nil` compares all, so that counts are
    /// whole.
    public var stopAfter: Int?

    /// Exact, nothing ignored, aligned by content, all frames.
    public init() {}
  }

  /// What became of a frame.
  public enum Status: String, Sendable {
    /// It equals its counterpart.
    case equal
    /// It differs and may.
    case withinTolerance
    /// It differs.
    case differs
    /// Only the actual sequence has it.
    case inserted
    /// Only the expected sequence has it.
    case dropped
    /// One of the pictures could not be read or drawn.
    case damaged
  }

  /// One frame of the result.
  public struct Frame: Sendable {
    /// Its index in the expected sequence; `nil` for an inserted frame.
    public let expectedIndex: Int?
    /// Its index in the actual sequence; `nil` for a dropped frame.
    public let actualIndex: Int?
    /// What became of it.
    public let status: Status
    /// What is known of the expected frame beside its picture.
    public let expectedRecord: FrameRecord?
    /// What is known of the actual frame beside its picture.
    public let actualRecord: FrameRecord?
    /// How it differs; `nil` where it is equal or has no counterpart.
    public var difference: Difference?
    /// Why it is damaged.
    public var fault: String?

    /// The record to describe the frame by: the actual one, else the expected one.
    public var record: FrameRecord? { actualRecord ?? expectedRecord }
    /// The frame's number in messages: the actual index, else the expected one.
    public var number: Int { actualIndex ?? expectedIndex ?? 0 }
  }

  /// How a frame differs from its counterpart.
  public struct Difference: Sendable {
    /// What it looks like.
    public var kind: DifferenceKind
    /// The comparison of the pictures without its map; `nil` where the expected one was not kept.
    public var comparison: Counts?
    /// Groups of differing pixels, the largest first.
    public var clusters: [Cluster] = []
    /// The largest difference of each channel.
    public var maximumDelta = ChannelDelta(red: 0, green: 0, blue: 0, alpha: 0)
    /// The elements in which differing pixels lie.
    public var elements: [ElementDifference] = []
    /// Elements that are not where they were expected.
    public var changes: [ElementChange] = []
  }

  /// The numbers of a comparison of two pictures.
  public struct Counts: Hashable, Sendable {
    /// The expected picture's size in pixels.
    public let expectedSize: PixelSize
    /// The actual picture's size in pixels.
    public let actualSize: PixelSize
    /// Pixels that count as different.
    public let differing: Int
    /// Pixels that were excused as anti-aliasing.
    public let excused: Int
    /// The pixels that shares refer to.
    public let total: Int
    /// The smallest rectangle around the counted pixels.
    public let box: PixelBox
    /// The structural similarity, where it was asked for.
    public let similarity: StructuralSimilarity?

    init(_ result: ImageComparison) {
      expectedSize = result.expectedSize
      actualSize = result.actualSize
      differing = result.differing
      excused = result.excused
      total = result.total
      box = result.box
      similarity = result.similarity
    }
  }

  /// Frames that come later or earlier than expected from some frame on.
  public struct Shift: Hashable, Sendable {
    /// The first actual frame that is not where it should be.
    public let from: Int
    /// The last one of them, or `nil` where none after it is in its place again.
    public internal(set) var through: Int?
    /// By how many frames they are late, or early where negative.
    public let frames: Int
  }

  /// The options that were used.
  public let options: Options
  /// The number of expected frames.
  public let expectedCount: Int
  /// The number of actual frames.
  public let actualCount: Int
  /// Differences between what the sequences are as a whole: size, scale, rate. Each fails.
  public let headerFaults: [String]
  /// Whether the frames have times: a folder of pictures without a manifest has none.
  public let isTimed: Bool
  /// The frames in order.
  public private(set) var frames: [Frame] = []
  /// Stretches of frames that are late or early.
  public private(set) var shifts: [Shift] = []
  /// Whether the actual frames are the expected ones in reverse order.
  public private(set) var isReversed = false
  /// Whether the comparison stopped before its end.
  public private(set) var stoppedEarly = false
  /// Notes that do not fail: another renderer recorded the reference, pixels were excused.
  public private(set) var notes: [String] = []

  /// Compares two sequences.
  ///
  /// - Parameters:
  ///   - expected: The reference; pictures that it did not keep are compared by fingerprint.
  ///   - actual: What is to be like it.
  ///   - options: How they are compared.
  /// - Throws: ``GoldenError/usage(_:)`` for a tolerance without meaning. What cannot be read or
  ///   drawn becomes a frame that is ``Status/damaged``, and never passes.
  public init(
    expected: any GoldenFrames, actual: any GoldenFrames, options: Options = Options()
  ) throws(GoldenError) {
    if let fault = options.tolerance.fault { throw .usage("tolerance: \(fault)") }
    self.options = options
    expectedCount = expected.count
    actualCount = actual.count
    isTimed = expected.isTimed || actual.isTimed
    headerFaults = SequenceComparison.headerFaults(expected, actual)
    if !expected.renderer.isEmpty, !actual.renderer.isEmpty, expected.renderer != actual.renderer {
      notes.append(
        "the reference was recorded by \(expected.renderer), these frames are by "
          + "\(actual.renderer)")
    }
    var prints = Prints(expected, actual)
    let steps = align(expected, actual, &prints)
    findShifts(steps, prints)
    compare(steps, expected, actual, prints)
    let excused = frames.reduce(0) { $0 + ($1.difference?.comparison?.excused ?? 0) }
    if excused > 0 { notes.append("\(excused) pixels were excused as anti-aliasing") }
  }

  /// The fingerprints of both sides; `nil` where a frame cannot be had.
  private struct Prints {
    var expected: [Fingerprint?] = []
    var actual: [Fingerprint?] = []
    var faults: [Int: String] = [:]
    var expectedFaults: [Int: String] = [:]

    init(_ e: any GoldenFrames, _ a: any GoldenFrames) {
      for i in 0..<e.count {
        do { expected.append(try e.fingerprint(at: i)) } catch {
          expected.append(nil)
          expectedFaults[i] = "\(error)"
        }
      }
      for i in 0..<a.count {
        do { actual.append(try a.fingerprint(at: i)) } catch {
          actual.append(nil)
          faults[i] = "\(error)"
        }
      }
    }
  }

  private static func headerFaults(
    _ e: any GoldenFrames, _ a: any GoldenFrames
  ) -> [String] {
    var faults: [String] = []
    if e.count > 0, a.count > 0 {
      if e.size != a.size {
        faults.append("size \(e.size) px expected, \(a.size) px found")
      }
      if e.scale != a.scale {
        faults.append("scale \(decimal(e.scale)) expected, \(decimal(a.scale)) found")
      }
      if let rate = e.frameRate, let found = a.frameRate, rate != found {
        faults.append("\(rate) frames a second expected, \(found) found")
      }
    }
    return faults
  }

  private func align(
    _ expected: any GoldenFrames, _ actual: any GoldenFrames, _ prints: inout Prints
  ) -> [FolioGolden.Alignment.Step] {
    switch options.alignment {
    case .index:
      return FolioGolden.Alignment(positions: expected.count, actual.count).steps
    case .content:
      // A frame that cannot be had equals no other.
      func keys(_ prints: [Fingerprint?], _ side: Int) -> [Key] {
        prints.enumerated().map { $1.map { .print($0) } ?? .none(side, $0) }
      }
      return FolioGolden.Alignment(
        content: keys(prints.expected, 0), keys(prints.actual, 1)
      ).steps
    case .time:
      func times(_ frames: any GoldenFrames) -> [FrameTime] {
        (0..<frames.count).map { index in
          (try? frames.record(at: index).time) ?? frames.frameRate?.time(of: index)
            ?? FrameTime(Int64(index))
        }
      }
      return FolioGolden.Alignment(keys: times(expected), times(actual)) { a, b in
        Int128(a.numerator) * Int128(b.denominator) < Int128(b.numerator) * Int128(a.denominator)
      }.steps
    }
  }

  private enum Key: Hashable {
    case print(Fingerprint)
    case none(Int, Int)
  }

  // MARK: Late and early

  /// Finds long stretches of equal frames at another index, where the sequences are equally long: a
  /// frame too many then stands against one too few at the end, and the story is a delay.
  private mutating func findShifts(_ steps: [FolioGolden.Alignment.Step], _ prints: Prints) {
    guard options.alignment == .content, expectedCount == actualCount, expectedCount > 2 else {
      return
    }
    let n = expectedCount
    let matched = steps.count { if case .match = $0 { true } else { false } }
    if matched < n,
      (0..<n).allSatisfy({
        prints.actual[$0] != nil && prints.actual[$0] == prints.expected[n - 1 - $0]
      })
    {
      isReversed = true
      return
    }
    // The stretches of matches at one distance: where each begins and how long it is.
    var stretches: [(start: Int, end: Int, distance: Int, count: Int)] = []
    var firstInserted: Int?
    for step in steps {
      switch step {
      case .match(let e, let a):
        if let last = stretches.last, last.distance == a - e {
          stretches[stretches.count - 1].end = a
          stretches[stretches.count - 1].count += 1
        } else {
          let start = a > e ? firstInserted ?? a : a
          stretches.append((start, a, a - e, 1))
        }
        firstInserted = nil
      case .inserted(let a), .pair(_, let a): firstInserted = firstInserted ?? a
      case .dropped: break
      }
    }
    for (place, stretch) in stretches.enumerated()
    where stretch.distance != 0 && stretch.count >= max(2, n / 20) {
      // A still picture at the end is in its place whatever came before it.
      let rest = stretches.dropFirst(place + 1).map(\.start).first.map { $0..<n } ?? 0..<0
      let isStill = Set(rest.map { prints.actual[$0] }).count < 2
      shifts.append(
        Shift(
          from: stretch.start, through: isStill ? nil : stretch.end, frames: stretch.distance))
    }
  }

  // MARK: Frames

  private mutating func compare(
    _ steps: [FolioGolden.Alignment.Step], _ expected: any GoldenFrames,
    _ actual: any GoldenFrames, _ prints: Prints
  ) {
    // Where a fingerprint stands in the expected sequence, for pictures that come at another time.
    var places: [Fingerprint: [Int]] = [:]
    for (index, print) in prints.expected.enumerated() {
      if let print { places[print, default: []].append(index) }
    }
    var failures = 0
    for step in steps {
      if let limit = options.stopAfter, failures >= limit {
        stoppedEarly = true
        break
      }
      let frame: Frame
      switch step {
      case .match(let e, let a):
        frame = Frame(
          expectedIndex: e, actualIndex: a, status: .equal,
          expectedRecord: try? expected.record(at: e), actualRecord: try? actual.record(at: a))
      case .pair(let e, let a):
        frame = compared(e, a, expected, actual, prints, places)
      case .inserted(let a):
        frame = Frame(
          expectedIndex: nil, actualIndex: a,
          status: prints.actual[a] == nil ? .damaged : .inserted, expectedRecord: nil,
          actualRecord: try? actual.record(at: a), fault: prints.faults[a])
      case .dropped(let e):
        frame = Frame(
          expectedIndex: e, actualIndex: nil,
          status: prints.expected[e] == nil ? .damaged : .dropped,
          expectedRecord: try? expected.record(at: e), actualRecord: nil,
          fault: prints.expectedFaults[e])
      }
      frames.append(frame)
      if fails(frame) { failures += 1 }
    }
  }

  private func compared(
    _ e: Int, _ a: Int, _ expected: any GoldenFrames, _ actual: any GoldenFrames,
    _ prints: Prints, _ places: [Fingerprint: [Int]]
  ) -> Frame {
    let expectedRecord = try? expected.record(at: e)
    let actualRecord = try? actual.record(at: a)
    func frame(
      _ status: Status, _ difference: Difference? = nil, fault: String? = nil
    ) -> Frame {
      Frame(
        expectedIndex: e, actualIndex: a, status: status, expectedRecord: expectedRecord,
        actualRecord: actualRecord, difference: difference, fault: fault)
    }
    if let fault = prints.faults[a] { return frame(.damaged, fault: "actual: \(fault)") }
    if let fault = prints.expectedFaults[e] { return frame(.damaged, fault: "expected: \(fault)") }
    if let print = prints.expected[e], print == prints.actual[a] { return frame(.equal) }

    let changes = ElementChange.changes(
      from: expectedRecord?.elements ?? [], to: actualRecord?.elements ?? [])
    // The nearest frame that should show this picture.
    let elsewhere = prints.actual[a].flatMap { places[$0] }?.min {
      ($0 - e).magnitude < ($1 - e).magnitude
    }
    do {
      guard let right = try actual.picture(at: a) else { throw GoldenError.noPicture(index: a) }
      guard let left = try expected.picture(at: e) else {
        if !options.tolerance.isExact || !ignored(expectedRecord, actualRecord, 1).isEmpty {
          return frame(
            .damaged,
            fault: "the expected picture is not kept, so only exact equality can be told; record "
              + "the golden with the pictures of all frames")
        }
        var difference = Difference(kind: elsewhere.map { .timing(expectedIndex: $0) } ?? .unseen)
        difference.changes = changes
        return frame(.differs, difference)
      }
      let result = ImageComparison(
        expected: left, actual: right, tolerance: options.tolerance,
        ignoring: ignored(expectedRecord, actualRecord, actual.scale))
      if let fault = result.fault { return frame(.damaged, fault: fault) }
      if result.passes, result.differing == 0, result.excused == 0 { return frame(.equal) }
      var difference = Difference(kind: .size)
      difference.comparison = Counts(result)
      difference.changes = changes
      if let map = result.map {
        difference.clusters = map.clusters
        difference.maximumDelta = result.maximumDelta(expected: left, actual: right)
        difference.elements = map.elements(
          actualRecord?.elements ?? expectedRecord?.elements ?? [], scale: actual.scale)
      }
      if !result.passes || result.differing > 0 {
        difference.kind = DifferenceKind(
          expected: left, actual: right, comparison: result, clusters: difference.clusters,
          maximumDelta: difference.maximumDelta.maximum)
      } else {
        difference.kind = .local(clusters: 0)
      }
      // A move is the better story: it is exact and near.
      if case .moved = difference.kind {
      } else if let elsewhere, result.sizesMatch {
        difference.kind = .timing(expectedIndex: elsewhere)
      }
      return frame(result.passes ? .withinTolerance : .differs, difference)
    } catch {
      return frame(.damaged, fault: "\(error)")
    }
  }

  /// The rectangles of a frame in which nothing counts, those of ignored elements among them.
  func ignoredRects(_ frame: Frame, scale: Double) -> [PixelBox] {
    ignored(frame.expectedRecord, frame.actualRecord, scale)
  }

  private func ignored(
    _ e: FrameRecord?, _ a: FrameRecord?, _ scale: Double
  ) -> [PixelBox] {
    if options.ignoringElements.isEmpty { return options.ignoring }
    let names = Set(options.ignoringElements)
    let boxes = ((e?.elements ?? []) + (a?.elements ?? [])).filter { names.contains($0.name) }
    return options.ignoring + boxes.map { PixelBox(covering: $0, scale: scale) }
  }

  // MARK: Verdict

  /// Whether a frame fails the comparison.
  public func fails(_ frame: Frame) -> Bool {
    switch frame.status {
    case .equal, .withinTolerance: false
    case .differs: options.failOn.contains(.changed)
    case .inserted: options.failOn.contains(.added)
    case .dropped: options.failOn.contains(.removed)
    case .damaged: true
    }
  }

  /// How many frames have a status.
  public func count(_ status: Status) -> Int { frames.count { $0.status == status } }

  /// How many pairs of frames were compared.
  public var compared: Int {
    frames.count { $0.expectedIndex != nil && $0.actualIndex != nil }
  }

  /// Whether nothing was compared, which fails.
  public var isEmpty: Bool { compared == 0 }

  /// Whether the sequence is what was expected.
  public var passes: Bool {
    !isEmpty && headerFaults.isEmpty && !frames.contains(where: fails)
  }

  /// Whether something could not be compared, which is worse than a difference.
  public var isDamaged: Bool { frames.contains { $0.status == .damaged } }
}
