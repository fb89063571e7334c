import FolioGeometry

/// Why something could not be drawn.
public enum DrawingFault: Error, Hashable, Sendable {
  /// A coordinate, a transform or a gradient was NaN or infinite.
  case notFinite
  /// Groups and clips were nested deeper than ``Canvas/maximumDepth``.
  case tooDeep
  /// A blur or a shadow reaches so far that what casts it would not fit in memory.
  case tooLarge
}

/// A place to draw on.
///
/// A canvas owns its pixels while they are drawn on and gives them back with ``finish()``.
/// Coordinates are points; ``transform`` maps them to device pixels, whose corner (0, 0) is the top
/// left of the bitmap. What is drawn is a function of the calls alone: clips, groups and
/// translations by whole pixels never change the bytes of a pixel that they do not hide.
///
/// Drawing does not throw. Something that cannot be drawn (a path with a NaN, say) draws nothing,
/// leaves every byte as it was, and is remembered in ``fault``.
public struct Canvas: ~Copyable {
  /// How deep groups and clips can be nested.
  public static let maximumDepth = 64
  /// The largest width and height in pixels.
  public static let maximumExtent = 1 << 17

  /// From points to device pixels. A map that is not finite makes every drawing call a fault.
  public var transform = Affine.identity
  /// The first fault since the canvas was made.
  public private(set) var fault: DrawingFault?

  /// Width in device pixels.
  public let width: Int
  /// Height in device pixels.
  public let height: Int

  var surface: Surface
  var scissor: PixelRect
  var rasterizer = Rasterizer()
  var depth = 0
  private var line: [UInt32] = []
  // Pixels of finished groups, for the next ones.
  private var spare: [[UInt32]] = []

  /// A canvas of one colour, transparent unless stated.
  ///
  /// - Precondition: both extents are 0...``maximumExtent``.
  public init(width: Int, height: Int, background: Color = .transparent) {
    self.init(drawingOn: Bitmap(width: width, height: height, color: background))
  }

  /// A canvas over the pixels of a bitmap, which are kept. If the bitmap's storage has no other
  /// owner, it is reused.
  ///
  /// - Precondition: both extents are at most ``maximumExtent``.
  public init(drawingOn bitmap: consuming Bitmap) {
    precondition(
      bitmap.width <= Canvas.maximumExtent && bitmap.height <= Canvas.maximumExtent,
      "a canvas has at most 131,072 pixels a side")
    width = bitmap.width
    height = bitmap.height
    let frame = PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
    scissor = frame
    surface = Surface(pixels: bitmap.pixels, frame: frame)
  }

  /// A canvas for some rows of a larger picture: those around them are never drawn, so a picture can be
  /// made in parts that stay near while they are used.
  ///
  /// Drawing sets the same bytes as on a canvas for the whole picture.
  ///
  /// - Parameters:
  ///   - band: The pixels to draw on, which are kept. If their storage has no other owner, it is reused.
  ///   - top: The row of the picture that is the band's first.
  ///   - rows: The rows of the picture that are drawn; all others stay as they are.
  ///   - height: The height of the picture in pixels.
  /// - Precondition: `rows` are in the picture and in the band, and both extents of the picture are at
  ///   most ``maximumExtent``.
  public init(drawingOn band: consuming Bitmap, top: Int, rows: Range<Int>, height: Int) {
    precondition(
      band.width <= Canvas.maximumExtent && height <= Canvas.maximumExtent,
      "a canvas has at most 131,072 pixels a side")
    precondition(
      top >= 0 && rows.lowerBound >= top && rows.upperBound <= min(height, top + band.height),
      "the rows are not in the band")
    width = band.width
    self.height = height
    scissor = PixelRect(x: 0, y: rows.lowerBound, width: band.width, height: rows.count)
    surface = Surface(
      pixels: band.pixels,
      frame: PixelRect(x: 0, y: top, width: band.width, height: band.height))
  }

  /// Ends drawing and gives the pixels.
  public consuming func finish() -> Bitmap {
    Bitmap(width: surface.frame.width, height: surface.frame.height, pixels: surface.pixels)
  }

  // MARK: Areas

  /// Replaces everything inside the clip by a colour, also what was opaque.
  public mutating func clear(_ color: Color = .transparent) {
    let pixel = color.premultiplied
    let frame = surface.frame
    let box = scissor
    var d = surface.pixels.mutableSpan
    for y in box.top..<box.bottom {
      let start = (y - frame.top) * frame.width + box.left - frame.left
      SpanKernels.set(&d, start..<(start + box.width), pixel)
    }
  }

