import FolioGeometry
import FolioNumerics
import FolioPagingCore

extension Playback {
  // MARK: - Pagers

  /// Lays a track for the main pager and for each pager that is a layer.
  mutating func addTracks() {
    let size = scene.canvas.size
    let safe = scene.canvas.safeArea
    let pages = scene.pages + scene.spares
    let frame = scene.pager.frame.resolve(in: size, safeArea: safe)
    addTrack(
      id: nil, scene.pager, pages: pages, shown: scene.pages.count,
      control: scene.pageControl, home: .canvas, frame: frame)
    addTracks(in: scene.behind, of: size, safeArea: safe, home: .canvas)
    let above = tracks.count
    addTracks(in: scene.above, of: size, safeArea: safe, home: .canvas)
    let inner = tracks.count
    addTracks(ofPages: pages, track: 0, size: scene.pager.pageSize(in: frame.size))
    layers = [
      Array(1..<above), [0] + Array(inner..<tracks.count), Array(above..<inner),
    ]
  }

  private mutating func addTracks(ofPages pages: [Page], track: Int, size: Size) {
    for (i, page) in pages.enumerated() {
      addTracks(in: page.layers, of: size, safeArea: .zero, home: .page(track: track, page: i))
    }
  }

  private mutating func addTracks(
    in layers: [Layer], of size: Size, safeArea: Insets, home: PagerTrack.Home,
    origin: Point = .zero
  ) {
    for layer in layers {
      switch layer.content {
      case .pager(let content):
        let frame = layer.frame.resolve(in: size, safeArea: safeArea)
          .offset(x: origin.x, y: origin.y)
        let index = tracks.count
        addTrack(
          id: layer.id, content.pager, pages: content.pages, shown: content.pages.count,
          control: content.pageControl, home: home, frame: frame)
        addTracks(
          ofPages: content.pages, track: index, size: content.pager.pageSize(in: frame.size))
      case .group(let group):
        let frame = layer.frame.resolve(in: size, safeArea: safeArea)
        addTracks(
          in: group.layers, of: frame.size, safeArea: .zero, home: home,
          origin: Point(x: origin.x + frame.minX, y: origin.y + frame.minY))
      case .text, .image, .shape, .button: break
      }
    }
  }

  private mutating func addTrack(
    id: String?, _ pager: PagerDescription, pages: [Page], shown: Int,
    control: PageControlDescription?, home: PagerTrack.Home, frame: Rect
  ) {
    let keys = Array(0..<shown)
    let configuration = pager.configuration(
      pages: pages, keys: keys, in: frame, direction: scene.direction)
    let first: Int
    switch pager.current {
    case .index(let index): first = index
    case .id(let name): first = pages.firstIndex { $0.id == name } ?? 0
    }
    let layout = pager.leafLayout
    let engine = PagerEngine(
      configuration: configuration, page: layout.leaf(ofPage: first, pageCount: shown) ?? 0)
    tracks.append(
      PagerTrack(
        id: id, description: pager, pages: pages, pageControl: control, home: home,
        frames: [PagerTrack.TimedFrame(time: .zero, frame: frame)], recording: engine.recording,
        pageLists: layout == .single ? [] : [PagerTrack.TimedPages(time: .zero, keys: keys)]))
    engines.append(engine)
  }

  /// The pager that a step is for; `nil` if it names none that exists.
  func track(of step: TimelineStep) -> Int? {
    guard let id = step.pager else { return 0 }
    return tracks.firstIndex { $0.id == id }
  }

  /// Where a pager lies on the canvas now; `nil` while the page that holds it is not in view.
  func canvasFrame(of index: Int) -> Rect? {
    let frame = tracks[index].frame(at: now)
    guard case .page(let parent, let page) = tracks[index].home else { return frame }
    guard let holder = canvasFrame(of: parent) else { return nil }
    let engine = engines[parent]
    guard let visible = pagesInView(of: parent).first(where: { $0.key == page }) else {
      return nil
    }
    let horizontal = engine.configuration.axis == .horizontal
    return frame.offset(
      x: holder.minX + (horizontal ? visible.minEdge : 0),
      y: holder.minY + (horizontal ? 0 : visible.minEdge))
  }

  /// The pagers under a point, the frontmost and deepest first.
  private func pagers(under point: Point) -> [Int] {
    layers.joined().reversed().filter { isVisible($0, at: point) }
  }

