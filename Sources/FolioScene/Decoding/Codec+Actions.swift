import FolioGeometry
import FolioNumerics
import FolioRaster

extension Codec where Value == TimelineStep.Action {
  /// The most points a second of a flick by a word.
  private static let usualSpeed = 1000.0

  static let drag: Codec<TimelineStep.Action> = Codec(.object(StepKeys.dragTable)) {
    node, context in
    guard
      let fields = Fields(
        node, StepKeys.dragTable, context,
        hint: "such as { path: [[330, 600], [60, 590]], over: 0.35s }")
    else { return nil }
    let hold = fields[StepKeys.hold] ?? 0
    let over = fields[StepKeys.dragOver]
    let release = fields[StepKeys.release]
    guard let path = fields.require(StepKeys.path) else { return nil }
    let last = path.last?.time
    if let over, let last, over != last {
      context.within(.key(StepKeys.dragOver.name)) {
        context.reportValue(
          .conflictingKeys, "the last place has another time",
          at: fields.node(StepKeys.dragOver.name)?.span, hint: "leave out one of both")
      }
      return nil
    }
    guard let duration = over ?? last, duration > 0 else {
      if !fields.has(StepKeys.dragOver) {
        context.report(
          .missingKey, "\(context.pathText) needs the key \"over\"", at: node.headSpan,
          hint: "the time of the drag, such as over: 0.35s")
      }
      return nil
    }
    let latest = path.compactMap(\.time).last ?? 0
    if latest > duration {
      context.within(.key(StepKeys.dragOver.name)) {
        context.reportValue(
          .outOfOrder, "a place has a later time",
          at: fields.node(StepKeys.dragOver.name)?.span ?? node.headSpan)
      }
      return nil
    }
    return .drag(
      TimelineStep.Drag(path: path, duration: duration, hold: hold, releaseVelocity: release))
  }

  static let flick: Codec<TimelineStep.Action> = Codec(
    .anyOf([.words(FlickWord.allCases.map(\.rawValue)), .object(StepKeys.flickTable)])
  ) { node, context in
    guard node.isMapping else {
      return Codec<FlickWord>.word.decode(node, context).map {
        .flick(from: nil, velocity: $0.unit * usualSpeed)
      }
    }
    guard let fields = Fields(node, StepKeys.flickTable, context) else { return nil }
    let from = fields[StepKeys.from]
    let direction = fields[StepKeys.flickDirection]
    switch fields[StepKeys.velocity] {
    case .vector(let velocity):
      if let span = fields.keySpan(StepKeys.flickDirection.name) {
        context.report(
          .conflictingKeys, "\"direction\" and a velocity across and down exclude one another",
          at: span, hint: "keep one")
      }
      if velocity == .zero {
        context.within(.key(StepKeys.velocity.name)) {
          context.reportValue(
            .badNumber, "a flick needs a speed", at: fields.node(StepKeys.velocity.name)?.headSpan)
        }
        return nil
      }
      return .flick(from: from, velocity: velocity)
    case .speed(let speed):
      if let direction { return .flick(from: from, velocity: direction.unit * speed) }
    case nil:
      if let direction { return .flick(from: from, velocity: direction.unit * usualSpeed) }
      if fields.has(StepKeys.velocity) { return nil }
    }
    if fields.has(StepKeys.flickDirection) { return nil }
    context.report(
      .missingKey, "\(context.pathText) needs a direction", at: node.headSpan,
      hint: "such as direction: left, or velocity: [-1200, 0]")
    return nil
  }

  static let touch: Codec<TimelineStep.Action> = Codec(
    .list(.number(-100_000...100_000), counts: 2...2)
  ) {
    node, context in
    // Which of both it is, the key says.
    Codec<Point>.point.decode(node, context).map {
      context.shortPath == StepKeys.down.name ? .down($0) : .move($0)
    }
  }

  static let lift: Codec<TimelineStep.Action> = Codec(
    .anyOf([.list(.number(-100_000...100_000), counts: 2...2), .only(true)])
  ) { node, context in
    if node.isSequence { return Codec<Point>.point.decode(node, context).map { .up($0) } }
    return bare(.up(nil)).decode(node, context)
  }

