// The order of a timeline is checked without playing it, as far as that goes. Each step's time is a
// number of seconds after some origin: the start, or the moment of a `settled` that only the player
// will know. Times of one origin can be compared; times of different ones are left to the player.

import FolioNumerics

/// The checks of a timeline.
struct TimelineCheck {
  let scene: Scene
  let layers: [(id: String, layer: Layer)]
  let pagers: [(id: String, content: PagerContent)]
  private(set) var faults: [Diagnostic] = []

  /// The seconds that a flick's finger is down.
  static let flickDuration = Rational(1, 10)

  /// A time after an origin; origin 0 is the start.
  private struct Moment {
    var origin: Int
    var seconds: Rational
  }

  /// The pages that a pager has at some time, and all that it can ever have.
  private struct PageList {
    private(set) var ids: [String]
    let known: [String]
    private(set) var present: Set<String>
    private let all: Set<String>

    init(ids: [String], spares: [String]) {
      self.ids = ids
      known = ids + spares
      present = Set(ids)
      all = Set(known)
    }

    func knows(_ id: String) -> Bool { all.contains(id) }

    mutating func replace(by pages: [String]) {
      ids = pages
      present = Set(pages)
    }

    mutating func insert(_ pages: [String], at place: Int) {
      ids.insert(contentsOf: pages, at: min(max(place, 0), ids.count))
      present.formUnion(pages)
    }

    mutating func remove(_ id: String) {
      guard present.remove(id) != nil else { return }
      if let index = ids.firstIndex(of: id) { ids.remove(at: index) }
    }
  }

  /// What can be set of the layers that share a name.
  private struct Settable: OptionSet {
    let rawValue: Int
    static let color = Settable(rawValue: 1)
    static let text = Settable(rawValue: 2)
    static let fill = Settable(rawValue: 4)
  }

  private var origins = 1
  private var index = 0
  /// The start of the step before, and its end.
  private var start = Moment(origin: 0, seconds: 0)
  private var end = Moment(origin: 0, seconds: 0)
  private var startStep: TimelineStep?
  /// Until when a wait lasts.
  private var waitEnd: (moment: Moment, step: TimelineStep)?
  private var labels: [String: (moment: Moment, step: TimelineStep)] = [:]
  /// The names of the labels in the order of their steps.
  private var labelNames: [String] = []
  /// A finger that is down: until when, or `nil` until it is lifted.
  private var touch: (start: Moment, end: Moment?, step: TimelineStep)?
  private var endStep: TimelineStep?
  private let settable: [String: Settable]
  private var main: PageList
  private var others: [(id: String, list: PageList)]

  init(
    scene: Scene, layers: [(id: String, layer: Layer)],
    pagers: [(id: String, content: PagerContent)]
  ) {
    self.scene = scene
    self.layers = layers
    self.pagers = pagers
    let spares = scene.spares.map(\.id)
    main = PageList(ids: scene.pages.map(\.id), spares: spares)
    others = pagers.map { id, content in
      (id, PageList(ids: content.pages.map(\.id), spares: spares))
    }
    var settable: [String: Settable] = [:]
    for (id, layer) in layers {
      let values: Settable =
        switch layer.content {
        case .text: [.color, .text]
        case .button: [.color, .text, .fill]
        case .shape: [.fill]
        case .image, .group, .pager: []
        }
      settable[id, default: []].formUnion(values)
    }
    self.settable = settable
  }

  mutating func run() {
    for (index, step) in scene.timeline.enumerated() {
      self.index = index
      if let endStep {
        report(
          .afterEnd, "a step after the end", step, "",
          notes: [Diagnostic.Note("the end is here", at: place(of: endStep))])
        continue
      }
      let moment = moment(of: step)
      if checkOrder(moment, step) { checkTouch(moment, step) }
      checkNames(step)
      end = self.end(of: step, from: moment)
      start = moment
      startStep = step
      if case .wait = step.action { waitEnd = (end, step) }
      if let name = step.name { define(name, moment, step) }
      if case .end = step.action {
        endStep = step
        if moment.origin == 0 { checkLength(moment.seconds, step.provenance, timeKey(step)) }
      }
    }
    checkEnd()
  }

  // MARK: - Faults

  private mutating func report(
    _ code: Diagnostic.Code, _ message: String, _ step: TimelineStep, _ key: String,
    hint: String? = nil, notes: [Diagnostic.Note] = []
  ) {
    faults.append(
      SceneCheck.fault(
        code, message, step.provenance, key, path: "timeline[\(index)]", hint: hint, notes: notes))
  }

  /// Whether so many faults were found that no one will read the hints.
  private var isFull: Bool { faults.count >= 100 }

