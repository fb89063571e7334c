import FolioNumerics
import FolioPaging
import Testing

@testable import FolioPagingCore

private func ms(_ n: Int) -> Rational { Rational(n, 1000) }

private func literal(
  _ count: Int, width: Double = 320, page: Int = 0, every interval: Rational = 3
) -> PagerEngine {
  var configuration = PagerConfiguration.dlPageView(pageCount: count, viewExtent: width)
  configuration.autoplay = Autoplay(interval: interval)
  return PagerEngine(configuration: configuration, page: page)
}

private func pager(_ count: Int, page: Int = 0) -> PagerEngine {
  PagerEngine(
    configuration: PagerConfiguration(pageCount: count, viewExtent: 320), page: page)
}

extension PagerEngine {
  /// A finger drags the content by so many points to the left within 100 ms and stays down.
  fileprivate mutating func drag(by points: Double) {
    touchDown(at: 0)
    moveTouch(to: -points + (points > 0 ? -10 : 10), arrivingAt: time + ms(100))
    advance(to: time + ms(100))
  }

  fileprivate func findings(_ update: PageControlUpdate = .half) -> [PagerFinding] {
    PagerDoctor(pageControlUpdate: update).examine(recording, until: time)
  }

  fileprivate func findings(
    of invariant: PagerInvariant, _ update: PageControlUpdate = .half
  ) -> [PagerFinding] {
    findings(update).filter { $0.invariant == invariant }
  }
}

extension PagerRecording {
  /// The recording with other stretches and events: one that no engine makes.
  fileprivate func forged(
    span: (PagerSpan) -> PagerSpan = { $0 },
    events: (LoggedPagerEvent) -> [PagerEvent] = { [$0.event] }
  ) -> PagerRecording {
    var forged = PagerRecording()
    for old in spans { forged.append(span(old)) }
    for old in self.events {
      for event in events(old) { forged.append(event, at: old.time) }
    }
    for input in inputs { forged.append(input.input, at: input.time) }
    return forged
  }

  fileprivate func forgedEvents(
    _ events: (LoggedPagerEvent) -> [PagerEvent]
  ) -> PagerRecording {
    forged(events: events)
  }

  fileprivate func findings(_ end: Rational) -> [PagerFinding] {
    PagerDoctor().examine(self, until: end)
  }
}

extension PagerSpan {
  fileprivate func with(phase: PagerPhase? = nil, motion: Motion? = nil) -> PagerSpan {
    PagerSpan(
      start: start, motion: motion ?? self.motion, motionStart: motionStart, strip: strip,
      phase: phase ?? self.phase, settledPosition: settledPosition,
      targetPosition: targetPosition, anchorSlot: anchorSlot, timerDue: timerDue,
      timerStarted: timerStarted, timerInterval: timerInterval, timerRemaining: timerRemaining,
      configuration: configuration)
  }
}

@Suite("The doctor finds what breaks a law")
struct PagerDoctorTests {
  @Test("a healthy pager has no findings: every preset, turned, dragged, jumped and changed")
  func healthy() {
    for configuration in [
      PagerConfiguration.system(pageCount: 5, viewExtent: 320),
      .pageViewController(pageCount: 5, viewExtent: 320),
      .viewPager2(pageCount: 5, viewExtent: 320), .flutter(pageCount: 5, viewExtent: 320),
    ] {
      for update in [PageControlUpdate.half, .fullPage, .settled, .continuous] {
        for loops in [false, true] {
          var configuration = configuration
          configuration.loops = loops
          configuration.autoplay = Autoplay(interval: 2)
          var engine = PagerEngine(configuration: configuration)
          engine.advance(to: 5)
          engine.drag(by: 200)
          engine.touchUp()
          engine.advance(to: engine.time + ms(50))
          engine.goTo(page: 4, command: 1)
          engine.advance(to: engine.time + ms(100))
          engine.reload(keys: [9, 8, 7, 6, 5])
          engine.advance(to: engine.time + 1)
          engine.insert(keys: [3], at: 0)
          engine.drag(by: -400)
          engine.touchUp(velocity: 1500)
          engine.resize(viewExtent: 568, pageExtent: 568, spacing: 0)
          engine.advance(to: 20)
          #expect(engine.findings(update) == [])
        }
      }
    }
  }

  @Test("a healthy turn and a forward swipe of the literal banner have none either")
  func healthyBanner() {
    var engine = literal(5)
    engine.advance(to: 10)
    engine.drag(by: 250)
    engine.touchUp(velocity: -1000)
    engine.advance(to: 20)
    #expect(engine.findings(.fullPage) == [])
  }