  static let cancel: Codec<TimelineStep.Action> = bare(.cancel)
  static let pause: Codec<TimelineStep.Action> = bare(.pause)
  static let resume: Codec<TimelineStep.Action> = bare(.resume)
  static let updateCurrentPageDisplay: Codec<TimelineStep.Action> = bare(
    .updateCurrentPageDisplay)
  static let end: Codec<TimelineStep.Action> = bare(.end)

  /// A command without arguments, written `true`.
  private static func bare(_ action: TimelineStep.Action) -> Codec {
    Codec(.only(true)) { node, context in
      if node.scalarText == "true" && !node.isQuoted { return action }
      context.reportKind(expected: "true", found: node, hint: "write \(context.shortPath): true")
      return nil
    }
  }

  static let tap: Codec<TimelineStep.Action> = Codec(
    .anyOf([
      .text(), .list(.number(-100_000...100_000), counts: 2...2), .object(StepKeys.tapTable),
    ])
  ) { node, context in
    func target(_ name: String) -> TimelineStep.TapTarget {
      switch name {
      case "pageControl.left": .pageControlLeft
      case "pageControl.right": .pageControlRight
      default: .layer(name)
      }
    }
    switch node.content {
    case .scalar:
      return Codec<String>.name.decode(node, context).map {
        .tap(target($0), allowsMiss: false)
      }
    case .sequence:
      return Codec<Point>.point.decode(node, context).map { .tap(.point($0), allowsMiss: false) }
    case .mapping:
      guard let fields = Fields(node, StepKeys.tapTable, context) else { return nil }
      let allowsMiss = fields[StepKeys.allowMiss] ?? false
      if fields.excludes(StepKeys.target, StepKeys.point) { return nil }
      if fields.has(StepKeys.point) {
        return fields[StepKeys.point].map { .tap(.point($0), allowsMiss: allowsMiss) }
      }
      return fields.require(StepKeys.target).map { .tap(target($0), allowsMiss: allowsMiss) }
    }
  }

  static let goTo: Codec<TimelineStep.Action> = Codec(
    .anyOf([.integer(0...9_999), .text(), .object(StepKeys.goToTable)])
  ) { node, context in
    guard node.isMapping else {
      return Codec<PageReference>.pageReference.decode(node, context).map {
        .goTo(TimelineStep.GoTo($0))
      }
    }
    guard let fields = Fields(node, StepKeys.goToTable, context) else { return nil }
    let route: TimelineStep.Route =
      switch fields[StepKeys.route] {
      case .forward: .forward
      case .reverse: .reverse
      case .shortest: .shortest
      case nil: .automatic
      }
    let isAnimated = fields[StepKeys.animated] ?? true
    let via = fields[StepKeys.via]
    let duration = fields[StepKeys.goToDuration]
    let easing = fields[StepKeys.goToEasing]
    guard let page = fields.require(StepKeys.page) else { return nil }
    return .goTo(
      TimelineStep.GoTo(
        page, isAnimated: isAnimated, direction: route, via: via, duration: duration,
        easing: easing))
  }

  static let autoplayCommand: Codec<TimelineStep.Action> = Codec(
    .anyOf([.flag, .timeText, .positive(upTo: 86_400), .object(PagerKeys.autoplayTable)])
  ) { node, context in
    if node.scalarText == "true" {
      if let usual = context.autoplay { return .autoplay(usual) }
      context.reportValue(
        .missingKey, "the pager has no interval to start", at: node.span,
        hint: "write autoplay: { every: 4s }, here or in pager")
      return nil
    }
    return Codec<Autoplay?>.autoplay.decode(node, context).map { .autoplay($0) }
  }

  static let reload: Codec<TimelineStep.Action> = Codec(
    .anyOf([.only(true), .object(StepKeys.reloadTable)])
  ) {
    node, context in
    guard node.isMapping else {
      return bare(.reload(pages: nil, current: nil)).decode(node, context)
    }
    guard let fields = Fields(node, StepKeys.reloadTable, context) else { return nil }
    return .reload(pages: fields[StepKeys.pages], current: fields[StepKeys.current])
  }

