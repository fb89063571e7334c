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

  /// The checksum of the bytes.
  public static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var crc = CRC32()
    crc.update(bytes.span)
    return crc.value
  }
}