  @Test("coverage: the literal banner, resized beyond its three slots; rows that are not there")
  func coverage() throws {
    var engine = literal(5)
    engine.advance(to: 1)
    engine.resize(viewExtent: 800, pageExtent: 800, spacing: 0)
    let finding = try #require(engine.findings(of: .coverage, .fullPage).first)
    #expect(finding.time == 1)
    #expect(finding.found == "nothing from 640.0 to 800.0 pt of 800.0, p = 0.0")

    engine = literal(5, page: 4)
    engine.reload(keys: [0, 1])
    #expect(engine.findings(of: .coverage, .fullPage).count == 1)
  }

  @Test("dot-matches-page: the literal banner of 160.25 points shows page 1 under dot 0")
  func dotMatchesPage() throws {
    var engine = literal(5, width: 160.25)
    engine.advance(to: 4)
    let finding = try #require(engine.findings(of: .dotMatchesPage, .fullPage).first)
    #expect(finding.time == Rational(33, 10))
    #expect(finding.found == "dot 0 is on, p = 1.0")
    #expect(finding.expected == "dot 1, the page that is seen")
  }

  @Test("dot-matches-page: callbacks that are left out mislead their listeners")
  func listeners() {
    var engine = pager(3)
    engine.turn(forward: true)
    engine.advance(to: 1)
    let forged = engine.recording.forgedEvents {
      if case .currentPageChanged = $0.event { [] } else { [$0.event] }
    }
    #expect(forged.findings(1).map(\.invariant) == [.dotMatchesPage])
  }

  @Test("one-motion: an animation during a drag; pages that a finger moves after it has lifted")
  func oneMotion() {
    var engine = pager(3)
    engine.drag(by: 100)
    engine.goTo(page: 2)
    engine.advance(to: 1)
    let unended = engine.recording.forgedEvents {
      if case .didEndDragging = $0.event { [] } else { [$0.event] }
    }
    #expect(unended.findings(1).contains { $0.invariant == .oneMotion })
    let owned = engine.recording.forged(span: {
      if case .finger = $0.motion { $0.with(phase: .settling) } else { $0 }
    })
    #expect(owned.findings(1).contains { $0.invariant == .oneMotion })
    #expect(engine.findings(of: .oneMotion) == [])
  }

  @Test("one-timer: an interval set in a drag leaves the literal banner with two timers")
  func oneTimer() throws {
    var engine = literal(5)
    engine.advance(to: 1)
    engine.drag(by: 100)
    engine.setAutoplay(Autoplay(interval: 2))
    engine.advance(to: engine.time + ms(500))
    engine.touchUp(velocity: 0)
    engine.advance(to: 9)
    let finding = try #require(engine.findings(of: .oneTimer, .fullPage).first)
    #expect(finding.time == ms(3100))
    #expect(finding.expected == "the timer is due at 3.6 s")
  }

  @Test("one-timer: switched off, the literal banner turns again after a drag")
  func timerThatComesBack() throws {
    var engine = literal(5)
    engine.setAutoplay(nil)
    engine.drag(by: 100)
    engine.touchUp(velocity: 0)
    engine.advance(to: 1)
    let finding = try #require(engine.findings(of: .oneTimer, .fullPage).first)
    #expect(finding.found == "a timer is due at 3.1 s though autoplay is off")
  }

  @Test("continuous-position: a reload throws the literal banner back to rest in mid-drag")
  func continuousPosition() throws {
    var engine = literal(5)
    engine.advance(to: 1)
    engine.drag(by: 80)
    engine.reload(keys: [0, 1, 2, 3, 4])
    let finding = try #require(engine.findings(of: .continuousPosition, .fullPage).first)
    #expect(finding.time == ms(1100))
    #expect(finding.found == "page 0 jumps by 80.0 pt as pages are changed")
  }

  @Test("continuous-position: backwards the literal banner skips its last point")
  func lastPoint() throws {
    var engine = literal(5)
    engine.drag(by: -300)
    engine.touchUp(velocity: 1000)
    engine.advance(to: 2)
    let finding = try #require(engine.findings(of: .continuousPosition, .fullPage).first)
    #expect(finding.found.hasPrefix("p goes from -0.99"))
  }

  @Test("continuous-speed: the second timer of the literal banner is cut off in mid-turn")
  func continuousSpeed() throws {
    var engine = literal(5)
    engine.advance(to: 1)
    engine.drag(by: 100)
    engine.setAutoplay(Autoplay(interval: 2))
    engine.advance(to: engine.time + ms(150))
    engine.touchUp(velocity: 0)
    engine.advance(to: 4)
    let finding = try #require(engine.findings(of: .continuousSpeed, .fullPage).first)
    #expect(finding.found.hasSuffix("to 0.0 pt/s at once"))
  }

