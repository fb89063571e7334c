/// The tables of deflate (RFC 1951, sections 3.2.5 and 3.2.7).
enum DeflateFormat {
  /// The symbol that ends a block.
  static let endOfBlock = 256
  /// Symbols for literals, the end, and lengths.
  static let literalCount = 286
  /// Symbols for distances.
  static let distanceCount = 30
  /// The longest match.
  static let maximumLength = 258
  /// The farthest match.
  static let windowSize = 32768

  /// Length symbol minus 257 for lengths 3...258 (index: the length).
  static let lengthSymbol: [UInt8] = {
    var table = [UInt8](repeating: 0, count: maximumLength + 1)
    for symbol in 0..<28 {
      for length in lengthBase[symbol]..<(lengthBase[symbol] + (1 << lengthExtraBits[symbol]))
      where length < maximumLength {
        table[length] = UInt8(symbol)
      }
    }
    table[maximumLength] = 28  // a symbol of its own, without extra bits
    return table
  }()

  /// The least length of each length symbol.
  static let lengthBase: [Int] = {
    var bases: [Int] = []
    var base = 3
    for symbol in 0..<28 {
      bases.append(base)
      base += 1 << lengthExtraBits[symbol]
    }
    return bases + [maximumLength]
  }()

  /// The number of extra bits of each length symbol: none for the first eight, then one more every
  /// four.
  static let lengthExtraBits: [Int] = (0..<29).map { $0 < 8 || $0 == 28 ? 0 : ($0 - 4) / 4 }

  /// The least distance of each distance symbol.
  static let distanceBase: [Int] = {
    var bases: [Int] = []
    var base = 1
    for symbol in 0..<30 {
      bases.append(base)
      base += 1 << distanceExtraBits[symbol]
    }
    return bases
  }()

  /// The number of extra bits of each distance symbol: none for the first four, then one more every
  /// two.
  static let distanceExtraBits: [Int] = (0..<30).map { $0 < 4 ? 0 : ($0 - 2) / 2 }

  /// The distance symbol by `distance - 1` below 256, and by 256 + `(distance - 1) >> 7` above.
  static let distanceSymbol: [UInt8] = {
    var table = [UInt8](repeating: 0, count: 512)
    for symbol in 0..<30 {
      for distance in distanceBase[
        symbol]..<(distanceBase[symbol] + (1 << distanceExtraBits[symbol]))
      {
        let d = distance - 1
        table[d < 256 ? d : 256 + (d >> 7)] = UInt8(symbol)
      }
    }
    return table
  }()

  /// The order in which the lengths of the code-length code are sent.
  static let codeLengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]
}

/// The head of a deflate block with codes of its own: the two codes' lengths, run-length coded and
/// Huffman coded in turn (RFC 1951, section 3.2.7).
struct DynamicBlockHeader {
  /// The bits in order: each a value and how many bits of it to send, lowest first.
  private(set) var fields: [(value: UInt32, count: UInt32)] = []

  /// The header of a block whose codes have these lengths.
  init(literals: [UInt8], distances: [UInt8], isFinal: Bool) {
    let literalCount = max(257, (literals.lastIndex { $0 > 0 } ?? 0) + 1)
    let distanceCount = max(1, (distances.lastIndex { $0 > 0 } ?? 0) + 1)
    let lengths = literals[..<literalCount] + distances[..<distanceCount]
    let runs = Self.runs(Array(lengths))
    var counts = [UInt32](repeating: 0, count: 19)
    for run in runs { counts[run.symbol] += 1 }
    let code = HuffmanCode(counts: counts, limit: 7)
    let order = DeflateFormat.codeLengthOrder
    let orderCount = max(4, (order.lastIndex { code.lengths[$0] > 0 } ?? 0) + 1)

    fields.reserveCapacity(5 + orderCount + 2 * runs.count)
    fields.append((isFinal ? 1 : 0, 1))
    fields.append((2, 2))
    fields.append((UInt32(literalCount - 257), 5))
    fields.append((UInt32(distanceCount - 1), 5))
    fields.append((UInt32(orderCount - 4), 4))
    for symbol in order[..<orderCount] { fields.append((UInt32(code.lengths[symbol]), 3)) }
    for run in runs {
      fields.append((UInt32(code.codes[run.symbol]), UInt32(code.lengths[run.symbol])))
      if run.extraBits > 0 { fields.append((run.extra, run.extraBits)) }
    }
  }

  /// The lengths as code-length symbols: 0...15 as they are, 16 repeats the last one 3 to 6 times, 17
  /// and 18 are 3 to 10 and 11 to 138 zeros.
  static func runs(
    _ lengths: [UInt8]
  ) -> [(symbol: Int, extra: UInt32, extraBits: UInt32)] {
    var runs: [(symbol: Int, extra: UInt32, extraBits: UInt32)] = []
    var i = 0
    while i < lengths.count {
      let value = lengths[i]
      var rest = 1
      while i + rest < lengths.count, lengths[i + rest] == value { rest += 1 }
      i += rest
      if value == 0 {
        while rest >= 11 {
          let taken = min(rest, 138)
          runs.append((18, UInt32(taken - 11), 7))
          rest -= taken
        }
        if rest >= 3 {
          runs.append((17, UInt32(rest - 3), 3))
          rest = 0
        }
      } else {
        runs.append((Int(value), 0, 0))
        rest -= 1
        while rest >= 3 {
          let taken = min(rest, 6)
          runs.append((16, UInt32(taken - 3), 2))
          rest -= taken
        }
      }
      for _ in 0..<rest { runs.append((Int(value), 0, 0)) }
    }
    return runs
  }
}
