// Transitions by finger.
//
// A swipe is a walk along the stops. It starts from a base; while the place lies off the base on one
// side, the neighbour on that side is being revealed: one transition is open. It is complete when the
// place reaches the neighbour, which is then the base; it is not when the place goes over to the
// other side of the base, when a command takes over, or when it comes to rest on the base. So a drag
// over three pages is three transitions, each of them balanced, and one over the base and back is two
// that were cancelled.
//
// Commands and automatic turns open none: they report through their completion.

/// The transition that a finger has begun.
struct SwipeTransition: Hashable, Sendable {
  /// Whether a swipe is under way, from the drag's beginning until rest.
  var isFollowed = false
  /// The stop that was last stood on.
  var base = 0
  /// The side of the base on which the place lies: -1, 0 or 1; at the start, the drag's direction.
  var side = 0
  /// Whether `willTransition` waits for its counterpart: there is a neighbour on that side.
  var isOpen = false

  static func side(of place: Double, from rest: Double) -> Int {
    place > rest ? 1 : (place < rest ? -1 : 0)
  }

  /// Whether a place changes anything.
  func changes(at place: Double, _ stops: PageStops) -> Bool {
    if stops.reached(by: place, from: base) != base { return true }
    let now = SwipeTransition.side(of: place, from: stops.place(of: base))
    return now != 0 && now != side
  }
}

extension PagerEngine {
  var isFollowingTransition: Bool {
    transition.isFollowed && (phase == .dragging || phase == .settling)
  }

  /// A drag begins: it reveals the neighbour on the side where the place already lies, from rest the
  /// one in its direction.
  mutating func beginTransition(forward: Bool, wasReturning: Bool) {
    let stops = self.stops
    if !transition.isFollowed {
      transition = SwipeTransition(isFollowed: true, base: stops.nearest(to: place))
    } else if wasReturning {
      // It had been let go and was on its way back: that transition was cancelled.
      closeTransition(completed: false, stops)
      transition.side = 0
    }
    var side = SwipeTransition.side(of: place, from: stops.place(of: transition.base))
    if side == 0 { side = forward ? 1 : -1 }
    if side != transition.side { turnTransition(to: side, stops) }
  }

  /// Brings the open transition up to date.
  mutating func followTransition(at place: Double, _ stops: PageStops) {
    let reached = stops.reached(by: place, from: transition.base)
    if reached != transition.base {
      closeTransition(completed: true, stops)
      transition.base = reached
      transition.side = 0
    }
    let side = SwipeTransition.side(of: place, from: stops.place(of: transition.base))
    if side != 0 && side != transition.side { turnTransition(to: side, stops) }
  }

  /// Pages have come at an end that a swipe pulled at: what lies there is being revealed.
  mutating func openTransitionToNewNeighbour() {
    if !transition.isOpen && transition.side != 0 { turnTransition(to: transition.side, stops) }
  }

  private mutating func turnTransition(to side: Int, _ stops: PageStops) {
    closeTransition(completed: false, stops)
    transition.side = side
    let neighbour = transition.base + side
    guard stops.exists(neighbour), let index = configuration.index(of: stops.number(of: neighbour))
    else { return }
    transition.isOpen = true
    emit(.willTransition(to: index))
  }

  private mutating func closeTransition(completed: Bool, _ stops: PageStops) {
    guard transition.isOpen else { return }
    transition.isOpen = false
    let base = configuration.index(of: stops.number(of: transition.base)) ?? 0
    emit(.didTransition(previous: base, completed: completed))
  }

  /// The swipe is over, at rest.
  mutating func finishTransition(at place: Double, _ stops: PageStops) {
    if transition.isFollowed {
      followTransition(at: place, stops)
      closeTransition(completed: stops.nearest(to: place) != transition.base, stops)
    }
    transition = SwipeTransition()
  }

  /// Ends an open transition, not completed, where it stands; finger and motion go on without one.
  public mutating func endTransition() {
    note(.endTransition)
    if !literal.isEmpty { return }
    abandonTransition()
    crossing = nextCrossing(after: time)
  }

  /// Something else takes over: what is open is not completed.
  mutating func abandonTransition() {
    closeTransition(completed: false, stops)
    transition = SwipeTransition()
  }
}
