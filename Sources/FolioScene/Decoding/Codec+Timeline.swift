import FolioGeometry
import FolioNumerics
import FolioRaster

/// Keys of a step of the timeline, and of the arguments of its verbs.
enum StepKeys {
  // When.
  static let at = Key("at", .duration, "The time from the start.", examples: ["0.8s"])
  static let after = Key(
    "after", .anchor, "What it comes after: settled, previous, or the label of an earlier step.",
    examples: ["settled"])
  static let delay = Key(
    "delay", .duration, "The time from what it comes after.", default: "0", examples: ["0.5s"])
  static let label = Key(
    "label", .name, "A name for its time, for after of later steps.", examples: ["turned"])
  static let pager = Key(
    "pager", .name, "The id of the pager layer it is for.", otherwise: "the main pager")

  // Verbs.
  static let drag = Key<TimelineStep.Action>(
    "drag", .drag, "A finger goes down, along a way, and up.",
    examples: ["{ path: [[330, 600], [60, 590]], over: 0.35s }"])
  static let flick = Key<TimelineStep.Action>(
    "flick", .flick, "A short quick drag: left, right, up, down, or a map.", examples: ["left"])
  static let down = Key<TimelineStep.Action>(
    "down", .touch, "A finger goes down at a place.", examples: ["[160, 90]"])
  static let move = Key<TimelineStep.Action>(
    "move", .touch, "The finger moves to a place.", examples: ["[120, 90]"])
  static let up = Key<TimelineStep.Action>(
    "up", .lift, "The finger is lifted, at a place or (true) where it is.", examples: ["true"])
  static let cancel = Key<TimelineStep.Action>(
    "cancel", .cancel, "The touch is taken away by the system.", examples: ["true"])
  static let tap = Key<TimelineStep.Action>(
    "tap", .tap, "A tap on a layer, on pageControl.left or pageControl.right, or at a place.",
    examples: ["go", "[160, 90]"])
  static let goTo = Key<TimelineStep.Action>(
    "goto", .goTo, "Shows a page.", examples: ["share", "{ page: 4 }"])
  static let autoplay = Key<TimelineStep.Action>(
    "autoplay", .autoplayCommand, "Starts (true, an interval, or a map) or stops (false) turning.",
    examples: ["false"])
  static let reload = Key<TimelineStep.Action>(
    "reload", .reload, "Loads pages anew.", examples: ["{ pages: [bags, hats], current: hats }"])
  static let insert = Key<TimelineStep.Action>(
    "insert", .insert, "Puts pages in.", examples: ["{ at: 1, pages: [new] }"])
  static let remove = Key<TimelineStep.Action>(
    "remove", .remove, "Takes pages out.", examples: ["[bags]"])
  static let resize = Key<TimelineStep.Action>(
    "resize", .resize, "Changes the pager's size.",
    examples: ["{ width: 568, height: 320, over: 0.3s }"])
  static let pause = Key<TimelineStep.Action>(
    "pause", .pause, "Holds the timer.", examples: ["true"])
  static let resume = Key<TimelineStep.Action>(
    "resume", .resume, "Lets the timer go on.", examples: ["true"])
  static let touches = Key<TimelineStep.Action>(
    "touches", .touches, "Plays a recorded trace of touches from a CSV file (t, x, y, phase).",
    examples: ["trace.csv", "{ file: trace.csv, scale: 2 }"])
  static let set = Key<TimelineStep.Action>(
    "set", .settings, "Sets values.", examples: ["{ pageControl.color: red }"])
  static let over = Key(
    "over", .duration, "For set: the time in which values change.", default: "0")
  static let ease = Key(
    "ease", .easing, "For set over a time: the course of the change.", default: "easeInOut")
  static let marker = Key<TimelineStep.Action>(
    "marker", .marker, "Names a time.", examples: ["turned"])
  static let snapshot = Key<TimelineStep.Action>(
    "snapshot", .snapshot, "Names a frame that is wanted as a picture.", examples: ["last-page"])
  static let wait = Key<TimelineStep.Action>(
    "wait", .wait, "No later step happens before so long.", examples: ["0.4s"])
  static let end = Key<TimelineStep.Action>("end", .end, "The film ends.", examples: ["true"])

