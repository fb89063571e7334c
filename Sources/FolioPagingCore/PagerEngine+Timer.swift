import FolioNumerics

/// The one timer that turns pages by itself.
struct DwellTimer: Hashable, Sendable {
  /// When it fires, if it runs.
  var due: Rational?
  /// When it was last started.
  var started = Rational.zero
  /// What is left of the interval while it is paused.
  var remaining: Rational?
}

extension PagerEngine {
  /// A finger that is down holds the timer back.
  var isTimerHeld: Bool { touch != nil }

  /// When the timer fires next, if it runs.
  public var nextTurn: Rational? { timer.due }

  /// How long the page that the pager is at, or going to, stays.
  private func dwell(of number: Int) -> Rational? {
    guard let autoplay = configuration.autoplay else { return nil }
    if let index = configuration.index(of: number), index < configuration.dwells.count,
      let dwell = configuration.dwells[index]
    {
      return dwell
    }
    return autoplay.interval
  }

  /// Starts the interval anew; replaces one that runs. Nothing without an autoplay.
  mutating func startTimer(at start: Rational) {
    timer.remaining = nil
    let number = configuration.pageNumber(at: strip.position(at: targetPlace))
    guard let dwell = dwell(of: number), dwell > 0, configuration.pageCount > 0 else {
      stopTimer()
      return
    }
    timer.started = start
    timer.due = start + dwell
    emit(.timerStarted(due: start + dwell))
    record()
  }

  mutating func stopTimer() {
    let ran = timer.due != nil
    timer.due = nil
    timer.remaining = nil
    if ran { emit(.timerStopped) }
  }

  /// Replaces the autoplay; `nil` switches it off. A new one starts its interval now.
  public mutating func setAutoplay(_ autoplay: Autoplay?) {
    configuration.autoplay = autoplay
    if isDragging {
      stopTimer()
    } else {
      startTimer(at: time)
    }
    record()
  }

  /// Stops the dwell timer and keeps what is left of its interval. A motion in flight goes on to
  /// its end, so the pager never stands between two pages.
  public mutating func pause() {
    guard let due = timer.due else { return }
    timer.remaining = max(.zero, due - time)
    timer.due = nil
    emit(.timerStopped)
    record()
  }

  /// Lets a paused dwell timer run on for what was left.
  public mutating func resume() {
    guard let remaining = timer.remaining, configuration.autoplay != nil else { return }
    timer.remaining = nil
    timer.started = time
    timer.due = time + remaining
    emit(.timerStarted(due: time + remaining))
    record()
  }

  mutating func timerAfterRelease() {
    guard let autoplay = configuration.autoplay, autoplay.restart == .release else { return }
    startTimer(at: time)
  }

  mutating func timerAfterSettle() {
    guard let autoplay = configuration.autoplay, autoplay.restart == .settle else { return }
    startTimer(at: time)
  }

  /// A finger that came and went without a drag only held the timer back: it fires now if its time
  /// has passed.
  mutating func resumeTimerAfterTouch() {
    if let due = timer.due, due < time { timer.due = time }
  }

  /// The timer fires: the next turn, and the next interval, counted from the instant it was due.
  mutating func fireTimer() {
    guard let due = timer.due, let autoplay = configuration.autoplay else { return }
    timer.due = nil
    emit(.timerFired)
    let from = configuration.pageNumber(at: strip.position(at: targetPlace))
    let next = from + (autoplay.isReversed ? -1 : 1)
    guard configuration.isScrollable else {
      startTimer(at: due)
      return
    }
    if configuration.index(of: next) != nil {
      turnByTimer(to: next, autoplay)
    } else {
      let first = autoplay.isReversed ? configuration.pageCount - 1 : 0
      switch autoplay.atEnd {
      case .stop:
        emit(.timerStopped)
        record()
        return
      case .rewind:
        goTo(page: first, travel: .through, duration: autoplay.duration, curve: autoplay.curve)
      case .wrap:
        goTo(
          page: first, direction: autoplay.isReversed ? .reverse : .forward,
          duration: autoplay.duration, curve: autoplay.curve)
      }
    }
    startTimer(at: due)
  }

  private mutating func turnByTimer(to number: Int, _ autoplay: Autoplay) {
    if strip.isIdentity {
      interrupt()
      phase = .animating
      move(to: rest(for: number), duration: autoplay.duration, curve: autoplay.curve)
    } else if let index = configuration.index(of: number) {
      goTo(
        page: index, direction: autoplay.isReversed ? .reverse : .forward,
        duration: autoplay.duration, curve: autoplay.curve)
    }
  }
}
