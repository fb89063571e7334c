/// The faults of one reading, ordered by file and place.
public struct DiagnosticList: Error, Hashable, Sendable {
  /// How many faults ``rendered(limit:)`` shows unless told otherwise.
  public static let defaultLimit = 20

  /// The faults, sorted: files in the order they were first read, places from the top, faults of
  /// one place in the order they were found.
  public private(set) var diagnostics: [Diagnostic] = []

  /// No fault.
  public init() {}

  /// Faults, sorted and each only once.
  ///
  /// - Parameter mainFile: the file whose faults come first; others follow in the order of their
  ///   first fault.
  public init(_ diagnostics: [Diagnostic], mainFile: String = "") {
    var seen: Set<Diagnostic> = []
    var files = [mainFile: 0]
    for diagnostic in diagnostics where files[diagnostic.path] == nil {
      files[diagnostic.path] = files.count
    }
    let unique = diagnostics.filter { seen.insert($0.withoutPointer).inserted }
    self.diagnostics = unique.enumerated().sorted { a, b in
      let left = (files[a.element.path] ?? 0, a.element.span?.lowerBound ?? -1, a.offset)
      let right = (files[b.element.path] ?? 0, b.element.span?.lowerBound ?? -1, b.offset)
      return left < right
    }.map(\.element)
  }

  /// Whether there is none.
  public var isEmpty: Bool { diagnostics.isEmpty }
  /// How many there are.
  public var count: Int { diagnostics.count }
  /// Those that stop the rendering.
  public var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }
  /// Those that do not.
  public var warnings: [Diagnostic] { diagnostics.filter { $0.severity == .warning } }

  /// The exit status for these faults: 0 without an error; 65 if any error asks for it (the content
  /// is wrong), else 66 if any does (a file cannot be opened), else 77 (a file may not be read).
  public var exitStatus: Int32 {
    let asked = errors.map(\.code.exitStatus)
    return [65, 66, 77].first { asked.contains($0) } ?? 0
  }

  /// All faults of both lists.
  public func merging(_ other: DiagnosticList) -> DiagnosticList {
    DiagnosticList(diagnostics + other.diagnostics)
  }
}

extension Diagnostic {
  /// The same fault of a value that is used in several places (through an alias, or by `repeat`) is
  /// told once.
  fileprivate var withoutPointer: Diagnostic {
    var copy = self
    copy.pointer = ""
    return copy
  }
}
