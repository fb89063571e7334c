import FolioRaster

/// Keys of `pageControl`.
enum PageControlKeys {
  static let position = Key(
    "position", Codec<PageControlDescription.Position>.word, "Where the row lies in the pager.",
    default: "bottom-center")
  static let frame = Key(
    "frame", .frame, "Its rectangle in the pager, instead of position and inset.",
    examples: ["{ x: 0, y: 100%-24, w: 100%, h: 24 }"])
  static let inset = Key(
    "inset", .insets, "The distance of the row of dots from the edges it lies at, in points.",
    otherwise: "the look's", examples: ["24"])
  static let dot = Key(
    "dot", .positive(upTo: 1000), "The diameter of a dot in points.", otherwise: "the look's")
  static let gap = Key(
    "gap", .number(0...1000), "The points between neighbouring dots.", otherwise: "the look's")
  static let color = Key("color", .color, "The colour of the other dots.", otherwise: "the look's")
  static let current = Key(
    "current", .color, "The colour of the current dot.", otherwise: "the look's")
  static let background = Key("background", .paint, "What lies behind the row.", otherwise: "none")
  static let hides = Key(
    "hidesForSinglePage", .flag, "Whether a single page shows no dot.", default: "true")
  static let updates = Key(
    "updates", Codec<PageControlDescription.Updates>.word, "When the current dot changes.",
    otherwise: "the pager's habit: half, fullPage for dlpageview, settled for pageViewController")
  static let look = Key(
    "look", Codec<PageControlDescription.Look>.word, "Which system it looks like.",
    default: "system")
  static let style = Key(
    "style", Codec<PageControlDescription.Style>.word, "How the current page is marked.",
    default: "dots")
  static let axis = Key(
    "axis", Codec<PagerDescription.Axis>.word, "The way dots lie.",
    otherwise: "as the direction says, else the pager's axis")
  static let direction = Key(
    "direction", Codec<PageControlDescription.Order>.word, "The dots' order.",
    default: "natural")
  static let interactive = Key(
    "interactive", .flag, "Whether it takes taps.", default: "true")
  static let defers = Key(
    "defersCurrentPageDisplay", .flag,
    "Whether the dot waits for the step updateCurrentPageDisplay when a finger on it has changed "
      + "the page.", default: "false")
  static let maxDots = Key(
    "maxDots", .integer(0...1000),
    "The most dots shown, through a moving window; 0 shows all that have room.",
    default: "0")
  static let table = KeyTable(
    "page control", "The row of dots that tells the page.",
    [
      position.any, frame.any, inset.any, dot.any, gap.any, color.any, current.any,
      background.any, hides.any, updates.any, look.any, style.any, axis.any, direction.any,
      interactive.any, defers.any, maxDots.any,
    ])
}

extension Codec where Value == PageControlDescription? {
  /// A map; `true` for the system's control, `false` for none.
  static let pageControl = Codec(.anyOf([.flag, .object(PageControlKeys.table)])) {
    node, context in
    if case .scalar = node.content {
      guard let isShown = Codec<Bool>.flag.decode(node, context) else { return nil }
      var usual = PageControlDescription()
      usual.provenance = Provenance(span: node.span)
      return .some(isShown ? usual : nil)
    }
    guard let fields = Fields(node, PageControlKeys.table, context, hint: "write true or a map")
    else { return nil }
    if fields.excludes(PageControlKeys.frame, PageControlKeys.position) == false {
      fields.excludes(PageControlKeys.frame, PageControlKeys.inset)
    }
    var control = PageControlDescription(
      position: fields[PageControlKeys.position] ?? .bottomCenter,
      frame: fields[PageControlKeys.frame], inset: fields[PageControlKeys.inset],
      dot: fields[PageControlKeys.dot], gap: fields[PageControlKeys.gap],
      color: fields[PageControlKeys.color], current: fields[PageControlKeys.current],
      background: fields[PageControlKeys.background],
      hidesForSinglePage: fields[PageControlKeys.hides] ?? true,
      updates: fields[PageControlKeys.updates], look: fields[PageControlKeys.look] ?? .system,
      style: fields[PageControlKeys.style] ?? .dots, axis: fields[PageControlKeys.axis],
      order: fields[PageControlKeys.direction] ?? .natural,
      isInteractive: fields[PageControlKeys.interactive] ?? true,
      defersCurrentPageDisplay: fields[PageControlKeys.defers] ?? false,
      maxDots: fields[PageControlKeys.maxDots] ?? 0)
    control.provenance = fields.provenance
    let isAcross = control.order == .topToBottom || control.order == .bottomToTop
    if let axis = control.axis, control.order != .natural, isAcross != (axis == .vertical),
      let span = fields.keySpan(PageControlKeys.direction.name)
    {
      context.report(
        .conflictingKeys, "dots on a \(axis.rawValue) axis do not go \(control.order.rawValue)",
        at: span, hint: "keep one of axis and direction",
        notes: fields.keySpan(PageControlKeys.axis.name).map {
          [Diagnostic.Note("the axis is here", at: $0)]
        } ?? [])
    }
    if control.defersCurrentPageDisplay && !control.isInteractive,
      let span = fields.keySpan(PageControlKeys.defers.name)
    {
      context.report(
        .noEffect,
        "\(PageControlKeys.defers.name.quoted) has no effect on a page control that takes no taps",
        at: span, hint: "remove it, or interactive: false", severity: .warning)
    }
    return .some(control)
  }
}
