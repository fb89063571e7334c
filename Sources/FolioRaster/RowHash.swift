/// A 64-bit hash of a row of pixels, equal for equal rows and different for others but by an accident
/// of a chance of the order of 2^-54 for a row of 8192 pixels.
///
/// One multiplication takes in eight bytes. Four lanes run side by side, since a multiplication takes
/// three or four cycles before its result can go into the next; they start from different constants,
/// so that pixels moved from one lane into another change the value.
///
/// With all arithmetic on unsigned 64-bit integers:
/// - `fold(x)` is the exclusive or of the upper and the lower half of the 128-bit product
///   `x * 0x9E3779B97F4A7C15`.
/// - The row's bytes (R, G, B, A, pixel after pixel) are padded with zero bytes to a multiple of 32 and
///   read as little-endian words `w[0], w[1], …`. The lanes start at 0x243F6A8885A308D3,
///   0x13198A2E03707344, 0xA4093822299F31D0 and 0x082EFA98EC4E6C89 (the binary digits of pi after the
///   point). For each word in order, `lane[i mod 4] = fold(lane[i mod 4] ^ w[i])`.
/// - The hash is `fold(fold(fold(fold(lane[0]) ^ lane[1]) ^ lane[2]) ^ lane[3])`.
///
/// It finds changes; it is no defence against somebody who wants two rows to collide.
public enum RowHash {
  /// The exclusive or of the halves of the 128-bit product with the multiplier.
  @inlinable
  public static func fold(_ x: UInt64) -> UInt64 {
    let product = x.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15 as UInt64)
    return product.high ^ product.low
  }

  /// The hash of a row.
  ///
  /// - Parameters:
  ///   - row: The pixels, red in bits 0-7, green in 8-15, blue in 16-23 and alpha in 24-31.
  ///   - common: Keeps the bits that all pixels have; those it held before are cleared where a pixel
  ///     lacks them. Given 0xFF000000 it tells whether all are opaque.
  public static func hash(_ row: Span<UInt32>, common: inout UInt32) -> UInt64 {
    SpanKernels.hash(row, common: &common)
  }
}

/// The hashes of all rows of a bitmap, taken once and used by all who ask which rows are the same.
public struct RowHashes: Hashable, Sendable {
  /// The ``RowHash`` of each row's premultiplied pixels, from top to bottom.
  public private(set) var values: [UInt64]
  /// Whether each row is opaque. The hash of such a row is that of its straight pixels too.
  public private(set) var areOpaque: [Bool]
  /// Whether each row's pixels are those of the row above; never so for the first.
  public private(set) var areRepeated: [Bool]

  /// The hashes of a bitmap's rows: one pass over its pixels.
  public init(_ bitmap: Bitmap) {
    self.init()
    values.reserveCapacity(bitmap.height)
    areOpaque.reserveCapacity(bitmap.height)
    areRepeated.reserveCapacity(bitmap.height)
    append(0..<bitmap.height, of: bitmap)
  }

  /// The hashes of no rows.
  public init() {
    values = []
    areOpaque = []
    areRepeated = []
  }

  /// Adds the hashes of some rows of a bitmap.
  ///
  /// - Precondition: `rows` are in the bitmap. If there are hashes already, the row that was added last
  ///   lies above the first of them.
  public mutating func append(_ rows: Range<Int>, of bitmap: Bitmap) {
    precondition(rows.lowerBound >= 0 && rows.upperBound <= bitmap.height, "there are no such rows")
    if rows.isEmpty { return }
    precondition(values.isEmpty || rows.lowerBound > 0, "the row above is not in the bitmap")
    let pixels = bitmap.pixels.span
    let width = bitmap.width
    func isRepeated(_ row: Int) -> Bool {
      row < rows.upperBound
        && SpanKernels.isSame(
          pair: pixels.extracting(((row - 1) * width)..<((row + 1) * width)), width: width)
    }
    // Two rows are hashed at a time, and one that is the row above is known already.
    var row = rows.lowerBound
    var isRepeat = !values.isEmpty && isRepeated(row)
    while row < rows.upperBound {
      let isNextRepeat = isRepeated(row + 1)
      var common: UInt32 = 0xFF00_0000
      if isRepeat {
        append(
          values[values.count - 1], isOpaque: areOpaque[areOpaque.count - 1], isRepeated: true)
      } else if isNextRepeat || row + 1 == rows.upperBound {
        let hash = RowHash.hash(
          pixels.extracting((row * width)..<((row + 1) * width)), common: &common)
        append(hash, isOpaque: common == 0xFF00_0000)
      } else {
        let pair = pixels.extracting((row * width)..<((row + 2) * width))
        let hashes = SpanKernels.hash(pair: pair, width: width, common: &common)
        let areBoth = common == 0xFF00_0000
        append(hashes.first, isOpaque: areBoth || isOpaque(pixels, row, width))
        append(hashes.second, isOpaque: areBoth || isOpaque(pixels, row + 1, width))
        row += 2
        isRepeat = isRepeated(row)
        continue
      }
      row += 1
      isRepeat = isNextRepeat
    }
  }

  private func isOpaque(_ pixels: Span<UInt32>, _ row: Int, _ width: Int) -> Bool {
    SpanKernels.commonAlpha(pixels, (row * width)..<((row + 1) * width)) == 0xFF00_0000
  }

  private mutating func append(_ value: UInt64, isOpaque: Bool, isRepeated: Bool = false) {
    values.append(value)
    areOpaque.append(isOpaque)
    areRepeated.append(isRepeated)
  }
}
