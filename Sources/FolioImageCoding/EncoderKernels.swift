// The hot loops of the PNG encoder: checksums, filters, the search for matches, and the writing of
// codes. The only unsafe code of the encoder; everything here works on memory that EncoderScratch
// owns and whose sizes `prepare` sets.
//
// Filters. A row of n bytes has 16 zero bytes before it and at least 16 bytes after it, so that the
// left neighbour of the first pixel reads as 0 and a vector may be read past the end. Each row is
// filtered with the rule of least absolute sum over SUB, UP and PAETH (PNG specification, section
// 12.7), and the choice is kept for the next seven rows that differ from the row above; a row equal
// to the row above is UP and zeros without a look. The first row of a stripe is SUB, so a stripe's
// bytes depend on its own rows alone.
//
// Matches. A table holds the last position of each hash of six bytes (eight for RGBA). At a position
// are tried: the byte before (a run), the last distance used, and the table's entry. A match must
// span two pixels: shorter ones cost more in the distance code than they save, and mostly the search
// for them is wasted. Where nothing matches, steps grow.

import FolioRaster

/// Checksums over many bytes.
enum ChecksumKernels {
  /// Entry 256 * k + b: the CRC state after byte b and k zero bytes.
  private static let crcTable: [UInt32] = {
    var table = [UInt32](repeating: 0, count: 16 * 256)
    for byte in 0..<256 {
      var state = UInt32(byte)
      for _ in 0..<8 { state = (state >> 1) ^ (state & 1 == 0 ? 0 : 0xEDB8_8320) }
      table[byte] = state
    }
    for i in 256..<table.count {
      let previous = table[i - 256]
      table[i] = (previous >> 8) ^ table[Int(previous & 0xFF)]
    }
    return table
  }()

  /// The CRC register after `bytes`, sixteen of them a step.
  static func crc32(_ initial: UInt32, _ bytes: Span<UInt8>) -> UInt32 {
    unsafe crcTable.withUnsafeBufferPointer { buffer in
      guard let table = buffer.baseAddress else { return initial }
      return unsafe bytes.withUnsafeBytes { raw in
        guard let p = raw.baseAddress else { return initial }
        var state = initial
        var i = 0
        while i + 16 <= raw.count {
          let a = unsafe p.loadUnaligned(fromByteOffset: i, as: UInt64.self) ^ UInt64(state)
          let b = unsafe p.loadUnaligned(fromByteOffset: i + 8, as: UInt64.self)
          var next: UInt32 = 0
          for k in 0..<8 {
            let shift = UInt64(8 * k)
            unsafe next ^= table[(15 - k) * 256 + Int((a &>> shift) & 0xFF)]
            unsafe next ^= table[(7 - k) * 256 + Int((b &>> shift) & 0xFF)]
          }
          state = next
          i += 16
        }
        while i < raw.count {
          unsafe state = (state >> 8) ^ table[Int((state ^ UInt32(raw[i])) & 0xFF)]
          i += 1
        }
        return state
      }
    }
  }

  /// The Adler-32 value after `bytes`.
  static func adler32(_ initial: UInt32, _ bytes: Span<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBytes { raw in
      guard let p = raw.baseAddress else { return initial }
      return unsafe adler32(initial, p, raw.count)
    }
  }

  /// As above over raw memory. Sums are reduced before they can exceed 32 bits: with 5552 bytes of
  /// 255 and the greatest A and B they stay below 2^32.
  static func adler32(_ initial: UInt32, _ p: UnsafeRawPointer, _ count: Int) -> UInt32 {
    var a = initial & 0xFFFF
    var b = initial >> 16
    var i = 0
    while i < count {
      let end = min(i + 5552, count)
      while i + 16 <= end {
        // b gains 16 a and the bytes weighted 16...1; a gains the bytes.
        let v = unsafe p.loadUnaligned(fromByteOffset: i, as: SIMD16<UInt8>.self)
        let wide = SIMD16<UInt16>(truncatingIfNeeded: v)
        b &+=
          a &* 16
          &+ UInt32(
            (wide &* SIMD16<UInt16>(16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1))
              .wrappedSum())
        a &+= UInt32(wide.wrappedSum())
        i += 16
      }
      while i < end {
        unsafe a &+= UInt32(p.load(fromByteOffset: i, as: UInt8.self))
        b &+= a
        i += 1
      }
      a %= Adler32.modulus
      b %= Adler32.modulus
    }
    return (b << 16) | a
  }
}

