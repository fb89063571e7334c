import FolioGeometry

extension Canvas {
  /// Draws with a further map before the current one.
  public mutating func withTransform<R, E: Error>(
    _ map: Affine, _ body: (inout Canvas) throws(E) -> R
  ) throws(E) -> R {
    let saved = transform
    transform = map.then(transform)
    defer { transform = saved }
    return try body(&self)
  }

  /// Draws inside a rectangle only.
  ///
  /// If the rectangle's device edges lie between pixels, this costs nothing. Otherwise what is
  /// drawn becomes a group whose edge pixels are weighted once by what the rectangle covers.
  public mutating func withClip<R, E: Error>(
    _ rect: Rect, _ body: (inout Canvas) throws(E) -> R
  ) throws(E) -> R {
    guard rect.isFinite, transform.isFinite else {
      refuse(.notFinite)
      return try withScissor(.empty, body)
    }
    if rect.isEmpty { return try withScissor(.empty, body) }
    if let pixels = alignedPixels(of: rect) {
      return try withScissor(scissor.intersection(pixels), body)
    }
    return try withLayer(clip: Path(rect), body)
  }

  /// Draws inside a path only; the same as a group with a clip.
  public mutating func withClip<R, E: Error>(
    _ path: Path, rule: FillRule = .nonZero, _ body: (inout Canvas) throws(E) -> R
  ) throws(E) -> R {
    try withLayer(clip: path, rule: rule, body)
  }

  /// Draws a group: everything in `body` goes on a transparent layer, which is then put on the
  /// canvas once, weighted by the opacity and by what the clip covers.
  ///
  /// - Parameters:
  ///   - opacity: 0 (nothing) ... 1, in steps of 1/255.
  ///   - blend: how the group mixes with what is below.
  ///   - clip: nothing is drawn outside it.
  ///   - rule: which points are inside the clip.
  public mutating func withLayer<R, E: Error>(
    opacity: Double = 1, blend: BlendMode = .normal, clip: Path? = nil, rule: FillRule = .nonZero,
    _ body: (inout Canvas) throws(E) -> R
  ) throws(E) -> R {
    var bounds = scissor
    var clipper: EdgeClipper?
    if let clip {
      var edges = EdgeClipper(viewport: scissor)
      guard transform.isFinite, Flattening.flatten(clip, transform, into: &edges) else {
        refuse(.notFinite)
        return try withScissor(.empty, body)
      }
      bounds = edges.bounds
      clipper = edges
    }
    let k = Canvas.level(opacity)
    return try withSurface(bounds, body) { canvas, layer in
      if let clipper {
        canvas.fill(
          clipper, shader: .bitmap(layer, x: bounds.left, y: bounds.top), rule: rule, opacity: k,
          blend: blend)
      } else {
        canvas.put(layer, at: bounds, opacity: k, blend: blend)
      }
    }
  }

  /// Draws a group that shows where a mask lets it, whose top left corner lies on a device pixel;
  /// outside the mask nothing shows. `Bitmap.alphaMask` and `Bitmap.luminanceMask` make masks of
  /// pictures.
  public mutating func withMask<R, E: Error>(
    _ mask: Mask, x: Int, y: Int, _ body: (inout Canvas) throws(E) -> R
  ) throws(E) -> R {
    let limit = 1 << 40
    let bounds =
      abs(x) < limit && abs(y) < limit
      ? PixelRect(x: x, y: y, width: mask.width, height: mask.height).intersection(scissor)
      : .empty
    return try withSurface(bounds, body) { canvas, layer in
      canvas.paint(
        bounds, shader: .bitmap(layer, x: bounds.left, y: bounds.top), opacity: 255
      ) { row, spans in
        spans.masked(
          mask, from: (row - y) * mask.width + bounds.left - x, count: bounds.width)
      }
    }
  }

