import FolioSequence
import Foundation
import TestSupport
import Testing

@testable import FolioGolden

/// Frames of a strip of pictures that is scrolled, with a still frame at each page.
enum Strip {
  static let picture: Pixmap = {
    var random = SplitMix64(seed: 3)
    return .noise(width: 400, height: 24, using: &random)
  }()

  /// The window of 60 by 24 pixels at an offset.
  static func frame(_ offset: Int) -> Pixmap {
    picture.cropped(to: PixelBox(x: 40 + offset, y: 0, width: 60, height: 24))
  }

  /// 60 frames, all different: the offset grows by 3, then by 4, so no two agree.
  static let frames: [Pixmap] = (0..<60).map { frame($0 * 4 + ($0 % 3 == 1 ? 1 : 0)) }

  static func compare(
    _ expected: [Pixmap], _ actual: [Pixmap],
    _ change: (inout SequenceComparison.Options) -> Void = { _ in }
  ) throws -> SequenceComparison {
    var options = SequenceComparison.Options()
    change(&options)
    return try SequenceComparison(
      expected: PixmapFrames(expected, frameRate: FrameRate(60)),
      actual: PixmapFrames(actual, frameRate: FrameRate(60)), options: options)
  }
}

@Suite("Sequences are aligned by what they show")
struct AlignmentTests {
  let frames = Strip.frames

  @Test("Equal sequences pass, with 60 equal frames")
  func equal() throws {
    let result = try Strip.compare(frames, frames)
    #expect(result.passes)
    #expect(result.count(.equal) == 60)
    #expect(result.story.isEmpty)
    #expect(result.summary == "60 frames as expected. 60 equal, 0 inserted, 0 dropped.")
  }

  @Test("Frame 17 doubled is one frame inserted at 17, not 43 mismatches")
  func duplicated() throws {
    var actual = frames
    actual.insert(actual[17], at: 17)
    let result = try Strip.compare(frames, actual)
    #expect(!result.passes)
    #expect(result.story == ["1 frame inserted at 17"])
    #expect(result.count(.equal) == 60)
    #expect(result.count(.inserted) == 1)
    #expect(result.count(.differs) == 0)
    #expect(try Strip.compare(frames, actual) { $0.failOn = [.changed, .removed] }.passes)
  }

  @Test("The first frame missing is one frame dropped at 0")
  func dropped() throws {
    let result = try Strip.compare(frames, Array(frames.dropFirst()))
    #expect(result.story == ["1 frame dropped at 0"])
    #expect(result.count(.dropped) == 1)
    #expect(result.count(.equal) == 59)
    #expect(!result.passes)
  }

  @Test("All frames one later, and all one earlier")
  func shifted() throws {
    let late = try Strip.compare(frames, [frames[0]] + frames.dropLast())
    #expect(late.story == ["from frame 1 on, 1 frame late"])
    #expect(!late.passes)
    let early = try Strip.compare(frames, frames.dropFirst() + [frames[59]])
    #expect(early.story == ["from frame 0 on, 1 frame early"])
    #expect(!early.passes)
  }

  @Test("Frames in reverse are said to run backwards")
  func reversed() throws {
    let result = try Strip.compare(frames, frames.reversed())
    #expect(result.story == ["the frames run backwards"])
    #expect(!result.passes)
  }

  @Test("An offset one pixel further on every frame is the same picture moved")
  func offset() throws {
    // Offsets of multiples of 40: no frame shows what another one should.
    let expected = (0..<7).map { Strip.frame($0 * 40) }
    let actual = (0..<7).map { Strip.frame($0 * 40 + 1) }
    let result = try Strip.compare(expected, actual)
    #expect(result.story == ["7 frames moved by (−1, 0) px"])
    let sixty = (0..<60).map { Strip.frame($0 % 7 * 40) }
    let moved = (0..<60).map { Strip.frame($0 % 7 * 40 + 1) }
    #expect(try Strip.compare(sixty, moved).story == ["60 frames moved by (−1, 0) px"])
  }

  @Test("A settle that comes two frames late is late from there on")
  func lateSettle() throws {
    var actual = Array(frames[...30])
    actual += [frames[30], frames[30]]
    actual += frames[31...57]
    let result = try Strip.compare(frames, actual)
    #expect(actual.count == 60)
    #expect(result.story == ["from frame 31 on, 2 frames late"])
  }

  @Test("A late stretch that comes to rest at the same picture has no dropped frames")
  func lateWithRest() throws {
    let expected = frames[...39] + Array(repeating: frames[39], count: 20)
    let actual =
      frames[...30] + [frames[30], frames[30]] + frames[31...39]
      + Array(repeating: frames[39], count: 18)
    let result = try Strip.compare(Array(expected), Array(actual))
    #expect(result.story.first == "from frame 31 on, 2 frames late")
    #expect(!result.passes)
  }

