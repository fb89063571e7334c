import FolioGeometry
import FolioPagingCore
import FolioRaster
import FolioScene
import FolioTypography

/// Draws the pages and layers of a scene.
///
/// The same walk that draws also finds what is wrong: missing pictures and fonts, characters that
/// no font has, text that does not fit where that is an error. Checking a scene is drawing all of it
/// once onto nothing.
struct LayerPainter {
  let scene: Scene
  let images: ImageStore
  let text: TextEngine
  let scale: Double
  let overrides: [FrameState.Override]
  /// Pagers that are layers here, already drawn, with their places in device pixels.
  var pagers: [DrawnPager] = []
  /// Whether one clear pixel is drawn in place of every picture. What is wrong with the place of a
  /// picture can be seen without decoding it.
  var drawsPlaceholders = false
  /// What is drawn, for messages: `page "cat", caption`.
  var place = ""
  /// Told of each fault and of each warning.
  var report: (Diagnostic) -> Void = { _ in }

  /// A pager that is a layer, drawn.
  struct DrawnPager {
    let content: PagerContent
    let id: String?
    let bitmap: Bitmap
    let frame: PixelRect
  }

  // MARK: - Pages

  /// Draws a page: its background, its layers, its caption.
  func draw(_ page: Page, in canvas: inout Canvas, size: Size) {
    var painter = self
    painter.place = "page \"\(page.id)\""
    painter.drawParts(of: page, &canvas, size)
  }

  private func drawParts(of page: Page, _ canvas: inout Canvas, _ size: Size) {
    let area = Rect(origin: .zero, size: size)
    switch page.background {
    case .paint(let paint): canvas.fill(area, with: self.paint(paint, in: area))
    case .image(let image): draw(image, in: area, &canvas)
    case nil: break
    }
    draw(page.layers, in: size, safeArea: .zero, &canvas)
    if let caption = page.caption { named("caption").draw(caption, in: size, &canvas) }
  }

  private func draw(_ caption: Caption, in size: Size, _ canvas: inout Canvas) {
    let height = min(max(0, caption.height.extent(in: size.height, from: 0)), size.height)
    let top = caption.position == .bottom ? size.height - height : 0
    let band = Rect(x: 0, y: top, width: size.width, height: height)
    canvas.fill(band, with: paint(caption.background, in: band))
    drawText(
      [TextRun(caption.text, style: caption.style)], style: caption.style,
      in: band.inset(by: caption.inset), hasHeight: true, color: nil,
      at: caption.provenance["text"], caption.style, &canvas)
  }

  // MARK: - Layers

  /// Draws layers in surroundings of a size, the first one lowest.
  func draw(_ layers: [Layer], in size: Size, safeArea: Insets, _ canvas: inout Canvas) {
    for (i, layer) in layers.enumerated() {
      let name = layer.id.map { "layer \"\($0)\"" } ?? "layers[\(i)]"
      named(name).draw(layer, in: size, safeArea: safeArea, &canvas)
    }
  }

  /// The painter for a part of what it draws.
  private func named(_ part: String) -> LayerPainter {
    var painter = self
    painter.place += place.isEmpty ? part : ", \(part)"
    return painter
  }

  private func draw(_ layer: Layer, in size: Size, safeArea: Insets, _ canvas: inout Canvas) {
    if flag(SettablePath.layerHidden, layer) ?? layer.isHidden { return }
    let opacity = number(SettablePath.layerOpacity, layer) ?? layer.opacity
    if opacity <= 0 { return }
    if opacity < 1 || layer.blend != .normal {
      canvas.withLayer(opacity: opacity, blend: layer.blend.mode) {
        drawTurned(layer, in: size, safeArea: safeArea, &$0)
      }
    } else {
      drawTurned(layer, in: size, safeArea: safeArea, &canvas)
    }
  }

  private func drawTurned(
    _ layer: Layer, in size: Size, safeArea: Insets, _ canvas: inout Canvas
  ) {
    if layer.rotation == 0 {
      drawContent(layer, in: size, safeArea: safeArea, &canvas)
      return
    }
    var frame = layer.frame.resolve(in: size, safeArea: safeArea)
    if case .text(let text) = layer.content, layer.frame.h == nil {
      // The middle is that of the text; its faults are reported where it is drawn.
      var silent = self
      silent.report = { _ in }
      let layout = silent.layout(
        runs(of: text, layer), style: text.style, width: frame.width, height: nil, at: nil,
        text.style)
      guard let layout else { return drawContent(layer, in: size, safeArea: safeArea, &canvas) }
      frame = layer.frame.resolve(
        in: size, safeArea: safeArea, natural: (nil, layout.height.points))
    }
    canvas.withTransform(layer.turn(about: frame.center)) {
      drawContent(layer, in: size, safeArea: safeArea, &$0)
    }
  }

