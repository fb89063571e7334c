// Random scenes of 32 x 32 pixels, drawn through the public interface of the core alone, and one
// hash for a run of them. The same file is compiled for other machines (scripts/check-aarch64), so
// it uses nothing but the core.
//
// A scene draws on whatever has a canvas's methods: the canvas itself, or one that does the same in
// the plainest way and is kept to compare the two.

import FolioGeometry
import FolioRaster

/// What scenes draw on: those methods of a canvas that they use.
public protocol SceneCanvas: ~Copyable {
  /// From points to device pixels.
  var transform: Affine { get set }
  /// Fills the inside of a path.
  mutating func fill(_ path: Path, with paint: Paint, rule: FillRule, overlaps: Bool)
  /// Fills a rectangle.
  mutating func fill(_ rect: Rect, with paint: Paint)
  /// Fills a rounded rectangle.
  mutating func fill(_ rounded: RoundedRect, with paint: Paint)
  /// Fills an ellipse.
  mutating func fill(ellipseIn rect: Rect, with paint: Paint)
  /// Draws a line along a path.
  mutating func stroke(_ path: Path, style: StrokeStyle, with paint: Paint)
  /// Draws an image, or a part of it, into a rectangle.
  mutating func draw(
    _ image: Bitmap, in rect: Rect, source: Rect?, fit: ImageFit, position: Point, opacity: Double,
    tint: Color?)
  /// Draws inside a rectangle only.
  mutating func clipped(to rect: Rect, _ body: (inout Self) -> Void)
  /// Draws a group.
  mutating func grouped(
    opacity: Double, blend: BlendMode, clip: Path?, _ body: (inout Self) -> Void)
  /// Draws a group that shows where a mask lets it, whose corner lies on a device pixel.
  mutating func masked(by mask: Mask, x: Int, y: Int, _ body: (inout Self) -> Void)
  /// Draws a group and blurs it.
  mutating func blurred(sigma: Double, _ body: (inout Self) -> Void)
  /// Draws a group on a shadow of itself.
  mutating func shadowed(_ shadow: Shadow, _ body: (inout Self) -> Void)
  /// Draws the shadow of a rounded rectangle.
  mutating func drawShadow(of rounded: RoundedRect, _ shadow: Shadow)
}

extension Canvas: SceneCanvas {
  /// The same as `withClip`.
  public mutating func clipped(to rect: Rect, _ body: (inout Canvas) -> Void) {
    withClip(rect) { body(&$0) }
  }

  /// The same as `withLayer`.
  public mutating func grouped(
    opacity: Double, blend: BlendMode, clip: Path?, _ body: (inout Canvas) -> Void
  ) {
    withLayer(opacity: opacity, blend: blend, clip: clip) { body(&$0) }
  }

  /// The same as `withMask`.
  public mutating func masked(by mask: Mask, x: Int, y: Int, _ body: (inout Canvas) -> Void) {
    withMask(mask, x: x, y: y) { body(&$0) }
  }

  /// The same as `withBlur`.
  public mutating func blurred(sigma: Double, _ body: (inout Canvas) -> Void) {
    withBlur(sigma: sigma) { body(&$0) }
  }

  /// The same as `withShadow`.
  public mutating func shadowed(_ shadow: Shadow, _ body: (inout Canvas) -> Void) {
    withShadow(shadow) { body(&$0) }
  }
}

/// Seeded scenes by feature.
public enum CoreScenes {
  /// What the scenes of a run consist of.
  public enum Feature: Int, CaseIterable, Sendable {
    /// Paths, rectangles, rounded rectangles and ellipses in one colour.
    case fills
    /// Strokes with every join and cap, and dashes.
    case strokes
    /// Linear, radial and conic gradients.
    case gradients
    /// Images scaled, turned, tiled, sliced and tinted.
    case images
    /// Groups, clips, masks and blend modes.
    case groups
    /// Blurs and shadows.
    case blurs
  }

  /// The width and height of a scene in pixels.
  public static let side = 32

