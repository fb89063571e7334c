import FolioGeometry
import TestSupport

@testable import FolioRaster

/// The rasterizer without its cleverness: every pixel looks at every edge of its row, every crossing
/// is one division, and colours are put down one by one, channel by channel.
enum PlainRaster {
  /// The part of an edge in one row of pixels, from left to right.
  struct Piece {
    let x0: Int
    let y0: Int
    let x1: Int
    let y1: Int
    let sign: Int
  }

  /// Quotient to the nearest integer, ties to even, for a positive divisor.
  static func nearest(_ n: Int, _ d: Int) -> Int {
    let low = Int((Double(n) / Double(d)).rounded(.down))
    // Corrected exactly, since the quotient of Doubles may be off by one.
    var q = low
    while q * d > n { q -= 1 }
    while (q + 1) * d <= n { q += 1 }
    let twice = 2 * (n - q * d)
    return twice > d || (twice == d && q % 2 != 0) ? q + 1 : q
  }

  /// The parts of edges in row `y`.
  static func pieces(_ edges: [Edge], row y: Int) -> [Piece] {
    var pieces: [Piece] = []
    for e in edges {
      let (x0, y0, x1, y1) = (Int(e.x0), Int(e.y0), Int(e.x1), Int(e.y1))
      let top = max(y0, y * 4096)
      let bottom = min(y1, (y + 1) * 4096)
      if top >= bottom { continue }
      func place(_ h: Int) -> Int {
        h == y0 ? x0 : h == y1 ? x1 : x0 + nearest((x1 - x0) * (h - y0), y1 - y0)
      }
      let xa = place(top)
      let xb = place(bottom)
      pieces.append(
        xa <= xb
          ? Piece(x0: xa, y0: top, x1: xb, y1: bottom, sign: Int(e.winding))
          : Piece(x0: xb, y0: bottom, x1: xa, y1: top, sign: -Int(e.winding)))
    }
    return pieces
  }

  /// The signed area of pixel `x` of a row that its edges leave to their right, 2^25 for a full
  /// pixel.
  static func area(_ pieces: [Piece], _ x: Int) -> Int {
    var area = 0
    let left = x * 4096
    let right = left + 4096
    for p in pieces {
      if p.x0 >= right { continue }
      if p.x1 < left || (p.x1 == left && p.x0 < left) {
        area += (p.y1 - p.y0) * p.sign * 8192
        continue
      }
      // Cut at the pixel's sides.
      func height(_ place: Int) -> Int {
        place <= p.x0
          ? p.y0
          : place >= p.x1
            ? p.y1 : p.y0 + nearest((p.y1 - p.y0) * (place - p.x0), p.x1 - p.x0)
      }
      let ya = height(left)
      area += (ya - p.y0) * p.sign * 8192
      let yb = p.x1 < right ? p.y1 : height(right)
      let fa = max(p.x0, left) - left
      let fb = min(p.x1, right) - left
      area += (yb - ya) * p.sign * (8192 - fa - fb)
    }
    return area
  }

  static func coverage(_ area: Int, _ rule: FillRule) -> UInt32 {
    let full = 1 << 25
    var a = abs(area)
    if rule == .nonZero {
      a = min(a, full)
    } else {
      a %= 2 * full
      if a > full { a = 2 * full - a }
    }
    return UInt32((a * 255 * 2 + full) / (2 * full))
  }

  /// A premultiplied pixel, weighted by `k / 255`, over another.
  static func over(_ source: UInt32, weight k: UInt32, _ destination: UInt32) -> UInt32 {
    let sa = Arithmetic.multiply(source >> 24, k)
    var result: UInt32 = 0
    for shift in [0, 8, 16, 24] as [UInt32] {
      let s = Arithmetic.multiply((source >> shift) & 0xFF, k)
      let d = (destination >> shift) & 0xFF
      result |= (s + Arithmetic.multiply(d, 255 - sa)) << shift
    }
    return result
  }
}