  private func suggestion(_ word: String, _ known: @autoclosure () -> [String]) -> String? {
    isFull ? nil : Suggestion.hint(for: word, among: known())
  }

  /// The key that says when a step happens.
  private func timeKey(_ step: TimelineStep) -> String {
    switch step.time {
    case .at: "at"
    case .after: "after"
    }
  }

  private func place(of step: TimelineStep) -> SourceSpan? { step.provenance[timeKey(step)] }

  private func text(_ seconds: Rational) -> String {
    seconds.denominator == 1 ? "\(seconds.numerator)s" : "\(seconds.double)s"
  }

  // MARK: - Times

  private mutating func newOrigin() -> Moment {
    defer { origins += 1 }
    return Moment(origin: origins, seconds: 0)
  }

  private mutating func later(_ moment: Moment, _ seconds: Rational) -> Moment {
    guard let sum = moment.seconds.adding(seconds) else { return newOrigin() }
    return Moment(origin: moment.origin, seconds: sum)
  }

  private mutating func moment(of step: TimelineStep) -> Moment {
    switch step.time {
    case .at(let seconds): return Moment(origin: 0, seconds: seconds)
    case .after(.previous, let delay): return later(end, delay)
    case .after(.settled, let delay): return later(newOrigin(), delay)
    case .after(.label(let name), let delay):
      if let label = labels[name] { return later(label.moment, delay) }
      let isLater = !isFull && scene.timeline[index...].contains { $0.name == name }
      report(
        .unknownLabel,
        isLater ? "the label \(name.quoted) belongs to a later step" : "no label \(name.quoted)",
        step, "after",
        hint: isLater
          ? "steps stand in the order of their times"
          : suggestion(name, ["settled", "previous"] + labelNames))
      return later(end, delay)
    }
  }

  private mutating func end(of step: TimelineStep, from moment: Moment) -> Moment {
    switch step.action {
    case .drag(let drag): later(later(moment, drag.duration), drag.hold)
    case .flick: later(moment, TimelineCheck.flickDuration)
    case .wait(let seconds): later(moment, seconds)
    case .set(_, let over, _), .resize(_, let over): later(moment, over)
    case .touches: newOrigin()
    default: moment
    }
  }

  /// Whether the step comes after the one before, as far as that is known.
  private mutating func checkOrder(_ moment: Moment, _ step: TimelineStep) -> Bool {
    var isInOrder = true
    if moment.origin == start.origin, moment.seconds < start.seconds, let startStep {
      isInOrder = false
      report(
        .outOfOrder,
        "\(text(moment.seconds)) is before the step above, at \(text(start.seconds))", step,
        timeKey(step), hint: "put the steps in the order of their times",
        notes: [Diagnostic.Note("the step above is here", at: place(of: startStep))])
    } else if let waitEnd, waitEnd.moment.origin == moment.origin,
      moment.seconds < waitEnd.moment.seconds
    {
      report(
        .outOfOrder,
        "\(text(moment.seconds)) is before the end of the wait, at "
          + text(waitEnd.moment.seconds), step, timeKey(step),
        hint: "wait shorter, or write after: previous",
        notes: [Diagnostic.Note("the wait is here", at: waitEnd.step.provenance["wait"])])
    }
    if moment.origin == 0, let duration = scene.canvas.duration, moment.seconds > duration,
      step.action != .end
    {
      report(
        .afterEnd, "\(text(moment.seconds)) is after the end, at \(text(duration))", step,
        timeKey(step),
        notes: [Diagnostic.Note("the end is here", at: scene.canvas.provenance["duration"])])
    }
    return isInOrder
  }

  private mutating func define(_ name: String, _ moment: Moment, _ step: TimelineStep) {
    let key: String
    switch step.action {
    case .marker: key = "marker"
    case .snapshot: key = "snapshot"
    default: key = "label"
    }
    if ["settled", "previous"].contains(name) {
      report(.duplicateID, "the name \(name.quoted) is taken", step, key, hint: "choose another")
    } else if let first = labels[name] {
      report(
        .duplicateID, "the label \(name.quoted) is given twice", step, key,
        hint: "choose another",
        notes: [Diagnostic.Note("first given here", at: place(of: first.step))])
    }
    labels[name] = (moment, step)
    labelNames.append(name)
  }

  // MARK: - The end

