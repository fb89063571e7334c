import FolioNumerics

/// What a decoding needs to know besides the value at hand, and the faults it has found.
///
/// Lives for one reading, on one thread.
final class DecodingContext {
  /// A step on the way from the root to a value.
  enum PathPart {
    case key(String)
    case index(Int)
  }

  let options: SceneReader.Options
  /// The scene's file; its folder bounds the files that may be named.
  let file: SourceFile
  private(set) var faults: [Diagnostic] = []
  /// Faults beyond those that are kept.
  private(set) var omitted = 0
  var path: [PathPart] = []

  /// The rate that turns frames into seconds; known once the canvas has been read.
  var frameRate = Rational(30)
  /// Variables in scope, the innermost last.
  var variables: [(name: String, value: Variable)] = []
  /// Variables that hold variables and have been worked out.
  var resolved = ResolvedVariables()
  /// The maps of `styles` by name, each less the keys that no style has.
  var styles: [(name: String, node: YAMLNode)] = [] {
    didSet {
      styleIndex = [:]
      for (index, style) in styles.enumerated() { styleIndex[ByteString(style.name)] = index }
    }
  }
  private var styleIndex: [ByteString: Int] = [:]
  /// The maps of `defaults`, less the keys that their tables do not have.
  var defaultPage: YAMLNode?
  var defaultCaption: YAMLNode?
  /// How many more values may be read. Defaults, styles and repeated pages are read again wherever
  /// they apply; this bounds what that costs.
  private var budget: Int
  /// The budget as a multiple of the values that a file may hold.
  private static let budgetFactor = 8
  /// The bytes of text that variables have been put into.
  var substituted = 0
  /// Large maps of variables by key.
  var memberIndex: [ResolvedVariables.Key: [ByteString: YAMLNode]] = [:]
  /// The ids of the fonts of the scene.
  var fontIDs: [String] = []
  /// The timer that the main pager has, for a step that starts it again.
  var autoplay: Autoplay?
  /// Pages written inside steps.
  var spares: [Page] = []
  /// How many pages have been read without a name of their own.
  var pageCount = 0
  /// Files read besides the scene's own.
  var sources: [SourceFile] = []
  let files = FileProbe()

  init(options: SceneReader.Options, file: SourceFile) {
    self.options = options
    self.file = file
    budget = options.limits.values * Self.budgetFactor
  }

  /// The style of a name.
  func style(_ name: String) -> YAMLNode? {
    styleIndex[ByteString(name)].map { styles[$0].node }
  }

  /// Takes a value from the budget; `false`, with a report the first time, if nothing is left.
  func spend(at span: SourceSpan) -> Bool {
    budget -= 1
    if budget >= 0 { return true }
    if budget == -1 {
      report(
        .limit,
        "more than \(options.limits.values * Self.budgetFactor) values once defaults and styles are put in",
        at: span)
    }
    return false
  }

  /// Whether so many faults were found that no further one is kept.
  var isFull: Bool { faults.count >= DiagnosticList.mostKept }

  // MARK: - Path

  func within<Result>(_ part: PathPart, _ body: () -> Result) -> Result {
    path.append(part)
    defer { path.removeLast() }
    return body()
  }

  /// The path for people, such as `pages[0].layers[1]`; empty at the root.
  var pathText: String { Self.text(path[...]) }

  /// The last key and what follows it, such as `background` or `stops[1]`.
  var shortPath: String {
    var start = path.endIndex
    while start > path.startIndex {
      start -= 1
      if case .key = path[start] { break }
    }
    return Self.text(path[start...])
  }

  private static func text(_ parts: ArraySlice<PathPart>) -> String {
    var result = ""
    for part in parts {
      switch part {
      case .key(let key): result += result.isEmpty ? key : ".\(key)"
      case .index(let index): result += "[\(index)]"
      }
    }
    return result
  }

  /// The JSON pointer (RFC 6901).
  var pointer: String {
    path.map { part in
      switch part {
      case .key(let key):
        "/"
          + key.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
          .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
      case .index(let index): "/\(index)"
      }
    }.joined()
  }

  // MARK: - Faults

  func report(
    _ code: Diagnostic.Code, _ message: String, at span: SourceSpan?, hint: String? = nil,
    notes: [Diagnostic.Note] = [], fixes: [Diagnostic.Fix] = [],
    severity: Diagnostic.Severity = .error
  ) {
    if isFull {
      omitted += 1
      return
    }
    faults.append(
      Diagnostic(
        severity, code, message, at: span, path: file.path, pointer: pointer, hint: hint,
        notes: notes, fixes: fixes))
  }

  /// Reports a fault of the value at hand, whose key goes before the message.
  func reportValue(
    _ code: Diagnostic.Code, _ message: String, at span: SourceSpan?, hint: String? = nil,
    notes: [Diagnostic.Note] = [], fixes: [Diagnostic.Fix] = []
  ) {
    if isFull {
      omitted += 1
      return
    }
    let name = shortPath
    report(
      code, name.isEmpty ? message : "\(name): \(message)", at: span, hint: hint, notes: notes,
      fixes: fixes)
  }

  func append(_ list: DiagnosticList) {
    let kept = list.diagnostics.prefix(max(0, DiagnosticList.mostKept - faults.count))
    faults += kept
    omitted += list.count - kept.count
  }

  /// Reports that a value is of another kind than expected.
  func reportKind(expected: String, found node: YAMLNode, hint: String? = nil) {
    if node.isEmptyScalar {
      reportValue(
        .emptyValue, "\(expected) is expected, the value is empty", at: node.span, hint: hint)
    } else {
      reportValue(
        .wrongType, "\(expected) is expected, found \(node.kind)", at: node.headSpan, hint: hint)
    }
  }

  // MARK: - Scalars

  /// The text of a scalar with its variables put in; `nil`, with a report, for a list or map or
  /// where a variable is not known.
  func text(_ node: YAMLNode, expected: String) -> String? {
    guard case .scalar(let raw, _) = node.content, !node.isEmptyScalar else {
      reportKind(expected: expected, found: node)
      return nil
    }
    return substitute(raw, at: node.span)
  }
}

extension YAMLNode {
  /// The part of the span to point at: for a list or map its first line at most.
  var headSpan: SourceSpan {
    if case .scalar = content { return span }
    let bytes = span.file.bytes
    let limit = min(span.upperBound, bytes.count)
    var end = min(span.lowerBound, limit)
    while end < limit && bytes[end] != 0x0A && bytes[end] != 0x0D { end += 1 }
    return SourceSpan(file: span.file, from: span.lowerBound, to: end)
  }
}
