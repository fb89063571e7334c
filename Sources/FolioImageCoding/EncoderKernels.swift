// The hot loops of the PNG encoder: checksums, filters, the search for matches, and the writing of
// codes. The only unsafe code of the encoder; all of it works on memory that EncoderScratch owns and
// whose sizes `prepare` sets. The bytes that come out are a function of the pixels alone.
//
// Rows. A row of n packed bytes has 64 zero bytes before it and at least 64 bytes after it, so that
// the left neighbour of the first pixel reads as 0 and a vector may be read past the end. A row that
// equals the row above is filtered with UP, which makes it zeros, and is neither packed nor looked
// at. In the first row of a stripe SUB is used, so a stripe's bytes depend on its own rows alone. For
// the others the filter of least absolute sum (PNG specification, section 12.7) among SUB, UP,
// AVERAGE and PAETH is found and kept for the next seven rows that differ from the row above.
//
// No filter. Undithered gradients, text and other drawn content often have longer matches when they
// are not filtered. Whether a stripe is such a one is found on four of its rows that differ from the row
// above: where a quarter of their pixels equal their left neighbour, three are parsed both ways, and the
// way with the lower estimate of bits is taken for all such rows. The first of the four is not parsed, but
// there to be repeated: without a row to look back at, what is not filtered would seem worse than it is.
//
// Matches. A table holds the last position of each hash of eight bytes. At a position are tried: the
// byte before (a run), the last distance used, the table's entry, and the same place in the row
// above. A match must span two pixels: shorter ones cost more in the distance code than they save,
// and mostly the search for them is wasted. If the next position has a match that is longer by
// three, it is taken instead; a match is also extended backwards over the literals before it. Where
// nothing matches, steps grow with the square of the searches in vain, so that the part of a row that
// is a photograph is soon passed. Most of the time goes into branches that nobody can foretell, so a
// place whose match could not be longer than the one at hand is refused by the bytes at its end before
// its length is measured.
//
// Blocks. What is found are sequences of a literal count and a match, from which both histograms
// follow; of long runs of literals a sample is counted. A block, mostly the whole stripe, is then
// written with Huffman codes of its own, eight literals a store where their codes fit.

import FolioRaster

