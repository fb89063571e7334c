import FolioNumerics
import FolioPagingCore

// How a recording is examined.
//
// A recording is a list of stretches, a list of events and a list of what was asked. The doctor walks
// along the stretches. At the border of two it compares what the first would have shown with what the
// second shows: what was asked at that instant, and the events of that instant, say which jump is due.
// Within a stretch the motion is a formula, so looking at its beginning and three places after it is enough for what can only be broken between two pages (coverage, dots). Events are
// replayed as a listener would hear them.
//
// The doctor knows nothing of how the engine works and shares no code with it: page rectangles, dots,
// indices and times are compared with each other.

/// Reads the recording of a pager and names every law that it breaks.
public struct PagerDoctor: Sendable {
  /// When the page control that is examined goes over to the next dot; `nil` examines none.
  public var pageControlUpdate: PageControlUpdate?

  /// A doctor for a pager whose page control follows a policy.
  public init(pageControlUpdate: PageControlUpdate? = .half) {
    self.pageControlUpdate = pageControlUpdate
  }

  /// What is wrong with a recording up to a time, in order of time; nothing for a healthy one.
  public func examine(_ recording: PagerRecording, until end: Rational) -> [PagerFinding] {
    var examination = PagerExamination(recording, end: end, update: pageControlUpdate)
    examination.run()
    // By time, and at one time in the order found.
    return examination.findings.enumerated().sorted {
      $0.element.time != $1.element.time
        ? $0.element.time < $1.element.time : $0.offset < $1.offset
    }.map(\.element)
  }
}

/// One walk along a recording.
struct PagerExamination {
  let recording: PagerRecording
  let end: Rational
  let update: PageControlUpdate?
  var findings: [PagerFinding] = []
  /// What a listener knows.
  var heard = PagerListener()
  /// The laws that are broken now: what lasts is reported once.
  private var broken: [PagerInvariant] = []
  private var isMisled = false
  private var nextEvent = 0
  private var nextInput = 0

  init(_ recording: PagerRecording, end: Rational, update: PageControlUpdate?) {
    self.recording = recording
    self.end = end
    self.update = update
  }

  mutating func report(
    _ invariant: PagerInvariant, _ time: Rational, _ found: String, expected: String
  ) {
    findings.append(
      PagerFinding(invariant: invariant, time: time, found: found, expected: expected))
  }

  /// Reports a state that breaks a law when it begins to.
  mutating func expect(
    _ invariant: PagerInvariant, _ time: Rational, _ fault: (found: String, expected: String)?
  ) {
    let wasBroken = broken.contains(invariant)
    if let fault {
      if wasBroken { return }
      broken.append(invariant)
      report(invariant, time, fault.found, expected: fault.expected)
    } else if wasBroken {
      broken.removeAll { $0 == invariant }
    }
  }

  mutating func run() {
    let spans = recording.spans
    guard let first = spans.first else { return }
    let isReplaced = recording.events.contains {
      if case .reloaded = $0.event, $0.time <= first.start { true } else { false }
    }
    heard.begin(with: PagerState(span: first, time: first.start), isReplaced: isReplaced)
    for (i, span) in spans.enumerated() where span.start <= end {
      let state = PagerState(span: span, time: span.start)
      let instant = happenings(upTo: span.start)
      hear(instant.events)
      if i > 0 {
        let before = PagerState(span: spans[i - 1], time: span.start)
        checkBorder(from: before, to: state, instant)
      }
      checkSpan(state)
      checkListener(state)
      let next = i + 1 < spans.count ? min(spans[i + 1].start, end) : end
      look(at: state)
      // Instants are found to the nanosecond.
      guard !state.isAtRest, (next - span.start).double > 1e-6 else { continue }
      for part in 1...3 {
        guard let way = (next - span.start).multiplied(by: Rational(part, 4)),
          let time = span.start.adding(way)
        else { continue }
        look(at: PagerState(span: span, time: time))
      }
    }
    hear(happenings(upTo: end).events)
    checkRequests()
    checkCompletions(last: spans.last { $0.start <= end } ?? first)
  }

