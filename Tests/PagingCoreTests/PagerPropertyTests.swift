import FolioNumerics
import FolioPaging
import TestSupport
import Testing

@testable import FolioPagingCore

/// A random script on a random pager, played by itself and in small steps.
struct RandomScript {
  var engine: PagerEngine
  var random: SplitMix64
  var steps: [String] = []
  private var nextCommand = 0
  private var nextKey = 0
  private var wild: Bool

  static func ms(_ n: Int) -> Rational { Rational(n, 1000) }

  mutating func int(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(random.next() % UInt64(range.count))
  }

  mutating func pick<T>(_ items: [T]) -> T { items[int(0...(items.count - 1))] }

  static func configuration(_ random: inout SplitMix64, wild: Bool) -> PagerConfiguration {
    func int(_ n: Int) -> Int { Int(random.next() % UInt64(n)) }
    let views = [320.0, 160.25, 411.42857142857144, 100]
    var c = PagerConfiguration(pageCount: int(13), viewExtent: views[int(4)])
    c.axis = int(2) == 0 ? .horizontal : .vertical
    c.isMirrored = int(3) == 0
    c.loops = int(2) == 0
    c.bounces = int(4) != 0
    c.alwaysBounces = int(4) == 0
    c.padsEnds = int(3) != 0
    switch int(5) {
    case 0: c.pageExtent = c.viewExtent * 0.8
    case 1: c.pageExtent = c.viewExtent / 3
    case 2: c.spacing = 20
    default: break
    }
    switch int(6) {
    case 0: c.snapping = .free
    case 1: c.snapping = .pages(pagesPerFling: nil)
    case 2: c.snapping = .pages(pagesPerFling: 3)
    default: break
    }
    switch int(12) {
    case 8:
      c = .flutter(pageCount: c.pageCount, viewExtent: c.viewExtent)
      c.loops = int(2) == 0
    case 9: c = .viewPager2(pageCount: c.pageCount, viewExtent: c.viewExtent)
    case 0: c.settle = .viewPager
    case 1: c.settle = .eased(.easeOut, duration: Rational(1, 4))
    case 2: c.settle = .spring(Spring(mass: 1, stiffness: 200, dampingRatio: 0.7), isCapped: false)
    default: break
    }
    if int(6) == 0 { c.animationCurve = .spring(.bounce) }
    if int(6) == 0 { c.travel = .near(2) }
    if int(6) == 0 { c.paging = .viewPager }
    if int(3) == 0 {
      c.autoplay = Autoplay(
        interval: Rational(1 + int(30), 10), isReversed: int(3) == 0,
        atEnd: [.stop, .rewind, .wrap][int(3)], restart: int(2) == 0 ? .release : .settle)
    }
    if int(5) == 0 { c.dwells = (0..<c.pageCount).map { _ in int(2) == 0 ? nil : Rational(1, 2) } }
    if wild {
      let odd = [Double.nan, .infinity, -.infinity, -1, 0, 1e-300, 1e300, 1e-9, 5]
      switch int(4) {
      case 0: c.viewExtent = odd[int(odd.count)]
      case 1: c.pageExtent = odd[int(odd.count)]
      case 2: c.spacing = odd[int(odd.count)]
      default: c.contentExtent = odd[int(odd.count)]
      }
      if int(3) == 0 {
        c.autoplay?.interval =
          [
            Rational(0), Rational(-3), Rational(1, 1_000_000_000), Rational(.max),
          ][int(4)]
      }
      if int(4) == 0 {
        c.animationDuration = [Rational(0), Rational(-1), Rational(1, .max)][int(3)]
      }
    }
    return c
  }

  init(seed: UInt64, wild: Bool, quirk: PagerConfiguration.Quirk = .none) {
    random = SplitMix64(seed: seed)
    self.wild = wild
    var configuration = RandomScript.configuration(&random, wild: wild)
    configuration.quirk = quirk
    engine = PagerEngine(configuration: configuration, page: Int(random.next() % 12))
  }

