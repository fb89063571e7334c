import FolioSequence
import TestSupport
import Testing

@Suite("A frame set names exactly the frames that its expression says")
struct FrameSetTests {
  static let markers = [
    FrameSet.Marker(name: "settled", frame: 40), FrameSet.Marker(name: "last-page", frame: 60),
    FrameSet.Marker(name: "last", frame: 61), FrameSet.Marker(name: "settled", frame: 90),
    FrameSet.Marker(name: "a, b", frame: 7), FrameSet.Marker(name: "ax2", frame: 8),
    FrameSet.Marker(name: "a", frame: 9), FrameSet.Marker(name: "late", frame: 150),
    FrameSet.Marker(name: "é", frame: 11),
  ]

  @Test(
    "each form of the grammar, in a timeline of 150 frames",
    arguments: [
      ("0-149", Array(0..<150)),
      ("90", [90]),
      ("0-9", Array(0...9)),
      ("100-", Array(100..<150)),
      ("-10", Array(0...10)),
      ("0-149x2", Array(stride(from: 0, to: 150, by: 2))),
      ("3-20x4", [3, 7, 11, 15, 19]),
      ("1-10:5", [1, 6]),
      ("1,3,5..9", [1, 3, 5, 6, 7, 8, 9]),
      ("5..", Array(5..<150)),
      ("..5", Array(0...5)),
      ("0,30,60-89", [0, 30] + Array(60...89)),
      ("30,0,60,0-1", [0, 1, 30, 60]),
      ("last", [149]),
      ("last-9", [140]),
      ("last-9-last", Array(140..<150)),
      ("last-0", [149]),
      ("last-", [149]),
      ("0-last", Array(0..<150)),
      ("140-last-5", Array(140...144)),
      ("-last-147", [0, 1, 2]),
      ("100-x20", [100, 120, 140]),
      ("7x3", [7]),
      ("0-149x1000000000000", [0]),
      ("@settled", [40]),
      ("@settled-@end", Array(40..<150)),
      ("@last-page-@end", Array(60..<150)),
      ("@last-page", [60]),
      ("@last-62", [61, 62]),
      ("38-@settled", [38, 39, 40]),
      ("@settled-x50", [40, 90, 140]),
      ("-@settledx20", [0, 20, 40]),
      ("@a, b,3", [3, 7]),
      ("@ax2", [8]),
      ("@a", [9]),
      ("@a..11", [9, 10, 11]),
      ("@é", [11]),
      (" 1 - 3 , 5 x 2 ", [1, 2, 3, 5]),
    ])
  func grammar(expression: String, frames: [Int]) throws {
    let set = try FrameSet(expression, frameCount: 150, markers: FrameSetTests.markers)
    #expect(Array(set) == frames)
  }

