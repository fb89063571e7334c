import FolioGeometry

/// A blurred silhouette behind something.
public struct Shadow: Hashable, Sendable {
  /// Its colour; the alpha multiplies what is cast.
  public var color: Color
  /// Where it lies from what casts it, in the canvas's units, rounded to whole device pixels,
  /// halves up.
  public var offset: Point
  /// The standard deviation of the blur in the canvas's units: `shadowRadius` of Core Animation,
  /// half the blur radius of CSS.
  public var sigma: Double

  /// A shadow.
  public init(color: Color, offset: Point = .zero, sigma: Double) {
    self.color = color
    self.offset = offset
    self.sigma = sigma
  }
}

extension PixelRect {
  /// The rectangle moved by whole pixels.
  func moved(_ x: Int, _ y: Int) -> PixelRect {
    PixelRect(left: left + x, top: top + y, right: right + x, bottom: bottom + y)
  }

  /// The rectangle grown on all sides; an empty one stays empty.
  func grown(_ x: Int, _ y: Int) -> PixelRect {
    isEmpty
      ? self : PixelRect(left: left - x, top: top - y, right: right + x, bottom: bottom + y)
  }

  /// The smallest rectangle that holds both.
  func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }
}

/// The blurred silhouette of a rounded rectangle, with one column and one row that stand for many.
///
/// In the middle of a large rectangle the shadow does not change along a side. So only a rectangle
/// without its middle is drawn and blurred, and a column and a row of the result are repeated when
/// it is painted. The bytes are those of the whole.
struct RoundedShadow {
  /// The blurred mask without what is repeated.
  let mask: Mask
  /// Where its corner lies.
  let left: Int
  let top: Int
  /// The column that is repeated `extraColumns` times more, and the row.
  let column: Int
  let row: Int
  let extraColumns: Int
  let extraRows: Int

  /// The largest side of a mask in pixels.
  static let maximumSide = 4096

  /// `nil` if the mask would be too large.
  init?(_ outline: RoundedOutline, _ x: Gaussian, _ y: Gaussian) {
    let rect = outline.rect
    var cornerX = 0.0
    var cornerY = 0.0
    for r in outline.radii {
      cornerX = max(cornerX, r.width)
      cornerY = max(cornerY, r.height)
    }
    let limit = Double(RoundedShadow.maximumSide)
    guard cornerX < limit, cornerY < limit, abs(rect.minX) < Subpixel.limit,
      abs(rect.minY) < Subpixel.limit, rect.maxX < Subpixel.limit, rect.maxY < Subpixel.limit
    else { return nil }
    // From the side to the first column that neither a corner nor the side itself reaches.
    let capX = Int(cornerX.rounded(.up)) + 2 + x.radius
    let capY = Int(cornerY.rounded(.up)) + 2 + y.radius
    extraColumns = max(0, Int(rect.width) - 2 * capX - 2)
    extraRows = max(0, Int(rect.height) - 2 * capY - 2)
    let small = Rect(
      x: rect.minX, y: rect.minY, width: rect.width - Double(extraColumns),
      height: rect.height - Double(extraRows))
    let frame = PixelRect(covering: small).grown(x.radius, y.radius)
    guard frame.width <= RoundedShadow.maximumSide, frame.height <= RoundedShadow.maximumSide else {
      return nil
    }
    left = frame.left
    top = frame.top
    column = x.radius + capX + 1
    row = y.radius + capY + 1
    var clipper = EdgeClipper(viewport: frame)
    guard RoundedOutline(rect: small, radii: outline.radii).add(to: &clipper) else { return nil }
    mask = Blur.blurred(Mask(clipper, frame: frame, rule: .nonZero), x, y)
  }

  /// The pixels that it may touch.
  var frame: PixelRect {
    PixelRect(
      x: left, y: top, width: mask.width + extraColumns, height: mask.height + extraRows)
  }

  /// The index of the mask's row for a row of the frame.
  func maskRow(_ y: Int) -> Int {
    let i = y - top
    return i <= row ? i : max(row, i - extraRows)
  }

  /// Adds the columns `columns` of row `y`, counted from the first of them.
  func add(_ columns: Range<Int>, of y: Int, to spans: inout Spans) {
    let base = maskRow(y) * mask.width
    // Places in the frame where the repeated column begins and ends.
    let begin = left + column
    let end = left + column + extraColumns
    let from = columns.lowerBound
    var x = from
    while x < columns.upperBound {
      let next: Int
      if x < begin || x >= end {
        next = x < begin ? min(begin, columns.upperBound) : columns.upperBound
        for k in x..<next {
          spans.coverage[k - from] = mask.values[base + k - left - (x < begin ? 0 : extraColumns)]
        }
        spans.masked(from: x - from, to: next - from)
      } else {
        next = min(end, columns.upperBound)
        spans.solid(from: x - from, to: next - from, coverage: mask.values[base + column])
      }
      x = next
    }
  }
}

extension Mask {
  /// The coverage of an outline in a frame.
  init(_ clipper: EdgeClipper, frame: PixelRect, rule: FillRule) {
    self.init(width: frame.width, height: frame.height)
    let region = clipper.bounds.intersection(frame)
    var rasterizer = Rasterizer()
    var values = values
    rasterizer.forEachRow(of: clipper.edges, in: region, rule: rule) { y, spans in
      let base = (y - frame.top) * frame.width + region.left - frame.left
      var d = values.mutableSpan
      for i in 0..<spans.count {
        let run = spans[i]
        let range = (base + Int(run.start))..<(base + Int(run.end))
        if run.coverage == Spans.Run.mixed {
          SpanKernels.copy(&d, range, spans.coverage.span, at: base)
        } else {
          SpanKernels.set(&d, range, UInt8(run.coverage))
        }
      }
    }
    self.values = values
  }

