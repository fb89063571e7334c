import FolioNumerics

/// A finger on the pager.
struct Touch: Hashable, Sendable {
  /// Where it came down, along the axis, in points.
  var origin: Double
  /// When it came down.
  var start: Rational
  /// The way it is on: from where, to where, since when, until when.
  var from: Double
  var to: Double
  var legStart: Rational
  var legEnd: Rational
  /// Whether it has moved past the slop.
  var isDragging = false
  /// When it will pass the slop on its present way.
  var recognition: Rational?
  /// Whether it caught a motion in flight.
  var hasCaught = false
  /// The stop that the caught motion was going to, where a flick counts from there.
  var caughtStop: Int?
  /// Whether the caught motion was taking a swipe back to its base.
  var wasReturning = false
  /// The stop from which the drag began.
  var startStop = 0
  /// A finger coordinate and the raw place that belongs to it.
  var anchor = 0.0
  var anchorPlace = 0.0
  var tracker = VelocityTracker()
  var nextSample: Int64 = 0

  /// Where it is.
  func coordinate(at time: Rational) -> Double {
    if time >= legEnd || legEnd <= legStart { return to }
    return from + (to - from) * time.since(legStart).share(of: legEnd.since(legStart))
  }
}

extension PagerEngine {
  /// Whether a finger is down.
  public var isTouched: Bool { literal.first?.isTouched ?? (touch != nil) }
  /// Whether a finger has moved past the slop.
  public var isDragging: Bool { literal.first?.isDragging ?? touch?.isDragging ?? false }

  /// A coordinate that a screen may have: within ten million points.
  private static func believable(_ point: Double) -> Double { min(max(point, -1e7), 1e7) }

  /// A finger comes down at `point` points along the axis.
  ///
  /// It stops a motion in flight. A pager that cannot scroll ignores it, as every pager does a second
  /// finger and a coordinate that is no number.
  public mutating func touchDown(at point: Double) {
    if !point.isNaN { note(.touchDown(at: point)) }
    if forward({ $0.touchDown(at: point) }) != nil { return }
    guard configuration.isScrollable, configuration.isScrollEnabled, touch == nil, !point.isNaN
    else { return }
    let coordinate = PagerEngine.believable(point)
    var touch = Touch(
      origin: coordinate, start: time, from: coordinate, to: coordinate, legStart: time,
      legEnd: time)
    if phase == .settling || phase == .animating {
      let stops = self.stops
      let target = stops.nearest(to: targetPlace)
      touch.hasCaught = true
      touch.wasReturning = transition.isOpen && target == transition.base
      // An animation over several pages is no page turn that a flick could add to.
      if phase == .settling || !strip.isIdentity || (targetPlace - place).magnitude <= 1 {
        touch.caughtStop = target
      }
      interrupt()
      targetPlace = place
    }
    phase = .tracking
    self.touch = touch
    sampleTouch()
    record()
  }

  /// The finger moves at constant speed to `point`, where it arrives at `arrival`.
  ///
  /// With `arrival` at or before the present it is there at once.
  public mutating func moveTouch(to point: Double, arrivingAt arrival: Rational) {
    if !point.isNaN { note(.touchMove(to: point, arrival: arrival)) }
    if forward({ $0.moveTouch(to: point, arrivingAt: arrival) }) != nil { return }
    guard touch != nil, !point.isNaN else { return }
    let coordinate = PagerEngine.believable(point)
    sampleTouch()
    guard var touch else { return }
    touch.from = touch.coordinate(at: time)
    touch.to = coordinate
    touch.legStart = time
    touch.legEnd = max(time, arrival)
    if arrival <= time { touch.tracker.add(coordinate, at: time) }
    touch.recognition = nil
    self.touch = touch
    if touch.isDragging {
      followFinger()
    } else {
      planRecognition()
      if let recognition = self.touch?.recognition, recognition <= time { recognizeDrag() }
    }
  }

  /// The finger lifts.
  ///
  /// - Parameter velocity: the finger's speed along the axis in points a second, instead of the
  ///   one measured from its last positions.
  /// - Returns: whether it was no drag, so that it may count as a tap.
  @discardableResult
  public mutating func touchUp(velocity: Double? = nil) -> Bool {
    note(.touchUp(velocity: velocity.flatMap { $0.isNaN ? nil : $0 }))
    if let isTap = forward({ $0.touchUp(velocity: velocity) }) { return isTap }
    guard touch != nil else { return false }
    sampleTouch()
    guard let touch else { return false }
    self.touch = nil
    if !touch.isDragging {
      releaseWithoutDrag(touch)
      return true
    }
    let given = velocity.flatMap { $0.isNaN ? nil : $0 }
    let finger = given ?? touch.tracker.velocity(at: time)
    let limit = MotionConstants.highestSpeed
    let believed = finger.isNaN ? 0 : min(max(finger, -limit), limit)
    release(pointsPerSecond: configuration.isMirrored ? believed : 0 - believed, touch: touch)
    return false
  }

