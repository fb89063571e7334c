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
    /// On a page. A flick turns to the next page in its direction and, while its projected distance
    /// reaches further, on to at most `pagesPerFling` pages; `nil` for as many as it reaches. Less
    /// than 1 counts as 1.
    case pages(pagesPerFling: Int?)
    /// Wherever friction stops it.
    case free
  }

  /// The original whose defects are kept.
  public enum Quirk: UInt8, Hashable, Sendable {
    /// None: what the originals get wrong is right.
    case none
    /// DLPageView as it was published: see `Documentation/Pagers.md`.
    case dlPageView
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
  /// to: a plain scroll view whose content is no whole number of pages. Never more than the pages
  /// cover; without meaning where pages wrap.
  public var contentExtent: Double?
  /// The axis.
  public var axis: Axis
  /// Whether later pages lie to the left (right-to-left layout, or reversed order).
  public var isMirrored: Bool
  /// Whether the last page is followed by the first.
  public var loops: Bool
  /// Whether a drag may pull past an edge, against a rubber band.
  public var bounces: Bool
  /// Whether a drag may do so even where nothing scrolls, as all fits or there is one page.
  public var alwaysBounces: Bool
  /// Whether the first and the last page may stand in the middle of a larger view.
  public var padsEnds: Bool
  /// Whether fingers move it.
  public var isScrollEnabled: Bool
  /// Where it comes to rest.
  public var snapping: Snapping
  /// Which page a release goes to.
  public var paging: PagingRule
  /// How a released pager travels there.
  public var settle: SettleMotion
  /// What happens past an edge.
  public var overscroll: Overscroll
  /// Points that a finger travels before a drag begins; they are swallowed.
  public var panSlop: Double
  /// Friction of free scrolling and of the flick's projection.
  public var deceleration: Deceleration
  /// How a commanded page change travels unless the command says otherwise.
  public var travel: PageTravel
  /// Duration of a commanded page change.
  public var animationDuration: Rational
  /// Curve of a commanded page change.
  public var animationCurve: TimingCurve
  /// How it turns its pages by itself, if it does.
  public var autoplay: Autoplay?
  /// The original whose defects are kept. What it lacks it ignores: a ``Quirk/dlPageView`` goes to
  /// no page by command, knows no end, no direction and no page narrower than itself. Set when the
  /// engine is made, it stays.
  public var quirk: Quirk
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
    alwaysBounces = false
    padsEnds = true
    isScrollEnabled = true
    snapping = .pages(pagesPerFling: 1)
    paging = .uikit
    settle = .spring(.bounce, isCapped: true)
    overscroll = .uikit
    panSlop = MotionConstants.panSlop
    deceleration = .normal
    travel = .direct
    animationDuration = MotionConstants.pageAnimationDuration
    animationCurve = .cosine
    autoplay = nil
    quirk = .none
    dwells = []
  }

  /// Number of pages.
  public var pageCount: Int { pageKeys.count }

  /// Distance between the leading edges of neighbouring pages, in points; 0 where the extents make
  /// no sense (not above 0, or not within 1/1024...10^7 points).
  public var stride: Double {
    let stride = pageExtent + spacing
    return stride >= 1.0 / 1024 && stride <= 1e7 && pageExtent > 0 ? stride : 0
  }

  /// Whether the last page really is followed by the first: a single page stays alone.
  public var wraps: Bool { loops && pageCount > 1 }

  /// Whether the extents make sense: a view and pages of some size.
  public var hasExtent: Bool { stride > 0 && viewExtent > 0 && viewExtent <= 1e7 }

  /// Whether there is anything to scroll: an extent to move in and two pages that need it, or an
  /// edge that always yields.
  public var isScrollable: Bool {
    if !hasExtent || pageCount == 0 { return false }
    return wraps || maximumPosition > 0 || (alwaysBounces && bounces)
  }

  /// Whether one page covers the view and has a place of its own, so that a direct jump needs no
  /// more than two pages.
  public var pageFillsView: Bool { pageExtent >= viewExtent && contentExtent == nil }

  /// Where page 0 stands at position 0: centred if ends are padded, else at the leading edge.
  public var leadingInset: Double { padsEnds ? (viewExtent - pageExtent) / 2 : 0 }

  /// The largest position at rest, in pages; 0 for a pager that cannot scroll. A wrapping pager has
  /// none.
  public var maximumPosition: Double {
    if pageCount < 2 { return 0 }
    let last = Double(pageCount - 1)
    // Without an extent there are no ends, and no page is lost while there is none.
    if stride == 0 { return last }
    if let contentExtent, contentExtent.isFinite {
      return min(last, max(0, (contentExtent - viewExtent) / stride))
    }
    if padsEnds { return last }
    // The content's extent less the view's, in strides: written so that it is whole where it should
    // be, and rounded where only the last bits say that it is not.
    let room = last - (viewExtent - pageExtent) / stride
    let whole = (room + 0.5).rounded(.down)
    if !(room > 0) { return 0 }
    return min(last, (room - whole).magnitude < 1e-9 ? whole : room)
  }

  /// The page index that an unwrapped page number names, or `nil` beyond the ends.
  public func index(of number: Int) -> Int? {
    if pageCount == 0 || number == PageStrip.blank { return nil }
    if wraps { return PageIndex.floorMod(number, pageCount) }
    return number >= 0 && number < pageCount ? number : nil
  }

  /// The page number that a position counts as: the nearest one, halves up; at the far end of a
  /// pager whose last page cannot reach its own place, the last.
  public func pageNumber(at position: Double) -> Int {
    let stops = PageStops(strip: .identity, configuration: self)
    return stops.number(of: stops.nearest(to: position))
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

  /// Time from the start of one turn to the start of the next, above 0; less than
  /// ``MotionConstants/shortestInterval`` counts as that.
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
