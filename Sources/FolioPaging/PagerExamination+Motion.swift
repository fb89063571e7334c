import FolioNumerics
import FolioPagingCore

extension PagerConfiguration {
  /// Whether the pages have no ends: they wrap, or the endless banner's do.
  var isEndless: Bool { wraps || (quirk == .dlPageView && pageCount > 1) }
}

extension PagerExamination {
  /// Points within which a place counts as the same: the snap at the end of a spring.
  static let snap = MotionConstants.springSnapDistance

  // MARK: - One stretch

  /// What a stretch says of itself.
  mutating func checkSpan(_ state: PagerState) {
    let time = state.time
    if !state.place.isFinite || !state.velocity.isFinite {
      report(.continuousPosition, time, "the place is no number", expected: "a number")
    }
    if let fault = ownerFault(state) {
      report(.oneMotion, time, fault.found, expected: fault.expected)
    }
    if state.phase == .idle {
      let open = [
        heard.isDragging ? "willBeginDragging" : nil,
        heard.isDecelerating ? "willBeginDecelerating" : nil,
        heard.isInTransition ? "willTransition" : nil,
      ].compactMap(\.self)
      expect(
        .balancedCallbacks, time,
        open.isEmpty
          ? nil : ("at rest with an open \(open.joined(separator: ", "))", "its counterpart before")
      )
      expect(.restOnPage, time, restFault(state))
    }
    if let due = state.span.timerDue {
      let reason =
        state.configuration.autoplay == nil
        ? "autoplay is off" : !state.configuration.isScrollable ? "nothing scrolls" : nil
      expect(
        .oneTimer, time,
        reason.map { ("a timer is due at \(due.double) s though \($0)", "no timer") })
    } else {
      expect(.oneTimer, time, nil)
    }
    expect(.indexInRange, time, rangeFault(state))
  }

  /// Whether the motion is of the kind that what moves the pages gives, and nothing else is open.
  private func ownerFault(_ state: PagerState) -> (found: String, expected: String)? {
    let isAllowed =
      switch (state.phase, state.span.motion) {
      case (_, .rest): true
      case (.idle, _), (.tracking, _): false
      case (.dragging, .finger): true
      case (.settling, .spring), (.settling, .eased), (.settling, .deceleration): true
      case (.animating, .eased), (.animating, .spring): true
      default: false
      }
    if !isAllowed {
      return (
        "the pages move \(PagerExamination.words(state.span.motion)) while the pager is "
          + "\(state.phase)",
        "one thing that moves them"
      )
    }
    if state.phase == .animating && (heard.isDragging || heard.isDecelerating) {
      return (
        "an animation runs during a \(heard.isDragging ? "drag" : "deceleration")",
        "the end of the one before the start of the other"
      )
    }
    if state.phase == .settling && heard.isDragging {
      return ("the pages settle during a drag", "didEndDragging before")
    }
    return nil
  }

  private static func words(_ motion: Motion) -> String {
    switch motion {
    case .rest: "not at all"
    case .eased: "along a curve"
    case .spring: "by a spring"
    case .deceleration: "by friction"
    case .finger: "with a finger"
    }
  }

  private func restFault(_ state: PagerState) -> (found: String, expected: String)? {
    let configuration = state.configuration
    let p = state.position
    guard configuration.hasExtent, configuration.pageCount > 0 else { return nil }
    if !state.isAtRest { return nil }
    let max = configuration.maximumPosition
    if !configuration.isEndless && (p < 0 || p > max) {
      return ("at rest at p = \(p)", "a place in 0...\(max)")
    }
    if case .pages = configuration.snapping, p != p.rounded(), configuration.isEndless || p != max {
      return ("at rest at p = \(p)", "a whole page")
    }
    if p != state.span.targetPosition {
      return ("at rest at p = \(p)", "p = \(state.span.targetPosition), where it was going")
    }
    if p != state.span.settledPosition {
      return (
        "at rest at p = \(p) with p = \(state.span.settledPosition) settled", "one and the same"
      )
    }
    return nil
  }

  private func rangeFault(_ state: PagerState) -> (found: String, expected: String)? {
    let count = heard.count
    if count > 0 && state.configuration.pageCount > 0 {
      if state.currentPage == nil { return ("no page is current", PagerExamination.rows(count)) }
      if state.anchorPage == nil {
        return ("no page is in the middle of the window", PagerExamination.rows(count))
      }
    }
    for page in state.visiblePages() where page.page < 0 || page.page >= count {
      return ("page \(page.page) is shown", PagerExamination.rows(count))
    }
    return nil
  }

  // MARK: - Between two stretches

  /// Which changes of place an instant asks for.
  private struct Wanted {
    /// Any place at all.
    var jump = false
    /// Other pages that keep their indices; how often.
    var reloads = 0
    /// Pages come or go, and others keep what they show; how often.
    var pages = 0
    /// Other extents or another behaviour; how often.
    var behaviours = 0
    /// A command.
    var command = false
  }

