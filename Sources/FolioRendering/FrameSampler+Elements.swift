import FolioGeometry
import FolioNumerics
import FolioPagingCore
import FolioScene

extension FrameSampler {
  /// Something that is drawn, and where.
  public struct Element: Hashable, Sendable {
    /// The layer's name; without one its place: `page.layers[2]`, `above[0]`. `page.caption` for a
    /// caption, `pageControl` for the dots.
    public let name: String
    /// The box on the canvas, in points.
    public let box: Rect
  }

  /// What is drawn in a frame, from back to front. A comparison names what a difference touches by
  /// it.
  public func elements(ofFrame index: Int) -> [Element] {
    elements(at: recording.time(ofFrame: index))
  }

  /// What is drawn at a time, from back to front.
  public func elements(at time: Rational) -> [Element] {
    let scene = recording.scene
    let canvas = Rect(origin: .zero, size: scene.canvas.size)
    var found: [Element] = []
    let overrides = self.overrides(at: time)
    add(scene.behind, "behind", in: canvas, safeArea: scene.canvas.safeArea, &found)
    for index in recording.tracks.indices where recording.tracks[index].home == .canvas {
      add(track: index, at: time, overrides, origin: .zero, &found)
    }
    add(scene.above, "above", in: canvas, safeArea: scene.canvas.safeArea, &found)
    return found
  }

  private func add(
    track index: Int, at time: Rational, _ overrides: [FrameState.Override], origin: Point,
    _ found: inout [Element]
  ) {
    let track = recording.tracks[index]
    let frame = track.frame(at: time).offset(x: origin.x, y: origin.y)
    let state = track.recording.state(at: time)
    let isHorizontal = state.configuration.axis == .horizontal
    let size = track.description.pageSize(in: frame.size)
    for visible in track.pagesInView(state) {
      let page = track.pages[visible.key]
      let corner = Point(
        x: frame.minX + (isHorizontal ? visible.minEdge : 0),
        y: frame.minY + (isHorizontal ? 0 : visible.minEdge))
      let box = Rect(origin: corner, size: size)
      found.append(Element(name: page.id, box: box))
      add(page.layers, "\(page.id).layers", in: box, safeArea: .zero, &found)
      for inner in recording.tracks.indices
      where recording.tracks[inner].home == .page(track: index, page: visible.key) {
        add(track: inner, at: time, overrides, origin: corner, &found)
      }
      if let caption = page.caption {
        let height = min(max(0, caption.height.extent(in: size.height, from: 0)), size.height)
        let top = caption.position == .bottom ? box.maxY - height : box.minY
        found.append(
          Element(
            name: "\(page.id).caption",
            box: Rect(x: box.minX, y: top, width: box.width, height: height)))
      }
    }
    if let painter = controlPainter(of: index, state, size: frame.size, overrides) {
      let row = painter.row
      found.append(
        Element(
          name: track.id.map { "\($0).pageControl" } ?? "pageControl",
          box: row.offset(x: frame.minX, y: frame.minY)))
    }
  }

  private func add(
    _ layers: [Layer], _ path: String, in area: Rect, safeArea: Insets, turn: Affine = .identity,
    _ found: inout [Element]
  ) {
    for (i, layer) in layers.enumerated() where !layer.isHidden {
      let name = layer.id ?? "\(path)[\(i)]"
      let box = layer.frame.resolve(in: area.size, safeArea: safeArea)
        .offset(x: area.minX, y: area.minY)
      let turn = layer.turn(about: box.center).then(turn)
      found.append(
        Element(name: name, box: turn == .identity ? box : turn.boundingBox(of: box)))
      if case .group(let group) = layer.content {
        add(group.layers, "\(name).layers", in: box, safeArea: .zero, turn: turn, &found)
      }
    }
  }

  private func controlPainter(
    of index: Int, _ state: PagerState, size: Size, _ overrides: [FrameState.Override]
  ) -> PageControlPainter? {
    guard let description = recording.tracks[index].pageControl,
      let control = control(of: index, state, size: size, overrides)
    else { return nil }
    return PageControlPainter(
      description: description, state: control, isMirrored: state.configuration.isMirrored,
      isPagerVertical: state.configuration.axis == .vertical,
      isRightToLeft: recording.scene.direction == .rightToLeft)
  }
}
