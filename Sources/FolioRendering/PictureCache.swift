import FolioGeometry
import FolioPagingCore
import FolioRaster
import FolioScene
import FolioTypography

/// Draws pages and layers, and keeps the bitmaps.
struct PictureCache {
  /// Bytes of bitmaps that are kept beyond those of the frame in hand: four frames' worth, which holds
  /// a window of three pages with what is around it, and at least 48 MiB.
  private let budget: Int

  /// Everything that a bitmap depends on.
  private enum Key: Hashable {
    case page(track: Int, page: Int, size: Size, pagers: [FrameState.Pager], [FrameState.Override])
    case control(track: Int, FrameState.Control)
    case layers(isAbove: Bool, pagers: [FrameState.Pager], [FrameState.Override])
  }

  private struct Entry {
    let bitmap: PreparedBitmap
    /// Where the bitmap lies from the corner of what it belongs to.
    let x: Int
    let y: Int
    var used: Int

    var size: (width: Int, height: Int) { (bitmap.bitmap.width, bitmap.bitmap.height) }
  }

  private let recording: SceneRecording
  private let images: ImageStore
  private let text: TextEngine
  private let grid: DeviceGrid
  private var entries: [Key: Entry] = [:]
  private var bytes = 0
  private var clock = 0
  /// For each track and page the names of its layers, inner ones included.
  private let names: [[Set<String>]]
  private let outerNames: Set<String>

  init(recording: SceneRecording, images: ImageStore, fonts: FontBook) {
    self.recording = recording
    let canvas = recording.scene.canvas
    budget = max(48 << 20, 4 * 4 * canvas.pixelWidth * canvas.pixelHeight)
    self.images = images
    text = TextEngine(fonts: fonts)
    grid = DeviceGrid(scale: recording.scene.canvas.scale)
    names = recording.tracks.map { $0.pages.map { PictureCache.names(of: $0.layers) } }
    outerNames = PictureCache.names(of: recording.scene.behind + recording.scene.above)
  }

  private static func names(of layers: [Layer]) -> Set<String> {
    var found: Set<String> = []
    for layer in layers {
      if let id = layer.id { found.insert(id) }
      switch layer.content {
      case .group(let group): found.formUnion(names(of: group.allLayers))
      case .pager(let pager):
        for page in pager.pages { found.formUnion(names(of: page.layers)) }
      case .text, .image, .shape, .button: break
      }
    }
    return found
  }

  // MARK: - Frames

  /// The bitmaps of a frame, drawn where they are not yet there.
  mutating func pictures(for state: FrameState, width: Int, height: Int) -> FramePictures {
    clock += 1
    let scene = recording.scene
    let outer = state.overrides.filter { $0.path.layerID.map(outerNames.contains) ?? false }
    let inner = Array(state.pagers.dropFirst())
    var behind: PreparedBitmap?
    if !scene.behind.isEmpty {
      behind = layers(isAbove: false, inner, outer, state, width: width, height: height).bitmap
    }
    var placed: [PlacedBitmap] = []
    var covered = PixelRect.empty
    if let main = state.pagers.first {
      placed = place(main, at: (0, 0), state)
      covered = PictureCache.covered(by: placed, in: main.frame)
        .intersection(PixelRect(x: 0, y: 0, width: width, height: height))
      if let control = main.control { placed.append(dots(control, of: main)) }
    }
    if !scene.above.isEmpty {
      let above = layers(isAbove: true, inner, outer, state, width: width, height: height)
      placed.append(PlacedBitmap(above.bitmap, x: 0, y: 0))
    }
    evict()
    return FramePictures(behind: behind, placed: placed, covered: covered)
  }

