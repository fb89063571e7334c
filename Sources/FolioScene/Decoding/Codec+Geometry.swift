import FolioGeometry
import FolioNumerics

extension Codec where Value == Length {
  /// A length.
  static let length = Codec(.lengthText) { node, context in
    guard let text = context.text(node, expected: "a length") else { return nil }
    do throws(ValueFault) {
      return try LengthText.parse(text)
    } catch {
      context.reportValue(.badLength, error.message, at: node.span, hint: error.hint)
      return nil
    }
  }
}

extension SchemaType {
  /// A length: points, or text such as `100%-64`.
  static let lengthText = SchemaType.named(
    "length", "Points (120), a share (50%), a share less points (100%-64), or safe-96.",
    .anyOf([
      .number(-LengthText.largest...LengthText.largest),
      .text(pattern: #"^(safe( ?- ?[0-9.]+)?|-?[0-9.]+% ?([-+] ?[0-9.]+)?|-?[0-9.]+)$"#),
    ]))
}

extension Codec where Value == LengthPair {
  /// Two lengths, across and down.
  static let lengthPair = Codec(.list(.lengthText, counts: 2...2)) { node, context in
    let both = Codec<[Length]>.list(of: .length, counts: 2...2, of: "lengths")
      .decode(node, context)
    guard let both, both.count == 2 else { return nil }
    return LengthPair(both[0], both[1])
  }
}

extension Codec where Value == Point {
  /// The largest coordinate of a place, and the highest speed, either way.
  private static let limit = 100_000.0

  /// Two numbers, across and down.
  static let point = Codec(.list(.number(-limit...limit), counts: 2...2)) { node, context in
    let both = Codec<[Double]>.list(of: .number(-limit...limit), counts: 2...2, of: "numbers")
      .decode(node, context)
    guard let both, both.count == 2 else { return nil }
    return Point(x: both[0], y: both[1])
  }
}

extension Codec where Value == Insets {
  private static let number = Codec<Double>.number(0...10_000)
  private static let top = Key("top", number, "Points from the top.", default: "0")
  private static let left = Key("left", number, "Points from the left.", default: "0")
  private static let bottom = Key("bottom", number, "Points from the bottom.", default: "0")
  private static let right = Key("right", number, "Points from the right.", default: "0")
  private static let table = KeyTable(
    "insets", "Distances from four sides.", [top.any, left.any, bottom.any, right.any])

  /// Distances from four sides: one number for all; `[vertical, horizontal]`;
  /// `[top, right, bottom, left]`; or a map.
  static let insets = Codec(
    .anyOf([.number(0...10_000), .list(.number(0...10_000), counts: 2...4), .object(table)])
  ) { node, context in
    switch node.content {
    case .scalar:
      guard let all = number.decode(node, context) else { return nil }
      return Insets(top: all, left: all, bottom: all, right: all)
    case .sequence(let items):
      if items.count != 2 && items.count != 4 {
        context.reportValue(
          .wrongType, "two or four numbers are expected, found \(items.count)", at: node.headSpan,
          hint: "write [vertical, horizontal] or [top, right, bottom, left]")
        return nil
      }
      let values = items.enumerated().compactMap { index, item in
        context.within(.index(index)) { number.decode(item, context) }
      }
      guard values.count == items.count else { return nil }
      return values.count == 2
        ? Insets(top: values[0], left: values[1], bottom: values[0], right: values[1])
        : Insets(top: values[0], left: values[3], bottom: values[2], right: values[1])
    case .mapping:
      guard let fields = Fields(node, table, context) else { return nil }
      return Insets(
        top: fields[top] ?? 0, left: fields[left] ?? 0, bottom: fields[bottom] ?? 0,
        right: fields[right] ?? 0)
    }
  }
}

extension Codec where Value == CornerRadii {
  private static let number = Codec<Double>.number(0...10_000)

