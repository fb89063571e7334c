import FolioGeometry

/// How a bitmap continues beyond its edges.
public enum Extend: Hashable, Sendable {
  /// The edge pixels go on.
  case clamp
  /// The bitmap is repeated.
  case `repeat`
  /// The bitmap is repeated, every second time mirrored.
  case mirror
}

/// A bitmap scaled into a rectangle, as a paint.
///
/// Scaled down, a pixel is the exact area average of what it shows; scaled up, neighbours are
/// interpolated bilinearly. At identity or a whole-pixel offset it is a copy.
public struct ImagePattern: Hashable, Sendable {
  /// The pixels.
  public var bitmap: Bitmap
  /// Where the source lies, in the space of what is filled.
  public var rect: Rect
  /// The part of the bitmap that is used, in its pixels; nothing outside it is ever sampled. It is
  /// clamped to the bitmap and, for an extension other than `clamp`, rounded to whole pixels.
  public var source: Rect
  /// How it continues to the left and right.
  public var extendX: Extend
  /// How it continues above and below.
  public var extendY: Extend
  /// A colour that replaces all colours of the bitmap; its alpha multiplies theirs (UIKit's
  /// template rendering).
  public var tint: Color?
  /// If set, the bitmap is cut in nine: its corners keep their size, its sides are stretched along
  /// one axis and its middle along both (UIKit's cap insets, CSS's `border-image-slice`).
  public var slices: NineSlice?

  /// A pattern that shows the whole bitmap, or the part `source`, in `rect`.
  public init(
    _ bitmap: Bitmap, in rect: Rect, source: Rect? = nil, extendX: Extend = .clamp,
    extendY: Extend = .clamp, tint: Color? = nil, slices: NineSlice? = nil
  ) {
    self.bitmap = bitmap
    self.rect = rect
    self.source =
      source
      ?? Rect(x: 0, y: 0, width: Double(bitmap.width), height: Double(bitmap.height))
    self.extendX = extendX
    self.extendY = extendY
    self.tint = tint
    self.slices = slices
  }

  /// The source that is really used: within the bitmap, whole pixels where it repeats.
  private var usedSource: Rect {
    var left = min(max(source.minX, 0), Double(bitmap.width))
    var right = min(max(source.maxX, left), Double(bitmap.width))
    var top = min(max(source.minY, 0), Double(bitmap.height))
    var bottom = min(max(source.maxY, top), Double(bitmap.height))
    if extendX != .clamp {
      left = left.rounded(.down)
      right = right.rounded(.up)
    }
    if extendY != .clamp {
      top = top.rounded(.down)
      bottom = bottom.rounded(.up)
    }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The pattern in device pixels, for the pixels of `region`; `nil` if a number is not finite.
  func shader(_ map: Affine, region: PixelRect) -> Shader? {
    guard rect.isFinite, source.isFinite, map.isFinite else { return nil }
    let used = usedSource
    if used.isEmpty || rect.isEmpty || region.isEmpty { return .solid(0) }
    if let slices { return slices.shader(self, used, map, region: region) }
    // From pixels of the bitmap to device pixels.
    let place = Affine(
      a: rect.width / used.width, b: 0, c: 0, d: rect.height / used.height,
      tx: rect.minX - used.minX * rect.width / used.width,
      ty: rect.minY - used.minY * rect.height / used.height
    ).then(map)
    guard place.isFinite else { return nil }
    guard let back = place.inverted else { return .solid(0) }
    guard place.isScaleTranslation else {
      return AffineSampler(
        self, used, place: place, back: back
      ).map { .affine($0) } ?? .solid(0)
    }
    let corner = map.apply(rect.origin)
    let far = map.apply(Point(x: rect.maxX, y: rect.maxY))
    guard corner.isFinite, far.isFinite else { return nil }
    let (x, y) = ImagePattern.taps(
      region, from: corner, to: far, used, width: bitmap.width, height: bitmap.height, extendX,
      extendY)
    // Where a tile is a whole number of device pixels wide, its columns come again.
    let width = abs(far.x - corner.x) * (extendX == .mirror ? 2 : 1)
    let period =
      extendX != .clamp && width < 0x1p20 && width == width.rounded() ? Int(width) : nil
    return .image(
      ImageSampler(bitmap: bitmap, x: x, y: y, tint: tint?.premultiplied, period: period))
  }

  /// The taps for the pixels of `region`, where `from` and `to` are the device places of the corners
  /// of the part `used` of a bitmap.
  private static func taps(
    _ region: PixelRect, from: Point, to: Point, _ used: Rect, width: Int, height: Int,
    _ extendX: Extend, _ extendY: Extend
  ) -> (x: AxisTaps, y: AxisTaps) {
    (
      AxisTaps(
        region.left..<region.right, from: from.x, to: to.x, low: used.minX, high: used.maxX,
        size: width, extend: extendX),
      AxisTaps(
        region.top..<region.bottom, from: from.y, to: to.y, low: used.minY, high: used.maxY,
        size: height, extend: extendY)
    )
  }

  /// Whether a whole bitmap shown in `rect` has each of its pixels on the device pixel with the same
  /// column and row.
  static func copies(width: Int, height: Int, in rect: Rect, _ map: Affine) -> Bool {
    let (from, to) = (map.apply(rect.origin), map.apply(Point(x: rect.maxX, y: rect.maxY)))
    guard rect.isFinite, map.isFinite, map.isScaleTranslation, from.isFinite, to.isFinite,
      !rect.isEmpty, width > 0, height > 0
    else { return false }
    let (x, y) = taps(
      PixelRect(x: 0, y: 0, width: width, height: height), from: from, to: to,
      Rect(x: 0, y: 0, width: Double(width), height: Double(height)), width: width, height: height,
      .clamp, .clamp)
    return x.copyOffset == 0 && y.copyOffset == 0
  }
}