  static let verbs: [Key<TimelineStep.Action>] = [
    drag, flick, down, move, up, cancel, tap, goTo, autoplay, reload, insert, remove, resize,
    pause, resume, touches, set, marker, snapshot, wait, end,
  ]
  static let table = KeyTable(
    "step", "One line of the script: when, and what.",
    [at.any, after.any, delay.any] + verbs.map(\.any) + [label.any, pager.any, over.any, ease.any],
    choices: verbs.map { [$0.name] })

  // Arguments.
  static let path = Key(
    "path", .path, "The places, [x, y] or [x, y, time].",
    examples: ["[[330, 600], [60, 590]]"], isRequired: true)
  static let dragOver = Key(
    "over", .positiveDuration, "The time from the first place to the last.",
    otherwise: "the last place's time", examples: ["0.35s"])
  static let hold = Key(
    "hold", .duration, "Standing still before the finger is lifted.", default: "0")
  static let release = Key(
    "release", .release, "The speed at the release instead of the measured one.",
    examples: ["{ velocity: [-400, 0] }"])
  static let dragTable = KeyTable(
    "drag", "The way of a finger.", [path.any, dragOver.any, hold.any, release.any])
  static let releaseVelocity = Key(
    "velocity", .point, "Points a second, across and down.", examples: ["[-400, 0]"],
    isRequired: true)
  static let releaseTable = KeyTable("release", "The end of a drag.", [releaseVelocity.any])

  static let from = Key(
    "from", .point, "Where the finger goes down.", otherwise: "the pager's middle")
  static let velocity = Key(
    "velocity", .velocity, "Points a second: across and down, or a speed in the direction.",
    otherwise: "1000", examples: ["[-1200, 0]", "1500"])
  static let flickDirection = Key(
    "direction", Codec<FlickWord>.word, "The way of the finger.", examples: ["left"])
  static let flickTable = KeyTable(
    "flick", "A short quick drag.", [from.any, velocity.any, flickDirection.any])

  static let target = Key(
    "target", .name, "A layer, or pageControl.left or pageControl.right.", examples: ["go"])
  static let point = Key("point", .point, "A place on the canvas.", examples: ["[160, 90]"])
  static let allowMiss = Key(
    "allowMiss", .flag, "Whether a tap may hit nothing.", default: "false")
  static let tapTable = KeyTable(
    "tap", "A tap.", [target.any, point.any, allowMiss.any],
    choices: [[target.name], [point.name]])

  static let page = Key(
    "page", .pageReference, "The page: its id, or its index from 0.", examples: ["share"],
    isRequired: true)
  static let animated = Key("animated", .flag, "Whether it moves there.", default: "true")
  static let route = Key(
    "direction", Codec<RouteWord>.word, "Which way.",
    otherwise: "forward to a later page, reverse to an earlier one")
  static let via = Key(
    "via", Codec<TimelineStep.Passage>.word, "Whether the pages between are passed.",
    default: "direct")
  static let goToDuration = Key(
    "duration", .positiveDuration, "The time it takes.", otherwise: "the pager's")
  static let goToEasing = Key("easing", .easing, "The course.", otherwise: "the pager's")
  static let goToTable = KeyTable(
    "goto", "A command to show a page.",
    [page.any, animated.any, route.any, via.any, goToDuration.any, goToEasing.any])