  /// What happens after the stretch before and not after an instant.
  struct Instant {
    let time: Rational
    let events: ArraySlice<LoggedPagerEvent>
    let inputs: ArraySlice<LoggedPagerInput>

    /// Whether one of the events of the instant itself is of a kind.
    func has(_ isOfKind: (PagerEvent) -> Bool) -> Bool {
      events.contains { $0.time == time && isOfKind($0.event) }
    }

    /// What was asked at the instant itself.
    var asked: [PagerInput] { inputs.filter { $0.time == time }.map(\.input) }
  }

  private mutating func happenings(upTo time: Rational) -> Instant {
    let firstEvent = nextEvent
    while nextEvent < recording.events.count, recording.events[nextEvent].time <= time {
      nextEvent += 1
    }
    let firstInput = nextInput
    while nextInput < recording.inputs.count, recording.inputs[nextInput].time <= time {
      nextInput += 1
    }
    return Instant(
      time: time, events: recording.events[firstEvent..<nextEvent],
      inputs: recording.inputs[firstInput..<nextInput])
  }

  private mutating func hear(_ events: ArraySlice<LoggedPagerEvent>) {
    for logged in events {
      for fault in heard.hear(logged, recording: recording) {
        report(fault.invariant, logged.time, fault.found, expected: fault.expected)
      }
    }
  }

  /// Whether the callbacks have told which page the pager is at. (The banner tells of its window.)
  private mutating func checkListener(_ state: PagerState) {
    let isBanner = state.configuration.quirk == .dlPageView
    // Half way between two pages the last bits decide.
    let half = (state.place - state.place.rounded(.down) - 0.5).magnitude < 1e-9
    let wasMisled = isMisled
    isMisled = true
    if heard.window != state.anchorPage {
      if wasMisled { return }
      report(
        .dotMatchesPage, state.time,
        "listeners know \(PagerExamination.page(heard.window)) as "
          + "the middle of the window",
        expected: PagerExamination.page(state.anchorPage))
    } else if !isBanner && !half && heard.current != state.currentPage {
      if wasMisled { return }
      report(
        .dotMatchesPage, state.time,
        "listeners know \(PagerExamination.page(heard.current)) as "
          + "the current one",
        expected: PagerExamination.page(state.currentPage))
    } else {
      isMisled = false
    }
  }

  private static func page(_ index: Int?) -> String { index.map { "page \($0)" } ?? "no page" }

  /// What can be seen of a state.
  private mutating func look(at state: PagerState) {
    expect(.coverage, state.time, coverageFault(state))
    expect(.dotMatchesPage, state.time, dotFault(state))
  }

  // MARK: - The whole recording

  private mutating func checkRequests() {
    for request in recording.requests
    where request.time <= end && (request.row < 0 || request.row >= request.count) {
      report(
        .indexInRange, request.time, "row \(request.row) is asked for",
        expected: PagerExamination.rows(request.count))
    }
  }

  /// Which indices there are, in words.
  static func rows(_ count: Int) -> String {
    count == 0 ? "no row, as there are no pages" : "a row in 0...\(count - 1)"
  }

  private mutating func checkCompletions(last: PagerSpan) {
    var owed: [(command: Int, time: Rational)] = []
    var inputs = recording.inputs.filter { $0.time <= end && $0.input.command != nil }[...]
    func take(_ until: (LoggedPagerInput) -> Bool) {
      while let next = inputs.first, until(next), let command = next.input.command {
        owed.append((command, next.time))
        inputs.removeFirst()
      }
    }
    for logged in recording.events where logged.time <= end {
      guard case .completion(let command, _) = logged.event else { continue }
      take { $0.time <= logged.time }
      if let i = owed.firstIndex(where: { $0.command == command }) {
        owed.remove(at: i)
      } else {
        report(
          .oneCompletion, logged.time, "command \(command) is completed, which is not under way",
          expected: "one completion for each command")
      }
    }
    take { _ in true }
    // The last command may be on its way still.
    if last.phase == .animating, !owed.isEmpty { owed.removeLast() }
    for (command, time) in owed {
      report(
        .oneCompletion, time, "command \(command) is never completed",
        expected: "one completion for each command")
    }
  }
}
