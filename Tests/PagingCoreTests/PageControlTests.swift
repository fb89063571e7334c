import FolioNumerics
import FolioPagingCore
import TestSupport
import Testing

@Suite("Page control")
struct PageControlTests {
  private func state(_ position: Double, count: Int = 5, loops: Bool = true) -> PagerState {
    var configuration = PagerConfiguration(pageCount: count, viewExtent: 320)
    configuration.loops = loops
    var engine = PagerEngine(configuration: configuration)
    engine.touchDown(at: 0)
    engine.moveTouch(to: -position * 320 + (position > 0 ? -10 : 10), arrivingAt: .zero)
    return engine.state
  }

  @Test("dots stand where iOS puts them", arguments: ["modern", "legacy"])
  func layout(look: String) throws {
    let table = try MotionReference.table("page_control_\(look)_layout")
    let report = MotionReport("page_control_\(look)_layout", tolerance: 0)
    let metrics: PageControlMetrics = look == "modern" ? .system : .classic
    let rows = table["rows"].array
    #expect(rows.count >= 5)
    for row in rows {
      let count = try #require(row["pages"].int)
      let centers = row[look == "modern" ? "slot_centers_x" : "dot_centers_x"].array
      #expect(centers.count == count)
      for (i, center) in centers.enumerated() {
        #expect(report.isNear(metrics.center(of: i, count: count, in: 390), center.double))
      }
      let width = row[look == "modern" ? "content_width" : "row_width"].double
      let height = row[look == "modern" ? "content_height" : "control_height"].double
      #expect(report.isNear(metrics.size(forNumberOfPages: count).width, width))
      #expect(report.isNear(metrics.size(forNumberOfPages: count).height, height))
    }
  }

  @Test("B31: at the seam the last and the first dot share the emphasis, no other has any")
  func seam() {
    let half = PageControlState(state(4.5), update: .continuous)
    for (dot, weight) in [0.5, 0, 0, 0, 0.5].enumerated() {
      #expect((half.weight(of: dot) - weight).magnitude < 1e-9)
    }
    let back = PageControlState(state(-0.25), update: .continuous)
    for (dot, weight) in [0.75, 0, 0, 0, 0.25].enumerated() {
      #expect((back.weight(of: dot) - weight).magnitude < 1e-9)
    }
    #expect(back.weight(of: 5) == 0 && back.weight(of: -1) == 0)
  }

  @Test("B32: each policy changes when it says")
  func policies() {
    for (position, half, full) in [(1.49, 1, 1), (1.5, 2, 1), (1.99, 2, 1), (2.0, 2, 2)] {
      let s = state(position)
      #expect(PageControlState(s, update: .half).currentPage == half)
      #expect(PageControlState(s, update: .fullPage).currentPage == full)
      #expect(PageControlState(s, update: .settled).currentPage == 0)
    }
    // The same way back.
    var engine = PagerEngine(
      configuration: PagerConfiguration(pageCount: 5, viewExtent: 320), page: 2)
    engine.touchDown(at: 0)
    engine.moveTouch(to: 160 + 10, arrivingAt: .zero)
    #expect(PageControlState(engine.state, update: .half).currentPage == 2)
    engine.moveTouch(to: 161 + 10, arrivingAt: .zero)
    #expect(PageControlState(engine.state, update: .half).currentPage == 1)
    #expect(PageControlState(engine.state, update: .fullPage).currentPage == 2)
  }

  @Test("-0.5 and 4.5 of five looping pages are one place and give one dot")
  func onePlace() {
    #expect(PageControlState(state(-0.5), update: .half).currentPage == 0)
    #expect(PageControlState(state(4.5), update: .half).currentPage == 0)
  }

  @Test("the value is clamped and the weights add up to one")
  func clamp() {
    #expect(PageControlState(numberOfPages: 3, currentPage: 9).currentPage == 2)
    #expect(PageControlState(numberOfPages: 3, currentPage: -9).currentPage == 0)
    #expect(PageControlState(numberOfPages: 0, currentPage: 1).currentPage == 0)
    #expect(PageControlState(numberOfPages: 0, currentPage: 1).weight(of: 0) == 0)
    for step in -40...80 {
      for loops in [true, false] {
        let control = PageControlState(
          state(Double(step) / 10, loops: loops), update: .continuous)
        let sum = (0..<5).map { control.weight(of: $0) }.reduce(0, +)
        #expect((sum - 1).magnitude < 1e-12)
      }
    }
  }
}
