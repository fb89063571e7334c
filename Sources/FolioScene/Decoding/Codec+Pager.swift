import FolioGeometry
import FolioNumerics
import FolioPagingCore
import FolioRaster

/// Keys of `pager`, of its transition, its timer and its curves.
enum PagerKeys {
  static let preset = Key(
    "preset", Codec<PagerPreset>.word, "The behaviour whose defaults and habits apply.",
    default: "system")
  static let frame = Key(
    "frame", .frame, "Where it lies on the canvas, with its captions and page control.",
    otherwise: "the canvas", examples: ["{ x: 0, y: 64, w: 320, h: 197.76 }"])
  static let transition = Key(
    "transition", .transition, "How pages pass.", default: "scroll", examples: ["cube"])
  static let axis = Key(
    "axis", Codec<PagerDescription.Axis>.word, "The way pages lie.", default: "horizontal")
  static let loop = Key(
    "loop", .flag, "Whether the last page is followed by the first.",
    otherwise: "false; true for dlpageview")
  static let spacing = Key(
    "spacing", .number(0...8192), "Points between neighbours.", default: "0")
  static let itemSize = Key(
    "itemSize", .itemSize, "The size of a page: along the axis, or [width, height].",
    otherwise: "the pager's", examples: ["80%", "[60%, 75%]"])
  static let padEnds = Key(
    "padEnds", .flag, "Whether the first and last page can come to the middle.", default: "true")
  static let bounces = Key(
    "bounces", .flag, "Whether a drag past an end stretches and springs back.",
    otherwise: "true; false for viewPager2")
  static let freeScroll = Key(
    "freeScroll", .flag, "Whether motion ends anywhere instead of on a page.", default: "false")
  static let pagesPerFling = Key(
    "pagesPerFling", .flingLimit, "How many pages a fling may pass: a number, or auto.",
    default: "1", examples: ["auto"])
  static let decelerationRate = Key(
    "decelerationRate", Codec<PagerDescription.DecelerationRate>.word,
    "How fast free motion, or a fling over several pages, slows down.",
    otherwise: "normal; Flutter's friction for flutter")
  static let current = Key(
    "current", .pageReference, "The page shown first: its id, or its index from 0.",
    default: "0", examples: ["plan"])
  static let direction = Key(
    "direction", Codec<PagerDescription.Order>.word, "The order of pages along the axis.",
    default: "natural")
  static let easing = Key(
    "easing", .easing, "The course of animated turns.", otherwise: "system; ease for flutter",
    examples: ["easeInOut", "[0.42, 0, 0.58, 1]"])
  static let duration = Key(
    "duration", .positiveDuration, "The time that an animated turn takes.",
    otherwise: "0.3s; 0.5s for curl", examples: ["0.3s"])
  static let autoplay = Key(
    "autoplay", .autoplay, "Turning by itself: an interval, a map, or false.",
    otherwise: "none; every 3s for dlpageview", examples: ["4s", "{ every: 2s, duration: 0.3s }"])
  static let offscreenPageLimit = Key(
    "offscreenPageLimit", .integer(1...10_000),
    "How many pages on each side of the current one are held ready, as a trace tells.",
    default: "1", examples: ["2"])
  static let table = KeyTable(
    "pager", "How a pager behaves.",
    [
      preset.any, frame.any, transition.any, axis.any, loop.any, spacing.any, itemSize.any,
      padEnds.any, bounces.any, freeScroll.any, pagesPerFling.any, decelerationRate.any,
      current.any, direction.any, easing.any, duration.any, autoplay.any, offscreenPageLimit.any,
    ])

  static let kind = Key(
    "kind", Codec<Transition.Kind>.word, "The family.", examples: ["curl"], isRequired: true)
  static let spine = Key(
    "spine", Codec<Transition.Spine>.word,
    "Where the spine of a turning leaf lies; curl alone. With mid two pages face each other: the "
      + "first and second, the third and fourth, and so on.",
    default: "min")
  static let doubleSided = Key(
    "doubleSided", .flag,
    "Whether leaves have pages on both sides; curl alone. With the spine at an edge every second "
      + "page is the back of the one before it, and nothing comes to rest there.",
    otherwise: "false; true with spine mid")
  static let transitionTable = KeyTable(
    "transition", "How pages pass.", [kind.any, spine.any, doubleSided.any])

  static let every = Key(
    "every", .positiveDuration, "The time from one turn to the next.", examples: ["4s"],
    isRequired: true)
  static let turn = Key(
    "duration", .positiveDuration, "The time that a turn takes.", otherwise: "the pager's")
  static let turnEasing = Key("easing", .easing, "The course of a turn.", otherwise: "the pager's")
  static let turnDirection = Key(
    "direction", Codec<TurnDirection>.word, "The sense of the turns.", default: "forward")
  static let atEnd = Key(
    "atEnd", Codec<Autoplay.End>.word, "What happens after the last page.",
    otherwise: "wrap in a pager that loops, else stop")
  static let restart = Key(
    "restart", Codec<Autoplay.Restart>.word,
    "Whether a full interval begins when the finger is lifted or when the pages rest.",
    default: "release")
  static let autoplayTable = KeyTable(
    "autoplay", "Turning pages by themselves.",
    [every.any, turn.any, turnEasing.any, turnDirection.any, atEnd.any, restart.any])

