import FolioNumerics

/// Where a pager stands after its pages were replaced.
public enum ReloadPosition: Hashable, Sendable {
  /// On the same page number at the same fraction, a motion or a finger going on; where that page is
  /// gone, at rest on the last one.
  case keep
  /// At rest on this page.
  case page(Int)
}

extension PagerEngine {
  /// Replaces all pages.
  ///
  /// - Parameters:
  ///   - keys: what each page shows; its count is the new number of pages.
  ///   - dwells: for each page its own interval; empty for none.
  ///   - position: where the pager stands afterwards.
  public mutating func reload(
    keys: [Int], dwells: [Rational?] = [], position: ReloadPosition = .keep
  ) {
    note(.reload(pageCount: keys.count, position: position))
    if forward({ $0.reload(keys: keys, dwells: dwells) }) != nil { return }
    switch position {
    case .page(let index):
      replacePages(keys: keys, dwells: dwells, fallback: index) { _ in nil }
    case .keep:
      let count = keys.count
      let fallback = configuration.pageCount == 0 ? 0 : count - 1
      replacePages(keys: keys, dwells: dwells, fallback: fallback) { $0 < count ? $0 : nil }
    }
  }

  /// Inserts pages before the page that is now at `index`; the page in view stays in view.
  public mutating func insert(keys: [Int], at index: Int, dwells: [Rational?] = []) {
    if keys.isEmpty { return }
    note(.insert(count: keys.count, at: index))
    let place = min(max(index, 0), configuration.pageCount)
    var all = configuration.pageKeys
    all.insert(contentsOf: keys, at: place)
    var allDwells = paddedDwells()
    allDwells.insert(
      contentsOf: dwells.count == keys.count
        ? dwells : [Rational?](repeating: nil, count: keys.count), at: place)
    if forward({ $0.reload(keys: all, dwells: allDwells) }) != nil { return }
    let count = keys.count
    replacePages(keys: all, dwells: allDwells, fallback: 0) { $0 >= place ? $0 + count : $0 }
  }

  /// Removes pages by index; indices that name none are ignored. If the page in view goes, the one
  /// that takes its place is shown at rest.
  public mutating func remove(at indices: [Int]) {
    note(.remove(indices))
    let count = configuration.pageCount
    var isGone = [Bool](repeating: false, count: count)
    for index in indices where index >= 0 && index < count { isGone[index] = true }
    if !isGone.contains(true) { return }
    var all: [Int] = []
    var allDwells: [Rational?] = []
    let dwells = paddedDwells()
    var newIndex: [Int?] = []
    for i in 0..<count {
      if isGone[i] {
        newIndex.append(nil)
      } else {
        newIndex.append(all.count)
        all.append(configuration.pageKeys[i])
        allDwells.append(dwells[i])
      }
    }
    if forward({ $0.reload(keys: all, dwells: allDwells) }) != nil { return }
    let current = configuration.index(of: heldNumber) ?? 0
    let before = newIndex[..<current].filter { $0 != nil }.count
    replacePages(keys: all, dwells: allDwells, fallback: min(before, all.count - 1)) {
      newIndex[$0]
    }
  }

  /// Replaces all pages where the new ones continue the old ones in another order or grouping: what
  /// the page in view has become stays in view, a motion or a finger going on.
  ///
  /// - Parameters:
  ///   - keys: what each page shows; its count is the new number of pages.
  ///   - dwells: for each page its own interval; empty for none.
  ///   - newIndices: for each page that there is now the index of what it becomes, `nil` if it is
  ///     gone, no index twice. Missing ones, and indices that name no new page, count as gone.
  ///   - fallback: where to stand, at rest, if the page in view is gone; clamped.
  public mutating func replace(
    keys: [Int], dwells: [Rational?] = [], newIndices: [Int?], fallback: Int
  ) {
    note(.replace(pageCount: keys.count))
    if forward({ $0.reload(keys: keys, dwells: dwells) }) != nil { return }
    replacePages(keys: keys, dwells: dwells, fallback: fallback) { old in
      guard newIndices.indices.contains(old), let new = newIndices[old],
        keys.indices.contains(new)
      else { return nil }
      return new
    }
  }

