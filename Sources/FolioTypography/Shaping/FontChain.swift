/// The faces that an engine has opened.
final class FontCache {
  let book: FontBook
  private var faces: [FontReference: Result<FontFace, FontError>] = [:]

  init(book: FontBook) { self.book = book }

  /// The face, opened at its first use.
  func face(_ reference: FontReference) throws(FontError) -> FontFace {
    if let known = faces[reference] { return try known.get() }
    do {
      let face = try book.open(reference)
      faces[reference] = .success(face)
      return face
    } catch {
      faces[reference] = .failure(error)
      throw error
    }
  }
}

/// The fonts of a style in the order in which they are asked, and the choice among them for one
/// grapheme cluster.
///
/// The rule, cluster by cluster, so that a cluster is never drawn from two fonts:
///
/// 1. What is meant as an emoji (by its own default, by U+FE0F, as a keycap, or by a skin tone) is
///    taken from the first font with colour bitmaps that has its first character; never after
///    U+FE0E, which asks for text.
/// 2. Else from the first font that has every character of the cluster, as written, composed or
///    decomposed. The base font is asked first for every cluster, spaces and digits included.
/// 3. Else from the first font that has its first character; the rest is reported missing.
/// 4. Else none: it is reported missing and drawn as a hollow box.
///
/// A cluster of characters that show nothing takes the font before it.
final class FontChain {
  enum Choice: Hashable {
    case font(Int)
    /// A font that lacks some characters of the cluster.
    case partial(Int)
    case none
  }

  let references: [FontReference]
  private let cache: FontCache
  private var known: [UInt32: Choice] = [:]

  init(references: [FontReference], cache: FontCache) {
    self.references = references
    self.cache = cache
  }

  /// The fonts' names for messages; a file that is not there or broken is marked.
  private(set) lazy var names: [String] = references.map { reference in
    let name = cache.book.name(of: reference)
    do throws(FontError) {
      _ = try cache.face(reference)
      return name
    } catch {
      if case .notFound = error { return "\(name) (not found)" }
      return "\(name) (unusable)"
    }
  }

  /// The face at a place in the chain; `nil` if it cannot be opened.
  func face(_ place: Int) -> FontFace? { try? cache.face(references[place]) }

  /// The font for a cluster; `previous` is that of the cluster before.
  func choose(_ cluster: ArraySlice<Unicode.Scalar>, previous: Int?) -> Choice {
    guard let first = cluster.first else { return .font(previous ?? 0) }
    if cluster.count == 1 && !first.isDefaultIgnorable {
      if let choice = known[first.value] { return choice }
      let choice = search(cluster)
      known[first.value] = choice
      return choice
    }
    if cluster.allSatisfy(\.isDefaultIgnorable) { return .font(previous ?? 0) }
    return search(cluster)
  }

  private func search(_ cluster: ArraySlice<Unicode.Scalar>) -> Choice {
    let visible = cluster.filter { !$0.isDefaultIgnorable }
    guard let base = visible.first else { return .none }
    if Self.wantsEmoji(cluster) {
      for place in references.indices {
        if let face = face(place), face.hasColorBitmaps, face.glyph(for: base) != nil {
          return .font(place)
        }
      }
    }
    for place in references.indices {
      if let face = face(place), Self.covers(face, visible) { return .font(place) }
    }
    for place in references.indices {
      if let face = face(place), face.glyph(for: base) != nil { return .partial(place) }
    }
    return .none
  }

  /// Whether a cluster is to be drawn as an emoji rather than as text.
  static func wantsEmoji(_ cluster: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let first = cluster.first else { return false }
    let rest = cluster.dropFirst()
    if rest.first?.value == 0xFE0E { return false }
    if first.isEmojiPresentation { return true }
    guard first.isEmojiCharacter else { return false }
    return rest.contains {
      $0.value == 0xFE0F || $0.isEmojiModifier || $0.isEmojiPresentation
    }
  }

  /// Whether a font has every character, as written, decomposed or composed.
  private static func covers(_ face: FontFace, _ scalars: [Unicode.Scalar]) -> Bool {
    if scalars.allSatisfy({ covers(face, $0.value, depth: 0) }) { return true }
    guard scalars.count > 1 else { return false }
    var composed: [UInt32] = []
    for scalar in scalars {
      if let last = composed.last, let both = CanonicalForms.compose(last, scalar.value) {
        composed[composed.count - 1] = both
      } else {
        composed.append(scalar.value)
      }
    }
    return composed.allSatisfy { covers(face, $0, depth: 0) }
  }

  private static func covers(_ face: FontFace, _ scalar: UInt32, depth: Int) -> Bool {
    if scalar == 0 || face.harfBuzz.nominalGlyph(for: scalar) != nil { return true }
    // Canonical decompositions are at most four deep.
    guard depth < 4, let (a, b) = CanonicalForms.decompose(scalar) else { return false }
    return covers(face, a, depth: depth + 1) && covers(face, b, depth: depth + 1)
  }

  /// The characters of a cluster that a font lacks.
  static func missing(from face: FontFace, _ cluster: ArraySlice<Unicode.Scalar>)
    -> [Unicode.Scalar]
  {
    cluster.filter { !$0.isDefaultIgnorable && !covers(face, $0.value, depth: 0) }
  }
}
