import FolioNumerics
import TestSupport
import Testing

@testable import FolioPagingCore

@Suite("The pages that are held ready, and when they come and go")
struct HeldPageTests {
  private func ms(_ n: Int) -> Rational { Rational(n, 1000) }

  private func configuration(
    _ count: Int, _ change: (inout PagerConfiguration) -> Void = { _ in }
  ) -> PagerConfiguration {
    var configuration = PagerConfiguration(pageCount: count, viewExtent: 320)
    change(&configuration)
    return configuration
  }

  @Test("the window, then as far on each side as asked for; none twice, none beyond an end")
  func limits() {
    func held(_ count: Int, at page: Int, loops: Bool = false, _ limit: Int) -> [Int] {
      PagerEngine(configuration: configuration(count) { $0.loops = loops }, page: page).state
        .heldPages(offscreenPageLimit: limit)
    }
    #expect(held(9, at: 4, 1) == [3, 4, 5] && held(9, at: 4, 0) == [3, 4, 5])
    #expect(held(9, at: 4, 3) == [3, 4, 5, 2, 6, 1, 7])
    #expect(held(9, at: 0, 2) == [0, 1, 2] && held(9, at: 8, 2) == [7, 8, 6])
    #expect(held(9, at: 0, loops: true, 2) == [8, 0, 1, 7, 2])
    #expect(held(3, at: 1, loops: true, 10_000) == [0, 1, 2])
    #expect(held(2, at: 0, loops: true, 1) == [1, 0] && held(1, at: 0, loops: true, 4) == [0])
    #expect(held(0, at: 0, 3).isEmpty)
  }

  @Test("a turn makes the page beyond the next and drops the last but one, as the window moves")
  func turn() throws {
    for (limit, start, dropped, created) in [(1, [1, 2, 3], 1, 4), (2, [0, 1, 2, 3, 4], 0, 5)] {
      var engine = PagerEngine(configuration: configuration(9), page: 2)
      engine.advance(to: 1)
      engine.goTo(page: 3)
      engine.advance(to: 2)
      let changes = engine.recording.heldPageChanges(offscreenPageLimit: limit, through: 2)
      let first = start.map { HeldPageChange(time: 0, key: $0, isHeld: true) }
      let moved = try #require(
        engine.recording.events.first { $0.event == .windowMoved(to: 3) }?.time)
      #expect(moved <= ms(1300) && moved > ms(1299))
      #expect(
        changes == first + [
          HeldPageChange(time: moved, key: dropped, isHeld: false),
          HeldPageChange(time: moved, key: created, isHeld: true),
        ])
      // What comes after the time that is asked for is not told.
      #expect(engine.recording.heldPageChanges(offscreenPageLimit: limit, through: 1) == first)
    }
  }

  @Test("a page beyond the window is held from the instant in which it comes into view")
  func view() throws {
    // Pages of 100 in a view of 320: the fourth one shows 20 points, the fifth comes in at p = 0.8.
    var engine = PagerEngine(
      configuration: configuration(12) {
        $0.pageExtent = 100
        $0.padsEnds = false
      })
    engine.goTo(page: 2, travel: .through, duration: 1, curve: .linear)
    engine.advance(to: 2)
    let changes = engine.recording.heldPageChanges(through: 2)
    func time(_ key: Int, _ isHeld: Bool) -> Double? {
      changes.first { $0.key == key && $0.isHeld == isHeld }?.time.double
    }
    #expect(changes.prefix(4).map(\.key) == [0, 1, 2, 3])
    // Two pages a second: p = 0.8 at 0.4 s, p = 1.8 at 0.9 s.
    #expect((try #require(time(4, true)) - 0.4).magnitude <= 2e-9)
    #expect((try #require(time(5, true)) - 0.9).magnitude <= 2e-9)
    // Page 0 leaves the view at p = 1, where it is in the window until p = 2.
    #expect(time(0, false) == 1)
    // A direct jump holds where it goes from its first instant on.
    var jump = PagerEngine(configuration: configuration(20))
    jump.goTo(page: 15)
    jump.advance(to: 1)
    let kept = jump.recording.heldPageChanges(through: 1).filter { $0.key == 15 }
    #expect(kept.count == 1 && kept[0].isHeld && kept[0].time <= Rational(1, 100_000))
  }

  @Test("in random scripts the changes add up to what is held at any time")
  func scripts() {
    for seed in UInt64(400_000)..<400_300 {
      var script = RandomScript(seed: seed, wild: seed % 3 == 0)
      script.play(20)
      let recording = script.engine.recording
      let limit = Int(seed % 4)
      let end = script.engine.time
      let changes = recording.heldPageChanges(offscreenPageLimit: limit, through: end)
      for (a, b) in zip(changes, changes.dropFirst()) { #expect(a.time <= b.time, "seed \(seed)") }
      var random = SplitMix64(seed: seed)
      for _ in 0..<40 {
        let time = end * Rational(Int(random.next() % 10_007), 10_007)
        var held: Set<Int> = []
        for change in changes where change.time <= time {
          // What is dropped was held, what is held was not.
          #expect(
            change.isHeld ? held.insert(change.key).inserted : held.remove(change.key) != nil,
            "seed \(seed)")
        }
        let state = recording.state(at: time)
        // Over thousands of pages the changes are told part by part.
        if state.velocity.magnitude > 1000 { continue }
        let keys = state.heldPages(offscreenPageLimit: limit).map {
          state.configuration.pageKeys[$0]
        }
        #expect(held == Set(keys), "seed \(seed) at \(time.double)")
      }
    }
  }
}