  @Test(
    "each fault is found at its place",
    arguments: [
      ("", 1, "the set names no frame; the timeline has frames 0 to 149"),
      ("  ", 3, "the set names no frame"),
      ("150", 1, "frame 150 does not exist; the timeline has frames 0 to 149"),
      ("0-150", 3, "frame 150 does not exist"),
      ("200-", 1, "the timeline has frames 0 to 149"),
      ("9-0", 1, "9-0 runs backwards; write 0-9"),
      ("last-3-5", 1, "146-5 runs backwards"),
      ("last-150", 1, "last-150 is before the first frame"),
      ("0-9x0", 5, "the step is 0"),
      ("0-9x", 5, "found the end, expected a step"),
      ("0-9x-2", 5, "found \"-\", expected a step"),
      ("1,,2", 3, "found \",\", expected a frame number"),
      ("1,", 3, "found the end, expected a frame number"),
      (",1", 1, "found \",\""),
      ("1-2-3", 4, "found \"-\", expected \",\" between frames"),
      ("abc", 1, "found \"a\", expected a frame number, last or @marker"),
      ("0-9;20", 4, "found \";\", expected \",\""),
      ("-", 2, "found the end, expected a frame number"),
      ("-x50", 2, "found \"x\", expected a frame number"),
      ("--5", 2, "found \"-\", expected a frame number"),
      ("1.5", 2, "found \".\""),
      ("0x10", 3, nil),
      ("99999999999999999999", 1, "the number is too long"),
      ("@nowhere", 1, "there is no marker \"nowhere\"; the timeline has @settled, @last-page"),
      ("5,@", 3, "there is no marker \"\""),
      ("@late", 1, "@late is after the last frame"),
      ("１", 1, "found \"１\""),
    ] as [(String, Int, String?)])
  func faults(expression: String, column: Int, reason: String?) {
    // `0x10` is frame 0 with a step, as the grammar has it.
    guard let reason else {
      #expect((try? FrameSet(expression, frameCount: 150)).map(Array.init) == [0])
      return
    }
    let error = #expect(throws: FrameSetError.self) {
      try FrameSet(expression, frameCount: 150, markers: FrameSetTests.markers)
    }
    #expect(error?.column == column)
    #expect(error?.reason.contains(reason) == true, "\(error?.description ?? "")")
  }

  @Test("an empty timeline and an endless expression are refused")
  func limits() {
    #expect(throws: FrameSetError.self) { try FrameSet("0", frameCount: 0) }
    #expect(throws: FrameSetError.self) {
      try FrameSet(String(repeating: "0,", count: 3000) + "0", frameCount: 10)
    }
  }

  @Test(
    "one frame: by number, from the end, by marker",
    arguments: [
      ("0", 0), ("847", nil), ("last", 149), ("-1", 149), ("-150", 0), ("-151", nil), ("-0", nil),
      ("last-3", 146), ("@settled", 40), ("149", 149), ("150", nil), ("1-2", nil), ("", nil),
      ("1,2", nil), (" 5 ", 5),
    ] as [(String, Int?)])
  func oneFrame(expression: String, frame: Int?) throws {
    if let frame {
      let found = try FrameSet.frame(
        expression, frameCount: 150, markers: FrameSetTests.markers)
      #expect(found == frame)
    } else {
      let error = #expect(throws: FrameSetError.self) {
        try FrameSet.frame(expression, frameCount: 150, markers: FrameSetTests.markers)
      }
      #expect(error?.reason.isEmpty == false)
    }
  }

  // MARK: - Properties

  static func random(_ random: inout SplitMix64, below count: Int) -> Set<Int> {
    var frames: Set<Int> = []
    for _ in 0..<(random.next() % 6) {
      let first = Int(random.next() % UInt64(count))
      let last = min(count - 1, first + Int(random.next() % 40))
      let step = 1 + Int(random.next() % 4)
      frames.formUnion(stride(from: first, through: last, by: step))
    }
    return frames
  }

  @Test("2,000 random sets: what is written is read back, and set algebra is that of sets")
  func algebra() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<2000 {
      let count = 1 + Int(random.next() % 200)
      let a = FrameSetTests.random(&random, below: count)
      let b = FrameSetTests.random(&random, below: count)
      let (x, y) = (FrameSet(a), FrameSet(b))
      #expect(Array(x) == a.sorted())
      #expect(x.count == a.count)
      #expect(x.first == a.min() && x.last == a.max())
      #expect(Array(x.union(y)) == a.union(b).sorted())
      #expect(Array(x.subtracting(y)) == a.subtracting(b).sorted())
      #expect(Array(x.intersection(y)) == a.intersection(b).sorted())
      let all = FrameSet(0..<count)
      #expect(all.subtracting(x).union(x) == all)
      for frame in -1...count {
        #expect(x.contains(frame) == a.contains(frame))
        #expect(x.position(of: frame) == a.sorted().firstIndex(of: frame))
      }
      if !a.isEmpty { #expect(try FrameSet(x.description, frameCount: count) == x) }
    }
  }

  @Test("parts of a timeline are disjoint and complete")
  func chunks() {
    for count in [1, 7, 120, 1440] {
      for parts in 1...9 {
        let sets = (0..<parts).map { FrameSet((count * $0 / parts)..<(count * ($0 + 1) / parts)) }
        #expect(sets.reduce(0) { $0 + $1.count } == count)
        #expect(sets.reduce(FrameSet.empty) { $0.union($1) } == FrameSet(0..<count))
        let sizes = sets.map(\.count)
        #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
      }
    }
  }

  @Test(
    "the usual way to write a set",
    arguments: [
      ([0], "0"), ([0, 1], "0-1"), ([0, 2], "0,2"), ([0, 2, 4], "0-4x2"),
      ([0, 30, 60, 61, 62], "0,30,60-62"), ([1, 2, 3, 5, 7, 9], "1-3,5-9x2"), ([], ""),
    ])
  func description(frames: [Int], text: String) {
    #expect(FrameSet(frames).description == text)
  }

  @Test(
    "the step is the common distance",
    arguments: [
      ([0], 1), ([3, 4, 5], 1), ([0, 2], 2), ([0, 5, 10], 5), ([0, 2, 5], nil), ([0, 1, 3], nil),
      ([], nil),
    ] as [([Int], Int?)])
  func step(frames: [Int], step: Int?) {
    #expect(FrameSet(frames).step == step)
  }
}

@Suite("A frame rate is a ratio")
struct FrameRateTests {
  @Test(
    "what is a rate, and what is not",
    arguments: [
      ("60", "60"), ("30000/1001", "30000/1001"), ("60/2", "30"), ("1/1000", "1/1000"),
      ("1000", "1000"), ("1001", nil), ("1/1001", nil), ("29.97", nil), ("0", nil), ("1/0", nil),
      ("-30", nil), ("", nil), ("30/", nil), ("/30", nil), ("30/1/1", nil), ("+30", nil),
      (" 30", nil), ("99999999999", nil),
    ] as [(String, String?)])
  func reading(text: String, description: String?) {
    #expect(FrameRate(text)?.description == description)
  }

  @Test("frame n is at n den / num, and the frame of that time is n, for 240 rates and NTSC's")
  func times() throws {
    var rates = try (1...240).map { try #require(FrameRate($0)) }
    rates += try [24, 30, 48, 60, 120].map { try #require(FrameRate($0 * 1000, 1001)) }
    for rate in rates {
      for frame in [0, 1, 2, 59, 847, 1439, 999_999] {
        let time = rate.time(of: frame)
        #expect(
          time.numerator * Int64(rate.numerator)
            == Int64(frame * rate.denominator) * time.denominator)
        #expect(rate.firstFrame(atOrAfter: time) == frame)
        // A billionth of a second later only the next frame shows it.
        let later = FrameTime(
          time.numerator * 1_000_000_000 + time.denominator, time.denominator * 1_000_000_000)
        #expect(rate.firstFrame(atOrAfter: later) == frame + 1)
      }
    }
  }

  @Test("the rates of television have a suggestion")
  func suggestions() {
    for text in ["23.976", "29.97", "59.94"] {
      #expect(FrameRate.suggestion(for: text).flatMap(FrameRate.init(_:)) != nil)
    }
    #expect(FrameRate.suggestion(for: "12.5") == nil)
  }
}