  /// The pages of a pager, cut at its edges.
  private mutating func place(
    _ pager: FrameState.Pager, at corner: (x: Int, y: Int), _ state: FrameState
  ) -> [PlacedBitmap] {
    pager.pages.map { page in
      let entry = self.page(page, of: pager, state)
      let skip = page.extent.lowerBound - page.origin
      let length = page.extent.count
      let source: PixelRect
      let x: Int
      let y: Int
      if pager.isHorizontal {
        source = PixelRect(
          x: skip, y: 0, width: min(length, entry.size.width - skip),
          height: min(pager.frame.height, entry.size.height))
        (x, y) = (pager.frame.left + page.extent.lowerBound, pager.frame.top)
      } else {
        source = PixelRect(
          x: 0, y: skip, width: min(pager.frame.width, entry.size.width),
          height: min(length, entry.size.height - skip))
        (x, y) = (pager.frame.left, pager.frame.top + page.extent.lowerBound)
      }
      return PlacedBitmap(entry.bitmap, x: corner.x + x, y: corner.y + y, source: source)
    }
  }

  /// The pager's rectangle if opaque pages cover all of it, else an empty one.
  private static func covered(
    by placed: [PlacedBitmap], in frame: PixelRect
  ) -> PixelRect {
    var area = 0
    for item in placed {
      if !item.prepared.isOpaque { return .empty }
      let part = item.target.intersection(frame)
      area += part.width * part.height
    }
    // Pages never overlap, so equal areas mean that nothing is left open.
    return area == frame.width * frame.height ? frame : .empty
  }

  // MARK: - Bitmaps

  private mutating func page(
    _ placed: FrameState.PlacedPage, of pager: FrameState.Pager, _ state: FrameState
  ) -> Entry {
    let overrides = state.overrides.filter {
      $0.path.layerID.map(names[pager.track][placed.page].contains) ?? false
    }
    let key = Key.page(
      track: pager.track, page: placed.page, size: pager.pageSize, pagers: placed.pagers,
      overrides)
    if let entry = found(key) { return entry }
    // Along the axis as many pixels as a page covers, across it those of the pager.
    let along = grid.pixelsCovering(
      pager.isHorizontal ? pager.pageSize.width : pager.pageSize.height)
    let fills =
      pager.isHorizontal
      ? pager.pageSize.height >= Double(pager.frame.height) / grid.scale - 1
      : pager.pageSize.width >= Double(pager.frame.width) / grid.scale - 1
    let across =
      fills
      ? (pager.isHorizontal ? pager.frame.height : pager.frame.width)
      : grid.pixelsCovering(pager.isHorizontal ? pager.pageSize.height : pager.pageSize.width)
    var canvas = Canvas(
      width: pager.isHorizontal ? along : across, height: pager.isHorizontal ? across : along)
    canvas.transform = Affine(scaleX: grid.scale, y: grid.scale)
    let page = recording.tracks[pager.track].pages[placed.page]
    var painter = painter(overrides)
    painter.pagers = drawn(placed.pagers, state)
    painter.draw(page, in: &canvas, size: pager.pageSize)
    return keep(canvas.finish(), key)
  }

  /// The layers behind or above the main pager, on the whole canvas.
  private mutating func layers(
    isAbove: Bool, _ pagers: [FrameState.Pager], _ overrides: [FrameState.Override],
    _ state: FrameState, width: Int, height: Int
  ) -> Entry {
    let key = Key.layers(isAbove: isAbove, pagers: pagers, overrides)
    if let entry = found(key) { return entry }
    let scene = recording.scene
    var canvas = Canvas(width: width, height: height)
    let origin = scene.canvas.pixelOrigin
    canvas.transform = Affine(
      a: grid.scale, b: 0, c: 0, d: grid.scale, tx: origin.x, ty: origin.y)
    var painter = painter(overrides)
    painter.pagers = drawn(pagers, state)
    painter.draw(
      isAbove ? scene.above : scene.behind, in: scene.canvas.size,
      safeArea: scene.canvas.safeArea, &canvas)
    return keep(canvas.finish(), key)
  }

