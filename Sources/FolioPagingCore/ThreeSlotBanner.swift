import FolioNumerics

// The endless banner as it was published (DLPageView, commit 98486a4), defects included.
//
// It is a scroll view with three slots of its own width and one rule: when the offset, truncated to
// a whole number, has reached two widths the row moves on by one; when it has come down to nothing
// the row moves back by one; in both cases everything is loaded anew and the offset is set to one
// width. All its habits follow, and they are kept here because people have films and tests of them:
//
// - The dots change after a full page of travel, and backwards already below an offset of 1.
// - Where twice the width is no whole number, a forward page stops at an offset whose truncation
//   never reaches it: a swipe shows the next page and slides back, every second tick is lost.
// - A row is wrapped only if it is -1 or exactly the count, so after a reload with fewer pages rows
//   are asked for that do not exist.
// - A lifted finger always starts a timer: automatic turning comes back after it was switched off,
//   and an interval set during a drag leaves two timers running.
//
// The scroll view is a `PagerEngine` over three slots; this adds the rows. Where the original would
// have stopped with an exception (a row out of range) the slot stays empty.

/// The literal three-slot banner.
struct ThreeSlotBanner: Sendable {
  /// Its scroll view: places 0, 1, 2 are offsets of 0, W and 2W.
  private var scroll: PagerEngine
  private(set) var configuration: PagerConfiguration
  private(set) var recording = PagerRecording()
  /// The page control's current page: what it was last set to, clamped as it clamps.
  private(set) var row: Int

  /// What `totalPages` holds; the pages on screen may be those of an earlier load.
  private var totalPages: Int
  /// The pages of the next load, where a reload without pages has left the old ones on screen.
  private var pending: [Int]?
  /// The rows in the three slots.
  private var slots: [Int]
  /// The width when it was made; nothing follows a later one.
  private let width: Double
  private var interval: Rational
  private var timers: [RepeatingTimer] = []
  /// The timer that the property holds, by its number; others run on without an owner.
  private var ownTimer: Int?
  private var nextTimer = 0
  private var deliveredEvents = 0
  private var lastOffset: Double

  private struct RepeatingTimer: Hashable, Sendable {
    var number: Int
    var due: Rational
    var period: Rational
  }

  init(configuration outer: PagerConfiguration, page: Int, time: Rational) {
    var configuration = outer
    // It knows no end, no direction, and no page that is not as wide as itself.
    configuration.loops = false
    configuration.isMirrored = false
    configuration.padsEnds = false
    configuration.pageExtent = configuration.viewExtent
    configuration.spacing = 0
    configuration.contentExtent = nil
    self.configuration = configuration
    width = configuration.viewExtent
    var inner = PagerConfiguration(pageCount: 3, viewExtent: width)
    inner.contentExtent = 3 * width
    inner.padsEnds = false
    inner.axis = configuration.axis
    scroll = PagerEngine(configuration: inner, page: 1, time: time)
    totalPages = configuration.pageCount
    row = min(max(page, 0), max(0, totalPages - 1))
    slots = [PageStrip.blank, PageStrip.blank, PageStrip.blank]
    interval = 3
    lastOffset = width
    if let autoplay = configuration.autoplay, autoplay.interval > 0 {
      interval = autoplay.interval
      startTimer()
    }
    if totalPages > 0 { loadData() }
    follow()
  }

  var time: Rational { scroll.time }
  var isTouched: Bool { scroll.isTouched }
  var isDragging: Bool { scroll.isDragging }
  var nextTurn: Rational? { timers.map { $0.due }.min() }

  // MARK: - Its own code

  /// `getValidPageValue:`.
  private func validRow(_ value: Int) -> Int {
    if value == -1 { return totalPages - 1 }
    return value == totalPages ? 0 : value
  }

  /// `loadData`: three requests, content size and offset.
  private mutating func loadData() {
    if let pending {
      configuration.pageKeys = pending
      self.pending = nil
    }
    let count = configuration.pageCount
    let rows = [validRow(row - 1), row, validRow(row + 1)]
    for row in rows { recording.append(PageRequest(time: time, row: row, count: count)) }
    slots = rows.map { $0 >= 0 && $0 < count ? $0 : PageStrip.blank }
    if totalPages == 1 {
      // One page is as wide as its content: no dragging, offset 0. The original's three views lie
      // at 0, W and 2W, of which the first is seen: the middle of a window that begins before it.
      slots = [PageStrip.blank, slots[0], PageStrip.blank]
    }
    let isLocked = totalPages == 1
    let isEnabled = configuration.isScrollEnabled && !isLocked
    scroll.reconfigure { $0.isScrollEnabled = isEnabled }
    // Content as wide as the view lets go of a finger.
    if isLocked && scroll.isTouched { scroll.takeOver() }
    setOffset(slot: isLocked ? 0 : 1)
  }

  /// `setContentOffset:` without animation: it ends a motion in flight; a finger keeps its hold.
  private mutating func setOffset(slot: Double) {
    scroll.recentre(at: slot)
    didScroll()
  }