  static let spring = Key(
    "spring", .springValues, "A spring that starts at rest.",
    examples: ["{ stiffness: 120, damping: 22 }"], isRequired: true)
  static let easingTable = KeyTable("easing", "A spring.", [spring.any])
  static let mass = Key("mass", .positive(upTo: 1e6), "The mass.", default: "1")
  static let stiffness = Key(
    "stiffness", .positive(upTo: 1e6), "The stiffness.", examples: ["120"], isRequired: true)
  static let damping = Key(
    "damping", .positive(upTo: 1e6), "The damping.", examples: ["22"], isRequired: true)
  static let springTable = KeyTable(
    "spring", "A damped spring.", [mass.any, stiffness.any, damping.any])
}

extension Codec where Value == Easing {
  fileprivate static let springValues = Codec(.object(PagerKeys.springTable)) { node, context in
    guard let fields = Fields(node, PagerKeys.springTable, context) else { return nil }
    let mass = fields[PagerKeys.mass] ?? 1
    guard let stiffness = fields.require(PagerKeys.stiffness),
      let damping = fields.require(PagerKeys.damping)
    else { return nil }
    return .spring(mass: mass, stiffness: stiffness, damping: damping)
  }

  /// A named curve, four numbers of a cubic Bézier curve, or a spring.
  static let easing = Codec(
    .anyOf([
      .words(Easing.named.map(\.name)), .list(.number(-10...10), counts: 4...4),
      .object(PagerKeys.easingTable),
    ])
  ) { node, context in
    switch node.content {
    case .sequence:
      let four = Codec<[Double]>.list(of: .number(-10...10), counts: 4...4, of: "numbers")
        .decode(node, context)
      guard let four, four.count == 4 else { return nil }
      if !(0...1).contains(four[0]) || !(0...1).contains(four[2]) {
        context.reportValue(
          .badNumber, "the first and third number of a curve lie in 0 to 1", at: node.headSpan,
          hint: "write [x1, y1, x2, y2] as in CSS")
        return nil
      }
      return .cubicBezier(x1: four[0], y1: four[1], x2: four[2], y2: four[3])
    case .mapping:
      guard let fields = Fields(node, PagerKeys.easingTable, context) else { return nil }
      return fields.require(PagerKeys.spring)
    case .scalar:
      guard let text = context.text(node, expected: "a curve") else { return nil }
      if let known = Easing.named.first(where: { $0.name.utf8.elementsEqual(text.utf8) }) {
        return known.easing
      }
      context.reportValue(
        .unknownWord, "unknown curve \(text.quoted)", at: node.span,
        hint: Suggestion.hint(for: text, among: Easing.named.map(\.name)))
      return nil
    }
  }
}

extension Codec where Value == Transition {
  /// A family by its word, or a map.
  fileprivate static let transition = Codec(
    .anyOf([
      .words(Transition.Kind.allCases.map(\.rawValue)), .object(PagerKeys.transitionTable),
    ])
  ) { node, context in
    guard node.isMapping else {
      return Codec<Transition.Kind>.word.decode(node, context).map { Transition($0) }
    }
    guard let fields = Fields(node, PagerKeys.transitionTable, context) else { return nil }
    let spine = fields[PagerKeys.spine] ?? .min
    let isDoubleSided = fields[PagerKeys.doubleSided]
    guard let kind = fields.require(PagerKeys.kind) else { return nil }
    if kind != .curl {
      for name in [PagerKeys.spine.name, PagerKeys.doubleSided.name] {
        guard let span = fields.keySpan(name) else { continue }
        context.report(
          .noEffect, "\(name.quoted) has no effect on \(kind.rawValue)", at: span,
          hint: "remove it", severity: .warning)
      }
    }
    if spine == .mid && isDoubleSided == false {
      context.report(
        .conflictingKeys, "a spine in the middle needs doubleSided: true",
        at: fields.node(PagerKeys.doubleSided.name)?.span, hint: "remove doubleSided")
    }
    return Transition(kind, spine: spine, isDoubleSided: isDoubleSided ?? (spine == .mid))
  }
}

extension Codec where Value == LengthPair {
  /// Two extents, or one along the axis, for which the other is 100%. A single one is held as the
  /// width; the pager turns it round when its axis is vertical.
  fileprivate static let itemSize = Codec(
    .anyOf([.lengthText, .list(.lengthText, counts: 2...2)])
  ) { node, context in
    let pair: LengthPair?
    if node.isSequence {
      pair = lengthPair.decode(node, context)
    } else {
      pair = Codec<Length>.length.decode(node, context).map { LengthPair($0, .percent(100)) }
    }
    guard let pair else { return nil }
    for length in [pair.x, pair.y] {
      if length.base == .safe || (length.base == .points && length.offset <= 0) {
        context.reportValue(
          .badLength, "an extent in points or percent above 0 is expected", at: node.headSpan)
        return nil
      }
    }
    return pair
  }
}

