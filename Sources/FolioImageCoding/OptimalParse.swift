// Deflate for small files: the cheapest way through all matches, not the first good one.
//
// Matches. The last position with the same three bytes and chains of positions with the same four
// bytes give, for each position, the nearest distance for every length that a match can have there. Inside a match of `niceLength` or more no others are
// looked for.
//
// Path. A position is a node; a literal leads to the next one, a match of length l to the l-th one.
// With a price in bits on each literal, length and distance symbol the cheapest path is found by
// one pass forward and read off backwards (as in Katajainen and Raita, "An approximation algorithm
// for space-optimal encoding of a text", Computer Journal 32(3), 1989). Prices come from how often
// the symbols occurred on the last path, so a few rounds are made.
//
// Blocks. The path is cut in two as long as both halves with codes of their own take fewer bits than
// the whole.
//
// Everything is in integers, prices in 1/16 bit, so the result is the same on every machine.

/// A segment of a deflate stream, made small.
struct OptimalParse {
  /// Positions on a chain that are looked at.
  private static let chainDepth = 27
  /// The same where nothing of eight bytes has matched for a while, as in photographs.
  private static let noisyChainDepth = 2
  /// What "a while" is.
  private static let noisyAfter = 16
  /// A match of this length ends the search.
  private static let niceLength = 96
  /// Bits of a hash of three or four bytes.
  private static let hashBits: UInt32 = 15
  /// Rounds of pricing and parsing.
  private static let rounds = 2
  /// The same where hardly anything matches.
  private static let noisyRounds = 1
  /// No block has fewer sequences.
  private static let leastBlock = 256

  /// Literals, then a match (of length 0 at the end).
  private struct Sequence {
    var start: Int32
    var literals: Int32
    var length: Int32
    var distance: Int32
  }

  private let bytes: [UInt8]
  /// The matches of position i: `matches[first[i]..<first[i + 1]]`, length in bits 16-31, rising, and
  /// distance - 1 in 0-15.
  private let first: [Int32]
  private let matches: [UInt32]
  private var sequences: [Sequence] = []

  /// The segment for the bytes, ended by an empty stored block, or by the final bit if it is the last
  /// one of its stream.
  ///
  /// `isNoisy` says that hardly anything matches, and that prices hardly change.
  static func segment(_ bytes: [UInt8], isNoisy: Bool, isLast: Bool) -> [UInt8] {
    var parse = OptimalParse(bytes)
    return parse.run(rounds: isNoisy ? noisyRounds : rounds, isLast: isLast)
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    (first, matches) = Self.findMatches(bytes)
  }

  private mutating func run(rounds: Int, isLast: Bool) -> [UInt8] {
    var prices = Prices.initial(bytes)
    for _ in 0..<rounds {
      sequences = findPath(prices)
      prices = Prices(counts(0..<sequences.count))
    }
    var output = BitOutput()
    var blocks: [Range<Int>] = []
    split(0..<sequences.count, into: &blocks)
    for (i, block) in blocks.enumerated() {
      write(block, isFinal: isLast && i == blocks.count - 1, to: &output)
    }
    if !isLast {
      output.put(0, 3)
      output.align()
      output.put(0xFFFF_0000, 32)
    }
    output.align()
    return output.bytes
  }

  // MARK: Matches

