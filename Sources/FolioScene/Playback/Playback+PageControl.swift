import FolioGeometry
import FolioNumerics
import FolioPaging
import FolioPagingCore

/// A finger on a page control.
struct PageControlPress {
  /// The pager that it belongs to.
  let track: Int
  /// What the finger does to it.
  var control: PageControl
  /// Where it lies on the canvas, in points.
  let frame: Rect
  /// Whether its dots lie one below the other.
  let isVertical: Bool
  /// Whether its first dot stands at the far end.
  let isReversed: Bool

  /// A place along its row.
  func coordinate(_ point: Point) -> Double {
    isVertical ? point.y - frame.minY : point.x - frame.minX
  }

  /// Its extent along the row.
  var extent: Double { isVertical ? frame.height : frame.width }
}

extension Playback {
  /// The page control of a pager where it takes touches: one that is seen, and on.
  private func press(on index: Int) -> PageControlPress? {
    let engine = engines[index]
    guard let description = tracks[index].pageControl, description.isInteractive,
      engine.configuration.quirk == .none, let holder = canvasFrame(of: index)
    else { return nil }
    let state = pageControlState(of: index)
    let layout = PageControlLayout(
      description, count: state.numberOfPages, in: holder.size,
      isMirrored: engine.configuration.isMirrored,
      isPagerVertical: engine.configuration.axis == .vertical,
      isRightToLeft: scene.direction == .rightToLeft)
    var control = PageControl(updates: tracks[index].pageControlUpdate, metrics: layout.metrics)
    control.numberOfPages = state.numberOfPages
    control.currentPage = state.currentPage
    control.hidesForSinglePage = description.hidesForSinglePage
    if control.isHidden || isPageControlHidden(index) { return nil }
    return PageControlPress(
      track: index, control: control,
      frame: layout.touchFrame.offset(x: holder.minX, y: holder.minY),
      isVertical: layout.isVertical, isReversed: layout.isReversed)
  }

  /// Whether a pager's page control has been hidden by now.
  private func isPageControlHidden(_ index: Int) -> Bool {
    let id = tracks[index].id
    if id == nil && index > 0 { return false }
    for change in settings.reversed()
    where change.time <= now && change.path == .pageControlHidden && change.pager == id {
      if case .flag(let isHidden) = change.value { return isHidden }
    }
    return false
  }

  /// The page control under a point, if none of what lies upon it is met there. A control lies upon
  /// the pages of its pager and all that is in them.
  func pageControl(at point: Point) -> PageControlPress? {
    for layer in layers.reversed() {
      for index in layer {
        if let press = press(on: index), press.frame.contains(point), isVisible(index, at: point) {
          return press
        }
      }
      if layer.contains(where: { isVisible($0, at: point) }) { return nil }
    }
    return nil
  }

  /// The finger on a page control goes somewhere: a page for each dot that it passes.
  mutating func scrub(to point: Point) {
    guard var press = pressed else { return }
    let before = press.control.currentPage
    let isChanged = press.control.touchMove(to: press.coordinate(point))
    pressed = press
    if isChanged { follow(press, from: before, isScrub: true) }
  }

  /// The finger on a page control is gone: it was a scrub, or a tap.
  mutating func endPress(isCancelled: Bool) {
    guard var press = pressed else { return }
    pressed = nil
    let before = press.control.currentPage
    if isCancelled {
      press.control.touchCancel()
    } else if press.control.touchUp() {
      follow(press, from: before, isScrub: false)
    }
  }

  /// The pager goes where a finger on its page control says: a scrub to the leaf of the page that it
  /// is on, a tap one leaf on, however many pages that is.
  private mutating func follow(_ press: PageControlPress, from page: Int, isScrub: Bool) {
    let index = press.track
    let shown = pageControlState(of: index)
    let isForward = press.control.currentPage > page
    let layout = tracks[index].leafLayout
    var goal = press.control.currentPage
    if layout != .single {
      let count = pageKeys(of: index).count
      let step = isScrub ? 0 : isForward ? 1 : -1
      guard
        let leaf = layout.leaf(ofPage: isScrub ? goal : page, pageCount: count).map({ $0 + step }),
        (0..<layout.leafCount(pageCount: count)).contains(leaf),
        !isScrub || leaf != engines[index].state.targetPage
      else { return }
      goal = leaf
    }
    let command = nextCommand()
    engines[index].goTo(
      page: goal, direction: isForward ? .forward : .reverse, command: command)
    if tracks[index].pageControl?.defersCurrentPageDisplay == true {
      note(.changed(shown: shown.currentPage, command: command), index)
    }
  }

  /// A finger comes down on a page control.
  mutating func begin(_ press: PageControlPress, at point: Point) {
    pressed = press
    pressed?.control.touchDown(
      at: press.coordinate(point), extent: press.extent, isReversed: press.isReversed)
  }

  /// Follows a finger on a page control along a stretch of its way, as often as fingers are sampled.
  mutating func scrub(to point: Point, arrivingAt arrival: Rational, _ step: TimelineStep) {
    guard arrival > now, let start = finger else {
      scrub(to: point)
      return
    }
    let rate = Rational(MotionConstants.touchSamplesPerSecond)
    let count = max(1, Int(((arrival - now) * rate).ceiling))
    for sample in 1...min(count, 100_000) {
      let share = Double(sample) / Double(count)
      let place =
        sample == count
        ? point
        : Point(x: start.x + (point.x - start.x) * share, y: start.y + (point.y - start.y) * share)
      add(.scrub(place), at: now + (arrival - now) * Rational(sample, count), of: step)
    }
  }

  /// A tap on one half of a page control.
  mutating func tapPageControl(trailing: Bool, allowsMiss: Bool, _ step: TimelineStep) {
    guard let index = track(of: step), let press = press(on: index) else {
      if !allowsMiss {
        report(
          .noEffect, "there is no page control to tap", step,
          hint: "give the scene a pageControl that is interactive", severity: .error)
      }
      return
    }
    begin(press, at: press.frame.point(atTrailingEnd: trailing, vertical: press.isVertical))
    endPress(isCancelled: false)
  }
}

extension Rect {
  /// The middle of the first or the last edge along an axis, just inside.
  fileprivate func point(atTrailingEnd trailing: Bool, vertical: Bool) -> Point {
    let share = trailing ? 0.75 : 0.25
    return vertical
      ? Point(x: midX, y: minY + height * share) : Point(x: minX + width * share, y: midY)
  }
}
