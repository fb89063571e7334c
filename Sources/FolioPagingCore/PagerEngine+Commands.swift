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
public enum PageTravel: Hashable, Sendable {
  /// As one page of travel, whatever lies between. A pager that shows more than one page goes
  /// through them all the same.
  case direct
  /// Past all the pages between.
  case through
  /// Past at most so many pages, at least 1: from further away it is at once that far from its goal,
  /// as Android's pager (3).
  case near(Int)
}

extension PagerEngine {
  /// Goes to a page.
  ///
  /// A finger that is down loses its hold: the drag ends, and what it does until it lifts is
  /// ignored. The dwell timer's interval starts anew.
  ///
  /// - Parameters:
  ///   - index: the page, clamped to those there are. Without pages the command finishes at once.
  ///   - animated: whether it moves there, or is there.
  ///   - direction: the side it enters from; by default that of the shorter way.
  ///   - travel: instead of the configuration's.
  ///   - duration: instead of the configuration's; a spring has its own.
  ///   - curve: instead of the configuration's.
  ///   - command: a number for the one completion that the command ends in.
  public mutating func goTo(
    page index: Int, animated: Bool = true, direction: PageDirection? = nil,
    travel: PageTravel? = nil, duration: Rational? = nil, curve: TimingCurve? = nil,
    command id: Int? = nil
  ) {
    let takesTime = PagerEngine.takesTime(
      duration ?? configuration.animationDuration, curve ?? configuration.animationCurve)
    note(
      .goTo(
        page: index, animated: animated && takesTime, travel: travel ?? configuration.travel,
        command: id))
    if forward({ $0.complete(id, finished: false) }) != nil { return }
    takeOver()
    timer.awaitsRest = false
    guard configuration.pageCount > 0 else {
      if let id { emit(.completion(command: id, finished: true)) }
      record()
      return
    }
    let page = min(max(index, 0), configuration.pageCount - 1)
    command = id
    if animated {
      start(
        page: page, direction: direction, travel: travel ?? configuration.travel,
        duration: duration ?? configuration.animationDuration,
        curve: curve ?? configuration.animationCurve)
    } else {
      let number = pageNumber(for: page, from: strip.position(at: place), direction: direction)
      jump(to: rest(for: number))
    }
    timerAfterCommand()
  }

  /// One page on, or one page back; past an end of a pager that does not wrap nothing moves.
  public mutating func turn(forward: Bool, animated: Bool = true, command id: Int? = nil) {
    note(.turn(forward: forward, animated: animated && animationTakesTime, command: id))
    if self.forward({ $0.complete(id, finished: false) }) != nil { return }
    let stops = self.stops
    // Under a finger from the page that is nearest; else from where the motion goes, so that turns in
    // quick succession add up.
    let isHeld = touch != nil
    let next = stops.nearest(to: isHeld ? place : targetPlace) + (forward ? 1 : -1)
    let number = stops.number(of: next)
    guard stops.exists(next), configuration.index(of: number) != nil else {
      if let id { emit(.completion(command: id, finished: true)) }
      return
    }
    takeOver()
    timer.awaitsRest = false
    command = id
    if animated {
      start(
        number: number, forward: isAhead(number), travel: configuration.travel,
        duration: configuration.animationDuration, curve: configuration.animationCurve)
    } else {
      jump(to: rest(for: number))
    }
    timerAfterCommand()
  }

  /// Scrolls to a place along the slots, within the places at rest, past all pages between: what
  /// `setContentOffset(_:animated:)` does. A place that is no number finishes nothing and moves
  /// nothing.
  public mutating func scroll(toPlace target: Double, animated: Bool, command id: Int? = nil) {
    if !target.isNaN {
      note(.scroll(toPlace: target, animated: animated && animationTakesTime, command: id))
    }
    guard target.isFinite else {
      if let id { emit(.completion(command: id, finished: false)) }
      return
    }
    let isDone = forward { $0.scroll(toPlace: target, animated: animated, command: id) } != nil
    if isDone { return }
    takeOver()
    timer.awaitsRest = false
    command = id
    // In a direct jump there is nothing between two pages to rest on.
    var goal = strip.isIdentity ? target : (target + 0.5).rounded(.down)
    if let bounds {
      goal = min(max(goal, bounds.lowerBound), bounds.upperBound)
    } else {
      let limit = 1e9
      goal = min(max(goal, -limit), limit)
    }
    if animated {
      phase = .animating
      move(
        to: goal, duration: configuration.animationDuration,
        curve: configuration.animationCurve)
    } else {
      arrive(at: goal)
    }
    timerAfterCommand()
  }

  // MARK: - Internals

  private static func takesTime(_ duration: Rational, _ curve: TimingCurve) -> Bool {
    if case .spring = curve { return true }
    return duration > 0
  }

  private var animationTakesTime: Bool {
    PagerEngine.takesTime(configuration.animationDuration, configuration.animationCurve)
  }

