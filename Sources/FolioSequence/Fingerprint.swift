// A fingerprint says whether two frames hold the same pixels without keeping either.
//
// SHA-256 over all pixels of a phone screen costs more than drawing them, above all in a debug
// build, where tests run. So each row is first folded into 64 bits by a hash that needs one
// multiplication for eight bytes, and SHA-256 is taken over those. The chance that two rows that
// differ fold alike is of the order of 2^-54 for a row of 8192 pixels; it is no defence against somebody who
// wants two pictures to collide, for whom the SHA-256 of the file is there.
//
// Documentation/Decisions/0030-Fingerprint.md states the definition with test vectors.

import FolioRaster

/// The fingerprint of a frame's pixels: equal for equal pictures, whatever file holds them.
///
/// A frame is taken as the file shows it: straight (not premultiplied) R, G, B, A bytes, rows from
/// top to bottom, alpha 255 where the file has none. A pixel whose alpha is 0 counts as four zero
/// bytes. So a decoder can recompute the value from a PNG without knowing who wrote it.
///
/// Each row is folded into 64 bits by ``FolioRaster/RowHash``, whose definition is fixed bit for bit.
/// The fingerprint is the SHA-256 of the 16 ASCII bytes `FolioscopeRGBA8\n`, the width and the height
/// as 64-bit integers, and the rows' hashes, all little-endian.
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
    self.init(bitmap, rows: RowHashes(bitmap))
  }

  /// The fingerprint of a bitmap whose rows have been hashed; only rows that are not opaque are read.
  ///
  /// - Precondition: `rows` are the hashes of `bitmap`.
  public init(_ bitmap: Bitmap, rows: RowHashes) {
    precondition(rows.values.count == bitmap.height, "the hashes are of another bitmap")
    var hashes = FingerprintHasher(width: bitmap.width, height: bitmap.height)
    let pixels = bitmap.pixels.span
    let width = bitmap.width
    for row in 0..<bitmap.height {
      if rows.areOpaque[row] {
        hashes.append(word: rows.values[row])
      } else {
        let straight = RowHash.straight(pixels.extracting((row * width)..<((row + 1) * width)))
        hashes.append(straight: straight.span)
      }
    }
    self = hashes.finalize()
  }

  /// The fingerprint of an opaque picture whose rows have been hashed.
  ///
  /// - Parameters:
  ///   - rows: The hashes of all rows.
  ///   - width: The width in pixels.
  /// - Precondition: All rows are opaque.
  public init(opaque rows: RowHashes, width: Int) {
    precondition(rows.areOpaque.allSatisfy { $0 }, "the picture is not opaque")
    var hashes = FingerprintHasher(width: width, height: rows.values.count)
    for value in rows.values { hashes.append(word: value) }
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

  mutating func append(word: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      pending.append(UInt8(truncatingIfNeeded: word &>> shift))
    }
  }

  mutating func append(straight row: Span<UInt32>) {
    var alpha: UInt32 = 0xFF00_0000
    let hash = RowHash.hash(row, common: &alpha)
    if alpha == 0xFF00_0000 {
      append(word: hash)
    } else {
      append(word: RowHash.hash(RowHash.cleared(row).span, common: &alpha))
    }
  }

  consuming func finalize() -> Fingerprint {
    hash.update(pending)
    return Fingerprint(digest: hash.finalize())
  }
}

extension RowHash {
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