// For `memcmp`, which takes the widest registers that the machine has.
#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

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

  /// The CRC register after `bytes`.
  ///
  /// A step of sixteen bytes waits for the one before, so messages that are worth the joining are taken
  /// as four parts side by side. With zero as its initial value a register is linear in the message: the register of the
  /// whole is that of the first part, moved on by the length of the second, exclusive-or that of the
  /// second from zero.
  static func crc32(_ initial: UInt32, _ bytes: Span<UInt8>) -> UInt32 {
    unsafe crcTable.withUnsafeBufferPointer { buffer in
      guard let table = buffer.baseAddress else { return initial }
      return unsafe bytes.withUnsafeBytes { raw in
        guard let p = raw.baseAddress else { return initial }
        var state = initial
        var i = 0
        if raw.count >= 16_384 {
          let part = (raw.count / 4) & ~15
          let (second, third, fourth) = unsafe (p + part, p + 2 * part, p + 3 * part)
          var (b, c, d): (UInt32, UInt32, UInt32) = (0, 0, 0)
          while i < part {
            state = unsafe step(state, p + i, table)
            b = unsafe step(b, second + i, table)
            c = unsafe step(c, third + i, table)
            d = unsafe step(d, fourth + i, table)
            i &+= 16
          }
          let power = CRC32.power(byteCount: part)
          for next in [b, c, d] { state = CRC32.product(state, power) ^ next }
          i = 4 * part
        }
        while i + 16 <= raw.count {
          state = unsafe step(state, p + i, table)
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

  /// The CRC register after sixteen bytes.
  @inline(__always)
  private static func step(
    _ state: UInt32, _ p: UnsafeRawPointer, _ table: UnsafePointer<UInt32>
  ) -> UInt32 {
    let a = unsafe p.loadUnaligned(as: UInt64.self) ^ UInt64(state)
    let b = unsafe p.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    var next: UInt32 = 0
    for k in 0..<8 {
      let shift = UInt64(8 * k)
      unsafe next ^= table[(15 - k) * 256 + Int((a &>> shift) & 0xFF)]
      unsafe next ^= table[(7 - k) * 256 + Int((b &>> shift) & 0xFF)]
    }
    return next
  }

  /// The Adler-32 value after `bytes`.
  static func adler32(_ initial: UInt32, _ bytes: Span<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBytes { raw in
      guard let p = raw.baseAddress else { return initial }
      return unsafe adler32(initial, p, raw.count)
    }
  }

  /// As above over raw memory, 256 bytes a step.
  ///
  /// A step keeps the sums of sixteen columns and the sums of those sums over its sixteen rows of 16
  /// bytes; both fit 16 bits (16 * 255 and 120 * 255). With S the sum of the columns, T the sum of
  /// the sums before each row, and A the value before, the step adds S to A and
  /// 256 A + 16 T + (16, 15, ... 1 times the columns) to B.
  static func adler32(_ initial: UInt32, _ p: UnsafeRawPointer, _ count: Int) -> UInt32 {
    typealias Lanes = SIMD8<UInt16>
    // Little-endian: the low byte of a lane is an even column.
    let evenWeights = SIMD8<UInt32>(16, 14, 12, 10, 8, 6, 4, 2)
    let oddWeights = SIMD8<UInt32>(15, 13, 11, 9, 7, 5, 3, 1)
    let low = Lanes(repeating: 0xFF)
    var a = initial & 0xFFFF
    var b = initial >> 16
    var i = 0
    while i &+ 256 <= count {
      // Ten steps stay below 2^32 with the greatest A and B.
      let steps = min(10, (count &- i) / 256)
      for _ in 0..<steps {
        var (even, odd, evenBefore, oddBefore) = (Lanes(), Lanes(), Lanes(), Lanes())
        for row in 0..<16 {
          let v = unsafe p.loadUnaligned(fromByteOffset: i &+ 16 &* row, as: Lanes.self)
          evenBefore &+= even
          oddBefore &+= odd
          even &+= v & low
          odd &+= v &>> 8
        }
        let (wideEven, wideOdd) = (
          SIMD8<UInt32>(truncatingIfNeeded: even), SIMD8<UInt32>(truncatingIfNeeded: odd)
        )
        let before =
          SIMD8<UInt32>(truncatingIfNeeded: evenBefore)
          &+ SIMD8<UInt32>(truncatingIfNeeded: oddBefore)
        let weighted = wideEven &* evenWeights &+ wideOdd &* oddWeights &+ (before &<< 4)
        b &+= 256 &* a &+ weighted.wrappedSum()
        a &+= (wideEven &+ wideOdd).wrappedSum()
        i &+= 256
      }
      a %= Adler32.modulus
      b %= Adler32.modulus
    }
    while i < count {
      unsafe a &+= UInt32(p.load(fromByteOffset: i, as: UInt8.self))
      b &+= a
      i &+= 1
    }
    // At most 255 bytes since the last reduction: below 2^16 + 2^16 and 2^16 + 255 * 2^17.
    return (b % Adler32.modulus) << 16 | a % Adler32.modulus
  }
}

extension Adler32 {
  /// Adds the bytes of raw memory.
  fileprivate mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    value = unsafe ChecksumKernels.adler32(value, start, bytes.count)
  }
}

/// The memory of one encoder thread and the loops that run in it.
@safe final class EncoderScratch {
  /// Bits of a hash.
  private static let tableBits: UInt64 = 14
  /// A block is closed at this many sequences...
  private static let blockSequences = 32_768
  /// ...or bytes.
  private static let blockBytes = 1 << 20
  /// Bytes before and after each row and buffer.
  private static let slack = 64
  /// The last bytes of a segment are literals, so that the search may read ahead.
  private static let tail = 16
  /// From so many literals in a row on a sample of them is counted.
  private static let sampledLiterals = 256
  /// Rows that a choice of filter is kept for.
  private static let keptRows = 8
  /// Rows in the sample that decides for or against filters; the first is only there to be repeated.
  private static let sampleRows = 4

  private var width = 0
  private var bytesPerPixel = 0
  private var rowBytes = 0
  private var rows = 0
  /// The size of the stripe after filtering: a type byte and the row, row by row.
  private(set) var filteredCount = 0
  /// The Adler-32 checksum of the filtered bytes.
  private(set) var adler: UInt32 = 1

  /// The packed rows that differ from the row above, one after another.
  private var packed = UnsafeMutableRawPointer.allocate(byteCount: 0, alignment: 16)
  private var packedCapacity = 0
  private var packedStride = 0
  /// The packed row of each row, and whether it is that of the row above.
  private var slots = [Int](repeating: 0, count: PNGEncoder.greatestStripeHeight)
  private var repeats = [Bool](repeating: false, count: PNGEncoder.greatestStripeHeight)

  private var filtered = UnsafeMutableRawPointer.allocate(byteCount: 0, alignment: 16)
  private var filteredCapacity = 0
  private var output = UnsafeMutableRawPointer.allocate(byteCount: 0, alignment: 16)
  private var outputCapacity = 0

  /// The low bits of the last position of eight bytes with a hash.
  ///
  /// They tell a distance within the window, if the entry is not older than 65536 bytes. One that is, and
  /// one that was never set, names a place like any other: whether there is a match is seen there. Half
  /// as large as with whole positions, the table leaves room beside it in the nearest cache.
  private let table = UnsafeMutablePointer<UInt16>.allocate(capacity: 1 << tableBits)
  /// Literals before a match in bits 32-63, its length in 16-31, its distance - 1 in 0-15.
  private let sequences = UnsafeMutablePointer<UInt64>.allocate(capacity: blockSequences)
  private let histogram = Histogram()
  private let codeTables = CodeTables()

  /// Makes room for a stripe.
  func prepare(width: Int, rows: Int, bytesPerPixel: Int) {
    self.width = width
    self.bytesPerPixel = bytesPerPixel
    self.rows = rows
    rowBytes = width * bytesPerPixel
    filteredCount = rows * (rowBytes + 1)
    packedStride = (rowBytes + 2 * Self.slack + 15) & ~15
    unsafe Self.grow(
      &packed, &packedCapacity, to: packedStride * max(rows, Self.sampleRows) + Self.slack)
    unsafe Self.grow(&filtered, &filteredCapacity, to: filteredCount + Self.slack)
  }

  private static func grow(
    _ memory: inout UnsafeMutableRawPointer, _ capacity: inout Int, to size: Int
  ) {
    if size <= capacity { return }
    unsafe memory.deallocate()
    capacity = size
    unsafe memory = .allocate(byteCount: size, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
  }

  deinit {
    unsafe packed.deallocate()
    unsafe filtered.deallocate()
    unsafe output.deallocate()
    unsafe table.deallocate()
    unsafe sequences.deallocate()
  }

  // MARK: Rows

  /// Packs the rows of the stripe; the first row with a pixel that the colour type cannot hold.
  ///
  /// - Parameter areRepeated: Whether each row is the one above, where that is known.
  func pack(
    _ pixels: Span<UInt32>, as colorType: PNGEncoder.ColorType, palette: PNGEncoder.Palette?,
    areRepeated: ArraySlice<Bool>?
  ) -> Int? {
    precondition(areRepeated == nil || areRepeated?.count == rows)
    let indices = PaletteIndices(palette?.pixels ?? [])
    return unsafe pixels.withUnsafeBufferPointer { buffer in
      guard let source = buffer.baseAddress else { return nil }
      var slot = -1
      for row in 0..<rows {
        let start = unsafe source + row * width
        let isRepeat =
          if row == 0 {
            false
          } else if let areRepeated {
            areRepeated[areRepeated.startIndex + row]
          } else {
            unsafe memcmp(start, start - width, 4 * width) == 0
          }
        if isRepeat {
          slots[row] = slot
          repeats[row] = true
          continue
        }
        slot += 1
        slots[row] = slot
        repeats[row] = false
        let target = unsafe line(slot)
        // A wider image may have left bytes here.
        unsafe (target - Self.slack).initializeMemory(
          as: UInt8.self, repeating: 0, count: Self.slack)
        switch colorType {
        case .rgb: if unsafe !Self.packRGB(start, width, target) { return row }
        case .rgba: unsafe Self.packRGBA(start, width, target)
        case .grayscale: if unsafe !Self.packGray(start, width, target) { return row }
        case .indexed: if unsafe !indices.pack(start, width, target) { return row }
        }
        unsafe (target + rowBytes).initializeMemory(
          as: UInt8.self, repeating: 0, count: Self.slack)
      }
      return nil
    }
  }

  private func line(_ slot: Int) -> UnsafeMutableRawPointer {
    unsafe packed + (slot * packedStride + Self.slack)
  }

  /// Three bytes of each pixel; whether all were opaque.
  private static func packRGB(
    _ source: UnsafePointer<UInt32>, _ count: Int, _ target: UnsafeMutableRawPointer
  ) -> Bool {
    let raw = unsafe UnsafeRawPointer(source)
    typealias Pairs = SIMD2<UInt64>
    var allPairs = Pairs(repeating: .max)
    var i = 0
    while i &+ 4 <= count {
      let pairs = unsafe raw.loadUnaligned(fromByteOffset: 4 &* i, as: Pairs.self)
      allPairs &= pairs
      let bytes =
        (pairs & Pairs(repeating: 0xFF_FFFF))
        | ((pairs &>> 8) & Pairs(repeating: 0xFFFF_FF00_0000))
      // All of it, though the second store replaces a half: a half alone would be made anew in other
      // registers.
      unsafe target.storeBytes(of: bytes, toByteOffset: 3 &* i, as: Pairs.self)
      unsafe target.storeBytes(of: bytes[1], toByteOffset: 3 &* i &+ 6, as: UInt64.self)
      i &+= 4
    }
    var all = allPairs[0] & allPairs[1]
    while i &+ 2 <= count {
      let pair = unsafe raw.loadUnaligned(fromByteOffset: 4 &* i, as: UInt64.self)
      all &= pair
      let bytes = (pair & 0xFF_FFFF) | ((pair &>> 8) & 0xFFFF_FF00_0000)
      unsafe target.storeBytes(of: bytes, toByteOffset: 3 &* i, as: UInt64.self)
      i &+= 2
    }
    if i < count {
      let pixel = unsafe source[i]
      all &= UInt64(pixel) &<< 32 | 0xFFFF_FFFF
      unsafe target.storeBytes(of: pixel, toByteOffset: 3 &* i, as: UInt32.self)
    }
    return all & 0xFF00_0000_FF00_0000 == 0xFF00_0000_FF00_0000
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
      unsafe target.storeBytes(of: pixel, toByteOffset: 4 &* i, as: UInt32.self)
    }
  }

  /// One byte of each pixel; whether all were opaque and grey.
  private static func packGray(
    _ source: UnsafePointer<UInt32>, _ count: Int, _ target: UnsafeMutableRawPointer
  ) -> Bool {
    var isGray = true
    for i in 0..<count {
      let pixel = unsafe source[i]
      isGray = PNGEncoder.isGray(pixel) && isGray
      unsafe target.storeBytes(of: UInt8(pixel & 0xFF), toByteOffset: i, as: UInt8.self)
    }
    return isGray
  }

  /// The index of each colour of a palette, found by hashing.
  private struct PaletteIndices {
    /// Four times as many places as there can be colours; -1 is empty.
    private var places = [Int16](repeating: -1, count: 1024)
    private let colors: [UInt32]

    init(_ colors: [UInt32]) {
      self.colors = colors
      for (index, color) in colors.enumerated() {
        var place = Self.hash(color)
        while places[place] >= 0 { place = (place + 1) & 1023 }
        places[place] = Int16(index)
      }
    }

    private static func hash(_ color: UInt32) -> Int { Int((color &* 0x9E37_79B1) >> 22) }

    private func index(of color: UInt32) -> Int? {
      var place = Self.hash(color)
      while places[place] >= 0 {
        let index = Int(places[place])
        if colors[index] == color { return index }
        place = (place + 1) & 1023
      }
      return nil
    }

    /// One byte of each pixel; whether all were in the palette.
    func pack(
      _ source: UnsafePointer<UInt32>, _ count: Int, _ target: UnsafeMutableRawPointer
    ) -> Bool {
      var last = unsafe source[0]
      guard var found = index(of: last) else { return false }
      for i in 0..<count {
        let pixel = unsafe source[i]
        if pixel != last {
          guard let index = index(of: pixel) else { return false }
          (last, found) = (pixel, index)
        }
        unsafe target.storeBytes(of: UInt8(found), toByteOffset: i, as: UInt8.self)
      }
      return true
    }
  }

  // MARK: Filters

  private enum Filter: UInt8, CaseIterable {
    case none = 0
    case sub = 1
    case up = 2
    case average = 3
    case paeth = 4
  }

  /// Filters the packed rows of the stripe as the level wants it.
  func filter(_ level: PNGEncoder.Level) {
    switch level {
    case .stored: apply([Filter](repeating: .none, count: rows))
    case .fast: apply(fastPlan())
    case .small: apply(smallPlan())
    }
  }

  /// Filters each row as the plan says, and sums the bytes.
  private func apply(_ plan: [Filter]) {
    var target = unsafe filtered
    var summed = unsafe filtered
    var checksum = Adler32()
    for row in 0..<rows {
      if repeats[row], plan[row] == .up {
        unsafe checksum.update(UnsafeRawBufferPointer(start: summed, count: target - summed))
        unsafe target.storeBytes(of: Filter.up.rawValue, as: UInt8.self)
        unsafe (target + 1).initializeMemory(as: UInt8.self, repeating: 0, count: rowBytes)
        checksum.append(Filter.up.rawValue, zeros: rowBytes)
        unsafe summed = target + (rowBytes + 1)
      } else {
        let (current, above) = unsafe (line(slots[row]), line(slots[max(0, row - 1)]))
        unsafe apply(plan[row], current, above, target)
      }
      unsafe target += rowBytes + 1
    }
    unsafe target.initializeMemory(as: UInt8.self, repeating: 0, count: Self.slack)
    unsafe checksum.update(UnsafeRawBufferPointer(start: summed, count: target - summed))
    adler = checksum.value
  }

  /// A plan that takes a row equal to the one above as zeros, the first row by itself, and for each
  /// other row what `choose` gives.
  private func plan(_ choose: (_ row: Int) -> Filter) -> [Filter] {
    (0..<rows).map { row in
      if repeats[row] { return .up }
      return row == 0 ? .sub : choose(row)
    }
  }

  private func fastPlan() -> [Filter] {
    if isBetterPlain() { return (0..<rows).map { repeats[$0] ? .up : .none } }
    var kept = Filter.sub
    var rowsKept = 0
    return plan { row in
      if rowsKept == 0 {
        kept = unsafe bestFilter(line(slots[row]), line(slots[row - 1]))
        rowsKept = Self.keptRows
      }
      rowsKept -= 1
      return kept
    }
  }

  private typealias Bytes = SIMD16<UInt8>

  @inline(__always)
  private static func larger(_ a: Bytes, _ b: Bytes) -> Bytes {
    a.replacing(with: b, where: a .< b)
  }

  @inline(__always)
  private static func smaller(_ a: Bytes, _ b: Bytes) -> Bytes {
    a.replacing(with: b, where: b .< a)
  }

  @inline(__always)
  private static func paeth(_ a: Bytes, _ u: Bytes, _ q: Bytes) -> Bytes {
    // pa = |u - q|, pb = |a - q|; pc = |a + u - 2q| is pa + pb if u - q and a - q have the same sign,
    // and then never less than both, else |pa - pb|.
    let pa = larger(u, q) &- smaller(u, q)
    let pb = larger(a, q) &- smaller(a, q)
    let isOpposite = (u .< q) .^ (a .< q)
    let difference = larger(pa, pb) &- smaller(pa, pb)
    let pc = Bytes(repeating: 255).replacing(with: difference, where: isOpposite)
    let upOrCorner = q.replacing(with: u, where: pb .<= pc)
    return upOrCorner.replacing(with: a, where: pa .<= smaller(pb, pc))
  }

  /// floor((a + u) / 2).
  @inline(__always)
  private static func average(_ a: Bytes, _ u: Bytes) -> Bytes { (a & u) &+ ((a ^ u) &>> 1) }

  /// Adds min(v, 256 - v) of the bytes, two a lane.
  @inline(__always)
  private static func addMagnitudes(_ v: Bytes, to sum: inout SIMD8<UInt16>) {
    let lanes = unsafe unsafeBitCast(smaller(v, Bytes() &- v), to: SIMD8<UInt16>.self)
    sum &+= (lanes & SIMD8<UInt16>(repeating: 0xFF)) &+ (lanes &>> 8)
  }

  /// The filter of least absolute sum; of equal ones the first of UP, SUB, AVERAGE, PAETH.
  private func bestFilter(
    _ current: UnsafeMutableRawPointer, _ above: UnsafeMutableRawPointer
  ) -> Filter {
    let (bpp, count) = (bytesPerPixel, rowBytes)
    var (sub, up, average, paeth): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var i = 0
    while i < count {
      // A lane takes 128 times two magnitudes of at most 128 before it is emptied.
      let end = min(i &+ 2048, count)
      var (s, v, m, p) = (SIMD8<UInt16>(), SIMD8<UInt16>(), SIMD8<UInt16>(), SIMD8<UInt16>())
      while i < end {
        let x = unsafe current.loadUnaligned(fromByteOffset: i, as: Bytes.self)
        let a = unsafe current.loadUnaligned(fromByteOffset: i &- bpp, as: Bytes.self)
        let u = unsafe above.loadUnaligned(fromByteOffset: i, as: Bytes.self)
        let q = unsafe above.loadUnaligned(fromByteOffset: i &- bpp, as: Bytes.self)
        var (bySub, byUp) = (x &- a, x &- u)
        var (byAverage, byPaeth) = (x &- Self.average(a, u), x &- Self.paeth(a, u, q))
        if i &+ 16 > count {
          let isInside = Self.lanes .< Bytes(repeating: UInt8(truncatingIfNeeded: count &- i))
          bySub.replace(with: 0, where: .!isInside)
          byUp.replace(with: 0, where: .!isInside)
          byAverage.replace(with: 0, where: .!isInside)
          byPaeth.replace(with: 0, where: .!isInside)
        }
        Self.addMagnitudes(bySub, to: &s)
        Self.addMagnitudes(byUp, to: &v)
        Self.addMagnitudes(byAverage, to: &m)
        Self.addMagnitudes(byPaeth, to: &p)
        i &+= 16
      }
      sub &+= Self.total(s)
      up &+= Self.total(v)
      average &+= Self.total(m)
      paeth &+= Self.total(p)
    }
    let least = min(min(up, sub), min(average, paeth))
    return up == least ? .up : sub == least ? .sub : average == least ? .average : .paeth
  }

  private static let lanes = Bytes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)

  private static func total(_ lanes: SIMD8<UInt16>) -> UInt64 {
    UInt64(SIMD8<UInt32>(truncatingIfNeeded: lanes).wrappedSum())
  }

  private func apply(
    _ filter: Filter, _ current: UnsafeMutableRawPointer, _ above: UnsafeMutableRawPointer,
    _ target: UnsafeMutableRawPointer
  ) {
    let (bpp, count) = (bytesPerPixel, rowBytes)
    unsafe target.storeBytes(of: filter.rawValue, as: UInt8.self)
    let out = unsafe target + 1
    var i = 0
    switch filter {
    case .none:
      unsafe out.copyMemory(from: current, byteCount: count)
    case .sub:
      while i < count {
        let x = unsafe current.loadUnaligned(fromByteOffset: i, as: Bytes.self)
        let a = unsafe current.loadUnaligned(fromByteOffset: i &- bpp, as: Bytes.self)
        unsafe out.storeBytes(of: x &- a, toByteOffset: i, as: Bytes.self)
        i &+= 16
      }
    case .up:
      while i < count {
        let x = unsafe current.loadUnaligned(fromByteOffset: i, as: Bytes.self)
        let u = unsafe above.loadUnaligned(fromByteOffset: i, as: Bytes.self)
        unsafe out.storeBytes(of: x &- u, toByteOffset: i, as: Bytes.self)
        i &+= 16
      }
    case .average:
      while i < count {
        let x = unsafe current.loadUnaligned(fromByteOffset: i, as: Bytes.self)
        let a = unsafe current.loadUnaligned(fromByteOffset: i &- bpp, as: Bytes.self)
        let u = unsafe above.loadUnaligned(fromByteOffset: i, as: Bytes.self)
        unsafe out.storeBytes(of: x &- Self.average(a, u), toByteOffset: i, as: Bytes.self)
        i &+= 16
      }
    case .paeth:
      while i < count {
        let x = unsafe current.loadUnaligned(fromByteOffset: i, as: Bytes.self)
        let a = unsafe current.loadUnaligned(fromByteOffset: i &- bpp, as: Bytes.self)
        let u = unsafe above.loadUnaligned(fromByteOffset: i, as: Bytes.self)
        let q = unsafe above.loadUnaligned(fromByteOffset: i &- bpp, as: Bytes.self)
        unsafe out.storeBytes(of: x &- Self.paeth(a, u, q), toByteOffset: i, as: Bytes.self)
        i &+= 16
      }
    }
  }

  // MARK: Filters for small files

  /// Of several plans the one with which the stripe parses to the lowest estimate of bits.
  private func smallPlan() -> [Filter] {
    let plans = [
      plan { row in unsafe bestFilter(line(slots[row]), line(slots[row - 1])) },
      plan { row in unsafe leastFilter(row, by: entropy) },
      plan { _ in .paeth },
      plan { _ in .up },
      (0..<rows).map { repeats[$0] ? .up : .none },
      [Filter](repeating: .none, count: rows),
    ]
    var best = (bits: UInt64.max, plan: plans[0])
    for plan in plans {
      apply(plan)
      let bits = estimate(filteredCount)
      if bits < best.bits { best = (bits, plan) }
    }
    return best.plan
  }

  /// The filter whose row has the least score, NONE and SUB first among equals.
  private func leastFilter(_ row: Int, by score: (UnsafeRawPointer) -> UInt64) -> Filter {
    let (current, above) = unsafe (line(slots[row]), line(slots[row - 1]))
    var best = (score: UInt64.max, filter: Filter.none)
    for filter in Filter.allCases {
      unsafe apply(filter, current, above, filtered)
      let score = unsafe score(UnsafeRawPointer(filtered + 1))
      if score < best.score { best = (score, filter) }
    }
    return best.filter
  }

  /// The entropy of a row's bytes.
  private func entropy(_ row: UnsafeRawPointer) -> UInt64 {
    histogram.clear()
    unsafe histogram.addLiterals(row, rowBytes)
    return histogram.estimate()
  }

  // MARK: Filters or none

  /// Whether a sample of the rows that differ from the row above is smaller without filters.
  private func isBetterPlain() -> Bool {
    let changed = (1..<max(rows, 1)).filter { !repeats[$0] }
    guard changed.count >= 4 else { return false }
    let taken = min(changed.count, Self.sampleRows)
    let start = (changed.count - taken) / 2
    let sample = changed[start..<(start + taken)]

    // Counted until it is known to be over a quarter or cannot come to it any more.
    let total = taken * width
    var (equal, rest) = (0, total)
    for row in sample where 4 * equal <= total && 4 * (equal + rest) > total {
      unsafe equal += equalNeighbors(line(slots[row]))
      rest -= width
    }
    guard 4 * equal > total else { return false }

    var target = unsafe filtered
    var filter: Filter?
    for row in sample {
      let (current, above) = unsafe (line(slots[row]), line(slots[row - 1]))
      let best = unsafe filter ?? bestFilter(current, above)
      filter = best
      unsafe apply(best, current, above, target)
      unsafe target += rowBytes + 1
    }
    let count = sample.count * (rowBytes + 1)
    let filteredBits = estimate(count, from: rowBytes + 1)
    unsafe target = filtered
    for row in sample {
      let current = unsafe line(slots[row])
      unsafe apply(.none, current, current, target)
      unsafe target += rowBytes + 1
    }
    return estimate(count, from: rowBytes + 1) < filteredBits
  }

  /// How many pixels of a packed row equal the one before.
  private func equalNeighbors(_ row: UnsafeMutableRawPointer) -> Int {
    let mask = UInt32(truncatingIfNeeded: (UInt64(1) << UInt64(8 * bytesPerPixel)) - 1)
    var count = 0
    var previous = unsafe row.loadUnaligned(as: UInt32.self) & mask
    for x in 1..<max(width, 1) {
      let pixel =
        unsafe row.loadUnaligned(fromByteOffset: x &* bytesPerPixel, as: UInt32.self) & mask
      if pixel == previous { count &+= 1 }
      previous = pixel
    }
    return count
  }

  /// An estimate, in 1/256 bit, of what the first bytes in `filtered` take, but for those before `start`,
  /// which are not parsed and only there to be repeated.
  private func estimate(_ count: Int, from start: Int = 0) -> UInt64 {
    unsafe (filtered + count).initializeMemory(as: UInt8.self, repeating: 0, count: Self.slack)
    unsafe table.initialize(repeating: 0, count: 1 << Self.tableBits)
    for i in stride(from: 0, to: start, by: 4) {
      unsafe table[Self.slot(Self.load64(filtered, i))] = UInt16(truncatingIfNeeded: i)
    }
    var state = ParseState(position: start)
    var bits: UInt64 = 0
    while state.position < count {
      parse(&state, count)
      bits += histogram.estimate()
    }
    return bits
  }

  // MARK: Matches

  private struct ParseState {
    /// Where the search is; the block so far ends here.
    var position = 0
    /// Searches in vain since the last success.
    var misses = 0
    /// The last distance over 1.
    var lastDistance = 0
    /// Sequences in the block.
    var count = 0
    /// Literals after the last one.
    var rest = 0
  }

  @inline(__always)
  private static func load64(_ s: UnsafeRawPointer, _ i: Int) -> UInt64 {
    unsafe s.loadUnaligned(fromByteOffset: i, as: UInt64.self)
  }

  @inline(__always)
  private static func load32(_ s: UnsafeRawPointer, _ i: Int) -> UInt32 {
    unsafe s.loadUnaligned(fromByteOffset: i, as: UInt32.self)
  }

  @inline(__always)
  private static func slot(_ v: UInt64) -> Int {
    // The 64-bit prime of xxHash, whose high bits mix well.
    Int(truncatingIfNeeded: (v &* 0x9E37_79B1_85EB_CA87) &>> (64 &- tableBits))
  }

  /// The distance from position `i` back to the last one with these low bits, 0 to 65535.
  @inline(__always)
  private static func distance(to low: UInt16, from i: Int) -> Int {
    Int(UInt16(truncatingIfNeeded: i) &- low)
  }

  /// Whether a match at position `i` may lie so far back.
  @inline(__always)
  private static func isInWindow(_ distance: Int, _ i: Int) -> Bool {
    UInt(bitPattern: distance &- 1) < UInt(DeflateFormat.windowSize) && distance <= i
  }

  /// Whether the four bytes at `i`, which are `low`, equal those at `j`, and so do the four that lie
  /// `end` further on: those that a match must reach to be longer than the one at hand. Mostly they do
  /// not, which costs less to learn here than from `matchLength`.
  @inline(__always)
  private static func mayMatch(
    _ s: UnsafeRawPointer, _ i: Int, _ j: Int, _ low: UInt32, _ end: Int
  ) -> Bool {
    unsafe load32(s, j &+ end) == load32(s, i &+ end) && load32(s, j) == low
  }

  /// How many bytes from `i` on equal those from `j` on, at most `limit`.
  @inline(__always)
  private static func matchLength(_ s: UnsafeRawPointer, _ i: Int, _ j: Int, _ limit: Int) -> Int {
    var length = 0
    while length < limit {
      let difference = unsafe load64(s, i &+ length) ^ load64(s, j &+ length)
      if difference != 0 {
        length &+= difference.trailingZeroBitCount &>> 3
        return length < limit ? length : limit
      }
      length &+= 8
    }
    return limit
  }

  /// Counts the literals before a match.
  @inline(__always)
  private func addLiterals(_ start: UnsafeRawPointer, _ count: Int) {
    if count < Self.sampledLiterals {
      unsafe histogram.addLiterals(start, count)
    } else {
      unsafe histogram.sampleLiterals(start, count)
    }
  }

  /// Parses the next block of the first `n` filtered bytes into sequences and histograms.
  private func parse(_ state: inout ParseState, _ n: Int) {
    let s = unsafe UnsafeRawPointer(filtered)
    let (table, sequences) = unsafe (table, sequences)
    let (lengths, distances, symbols) =
      unsafe (histogram.lengths, histogram.distances, codeTables.distanceSymbols)
    histogram.clear()
    let bpp = bytesPerPixel
    let minimum = max(4, 2 &* bpp)
    let rowDistance = rowBytes &+ 1
    let isRowInWindow = rowDistance <= DeflateFormat.windowSize
    let searchEnd = n &- Self.tail
    let blockEnd = min(state.position &+ Self.blockBytes, searchEnd)

    var i = state.position
    var anchor = i
    var misses = state.misses
    var lastDistance = state.lastDistance
    var count = 0
    while i < blockEnd, count < Self.blockSequences {
      let v = unsafe Self.load64(s, i)
      let low = UInt32(truncatingIfNeeded: v)
      let h = Self.slot(v)
      let candidate = unsafe Self.distance(to: table[h], from: i)
      unsafe table[h] = UInt16(truncatingIfNeeded: i)
      let limit = min(DeflateFormat.maximumLength, n &- i)
      var (length, distance) = (0, 0)
      if i >= 1, unsafe Self.load32(s, i &- 1) == low {
        length = unsafe Self.matchLength(s, i, i &- 1, limit)
        distance = 1
      }
      if length < 32 {
        var end = length < 4 ? 0 : length &- 3
        if lastDistance > 1, i >= lastDistance,
          unsafe Self.mayMatch(s, i, i &- lastDistance, low, end)
        {
          let found = unsafe Self.matchLength(s, i, i &- lastDistance, limit)
          if found > length {
            (length, distance) = (found, lastDistance)
            end = length < 4 ? 0 : length &- 3
          }
        }
        if length < 32 {
          if Self.isInWindow(candidate, i),
            unsafe Self.mayMatch(s, i, i &- candidate, low, end)
          {
            let found = unsafe Self.matchLength(s, i, i &- candidate, limit)
            if found >= length &+ 2 {
              (length, distance) = (found, candidate)
              end = length < 4 ? 0 : length &- 3
            }
          }
          if length < 32, isRowInWindow, i >= rowDistance,
            unsafe Self.mayMatch(s, i, i &- rowDistance, low, end)
          {
            let found = unsafe Self.matchLength(s, i, i &- rowDistance, limit)
            if found > length { (length, distance) = (found, rowDistance) }
          }
        }
      }
      if length < minimum {
        i &+= min(1 &+ ((misses &* misses) &>> 4), 64)
        misses &+= 1
        continue
      }
      if length < DeflateFormat.maximumLength, i &+ 1 < searchEnd {
        let next = i &+ 1
        let v = unsafe Self.load64(s, next)
        let low = UInt32(truncatingIfNeeded: v)
        let h = Self.slot(v)
        let candidate = unsafe Self.distance(to: table[h], from: next)
        unsafe table[h] = UInt16(truncatingIfNeeded: next)
        let limit = min(DeflateFormat.maximumLength, n &- next)
        var (better, betterDistance) = (0, 0)
        // It must be longer by three, so its bytes up to the fourth after these must be equal too.
        let end = length &- 1
        if lastDistance > 1, next >= lastDistance,
          unsafe Self.mayMatch(s, next, next &- lastDistance, low, end)
        {
          better = unsafe Self.matchLength(s, next, next &- lastDistance, limit)
          betterDistance = lastDistance
        }
        if Self.isInWindow(candidate, next),
          unsafe Self.mayMatch(s, next, next &- candidate, low, end)
        {
          let found = unsafe Self.matchLength(s, next, next &- candidate, limit)
          if found >= better &+ 2 { (better, betterDistance) = (found, candidate) }
        }
        if better >= length &+ 3 {
          (length, distance) = (better, betterDistance)
          i = next
          unsafe table[Self.slot(Self.load64(s, i &+ 1))] = UInt16(truncatingIfNeeded: i &+ 1)
        }
      }

      var start = i
      while start > anchor, length < DeflateFormat.maximumLength, start > distance,
        unsafe s.load(fromByteOffset: start &- 1, as: UInt8.self)
          == s.load(fromByteOffset: start &- 1 &- distance, as: UInt8.self)
      {
        start &-= 1
        length &+= 1
      }
      unsafe addLiterals(s + anchor, start &- anchor)
      unsafe lengths[length] &+= 1
      let d = distance &- 1
      unsafe distances[Int(symbols[d < 256 ? d : 256 &+ (d &>> 7)])] &+= 1
      unsafe sequences[count] =
        (UInt64(truncatingIfNeeded: start &- anchor) &<< 32)
        | (UInt64(truncatingIfNeeded: length) &<< 16) | UInt64(truncatingIfNeeded: d)
      count &+= 1
      let end = start &+ length
      if length > 8, n &- end > 8 {
        unsafe table[Self.slot(Self.load64(s, end &- 3))] = UInt16(truncatingIfNeeded: end &- 3)
      }
      if distance > 1 { lastDistance = distance }
      misses = length >= 24 ? 0 : misses &- (misses &>> 3)
      i = end
      anchor = end
    }
    if i >= searchEnd { i = n }
    unsafe addLiterals(s + anchor, i &- anchor)
    state.position = i
    state.misses = misses
    state.lastDistance = lastDistance
    state.count = count
    state.rest = i &- anchor
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
          of: (~UInt16(length)).littleEndian, toByteOffset: position + 3, as: UInt16.self)
        unsafe (out + position + 5).copyMemory(from: filtered + done, byteCount: length)
        position += 5 + length
        done += length
      }
      count = size
    }
  }

  /// The filtered bytes made small: the smaller of two ways.
  func deflateSmall(isLast: Bool) -> [UInt8] {
    let fast = deflate(isLast: isLast)
    let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: filtered, count: filteredCount))
    let isNoisy = 10 * histogram.literalTotal > 9 * filteredCount
    let small = OptimalParse.segment(bytes, isNoisy: isNoisy, isLast: isLast)
    return small.count < fast.count ? small : fast
  }

  /// The filtered bytes compressed, ended by an empty stored block or by the final bit.
  func deflate(isLast: Bool) -> [UInt8] {
    // A literal takes at most 15 bits and a match less than its two pixels; a block's head is below
    // 512 bytes.
    let blocks = filteredCount / Self.blockBytes + filteredCount / (6 * Self.blockSequences) + 2
    unsafe Self.grow(&output, &outputCapacity, to: 2 * filteredCount + 512 * blocks + Self.slack)
    unsafe table.initialize(repeating: 0, count: 1 << Self.tableBits)
    var writer = unsafe BitWriter(output)
    var state = ParseState()
    repeat {
      let start = state.position
      parse(&state, filteredCount)
      writeBlock(
        &writer, from: start, state, isFinal: isLast && state.position == filteredCount)
    } while state.position < filteredCount
    if isLast {
      writer.align()
    } else {
      writer.put(0, 3)
      writer.align()
      writer.put(0xFFFF_0000, 32)
      writer.flush()
    }
    let size = unsafe writer.out - output
    precondition(size <= outputCapacity)
    return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      unsafe UnsafeMutableRawPointer(buffer.baseAddress)?.copyMemory(from: output, byteCount: size)
      count = size
    }
  }

  /// Writes the codes of literals, eight at a time.
  ///
  /// Not part of its caller, whose variables would leave too few registers for these.
  @inline(never)
  private static func writeLiterals(
    _ writer: inout BitWriter, _ start: UnsafeRawPointer, _ count: Int, _ table: LiteralCodes
  ) {
    var out = writer
    var s = unsafe start
    let end = unsafe start + count
    while unsafe s < end {
      let v = unsafe s.loadUnaligned(as: UInt64.self)
      let pairs = (
        table.pair(v & 0xFFFF), table.pair((v &>> 16) & 0xFFFF), table.pair((v &>> 32) & 0xFFFF),
        table.pair(v &>> 48)
      )
      let (first, second) = (pairs.0.count &+ pairs.1.count, pairs.2.count &+ pairs.3.count)
      if first &+ second <= 56 {
        let low = pairs.0.bits | (pairs.1.bits &<< pairs.0.count)
        let high = pairs.2.bits | (pairs.3.bits &<< pairs.2.count)
        out.put(low | (high &<< first), first &+ second)
        out.flush()
      } else {
        // A pair has at most 30 bits.
        out.put(pairs.0.bits, pairs.0.count)
        out.flush()
        out.put(pairs.1.bits, pairs.1.count)
        out.flush()
        out.put(pairs.2.bits, pairs.2.count)
        out.flush()
        out.put(pairs.3.bits, pairs.3.count)
        out.flush()
      }
      unsafe s += 8
    }
    writer = out
  }

  private func writeBlock(
    _ writer: inout BitWriter, from start: Int, _ state: ParseState, isFinal: Bool
  ) {
    let counts = histogram.symbolCounts()
    let literals = HuffmanCode(counts: counts.literals, limit: 15)
    let distances = HuffmanCode(counts: counts.distances, limit: 15)
    let header = DynamicBlockHeader(
      literals: literals.lengths, distances: distances.lengths, isFinal: isFinal)
    for field in header.fields {
      writer.put(UInt64(field.value), UInt64(field.count))
      writer.flush()
    }
    codeTables.set(literals, distances)

    let (sequences, symbols) = unsafe (sequences, codeTables.distanceSymbols)
    let (literalTable, lengthTable, distanceTable) =
      unsafe (codeTables.literals, codeTables.lengths, codeTables.distances)
    var s = unsafe UnsafeRawPointer(filtered) + start
    var out = writer
    for k in 0...state.count {
      let sequence = unsafe k < state.count ? sequences[k] : UInt64(state.rest) &<< 32
      var rest = Int(truncatingIfNeeded: sequence &>> 32)
      if rest >= 8 {
        unsafe Self.writeLiterals(&out, s, rest & ~7, literalTable)
        unsafe s += rest & ~7
        rest &= 7
      }
      while rest > 0 {
        let byte = unsafe Int(s.load(as: UInt8.self))
        out.put(literalTable.code(of: byte), literalTable.length(of: byte))
        out.flush()
        unsafe s += 1
        rest &-= 1
      }
      if k == state.count { break }
      let length = Int(truncatingIfNeeded: (sequence &>> 16) & 0xFFFF)
      let code = unsafe lengthTable[length]
      out.put(UInt64(code & 0xFF_FFFF), UInt64(code &>> 24))
      let d = Int(truncatingIfNeeded: sequence & 0xFFFF)
      let entry = unsafe distanceTable[Int(symbols[d < 256 ? d : 256 &+ (d &>> 7)])]
      out.put(UInt64(entry.code), UInt64(entry.codeBits))
      out.put(UInt64(truncatingIfNeeded: d) &- UInt64(entry.base), UInt64(entry.extraBits))
      out.flush()
      unsafe s += length
    }
    let end = DeflateFormat.endOfBlock
    out.put(UInt64(literals.codes[end]), UInt64(literals.lengths[end]))
    out.flush()
    writer = out
  }
}

