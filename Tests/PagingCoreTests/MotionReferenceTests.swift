import FolioNumerics
import Synchronization
import TestSupport
import Testing

@testable import FolioPagingCore

/// The reference curves of `Tests/Reference/motion`.
enum MotionReference {
  static let file: JSONValue? = try? JSONValue(reference: "motion/motion.json")

  /// Notes which sets of the file are asked for while something runs.
  final class Log: Sendable {
    private let names = Mutex<Set<String>>([])
    func note(_ name: String) { names.withLock { _ = $0.insert(name) } }
    var all: Set<String> { names.withLock { $0 } }
  }

  @TaskLocal static var log: Log?

  static func curves(prefix: String) -> [JSONValue] {
    (file?["curves"].array ?? []).filter { ($0["id"].string ?? "").hasPrefix(prefix) }
  }

  /// A table by its name.
  static func table(_ name: String) throws -> JSONValue {
    log?.note("table \(name)")
    return try #require(file)["tables"][name]
  }

  /// The measured checkpoints.
  static func checkpoints() throws -> [JSONValue] {
    let sets = try #require(file)["measured_checkpoints"].array
    for set in sets { log?.note("measured \(set["id"].string ?? "")") }
    return sets
  }

  /// Calls `body` with each row of each curve as a dictionary by column.
  static func rows(prefix: String, _ body: (JSONValue, [String: Double]) -> Void) -> Int {
    var count = 0
    for curve in curves(prefix: prefix) {
      log?.note("curve \(curve["id"].string ?? "")")
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

/// The values of one set of reference data, with the largest difference found.
final class MotionReport {
  private let set: String
  private let tolerance: Double
  private var worst = 0.0
  private var count = 0

  /// - Parameter tolerance: the largest difference allowed; relative where values are above 1.
  init(_ set: String, tolerance: Double = 1e-9) {
    self.set = set
    self.tolerance = tolerance
  }

  func isNear(_ value: Double, _ right: Double) -> Bool {
    count += 1
    let difference = (value - right).magnitude / max(1, right.magnitude)
    worst = difference.isNaN ? .infinity : max(worst, difference)
    return worst <= tolerance
  }

  /// As ``isNear(_:_:)`` in points.
  func isWithin(_ value: Double, _ right: Double) -> Bool {
    count += 1
    worst = max(worst, (value - right).magnitude)
    return (value - right).magnitude <= tolerance
  }

  deinit { print("reference \(set): worst difference \(worst) of \(tolerance) in \(count) values") }
}

@Suite("Motion follows the reference curves, each of which prints its worst difference")
struct MotionReferenceTests {
  @Test("timing functions")
  func timingFunctions() {
    let report = MotionReport("bezier")
    let count = MotionReference.rows(prefix: "bezier.") { curve, row in
      let c = curve["parameters"]["control_points"].array.map(\.double)
      let timing = TimingCurve.cubicBezier(x1: c[0], y1: c[1], x2: c[2], y2: c[3])
      #expect(report.isNear(timing.progress(at: row["x"] ?? .nan), row["y"] ?? .nan))
    }
    #expect(count > 40)
  }

  @Test("named curves have Core Animation's control points")
  func namedCurves() {
    let report = MotionReport("bezier by name")
    let named: [(String, TimingCurve)] = [
      ("linear", .linear), ("easeIn", .easeIn), ("easeOut", .easeOut),
      ("easeInEaseOut", .easeInEaseOut), ("default", .default),
    ]
    for (name, timing) in named {
      let count = MotionReference.rows(prefix: "bezier.\(name)") { curve, row in
        guard curve["id"].string == "bezier.\(name)" else { return }
        #expect(report.isNear(timing.progress(at: row["x"] ?? .nan), row["y"] ?? .nan))
      }
      #expect(count > 0)
    }
  }

  @Test("animated page changes, with the device-pixel roundings")
  func pageScroll() {
    let report = MotionReport("page_scroll")
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
      #expect(report.isNear(place, row["progress"] ?? .nan))
      #expect(report.isNear(offset, row["offset"] ?? .nan))
    }
    #expect(count > 80)
  }

  @Test("rubber band, its slope and its inverse")
  func rubberBand() {
    let report = MotionReport("rubber_band")
    var slopes = 0
    let count = MotionReference.rows(prefix: "rubber_band") { curve, row in
      let dimension = curve["parameters"]["dim"].double
      let c = curve["parameters"]["c"].double
      let band = RubberBand(dimension: dimension, coefficient: c)
      let pull = row["pull"] ?? .nan
      let shown = row["band"] ?? .nan
      #expect(report.isNear(band.shown(for: pull), shown))
      #expect(report.isNear(band.shown(for: -pull), -shown))
      #expect(report.isNear(band.pull(for: shown), pull))
      // At the edge itself the finger is still inside, where the slope is one.
      if let slope = row["slope"], pull > 0 {
        let finger = FingerMotion(
          from: 0, to: -1, duration: .one, anchor: 0, anchorPlace: pull / dimension,
          stride: dimension, bounds: 0...0, viewExtent: dimension, bounces: true)
        let speed = Motion.finger(finger).velocity(at: .zero) * dimension
        #expect(report.isNear(speed, slope))
        slopes += 1
      }
    }
    #expect(count > 20 && slopes > 10)
  }

  @Test("free deceleration in the 1 ms form, and the continuous one beside it")
  func deceleration() {
    let report = MotionReport("deceleration")
    var checked = 0
    let count = MotionReference.rows(prefix: "decel") { curve, row in
      let parameters = curve["parameters"]
      let law = Deceleration(rate: parameters["rate"].double)
      let integral = Deceleration(rate: parameters["rate"].double, form: .continuous)
      let v0 = parameters["v0"].double
      if let t = row["t"], let x = row["x_ms_sum"], let v = row["v"] {
        #expect(report.isNear(law.distance(at: t, from: v0), x))
        #expect(report.isNear(law.velocity(at: t, from: v0), v))
        let continuous = row["x_continuous"] ?? .nan
        #expect(report.isNear(integral.distance(at: t, from: v0), continuous))
        checked += 1
      }
    }
    #expect(count > 0 && checked > 0)
  }

  @Test("springs in all three regimes")
  func springs() {
    let report = MotionReport("spring")
    let count = MotionReference.rows(prefix: "spring.") { curve, row in
      let parameters = curve["parameters"]
      let spring = Spring(
        mass: parameters["mass"].double, stiffness: parameters["stiffness"].double,
        damping: parameters["damping"].double)
      let state = spring.state(
        at: row["t"] ?? .nan, from: parameters["x0"].double, velocity: parameters["v0"].double)
      #expect(report.isNear(state.position, row["x"] ?? .nan))
      #expect(report.isNear(state.velocity, row["v"] ?? .nan))
    }
    #expect(count > 50)
  }

  @Test("unit springs")
  func unitSprings() {
    let report = MotionReport("unit_spring")
    let count = MotionReference.rows(prefix: "unit_spring.") { curve, row in
      let parameters = curve["parameters"]
      let spring = Spring(
        mass: parameters["mass"].double, stiffness: parameters["stiffness"].double,
        damping: parameters["damping"].double)
      let state = spring.state(
        at: row["t"] ?? .nan, from: 1,
        velocity: -parameters["initial_velocity_normalised"].double)
      #expect(report.isNear(1 - state.position, row["progress"] ?? .nan))
      #expect(report.isNear(-state.velocity, row["progress_rate"] ?? .nan))
    }
    #expect(count > 40)
  }

  @Test("the settle after a drag, through the whole engine")
  func settle() {
    let report = MotionReport("page_settle")
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
          report.isNear(
            state.position * page + parameters["target"].double, row["x"] ?? .nan))
        #expect(report.isNear(state.velocity * page, row["v"] ?? .nan))
      } else {
        Issue.record("no settle")
      }
    }
    #expect(count > 30)
  }

  @Test("the page chosen after a drag")
  func pagingTargets() throws {
    let table = try MotionReference.table("paging_target")
    let report = MotionReport("paging_target", tolerance: 0)
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
      let target = Double(engine.state.targetPage ?? -1)
      #expect(report.isNear(target, row[2].double), "offset \(offset), velocity \(velocity)")
    }
  }

  @Test("the current page flips at half a page, halves up")
  func currentPage() throws {
    let table = try MotionReference.table("current_dot_during_scroll")
    let report = MotionReport("current_dot_during_scroll", tolerance: 0)
    let configuration = PagerConfiguration(pageCount: 5, viewExtent: 390)
    let rows = table["rows"].array
    #expect(rows.count == 11)
    for row in rows {
      let number = configuration.pageNumber(at: row[0].double / 390)
      #expect(report.isNear(Double(number), row[1].double))
    }
  }

  static let flutterCurves = [
    "friction_only_v1000", "hits_trailing_edge", "hits_trailing_edge_fast", "starts_overscrolled",
    "starts_overscrolled_moving",
  ]

  @Test(
    "Flutter's free scrolling, its edges and their springs, through the whole engine",
    arguments: flutterCurves)
  func flutterBouncing(id: String) throws {
    // Instants fall on the nanosecond grid: at 4000 pt/s that is 4e-6 pt.
    let report = MotionReport("flutter.bouncing.\(id)", tolerance: 1e-5)
    var engine: PagerEngine?
    let count = MotionReference.rows(prefix: "flutter.bouncing.\(id)") { curve, row in
      guard curve["id"].string == "flutter.bouncing.\(id)" else { return }
      let parameters = curve["parameters"]
      if engine == nil {
        let trailing = parameters["trailing"].double
        var configuration = PagerConfiguration.flutter(
          pageCount: Int(trailing / 100) + 1, viewExtent: 100)
        configuration.snapping = .free
        engine = PagerEngine(configuration: configuration)
        // A finger takes the content to its place and lifts with the stated speed.
        var raw = parameters["position"].double
        let edge = min(max(raw, 0), trailing)
        // The rubber band gives way to less than one view; from further out the motion itself is
        // started there.
        if (raw - edge).magnitude < 100 {
          raw = edge + RubberBand(dimension: 100, coefficient: 0.52).pull(for: raw - edge)
          engine?.touchDown(at: 0)
          engine?.moveTouch(to: -raw + (raw > 0 ? -18 : 18), arrivingAt: .zero)
          engine?.touchUp(velocity: -parameters["velocity"].double)
        } else {
          engine?.phase = .settling
          engine?.motion = .rest(raw / 100)
          engine?.bounce(velocity: parameters["velocity"].double / 100)
        }
        engine?.advance(to: 20)
      }
      guard row["done"] == 0, let state = engine?.recording.state(at: time(row["t"])) else {
        return
      }
      // Within the last half point ours has arrived.
      let right = row["x"] ?? .nan
      if state.phase == .idle {
        #expect((state.contentOffset - right).magnitude < 0.5)
      } else {
        #expect(report.isWithin(state.contentOffset, right))
      }
    }
    #expect(count >= 11)
  }

  @Test("Flutter's laws themselves, at the reference's own instants")
  func flutterLaws() throws {
    let report = MotionReport("flutter (laws)")
    let law = Deceleration.flutter
    let edgeLaw = Overscroll.flutter
    for curve in MotionReference.curves(prefix: "flutter.bouncing.") {
      let parameters = curve["parameters"]
      let x0 = parameters["position"].double
      let v0 = parameters["velocity"].double
      let edge =
        x0 < parameters["leading"].double
        ? parameters["leading"].double
        : parameters["trailing"].double
      let isOutside = x0 < parameters["leading"].double || x0 > edge
      let impact = isOutside ? 0 : law.time(toCover: edge - x0, from: v0)
      let start = curve["derived"]["spring_start_time"].double
      if !start.isNaN { #expect(report.isNear(try #require(impact), start)) }
      _ = MotionReference.rows(prefix: curve["id"].string ?? "?") { row, values in
        guard row["id"].string == curve["id"].string, let t = values["t"], values["done"] == 0
        else { return }
        let state: (position: Double, velocity: Double)
        if let impact, t >= impact {
          let speed =
            isOutside ? v0 : min(law.velocity(at: impact, from: v0), edgeLaw.highestImpactSpeed)
          let spring = edgeLaw.spring.state(
            at: t - impact, from: isOutside ? x0 - edge : 0, velocity: speed)
          state = (edge + spring.position, spring.velocity)
        } else {
          state = (x0 + law.distance(at: t, from: v0), law.velocity(at: t, from: v0))
        }
        #expect(report.isNear(state.position, values["x"] ?? .nan))
        #expect(report.isNear(state.velocity, values["v"] ?? .nan))
      }
    }
    let count = MotionReference.rows(prefix: "flutter.page_settle.") { curve, row in
      guard let t = row["t"], row["done"] == 0 else { return }
      let parameters = curve["parameters"]
      let target = parameters["target"].double
      let state = edgeLaw.spring.state(
        at: t, from: parameters["x0"].double - target, velocity: parameters["v0"].double)
      #expect(report.isNear(target + state.position, row["x"] ?? .nan))
      #expect(report.isNear(state.velocity, row["v"] ?? .nan))
    }
    #expect(count > 20)
  }

  @Test("what follows from the curves: reaches, projections, times and peaks")
  func derived() {
    let report = MotionReport("derived values")
    for curve in MotionReference.curves(prefix: "deceleration.") {
      let parameters = curve["parameters"]
      let derived = curve["derived"]
      let v0 = parameters["v0"].double
      let law = Deceleration(rate: parameters["rate"].double)
      let integral = Deceleration(rate: parameters["rate"].double, form: .continuous)
      let stop = law.duration(from: v0, stopSpeed: 10)
      for (value, key) in [
        (integral.reach, "factor_continuous"), (law.reach, "factor_ms_sum"),
        (integral.projectedDistance(from: v0), "distance_to_rest_continuous"),
        (law.projectedDistance(from: v0), "distance_to_rest_ms_sum"),
        (law.projectedDistance(from: v0), "wwdc18_projection"), (stop, "time_to_10_pt_per_s"),
        (integral.distance(at: stop, from: v0), "distance_at_10_pt_per_s_continuous"),
        (law.distance(at: stop, from: v0), "distance_at_10_pt_per_s_ms_sum"),
      ] { #expect(report.isNear(value, derived[key].double), "\(key)") }
    }
    var peaks = 0
    for curve in MotionReference.curves(prefix: "spring.") {
      let parameters = curve["parameters"]
      let spring = Spring(
        mass: parameters["mass"].double, stiffness: parameters["stiffness"].double,
        damping: parameters["damping"].double)
      let (x0, v0) = (parameters["x0"].double, parameters["v0"].double)
      #expect(
        report.isNear(
          spring.settlingTime(from: x0, velocity: v0, below: 0.5),
          curve["derived"]["time_when_abs_x_falls_below_0_5"].double))
      let peak = curve["derived"]["peak_time"].double
      if !peak.isNaN {
        let state = spring.state(at: peak, from: x0, velocity: v0)
        #expect(report.isNear(state.position, curve["derived"]["peak_displacement"].double))
        // The speed there is nothing beside the one it began with.
        #expect(state.velocity.magnitude < 1e-9 * v0.magnitude)
        peaks += 1
      }
    }
    #expect(peaks == 7)
  }

  private func time(_ seconds: Double?) -> Rational { Rational(roundingUp: seconds ?? 0) }

  @Test("the frames of an animated page change: the last one is at rest, the one before is not")
  func frameTimes() throws {
    let rows = try MotionReference.table("frame_times")["rows"].array
    let report = MotionReport("frame_times", tolerance: 0)
    #expect(rows.count >= 3)
    for row in rows {
      let duration = row["duration"].double
      let hz = row["hz"].int ?? 60
      let last = row["last_frame"].int ?? 0
      var engine = PagerEngine(configuration: PagerConfiguration(pageCount: 2, viewExtent: 390))
      engine.goTo(page: 1, duration: Rational(Int((duration * 1000).rounded()), 1000))
      engine.advance(to: 1)
      // Frame 0 is the rest before.
      let arrived = (1...200).first { engine.recording.state(at: Rational($0, hz)).isAtRest }
      #expect(report.isNear(Double(arrived ?? -1), Double(last)))
      #expect(report.isNear(row["frames_inclusive"].double, Double(last + 1)))
    }
  }

  @Test("UIKit's named animation curves are the timing functions of these names")
  func curveMap() throws {
    let rows = try MotionReference.table("uiview_animation_curve_map")["rows"]
    let named: [String: TimingCurve] = [
      "easeInOut": .easeInEaseOut, "easeIn": .easeIn, "easeOut": .easeOut, "linear": .linear,
    ]
    for row in rows.array {
      let curve = try #require(named[row[0].string ?? ""])
      let report = MotionReport("UIView.AnimationCurve.\(row[0].string ?? "")")
      let count = MotionReference.rows(prefix: row[2].string ?? "?") { reference, sample in
        guard reference["id"].string == row[2].string else { return }
        #expect(report.isNear(curve.progress(at: sample["x"] ?? .nan), sample["y"] ?? .nan))
      }
      #expect(count > 0)
    }
    #expect(rows.array.count == 4)
  }

  /// The elastic edge of a macOS trackpad, as WebKit and Chromium publish it. Nothing in the project
  /// moves like that: its rows are beside the bounce for comparison, and the test evaluates the
  /// published formula itself, `(x0 - v0 t 0.31) exp(-20 t / 1.6)`, so that no row stays unread.
  @Test("the trackpad's elastic edge, a set for comparison only: the published formula")
  func trackpadElastic() {
    let report = MotionReport("webkit_mac_elastic (formula alone, for comparison)")
    let count = MotionReference.rows(prefix: "webkit_mac_elastic.") { curve, row in
      let parameters = curve["parameters"]
      let t = row["t"] ?? .nan
      let x =
        (parameters["x0"].double - parameters["v0"].double * t * 0.31)
        * Elementary.exp(-20 * t / 1.6)
      #expect(report.isNear(x, row["x"] ?? .nan))
      // What it is compared with: at rest both begin to return at the decay rate times the distance,
      // 12.5 here and 10 there, so ours is never nearer to the edge.
      if parameters["v0"].double == 0, t > 0 {
        let x0 = parameters["x0"].double
        let rate = MotionConstants.bounceReleaseRate
        #expect(Spring.bounce.state(at: t, from: x0, velocity: -rate * x0).position > x)
      }
    }
    #expect(count == 20)
  }

  @Test("the constants of the model are those that the reference was made with")
  func constants() throws {
    let report = MotionReport("constants", tolerance: 0)
    let system = PageControlMetrics.system
    let classic = PageControlMetrics.classic
    let known: [(String, Double)] = [
      ("rubber_band_c", MotionConstants.rubberBandCoefficient),
      ("deceleration_rate_normal", MotionConstants.decelerationRateNormal),
      ("deceleration_rate_fast", MotionConstants.decelerationRateFast),
      ("deceleration_stop_speed", MotionConstants.decelerationStopSpeed),
      ("bounce_stiffness", MotionConstants.bounceStiffness),
      ("bounce_damping", MotionConstants.bounceDamping),
      ("bounce_end_distance", MotionConstants.springSnapDistance),
      ("page_scroll_duration", MotionConstants.pageAnimationDuration.double),
      ("pan_slop", MotionConstants.panSlop),
      ("paging_flick_speed", MotionConstants.flickSpeed),
      ("page_control_modern_slot", system.slot), ("page_control_modern_pitch", system.pitch),
      ("page_control_modern_height", system.height),
      ("page_control_modern_side_padding", system.sidePadding),
      ("page_control_legacy_dot", classic.dot), ("page_control_legacy_gap", classic.gap),
      ("page_control_legacy_height", classic.height),
    ]
    let rows = try #require(MotionReference.file)["constants"].array
    for (id, value) in known {
      let row = try #require(rows.first { $0["id"].string == id }, "\(id)")
      #expect(report.isNear(value, row["value"].double), "\(id)")
    }
    // The dot is rounded up to a tenth of a point.
    let ink = rows.first { $0["id"].string == "page_control_modern_dot_ink_diameter" }
    #expect((system.dot - (ink?["value"].double ?? .nan)).magnitude < 0.011)
  }

  @Test("no curve, table or checkpoint of the file is skipped")
  func everySet() throws {
    let file = try #require(MotionReference.file)
    let log = MotionReference.Log()
    try MotionReference.$log.withValue(log) {
      timingFunctions()
      namedCurves()
      pageScroll()
      rubberBand()
      deceleration()
      springs()
      unitSprings()
      settle()
      try pagingTargets()
      try currentPage()
      try flutterLaws()
      derived()
      for id in MotionReferenceTests.flutterCurves { try flutterBouncing(id: id) }
      try frameTimes()
      try curveMap()
      trackpadElastic()
      try measured()
      try PresetTests().flutterSettle()
      for look in ["modern", "legacy"] { try PageControlTests().layout(look: look) }
    }
    let curves = file["curves"].array.map { "curve \($0["id"].string ?? "")" }
    let tables = file["tables"].keys.map { "table \($0)" }
    let checkpoints = file["measured_checkpoints"].array.map { "measured \($0["id"].string ?? "")" }
    #expect(curves.count == 64 && tables.count == 6 && checkpoints.count == 6)
    #expect(Set(curves + tables + checkpoints).subtracting(log.all).sorted() == [])
  }

  @Test("measured checkpoints of UIKit within their stated tolerance")
  func measured() throws {
    let sets = try MotionReference.checkpoints()
    #expect(sets.count == 6)
    for set in sets {
      let id = set["id"].string ?? ""
      let report = MotionReport(id, tolerance: set["suggested_tolerance"].double)
      /// An animated change of `width` points, at a frame of 60 Hz after its start.
      func animated(_ frame: Double, width: Double) -> Double {
        var engine = PagerEngine(
          configuration: PagerConfiguration(pageCount: 2, viewExtent: width))
        engine.goTo(page: 1)
        engine.advance(to: 1)
        return engine.recording.state(at: Rational(Int(frame), 60)).contentOffset
      }
      for sample in set["samples"].array {
        let t = sample[0].double
        let measured = sample[1].double
        let value: Double
        switch id {
        case "uikit.decel.v3000": value = Deceleration.normal.distance(at: t, from: 3000)
        case "uikit.decel.v750": value = Deceleration.normal.distance(at: t, from: 750)
        case "uikit.held_release":
          value = Spring.bounce.state(at: t, from: -235, velocity: 1722.3).position
        case "uikit.page_view_controller.forward_375":
          // The queue of three is reset to its middle when the motion is over.
          let offset = animated(t, width: 375)
          value = offset == 375 ? 375 : 375 + offset
        case "uikit.set_content_offset_400": value = animated(t, width: 400)
        case "uikit.rubber_band_852": value = RubberBand(dimension: 852).shown(for: t)
        default:
          Issue.record("\(id) is not checked")
          continue
        }
        #expect(report.isWithin(value, measured), "\(id) at \(t)")
      }
    }
  }
}