  /// Whether a pager can be seen at a point: it and all that hold it reach there.
  func isVisible(_ index: Int, at point: Point) -> Bool {
    guard canvasFrame(of: index)?.contains(point) == true else { return false }
    if case .page(let holder, _) = tracks[index].home { return isVisible(holder, at: point) }
    return true
  }

  // MARK: - Acts

  mutating func perform(_ scheduled: Scheduled) {
    switch scheduled.act {
    case .touchDown(let point, let axis): touchDown(at: point, axis: axis, scheduled.step)
    case .touchMove(let point, let arrival):
      if pressed != nil {
        scrub(to: point, arrivingAt: arrival, scheduled.step)
        finger = point
        return
      }
      decide(towards: point, arrivingAt: arrival)
      guard let touched else { return missingTouch(scheduled.step, ends: false) }
      finger = point
      let coordinate = along(point, of: touched)
      engines[touched].moveTouch(to: coordinate, arrivingAt: arrival)
    case .scrub(let point): scrub(to: point)
    case .touchUp where pressed != nil:
      endPress(isCancelled: false)
      finger = nil
    case .touchCancel where pressed != nil:
      endPress(isCancelled: true)
      finger = nil
    case .touchUp(let velocity):
      releaseRival()
      guard let touched else { return missingTouch(scheduled.step, ends: true) }
      let speed = velocity.map { along($0, of: touched) }
      let isTap = engines[touched].touchUp(velocity: speed)
      if isTap, let finger { select(at: finger) }
      self.touched = nil
      finger = nil
    case .touchCancel:
      releaseRival()
      guard let touched else { return missingTouch(scheduled.step, ends: true) }
      engines[touched].touchCancel()
      self.touched = nil
      finger = nil
    case .resize(let size): resize(to: size, scheduled.step)
    case .space(let index, let points): engines[index].reconfigure { $0.spacing = points }
    case .perform: performAction(scheduled.step)
    }
  }

  private func along(_ point: Point, of index: Int) -> Double {
    engines[index].configuration.axis == .horizontal ? point.x : point.y
  }

  /// A finger that is on no pager goes on, or ends.
  private mutating func missingTouch(_ step: TimelineStep, ends: Bool) {
    // A touch that met no pager has been reported at its beginning.
    if finger == nil {
      report(.touchConflict, "no finger is down", step, hint: "a touch begins with a down step")
    } else if ends {
      finger = nil
    }
  }

  private mutating func touchDown(
    at point: Point, axis: PagerDescription.Axis?, _ step: TimelineStep
  ) {
    if finger != nil {
      report(
        .touchConflict, "a second finger comes down while one is down", step,
        hint: "end the first touch before")
      return
    }
    finger = point
    if let press = pageControl(at: point) {
      begin(press, at: point)
      return
    }
    let under = pagers(under: point)
    let wanted: PagerConfiguration.Axis? = axis.map { $0 == .horizontal ? .horizontal : .vertical }
    let chosen =
      under.first {
        engines[$0].configuration.isScrollable
          && (wanted == nil || engines[$0].configuration.axis == wanted)
      } ?? under.first
    guard let chosen else {
      report(
        .noEffect, "the finger comes down outside every pager", step,
        hint: "the pager lies at \(describe(canvasFrame(of: 0) ?? .zero))", severity: .warning)
      return
    }
    touched = chosen
    engines[chosen].touchDown(at: along(point, of: chosen))
    if axis != nil { return }
    // Where it will go is open: the deepest pager of the other axis follows it too.
    rival = under.first {
      engines[$0].configuration.isScrollable
        && engines[$0].configuration.axis != engines[chosen].configuration.axis
    }
    guard let rival else { return }
    undecided = point
    engines[rival].touchDown(at: along(point, of: rival))
  }

  /// A finger whose way was open goes somewhere. Once it is far enough, the pager that does not want
  /// the way lets go of it.
  private mutating func decide(towards point: Point, arrivingAt arrival: Rational) {
    guard let start = undecided, let current = touched, let other = rival else { return }
    let dx = (point.x - start.x).magnitude
    let dy = (point.y - start.y).magnitude
    let slops = [current, other].map { engines[$0].configuration.panSlop }
    if max(dx, dy) < min(slops[0], slops[1]) {
      engines[other].moveTouch(to: along(point, of: other), arrivingAt: arrival)
      return
    }
    // On a diagonal the deeper one keeps it.
    let axis: PagerConfiguration.Axis = dx > dy ? .horizontal : .vertical
    let isOther = dx != dy && engines[other].configuration.axis == axis
    engines[isOther ? current : other].touchCancel()
    touched = isOther ? other : current
    rival = nil
    undecided = nil
  }

