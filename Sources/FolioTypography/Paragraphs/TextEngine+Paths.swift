import FolioGeometry
import FolioRaster

/// The shape of the text of one style run.
public struct TextPath: Hashable, Sendable {
  /// Which of the text's runs it is, from 0: the key to its colour.
  public let style: Int
  /// The outlines of its glyphs and its underlines in points, y down, to be filled by the non-zero
  /// rule in one go: so letters that touch leave no seam, and a translucent colour does not double
  /// where they overlap.
  public let path: Path
  /// Whether contours may overlap within a glyph, as in variable fonts: fill it with more samples
  /// where pixels that two edges share have to be exact.
  public let hasOverlaps: Bool
}

extension TextEngine {
  /// The shapes of a layout, one path for each style run that draws anything, in the order of the
  /// runs. Coloured glyphs are not among them.
  ///
  /// - Parameters:
  ///   - layout: made by an engine with the same fonts.
  ///   - origin: where the box's upper left corner is to stand, in points.
  ///   - pixelScale: device pixels per point. Baselines, and the edges of underlines, are moved to
  ///     the nearest whole pixel, which keeps letters sharp; `nil` leaves them where they are.
  public func paths(
    for layout: ParagraphLayout, at origin: Point = .zero, pixelScale: Double? = nil
  ) -> [TextPath] {
    var paths: [Path] = []
    var overlaps: [Bool] = []
    func grow(to style: Int) {
      while paths.count <= style {
        paths.append(Path())
        overlaps.append(false)
      }
    }
    for line in layout.lines {
      let baseline = Self.snapped(origin.y + line.baseline.points, pixelScale)
      for run in line.runs {
        grow(to: run.style)
        append(
          run, at: Point(x: origin.x, y: baseline), to: &paths[run.style], &overlaps[run.style])
      }
      for underline in line.underlines {
        grow(to: underline.style)
        paths[underline.style].append(
          rectangle(underline.rect(baseline: baseline, x: origin.x, pixelScale)))
      }
    }
    return paths.indices.compactMap {
      paths[$0].isEmpty
        ? nil : TextPath(style: $0, path: paths[$0], hasOverlaps: overlaps[$0])
    }
  }

  /// The shapes of a layout as one path, for a text of one colour.
  public func path(
    for layout: ParagraphLayout, at origin: Point = .zero, pixelScale: Double? = nil
  ) -> Path {
    var result = Path()
    for part in paths(for: layout, at: origin, pixelScale: pixelScale) { result.append(part.path) }
    return result
  }

  /// The smallest rectangle around what a layout draws, in points from the corner of its box.
  func inkBounds(of layout: ParagraphLayout) -> Rect? {
    var extent = Extent()
    for line in layout.lines {
      for run in line.runs {
        let face = run.font.flatMap { try? cache.face($0) }
        let size = run.size.points
        for glyph in run.glyphs {
          let x = glyph.x.points
          let y = line.baseline.points + glyph.y.points
          if glyph.isMissing {
            extent.add(Self.missingBox(size: size).offset(x: x, y: y))
          } else if let face, let ink = face.inkBounds(of: glyph.id) {
            let k = size / Double(face.unitsPerEm)
            extent.add(Point(x: x + ink.minX * k, y: y - ink.maxY * k))
            extent.add(Point(x: x + ink.maxX * k, y: y - ink.minY * k))
          }
        }
      }
      for underline in line.underlines {
        extent.add(underline.rect(baseline: line.baseline.points, x: 0, nil))
      }
    }
    return extent.rect
  }

  private func append(
    _ run: GlyphRun, at origin: Point, to path: inout Path, _ overlaps: inout Bool
  ) {
    let face = run.font.flatMap { try? cache.face($0) }
    let size = run.size.points
    let isColored = face?.hasColorBitmaps ?? false
    for glyph in run.glyphs {
      let x = origin.x + glyph.x.points
      let y = origin.y + glyph.y.points
      if glyph.isMissing {
        appendMissingBox(to: &path, Self.missingBox(size: size).offset(x: x, y: y), size)
        continue
      }
      guard let face, let outline = face.outline(of: glyph.id), !outline.path.isEmpty else {
        continue
      }
      if isColored && face.colorMeasures(of: glyph.id, em: 4096) != nil { continue }
      let k = size / Double(face.unitsPerEm)
      path.append(
        outline.path.transformed(by: Affine(a: k, b: 0, c: 0, d: -k, tx: x, ty: y)))
      if outline.hasOverlaps || !face.axes.isEmpty { overlaps = true }
    }
  }

  /// The outer edge of the box that stands for a missing character, its origin on the baseline:
  /// half an em wide and as high as a capital of the system font.
  private static func missingBox(size: Double) -> Rect {
    Rect(x: 0.06 * size, y: -0.705 * size, width: 0.5 * size, height: 0.705 * size)
  }

  private func appendMissingBox(to path: inout Path, _ outer: Rect, _ size: Double) {
    let line = 0.05 * size
    path.append(rectangle(outer))
    let left = outer.minX + line
    let right = outer.maxX - line
    let top = outer.minY + line
    let bottom = outer.maxY - line
    path.move(to: Point(x: left, y: top))
    path.line(to: Point(x: left, y: bottom))
    path.line(to: Point(x: right, y: bottom))
    path.line(to: Point(x: right, y: top))
    path.close()
  }

  private func rectangle(_ rect: Rect) -> Path {
    var path = Path()
    path.move(to: Point(x: rect.minX, y: rect.minY))
    path.line(to: Point(x: rect.maxX, y: rect.minY))
    path.line(to: Point(x: rect.maxX, y: rect.maxY))
    path.line(to: Point(x: rect.minX, y: rect.maxY))
    path.close()
    return path
  }

  /// A coordinate moved to the nearest whole pixel, halves down the page.
  static func snapped(_ points: Double, _ pixelScale: Double?) -> Double {
    guard let pixelScale, pixelScale > 0 else { return points }
    return (points * pixelScale + 0.5).rounded(.down) / pixelScale
  }
}

extension Underline {
  /// Its rectangle in points; on whole pixels, at least one high, if a scale is given.
  func rect(baseline: Double, x origin: Double, _ pixelScale: Double?) -> Rect {
    var top = baseline + offset.points
    var height = thickness.points
    if let pixelScale, pixelScale > 0 {
      top = TextEngine.snapped(top, pixelScale)
      height = max(1, (height * pixelScale).rounded()) / pixelScale
    }
    return Rect(x: origin + x.points, y: top, width: width.points, height: height)
  }
}
