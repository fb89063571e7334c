// Files named by `include` are read and merged before anything is decoded: keys of the including
// file win, later included files win over earlier ones, and maps are merged key by key. Every value
// keeps the place it was written at, so a fault in a shared file is reported there.

extension DecodingContext {
  /// The most files that one scene may include, directly and through others.
  private static let mostIncludes = 64
  /// The deepest chain of files that include one another.
  private static let deepestInclude = 16

  /// The root with all included files merged in.
  func merged(_ root: YAMLNode) -> YAMLNode {
    var files = 0
    let own = self.files.canonical(file.path) ?? file.path
    return merged(root, chain: [own], files: &files)
  }

  private func merged(_ root: YAMLNode, chain: [String], files count: inout Int) -> YAMLNode {
    guard let list = root[SceneKeys.include.name], options.checksFiles else { return root }
    var paths = [list]
    if case .sequence(let items) = list.content { paths = items }
    var base: YAMLNode?
    for node in paths {
      // Another kind of value is reported when the key is decoded.
      guard case .scalar(let raw, _) = node.content, !raw.isEmpty else { continue }
      path.append(.key(SceneKeys.include.name))
      defer { path.removeLast() }
      guard let text = substitute(raw, at: node.span),
        let asset = asset(text, .yaml, at: node.span)
      else { continue }
      let real = files.canonical(asset.resolved) ?? asset.resolved
      if chain.contains(real) {
        reportValue(
          .includeCycle, "\(text) includes itself, through \(chain.count) files", at: node.span,
          hint: "remove one of the includes")
        continue
      }
      count += 1
      if count > Self.mostIncludes || chain.count > Self.deepestInclude {
        reportValue(
          .limit,
          "more than \(Self.mostIncludes) files are included, or more than "
            + "\(Self.deepestInclude) in a chain", at: node.span)
        break
      }
      guard let document = document(asset.resolved, written: text, at: node.span) else { continue }
      let whole = merged(document, chain: chain + [real], files: &count)
      base = base.map { Self.merge(whole, over: $0, depth: 0) } ?? whole
    }
    return base.map { Self.merge(root, over: $0, depth: 0) } ?? root
  }

  /// The keys of `top`, and those of `base` that it has not; maps under one key are merged.
  private static func merge(_ top: YAMLNode, over base: YAMLNode, depth: Int) -> YAMLNode {
    guard case .mapping(var entries) = top.content, case .mapping(let under) = base.content,
      depth < 64
    else { return top }
    for entry in under where entry.key != SceneKeys.include.name {
      guard let index = entries.firstIndex(where: { $0.key.utf8.elementsEqual(entry.key.utf8) })
      else {
        entries.append(entry)
        continue
      }
      entries[index].value = merge(entries[index].value, over: entry.value, depth: depth + 1)
    }
    var result = top
    result.content = .mapping(entries)
    result.count = 1 + entries.reduce(0) { $0 + $1.value.count }
    result.height = 1 + (entries.map(\.value.height).max() ?? 0)
    return result
  }
}