  @Test("A delay that is made up for is told with its end")
  func caughtUp() throws {
    var actual = frames
    actual.insert(actual[17], at: 17)
    actual.remove(at: 40)
    let result = try Strip.compare(frames, actual)
    #expect(result.story == ["frames 18–39 1 frame late"])
  }

  @Test("By position the doubled frame is 43 mismatches and one frame more")
  func byIndex() throws {
    var actual = frames
    actual.insert(actual[17], at: 17)
    let result = try Strip.compare(frames, actual) { $0.alignment = .index }
    #expect(result.count(.differs) == 42)
    #expect(result.count(.inserted) == 1)
  }

  @Test("By time, frames of half the rate find their counterparts")
  func byTime() throws {
    var options = SequenceComparison.Options()
    options.alignment = .time
    options.failOn = [.changed, .added]
    let half = frames.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    let result = try SequenceComparison(
      expected: PixmapFrames(frames, frameRate: FrameRate(60)),
      actual: PixmapFrames(half, frameRate: FrameRate(30)), options: options)
    #expect(result.compared == 30)
    #expect(result.count(.equal) == 30)
    #expect(result.count(.dropped) == 30)
    #expect(result.headerFaults == ["60 frames a second expected, 30 found"])
  }

  @Test("A few pixels in one place are local, all over is global, two levels are levels")
  func kinds() throws {
    let a = frames[0]
    func kind(_ b: Pixmap) throws -> DifferenceKind? {
      try Strip.compare([a], [b]).frames[0].difference?.kind
    }
    #expect(
      try kind(a.with(PixelBox(x: 8, y: 8, width: 4, height: 4), 0xFF00_FF00))
        == .local(clusters: 1))
    #expect(try kind(a.with(a.bounds, 0xFF00_FF00)) == .global)
    let levels = Pixmap(width: a.width, height: a.height) { x, y in
      let v = a[x, y]
      return v & 0xFF < 254 ? v + 2 : v
    }
    #expect(try kind(levels) == .levels(maximum: 2))
    #expect(try kind(a.moved(dx: 0, dy: 5)) != nil)
    #expect(try kind(frames[0].cropped(to: PixelBox(x: 0, y: 0, width: 59, height: 24))) == .size)
  }

  @Test("A move is found in every direction and told from a square that went away")
  func moves() throws {
    var random = SplitMix64(seed: 9)
    let big = Pixmap.noise(width: 96, height: 96, using: &random)
    for (dx, dy) in [(1, 0), (-1, 0), (0, 3), (-16, 16), (7, -11)] {
      let a = big.cropped(to: PixelBox(x: 20, y: 20, width: 50, height: 50))
      let b = big.cropped(to: PixelBox(x: 20 - dx, y: 20 - dy, width: 50, height: 50))
      let result = try Strip.compare([a], [b])
      #expect(result.frames[0].difference?.kind == .moved(dx: dx, dy: dy))
    }
    let flat = Pixmap(width: 50, height: 50) { _, _ in 0xFFFF_FFFF }
    let square = flat.with(PixelBox(x: 20, y: 20, width: 8, height: 8), 0xFF00_00FF)
    #expect(
      try Strip.compare([square], [flat]).frames[0].difference?.kind == .local(clusters: 1))
    let moved = flat.with(PixelBox(x: 23, y: 19, width: 8, height: 8), 0xFF00_00FF)
    #expect(
      try Strip.compare([square], [moved]).frames[0].difference?.kind == .moved(dx: 3, dy: -1))
  }

  @Test("600 frames are aligned within 50 ms, whatever their order")
  func speed() {
    var random = SplitMix64(seed: 11)
    let expected = (0..<600).map { $0 / 2 }
    let orders = [expected, expected.reversed(), expected.shuffled(using: &random)]
    for actual in orders {
      var least = Double.infinity
      for _ in 0..<3 {
        let start = ProcessInfo.processInfo.systemUptime
        let alignment = Alignment(content: expected, Array(actual))
        least = min(least, ProcessInfo.processInfo.systemUptime - start)
        #expect(!alignment.steps.isEmpty)
      }
      #expect(least < 0.05, "\(least * 1000) ms")
    }
  }

  @Test("The alignment is a longest common subsequence, also within a band")
  func longest() {
    var random = SplitMix64(seed: 5)
    for round in 0..<200 {
      let n = Int(random.next() % 12)
      let m = Int(random.next() % 12)
      let a = (0..<n).map { _ in Int(random.next() % 4) }
      let b = (0..<m).map { _ in Int(random.next() % 4) }
      // The definition, by recursion.
      func length(_ i: Int, _ j: Int) -> Int {
        if i == n || j == m { return 0 }
        if a[i] == b[j] { return 1 + length(i + 1, j + 1) }
        return max(length(i + 1, j), length(i, j + 1))
      }
      let steps = Alignment(content: a, b).steps
      let matches = steps.compactMap { step -> (Int, Int)? in
        if case .match(let e, let f) = step { (e, f) } else { nil }
      }
      #expect(matches.allSatisfy { a[$0.0] == b[$0.1] })
      #expect(matches.count == length(0, 0), "round \(round)")
      var seenE: [Int] = []
      var seenA: [Int] = []
      for step in steps {
        switch step {
        case .match(let e, let f), .pair(let e, let f):
          seenE.append(e)
          seenA.append(f)
        case .inserted(let f): seenA.append(f)
        case .dropped(let e): seenE.append(e)
        }
      }
      #expect(seenE == Array(0..<n))
      #expect(seenA == Array(0..<m))
    }
    let long = (0..<2000).map { Int32($0) }
    var changed = long
    changed.remove(at: 700)
    let path = Kernels.commonSubsequence(long, changed, maximumCells: 2000 * 40)
    #expect(path.count == 1999)
  }
}