/// The memory of one encoder thread and the loops that run in it.
@safe final class EncoderScratch {
  /// Bits of a hash.
  private static let tableBits: UInt64 = 15
  /// A block is closed by the step that begins with this many tokens...
  private static let blockTokens = 60_000
  /// ...or covers more than this many bytes.
  private static let blockBytes = 1 << 20
  /// A step writes at most 22 tokens of literals (64 in threes).
  private static let tokenCapacity = 60_128
  /// Bytes before and after each row and buffer.
  private static let slack = 64

  private var bytesPerPixel = 0
  private var rowBytes = 0
  private var rows = 0
  /// The bytes of the stripe after filtering, a type byte and the row, row by row.
  private(set) var filteredCount = 0
  /// Their Adler-32 checksum.
  private(set) var adler: UInt32 = 1

  private var filteredCapacity = 0
  private var rowCapacity = 0
  private var filtered = UnsafeMutableRawPointer.allocate(byteCount: 0, alignment: 16)
  private var lines = UnsafeMutableRawPointer.allocate(byteCount: 0, alignment: 16)
  private let table = UnsafeMutablePointer<UInt32>.allocate(capacity: 1 << tableBits)
  private let tokens = UnsafeMutablePointer<UInt32>.allocate(capacity: tokenCapacity)
  /// Three tables of 256 literals, then 259 lengths, then 32 distances.
  private let histogram = UnsafeMutablePointer<UInt32>.allocate(capacity: 3 * 256 + 259 + 32)

  deinit {
    unsafe filtered.deallocate()
    unsafe lines.deallocate()
    unsafe table.deallocate()
    unsafe tokens.deallocate()
    unsafe histogram.deallocate()
  }

  /// Makes room for a stripe.
  func prepare(width: Int, rows: Int, bytesPerPixel: Int) {
    self.bytesPerPixel = bytesPerPixel
    self.rows = rows
    rowBytes = width * bytesPerPixel
    filteredCount = rows * (rowBytes + 1)
    if filteredCount > filteredCapacity {
      unsafe filtered.deallocate()
      filteredCapacity = filteredCount
      unsafe filtered = .allocate(byteCount: filteredCapacity + Self.slack, alignment: 16)
    }
    if rowBytes > rowCapacity {
      unsafe lines.deallocate()
      rowCapacity = rowBytes
      unsafe lines = .allocate(byteCount: 2 * (rowCapacity + 2 * Self.slack), alignment: 16)
      unsafe lines.initializeMemory(
        as: UInt8.self, repeating: 0, count: 2 * (rowCapacity + 2 * Self.slack))
    }
  }

  // MARK: Rows

  /// Packs and filters the rows of the stripe and sums them; the first row that is not opaque, if
  /// RGB was asked for, and nothing done.
  func filter(
    _ pixels: Span<UInt32>, width: Int, colorType: PNGEncoder.ColorType, filtering: Bool
  ) -> Int? {
    unsafe pixels.withUnsafeBufferPointer { buffer in
      guard let source = buffer.baseAddress else { return nil }
      var current = unsafe lines + Self.slack
      var above = unsafe lines + (rowCapacity + 3 * Self.slack)
      var target = unsafe filtered
      var checksum: UInt32 = 1
      var kept = Filter.sub
      var rowsKept = 0
      for row in 0..<rows {
        let start = unsafe source + row * width
        switch colorType {
        case .rgb: if unsafe !Self.packRGB(start, width, current) { return row }
        case .rgba: unsafe Self.packRGBA(start, width, current)
        }
        var filter = Filter.none
        if filtering {
          if row == 0 {
            filter = .sub
          } else if unsafe isEqual(current, above) {
            filter = .up
          } else {
            if rowsKept == 0 {
              kept = unsafe bestFilter(current, above)
              rowsKept = 8
            }
            rowsKept -= 1
            filter = kept
          }
        }
        unsafe apply(filter, current, above, target)
        unsafe checksum = ChecksumKernels.adler32(checksum, target, rowBytes + 1)
        unsafe target += rowBytes + 1
        unsafe swap(&current, &above)
      }
      unsafe target.initializeMemory(as: UInt8.self, repeating: 0, count: Self.slack)
      adler = checksum
      return nil
    }
  }

  private enum Filter: UInt8 {
    case none = 0
    case sub = 1
    case up = 2
    case average = 3
    case paeth = 4
  }

