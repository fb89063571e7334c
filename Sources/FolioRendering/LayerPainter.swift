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
    let area = Rect(origin: .zero, size: size)
    switch page.background {
    case .paint(let paint): canvas.fill(area, with: self.paint(paint, in: area))
    case .image(let image): draw(image, in: area, &canvas)
    case nil: break
    }
    draw(page.layers, in: size, safeArea: .zero, &canvas)
    if let caption = page.caption { draw(caption, in: size, &canvas) }
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
    for layer in layers { draw(layer, in: size, safeArea: safeArea, &canvas) }
  }

  private func draw(_ layer: Layer, in size: Size, safeArea: Insets, _ canvas: inout Canvas) {
    if flag(SettablePath.layerHidden, layer) ?? layer.isHidden { return }
    let opacity = number(SettablePath.layerOpacity, layer) ?? layer.opacity
    if opacity <= 0 { return }
    if opacity < 1 {
      canvas.withLayer(opacity: opacity) { drawContent(layer, in: size, safeArea: safeArea, &$0) }
    } else {
      drawContent(layer, in: size, safeArea: safeArea, &canvas)
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
      draw(shape, in: frame, fill: color(SettablePath.layerFill, layer), &canvas)
    case .button(let button): draw(button, layer, in: frame, &canvas)
    case .group(let group): draw(group, in: frame, &canvas)
    case .pager(let content):
      guard let drawn = pagers.first(where: { $0.content == content && $0.id == layer.id }) else {
        return
      }
      canvas.draw(drawn.bitmap, x: drawn.frame.left, y: drawn.frame.top)
    }
  }

  private func draw(_ group: GroupContent, in frame: Rect, _ canvas: inout Canvas) {
    let place = Affine(translationX: frame.minX, y: frame.minY)
    let inside = Rect(origin: .zero, size: frame.size)
    canvas.withTransform(place) { canvas in
      if group.radius != .zero {
        canvas.withLayer(clip: Path(group.radius.rounded(inside))) {
          draw(group.layers, in: frame.size, safeArea: .zero, &$0)
        }
      } else if group.clips {
        canvas.withClip(inside) { draw(group.layers, in: frame.size, safeArea: .zero, &$0) }
      } else {
        draw(group.layers, in: frame.size, safeArea: .zero, &canvas)
      }
    }
  }

  private func draw(_ image: ImageContent, in frame: Rect, _ canvas: inout Canvas) {
    guard let bitmap = images[image.path] else { return }
    let fit: FolioRaster.ImageFit =
      switch image.fit {
      case .contain: .contain
      case .cover: .cover
      case .fill: .fill
      case .none: .none
      }
    let position = Point(x: image.position.x, y: image.position.y)
    if image.radius == .zero {
      canvas.draw(bitmap, in: frame, fit: fit, position: position)
    } else {
      // Corners cut the picture, not the frame around one that is smaller.
      let size = Size(width: Double(bitmap.width), height: Double(bitmap.height))
      let placed = fit.placement(of: size, in: frame, position: position).intersection(frame)
      canvas.withLayer(clip: Path(image.radius.rounded(placed))) {
        $0.draw(bitmap, in: frame, fit: fit, position: position)
      }
    }
  }

  private func draw(
    _ shape: ShapeContent, in frame: Rect, fill color: Color?, _ canvas: inout Canvas
  ) {
    guard let fill = color.map({ Paint.color($0) }) ?? shape.fill.map({ paint($0, in: frame) })
    else { return }
    switch shape.outline {
    case .rect(let radius):
      if radius == .zero {
        canvas.fill(frame, with: fill)
      } else {
        canvas.fill(radius.rounded(frame), with: fill)
      }
    case .ellipse: canvas.fill(ellipseIn: frame, with: fill)
    case .polygon, .regularPolygon, .star, .path: break
    }
  }

  private func draw(
    _ button: ButtonContent, _ layer: Layer, in frame: Rect, _ canvas: inout Canvas
  ) {
    let fill =
      color(SettablePath.layerFill, layer).map { Paint.color($0) }
      ?? button.fill.map { paint($0, in: frame) }
    if let fill {
      if button.radius == .zero {
        canvas.fill(frame, with: fill)
      } else {
        canvas.fill(button.radius.rounded(frame), with: fill)
      }
    }
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
    let runs =
      string(SettablePath.layerText, layer).map { [TextRun($0, style: content.style)] }
      ?? content.runs
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
    switch error {
    case .font(let font):
      report(
        Diagnostic(
          .error, font.diagnosticCode, "\(font)", at: style.provenance["font"] ?? span))
    case .missingGlyphs(let glyphs):
      for glyph in glyphs {
        report(
          Diagnostic(
            .error, .badText, "\(glyph)", at: span,
            hint: "choose a font that has it, or add one to the list of the style's font"))
      }
    case .overflow:
      report(
        Diagnostic(
          .error, .limit, "\(error)", at: span,
          hint: "give it a larger frame or a smaller size, or another overflow"))
    case .tooLong: report(Diagnostic(.error, .limit, "\(error)", at: span))
    case .badValue: report(Diagnostic(.error, .badNumber, "\(error)", at: span))
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
  /// has moved the origin to.
  private func fill(
    _ layout: ParagraphLayout, _ runs: [FolioScene.TextRun], at origin: Point, color: Color?,
    _ canvas: inout Canvas
  ) {
    let device = canvas.transform.apply(origin)
    let place = Point(x: device.x / scale, y: device.y / scale)
    let saved = canvas.transform
    canvas.transform = Affine(scaleX: scale, y: scale)
    defer { canvas.transform = saved }
    for part in text.paths(for: layout, at: place, pixelScale: scale) {
      let own = runs.indices.contains(part.style) ? runs[part.style].style.color : .black
      canvas.fill(part.path, with: .color(color ?? own))
    }
    do throws(TextError) {
      for image in try text.images(for: layout, at: place, pixelScale: scale) {
        canvas.draw(image.bitmap, x: image.x, y: image.y)
      }
    } catch {
      reportText(error, at: nil, FolioScene.TextStyle())
    }
  }

  // MARK: - Paint

  /// The paint of a description in an area.
  func paint(_ paint: PaintDescription, in area: Rect) -> Paint {
    switch paint {
    case .color(let color): return .color(color)
    case .linear(let stops, let angle):
      let resolved = FolioScene.GradientStop.resolved(stops).map {
        FolioRaster.GradientStop($0.color, at: $0.position)
      }
      return .linear(LinearGradient(stops: resolved, degrees: angle, in: area))
    case .radial(let stops, _, _), .conic(let stops, _, _):
      return .color(stops.last?.color ?? .transparent)
    }
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