/// The codes of the literals of a block.
@safe private struct LiteralCodes {
  private static let lengthOffset = 4 * 256

  /// The codes by byte, 32 bits each, and after them their lengths in a byte each: a shift takes a length
  /// as it is loaded, and one address serves for both.
  private let memory: UnsafeMutableRawPointer

  init() {
    unsafe memory = .allocate(byteCount: Self.lengthOffset + 256, alignment: 4)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: Self.lengthOffset + 256)
  }

  func deallocate() { unsafe memory.deallocate() }

  func set(_ byte: Int, code: UInt16, length: UInt8) {
    unsafe memory.storeBytes(of: UInt32(code), toByteOffset: 4 &* byte, as: UInt32.self)
    unsafe memory.storeBytes(
      of: length, toByteOffset: Self.lengthOffset &+ byte, as: UInt8.self)
  }

  @inline(__always)
  func code(of byte: Int) -> UInt64 {
    unsafe UInt64(memory.load(fromByteOffset: 4 &* byte, as: UInt32.self))
  }

  @inline(__always)
  func length(of byte: Int) -> UInt64 {
    unsafe UInt64(memory.load(fromByteOffset: Self.lengthOffset &+ byte, as: UInt8.self))
  }

  /// The codes of the low byte of `bytes`, which is at most 0xFFFF, and of the one above, joined.
  @inline(__always)
  func pair(_ bytes: UInt64) -> (bits: UInt64, count: UInt64) {
    let first = Int(truncatingIfNeeded: bytes & 0xFF)
    let second = Int(truncatingIfNeeded: bytes &>> 8)
    let count = length(of: first)
    return (code(of: first) | (code(of: second) &<< count), count &+ length(of: second))
  }
}