  /// Changes the extents; the page and the fraction stay, a motion goes on, a finger keeps its hold.
  ///
  /// Extents below zero or not finite count as zero: such a pager shows nothing and ignores events.
  public mutating func resize(viewExtent: Double, pageExtent: Double, spacing: Double) {
    func extent(_ value: Double) -> Double { value > 0 && value.isFinite ? value : 0 }
    reconfigure {
      $0.viewExtent = extent(viewExtent)
      $0.pageExtent = extent(pageExtent)
      $0.spacing = spacing.isFinite ? spacing : 0
    }
  }

  /// Changes the behaviour. Page and fraction stay as far as the new behaviour has such a place; a
  /// motion goes on, to the new place of the page it was going to; a new autoplay starts its
  /// interval. The pages themselves are changed by ``reload(keys:dwells:position:)``.
  public mutating func reconfigure(_ change: (inout PagerConfiguration) -> Void) {
    note(.reconfigure)
    let old = configuration
    var new = configuration
    change(&new)
    new.pageKeys = old.pageKeys
    new.dwells = old.dwells
    new.quirk = old.quirk
    if forward({ $0.reconfigure(new) }) != nil { return }
    let oldIndices = indices
    let target = stops.number(of: stops.nearest(to: targetPlace))
    if touch?.isDragging == true { stopMotion() }
    let couldScroll = old.isScrollable
    configuration = new
    if old.wraps && !new.wraps, let index = old.index(of: currentNumber) {
      // Where pages no longer wrap, a page has one place.
      let delta = index - currentNumber
      if strip.isIdentity {
        shift(by: delta)
        reconcile(target: target + delta)
      } else if let strip = renumberedStrip(old, { $0 }) {
        self.strip = strip
        reconcile(target: nil)
      } else {
        stand(on: index)
      }
    } else {
      reconcile(target: target)
    }
    reportIndices(unlike: oldIndices)
    if new.autoplay != old.autoplay || new.isScrollable != couldScroll {
      restartAfterChange()
    }
    record()
  }

  /// Calls the pages by their indices: for faces that know pages by index alone and have brought
  /// along what belongs to the former keys.
  public mutating func renumberKeys() {
    configuration.pageKeys = Array(0..<configuration.pageCount)
    if literal.isEmpty { record() }
  }

  // MARK: - Internals

  private func paddedDwells() -> [Rational?] {
    var dwells = configuration.dwells
    while dwells.count < configuration.pageCount { dwells.append(nil) }
    return dwells
  }

