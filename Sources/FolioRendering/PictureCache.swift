import FolioGeometry
import FolioPagingCore
import FolioRaster
import FolioScene
import FolioTypography

/// Draws pages and layers, where their bitmaps are not kept from before.
struct PictureCache {
  private typealias Key = BitmapCache.Key

  private let recording: SceneRecording
  private let images: ImageStore
  private let bitmaps: BitmapCache
  private let text: TextEngine
  private let grid: DeviceGrid
  /// For each track and page the names of its layers, inner ones included.
  private let names: [[Set<String>]]
  private let outerNames: Set<String>
  /// The pages found to be a picture as it is.
  private var copies: [Key: AssetPath] = [:]

  init(recording: SceneRecording, images: ImageStore, bitmaps: BitmapCache, fonts: FontBook) {
    self.recording = recording
    self.images = images
    self.bitmaps = bitmaps
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
    bitmaps.beginFrame(state.pagers.flatMap(PictureCache.pages))
    let scene = recording.scene
    let outer = state.overrides.filter { $0.path.layerID.map(outerNames.contains) ?? false }
    let inner = Array(state.pagers.dropFirst())
    var behind: PreparedBitmap?
    if !scene.behind.isEmpty {
      behind = layers(isAbove: false, inner, outer, state, width: width, height: height)
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
      placed.append(PlacedBitmap(above, x: 0, y: 0))
    }
    bitmaps.makeRoom()
    return FramePictures(behind: behind, placed: placed, covered: covered)
  }

  /// The pages that a pager shows, with those of the pagers inside.
  private static func pages(of pager: FrameState.Pager) -> [PageID] {
    pager.pages.flatMap { page in
      [PageID(track: pager.track, page: page.page)] + page.pagers.flatMap(pages)
    }
  }

  /// The pages of a pager, cut at its edges.
  private mutating func place(
    _ pager: FrameState.Pager, at corner: (x: Int, y: Int), _ state: FrameState
  ) -> [PlacedBitmap] {
    pager.pages.map { page in
      let bitmap = self.page(page, of: pager, state)
      let (width, height) = (bitmap.bitmap.width, bitmap.bitmap.height)
      let skip = page.extent.lowerBound - page.origin
      let length = page.extent.count
      let source: PixelRect
      let x: Int
      let y: Int
      if pager.isHorizontal {
        source = PixelRect(
          x: skip, y: 0, width: min(length, width - skip),
          height: min(pager.frame.height, height))
        (x, y) = (pager.frame.left + page.extent.lowerBound, pager.frame.top)
      } else {
        source = PixelRect(
          x: 0, y: skip, width: min(pager.frame.width, width),
          height: min(length, height - skip))
        (x, y) = (pager.frame.left, pager.frame.top + page.extent.lowerBound)
      }
      return PlacedBitmap(bitmap, x: corner.x + x, y: corner.y + y, source: source)
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
  ) -> PreparedBitmap {
    let overrides = state.overrides.filter {
      $0.path.layerID.map(names[pager.track][placed.page].contains) ?? false
    }
    let key = Key.page(
      track: pager.track, page: placed.page, size: pager.pageSize, pagers: placed.pagers,
      overrides)
    if let drawn = bitmaps.found(key) { return drawn.bitmap }
    if let path = copies[key], let bitmap = images.page(path) { return bitmap }
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
    let (width, height) = pager.isHorizontal ? (along, across) : (across, along)
    let page = recording.tracks[pager.track].pages[placed.page]
    let path = picture(thatIs: page, size: pager.pageSize, width: width, height: height)
    if let path, let bitmap = images.page(path) {
      copies[key] = path
      return bitmap
    }
    return bitmaps.drawn(key, width: width, height: height) {
      var canvas = Canvas(width: width, height: height)
      canvas.transform = Affine(scaleX: grid.scale, y: grid.scale)
      var painter = painter(overrides)
      painter.pagers = drawn(placed.pagers, state)
      painter.draw(page, in: &canvas, size: pager.pageSize)
      return canvas.finish()
    }.bitmap
  }

  /// The picture that is all of a page, pixel for pixel: the page needs no bitmap of its own.
  private func picture(
    thatIs page: Page, size: Size, width: Int, height: Int
  ) -> AssetPath? {
    guard page.layers.isEmpty, page.caption == nil, case .image(let image) = page.background,
      image.isPlain, image.radius == .zero, image.shadow == nil,
      let info = images.info(of: image.path), info.width == width, info.height == height,
      Canvas.copies(
        width: width, height: height, in: Rect(origin: .zero, size: size),
        fit: image.fit.imageFit, position: image.anchor,
        transform: Affine(scaleX: grid.scale, y: grid.scale))
    else { return nil }
    return image.path
  }

  /// The layers behind or above the main pager, on the whole canvas.
  private mutating func layers(
    isAbove: Bool, _ pagers: [FrameState.Pager], _ overrides: [FrameState.Override],
    _ state: FrameState, width: Int, height: Int
  ) -> PreparedBitmap {
    let key = Key.layers(isAbove: isAbove, pagers: pagers, overrides)
    return bitmaps.drawn(key, width: width, height: height) {
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
      return canvas.finish()
    }.bitmap
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
    let drawn = bitmaps.found(key) ?? drawnDots(key, control, of: pager)
    return PlacedBitmap(
      drawn.bitmap, x: pager.frame.left + drawn.x, y: pager.frame.top + drawn.y)
  }

  private func drawnDots(
    _ key: Key, _ control: FrameState.Control, of pager: FrameState.Pager
  ) -> BitmapCache.Drawn {
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
    let (width, height) = (max(0, box.width), max(0, box.height))
    return bitmaps.drawn(key, width: width, height: height, x: box.left, y: box.top) {
      var canvas = Canvas(width: width, height: height)
      canvas.transform = Affine(
        a: grid.scale, b: 0, c: 0, d: grid.scale, tx: Double(-box.left), ty: Double(-box.top))
      let layers = self.painter([])
      painter.draw(in: &canvas) { layers.paint($0, in: $1) }
      return canvas.finish()
    }
  }

  private func painter(_ overrides: [FrameState.Override]) -> LayerPainter {
    LayerPainter(
      scene: recording.scene, images: images, text: text, scale: grid.scale, overrides: overrides)
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
