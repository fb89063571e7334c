/// Why the bytes of an image were refused.
///
/// Where a byte offset is known it counts from 0 at the start of the file.
public enum ImageError: Error, Hashable, Sendable {
  /// The bytes start like no format that is read.
  case unknownFormat(reason: String)
  /// The file ends at byte `offset`, where something more was due.
  case truncated(offset: Int, expected: String)
  /// The file breaks its format's rules.
  case malformed(reason: String, offset: Int?)
  /// The checksum of a PNG chunk is not that of its bytes.
  case badChecksum(chunk: String, offset: Int, found: UInt32, expected: UInt32)
  /// Bytes follow the end of the image.
  case trailingData(offset: Int, count: Int)
  /// The file is of a kind that is not read.
  case unsupported(reason: String)
  /// The file asks for more than the limits allow.
  case limitExceeded(limit: Limit, found: Int, allowed: Int)

  /// Which of the ``DecodeLimits`` was met.
  public enum Limit: String, Hashable, Sendable {
    /// ``DecodeLimits/maximumSide``.
    case side
    /// ``DecodeLimits/maximumPixelCount``.
    case pixelCount
    /// ``DecodeLimits/maximumFileSize``.
    case fileSize
    /// ``DecodeLimits/maximumMemory``.
    case memory
    /// ``DecodeLimits/maximumScanCount``.
    case scanCount
  }
}

extension ImageError: CustomStringConvertible {
  /// One line that says what was found, where, and what was expected.
  public var description: String {
    switch self {
    case .unknownFormat(let reason):
      return reason
    case .truncated(let offset, let expected):
      return "the file ends at byte \(offset), expected \(expected); it was cut off"
    case .malformed(let reason, let offset):
      return reason + (offset.map { " (at byte \($0))" } ?? "")
    case .badChecksum(let chunk, let offset, let found, let expected):
      return
        "the checksum of chunk \(chunk) at byte \(offset) is \(hexadecimal(found)), its bytes give "
        + "\(hexadecimal(expected)); the file is damaged"
    case .trailingData(let offset, let count):
      return "\(count) bytes follow the end of the image at byte \(offset), expected none"
    case .unsupported(let reason):
      return reason
    case .limitExceeded(let limit, let found, let allowed):
      switch limit {
      case .side:
        return "the image is \(found) pixels long on one side, at most \(allowed) are read"
      case .pixelCount:
        return "the image has \(found) pixels, at most \(allowed) are read"
      case .fileSize:
        return "the file has \(found) bytes, at most \(allowed) are read"
      case .memory:
        return "decoding takes \(found) bytes of memory or more, at most \(allowed) are allowed"
      case .scanCount:
        return "the image has \(found) scans or more, at most \(allowed) are read"
      }
    }
  }

  private func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