  /// Draws a group and blurs it before it is put on the canvas.
  ///
  /// What lies just outside the canvas or the clip counts for the blur, too.
  ///
  /// - Parameter sigma: the standard deviation in the canvas's units; CSS's blur radius is twice
  ///   that. A map that stretches stretches the blur.
  public mutating func withBlur<R, E: Error>(
    sigma: Double, _ body: (inout Canvas) throws(E) -> R
  ) throws(E) -> R {
    guard let (x, y) = gaussians(sigma) else { return try withScissor(.empty, body) }
    let bounds = reach(scissor.grown(x.radius, y.radius))
    return try withSurface(bounds, body) { canvas, layer in
      let blurred = Bitmap(
        width: layer.width, height: layer.height,
        pixels: Blur.blurred(layer.pixels, width: layer.width, height: layer.height, x, y))
      canvas.put(blurred, at: bounds, opacity: 255, blend: .normal)
    }
  }

  /// Draws a group on a shadow of itself.
  public mutating func withShadow<R, E: Error>(
    _ shadow: Shadow, _ body: (inout Canvas) throws(E) -> R
  ) throws(E) -> R {
    guard let (x, y) = gaussians(shadow.sigma), let offset = deviceOffset(shadow) else {
      return try withScissor(.empty, body)
    }
    // Everything whose shadow can be seen, and everything that can.
    let cast = scissor.moved(-offset.x, -offset.y).grown(x.radius, y.radius)
    let bounds = reach(cast.union(scissor))
    return try withSurface(bounds, body) { canvas, layer in
      let mask = Blur.blurred(layer.alphaMask, x, y)
      canvas.fillDevice(
        mask, x: bounds.left + offset.x, y: bounds.top + offset.y, pixel: shadow.color.premultiplied
      )
      canvas.put(layer, at: bounds, opacity: 255, blend: .normal)
    }
  }

  // MARK: Parts

  /// A surface beyond the clip, or nothing, with a fault, if it is out of all proportion.
  private mutating func reach(_ bounds: PixelRect) -> PixelRect {
    let area = bounds.width.multipliedReportingOverflow(by: bounds.height)
    if !area.overflow && area.partialValue <= max(1 << 26, 4 * scissor.width * scissor.height) {
      return bounds
    }
    refuse(.tooLarge)
    return .empty
  }

  mutating func withScissor<R, E: Error>(
    _ pixels: PixelRect, _ body: (inout Canvas) throws(E) -> R
  ) throws(E) -> R {
    let saved = scissor
    scissor = pixels
    defer { scissor = saved }
    return try body(&self)
  }

  /// Draws on a transparent surface of its own and gives it to `compose`, which puts it on the
  /// canvas.
  private mutating func withSurface<R, E: Error>(
    _ bounds: PixelRect, _ body: (inout Canvas) throws(E) -> R,
    compose: (inout Canvas, Bitmap) -> Void
  ) throws(E) -> R {
    var bounds = bounds
    if depth >= Canvas.maximumDepth {
      refuse(.tooDeep)
      bounds = .empty
    }
    if bounds.isEmpty || scissor.isEmpty { return try withScissor(.empty, body) }
    let savedScissor = scissor
    var parent = Surface(pixels: clearedPixels(count: bounds.width * bounds.height), frame: bounds)
    swap(&parent, &surface)
    scissor = bounds
    depth += 1
    defer {
      depth -= 1
      scissor = savedScissor
      swap(&parent, &surface)
      let layer = Bitmap(width: bounds.width, height: bounds.height, pixels: parent.pixels)
      parent.pixels = []
      compose(&self, layer)
      recycle(layer.pixels)
    }
    return try body(&self)
  }

  /// Puts a layer on the canvas.
  private mutating func put(
    _ layer: Bitmap, at frame: PixelRect, opacity: UInt32, blend: BlendMode
  ) {
    let region = frame.intersection(scissor)
    if region.isEmpty || opacity == 0 { return }
    if blend == .normal {
      Compositor.blit(
        layer, at: frame.left, frame.top, columns: region.left..<region.right,
        rows: region.top..<region.bottom, opacity: opacity, onto: &surface)
    } else {
      paint(
        region, shader: .bitmap(layer, x: frame.left, y: frame.top), opacity: opacity, blend: blend
      ) { _, spans in
        spans.solid(from: 0, to: region.width, coverage: 255)
      }
    }
  }
}
