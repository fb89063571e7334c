import FolioNumerics
import FolioPagingCore
import Testing

@Suite("Pages replaced by what they become")
struct PageReplacementTests {
  private func engine(_ count: Int, at page: Int) -> PagerEngine {
    PagerEngine(configuration: .system(pageCount: count, viewExtent: 320), page: page)
  }

  @Test("the page in view stays in view under its new index, at rest and in motion")
  func kept() {
    var engine = engine(4, at: 2)
    engine.replace(keys: [9, 8, 7, 6, 5], newIndices: [0, 1, 4, nil], fallback: 0)
    #expect(engine.state.currentPage == 4 && engine.state.configuration.pageKeys[4] == 5)

    var moving = self.engine(4, at: 0)
    moving.goTo(page: 1, curve: .linear, command: 1)
    moving.advance(to: Rational(15, 100))
    #expect(moving.state.position == 0.5)
    moving.replace(keys: Array(0..<6), newIndices: [2, 3, 4, 5], fallback: 0)
    #expect(moving.state.position == 2.5 && moving.state.targetPage == 3)
    moving.advance(to: 1)
    #expect(moving.state.settledPage == 3)
    let completions = moving.recording.events.filter {
      $0.event == .completion(command: 1, finished: true)
    }
    #expect(completions.map(\.time) == [Rational(3, 10)])
  }

  @Test("a page that is gone leaves its place to the fallback, at rest; bad indices count as gone")
  func gone() {
    for indices: [Int?] in [[0, 1, nil, 2], [0, 1, 17, 2], [0, 1, -1, 2], [0, 1]] {
      var engine = engine(4, at: 2)
      engine.replace(keys: [0, 1, 3], newIndices: indices, fallback: 2)
      #expect(engine.state.currentPage == 2 && engine.state.isAtRest, "\(indices)")
    }
    var engine = engine(4, at: 2)
    engine.replace(keys: [0, 1, 3], newIndices: [], fallback: 99)
    #expect(engine.state.currentPage == 2)
    engine.replace(keys: [], newIndices: [0, 1, 2], fallback: 0)
    #expect(engine.state.currentPage == nil)
  }

  @Test(
    "a page control with a dot for each of two pages: at rest, between, around the seam, deferred")
  func dots() {
    var configuration = PagerConfiguration.system(pageCount: 3, viewExtent: 320)
    configuration.loops = true
    configuration.animationCurve = .linear
    func dots(_ page: Int, to goal: Int, after milliseconds: Int, shown: Int? = nil) -> [Double] {
      var engine = PagerEngine(configuration: configuration, page: page)
      engine.goTo(page: goal)
      engine.advance(to: Rational(milliseconds, 1000))
      let state = PageControlState(
        engine.state, update: .continuous, pagesPerLeaf: 2, numberOfPages: 6, displayedPage: shown)
      return (0..<6).map { state.weight(of: $0) }
    }
    #expect(dots(1, to: 1, after: 0) == [0, 0, 1, 0, 0, 0])
    #expect(dots(0, to: 1, after: 75) == [0.75, 0, 0.25, 0, 0, 0])
    #expect(dots(2, to: 0, after: 75) == [0.25, 0, 0, 0, 0.75, 0])
    #expect(dots(2, to: 0, after: 400) == [1, 0, 0, 0, 0, 0])
    #expect(dots(0, to: 1, after: 75, shown: 5) == [0, 0, 0, 0, 0, 1])
    #expect(dots(0, to: 1, after: 75, shown: 50) == [0, 0, 0, 0, 0, 1])
    // A last page that is on no leaf has a dot that is never lit; none at all has none.
    let single = PagerEngine(configuration: .system(pageCount: 0, viewExtent: 320), page: 0)
    for (count, current) in [(1, 0), (0, 0), (-1, 0)] {
      let state = PageControlState(
        single.state, update: .half, pagesPerLeaf: 2, numberOfPages: count)
      #expect(state.currentPage == current && state.numberOfPages == max(0, count))
    }
  }
}
