import FolioNumerics
import FolioPagingCore

extension PagerConfiguration {
  /// Points at the leading and at the trailing side of the view (the far side first where mirrored
  /// layout turns it round) that no page covers at a position, and none has to: room at padded ends,
  /// content smaller than the view, and what a pull past an end uncovers.
  public func uncoveredEnds(at position: Double) -> (leading: Double, trailing: Double) {
    if isEndless || pageCount == 0 { return (0, 0) }
    let first = leadingInset - position * stride
    let last = leadingInset + (Double(pageCount - 1) - position) * stride + pageExtent
    return (max(0, first), max(0, viewExtent - last))
  }
}

extension PagerExamination {
  /// The first stretch of the view that should be covered and is not.
  func coverageFault(_ state: PagerState) -> (found: String, expected: String)? {
    let configuration = state.configuration
    // A pager of thousands of pages in view lists only so many.
    guard configuration.pageCount > 0, configuration.hasExtent,
      configuration.viewExtent / configuration.stride < 1000
    else { return nil }
    let view = configuration.viewExtent
    var ends = configuration.uncoveredEnds(at: state.position)
    if configuration.isMirrored { ends = (ends.trailing, ends.leading) }
    let gap = max(0, configuration.spacing)
    let noise = 1e-9 * max(view, configuration.stride * max(1, state.position.magnitude))
    var covered = ends.leading
    func fault(to edge: Double) -> (found: String, expected: String) {
      (
        "nothing from \(covered) to \(edge) pt of \(view), p = \(state.position)",
        "pages side by side"
      )
    }
    for page in state.visiblePages() {
      if page.minEdge > covered + gap + noise { return fault(to: page.minEdge) }
      covered = max(covered, page.maxEdge)
    }
    let edge = view - ends.trailing
    return covered + gap + noise < edge ? fault(to: edge) : nil
  }

  /// The page that is at the place where a page at rest stands; the last one at the content's end.
  /// `nil` where two are as near.
  private func pageAtRestingPlace(_ state: PagerState) -> Int? {
    let configuration = state.configuration
    let end = configuration.maximumPosition
    if !configuration.isEndless && end > 0 && state.position >= end {
      return configuration.pageCount - 1
    }
    var best: (page: Int, distance: Double)?
    var isTie = false
    for page in state.visiblePages() {
      let edge =
        configuration.isMirrored ? configuration.viewExtent - page.maxEdge : page.minEdge
      let distance = (edge - configuration.leadingInset).magnitude
      if let known = best {
        if (distance - known.distance).magnitude < 1e-6 * max(1, configuration.stride) {
          isTie = true
        } else if distance < known.distance {
          best = (page.page, distance)
          isTie = false
        }
      } else {
        best = (page.page, distance)
      }
    }
    // Half way between two pages, of which a narrow view may show one.
    guard !isTie, let best, best.distance < configuration.stride / 2 * (1 - 1e-6) else {
      return nil
    }
    return best.page
  }

  /// Where the dot is not that of the page.
  func dotFault(_ state: PagerState) -> (found: String, expected: String)? {
    let configuration = state.configuration
    guard let update, configuration.pageCount > 0, configuration.hasExtent else { return nil }
    let dots = PageControlState(state, update: update)
    let current = dots.currentPage
    let seen = state.visiblePages()
    if seen.isEmpty { return nil }
    // Before a far end that lies before the last page's own place several pages count as one.
    let far = configuration.maximumPosition
    let isFar =
      !configuration.isEndless && far < Double(configuration.pageCount - 1)
      && state.position > far.rounded(.up) - 1
    let isAtEnd = !configuration.isEndless && state.position >= far
    if state.phase == .idle ? !isFar || isAtEnd : update == .half && !isFar {
      if let page = pageAtRestingPlace(state), page != current {
        return ("dot \(current) is on, p = \(state.position)", "dot \(page), the page that is seen")
      }
    }
    if state.phase != .idle && update == .fullPage && state.span.strip.isIdentity
      && (configuration.isEndless || (0...far).contains(state.position)) && !isFar
    {
      let gap = (state.position - Double(current)).magnitude
      let count = Double(configuration.pageCount)
      let rest = gap - (gap / count).rounded(.down) * count
      let away = configuration.isEndless ? min(rest, count - rest) : gap
      if away > 1 + 1e-6 * max(1, state.position.magnitude) {
        return (
          "dot \(current) is on, \(away) pages from p = \(state.position)",
          "the dot of a page less than one page away"
        )
      }
    }
    if update == .continuous { return weightFault(dots, state) }
    return nil
  }

  /// Dots share the emphasis as their pages share the view, where pages are as large as it.
  private func weightFault(
    _ dots: PageControlState, _ state: PagerState
  ) -> (found: String, expected: String)? {
    let configuration = state.configuration
    let view = configuration.viewExtent
    guard configuration.spacing == 0, configuration.pageExtent == view,
      configuration.contentExtent == nil
    else { return nil }
    let ends = configuration.uncoveredEnds(at: state.position)
    if ends.leading > 0 || ends.trailing > 0 { return nil }
    var shares: [Int: Double] = [:]
    for page in state.visiblePages() {
      let length = min(page.maxEdge, view) - max(page.minEdge, 0)
      shares[page.page, default: 0] += length / view
    }
    for dot in 0..<dots.numberOfPages {
      let share = shares[dot] ?? 0
      let weight = dots.weight(of: dot)
      if (share - weight).magnitude > 1e-6 * max(1, state.position.magnitude) {
        return ("dot \(dot) has the weight \(weight), p = \(state.position)", "\(share)")
      }
    }
    return nil
  }
}