  /// The touch is taken away (by the system, say): the pager goes to the nearest page.
  public mutating func touchCancel() {
    note(.touchCancel)
    if forward({ $0.touchCancel() }) != nil { return }
    guard let touch else { return }
    self.touch = nil
    if touch.isDragging {
      release(pointsPerSecond: 0, touch: touch)
    } else {
      releaseWithoutDrag(touch)
    }
  }

  // MARK: - Recognition

  private var slop: Double {
    let slop = configuration.panSlop
    return slop >= 0 && slop.isFinite ? slop : MotionConstants.panSlop
  }

  /// Solves when the finger passes the slop on its present way.
  private mutating func planRecognition() {
    guard var touch, !touch.isDragging else { return }
    let slop = slop
    if (touch.from - touch.origin).magnitude >= slop {
      touch.recognition = time
    } else if (touch.to - touch.origin).magnitude >= slop {
      let goal = touch.origin + (touch.to > touch.origin ? slop : -slop)
      let share = (goal - touch.from) / (touch.to - touch.from)
      let wait = Rational(roundingUp: share * touch.legEnd.since(touch.legStart).double)
      touch.recognition = min(touch.legEnd, touch.legStart.later(by: wait))
    }
    self.touch = touch
  }

  /// The finger has passed the slop: the drag begins, with exactly the slop swallowed.
  mutating func recognizeDrag() {
    guard var touch, !touch.isDragging else { return }
    touch.isDragging = true
    touch.recognition = nil
    let coordinate = touch.coordinate(at: time)
    let beyond = touch.to >= touch.origin ? 1.0 : -1.0
    let way = (coordinate - touch.origin).magnitude > 0 ? coordinate - touch.origin : beyond
    touch.anchor = touch.origin + (way > 0 ? slop : -slop)
    touch.anchorPlace = fingerMotion(touch).raw(place)
    touch.startStop = stops.nearest(to: place)
    self.touch = touch
    phase = .dragging
    emit(.willBeginDragging)
    stopTimer()
    timer.awaitsRest = true
    beginTransition(
      forward: (way < 0) != configuration.isMirrored, wasReturning: touch.wasReturning)
    followFinger()
  }

  // MARK: - Following

  private func fingerMotion(_ touch: Touch) -> FingerMotion {
    var reach = bounds
    if let bounds, !configuration.bounces {
      // Where nothing yields, a place past the edge (an animation caught as it overshot) is held.
      reach = min(bounds.lowerBound, touch.anchorPlace)...max(bounds.upperBound, touch.anchorPlace)
    }
    return FingerMotion(
      from: touch.coordinate(at: time), to: touch.to,
      duration: max(.zero, touch.legEnd.since(time)),
      anchor: touch.anchor, anchorPlace: touch.anchorPlace,
      stride: configuration.isMirrored ? -configuration.stride : configuration.stride,
      bounds: reach, viewExtent: configuration.viewExtent, bounces: configuration.bounces,
      coefficient: configuration.overscroll.coefficient)
  }

  /// Puts the motion of the finger's present way in force.
  mutating func followFinger() {
    guard let touch, touch.isDragging else { return }
    let follow = fingerMotion(touch)
    if follow.duration > 0 {
      begin(
        .finger(follow), endingAfter: follow.duration, target: follow.place(at: follow.duration))
      // The first position may already lie on another page (a finger that jumped).
      updateNumbers(place: place)
      crossing = nextCrossing(after: time)
    } else {
      let held = follow.place(at: .zero)
      motion = .rest(held)
      stopMotion()
      targetPlace = held
      updateNumbers(place: held)
    }
    record()
  }

  /// After pages or extents changed under a dragging finger: the place stays, the way goes on.
  mutating func reanchorFinger() {
    guard var touch, touch.isDragging else { return }
    touch.anchor = touch.coordinate(at: time)
    touch.anchorPlace = fingerMotion(touch).raw(place)
    self.touch = touch
    followFinger()
  }

