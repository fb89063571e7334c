// The one file that calls libcrypto. Its EVP interface picks the fastest code for the processor
// (SHA extensions where there are any); the result is SHA-256 on all of them.

import CFolioCrypto

/// SHA-256 (FIPS 180-4) over bytes that arrive in pieces.
///
/// ```swift
/// var hash = SHA256()
/// hash.update(header)
/// hash.update(body)
/// let digest = hash.finalize()
/// ```
@safe
public struct SHA256: ~Copyable {
  private let context: OpaquePointer

  /// A hash of nothing yet.
  ///
  /// - Precondition: libcrypto offers SHA-256, which every build of it does, and memory for a
  ///   context of some hundred bytes is there.
  public init() {
    guard let context = unsafe EVP_MD_CTX_new(),
      unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
    else { preconditionFailure("libcrypto gives no SHA-256 context") }
    unsafe self.context = context
  }

  deinit { unsafe EVP_MD_CTX_free(context) }

  /// Takes in more bytes.
  public mutating func update(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      let result = unsafe EVP_DigestUpdate(context, buffer.baseAddress, buffer.count)
      precondition(result == 1, "libcrypto refuses bytes for SHA-256")
    }
  }

  /// Takes in more bytes.
  public mutating func update(_ bytes: [UInt8]) { update(bytes.span) }

  /// The digest of all bytes that were taken in.
  public consuming func finalize() -> Digest {
    var bytes = [UInt8](repeating: 0, count: 32)
    let result = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      unsafe EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
    }
    guard result == 1, let digest = Digest(bytes: bytes) else {
      preconditionFailure("libcrypto gives no SHA-256 digest")
    }
    return digest
  }

  /// The digest of some bytes.
  public static func hash(_ bytes: [UInt8]) -> Digest {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finalize()
  }

  /// The digest of some bytes.
  public static func hash(_ bytes: Span<UInt8>) -> Digest {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finalize()
  }
}
