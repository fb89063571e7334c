/// The CRC of PNG chunks: polynomial 0x04C11DB7 reflected, initial value and final exclusive-or all
/// ones (PNG specification, annex D; ISO 3309).
///
/// The check value of "123456789" is 0xCBF43926.
public struct CRC32: Hashable, Sendable {
  private var state: UInt32 = 0xFFFF_FFFF

  /// The checksum of no bytes yet.
  public init() {}

  /// The checksum of the bytes so far.
  public var value: UInt32 { ~state }

  /// Adds bytes.
  public mutating func update(_ bytes: Span<UInt8>) {
    state = ChecksumKernels.crc32(state, bytes)
  }

  /// Adds bytes.
  public mutating func update(_ bytes: [UInt8]) {
    update(bytes.span)
  }

  /// Adds `count` bytes of which only the checksum is known.
  ///
  /// The register after a message is its polynomial modulo the generator, with all that the initial
  /// value and the final exclusive-or add; both cancel, so that with V1 before and V2 of the bytes
  /// alone the value is V1 * x^(8 * count) + V2, over the field of two elements.
  public mutating func append(checksum: UInt32, count: Int) {
    state = ~(Self.product(value, Self.power(byteCount: count)) ^ checksum)
  }

  /// Entry k: x^(8 * 2^k) modulo the generator, each the square of the one before.
  private static let squares: [UInt32] = {
    var squares: [UInt32] = [1 << 23]
    while squares.count < Int.bitWidth - 1 {
      let last = squares[squares.count - 1]
      squares.append(product(last, last))
    }
    return squares
  }()

  /// x^(8 * byteCount) modulo the generator, bit 31 - k standing for x^k.
  static func power(byteCount: Int) -> UInt32 {
    var power: UInt32 = 1 << 31  // x^0
    var bits = byteCount
    while bits > 0 {
      power = product(power, squares[bits.trailingZeroBitCount])
      bits &= bits - 1
    }
    return power
  }

  /// The product of two polynomials modulo the generator, bit 31 - k standing for x^k.
  static func product(_ a: UInt32, _ b: UInt32) -> UInt32 {
    var (sum, multiple) = (UInt32(0), b)
    for k in (0..<32 as Range<UInt32>).reversed() {
      if (a >> k) & 1 != 0 { sum ^= multiple }
      multiple = (multiple >> 1) ^ (multiple & 1 == 0 ? 0 : 0xEDB8_8320)
    }
    return sum
  }

  /// The checksum of the bytes.
  public static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var crc = CRC32()
    crc.update(bytes.span)
    return crc.value
  }
}
