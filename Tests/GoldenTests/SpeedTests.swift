import Foundation
import TestSupport
import Testing

@testable import FolioGolden

/// Ratios of times taken in one run, with room for a busy machine; the smallest of several counts.
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
    var random = SplitMix64(seed: 7)
    return Pixmap(width: 1170, height: 2532) { x, y in
      if (60..<1110).contains(x), (200..<900).contains(y) {
        return UInt32(truncatingIfNeeded: random.next()) & 0x0007_0707
          | UInt32(x * 200 / 1170) << 3 | 0xFF00_0000
      }
      if y > 950, y < 2300, (y / 29) % 2 == 0, (x / 5 + y / 3) % 3 == 0 { return 0xFF28_1E1E }
      return 0xFFFA_F6F5
    }
  }()

  static let shifted = frame.moved(dx: 1, dy: 0)

  static func time(_ body: () -> Void) -> Double {
    var least = Double.infinity
    for _ in 0..<5 {
      let start = ProcessInfo.processInfo.systemUptime
      body()
      least = min(least, ProcessInfo.processInfo.systemUptime - start)
    }
    return least * 1000
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
    print("memcmp", base)
    print("exact equal", compare(equal, .exact, .counts))
    print("exact shift", compare(b, .exact, .counts))
    print("exact shift map clusters", compare(b, .exact, .map))
    print("channel shift map clusters", compare(b, .channel(2), .map))
    print("yiq equal", compare(equal, .yiq(), .map))
    print("yiq shift", compare(b, .yiq(), .counts))
    print("yiq shift map clusters", compare(b, .yiq(), .map))
    print("oklab shift", compare(b, .oklab(), .counts))
    print("deltaE shift", compare(b, .deltaE(), .counts))
    print("ssim shift", compare(b, .ssim(mean: 1), .counts))
    print("fingerprint", Self.time { _ = a.fingerprint })
    print("png", Self.time { _ = try? a.pngFile() })
    print("png stored", Self.time { _ = try? a.pngFile(level: .stored) })
  }
}
