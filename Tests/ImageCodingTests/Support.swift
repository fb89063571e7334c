import CFolioCrypto
import FolioImageCoding
import FolioRaster
import Foundation
import TestSupport

/// SHA-256 in lower-case hexadecimal, by libcrypto.
func sha256(_ bytes: [UInt8]) -> String {
  var digest = [UInt8](repeating: 0, count: 32)
  unsafe _ = SHA256(bytes, bytes.count, &digest)
  return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// The CPU time of this thread that `body` takes; unlike wall time it does not depend on what else the
/// machine does.
func processorTime(_ body: () throws -> Void) rethrows -> Duration {
  func now() -> Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
  let start = now()
  try body()
  return now() - start
}

/// PNG files put together by hand, for files that no encoder writes.
enum HandmadePNG {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// The CRC by the definition, a bit at a time: independent of the code under test.
  static func crc(_ bytes: [UInt8]) -> Int {
    var register: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      register ^= UInt32(byte)
      for _ in 0..<8 { register = (register >> 1) ^ (register & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return Int(~register)
  }

  static func adler(_ bytes: [UInt8]) -> Int {
    var (a, b) = (1, 0)
    for byte in bytes {
      a = (a + Int(byte)) % 65521
      b = (b + a) % 65521
    }
    return b << 16 | a
  }

  static func chunk(_ type: String, _ data: [UInt8] = []) -> [UInt8] {
    let body = Array(type.utf8) + data
    return bigEndian(data.count) + body + bigEndian(crc(body))
  }

  static func header(
    width: Int, height: Int, depth: Int = 8, colorType: Int = 0, interlace: Int = 0
  ) -> [UInt8] {
    chunk(
      "IHDR",
      bigEndian(width) + bigEndian(height) + [
        UInt8(depth), UInt8(colorType), 0, 0, UInt8(interlace),
      ])
  }

  /// A zlib stream of stored blocks.
  static func zlib(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(start + 65_535, data.count)
      let count = end - start
      stream += [end == data.count ? 1 : 0]
      stream += [
        UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8((~count >> 8) & 255),
      ]
      stream += data[start..<end]
      start = end
    } while start < data.count
    return stream + bigEndian(adler(data))
  }

  static func file(_ chunks: [UInt8]...) -> [UInt8] {
    signature + chunks.joined()
  }
}

extension Bitmap {
  /// A bitmap of premultiplied noise, opaque or not.
  static func noise(
    width: Int, height: Int, opaque: Bool, using generator: inout SplitMix64
  ) -> Bitmap {
    Bitmap(
      width: width, height: height,
      pixels: (0..<(width * height)).map { _ in
        let v = UInt32(truncatingIfNeeded: generator.next())
        if opaque { return v | 0xFF00_0000 }
        return Color(
          red: UInt8(v & 255), green: UInt8((v >> 8) & 255), blue: UInt8((v >> 16) & 255),
          alpha: UInt8(v >> 24)
        ).premultiplied
      })
  }

  /// The straight pixels that an encoder must write.
  var straight: [UInt32] {
    pixels.map {
      let c = Color(premultiplied: $0)
      return UInt32(c.red) | UInt32(c.green) << 8 | UInt32(c.blue) << 16 | UInt32(c.alpha) << 24
    }
  }
}
