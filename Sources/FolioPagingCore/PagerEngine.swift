import FolioNumerics

// The pager as a machine of events.
//
// Between two events nothing is computed: a stretch of motion is stored as a formula (`Motion`) and
// evaluated only when somebody asks. An event is a command from outside (a finger, a page change, a
// reload) or one that the engine finds itself: the end of a motion, the moment at which the finger
// passes the slop, the moment at which the place crosses the next page or the half way to it, the
// dwell timer. The engine finds them in order of time, solved on the closed forms, so the recording
// does not depend on any frame rate.
//
// Invariants:
// - On arrival the place is set to an exact whole number (or the exact far end).
// - At one instant motion ends first, then come commands in the order given, then the timer:
//   `advance(to: t)` handles everything before t and the motions that end at t, and leaves a timer
//   that is due at t until time moves on.
// - Every command gets exactly one completion; every willTransition exactly one didTransition.
// - While the strip is not the identity the pager is moving; at rest slot i holds page i.

/// A pager: state machine, gesture physics, timer, and the recording of it all.
public struct PagerEngine: Sendable {
  /// The time up to which it has been played.
  public private(set) var time: Rational
  /// Pages and behaviour at that time.
  public internal(set) var configuration: PagerConfiguration
  /// All that has happened.
  public private(set) var recording = PagerRecording()

  var motion: Motion
  var motionStart: Rational
  /// When the motion arrives; `nil` while nothing is going to happen by itself.
  var motionEnd: Rational?
  /// What follows at the end of the motion.
  var motionEnding = MotionEnding.arrival
  var strip = PageStrip.identity
  var phase = PagerPhase.idle
  var settledPosition: Double
  var targetPlace: Double
  var anchorSlot: Int
  var currentNumber: Int
  var touch: Touch?
  var timer = DwellTimer()
  var command: Int?
  /// The page that a drag has begun to reveal, and the position that it left.
  var transition: Int?
  var transitionBase = 0.0
  /// The next instant at which the place crosses a whole or half page.
  var crossing: Crossing?

  enum MotionEnding: Hashable, Sendable {
    case arrival
    case edge(velocity: Double)
  }

  struct Crossing: Hashable, Sendable {
    var time: Rational
  }

  /// A pager at rest.
  ///
  /// - Parameters:
  ///   - configuration: pages and behaviour.
  ///   - page: the index of the page shown first, clamped to the pages there are.
  ///   - time: when it begins; an autoplay's first interval starts here.
  public init(
    configuration: PagerConfiguration, page: Int = 0, time: Rational = .zero
  ) {
    self.configuration = configuration
    self.time = time
    let index = min(max(page, 0), max(0, configuration.pageCount - 1))
    let place = min(Double(index), configuration.loops ? .infinity : configuration.maximumPosition)
    motion = .rest(place)
    motionStart = time
    settledPosition = place
    targetPlace = place
    anchorSlot = PageIndex.nearest(place)
    currentNumber = configuration.pageNumber(at: place)
    record()
    startTimer(at: time)
  }

  /// The state at the time up to which it has been played.
  public var state: PagerState { recording.state(at: time) }

  // MARK: - Recording

  mutating func emit(_ event: PagerEvent) { recording.append(event, at: time) }

  /// Begins a new stretch of the recording with everything as it is now.
  mutating func record() {
    recording.append(
      PagerSpan(
        start: time, motion: motion, motionStart: motionStart, strip: strip, phase: phase,
        settledPosition: settledPosition, targetPosition: strip.position(at: targetPlace),
        anchorSlot: anchorSlot, timerDue: timer.due, timerStarted: timer.started,
        configuration: configuration))
  }

  /// The place along the slots now.
  var place: Double { motion.place(at: time - motionStart) }

  /// The places at rest between which a pager that does not loop can move.
  var bounds: ClosedRange<Double>? {
    configuration.loops
      ? nil : strip.bounds(maximumPosition: configuration.maximumPosition)
  }

  /// Puts a motion in force.
  mutating func begin(
    _ motion: Motion, endingAfter duration: Rational?, target: Double,
    ending: MotionEnding = .arrival
  ) {
    self.motion = motion
    motionStart = time
    motionEnd = duration.map { time + $0 }
    motionEnding = ending
    targetPlace = target
    crossing = nextCrossing(after: time)
    record()
  }

  // MARK: - Playing

  /// Plays up to `t`: all that happens before it, and the motions that end at it.
  ///
  /// Times before the present change nothing.
  public mutating func advance(to t: Rational) {
    while true {
      var next = t
      var what = Happening.none
      if let end = motionEnd, end <= next {
        next = end
        what = .motionEnd
      }
      if let crossing, crossing.time <= t, what == .none || crossing.time < next {
        next = crossing.time
        what = .crossing
      }
      if let slop = touch?.recognition, slop <= t, what == .none || slop < next {
        next = slop
        what = .recognition
      }
      if let due = timer.due, !isTimerHeld, due < t, what == .none || due < next {
        next = due
        what = .timer
      }
      if what == .none { break }
      time = max(time, next)
      switch what {
      case .motionEnd: endMotion()
      case .crossing: cross()
      case .recognition: recognizeDrag()
      case .timer: fireTimer()
      case .none: break
      }
    }
    if t > time { time = t }
  }

