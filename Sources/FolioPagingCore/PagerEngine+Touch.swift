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
  /// The target of the motion that it caught.
  var caughtTarget: Double?
  /// A finger coordinate and the raw place that belongs to it.
  var anchor = 0.0
  var anchorPlace = 0.0
  var tracker = VelocityTracker()
  var nextSample: Int64 = 0

  /// Where it is.
  func coordinate(at time: Rational) -> Double {
    if time >= legEnd || legEnd <= legStart { return to }
    return from + (to - from) * ((time - legStart) / (legEnd - legStart)).double
  }
}

extension PagerEngine {
  /// Whether a finger is down.
  public var isTouched: Bool { touch != nil }
  /// Whether a finger has moved past the slop.
  public var isDragging: Bool { touch?.isDragging ?? false }

  /// A finger comes down at `coordinate` points along the axis.
  ///
  /// It stops a motion in flight. A pager that cannot scroll ignores it.
  public mutating func touchDown(at coordinate: Double) {
    guard configuration.isScrollable, configuration.isScrollEnabled, touch == nil else { return }
    var touch = Touch(
      origin: coordinate, start: time, from: coordinate, to: coordinate, legStart: time,
      legEnd: time)
    if phase == .settling || phase == .animating {
      touch.caughtTarget = targetPlace
      let caught = place
      interrupt()
      targetPlace = caught
      closeTransition(at: transitionBase)
    }
    phase = .tracking
    self.touch = touch
    sampleTouch()
    record()
  }

  /// The finger moves at constant speed to `coordinate`, where it arrives at `arrival`.
  ///
  /// With `arrival` at or before the present it is there at once.
  public mutating func moveTouch(to coordinate: Double, arrivingAt arrival: Rational) {
    guard touch != nil else { return }
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
    guard touch != nil else { return false }
    sampleTouch()
    guard let touch else { return false }
    self.touch = nil
    if !touch.isDragging {
      phase = .idle
      releaseWithoutDrag(caught: touch.caughtTarget != nil)
      record()
      return true
    }
    let finger = velocity ?? touch.tracker.velocity(at: time)
    release(pointsPerSecond: configuration.isMirrored ? finger : -finger, touch: touch)
    return false
  }

  /// The touch is taken away (by the system, say): the pager goes to the nearest page.
  public mutating func touchCancel() {
    guard let touch else { return }
    self.touch = nil
    if touch.isDragging {
      release(pointsPerSecond: 0, touch: touch)
    } else {
      phase = .idle
      releaseWithoutDrag(caught: touch.caughtTarget != nil)
      record()
    }
  }

  // MARK: - Recognition

