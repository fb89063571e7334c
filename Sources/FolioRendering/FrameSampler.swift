import FolioGeometry
import FolioNumerics
import FolioPagingCore
import FolioRaster
import FolioScene

/// Turns a recording and a time into what a frame shows: a pure function.
public struct FrameSampler: Sendable {
  /// The recording.
  public let recording: SceneRecording
  let grid: DeviceGrid
  private let origin: Point
  /// What never changes of each track.
  private let facts: [TrackFacts]
  /// What is set on the way, and the pager it is about.
  private let paths: [(path: SettablePath, pager: String?)]
  private let initials: [SettableValue?]

  private struct TrackFacts: Sendable {
    /// Whether it lies on the canvas.
    let isOnCanvas: Bool
    /// Which pages are on its leaves.
    let leafLayout: LeafLayout
    /// Whether settings can be about it: the main pager, and those that have an id.
    let isSettable: Bool
    /// Its page control, if it has one.
    let control: Control?
    /// The pagers in its pages: the page's index in its list, and the pager's among the tracks.
    var inner: [(page: Int, track: Int)] = []

    struct Control: Sendable {
      let update: PageControlUpdate
      /// Whether its display is deferred at some time.
      let isEverDeferred: Bool
      let hidesForSinglePage: Bool
      let color: Color?
      let current: Color?
    }

    init(_ track: PagerTrack, isMain: Bool) {
      isOnCanvas = track.home == .canvas
      leafLayout = track.leafLayout
      isSettable = isMain || track.id != nil
      control = track.pageControl.map {
        Control(
          update: track.pageControlUpdate, isEverDeferred: !track.deferredDisplays.isEmpty,
          hidesForSinglePage: $0.hidesForSinglePage, color: $0.color, current: $0.current)
      }
    }
  }

  /// A sampler.
  public init(_ recording: SceneRecording) {
    self.recording = recording
    let canvas = recording.scene.canvas
    grid = DeviceGrid(scale: canvas.scale)
    origin = canvas.pixelOrigin
    var facts = recording.tracks.enumerated().map { TrackFacts($1, isMain: $0 == 0) }
    for (i, track) in recording.tracks.enumerated() {
      if case .page(let holder, let page) = track.home { facts[holder].inner.append((page, i)) }
    }
    self.facts = facts
    var paths: [(path: SettablePath, pager: String?)] = []
    for change in recording.settings
    where !paths.contains(where: { $0 == (change.path, change.pager) }) {
      paths.append((change.path, change.pager))
    }
    self.paths = paths
    initials = paths.map { path, pager in
      recording.tracks.first { $0.id == pager }?.initialValue(of: path)
        ?? recording.scene.initialValue(of: path)
    }
  }

  /// What a frame shows.
  public func state(ofFrame index: Int) -> FrameState { state(at: recording.time(ofFrame: index)) }

  /// What is to be seen at a time.
  public func state(at time: Rational) -> FrameState {
    let overrides = self.overrides(at: time)
    var background = recording.scene.canvas.background
    for case .color(let color) in overrides.filter({ $0.path == .canvasBackground }).map(\.value) {
      background = color
    }
    let pagers = facts.indices.filter { facts[$0].isOnCanvas }.map {
      pager($0, at: time, overrides)
    }
    return FrameState(background: background, pagers: pagers, overrides: overrides)
  }

  /// The values set by a time, in the order in which their paths were first set.
  func overrides(at time: Rational) -> [FrameState.Override] {
    var overrides: [FrameState.Override] = []
    for ((path, pager), initial) in zip(paths, initials) {
      if let value = recording.value(of: path, in: pager, at: time, initial: initial) {
        overrides.append(FrameState.Override(path: path, pager: pager, value: value))
      }
    }
    return overrides
  }

  /// A pager's rectangle in pixels: its edges rounded each by itself, so neighbours that share an
  /// edge share its pixel.
  private func pixels(of frame: Rect, onCanvas: Bool) -> PixelRect {
    let shift = onCanvas ? origin : .zero
    let inverse = 1 / grid.scale
    return PixelRect(
      left: grid.pixel(frame.minX + shift.x * inverse),
      top: grid.pixel(frame.minY + shift.y * inverse),
      right: grid.pixel(frame.maxX + shift.x * inverse),
      bottom: grid.pixel(frame.maxY + shift.y * inverse))
  }

