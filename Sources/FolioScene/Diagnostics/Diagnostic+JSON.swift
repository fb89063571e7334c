/// A fault for programs: one object with `severity`, `code`, `message`, `file`, `line`, `column`,
/// `offset`, `endLine`, `endColumn`, `endOffset`, `pointer`, `hint`, `notes` and `fixes`. What is not
/// known is left out.
extension Diagnostic: Encodable {
  private enum CodingKeys: String, CodingKey {
    case severity, code, message, file, line, column, offset, endLine, endColumn, endOffset, pointer
    case hint, notes, fixes, replacement
  }

  /// Encodes the fault.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(severity.rawValue, forKey: .severity)
    try object.encode(code.rawValue, forKey: .code)
    try object.encode(message, forKey: .message)
    if let span {
      try Diagnostic.encode(span, into: &object)
    } else if !path.isEmpty {
      try object.encode(path, forKey: .file)
    }
    try object.encode(pointer, forKey: .pointer)
    try object.encodeIfPresent(hint, forKey: .hint)
    if !notes.isEmpty {
      var list = object.nestedUnkeyedContainer(forKey: .notes)
      for note in notes {
        var entry = list.nestedContainer(keyedBy: CodingKeys.self)
        try entry.encode(note.message, forKey: .message)
        if let span = note.span { try Diagnostic.encode(span, into: &entry) }
      }
    }
    if !fixes.isEmpty {
      var list = object.nestedUnkeyedContainer(forKey: .fixes)
      for fix in fixes {
        var entry = list.nestedContainer(keyedBy: CodingKeys.self)
        try entry.encode(fix.replacement, forKey: .replacement)
        try Diagnostic.encode(fix.span, into: &entry)
      }
    }
  }

  private static func encode(
    _ span: SourceSpan, into object: inout KeyedEncodingContainer<CodingKeys>
  ) throws {
    let start = span.start
    let end = span.end
    try object.encode(span.file.path, forKey: .file)
    try object.encode(start.line, forKey: .line)
    try object.encode(start.column, forKey: .column)
    try object.encode(start.offset, forKey: .offset)
    try object.encode(end.line, forKey: .endLine)
    try object.encode(end.column, forKey: .endColumn)
    try object.encode(end.offset, forKey: .endOffset)
  }
}
