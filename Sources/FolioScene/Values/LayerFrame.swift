import FolioGeometry

/// Where a layer lies in its surroundings (its page, its group, or the canvas).
///
/// Along each axis a frame has a start (`x`, `y`) or a middle (`cx`, `cy`) and an extent (`w`, `h`);
/// what is missing follows from the rest, see ``resolve(in:safeArea:natural:)``.
public struct LayerFrame: Hashable, Sendable {
  /// The left edge.
  public var x: Length?
  /// The top edge.
  public var y: Length?
  /// The width.
  public var w: Length?
  /// The height.
  public var h: Length?
  /// The middle across; excludes `x`.
  public var cx: Length?
  /// The middle down; excludes `y`.
  public var cy: Length?
  /// Where it was written.
  public var provenance = Provenance()

  /// A frame from what is known of it; without any it fills its surroundings.
  public init(
    x: Length? = nil, y: Length? = nil, w: Length? = nil, h: Length? = nil, cx: Length? = nil,
    cy: Length? = nil
  ) {
    self.x = x
    self.y = y
    self.w = w
    self.h = h
    self.cx = cx
    self.cy = cy
  }

  /// The frame that fills its surroundings.
  public static let fill = LayerFrame()

  /// The rectangle in the coordinates of the surroundings.
  ///
  /// Along each axis:
  /// - start and extent given: as they say;
  /// - only a start: the natural extent if there is one, else to the far edge;
  /// - a middle and an extent: centred there;
  /// - only a middle: the natural extent centred there, else the largest that fits;
  /// - only an extent, or nothing: from the near edge; nothing fills the surroundings, or takes the
  ///   natural extent where there is one.
  ///
  /// Extents are never below zero.
  ///
  /// - Parameters:
  ///   - size: the surroundings in points.
  ///   - safeArea: the parts of the surroundings to keep clear of, for `safe`.
  ///   - natural: the extents that the content has of itself (a text's height for its width), where
  ///     it has any.
  public func resolve(
    in size: Size, safeArea: Insets = .zero,
    natural: (width: Double?, height: Double?) = (nil, nil)
  ) -> Rect {
    let across = LayerFrame.axis(
      start: x, middle: cx, extent: w, in: size.width, farInset: safeArea.right,
      natural: natural.width)
    let down = LayerFrame.axis(
      start: y, middle: cy, extent: h, in: size.height, farInset: safeArea.bottom,
      natural: natural.height)
    return Rect(x: across.start, y: down.start, width: across.extent, height: down.extent)
  }

  private static func axis(
    start: Length?, middle: Length?, extent: Length?, in total: Double, farInset: Double,
    natural: Double?
  ) -> (start: Double, extent: Double) {
    if let middle {
      let center = middle.place(in: total, farInset: farInset)
      guard let extent else {
        let value = natural ?? max(0, 2 * min(center, total - center))
        return (center - value / 2, max(0, value))
      }
      // Up to the safe edge from a middle: the other half lies as far on the other side.
      let value =
        extent.base == .safe
        ? 2 * extent.extent(in: total, farInset: farInset, from: center)
        : extent.extent(in: total, from: center)
      return (center - max(0, value) / 2, max(0, value))
    }
    let near = start?.place(in: total, farInset: farInset) ?? 0
    let value =
      extent?.extent(in: total, farInset: farInset, from: near) ?? natural ?? (total - near)
    return (near, max(0, value))
  }
}
