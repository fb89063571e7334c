import FolioImageCoding
import Foundation

/// PNG files put together by hand, for what no encoder of ours writes.
enum HandmadeFile {
  static func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  static func chunk(_ type: String, _ data: [UInt8] = []) -> [UInt8] {
    let body = Array(type.utf8) + data
    return bigEndian(data.count) + body + bigEndian(Int(CRC32.checksum(body)))
  }

  /// A zlib stream of stored blocks.
  static func zlib(_ data: [UInt8]) -> [UInt8] {
    var (a, b) = (1, 0)
    for byte in data {
      a = (a + Int(byte)) % 65521
      b = (b + a) % 65521
    }
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
    return stream + bigEndian(b << 16 | a)
  }

  /// A picture of one colour, 8 bits RGBA, with chunks before its data.
  static func png(_ side: Int, _ pixel: [UInt8], _ chunks: [UInt8] = []) -> [UInt8] {
    let row = [0] + Array(repeating: pixel, count: side).joined()
    let data = Array(repeating: row, count: side).joined()
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", bigEndian(side) + bigEndian(side) + [8, 6, 0, 0, 0]) + chunks
      + chunk("IDAT", zlib(Array(data))) + chunk("IEND")
  }

  /// An iCCP chunk with a profile that is well formed and not sRGB: it has no tags at all.
  static func profile(_ name: String) -> [UInt8] {
    var profile = [UInt8](repeating: 0, count: 132)
    profile.replaceSubrange(0..<4, with: bigEndian(132))
    profile.replaceSubrange(16..<20, with: Array("RGB ".utf8))
    profile.replaceSubrange(36..<40, with: Array("acsp".utf8))
    return chunk("iCCP", Array(name.utf8) + [0, 0] + zlib(profile))
  }
}
