import FolioNumerics

/// The one timer that turns pages by itself.
struct DwellTimer: Hashable, Sendable {
  /// When it fires, if it runs.
  var due: Rational?
  /// When it was last started.
  var started = Rational.zero
  /// The whole interval that it was last started with.
  var interval: Rational?
  /// What is left of the interval while it is paused.
  var remaining: Rational?
  /// Whether it has been paused: until it is resumed, an interval that starts stays whole.
  var isPaused = false
  /// Whether its interval starts when the pages have come to rest.
  var awaitsRest = false
}

extension PagerEngine {
  /// A finger that is down holds the timer back.
  var isTimerHeld: Bool { touch != nil }

  /// When the timer fires next, if it runs.
  public var nextTurn: Rational? { literal.first.map { $0.nextTurn } ?? timer.due }

  /// Whether the timer is paused.
  public var isPaused: Bool { timer.isPaused }

  /// What is left of the interval, in seconds, whether it runs or is paused; `nil` if there is none.
  public var remainingDwell: Rational? {
    timer.remaining ?? nextTurn.map { max(.zero, $0.since(time)) }
  }

  /// How long the page that the pager is at, or going to, stays; `nil` for ever.
  private func dwell(of number: Int) -> Rational? {
    guard let autoplay = configuration.autoplay else { return nil }
    var dwell = autoplay.interval
    if let index = configuration.index(of: number), index < configuration.dwells.count,
      let own = configuration.dwells[index]
    {
      dwell = own
    }
    return dwell > 0 ? max(dwell, MotionConstants.shortestInterval) : nil
  }

  /// Starts the interval anew; replaces one that runs. Nothing without an autoplay, or where there
  /// is no second page to turn to.
  mutating func startTimer(at start: Rational) {
    timer.awaitsRest = false
    let target = stops.number(of: stops.nearest(to: targetPlace))
    guard configuration.isScrollable, let dwell = dwell(of: target) else {
      stopTimer()
      record()
      return
    }
    timer.interval = dwell
    timer.started = start
    if timer.isPaused {
      timer.due = nil
      timer.remaining = dwell
    } else {
      let due = start.later(by: dwell)
      timer.remaining = nil
      timer.due = due
      emit(.timerStarted(due: due))
    }
    record()
  }

  mutating func stopTimer() {
    let ran = timer.due != nil
    timer.due = nil
    timer.remaining = nil
    if ran { emit(.timerStopped) }
  }

  /// Replaces the autoplay; `nil` switches it off, and off it stays. A new one starts its interval
  /// now, or when a drag that is under way lets it.
  public mutating func setAutoplay(_ autoplay: Autoplay?) {
    note(.setAutoplay(autoplay))
    if forward({ $0.setAutoplay(autoplay) }) != nil { return }
    configuration.autoplay = autoplay
    restartAfterChange()
  }

  /// The autoplay has changed: its interval starts now, or when a drag that is under way lets it.
  mutating func restartAfterChange() {
    if isDragging {
      stopTimer()
      timer.awaitsRest = true
      record()
    } else {
      startTimer(at: time)
    }
  }

  /// Stops the dwell timer and keeps what is left of its interval, until ``resume()``. A motion in
  /// flight goes on to its end, so the pager never stands between two pages; an interval that starts
  /// meanwhile (after a drag, a command, a new autoplay) waits as a whole.
  public mutating func pause() {
    note(.pause)
    if timer.isPaused { return }
    timer.isPaused = true
    if forward({ $0.pause() }) != nil { return }
    if let due = timer.due {
      timer.remaining = max(.zero, due.since(time))
      timer.due = nil
      emit(.timerStopped)
    }
    record()
  }

  /// Lets a paused dwell timer run on for what was left.
  public mutating func resume() {
    note(.resume)
    if !timer.isPaused { return }
    timer.isPaused = false
    if forward({ $0.resume() }) != nil { return }
    if let remaining = timer.remaining, configuration.autoplay != nil {
      let due = time.later(by: remaining)
      timer.remaining = nil
      timer.started = time
      timer.due = due
      emit(.timerStarted(due: due))
    }
    record()
  }

  /// The finger has lifted after a drag.
  mutating func timerAfterRelease() {
    guard timer.awaitsRest, let autoplay = configuration.autoplay else { return }
    if autoplay.restart == .release { startTimer(at: time) }
  }

  /// A command has set the pages in motion, or at a page: as after a finger the interval starts
  /// anew, so that no turn follows on its heels.
  mutating func timerAfterCommand() {
    guard let autoplay = configuration.autoplay else { return }
    if autoplay.restart == .release || phase == .idle {
      startTimer(at: time)
    } else {
      stopTimer()
      timer.awaitsRest = true
      record()
    }
  }

  /// A finger that came and went without a drag only held the timer back: it fires now if its time
  /// has passed.
  mutating func resumeTimerAfterTouch() {
    if let due = timer.due, due < time { timer.due = time }
  }

  /// The timer fires: the next turn, and the next interval, counted from the instant it was due.
  mutating func fireTimer() {
    guard let due = timer.due, let autoplay = configuration.autoplay else {
      timer.due = nil
      return
    }
    timer.due = nil
    emit(.timerFired)
    guard configuration.isScrollable else {
      record()
      return
    }
    let stops = self.stops
    let next = stops.nearest(to: targetPlace) + (autoplay.isReversed ? -1 : 1)
    let isAtEnd = !stops.exists(next)
    if isAtEnd && autoplay.atEnd == .stop {
      emit(.timerStopped)
      record()
      return
    }
    interrupt()
    abandonTransition()
    let forward = !autoplay.isReversed
    if isAtEnd {
      let wraps = autoplay.atEnd == .wrap
      start(
        page: forward ? 0 : configuration.pageCount - 1,
        direction: wraps ? (forward ? .forward : .reverse) : nil,
        travel: wraps ? .direct : .through, duration: autoplay.duration, curve: autoplay.curve)
    } else {
      let number = stops.number(of: next)
      start(
        number: number, forward: isAhead(number), travel: .through,
        duration: autoplay.duration, curve: autoplay.curve)
    }
    startTimer(at: due)
  }
}