  /// The next instant at which something happens by itself, not before the present; `nil` if nothing
  /// is under way.
  public var nextHappening: Rational? {
    var next: Rational?
    for candidate in [
      motionEnd, crossing?.time, touch?.recognition, isTimerHeld ? nil : timer.due,
    ] {
      if let candidate { next = min(next ?? candidate, candidate) }
    }
    return next.map { max($0, time) }
  }

  /// Ends the present instant: fires a dwell timer that is due now, after all commands of the
  /// instant have been given. ``advance(to:)`` does the same before it leaves an instant.
  public mutating func finishInstant() {
    while let due = timer.due, due <= time, !isTimerHeld { fireTimer() }
  }

  private enum Happening {
    case none
    case motionEnd
    case crossing
    case recognition
    case timer
  }

  private mutating func endMotion() {
    motionEnd = nil
    if case .edge(let velocity) = motionEnding {
      bounce(velocity: velocity)
      return
    }
    if case .finger = motion {
      // The finger has reached the end of its way and stands still.
      let held = place
      motion = .rest(held)
      motionStart = time
      targetPlace = held
      crossing = nil
      return
    }
    arrive(at: targetPlace)
  }

  /// Comes to rest at a place along the slots and forgets the strip.
  mutating func arrive(at place: Double) {
    let position = strip.position(at: place)
    let wasPhase = phase
    updateNumbers(place: place)
    strip = .identity
    motion = .rest(position)
    motionStart = time
    motionEnd = nil
    crossing = nil
    targetPlace = position
    anchorSlot = PageIndex.nearest(position)
    currentNumber = configuration.pageNumber(at: position)
    settledPosition = position
    phase = .idle
    switch wasPhase {
    case .settling: emit(.didEndDecelerating)
    case .animating: emit(.didEndScrollingAnimation)
    case .idle, .tracking, .dragging: break
    }
    closeTransition(at: position)
    if let id = command {
      command = nil
      emit(.completion(command: id, finished: true))
    }
    if wasPhase == .settling { timerAfterSettle() }
    record()
  }

  /// Ends an open transition at a position; it is completed if that counts as another page than the
  /// one that it left.
  mutating func closeTransition(at position: Double) {
    guard transition != nil else { return }
    transition = nil
    let before = configuration.pageNumber(at: transitionBase)
    let now = configuration.pageNumber(at: position)
    emit(
      .didTransition(
        previous: configuration.index(of: before) ?? 0, completed: before != now))
  }

  /// Stops whatever moves and keeps the place; a command in flight is not finished.
  mutating func interrupt() {
    let held = place
    if let id = command {
      command = nil
      emit(.completion(command: id, finished: false))
    }
    motion = .rest(held)
    motionStart = time
    motionEnd = nil
    motionEnding = .arrival
    crossing = nil
  }

  // MARK: - Crossings

  private mutating func cross() {
    updateNumbers(place: place)
    crossing = nextCrossing(after: time)
    record()
  }

  /// Brings the page numbers that depend on the place up to date and reports changes.
  mutating func updateNumbers(place: Double) {
    while place >= Double(anchorSlot + 1) || place <= Double(anchorSlot - 1) {
      anchorSlot += place >= Double(anchorSlot + 1) ? 1 : -1
      let number = strip.page(at: anchorSlot)
      if let index = configuration.index(of: number) { emit(.windowMoved(to: index)) }
      if phase == .dragging { passPage(number) }
    }
    let number = nearestNumber(at: place)
    if number != currentNumber {
      currentNumber = number
      if let index = configuration.index(of: number) { emit(.currentPageChanged(to: index)) }
    }
  }

  /// A drag has carried the pager over a whole page: that transition is complete.
  private mutating func passPage(_ number: Int) {
    closeTransition(at: Double(number))
    transitionBase = Double(number)
  }

  func nearestNumber(at place: Double) -> Int {
    strip.isIdentity
      ? configuration.pageNumber(at: place) : strip.page(at: PageIndex.nearest(place))
  }

  /// The first instant after `t` at which a page number changes; `nil` if the motion ends before.
  ///
  /// The motion's time is cut into 64 parts; in the first at whose end a number differs the instant
  /// is bisected down to a nanosecond.
  func nextCrossing(after t: Rational) -> Crossing? {
    guard let end = motionEnd, end > t, configuration.pageCount > 0 else { return nil }
    if case .rest = motion { return nil }
    let offset = t - motionStart
    let length = end - t
    let ticks = (length * Rational(Int(Rational.instantsPerSecond))).floor
    if ticks < 1 { return nil }
    func isCrossed(_ tick: Int64) -> Bool {
      let elapsed = offset + Rational(tick, over: Rational.instantsPerSecond)
      let place = motion.place(at: elapsed)
      if place >= Double(anchorSlot + 1) || place <= Double(anchorSlot - 1) { return true }
      return nearestNumber(at: place) != currentNumber
    }
    let parts: Int64 = 64
    var before: Int64 = 0
    for part in 1...parts {
      let tick = ticks / parts * part + ticks % parts * part / parts
      if tick == before { continue }
      if isCrossed(tick) {
        var low = before
        var high = tick
        while high - low > 1 {
          let middle = low + (high - low) / 2
          if isCrossed(middle) { high = middle } else { low = middle }
        }
        // A crossing within the last nanosecond is the arrival itself.
        if high >= ticks - 1 { return nil }
        return Crossing(time: t + Rational(high, over: Rational.instantsPerSecond))
      }
      before = tick
    }
    return nil
  }
}
