import FolioGeometry
import FolioNumerics
import FolioPagingCore

// Playing a scene.
//
// The steps of the timeline are taken in order. The time of each is worked out when its turn comes:
// a step that waits for the pager to settle needs everything before it to have been played. A step
// becomes one or more acts at exact times (a drag is a touch-down, a leg for each stretch of its
// path, and a touch-up); acts are kept in a queue by time, those of one time in the order of the
// file, since a later step may fall into the time of an earlier drag. The engines find everything
// else (arrivals, crossings, timers) by themselves, before the acts of an instant or after them as
// the rule for one instant says.

/// Plays a scene's timeline on a virtual clock.
public struct Playback {
  /// Seconds after which a pager that never comes to rest is given up.
  public static let settlingLimit: Rational = 600

  /// Plays a scene.
  ///
  /// - Throws: every fault of the timeline that only playing finds: a tap on nothing, a step that
  ///   waits for rest that never comes, steps out of order.
  public static func play(_ scene: Scene) throws(DiagnosticList) -> SceneRecording {
    var player = Playback(scene)
    player.run()
    if player.faults.contains(where: { $0.severity == .error }) {
      throw DiagnosticList(player.faults)
    }
    return player.recording()
  }

  let scene: Scene
  var tracks: [PagerTrack] = []
  var engines: [PagerEngine] = []
  var faults: [Diagnostic] = []
  var markers: [SceneRecording.Marker] = []
  var selections: [SceneRecording.Selection] = []
  var settings: [SceneRecording.SettingChange] = []
  /// The acts to come, in order, from ``nextAct`` on; those before it are over.
  private var queue: [Scheduled] = []
  private var nextAct = 0
  var now = Rational.zero
  var end: Rational?
  /// The pager that the finger moves, if a finger is down.
  var touched: Int?
  var finger: Point?
  /// Where a finger came down whose way is open, and the pager that follows it besides ``touched``.
  var undecided: Point?
  var rival: Int?
  /// The tracks as they lie upon each other: those behind the main one, the main one, those above,
  /// each followed by those in its pages.
  var layers: [[Int]] = []
  /// The page control that a finger is on, if it is on one.
  var pressed: PageControlPress?
  /// What fingers and steps did to page controls that defer their display, in order of time.
  var deferrals: [DeferralEntry] = []
  /// How many commands were given.
  var commands = 0
  private var labels: [(name: String, time: Rational)] = []

  struct Scheduled {
    let time: Rational
    let act: Act
    let step: TimelineStep
  }

  /// What a step does at one instant.
  enum Act {
    case touchDown(Point, axis: PagerDescription.Axis?)
    case touchMove(Point, arrival: Rational)
    case touchUp(velocity: Point?)
    case touchCancel
    case scrub(Point)
    case perform
    case resize(Size)
    case space(track: Int, Double)
  }

  init(_ scene: Scene) {
    self.scene = scene
    addTracks()
  }

  func recording() -> SceneRecording {
    var finished = tracks
    for i in finished.indices {
      finished[i].recording = engines[i].recording
      finished[i].deferredDisplays = deferredDisplays(of: i)
    }
    return SceneRecording(
      scene: scene, tracks: finished, duration: end ?? .zero, markers: markers,
      selections: selections, settings: settings, warnings: faults)
  }

  // MARK: - The run

  mutating func run() {
    var previous = Rational.zero
    var previousEnd = Rational.zero
    for step in scene.timeline {
      guard let time = resolve(step, previousEnd: previousEnd) else { continue }
      if time < previous {
        report(
          .outOfOrder,
          "the step at \(Playback.seconds(time)) comes after one at \(Playback.seconds(previous))",
          step, hint: "put the steps in the order of their times")
        continue
      }
      if let end, time > end || isEnd(step) {
        report(
          .afterEnd, "a step after the end at \(Playback.seconds(end))", step,
          hint: "move it before the end, or the end behind it")
        continue
      }
      previous = time
      let finish = schedule(step, at: time)
      previousEnd = max(previousEnd, finish)
      if let name = step.name { labels.append((name, time)) }
    }
    if end == nil { end = scene.canvas.duration }
    guard let end else {
      faults.append(
        Diagnostic(
          .error, .missingEnd, "the film has no end", at: scene.provenance["timeline"],
          hint: "add { at: TIME, end: true } to the timeline, or canvas.duration"))
      return
    }
    advance(to: end)
  }

  private func isEnd(_ step: TimelineStep) -> Bool { step.action == .end }

