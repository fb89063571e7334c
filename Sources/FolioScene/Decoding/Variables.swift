// `${name}` inside a scalar is replaced by a variable's text. Each variable is worked out at most
// once for one set of variables and its text is bounded, so no chain of variables costs more than
// their number times the bound, and one that needs itself is found.

/// A variable: a text, or what was written for it, whose members are named with dots
/// (`strings.title.1`).
enum Variable {
  case text(String)
  case node(YAMLNode)
  /// Every member is its own name: texts of a file that is not to be read.
  case names
}

/// The text of each variable that holds variables itself.
struct ResolvedVariables {
  enum State {
    case running
    case done(String?)
  }

  struct Key: Hashable {
    var file: ObjectIdentifier
    var offset: Int

    init(_ node: YAMLNode) {
      file = ObjectIdentifier(node.span.file)
      offset = node.span.lowerBound
    }
  }

  var states: [Key: State] = [:]
}

extension DecodingContext {
  /// The most bytes that a text may have once its variables are put in.
  static let longestText = 64 << 10
  private static let deepest = 16
  /// The most bytes that all variables of a scene may stand for together.
  private static let mostSubstituted = 16 << 20

  /// The members of a large map by key, made once.
  private func index(_ node: YAMLNode, _ entries: [YAMLNode.Entry]) -> [ByteString: YAMLNode]? {
    guard entries.count > 32 else { return nil }
    let key = ResolvedVariables.Key(node)
    if let known = memberIndex[key] { return known }
    var members: [ByteString: YAMLNode] = [:]
    for entry in entries { members[ByteString(entry.key)] = entry.value }
    memberIndex[key] = members
    return members
  }

  /// Runs `body` with a variable in scope.
  func with<Result>(_ name: String, _ value: Variable, _ body: () -> Result) -> Result {
    variables.append((name, value))
    resolved = ResolvedVariables()
    defer {
      variables.removeLast()
      resolved = ResolvedVariables()
    }
    return body()
  }

  /// The text with every `${name}` replaced; `$${` stands for `${` itself. `nil`, with a report,
  /// where a variable is not known.
  func substitute(_ raw: String, at span: SourceSpan) -> String? {
    let bytes = Array(raw.utf8)
    guard Self.opening(in: bytes[...]) != nil else { return raw }
    return expand(bytes[...], at: span, depth: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The first `${`.
  private static func opening(in bytes: ArraySlice<UInt8>) -> Int? {
    var i = bytes.startIndex
    while i + 1 < bytes.endIndex {
      if bytes[i] == UInt8(ascii: "$") && bytes[i + 1] == UInt8(ascii: "{") { return i }
      i += 1
    }
    return nil
  }

  private func expand(_ raw: ArraySlice<UInt8>, at span: SourceSpan, depth: Int) -> [UInt8]? {
    if depth > Self.deepest {
      reportValue(.limit, "variables are nested more than \(Self.deepest) deep", at: span)
      return nil
    }
    var result: [UInt8] = []
    var rest = raw
    while let dollar = Self.opening(in: rest) {
      if dollar > rest.startIndex && rest[dollar - 1] == UInt8(ascii: "$") {
        result += rest[..<(dollar - 1)] + [UInt8(ascii: "$"), UInt8(ascii: "{")]
        rest = rest[(dollar + 2)...]
        continue
      }
      result += rest[..<dollar]
      guard let brace = closing(of: rest[(dollar + 2)...]) else {
        reportValue(
          .badVariable, "a ${ without its }", at: span,
          hint: "close it, or write $${ for the text ${")
        return nil
      }
      // A name may hold references of its own, as in ${strings.title.${n}}.
      guard let name = expand(rest[(dollar + 2)..<brace], at: span, depth: depth + 1),
        let value = value(of: String(decoding: name, as: UTF8.self), at: span, depth: depth)
      else { return nil }
      result += value.utf8
      substituted += value.utf8.count
      rest = rest[(brace + 1)...]
      if result.count > Self.longestText { break }
      if substituted > Self.mostSubstituted {
        reportValue(
          .limit, "variables stand for more than \(Self.mostSubstituted >> 20) MiB of text",
          at: span)
        return nil
      }
    }
    result += rest
    if result.count > Self.longestText {
      reportValue(
        .limit, "the text has more than \(Self.longestText) bytes once its variables are put in",
        at: span)
      return nil
    }
    return result
  }

  private func closing(of bytes: ArraySlice<UInt8>) -> Int? {
    var level = 1
    for i in bytes.indices {
      if bytes[i] == UInt8(ascii: "{") && i > bytes.startIndex
        && bytes[i - 1] == UInt8(ascii: "$")
      {
        level += 1
      }
      if bytes[i] == UInt8(ascii: "}") {
        level -= 1
        if level == 0 { return i }
      }
    }
    return nil
  }

  private func value(of name: String, at span: SourceSpan, depth: Int) -> String? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard
      let variable = variables.last(where: { $0.name.utf8.elementsEqual(parts[0].utf8) })?.value
    else {
      reportValue(
        .badVariable, "no variable \(name.quoted)", at: span,
        hint: Suggestion.hint(for: parts[0], among: variables.map(\.name)))
      return nil
    }
    switch variable {
    case .text(let text):
      if parts.count == 1 { return text }
      reportValue(.badVariable, "\(parts[0]) has no members", at: span)
      return nil
    case .node(let node): return member(of: node, parts, at: span, depth: depth)
    case .names: return name
    }
  }

  private func member(
    of root: YAMLNode, _ parts: [String], at span: SourceSpan, depth: Int
  ) -> String? {
    var node = root
    for (position, part) in parts.enumerated().dropFirst() {
      let prefix = parts[..<position].joined(separator: ".")
      switch node.content {
      case .mapping(let entries):
        guard let next = index(node, entries)?[ByteString(part)] ?? node[part] else {
          reportValue(
            .badVariable, "no \(part.quoted) in \(prefix)", at: span,
            hint: Suggestion.hint(for: part, among: entries.map(\.key)))
          return nil
        }
        node = next
      case .sequence(let items):
        guard let index = DecimalText(part)?.integer, items.indices.contains(index) else {
          reportValue(
            .badVariable, "no \(part.quoted) in \(prefix)", at: span,
            hint: "it has \(items.count) members, counted from 0")
          return nil
        }
        node = items[index]
      case .scalar:
        reportValue(.badVariable, "\(prefix) has no members", at: span)
        return nil
      }
    }
    let name = parts.joined(separator: ".")
    guard case .scalar(let raw, _) = node.content else {
      reportValue(
        .badVariable, "\(name.quoted) is \(node.kind), not a text", at: span,
        notes: [Diagnostic.Note("it is defined here", at: node.headSpan)])
      return nil
    }
    let bytes = Array(raw.utf8)
    guard Self.opening(in: bytes[...]) != nil else { return raw }
    let key = ResolvedVariables.Key(node)
    switch resolved.states[key] {
    case .done(let text): return text
    case .running:
      reportValue(
        .badVariable, "\(name.quoted) needs itself", at: span,
        notes: [Diagnostic.Note("it is defined here", at: node.span)])
      return nil
    case nil: break
    }
    resolved.states[key] = .running
    let text = expand(bytes[...], at: node.span, depth: depth + 1)
      .map { String(decoding: $0, as: UTF8.self) }
    resolved.states[key] = .done(text)
    return text
  }
}