  /// The coverage of a path.
  ///
  /// - Parameters:
  ///   - width: columns, 0...131,072.
  ///   - height: rows, 0...131,072.
  ///   - transform: from the path's space to the mask's pixels.
  ///   - overlaps: whether contours of the path may overlap; see ``Canvas/fill(_:with:rule:overlaps:)``.
  /// - Throws: `DrawingFault.notFinite` if the path has a fault or a mapped point is not finite.
  public init(
    filling path: Path, width: Int, height: Int, transform: Affine = .identity,
    rule: FillRule = .nonZero, overlaps: Bool = false
  ) throws(DrawingFault) {
    precondition(width <= Canvas.maximumExtent && height <= Canvas.maximumExtent)
    let frame = PixelRect(x: 0, y: 0, width: width, height: height)
    var clipper = EdgeClipper(viewport: frame)
    guard transform.isFinite, Flattening.flatten(path, transform, into: &clipper) else {
      throw .notFinite
    }
    if overlaps { clipper.resolveOverlaps(rule) }
    self.init(clipper, frame: frame, rule: rule)
  }
}

extension Canvas {
  /// Draws the shadow of a rounded rectangle, without the rectangle. The same bytes as the shadow
  /// of a group with it, at the cost of its corners.
  public mutating func drawShadow(of rounded: RoundedRect, _ shadow: Shadow) {
    guard rounded.rect.isFinite, transform.isFinite else { return refuse(.notFinite) }
    guard let (x, y) = gaussians(shadow.sigma), let offset = deviceOffset(shadow) else { return }
    if rounded.rect.isEmpty { return }
    guard transform.isScaleTranslation,
      let blurred = RoundedShadow(RoundedOutline(rounded, transform), x, y)
    else { return drawShadow(of: Path(rounded), shadow) }
    let region = blurred.frame.moved(offset.x, offset.y).intersection(scissor)
    paint(region, shader: .solid(shadow.color.premultiplied), opacity: 255) { row, spans in
      let columns = (region.left - offset.x)..<(region.right - offset.x)
      blurred.add(columns, of: row - offset.y, to: &spans)
    }
  }

  /// Draws the shadow of a filled path, without the path.
  public mutating func drawShadow(
    of path: Path, _ shadow: Shadow, rule: FillRule = .nonZero
  ) {
    guard transform.isFinite else { return refuse(.notFinite) }
    guard let (x, y) = gaussians(shadow.sigma), let offset = deviceOffset(shadow) else { return }
    let cast = scissor.moved(-offset.x, -offset.y).grown(x.radius, y.radius)
    var clipper = EdgeClipper(viewport: cast)
    guard Flattening.flatten(path, transform, into: &clipper) else { return refuse(.notFinite) }
    let frame = clipper.bounds.grown(x.radius, y.radius).intersection(
      cast.grown(x.radius, y.radius))
    if frame.isEmpty { return }
    let mask = Blur.blurred(Mask(clipper, frame: frame, rule: rule), x, y)
    fillDevice(
      mask, x: frame.left + offset.x, y: frame.top + offset.y, pixel: shadow.color.premultiplied)
  }

  /// A mask in one colour.
  mutating func fillDevice(_ mask: Mask, x: Int, y: Int, pixel: UInt32) {
    let region = PixelRect(x: x, y: y, width: mask.width, height: mask.height)
      .intersection(scissor)
    paint(region, shader: .solid(pixel), opacity: 255) { row, spans in
      spans.masked(mask, from: (row - y) * mask.width + region.left - x, count: region.width)
    }
  }

  /// The blurs along the device's x and y; `nil`, with a fault, if a number is not finite.
  mutating func gaussians(_ sigma: Double) -> (Gaussian, Gaussian)? {
    guard sigma.isFinite, transform.isFinite else {
      refuse(.notFinite)
      return nil
    }
    let t = transform
    if t.isScaleTranslation {
      return (Gaussian(sigma: sigma * abs(t.a)), Gaussian(sigma: sigma * abs(t.d)))
    }
    // How far a round blot reaches along each axis once it is mapped.
    return (
      Gaussian(sigma: sigma * (t.a * t.a + t.c * t.c).squareRoot()),
      Gaussian(sigma: sigma * (t.b * t.b + t.d * t.d).squareRoot())
    )
  }

  /// The offset in whole device pixels; `nil`, with a fault, if it is not finite.
  mutating func deviceOffset(_ shadow: Shadow) -> (x: Int, y: Int)? {
    let t = transform
    let x = t.a * shadow.offset.x + t.c * shadow.offset.y
    let y = t.b * shadow.offset.x + t.d * shadow.offset.y
    guard x.isFinite, y.isFinite else {
      refuse(.notFinite)
      return nil
    }
    let limit = 0x1p30
    return (
      Subpixel.floor(min(max(x, -limit), limit) + 0.5),
      Subpixel.floor(min(max(y, -limit), limit) + 0.5)
    )
  }
}