  private func drawContent(
    _ layer: Layer, in size: Size, safeArea: Insets, _ canvas: inout Canvas
  ) {
    let frame = layer.frame.resolve(in: size, safeArea: safeArea)
    switch layer.content {
    case .text(let text): draw(text, layer, in: size, safeArea: safeArea, &canvas)
    case .image(let image): draw(image, in: frame, &canvas)
    case .shape(let shape):
      draw(
        shape, in: frame, fill: color(SettablePath.layerFill, layer),
        at: layer.provenance["path"], &canvas)
    case .button(let button): draw(button, layer, in: frame, &canvas)
    case .group(let group):
      draw(group, in: frame, clippedAt: layer.provenance["clipPath"], &canvas)
    case .pager(let content):
      guard let drawn = pagers.first(where: { $0.content == content && $0.id == layer.id }) else {
        return
      }
      canvas.draw(drawn.bitmap, x: drawn.frame.left, y: drawn.frame.top)
    }
  }

  private func draw(
    _ group: GroupContent, in frame: Rect, clippedAt span: SourceSpan?, _ canvas: inout Canvas
  ) {
    let place = Affine(translationX: frame.minX, y: frame.minY)
    canvas.withTransform(place) { canvas in
      if group.blur > 0 {
        canvas.withBlur(sigma: group.blur) {
          drawMasked(group, size: frame.size, clippedAt: span, &$0)
        }
      } else {
        drawMasked(group, size: frame.size, clippedAt: span, &canvas)
      }
    }
  }

  private func drawMasked(
    _ group: GroupContent, size: Size, clippedAt span: SourceSpan?, _ canvas: inout Canvas
  ) {
    if let mask = group.mask {
      var stencil = Canvas(width: canvas.width, height: canvas.height)
      stencil.transform = canvas.transform
      named("mask").draw(mask.layers, in: size, safeArea: .zero, &stencil)
      let picture = stencil.finish()
      let shown = mask.kind == .alpha ? picture.alphaMask : picture.luminanceMask
      canvas.withMask(shown, x: 0, y: 0) {
        drawClipped(group, size: size, at: span, &$0)
      }
    } else {
      drawClipped(group, size: size, at: span, &canvas)
    }
  }

  private func drawClipped(
    _ group: GroupContent, size: Size, at span: SourceSpan?, _ canvas: inout Canvas
  ) {
    guard let clip = group.clipPath else {
      drawFramed(group, size: size, &canvas)
      return
    }
    guard
      let path = path(
        clip.data, viewBox: clip.viewBox, in: Rect(origin: .zero, size: size), at: span)
    else { return }
    canvas.withLayer(clip: path, rule: clip.rule == .evenodd ? .evenOdd : .nonZero) {
      drawFramed(group, size: size, &$0)
    }
  }

  private func drawFramed(_ group: GroupContent, size: Size, _ canvas: inout Canvas) {
    let inside = Rect(origin: .zero, size: size)
    if group.radius != .zero {
      canvas.withLayer(clip: Path(group.radius.rounded(inside))) {
        draw(group.layers, in: size, safeArea: .zero, &$0)
      }
    } else if group.clips {
      canvas.withClip(inside) { draw(group.layers, in: size, safeArea: .zero, &$0) }
    } else {
      draw(group.layers, in: size, safeArea: .zero, &canvas)
    }
  }

  // MARK: - Images