  static let pages = Key(
    "pages", .pageList, "Pages: ids, or pages written here.", examples: ["[bags, hats]"])
  static let current = Key(
    "current", .pageReference, "The page shown then.",
    otherwise: "the one shown now, where it is still there")
  static let reloadTable = KeyTable(
    "reload", "Loads pages anew; without pages the same ones.", [pages.any, current.any])
  static let index = Key(
    "at", .integer(0...10_000), "The index, from 0, of the first page put in.", isRequired: true)
  static let insertTable = KeyTable("insert", "Puts pages in.", [index.any, pages.any])

  static let width = Key(
    "width", .positive(upTo: 8192), "The new width in points.", isRequired: true)
  static let height = Key(
    "height", .positive(upTo: 8192), "The new height in points.", isRequired: true)
  static let resizeOver = Key("over", .duration, "The time it takes.", default: "0")
  static let resizeTable = KeyTable(
    "resize", "Changes the pager's size.", [width.any, height.any, resizeOver.any])

  static let file = Key(
    "file", .asset(.touches), "The CSV file.", examples: ["trace.csv"], isRequired: true)
  static let scale = Key(
    "scale", .positive(upTo: 1000), "The factor by which times are stretched.", default: "1")
  static let touchesTable = KeyTable(
    "touches", "A recorded trace.", [file.any, scale.any])
}

/// The way of a flick's finger.
enum FlickWord: String, CaseIterable, Sendable {
  case left
  case right
  case up
  case down

  var unit: Point {
    switch self {
    case .left: Point(x: -1, y: 0)
    case .right: Point(x: 1, y: 0)
    case .up: Point(x: 0, y: -1)
    case .down: Point(x: 0, y: 1)
    }
  }
}

/// Words for ``TimelineStep/Route``; the automatic one has none.
enum RouteWord: String, CaseIterable, Sendable {
  case forward
  case reverse
  case shortest
}

extension Codec where Value == TimelineStep.Anchor {
  fileprivate static let anchor = Codec(.text()) { node, context in
    switch Codec<String>.name.decode(node, context) {
    case "settled"?: .settled
    case "previous"?: .previous
    case let label?: .label(label)
    case nil: nil
    }
  }
}

/// A speed: a vector, or a number that needs a direction.
enum Velocity: Sendable {
  case vector(Point)
  case speed(Double)
}

extension Codec where Value == Velocity {
  fileprivate static let velocity = Codec(
    .anyOf([.list(.number(-100_000...100_000), counts: 2...2), .positive(upTo: 100_000)])
  ) { node, context in
    if node.isSequence { return Codec<Point>.point.decode(node, context).map { .vector($0) } }
    return Codec<Double>.positive(upTo: 100_000).decode(node, context).map { .speed($0) }
  }
}

extension Codec where Value == TimelineStep.PathPoint {
  fileprivate static let pathPoint = Codec(
    .list(.anyOf([.number(-100_000...100_000), .timeText]), counts: 2...3)
  ) { node, context in
    guard case .sequence(let items) = node.content, items.count == 2 || items.count == 3 else {
      context.reportKind(
        expected: "a place", found: node, hint: "write [x, y] or [x, y, 120ms]")
      return nil
    }
    let number = Codec<Double>.number(-100_000...100_000)
    let x = context.within(.index(0)) { number.decode(items[0], context) }
    let y = context.within(.index(1)) { number.decode(items[1], context) }
    var time: Rational?
    if items.count == 3 {
      time = context.within(.index(2)) { Codec<Rational>.duration.decode(items[2], context) }
      if time == nil { return nil }
    }
    guard let x, let y else { return nil }
    return TimelineStep.PathPoint(Point(x: x, y: y), time: time)
  }
}