@Suite("Elements are named")
struct ElementTests {
  @Test("Differing pixels belong to the topmost element, and moved boxes are told")
  func attribution() throws {
    let a = Pixmap(width: 200, height: 100) { _, _ in 0xFFFF_FFFF }
    let b = a.with(PixelBox(x: 60, y: 20, width: 10, height: 10), 0xFF00_0000)
      .with(PixelBox(x: 150, y: 50, width: 4, height: 4), 0xFF00_0000)
    func record(_ x: Double) -> FrameRecord {
      FrameRecord(
        index: 0, time: FrameTime(0), contentOffset: ContentOffset(x: 10, y: 0),
        elements: [
          ElementBox(name: "page", x: 0, y: 0, width: 100, height: 50),
          ElementBox(name: "card", x: 20, y: 5, width: 30, height: 30),
          ElementBox(name: "badge", x: x, y: 10, width: 2.5, height: 5),
        ])
    }
    func frames(_ picture: Pixmap, _ x: Double) -> DrawnFrames {
      DrawnFrames(count: 1, width: 200, height: 100, scale: 2, record: { _ in record(x) }) { _ in
        picture.bitmap
      }
    }
    let result = try SequenceComparison(expected: frames(a, 31), actual: frames(b, 30))
    let difference = try #require(result.frames[0].difference)
    // The badge covers pixels 60 to 64 of columns 60 to 69.
    let elements = difference.elements.map { "\($0.name) \($0.count)" }
    #expect(elements == ["badge 50", "card 50", "page 16"])
    #expect(difference.changes.map(\.description) == ["badge moved by (−1, 0) pt"])
    #expect(difference.kind == .local(clusters: 2))
    let lines = result.lines(for: result.frames[0], scale: 2)
    let expected: [String] = [
      "frame 0  offset (10, 0) pt, as expected",
      "  element badge moved by (−1, 0) pt",
      "  116 of 20 000 px (0.58 %), box x 60–153 y 20–53 px (30–77, 10–27 pt)",
      "  element badge: 50 px; element card: 50 px; element page: 16 px; largest channel difference 255",
      "  looks like: local changes in 2 places",
    ]
    #expect(lines == expected)
  }

  @Test("Nothing counts inside of ignored elements, expected or actual")
  func ignored() throws {
    let a = Pixmap(width: 40, height: 40) { _, _ in 0xFFFF_FFFF }
    let box = PixelBox(x: 10, y: 10, width: 4, height: 4)
    func frames(_ picture: Pixmap) -> DrawnFrames {
      DrawnFrames(
        count: 1, width: 40, height: 40,
        record: { _ in
          FrameRecord(
            index: 0, time: FrameTime(0),
            elements: [ElementBox(name: "clock", x: 10, y: 10, width: 4, height: 4)])
        }
      ) { _ in picture.bitmap }
    }
    var options = SequenceComparison.Options()
    options.ignoringElements = ["clock"]
    #expect(
      try SequenceComparison(
        expected: frames(a), actual: frames(a.with(box, 0xFF00_0000)), options: options
      ).passes)
    #expect(
      try !SequenceComparison(
        expected: frames(a),
        actual: frames(
          a.with(PixelBox(x: 14, y: 10, width: 1, height: 1), 0xFF00_0000)),
        options: options
      ).passes)
  }
}
