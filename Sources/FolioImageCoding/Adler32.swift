/// The checksum of zlib streams (RFC 1950, section 8.2): A = 1 + the sum of the bytes and B = the sum
/// of all values of A, both modulo 65521; the value is B * 65536 + A.
///
/// The check value of "123456789" is 0x091E01DE.
public struct Adler32: Hashable, Sendable {
  /// The largest prime below 65536.
  static let modulus: UInt32 = 65_521

  /// The checksum of the bytes so far.
  public internal(set) var value: UInt32 = 1

  /// The checksum of no bytes yet.
  public init() {}

  /// Adds bytes.
  public mutating func update(_ bytes: Span<UInt8>) {
    value = ChecksumKernels.adler32(value, bytes)
  }

  /// Adds bytes.
  public mutating func update(_ bytes: [UInt8]) {
    update(bytes.span)
  }

  /// Adds a byte and then zeros: each of these adds A to B.
  mutating func append(_ byte: UInt8, zeros count: Int) {
    let m = UInt64(Self.modulus)
    let a = (UInt64(value & 0xFFFF) + UInt64(byte)) % m
    let b = (UInt64(value >> 16) + a + a * (UInt64(count) % m)) % m
    value = UInt32((b << 16) | a)
  }

  /// Adds `count` bytes of which only the checksum is known.
  ///
  /// With (A1, B1) before and (A2, B2) of the bytes alone: A = A1 + A2 - 1 and
  /// B = B1 + B2 + count * (A1 - 1).
  public mutating func append(checksum: UInt32, count: Int) {
    let m = UInt64(Self.modulus)
    let (a1, b1) = (UInt64(value & 0xFFFF), UInt64(value >> 16))
    let (a2, b2) = (UInt64(checksum & 0xFFFF), UInt64(checksum >> 16))
    let a = (a1 + a2 + m - 1) % m
    let b = (b1 + b2 + (UInt64(count) % m) * ((a1 + m - 1) % m)) % m
    value = UInt32((b << 16) | a)
  }

  /// The checksum of the bytes.
  public static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var adler = Adler32()
    adler.update(bytes.span)
    return adler.value
  }
}
