// A fingerprint says whether two frames hold the same pixels without keeping either.
//
// SHA-256 over all pixels of a phone screen costs more than drawing them, above all in a debug
// build, where tests run. So each row is first folded into 64 bits by a hash that needs one
// multiplication for eight bytes, and SHA-256 is taken over those. The chance that two rows that
// differ fold alike is of the order of 2^-54 for a row of 8192 pixels; it is no defence against somebody who
// wants two pictures to collide, for whom the SHA-256 of the file is there.
//
// Four lanes run side by side since a multiplication takes three or four cycles before its result
// can go into the next. The lanes start from different constants, so that pixels moved from one
// lane into another change the value.
//
// Documentation/Decisions/0030-Fingerprint.md states the definition with test vectors.

import FolioRaster

/// The fingerprint of a frame's pixels: equal for equal pictures, whatever file holds them.
///
/// A frame is taken as the file shows it: straight (not premultiplied) R, G, B, A bytes, rows from
/// top to bottom, alpha 255 where the file has none. A pixel whose alpha is 0 counts as four zero
/// bytes. So a decoder can recompute the value from a PNG without knowing who wrote it.
///
/// With all numbers little-endian and all arithmetic on unsigned 64-bit integers:
/// - `fold(x)` is the exclusive or of the upper and the lower half of the 128-bit product
///   `x * 0x9E3779B97F4A7C15`.
/// - A row is padded with zero bytes to a multiple of 32 and read as 64-bit words `w[0], w[1], …`.
///   Four lanes start at 0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0 and
///   0x082EFA98EC4E6C89 (the binary digits of pi after the point). For each word in order,
///   `lane[i mod 4] = fold(lane[i mod 4] ^ w[i])`.
/// - The row's hash is `fold(fold(fold(fold(lane[0]) ^ lane[1]) ^ lane[2]) ^ lane[3])`.
/// - The fingerprint is the SHA-256 of the 16 ASCII bytes `FolioscopeRGBA8\n`, the width and the
///   height as 64-bit integers, and the rows' hashes.
public struct Fingerprint: Hashable, Sendable {
  /// The value.
  public let digest: Digest

  /// A fingerprint read from elsewhere.
  public init(digest: Digest) { self.digest = digest }

  /// The fingerprint of a bitmap, whose pixels are premultiplied.
  ///
  /// An opaque row costs one pass over its pixels; elsewhere each pixel is first made straight
  /// (`Arithmetic.unpremultiply`), as the PNG encoder does.
  public init(_ bitmap: Bitmap) {
    var hashes = FingerprintHasher(width: bitmap.width, height: bitmap.height)
    let pixels = bitmap.pixels
    let width = bitmap.width
    for row in 0..<bitmap.height {
      hashes.append(premultiplied: pixels.span.extracting((row * width)..<((row + 1) * width)))
    }
    self = hashes.finalize()
  }

  /// The fingerprint of straight pixels, one `UInt32` each: red in bits 0-7, green in 8-15, blue in
  /// 16-23 and alpha in 24-31.
  ///
  /// - Precondition: `pixels.count == width * height`.
  public init(straight pixels: [UInt32], width: Int, height: Int) {
    precondition(width >= 0 && height >= 0 && pixels.count == width * height)
    var hashes = FingerprintHasher(width: width, height: height)
    for row in 0..<height {
      hashes.append(straight: pixels.span.extracting((row * width)..<((row + 1) * width)))
    }
    self = hashes.finalize()
  }
}

extension Fingerprint: CustomStringConvertible {
  /// 64 lower-case hexadecimal digits.
  public var description: String { digest.hex }
}

/// Takes in the rows of a frame from top to bottom.
struct FingerprintHasher: ~Copyable {
  private var hash = SHA256()
  private var pending: [UInt8] = []

  static let tag = Array("FolioscopeRGBA8\n".utf8)

  init(width: Int, height: Int) {
    pending.reserveCapacity(8 * height + 32)
    pending += FingerprintHasher.tag
    append(word: UInt64(width))
    append(word: UInt64(height))
  }

