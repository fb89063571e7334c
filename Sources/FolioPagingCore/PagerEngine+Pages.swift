import FolioNumerics

/// Where a pager stands after its pages were replaced.
public enum ReloadPosition: Hashable, Sendable {
  /// On the same page number, clamped to the pages there are, at the same fraction; a motion goes
  /// on.
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
    let oldCount = configuration.pageCount
    let anchor = oldCount > 0 ? configuration.index(of: strip.page(at: anchorSlot)) ?? 0 : 0
    let wasEmpty = oldCount == 0
    replacePages(keys: keys, dwells: dwells)
    emit(.reloaded(pageCount: keys.count))
    switch position {
    case .page(let index):
      stand(on: index)
    case .keep where keys.isEmpty || wasEmpty:
      stand(on: 0)
    case .keep:
      keep(page: min(anchor, keys.count - 1))
    }
    if wasEmpty && !keys.isEmpty && timer.due == nil && timer.remaining == nil {
      startTimer(at: time)
    }
  }

  /// Inserts pages before the page that is now at `index`; the page in view stays in view.
  public mutating func insert(keys: [Int], at index: Int, dwells: [Rational?] = []) {
    let place = min(max(index, 0), configuration.pageCount)
    var all = configuration.pageKeys
    all.insert(contentsOf: keys, at: place)
    var allDwells = paddedDwells()
    allDwells.insert(
      contentsOf: dwells.count == keys.count
        ? dwells : [Rational?](repeating: nil, count: keys.count), at: place)
    guard let anchor = currentAnchorIndex else {
      reload(keys: all, dwells: allDwells, position: .page(0))
      return
    }
    replacePages(keys: all, dwells: allDwells)
    emit(.reloaded(pageCount: all.count))
    keep(page: anchor >= place ? anchor + keys.count : anchor)
  }

  /// Removes pages by index. If the page in view goes, the one that takes its place is shown.
  public mutating func remove(at indices: [Int]) {
    let gone = indices.filter { $0 >= 0 && $0 < configuration.pageCount }
    if gone.isEmpty { return }
    var all: [Int] = []
    var allDwells: [Rational?] = []
    let dwells = paddedDwells()
    for i in 0..<configuration.pageCount where !gone.contains(i) {
      all.append(configuration.pageKeys[i])
      allDwells.append(dwells[i])
    }
    let anchor = currentAnchorIndex ?? 0
    let lost = gone.contains(anchor)
    let before = (0..<anchor).filter { gone.contains($0) }.count
    replacePages(keys: all, dwells: allDwells)
    emit(.reloaded(pageCount: all.count))
    if all.isEmpty {
      stand(on: 0)
    } else if lost {
      stand(on: min(anchor - before, all.count - 1))
    } else {
      keep(page: anchor - before)
    }
  }

  /// Changes the extents; the page and the fraction stay, a motion goes on, a finger keeps its hold.
  ///
  /// Extents below zero or not finite count as zero: such a pager shows nothing and ignores events.
  public mutating func resize(viewExtent: Double, pageExtent: Double, spacing: Double) {
    func extent(_ value: Double) -> Double { value > 0 && value.isFinite ? value : 0 }
    if touch?.isDragging == true {
      let held = place
      motion = .rest(held)
      motionStart = time
      motionEnd = nil
    }
    configuration.viewExtent = extent(viewExtent)
    configuration.pageExtent = extent(pageExtent)
    configuration.spacing = spacing.isFinite ? spacing : 0
    if !configuration.loops, phase == .idle {
      let position = min(max(place, 0), configuration.maximumPosition)
      motion = .rest(position)
      targetPlace = position
      settledPosition = position
    }
    reanchorFinger()
    record()
  }

  private var currentAnchorIndex: Int? {
    configuration.pageCount == 0 ? nil : configuration.index(of: strip.page(at: anchorSlot))
  }

  private func paddedDwells() -> [Rational?] {
    var dwells = configuration.dwells
    while dwells.count < configuration.pageCount { dwells.append(nil) }
    return dwells
  }

  private mutating func replacePages(keys: [Int], dwells: [Rational?]) {
    configuration.pageKeys = keys
    configuration.dwells = dwells
  }

  /// At rest on a page at once; what was moving is not finished.
  private mutating func stand(on index: Int) {
    touch = nil
    interrupt()
    transition = nil
    strip = .identity
    phase = .idle
    let page = min(max(index, 0), max(0, configuration.pageCount - 1))
    let position = rest(for: page)
    motion = .rest(position)
    motionStart = time
    targetPlace = position
    settledPosition = position
    anchorSlot = PageIndex.nearest(position)
    currentNumber = configuration.pageNumber(at: position)
    record()
  }

  /// Calls the page in the middle of the window by its new number and moves everything along.
  mutating func keep(page index: Int) {
    if !strip.isIdentity {
      // A direct jump cannot keep its skipped pages: it ends where it was going, if that is left.
      let target = configuration.pageNumber(at: strip.position(at: targetPlace))
      let page = configuration.loops ? PageIndex.floorMod(target, configuration.pageCount) : target
      stand(on: page)
      return
    }
    let delta = Double(index - anchorSlot)
    anchorSlot = index
    motion = motion.shifted(by: delta)
    targetPlace += delta
    settledPosition += delta
    currentNumber = configuration.pageNumber(at: place)
    if touch?.isDragging == true {
      let held = place
      motion = .rest(held)
      motionStart = time
      motionEnd = nil
      reanchorFinger()
    } else if !configuration.loops {
      let limit = configuration.maximumPosition
      settledPosition = min(max(settledPosition, 0), limit)
      if targetPlace < 0 || targetPlace > limit {
        let held = min(max(place, 0), limit)
        if phase == .settling || phase == .animating {
          interrupt()
          phase = .settling
          motion = .rest(place)
          settle(to: held.rounded(), velocity: 0)
        } else {
          stand(on: configuration.pageNumber(at: held))
        }
      }
    }
    crossing = nextCrossing(after: time)
    record()
  }
}
