import FolioGeometry
import FolioNumerics
import FolioRaster

extension Codec where Value == TimelineStep.Anchor {
  static let anchor = Codec(.text()) { node, context in
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
  static let velocity = Codec(
    .anyOf([.list(.number(-100_000...100_000), counts: 2...2), .positive(upTo: 100_000)])
  ) { node, context in
    if node.isSequence { return Codec<Point>.point.decode(node, context).map { .vector($0) } }
    return Codec<Double>.positive(upTo: 100_000).decode(node, context).map { .speed($0) }
  }
}

extension Codec where Value == TimelineStep.PathPoint {
  static let pathPoint = Codec(
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
  static let path = Codec(
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
  static let release = Codec(.object(StepKeys.releaseTable)) { node, context in
    guard let fields = Fields(node, StepKeys.releaseTable, context) else { return nil }
    return fields.require(StepKeys.releaseVelocity)
  }
}

extension Codec where Value == [String] {
  /// Ids of pages. Pages written in place are kept among the spares and stand by their ids.
  static let pageList = Codec(
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
