import FolioNumerics

/// A page that the view shows a part of.
public struct VisiblePage: Hashable, Sendable {
  /// Its index.
  public let page: Int
  /// What it shows: the configuration's key.
  public let key: Int
  /// The slot that it stands in.
  public let slot: Int
  /// Its edges along the axis, in points from the view's leading edge. With no spacing neighbours
  /// share the very same number.
  public let minEdge: Double
  /// The far edge.
  public let maxEdge: Double
}

extension PagerState {
  static let mostVisiblePages = 9_999

  /// The pages of which the view shows a part, from the lowest edge to the highest.
  ///
  /// Each boundary between slots is computed once: slot `i` begins at `leadingInset + (i - place) *
  /// stride`, and with no spacing ends where slot `i + 1` begins. In mirrored layout the same
  /// numbers count from the far side.
  /// Never more than 10 000 of them.
  public func visiblePages() -> [VisiblePage] {
    let configuration = self.configuration
    let stride = configuration.stride
    let view = configuration.viewExtent
    if configuration.pageCount == 0 || !configuration.hasExtent { return [] }
    let inset = configuration.leadingInset
    func boundary(_ slot: Int) -> Double { inset + (Double(slot) - place) * stride }
    // The first slot whose page may reach into the view, and the first one behind it; a pager that
    // does not wrap has no pages beyond its strip, however far it is pulled.
    let reach = max(configuration.pageExtent, stride)
    var slot = PageIndex.checked((place - (inset + reach) / stride).rounded(.down))
    var end = PageIndex.checked((place + (view - inset) / stride).rounded(.up))
    if !configuration.wraps {
      let slots = span.strip.slots(pageCount: configuration.pageCount)
      slot = max(slot, slots.lowerBound)
      end = min(end, slots.upperBound)
    }
    end = min(end, slot + PagerState.mostVisiblePages)
    var pages: [VisiblePage] = []
    while slot <= end {
      let start = boundary(slot)
      if start >= view { break }
      let far = configuration.spacing == 0 ? boundary(slot + 1) : start + configuration.pageExtent
      if far > 0, let index = configuration.index(of: span.strip.page(at: slot)) {
        pages.append(
          VisiblePage(
            page: index, key: configuration.pageKeys[index], slot: slot,
            minEdge: configuration.isMirrored ? view - far : start,
            maxEdge: configuration.isMirrored ? view - start : far))
      }
      slot += 1
    }
    if configuration.isMirrored { pages.reverse() }
    return pages
  }
}
