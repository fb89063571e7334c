import FolioNumerics

@testable import FolioPagingCore

/// Reads a recording and names every law of the pager that it breaks.
///
/// It knows nothing of how the engine works: it replays the events and asks for states.
struct RecordingInspector {
  /// Instants at which the script moves pages by a jump: a finger that jumps, a command that does
  /// not animate, pages or extents that change.
  var jumps: Set<Rational> = []
  /// Numbers of the commands given.
  var commands: [Int] = []
  /// Whether pages are expected not to jump (an animation may be set to last no time).
  var expectsPictures = true
  /// Number of pages at the start.
  var initialCount = 0

  func faults(_ engine: PagerEngine) -> [String] {
    var faults: [String] = []
    let recording = engine.recording
    checkEvents(recording, engine, &faults)
    checkPictures(recording, &faults)
    checkEnd(engine, &faults)
    return faults
  }

  private func checkEvents(
    _ recording: PagerRecording, _ engine: PagerEngine, _ faults: inout [String]
  ) {
    var count = initialCount
    var willOpen = false
    var dragging = false
    var decelerating = false
    var completions: [Int: Int] = [:]
    var last = Rational(-1)
    let first = recording.spans.first.map { PagerState(span: $0, time: $0.start) }
    var window = first?.anchorPage
    var current = first?.currentPage
    for logged in recording.events {
      if logged.time < last { faults.append("events out of order at \(logged.time)") }
      last = logged.time
      func inRange(_ index: Int) {
        if index < 0 || index >= count { faults.append("\(logged) names no page of \(count)") }
      }
      switch logged.event {
      case .willTransition(let to):
        inRange(to)
        if willOpen { faults.append("will after will at \(logged.time.double)") }
        willOpen = true
      case .didTransition(let previous, _):
        inRange(previous)
        if !willOpen { faults.append("did without will at \(logged.time.double)") }
        willOpen = false
      case .willBeginDragging:
        if dragging { faults.append("drag in drag") }
        dragging = true
      case .didEndDragging:
        if !dragging { faults.append("drag ends that did not begin") }
        dragging = false
      case .willBeginDecelerating:
        if decelerating { faults.append("deceleration in deceleration") }
        decelerating = true
      case .didEndDecelerating:
        if !decelerating { faults.append("deceleration ends that did not begin") }
        decelerating = false
      case .completion(let id, _): completions[id, default: 0] += 1
      case .windowMoved(let to):
        inRange(to)
        window = to
      case .currentPageChanged(let to):
        inRange(to)
        current = to
      case .reloaded(let pages):
        count = pages
        if pages == 0 {
          window = nil
          current = nil
        }
      default: break
      }
    }
    if willOpen != engine.transition.isOpen { faults.append("an open will is not known") }
    if dragging != engine.isDragging { faults.append("an open drag is not known") }
    if !engine.isDragging && engine.state.phase == .idle && willOpen {
      faults.append("at rest with an open transition")
    }
    if engine.state.phase == .idle && decelerating { faults.append("rest, but decelerating") }
    if window != engine.state.anchorPage {
      faults.append("events say window \(window ?? -1), state \(engine.state.anchorPage ?? -1)")
    }
    if current != engine.state.currentPage {
      faults.append("events say page \(current ?? -1), state \(engine.state.currentPage ?? -1)")
    }
    for id in commands {
      let times = completions[id] ?? 0
      let isOpen = engine.command == id
      if times != (isOpen ? 0 : 1) { faults.append("command \(id) ended \(times) times") }
    }
  }

  /// What is seen: the pages' keys and edges.
  private func checkPictures(_ recording: PagerRecording, _ faults: inout [String]) {
    for (before, after) in zip(recording.spans, recording.spans.dropFirst()) {
      let old = PagerState(span: before, time: after.start)
      let new = PagerState(span: after, time: after.start)
      if !new.place.isFinite || !new.velocity.isFinite { faults.append("a place is no number") }
      checkCoverage(new, &faults)
      if jumps.contains(after.start) || !expectsPictures { continue }
      if old.configuration != new.configuration, old.configuration.autoplay == nil { continue }
      let stride = old.configuration.stride
      var oldEdges: [Int: [Double]] = [:]
      for page in old.visiblePages() { oldEdges[page.key, default: []].append(page.minEdge) }
      for page in new.visiblePages() {
        let edges = oldEdges[page.key] ?? []
        let near = edges.map { ($0 - page.minEdge).magnitude }.min()
        // A page that appears does so at an edge, or by the snap at the end of a spring.
        let view = old.configuration.viewExtent
        let edge = min((page.minEdge - view).magnitude, page.maxEdge.magnitude)
        let gap = min(near ?? edge, edge)
        if gap > 0.5 + 1e-6 * stride {
          faults.append(
            "page \(page.page) jumps by \(gap) at \(after.start.double) to \(after.phase)")
        }
      }
    }
    let end = recording.spans.last?.start ?? .zero
    for i in 0..<40 {
      checkCoverage(recording.state(at: end * Rational(i, 40)), &faults)
    }
  }

  private func checkCoverage(_ state: PagerState, _ faults: inout [String]) {
    let configuration = state.configuration
    guard configuration.wraps, configuration.stride > 0, configuration.viewExtent > 0,
      configuration.spacing <= 0, configuration.viewExtent / configuration.stride < 1000
    else { return }
    let pages = state.visiblePages().sorted { $0.minEdge < $1.minEdge }
    var covered = 0.0
    for page in pages where page.minEdge <= covered + 1e-9 { covered = max(covered, page.maxEdge) }
    if covered < configuration.viewExtent - 1e-9 {
      faults.append("uncovered from \(covered) at \(state.time.double)")
    }
  }

  private func checkEnd(_ engine: PagerEngine, _ faults: inout [String]) {
    let state = engine.state
    if engine.isTouched { return }
    if state.phase != .idle || !state.isAtRest {
      if state.configuration.autoplay == nil { faults.append("not at rest: \(state.phase)") }
      return
    }
    if state.span.strip != .identity { faults.append("at rest on a strip") }
    if state.position != state.span.settledPosition { faults.append("rest is not settled") }
    if state.position != state.span.targetPosition { faults.append("rest is not its target") }
    if case .pages = state.configuration.snapping, state.position != state.position.rounded(),
      state.configuration.wraps || state.position != state.configuration.maximumPosition
    {
      faults.append("at rest off the grid at \(state.position)")
    }
    if !state.configuration.wraps,
      state.position < 0 || state.position > max(0, state.configuration.maximumPosition)
    {
      faults.append("at rest outside at \(state.position)")
    }
    let runs = engine.nextTurn != nil
    if runs && (state.configuration.autoplay == nil || !state.configuration.isScrollable) {
      faults.append("a timer runs for nothing")
    }
  }
}