  /// - Parameters:
  ///   - fallback: where to stand if the page in view is gone.
  ///   - newIndex: for each old index the new one, `nil` if the page is gone.
  private mutating func replacePages(
    keys: [Int], dwells: [Rational?], fallback: Int, newIndex: (Int) -> Int?
  ) {
    let old = configuration
    let oldIndices = indices
    let couldScroll = old.isScrollable
    let target = stops.number(of: stops.nearest(to: targetPlace))
    let wasFollowing = transition.isFollowed
    let held = heldNumber
    let nearestSlot = PageIndex.nearest(place)
    let hadPage = old.index(of: strip.page(at: nearestSlot)) != nil
    func renumbered(_ number: Int) -> Int? { old.index(of: number).flatMap(newIndex) }
    let keepsTransition = transitionSurvives(newCount: keys.count, renumbered)
    if !keepsTransition { abandonTransition() }
    if touch?.isDragging == true { stopMotion() }

    configuration.pageKeys = keys
    configuration.dwells = dwells
    emit(.reloaded(pageCount: keys.count))
    if keys.isEmpty {
      stand(on: 0)
    } else if !strip.isIdentity {
      // A jump in flight goes on if its pages are left, else it is over.
      if let strip = renumberedStrip(old, newIndex),
        !hadPage || configuration.index(of: strip.page(at: nearestSlot)) != nil
      {
        self.strip = strip
        anchorSlot = stops.clamped(anchorSlot)
        currentNumber = stops.number(of: stops.nearest(to: place))
        settledPosition = Double(renumbered(old.pageNumber(at: settledPosition)) ?? fallback)
        reconcile(target: nil)
      } else {
        stand(on: renumbered(target) ?? fallback)
      }
    } else if let new = renumbered(held) {
      let delta = new - held
      let newTarget =
        old.wraps ? target + delta : renumbered(target) ?? target + delta
      shift(by: delta)
      reconcile(target: newTarget)
    } else {
      stand(on: fallback)
    }
    if wasFollowing && isScrollingByFinger && transition.isFollowed {
      openTransitionToNewNeighbour()
      crossing = nextCrossing(after: time)
    } else if wasFollowing && isScrollingByFinger {
      let stops = self.stops
      transition.isFollowed = true
      transition.base = stops.nearest(to: place)
      followTransition(at: place, stops)
      crossing = nextCrossing(after: time)
    }
    reportIndices(unlike: oldIndices)
    let runs = timer.due != nil || timer.remaining != nil
    if !configuration.isScrollable {
      stopTimer()
    } else if !isDragging && (timer.awaitsRest ? phase == .idle : !couldScroll && !runs) {
      startTimer(at: time)
    }
    record()
  }

  /// Whether the page that a swipe left and the one that it reveals are still neighbours after a
  /// change of pages, so that the transition between them goes on.
  private func transitionSurvives(newCount: Int, _ renumbered: (Int) -> Int?) -> Bool {
    guard transition.isFollowed, strip.isIdentity, renumbered(currentNumber) != nil,
      let base = renumbered(stops.number(of: transition.base))
    else { return false }
    if !transition.isOpen { return true }
    let neighbour = stops.number(of: transition.base + transition.side)
    guard let new = renumbered(neighbour) else { return false }
    return configuration.wraps
      ? PageIndex.floorMod(base + transition.side, newCount) == new
      : base + transition.side == new
  }

  /// The number of the page that stands nearest to where a page at rest stands: the one that stays
  /// where it is when pages or extents change. At a content's end before the last page's own place
  /// it is not the current one, which is the last.
  private var heldNumber: Int {
    if !strip.isIdentity { return currentNumber }
    let nearest = PageIndex.nearest(place)
    return configuration.wraps
      ? nearest : min(max(nearest, 0), max(0, configuration.pageCount - 1))
  }

  /// The strip of a jump in flight after the configuration has changed: the pages that are in view and
  /// on the way, by their new numbers. `nil` if one of them is gone.
  ///
  /// - Parameters:
  ///   - old: the configuration before.
  ///   - newIndex: for each old index the new one, `nil` if the page is gone.
  private func renumberedStrip(
    _ old: PagerConfiguration, _ newIndex: (Int) -> Int?
  ) -> PageStrip? {
    // Under a finger there is no way.
    let goal = touch == nil ? targetPlace : place
    var first = PageIndex.checked(min(place, goal).rounded(.down))
    let last = PageIndex.checked(max(place, goal).rounded(.up))
    if last - first > 1024 { return nil }
    var pages: [Int] = []
    for slot in first...last {
      let number = strip.page(at: slot)
      guard let index = old.index(of: number) else {
        // Beyond an end.
        if !pages.isEmpty { break }
        first = slot + 1
        continue
      }
      guard let new = newIndex(index) else { return nil }
      let rounds = old.wraps && configuration.wraps ? (number - index) / old.pageCount : 0
      pages.append(new + rounds * configuration.pageCount)
    }
    return pages.isEmpty ? nil : PageStrip(firstSlot: first, pages: pages)
  }