  /// Feeds the velocity tracker with the finger's positions at 60 Hz since touch-down while it is on
  /// its way, and with the end of the way.
  private mutating func sampleTouch() {
    guard var touch else { return }
    let rate = Int64(MotionConstants.touchSamplesPerSecond)
    if touch.nextSample == 0 { touch.tracker.add(touch.from, at: touch.start) }
    let first = touch.legStart.since(touch.start).multiplied(by: Rational(Int(rate)))?.floor ?? 0
    var sample = max(touch.nextSample, first)
    let end = min(time, touch.legEnd)
    while true {
      let at = touch.start.later(by: Rational(sample, over: rate))
      if at > end { break }
      if at > touch.legStart { touch.tracker.add(touch.coordinate(at: at), at: at) }
      sample += 1
    }
    touch.nextSample = max(1, sample)
    if touch.legEnd > touch.legStart { touch.tracker.add(touch.coordinate(at: end), at: end) }
    self.touch = touch
  }

  // MARK: - Release

  private mutating func release(pointsPerSecond velocity: Double, touch: Touch) {
    let here = place
    let inPages = velocity / configuration.stride
    stopMotion()
    phase = .settling
    if let bounds, !bounds.contains(here) {
      let edge = here < bounds.lowerBound ? bounds.lowerBound : bounds.upperBound
      reportRelease(velocity: velocity, target: edge, moves: true)
      bounce(velocity: inPages - configuration.overscroll.releaseRate * (here - edge))
    } else if case .pages(let perFling) = configuration.snapping {
      let target = stops.place(
        of: snapStop(from: here, pointsPerSecond: velocity, touch: touch, perFling: perFling))
      reportRelease(velocity: velocity, target: target, moves: target != here)
      if target != here { settle(to: target, velocity: inPages) } else { arrive(at: here) }
    } else if !strip.isIdentity {
      // In a direct jump there is nothing between two pages to rest on.
      let target = stops.place(of: stops.nearest(to: here))
      reportRelease(velocity: velocity, target: target, moves: target != here)
      if target != here { settle(to: target, velocity: inPages) } else { arrive(at: here) }
    } else {
      let law = configuration.deceleration
      let duration = law.duration(from: velocity, stopSpeed: law.stopSpeed)
      let target = here + law.distance(at: duration, from: inPages)
      reportRelease(velocity: velocity, target: target, moves: duration > 0)
      if duration > 0 { coast(velocity: inPages, duration: duration) } else { arrive(at: here) }
    }
    timerAfterRelease()
  }

  /// The finger lifts, or is taken away, without having moved the pages.
  private mutating func releaseWithoutDrag(_ touch: Touch) {
    phase = .idle
    if touch.hasCaught {
      let here = place
      let target = stops.place(of: stops.nearest(to: here))
      var isFree = false
      if case .free = configuration.snapping { isFree = strip.isIdentity }
      if let bounds, !bounds.contains(here) {
        let edge = here < bounds.lowerBound ? bounds.lowerBound : bounds.upperBound
        beginDeceleration()
        bounce(velocity: -configuration.overscroll.releaseRate * (here - edge))
      } else if isFree || target == here {
        phase = .settling
        arrive(at: here)
      } else {
        phase = .settling
        beginDeceleration()
        settle(to: target, velocity: 0)
      }
    }
    resumeTimerAfterTouch()
    record()
  }

  private mutating func reportRelease(velocity: Double, target: Double, moves: Bool) {
    var end = target
    if let bounds { end = min(max(target, bounds.lowerBound), bounds.upperBound) }
    emit(.willEndDragging(velocity: velocity / 1000, targetPosition: strip.position(at: end)))
    emit(.didEndDragging(willDecelerate: moves))
    if moves { beginDeceleration() }
  }

  /// The stop at which a release comes to rest.
  ///
  /// A flick goes to the next stop in its direction; after catching a motion in flight, to the one
  /// after the stop which that was going to; and on from there as far as the configuration lets its
  /// projected distance reach. Otherwise the page that has come far enough into view is taken.
  func snapStop(
    from here: Double, pointsPerSecond velocity: Double, touch: Touch, perFling: Int?
  ) -> Int {
    let stops = self.stops
    let rule = configuration.paging
    let travel = (touch.coordinate(at: time) - touch.origin).magnitude
    if velocity.magnitude >= rule.flickSpeed && travel >= rule.minimumFlickTravel && velocity != 0 {
      let forward = velocity > 0
      let sign = forward ? 1 : -1
      var goal =
        forward
        ? PageIndex.checked(here.rounded(.down)) + 1 : PageIndex.checked(here.rounded(.up)) - 1
      if let caught = touch.caughtStop {
        goal = forward ? max(goal, caught + 1) : min(goal, caught - 1)
      }
      if perFling != 1 {
        let reach = configuration.deceleration.projectedDistance(from: velocity)
        let projected = stops.nearest(to: here + reach / configuration.stride)
        var more = (projected - goal) * sign
        if let perFling { more = min(more, perFling - 1) }
        goal += max(0, more) * sign
      }
      return stops.clamped(goal)
    }
    if rule.turnShare == 0.5 || !(rule.turnShare >= 0 && rule.turnShare <= 1) {
      return stops.nearest(to: here)
    }
    let share = here >= stops.place(of: touch.startStop) ? 1 - rule.turnShare : rule.turnShare
    return stops.clamped(PageIndex.checked((here + share).rounded(.down)))
  }