  /// Whatever moves the pages loses its hold: a finger, a motion, a transition.
  mutating func takeOver() {
    let wasDragging = touch?.isDragging ?? false
    touch = nil
    interrupt()
    if wasDragging { emit(.didEndDragging(willDecelerate: false)) }
    abandonTransition()
    phase = .idle
  }

  /// Starts an animation to a page that there is, from where the place is.
  mutating func start(
    page: Int, direction: PageDirection?, travel: PageTravel, duration: Rational,
    curve: TimingCurve
  ) {
    let position = strip.position(at: place)
    let number = pageNumber(for: page, from: position, direction: direction)
    start(
      number: number, forward: direction.map { $0 == .forward } ?? (Double(number) >= position),
      travel: travel, duration: duration, curve: curve)
  }

  /// Whether a page lies ahead of the place: after a motion the other way a page on may lie behind.
  func isAhead(_ number: Int) -> Bool { Double(number) >= strip.position(at: place) }

  /// Starts an animation to a page by its unwrapped number, which enters from one side.
  mutating func start(
    number: Int, forward: Bool, travel: PageTravel, duration: Rational, curve: TimingCurve
  ) {
    if case .near(let pages) = travel, strip.isIdentity {
      let goal = rest(for: number)
      let here = place
      let distance = Double(max(1, pages))
      if (goal - here).magnitude > distance {
        // There at once, and on from there; the command in flight is this one.
        let id = command
        command = nil
        jump(to: goal > here ? goal - distance : goal + distance)
        command = id
      }
    }
    phase = .animating
    let target = targetPlace(number: number, forward: forward, from: place, travel: travel)
    // Past an edge the page that enters may be the nearer one at once.
    updateNumbers(place: place)
    move(to: target, duration: duration, curve: curve)
  }

  /// Starts an animation along the slots from where the place is.
  mutating func move(to target: Double, duration: Rational, curve: TimingCurve) {
    let here = place
    if here == target {
      arrive(at: target)
    } else if case .spring(let spring) = curve {
      self.spring(to: target, velocity: 0, spring)
    } else if duration <= 0 {
      arrive(at: target)
    } else {
      begin(
        .eased(from: here, to: target, duration: duration, curve: curve), endingAfter: duration,
        target: target)
    }
  }

  /// Is at a position at once.
  mutating func jump(to position: Double) {
    let old = indices
    rest(at: position)
    reportIndices(unlike: old)
    if let id = command {
      command = nil
      emit(.completion(command: id, finished: true))
    }
    record()
  }

  /// Where a page number comes to rest.
  func rest(for number: Int) -> Double {
    configuration.wraps
      ? Double(number) : min(max(Double(number), 0), configuration.maximumPosition)
  }

  /// The unwrapped page number to travel to: where pages wrap the next one of its name in the
  /// direction, or the nearest one, forward on a tie.
  func pageNumber(for index: Int, from position: Double, direction: PageDirection?) -> Int {
    if !configuration.wraps { return index }
    let count = configuration.pageCount
    let floor = PageIndex.checked(position.rounded(.down))
    let after = floor + PageIndex.floorMod(index - floor, count)
    if Double(after) == position { return after }
    let ahead = Double(after) > position ? after : after + count
    let behind = ahead - count
    switch direction {
    case .forward: return ahead
    case .reverse: return behind
    case nil:
      return Double(ahead) - position <= position - Double(behind) ? ahead : behind
    }
  }

  /// The place along the slots to travel to; lays a strip for a jump that skips pages or enters from
  /// the other side.
  private mutating func targetPlace(
    number: Int, forward: Bool, from here: Double, travel: PageTravel
  ) -> Double {
    var low = PageIndex.checked(here.rounded(.down))
    var high = here == here.rounded(.down) ? low : low + 1
    if !configuration.wraps {
      // Beyond an edge there is no page; the way leads over the one at the edge, and what enters on
      // the side of the gap stands beside that one.
      let slots = strip.slots(pageCount: configuration.pageCount)
      low = min(max(low, slots.lowerBound), slots.upperBound)
      high = min(max(high, slots.lowerBound), slots.upperBound)
    }
    if strip.isIdentity {
      let goal = rest(for: number)
      let isAtEdge = low == high && number == low
      let agrees = goal == here || isAtEdge || (goal > here) == forward
      let isNear = number >= low - 1 && number <= high + 1
      if !configuration.pageFillsView || (agrees && (isNear || travel != .direct)) { return goal }
    } else {
      // On the strip already: no page is laid twice.
      for slot in low...high where strip.page(at: slot) == number { return Double(slot) }
    }
    let visible = (low...high).map { strip.page(at: $0) }
    if forward {
      strip = PageStrip(firstSlot: low, pages: visible + [number])
      return Double(high + 1)
    }
    strip = PageStrip(firstSlot: low - 1, pages: [number] + visible)
    return Double(low - 1)
  }
}