  /// The time of a step, once everything before it that it depends on has been played.
  private mutating func resolve(_ step: TimelineStep, previousEnd: Rational) -> Rational? {
    switch step.time {
    case .at(let time): return max(time, waited)
    case .after(.previous, let delay): return max(previousEnd + delay, waited)
    case .after(.label(let name), let delay):
      guard let label = labels.last(where: { $0.name == name }) else {
        report(
          .unknownLabel, "no earlier step is called \"\(name)\"", step,
          hint: "labels, markers and snapshots of earlier steps can be named")
        return nil
      }
      return max(label.time + delay, waited)
    case .after(.settled, let delay):
      let index = track(of: step) ?? 0
      guard let settled = settle(index, from: max(previousEnd, waited)) else {
        report(
          .outOfOrder,
          "the pager does not come to rest within \(Playback.seconds(Playback.settlingLimit))",
          step, hint: "give the step a time of its own with at")
        return nil
      }
      return settled + delay
    }
  }

  /// The time before which no step happens, from `wait`.
  private var waited: Rational = .zero

  /// Plays on until a pager is at rest with no finger on it and nothing under way at that instant.
  private mutating func settle(_ index: Int, from start: Rational) -> Rational? {
    advance(to: max(start, now))
    let limit = now + Playback.settlingLimit
    while true {
      let engine = engines[index]
      if engine.state.isAtRest && engine.state.phase == .idle && !engine.isTouched { return now }
      var next = engine.nextHappening
      if nextAct < queue.count {
        let act = queue[nextAct].time
        next = min(next ?? act, act)
      }
      guard let next, next <= limit else { return nil }
      advance(to: next)
    }
  }

  /// Plays everything up to a time, with the acts that fall on it.
  mutating func advance(to time: Rational) {
    while nextAct < queue.count, queue[nextAct].time <= time {
      let scheduled = queue[nextAct]
      nextAct += 1
      play(to: scheduled.time)
      perform(scheduled)
    }
    if nextAct == queue.count {
      queue.removeAll(keepingCapacity: true)
      nextAct = 0
    }
    play(to: time)
  }

  private mutating func play(to time: Rational) {
    for i in engines.indices { engines[i].advance(to: time) }
    now = max(now, time)
  }

  /// Puts an act in the queue behind those of its time.
  mutating func add(_ act: Act, at time: Rational, of step: TimelineStep) {
    // Steps come in order, so the place is at the end or close to it.
    var index = queue.count
    while index > nextAct, queue[index - 1].time > time { index -= 1 }
    queue.insert(Scheduled(time: time, act: act, step: step), at: index)
  }

  /// Takes the acts to come that change the spacing of a pager out of the queue.
  mutating func removeSpacingActs(of index: Int) {
    var kept = Array(queue[nextAct...])
    kept.removeAll {
      if case .space(index, _) = $0.act { true } else { false }
    }
    queue = kept
    nextAct = 0
  }

  // MARK: - Steps

  /// Schedules a step and says when it is over.
  private mutating func schedule(_ step: TimelineStep, at time: Rational) -> Rational {
    switch step.action {
    case .drag(let drag): return scheduleDrag(drag, at: time, step)
    case .flick(let from, let velocity):
      let index = track(of: step) ?? 0
      let frame =
        engines.isEmpty ? Rect.zero : canvasFrame(of: index) ?? tracks[index].frame(at: now)
      let start = from ?? frame.center
      let reach = Playback.flickDuration.double
      let goal = Point(x: start.x + velocity.x * reach, y: start.y + velocity.y * reach)
      return scheduleDrag(
        TimelineStep.Drag(
          path: [TimelineStep.PathPoint(start), TimelineStep.PathPoint(goal)],
          duration: Playback.flickDuration),
        at: time, step)
    case .wait(let seconds):
      waited = max(waited, time + seconds)
      return time + seconds
    case .end:
      end = time
      return time
    case .marker(let name):
      markers.append(SceneRecording.Marker(name: name, time: time, isSnapshot: false))
      return time
    case .snapshot(let name):
      markers.append(SceneRecording.Marker(name: name, time: time, isSnapshot: true))
      return time
    case .set(let changes, let over, let easing):
      for change in changes {
        settings.append(
          SceneRecording.SettingChange(
            path: change.path, pager: change.path.isOfPager ? step.pager : nil, time: time,
            duration: over, easing: easing, value: change.value))
      }
      add(.perform, at: time, of: step)
      return time + over
    case .resize(let size, let over): return scheduleResize(to: size, over: over, at: time, step)
    case .touches(let file, let scale): return scheduleTouches(file, scale: scale, at: time, step)
    case .goTo(let goTo):
      add(.perform, at: time, of: step)
      guard goTo.isAnimated else { return time }
      let pager = tracks[track(of: step) ?? 0].description
      let easing = goTo.easing ?? pager.easing
      return time + (easing.settling ?? goTo.duration ?? pager.duration)
    case .down(let point):
      add(.touchDown(point, axis: nil), at: time, of: step)
    case .move(let point): add(.touchMove(point, arrival: time), at: time, of: step)
    case .up(let point):
      if let point { add(.touchMove(point, arrival: time), at: time, of: step) }
      add(.touchUp(velocity: nil), at: time, of: step)
    case .cancel: add(.touchCancel, at: time, of: step)
    case .tap, .autoplay, .reload, .insert, .remove, .pause, .resume, .updateCurrentPageDisplay:
      add(.perform, at: time, of: step)
    }
    return time
  }