  // MARK: - Settling

  /// Goes to a stop after a release, in the configuration's way.
  mutating func settle(to target: Double, velocity: Double) {
    let displacement = place - target
    switch configuration.settle {
    case .spring(let spring, let isCapped):
      var start = displacement == 0 ? 0 : velocity
      if isCapped && (start < 0) == (displacement > 0) {
        let cap = spring.slowestDecay * displacement.magnitude
        start = min(max(start, -cap), cap)
      }
      self.spring(to: target, velocity: start, spring)
    case .eased(let curve, let duration):
      move(to: target, duration: duration, curve: curve)
    case .viewPager:
      move(
        to: target, duration: viewPagerDuration(displacement, velocity: velocity),
        curve: .quinticOut)
    }
  }

  /// Android's `ViewPager`: four times as long as the speed would need for half a view, a little
  /// less or more by a sine of the distance; without speed 100 ms for each page and one more; at most
  /// 600 ms.
  private func viewPagerDuration(_ displacement: Double, velocity: Double) -> Rational {
    let width = configuration.viewExtent
    let points = displacement.magnitude * configuration.stride
    let speed = (velocity * configuration.stride).magnitude
    var milliseconds = (displacement.magnitude + 1) * 100
    if speed > 0 && width > 0 {
      let share = min(1, points / width) - 0.5
      let half = width / 2
      let distance = half + half * Elementary.sin(share * 0.3 * Elementary.pi / 2)
      milliseconds = 4 * (1000 * (distance / speed)).rounded()
    }
    return Rational(PageIndex.checked(min(milliseconds, 600).rounded(.down)), 1000)
  }

  /// The bounce of a motion that has reached an edge at a speed.
  mutating func bounce(impact velocity: Double) {
    let cap = configuration.overscroll.highestImpactSpeed / configuration.stride
    bounce(velocity: min(max(velocity, -cap), cap))
  }

  /// The bounce at an edge, from wherever the place is.
  mutating func bounce(velocity: Double) {
    guard let bounds else {
      arrive(at: (place + 0.5).rounded(.down))
      return
    }
    let here = place
    let isLow = (here - bounds.lowerBound).magnitude < (here - bounds.upperBound).magnitude
    let edge = isLow ? bounds.lowerBound : bounds.upperBound
    phase = .settling
    // Without bounces speed is lost at the edge; only an animation that overshot and was caught
    // there can be past it.
    spring(
      to: edge, velocity: configuration.bounces ? velocity : 0, configuration.overscroll.spring)
  }

  /// A spring from where the place is, until it is within half a point of its goal.
  mutating func spring(to target: Double, velocity: Double, _ spring: Spring) {
    let displacement = place - target
    let snap = MotionConstants.springSnapDistance / configuration.stride
    let seconds =
      snap.isFinite
      ? spring.settlingTime(from: displacement, velocity: velocity, below: snap) : 0
    let duration = Rational(roundingUp: seconds)
    if duration <= 0 {
      arrive(at: target)
      return
    }
    begin(
      .spring(target: target, displacement: displacement, velocity: velocity, spring: spring),
      endingAfter: duration, target: target)
  }

  /// Free scrolling until friction or an edge ends it.
  mutating func coast(velocity: Double, duration: Double) {
    let law = configuration.deceleration
    let here = place
    var length = duration
    var ending = MotionEnding.arrival
    var target = here + law.distance(at: duration, from: velocity)
    if let bounds, !bounds.contains(target) {
      let edge = target < bounds.lowerBound ? bounds.lowerBound : bounds.upperBound
      if here == edge {
        bounce(impact: velocity)
        return
      }
      if let hit = law.time(toCover: edge - here, from: velocity) {
        length = hit
        ending = .edge(velocity: law.velocity(at: hit, from: velocity))
        target = edge
      }
    }
    begin(
      .deceleration(from: here, velocity: velocity, law: law),
      endingAfter: Rational(roundingUp: length), target: target, ending: ending)
  }
}
