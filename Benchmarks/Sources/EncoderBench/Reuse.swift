import CPeers
import Folioscope
import Foundation

/// Measures what stripes that were coded before bring: the moving frames of a pager that goes up, of one
/// that goes sideways between bars that stand still, and of one that fills the screen. Thread CPU of
/// encoding, the rows' hashes not counted, since a film has them for its fingerprints.
enum Reuse {
  static func run(_ options: EncoderBench.Options) throws {
    let (width, height) = (options.width, options.height)
    let pages = try EncoderBench.pages(options)
    let encoder = try PNGEncoder(width: width, height: height, colorType: .rgb, scale: 3)
    let workspace = PNGEncoder.Workspace()
    let moving = (0..<112).filter { $0 % 28 > 7 }
    let bar = height / 8

    let kinds: [(name: String, frame: (Double) -> [UInt32])] = [
      ("upwards", { upwards(pages, $0, width, height) }),
      (
        "sideways between bars",
        { position in
          var pixels = sideways(pages, position, width, height)
          for i in 0..<(bar * width) { pixels[i] = pages[3][i + 700 * width] }
          for i in ((height - bar) * width)..<(height * width) { pixels[i] = pages[4][i] }
          return pixels
        }
      ),
      ("sideways, full screen", { sideways(pages, $0, width, height) }),
    ]
    for kind in kinds {
      let cache = PNGEncoder.StripeCache(for: encoder)
      var (plain, cached) = (0.0, 0.0)
      for number in moving {
        let bitmap = Bitmap(
          width: width, height: height, pixels: kind.frame(EncoderBench.position(number)))
        let hashes = RowHashes(bitmap)
        var best = Double.infinity
        var expected: [UInt8] = []
        for _ in 0..<options.repeats {
          let start = peer_thread_nanoseconds()
          expected = try encoder.encode(bitmap, rowHashes: hashes, using: workspace)
          best = min(best, Double(peer_thread_nanoseconds() - start) / 1e6)
        }
        plain += best
        // Only once: the second time everything would be found.
        let start = peer_thread_nanoseconds()
        let file = try encoder.encode(
          bitmap, rowHashes: hashes, using: workspace, cache: cache)
        cached += Double(peer_thread_nanoseconds() - start) / 1e6
        guard file == expected else {
          throw EncoderBench.Failure(description: "frame \(number): the cache changed a byte")
        }
      }
      let count = Double(moving.count)
      print(
        String(
          format: "%@: %.2f ms a frame, %.2f ms with the cache: %.2f times as fast", kind.name,
          plain / count, cached / count, plain / cached))
    }
  }

  /// A pager that moves up, with dots at its trailing edge.
  private static func upwards(
    _ pages: [[UInt32]], _ position: Double, _ width: Int, _ height: Int
  ) -> [UInt32] {
    let left = min(Int(position), pages.count - 2)
    let offset = Int(((position - Double(left)) * Double(height)).rounded())
    var pixels = Array(pages[left][(offset * width)...] + pages[left + 1][..<(offset * width)])
    for dot in pages.indices {
      let shade = UInt32(100 + 155 * max(0, 1 - abs(position - Double(dot))))
      for y in 0..<20 {
        let row = height / 2 - 120 + 48 * dot + y
        for x in (width - 60)..<(width - 40) {
          pixels[row * width + x] = 0xFF00_0000 | shade &* 0x01_0101
        }
      }
    }
    return pixels
  }

  private static func sideways(
    _ pages: [[UInt32]], _ position: Double, _ width: Int, _ height: Int
  ) -> [UInt32] {
    let left = min(Int(position), pages.count - 2)
    let offset = Int(((position - Double(left)) * Double(width)).rounded())
    var pixels = pages[left]
    for y in 0..<height {
      let row = y * width
      for x in 0..<width {
        pixels[row + x] =
          x + offset < width
          ? pages[left][row + x + offset] : pages[left + 1][row + x + offset - width]
      }
    }
    return pixels
  }
}
