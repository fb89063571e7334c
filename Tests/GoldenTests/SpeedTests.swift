import Foundation
import TestSupport
import Testing

@testable import FolioGolden

/// Ratios of processor times taken in one run, the smallest of several.
@Suite("Comparing costs little, also without optimisation", .serialized)
struct SpeedTests {
  /// A frame as large as a phone's screen: flat areas, a noisy picture and rows of small marks.
  static let frame: Pixmap = {
    if let path = ProcessInfo.processInfo.environment["FOLIO_SPEED_FRAME"],
      let data = FileManager.default.contents(atPath: path), data.count == 4 * 1170 * 2532
    {
      return Pixmap(width: 1170, height: 2532) { x, y in
        let i = 4 * (y * 1170 + x)
        return UInt32(data[i]) | UInt32(data[i + 1]) << 8 | UInt32(data[i + 2]) << 16
          | UInt32(data[i + 3]) << 24
      }
    }
    // Whole rows are put together, since a build without optimisation is slow at single pixels.
    var random = SplitMix64(seed: 7)
    func row(_ pixel: (Int) -> UInt32) -> [UInt32] { (0..<1170).map(pixel) }
    let plain = row { _ in 0xFFFA_F6F5 }
    let noise = (0..<16).map { _ in
      row { x in
        (60..<1110).contains(x)
          ? UInt32(truncatingIfNeeded: random.next()) & 0x0007_0707
            | UInt32(x * 200 / 1170) << 3 | 0xFF00_0000 : 0xFFFA_F6F5
      }
    }
    let marks = (0..<3).map { k in row { ($0 / 5 + k) % 3 == 0 ? 0xFF28_1E1E : 0xFFFA_F6F5 } }
    var pixels: [UInt32] = []
    for y in 0..<2532 {
      if (200..<900).contains(y) {
        pixels += noise[(y * 7) % 16]
      } else if y > 950, y < 2300, (y / 29) % 2 == 0 {
        pixels += marks[(y / 3) % 3]
      } else {
        pixels += plain
      }
    }
    return Pixmap(width: 1170, height: 2532, straight: pixels)
  }()

  /// The frame one pixel further to the right.
  static let shifted: Pixmap = {
    var pixels: [UInt32] = []
    for y in 0..<2532 {
      let row = frame.pixels[(y * 1170)..<((y + 1) * 1170)]
      pixels += row.prefix(1)
      pixels += row.dropLast()
    }
    return Pixmap(width: 1170, height: 2532, straight: pixels)
  }()

  /// The processor time of this thread in milliseconds, which other work on the machine does not
  /// lengthen by waiting.
  static func clock() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
  }

  static func time(_ body: () -> Void) -> Double {
    var least = Double.infinity
    for _ in 0..<5 {
      let start = clock()
      body()
      least = min(least, clock() - start)
    }
    return least
  }

  /// What `memcmp` takes for two equal frames.
  static func baseline() -> Double {
    let copy = frame.pixels.map { $0 }
    var sum: Int32 = 0
    let time = time {
      unsafe frame.pixels.withUnsafeBytes { a in
        unsafe copy.withUnsafeBytes { b in
          if let p = a.baseAddress, let q = b.baseAddress {
            unsafe sum &+= memcmp(p, q, a.count)
          }
        }
      }
    }
    #expect(sum == 0)
    return time
  }

  @Test("exact, channel, yiq and fingerprints of a frame as large as a phone's screen")
  func measures() {
    let (a, b) = (Self.frame, Self.shifted)
    let equal = Pixmap(width: a.width, height: a.height, straight: a.pixels.map { $0 })
    let base = Self.baseline()
    func compare(_ b: Pixmap, _ tolerance: Tolerance, _ detail: ImageComparison.Detail) -> Double {
      Self.time {
        let result = ImageComparison(
          expected: a, actual: b, tolerance: tolerance, detail: detail)
        if detail == .map { _ = result.map?.clusters }
      }
    }
    let times: [(String, Double)] = [
      ("exact, equal", compare(equal, .exact, .counts)),
      ("exact, moved", compare(b, .exact, .counts)),
      ("channel, moved, with clusters", compare(b, .channel(2), .map)),
      ("yiq, moved", compare(b, .yiq(), .counts)),
      ("deltaE, moved", compare(b, .deltaE(), .counts)),
      ("ssim, moved", compare(b, .ssim(mean: 1), .counts)),
      ("fingerprint", Self.time { _ = a.fingerprint }),
    ]
    if ProcessInfo.processInfo.environment["FOLIO_SPEED_FRAME"] != nil {
      print("memcmp \(base) ms")
      for (name, time) in times { print("\(name): \(time) ms, \(time / base) memcmp") }
    }
    func ratio(_ index: Int) -> Double { times[index].1 / base }
    // The goals, doubled, since caches are shared with other work.
    #if DEBUG
      #expect(ratio(0) < 6)
      #expect(ratio(1) < 60)
      #expect(ratio(6) < 60)
    #else
      #expect(ratio(0) < 6)
      #expect(ratio(1) < 6)
      #expect(ratio(2) < 28)
      #expect(ratio(3) < 80)
      #expect(ratio(6) < 12)
    #endif
  }

  @Test(
    "4: a failure with all its pictures takes less than a second, a pass next to nothing, in debug")
  func failure() throws {
    let scratch = try ScratchFolder()
    let path = scratch.file("frame.golden")
    let frames = PixmapFrames([Self.frame])
    _ = try GoldenWriter(name: "frame").write(frames, to: path)
    var session = GoldenSession(name: "frame", path: path, mode: .never)
    session.artifacts = scratch.file("artifacts")
    #if DEBUG
      session.level = .stored
    #endif
    let changed = PixmapFrames([
      Self.frame.with(PixelBox(x: 300, y: 1300, width: 40, height: 40), 0xFF00_00FF)
    ])
    func milliseconds(_ frames: PixmapFrames) -> Double {
      let start = Self.clock()
      let outcome = session.run(frames)
      #expect(outcome.comparison != nil)
      return Self.clock() - start
    }
    let pass = milliseconds(frames)
    let fail = milliseconds(changed)
    let moved = milliseconds(PixmapFrames([Self.shifted]))
    if ProcessInfo.processInfo.environment["FOLIO_SPEED_FRAME"] != nil {
      print("assertion: passes \(pass) ms, fails \(fail) ms, all moved \(moved) ms")
    }
    #expect(pass < 100)
    #expect(fail < 1000)
    #expect(moved < 1000)
  }
}