  /// FNV-1a over the pixels of scenes 0..<count.
  public static func hash(_ feature: Feature, count: Int) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var bitmap = Bitmap(width: side, height: side)
    for seed in 0..<count {
      bitmap = draw(feature, seed: UInt64(seed), on: bitmap)
      for pixel in bitmap.pixels {
        var rest = pixel
        for _ in 0..<4 {
          hash = (hash ^ UInt64(rest & 0xFF)) &* 0x100_0000_01B3
          rest >>= 8
        }
      }
    }
    return hash
  }

  /// One scene, drawn over whatever the bitmap held, which is cleared first.
  public static func draw(
    _ feature: Feature, seed: UInt64, on bitmap: consuming Bitmap
  ) -> Bitmap {
    var canvas = Canvas(drawingOn: bitmap)
    canvas.clear(background(feature, seed: seed))
    draw(feature, seed: seed, in: &canvas)
    return canvas.finish()
  }

  private static func random(_ feature: Feature, _ seed: UInt64) -> SplitMix64 {
    SplitMix64(seed: seed &* 8 &+ UInt64(feature.rawValue))
  }

  /// What lies below a scene.
  public static func background(_ feature: Feature, seed: UInt64) -> Color {
    var random = random(feature, seed)
    return random.next() % 2 == 0 ? .white : .transparent
  }

  /// One scene, drawn over what a canvas holds.
  ///
  /// - Parameter offset: the device pixel at which the scene's corner lies.
  public static func draw<C: SceneCanvas & ~Copyable>(
    _ feature: Feature, seed: UInt64, in canvas: inout C, offset: (x: Int, y: Int) = (0, 0)
  ) {
    var random = random(feature, seed)
    _ = random.next()
    let base = Affine(translationX: Double(offset.x), y: Double(offset.y))
    canvas.transform = base
    switch feature {
    case .fills: fills(&random, &canvas, base)
    case .strokes: strokes(&random, &canvas, base)
    case .gradients: gradients(&random, &canvas, base)
    case .images: images(&random, &canvas, base)
    case .groups: groups(&random, &canvas, offset)
    case .blurs: blurs(&random, &canvas)
    }
  }

  // MARK: Parts

  private static func below(_ n: UInt64, _ random: inout SplitMix64) -> Int {
    Int(random.next() % n)
  }

  private static func color(_ random: inout SplitMix64) -> Color {
    let v = random.next()
    func byte(_ shift: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: v >> shift) }
    return Color(
      red: byte(0), green: byte(8), blue: byte(16), alpha: v >> 62 == 0 ? 255 : byte(24))
  }

  private static func point(_ random: inout SplitMix64) -> Point {
    Point(x: random.double(in: -6...38), y: random.double(in: -6...38))
  }

  private static func rect(_ random: inout SplitMix64) -> Rect {
    let a = point(&random)
    let size = Size(width: random.double(in: 0.2...26), height: random.double(in: 0.2...26))
    let rect = Rect(origin: a, size: size)
    if below(3, &random) > 0 { return rect }
    return Rect(
      x: a.x.rounded(), y: a.y.rounded(), width: size.width.rounded(.up),
      height: size.height.rounded(.up))
  }

  private static func path(_ random: inout SplitMix64) -> Path {
    var path = Path()
    for _ in 0..<(1 + below(2, &random)) {
      path.move(to: point(&random))
      for _ in 0..<(1 + below(4, &random)) {
        switch below(4, &random) {
        case 0, 1: path.line(to: point(&random))
        case 2: path.quad(control: point(&random), to: point(&random))
        default:
          path.cubic(control1: point(&random), control2: point(&random), to: point(&random))
        }
      }
      if below(2, &random) == 0 { path.close() }
    }
    return path
  }

  private static func map(_ random: inout SplitMix64) -> Affine {
    switch below(3, &random) {
    case 0: return .identity
    case 1:
      return Affine(
        a: random.double(in: -2...2), b: 0, c: 0, d: random.double(in: -2...2), tx: 16, ty: 16)
    default:
      return Affine(rotationDegrees: random.double(in: 0...360))
        .then(Affine(scaleX: random.double(in: 0.3...2), y: random.double(in: 0.3...2)))
        .then(Affine(translationX: 16, y: 16))
    }
  }

  private static func image(_ random: inout SplitMix64) -> Bitmap {
    let width = 1 + below(40, &random)
    let height = 1 + below(40, &random)
    var pixels: [UInt32] = []
    let isOpaque = below(2, &random) == 0
    for _ in 0..<(width * height) {
      let v = random.next()
      var c = Color(
        red: UInt8(truncatingIfNeeded: v), green: UInt8(truncatingIfNeeded: v >> 8),
        blue: UInt8(truncatingIfNeeded: v >> 16), alpha: UInt8(truncatingIfNeeded: v >> 24))
      if isOpaque { c.alpha = 255 }
      pixels.append(c.premultiplied)
    }
    return Bitmap(width: width, height: height, pixels: pixels)
  }

  private static func shape<C: SceneCanvas & ~Copyable>(
    _ random: inout SplitMix64, _ canvas: inout C, _ paint: Paint
  ) {
    switch below(5, &random) {
    case 0: canvas.fill(rect(&random), with: paint)
    case 1:
      canvas.fill(
        RoundedRect(rect(&random), radius: random.double(in: 0...14)), with: paint)
    case 2: canvas.fill(ellipseIn: rect(&random), with: paint)
    case 3: canvas.fill(path(&random), with: paint, rule: .evenOdd, overlaps: false)
    default:
      canvas.fill(
        path(&random), with: paint, rule: .nonZero, overlaps: below(2, &random) == 0)
    }
  }

  // MARK: Features

  private static func fills<C: SceneCanvas & ~Copyable>(
    _ random: inout SplitMix64, _ canvas: inout C, _ base: Affine
  ) {
    canvas.transform = map(&random).then(base)
    for _ in 0..<2 { shape(&random, &canvas, .color(color(&random))) }
  }

  private static func strokes<C: SceneCanvas & ~Copyable>(
    _ random: inout SplitMix64, _ canvas: inout C, _ base: Affine
  ) {
    canvas.transform = map(&random).then(base)
    var style = StrokeStyle(width: random.double(in: 0.1...7))
    switch below(3, &random) {
    case 0: style.cap = .butt
    case 1: style.cap = .round
    default: style.cap = .square
    }
    switch below(3, &random) {
    case 0: style.join = .miter
    case 1: style.join = .round
    default: style.join = .bevel
    }
    style.miterLimit = random.double(in: 1...12)
    if below(3, &random) == 0 {
      style.dashes = [random.double(in: 0...9), random.double(in: 0.5...5)]
      style.dashPhase = random.double(in: -10...10)
    }
    canvas.stroke(path(&random), style: style, with: .color(color(&random)))
  }

  private static func gradients<C: SceneCanvas & ~Copyable>(
    _ random: inout SplitMix64, _ canvas: inout C, _ base: Affine
  ) {
    canvas.transform = map(&random).then(base)
    var stops: [GradientStop] = []
    for _ in 0..<(1 + below(4, &random)) {
      let place = below(2, &random) == 0 ? random.unit() : nil
      stops.append(GradientStop(color(&random), at: place))
    }
    let paint: Paint
    switch below(3, &random) {
    case 0:
      paint = .linear(LinearGradient(stops: stops, from: point(&random), to: point(&random)))
    case 1:
      paint = .radial(
        RadialGradient(
          stops: stops, center: point(&random),
          radii: Size(width: random.double(in: 0...30), height: random.double(in: 1...30))))
    default:
      paint = .conic(
        ConicGradient(
          stops: stops, center: point(&random), degrees: random.double(in: -360...360)))
    }
    shape(&random, &canvas, paint)
  }

  private static func images<C: SceneCanvas & ~Copyable>(
    _ random: inout SplitMix64, _ canvas: inout C, _ base: Affine
  ) {
    canvas.transform = map(&random).then(base)
    let bitmap = image(&random)
    switch below(4, &random) {
    case 0:
      let fit: ImageFit
      switch below(4, &random) {
      case 0: fit = .contain
      case 1: fit = .cover
      case 2: fit = .fill
      default: fit = .none
      }
      canvas.draw(
        bitmap, in: rect(&random), source: nil, fit: fit,
        position: Point(x: random.unit(), y: random.unit()), opacity: random.unit(), tint: nil)
    case 1:
      canvas.draw(
        bitmap, in: rect(&random),
        source: Rect(x: random.double(in: 0...9), y: 1.5, width: 4.25, height: 3), fit: .fill,
        position: Point(x: 0.5, y: 0.5), opacity: 1, tint: color(&random))
    case 2:
      shape(
        &random, &canvas,
        .image(
          ImagePattern(bitmap, in: rect(&random), extendX: .repeat, extendY: .mirror)))
    default:
      let slices = NineSlice(
        insets: Insets(top: 2, left: 3, bottom: 1, right: 2), scale: random.double(in: 0.5...2))
      let place = rect(&random)
      canvas.fill(place, with: .image(ImagePattern(bitmap, in: place, slices: slices)))
    }
  }

  private static func groups<C: SceneCanvas & ~Copyable>(
    _ random: inout SplitMix64, _ canvas: inout C, _ offset: (x: Int, y: Int)
  ) {
    shape(&random, &canvas, .color(color(&random)))
    let mode = BlendMode.allCases[below(16, &random)]
    let opacity = random.unit()
    let clip = below(2, &random) == 0 ? path(&random) : nil
    let inner = rect(&random)
    var seeds = random
    canvas.grouped(opacity: opacity, blend: mode, clip: clip) { layer in
      shape(&seeds, &layer, .color(color(&seeds)))
      layer.clipped(to: inner) { shape(&seeds, &$0, .color(color(&seeds))) }
    }
    if let mask = try? Mask(filling: path(&seeds), width: 20, height: 20) {
      let x = below(20, &seeds) - 4
      canvas.masked(by: mask, x: x + offset.x, y: 3 + offset.y) {
        shape(&seeds, &$0, .color(color(&seeds)))
      }
    }
  }

  private static func blurs<C: SceneCanvas & ~Copyable>(
    _ random: inout SplitMix64, _ canvas: inout C
  ) {
    let sigma = random.double(in: 0.2...4)
    var seeds = random
    switch below(3, &seeds) {
    case 0:
      canvas.blurred(sigma: sigma) { shape(&seeds, &$0, .color(color(&seeds))) }
    case 1:
      let shadow = Shadow(color: color(&seeds), offset: point(&seeds) * 0.2, sigma: sigma)
      canvas.shadowed(shadow) { shape(&seeds, &$0, .color(color(&seeds))) }
    default:
      let shadow = Shadow(color: color(&seeds), offset: point(&seeds) * 0.2, sigma: sigma)
      canvas.drawShadow(
        of: RoundedRect(rect(&seeds), radius: seeds.double(in: 0...9)), shadow)
    }
  }
}
