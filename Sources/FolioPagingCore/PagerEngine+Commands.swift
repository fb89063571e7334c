import FolioNumerics

/// The side that a commanded page enters from.
public enum PageDirection: UInt8, Hashable, Sendable {
  /// The page enters from the side of later pages (the right or the bottom; the left in
  /// right-to-left layout).
  case forward
  /// The page enters from the side of earlier pages.
  case reverse
}

/// How a commanded page change travels.
public enum PageTravel: UInt8, Hashable, Sendable {
  /// As one page of travel, whatever lies between.
  case direct
  /// Past all the pages between.
  case through
}

extension PagerEngine {
  /// Goes to a page.
  ///
  /// - Parameters:
  ///   - index: the page, clamped to those there are. Without pages the command finishes at once.
  ///   - animated: whether it moves there, or is there.
  ///   - direction: the side it enters from; by default that of the shorter way.
  ///   - travel: direct, or through the pages between. A pager that shows more than one page
  ///     always goes through them.
  ///   - duration: instead of the configuration's.
  ///   - curve: instead of the configuration's.
  ///   - command: a number for the one completion that the command ends in.
  public mutating func goTo(
    page index: Int, animated: Bool = true, direction: PageDirection? = nil,
    travel: PageTravel = .direct, duration: Rational? = nil, curve: TimingCurve? = nil,
    command id: Int? = nil
  ) {
    touch = nil
    interrupt()
    closeTransitionAsIs()
    guard configuration.pageCount > 0 else {
      phase = .idle
      if let id { emit(.completion(command: id, finished: true)) }
      return
    }
    let page = min(max(index, 0), configuration.pageCount - 1)
    let here = place
    let number = pageNumber(for: page, from: strip.position(at: here), direction: direction)
    command = id
    if !animated {
      jump(to: number)
      return
    }
    phase = .animating
    let forward = direction.map { $0 == .forward } ?? (Double(number) >= strip.position(at: here))
    let target = targetSlot(number: number, forward: forward, from: here, travel: travel)
    move(
      to: target, duration: duration ?? configuration.animationDuration,
      curve: curve ?? configuration.animationCurve)
  }

  /// One page on, or one page back; past an end of a pager that does not loop nothing moves.
  public mutating func turn(forward: Bool, command id: Int? = nil) {
    let from = configuration.pageNumber(at: strip.position(at: targetPlace))
    guard let index = configuration.index(of: from + (forward ? 1 : -1)) else {
      if let id { emit(.completion(command: id, finished: true)) }
      return
    }
    goTo(page: index, direction: forward ? .forward : .reverse, command: id)
  }

  /// Starts an animation along the slots from where the place is.
  mutating func move(to target: Double, duration: Rational, curve: TimingCurve) {
    let here = place
    if duration <= 0 || here == target {
      arrive(at: target)
      return
    }
    begin(
      .eased(from: here, to: target, duration: duration, curve: curve), endingAfter: duration,
      target: target)
  }

  /// Is at a page at once.
  private mutating func jump(to number: Int) {
    strip = .identity
    let position = rest(for: number)
    phase = .idle
    motion = .rest(position)
    motionStart = time
    targetPlace = position
    settledPosition = position
    let numberNow = configuration.pageNumber(at: position)
    if PageIndex.nearest(position) != anchorSlot {
      anchorSlot = PageIndex.nearest(position)
      if let index = configuration.index(of: anchorSlot) { emit(.windowMoved(to: index)) }
    }
    if numberNow != currentNumber {
      currentNumber = numberNow
      if let index = configuration.index(of: numberNow) { emit(.currentPageChanged(to: index)) }
    }
    if let id = command {
      command = nil
      emit(.completion(command: id, finished: true))
    }
    record()
  }

  /// Where a page number comes to rest.
  func rest(for number: Int) -> Double {
    configuration.loops
      ? Double(number) : min(max(Double(number), 0), configuration.maximumPosition)
  }

  /// The unwrapped page number to travel to: in a loop the next one of its name in the direction,
  /// or the nearest one, forward on a tie.
  func pageNumber(for index: Int, from position: Double, direction: PageDirection?) -> Int {
    let count = configuration.pageCount
    if !configuration.loops || count == 0 { return index }
    let floor = PageIndex.checked(position.rounded(.down))
    let after = floor + PageIndex.floorMod(index - floor, count)
    let ahead =
      Double(after) > position ? after : (Double(after) == position ? after : after + count)
    let behind = Double(ahead) == position ? ahead : ahead - count
    switch direction {
    case .forward: return ahead
    case .reverse: return behind
    case nil:
      return Double(ahead) - position <= position - Double(behind) ? ahead : behind
    }
  }

  /// The slot that holds the page to travel to; lays a strip for a jump that skips pages or enters
  /// from the other side.
  private mutating func targetSlot(
    number: Int, forward: Bool, from here: Double, travel: PageTravel
  ) -> Double {
    let low = PageIndex.checked(here.rounded(.down))
    let high = here == here.rounded(.down) ? low : low + 1
    if strip.isIdentity {
      let place = rest(for: number)
      let agrees = place == here || (place > here) == forward
      let isNear = number >= low - 1 && number <= high + 1
      if agrees && (isNear || travel == .through || !configuration.pageFillsView) { return place }
    } else {
      for slot in low...high where strip.page(at: slot) == number { return Double(slot) }
    }
    if !configuration.pageFillsView && strip.isIdentity { return rest(for: number) }
    let visible = (low...high).map { strip.page(at: $0) }
    if forward {
      strip = PageStrip(firstSlot: low, pages: visible + [number])
      return Double(high + 1)
    }
    strip = PageStrip(firstSlot: low - 1, pages: [number] + visible)
    return Double(low - 1)
  }

  /// Ends an open transition at a command: whatever page is nearest now.
  mutating func closeTransitionAsIs() { closeTransition(at: Double(currentNumber)) }
}

extension PagerEngine {
  /// Scrolls to a place along the slots, within the places at rest, past all pages between: what
  /// `setContentOffset(_:animated:)` does.
  public mutating func scroll(toPlace target: Double, animated: Bool, command id: Int? = nil) {
    touch = nil
    interrupt()
    closeTransitionAsIs()
    command = id
    var goal = target
    if let bounds { goal = min(max(goal, bounds.lowerBound), bounds.upperBound) }
    if animated {
      phase = .animating
      move(
        to: goal, duration: configuration.animationDuration,
        curve: configuration.animationCurve)
    } else {
      phase = .idle
      arrive(at: goal)
    }
  }
}
