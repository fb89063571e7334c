import FolioNumerics

/// A pager's whole history: stretches of closed-form motion and the events between them.
///
/// ``state(at:)`` is a pure function: any time can be asked, in any order, from any thread.
public struct PagerRecording: Hashable, Sendable {
  /// The stretches in order of time; several may begin at one instant, of which the last counts.
  public private(set) var spans: [PagerSpan] = []
  /// The events in order of time.
  public private(set) var events: [LoggedPagerEvent] = []
  /// What was asked of the pager, in order of time.
  public private(set) var inputs: [LoggedPagerInput] = []
  /// The rows that a literal original asked its data source for, in order; empty for the engine
  /// itself, whose window says what is needed.
  public private(set) var requests: [PageRequest] = []

  /// The state at a time; before the first stretch, that of its beginning.
  public func state(at time: Rational) -> PagerState {
    precondition(!spans.isEmpty, "a recording begins with the state at its start")
    var low = 0
    var high = spans.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if spans[middle].start <= time { low = middle } else { high = middle }
    }
    let span = spans[low]
    return PagerState(span: span, time: max(time, span.start))
  }

  /// The events after a time and not after another, in order; from the beginning without a first one.
  public func events(after start: Rational?, through end: Rational) -> ArraySlice<LoggedPagerEvent>
  {
    /// How many events are not after a time.
    func count(through time: Rational) -> Int {
      var low = 0
      var high = events.count
      while low < high {
        let middle = (low + high) / 2
        if events[middle].time <= time { low = middle + 1 } else { high = middle }
      }
      return low
    }
    let first = start.map { count(through: $0) } ?? 0
    return events[first..<max(first, count(through: end))]
  }

  mutating func append(_ span: PagerSpan) {
    if let last = spans.last, last.start == span.start { spans.removeLast() }
    spans.append(span)
  }

  mutating func append(_ event: PagerEvent, at time: Rational) {
    events.append(LoggedPagerEvent(time: time, event: event))
  }

  mutating func append(_ input: PagerInput, at time: Rational) {
    inputs.append(LoggedPagerInput(time: time, input: input))
  }

  mutating func append(_ request: PageRequest) { requests.append(request) }
}

/// The states of a recording at regular times: what a listener to the position sees.
public struct PagerStateSequence: Sequence, IteratorProtocol, Sendable {
  private let recording: PagerRecording
  private let start: Rational
  private let step: Rational
  private let count: Int64
  private var index: Int64 = 0

  init(recording: PagerRecording, start: Rational, end: Rational, rate: Rational) {
    self.recording = recording
    self.start = start
    step = Rational.one / rate
    count = end < start ? 0 : (end.since(start) * rate).floor + 1
  }

  /// The next state; `nil` after the end.
  public mutating func next() -> PagerState? {
    if index >= count { return nil }
    defer { index += 1 }
    return recording.state(at: start.later(by: Rational(index, over: 1) * step))
  }
}

extension PagerRecording {
  /// The states from `start` through `end` at `rate` a second, each at `start + n / rate`.
  ///
  /// - Precondition: `rate` is above 0.
  public func states(
    from start: Rational, through end: Rational, rate: Rational
  ) -> PagerStateSequence {
    precondition(rate > 0, "states need a rate above 0")
    return PagerStateSequence(recording: self, start: start, end: end, rate: rate)
  }
}