/// Bits into memory, lowest first.
@safe private struct BitWriter {
  private(set) var out: UnsafeMutableRawPointer
  private var bits: UInt64 = 0
  private var count: UInt64 = 0

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
    unsafe out += Int(truncatingIfNeeded: count &>> 3)
    bits &>>= count & ~7
    count &= 7
  }

  /// Pads with zero bits to a whole byte.
  mutating func align() {
    count = (count &+ 7) & ~7
    flush()
  }
}

/// How often each literal, length and distance symbol occurs in a block.
@safe private final class Histogram {
  /// Four tables of 256, so that equal bytes in a row do not wait for each other.
  let literals = UnsafeMutablePointer<UInt32>.allocate(capacity: 4 * 256)
  /// By length.
  let lengths = UnsafeMutablePointer<UInt32>.allocate(capacity: DeflateFormat.maximumLength + 1)
  /// By symbol.
  let distances = UnsafeMutablePointer<UInt32>.allocate(capacity: DeflateFormat.distanceCount)
  /// The greatest magnitude of literals of which only a sample was counted.
  private var sampledMagnitude: UInt8?

  deinit {
    unsafe literals.deallocate()
    unsafe lengths.deallocate()
    unsafe distances.deallocate()
  }

  func clear() {
    sampledMagnitude = nil
    unsafe literals.initialize(repeating: 0, count: 4 * 256)
    unsafe lengths.initialize(repeating: 0, count: DeflateFormat.maximumLength + 1)
    unsafe distances.initialize(repeating: 0, count: DeflateFormat.distanceCount)
  }