extension Codec where Value == [TimelineStep.PathPoint] {
  fileprivate static let path = Codec(
    .list(Codec<TimelineStep.PathPoint>.pathPoint.schema(), counts: 2...10_000)
  ) { node, context in
    let points = list(of: .pathPoint, counts: 2...10_000, of: "places").decode(node, context)
    guard let points, case .sequence(let items) = node.content, points.count == items.count
    else { return nil }
    var last = Rational(-1)
    for (index, point) in points.enumerated() {
      guard let time = point.time else { continue }
      if time <= last {
        context.within(.index(index)) {
          context.reportValue(
            .outOfOrder, "the time is not after that of the place before",
            at: items[index].headSpan)
        }
        return nil
      }
      if index == 0 && time != 0 {
        context.within(.index(index)) {
          context.reportValue(
            .badTime, "times count from touch-down, so the first is 0", at: items[index].headSpan)
        }
        return nil
      }
      last = time
    }
    return points
  }
}

extension Codec where Value == Point {
  fileprivate static let release = Codec(.object(StepKeys.releaseTable)) { node, context in
    guard let fields = Fields(node, StepKeys.releaseTable, context) else { return nil }
    return fields.require(StepKeys.releaseVelocity)
  }
}

extension Codec where Value == [String] {
  /// Ids of pages. Pages written in place are kept among the spares and stand by their ids.
  fileprivate static let pageList = Codec(
    .list(.anyOf([.text(), .object(PageKeys.table)]), counts: 0...10_000)
  ) { node, context in
    let element = Codec<String>(.anyOf([.text(), .object(PageKeys.table)])) { item, context in
      guard item.isMapping else { return Codec<String>.name.decode(item, context) }
      guard let page = Codec<Page>.page.decode(item, context) else { return nil }
      context.spares.append(page)
      return page.id
    }
    return list(of: element, counts: 0...10_000, of: "pages").decode(node, context)
  }
}

/// The way a finger is lifted or a bare command is given.
extension Codec where Value == TimelineStep.Action {
  /// The most points a second of a flick by a word.
  private static let usualSpeed = 1000.0

