import FolioGeometry
import FolioNumerics
import FolioPagingCore
import FolioRendering
import FolioScene
import FolioSequence

/// Writes what the pagers of a recording do as JSON lines: a line a frame, or a line an event.
///
/// Numbers are the engine's own, in the shortest text that reads back as the same Double, so a test
/// can assert them and a difference between two runs is a difference in motion.
public struct TraceWriter: Sendable {
  private let recording: SceneRecording
  private let sampler: FrameSampler
  private let grid: DeviceGrid

  /// A writer for a recording.
  public init(_ recording: SceneRecording) {
    self.recording = recording
    sampler = FrameSampler(recording)
    grid = DeviceGrid(scale: recording.scene.canvas.scale)
  }

  // MARK: - Frames

  /// The line of a frame, without a newline: `frame`, `time` (exact, in seconds), and for each
  /// pager `id` (null for the main one), `p`, `velocity` (pages a second), `phase`, `current`,
  /// `target`, `settled`, `window` (the page in the middle of the window of three), `offset` and
  /// `windowOffset` in points, `offsetPx`, `pages` with their rectangles in points and their edges
  /// in pixels along the axis, `held` (the indices of the pages held ready, in or out of view: see
  /// `PagerState.heldPages`), `dots` with the weight of each and the `progress` of the dwell
  /// (0 to 1, null without a timer), `timer` (when it is `due`, or what is `remaining` while it is
  /// paused), and `events`: what happened after the frame before and not after this one.
  ///
  /// Where a page curl has two pages on a leaf, `p`, `velocity` and offsets count leaves; `current`,
  /// `target`, `settled` and `window` are the first page that the leaf shows, `leaves` names all that
  /// it shows for each of the first three, and of `pages` those that lie in front have the id of the
  /// page on their `back`.
  public func line(ofFrame index: Int) -> String {
    let time = recording.time(ofFrame: index)
    let before = index > 0 ? recording.time(ofFrame: index - 1) : nil
    let state = sampler.state(at: time)
    var json = JSONWriter()
    json.raw("{\"frame\": \(index), \"time\": ")
    json.ratio(time.numerator, time.denominator)
    json.raw(", \"pagers\": [")
    for (i, track) in recording.tracks.enumerated() {
      if i > 0 { json.raw(", ") }
      write(track, i, at: time, after: before, state, to: &json)
    }
    json.raw("]")
    let taps = recording.selections.filter { isIn($0.time, after: before, upTo: time) }
    if !taps.isEmpty {
      json.raw(", \"taps\": [")
      for (i, tap) in taps.enumerated() {
        if i > 0 { json.raw(", ") }
        write(tap, to: &json)
      }
      json.raw("]")
    }
    json.raw("}")
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private func isIn(_ time: Rational, after before: Rational?, upTo end: Rational) -> Bool {
    if let before, time <= before { return false }
    return time <= end
  }

  private func write(
    _ track: PagerTrack, _ index: Int, at time: Rational, after before: Rational?,
    _ frame: FrameState, to json: inout JSONWriter
  ) {
    let state = track.recording.state(at: time)
    let configuration = state.configuration
    json.raw("{\"id\": ")
    if let id = track.id { json.string(id) } else { json.raw("null") }
    json.raw(", \"p\": ")
    json.number(state.position)
    json.raw(", \"velocity\": ")
    json.number(state.velocity)
    let layout = track.leafLayout
    let keys = track.pageKeys(in: state)
    json.raw(", \"phase\": \"\(state.phase)\", \"current\": ")
    page(state.currentPage, layout, to: &json)
    json.raw(", \"target\": ")
    page(state.targetPage, layout, to: &json)
    json.raw(", \"settled\": ")
    page(state.settledPage, layout, to: &json)
    json.raw(", \"window\": ")
    page(state.anchorPage, layout, to: &json)
    if layout != .single {
      json.raw(", \"leaves\": {\"current\": ")
      names(ofLeaf: state.currentPage, track, keys, to: &json)
      json.raw(", \"target\": ")
      names(ofLeaf: state.targetPage, track, keys, to: &json)
      json.raw(", \"settled\": ")
      names(ofLeaf: state.settledPage, track, keys, to: &json)
      json.raw("}")
    }
    json.raw(", \"offset\": ")
    json.number(state.contentOffset)
    json.raw(", \"offsetPx\": \(grid.pixel(state.place * configuration.stride))")
    json.raw(", \"windowOffset\": ")
    json.number(state.windowOffset)
    json.raw(", \"pages\": [")
    let placed = placedPages(of: index, in: frame.pagers)
    for (i, visible) in track.pagesInView(state).enumerated() {
      if i > 0 { json.raw(", ") }
      json.raw("{\"id\": ")
      json.string(track.pages[visible.key].id)
      json.raw(", \"index\": \(visible.page), \"from\": ")
      json.number(visible.minEdge)
      json.raw(", \"to\": ")
      json.number(visible.maxEdge)
      if let pixels = placed.first(where: { $0.page == visible.key })?.extent {
        json.raw(", \"px\": [\(pixels.lowerBound), \(pixels.upperBound)]")
      }
      if let back = layout.backPage(ofLeaf: visible.leaf, pageCount: keys.count) {
        json.raw(", \"back\": ")
        json.string(track.pages[keys[back]].id)
      }
      json.raw("}")
    }
    json.raw("], \"held\": [")
    for (i, page) in track.heldPages(state).enumerated() {
      json.raw(i > 0 ? ", \(page)" : "\(page)")
    }
    json.raw("]")
    if track.pageControl != nil {
      let dots = track.pageControlState(state)
      json.raw(", \"dots\": {\"current\": \(dots.currentPage), \"weights\": [")
      for dot in 0..<dots.numberOfPages {
        if dot > 0 { json.raw(", ") }
        json.number(dots.weight(of: dot))
      }
      json.raw("], \"progress\": ")
      if let progress = dots.progress { json.number(progress) } else { json.raw("null") }
      json.raw("}")
    }
    json.raw(", \"timer\": ")
    if let due = state.span.timerDue {
      json.raw("{\"due\": ")
      json.ratio(due.numerator, due.denominator)
      json.raw("}")
    } else if let remaining = state.span.timerRemaining {
      json.raw("{\"remaining\": ")
      json.ratio(remaining.numerator, remaining.denominator)
      json.raw("}")
    } else {
      json.raw("null")
    }
    json.raw(", \"events\": [")
    let events = track.recording.events(after: before, through: time)
    for (i, event) in events.enumerated() {
      if i > 0 { json.raw(", ") }
      json.string(event.event.name)
    }
    json.raw("]}")
  }

  /// A page by its index; of a leaf the first page that it shows.
  private func page(_ leaf: Int?, _ layout: LeafLayout, to json: inout JSONWriter) {
    if let leaf {
      json.number(Int64(layout.visiblePages(ofLeaf: leaf).lowerBound))
    } else {
      json.raw("null")
    }
  }

  /// The pages that a leaf shows, by id.
  private func names(
    ofLeaf leaf: Int?, _ track: PagerTrack, _ keys: [Int], to json: inout JSONWriter
  ) {
    json.raw("[")
    let shown = leaf.map { track.leafLayout.visiblePages(ofLeaf: $0) } ?? 0..<0
    for (i, page) in shown.filter({ keys.indices.contains($0) }).enumerated() {
      if i > 0 { json.raw(", ") }
      json.string(track.pages[keys[page]].id)
    }
    json.raw("]")
  }

  private func placedPages(
    of track: Int, in pagers: [FrameState.Pager]
  ) -> [FrameState.PlacedPage] {
    for pager in pagers {
      if pager.track == track { return pager.pages }
      for page in pager.pages {
        let inner = placedPages(of: track, in: page.pagers)
        if !inner.isEmpty { return inner }
      }
    }
    return []
  }

  // MARK: - Events

  /// A line for each event and tap in order of time: `time`, `seconds`, `pager` (null for the main
  /// one), `event`, and what it says: `page`, `p`, `velocity` in points per millisecond, `target`,
  /// `willDecelerate`, `completed`, `command`, `finished`, `due`, `pageCount`. `created` and `dropped`
  /// tell which pages come into those held ready and leave them, by `id`, and by index as `page`
  /// where they are still among the pages. Where a page curl has two pages on a leaf, `pages` names
  /// those that the leaf shows, and `page` is the first of them.
  public func eventLines() -> [String] {
    var lines: [(time: Rational, text: String)] = []
    for track in recording.tracks {
      // What is told after other pages have come is about them.
      var list = 0
      for logged in track.recording.events where logged.time <= recording.duration {
        if case .reloaded = logged.event { list += 1 }
        lines.append((logged.time, line(of: logged, track, list: list)))
      }
      for change in track.heldPageChanges(through: recording.duration) {
        lines.append((change.time, line(of: change, track)))
      }
    }
    for tap in recording.selections {
      var json = JSONWriter()
      write(tap, to: &json)
      lines.append((tap.time, String(decoding: json.bytes, as: UTF8.self)))
    }
    // A stable order: by time, and at one time in the order of the pagers.
    return lines.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element.text)
  }