  /// Fills the inside of a path.
  ///
  /// - Parameter overlaps: whether contours of the path may overlap. Their common pixels then have
  ///   exactly the area of the union (or what the rule makes of it) at some cost; otherwise, where
  ///   two contours share a partly covered pixel, their areas add up.
  public mutating func fill(
    _ path: Path, with paint: Paint, rule: FillRule = .nonZero, overlaps: Bool = false
  ) {
    guard transform.isFinite else { return refuse(.notFinite) }
    var clipper = EdgeClipper(viewport: scissor)
    guard Flattening.flatten(path, transform, into: &clipper) else { return refuse(.notFinite) }
    if overlaps { clipper.resolveOverlaps(rule) }
    fill(clipper, with: paint, rule: rule)
  }

  /// Draws a line along a path. The pen is round in the path's own units, before the transform.
  ///
  /// The stroke is one shape: where it crosses itself nothing is counted twice.
  public mutating func stroke(_ path: Path, style: StrokeStyle, with paint: Paint) {
    guard transform.isFinite else { return refuse(.notFinite) }
    let scale =
      (transform.a * transform.a + transform.b * transform.b + transform.c * transform.c
      + transform.d * transform.d).squareRoot()
    let viewport = Rect(
      x: Double(scissor.left), y: Double(scissor.top), width: Double(scissor.width),
      height: Double(scissor.height))
    // A map without an inverse makes the stroke a line without area.
    guard let back = transform.inverted else { return }
    guard
      let contours = path.strokeContours(
        style, scale: scale, visible: back.boundingBox(of: viewport))
    else { return refuse(.notFinite) }
    var clipper = EdgeClipper(viewport: scissor)
    for contour in contours {
      var previous = transform.apply(contour[contour.count - 1])
      for point in contour {
        let next = transform.apply(point)
        guard previous.isFinite, next.isFinite else { return refuse(.notFinite) }
        clipper.line(previous, next)
        previous = next
      }
    }
    clipper.resolveOverlaps(.nonZero)
    fill(clipper, with: paint, rule: .nonZero)
  }

  /// Fills a rectangle. One whose device edges lie between pixels gives the same bytes as its path,
  /// and is faster.
  public mutating func fill(_ rect: Rect, with paint: Paint) {
    guard rect.isFinite, transform.isFinite else { return refuse(.notFinite) }
    if rect.isEmpty { return }
    if let pixels = alignedPixels(of: rect) {
      fill(pixels, with: paint)
    } else {
      fill(Path(rect), with: paint)
    }
  }

  /// Fills a rounded rectangle. Its corners are true arcs: each edge pixel has the area that the
  /// shape covers, correctly rounded.
  public mutating func fill(_ rounded: RoundedRect, with paint: Paint) {
    guard rounded.rect.isFinite, transform.isFinite else { return refuse(.notFinite) }
    if rounded.rect.isEmpty { return }
    if transform.isScaleTranslation {
      var clipper = EdgeClipper(viewport: scissor)
      if RoundedOutline(rounded, transform).add(to: &clipper) {
        fill(clipper, with: paint, rule: .nonZero)
        return
      }
    }
    fill(Path(rounded), with: paint)
  }

  /// Fills the ellipse that touches the sides of a rectangle. Each edge pixel has the area that the
  /// ellipse covers, correctly rounded.
  public mutating func fill(ellipseIn rect: Rect, with paint: Paint) {
    guard rect.isFinite, transform.isFinite else { return refuse(.notFinite) }
    if rect.isEmpty { return }
    if transform.isScaleTranslation {
      var clipper = EdgeClipper(viewport: scissor)
      if RoundedOutline(ellipseIn: transform.boundingBox(of: rect)).add(to: &clipper) {
        fill(clipper, with: paint, rule: .nonZero)
        return
      }
    }
    fill(Path(ellipseIn: rect), with: paint)
  }

