import FolioNumerics
import TestSupport
import Testing

@testable import FolioPagingCore

/// The reference curves of `Tests/Reference/motion`.
enum MotionReference {
  static let file: JSONValue? = try? JSONValue(reference: "motion/motion.json")

  static func curves(prefix: String) -> [JSONValue] {
    (file?["curves"].array ?? []).filter { ($0["id"].string ?? "").hasPrefix(prefix) }
  }

  static func isNear(_ value: Double, _ right: Double) -> Bool {
    (value - right).magnitude <= max(1e-9, 1e-9 * right.magnitude)
  }

  /// Calls `body` with each row of each curve as a dictionary by column.
  static func rows(prefix: String, _ body: (JSONValue, [String: Double]) -> Void) -> Int {
    var count = 0
    for curve in curves(prefix: prefix) {
      let columns = curve["columns"].array.map { $0.string ?? "" }
      for sample in curve["samples"].array {
        var row: [String: Double] = [:]
        for (i, column) in columns.enumerated() { row[column] = sample[i].double }
        body(curve, row)
        count += 1
      }
    }
    return count
  }
}

@Suite("Motion follows the reference curves")
struct MotionReferenceTests {
  @Test("timing functions")
  func timingFunctions() {
    let count = MotionReference.rows(prefix: "bezier.") { curve, row in
      let c = curve["parameters"]["control_points"].array.map(\.double)
      let timing = TimingCurve.cubicBezier(x1: c[0], y1: c[1], x2: c[2], y2: c[3])
      #expect(MotionReference.isNear(timing.progress(at: row["x"] ?? .nan), row["y"] ?? .nan))
    }
    #expect(count > 40)
  }

  @Test("named curves have Core Animation's control points")
  func namedCurves() {
    let named: [(String, TimingCurve)] = [
      ("linear", .linear), ("easeIn", .easeIn), ("easeOut", .easeOut),
      ("easeInEaseOut", .easeInEaseOut), ("default", .default),
    ]
    for (name, timing) in named {
      let count = MotionReference.rows(prefix: "bezier.\(name)") { curve, row in
        guard curve["id"].string == "bezier.\(name)" else { return }
        #expect(MotionReference.isNear(timing.progress(at: row["x"] ?? .nan), row["y"] ?? .nan))
      }
      #expect(count > 0)
    }
  }

  @Test("animated page changes, with the device-pixel roundings")
  func pageScroll() {
    let count = MotionReference.rows(prefix: "page_scroll.") { curve, row in
      let parameters = curve["parameters"]
      let timing: TimingCurve =
        switch parameters["timing_function"].string {
        case "easeInEaseOut": .easeInEaseOut
        case "default": .default
        default: .cosine
        }
      let motion = Motion.eased(from: 0, to: 1, duration: Rational(3, 10), curve: timing)
      let frame = Int(row["frame"] ?? 0)
      let place = motion.place(at: Rational(frame, parameters["hz"].int ?? 60))
      let offset = place * parameters["distance"].double
      #expect(MotionReference.isNear(place, row["progress"] ?? .nan))
      #expect(MotionReference.isNear(offset, row["offset"] ?? .nan))
    }
    #expect(count > 80)
  }

  @Test("rubber band, its slope and its inverse")
  func rubberBand() {
    var slopes = 0
    let count = MotionReference.rows(prefix: "rubber_band") { curve, row in
      let dimension = curve["parameters"]["dim"].double
      let c = curve["parameters"]["c"].double
      let band = RubberBand(dimension: dimension, coefficient: c)
      let pull = row["pull"] ?? .nan
      let shown = row["band"] ?? .nan
      #expect(MotionReference.isNear(band.shown(for: pull), shown))
      #expect(MotionReference.isNear(band.shown(for: -pull), -shown))
      #expect(MotionReference.isNear(band.pull(for: shown), pull))
      // At the edge itself the finger is still inside, where the slope is one.
      if let slope = row["slope"], pull > 0 {
        let finger = FingerMotion(
          from: 0, to: -1, duration: .one, anchor: 0, anchorPlace: pull / dimension,
          stride: dimension, bounds: 0...0, viewExtent: dimension, bounces: true)
        let speed = Motion.finger(finger).velocity(at: .zero) * dimension
        #expect(MotionReference.isNear(speed, slope))
        slopes += 1
      }
    }
    #expect(count > 20 && slopes > 10)
  }

  @Test("free deceleration in the 1 ms form")
  func deceleration() {
    var checked = 0
    let count = MotionReference.rows(prefix: "decel") { curve, row in
      let parameters = curve["parameters"]
      let law = Deceleration(rate: parameters["rate"].double)
      let v0 = parameters["v0"].double
      if let t = row["t"], let x = row["x_ms_sum"], let v = row["v"] {
        #expect(MotionReference.isNear(law.distance(at: t, from: v0), x))
        #expect(MotionReference.isNear(law.velocity(at: t, from: v0), v))
        checked += 1
      }
    }
    #expect(count > 0 && checked > 0)
  }

