import FolioGeometry

/// How an image of one shape fills a rectangle of another (CSS's `object-fit`).
public enum ImageFit: Hashable, Sendable {
  /// As large as fits whole, keeping its proportions.
  case contain
  /// As small as covers all of the rectangle, keeping its proportions; the rest is cut off.
  case cover
  /// Stretched to the rectangle.
  case fill
  /// One image pixel per unit of the rectangle; what is too much is cut off.
  case none

  /// Where the whole image lies so that it fits `rect`.
  ///
  /// - Parameters:
  ///   - size: the image's extents in pixels.
  ///   - position: which point of the image lies on the same point of the rectangle, (0, 0) for
  ///     top left, (0.5, 0.5) for the middle (CSS's `object-position` in fractions).
  public func placement(of size: Size, in rect: Rect, position: Point) -> Rect {
    if size.isEmpty { return Rect(origin: rect.origin, size: .zero) }
    let x = rect.width / size.width
    let y = rect.height / size.height
    let scale: Double
    switch self {
    case .fill: return rect
    case .contain: scale = min(x, y)
    case .cover: scale = max(x, y)
    case .none: scale = 1
    }
    // The side that decides keeps the rectangle's own number.
    let width = self != .none && scale == x ? rect.width : size.width * scale
    let height = self != .none && scale == y ? rect.height : size.height * scale
    return Rect(
      x: rect.minX + (rect.width - width) * position.x,
      y: rect.minY + (rect.height - height) * position.y, width: width, height: height)
  }
}
