import CEncoderTwin
import Folioscope
import Foundation

/// Writes the files of the encoder's determinism tests, coded by the twin, and prints their paths
/// for sha256sum: a source of the hashes that shares no code with the encoder.
enum Fixtures {
  static let width = 333
  static let height = 300

  /// Straight pixels by formulas in integers.
  static let pictures: [(name: String, pixel: @Sendable (UInt32, UInt32) -> UInt32)] = [
    (
      "gradient", { x, y in ((x / 2 + y) & 255) | ((y * 3 / 4) & 255) << 8 | ((x / 3) & 255) << 16 }
    ),
    ("noise", { x, y in ((x &* 7919 &+ y &* 104_729) &* 2_654_435_761) >> 8 }),
    (
      "page",
      { x, y in
        if y % 60 < 30, (x * (y % 60) / 16) % 7 < 2 { return 0x22_2222 }
        return y < 40 ? 0x33_66CC : 0xFF_FFFF
      }
    ),
    ("texture", { x, y in 0x40_6080 + ((x &* x &+ y &* y) >> 6 & 15) * 0x01_0101 }),
  ]

  static func writeFiles() throws {
    guard let twin = unsafe twin_create() else { return }
    defer { unsafe twin_destroy(twin) }
    for picture in pictures {
      for channels: Int32 in [3, 4] {
        var pixels: [UInt32] = []
        for y in 0..<UInt32(height) {
          for x in 0..<UInt32(width) {
            let straight = picture.pixel(x, y) & 0xFF_FFFF
            let alpha = channels == 3 ? 255 : (x + y) & 255
            let color = Color(
              red: UInt8(straight & 255), green: UInt8((straight >> 8) & 255),
              blue: UInt8(straight >> 16), alpha: UInt8(alpha))
            pixels.append(color.premultiplied)
          }
        }
        var file: UnsafePointer<UInt8>?
        let count = unsafe twin_encode(
          twin, pixels, Int32(width), Int32(height), channels, 5669, &file)
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(
          "\(picture.name)-\(channels == 3 ? "rgb" : "rgba").png")
        try unsafe Data(buffer: UnsafeBufferPointer(start: file, count: count)).write(to: path)
        print(path.path)
      }
    }
  }
}
