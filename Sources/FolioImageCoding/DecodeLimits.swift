/// What a decoder accepts; each limit is checked before memory is taken or time is spent.
///
/// A few hundred bytes can claim billions of pixels, and a megabyte can hold thousands of scans, so
/// size on disk bounds nothing.
public struct DecodeLimits: Hashable, Sendable {
  /// The greatest width and height in pixels; 16,384 unless set.
  public var maximumSide = 16_384
  /// The greatest product of width and height; 100,000,000 unless set.
  public var maximumPixelCount = 100_000_000
  /// The greatest size of a file in bytes; 256 MiB unless set.
  public var maximumFileSize = 256 << 20
  /// The most memory in bytes that decoding may take besides the file: the pixels (4 bytes each) and,
  /// for progressive JPEG, the coefficients; 768 MiB unless set.
  public var maximumMemory = 768 << 20
  /// The greatest number of scans in a progressive JPEG file; 100 unless set (encoders write about
  /// ten).
  public var maximumScanCount = 100

  /// The default limits.
  public init() {}
}