extension Codec where Value == PagerDescription.FlingLimit {
  fileprivate static let flingLimit = Codec(.anyOf([.integer(1...10_000), .words(["auto"])])) {
    node, context in
    if node.scalarText == "auto" { return .automatic }
    return Codec<Int>.integer(1...10_000).decode(node, context).map { .pages($0) }
  }
}

extension Codec where Value == PageReference {
  /// A page by its id, or by its index from 0.
  static let pageReference = Codec(.anyOf([.integer(0...9_999), .text()])) { node, context in
    guard let text = Codec<String>.name.decode(node, context) else { return nil }
    guard case .scalar(_, isPlain: true) = node.content, let index = DecimalText(text)?.integer
    else { return .id(text) }
    if !(0..<[Page].mostIndices).contains(index) {
      context.reportRange(text, node, "0 to \([Page].mostIndices - 1)")
      return nil
    }
    return .index(index)
  }
}

extension [Page] {
  /// One more than the largest index.
  fileprivate static var mostIndices: Int { Codec<[Page]>.mostPages }
}

extension Codec where Value == Autoplay? {
  /// An interval, a map, or `false` for none.
  static let autoplay = Codec(
    .anyOf([
      .only(false), .timeText, .positive(upTo: 86_400), .object(PagerKeys.autoplayTable),
    ])
  ) { node, context in
    if node.scalarText == "false" { return .some(nil) }
    var source = node
    if case .scalar(let text, _) = node.content {
      if text == "true" || node.isEmptyScalar {
        context.reportKind(
          expected: "an interval", found: node, hint: "write autoplay: { every: 4s }, or false")
        return nil
      }
      source = YAMLNode(
        content: .mapping([YAMLNode.Entry(key: "every", keySpan: node.span, value: node)]),
        span: node.span, count: 2, height: 1)
    }
    guard let fields = Fields(source, PagerKeys.autoplayTable, context) else { return nil }
    let duration = fields[PagerKeys.turn]
    let easing = fields[PagerKeys.turnEasing]
    let direction = fields[PagerKeys.turnDirection] ?? .forward
    let atEnd = fields[PagerKeys.atEnd] ?? .stop
    let restart = fields[PagerKeys.restart] ?? .release
    guard let every = fields.require(PagerKeys.every) else { return nil }
    var autoplay = Autoplay(
      every: every, duration: duration, easing: easing, direction: direction, atEnd: atEnd,
      restart: restart)
    autoplay.provenance = fields.provenance
    return .some(autoplay)
  }
}

extension Codec where Value == PagerDescription {
  /// A pager.
  static let pager = Codec(.object(PagerKeys.table)) { node, context in
    guard
      let fields = Fields(
        node, PagerKeys.table, context, hint: "such as { transition: scroll, loop: true }")
    else { return nil }
    var pager = PagerDescription(preset: fields[PagerKeys.preset] ?? .system)
    pager.frame = fields[PagerKeys.frame] ?? pager.frame
    pager.transition = fields[PagerKeys.transition] ?? pager.transition
    pager.axis = fields[PagerKeys.axis] ?? pager.axis
    pager.loops = fields[PagerKeys.loop] ?? pager.loops
    pager.spacing = fields[PagerKeys.spacing] ?? pager.spacing
    pager.itemSize = fields[PagerKeys.itemSize]
    if let size = pager.itemSize, pager.axis == .vertical,
      fields.node(PagerKeys.itemSize.name)?.isSequence == false
    {
      pager.itemSize = LengthPair(size.y, size.x)
    }
    pager.padEnds = fields[PagerKeys.padEnds] ?? pager.padEnds
    pager.bounces = fields[PagerKeys.bounces] ?? pager.bounces
    pager.freeScroll = fields[PagerKeys.freeScroll] ?? pager.freeScroll
    pager.pagesPerFling = fields[PagerKeys.pagesPerFling] ?? pager.pagesPerFling
    pager.decelerationRate = fields[PagerKeys.decelerationRate]
    pager.current = fields[PagerKeys.current] ?? pager.current
    pager.order = fields[PagerKeys.direction] ?? pager.order
    pager.easing = fields[PagerKeys.easing] ?? pager.easing
    if pager.transition.kind == .curl { pager.duration = MotionConstants.pageCurlDuration }
    pager.duration = fields[PagerKeys.duration] ?? pager.duration
    if let autoplay = fields[PagerKeys.autoplay] { pager.autoplay = autoplay }
    pager.offscreenPageLimit = fields[PagerKeys.offscreenPageLimit] ?? pager.offscreenPageLimit
    if pager.loops && pager.autoplay?.provenance.contains(PagerKeys.atEnd.name) == false {
      pager.autoplay?.atEnd = .wrap
    }
    pager.provenance = fields.provenance
    return pager
  }
}