  private func draw(_ image: ImageContent, in frame: Rect, _ canvas: inout Canvas) {
    guard let info = images.info(of: image.path) else { return }
    let fit = image.fit.imageFit
    let position = image.anchor
    let size = Size(width: Double(info.width), height: Double(info.height))
    let whole = fit.placement(of: size, in: frame, position: position)
    let isTiled = image.tiling != .none
    // What the picture covers: corners cut the picture, not the frame around a smaller one.
    let shown = image.slices != nil || isTiled ? frame : whole.intersection(frame)
    let outline = image.radius.rounded(shown)
    if let shadow = image.shadow { drawShadow(shadow, of: outline, &canvas) }
    let placeholder = drawsPlaceholders ? Bitmap(width: 1, height: 1) : nil
    guard let bitmap = placeholder ?? images.bitmap(image.path) else { return }
    if image.isPlain && image.radius == .zero {
      canvas.draw(bitmap, in: frame, fit: fit, position: position)
    } else if image.isPlain {
      canvas.withLayer(clip: Path(outline)) {
        $0.draw(bitmap, in: frame, fit: fit, position: position)
      }
    } else {
      let extend: Extend =
        switch image.tiling {
        case .none: .clamp
        case .repeat: .repeat
        case .mirror: .mirror
        }
      let pattern = ImagePattern(
        bitmap, in: image.slices == nil ? whole : frame, extendX: extend, extendY: extend,
        tint: image.tint, slices: image.slices.map { NineSlice(insets: $0) })
      if image.radius == .zero {
        canvas.fill(shown, with: .image(pattern))
      } else {
        canvas.fill(outline, with: .image(pattern))
      }
    }
  }

  // MARK: - Shapes

  private func draw(
    _ shape: ShapeContent, in frame: Rect, fill color: Color?, at span: SourceSpan?,
    _ canvas: inout Canvas
  ) {
    let fill = color.map { Paint.color($0) } ?? shape.fill.map { paint($0, in: frame) }
    let rule: FolioRaster.FillRule = shape.fillRule == .evenodd ? .evenOdd : .nonZero
    let outline: Path
    switch shape.outline {
    case .rect(let radius):
      let rounded = radius.rounded(frame)
      if let shadow = shape.shadow { drawShadow(shadow, of: rounded, &canvas) }
      if let fill { draw(rounded, with: fill, &canvas) }
      if shape.stroke == nil { return }
      outline = radius == .zero ? Path(frame) : Path(rounded)
    case .ellipse:
      if let shadow = shape.shadow {
        canvas.drawShadow(
          of: Path(ellipseIn: frame.grown(by: shadow.spread)), self.shadow(shadow))
      }
      if let fill { canvas.fill(ellipseIn: frame, with: fill) }
      if shape.stroke == nil { return }
      outline = Path(ellipseIn: frame)
    case .polygon, .regularPolygon, .star, .path:
      guard let path = path(of: shape, in: frame, at: span) else { return }
      if let shadow = shape.shadow {
        canvas.drawShadow(of: path, self.shadow(shadow), rule: rule)
      }
      if let fill { canvas.fill(path, with: fill, rule: rule) }
      outline = path
    }
    if let stroke = shape.stroke {
      canvas.stroke(outline, style: shape.strokeStyle.pen, with: paint(stroke, in: frame))
    }
  }

  /// The outline of a polygon, a star or path data in a frame.
  private func path(of shape: ShapeContent, in frame: Rect, at span: SourceSpan?) -> Path? {
    // The unit circle's polygons, stretched to the frame's ellipse.
    let ellipse = Affine(
      a: frame.width / 2, b: 0, c: 0, d: frame.height / 2, tx: frame.midX, ty: frame.midY)
    switch shape.outline {
    case .rect, .ellipse: return nil
    case .polygon(let points):
      return Path(
        polygon: points.map { point in
          let place = point.place(in: frame.size)
          return Point(x: frame.minX + place.x, y: frame.minY + place.y)
        })
    case .regularPolygon(let corners):
      return Path(regularPolygon: corners, center: .zero, radius: 1).transformed(by: ellipse)
    case .star(let points, let inner):
      return Path(star: points, center: .zero, outerRadius: 1, innerRadius: inner)
        .transformed(by: ellipse)
    case .path(let data, let viewBox):
      return path(data, viewBox: viewBox, in: frame, at: span)
    }
  }

  /// Path data in a frame; `nil`, with a fault, if they are none.
  private func path(
    _ data: String, viewBox: Rect?, in frame: Rect, at span: SourceSpan?
  ) -> Path? {
    let path: Path
    do throws(SVGPathError) {
      path = try Path(svg: data)
    } catch {
      report(
        Diagnostic(
          .error, .badText,
          "path data: at character \(error.offset + 1) \(error.expected) is "
            + "expected", at: span, hint: "such as 'M0 0 L10 0 L5 8 Z'"))
      return nil
    }
    guard let viewBox else {
      return path.transformed(by: Affine(translationX: frame.minX, y: frame.minY))
    }
    let x = frame.width / viewBox.width
    let y = frame.height / viewBox.height
    return path.transformed(
      by: Affine(
        a: x, b: 0, c: 0, d: y, tx: frame.minX - viewBox.minX * x,
        ty: frame.minY - viewBox.minY * y))
  }