  /// `scrollViewDidScroll:`, called when the offset has changed.
  private mutating func didScroll() {
    let offset = scroll.state.place * width
    if offset == lastOffset { return }
    lastOffset = offset
    let x = offset.rounded(.towardZero)
    if x >= 2 * width { turnRow(by: 1) }
    if x <= 0 { turnRow(by: -1) }
  }

  private mutating func turnRow(by delta: Int) {
    row = validRow(row + delta)
    loadData()
    if let index = configuration.index(of: row) { emit(.windowMoved(to: index)) }
  }

  private func trips(_ place: Double) -> Bool {
    let x = (place * width).rounded(.towardZero)
    return x >= 2 * width || x <= 0
  }

  // MARK: - Timers

  private mutating func startTimer() {
    let timer = RepeatingTimer(
      number: nextTimer, due: time.later(by: interval),
      period: max(interval, MotionConstants.shortestInterval))
    nextTimer += 1
    ownTimer = timer.number
    timers.append(timer)
    emit(.timerStarted(due: timer.due))
  }

  private mutating func stopTimer() {
    guard let own = ownTimer else { return }
    timers.removeAll { $0.number == own }
    ownTimer = nil
    emit(.timerStopped)
  }

  private mutating func fireTimer(_ i: Int) {
    let period = timers[i].period
    // A repeating timer keeps to its grid; what a finger held back is not made up for.
    repeat { timers[i].due = timers[i].due.later(by: period) } while timers[i].due <= time
    emit(.timerFired)
    if totalPages > 1 {
      scroll.animate(to: scroll.state.place + 1)
    }
  }

  /// `setAnimationDuration:`.
  mutating func setAutoplay(_ autoplay: Autoplay?) {
    configuration.autoplay = autoplay
    stopTimer()
    if let autoplay, autoplay.interval > 0 {
      interval = autoplay.interval
      startTimer()
    }
    follow()
  }

  // MARK: - Time

  /// The next instant at which something happens by itself.
  var nextHappening: Rational? {
    var next = scroll.nextHappening
    if let trip = tripTime { next = min(next ?? trip, trip) }
    if !scroll.isTouched, let due = nextTurn { next = min(next ?? due, due) }
    return next.map { max($0, time) }
  }

  mutating func advance(to instant: Rational) {
    let t = min(instant, PagerEngine.lastTime)
    while true {
      var next = t
      if let happening = scroll.nextHappening { next = min(next, happening) }
      if let trip = tripTime { next = min(next, trip) }
      if !scroll.isTouched, let due = nextTurn, due < next {
        step(to: max(due, time))
        finishInstant()
        continue
      }
      step(to: next)
      if next >= t { break }
    }
  }

  /// Fires the timers that are due.
  mutating func finishInstant() {
    while !scroll.isTouched, let i = timers.indices.first(where: { timers[$0].due <= time }) {
      fireTimer(i)
      follow()
    }
  }

  /// Plays the scroll view to an instant up to which nothing happens, and what happens there.
  private mutating func step(to t: Rational) {
    let wasDecelerating = scroll.state.phase == .settling
    scroll.advance(to: t)
    didScroll()
    if wasDecelerating && scroll.state.phase == .idle, scroll.state.place != 1, totalPages != 1 {
      // `scrollViewDidEndDecelerating:` animates back to one width.
      scroll.animate(to: 1)
    }
    follow()
  }

  /// The first instant at which the moving offset reaches a threshold.
  private var tripTime: Rational? { isTripKnown ? trip.time : soughtTrip }

  private var isTripKnown: Bool {
    trip.motion == scroll.motion && trip.start == scroll.motionStart
      && trip.time.map { $0 > time } ?? true
  }

  /// What was found for a motion.
  private struct Trip: Sendable {
    var motion: Motion
    var start: Rational
    var time: Rational?
  }

  private var trip = Trip(motion: .rest(1), start: .zero, time: nil)

  /// Keeps what is found for the motion in force, so that it is sought once.
  private mutating func seekTrip() {
    if isTripKnown { return }
    trip = Trip(motion: scroll.motion, start: scroll.motionStart, time: soughtTrip)
  }

  private var soughtTrip: Rational? {
    guard !scroll.state.isAtRest, let end = scroll.motionEnd, end > time else { return nil }
    let ticks = end.since(time).nanoseconds
    let start = time.since(scroll.motionStart).double
    func isTripped(_ tick: Int64) -> Bool {
      let instant = time.later(by: Rational(tick, over: Rational.instantsPerSecond))
      return trips(scroll.motion.place(at: instant.since(scroll.motionStart)))
    }
    let parts: Int64 = 64
    var before: Int64 = 0
    for part in 1...parts {
      let tick = ticks / parts * part + ticks % parts * part / parts
      if tick == before { continue }
      let seconds = start + Double(tick) / Double(Rational.instantsPerSecond)
      if trips(scroll.motion.approximatePlace(at: seconds)) {
        var high = tick
        while high - before > 1 {
          let middle = before + (high - before) / 2
          if isTripped(middle) { high = middle } else { before = middle }
        }
        return time.later(by: Rational(high, over: Rational.instantsPerSecond))
      }
      before = tick
    }
    return nil
  }

