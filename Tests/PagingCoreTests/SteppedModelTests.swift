import FolioNumerics
import TestSupport
import Testing

@testable import FolioPagingCore

/// A pager written a second time, the other way round: it knows no closed form and steps through
/// time in tenths of a millisecond, integrating forces and looking at its finger as it goes.
private struct SteppedPager {
  static let step = 1e-4
  let count: Int
  let width: Double
  let loops: Bool
  var x = 0.0
  var v = 0.0
  var time = 0.0
  private var goal: Double?
  private var animation: (from: Double, to: Double, start: Double)?
  private var finger: (from: Double, to: Double, start: Double, end: Double)?
  private var origin = 0.0
  private var grip: (finger: Double, raw: Double)?
  private var isDown = false
  private var caught: Double?
  private var hasCaught = false

  init(count: Int, width: Double, loops: Bool) {
    self.count = count
    self.width = width
    self.loops = loops
  }

  private var end: Double { Double(count - 1) * width }

  private func isOutside(_ x: Double) -> Bool { !loops && (x < 0 || x > end) }

  private func fingerAt(_ t: Double) -> Double {
    guard let finger else { return origin }
    if t >= finger.end { return finger.to }
    return finger.from + (finger.to - finger.from) * (t - finger.start)
      / (finger.end - finger.start)
  }

  mutating func down(_ at: Double) {
    if isDown { return }
    caught = goal ?? animation.flatMap { ($0.to - x).magnitude <= width ? $0.to : nil }
    hasCaught = goal != nil || animation != nil
    goal = nil
    animation = nil
    v = 0
    isDown = true
    origin = at
    finger = nil
    grip = nil
  }

  mutating func move(_ to: Double, lasting: Double) {
    if isDown { finger = (fingerAt(time), to, time, time + lasting) }
  }

  mutating func up(speed: Double) {
    if !isDown { return }
    isDown = false
    let page = x / width
    if isOutside(x) {
      let edge = x < 0 ? 0 : end
      v = (grip == nil ? 0 : -speed) - 10 * (x - edge)
      goal = edge
      return
    }
    if grip == nil && !hasCaught { return }
    var target = (page + 0.5).rounded(.down)
    if grip != nil && speed.magnitude >= 300 {
      target = speed < 0 ? page.rounded(.down) + 1 : page.rounded(.up) - 1
      if let caught {
        let base = (caught / width + 0.5).rounded(.down)
        target = speed < 0 ? max(target, base + 1) : min(target, base - 1)
      }
    }
    if !loops { target = min(max(target, 0), Double(count - 1)) }
    goal = target * width
    v = grip == nil ? 0 : -speed
    let ahead = target * width - x
    // The settle's speed towards its page is capped.
    if v * ahead > 0 { v = max(-10 * ahead.magnitude, min(10 * ahead.magnitude, v)) }
    if ahead == 0 { v = 0 }
  }

  /// The page that a turn leads to, or `nil` at an end, or where it is not next to what is in view.
  func next(_ forward: Bool) -> Double? {
    let from = isDown ? x : goal ?? animation?.to ?? x
    var nearest = (from / width + 0.5).rounded(.down)
    if !loops { nearest = min(max(nearest, 0), Double(count - 1)) }
    let page = nearest + (forward ? 1 : -1)
    if !loops && (page < 0 || page > Double(count - 1)) { return nil }
    let here = x / width
    return page < here.rounded(.down) - 1 || page > here.rounded(.up) + 1 ? nil : page
  }

  mutating func turn(to page: Double) {
    isDown = false
    goal = nil
    v = 0
    animation = x == page * width ? nil : (x, page * width, time)
  }

  /// Whether the spring will stay within half a point of its goal.
  private func staysNear() -> Bool {
    guard let goal, (x - goal).magnitude < 0.5 else { return false }
    var copy = self
    for _ in 0..<20_000 {
      copy.integrate(goal)
      if (copy.x - goal).magnitude >= 0.5 { return false }
    }
    return true
  }