  private func draw(_ rounded: RoundedRect, with fill: Paint, _ canvas: inout Canvas) {
    let isSquare =
      rounded.topLeft == 0 && rounded.topRight == 0 && rounded.bottomRight == 0
      && rounded.bottomLeft == 0
    if isSquare { canvas.fill(rounded.rect, with: fill) } else { canvas.fill(rounded, with: fill) }
  }

  private func drawShadow(
    _ shadow: FolioScene.Shadow, of rounded: RoundedRect, _ canvas: inout Canvas
  ) {
    func grown(_ radius: Double) -> Double { radius > 0 ? max(0, radius + shadow.spread) : 0 }
    canvas.drawShadow(
      of: RoundedRect(
        rounded.rect.grown(by: shadow.spread), topLeft: grown(rounded.topLeft),
        topRight: grown(rounded.topRight), bottomRight: grown(rounded.bottomRight),
        bottomLeft: grown(rounded.bottomLeft)),
      self.shadow(shadow))
  }

  /// CSS's blur radius is twice the standard deviation.
  private func shadow(_ shadow: FolioScene.Shadow) -> FolioRaster.Shadow {
    FolioRaster.Shadow(color: shadow.color, offset: shadow.offset, sigma: shadow.blur / 2)
  }

  private func draw(
    _ button: ButtonContent, _ layer: Layer, in frame: Rect, _ canvas: inout Canvas
  ) {
    let fill =
      color(SettablePath.layerFill, layer).map { Paint.color($0) }
      ?? button.fill.map { paint($0, in: frame) }
    let rounded = button.radius.rounded(frame)
    if let shadow = button.shadow { drawShadow(shadow, of: rounded, &canvas) }
    if let fill { draw(rounded, with: fill, &canvas) }
    let title = string(SettablePath.layerText, layer) ?? button.title
    drawText(
      [TextRun(title, style: button.style)], style: button.style, in: frame, hasHeight: true,
      color: color(SettablePath.layerColor, layer), at: layer.provenance["button"], button.style,
      &canvas)
  }

  // MARK: - Text

  private func draw(
    _ content: TextContent, _ layer: Layer, in size: Size, safeArea: Insets,
    _ canvas: inout Canvas
  ) {
    let given = layer.frame.resolve(in: size, safeArea: safeArea)
    let runs = runs(of: content, layer)
    let span = layer.provenance["text"]
    let color = color(SettablePath.layerColor, layer)
    if layer.frame.h != nil {
      drawText(
        runs, style: content.style, in: given, hasHeight: true, color: color, at: span,
        content.style, &canvas)
      return
    }
    // Without a height of its own the text takes what it needs, and the frame is placed by that.
    guard
      let layout = layout(
        runs, style: content.style, width: given.width, height: nil, at: span, content.style)
    else { return }
    let frame = layer.frame.resolve(
      in: size, safeArea: safeArea, natural: (nil, layout.height.points))
    draw(layout, runs, in: frame, color: color, &canvas)
  }

  /// What a text layer says now.
  private func runs(of content: TextContent, _ layer: Layer) -> [FolioScene.TextRun] {
    string(SettablePath.layerText, layer).map { [TextRun($0, style: content.style)] }
      ?? content.runs
  }

  private func drawText(
    _ runs: [FolioScene.TextRun], style: FolioScene.TextStyle, in box: Rect, hasHeight: Bool,
    color: Color?, at span: SourceSpan?, _ spanStyle: FolioScene.TextStyle,
    _ canvas: inout Canvas
  ) {
    guard
      let layout = layout(
        runs, style: style, width: box.width, height: hasHeight ? box.height : nil, at: span,
        spanStyle)
    else { return }
    draw(layout, runs, in: box, color: color, &canvas)
  }

  private func layout(
    _ runs: [FolioScene.TextRun], style: FolioScene.TextStyle, width: Double, height: Double?,
    at span: SourceSpan?, _ spanStyle: FolioScene.TextStyle
  ) -> ParagraphLayout? {
    let converted = runs.map {
      FolioTypography.TextRun($0.text, style: $0.style.glyphStyle(locale: scene.locale))
    }
    do throws(TextError) {
      let layout = try text.layout(
        converted, paragraph: style.paragraphStyle(direction: scene.direction), width: width,
        height: height)
      do throws(TextError) {
        try layout.validate()
        if layout.overflow.isPresent && style.overflow != .shrink {
          let locale = scene.locale.map { ", locale \($0)" } ?? ""
          report(
            Diagnostic(
              .warning, .noEffect, "\(place)\(locale): \(layout.overflow)", at: span,
              hint: "give it a larger frame or a smaller size, or overflow: shrink"))
        }
      } catch {
        reportText(error, at: span, style)
      }
      return layout
    } catch {
      reportText(error, at: span, style)
      return nil
    }
  }

