/// Appends the parts of a PNG file (PNG third edition, 5.3).
enum PNGChunkWriter {
  /// Appends the low `count` bytes of a number, the highest first.
  static func append<N: BinaryInteger>(_ value: N, _ count: Int = 4, to bytes: inout [UInt8]) {
    for shift in stride(from: 8 * (count - 1), through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> N(shift)))
    }
  }

  /// Appends a chunk: the length of its data, its type, the data and their checksum.
  static func appendChunk(
    _ type: String, to bytes: inout [UInt8], data: (inout [UInt8]) -> Void
  ) {
    let start = bytes.count
    bytes += [0, 0, 0, 0]
    bytes += Array(type.utf8)
    data(&bytes)
    let length = bytes.count - start - 8
    for i in 0..<4 { bytes[start + i] = UInt8(truncatingIfNeeded: length >> (24 - 8 * i)) }
    var crc = CRC32()
    crc.update(bytes.span.extracting((start + 4)..<bytes.count))
    append(crc.value, to: &bytes)
  }
}
