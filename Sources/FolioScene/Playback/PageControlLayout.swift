import FolioGeometry
import FolioPagingCore

/// Where the dots of a page control lie in their pager, in points: what is drawn, and what a finger
/// meets.
public struct PageControlLayout: Hashable, Sendable {
  /// The control.
  public let description: PageControlDescription
  /// The number of dots.
  public let count: Int
  /// The pager's size, in points.
  public let size: Size
  /// Whether later pages lie to the left (or above).
  public let isMirrored: Bool
  /// Whether the pager's pages lie one below the other.
  public let isPagerVertical: Bool
  /// Whether the scene is laid out from right to left.
  public let isRightToLeft: Bool

  /// A layout from its parts.
  public init(
    _ description: PageControlDescription, count: Int, in size: Size, isMirrored: Bool,
    isPagerVertical: Bool, isRightToLeft: Bool
  ) {
    self.description = description
    self.count = count
    self.size = size
    self.isMirrored = isMirrored
    self.isPagerVertical = isPagerVertical
    self.isRightToLeft = isRightToLeft
  }

  /// The look's sizes, with what the description says instead.
  ///
  /// A dot of another diameter keeps the look's pitch; a stated gap sets the pitch to dot and gap.
  public var metrics: PageControlMetrics {
    var metrics: PageControlMetrics = description.look == .system ? .system : .classic
    if let dot = description.dot { metrics.dot = dot }
    if let gap = description.gap {
      metrics.slot = metrics.dot
      metrics.gap = gap
    } else if metrics.dot > metrics.slot {
      metrics.gap = max(0, metrics.pitch - metrics.dot)
      metrics.slot = metrics.dot
    }
    return metrics
  }

  /// Whether dots lie one below the other.
  ///
  /// The axis says so, else a stated order, else the pager's axis.
  public var isVertical: Bool {
    switch (description.axis, description.order) {
    case (.vertical, _): true
    case (.horizontal, _): false
    case (nil, .topToBottom), (nil, .bottomToTop): true
    case (nil, .leftToRight), (nil, .rightToLeft): false
    case (nil, .natural): isPagerVertical
    }
  }

  /// Whether the first dot stands at the far end.
  public var isReversed: Bool {
    switch description.order {
    case .natural: isVertical ? false : (isPagerVertical ? isRightToLeft : isMirrored)
    case .leftToRight, .topToBottom: false
    case .rightToLeft, .bottomToTop: true
    }
  }

  /// How many dots are shown at a time: all, or as many as the description allows; with the system's
  /// look never more than have room, as since iOS 14 (before, a row ran out of its control).
  public var visibleCount: Int {
    let most = description.maxDots > 0 ? min(count, description.maxDots) : count
    if description.look == .classic { return most }
    return min(most, metrics.visibleDots(in: room))
  }

  /// The points along the row that a control could be long, its padding included: those of its
  /// frame; without one the dots alone may come up to the edges that they do not lie at.
  private var room: Double {
    func along(_ size: Size) -> Double { isVertical ? size.height : size.width }
    if let frame = description.frame { return along(frame.resolve(in: size).size) }
    let isAtEdge =
      switch description.position {
      case .topCenter, .bottomCenter: isVertical
      case .left, .right, .side: !isVertical
      case .topLeft, .topRight, .bottomLeft, .bottomRight: true
      }
    let padding = 2 * metrics.sidePadding
    if !isAtEdge { return along(size) + padding }
    let insets = insets
    return along(size) + padding
      - (isVertical ? insets.top + insets.bottom : insets.left + insets.right)
  }

  /// How far the row of slots keeps from the pager's edges.
  ///
  /// Without a stated inset the control lies flush with them and has the look's padding and height;
  /// with one the dots' own row keeps that distance.
  private var insets: Insets {
    let metrics = metrics
    if let inset = description.inset {
      let excess = (metrics.slot - metrics.dot) / 2
      return Insets(
        top: inset.top - excess, left: inset.left - excess, bottom: inset.bottom - excess,
        right: inset.right - excess)
    }
    let along = metrics.sidePadding
    let beside = (metrics.height - metrics.slot) / 2
    return isVertical
      ? Insets(top: along, left: beside, bottom: along, right: beside)
      : Insets(top: beside, left: along, bottom: beside, right: along)
  }

  /// The rectangle of the row of slots in the pager; of those that are shown, where not all are.
  public var row: Rect {
    let metrics = metrics
    let length = metrics.contentExtent(visibleCount) - 2 * metrics.sidePadding
    let across = metrics.slot
    let size =
      isVertical ? Size(width: across, height: length) : Size(width: length, height: across)
    let area = Rect(origin: .zero, size: self.size)
    if let frame = description.frame {
      let box = frame.resolve(in: self.size)
      return Rect(
        x: box.midX - size.width / 2, y: box.midY - size.height / 2, width: size.width,
        height: size.height)
    }
    let insets = insets
    var x = area.midX - size.width / 2
    var y = area.midY - size.height / 2
    let left = insets.left
    let right = area.width - insets.right - size.width
    switch description.position {
    case .topLeft, .bottomLeft, .left: x = left
    case .topRight, .bottomRight, .right: x = right
    case .side: x = isRightToLeft ? left : right
    case .topCenter, .bottomCenter: break
    }
    switch description.position {
    case .topLeft, .topCenter, .topRight: y = insets.top
    case .bottomLeft, .bottomCenter, .bottomRight: y = area.height - insets.bottom - size.height
    case .left, .right, .side: break
    }
    return Rect(x: x, y: y, width: size.width, height: size.height)
  }

  /// The rectangle in which the control takes touches: its own, or the row with the look's padding and
  /// height.
  public var touchFrame: Rect {
    if let frame = description.frame { return frame.resolve(in: size) }
    let metrics = metrics
    let row = row
    let across = max(0, (metrics.height - metrics.slot) / 2)
    let along = metrics.sidePadding
    return isVertical
      ? Rect(
        x: row.minX - across, y: row.minY - along, width: row.width + 2 * across,
        height: row.height + 2 * along)
      : Rect(
        x: row.minX - along, y: row.minY - across, width: row.width + 2 * along,
        height: row.height + 2 * across)
  }
}