  @Test("springs in all three regimes")
  func springs() {
    let count = MotionReference.rows(prefix: "spring.") { curve, row in
      let parameters = curve["parameters"]
      let spring = Spring(
        mass: parameters["mass"].double, stiffness: parameters["stiffness"].double,
        damping: parameters["damping"].double)
      let state = spring.state(
        at: row["t"] ?? .nan, from: parameters["x0"].double, velocity: parameters["v0"].double)
      #expect(MotionReference.isNear(state.position, row["x"] ?? .nan))
      #expect(MotionReference.isNear(state.velocity, row["v"] ?? .nan))
    }
    #expect(count > 50)
  }

  @Test("unit springs")
  func unitSprings() {
    let count = MotionReference.rows(prefix: "unit_spring.") { curve, row in
      let parameters = curve["parameters"]
      let spring = Spring(
        mass: parameters["mass"].double, stiffness: parameters["stiffness"].double,
        damping: parameters["damping"].double)
      let state = spring.state(
        at: row["t"] ?? .nan, from: 1,
        velocity: -parameters["initial_velocity_normalised"].double)
      #expect(MotionReference.isNear(1 - state.position, row["progress"] ?? .nan))
      #expect(MotionReference.isNear(-state.velocity, row["progress_rate"] ?? .nan))
    }
    #expect(count > 40)
  }

  @Test("the settle after a drag, through the whole engine")
  func settle() {
    let count = MotionReference.rows(prefix: "page_settle.") { curve, row in
      let parameters = curve["parameters"]
      let page = parameters["page"].double
      var engine = PagerEngine(configuration: PagerConfiguration(pageCount: 5, viewExtent: page))
      // A finger drags to x0 and lifts with the stated speed of the content.
      engine.touchDown(at: 0)
      engine.moveTouch(to: -parameters["x0"].double - 10, arrivingAt: .zero)
      engine.touchUp(velocity: -parameters["v0"].double)
      let t = row["t"] ?? .nan
      let span = engine.state.span
      let place = span.motion.place(at: Rational(roundingUp: t))
      // The instant is on the nanosecond grid: allow the speed times one nanosecond.
      #expect((place * page - (row["x"] ?? .nan)).magnitude < 1e-9 + 4e-6)
      if case .spring(_, let displacement, let velocity, let spring) = span.motion {
        let state = spring.state(at: t, from: displacement, velocity: velocity)
        #expect(
          MotionReference.isNear(
            state.position * page + parameters["target"].double, row["x"] ?? .nan))
        #expect(MotionReference.isNear(state.velocity * page, row["v"] ?? .nan))
      } else {
        Issue.record("no settle")
      }
    }
    #expect(count > 30)
  }

  @Test("the page chosen after a drag")
  func pagingTargets() throws {
    let table = try #require(MotionReference.file)["tables"]["paging_target"]
    let width = table["page_width"].double
    let rows = table["rows"].array
    #expect(rows.count == 21)
    for row in rows {
      let offset = row[0].double
      let velocity = row[1].double
      var engine = PagerEngine(configuration: PagerConfiguration(pageCount: 5, viewExtent: width))
      engine.touchDown(at: 0)
      engine.moveTouch(to: -offset - (offset < 0 ? -10 : 10), arrivingAt: .zero)
      engine.touchUp(velocity: -velocity)
      #expect(engine.state.targetPage == row[2].int, "offset \(offset), velocity \(velocity)")
    }
  }

  @Test("the current page flips at half a page, halves up")
  func currentPage() throws {
    let table = try #require(MotionReference.file)["tables"]["current_dot_during_scroll"]
    let configuration = PagerConfiguration(pageCount: 5, viewExtent: 390)
    let rows = table["rows"].array
    #expect(rows.count == 11)
    for row in rows {
      #expect(configuration.pageNumber(at: row[0].double / 390) == row[1].int)
    }
  }

  @Test("measured checkpoints of UIKit within their stated tolerance")
  func measured() throws {
    let sets = try #require(MotionReference.file)["measured_checkpoints"].array
    var checked = 0
    for set in sets {
      let id = set["id"].string ?? ""
      let tolerance = set["suggested_tolerance"].double
      for sample in set["samples"].array {
        let t = sample[0].double
        let measured = sample[1].double
        if id.hasPrefix("uikit.decel.v") {
          let v0 = id.hasSuffix("v3000") ? 3000.0 : 750.0
          #expect((Deceleration.normal.distance(at: t, from: v0) - measured).magnitude <= tolerance)
          checked += 1
        } else if id == "uikit.held_release" {
          let state = Spring.bounce.state(at: t, from: -235, velocity: 1722.3)
          #expect((state.position - measured).magnitude <= tolerance)
          checked += 1
        }
      }
    }
    #expect(checked > 40)
  }
}
