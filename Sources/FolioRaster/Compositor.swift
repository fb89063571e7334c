/// Pixels for a part of the device plane.
struct Surface: Sendable {
  /// Premultiplied pixels, row by row.
  var pixels: [UInt32]
  /// Where they lie.
  let frame: PixelRect
}

/// Puts shaded coverage on a surface.
enum Compositor {
  /// Paints one row of coverage.
  ///
  /// - Parameters:
  ///   - spans: runs that count from column `left`; their values may be changed.
  ///   - opacity: a factor for the coverage, 0...255.
  ///   - line: scratch, at least as long as the surface is wide.
  static func paint(
    _ spans: inout Spans, row y: Int, left: Int, shader: inout Shader, opacity: UInt32,
    blend: BlendMode = .normal, onto surface: inout Surface, line: inout [UInt32]
  ) {
    if spans.count == 0 { return }
    let first = spans[0]
    let last = spans[spans.count - 1]
    if blend != .normal {
      shader.row(y, (left + Int(first.start))..<(left + Int(last.end)), into: &line)
      mix(spans, row: y, left: left, opacity: opacity, blend, onto: &surface, line)
      return
    }
    if opacity < 255 {
      for i in 0..<spans.count where spans[i].coverage == Spans.Run.mixed {
        let run = spans[i]
        var coverage = spans.coverage.mutableSpan
        SpanKernels.scale(&coverage, Int(run.start)..<Int(run.end), by: opacity)
      }
    }
    // Surface index of the region's column 0.
    let base = (y - surface.frame.top) * surface.frame.width + left - surface.frame.left

    // The shader's gradient is taken out once: each look into an enum copies what it holds.
    if case .linear(let gradient) = shader {
      if let pixel = gradient.constantRow(y) {
        return put(pixel, spans, base, opacity: opacity, onto: &surface)
      }
      let columns = (left + Int(first.start))..<(left + Int(last.end))
      let isOpaque = gradient.ramp.isOpaque
      if isOpaque && opacity == 255 && spans.count == 1 && first.coverage == 255 {
        var d = surface.pixels.mutableSpan
        return gradient.row(y, columns, into: &d, at: left - base)
      }
      var colors = line.mutableSpan
      gradient.row(y, columns, into: &colors, at: columns.lowerBound)
      return put(line, spans, base, isOpaque: isOpaque, opacity: opacity, onto: &surface)
    }
    if case .solid(let pixel) = shader {
      return put(pixel, spans, base, opacity: opacity, onto: &surface)
    }
    shader.row(y, (left + Int(first.start))..<(left + Int(last.end)), into: &line)
    let isOpaque =
      shader.isOpaque
      ?? (SpanKernels.commonAlpha(line.span, 0..<Int(last.end - first.start)) == 0xFF00_0000)
    put(line, spans, base, isOpaque: isOpaque, opacity: opacity, onto: &surface)
  }

  /// Paints runs, which count from surface index `base`, with one pixel.
  private static func put(
    _ pixel: UInt32, _ spans: borrowing Spans, _ base: Int, opacity: UInt32,
    onto surface: inout Surface
  ) {
    var d = surface.pixels.mutableSpan
    for i in 0..<spans.count {
      let run = spans[i]
      let range = (base + Int(run.start))..<(base + Int(run.end))
      if run.coverage == Spans.Run.mixed {
        SpanKernels.over(&d, range, pixel, coverage: spans.coverage.span, at: base)
      } else {
        let k = Arithmetic.multiply(UInt32(run.coverage), opacity)
        SpanKernels.over(&d, range, Arithmetic.scale(pixel, by: k))
      }
    }
  }