  private var isScrollingByFinger: Bool { phase == .dragging || phase == .settling }

  /// At rest on a page at once; what was moving is not finished.
  private mutating func stand(on index: Int) {
    let isLeft = timer.awaitsRest
    takeOver()
    timer.awaitsRest = isLeft
    rest(at: rest(for: min(max(index, 0), max(0, configuration.pageCount - 1))))
  }

  /// Calls every slot by another number.
  private mutating func shift(by delta: Int) {
    if delta == 0 { return }
    let pages = Double(delta)
    anchorSlot += delta
    currentNumber += delta
    transition.base += delta
    motion = motion.shifted(by: pages)
    targetPlace += pages
    settledPosition += pages
  }

  /// Makes place and motion fit the configuration, which has changed.
  ///
  /// - Parameter target: the page number that a motion goes to; `nil` to leave it.
  private mutating func reconcile(target: Int?) {
    if !configuration.isScrollable {
      stand(on: configuration.index(of: currentNumber) ?? 0)
      return
    }
    let stops = self.stops
    if !strip.isIdentity && !configuration.pageFillsView {
      // A direct jump has two pages and no neighbours for a view that shows more: it is over.
      let isGoing = phase == .settling || phase == .animating
      stand(
        on: configuration.index(
          of: stops.number(of: stops.nearest(to: isGoing ? targetPlace : place))) ?? 0)
      return
    }
    if !configuration.bounces, clampedPlace != place {
      motion = .rest(clampedPlace)
      stopMotion()
    }
    switch phase {
    case .idle:
      rest(at: configuration.snapping == .free ? clampedPlace : rest(for: heldNumber))
    case .tracking:
      // A finger holds it where it is; what it does next decides.
      if touch?.hasCaught != true {
        let isFree = configuration.snapping == .free
        let position = isFree ? clampedPlace : rest(for: heldNumber)
        motion = .rest(position)
        settledPosition = position
      }
      stopMotion()
      targetPlace = place
    case .dragging:
      reanchorFinger()
    case .settling, .animating:
      let goal: Double
      if strip.isIdentity, let target {
        goal = rest(for: target)
      } else {
        goal = bounds.map { min(max(targetPlace, $0.lowerBound), $0.upperBound) } ?? targetPlace
      }
      redirect(to: goal)
    }
    anchorSlot = stops.clamped(anchorSlot)
    if phase != .idle {
      anchorSlot = stops.reached(by: place, from: anchorSlot)
      currentNumber = stops.number(of: stops.nearest(to: place))
    }
    crossing = nextCrossing(after: time)
  }

  private var clampedPlace: Double {
    guard let bounds else { return place }
    return min(max(place, bounds.lowerBound), bounds.upperBound)
  }

  /// Lets the motion in flight end elsewhere.
  private mutating func redirect(to goal: Double) {
    switch motion {
    case .deceleration:
      let speed = velocity
      let law = configuration.deceleration
      let duration = law.duration(
        from: speed * configuration.stride, stopSpeed: law.stopSpeed)
      let here = place
      if let bounds, !bounds.contains(here) {
        bounce(velocity: speed)
      } else if duration > 0 {
        coast(velocity: speed, duration: duration)
      } else {
        arrive(at: here)
      }
    case .eased(_, let to, let duration, let curve):
      if to == goal { return }
      let left = duration.since(time.since(motionStart))
      move(to: goal, duration: max(.zero, left), curve: curve)
    case .spring(let target, _, _, let spring):
      // The threshold of arrival is in points, so a new stride asks for a new end.
      self.spring(to: target == goal ? target : goal, velocity: velocity, spring)
    case .rest, .finger:
      let here = place
      if here == goal { arrive(at: goal) } else { settle(to: goal, velocity: 0) }
    }
  }
}