/// A canvas that does what `Canvas` does in the plainest way: without spans, kernels, run fills,
/// bands, or groups cut to their clips; every paint is asked for one pixel at a time.
///
/// It shares with the canvas how outlines become edges, whose exactness other tests check, and the
/// blend modes. It has no blur.
struct PlainCanvas: SceneCanvas {
  let width: Int
  let height: Int
  var transform = Affine.identity
  private(set) var pixels: [UInt32]
  private var scissor: PixelRect

  /// Beyond the safe box: no edge is dropped.
  private static let plane = PixelRect(
    left: -300_000, top: -300_000, right: 300_000, bottom: 300_000)

  init(_ bitmap: Bitmap) {
    width = bitmap.width
    height = bitmap.height
    pixels = bitmap.pixels
    scissor = PixelRect(x: 0, y: 0, width: width, height: height)
  }

  var bitmap: Bitmap { Bitmap(width: width, height: height, pixels: pixels) }

  // MARK: Areas

  mutating func fill(_ path: Path, with paint: Paint, rule: FillRule, overlaps: Bool) {
    guard let edges = edges(of: path, rule: rule, overlaps: overlaps) else { return }
    fill(edges, paint, rule)
  }

  mutating func fill(_ rect: Rect, with paint: Paint) {
    if rect.isEmpty { return }
    fill(Path(rect), with: paint, rule: .nonZero, overlaps: false)
  }

  mutating func fill(_ rounded: RoundedRect, with paint: Paint) {
    if rounded.rect.isEmpty { return }
    var clipper = EdgeClipper(viewport: PlainCanvas.plane)
    if transform.isScaleTranslation, RoundedOutline(rounded, transform).add(to: &clipper) {
      fill(clipper.edges, paint, .nonZero)
    } else {
      fill(Path(rounded), with: paint, rule: .nonZero, overlaps: false)
    }
  }

  mutating func fill(ellipseIn rect: Rect, with paint: Paint) {
    if rect.isEmpty { return }
    var clipper = EdgeClipper(viewport: PlainCanvas.plane)
    if transform.isScaleTranslation,
      RoundedOutline(ellipseIn: transform.boundingBox(of: rect)).add(to: &clipper)
    {
      fill(clipper.edges, paint, .nonZero)
    } else {
      fill(Path(ellipseIn: rect), with: paint, rule: .nonZero, overlaps: false)
    }
  }

  mutating func stroke(_ path: Path, style: StrokeStyle, with paint: Paint) {
    let t = transform
    let scale = (t.a * t.a + t.b * t.b + t.c * t.c + t.d * t.d).squareRoot()
    guard let back = t.inverted,
      let contours = path.strokeContours(
        style, scale: scale,
        visible: back.boundingBox(
          of: Rect(x: 0, y: 0, width: Double(width), height: Double(height))))
    else { return }
    var outline = Path()
    for contour in contours { outline.addPolygon(contour) }
    fill(outline, with: paint, rule: .nonZero, overlaps: true)
  }