  private mutating func checkEnd() {
    let duration = scene.canvas.duration
    switch (endStep, duration) {
    case (nil, nil):
      let span =
        scene.provenance.contains("timeline") ? scene.provenance["timeline"] : scene.provenance.span
      faults.append(
        Diagnostic(
          .error, .missingEnd, "the scene has no end", at: span.map { TimelineCheck.head($0) },
          pointer: "/timeline", hint: "add a last step { at: 5s, end: true }, or canvas.duration"))
    case (let step?, let duration?):
      if step.time != .at(duration) {
        report(
          .missingEnd, "the scene has two ends", step, "end",
          hint: "keep this one or canvas.duration",
          notes: [Diagnostic.Note("the other is here", at: scene.canvas.provenance["duration"])])
      }
    case (nil, let duration?):
      if duration > 0 { checkLength(duration, scene.canvas.provenance, "duration") }
    case (_?, nil): break
    }
  }

  private static func head(_ span: SourceSpan) -> SourceSpan {
    SourceSpan(file: span.file, from: span.lowerBound, to: span.lowerBound + 1)
  }

  private mutating func checkLength(_ seconds: Rational, _ provenance: Provenance, _ key: String) {
    func fault(_ code: Diagnostic.Code, _ message: String, _ hint: String) {
      faults.append(
        SceneCheck.fault(code, message, provenance, key, path: "timeline[\(index)]", hint: hint))
    }
    if seconds <= 0 {
      fault(.badTime, "a film needs a length above zero", "end it later")
      return
    }
    if seconds > TimeText.longest {
      fault(.limit, "the film lasts more than a day", "end it earlier")
      return
    }
    guard let count = scene.canvas.frameCount(for: seconds) else {
      fault(.limit, "the number of frames cannot be worked out exactly", "choose rounder times")
      return
    }
    if count > Scene.mostFrames {
      fault(
        .limit, "the film has \(count) frames; the limit is \(Scene.mostFrames)",
        "end it earlier, or lower canvas.fps")
    }
  }

  // MARK: - Touches

  private mutating func checkTouch(_ moment: Moment, _ step: TimelineStep) {
    func isDown(at moment: Moment) -> Bool {
      guard let touch else { return false }
      guard let end = touch.end else { return true }
      return end.origin == moment.origin && moment.seconds < end.seconds
    }
    switch step.action {
    case .drag, .flick, .tap, .down, .touches:
      if isDown(at: moment), let touch {
        let until = touch.end.map { ", until \(text($0.seconds))" } ?? ""
        report(
          .touchConflict, "two touches at one time: a finger is down already\(until)", step,
          timeKey(step), hint: touch.end == nil ? "lift it first, with up" : "begin later",
          notes: [Diagnostic.Note("it went down here", at: place(of: touch.step))])
      }
      if case .down = step.action {
        touch = (moment, nil, step)
      } else {
        touch = (moment, end(of: step, from: moment), step)
      }
    case .move, .up:
      if touch == nil || touch?.end != nil {
        report(.touchConflict, "no finger is down", step, timeKey(step), hint: "begin with down")
      }
      if case .up = step.action { touch = nil }
    case .cancel:
      if !isDown(at: moment) {
        report(
          .touchConflict, "no finger is down", step, timeKey(step),
          hint: "cancel while a drag lasts, or after down")
      }
      touch = nil
    default: break
    }
  }

  // MARK: - Names

  private mutating func checkNames(_ step: TimelineStep) {
    if let pager = step.pager, !pagers.contains(where: { $0.id == pager }) {
      report(
        .unknownPager, "no pager \(pager.quoted)", step, "pager",
        hint: suggestion(pager, pagers.map(\.id)))
      return
    }
    switch step.action {
    case .tap(let target, _): checkTap(target, step)
    case .goTo(let goTo): checkReference(goTo.page, step, "goto.page", "goto")
    case .updateCurrentPageDisplay: checkPageControl(step, "updateCurrentPageDisplay")
    case .set(let settings, _, _):
      for setting in settings { checkSetting(setting, step) }
    case .reload(let pages, let current):
      if let pages {
        checkKnown(pages, step, "reload.pages")
        checkDistinct(pages, step, "reload.pages")
        update(step) { $0.replace(by: pages) }
      }
      if let current { checkReference(current, step, "reload.current", "reload") }
    case .insert(let place, let pages):
      let count = list(step).ids.count
      if place > count || place < 0 {
        report(
          .unknownPage, "no place \(place)", step, "insert.at",
          hint: "places are counted from 0 to \(count)")
      }
      checkKnown(pages, step, "insert.pages")
      checkDistinct(pages, step, "insert.pages", present: list(step).present)
      update(step) { $0.insert(pages, at: place) }
      if list(step).ids.count > Codec<[Page]>.mostPages {
        report(
          .limit, "more than \(Codec<[Page]>.mostPages) pages", step, "insert.pages")
      }
    case .remove(let pages):
      for (position, id) in pages.enumerated() {
        if !list(step).present.contains(id) {
          reportPage(id, step, "remove[\(position)]", "remove")
        }
      }
      update(step) { list in for id in pages { list.remove(id) } }
    default: break
    }
  }