  /// The beginning of an event's line.
  private func begin(
    _ event: String, at time: Rational, page: Int?, _ track: PagerTrack, _ state: PagerState,
    to json: inout JSONWriter
  ) {
    json.raw("{\"time\": ")
    json.ratio(time.numerator, time.denominator)
    json.raw(", \"seconds\": ")
    json.number(time.double)
    json.raw(", \"pager\": ")
    if let id = track.id { json.string(id) } else { json.raw("null") }
    json.raw(", \"event\": ")
    json.string(event)
    if let page { json.raw(", \"page\": \(page)") }
    json.raw(", \"p\": ")
    json.number(state.position)
  }

  private func line(of change: HeldPageChange, _ track: PagerTrack) -> String {
    var json = JSONWriter()
    let state = track.recording.state(at: change.time)
    begin(
      change.isHeld ? "created" : "dropped", at: change.time,
      page: track.pageKeys(in: state).firstIndex(of: change.key), track, state, to: &json)
    json.raw(", \"id\": ")
    json.string(track.pages[change.key].id)
    json.raw("}")
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// - Parameter list: which of the track's lists of pages, if it has any, the event is about.
  private func line(of logged: LoggedPagerEvent, _ track: PagerTrack, list: Int) -> String {
    var json = JSONWriter()
    let layout = track.leafLayout
    begin(
      logged.event.name, at: logged.time,
      page: logged.event.page.map { layout.visiblePages(ofLeaf: $0).lowerBound }, track,
      track.recording.state(at: logged.time), to: &json)
    let keys = track.pageLists.indices.contains(list) ? track.pageLists[list].keys : []
    if layout != .single, let leaf = logged.event.page {
      json.raw(", \"pages\": ")
      names(ofLeaf: leaf, track, keys, to: &json)
    }
    switch logged.event {
    case .willEndDragging(let velocity, let target):
      json.raw(", \"velocity\": ")
      json.number(velocity)
      json.raw(", \"target\": ")
      json.number(target)
    case .didEndDragging(let willDecelerate):
      json.raw(", \"willDecelerate\": \(willDecelerate)")
    case .timerStarted(let due):
      json.raw(", \"due\": ")
      json.ratio(due.numerator, due.denominator)
    case .didTransition(_, let completed): json.raw(", \"completed\": \(completed)")
    case .completion(let command, let finished):
      json.raw(", \"command\": \(command), \"finished\": \(finished)")
    case .reloaded(let pageCount):
      json.raw(", \"pageCount\": \(layout == .single ? pageCount : keys.count)")
    default: break
    }
    json.raw("}")
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private func write(_ tap: SceneRecording.Selection, to json: inout JSONWriter) {
    json.raw("{\"time\": ")
    json.ratio(tap.time.numerator, tap.time.denominator)
    json.raw(", \"seconds\": ")
    json.number(tap.time.double)
    json.raw(", \"event\": \"tap\", \"x\": ")
    json.number(tap.point.x)
    json.raw(", \"y\": ")
    json.number(tap.point.y)
    json.raw(", \"layer\": ")
    if let layer = tap.layer { json.string(layer) } else { json.raw("null") }
    json.raw(", \"page\": ")
    if let page = tap.page { json.string(page) } else { json.raw("null") }
    json.raw("}")
  }
}
