/// "Did you mean": the nearest of several known words.
enum Suggestion {
  /// The most words among which one is looked for.
  static let mostWords = 500

  /// The word nearest to `word` in the optimal string alignment distance (insertions, deletions,
  /// substitutions and swaps of neighbours), if that is at most 2 and at most a third of the longer
  /// length; of equally near ones the first. A word that differs in letter case alone is always
  /// near.
  static func nearest(to word: String, among words: [String]) -> String? {
    if word.utf8.count > 64 { return nil }
    let letters = Array(word.unicodeScalars)
    var best: (word: String, distance: Int)?
    for candidate in words.prefix(mostWords) where candidate.utf8.count <= 64 {
      let other = Array(candidate.unicodeScalars)
      let distance =
        candidate.lowercased() == word.lowercased() ? 0 : Suggestion.distance(letters, other)
      let allowed = min(2, max(letters.count, other.count) / 3)
      if distance <= allowed && distance < best?.distance ?? .max {
        best = (candidate, distance)
      }
    }
    return best?.word
  }

  /// The optimal string alignment distance: as Damerau–Levenshtein's, with no part edited twice.
  static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    if abs(a.count - b.count) > 2 { return 3 }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1] + [Int](repeating: 0, count: b.count)
      for j in 0..<b.count {
        row[j + 1] = min(
          last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
          row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
        }
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }

  /// The hint `did you mean "style"?`, or a list of what is known when nothing is near.
  static func hint(for word: String, among words: [String], shown: Int = 8) -> String {
    if let near = nearest(to: word, among: words) { return "did you mean \(near.quoted)?" }
    if words.isEmpty { return "none is known" }
    let listed = words.prefix(shown).joined(separator: ", ")
    return words.count > shown ? "known: \(listed), …" : "known: \(listed)"
  }
}