  @inline(__always)
  func addLiterals(_ start: UnsafeRawPointer, _ count: Int) {
    let t = unsafe literals
    var p = unsafe start
    var rest = count
    while rest >= 8 {
      let v = unsafe p.loadUnaligned(as: UInt64.self)
      unsafe t[Int(truncatingIfNeeded: v & 0xFF)] &+= 1
      unsafe t[256 &+ Int(truncatingIfNeeded: (v &>> 8) & 0xFF)] &+= 1
      unsafe t[512 &+ Int(truncatingIfNeeded: (v &>> 16) & 0xFF)] &+= 1
      unsafe t[768 &+ Int(truncatingIfNeeded: (v &>> 24) & 0xFF)] &+= 1
      unsafe t[Int(truncatingIfNeeded: (v &>> 32) & 0xFF)] &+= 1
      unsafe t[256 &+ Int(truncatingIfNeeded: (v &>> 40) & 0xFF)] &+= 1
      unsafe t[512 &+ Int(truncatingIfNeeded: (v &>> 48) & 0xFF)] &+= 1
      unsafe t[768 &+ Int(truncatingIfNeeded: v &>> 56)] &+= 1
      unsafe p += 8
      rest &-= 8
    }
    while rest > 0 {
      unsafe t[Int(p.load(as: UInt8.self))] &+= 1
      unsafe p += 1
      rest &-= 1
    }
  }