  private func wanted(_ instant: Instant, before: PagerState, after: PagerState) -> Wanted {
    var wanted = Wanted()
    func isNear(_ travel: PageTravel) -> Bool {
      if case .near = travel { true } else { false }
    }
    for input in instant.asked {
      if input.isCommand { wanted.command = true }
      switch input {
      case .goTo(_, let animated, let travel, _):
        if !animated || isNear(travel) { wanted.jump = true }
      case .turn(_, let animated, _):
        if !animated || isNear(before.configuration.travel) { wanted.jump = true }
      case .scroll(_, let animated, _): if !animated { wanted.jump = true }
      case .touchMove(_, let arrival): if arrival <= instant.time { wanted.jump = true }
      case .touchUp, .touchCancel:
        // A settle that takes no time is there at once.
        switch before.configuration.settle {
        case .eased(_, let duration): if duration <= 0 { wanted.jump = true }
        case .viewPager: if after.phase == .idle { wanted.jump = true }
        case .spring: break
        }
      case .reload(_, .page): wanted.jump = true
      case .reload(_, .keep): wanted.reloads += 1
      case .insert, .remove, .replace: wanted.pages += 1
      case .reconfigure: wanted.behaviours += 1
      case .touchDown, .setAutoplay, .pause, .resume, .endTransition: break
      }
    }
    let turns = instant.has { if case .timerFired = $0 { true } else { false } }
    if turns, let autoplay = before.configuration.autoplay, autoplay.duration <= 0 {
      wanted.jump = true
    }
    return wanted
  }

  /// Compares what one stretch would have shown with what the next one shows.
  mutating func checkBorder(from before: PagerState, to after: PagerState, _ instant: Instant) {
    let wanted = wanted(instant, before: before, after: after)
    let fault: (found: String, expected: String)?
    let changes = wanted.behaviours + wanted.reloads + wanted.pages
    if wanted.jump || changes > 1 || (changes > 0 && wanted.command) {
      // What several of them at one instant lead to is for none of them to say.
      fault = nil
    } else if wanted.behaviours > 0 {
      fault = behaviourFault(before, after)
    } else if changes > 0 {
      fault = pagesFault(before, after, byKey: wanted.pages > 0)
    } else if before.span.strip != after.span.strip && !after.span.strip.isClosed {
      // A direct jump begins, ends or turns: p takes another way, the page in view does not move.
      fault = viewFault(before, after, byKey: false, "as a direct jump begins or ends")
    } else {
      fault = placeFault(before, after)
    }
    if let fault {
      report(.continuousPosition, instant.time, fault.found, expected: fault.expected)
    }
    if let fault = speedFault(before, after, instant) {
      report(.continuousSpeed, instant.time, fault.found, expected: fault.expected)
    }
  }

  /// The distance between two positions, in pages; where pages have no ends, the shorter way round.
  private func distance(_ a: Double, _ b: Double, _ configuration: PagerConfiguration) -> Double {
    let d = (a - b).magnitude
    guard configuration.isEndless else { return d }
    let count = Double(configuration.pageCount)
    let rest = d - (d / count).rounded(.down) * count
    return min(rest, count - rest)
  }

  /// Points of p within which a place counts as the same. In a direct jump one page of travel is
  /// many of p.
  func tolerance(_ state: PagerState) -> Double {
    let stride = state.configuration.stride
    let strip = state.span.strip
    var pages = 1.0
    if !strip.isIdentity && !strip.isClosed {
      let slot = PageIndex.checked(state.place.rounded(.down))
      for slot in (slot - 1)...(slot + 1) {
        pages = max(pages, Double(strip.page(at: slot + 1) - strip.page(at: slot)).magnitude)
      }
    }
    let noise = 1e-6 * stride * max(1, state.position.magnitude * 1e-6)
    return PagerExamination.snap * pages + noise
  }

  private func placeFault(
    _ before: PagerState, _ after: PagerState
  ) -> (found: String, expected: String)? {
    let configuration = before.configuration
    let stride = configuration.stride
    let gap = distance(before.position, after.position, configuration) * stride
    if !(gap > tolerance(before)) { return nil }
    // The rubber band's end: pages that a bounce has carried further a finger holds there.
    if !configuration.isEndless && after.phase == .dragging {
      let edge = min(max(before.position, 0), configuration.maximumPosition)
      if (before.position - edge).magnitude * stride >= configuration.viewExtent { return nil }
    }
    return (
      "p goes from \(before.position) to \(after.position) at once, by \(gap) pt",
      "no jump: none was asked for"
    )
  }

  /// After a change of pages the page in view stays where it was, unless it is gone or the place no
  /// longer exists.
  private func pagesFault(
    _ before: PagerState, _ after: PagerState, byKey: Bool
  ) -> (found: String, expected: String)? {
    guard after.configuration.isScrollable else { return nil }
    let survivors = byKey ? after.configuration.pageKeys : Array(0..<after.configuration.pageCount)
    // A page that is gone takes its picture along, and with it perhaps the way that led to another.
    var needed = before.visiblePages().map { byKey ? $0.key : $0.page }
    if !before.span.strip.isIdentity, let target = before.targetPage {
      needed.append(byKey ? before.configuration.pageKeys[target] : target)
    }
    if needed.contains(where: { !survivors.contains($0) }) { return nil }
    if isAtEnd(after) || isBetweenPages(before) { return nil }
    return viewFault(before, after, byKey: byKey, "as pages are changed")
  }

