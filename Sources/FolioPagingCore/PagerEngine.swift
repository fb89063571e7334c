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
// - Every command gets exactly one completion; every willTransition exactly one didTransition, every
//   willBeginDragging one didEndDragging, every willBeginDecelerating one didEndDecelerating.
// - While the strip is not the identity the pager is moving; at rest slot i holds page i.
// - Whoever follows `windowMoved`, `currentPageChanged` and `reloaded` knows both indices at any
//   time.
// - No input stops or hangs it: coordinates and speeds that are no numbers are ignored, speeds above
//   `MotionConstants.highestSpeed` count as that, times end at 10^9 s.

/// A pager: state machine, gesture physics, timer, and the recording of it all.
public struct PagerEngine: Sendable {
  /// The time up to which it has been played.
  public internal(set) var time: Rational
  /// Pages and behaviour at that time.
  public internal(set) var configuration: PagerConfiguration
  /// All that has happened.
  public var recording: PagerRecording { literal.first?.recording ?? played }

  var played = PagerRecording()
  /// The original that is played literally instead; one or none. (A value cannot contain one of its
  /// own kind other than behind an array.)
  var literal: [ThreeSlotBanner] = []
  var motion: Motion
  var motionStart: Rational
  /// When the motion arrives; `nil` while nothing is going to happen by itself.
  var motionEnd: Rational?
  /// What follows at the end of the motion.
  var motionEnding = MotionEnding.arrival
  var strip = PageStrip.identity
  var phase = PagerPhase.idle
  /// Whether `willBeginDecelerating` waits for its counterpart.
  var isDecelerating = false
  var settledPosition: Double
  var targetPlace: Double
  /// The stop in the middle of the window of three.
  var anchorSlot: Int
  var currentNumber: Int
  var touch: Touch?
  var timer = DwellTimer()
  var command: Int?
  var transition = SwipeTransition()
  /// The next instant at which a page number or a transition changes.
  var crossing: Rational?

  enum MotionEnding: Hashable, Sendable {
    case arrival
    case edge(velocity: Double)
  }