  private func reportText(
    _ error: TextError, at span: SourceSpan?, _ style: FolioScene.TextStyle
  ) {
    let locale = scene.locale.map { ", locale \($0)" } ?? ""
    let prefix = place.isEmpty ? "" : "\(place)\(locale): "
    func report(
      _ code: Diagnostic.Code, _ message: String, at span: SourceSpan?, hint: String? = nil
    ) {
      self.report(Diagnostic(.error, code, prefix + message, at: span, hint: hint))
    }
    switch error {
    case .font(let font):
      report(font.diagnosticCode, "\(font)", at: style.provenance["font"] ?? span)
    case .missingGlyphs(let glyphs):
      for glyph in glyphs {
        report(
          .badText, "\(glyph)", at: span,
          hint: "choose a font that has it, or add one to the list of the style's font")
      }
    case .overflow:
      report(
        .limit, "\(error)", at: span,
        hint: "give it a larger frame or a smaller size, or another overflow")
    case .tooLong: report(.limit, "\(error)", at: span)
    case .badValue: report(.badNumber, "\(error)", at: span)
    case .unicodeData: report(.missingFile, "\(error)", at: span)
    }
  }

  private func draw(
    _ layout: ParagraphLayout, _ runs: [FolioScene.TextRun], in box: Rect, color: Color?,
    _ canvas: inout Canvas
  ) {
    if layout.clipsToBox {
      canvas.withClip(box) { fill(layout, runs, at: box.origin, color: color, &$0) }
    } else {
      fill(layout, runs, at: box.origin, color: color, &canvas)
    }
  }

  /// Fills the glyphs. Baselines and coloured glyphs go to whole device pixels, wherever a group
  /// has moved the origin to; those of turned text lie where they are turned to.
  private func fill(
    _ layout: ParagraphLayout, _ runs: [FolioScene.TextRun], at origin: Point, color: Color?,
    _ canvas: inout Canvas
  ) {
    let saved = canvas.transform
    defer { canvas.transform = saved }
    let isUpright = saved.isScaleTranslation && saved.a == scale && saved.d == scale
    var place = origin
    if isUpright {
      let device = saved.apply(origin)
      place = Point(x: device.x / scale, y: device.y / scale)
      canvas.transform = Affine(scaleX: scale, y: scale)
    }
    let parts = text.paths(for: layout, at: place, pixelScale: scale)
    func style(_ part: TextPath) -> FolioScene.TextStyle? {
      runs.indices.contains(part.style) ? runs[part.style].style : nil
    }
    for part in parts {
      if let shadow = style(part)?.shadow {
        canvas.drawShadow(of: part.path, self.shadow(shadow))
      }
    }
    for part in parts {
      if let style = style(part), let stroke = style.stroke {
        canvas.stroke(
          part.path, style: FolioRaster.StrokeStyle(width: style.strokeWidth, join: .round),
          with: .color(stroke))
      }
      canvas.fill(
        part.path, with: .color(color ?? style(part)?.color ?? .black),
        overlaps: part.hasOverlaps)
    }
    do throws(TextError) {
      for image in try text.images(for: layout, at: place, pixelScale: scale) {
        if isUpright {
          canvas.draw(image.bitmap, x: image.x, y: image.y)
        } else {
          let size = Size(
            width: Double(image.bitmap.width) / scale, height: Double(image.bitmap.height) / scale)
          let corner = Point(x: Double(image.x) / scale, y: Double(image.y) / scale)
          canvas.draw(image.bitmap, in: Rect(origin: corner, size: size))
        }
      }
    } catch {
      reportText(error, at: nil, FolioScene.TextStyle())
    }
  }

  // MARK: - Paint