  fileprivate static let drag: Codec<TimelineStep.Action> = Codec(.object(StepKeys.dragTable)) {
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

  fileprivate static let flick: Codec<TimelineStep.Action> = Codec(
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

  fileprivate static let touch: Codec<TimelineStep.Action> = Codec(
    .list(.number(-100_000...100_000), counts: 2...2)
  ) {
    node, context in
    // Which of both it is, the key says.
    Codec<Point>.point.decode(node, context).map {
      context.shortPath == StepKeys.down.name ? .down($0) : .move($0)
    }
  }

  fileprivate static let lift: Codec<TimelineStep.Action> = Codec(
    .anyOf([.list(.number(-100_000...100_000), counts: 2...2), .only(true)])
  ) { node, context in
    if node.isSequence { return Codec<Point>.point.decode(node, context).map { .up($0) } }
    return bare(.up(nil)).decode(node, context)
  }

  fileprivate static let cancel: Codec<TimelineStep.Action> = bare(.cancel)
  fileprivate static let pause: Codec<TimelineStep.Action> = bare(.pause)
  fileprivate static let resume: Codec<TimelineStep.Action> = bare(.resume)
  fileprivate static let end: Codec<TimelineStep.Action> = bare(.end)

  /// A command without arguments, written `true`.
  private static func bare(_ action: TimelineStep.Action) -> Codec {
    Codec(.only(true)) { node, context in
      if node.scalarText == "true" && !node.isQuoted { return action }
      context.reportKind(expected: "true", found: node, hint: "write \(context.shortPath): true")
      return nil
    }
  }

  fileprivate static let tap: Codec<TimelineStep.Action> = Codec(
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

  fileprivate static let goTo: Codec<TimelineStep.Action> = Codec(
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
    let via = fields[StepKeys.via] ?? .direct
    let duration = fields[StepKeys.goToDuration]
    let easing = fields[StepKeys.goToEasing]
    guard let page = fields.require(StepKeys.page) else { return nil }
    return .goTo(
      TimelineStep.GoTo(
        page, isAnimated: isAnimated, direction: route, via: via, duration: duration,
        easing: easing))
  }

  fileprivate static let autoplayCommand: Codec<TimelineStep.Action> = Codec(
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

  fileprivate static let reload: Codec<TimelineStep.Action> = Codec(
    .anyOf([.only(true), .object(StepKeys.reloadTable)])
  ) {
    node, context in
    guard node.isMapping else {
      return bare(.reload(pages: nil, current: nil)).decode(node, context)
    }
    guard let fields = Fields(node, StepKeys.reloadTable, context) else { return nil }
    return .reload(pages: fields[StepKeys.pages], current: fields[StepKeys.current])
  }

  fileprivate static let insert: Codec<TimelineStep.Action> = Codec(.object(StepKeys.insertTable)) {
    node, context in
    guard
      let fields = Fields(
        node, StepKeys.insertTable, context, hint: "such as { at: 1, pages: [new] }")
    else { return nil }
    let index = fields.require(StepKeys.index)
    guard let pages = fields.require(StepKeys.pages), let index else { return nil }
    return .insert(at: index, pages: pages)
  }

  fileprivate static let remove: Codec<TimelineStep.Action> = Codec(
    .anyOf([.text(), .list(.text(), counts: 1...10_000)])
  ) {
    node, context in
    if node.isSequence {
      return Codec<[String]>.list(of: .name, counts: 1...10_000, of: "pages")
        .decode(node, context).map { .remove($0) }
    }
    return Codec<String>.name.decode(node, context).map { .remove([$0]) }
  }

  fileprivate static let resize: Codec<TimelineStep.Action> = Codec(.object(StepKeys.resizeTable)) {
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

  fileprivate static let touches: Codec<TimelineStep.Action> = Codec(
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

  fileprivate static let marker: Codec<TimelineStep.Action> = Codec(.text()) { node, context in
    Codec<String>.name.decode(node, context).map { .marker($0) }
  }

  fileprivate static let snapshot: Codec<TimelineStep.Action> = Codec(.text()) { node, context in
    Codec<String>.name.decode(node, context).map { .snapshot($0) }
  }

  fileprivate static let wait: Codec<TimelineStep.Action> = Codec(Codec<Rational>.duration.schema())
  { node, context in
    Codec<Rational>.duration.decode(node, context).map { .wait($0) }
  }

  /// Values by path. `over` and `ease` stand beside `set` and are put in by the step.
  fileprivate static let settings: Codec<TimelineStep.Action> = Codec(
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

extension SettablePath {
  /// How paths are written, for messages.
  static let spellings = [
    "canvas.background", "pageControl.color", "pageControl.current", "pageControl.hidden",
    "pager.loop", "pager.bounces", "pager.spacing", "layer.ID.opacity", "layer.ID.hidden",
    "layer.ID.color", "layer.ID.fill", "layer.ID.text",
  ]

  /// A path as written in a scene.
  init?(_ text: String) {
    switch text {
    case "canvas.background": self = .canvasBackground
    case "pageControl.color": self = .pageControlColor
    case "pageControl.current": self = .pageControlCurrent
    case "pageControl.hidden": self = .pageControlHidden
    case "pager.loop": self = .pagerLoop
    case "pager.bounces": self = .pagerBounces
    case "pager.spacing": self = .pagerSpacing
    default:
      guard text.hasPrefix("layer."), let dot = text.lastIndex(of: ".") else { return nil }
      let start = text.index(text.startIndex, offsetBy: 6)
      guard start < dot else { return nil }
      let id = String(text[start..<dot])
      switch text[text.index(after: dot)...] {
      case "opacity": self = .layerOpacity(id)
      case "hidden": self = .layerHidden(id)
      case "color": self = .layerColor(id)
      case "fill": self = .layerFill(id)
      case "text": self = .layerText(id)
      default: return nil
      }
    }
  }

  /// The layer it belongs to, if it is a layer's.
  var layer: String? {
    switch self {
    case .layerOpacity(let id), .layerHidden(let id), .layerColor(let id), .layerFill(let id),
      .layerText(let id):
      id
    default: nil
    }
  }
}

extension Codec where Value == [TimelineStep] {
  static let timeline = list(of: .step, counts: 0...100_000, of: "steps")
}

extension Codec where Value == TimelineStep {
  /// A step. One with faults in its arguments is read as a wait, so that its label is known.
  static let step = Codec(.object(StepKeys.table)) { node, context in
    guard
      let fields = Fields(
        node, StepKeys.table, context, hint: "such as { at: 1s, flick: left }")
    else { return nil }
    let time = time(fields)
    let given = StepKeys.verbs.filter { fields.has($0) }
    if given.count > 1 { fields.excludes(given[0], given[1]) }
    guard let verb = given.first else {
      // An unknown key was most likely meant as the verb.
      if case .mapping(let entries) = node.content,
        entries.allSatisfy({ entry in
          entry.key.hasPrefix("x-") || StepKeys.table.keys.contains { $0.name == entry.key }
        })
      {
        let verbs = StepKeys.verbs.map(\.name).joined(separator: ", ")
        context.report(
          .missingKey, "\(context.pathText) does nothing", at: node.headSpan,
          hint: "add one of \(verbs)")
      }
      return nil
    }
    var action = fields[verb] ?? (verb.name == StepKeys.end.name ? .end : .wait(0))
    let over = fields[StepKeys.over]
    let ease = fields[StepKeys.ease]
    if case .set(let settings, _, _) = action {
      action = .set(settings, over: over ?? 0, easing: ease ?? .easeInOut)
    } else if verb.name != StepKeys.set.name {
      for key in [StepKeys.over.name, StepKeys.ease.name] {
        if let span = fields.keySpan(key) {
          context.report(
            .conflictingKeys, "\(key.quoted) belongs to set, not to \(verb.name)", at: span,
            hint: "remove it, or put it among the arguments of \(verb.name)")
        }
      }
    }
    var step = TimelineStep(
      time, action, pager: fields[StepKeys.pager], label: fields[StepKeys.label])
    step.provenance = fields.provenance
    if let argument = fields.node(verb.name) {
      step.provenance.noteMembers(of: argument, verb.name)
    }
    return step
  }

  private static func time(_ fields: Fields) -> TimelineStep.Time {
    let usual = TimelineStep.Time.after(.previous, delay: 0)
    if fields.excludes(StepKeys.at, StepKeys.after) { return usual }
    let delay = fields[StepKeys.delay] ?? 0
    if fields.has(StepKeys.at) {
      if let span = fields.keySpan(StepKeys.delay.name) {
        fields.context.report(
          .conflictingKeys, "\"delay\" goes with \"after\", not with \"at\"", at: span,
          hint: "add it to at")
      }
      return fields[StepKeys.at].map { .at($0) } ?? usual
    }
    if fields.has(StepKeys.after) {
      return fields[StepKeys.after].map { .after($0, delay: delay) } ?? usual
    }
    fields.context.report(
      .missingKey, "\(fields.context.pathText) has no time", at: fields.node.headSpan,
      hint: "add at: 1s, after: previous or after: settled")
    return usual
  }
}

extension Provenance {
  /// Notes the places of the members of an argument as `verb.key`, and of the members of lists in it
  /// as `verb.key[0]`.
  fileprivate mutating func noteMembers(of node: YAMLNode, _ name: String) {
    switch node.content {
    case .scalar: break
    case .sequence(let items):
      for (index, item) in items.enumerated() where !item.isSequence {
        note("\(name)[\(index)]", at: item.headSpan)
      }
    case .mapping(let entries):
      for entry in entries {
        note("\(name).\(entry.key)", at: entry.value.headSpan)
        guard case .sequence(let items) = entry.value.content else { continue }
        for (index, item) in items.enumerated() where !item.isSequence {
          note("\(name).\(entry.key)[\(index)]", at: item.headSpan)
        }
      }
    }
  }
}
