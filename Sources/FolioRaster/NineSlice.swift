import FolioGeometry

/// Where a bitmap is cut so that it can be stretched without its corners.
public struct NineSlice: Hashable, Sendable {
  /// Distances of the cuts from the source's sides, in its pixels.
  public var insets: Insets
  /// How many pixels of the bitmap make a unit of the rectangle it is drawn in; 2 for artwork at
  /// twice the size.
  public var scale: Double

  /// Cuts at distances from the sides.
  public init(insets: Insets, scale: Double = 1) {
    self.insets = insets
    self.scale = scale
  }

  /// The three pieces along an axis. Caps that are together longer than the axis shrink in
  /// proportion (the rule of CSS Backgrounds 3, section 6.2, for each axis).
  private func pieces(
    low: Double, high: Double, before: Double, after: Double, from: Double, to: Double
  ) -> [AxisTaps.Piece] {
    let sourceBefore = min(max(before, 0), high - low)
    let sourceAfter = min(max(after, 0), high - low - sourceBefore)
    var capBefore = sourceBefore / scale
    var capAfter = sourceAfter / scale
    let sum = capBefore + capAfter
    if sum > to - from {
      capBefore *= (to - from) / sum
      capAfter = to - from - capBefore
    }
    return [
      AxisTaps.Piece(from: from, to: from + capBefore, low: low, high: low + sourceBefore),
      AxisTaps.Piece(
        from: from + capBefore, to: to - capAfter, low: low + sourceBefore, high: high - sourceAfter
      ),
      AxisTaps.Piece(from: to - capAfter, to: to, low: high - sourceAfter, high: high),
    ].filter { $0.to > $0.from && $0.high > $0.low }
  }

  /// The pieces along x and y in the pattern's own space.
  private func pieces(
    _ used: Rect, _ rect: Rect
  ) -> (x: [AxisTaps.Piece], y: [AxisTaps.Piece]) {
    (
      pieces(
        low: used.minX, high: used.maxX, before: insets.left, after: insets.right, from: rect.minX,
        to: rect.maxX),
      pieces(
        low: used.minY, high: used.maxY, before: insets.top, after: insets.bottom, from: rect.minY,
        to: rect.maxY)
    )
  }

  /// The pattern in device pixels; `nil` if a number is not finite.
  func shader(
    _ pattern: ImagePattern, _ used: Rect, _ map: Affine, region: PixelRect
  ) -> Shader? {
    guard scale > 0, scale.isFinite, insets.top.isFinite, insets.left.isFinite,
      insets.bottom.isFinite, insets.right.isFinite
    else { return nil }
    let (px, py) = pieces(used, pattern.rect)
    if px.isEmpty || py.isEmpty { return .solid(0) }
    let bitmap = pattern.bitmap
    if map.isScaleTranslation {
      let x = AxisTaps(
        region.left..<region.right, pieces: NineSlice.mapped(px, map.a, map.tx), size: bitmap.width)
      let y = AxisTaps(
        region.top..<region.bottom, pieces: NineSlice.mapped(py, map.d, map.ty),
        size: bitmap.height)
      return .image(ImageSampler(bitmap: bitmap, x: x, y: y, tint: pattern.tint?.premultiplied))
    }
    // Put together upright at about the size it will have, then turned.
    func extent(_ length: Double, _ a: Double, _ b: Double) -> Double {
      min(max((length * (a * a + b * b).squareRoot()).rounded(.up), 1), 8192)
    }
    let width = extent(pattern.rect.width, map.a, map.b)
    let height = extent(pattern.rect.height, map.c, map.d)
    guard width.isFinite, height.isFinite else { return nil }
    let kx = width / pattern.rect.width
    let ky = height / pattern.rect.height
    var sampler = ImageSampler(
      bitmap: bitmap,
      x: AxisTaps(
        0..<Int(width), pieces: NineSlice.mapped(px, kx, -pattern.rect.minX * kx),
        size: bitmap.width),
      y: AxisTaps(
        0..<Int(height), pieces: NineSlice.mapped(py, ky, -pattern.rect.minY * ky),
        size: bitmap.height), tint: pattern.tint?.premultiplied)
    let whole = sampler.bitmap(width: Int(width), height: Int(height))
    return ImagePattern(whole, in: pattern.rect).shader(map, region: region)
  }

  private static func mapped(
    _ pieces: [AxisTaps.Piece], _ scale: Double, _ offset: Double
  ) -> [AxisTaps.Piece] {
    pieces.map {
      AxisTaps.Piece(
        from: $0.from * scale + offset, to: $0.to * scale + offset, low: $0.low, high: $0.high)
    }
  }
}