  /// The pager that has followed an undecided finger lets go of it.
  private mutating func releaseRival() {
    if let rival { engines[rival].touchCancel() }
    rival = nil
    undecided = nil
  }

  private func describe(_ rect: Rect) -> String {
    "x \(rect.minX), y \(rect.minY), \(rect.width) by \(rect.height)"
  }

  private mutating func performAction(_ step: TimelineStep) {
    if case .tap(let target, let allowsMiss) = step.action {
      tap(target, allowsMiss: allowsMiss, step)
      return
    }
    if case .set(let changes, let over, let easing) = step.action {
      for change in changes { apply(change, over: over, easing, step) }
      return
    }
    guard let index = track(of: step) else {
      report(
        .unknownPager, "no pager is called \"\(step.pager ?? "")\"", step,
        hint: "name a layer that is a pager, or leave it out for the main one")
      return
    }
    switch step.action {
    case .goTo(let goTo): self.goTo(goTo, index, step)
    case .autoplay(let autoplay):
      engines[index].setAutoplay(autoplay.map { tracks[index].description.engineAutoplay($0) })
    case .reload(let pages, let current): reload(pages, current: current, index, step)
    case .insert(let place, let names):
      let keys = keys(of: names, index, step)
      if tracks[index].leafLayout != .single {
        var all = pageKeys(of: index)
        all.insert(contentsOf: keys, at: min(max(place, 0), all.count))
        replacePages(of: index, by: all, step)
        return
      }
      engines[index].insert(
        keys: keys, at: place, dwells: keys.map { tracks[index].pages[$0].dwell })
    case .remove(let names):
      let keys = keys(of: names, index, step)
      if tracks[index].leafLayout != .single {
        replacePages(of: index, by: pageKeys(of: index).filter { !keys.contains($0) }, step)
        return
      }
      let present = engines[index].configuration.pageKeys
      engines[index].remove(at: keys.compactMap { present.firstIndex(of: $0) })
    case .pause: engines[index].pause()
    case .resume: engines[index].resume()
    case .updateCurrentPageDisplay: updateCurrentPageDisplay(index, step)
    default: break
    }
  }

  /// The keys of pages by name; unknown names are faults.
  private mutating func keys(of names: [String], _ index: Int, _ step: TimelineStep) -> [Int] {
    var keys: [Int] = []
    for name in names {
      if let key = tracks[index].pages.firstIndex(where: { $0.id == name }) {
        keys.append(key)
      } else {
        report(
          .unknownPage, "no page is called \"\(name)\"", step,
          hint: Suggestion.hint(for: name, among: tracks[index].pages.map(\.id)))
      }
    }
    return keys
  }

  /// The index of a page that is in the pager now.
  private mutating func pageIndex(
    of reference: PageReference, _ index: Int, _ step: TimelineStep
  ) -> Int? {
    let present = pageKeys(of: index)
    switch reference {
    case .index(let i):
      if i >= 0 && i < present.count { return i }
      report(
        .unknownPage, "there is no page \(i)", step,
        hint: present.isEmpty
          ? "the pager has no pages now" : "pages are counted from 0 to \(present.count - 1)")
      return nil
    case .id(let name):
      let pages = tracks[index].pages
      if let i = present.firstIndex(where: { pages[$0].id == name }) { return i }
      report(
        .unknownPage, "no page in the pager now is called \"\(name)\"", step,
        hint: Suggestion.hint(for: name, among: present.map { pages[$0].id }))
      return nil
    }
  }

  private mutating func goTo(_ goTo: TimelineStep.GoTo, _ index: Int, _ step: TimelineStep) {
    guard let place = pageIndex(of: goTo.page, index, step),
      let page = leaf(ofPage: place, index, step)
    else { return }
    if engines[index].configuration.quirk == .dlPageView {
      report(
        .noEffect, "the literal banner goes to no page by command", step,
        hint: "write preset: system with loop: true", severity: .warning)
    }
    let direction: PageDirection?
    switch goTo.direction {
    case .forward: direction = .forward
    case .reverse: direction = .reverse
    case .shortest: direction = nil
    case .automatic:
      let current = engines[index].state.currentPage ?? 0
      direction = page == current ? nil : page > current ? .forward : .reverse
    }
    let easing = goTo.easing
    engines[index].goTo(
      page: page, animated: goTo.isAnimated, direction: direction,
      travel: goTo.via.map { $0 == .through ? .through : .direct },
      duration: easing?.settling ?? goTo.duration, curve: easing?.timingCurve,
      command: nextCommand())
    if touched == index { touched = nil }
    if rival == index { rival = nil }
  }