  private func pager(
    _ index: Int, at time: Rational, _ overrides: [FrameState.Override]
  ) -> FrameState.Pager {
    let facts = self.facts[index]
    let frame = recording.tracks[index].frame(at: time)
    let box = pixels(of: frame, onCanvas: facts.isOnCanvas)
    let state = recording.tracks[index].recording.state(at: time)
    let configuration = state.configuration
    let isHorizontal = configuration.axis == .horizontal
    let view = isHorizontal ? box.width : box.height
    // Along the axis the engine has it: the literal banner's pages keep the size they were made with.
    var pageSize = recording.tracks[index].description.pageSize(in: frame.size)
    if isHorizontal {
      pageSize.width = configuration.pageExtent
    } else {
      pageSize.height = configuration.pageExtent
    }
    let isSpread = facts.leafLayout == .spread
    if isSpread && isHorizontal { pageSize.width /= 2 }
    if isSpread && !isHorizontal { pageSize.height /= 2 }
    let pageKeys =
      facts.leafLayout == .single ? [] : recording.tracks[index].pageKeys(in: state)
    let pagePixels = grid.pixelsCovering(configuration.pageExtent)

    var placed: [FrameState.PlacedPage] = []
    let inView = state.visiblePages()
    let lastSlot = inView.map(\.slot).max()
    for visible in inView {
      func boundary(_ slot: Int) -> Int {
        grid.boundary(
          ofSlot: slot, place: state.place, stride: configuration.stride,
          leadingInset: configuration.leadingInset)
      }
      var start = boundary(visible.slot)
      // Without a gap the next page's edge is this one's; where no next one is in view nobody shares
      // it, and the page keeps all the pixels that it has at rest.
      var end = start + pagePixels
      if configuration.spacing == 0 && visible.slot != lastSlot {
        end = boundary(visible.slot + 1)
      }
      if configuration.isMirrored { (start, end) = (view - end, view - start) }
      func place(_ key: Int, _ start: Int, _ end: Int) {
        let low = max(0, start)
        let high = min(view, end)
        if high <= low { return }
        var pagers: [FrameState.Pager] = []
        for inner in facts.inner where inner.page == key {
          pagers.append(pager(inner.track, at: time, overrides))
        }
        placed.append(
          FrameState.PlacedPage(page: key, origin: start, extent: low..<high, pagers: pagers))
      }
      if isSpread {
        var pages = LeafLayout.spread.visiblePages(ofLeaf: visible.page).map { pageKeys[$0] }
        if configuration.isMirrored { pages.reverse() }
        let middle = start + grid.pixel(configuration.pageExtent / 2)
        place(pages[0], start, middle)
        place(pages[1], middle, end)
      } else {
        place(visible.key, start, end)
      }
    }
    return FrameState.Pager(
      track: index, frame: box, isHorizontal: isHorizontal, pageSize: pageSize, pages: placed,
      control: control(of: index, state, size: frame.size, overrides))
  }

  /// The page control of a track where it has one that shows.
  func control(
    of index: Int, _ state: PagerState, size: Size, _ overrides: [FrameState.Override]
  ) -> FrameState.Control? {
    guard let control = facts[index].control else { return nil }
    let dots: PageControlState
    if facts[index].leafLayout == .single {
      // As the track's own `pageControlState`, but without a copy of the track.
      dots = PageControlState(
        state, update: control.update,
        displayedPage: control.isEverDeferred
          ? recording.tracks[index].deferredPage(at: state.time) : nil)
    } else {
      dots = recording.tracks[index].pageControlState(state)
    }
    if dots.numberOfPages == 0 || (control.hidesForSinglePage && dots.numberOfPages == 1) {
      return nil
    }
    var color = control.color
    var current = control.current
    for override in overrides
    where facts[index].isSettable && override.pager == recording.tracks[index].id {
      switch (override.path, override.value) {
      case (.pageControlHidden, .flag(true)): return nil
      case (.pageControlColor, .color(let value)): color = value
      case (.pageControlCurrent, .color(let value)): current = value
      default: break
      }
    }
    return FrameState.Control(
      count: dots.numberOfPages, position: dots.position, loops: dots.loops,
      crossFade: dots.crossFade, color: color, current: current, size: size)
  }
}

extension PagerTrack {
  /// The value that a setting of the pager or its page control has before it is first set, where it
  /// is known; `nil` for every other setting.
  func initialValue(of path: SettablePath) -> SettableValue? {
    switch path {
    case .pageControlColor: pageControl?.color.map { .color($0) }
    case .pageControlCurrent: pageControl?.current.map { .color($0) }
    case .pageControlHidden: .flag(false)
    case .pagerLoop: .flag(description.loops)
    case .pagerBounces: .flag(description.bounces)
    case .pagerSpacing: .number(description.spacing)
    case .canvasBackground, .layerOpacity, .layerHidden, .layerColor, .layerFill, .layerText: nil
    }
  }
}

extension Scene {
  /// The value that a setting of the canvas or of a layer has before it is first set, where it is
  /// known; `nil` for those of pagers.
  func initialValue(of path: SettablePath) -> SettableValue? {
    switch path {
    case .canvasBackground: return .color(canvas.background)
    case .pageControlColor, .pageControlCurrent, .pageControlHidden, .pagerLoop, .pagerBounces,
      .pagerSpacing:
      return nil
    case .layerOpacity(let id): return layer(named: id).map { .number($0.opacity) }
    case .layerHidden(let id): return layer(named: id).map { .flag($0.isHidden) }
    case .layerColor(let id):
      switch layer(named: id)?.content {
      case .text(let text): return .color(text.style.color)
      case .button(let button): return .color(button.style.color)
      default: return nil
      }
    case .layerFill(let id):
      switch layer(named: id)?.content {
      case .shape(let shape):
        if case .color(let color) = shape.fill { return .color(color) }
      case .button(let button):
        if case .color(let color) = button.fill { return .color(color) }
      default: break
      }
      return nil
    case .layerText(let id):
      switch layer(named: id)?.content {
      case .text(let text): return .text(text.text)
      case .button(let button): return .text(button.title)
      default: return nil
      }
    }
  }

  /// A layer by name, wherever it is.
  func layer(named id: String) -> Layer? {
    func find(_ layers: [Layer]) -> Layer? {
      for layer in layers {
        if layer.id == id { return layer }
        switch layer.content {
        case .group(let group):
          if let found = find(group.layers) { return found }
        case .pager(let pager):
          for page in pager.pages {
            if let found = find(page.layers) { return found }
          }
        case .text, .image, .shape, .button: break
        }
      }
      return nil
    }
    if let found = find(behind) ?? find(above) { return found }
    for page in pages + spares {
      if let found = find(page.layers) { return found }
    }
    return nil
  }
}