  /// The page in view stays where it was.
  private func viewFault(
    _ before: PagerState, _ after: PagerState, byKey: Bool, _ occasion: String
  ) -> (found: String, expected: String)? {
    func edges(_ state: PagerState, of name: Int) -> [Double] {
      state.visiblePages().filter { (byKey ? $0.key : $0.page) == name }.map(\.minEdge)
    }
    let slot = PageIndex.nearest(before.place)
    guard
      let current = before.visiblePages().min(by: {
        ($0.slot - slot).magnitude < ($1.slot - slot).magnitude
      })
    else { return nil }
    let old = byKey ? current.key : current.page
    let new = edges(after, of: old)
    var gap = Double.infinity
    for edge in edges(before, of: old) {
      for other in new { gap = min(gap, (edge - other).magnitude) }
    }
    if gap <= tolerance(before) { return nil }
    return (
      new.isEmpty
        ? "page \(old) leaves the view \(occasion), p = \(after.position) after \(before.position)"
        : "page \(old) jumps by \(gap) pt \(occasion)",
      "the page in view stays where it is"
    )
  }

  /// At rest at a content's end that is no page's place: where there is more, its page has one.
  private func isBetweenPages(_ state: PagerState) -> Bool {
    state.position != state.position.rounded()
      && (state.phase == .idle || state.phase == .tracking || isAtEnd(state))
  }

  private func isAtEnd(_ state: PagerState) -> Bool {
    !state.configuration.isEndless
      && (state.position == 0 || state.position == state.configuration.maximumPosition)
  }

  /// After a change of extents or behaviour page and fraction stay, as far as there is such a place.
  private func behaviourFault(
    _ before: PagerState, _ after: PagerState
  ) -> (found: String, expected: String)? {
    let old = before.configuration
    let new = after.configuration
    guard old.hasExtent, new.hasExtent, old.isScrollable, new.isScrollable, new.pageCount > 0 else {
      return nil
    }
    for configuration in [old, new] where !configuration.isEndless {
      // Past an edge a new extent stretches what is pulled differently.
      if !(0...configuration.maximumPosition).contains(before.position) { return nil }
    }
    if isAtEnd(after) { return nil }
    // A jump in flight is over where it cannot go on; a rest between two pages, where there is none.
    let wasOnStrip = !before.span.strip.isIdentity && old.quirk == .none
    if wasOnStrip && (!new.pageFillsView || old.wraps != new.wraps) { return nil }
    if isBetweenPages(before) { return nil }
    let stays = PagerExamination.snap / min(old.stride, new.stride) + 1e-6
    let gap = PagerExamination.endlessDistance(before.position, after.position, new, or: old)
    if gap <= stays { return nil }
    return (
      "p goes from \(before.position) to \(after.position) as the behaviour changes",
      "page and fraction stay"
    )
  }

  private static func endlessDistance(
    _ a: Double, _ b: Double, _ new: PagerConfiguration, or old: PagerConfiguration
  ) -> Double {
    let d = (a - b).magnitude
    guard new.isEndless || old.isEndless else { return d }
    let count = Double(new.pageCount)
    let rest = d - (d / count).rounded(.down) * count
    return min(rest, count - rest)
  }

  private func speedFault(
    _ before: PagerState, _ after: PagerState, _ instant: Instant
  ) -> (found: String, expected: String)? {
    let configuration = before.configuration
    let stride = configuration.stride
    let old = before.velocity * stride
    let new = after.velocity * stride
    if !((old - new).magnitude > 1 + 1e-6 * old.magnitude) { return nil }
    if !instant.asked.isEmpty { return nil }
    let isCaused = instant.has {
      switch $0 {
      case .timerFired, .willBeginDragging: true
      default: false
      }
    }
    if isCaused { return nil }
    switch before.span.motion {
    case .finger(let finger):
      // The finger has reached the end of its way and stands still.
      if instant.time >= before.span.motionStart + finger.duration { return nil }
    case .deceleration:
      // Where nothing yields, speed is lost at the edge, and some edges take only so much.
      if !configuration.bounces || old.magnitude > configuration.overscroll.highestImpactSpeed {
        return nil
      }
    case .rest, .eased, .spring: break
    }
    let goal = before.span.targetPosition
    let isOver =
      after.isAtRest
      || instant.has {
        switch $0 {
        case .didEndDecelerating, .didEndScrollingAnimation: true
        default: false
        }
      }
    if isOver, distance(before.position, goal, configuration) * stride <= tolerance(before) {
      return nil
    }
    return (
      "the speed goes from \(old) to \(new) pt/s at once",
      "no jump: neither finger, command, timer nor arrival at p = \(goal)"
    )
  }
}