  /// Pagers that are layers, each drawn as one bitmap.
  private mutating func drawn(
    _ pagers: [FrameState.Pager], _ state: FrameState
  ) -> [LayerPainter.DrawnPager] {
    pagers.map { pager in
      let track = recording.tracks[pager.track]
      var canvas = Canvas(width: max(0, pager.frame.width), height: max(0, pager.frame.height))
      let corner = (x: -pager.frame.left, y: -pager.frame.top)
      var placed = place(pager, at: corner, state)
      if let control = pager.control {
        let dots = dots(control, of: pager)
        placed.append(
          PlacedBitmap(
            dots.prepared, x: dots.x + corner.x, y: dots.y + corner.y, source: dots.source))
      }
      canvas.draw(placed)
      return LayerPainter.DrawnPager(
        content: PagerContent(
          track.description, pages: track.pages, pageControl: track.pageControl),
        id: track.id, bitmap: canvas.finish(), frame: pager.frame)
    }
  }

  /// The dots of a pager, on a bitmap just large enough.
  private mutating func dots(
    _ control: FrameState.Control, of pager: FrameState.Pager
  ) -> PlacedBitmap {
    let key = Key.control(track: pager.track, control)
    let entry: Entry
    if let known = found(key) {
      entry = known
    } else {
      let track = recording.tracks[pager.track]
      let painter = PageControlPainter(
        description: track.pageControl ?? PageControlDescription(), state: control,
        isMirrored: track.recording.state(at: .zero).configuration.isMirrored,
        isPagerVertical: !pager.isHorizontal,
        isRightToLeft: recording.scene.direction == .rightToLeft)
      let reach = max(painter.metrics.height, painter.metrics.sidePadding * 2) + 2
      let row = painter.row
      let box = PixelRect(
        left: grid.pixel(row.minX - reach), top: grid.pixel(row.minY - reach),
        right: grid.pixel(row.maxX + reach) + 1, bottom: grid.pixel(row.maxY + reach) + 1
      ).intersection(PixelRect(x: 0, y: 0, width: pager.frame.width, height: pager.frame.height))
      var canvas = Canvas(width: max(0, box.width), height: max(0, box.height))
      canvas.transform = Affine(
        a: grid.scale, b: 0, c: 0, d: grid.scale, tx: Double(-box.left), ty: Double(-box.top))
      let layers = self.painter([])
      painter.draw(in: &canvas) { layers.paint($0, in: $1) }
      entry = keep(canvas.finish(), key, x: box.left, y: box.top)
    }
    return PlacedBitmap(
      entry.bitmap, x: pager.frame.left + entry.x, y: pager.frame.top + entry.y)
  }

  private func painter(_ overrides: [FrameState.Override]) -> LayerPainter {
    LayerPainter(
      scene: recording.scene, images: images, text: text, scale: grid.scale, overrides: overrides)
  }

  // MARK: - Keeping

  private mutating func found(_ key: Key) -> Entry? {
    guard let entry = entries[key] else { return nil }
    entries[key]?.used = clock
    return entry
  }

  private mutating func keep(_ bitmap: Bitmap, _ key: Key, x: Int = 0, y: Int = 0) -> Entry {
    let entry = Entry(bitmap: PreparedBitmap(bitmap), x: x, y: y, used: clock)
    entries[key] = entry
    bytes += bitmap.pixels.count * 4
    return entry
  }

  /// Lets go of bitmaps that were not used for longest while they take more than the budget; those
  /// of the frame in hand stay.
  private mutating func evict() {
    if bytes <= budget { return }
    let old = entries.filter { $0.value.used < clock }.sorted { $0.value.used < $1.value.used }
    for (key, entry) in old {
      entries[key] = nil
      bytes -= entry.bitmap.bitmap.pixels.count * 4
      if bytes <= budget { return }
    }
  }
}

extension SettablePath {
  /// The layer that it sets, if it sets one.
  var layerID: String? {
    switch self {
    case .layerOpacity(let id), .layerHidden(let id), .layerColor(let id), .layerFill(let id),
      .layerText(let id):
      id
    case .canvasBackground, .pageControlColor, .pageControlCurrent, .pageControlHidden,
      .pagerLoop, .pagerBounces, .pagerSpacing:
      nil
    }
  }
}