  private static func findMatches(_ bytes: [UInt8]) -> (first: [Int32], matches: [UInt32]) {
    let n = bytes.count
    var first = [Int32](repeating: 0, count: n + 1)
    var heads = [Int32](repeating: -1, count: 1 << hashBits)
    var shortHeads = [Int32](repeating: -1, count: 1 << hashBits)
    /// By position modulo the window: the one before on its chain.
    var chain = [Int32](repeating: -1, count: DeflateFormat.windowSize)
    let window = DeflateFormat.windowSize - 1
    var found: [UInt32] = []
    found.reserveCapacity(n)
    let data = bytes.span
    var headSpan = heads.mutableSpan
    var shortSpan = shortHeads.mutableSpan
    var chainSpan = chain.mutableSpan
    var firstSpan = first.mutableSpan
    var nextSearch = 0
    var quiet = 0
    for i in 0..<n {
      firstSpan[i] = Int32(truncatingIfNeeded: found.count)
      guard i + 4 <= n else { continue }
      let three = UInt32(data[i]) | (UInt32(data[i + 1]) &<< 8) | (UInt32(data[i + 2]) &<< 16)
      let shortHash = Int((three &* 0x9E37_79B1) &>> (32 &- hashBits))
      let short = Int(shortSpan[shortHash])
      shortSpan[shortHash] = Int32(truncatingIfNeeded: i)
      let four = three | (UInt32(data[i + 3]) &<< 24)
      let hash = Int((four &* 0x9E37_79B1) &>> (32 &- hashBits))
      var candidate = Int(headSpan[hash])
      chainSpan[i & window] = headSpan[hash]
      headSpan[hash] = Int32(truncatingIfNeeded: i)
      if i < nextSearch { continue }

      let limit = min(DeflateFormat.maximumLength, n - i)
      var best = 2
      func look(_ j: Int) {
        var length = 0
        while length < limit, data[j + length] == data[i + length] { length += 1 }
        if length > best {
          best = length
          found.append(
            (UInt32(truncatingIfNeeded: length) &<< 16) | UInt32(truncatingIfNeeded: i - j - 1))
        }
      }
      if short >= 0, short != candidate, i - short <= DeflateFormat.windowSize { look(short) }
      var depth = quiet > noisyAfter ? noisyChainDepth : chainDepth
      while candidate >= 0, i - candidate < DeflateFormat.windowSize, depth > 0,
        best < min(limit, niceLength)
      {
        depth -= 1
        if data[candidate + best] == data[i + best], data[candidate] == data[i] { look(candidate) }
        candidate = Int(chainSpan[candidate & window])
      }
      quiet = best >= 8 ? 0 : quiet + 1
      if best >= niceLength { nextSearch = i + best }
    }
    firstSpan[n] = Int32(truncatingIfNeeded: found.count)
    return (first, found)
  }

  // MARK: Path

  private func findPath(_ prices: Prices) -> [Sequence] {
    let n = bytes.count
    var cost = [UInt32](repeating: .max, count: n + 1)
    /// The step that reaches a node: length in bits 16-31 (1 for a literal), distance - 1 in 0-15.
    var step = [UInt32](repeating: 0, count: n + 1)
    cost[0] = 0
    var costs = cost.mutableSpan
    var steps = step.mutableSpan
    let (firsts, list, data) = (first.span, matches.span, bytes.span)
    let (literals, lengths, distances) =
      (prices.literals.span, prices.lengths.span, prices.distances.span)
    let symbolTable = DeflateFormat.distanceSymbol
    let symbols = symbolTable.span
    // A segment of 8 MiB, the longest, at 20 bits a byte stays below 2^32.
    for i in 0..<n {
      let here = costs[i]
      let literal = here &+ literals[Int(data[i])]
      if literal < costs[i + 1] {
        costs[i + 1] = literal
        steps[i + 1] = 1 << 16
      }
      var length = 3
      for m in Int(firsts[i])..<Int(firsts[i + 1]) {
        let match = list[m]
        let d = Int(match & 0xFFFF)
        let base = here &+ distances[Int(symbols[d < 256 ? d : 256 &+ (d &>> 7)])]
        let end = Int(match &>> 16)
        while length <= end {
          let price = base &+ lengths[length]
          if price < costs[i &+ length] {
            costs[i &+ length] = price
            steps[i &+ length] = (UInt32(truncatingIfNeeded: length) &<< 16) | (match & 0xFFFF)
          }
          length &+= 1
        }
      }
    }

    var sequences: [Sequence] = []
    var end = n
    var literalCount = 0
    var pending: UInt32 = 0
    var pendingEnd = n
    while end > 0 {
      let taken = Int(steps[end] &>> 16)
      if taken == 1 {
        literalCount += 1
      } else {
        sequences.append(Self.sequence(end, literalCount, pending, pendingEnd))
        pending = steps[end]
        pendingEnd = end
        literalCount = 0
      }
      end -= taken
    }
    sequences.append(Self.sequence(0, literalCount, pending, pendingEnd))
    sequences.reverse()
    return sequences
  }

