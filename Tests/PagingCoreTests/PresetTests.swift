import FolioNumerics
import TestSupport
import Testing

@testable import FolioPagingCore

@Suite("Behaviours of the peers")
struct PresetTests {
  private func ms(_ n: Int) -> Rational { Rational(n, 1000) }

  private func released(
    _ configuration: PagerConfiguration, page: Int = 0, at offset: Double, speed: Double
  ) -> PagerEngine {
    var engine = PagerEngine(configuration: configuration, page: page)
    let slop = configuration.panSlop
    let way = offset - engine.state.contentOffset
    engine.touchDown(at: 0)
    engine.moveTouch(to: -way - (way < 0 ? -slop : slop), arrivingAt: ms(500))
    engine.advance(to: ms(500))
    engine.touchUp(velocity: -speed)
    return engine
  }

  @Test("each rule goes to the page of the reference table", arguments: [0, 1, 2])
  func pagingTable(column: Int) throws {
    let table = try MotionReference.table("paging_target")
    let rule = [PagingRule.uikit, .flutter, .nearest][column]
    var configuration = PagerConfiguration(pageCount: 5, viewExtent: 390)
    configuration.paging = rule
    var checked = 0
    for row in table["rows"].array {
      let offset = row[0].double
      // A release past an end or exactly on a page is no question of the rule's alone.
      guard offset > 0, offset < 4 * 390, offset.truncatingRemainder(dividingBy: 390) != 0 else {
        continue
      }
      let engine = released(configuration, at: offset, speed: row[1].double)
      #expect(
        engine.state.targetPage == row[2 + column].int, "offset \(offset) at \(row[1].double)")
      checked += 1
    }
    #expect(checked >= 10)
  }

  @Test("Flutter's settle is its published spring, sampled by the reference")
  func flutterSettle() throws {
    // Instants fall on the nanosecond grid: at 5000 pt/s that is 5e-6 pt.
    let report = MotionReport("flutter.page_settle", tolerance: 1e-5)
    for (id, offset, speed, target) in [
      ("from120_to390_v800", 120.0, 800.0, 390.0), ("from120_to0_v0", 120, 0, 0),
      ("from250_to390_v0", 250, 0, 390),
    ] {
      let configuration = PagerConfiguration.flutter(pageCount: 3, viewExtent: 390)
      var engine = released(configuration, at: offset, speed: speed)
      engine.advance(to: 5)
      #expect(engine.state.contentOffset == target)
      let count = MotionReference.rows(prefix: "flutter.page_settle.\(id)") { curve, row in
        guard let t = row["t"], let x = row["x"] ?? row["offset"] else { return }
        let state = engine.recording.state(at: ms(500) + Rational(roundingUp: t))
        // From half a point on the page has arrived here.
        if state.phase == .idle {
          #expect((x - target).magnitude < 0.5, "\(id) at \(t)")
        } else {
          #expect(report.isWithin(state.contentOffset, x), "\(id) at \(t)")
        }
      }
      #expect(count > 5)
    }
  }

  @Test("ViewPager: 60 % of a page, or a fling of 400 dp/s after 25 dp")
  func viewPager() {
    var configuration = PagerConfiguration(pageCount: 5, viewExtent: 400)
    configuration.paging = .viewPager
    for (page, offset, speed, target) in [
      (0, 239.0, 0.0, 0), (0, 241, 0, 1), (1, 161, 0, 1), (1, 159, 0, 0), (0, 30, 401, 1),
      (0, 30, 399, 0), (0, 10, 2000, 0), (1, 370, -401, 0), (2, 820, 401, 3),
    ] {
      let engine = released(configuration, page: page, at: offset, speed: speed)
      #expect(engine.state.targetPage == target, "from \(page) at \(offset) with \(speed)")
    }
  }

  @Test("ViewPager's settle takes its published time along (u - 1)⁵ + 1")
  func viewPagerSettle() {
    var configuration = PagerConfiguration(pageCount: 5, viewExtent: 400)
    configuration.settle = .viewPager
    // 100 dp/s from 300: no fling here; 100 pt to go. half + half sin(0.3 π/2 (1/4 - 1/2)).
    let engine = released(configuration, at: 300, speed: 100)
    let distance = 200 + 200 * Elementary.sin(-0.25 * 0.3 * Elementary.pi / 2)
    let duration = min(600, 4 * (1000 * distance / 100).rounded())
    #expect(duration == 600)
    var copy = engine
    copy.advance(to: ms(500 + 300))
    let half = 1 - 1.0 / 32
    #expect((copy.state.contentOffset - (300 + 100 * half)).magnitude < 1e-9)
    // Without speed: 100 ms for the quarter page and one more.
    copy = released(configuration, at: 300, speed: 0)
    #expect(copy.nextHappening.map { $0 <= ms(625) } == true)
    copy.advance(to: ms(625))
    #expect(copy.state.isAtRest && copy.state.position == 1)
    // A fling: 4 round(1000 distance / speed).
    copy = released(configuration, at: 300, speed: 4000)
    copy.advance(to: ms(500 + Int(4 * (1000 * distance / 4000).rounded())))
    #expect(copy.state.isAtRest && copy.state.position == 1)
  }

  @Test("ViewPager2 jumps to three pages off and goes on from there")
  func near() {
    let configuration = PagerConfiguration.viewPager2(pageCount: 30, viewExtent: 400)
    var engine = PagerEngine(configuration: configuration)
    engine.goTo(page: 20, command: 1)
    #expect(engine.state.position == 17)
    engine.advance(to: 1)
    #expect(engine.state.position == 20)
    engine.goTo(page: 18, command: 2)
    #expect(engine.state.position == 20)
    engine.advance(to: 2)
    let ends = engine.recording.events.filter {
      if case .completion(_, true) = $0.event { true } else { false }
    }
    #expect(ends.count == 2 && engine.state.position == 18)
    // No rubber band.
    let edge = released(configuration, at: -100, speed: 0)
    #expect(edge.recording.state(at: ms(400)).position == 0)
  }

  @Test("several pages a fling: as far as the projection reaches, at most as many as allowed")
  func pagesPerFling() {
    // From 0.5 at 3 000 pt/s the projection reaches 1 497 pt: position 5.2 of pages 320 wide.
    for (perFling, target) in [(1, 1), (2, 2), (3, 3), (10, 5), (nil, 5), (0, 1)] as [(Int?, Int)] {
      var configuration = PagerConfiguration(pageCount: 40, viewExtent: 320)
      configuration.snapping = .pages(pagesPerFling: perFling)
      var engine = released(configuration, at: 160, speed: 3000)
      #expect(engine.state.targetPage == target, "per fling \(perFling ?? -1)")
      engine.advance(to: 6)
      #expect(engine.state.position == Double(target))
    }
  }

  @Test("an animation by a spring takes the spring's own time")
  func springAnimation() {
    var configuration = PagerConfiguration(pageCount: 3, viewExtent: 320)
    configuration.animationCurve = .spring(Spring(mass: 1, stiffness: 200, dampingRatio: 0.5))
    var engine = PagerEngine(configuration: configuration)
    engine.goTo(page: 1, command: 4)
    engine.advance(to: 3)
    let places = (0..<3000).map { engine.recording.state(at: ms($0)).position }
    #expect((places.max() ?? 0) > 1.1)
    #expect(engine.state.position == 1 && engine.state.phase == .idle)
    #expect(TimingCurve.spring(.bounce).progress(at: 0) == 0)
    #expect((TimingCurve.spring(.bounce).progress(at: 0.999999) - 1).magnitude < 2e-3)
  }

  @Test("several pages in view without padded ends: the last dot is reached at the end")
  func severalInView() {
    var configuration = PagerConfiguration(pageCount: 5, viewExtent: 300)
    configuration.pageExtent = 100
    configuration.padsEnds = false
    #expect(configuration.maximumPosition == 2)
    var engine = PagerEngine(configuration: configuration)
    #expect(engine.state.visiblePages().map(\.page) == [0, 1, 2])
    engine.goTo(page: 4)
    engine.advance(to: 1)
    #expect(engine.state.visiblePages().map(\.page) == [2, 3, 4])
    #expect(engine.state.currentPage == 4 && engine.state.settledPage == 4)
    #expect(PageControlState(engine.state, update: .fullPage).currentPage == 4)
    #expect(PageControlState(engine.state, update: .continuous).weight(of: 4) == 1)
    engine.turn(forward: false)
    engine.advance(to: 2)
    #expect(engine.state.position == 1 && engine.state.currentPage == 1)
  }

  @Test("B29: three pages in view that wrap always cover it")
  func b29() {
    var configuration = PagerConfiguration(pageCount: 4, viewExtent: 300)
    configuration.pageExtent = 100
    configuration.loops = true
    var engine = PagerEngine(configuration: configuration)
    for i in 0..<4 {
      engine.turn(forward: true)
      engine.advance(to: Rational(i + 1))
    }
    engine.goTo(page: 2)
    engine.advance(to: 6)
    for t in 0..<6000 {
      let pages = engine.recording.state(at: ms(t)).visiblePages()
      #expect((pages.first?.minEdge ?? 1) <= 0 && (pages.last?.maxEdge ?? 0) >= 300)
      for (a, b) in zip(pages, pages.dropFirst()) { #expect(a.maxEdge == b.minEdge) }
    }
  }

  @Test("a slop of its own, and edges that yield even with one page")
  func slopAndEdges() {
    var configuration = PagerConfiguration(pageCount: 3, viewExtent: 320)
    configuration.panSlop = 18
    var engine = PagerEngine(configuration: configuration)
    engine.touchDown(at: 100)
    engine.moveTouch(to: 83, arrivingAt: .zero)
    #expect(!engine.isDragging)
    engine.moveTouch(to: 80, arrivingAt: .zero)
    #expect((engine.state.contentOffset - 2).magnitude < 1e-12)

    configuration = PagerConfiguration(pageCount: 1, viewExtent: 320)
    configuration.alwaysBounces = true
    engine = PagerEngine(configuration: configuration)
    engine.touchDown(at: 100)
    engine.moveTouch(to: 40, arrivingAt: .zero)
    #expect((engine.state.contentOffset - 25.324).magnitude < 5e-4)
    engine.touchUp()
    engine.advance(to: 2)
    #expect(engine.state.position == 0 && engine.state.phase == .idle)
  }

  @Test("a stream of states comes at regular times, each by division")
  func stream() {
    var engine = PagerEngine(configuration: PagerConfiguration(pageCount: 3, viewExtent: 320))
    engine.goTo(page: 1)
    engine.advance(to: 1)
    let states = Array(engine.recording.states(from: 0, through: Rational(3, 10), rate: 60))
    #expect(states.count == 19)
    #expect(states[9].time == Rational(9, 60))
    #expect(states.first?.position == 0 && states.last?.position == 1)
    #expect((states[9].positionFraction + 0.5).magnitude < 1e-12)
  }
}