  mutating func draw(
    _ image: Bitmap, in rect: Rect, source: Rect?, fit: ImageFit, position: Point, opacity: Double,
    tint: Color?
  ) {
    let whole = Rect(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
    let used = source.map { $0.intersection(whole) } ?? whole
    if rect.isEmpty || used.isEmpty { return }
    let placed = fit.placement(of: used.size, in: rect, position: position)
    guard
      let edges = edges(of: Path(placed.intersection(rect)), rule: .nonZero, overlaps: false)
    else { return }
    fill(
      edges, .image(ImagePattern(image, in: placed, source: used, tint: tint)), .nonZero,
      opacity: Canvas.level(opacity))
  }

  // MARK: Groups

  mutating func clipped(to rect: Rect, _ body: (inout PlainCanvas) -> Void) {
    let device = transform.boundingBox(of: rect)
    guard transform.isScaleTranslation, let aligned = PixelRect(aligned: device) else {
      return grouped(opacity: 1, blend: .normal, clip: Path(rect), body)
    }
    let saved = scissor
    scissor = scissor.intersection(aligned)
    body(&self)
    scissor = saved
  }

  mutating func grouped(
    opacity: Double, blend: BlendMode, clip: Path?, _ body: (inout PlainCanvas) -> Void
  ) {
    var weights: [UInt32]?
    if let clip {
      weights = edges(of: clip, rule: .nonZero, overlaps: false).map { coverage($0, .nonZero) }
    }
    let k = Canvas.level(opacity)
    let layer = layer(body)
    forEachPixel { canvas, i, _, _ in
      let weight = Arithmetic.multiply(weights?[i] ?? 255, k)
      if blend == .normal {
        canvas.pixels[i] = PlainRaster.over(layer[i], weight: weight, canvas.pixels[i])
      } else {
        let source = PlainRaster.over(layer[i], weight: weight, 0)
        if source != 0 { canvas.pixels[i] = blend.blend(source, over: canvas.pixels[i]) }
      }
    }
  }

  mutating func masked(by mask: Mask, x: Int, y: Int, _ body: (inout PlainCanvas) -> Void) {
    let layer = layer(body)
    forEachPixel { canvas, i, column, row in
      let (u, v) = (column - x, row - y)
      if u < 0 || v < 0 || u >= mask.width || v >= mask.height { return }
      canvas.pixels[i] = PlainRaster.over(
        layer[i], weight: UInt32(mask[u, v]), canvas.pixels[i])
    }
  }

  mutating func blurred(sigma: Double, _ body: (inout PlainCanvas) -> Void) {
    fatalError("the plain canvas has no blur")
  }

  mutating func shadowed(_ shadow: Shadow, _ body: (inout PlainCanvas) -> Void) {
    fatalError("the plain canvas has no blur")
  }

  mutating func drawShadow(of rounded: RoundedRect, _ shadow: Shadow) {
    fatalError("the plain canvas has no blur")
  }

  // MARK: Parts

  private func edges(of path: Path, rule: FillRule, overlaps: Bool) -> [Edge]? {
    // Overlaps are resolved row by row, so the rows that are not seen can be left out.
    var clipper = EdgeClipper(viewport: overlaps ? scissor : PlainCanvas.plane)
    guard Flattening.flatten(path, transform, into: &clipper) else { return nil }
    if overlaps { clipper.resolveOverlaps(rule) }
    return clipper.edges
  }

  /// What is drawn on nothing.
  private mutating func layer(_ body: (inout PlainCanvas) -> Void) -> [UInt32] {
    var layer = [UInt32](repeating: 0, count: pixels.count)
    swap(&layer, &pixels)
    body(&self)
    swap(&layer, &pixels)
    return layer
  }

  /// Calls `body` with the index, the column and the row of every pixel that is not clipped.
  private mutating func forEachPixel(_ body: (inout PlainCanvas, Int, Int, Int) -> Void) {
    for y in scissor.top..<scissor.bottom {
      for x in scissor.left..<scissor.right { body(&self, y * width + x, x, y) }
    }
  }

  /// The coverage of every pixel of the canvas.
  private func coverage(_ edges: [Edge], _ rule: FillRule) -> [UInt32] {
    (0..<height).flatMap { y in
      let row = PlainRaster.pieces(edges, row: y)
      return (0..<width).map { PlainRaster.coverage(PlainRaster.area(row, $0), rule) }
    }
  }

  private mutating func fill(
    _ edges: [Edge], _ paint: Paint, _ rule: FillRule, opacity: UInt32 = 255
  ) {
    if scissor.isEmpty { return }
    guard var shader = paint.shader(transform, region: scissor) else { return }
    let coverage = coverage(edges, rule)
    var pixel: [UInt32] = [0]
    forEachPixel { canvas, i, x, y in
      if coverage[i] == 0 { return }
      shader.row(y, x..<(x + 1), into: &pixel)
      canvas.pixels[i] = PlainRaster.over(
        pixel[0], weight: Arithmetic.multiply(coverage[i], opacity), canvas.pixels[i])
    }
  }
}