  private static func sequence(
    _ start: Int, _ literals: Int, _ match: UInt32, _ end: Int
  ) -> Sequence {
    Sequence(
      start: Int32(start), literals: Int32(literals), length: Int32(match >> 16),
      distance: match == 0 ? 0 : Int32(match & 0xFFFF) + 1)
  }

  // MARK: Prices

  /// What symbols cost in 1/16 bit.
  private struct Prices {
    /// By byte.
    var literals: [UInt32]
    /// By length, extra bits included.
    var lengths: [UInt32]
    /// By symbol, extra bits included.
    var distances: [UInt32]

    /// The prices by how often symbols occurred; one that did not costs a bit more than one that did
    /// once.
    init(_ counts: Counts) {
      let literalPrices = Self.prices(counts.literals)
      let distancePrices = Self.prices(counts.distances)
      literals = Array(literalPrices[..<256])
      lengths = (0...DeflateFormat.maximumLength).map { length in
        guard length >= 3 else { return 0 }
        let symbol = Int(DeflateFormat.lengthSymbol[length])
        return literalPrices[257 + symbol] + UInt32(DeflateFormat.lengthExtraBits[symbol]) << 4
      }
      distances = (0..<DeflateFormat.distanceCount).map {
        distancePrices[$0] + UInt32(DeflateFormat.distanceExtraBits[$0]) << 4
      }
    }

    /// First prices: bytes by how often they occur at all, matches at what is usual.
    static func initial(_ bytes: [UInt8]) -> Prices {
      var counts = Counts()
      for byte in bytes { counts.literals[Int(byte)] += 1 }
      let share = UInt32(truncatingIfNeeded: max(1, bytes.count / 400))
      for symbol in 257..<DeflateFormat.literalCount { counts.literals[symbol] = share }
      for symbol in counts.distances.indices { counts.distances[symbol] = 1 }
      return Prices(counts)
    }

    private static func prices(_ counts: [UInt32]) -> [UInt32] {
      let total = Logarithm.log2(counts.reduce(1, +))
      return counts.map { count in
        max(256, count == 0 ? total + 256 : total - min(total, Logarithm.log2(count))) >> 4
      }
    }
  }

  // MARK: Blocks

  /// How often each symbol occurs.
  private struct Counts {
    var literals = [UInt32](repeating: 0, count: DeflateFormat.literalCount)
    var distances = [UInt32](repeating: 0, count: DeflateFormat.distanceCount)

    /// What a block with these counts takes in 1/256 bit: entropy, extra bits, and a head of about
    /// 6 bits for each symbol in use.
    var estimate: UInt64 {
      var bits: UInt64 = 0
      for counts in [literals, distances] {
        let total = counts.reduce(0, +)
        if total == 0 { continue }
        let logarithm = UInt64(Logarithm.log2(total))
        for count in counts where count > 0 {
          bits += UInt64(count) * (logarithm - UInt64(Logarithm.log2(count))) + 6 << 8
        }
      }
      for symbol in 0..<29 {
        bits += UInt64(literals[257 + symbol]) * UInt64(DeflateFormat.lengthExtraBits[symbol]) << 8
      }
      for symbol in distances.indices {
        bits += UInt64(distances[symbol]) * UInt64(DeflateFormat.distanceExtraBits[symbol]) << 8
      }
      return bits
    }
  }

