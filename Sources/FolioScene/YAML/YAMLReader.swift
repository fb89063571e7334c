// The one file that touches libyaml. It runs libyaml's event parser over bytes that are already
// known to be UTF-8 and hands each event to a closure, so that a reader can stop at the first
// event that is too much: libyaml itself knows no limits, and is quadratic in the depth of
// brackets.

import CFolioYAML

/// One event of a YAML text, with places in characters (Unicode scalars) from the start.
struct YAMLEvent {
  enum Kind {
    case documentStart
    case alias(String)
    case scalar(String, isPlain: Bool)
    case scalarTooLong(Int)
    case sequenceStart
    case mappingStart
    case containerEnd
  }

  var kind: Kind
  var anchor: String?
  var tag: String?
  var start: Int
  var end: Int
}

/// What libyaml finds wrong with a text.
struct YAMLParseFailure: Error {
  /// The complaint.
  var problem: String
  /// Where, in characters, or `nil` when only the byte is known.
  var problemIndex: Int?
  /// The offset of the byte, where the bytes themselves are the problem.
  var problemByte: Int
  /// What was being read.
  var context: String?
  /// Where that started, in characters.
  var contextIndex: Int?
  /// Whether the library ran out of memory.
  var isOutOfMemory: Bool
}

/// libyaml's event parser.
enum YAMLEventParser {
  /// Parses UTF-8 text without a byte order mark and hands over its events in order until `handle`
  /// returns `false` or the text ends.
  ///
  /// - Parameter longestScalar: the most bytes of a scalar that are copied; a longer one is reported
  ///   as ``YAMLEvent/Kind/scalarTooLong(_:)``.
  static func parse(
    _ text: ArraySlice<UInt8>, longestScalar: Int, handle: (YAMLEvent) -> Bool
  ) throws(YAMLParseFailure) {
    let result: Result<Void, YAMLParseFailure> = unsafe text.withUnsafeBufferPointer { buffer in
      let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
      defer { unsafe parser.deallocate() }
      guard unsafe yaml_parser_initialize(parser) != 0 else {
        return .failure(outOfMemory)
      }
      defer { unsafe yaml_parser_delete(parser) }
      unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      unsafe yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
      let event = UnsafeMutablePointer<yaml_event_t>.allocate(capacity: 1)
      defer { unsafe event.deallocate() }
      while true {
        guard unsafe yaml_parser_parse(parser, event) != 0 else {
          return .failure(unsafe failure(of: parser))
        }
        defer { unsafe yaml_event_delete(event) }
        if unsafe event.pointee.type == YAML_STREAM_END_EVENT { return .success(()) }
        if let translated = unsafe translate(event, longestScalar: longestScalar) {
          if !handle(translated) { return .success(()) }
        }
      }
    }
    try result.get()
  }

  private static let outOfMemory = YAMLParseFailure(
    problem: "out of memory", problemIndex: nil, problemByte: 0, context: nil, contextIndex: nil,
    isOutOfMemory: true)

  private static func translate(
    _ event: UnsafeMutablePointer<yaml_event_t>, longestScalar: Int
  ) -> YAMLEvent? {
    let start = unsafe Int(event.pointee.start_mark.index)
    let end = unsafe Int(event.pointee.end_mark.index)
    func made(
      _ kind: YAMLEvent.Kind, _ anchor: UnsafeMutablePointer<yaml_char_t>? = nil,
      _ tag: UnsafeMutablePointer<yaml_char_t>? = nil
    ) -> YAMLEvent {
      YAMLEvent(
        kind: kind, anchor: unsafe anchor.map { unsafe string($0) },
        tag: unsafe tag.map { unsafe string($0) }, start: start, end: end)
    }
    switch unsafe event.pointee.type {
    case YAML_DOCUMENT_START_EVENT:
      return made(.documentStart)
    case YAML_ALIAS_EVENT:
      guard let name = unsafe event.pointee.data.alias.anchor else { return nil }
      return unsafe made(.alias(string(name)))
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.pointee.data.scalar
      let length = unsafe scalar.length
      if length > longestScalar {
        return unsafe made(.scalarTooLong(length), scalar.anchor, scalar.tag)
      }
      let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: length)
      return unsafe made(
        .scalar(
          String(decoding: bytes, as: UTF8.self), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE),
        scalar.anchor, scalar.tag)
    case YAML_SEQUENCE_START_EVENT:
      let sequence = unsafe event.pointee.data.sequence_start
      return unsafe made(.sequenceStart, sequence.anchor, sequence.tag)
    case YAML_MAPPING_START_EVENT:
      let mapping = unsafe event.pointee.data.mapping_start
      return unsafe made(.mappingStart, mapping.anchor, mapping.tag)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      return made(.containerEnd)
    default:
      return nil
    }
  }

  private static func failure(of parser: UnsafeMutablePointer<yaml_parser_t>) -> YAMLParseFailure {
    let kind = unsafe parser.pointee.error
    let marks = kind == YAML_SCANNER_ERROR || kind == YAML_PARSER_ERROR
    return unsafe YAMLParseFailure(
      problem: parser.pointee.problem.map { unsafe String(cString: $0) } ?? "not well formed",
      problemIndex: marks ? Int(parser.pointee.problem_mark.index) : nil,
      problemByte: Int(parser.pointee.problem_offset),
      context: parser.pointee.context.map { unsafe String(cString: $0) },
      contextIndex: marks && parser.pointee.context != nil
        ? Int(parser.pointee.context_mark.index) : nil,
      isOutOfMemory: kind == YAML_MEMORY_ERROR)
  }

  private static func string(_ bytes: UnsafeMutablePointer<yaml_char_t>) -> String {
    unsafe String(cString: bytes)
  }
}
