import FolioGeometry
import FolioRaster

/// Keys of a gradient and of its stops.
enum PaintKeys {
  static let linear = Key(
    "linear", .stops, "A gradient along a line: its stops.", examples: ["[5B6EF5, 8E4DE8]"])
  static let radial = Key(
    "radial", .stops, "A gradient from a middle outwards: its stops.",
    examples: ["[white, '#FFFFFF00']"])
  static let conic = Key(
    "conic", .stops, "A gradient around a middle: its stops.", examples: ["[red, blue, red]"])
  static let angle = Key(
    "angle", .number(-36_000...36_000, unit: " degrees"),
    "Degrees, clockwise from upwards, as in CSS.", otherwise: "180; for conic 0", examples: ["135"])
  static let center = Key(
    "center", .lengthPair, "The middle, across and down.", default: "[50%, 50%]",
    examples: ["[50%, 20%]"])
  static let radius = Key(
    "radius", .length,
    "The radius in points, or in percent of √((w²+h²)/2).", otherwise: "the farthest corner",
    examples: ["120", "50%"])
  static let table = KeyTable(
    "gradient", "A gradient: one of linear, radial or conic.",
    [linear.any, radial.any, conic.any, angle.any, center.any, radius.any],
    choices: [[linear.name], [radial.name], [conic.name]])

  static let stopColor = Key(
    "color", .color, "The colour.", examples: ["5B6EF5"], isRequired: true)
  static let stopPosition = Key(
    "at", .share, "The place, 0 to 1 or 0% to 100%.", otherwise: "evenly between its neighbours",
    examples: ["0.5"])
  static let stopTable = KeyTable(
    "stop", "A colour of a gradient and its place.", [stopColor.any, stopPosition.any])
}

extension Codec where Value == GradientStop {
  fileprivate static let stop = Codec(.anyOf([.colorText, .object(PaintKeys.stopTable)])) {
    node, context in
    guard node.isMapping else {
      return Codec<Color>.color.decode(node, context).map { GradientStop($0) }
    }
    guard let fields = Fields(node, PaintKeys.stopTable, context),
      let color = fields.require(PaintKeys.stopColor)
    else { return nil }
    return GradientStop(color, at: fields[PaintKeys.stopPosition])
  }
}

extension Codec where Value == [GradientStop] {
  fileprivate static let stops = list(of: .stop, counts: 2...256, of: "stops")
}

extension Codec where Value == PaintDescription {
  /// A colour or a gradient.
  static let paint = Codec(.anyOf([.colorText, .object(PaintKeys.table)])) { node, context in
    guard node.isMapping else {
      if node.isSequence {
        context.reportKind(
          expected: "a colour or gradient", found: node,
          hint: "write { linear: [first, second] }")
        return nil
      }
      return Codec<Color>.color.decode(node, context).map { .color($0) }
    }
    return gradient(node, context)
  }

  static func gradient(_ node: YAMLNode, _ context: DecodingContext) -> PaintDescription? {
    guard let fields = Fields(node, PaintKeys.table, context) else { return nil }
    let kinds = [PaintKeys.linear, PaintKeys.radial, PaintKeys.conic]
    let given = kinds.filter { fields.has($0) }
    guard let kind = given.first else {
      context.reportValue(
        .missingKey, "a gradient needs linear, radial or conic", at: node.headSpan,
        hint: "such as { linear: [5B6EF5, 8E4DE8], angle: 135 }")
      return nil
    }
    if given.count > 1 { fields.excludes(given[0], given[1]) }
    let center = fields[PaintKeys.center] ?? LengthPair(.percent(50), .percent(50))
    let angle = fields[PaintKeys.angle]
    let radius = fields[PaintKeys.radius]
    guard let stops = fields[kind], stops.count >= 2 else { return nil }
    switch kind.name {
    case PaintKeys.linear.name:
      warnUnused([PaintKeys.center.any, PaintKeys.radius.any], fields)
      return .linear(stops, angle: angle ?? 180)
    case PaintKeys.radial.name:
      warnUnused([PaintKeys.angle.any], fields)
      return .radial(stops, center: center, radius: radius)
    default:
      warnUnused([PaintKeys.radius.any], fields)
      return .conic(stops, center: center, angle: angle ?? 0)
    }
  }

  private static func warnUnused(_ keys: [AnyKey], _ fields: Fields) {
    for key in keys {
      guard let span = fields.keySpan(key.name) else { continue }
      fields.context.report(
        .noEffect, "\(key.name.quoted) has no effect on this gradient", at: span,
        hint: "remove it", severity: .warning)
    }
  }
}

/// Keys of `shadow`.
enum ShadowKeys {
  static let color = Key("color", .color, "The colour.", default: "'#00000040'")
  static let offset = Key(
    "offset", .point, "Points to the right and below.", default: "[0, 2]", examples: ["[0, 4]"])
  static let blur = Key(
    "blur", .number(0...1000), "The blur radius as in CSS, in points.", default: "8")
  static let spread = Key(
    "spread", .number(-1000...1000), "Points by which the outline grows first; not for text.",
    default: "0")
  static let table = KeyTable(
    "shadow", "A soft copy of an outline beneath it.",
    [color.any, offset.any, blur.any, spread.any])
}

extension Codec where Value == Shadow {
  /// A shadow.
  static let shadow = Codec(.object(ShadowKeys.table)) { node, context in
    guard let fields = Fields(node, ShadowKeys.table, context) else { return nil }
    let usual = Shadow()
    return Shadow(
      color: fields[ShadowKeys.color] ?? usual.color,
      offset: fields[ShadowKeys.offset] ?? usual.offset,
      blur: fields[ShadowKeys.blur] ?? usual.blur,
      spread: fields[ShadowKeys.spread] ?? usual.spread)
  }
}