  /// The latest time there is, in seconds.
  static let lastTime = Rational(1_000_000_000)

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
    self.time = min(time, PagerEngine.lastTime)
    let index = min(max(page, 0), max(0, configuration.pageCount - 1))
    let stops = PageStops(strip: .identity, configuration: configuration)
    let place = stops.place(of: index)
    motion = .rest(place)
    motionStart = self.time
    settledPosition = place
    targetPlace = place
    anchorSlot = stops.nearest(to: place)
    currentNumber = stops.number(of: anchorSlot)
    // The original's thresholds are whole points: in a view of a few points they would trip for ever.
    if configuration.quirk == .dlPageView && configuration.hasExtent
      && configuration.viewExtent >= 8
    {
      literal = [ThreeSlotBanner(configuration: configuration, page: page, time: self.time)]
      self.configuration = literal[0].configuration
    } else {
      record()
      startTimer(at: self.time)
    }
  }

  /// Lets the literal original do it, if there is one; else `nil`.
  mutating func forward<Result>(
    _ action: (inout ThreeSlotBanner) -> Result
  ) -> Result? {
    if literal.isEmpty { return nil }
    let result = action(&literal[0])
    time = literal[0].time
    configuration = literal[0].configuration
    return result
  }

  /// The rows that a literal original has asked its data source for, in order, also those that do
  /// not exist; empty for the engine itself, whose window says what is needed.
  public var requestedRows: [Int] { recording.requests.map { $0.row } }

  /// The state at the time up to which it has been played.
  public var state: PagerState { recording.state(at: time) }

  // MARK: - Recording

  mutating func emit(_ event: PagerEvent) { played.append(event, at: time) }

  /// Notes what is asked from outside, in the recording that others read.
  mutating func note(_ input: PagerInput) {
    if forward({ $0.note(input) }) == nil { played.append(input, at: time) }
  }

  /// Begins a new stretch of the recording with everything as it is now.
  mutating func record() {
    played.append(
      PagerSpan(
        start: time, motion: motion, motionStart: motionStart, strip: strip, phase: phase,
        settledPosition: settledPosition, targetPosition: strip.position(at: targetPlace),
        anchorSlot: anchorSlot, timerDue: timer.due, timerStarted: timer.started,
        timerInterval: timer.interval, timerRemaining: timer.remaining,
        configuration: configuration))
  }

  /// The place along the slots now.
  var place: Double { motion.place(at: time.since(motionStart)) }

  /// Pages a second along the slots now.
  var velocity: Double { motion.velocity(at: time.since(motionStart)) }

  /// Where it can rest.
  var stops: PageStops { PageStops(strip: strip, configuration: configuration) }

  /// The places at rest between which a pager that does not loop can move.
  var bounds: ClosedRange<Double>? {
    configuration.wraps
      ? nil : strip.bounds(maximumPosition: configuration.maximumPosition)
  }

  /// Puts a motion in force.
  mutating func begin(
    _ motion: Motion, endingAfter duration: Rational?, target: Double,
    ending: MotionEnding = .arrival
  ) {
    self.motion = motion
    motionStart = time
    motionEnd = duration.map { time.later(by: $0) }
    motionEnding = ending
    targetPlace = target
    crossing = nextCrossing(after: time)
    record()
  }

  // MARK: - Playing

  /// Plays up to an instant: all that happens before it, and the motions that end at it.
  ///
  /// Times before the present change nothing.
  public mutating func advance(to instant: Rational) {
    if forward({ $0.advance(to: instant) }) != nil { return }
    let t = min(instant, PagerEngine.lastTime)
    while true {
      var next = t
      var what = Happening.none
      if let end = motionEnd, end <= next {
        next = end
        what = .motionEnd
      }
      if let crossing, crossing <= t, what == .none || crossing < next {
        next = crossing
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
    if let original = literal.first { return original.nextHappening }
    var next: Rational?
    for candidate in [
      motionEnd, crossing, touch?.recognition, isTimerHeld ? nil : timer.due,
    ] {
      if let candidate { next = min(next ?? candidate, candidate) }
    }
    return next.map { max($0, time) }
  }

  /// Ends the present instant: fires a dwell timer that is due now, after all commands of the
  /// instant have been given. ``advance(to:)`` does the same before it leaves an instant.
  public mutating func finishInstant() {
    if forward({ $0.finishInstant() }) != nil { return }
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
      bounce(impact: velocity)
      return
    }
    if case .finger = motion {
      // The finger has reached the end of its way and stands still.
      let held = place
      stopMotion()
      targetPlace = held
      updateNumbers(place: held)
      record()
      return
    }
    arrive(at: targetPlace)
  }

  /// Stands still where it is.
  mutating func stopMotion() {
    motion = .rest(place)
    motionStart = time
    motionEnd = nil
    motionEnding = .arrival
    crossing = nil
  }

  /// Comes to rest at a place along the slots and forgets the strip.
  mutating func arrive(at place: Double) {
    let stops = self.stops
    let wasAnimating = phase == .animating
    motion = .rest(place)
    stopMotion()
    targetPlace = place
    let stop = stops.nearest(to: place)
    setAnchor(stop, stops)
    setCurrent(stops.number(of: stop))
    endDeceleration()
    if wasAnimating { emit(.didEndScrollingAnimation) }
    finishTransition(at: place, stops)
    rest(at: strip.position(at: place))
    if let id = command {
      command = nil
      emit(.completion(command: id, finished: true))
    }
    record()
    if timer.awaitsRest { startTimer(at: time) }
  }

  /// At rest at a position, slot i holding page i.
  mutating func rest(at position: Double) {
    strip = .identity
    phase = .idle
    motion = .rest(position)
    stopMotion()
    targetPlace = position
    settledPosition = position
    anchorSlot = stops.nearest(to: position)
    currentNumber = stops.number(of: anchorSlot)
  }

  /// Stops whatever moves and keeps the place; a command in flight is not finished.
  mutating func interrupt() {
    stopMotion()
    if let id = command {
      command = nil
      emit(.completion(command: id, finished: false))
    }
    endDeceleration()
  }

  mutating func beginDeceleration() {
    isDecelerating = true
    emit(.willBeginDecelerating)
  }

  mutating func endDeceleration() {
    if !isDecelerating { return }
    isDecelerating = false
    emit(.didEndDecelerating)
  }

  // MARK: - Crossings

  private mutating func cross() {
    updateNumbers(place: place)
    crossing = nextCrossing(after: time)
    record()
  }

  /// Brings the page numbers and the transition, which depend on the place, up to date and reports
  /// changes.
  mutating func updateNumbers(place: Double) {
    let stops = self.stops
    setAnchor(stops.reached(by: place, from: anchorSlot), stops)
    if isFollowingTransition { followTransition(at: place, stops) }
    setCurrent(stops.number(of: stops.nearest(to: place)))
  }

  private mutating func setAnchor(_ stop: Int, _ stops: PageStops) {
    if stop == anchorSlot { return }
    anchorSlot = stop
    if let index = configuration.index(of: stops.number(of: stop)) {
      emit(.windowMoved(to: index))
    }
  }

  private mutating func setCurrent(_ number: Int) {
    if number == currentNumber { return }
    currentNumber = number
    if let index = configuration.index(of: number) { emit(.currentPageChanged(to: index)) }
  }

  /// The indices of the page in the middle of the window and of the nearest page.
  var indices: (window: Int?, current: Int?) {
    (
      configuration.index(of: stops.number(of: anchorSlot)),
      configuration.index(of: currentNumber)
    )
  }

  /// Reports the indices if they are others than they were.
  mutating func reportIndices(unlike old: (window: Int?, current: Int?)) {
    let new = indices
    if let window = new.window, window != old.window { emit(.windowMoved(to: window)) }
    if let current = new.current, current != old.current {
      emit(.currentPageChanged(to: current))
    }
  }

  /// The first instant after `t` at which a page number or the transition changes; `nil` if the
  /// motion ends before.
  ///
  /// The motion's time is cut into 64 parts; in the first at whose end something differs the instant
  /// is bisected down to a nanosecond. Motions over thousands of pages are reported in coarser
  /// steps: there the end of the part stands for all the pages in it.
  func nextCrossing(after t: Rational) -> Rational? {
    guard let end = motionEnd, end > t, configuration.pageCount > 0 else { return nil }
    if case .rest = motion { return nil }
    let offset = t.since(motionStart)
    let ticks = end.since(t).nanoseconds
    if ticks < 1 { return nil }
    let stops = self.stops
    func changes(_ place: Double) -> Bool {
      stops.reached(by: place, from: anchorSlot) != anchorSlot
        || stops.number(of: stops.nearest(to: place)) != currentNumber
        || (isFollowingTransition && transition.changes(at: place, stops))
    }
    func isCrossed(_ tick: Int64) -> Bool {
      let instant = t.later(by: Rational(tick, over: Rational.instantsPerSecond))
      return changes(motion.place(at: instant.since(motionStart)))
    }
    let isLong = (motion.place(at: offset) - targetPlace).magnitude > 2048
    let start = offset.double
    let parts: Int64 = 64
    var before: Int64 = 0
    for part in 1...parts {
      let tick = ticks / parts * part + ticks % parts * part / parts
      if tick == before { continue }
      let seconds = start + Double(tick) / Double(Rational.instantsPerSecond)
      if changes(motion.approximatePlace(at: seconds)) {
        var low = before
        var high = tick
        while high - low > 1 && !isLong {
          let middle = low + (high - low) / 2
          if isCrossed(middle) { high = middle } else { low = middle }
        }
        return t.later(by: Rational(high, over: Rational.instantsPerSecond))
      }
      before = tick
    }
    return nil
  }
}