  // MARK: - Commands

  mutating func touchDown(at point: Double) {
    scroll.touchDown(at: point)
    follow()
  }

  mutating func moveTouch(to point: Double, arrivingAt arrival: Rational) {
    scroll.moveTouch(to: point, arrivingAt: arrival)
    didScroll()
    follow()
  }

  mutating func touchUp(velocity: Double?) -> Bool {
    let isTap = scroll.touchUp(velocity: velocity)
    afterTouch()
    return isTap
  }

  mutating func touchCancel() {
    scroll.touchCancel()
    afterTouch()
  }

  private mutating func afterTouch() {
    didScroll()
    follow()
  }

  mutating func scroll(toPlace place: Double, animated: Bool, command: Int?) {
    scroll.scroll(toPlace: place, animated: animated, command: command)
    didScroll()
    follow()
  }

  /// `reloadData`: the row stays, the offset is set to rest; without pages it returns before it has
  /// changed anything on screen.
  mutating func reload(keys new: [Int], dwells: [Rational?]) {
    totalPages = new.count
    emit(.reloaded(pageCount: new.count))
    configuration.dwells = dwells
    pending = new
    if !new.isEmpty { loadData() }
    follow()
  }

  /// A later size changes what is seen of the content, not the content; an interval is set as by its
  /// property.
  mutating func reconfigure(_ new: PagerConfiguration) {
    configuration.viewExtent = new.viewExtent
    let isEnabled = new.isScrollEnabled && totalPages != 1
    configuration.isScrollEnabled = new.isScrollEnabled
    scroll.reconfigure { $0.isScrollEnabled = isEnabled }
    if new.autoplay != configuration.autoplay { setAutoplay(new.autoplay) }
    follow()
  }

  /// It has no pause of its own: its timers are switched off, as by an interval of 0.
  mutating func pause() {
    stopTimer()
    timers = []
    follow()
  }

  mutating func resume() {
    if configuration.autoplay != nil && timers.isEmpty { startTimer() }
    follow()
  }

  mutating func complete(_ command: Int?, finished: Bool) {
    if let command { emit(.completion(command: command, finished: finished)) }
    follow()
  }

  // MARK: - Recording

  private mutating func emit(_ event: PagerEvent) { recording.append(event, at: time) }

  /// Notes what is asked from outside.
  mutating func note(_ input: PagerInput) { recording.append(input, at: time) }

  /// Takes over what the scroll view has recorded since.
  private mutating func follow() {
    seekTrip()
    while deliveredEvents < scroll.recording.events.count {
      let logged = scroll.recording.events[deliveredEvents]
      deliveredEvents += 1
      switch logged.event {
      case .willBeginDragging:
        recording.append(logged.event, at: logged.time)
        stopTimer()
      case .didEndDragging:
        recording.append(logged.event, at: logged.time)
        startTimer()
      case .willEndDragging(let velocity, let target):
        recording.append(
          .willEndDragging(velocity: velocity, targetPosition: Double(row) + target - 1),
          at: logged.time)
      case .willBeginDecelerating, .didEndDecelerating, .didEndScrollingAnimation, .completion:
        recording.append(logged.event, at: logged.time)
      default: break
      }
    }
    let state = scroll.state
    let timer = timers.min { $0.due < $1.due }
    // The place of the middle slot; of a single page the one at the edge.
    let middle = totalPages == 1 ? 0 : 1
    recording.append(
      PagerSpan(
        start: time, motion: scroll.motion, motionStart: scroll.motionStart,
        strip: PageStrip(firstSlot: middle - 1, pages: slots, isClosed: true), phase: state.phase,
        settledPosition: Double(row),
        targetPosition: Double(row) + scroll.targetPlace - Double(middle),
        anchorSlot: middle, timerDue: timer?.due,
        timerStarted: timer.map { $0.due.since($0.period) } ?? .zero,
        timerInterval: timer?.period, timerRemaining: nil, configuration: configuration))
  }
}

extension PagerEngine {
  /// Sets the place from outside, at once: a motion in flight is over, a finger keeps its hold.
  mutating func recentre(at place: Double) {
    if touch?.isDragging == true {
      motion = .rest(place)
      stopMotion()
      reanchorFinger()
    } else {
      interrupt()
      transition = SwipeTransition()
      rest(at: place)
      if touch != nil { phase = .tracking }
      record()
    }
  }

  /// Animates to any place, also one beyond the range, as `setContentOffset(_:animated:)` lets it.
  mutating func animate(to place: Double) {
    interrupt()
    abandonTransition()
    phase = .animating
    move(
      to: place, duration: configuration.animationDuration, curve: configuration.animationCurve)
  }
}