  /// Adds a long run of literals by a sample: eight of every 64 bytes count eight times.
  ///
  /// A byte that the sample misses must have a code all the same. Long runs are what a filter left of
  /// a photograph, whose bytes lie around zero, so all of a magnitude that occurs count once more.
  @inline(__always)
  func sampleLiterals(_ start: UnsafeRawPointer, _ count: Int) {
    typealias Bytes = SIMD16<UInt8>
    let t = unsafe literals
    var p = unsafe start
    var rest = count
    var greatest = Bytes(repeating: sampledMagnitude ?? 0)
    while rest >= 64 {
      let v = unsafe p.loadUnaligned(as: UInt64.self)
      unsafe t[Int(truncatingIfNeeded: v & 0xFF)] &+= 8
      unsafe t[256 &+ Int(truncatingIfNeeded: (v &>> 8) & 0xFF)] &+= 8
      unsafe t[512 &+ Int(truncatingIfNeeded: (v &>> 16) & 0xFF)] &+= 8
      unsafe t[768 &+ Int(truncatingIfNeeded: (v &>> 24) & 0xFF)] &+= 8
      unsafe t[Int(truncatingIfNeeded: (v &>> 32) & 0xFF)] &+= 8
      unsafe t[256 &+ Int(truncatingIfNeeded: (v &>> 40) & 0xFF)] &+= 8
      unsafe t[512 &+ Int(truncatingIfNeeded: (v &>> 48) & 0xFF)] &+= 8
      unsafe t[768 &+ Int(truncatingIfNeeded: v &>> 56)] &+= 8
      for quarter in 0..<4 {
        let bytes = unsafe p.loadUnaligned(fromByteOffset: 16 &* quarter, as: Bytes.self)
        let negative = Bytes() &- bytes
        let magnitude = bytes.replacing(with: negative, where: negative .< bytes)
        greatest.replace(with: magnitude, where: greatest .< magnitude)
      }
      unsafe p += 64
      rest &-= 64
    }
    sampledMagnitude = greatest.max()
    unsafe addLiterals(p, rest)
  }