  /// Paints runs, which count from surface index `base`, with colours that start where the first of
  /// them does.
  private static func put(
    _ line: [UInt32], _ spans: borrowing Spans, _ base: Int, isOpaque: Bool, opacity: UInt32,
    onto surface: inout Surface
  ) {
    var d = surface.pixels.mutableSpan
    let s = line.span
    let offset = base + Int(spans[0].start)
    for i in 0..<spans.count {
      let run = spans[i]
      let range = (base + Int(run.start))..<(base + Int(run.end))
      if run.coverage == Spans.Run.mixed {
        SpanKernels.over(&d, range, s, at: offset, coverage: spans.coverage.span, at: base)
      } else {
        let k = Arithmetic.multiply(UInt32(run.coverage), opacity)
        if k == 255 && isOpaque {
          SpanKernels.copy(&d, range, s, at: offset)
        } else if k == 255 {
          SpanKernels.over(&d, range, s, at: offset)
        } else {
          SpanKernels.over(&d, range, s, at: offset, scale: k)
        }
      }
    }
  }

  /// Blends a row of colours, pixel by pixel.
  private static func mix(
    _ spans: Spans, row y: Int, left: Int, opacity: UInt32, _ blend: BlendMode,
    onto surface: inout Surface, _ line: [UInt32]
  ) {
    let first = spans[0]
    let base = (y - surface.frame.top) * surface.frame.width + left - surface.frame.left
    var d = surface.pixels.mutableSpan
    // Artwork is flat more often than not: what was blended last is often blended again.
    var last: (source: UInt32, below: UInt32, result: UInt32) = (0, 0, 0)
    for index in 0..<spans.count {
      let run = spans[index]
      var start = Int(run.start)
      if blend.hasLanes && run.coverage != Spans.Run.mixed {
        start += BlendKernels.blend(
          &d, (base + start)..<(base + Int(run.end)), line.span, at: base + Int(first.start),
          scale: Arithmetic.multiply(UInt32(run.coverage), opacity), blend)
      }
      for i in start..<Int(run.end) {
        let coverage =
          run.coverage == Spans.Run.mixed ? UInt32(spans.coverage[i]) : UInt32(run.coverage)
        let k = Arithmetic.multiply(coverage, opacity)
        let source = Arithmetic.scale(line[i - Int(first.start)], by: k)
        if source == 0 { continue }
        let below = d[base + i]
        if source != last.source || below != last.below {
          last = (source, below, blend.blend(source, over: below))
        }
        d[base + i] = last.result
      }
    }
  }

  /// Paints a pixel weighted by a part of a mask, which lies at a place.
  static func paint(
    _ pixel: UInt32, mask: Mask, at x: Int, _ y: Int, _ region: PixelRect,
    onto surface: inout Surface
  ) {
    let frame = surface.frame
    let coverage = mask.values.span
    var d = surface.pixels.mutableSpan
    for row in region.top..<region.bottom {
      let to = (row - frame.top) * frame.width - frame.left
      let range = (to + region.left)..<(to + region.right)
      let offset = to + x - (row - y) * mask.width
      SpanKernels.over(&d, range, pixel, coverage: coverage, at: offset)
    }
  }

  /// Puts a part of a bitmap at a place, row by row; opaque rows are copied.
  static func blit(
    _ bitmap: Bitmap, at x: Int, _ y: Int, columns: Range<Int>, rows: Range<Int>, opacity: UInt32,
    assumingOpaque: Bool = false, onto surface: inout Surface
  ) {
    let s = bitmap.pixels.span
    let frame = surface.frame
    var d = surface.pixels.mutableSpan
    for row in rows {
      let to = (row - frame.top) * frame.width - frame.left
      let range = (to + columns.lowerBound)..<(to + columns.upperBound)
      let offset = to + x - (row - y) * bitmap.width
      if opacity < 255 {
        SpanKernels.over(&d, range, s, at: offset, scale: opacity)
      } else {
        let from = (range.lowerBound - offset)..<(range.upperBound - offset)
        if assumingOpaque || SpanKernels.commonAlpha(s, from) == 0xFF00_0000 {
          SpanKernels.copy(&d, range, s, at: offset)
        } else {
          SpanKernels.over(&d, range, s, at: offset)
        }
      }
    }
  }
}
