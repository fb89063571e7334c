import CPeers
import FolioGolden
import Foundation

/// Compares pictures that lie in memory, each time it is asked to, so that a script can let others do
/// the same in between.
///
/// ```
/// golden-bench WIDTH HEIGHT EXPECTED.rgba ACTUAL.rgba...
/// ```
///
/// Files hold straight RGBA of 8 bits a channel, without padding. Then each line `MEASURE NUMBER` on
/// standard input, with the number of an actual picture from 0, is answered by a line with the
/// thread's CPU time in milliseconds and the number of pixels that count as different.
@main
struct GoldenBench {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 4, let width = Int(arguments[0]), let height = Int(arguments[1]) else {
      print("usage: golden-bench WIDTH HEIGHT EXPECTED.rgba ACTUAL.rgba...")
      exit(64)
    }
    let pictures = try arguments[2...].map { try read($0, width, height) }
    print("ready")
    fflush(nil)
    while let line = readLine() {
      let words = line.split(separator: " ")
      guard words.count == 2, let number = Int(words[1]), pictures.indices.contains(number + 1)
      else {
        throw Failure(description: "\"\(line)\", expected a measure and a picture's number")
      }
      let start = peer_thread_nanoseconds()
      let count = try compare(pictures[0], pictures[number + 1], by: String(words[0]))
      let time = Double(peer_thread_nanoseconds() - start) / 1e6
      print("\(time) \(count)")
      fflush(nil)
    }
  }

  static func read(_ path: String, _ width: Int, _ height: Int) throws -> Pixmap {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    guard data.count == 4 * width * height else {
      throw Failure(description: "\(path) has \(data.count) bytes, expected \(4 * width * height)")
    }
    let pixels = unsafe [UInt32](unsafeUninitializedCapacity: width * height) { buffer, count in
      unsafe count = data.copyBytes(to: UnsafeMutableRawBufferPointer(buffer)) / 4
    }
    return Pixmap(width: width, height: height, straight: pixels)
  }

  /// The pixels that differ, with all that the measure's name promises worked out.
  static func compare(_ a: Pixmap, _ b: Pixmap, by measure: String) throws -> Int {
    func result(_ tolerance: Tolerance, _ detail: ImageComparison.Detail = .counts) -> Int {
      let comparison = ImageComparison(
        expected: a, actual: b, tolerance: tolerance, detail: detail)
      if detail == .map, let map = comparison.map, map.clusters.isEmpty { return -1 }
      return comparison.differing
    }
    switch measure {
    case "memcmp":
      return unsafe a.pixels.withUnsafeBytes { p in
        unsafe b.pixels.withUnsafeBytes { q in
          guard let left = p.baseAddress, let right = q.baseAddress else { return 0 }
          return unsafe memcmp(left, right, p.count) == 0 ? 0 : 1
        }
      }
    case "exact": return result(.exact)
    case "channel": return result(.channel(2), .map)
    case "yiq": return result(.yiq(0.1))
    case "oklab": return result(.oklab(0.1))
    case "deltaE": return result(.deltaE(.cie94, 1))
    case "ssim": return result(.ssim(mean: 0.9))
    case "fingerprint":
      _ = b.fingerprint
      return 0
    default: throw Failure(description: "no measure is called \(measure)")
    }
  }
}
