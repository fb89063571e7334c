/// Finds the word that somebody meant.
enum Suggestion {
  /// The candidate that is nearest to a word: at most two slips of the finger away, and at most a
  /// third of the word's length, but one slip is allowed in any word of three letters or more. Of
  /// several that are equally near the first in the list wins.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let letters = Array(word.lowercased())
    let limit = min(2, max(letters.count / 3, letters.count >= 3 ? 1 : 0))
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let distance = distance(letters, Array(candidate.lowercased()))
      if distance <= limit, distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// How many letters have to be put in, taken out, replaced or swapped with their neighbour to make
  /// one word of the other: the Damerau-Levenshtein distance in its restricted form, where no letter
  /// is touched twice.
  static func distance(_ a: [Character], _ b: [Character]) -> Int {
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [i] + Array(repeating: 0, count: b.count)
      for j in 1...b.count {
        row[j] = min(
          last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          row[j] = min(row[j], beforeLast[j - 2] + 1)
        }
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
