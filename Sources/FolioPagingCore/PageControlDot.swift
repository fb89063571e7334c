/// The side at which a row of dots begins.
public enum PageControlDirection: UInt8, Hashable, Sendable {
  /// The leading side: left, or right in right-to-left layout.
  case natural
  /// Left to right, whatever the layout.
  case leftToRight
  /// Right to left, whatever the layout.
  case rightToLeft
  /// Downwards.
  case topToBottom
  /// Upwards.
  case bottomToTop

  /// Whether the dots stand one above the other.
  public var isVertical: Bool { self == .topToBottom || self == .bottomToTop }

  /// Whether the first dot has the largest coordinate.
  public func isReversed(inRightToLeftLayout isRightToLeft: Bool) -> Bool {
    switch self {
    case .natural: return isRightToLeft
    case .leftToRight, .topToBottom: return false
    case .rightToLeft, .bottomToTop: return true
    }
  }
}

/// One dot of a page control as it is to be drawn.
public struct PageControlDot: Hashable, Sendable {
  /// The page that it stands for.
  public let page: Int
  /// Where its centre lies along the row, in points from the control's left or upper edge.
  public let center: Double
  /// Its size, 1 being full: less at an end of a row that goes on beyond it.
  public let scale: Double
  /// Its share of the emphasis, 0...1.
  public let weight: Double
}

extension PageControlMetrics {
  /// How many dots fit into `extent` points along the row; at least 1.
  public func visibleDots(in extent: Double) -> Int {
    let room = ((extent - 2 * sidePadding + gap) / pitch).rounded(.down)
    return room >= 1 ? PageIndex.checked(room) : 1
  }

  /// The dots to draw, from the first page to the last.
  ///
  /// Where they do not all fit, a window of them is shown that keeps the emphasis in its middle; on
  /// a side with hidden pages the outermost dot is drawn at half and the next at three quarters of
  /// its size (a choice: Apple publishes no factors). Window and sizes are continuous in the
  /// position, so under ``PageControlUpdate/continuous`` the row scrolls; the current dot is never
  /// drawn smaller. Across the seam of a loop the window runs back.
  ///
  /// - Parameters:
  ///   - extent: the control's extent along the row, in points.
  ///   - isReversed: whether the first dot has the largest coordinate.
  public func dots(
    of state: PageControlState, in extent: Double, isReversed: Bool = false
  ) -> [PageControlDot] {
    dots(of: state, showing: visibleDots(in: extent), in: extent, isReversed: isReversed)
  }

  /// The dots to draw, as ``dots(of:in:isReversed:)`` has them, through a window of a given size.
  ///
  /// - Parameters:
  ///   - most: how many dots are shown, at least 1; fewer where there are fewer pages.
  ///   - extent: the control's extent along the row, in points; the row is centred in it.
  ///   - isReversed: whether the first dot has the largest coordinate.
  public func dots(
    of state: PageControlState, showing most: Int, in extent: Double, isReversed: Bool = false
  ) -> [PageControlDot] {
    let count = state.numberOfPages
    if count == 0 { return [] }
    let visible = min(count, max(1, most))
    let hidden = Double(count - visible)
    let start = windowStart(of: state, visible: visible, hidden: hidden)
    let first = PageIndex.checked(start.rounded(.down))
    let last = min(count - 1, PageIndex.checked((start + Double(visible - 1)).rounded(.up)))
    let origin = (extent - contentExtent(visible)) / 2 + sidePadding + slot / 2
    var dots: [PageControlDot] = []
    for page in first...max(first, last) {
      let place = Double(page) - start
      let weight = state.weight(of: page)
      let below = shrink(place, hidden: start)
      let above = shrink(Double(visible - 1) - place, hidden: hidden - start)
      let scale = min(below, above)
      let along = origin + place * pitch
      dots.append(
        PageControlDot(
          page: page, center: isReversed ? extent - along : along,
          scale: scale + (1 - scale) * weight, weight: weight))
    }
    return dots
  }

  /// The first page of the window, a fraction while it scrolls.
  private func windowStart(of state: PageControlState, visible: Int, hidden: Double) -> Double {
    func start(_ position: Double) -> Double {
      min(max(position - Double(visible / 2), 0), hidden)
    }
    if !state.loops { return start(state.position) }
    let count = Double(state.numberOfPages)
    let position = state.position - (state.position / count).rounded(.down) * count
    let over = position - (count - 1)
    return over > 0 ? start(count - 1) * (1 - over) : start(position)
  }

  /// The size of a dot at a distance from an end beyond which `hidden` pages lie.
  private func shrink(_ distance: Double, hidden: Double) -> Double {
    let full = min(max(0.5 + 0.25 * distance, 0), 1)
    let edge = distance < 0 ? max(0, 0.5 * (1 + distance)) : full
    return 1 - min(max(hidden, 0), 1) * (1 - edge)
  }
}