  private mutating func command() -> Int {
    nextCommand += 1
    return nextCommand
  }

  private mutating func coordinate() -> Double {
    if wild && int(0...9) == 0 { return pick([.nan, .infinity, 1e300, -1e18, 0]) }
    return Double(int(-400...400))
  }

  /// Plays `count` random steps; `step` bounds how far the engine is advanced at a time.
  mutating func play(_ count: Int, step: Rational? = nil) {
    for _ in 0..<count {
      let at = engine.time + RandomScript.ms(pick([0, 1, 7, 16, 40, 80, 150, 300, 900, 2000]))
      if let step {
        while engine.time + step < at { engine.advance(to: engine.time + step) }
      }
      engine.advance(to: at)
      act()
    }
    let end = engine.time + 8
    engine.touchUp()
    if let step {
      while engine.time + step < end { engine.advance(to: engine.time + step) }
    }
    engine.advance(to: end)
  }

  /// What is wrong 5 s after the last event of a pager that turns by pages and has no timer: it is at
  /// rest, on a page or at its content's end.
  func unrest() -> String? {
    let last = engine.recording.inputs.last?.time ?? .zero
    let state = engine.recording.state(at: last + 5)
    let c = state.configuration
    guard c.autoplay == nil, c.snapping != .free, c.hasExtent else { return nil }
    if state.phase != .idle || !state.isAtRest { return "\(state.phase) 5 s after the last event" }
    if state.position != state.position.rounded() && state.position != c.maximumPosition {
      return "at \(state.position) 5 s after the last event"
    }
    return nil
  }

  private mutating func act() {
    let kind = int(0...20)
    steps.append("\(engine.time.double): \(kind)")
    switch kind {
    case 0, 1: engine.touchDown(at: coordinate())
    case 2: engine.moveTouch(to: coordinate(), arrivingAt: engine.time)
    case 3, 4, 5:
      engine.moveTouch(to: coordinate(), arrivingAt: engine.time + RandomScript.ms(int(1...300)))
    case 6: engine.touchUp()
    case 7: engine.touchUp(velocity: coordinate() * 10)
    case 8: engine.touchCancel()
    case 9, 10:
      engine.goTo(
        page: int(-1...13), animated: int(0...3) != 0, direction: pick([nil, .forward, .reverse]),
        travel: pick([nil, .through, .near(3)]), duration: pick([nil, nil, 0, 1]),
        curve: pick([nil, nil, .linear, .easeOut]), command: command())
    case 11: engine.turn(forward: int(0...1) == 0, animated: int(0...5) != 0, command: command())
    case 12:
      let stops = engine.stops
      engine.scroll(
        toPlace: stops.place(of: stops.nearest(to: coordinate() / 50)), animated: int(0...1) == 0,
        command: command())
    case 13:
      engine.reload(
        keys: Array(100..<(100 + int(0...12))),
        position: int(0...1) == 0 ? .keep : .page(int(-1...9)))
    case 14:
      if int(0...1) == 0 {
        engine.insert(keys: [500 + nextKey, 700 + nextKey], at: int(-1...13))
        nextKey += 1
      } else {
        engine.remove(at: [int(-1...13), int(0...5)])
      }
    case 15, 16:
      let view = pick([320.0, 568, 100.5, 411.42857142857144, 0])
      engine.resize(viewExtent: view, pageExtent: view * pick([1, 0.8]), spacing: pick([0, 12]))
    case 17:
      if int(0...1) == 0 { engine.pause() } else { engine.resume() }
    case 18:
      engine.setAutoplay(int(0...2) == 0 ? nil : Autoplay(interval: Rational(int(1...30), 10)))
    case 19:
      engine.endTransition()
    default:
      let loops = int(0...1) == 0
      let bounces = int(0...2) != 0
      let isMirrored = int(0...2) == 0
      let interval: Rational? = int(0...1) == 0 ? Rational(1) : nil
      engine.reconfigure {
        $0.loops = loops
        $0.bounces = bounces
        $0.isMirrored = isMirrored
        $0.autoplay = interval.map { Autoplay(interval: $0) }
      }
    }
  }
}

