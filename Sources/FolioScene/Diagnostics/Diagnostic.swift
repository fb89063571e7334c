/// One fault of a scene or of a file it names: what was found, where, what was expected and what
/// would do.
public struct Diagnostic: Error, Hashable, Sendable {
  /// How grave it is.
  public enum Severity: String, Hashable, Sendable {
    /// Nothing is rendered.
    case error
    /// The scene is rendered, and somebody should look.
    case warning
  }

  /// A remark that belongs to a fault and may have its own place.
  public struct Note: Hashable, Sendable {
    /// The remark.
    public var message: String
    /// Where.
    public var span: SourceSpan?

    /// A remark.
    public init(_ message: String, at span: SourceSpan? = nil) {
      self.message = message
      self.span = span
    }
  }

  /// A change of the text that would mend the fault.
  public struct Fix: Hashable, Sendable {
    /// What to replace.
    public var span: SourceSpan
    /// By what.
    public var replacement: String

    /// A change.
    public init(replacing span: SourceSpan, with replacement: String) {
      self.span = span
      self.replacement = replacement
    }
  }

  /// How grave it is.
  public var severity: Severity
  /// What kind of fault it is.
  public var code: Code
  /// The file, where no span is known (it could not be opened, say).
  public var path: String
  /// The place; `nil` for a fault of a whole file or of a value that was made in code.
  public var span: SourceSpan?
  /// The JSON pointer of the value, such as `/pages/0/layers/1`.
  public var pointer: String
  /// One line in plain words.
  public var message: String
  /// What would do, in a few words; shown beneath the line.
  public var hint: String?
  /// Further places and remarks.
  public var notes: [Note]
  /// Changes that would mend it, best first.
  public var fixes: [Fix]

  /// A fault from its parts.
  public init(
    _ severity: Severity = .error, _ code: Code, _ message: String, at span: SourceSpan? = nil,
    path: String = "", pointer: String = "", hint: String? = nil, notes: [Note] = [],
    fixes: [Fix] = []
  ) {
    self.severity = severity
    self.code = code
    self.path = span?.file.path ?? path
    self.span = span
    self.pointer = pointer
    self.message = message
    self.hint = hint
    self.notes = notes
    self.fixes = fixes
  }

  /// The line, counted from 1, or `nil` without a place.
  public var line: Int? { span?.start.line }
  /// The column in Unicode scalars, counted from 1, or `nil` without a place.
  public var column: Int? { span?.start.column }
}

extension Diagnostic {
  /// The kinds of faults. The raw values are stable: tools may rely on them.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    // The text and its YAML.
    /// The YAML is not well formed.
    case syntax = "E0101"
    /// The file is not UTF-8: UTF-16, or bytes that are no character.
    case encoding = "E0102"
    /// A control character that a text file cannot hold.
    case controlCharacter = "E0103"
    /// A key that the format does not know.
    case unknownKey = "E0104"
    /// A key given twice.
    case duplicateKey = "E0105"
    /// A key that must be given is not.
    case missingKey = "E0106"
    /// An alias to no anchor, or to the value it stands in.
    case badAlias = "E0107"
    /// A tag, a second document, a key that is not text: YAML that scenes do not use.
    case unsupportedYAML = "E0108"
    /// Keys that exclude one another.
    case conflictingKeys = "E0109"

    // Values.
    /// A value of another kind than expected: a list for a number, say.
    case wrongType = "E0201"
    /// A number that is not one, is not finite, or lies outside its range.
    case badNumber = "E0202"
    /// A colour that is not one.
    case badColor = "E0203"
    /// A time or frame rate that is not one, or is not exact.
    case badTime = "E0204"
    /// A length or frame that is not one.
    case badLength = "E0205"
    /// A word that is none of those expected.
    case unknownWord = "E0206"
    /// A text that cannot be: empty, with control characters, or malformed in another way.
    case badText = "E0207"
    /// A value where none was given.
    case emptyValue = "E0208"
    /// The file needs a newer Folioscope.
    case version = "E0209"

    // References.
    /// A page that does not exist.
    case unknownPage = "E0301"
    /// A layer that does not exist.
    case unknownLayer = "E0302"
    /// A text style that does not exist.
    case unknownStyle = "E0303"
    /// A font that does not exist.
    case unknownFont = "E0304"
    /// A device that does not exist.
    case unknownDevice = "E0305"
    /// A label that no earlier step has.
    case unknownLabel = "E0306"
    /// A variable or string that does not exist, or that needs itself.
    case badVariable = "E0307"
    /// A pager that does not exist.
    case unknownPager = "E0308"
    /// An id or label given twice.
    case duplicateID = "E0309"

    // Files.
    /// A file that does not exist.
    case missingFile = "E0401"
    /// A folder, pipe or device where a file is expected.
    case notAFile = "E0402"
    /// A file that may not be read.
    case unreadableFile = "E0403"
    /// A path that leads out of the scene's folder.
    case outsideFile = "E0404"
    /// Files that include one another in a circle.
    case includeCycle = "E0405"

    // The timeline.
    /// A step earlier than the one before it.
    case outOfOrder = "E0501"
    /// Two touches at one time, or a touch step that fits no touch.
    case touchConflict = "E0502"
    /// A step after the end.
    case afterEnd = "E0503"
    /// No end, or two.
    case missingEnd = "E0504"

    // Limits.
    /// More, bigger or deeper than allowed.
    case limit = "E0601"

    // Warnings.
    /// A value that has no effect.
    case noEffect = "W0701"
  }
}

extension Diagnostic.Code {
  /// The exit status that a fault of this kind asks for: 66 for a file that cannot be opened, 77 for
  /// one that may not be read, else 65 (the numbers of `sysexits.h`).
  public var exitStatus: Int32 {
    switch self {
    case .missingFile: 66
    case .unreadableFile: 77
    default: 65
    }
  }
}