  /// Three bytes of each opaque pixel; whether all were opaque.
  private static func packRGB(
    _ source: UnsafePointer<UInt32>, _ count: Int, _ target: UnsafeMutableRawPointer
  ) -> Bool {
    var all: UInt32 = 0xFF00_0000
    for i in 0..<count {
      let pixel = unsafe source[i]
      all &= pixel
      unsafe target.storeBytes(of: pixel, toByteOffset: 3 * i, as: UInt32.self)
    }
    // The fourth byte of the last store.
    unsafe target.storeBytes(of: 0, toByteOffset: 3 * count, as: UInt8.self)
    return all == 0xFF00_0000
  }

  /// Four bytes of each pixel, straight.
  private static func packRGBA(
    _ source: UnsafePointer<UInt32>, _ count: Int, _ target: UnsafeMutableRawPointer
  ) {
    for i in 0..<count {
      var pixel = unsafe source[i]
      let alpha = pixel &>> 24
      if alpha != 255 {
        pixel =
          Arithmetic.unpremultiply(pixel & 0xFF, alpha)
          | (Arithmetic.unpremultiply((pixel &>> 8) & 0xFF, alpha) &<< 8)
          | (Arithmetic.unpremultiply((pixel &>> 16) & 0xFF, alpha) &<< 16) | (alpha &<< 24)
      }
      unsafe target.storeBytes(of: pixel, toByteOffset: 4 * i, as: UInt32.self)
    }
  }

  private func isEqual(_ a: UnsafeMutableRawPointer, _ b: UnsafeMutableRawPointer) -> Bool {
    var i = 0
    while i + 16 <= rowBytes {
      let x = unsafe a.loadUnaligned(fromByteOffset: i, as: SIMD2<UInt64>.self)
      let y = unsafe b.loadUnaligned(fromByteOffset: i, as: SIMD2<UInt64>.self)
      if x != y { return false }
      i += 16
    }
    while i < rowBytes {
      if unsafe a.load(fromByteOffset: i, as: UInt8.self)
        != b.load(fromByteOffset: i, as: UInt8.self)
      {
        return false
      }
      i += 1
    }
    return true
  }

  private typealias Bytes = SIMD16<UInt8>

  @inline(__always)
  private static func paeth(_ a: Bytes, _ u: Bytes, _ q: Bytes) -> Bytes {
    // pa = |u - q|, pb = |a - q|; pc = |a + u - 2q| is pa + pb if u - q and a - q have the same sign,
    // and then never less than both, else |pa - pb|.
    let pa = pointwiseMax(u, q) &- pointwiseMin(u, q)
    let pb = pointwiseMax(a, q) &- pointwiseMin(a, q)
    let opposite = (u .>= q) .^ (a .>= q)
    let difference = pointwiseMax(pa, pb) &- pointwiseMin(pa, pb)
    let pc = Bytes(repeating: 255).replacing(with: difference, where: opposite)
    let useLeft = (pa .<= pb) .& (pa .<= pc)
    let useUp = pb .<= pc
    return q.replacing(with: u, where: useUp).replacing(with: a, where: useLeft)
  }

  /// SUB, UP or PAETH, whichever has the least sum of |byte as signed|; UP first, then SUB.
  private func bestFilter(
    _ current: UnsafeMutableRawPointer, _ above: UnsafeMutableRawPointer
  ) -> Filter {
    let bpp = bytesPerPixel
    var (sub, up, paeth): (UInt64, UInt64, UInt64) = (0, 0, 0)
    var i = 0
    while i < rowBytes {
      let x = unsafe current.loadUnaligned(fromByteOffset: i, as: Bytes.self)
      let a = unsafe current.loadUnaligned(fromByteOffset: i - bpp, as: Bytes.self)
      let u = unsafe above.loadUnaligned(fromByteOffset: i, as: Bytes.self)
      let q = unsafe above.loadUnaligned(fromByteOffset: i - bpp, as: Bytes.self)
      var (s, v, p) = (x &- a, x &- u, x &- Self.paeth(a, u, q))
      if i + 16 > rowBytes {
        let keep = Self.lanes .< Bytes(repeating: UInt8(rowBytes - i))
        s = Bytes().replacing(with: s, where: keep)
        v = Bytes().replacing(with: v, where: keep)
        p = Bytes().replacing(with: p, where: keep)
      }
      sub &+= Self.absoluteSum(s)
      up &+= Self.absoluteSum(v)
      paeth &+= Self.absoluteSum(p)
      i += 16
    }
    if up <= sub, up <= paeth { return .up }
    return sub <= paeth ? .sub : .paeth
  }