  /// How long a scripted flick touches the glass.
  static let flickDuration = Rational(1, 10)

  /// A finger goes down, along a path, and up.
  private mutating func scheduleDrag(
    _ drag: TimelineStep.Drag, at time: Rational, _ step: TimelineStep
  ) -> Rational {
    guard let first = drag.path.first, let last = drag.path.last else { return time }
    let dx = (last.position.x - first.position.x).magnitude
    let dy = (last.position.y - first.position.y).magnitude
    let axis: PagerDescription.Axis? = dx == dy ? nil : dx > dy ? .horizontal : .vertical
    add(.touchDown(first.position, axis: axis), at: time, of: step)
    let times = Playback.pathTimes(drag)
    for (i, point) in drag.path.enumerated().dropFirst() {
      add(
        .touchMove(point.position, arrival: time + times[i]), at: time + times[i - 1], of: step)
    }
    let lifted = time + (times.last ?? .zero) + drag.hold
    add(.touchUp(velocity: drag.releaseVelocity), at: lifted, of: step)
    return lifted
  }

  /// The time of each place of a path since touch-down: as stated, and between stated times by the
  /// length of the way.
  static func pathTimes(_ drag: TimelineStep.Drag) -> [Rational] {
    let path = drag.path
    var times = [Rational](repeating: .zero, count: path.count)
    var known = 0
    let last = path.count - 1
    func stated(_ i: Int) -> Rational? {
      i == 0 ? .zero : path[i].time ?? (i == last ? drag.duration : nil)
    }
    func length(_ i: Int) -> Double {
      let dx = path[i].position.x - path[i - 1].position.x
      let dy = path[i].position.y - path[i - 1].position.y
      return (dx * dx + dy * dy).squareRoot()
    }
    for i in path.indices.dropFirst() {
      guard let time = stated(i) else { continue }
      let span = max(.zero, time - times[known])
      let total = ((known + 1)...i).reduce(0.0) { $0 + length($1) }
      var covered = 0.0
      for j in (known + 1)..<max(i, known + 1) {
        covered += length(j)
        let share = total > 0 ? covered / total : Double(j - known) / Double(i - known)
        times[j] = times[known] + min(span, Rational(roundingUp: span.double * share))
      }
      times[i] = times[known] + span
      known = i
    }
    return times
  }

  /// A change of size in steps of a sixtieth of a second.
  private mutating func scheduleResize(
    to size: Size, over: Rational, at time: Rational, _ step: TimelineStep
  ) -> Rational {
    guard over > 0 else {
      add(.resize(size), at: time, of: step)
      return time
    }
    let from = tracks[track(of: step) ?? 0].frames.last?.frame.size ?? size
    let count = max(1, Int((over * 60).ceiling))
    for i in 1...count {
      let share = Double(i) / Double(count)
      let between = Size(
        width: i == count ? size.width : from.width + (size.width - from.width) * share,
        height: i == count ? size.height : from.height + (size.height - from.height) * share)
      add(.resize(between), at: time + over * Rational(i, count), of: step)
    }
    return time + over
  }

  // MARK: - Faults

  mutating func report(
    _ code: Diagnostic.Code, _ message: String, _ step: TimelineStep, hint: String? = nil,
    severity: Diagnostic.Severity = .error
  ) {
    faults.append(
      Diagnostic(severity, code, message, at: step.provenance.span, hint: hint))
  }

  /// A time in words: `1.5 s`, exact where it has few decimals.
  static func seconds(_ time: Rational) -> String {
    let value = time.double
    let whole = value.rounded()
    return value == whole && whole.magnitude < 1e9 ? "\(Int(whole)) s" : "\(value) s"
  }
}