  private mutating func reload(
    _ names: [String]?, current: PageReference?, _ index: Int, _ step: TimelineStep
  ) {
    let layout = tracks[index].leafLayout
    let old = pageKeys(of: index)
    let before = engines[index].state.anchorPage
    let keys = names.map { self.keys(of: $0, index, step) } ?? old
    var position = ReloadPosition.keep
    // The page shown, and of two the one that is left.
    for page in before.map({ layout.visiblePages(ofLeaf: $0) }) ?? 0..<0 {
      guard let place = keys.firstIndex(of: old[page]),
        let leaf = layout.leaf(ofPage: place, pageCount: keys.count)
      else { continue }
      if leaf != before { position = .page(leaf) }
      break
    }
    switch current {
    case .index(let i):
      if layout == .single {
        position = .page(i)
      } else if let leaf = leaf(ofPage: i, among: keys, index, step) {
        position = .page(leaf)
      }
    case .id(let name):
      if let place = keys.firstIndex(where: { tracks[index].pages[$0].id == name }) {
        if let leaf = leaf(ofPage: place, among: keys, index, step) { position = .page(leaf) }
      } else {
        report(
          .unknownPage, "the page \"\(name)\" is not among those loaded", step,
          hint: Suggestion.hint(for: name, among: keys.map { tracks[index].pages[$0].id }))
      }
    case nil: break
    }
    engines[index].reload(
      keys: layout.leafKeys(keys),
      dwells: tracks[index].description.dwells(of: keys, among: tracks[index].pages),
      position: position)
    if layout != .single { note(keys, of: index, step) }
  }

  private mutating func resize(to size: Size, _ step: TimelineStep) {
    guard let index = track(of: step) else { return }
    let old = tracks[index].frame(at: now)
    let frame = Rect(origin: old.origin, size: size)
    tracks[index].frames.append(PagerTrack.TimedFrame(time: now, frame: frame))
    let leaf = tracks[index].description.leafSize(in: size)
    let horizontal = engines[index].configuration.axis == .horizontal
    engines[index].resize(
      viewExtent: horizontal ? size.width : size.height,
      pageExtent: horizontal ? leaf.width : leaf.height,
      spacing: engines[index].configuration.spacing)
  }

  private mutating func apply(
    _ change: TimelineStep.Setting, over: Rational, _ easing: Easing, _ step: TimelineStep
  ) {
    guard let index = track(of: step) else { return }
    switch (change.path, change.value) {
    case (.pagerLoop, .flag(let on)):
      engines[index].reconfigure { $0.loops = on }
      checkLeaves(of: index, step)
    case (.pagerBounces, .flag(let on)): engines[index].reconfigure { $0.bounces = on }
    case (.pagerSpacing, .number(let points)):
      space(points, over: over, easing, index, step)
    default: break
    }
  }

  /// Changes the gap between pages, over a time in steps of a sixtieth of a second.
  private mutating func space(
    _ points: Double, over: Rational, _ easing: Easing, _ index: Int, _ step: TimelineStep
  ) {
    removeSpacingActs(of: index)
    guard over > 0 else {
      engines[index].reconfigure { $0.spacing = points }
      return
    }
    let from = engines[index].configuration.spacing
    let count = max(1, Int((over * 60).ceiling))
    for i in 1...count {
      let progress = easing.timingCurve.progress(at: Double(i) / Double(count))
      let between = i == count ? points : max(0, from + (points - from) * progress)
      add(.space(track: index, between), at: now + over * Rational(i, count), of: step)
    }
  }

  // MARK: - Taps