  private static let lanes = Bytes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)

  @inline(__always)
  private static func absoluteSum(_ v: Bytes) -> UInt64 {
    let least = pointwiseMin(v, Bytes() &- v)
    return UInt64(SIMD16<UInt16>(truncatingIfNeeded: least).wrappedSum())
  }

  private func apply(
    _ filter: Filter, _ current: UnsafeMutableRawPointer, _ above: UnsafeMutableRawPointer,
    _ target: UnsafeMutableRawPointer
  ) {
    let bpp = bytesPerPixel
    unsafe target.storeBytes(of: filter.rawValue, as: UInt8.self)
    let out = unsafe target + 1
    var i = 0
    while i < rowBytes {
      let x = unsafe current.loadUnaligned(fromByteOffset: i, as: Bytes.self)
      let a = unsafe current.loadUnaligned(fromByteOffset: i - bpp, as: Bytes.self)
      let u = unsafe above.loadUnaligned(fromByteOffset: i, as: Bytes.self)
      let q = unsafe above.loadUnaligned(fromByteOffset: i - bpp, as: Bytes.self)
      let value: Bytes
      switch filter {
      case .none: value = x
      case .sub: value = x &- a
      case .up: value = x &- u
      case .average: value = x &- ((a & u) &+ ((a ^ u) &>> 1))
      case .paeth: value = x &- Self.paeth(a, u, q)
      }
      unsafe out.storeBytes(of: value, toByteOffset: i, as: Bytes.self)
      i += 16
    }
  }

  // MARK: Segments

  /// The filtered bytes in stored blocks.
  func store(isLast: Bool) -> [UInt8] {
    let blockSize = 65_535
    let blocks = (filteredCount + blockSize - 1) / blockSize
    let size = filteredCount + 5 * blocks
    return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      let out = UnsafeMutableRawPointer(start)
      var position = 0
      var done = 0
      while done < filteredCount {
        let length = min(blockSize, filteredCount - done)
        let isFinal = isLast && done + length == filteredCount
        unsafe out.storeBytes(of: isFinal ? 1 : 0, toByteOffset: position, as: UInt8.self)
        unsafe out.storeBytes(
          of: UInt16(length).littleEndian, toByteOffset: position + 1, as: UInt16.self)
        unsafe out.storeBytes(
          of: ~UInt16(length).littleEndian, toByteOffset: position + 3, as: UInt16.self)
        unsafe (out + position + 5).copyMemory(from: filtered + done, byteCount: length)
        position += 5 + length
        done += length
      }
      count = size
    }
  }

  /// The filtered bytes compressed, ended by an empty stored block or by the final bit.
  func deflate(isLast: Bool) -> [UInt8] {
    // A code has at most 15 bits; blocks end by tokens or bytes, so their heads (under 400 bytes)
    // are few.
    let capacity = 2 * filteredCount + 512 * (filteredCount / 40_000 + 2)
    return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      var writer = unsafe BitWriter(UnsafeMutableRawPointer(start))
      compress(&writer, isLast: isLast)
      unsafe count = writer.out - UnsafeMutableRawPointer(start)
      precondition(count <= capacity)
    }
  }

  /// Bits into memory, lowest first.
  @safe private struct BitWriter {
    var out: UnsafeMutableRawPointer
    var bits: UInt64 = 0
    var count: UInt64 = 0

    init(_ out: UnsafeMutableRawPointer) {
      unsafe self.out = unsafe out
    }

    /// Adds bits; with those not yet flushed at most 64.
    @inline(__always)
    mutating func put(_ value: UInt64, _ length: UInt64) {
      bits |= value &<< count
      count &+= length
    }

    /// Stores the whole bytes; under 8 bits remain. Writes 8 bytes of memory.
    @inline(__always)
    mutating func flush() {
      unsafe out.storeBytes(of: bits.littleEndian, as: UInt64.self)
      unsafe out += Int(count &>> 3)
      bits &>>= count & ~7
      count &= 7
    }

    /// Pads with zero bits to a whole byte.
    mutating func align() {
      count = (count + 7) & ~7
      flush()
    }
  }

  private func compress(_ writer: inout BitWriter, isLast: Bool) {
    let s = unsafe UnsafeRawPointer(filtered)
    let n = filteredCount
    let minimum = 2 * bytesPerPixel
    let bpp = bytesPerPixel
    let hashShift: UInt64 = bytesPerPixel == 3 ? 16 : 0
    let tableShift = 64 - Self.tableBits
    let (table, tokens, histogram) = unsafe (table, tokens, histogram)
    let lengthHistogram = unsafe histogram + 768
    let distanceHistogram = unsafe histogram + 768 + 259
    unsafe table.initialize(repeating: 0, count: 1 << Self.tableBits)

    @inline(__always) func load64(_ i: Int) -> UInt64 {
      unsafe s.loadUnaligned(fromByteOffset: i, as: UInt64.self)
    }
    @inline(__always) func load32(_ i: Int) -> UInt32 {
      unsafe s.loadUnaligned(fromByteOffset: i, as: UInt32.self)
    }
    @inline(__always) func slot(_ v: UInt64) -> Int {
      Int(((v &<< hashShift) &* 0x9E37_79B1_85EB_CA87) &>> tableShift)
    }
    @inline(__always) func enter(_ i: Int) {
      unsafe table[slot(load64(i))] = UInt32(truncatingIfNeeded: i &+ 1)
    }
    @inline(__always) func matchLength(_ i: Int, _ j: Int, _ limit: Int) -> Int {
      var length = 0
      while length < limit {
        let difference = load64(i &+ length) ^ load64(j &+ length)
        if difference != 0 {
          return min(length &+ (difference.trailingZeroBitCount &>> 3), limit)
        }
        length &+= 8
      }
      return limit
    }

    var i = 0
    var miss = 0
    var lastDistance = 0
    repeat {
      let blockStart = i
      var tokenCount = 0
      unsafe histogram.initialize(repeating: 0, count: 768 + 259 + 32)

      func literals(_ from: Int, _ count: Int) {
        var p = from
        var rest = count
        while rest >= 3 {
          let v = load32(p) & 0xFF_FFFF
          unsafe histogram[Int(v & 0xFF)] &+= 1
          unsafe histogram[256 &+ Int((v &>> 8) & 0xFF)] &+= 1
          unsafe histogram[512 &+ Int(v &>> 16)] &+= 1
          unsafe tokens[tokenCount] = v | (3 &<< 24)
          tokenCount &+= 1
          p &+= 3
          rest &-= 3
        }
        while rest > 0 {
          let v = load32(p) & 0xFF
          unsafe histogram[Int(v)] &+= 1
          unsafe tokens[tokenCount] = v | (1 &<< 24)
          tokenCount &+= 1
          p &+= 1
          rest &-= 1
        }
      }

      while i < n, tokenCount < Self.blockTokens, i &- blockStart <= Self.blockBytes {
        if n &- i < 16 {
          literals(i, n &- i)
          i = n
          break
        }
        let v = load64(i)
        let low = UInt32(truncatingIfNeeded: v)
        let h = slot(v)
        let candidate = unsafe Int(table[h]) &- 1
        unsafe table[h] = UInt32(truncatingIfNeeded: i &+ 1)
        let limit = min(DeflateFormat.maximumLength, n &- i)
        var (length, distance) = (0, 0)
        if i >= 1, load32(i &- 1) == low {
          length = matchLength(i, i &- 1, limit)
          distance = 1
        }
        if length < 32, lastDistance > 1, i >= lastDistance, load32(i &- lastDistance) == low {
          let found = matchLength(i, i &- lastDistance, limit)
          if found > length { (length, distance) = (found, lastDistance) }
        }
        if length < 32, candidate >= 0, i &- candidate <= DeflateFormat.windowSize,
          load32(candidate) == low
        {
          let found = matchLength(i, candidate, limit)
          if found >= length &+ 2 { (length, distance) = (found, i &- candidate) }
        }
        if length >= minimum {
          unsafe lengthHistogram[length] &+= 1
          let d = distance &- 1
          unsafe tokens[tokenCount] =
            0x8000_0000 | (UInt32(truncatingIfNeeded: length) &<< 16)
            | UInt32(truncatingIfNeeded: d)
          tokenCount &+= 1
          let end = i &+ length
          if length > 8, n &- end > 8 {
            enter(end &- 3)
            enter(end &- bpp &- 3)
          }
          if length > 8 { enter(i &+ bpp) }
          enter(i &+ 1)
          if distance > 1 { lastDistance = distance }
          miss = length >= 24 ? 0 : miss &- (miss &>> 3)
          i = end
        } else {
          let count = min(1 &+ (miss &>> 2), 64, n &- i)
          literals(i, count)
          miss &+= 1
          i &+= count
        }
      }
      for t in 0..<tokenCount {
        let token = unsafe tokens[t]
        if token &>> 31 != 0 {
          let d = Int(token & 0x7FFF)
          unsafe distanceHistogram[
            Int(DeflateFormat.distanceSymbol[d < 256 ? d : 256 &+ (d &>> 7)])] &+= 1
        }
      }
      writeBlock(&writer, tokenCount, isFinal: isLast && i == n)
    } while i < n

    if !isLast {
      writer.put(0, 3)
      writer.align()
      writer.put(0xFFFF_0000, 32)
      writer.flush()
    } else {
      writer.align()
    }
  }

  private func writeBlock(_ writer: inout BitWriter, _ tokenCount: Int, isFinal: Bool) {
    var literalCounts = [UInt32](repeating: 0, count: DeflateFormat.literalCount)
    for symbol in 0..<256 {
      unsafe literalCounts[symbol] =
        histogram[symbol] + histogram[256 + symbol] + histogram[512 + symbol]
    }
    literalCounts[DeflateFormat.endOfBlock] = 1
    for length in 3...DeflateFormat.maximumLength {
      unsafe literalCounts[257 + Int(DeflateFormat.lengthSymbol[length])] += histogram[768 + length]
    }
    let distanceCounts = (0..<DeflateFormat.distanceCount).map { unsafe histogram[768 + 259 + $0] }
    let literals = HuffmanCode(counts: literalCounts, limit: 15)
    let distances = HuffmanCode(counts: distanceCounts, limit: 15)
    let header = DynamicBlockHeader(
      literals: literals.lengths, distances: distances.lengths, isFinal: isFinal)
    for field in header.fields {
      writer.put(UInt64(field.value), UInt64(field.count))
      writer.flush()
    }

    // A code and its extra bits joined, the number of bits in the top byte.
    let literalTable = (0..<256).map {
      UInt32(literals.codes[$0]) | (UInt32(literals.lengths[$0]) << 24)
    }
    let lengthTable = (0...DeflateFormat.maximumLength).map { length -> UInt32 in
      guard length >= 3 else { return 0 }
      let symbol = Int(DeflateFormat.lengthSymbol[length])
      let bits = UInt32(literals.lengths[257 + symbol])
      let extra = UInt32(length - DeflateFormat.lengthBase[symbol])
      return UInt32(literals.codes[257 + symbol]) | (extra << bits)
        | ((bits + UInt32(DeflateFormat.lengthExtraBits[symbol])) << 24)
    }
    unsafe literalTable.withUnsafeBufferPointer { literalTable in
      unsafe lengthTable.withUnsafeBufferPointer { lengthTable in
        for t in 0..<tokenCount {
          let token = unsafe tokens[t]
          if token &>> 31 == 0 {
            let first = unsafe literalTable[Int(token & 0xFF)]
            writer.put(UInt64(first & 0xFF_FFFF), UInt64(first &>> 24))
            if token &>> 24 == 3 {
              let second = unsafe literalTable[Int((token &>> 8) & 0xFF)]
              writer.put(UInt64(second & 0xFF_FFFF), UInt64(second &>> 24))
              let third = unsafe literalTable[Int((token &>> 16) & 0xFF)]
              writer.put(UInt64(third & 0xFF_FFFF), UInt64(third &>> 24))
            }
          } else {
            let length = unsafe lengthTable[Int((token &>> 16) & 0x1FF)]
            writer.put(UInt64(length & 0xFF_FFFF), UInt64(length &>> 24))
            let d = Int(token & 0x7FFF)
            let symbol = Int(DeflateFormat.distanceSymbol[d < 256 ? d : 256 &+ (d &>> 7)])
            writer.put(UInt64(distances.codes[symbol]), UInt64(distances.lengths[symbol]))
            writer.put(
              UInt64(d &+ 1 &- DeflateFormat.distanceBase[symbol]),
              UInt64(DeflateFormat.distanceExtraBits[symbol]))
          }
          writer.flush()
        }
      }
    }
    writer.put(
      UInt64(literals.codes[DeflateFormat.endOfBlock]),
      UInt64(literals.lengths[DeflateFormat.endOfBlock]))
    writer.flush()
  }
}