@Suite("Laws of the pager")
struct PagerPropertyTests {
  private func check(seeds: Range<UInt64>, wild: Bool, steps: Int) {
    var broken = 0
    for seed in seeds {
      var script = RandomScript(seed: seed, wild: wild)
      script.play(steps)
      let doctor = PagerDoctor(pageControlUpdate: Self.policies[Int(seed % 4)])
      // Where a number makes no sense a way may take no time, or lead over thousands of pages, which
      // are reported in coarser steps.
      let pictures: [PagerInvariant] = [.continuousPosition, .continuousSpeed, .dotMatchesPage]
      var faults = doctor.examine(script.engine.recording, until: script.engine.time).filter {
        !wild || !pictures.contains($0.invariant)
      }.map {
        "\($0.time.double) s: \($0.invariant.rawValue): \($0.found); expected \($0.expected)"
      }
      if let fault = script.unrest() { faults.append(fault) }
      if !faults.isEmpty {
        broken += 1
        if broken <= 5 {
          Issue.record("seed \(seed): \(faults.prefix(3)), played \(script.steps)")
        }
      }
    }
    #expect(broken == 0)
  }

  /// When dots change, one of them in each script.
  static let policies: [PageControlUpdate] = [.half, .fullPage, .settled, .continuous]

  #if DEBUG
    static let scriptsPerPart: UInt64 = 100
  #else
    static let scriptsPerPart: UInt64 = 1000
  #endif

  @Test("hold in 10 000 random scripts (1 000 in a debug build)", arguments: 0..<10)
  func random(part: Int) {
    let first = UInt64(part) * 1000 + 1
    check(seeds: first..<(first + Self.scriptsPerPart), wild: false, steps: 25)
  }

  @Test("hold, and nothing stops or hangs, with numbers that make no sense")
  func wild() {
    check(seeds: 100_000..<(100_000 + 2 * Self.scriptsPerPart), wild: true, steps: 25)
  }

  @Test("a recording does not depend on the steps in which it was played")
  func steps() {
    for seed in UInt64(200_000)..<(200_000 + Self.scriptsPerPart / 5) {
      var whole = RandomScript(seed: seed, wild: false)
      var stepped = whole
      whole.play(20)
      stepped.play(20, step: Rational(7, 1000))
      #expect(whole.engine.recording == stepped.engine.recording, "seed \(seed)")
    }
  }

  @Test("the literal banner keeps the laws that its original keeps, and does not depend on steps")
  func literal() {
    for seed in UInt64(300_000)..<(300_000 + Self.scriptsPerPart / 5) {
      var whole = RandomScript(seed: seed, wild: seed % 2 == 0, quirk: .dlPageView)
      var stepped = whole
      whole.play(20)
      stepped.play(20, step: Rational(7, 1000))
      let engine = whole.engine
      #expect(engine.recording.events == stepped.engine.recording.events, "seed \(seed)")
      let laws: [PagerInvariant] = [.oneCompletion, .oneMotion, .balancedCallbacks]
      let faults = PagerDoctor(pageControlUpdate: .fullPage)
        .examine(engine.recording, until: engine.time).filter { laws.contains($0.invariant) }
      #expect(faults.isEmpty, "seed \(seed)")
      for span in engine.recording.spans {
        let state = PagerState(span: span, time: span.start)
        #expect(state.place.isFinite && state.position.isFinite, "seed \(seed)")
        for page in state.visiblePages() {
          #expect(page.page >= 0 && page.page < state.configuration.pageCount, "seed \(seed)")
        }
      }
    }
  }
}