  /// y'' = -120 y - 22 y', by the midpoint rule.
  private mutating func integrate(_ goal: Double) {
    let y = x - goal
    let half = Self.step / 2
    let ym = y + v * half
    let vm = v + (-120 * y - 22 * v) * half
    x += vm * Self.step
    v += (-120 * ym - 22 * vm) * Self.step
  }

  mutating func advance() {
    time += Self.step
    if isDown {
      let at = fingerAt(time)
      if grip == nil && (at - origin).magnitude >= 10 {
        let sign = at > origin ? 1.0 : -1
        var raw = x
        if isOutside(x) {
          let edge = x < 0 ? 0 : end
          let band = (x - edge).magnitude
          raw = edge + (x < edge ? -1 : 1) * band * width / (0.55 * (width - band))
        }
        grip = (origin + 10 * sign, raw)
      }
      if let grip {
        let raw = grip.raw - (at - grip.finger)
        x = raw
        if isOutside(raw) {
          let edge = raw < 0 ? 0 : end
          let pull = (raw - edge).magnitude
          x = edge + (raw < edge ? -1 : 1) * (1 - 1 / (pull * 0.55 / width + 1)) * width
        }
      }
    } else if let animation {
      let u = (time - animation.start) / 0.3
      x =
        animation.from + (animation.to - animation.from) * (1 - Elementary.cos(.pi * min(u, 1))) / 2
      if u >= 1 {
        x = animation.to
        self.animation = nil
      }
    } else if let goal {
      integrate(goal)
      if staysNear() {
        x = goal
        v = 0
        self.goal = nil
      }
    }
  }
}

@Suite("A stepped model agrees")
struct SteppedModelTests {
  #if DEBUG
    static let scripts: UInt64 = 60
  #else
    static let scripts: UInt64 = 600
  #endif

  @Test("within 0.05 pt at random times of random scripts")
  func agrees() {
    var worst = 0.0
    for seed in 1...Self.scripts {
      var random = SplitMix64(seed: 7000 + seed)
      func int(_ n: Int) -> Int { Int(random.next() % UInt64(n)) }
      let count = 2 + int(5)
      let loops = int(2) == 0
      let width = [320.0, 160.25][int(2)]
      var configuration = PagerConfiguration(pageCount: count, viewExtent: width)
      configuration.loops = loops
      var engine = PagerEngine(configuration: configuration)
      var model = SteppedPager(count: count, width: width, loops: loops)
      var tick = 0
      for _ in 0..<10 {
        // Whole ticks of the model, so that both see a command at one instant.
        let wait = 1 + int(4000)
        let look = int(wait) + 1
        for i in 1...wait {
          tick += 1
          model.advance()
          if i == look || i == wait {
            engine.advance(to: Rational(tick, 10_000))
            var difference = (engine.state.contentOffset - model.x).magnitude
            if difference < 0.55 && engine.state.isAtRest {
              // The snap of half a point at a spring's end may fall on the neighbouring step.
              let before = engine.recording.state(at: Rational(tick - 2, 10_000))
              difference = min(difference, (before.contentOffset - model.x).magnitude)
            }
            worst = max(worst, difference)
            #expect(difference < 0.05, "seed \(seed) at \(tick)")
          }
        }
        switch int(6) {
        case 0, 1:
          let at = Double(int(400))
          engine.touchDown(at: at)
          model.down(at)
        case 2, 3:
          let to = Double(int(600)) - 100
          let lasting = 1 + int(3000)
          engine.moveTouch(to: to, arrivingAt: engine.time + Rational(lasting, 10_000))
          model.move(to, lasting: Double(lasting) / 10_000)
        case 4:
          let speed = Double(int(4000)) - 2000
          engine.touchUp(velocity: speed)
          model.up(speed: speed)
        default:
          let forward = int(2) == 0
          if let page = model.next(forward) {
            engine.turn(forward: forward)
            model.turn(to: page)
          }
        }
      }
    }
    #expect(worst < 0.05)
    print("stepped model: worst difference \(worst) pt over \(Self.scripts) scripts")
  }
}
