import CFolioFriBidi

/// The direction in which text runs.
public enum TextDirection: UInt8, Hashable, Sendable {
  /// As in Latin.
  case leftToRight
  /// As in Arabic and Hebrew.
  case rightToLeft
}

/// The embedding levels of one paragraph by the Unicode Bidirectional Algorithm (UAX #9), brackets
/// included: rules P2 to I2 by FriBidi, L1 and L2 here, line by line.
struct BidiParagraph {
  /// The level of each scalar; even runs left to right, odd right to left.
  let levels: [UInt8]
  /// The paragraph's own level: 0 or 1.
  let baseLevel: UInt8

  /// Scalars that rule L1 brings to the paragraph's level at the end of a line or before a
  /// segment separator.
  private let yields: [Bool]
  private let separates: [Bool]

  /// The paragraph's direction.
  var direction: TextDirection { baseLevel == 0 ? .leftToRight : .rightToLeft }

  /// Resolves a paragraph.
  ///
  /// - Parameters:
  ///   - scalars: its text, without the separator that ends it.
  ///   - direction: its base direction, or `nil` for that of the first strong character (left to
  ///     right if there is none).
  init(_ scalars: [Unicode.Scalar], direction: TextDirection?) {
    let count = scalars.count
    let text = scalars.map { FriBidiChar($0.value) }
    var types = [FriBidiCharType](
      repeating: FriBidiCharType(rawValue: Self.leftToRightType), count: count)
    var brackets = [FriBidiBracketType](repeating: 0, count: count)
    var found = [FriBidiLevel](repeating: 0, count: count)
    var base: FriBidiParType
    switch direction {
    case .leftToRight: base = FriBidiParType(rawValue: Self.leftToRightType)
    case .rightToLeft: base = FriBidiParType(rawValue: Self.rightToLeftType)
    case nil: base = FriBidiParType(rawValue: Self.neutralType)
    }
    if count > 0 {
      let length = FriBidiStrIndex(count)
      unsafe fribidi_get_bidi_types(text, length, &types)
      unsafe fribidi_get_bracket_types(text, length, types, &brackets)
      _ = unsafe fribidi_get_par_embedding_levels_ex(types, brackets, length, &base, &found)
    }
    levels = found.map { UInt8(clamping: max($0, 0)) }
    baseLevel = base.rawValue & Self.rightToLeftMask != 0 ? 1 : 0
    separates = types.map { $0.rawValue & Self.separatorMask != 0 }
    yields = types.map { $0.rawValue & Self.yieldingMask != 0 }
  }

  // FriBidi's types and their bits (fribidi-bidi-types.h, part of its ABI).
  private static let leftToRightType: UInt32 = 0x0000_0110
  private static let rightToLeftType: UInt32 = 0x0000_0111
  private static let neutralType: UInt32 = 0x0000_0040
  private static let rightToLeftMask: UInt32 = 0x0000_0001
  private static let separatorMask: UInt32 = 0x0000_2000
  // Explicit marks, isolates, boundary neutrals, white space.
  private static let yieldingMask: UInt32 = 0x0000_1000 | 0x0000_8000 | 0x0010_0000 | 0x0080_0000

  /// The levels of a line after rule L1: white space at its end and before separators, and the
  /// separators, take the paragraph's level.
  func lineLevels(_ range: Range<Int>) -> [UInt8] {
    var result = Array(levels[range])
    var trailing = true
    for i in range.reversed() {
      if separates[i] {
        trailing = true
        result[i - range.lowerBound] = baseLevel
      } else if trailing && yields[i] {
        result[i - range.lowerBound] = baseLevel
      } else {
        trailing = false
      }
    }
    return result
  }

  /// The order in which pieces are drawn from left to right, by rule L2: from the highest level
  /// down to the lowest odd one, each stretch of pieces at that level or above is reversed.
  static func visualOrder(of levels: [UInt8]) -> [Int] {
    var order = Array(levels.indices)
    guard let highest = levels.max(), let lowestOdd = levels.filter({ $0 % 2 == 1 }).min()
    else { return order }
    var level = highest
    while level >= lowestOdd {
      var i = 0
      while i < order.count {
        guard levels[order[i]] >= level else {
          i += 1
          continue
        }
        var end = i
        while end < order.count && levels[order[end]] >= level { end += 1 }
        order[i..<end].reverse()
        i = end
      }
      level -= 1
    }
    return order
  }
}