  /// Radii of corners: one for all, or `[topLeft, topRight, bottomRight, bottomLeft]`.
  static let cornerRadii = Codec(
    .anyOf([.number(0...10_000), .list(.number(0...10_000), counts: 4...4)])
  ) { node, context in
    if node.isSequence {
      let values = Codec<[Double]>.list(of: number, counts: 4...4, of: "radii")
        .decode(node, context)
      guard let values, values.count == 4 else { return nil }
      return CornerRadii(
        topLeft: values[0], topRight: values[1], bottomRight: values[2], bottomLeft: values[3])
    }
    return number.decode(node, context).map { CornerRadii($0) }
  }
}

extension Codec where Value == UnitPoint {
  private static let words: [(String, UnitPoint)] = [
    ("center", .center), ("top", UnitPoint(x: 0.5, y: 0)), ("bottom", UnitPoint(x: 0.5, y: 1)),
    ("left", UnitPoint(x: 0, y: 0.5)), ("right", UnitPoint(x: 1, y: 0.5)),
    ("top-left", UnitPoint(x: 0, y: 0)), ("top-right", UnitPoint(x: 1, y: 0)),
    ("bottom-left", UnitPoint(x: 0, y: 1)), ("bottom-right", UnitPoint(x: 1, y: 1)),
  ]

  /// A place by a word, or by two shares across and down.
  static let unitPoint = Codec(
    .anyOf([.words(words.map(\.0)), .list(Codec<Double>.share.schema(), counts: 2...2)])
  ) { node, context in
    if node.isSequence {
      let both = Codec<[Double]>.list(of: .share, counts: 2...2, of: "shares").decode(node, context)
      guard let both, both.count == 2 else { return nil }
      return UnitPoint(x: both[0], y: both[1])
    }
    guard let text = context.text(node, expected: "a place") else { return nil }
    if let known = words.first(where: { $0.0.utf8.elementsEqual(text.utf8) }) { return known.1 }
    context.reportValue(
      .unknownWord, "unknown place \(text.quoted)", at: node.span,
      hint: Suggestion.hint(for: text, among: words.map(\.0), shown: 9))
    return nil
  }
}

/// Keys of `frame`.
enum FrameKeys {
  static let x = Key("x", .length, "The left edge.", examples: ["32", "50%"])
  static let y = Key("y", .length, "The top edge.", examples: ["430", "safe-96"])
  static let w = Key("w", .length, "The width.", examples: ["220", "100%-64"])
  static let h = Key("h", .length, "The height.", examples: ["220", "safe-24"])
  static let cx = Key("cx", .length, "The middle across; excludes x.", examples: ["50%"])
  static let cy = Key("cy", .length, "The middle down; excludes y.", examples: ["50%"])
  static let table = KeyTable(
    "frame", "Where a thing lies in its surroundings.",
    [x.any, y.any, w.any, h.any, cx.any, cy.any])
}

extension Codec where Value == LayerFrame {
  /// A frame.
  static let frame = Codec(.object(FrameKeys.table)) { node, context in
    guard
      let fields = Fields(
        node, FrameKeys.table, context, hint: "write { x: 0, y: 0, w: 100%, h: 100% }")
    else { return nil }
    fields.excludes(FrameKeys.x, FrameKeys.cx)
    fields.excludes(FrameKeys.y, FrameKeys.cy)
    func extent(_ key: Key<Length>) -> Length? {
      let length = fields[key]
      if let length, length.base == .points, length.offset < 0, let value = fields.node(key.name) {
        context.within(.key(key.name)) {
          context.reportValue(
            .badLength, "an extent cannot be negative, found \((value.scalarText ?? "").quoted)",
            at: value.span)
        }
        return nil
      }
      return length
    }
    var frame = LayerFrame(
      x: fields[FrameKeys.x], y: fields[FrameKeys.y], w: extent(FrameKeys.w),
      h: extent(FrameKeys.h), cx: fields[FrameKeys.cx], cy: fields[FrameKeys.cy])
    frame.provenance = fields.provenance
    return frame
  }
}