  private mutating func append(word: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      pending.append(UInt8(truncatingIfNeeded: word &>> shift))
    }
  }

  mutating func append(premultiplied row: Span<UInt32>) {
    var alpha: UInt32 = 0xFF00_0000
    let hash = RowHash.hash(row, alpha: &alpha)
    if alpha == 0xFF00_0000 {
      append(word: hash)
    } else {
      append(straight: RowHash.straight(row).span)
    }
  }

  mutating func append(straight row: Span<UInt32>) {
    var alpha: UInt32 = 0xFF00_0000
    let hash = RowHash.hash(row, alpha: &alpha)
    if alpha == 0xFF00_0000 {
      append(word: hash)
    } else {
      append(word: RowHash.hash(RowHash.cleared(row).span, alpha: &alpha))
    }
  }

  consuming func finalize() -> Fingerprint {
    hash.update(pending)
    return Fingerprint(digest: hash.finalize())
  }
}

/// The 64-bit hash of one row of straight pixels; see ``Fingerprint`` for its definition.
enum RowHash {
  static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

  @inline(__always)
  static func fold(_ x: UInt64) -> UInt64 {
    let product = x.multipliedFullWidth(by: multiplier)
    return product.high ^ product.low
  }

  @inline(__always)
  private static func word(_ first: UInt32, _ second: UInt32) -> UInt64 {
    UInt64(first) | (UInt64(second) &<< 32)
  }

  /// The row's hash; `alpha` keeps the bits that all pixels have.
  static func hash(_ row: Span<UInt32>, alpha: inout UInt32) -> UInt64 {
    var lane0: UInt64 = 0x243F_6A88_85A3_08D3
    var lane1: UInt64 = 0x1319_8A2E_0370_7344
    var lane2: UInt64 = 0xA409_3822_299F_31D0
    var lane3: UInt64 = 0x082E_FA98_EC4E_6C89
    var all = alpha
    var x = 0
    let whole = row.count & ~7
    while x < whole {
      let (a, b, c, d) = (row[x], row[x &+ 1], row[x &+ 2], row[x &+ 3])
      let (e, f, g, h) = (row[x &+ 4], row[x &+ 5], row[x &+ 6], row[x &+ 7])
      lane0 = fold(lane0 ^ word(a, b))
      lane1 = fold(lane1 ^ word(c, d))
      lane2 = fold(lane2 ^ word(e, f))
      lane3 = fold(lane3 ^ word(g, h))
      all &= a & b & c & d & e & f & g & h
      x &+= 8
    }
    if x < row.count {
      func pixel(_ i: Int) -> UInt32 { i < row.count ? row[i] : 0 }
      lane0 = fold(lane0 ^ word(pixel(x), pixel(x + 1)))
      lane1 = fold(lane1 ^ word(pixel(x + 2), pixel(x + 3)))
      lane2 = fold(lane2 ^ word(pixel(x + 4), pixel(x + 5)))
      lane3 = fold(lane3 ^ word(pixel(x + 6), pixel(x + 7)))
      for i in x..<row.count { all &= row[i] }
    }
    alpha = all
    return fold(fold(fold(fold(lane0) ^ lane1) ^ lane2) ^ lane3)
  }

  /// The straight pixels of a premultiplied row.
  static func straight(_ row: Span<UInt32>) -> [UInt32] {
    (0..<row.count).map { x in
      let pixel = row[x]
      let a = pixel &>> 24
      if a == 255 { return pixel }
      return Arithmetic.unpremultiply(pixel & 0xFF, a)
        | (Arithmetic.unpremultiply((pixel &>> 8) & 0xFF, a) &<< 8)
        | (Arithmetic.unpremultiply((pixel &>> 16) & 0xFF, a) &<< 16) | (a &<< 24)
    }
  }

  /// A straight row whose transparent pixels are all zero.
  static func cleared(_ row: Span<UInt32>) -> [UInt32] {
    (0..<row.count).map { row[$0] &>> 24 == 0 ? 0 : row[$0] }
  }
}