  static let insert: Codec<TimelineStep.Action> = Codec(.object(StepKeys.insertTable)) {
    node, context in
    guard
      let fields = Fields(
        node, StepKeys.insertTable, context, hint: "such as { at: 1, pages: [new] }")
    else { return nil }
    let index = fields.require(StepKeys.index)
    guard let pages = fields.require(StepKeys.pages), let index else { return nil }
    return .insert(at: index, pages: pages)
  }

  static let remove: Codec<TimelineStep.Action> = Codec(
    .anyOf([.text(), .list(.text(), counts: 1...10_000)])
  ) {
    node, context in
    if node.isSequence {
      return Codec<[String]>.list(of: .name, counts: 1...10_000, of: "pages")
        .decode(node, context).map { .remove($0) }
    }
    return Codec<String>.name.decode(node, context).map { .remove([$0]) }
  }

  static let resize: Codec<TimelineStep.Action> = Codec(.object(StepKeys.resizeTable)) {
    node, context in
    guard
      let fields = Fields(
        node, StepKeys.resizeTable, context, hint: "such as { width: 568, height: 320 }")
    else { return nil }
    let over = fields[StepKeys.resizeOver] ?? 0
    let width = fields.require(StepKeys.width)
    guard let height = fields.require(StepKeys.height), let width else { return nil }
    return .resize(Size(width: width, height: height), over: over)
  }

  static let touches: Codec<TimelineStep.Action> = Codec(
    .anyOf([.text(), .object(StepKeys.touchesTable)])
  ) {
    node, context in
    guard node.isMapping else {
      return Codec<AssetPath>.asset(.touches).decode(node, context).map {
        .touches($0, scale: 1)
      }
    }
    guard let fields = Fields(node, StepKeys.touchesTable, context) else { return nil }
    let scale = fields[StepKeys.scale] ?? 1
    return fields.require(StepKeys.file).map { .touches($0, scale: scale) }
  }

  static let marker: Codec<TimelineStep.Action> = Codec(.text()) { node, context in
    Codec<String>.name.decode(node, context).map { .marker($0) }
  }

  static let snapshot: Codec<TimelineStep.Action> = Codec(.text()) { node, context in
    Codec<String>.name.decode(node, context).map { .snapshot($0) }
  }

  static let wait: Codec<TimelineStep.Action> = Codec(Codec<Rational>.duration.schema()) {
    node, context in
    Codec<Rational>.duration.decode(node, context).map { .wait($0) }
  }

  /// Values by path. `over` and `ease` stand beside `set` and are put in by the step.
  static let settings: Codec<TimelineStep.Action> = Codec(
    .map(.anyOf([.text(), .number(-1e9...1e9), .flag]))
  ) {
    node, context in
    guard case .mapping(let entries) = node.content, !entries.isEmpty else {
      context.reportKind(
        expected: "a map of values", found: node, hint: "such as { pageControl.color: red }")
      return nil
    }
    let settings = entries.compactMap { entry in
      context.within(.key(entry.key)) { setting(entry, context) }
    }
    return settings.count == entries.count
      ? .set(settings, over: 0, easing: .easeInOut) : nil
  }

  private static func setting(
    _ entry: YAMLNode.Entry, _ context: DecodingContext
  ) -> TimelineStep.Setting? {
    guard let path = SettablePath(entry.key) else {
      context.report(
        .unknownKey, "nothing can be set at \(entry.key.quoted)", at: entry.keySpan,
        hint: Suggestion.hint(for: entry.key, among: SettablePath.spellings, shown: 20))
      return nil
    }
    let value: SettableValue?
    switch path {
    case .canvasBackground, .pageControlColor, .pageControlCurrent, .layerColor, .layerFill:
      value = Codec<Color>.color.decode(entry.value, context).map { .color($0) }
    case .pageControlHidden, .pagerLoop, .pagerBounces, .layerHidden:
      value = Codec<Bool>.flag.decode(entry.value, context).map { .flag($0) }
    case .pagerSpacing:
      value = Codec<Double>.number(0...8192).decode(entry.value, context).map { .number($0) }
    case .layerOpacity:
      value = Codec<Double>.number(0...1).decode(entry.value, context).map { .number($0) }
    case .layerText:
      value = Codec<String>.paragraph.decode(entry.value, context).map { .text($0) }
    }
    return value.map { TimelineStep.Setting(path, $0) }
  }
}