  private func list(_ step: TimelineStep) -> PageList {
    guard let pager = step.pager else { return main }
    return others.first { $0.id == pager }?.list ?? main
  }

  private mutating func update(_ step: TimelineStep, _ change: (inout PageList) -> Void) {
    guard let pager = step.pager else {
      change(&main)
      return
    }
    if let index = others.firstIndex(where: { $0.id == pager }) { change(&others[index].list) }
  }

  /// The key under which an argument was noted, or else the whole of them.
  private func key(_ step: TimelineStep, _ detailed: String, _ whole: String) -> String {
    step.provenance.contains(detailed) || step.provenance.span == nil ? detailed : whole
  }

  private mutating func reportPage(
    _ id: String, _ step: TimelineStep, _ detailed: String, _ whole: String
  ) {
    let list = list(step)
    let isKnown = list.knows(id)
    report(
      .unknownPage,
      isKnown ? "the page \(id.quoted) is not there at that time" : "no page \(id.quoted)",
      step, key(step, detailed, whole),
      hint: isKnown
        ? "there are: \(list.ids.prefix(8).joined(separator: ", "))"
        : suggestion(id, list.ids))
  }

  private mutating func checkReference(
    _ reference: PageReference, _ step: TimelineStep, _ detailed: String, _ whole: String
  ) {
    let list = list(step)
    guard let message = SceneCheck.unknown(reference, among: list.ids, list.present) else { return }
    if case .id(let id) = reference {
      reportPage(id, step, detailed, whole)
    } else {
      report(
        .unknownPage, message.text, step, key(step, detailed, whole), hint: message.hint)
    }
  }

  private mutating func checkKnown(_ pages: [String], _ step: TimelineStep, _ argument: String) {
    let list = list(step)
    for (position, id) in pages.enumerated() where !list.knows(id) {
      report(
        .unknownPage, "no page \(id.quoted)", step, key(step, "\(argument)[\(position)]", argument),
        hint: suggestion(id, list.known))
    }
  }

  private mutating func checkDistinct(
    _ pages: [String], _ step: TimelineStep, _ argument: String, present: Set<String> = []
  ) {
    var seen = present
    for (position, id) in pages.enumerated() where !seen.insert(id).inserted {
      report(
        .duplicateID,
        present.contains(id)
          ? "the page \(id.quoted) is there already" : "the page \(id.quoted) is named twice",
        step, key(step, "\(argument)[\(position)]", argument))
    }
  }

  private mutating func checkTap(_ target: TimelineStep.TapTarget, _ step: TimelineStep) {
    switch target {
    case .point: break
    case .layer(let id):
      if settable[id] != nil { return }
      report(
        .unknownLayer, "no layer \(id.quoted)", step, key(step, "tap.target", "tap"),
        hint: layers.isEmpty
          ? "no layer has an id; give one to the layer to tap"
          : suggestion(
            id, distinctLayerIDs + ["pageControl.left", "pageControl.right"]))
    case .pageControlLeft, .pageControlRight:
      checkPageControl(step, key(step, "tap.target", "tap"))
    }
  }

  private var distinctLayerIDs: [String] {
    if isFull { return [] }
    var seen: Set<String> = []
    return layers.map(\.id).filter { seen.insert($0).inserted }
  }

  private mutating func checkPageControl(_ step: TimelineStep, _ key: String) {
    var control = scene.pageControl
    if let pager = step.pager {
      control = pagers.first { $0.id == pager }?.content.pageControl
    }
    if control == nil {
      report(
        .unknownLayer, "there is no page control", step, key, hint: "add pageControl: true")
    }
  }

  private mutating func checkSetting(_ setting: TimelineStep.Setting, _ step: TimelineStep) {
    switch setting.path {
    case .pageControlColor, .pageControlCurrent, .pageControlHidden:
      checkPageControl(step, "set")
    default: break
    }
    guard let id = setting.path.layer else { return }
    guard let values = settable[id] else {
      report(
        .unknownLayer, "no layer \(id.quoted)", step, "set",
        hint: suggestion(id, distinctLayerIDs))
      return
    }
    let needed: Settable =
      switch setting.path {
      case .layerColor: .color
      case .layerText: .text
      case .layerFill: .fill
      default: []
      }
    if !values.isSuperset(of: needed) {
      report(
        .wrongType, "the layer \(id.quoted) has no such value", step, "set",
        hint: "texts and buttons have color and text, shapes and buttons have fill")
    }
  }
}
