import FolioNumerics

/// A progress that fills by itself and turns the page when it is full (as on iOS 17).
///
/// It owns no page control: it is told of page changes by ``pageChanged(to:initialProgress:)`` and
/// asks for them through ``onAdvance``.
public final class PageControlTimerProgress {
  /// Seconds that a page stays, above 0.
  public let preferredDuration: Rational
  /// Whether the first page follows the last; else the timer stops there. Off by default.
  public var resetsToInitialPageAfterEnd = false
  /// Whether a page may be advanced to; by default any.
  public var shouldAdvance: ((_ page: Int) -> Bool)?
  /// Called at the exact instant at which a page is to be shown.
  public var onAdvance: ((_ page: Int) -> Void)?
  /// Whether time counts.
  public private(set) var isRunning = false
  /// The page that is being seen.
  public private(set) var page: Int
  /// Number of pages.
  public var numberOfPages: Int

  private let clock: VirtualClock
  private var durations: [Int: Rational] = [:]
  private var elapsed = Rational.zero
  private var since = Rational.zero
  /// Counts starts and stops, so that an appointment of an earlier start is recognised as void.
  private var generation = 0

  /// A timer that stands still.
  ///
  /// - Precondition: `preferredDuration` is above 0.
  public init(preferredDuration: Rational, numberOfPages: Int, page: Int = 0, clock: VirtualClock) {
    precondition(preferredDuration > 0)
    self.preferredDuration = preferredDuration
    self.numberOfPages = max(0, numberOfPages)
    self.page = page
    self.clock = clock
  }

  /// Seconds that a page stays.
  public func duration(forPage page: Int) -> Rational { durations[page] ?? preferredDuration }

  /// Sets the seconds that one page stays; 0 or less restores the preferred duration.
  public func setDuration(_ duration: Rational, forPage page: Int) {
    let share = currentProgress
    durations[page] = duration > 0 ? duration : nil
    if page == self.page {
      // What has been seen stays seen.
      elapsed = self.duration(forPage: page) * Rational(roundingUp: share)
      since = clock.now
      makeAppointment()
    }
  }

  /// The share of the page's time that has passed, 0...1.
  public var currentProgress: Double {
    let passed = isRunning ? elapsed + (clock.now - since) : elapsed
    return min((passed / duration(forPage: page)).double, 1)
  }

  /// Starts, or goes on.
  public func resumeTimer() {
    if isRunning { return }
    isRunning = true
    since = clock.now
    makeAppointment()
  }

  /// Stops and keeps what has passed.
  public func pauseTimer() {
    if !isRunning { return }
    elapsed += clock.now - since
    isRunning = false
    generation += 1
  }

  /// Another page is shown: its time begins, at a share of it if one is given.
  public func pageChanged(to page: Int, initialProgress: Double = 0) {
    self.page = page
    let share = initialProgress.isNaN ? 0 : min(max(initialProgress, 0), 1)
    elapsed = duration(forPage: page) * Rational(roundingUp: share)
    since = clock.now
    makeAppointment()
  }

  private func makeAppointment() {
    generation += 1
    if !isRunning { return }
    let mine = generation
    let left = duration(forPage: page) - elapsed
    clock.schedule(at: clock.now + max(.zero, left)) { [weak self] in
      guard let self, self.generation == mine else { return }
      self.finishPage()
    }
  }

  private func finishPage() {
    var next = page + 1
    if next >= numberOfPages {
      guard resetsToInitialPageAfterEnd, numberOfPages > 1 else {
        pauseTimer()
        return
      }
      next = 0
    }
    guard shouldAdvance?(next) ?? true else {
      pauseTimer()
      return
    }
    pageChanged(to: next)
    onAdvance?(next)
  }
}