  @Test("continuous-speed: an edge that swallows half of what arrives")
  func edgeSpeed() {
    var configuration = PagerConfiguration(pageCount: 3, viewExtent: 320)
    configuration.snapping = .free
    var engine = PagerEngine(configuration: configuration)
    engine.drag(by: 100)
    engine.touchUp(velocity: -3000)
    engine.advance(to: 5)
    #expect(engine.findings() == [])
    let forged = engine.recording.forged(span: {
      guard case .spring(let target, let displacement, let velocity, let spring) = $0.motion
      else { return $0 }
      return $0.with(
        motion: .spring(
          target: target, displacement: displacement, velocity: velocity / 2, spring: spring))
    })
    #expect(forged.findings(5).contains { $0.invariant == .continuousSpeed })
  }

  @Test(
    "balanced-callbacks: each of them left out, and each told twice",
    arguments: [
      "willBeginDragging", "didEndDragging", "willBeginDecelerating", "didEndDecelerating",
      "willTransition", "didTransition",
    ])
  func balancedCallbacks(name: String) {
    var engine = pager(3)
    engine.drag(by: 200)
    engine.touchUp(velocity: -500)
    engine.advance(to: 2)
    #expect(engine.findings() == [])
    func isIt(_ event: PagerEvent) -> Bool { "\(event)".hasPrefix(name) }
    for copies in [0, 2] {
      let forged = engine.recording.forgedEvents {
        isIt($0.event) ? Array(repeating: $0.event, count: copies) : [$0.event]
      }
      #expect(forged.findings(2).contains { $0.invariant == .balancedCallbacks }, "\(copies)")
    }
  }

  @Test("balanced-callbacks: callbacks out of order of time")
  func order() {
    var engine = pager(3)
    engine.turn(forward: true)
    engine.advance(to: 1)
    var forged = engine.recording
    forged.append(.timerStopped, at: ms(10))
    #expect(forged.findings(1).contains { $0.found == "a callback of 0.3 s comes before it" })
  }

  @Test("rest-on-page: an offset between two pages; a literal banner beside its row")
  func restOnPage() throws {
    var engine = pager(3)
    engine.scroll(toPlace: 1.5, animated: true)
    engine.advance(to: 1)
    let finding = try #require(engine.findings(of: .restOnPage).first)
    #expect(finding.found == "at rest at p = 1.5" && finding.expected == "a whole page")
    engine = literal(5, width: 160.25)
    engine.advance(to: 4)
    #expect(
      engine.findings(of: .restOnPage, .fullPage).map(\.found) == [
        "at rest at p = 1.0 with p = 0.0 settled"
      ])
  }

  @Test("index-in-range: fewer pages, and the literal banner asks for rows that are gone")
  func indexInRange() throws {
    var engine = literal(5, page: 4)
    engine.reload(keys: [0, 1])
    let finding = try #require(engine.findings(of: .indexInRange, .fullPage).first)
    #expect(finding.found == "no page is current" || finding.found == "row 3 is asked for")
    #expect(finding.expected == "a row in 0...1")

    var healthy = pager(3)
    healthy.turn(forward: true)
    healthy.advance(to: 1)
    let forged = healthy.recording.forgedEvents {
      if case .windowMoved = $0.event { [.windowMoved(to: 3), $0.event] } else { [$0.event] }
    }
    #expect(forged.findings(1).map(\.found) == ["the window names page 3"])
  }

  @Test("one-completion: one that is missing, one that comes twice, one of nobody's command")
  func oneCompletion() {
    var engine = pager(4)
    engine.goTo(page: 1, command: 1)
    engine.advance(to: ms(100))
    engine.goTo(page: 3, command: 2)
    engine.advance(to: 1)
    #expect(engine.findings() == [])
    func forged(_ copies: Int) -> [PagerFinding] {
      engine.recording.forgedEvents {
        if case .completion(1, _) = $0.event {
          Array(repeating: $0.event, count: copies)
        } else {
          [$0.event]
        }
      }.findings(1)
    }
    #expect(forged(0).map(\.found) == ["command 1 is never completed"])
    #expect(forged(2).map(\.found) == ["command 1 is completed, which is not under way"])
    let foreign = engine.recording.forgedEvents {
      if case .completion(1, let finished) = $0.event {
        [$0.event, .completion(command: 7, finished: finished)]
      } else {
        [$0.event]
      }
    }
    #expect(foreign.findings(1).map(\.invariant) == [.oneCompletion])
  }

  @Test("every law has a test here that is named for it")
  func completeness() throws {
    let laws = PagerInvariant.allCases.map(\.rawValue)
    #expect(
      laws == [
        "coverage", "dot-matches-page", "one-motion", "one-timer", "continuous-position",
        "continuous-speed", "balanced-callbacks", "rest-on-page", "index-in-range",
        "one-completion",
      ])
  }
}