  /// How many literals there are.
  var literalTotal: Int { (0..<1024).reduce(0) { unsafe $0 + Int(literals[$1]) } }

  /// The counts of the symbols of both alphabets, with one end of block.
  func symbolCounts() -> (literals: [UInt32], distances: [UInt32]) {
    var counts = [UInt32](repeating: 0, count: DeflateFormat.literalCount)
    for symbol in 0..<256 {
      unsafe counts[symbol] =
        literals[symbol] + literals[256 + symbol] + literals[512 + symbol] + literals[768 + symbol]
    }
    if let sampledMagnitude {
      counts[0] += 1
      for magnitude in 1..<max(1, Int(sampledMagnitude) + 1) {
        counts[magnitude] += 1
        counts[256 - magnitude] += 1
      }
    }
    counts[DeflateFormat.endOfBlock] = 1
    let symbols = DeflateFormat.lengthSymbol
    for length in 3...DeflateFormat.maximumLength {
      unsafe counts[257 + Int(symbols[length])] += lengths[length]
    }
    let distanceCounts = (0..<DeflateFormat.distanceCount).map { unsafe distances[$0] }
    return (counts, distanceCounts)
  }

  /// An estimate of the block's size in 1/256 bit: the entropy of both alphabets and the extra bits.
  func estimate() -> UInt64 {
    let counts = symbolCounts()
    var bits = Self.entropy(counts.literals) + Self.entropy(counts.distances)
    for symbol in 0..<29 {
      bits +=
        UInt64(counts.literals[257 + symbol]) << 8
        * UInt64(DeflateFormat.lengthExtraBits[symbol])
    }
    for symbol in 0..<DeflateFormat.distanceCount {
      bits +=
        UInt64(counts.distances[symbol]) << 8 * UInt64(DeflateFormat.distanceExtraBits[symbol])
    }
    return bits
  }

