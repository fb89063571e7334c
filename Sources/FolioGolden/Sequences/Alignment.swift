// Which frame of one sequence is which frame of another.
//
// A renderer that inserts one frame early makes every later frame differ by position, and a report
// of 43 mismatches says nothing. So frames are first matched by what they show: a longest common
// subsequence of the fingerprints keeps the order and as many equal frames as can be. What is left
// between two matches is paired by position, and what is then left over was inserted or dropped.
//
// Equal ends are taken off first, the later one before the earlier one, so that of two equal
// neighbours the first counts as inserted: frame 17 doubled is "inserted at 17". Between them the
// table of the textbook (Wagner and Fischer, 1974) is filled. For very long sequences it is kept to a
// band about the diagonal; frames that moved further than the band are then not matched.

/// How the frames of two sequences correspond, in order.
struct Alignment {
  /// One correspondence.
  enum Step: Hashable {
    /// Two frames with the same fingerprint.
    case match(expected: Int, actual: Int)
    /// Two frames at the same place between matches, to be compared.
    case pair(expected: Int, actual: Int)
    /// A frame that only the actual sequence has.
    case inserted(actual: Int)
    /// A frame that only the expected sequence has.
    case dropped(expected: Int)
  }

  /// The correspondences, ascending in both sequences.
  private(set) var steps: [Step] = []

  /// The most cells of the table that are filled.
  static let maximumCells = 16_000_000

  /// Aligns by content: equal elements are equal frames.
  init<Element: Hashable>(content expected: [Element], _ actual: [Element]) {
    var ids: [Element: Int32] = [:]
    func id(_ element: Element) -> Int32 {
      if let known = ids[element] { return known }
      let new = Int32(ids.count)
      ids[element] = new
      return new
    }
    let e = expected.map(id)
    let a = actual.map(id)
    var (endE, endA) = (e.count, a.count)
    while endE > 0, endA > 0, e[endE - 1] == a[endA - 1] {
      endE -= 1
      endA -= 1
    }
    var start = 0
    while start < endE, start < endA, e[start] == a[start] { start += 1 }

    var matches = (0..<start).map { ($0, $0) }
    matches += Alignment.common(e, start..<endE, a, start..<endA)
    matches += zip(endE..<e.count, endA..<a.count)
    fill(matches, e.count, a.count)
  }

  /// Aligns by position.
  init(positions expected: Int, _ actual: Int) { fill([], expected, actual) }

  /// Aligns frames whose keys are equal and ascending, such as times; they are paired, not matched.
  init<Key: Equatable>(
    keys expected: [Key], _ actual: [Key], isBefore: (Key, Key) -> Bool
  ) {
    var (i, j) = (0, 0)
    while i < expected.count || j < actual.count {
      if i < expected.count, j < actual.count, expected[i] == actual[j] {
        steps.append(.pair(expected: i, actual: j))
        i += 1
        j += 1
      } else if j == actual.count
        || (i < expected.count && isBefore(expected[i], actual[j]))
      {
        steps.append(.dropped(expected: i))
        i += 1
      } else {
        steps.append(.inserted(actual: j))
        j += 1
      }
    }
  }

  /// Turns matches into steps, pairing what lies between them.
  private mutating func fill(_ matches: [(Int, Int)], _ countE: Int, _ countA: Int) {
    var (i, j) = (0, 0)
    for (e, a) in matches + [(countE, countA)] {
      while i < e, j < a {
        steps.append(.pair(expected: i, actual: j))
        i += 1
        j += 1
      }
      while i < e {
        steps.append(.dropped(expected: i))
        i += 1
      }
      while j < a {
        steps.append(.inserted(actual: j))
        j += 1
      }
      if e < countE, a < countA {
        steps.append(.match(expected: e, actual: a))
        i += 1
        j += 1
      }
    }
  }

  /// A longest common subsequence of two parts, as pairs of indices.
  private static func common(
    _ e: [Int32], _ rangeE: Range<Int>, _ a: [Int32], _ rangeA: Range<Int>
  ) -> [(Int, Int)] {
    let (n, m) = (rangeE.count, rangeA.count)
    if n == 0 || m == 0 { return [] }
    let path = Kernels.commonSubsequence(
      Array(e[rangeE]), Array(a[rangeA]), maximumCells: maximumCells)
    return path.map { (rangeE.lowerBound + $0.0, rangeA.lowerBound + $0.1) }
  }
}
