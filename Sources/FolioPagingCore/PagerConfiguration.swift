import FolioNumerics

/// What a pager is made of and how it behaves: plain values, no history.
public struct PagerConfiguration: Hashable, Sendable {
  /// The direction in which pages follow each other.
  public enum Axis: UInt8, Hashable, Sendable {
    /// Pages side by side.
    case horizontal
    /// Pages one below the other.
    case vertical
  }

  /// Where a released pager comes to rest.
  public enum Snapping: Hashable, Sendable {
    /// On a page, at most `pagesPerFling` pages from where the drag began; `nil` for as many as the
    /// flick's projected distance reaches.
    case pages(pagesPerFling: Int?)
    /// Wherever friction stops it.
    case free
  }

  /// One key for each page, in order: what is shown there, kept through insertions and removals.
  public var pageKeys: [Int]
  /// Extent of the visible area along the axis, in points.
  public var viewExtent: Double
  /// Extent of one page along the axis, in points.
  public var pageExtent: Double
  /// Gap between neighbouring pages, in points.
  public var spacing: Double
  /// Extent of the whole content along the axis, in points, where it is not what the pages add up
  /// to: a plain scroll view whose content is no whole number of pages.
  public var contentExtent: Double?
  /// The axis.
  public var axis: Axis
  /// Whether later pages lie to the left (right-to-left layout, or reversed order).
  public var isMirrored: Bool
  /// Whether the last page is followed by the first.
  public var loops: Bool
  /// Whether a drag may pull past an edge, against a rubber band.
  public var bounces: Bool
  /// Whether the first and the last page may stand in the middle of a larger view.
  public var padsEnds: Bool
  /// Whether fingers move it.
  public var isScrollEnabled: Bool
  /// Where it comes to rest.
  public var snapping: Snapping
  /// Friction of free scrolling and of the flick's projection.
  public var deceleration: Deceleration
  /// Duration of a commanded page change.
  public var animationDuration: Rational
  /// Curve of a commanded page change.
  public var animationCurve: TimingCurve
  /// How it turns its pages by itself, if it does.
  public var autoplay: Autoplay?
  /// For each page the time that it stays instead of the autoplay's interval; empty for none.
  public var dwells: [Rational?]

  /// A pager of `pageCount` pages that fill a view of `viewExtent` points.
  public init(pageCount: Int, viewExtent: Double) {
    pageKeys = Array(0..<max(0, pageCount))
    self.viewExtent = viewExtent
    pageExtent = viewExtent
    spacing = 0
    axis = .horizontal
    isMirrored = false
    loops = false
    bounces = true
    padsEnds = true
    isScrollEnabled = true
    snapping = .pages(pagesPerFling: 1)
    deceleration = .normal
    animationDuration = MotionConstants.pageAnimationDuration
    animationCurve = .cosine
    autoplay = nil
    dwells = []
  }

  /// Number of pages.
  public var pageCount: Int { pageKeys.count }

  /// Distance between the leading edges of neighbouring pages, in points.
  public var stride: Double { pageExtent + spacing }

  /// Whether there is anything to scroll: two pages or more, of some extent.
  public var isScrollable: Bool {
    if !(stride > 0 && viewExtent > 0) { return false }
    if let contentExtent { return contentExtent > viewExtent }
    return pageCount > 1
  }

  /// Whether one page covers the view, so that a direct jump needs no more than two pages.
  public var pageFillsView: Bool { pageExtent >= viewExtent }

  /// Where page 0 stands at position 0: centred if ends are padded, else at the leading edge.
  public var leadingInset: Double { padsEnds ? (viewExtent - pageExtent) / 2 : 0 }

  /// The largest position at rest, in pages; 0 for a pager that cannot scroll. A looping pager has
  /// none.
  public var maximumPosition: Double {
    if let contentExtent {
      return stride > 0 ? max(0, (contentExtent - viewExtent) / stride) : 0
    }
    if pageCount < 2 { return 0 }
    let last = Double(pageCount - 1)
    if padsEnds { return last }
    let content = Double(pageCount) * pageExtent + last * spacing
    return min(last, max(0, (content - viewExtent) / stride))
  }

  /// The page index that an unwrapped page number names, or `nil` beyond the ends.
  public func index(of number: Int) -> Int? {
    if pageCount == 0 { return nil }
    if loops { return PageIndex.floorMod(number, pageCount) }
    return number >= 0 && number < pageCount ? number : nil
  }

  /// The page number that a position counts as: the nearest one, halves up; at the far end of a
  /// pager whose last page cannot reach its own place, the last.
  public func pageNumber(at position: Double) -> Int {
    let nearest = PageIndex.nearest(position)
    if loops || pageCount == 0 { return nearest }
    let limit = maximumPosition
    let whole = limit.rounded(.down)
    if limit > whole && position >= (whole + limit) / 2 { return pageCount - 1 }
    return min(max(nearest, 0), pageCount - 1)
  }
}

/// How a pager turns its pages by itself.
public struct Autoplay: Hashable, Sendable {
  /// What happens after the last page of a pager that does not loop.
  public enum AtEnd: UInt8, Hashable, Sendable {
    /// It stays there.
    case stop
    /// It scrolls back through all pages to the first.
    case rewind
    /// The first page follows the last as if the pager looped.
    case wrap
  }

  /// When the interval starts anew after a drag.
  public enum Restart: UInt8, Hashable, Sendable {
    /// When the finger lifts.
    case release
    /// When the page has come to rest.
    case settle
  }

  /// Time from the start of one turn to the start of the next, above 0.
  public var interval: Rational
  /// Duration of a turn.
  public var duration: Rational
  /// Curve of a turn.
  public var curve: TimingCurve
  /// Whether it goes backwards.
  public var isReversed: Bool
  /// What happens at the end.
  public var atEnd: AtEnd
  /// When a drag lets it go on.
  public var restart: Restart

  /// An autoplay with UIKit's page animation.
  public init(
    interval: Rational, duration: Rational = MotionConstants.pageAnimationDuration,
    curve: TimingCurve = .cosine, isReversed: Bool = false, atEnd: AtEnd = .stop,
    restart: Restart = .release
  ) {
    self.interval = interval
    self.duration = duration
    self.curve = curve
    self.isReversed = isReversed
    self.atEnd = atEnd
    self.restart = restart
  }
}