  private func counts(_ range: Range<Int>) -> Counts {
    var counts = Counts()
    counts.literals[DeflateFormat.endOfBlock] = 1
    for sequence in sequences[range] {
      let start = Int(sequence.start)
      for i in start..<(start + Int(sequence.literals)) { counts.literals[Int(bytes[i])] &+= 1 }
      if sequence.length > 0 {
        counts.literals[257 + Int(DeflateFormat.lengthSymbol[Int(sequence.length)])] &+= 1
        counts.distances[Self.distanceSymbol(Int(sequence.distance))] &+= 1
      }
    }
    return counts
  }

  private static func distanceSymbol(_ distance: Int) -> Int {
    let d = distance - 1
    return Int(DeflateFormat.distanceSymbol[d < 256 ? d : 256 + (d >> 7)])
  }

  private func split(_ range: Range<Int>, into blocks: inout [Range<Int>]) {
    if range.count >= 2 * Self.leastBlock {
      let whole = counts(range).estimate
      var best = (bits: whole, place: 0)
      for eighth in 1..<8 {
        let place = range.lowerBound + range.count * eighth / 8
        let bits =
          counts(range.lowerBound..<place).estimate + counts(place..<range.upperBound).estimate
        if bits < best.bits { best = (bits, place) }
      }
      if best.place > 0 {
        split(range.lowerBound..<best.place, into: &blocks)
        split(best.place..<range.upperBound, into: &blocks)
        return
      }
    }
    blocks.append(range)
  }

  private func write(_ range: Range<Int>, isFinal: Bool, to output: inout BitOutput) {
    let counts = counts(range)
    let literals = HuffmanCode(counts: counts.literals, limit: 15)
    let distances = HuffmanCode(counts: counts.distances, limit: 15)
    let header = DynamicBlockHeader(
      literals: literals.lengths, distances: distances.lengths, isFinal: isFinal)
    for field in header.fields { output.put(field.value, field.count) }
    func put(_ code: HuffmanCode, _ symbol: Int) {
      output.put(UInt32(code.codes[symbol]), UInt32(code.lengths[symbol]))
    }
    for sequence in sequences[range] {
      let start = Int(sequence.start)
      for i in start..<(start + Int(sequence.literals)) { put(literals, Int(bytes[i])) }
      guard sequence.length > 0 else { continue }
      let length = Int(sequence.length)
      let symbol = Int(DeflateFormat.lengthSymbol[length])
      put(literals, 257 + symbol)
      output.put(
        UInt32(length - DeflateFormat.lengthBase[symbol]),
        UInt32(DeflateFormat.lengthExtraBits[symbol]))
      let distance = Int(sequence.distance)
      let place = Self.distanceSymbol(distance)
      put(distances, place)
      output.put(
        UInt32(distance - DeflateFormat.distanceBase[place]),
        UInt32(DeflateFormat.distanceExtraBits[place]))
    }
    put(literals, DeflateFormat.endOfBlock)
  }
}

/// Bits into an array, lowest first.
private struct BitOutput {
  private(set) var bytes: [UInt8] = []
  private var bits: UInt64 = 0
  private var count: UInt32 = 0

  /// Adds up to 32 bits.
  mutating func put(_ value: UInt32, _ length: UInt32) {
    bits |= UInt64(value) << UInt64(count)
    count += length
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      count -= 8
    }
  }

  /// Pads with zero bits to a whole byte.
  mutating func align() {
    if count > 0 { put(0, 8 - count) }
  }
}

/// Logarithms in integers.
enum Logarithm {
  /// `floor(256 * log2(x))` for x >= 1, by squaring: each square's leading bit is the next binary
  /// digit.
  static func log2(_ x: UInt32) -> UInt32 {
    let exponent = UInt32(31 - x.leadingZeroBitCount)
    var mantissa = UInt64(x) << UInt64(31 - exponent)
    var digits: UInt32 = 0
    for _ in 0..<8 {
      mantissa = (mantissa * mantissa) >> 31
      digits <<= 1
      if mantissa >= 1 << 32 {
        digits |= 1
        mantissa >>= 1
      }
    }
    return (exponent << 8) | digits
  }
}
