/// The places at which a pager comes to rest: one for each page, except that the pages at the far
/// end which cannot reach their own place (a last page narrower than the view, without padded ends)
/// share one, the end itself, and are then named by the last of them.
///
/// Stops are numbered like slots. Stop `i` lies at place `i`; the last one lies at the far end of the
/// range, which may be a fraction. A pager that wraps has no last stop.
struct PageStops {
  /// The pages in the slots.
  let strip: PageStrip
  /// Numbers of the first and the last stop; `nil` where the pages wrap.
  let range: ClosedRange<Int>?
  /// Where the last stop lies; meaningful with a range.
  let far: Double
  /// The number of the last page; meaningful with a range.
  let lastPage: Int

  init(strip: PageStrip, configuration: PagerConfiguration) {
    self.strip = strip
    lastPage = max(0, configuration.pageCount - 1)
    if configuration.wraps {
      range = nil
      far = 0
    } else {
      let bounds = strip.bounds(maximumPosition: configuration.maximumPosition)
      let low = PageIndex.checked(bounds.lowerBound)
      range = low...max(low, PageIndex.checked(bounds.upperBound.rounded(.up)))
      far = bounds.upperBound
    }
  }

  /// Whether there is such a stop.
  func exists(_ stop: Int) -> Bool { range?.contains(stop) ?? true }

  /// The nearest stop there is.
  func clamped(_ stop: Int) -> Int {
    guard let range else { return stop }
    return min(max(stop, range.lowerBound), range.upperBound)
  }

  /// Where a stop lies.
  func place(of stop: Int) -> Double {
    guard let range else { return Double(stop) }
    if stop >= range.upperBound { return far }
    return Double(max(stop, range.lowerBound))
  }

  /// The page number (unwrapped) that a stop counts as.
  func number(of stop: Int) -> Int {
    if let range, stop >= range.upperBound, stop > range.lowerBound, strip.isIdentity {
      return lastPage
    }
    return strip.page(at: clamped(stop))
  }

  /// The stop nearest to a place, a half going forward.
  func nearest(to place: Double) -> Int {
    let nearest = PageIndex.nearest(place)
    guard let range else { return nearest }
    let last = range.upperBound
    if last > range.lowerBound && place >= (Double(last - 1) + far) / 2 { return last }
    return min(max(nearest, range.lowerBound), max(range.lowerBound, last - 1))
  }

  /// The stop that has been reached by a place that left `stop`: the next one counts once it is
  /// reached in full.
  func reached(by place: Double, from stop: Int) -> Int {
    if place >= self.place(of: stop + 1) && exists(stop + 1) {
      if let range, place >= far { return range.upperBound }
      return clamped(PageIndex.checked(place.rounded(.down)))
    }
    if place <= self.place(of: stop - 1) && exists(stop - 1) {
      return clamped(PageIndex.checked(place.rounded(.up)))
    }
    return stop
  }
}