  /// The paint of a description in an area.
  func paint(_ paint: PaintDescription, in area: Rect) -> Paint {
    func stops(_ stops: [FolioScene.GradientStop]) -> [FolioRaster.GradientStop] {
      FolioScene.GradientStop.resolved(stops).map {
        FolioRaster.GradientStop($0.color, at: $0.position)
      }
    }
    func place(_ pair: LengthPair) -> Point {
      let inside = pair.place(in: area.size)
      return Point(x: area.minX + inside.x, y: area.minY + inside.y)
    }
    switch paint {
    case .color(let color): return .color(color)
    case .linear(let list, let angle):
      return .linear(LinearGradient(stops: stops(list), degrees: angle, in: area))
    case .radial(let list, let center, let radius):
      let middle = place(center)
      return .radial(
        RadialGradient(
          stops: stops(list), center: middle,
          radius: radius.map { self.radius($0, in: area.size) }
            ?? LayerPainter.farthestCorner(from: middle, of: area)))
    case .conic(let list, let center, let angle):
      return .conic(ConicGradient(stops: stops(list), center: place(center), degrees: angle))
    }
  }

  /// A radius in points; percent count from √((w² + h²) / 2), as in SVG.
  private func radius(_ length: Length, in size: Size) -> Double {
    let diagonal = ((size.width * size.width + size.height * size.height) / 2).squareRoot()
    return max(0, length.extent(in: diagonal, from: 0))
  }

  private static func farthestCorner(from point: Point, of area: Rect) -> Double {
    let dx = max((point.x - area.minX).magnitude, (point.x - area.maxX).magnitude)
    let dy = max((point.y - area.minY).magnitude, (point.y - area.maxY).magnitude)
    return (dx * dx + dy * dy).squareRoot()
  }

  // MARK: - Values set on the way

  private func value(_ path: (String) -> SettablePath, _ layer: Layer) -> SettableValue? {
    guard let id = layer.id, !overrides.isEmpty else { return nil }
    let wanted = path(id)
    return overrides.first { $0.path == wanted }?.value
  }

  private func color(_ path: (String) -> SettablePath, _ layer: Layer) -> Color? {
    if case .color(let color) = value(path, layer) { return color }
    return nil
  }

  private func number(_ path: (String) -> SettablePath, _ layer: Layer) -> Double? {
    if case .number(let number) = value(path, layer) { return number }
    return nil
  }

  private func flag(_ path: (String) -> SettablePath, _ layer: Layer) -> Bool? {
    if case .flag(let flag) = value(path, layer) { return flag }
    return nil
  }

  private func string(_ path: (String) -> SettablePath, _ layer: Layer) -> String? {
    if case .text(let text) = value(path, layer) { return text }
    return nil
  }
}

extension Rect {
  /// The rectangle with each side moved outwards (inwards for a negative distance, to nothing at
  /// the least).
  fileprivate func grown(by distance: Double) -> Rect {
    inset(by: Insets(top: -distance, left: -distance, bottom: -distance, right: -distance))
  }
}

extension ImageContent {
  /// Whether all of the picture is shown once, in its own colours.
  var isPlain: Bool { tint == nil && slices == nil && tiling == .none }

  /// The point of the picture that lies on the same point of its frame, in fractions of both.
  var anchor: Point { Point(x: position.x, y: position.y) }
}

extension FolioScene.ImageFit {
  /// The fit in the words of the canvas.
  var imageFit: FolioRaster.ImageFit {
    switch self {
    case .contain: .contain
    case .cover: .cover
    case .fill: .fill
    case .none: .none
    }
  }
}

extension FolioScene.StrokeStyle {
  /// The pen of this style.
  fileprivate var pen: FolioRaster.StrokeStyle {
    let join: LineJoin =
      switch join {
      case .miter: .miter
      case .round: .round
      case .bevel: .bevel
      }
    let cap: LineCap =
      switch cap {
      case .butt: .butt
      case .round: .round
      case .square: .square
      }
    return FolioRaster.StrokeStyle(
      width: width, cap: cap, join: join, miterLimit: miterLimit, dashes: dash,
      dashPhase: dashOffset)
  }
}

extension FolioScene.BlendMode {
  /// The mode of the canvas.
  fileprivate var mode: FolioRaster.BlendMode {
    switch self {
    case .normal: .normal
    case .multiply: .multiply
    case .screen: .screen
    case .overlay: .overlay
    case .darken: .darken
    case .lighten: .lighten
    case .colorDodge: .colorDodge
    case .colorBurn: .colorBurn
    case .hardLight: .hardLight
    case .softLight: .softLight
    case .difference: .difference
    case .exclusion: .exclusion
    case .hue: .hue
    case .saturation: .saturation
    case .color: .color
    case .luminosity: .luminosity
    case .plusLighter: .plusLighter
    }
  }
}
