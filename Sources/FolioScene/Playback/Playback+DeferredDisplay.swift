import FolioNumerics
import FolioPagingCore

// A page control that defers its display keeps the dot that it shows when a finger on it changes the
// page, as UIPageControl does. The display is the pager's again from `updateCurrentPageDisplay` on, and
// from the moment that something else than the control moves the pages or changes what they are: an
// application sets the current page then, and a page that is set is shown.

/// Something that was done to a page control that defers its display.
struct DeferralEntry {
  enum Kind {
    /// A finger on it has changed the page by a command; `shown` is the dot that the pager lit before.
    case changed(shown: Int, command: Int)
    /// Its display was updated.
    case updated
  }

  let track: Int
  let time: Rational
  let kind: Kind
  /// How much of the pager's recording there was: what comes later may end the deferral.
  let eventCount: Int
  let inputCount: Int
}

extension Playback {
  mutating func note(_ kind: DeferralEntry.Kind, _ index: Int) {
    let recording = engines[index].recording
    deferrals.append(
      DeferralEntry(
        track: index, time: now, kind: kind, eventCount: recording.events.count,
        inputCount: recording.inputs.count))
  }

  /// The step `updateCurrentPageDisplay`.
  mutating func updateCurrentPageDisplay(_ index: Int, _ step: TimelineStep) {
    guard let control = tracks[index].pageControl else { return }
    if control.defersCurrentPageDisplay {
      note(.updated, index)
    } else {
      report(
        .noEffect, "the page control does not defer its display", step,
        hint: "write pageControl: { defersCurrentPageDisplay: true }", severity: .warning)
    }
  }

  /// When the display of a pager's control was deferred.
  func deferredDisplays(of index: Int) -> [PagerTrack.DeferredDisplay] {
    let entries = deferrals.filter { $0.track == index }
    let commands = entries.compactMap { entry in
      if case .changed(_, let command) = entry.kind { command } else { nil }
    }
    let recording = engines[index].recording
    var displays: [PagerTrack.DeferredDisplay] = []
    /// The deferral that is under way, and what had been recorded when it began.
    var open: (start: Rational, page: Int, since: DeferralEntry)?
    func close(at end: Rational?) {
      guard let display = open else { return }
      open = nil
      displays.append(
        PagerTrack.DeferredDisplay(start: display.start, end: end, page: display.page))
    }
    for entry in entries {
      if let since = open?.since,
        let end = recording.firstMovement(
          events: since.eventCount..<entry.eventCount, inputs: since.inputCount..<entry.inputCount,
          except: commands)
      {
        close(at: end)
      }
      switch entry.kind {
      case .changed(let shown, _): if open == nil { open = (entry.time, shown, entry) }
      case .updated: close(at: entry.time)
      }
    }
    if let since = open?.since {
      close(
        at: recording.firstMovement(
          events: since.eventCount..<recording.events.count,
          inputs: since.inputCount..<recording.inputs.count, except: commands))
    }
    return displays
  }
}

extension PagerRecording {
  /// The first time in a part of the recording at which a finger, the timer, a command or other pages
  /// moved the pager; commands of some numbers do not count.
  fileprivate func firstMovement(
    events range: Range<Int>, inputs inputRange: Range<Int>, except commands: [Int]
  ) -> Rational? {
    let event = events[range].first {
      switch $0.event {
      case .willBeginDragging, .timerFired: true
      default: false
      }
    }
    let input = inputs[inputRange].first {
      switch $0.input {
      case .reload, .insert, .remove, .replace: true
      default:
        $0.input.isCommand && $0.input.command.map { !commands.contains($0) } ?? true
      }
    }
    switch (event?.time, input?.time) {
    case (let a?, let b?): return min(a, b)
    case (let a, let b): return a ?? b
    }
  }
}