  /// Fills with a paint weighted by a mask, whose top left corner lies on a device pixel, whatever
  /// the transform.
  public mutating func fill(_ mask: Mask, x: Int, y: Int, with paint: Paint) {
    let limit = 1 << 40
    guard abs(x) < limit, abs(y) < limit else { return }
    let region = PixelRect(x: x, y: y, width: mask.width, height: mask.height)
      .intersection(scissor)
    if region.isEmpty { return }
    guard let shader = paint.shader(transform, region: region) else { return refuse(.notFinite) }
    if case .solid(let pixel) = shader {
      return Compositor.paint(pixel, mask: mask, at: x, y, region, onto: &surface)
    }
    self.paint(region, shader: shader, opacity: 255) { row, spans in
      spans.masked(
        mask, from: (row - y) * mask.width + region.left - x, count: region.width)
    }
  }

  // MARK: Images

  /// Draws an image, or a part of it, into a rectangle.
  ///
  /// - Parameters:
  ///   - source: the part of the image in its pixels, the whole unless stated; nothing outside it
  ///     is sampled.
  ///   - fit: how it fills a rectangle of another shape.
  ///   - position: which point of the image lies on the same point of the rectangle, in fractions
  ///     of their extents.
  ///   - opacity: 0 (nothing) ... 1.
  ///   - tint: a colour for the whole image, of which only the alpha is then used.
  public mutating func draw(
    _ image: Bitmap, in rect: Rect, source: Rect? = nil, fit: ImageFit = .fill,
    position: Point = Point(x: 0.5, y: 0.5), opacity: Double = 1, tint: Color? = nil
  ) {
    let whole = Rect(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
    guard rect.isFinite, transform.isFinite, position.isFinite, source?.isFinite ?? true else {
      return refuse(.notFinite)
    }
    let used = source.map { $0.intersection(whole) } ?? whole
    if rect.isEmpty || used.isEmpty { return }
    let placed = fit.placement(of: used.size, in: rect, position: position)
    let visible = placed.intersection(rect)
    if visible.isEmpty { return }
    let paint = Paint.image(ImagePattern(image, in: placed, source: used, tint: tint))
    let k = Canvas.level(opacity)
    if let pixels = alignedPixels(of: visible) {
      fill(pixels, with: paint, opacity: k)
    } else {
      var clipper = EdgeClipper(viewport: scissor)
      guard Flattening.flatten(Path(visible), transform, into: &clipper) else {
        return refuse(.notFinite)
      }
      fill(clipper, with: paint, rule: .nonZero, opacity: k)
    }
  }

  /// Whether an image drawn into a rectangle sets the pixels of a canvas of its own size, clear until
  /// then, to exactly its own: the image itself can then serve for the canvas.
  ///
  /// - Parameters:
  ///   - width: the width of the image and the canvas in pixels.
  ///   - height: their height.
  ///   - transform: the canvas's.
  ///   - rect: as for `draw`, like `fit` and `position`.
  public static func copies(
    width: Int, height: Int, in rect: Rect, fit: ImageFit = .fill,
    position: Point = Point(x: 0.5, y: 0.5), transform: Affine
  ) -> Bool {
    guard rect.isFinite, transform.isFinite, position.isFinite, transform.isScaleTranslation,
      !rect.isEmpty
    else { return false }
    let size = Size(width: Double(width), height: Double(height))
    let placed = fit.placement(of: size, in: rect, position: position)
    let device = transform.boundingBox(of: placed.intersection(rect))
    let all = PixelRect(x: 0, y: 0, width: width, height: height)
    guard device.isFinite, let pixels = PixelRect(aligned: device),
      pixels.intersection(all) == all
    else { return false }
    return ImagePattern.copies(width: width, height: height, in: placed, transform)
  }

  /// Puts a bitmap with its top left corner on a device pixel, whatever the transform: a copy where
  /// a row is opaque, otherwise source-over.
  ///
  /// - Parameters:
  ///   - source: the part of the bitmap to use, the whole unless stated; its own corner then lies
  ///     on (x, y).
  ///   - opacity: 0 (nothing) ... 1.
  ///   - assumingOpaque: that every pixel used has alpha 255, so that rows are copied without a look
  ///     at them. A bitmap that is not gives its transparent pixels to the canvas as they are.
  public mutating func draw(
    _ bitmap: Bitmap, x: Int, y: Int, source: PixelRect? = nil, opacity: Double = 1,
    assumingOpaque: Bool = false
  ) {
    let k = Canvas.level(opacity)
    guard k > 0, let (left, top, target) = place(bitmap, x, y, source) else { return }
    Compositor.blit(
      bitmap, at: left, top, columns: target.left..<target.right, rows: target.top..<target.bottom,
      opacity: k, assumingOpaque: assumingOpaque, onto: &surface)
  }

  /// Where a bitmap's own corner lies if a part of it lies at a place, and the pixels that this
  /// part covers inside the clip; `nil` if there are none.
  func place(
    _ bitmap: Bitmap, _ x: Int, _ y: Int, _ source: PixelRect?
  ) -> (left: Int, top: Int, target: PixelRect)? {
    let whole = PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
    let used = source.map { $0.intersection(whole) } ?? whole
    let corner = source ?? whole
    let limit = 1 << 40
    guard abs(x) < limit, abs(y) < limit, abs(corner.left) < limit, abs(corner.top) < limit else {
      return nil
    }
    let left = x - corner.left
    let top = y - corner.top
    let target = PixelRect(
      left: left + used.left, top: top + used.top, right: left + used.right,
      bottom: top + used.bottom
    ).intersection(scissor)
    return target.isEmpty || used.isEmpty ? nil : (left, top, target)
  }

  // MARK: Parts

  /// Remembers the first fault.
  mutating func refuse(_ reason: DrawingFault) {
    if fault == nil { fault = reason }
  }

  /// The device pixels of a rectangle if its edges lie between pixels.
  func alignedPixels(of rect: Rect) -> PixelRect? {
    guard transform.isScaleTranslation else { return nil }
    let device = transform.boundingBox(of: rect)
    return device.isFinite ? PixelRect(aligned: device) : nil
  }

  /// 0...1 to 0...255, halves up; NaN is 0.
  static func level(_ opacity: Double) -> UInt32 {
    opacity > 0 ? UInt32(min(opacity, 1) * 255 + 0.5) : 0
  }

  /// Transparent pixels for a group.
  mutating func clearedPixels(count: Int) -> [UInt32] {
    guard var pixels = spare.popLast(), pixels.count >= count else {
      return [UInt32](repeating: 0, count: count)
    }
    pixels.removeLast(pixels.count - count)
    var span = pixels.mutableSpan
    SpanKernels.set(&span, 0..<count, 0)
    return pixels
  }

  /// Keeps the pixels of a finished group for the next.
  mutating func recycle(_ pixels: [UInt32]) {
    if spare.count < 4 { spare.append(pixels) }
  }

  private mutating func fill(_ pixels: PixelRect, with paint: Paint, opacity: UInt32 = 255) {
    let region = pixels.intersection(scissor)
    if region.isEmpty || opacity == 0 { return }
    guard let shader = paint.shader(transform, region: region) else { return refuse(.notFinite) }
    self.paint(region, shader: shader, opacity: opacity) { _, spans in
      spans.solid(from: 0, to: region.width, coverage: 255)
    }
  }

  private mutating func fill(
    _ clipper: EdgeClipper, with paint: Paint, rule: FillRule, opacity: UInt32 = 255
  ) {
    let region = clipper.bounds
    if region.isEmpty { return }
    guard let shader = paint.shader(transform, region: region) else { return refuse(.notFinite) }
    fill(clipper, shader: shader, rule: rule, opacity: opacity)
  }

  mutating func fill(
    _ clipper: EdgeClipper, shader: Shader, rule: FillRule, opacity: UInt32,
    blend: BlendMode = .normal
  ) {
    let region = clipper.bounds
    if region.isEmpty || opacity == 0 { return }
    prepareLine()
    var shader = shader
    rasterizer.forEachRow(of: clipper.edges, in: region, rule: rule) { y, spans in
      Compositor.paint(
        &spans, row: y, left: region.left, shader: &shader, opacity: opacity, blend: blend,
        onto: &surface, line: &line)
    }
  }

  /// Paints rows of coverage that `row` makes for each row of a region inside the clip. Runs count
  /// from the region's left side.
  mutating func paint(
    _ region: PixelRect, shader: Shader, opacity: UInt32, blend: BlendMode = .normal,
    row: (Int, inout Spans) -> Void
  ) {
    if region.isEmpty || opacity == 0 { return }
    prepareLine()
    var shader = shader
    var spans = Spans()
    for y in region.top..<region.bottom {
      spans.begin(width: region.width)
      row(y, &spans)
      Compositor.paint(
        &spans, row: y, left: region.left, shader: &shader, opacity: opacity, blend: blend,
        onto: &surface, line: &line)
    }
  }

  private mutating func prepareLine() {
    if line.count < surface.frame.width {
      line = [UInt32](repeating: 0, count: surface.frame.width)
    }
  }
}