  private mutating func tap(
    _ target: TimelineStep.TapTarget, allowsMiss: Bool, _ step: TimelineStep
  ) {
    switch target {
    case .pageControlLeft: tapPageControl(trailing: false, allowsMiss: allowsMiss, step)
    case .pageControlRight: tapPageControl(trailing: true, allowsMiss: allowsMiss, step)
    case .point(let point):
      if let met = touchAndSelect(at: point), met { return }
      if !allowsMiss {
        report(
          .noEffect, "the tap at (\(point.x), \(point.y)) meets nothing", step,
          hint: "aim at a page or a layer, or write allowMiss: true", severity: .error)
      }
    case .layer(let name):
      guard let center = layerCenter(name) else {
        if !allowsMiss {
          report(
            .unknownLayer, "the layer \"\(name)\" is not in view", step,
            hint: "go to its page before, or write allowMiss: true")
        }
        return
      }
      _ = touchAndSelect(at: center, layer: name)
    }
  }

  /// A short touch, and the selection that it makes.
  private mutating func touchAndSelect(at point: Point, layer: String? = nil) -> Bool? {
    if layer == nil, finger == nil, let press = pageControl(at: point) {
      begin(press, at: point)
      endPress(isCancelled: false)
      return true
    }
    if let index = pagers(under: point).first, finger == nil {
      let coordinate = along(point, of: index)
      engines[index].touchDown(at: coordinate)
      engines[index].touchUp()
    }
    return select(at: point, layer: layer)
  }

  /// Notes what a tap meets: the topmost layer with a name, and the page.
  @discardableResult
  private mutating func select(at point: Point, layer: String? = nil) -> Bool {
    let layer = layer ?? self.layer(at: point)
    let page = self.page(at: point)
    selections.append(
      SceneRecording.Selection(time: now, point: point, layer: layer, page: page))
    return layer != nil || page != nil
  }

  private func page(at point: Point) -> String? {
    for index in pagers(under: point) {
      guard let frame = canvasFrame(of: index) else { continue }
      let along =
        engines[index].configuration.axis == .horizontal
        ? point.x - frame.minX : point.y - frame.minY
      for visible in pagesInView(of: index)
      where along >= visible.minEdge && along < visible.maxEdge {
        return tracks[index].pages[visible.key].id
      }
    }
    return nil
  }

  /// A number for a command, which its completion names.
  mutating func nextCommand() -> Int {
    commands += 1
    return commands
  }

  // MARK: - Layers on the canvas

  /// A named layer's rectangle, and how it is turned on the canvas.
  private struct NamedLayer {
    let id: String
    let frame: Rect
    let turn: Affine
  }

  /// Every named layer that is in view, the topmost last.
  private func namedLayers() -> [NamedLayer] {
    var found: [NamedLayer] = []
    let size = scene.canvas.size
    let safe = scene.canvas.safeArea
    collect(scene.behind, in: Rect(origin: .zero, size: size), safeArea: safe, &found)
    for index in tracks.indices {
      guard let frame = canvasFrame(of: index) else { continue }
      let horizontal = engines[index].configuration.axis == .horizontal
      let pageSize = tracks[index].description.pageSize(in: frame.size)
      for visible in pagesInView(of: index) {
        let origin = Point(
          x: frame.minX + (horizontal ? visible.minEdge : 0),
          y: frame.minY + (horizontal ? 0 : visible.minEdge))
        collect(
          tracks[index].pages[visible.key].layers, in: Rect(origin: origin, size: pageSize),
          safeArea: .zero, &found)
      }
    }
    collect(scene.above, in: Rect(origin: .zero, size: size), safeArea: safe, &found)
    return found
  }

  private func collect(
    _ layers: [Layer], in area: Rect, safeArea: Insets, turn: Affine = .identity,
    _ found: inout [NamedLayer]
  ) {
    for layer in layers where !layer.isHidden {
      let frame = layer.frame.resolve(in: area.size, safeArea: safeArea)
        .offset(x: area.minX, y: area.minY)
      let turn = layer.turn(about: frame.center).then(turn)
      if let id = layer.id { found.append(NamedLayer(id: id, frame: frame, turn: turn)) }
      if case .group(let group) = layer.content {
        collect(group.layers, in: frame, safeArea: .zero, turn: turn, &found)
      }
    }
  }

  private func layerCenter(_ id: String) -> Point? {
    namedLayers().last { $0.id == id }.map { $0.turn.apply($0.frame.center) }
  }

  private func layer(at point: Point) -> String? {
    namedLayers().last { layer in
      layer.turn.inverted.map { layer.frame.contains($0.apply(point)) } ?? false
    }?.id
  }
}