  private static func entropy(_ counts: [UInt32]) -> UInt64 {
    var (total, sum): (UInt64, UInt64) = (0, 0)
    for count in counts where count > 0 {
      total += UInt64(count)
      sum += UInt64(count) * logarithm(UInt64(count))
    }
    return total == 0 ? 0 : total * logarithm(total) - sum
  }

  /// log2 in 1/256, linear between powers of two: in integers, and close enough to compare.
  private static func logarithm(_ x: UInt64) -> UInt64 {
    let exponent = UInt64(63 - x.leadingZeroBitCount)
    return (exponent << 8) + ((x << 8) >> exponent) - 256
  }
}

/// The codes of a block, laid out for writing.
@safe private final class CodeTables {
  struct Distance {
    var code: UInt16
    var codeBits: UInt8
    var extraBits: UInt8
    /// The least distance minus 1.
    var base: UInt32
  }

  let literals = LiteralCodes()
  /// By length: the code and the extra bits, and the length of both in bits 24-31.
  let lengths = UnsafeMutablePointer<UInt32>.allocate(capacity: DeflateFormat.maximumLength + 1)
  /// By symbol.
  let distances = UnsafeMutablePointer<Distance>.allocate(capacity: DeflateFormat.distanceCount)
  /// See `DeflateFormat.distanceSymbol`.
  let distanceSymbols = UnsafeMutablePointer<UInt8>.allocate(capacity: 512)

  init() {
    unsafe lengths.initialize(repeating: 0, count: DeflateFormat.maximumLength + 1)
    for (i, symbol) in DeflateFormat.distanceSymbol.enumerated() {
      unsafe (distanceSymbols + i).initialize(to: symbol)
    }
  }

  deinit {
    literals.deallocate()
    unsafe lengths.deallocate()
    unsafe distances.deallocate()
    unsafe distanceSymbols.deallocate()
  }

  func set(_ literalCode: HuffmanCode, _ distanceCode: HuffmanCode) {
    for byte in 0..<256 {
      literals.set(byte, code: literalCode.codes[byte], length: literalCode.lengths[byte])
    }
    let (symbols, bases) = (DeflateFormat.lengthSymbol, DeflateFormat.lengthBase)
    let extraBits = DeflateFormat.lengthExtraBits
    for length in 3...DeflateFormat.maximumLength {
      let symbol = Int(symbols[length])
      let bits = UInt32(literalCode.lengths[257 + symbol])
      unsafe lengths[length] =
        UInt32(literalCode.codes[257 + symbol]) | (UInt32(length - bases[symbol]) << bits)
        | ((bits + UInt32(extraBits[symbol])) << 24)
    }
    for symbol in 0..<DeflateFormat.distanceCount {
      unsafe distances[symbol] = Distance(
        code: distanceCode.codes[symbol], codeBits: distanceCode.lengths[symbol],
        extraBits: UInt8(DeflateFormat.distanceExtraBits[symbol]),
        base: UInt32(DeflateFormat.distanceBase[symbol] - 1))
    }
  }
}
