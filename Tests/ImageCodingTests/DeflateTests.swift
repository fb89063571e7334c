import TestSupport
import Testing

@testable import FolioImageCoding

@Suite("Deflate's codes and tables are those of RFC 1951")
struct DeflateTests {
  @Test("Code lengths give the codes of the RFC's example")
  func canonicalCodes() {
    // Section 3.2.2: lengths (3, 3, 3, 3, 3, 2, 4, 4) give 010 to 110, 00, 1110, 1111.
    let code = HuffmanCode(counts: [10, 10, 10, 10, 10, 21, 5, 5], limit: 15)
    #expect(code.lengths == [3, 3, 3, 3, 3, 2, 4, 4])
    let written = zip(code.codes, code.lengths).map { code, length in
      String((0..<length).map { (code >> UInt16($0)) & 1 == 1 ? "1" : "0" })
    }
    #expect(written == ["010", "011", "100", "101", "110", "00", "1110", "1111"])
  }

  /// The cost in bits of an unlimited Huffman code: the sum of all inner weights.
  static func optimalCost(_ counts: [UInt32]) -> Int {
    var weights = counts.filter { $0 > 0 }.map { Int($0) }
    var cost = 0
    while weights.count > 1 {
      weights.sort(by: >)
      let joined = weights.removeLast() + weights.removeLast()
      cost += joined
      weights.append(joined)
    }
    return cost
  }

  /// The least cost with no code over `limit` bits, by the package-merge algorithm of Larmore and
  /// Hirschberg (Journal of the ACM 37(3), 1990): of the 2n - 2 cheapest packages of the last round,
  /// the sum.
  static func limitedCost(_ counts: [UInt32], limit: Int) -> Int {
    let leaves = counts.filter { $0 > 0 }.map { Int($0) }.sorted()
    var packages = leaves
    for _ in 1..<limit {
      let pairs = stride(from: 0, to: packages.count - 1, by: 2).map {
        packages[$0] + packages[$0 + 1]
      }
      packages = (leaves + pairs).sorted()
    }
    return packages.prefix(2 * leaves.count - 2).reduce(0, +)
  }

  static func cost(_ counts: [UInt32], _ code: HuffmanCode) -> Int {
    zip(counts, code.lengths).reduce(0) { $0 + Int($1.0) * Int($1.1) }
  }

  static func kraft(_ code: HuffmanCode) -> Double {
    code.lengths.filter { $0 > 0 }.reduce(0) { $0 + 1 / Double(1 << Int($1)) }
  }

  @Test(
    "Random counts: complete, within the limit, and as short as Huffman's where it does not bind")
  func optimal() {
    var generator = SplitMix64(seed: 10)
    for round in 0..<300 {
      let symbols = [19, 30, 286][round % 3]
      let counts = (0..<symbols).map { _ in
        generator.next() % 3 == 0 ? 0 : UInt32(generator.next() % (1 << (generator.next() % 14)))
      }
      guard counts.filter({ $0 > 0 }).count >= 2 else { continue }
      let code = HuffmanCode(counts: counts, limit: 15)
      #expect(Self.kraft(code) == 1)
      if (code.lengths.max() ?? 0) < 15 {
        #expect(Self.cost(counts, code) == Self.optimalCost(counts))
      }
      for (count, length) in zip(counts, code.lengths) { #expect((count > 0) == (length > 0)) }
    }
  }

  @Test("Fibonacci counts, the worst for depth, are held to the limit at little cost")
  func limited() {
    var counts: [UInt32] = [1, 1]
    while counts.count < 19 { counts.append(counts[counts.count - 1] + counts[counts.count - 2]) }
    for limit in 5...15 {
      let code = HuffmanCode(counts: counts, limit: limit)
      #expect(code.lengths.allSatisfy { $0 >= 1 && $0 <= limit })
      #expect(Self.kraft(code) == 1)
      // A rarer symbol never has a shorter code.
      for i in 1..<counts.count { #expect(code.lengths[i] <= code.lengths[i - 1]) }
      let best = Self.limitedCost(counts, limit: limit)
      let cost = Self.cost(counts, code)
      #expect(cost >= best)
      #expect(Double(cost) <= (limit >= 10 ? 1.02 : 1.12) * Double(best))
    }
  }

  @Test("No symbol or one symbol still give a complete code")
  func few() {
    #expect(HuffmanCode(counts: [0, 0, 0], limit: 15).lengths == [1, 1, 0])
    #expect(HuffmanCode(counts: [0, 0, 7], limit: 15).lengths == [1, 0, 1])
    #expect(HuffmanCode(counts: [7, 0, 0], limit: 15).lengths == [1, 1, 0])
  }

  @Test("Symbols, bases and extra bits of lengths and distances")
  func tables() {
    // The tables of section 3.2.5, typed from the RFC.
    let lengthBase = [
      3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
      163, 195, 227, 258,
    ]
    let lengthExtra = [
      0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    let distanceBase = [
      1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
      2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577,
    ]
    let distanceExtra = [
      0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13,
      13,
    ]
    #expect(DeflateFormat.lengthBase == lengthBase)
    #expect(DeflateFormat.lengthExtraBits == lengthExtra)
    #expect(DeflateFormat.distanceBase == distanceBase)
    #expect(DeflateFormat.distanceExtraBits == distanceExtra)
    for length in 3...258 {
      let symbol = Int(DeflateFormat.lengthSymbol[length])
      #expect(symbol == lengthBase.lastIndex { $0 <= length })
    }
    for distance in 1...32_768 {
      let d = distance - 1
      let symbol = Int(DeflateFormat.distanceSymbol[d < 256 ? d : 256 + (d >> 7)])
      #expect(symbol == distanceBase.lastIndex { $0 <= distance })
    }
  }

  @Test("Run-length coded lengths expand to themselves")
  func runs() {
    var generator = SplitMix64(seed: 11)
    for _ in 0..<500 {
      var lengths: [UInt8] = []
      while lengths.count < 300 {
        let value = generator.next() % 2 == 0 ? 0 : UInt8(generator.next() % 16)
        lengths += [UInt8](repeating: value, count: Int(generator.next() % 160) / 2 + 1)
      }
      var expanded: [UInt8] = []
      for run in DynamicBlockHeader.runs(lengths) {
        switch run.symbol {
        case 16:
          #expect(run.extra <= 3 && run.extraBits == 2)
          expanded += [UInt8](repeating: expanded.last ?? 99, count: Int(run.extra) + 3)
        case 17:
          #expect(run.extra <= 7 && run.extraBits == 3)
          expanded += [UInt8](repeating: 0, count: Int(run.extra) + 3)
        case 18:
          #expect(run.extra <= 127 && run.extraBits == 7)
          expanded += [UInt8](repeating: 0, count: Int(run.extra) + 11)
        default:
          #expect(run.extraBits == 0)
          expanded.append(UInt8(run.symbol))
        }
      }
      #expect(expanded == lengths)
    }
  }
}
