// Length-limited Huffman codes in integers, so that equal counts give equal codes on every machine.
//
// The lengths come from Huffman's construction with two queues over the symbols sorted by
// (count, symbol): the leaves in order, and the inner nodes, which arise in order of weight. Of two
// equal weights the leaf is taken first, which keeps the tree shallow. Depths over the limit L are
// cut to L; the code then breaks Kraft's inequality, sum of 2^-length <= 1, and is repaired: as often
// as needed a code of length L is taken away and a code of the greatest shorter length l is replaced
// by two of length l + 1, which lowers the sum by 2^-L and leaves the number of codes the same. At
// the end the sum is exactly 1. The lengths are then dealt out anew, the longest to the rarest
// symbols.

/// A prefix code for the symbols of one deflate alphabet (RFC 1951, section 3.2.2).
struct HuffmanCode: Hashable {
  /// The length of each symbol's code in bits, 0 for symbols that have none.
  private(set) var lengths: [UInt8]
  /// The code of each symbol, its first bit in bit 0.
  private(set) var codes: [UInt16]

  /// The best code for `counts` with no length over `limit`.
  ///
  /// Always complete: with one used symbol a second one gets a code of one bit, with none the first
  /// two do.
  ///
  /// - Precondition: 2 to 512 symbols, counts below 2^23, limit at most 15 and 2^limit at least the
  ///   number of symbols used.
  init(counts: [UInt32], limit: Int) {
    lengths = [UInt8](repeating: 0, count: counts.count)
    codes = [UInt16](repeating: 0, count: counts.count)
    setLengths(counts, limit: limit)
    setCodes(limit: limit)
  }

  /// A number for each leaf, for as many as a code may have symbols.
  private typealias Leaves = InlineArray<512, UInt32>

  private mutating func setLengths(_ counts: [UInt32], limit: Int) {
    // Keys to be sorted: the count above, the symbol in the low 9 bits.
    var leaves = Leaves(repeating: 0)
    precondition(counts.count <= leaves.count)
    var leafCount = 0
    for symbol in counts.indices where counts[symbol] > 0 {
      leaves[leafCount] = (counts[symbol] << 9) | UInt32(symbol)
      leafCount += 1
    }
    if leafCount < 2 {
      let used = leafCount == 0 ? 0 : Int(leaves[0] & 511)
      lengths[used] = 1
      lengths[used == 0 ? 1 : 0] = 1
      return
    }
    Self.sort(&leaves, leafCount)

    // Nodes: the leaves in sorted order, then the inner nodes in the order they arise.
    var parent = InlineArray<1024, UInt16>(repeating: 0)
    var weight = Leaves(repeating: 0)
    var (leaf, inner) = (0, 0)
    for node in 0..<(leafCount - 1) {
      for _ in 0..<2 {
        if leaf < leafCount, inner == node || leaves[leaf] >> 9 <= weight[inner] {
          weight[node] += leaves[leaf] >> 9
          parent[leaf] = UInt16(leafCount + node)
          leaf += 1
        } else {
          weight[node] += weight[inner]
          parent[leafCount + inner] = UInt16(leafCount + node)
          inner += 1
        }
      }
    }

    var depth = InlineArray<1024, UInt16>(repeating: 0)
    var codeCount = InlineArray<16, Int>(repeating: 0)
    for node in stride(from: 2 * leafCount - 3, through: 0, by: -1) {
      depth[node] = depth[Int(parent[node])] + 1
      if node < leafCount { codeCount[min(Int(depth[node]), limit)] += 1 }
    }

    var excess = -(1 << limit)
    for length in 1...limit { excess += codeCount[length] << (limit - length) }
    while excess > 0 {
      codeCount[limit] -= 1
      var length = limit - 1
      while codeCount[length] == 0 { length -= 1 }
      codeCount[length] -= 1
      codeCount[length + 1] += 2
      excess -= 1
    }

    var next = 0
    for length in stride(from: limit, through: 1, by: -1) {
      for _ in 0..<codeCount[length] {
        lengths[Int(leaves[next] & 511)] = UInt8(length)
        next += 1
      }
    }
  }

  /// Sorts the first `count` keys, which differ and whose low 9 bits ascend already: by the digits of the
  /// counts, the lowest first, each time without changing the order of equal ones.
  private static func sort(_ keys: inout Leaves, _ count: Int) {
    var greatest: UInt32 = 0
    for i in 0..<count { greatest = max(greatest, keys[i]) }
    var sorted = keys
    var shift: UInt32 = 9
    while greatest >> shift > 0 {
      var starts = InlineArray<257, UInt16>(repeating: 0)
      for i in 0..<count { starts[Int((keys[i] >> shift) & 0xFF) + 1] += 1 }
      for digit in 1..<256 { starts[digit] += starts[digit - 1] }
      for i in 0..<count {
        let digit = Int((keys[i] >> shift) & 0xFF)
        sorted[Int(starts[digit])] = keys[i]
        starts[digit] += 1
      }
      swap(&keys, &sorted)
      shift += 8
    }
  }

  private mutating func setCodes(limit: Int) {
    var count = [UInt16](repeating: 0, count: limit + 2)
    for length in lengths where length > 0 { count[Int(length)] += 1 }
    var next = [UInt16](repeating: 0, count: limit + 2)
    var code: UInt16 = 0
    for length in 1...limit {
      code = (code &+ count[length - 1]) &<< 1
      next[length] = code
    }
    for symbol in lengths.indices where lengths[symbol] > 0 {
      let length = Int(lengths[symbol])
      codes[symbol] = Self.reverse(next[length], bits: length)
      next[length] &+= 1
    }
  }

  /// The low `bits` bits of `code` in the opposite order.
  private static func reverse(_ code: UInt16, bits: Int) -> UInt16 {
    var v = code
    v = ((v & 0x5555) << 1) | ((v >> 1) & 0x5555)
    v = ((v & 0x3333) << 2) | ((v >> 2) & 0x3333)
    v = ((v & 0x0F0F) << 4) | ((v >> 4) & 0x0F0F)
    return v.byteSwapped >> (16 - UInt16(bits))
  }
}
