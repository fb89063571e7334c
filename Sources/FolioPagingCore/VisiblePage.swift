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
  /// The pages of which the view shows a part, from the lowest edge to the highest.
  ///
  /// Each boundary between slots is computed once: slot `i` begins at `leadingInset + (i - place) *
  /// stride`, and with no spacing ends where slot `i + 1` begins. In mirrored layout the same
  /// numbers count from the far side.
  public func visiblePages() -> [VisiblePage] {
    let configuration = self.configuration
    let stride = configuration.stride
    let view = configuration.viewExtent
    if configuration.pageCount == 0 || !(stride > 0) || !(view > 0) { return [] }
    let inset = configuration.leadingInset
    func boundary(_ slot: Int) -> Double { inset + (Double(slot) - place) * stride }
    var slot = PageIndex.checked((place - inset / stride).rounded(.down)) - 1
    var pages: [VisiblePage] = []
    while true {
      let start = boundary(slot)
      if start >= view || pages.count > 10_000 { break }
      let end = configuration.spacing == 0 ? boundary(slot + 1) : start + configuration.pageExtent
      if end > 0, let index = configuration.index(of: span.strip.page(at: slot)) {
        pages.append(
          VisiblePage(
            page: index, key: configuration.pageKeys[index], slot: slot,
            minEdge: configuration.isMirrored ? view - end : start,
            maxEdge: configuration.isMirrored ? view - start : end))
      }
      slot += 1
    }
    if configuration.isMirrored { pages.reverse() }
    return pages
  }
}
