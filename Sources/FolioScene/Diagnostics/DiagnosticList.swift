/// The faults of one reading, ordered by file and place.
public struct DiagnosticList: Error, Hashable, Sendable {
  /// How many faults ``rendered(limit:)`` shows unless told otherwise.
  public static let defaultLimit = 20

  /// The faults, sorted: files in the order they were first read, places from the top, faults of
  /// one place in the order they were found.
  public private(set) var diagnostics: [Diagnostic] = []

  /// How many more there were that are not kept: only the first thousand are.
  public private(set) var omitted = 0

  /// The most faults of one reading that are kept.
  static let mostKept = 1000

  /// No fault.
  public init() {}

  /// Faults, sorted and each only once.
  ///
  /// - Parameters:
  ///   - mainFile: the file whose faults come first; others follow in the order of their first
  ///     fault.
  ///   - omitted: how many more there were.
  public init(_ diagnostics: [Diagnostic], mainFile: String = "", omitted: Int = 0) {
    self.omitted = omitted
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
  public var count: Int { diagnostics.count + omitted }
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
    DiagnosticList(diagnostics + other.diagnostics, omitted: omitted + other.omitted)
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