  /// Solves when the finger passes the slop on its present way.
  private mutating func planRecognition() {
    guard var touch, !touch.isDragging else { return }
    let slop = MotionConstants.panSlop
    if (touch.from - touch.origin).magnitude >= slop {
      touch.recognition = time
    } else if (touch.to - touch.origin).magnitude >= slop {
      let goal = touch.origin + (touch.to > touch.origin ? slop : -slop)
      let share = (goal - touch.from) / (touch.to - touch.from)
      let wait = Rational(roundingUp: share * (touch.legEnd - touch.legStart).double)
      touch.recognition = min(touch.legEnd, touch.legStart + wait)
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
    touch.anchor = touch.origin + (way > 0 ? MotionConstants.panSlop : -MotionConstants.panSlop)
    self.touch = touch
    phase = .dragging
    touch.anchorPlace = fingerMotion(touch).raw(place)
    self.touch = touch
    emit(.willBeginDragging)
    stopTimer()
    openTransition(forward: (way < 0) != configuration.isMirrored)
    followFinger()
  }

  /// A drag reveals the neighbour on one side, if there is one.
  private mutating func openTransition(forward: Bool) {
    let number = nearestNumber(at: place) + (forward ? 1 : -1)
    guard transition == nil, let index = configuration.index(of: number) else { return }
    transition = index
    transitionBase = Double(nearestNumber(at: place))
    emit(.willTransition(to: index))
  }

  // MARK: - Following

  private func fingerMotion(_ touch: Touch) -> FingerMotion {
    FingerMotion(
      from: touch.coordinate(at: time), to: touch.to, duration: max(.zero, touch.legEnd - time),
      anchor: touch.anchor, anchorPlace: touch.anchorPlace,
      stride: configuration.isMirrored ? -configuration.stride : configuration.stride,
      bounds: bounds, viewExtent: configuration.viewExtent, bounces: configuration.bounces)
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
      motionStart = time
      motionEnd = nil
      crossing = nil
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

  /// Feeds the velocity tracker with the finger's positions at 60 Hz since touch-down.
  private mutating func sampleTouch() {
    guard var touch else { return }
    let rate = MotionConstants.touchSamplesPerSecond
    while true {
      let at = touch.start + Rational(touch.nextSample, over: Int64(rate))
      if at > time { break }
      touch.tracker.add(touch.coordinate(at: at), at: at)
      touch.nextSample += 1
    }
    self.touch = touch
  }

  // MARK: - Release

  private mutating func release(pointsPerSecond velocity: Double, touch: Touch) {
    let here = place
    let stride = configuration.stride
    interrupt()
    phase = .settling
    let inPages = velocity / stride
    if let bounds, !bounds.contains(here) {
      let edge = here < bounds.lowerBound ? bounds.lowerBound : bounds.upperBound
      reportRelease(velocity: velocity, target: edge, moves: true)
      bounce(velocity: inPages - MotionConstants.bounceReleaseRate * (here - edge))
      timerAfterRelease()
      return
    }
    switch configuration.snapping {
    case .free:
      let stop = MotionConstants.decelerationStopSpeed
      let duration = configuration.deceleration.duration(from: velocity, stopSpeed: stop)
      let target = here + configuration.deceleration.distance(at: duration, from: inPages)
      reportRelease(velocity: velocity, target: target, moves: duration > 0)
      if duration > 0 { coast(velocity: inPages, duration: duration) } else { arrive(at: here) }
    case .pages(let perFling):
      let target = snapTarget(
        from: here, pointsPerSecond: velocity, caught: touch.caughtTarget, perFling: perFling)
      let moves = target != here
      reportRelease(velocity: velocity, target: target, moves: moves)
      if moves { settle(to: target, velocity: inPages) } else { arrive(at: here) }
    }
    timerAfterRelease()
  }

  private mutating func releaseWithoutDrag(caught: Bool) {
    if let bounds, !bounds.contains(place) {
      phase = .settling
      let edge = place < bounds.lowerBound ? bounds.lowerBound : bounds.upperBound
      bounce(velocity: -MotionConstants.bounceReleaseRate * (place - edge))
    } else if case .pages = configuration.snapping {
      let here = place
      let target = snapTarget(from: here, pointsPerSecond: 0, caught: nil, perFling: 1)
      if target != here || !strip.isIdentity {
        phase = .settling
        settle(to: target, velocity: 0)
      }
    }
    resumeTimerAfterTouch()
  }

  private mutating func reportRelease(velocity: Double, target: Double, moves: Bool) {
    emit(
      .willEndDragging(
        velocity: velocity / 1000, targetPosition: strip.position(at: target)))
    emit(.didEndDragging(willDecelerate: moves))
    if moves { emit(.willBeginDecelerating) }
  }

  /// The place at which a release comes to rest.
  ///
  /// From 300 pt/s on the next page boundary in the flick's direction, else the nearest one, a half
  /// going forward; after catching a motion in flight, the page that it was going to ± 1 for a
  /// flick.
  func snapTarget(
    from here: Double, pointsPerSecond velocity: Double, caught: Double?, perFling: Int?
  ) -> Double {
    var target: Double
    if velocity.magnitude >= MotionConstants.flickSpeed {
      let forward = velocity > 0
      if let caught {
        let base = (caught + 0.5).rounded(.down)
        target = base + (forward ? 1 : -1)
      } else {
        target = forward ? here.rounded(.down) + 1 : here.rounded(.up) - 1
      }
      if perFling != 1 {
        let reach = configuration.deceleration.projectedDistance(from: velocity)
        let projected = (here + reach / configuration.stride + 0.5).rounded(.down)
        target = forward ? max(target, projected) : min(target, projected)
        if let limit = perFling {
          let nearest = (here + 0.5).rounded(.down)
          target = min(max(target, nearest - Double(limit)), nearest + Double(limit))
        }
      }
    } else {
      target = (here + 0.5).rounded(.down)
      if let bounds, bounds.upperBound < target + 0.5, bounds.upperBound > target,
        here >= (target + bounds.upperBound) / 2
      {
        target = bounds.upperBound
      }
    }
    if let bounds { target = min(max(target, bounds.lowerBound), bounds.upperBound) }
    return target
  }

  /// A spring to a page, with the speed capped so that it cannot overshoot.
  mutating func settle(to target: Double, velocity: Double) {
    let displacement = place - target
    var start = velocity
    if displacement == 0 {
      start = 0
    } else if (start < 0) == (displacement > 0) {
      let cap = MotionConstants.settleSpeedPerPoint * displacement.magnitude
      start = min(max(start, -cap), cap)
    }
    spring(to: target, displacement: displacement, velocity: start)
  }

  /// The bounce at an edge, from wherever the place is.
  mutating func bounce(velocity: Double) {
    guard let bounds else {
      arrive(at: (place + 0.5).rounded(.down))
      return
    }
    let edge = place <= bounds.lowerBound ? bounds.lowerBound : bounds.upperBound
    if !configuration.bounces {
      arrive(at: edge)
      return
    }
    phase = .settling
    spring(to: edge, displacement: place - edge, velocity: velocity)
  }

  private mutating func spring(to target: Double, displacement: Double, velocity: Double) {
    let snap = MotionConstants.springSnapDistance / configuration.stride
    let duration = Rational(
      roundingUp: Spring.bounce.settlingTime(from: displacement, velocity: velocity, below: snap))
    begin(
      .spring(
        target: target, displacement: displacement, velocity: velocity, spring: .bounce),
      endingAfter: duration, target: target)
  }

  /// Free scrolling until friction or an edge ends it.
  private mutating func coast(velocity: Double, duration: Double) {
    let law = configuration.deceleration
    let here = place
    var length = duration
    var ending = MotionEnding.arrival
    var target = here + law.distance(at: duration, from: velocity)
    if let bounds, !bounds.contains(target) {
      let edge = target < bounds.lowerBound ? bounds.lowerBound : bounds.upperBound
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
