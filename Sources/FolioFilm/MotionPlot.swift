import FolioGeometry
import FolioNumerics
import FolioPagingCore
import FolioRaster
import FolioRendering
import FolioScene
import FolioSequence

/// A picture of a pager's motion: its page position and its speed over time, with the events marked.
///
/// The upper panel shows the position in pages, with a line at each page; the lower one the speed in
/// pages a second; where a page curl has two pages on a leaf both count leaves. Dots on the zero line
/// mark events: blue for a finger that begins or ends a drag, orange for the timer, green for arrivals,
/// red for what was interrupted. A legend says so.
public struct MotionPlot: Sendable {
  private let track: PagerTrack
  private let duration: Double

  /// Whether leaves of two pages are what is counted.
  private var isPaired: Bool { track.leafLayout != .single }

  /// Width of the plot in pixels.
  public static let width = 1200
  /// Height of the plot in pixels.
  public static let height = 600

  private static let upper = Rect(x: 60, y: 24, width: 1116, height: 330)
  private static let lower = Rect(x: 60, y: 390, width: 1116, height: 170)
  private static let ink = Color(red: 0x22, green: 0x24, blue: 0x2B)
  private static let rule = Color(red: 0xD8, green: 0xDB, blue: 0xE4)
  private static let position = Color(red: 0x3B, green: 0x5B, blue: 0xDB)
  private static let speed = Color(red: 0x7B, green: 0x2C, blue: 0xBF)

  /// A plot of a pager, the main one unless another is meant.
  public init(_ recording: SceneRecording, track index: Int = 0) {
    track = recording.tracks[index]
    duration = max(recording.duration.double, 1e-3)
  }

  /// A line of the plot in its own units, one point a pixel column.
  private struct Curve {
    var points: [(t: Double, value: Double)]
    var low: Double
    var high: Double
  }

  private func curve(_ value: (PagerState) -> Double) -> Curve {
    var curve = Curve(points: [], low: 0, high: 0)
    let columns = Int(MotionPlot.upper.width) * 2
    for i in 0...columns {
      let t = duration * Double(i) / Double(columns)
      let v = value(track.recording.state(at: Rational(roundingUp: t)))
      curve.points.append((t, v))
      curve.low = i == 0 ? v : min(curve.low, v)
      curve.high = i == 0 ? v : max(curve.high, v)
    }
    return curve
  }

  private var positionCurve: Curve {
    var curve = curve(\.position)
    curve.low = (curve.low - 0.05).rounded(.down)
    curve.high = max(curve.low + 1, (curve.high + 0.05).rounded(.up))
    return curve
  }

  private var speedCurve: Curve {
    var curve = curve(\.velocity)
    let reach = max(1, max(curve.high.magnitude, curve.low.magnitude)) * 1.05
    curve.low = -reach
    curve.high = reach
    return curve
  }

  private func place(_ t: Double, _ value: Double, _ curve: Curve, in panel: Rect) -> Point {
    Point(
      x: panel.minX + panel.width * t / duration,
      y: panel.maxY - panel.height * (value - curve.low) / (curve.high - curve.low))
  }

  private static let blue = Color(red: 0x1C, green: 0x7E, blue: 0xD6)
  private static let orange = Color(red: 0xE8, green: 0x59, blue: 0x0C)
  private static let green = Color(red: 0x2F, green: 0x9E, blue: 0x44)
  private static let red = Color(red: 0xE0, green: 0x31, blue: 0x31)

  /// What the colours of the marks mean, and where the mark beside each word lies.
  private static let legend: [(color: Color, word: String, center: Point)] = [
    (blue, "finger", Point(x: 850, y: 12)), (orange, "timer", Point(x: 930, y: 12)),
    (green, "arrival", Point(x: 1006, y: 12)), (red, "interrupted", Point(x: 1088, y: 12)),
  ]

  private var marks: [(t: Double, color: Color, name: String)] {
    let (blue, orange) = (MotionPlot.blue, MotionPlot.orange)
    let (green, red) = (MotionPlot.green, MotionPlot.red)
    return track.recording.events.compactMap { logged in
      let color: Color
      switch logged.event {
      case .willBeginDragging, .didEndDragging: color = blue
      case .timerFired: color = orange
      case .didEndDecelerating, .didEndScrollingAnimation: color = green
      case .completion(_, let finished):
        if finished { return nil }
        color = red
      case .didTransition(_, let completed):
        if completed { return nil }
        color = red
      default: return nil
      }
      let t = logged.time.double
      return t <= duration ? (t, color, logged.event.name) : nil
    }
  }

  /// Whole numbers between the bounds, at most about twelve of them.
  private func ticks(_ low: Double, _ high: Double) -> [Int] {
    let first = PageIndex.checked(low.rounded(.up))
    let last = PageIndex.checked(high.rounded(.down))
    let step = max(1, (last - first) / 12 + ((last - first) % 12 > 0 && last - first > 12 ? 1 : 0))
    return last >= first ? Array(stride(from: first, through: last, by: step)) : []
  }

  /// Round times from 0 on, at most fourteen of them.
  private var times: [Double] {
    // Hundredths of a second: 1, 2, 5, 10 and so on.
    let limit = PageIndex.checked((duration * 100 + 1e-6).rounded(.down))
    var step = 1
    var decade = 1
    while limit / step > 13 {
      switch step / decade {
      case 1: step = 2 * decade
      case 2: step = 5 * decade
      default:
        decade *= 10
        step = decade
      }
    }
    return stride(from: 0, through: limit, by: step).map { Double($0) / 100 }
  }

  // MARK: - Words

  /// A word of the plot: where its line begins, has its middle or ends, on the base line.
  private struct Label {
    enum Anchor: String {
      case start
      case middle
      case end
    }

    let text: String
    let place: Point
    let anchor: Anchor
  }

  private static let fontSize = 12.0

  private func labels(_ position: Curve, _ speed: Curve) -> [Label] {
    let (upper, lower) = (MotionPlot.upper, MotionPlot.lower)
    var labels = times.map { time in
      Label(
        text: "\(JSONWriter.text(of: time)) s",
        place: Point(x: place(time, 0, position, in: upper).x, y: lower.maxY + 18), anchor: .middle)
    }
    for page in ticks(position.low, position.high) {
      let y = place(0, Double(page), position, in: upper).y
      labels.append(
        Label(text: "\(page)", place: Point(x: upper.minX - 8, y: y + 4), anchor: .end))
    }
    let zero = place(0, 0, speed, in: lower).y
    labels.append(Label(text: "0", place: Point(x: lower.minX - 8, y: zero + 4), anchor: .end))
    labels.append(
      Label(
        text: "\(isPaired ? "leaf" : "page") position",
        place: Point(x: upper.minX, y: upper.minY - 8), anchor: .start))
    labels.append(
      Label(
        text:
          "\(isPaired ? "leaves" : "pages") a second, at most \(MotionPlot.number(speed.high / 1.05))",
        place: Point(x: lower.minX, y: lower.minY - 8), anchor: .start))
    for (_, word, center) in MotionPlot.legend {
      labels.append(
        Label(text: word, place: Point(x: center.x + 10, y: center.y + 4), anchor: .start))
    }
    return labels
  }

  private static func number(_ value: Double) -> String {
    JSONWriter.text(of: (value * 100).rounded() / 100)
  }

  /// The words alone on white: a scene of text layers.
  private func words(_ labels: [Label], fontFolders: [String]) throws(DiagnosticList) -> Bitmap {
    var scene = Scene(
      name: "plot",
      canvas: CanvasDescription(
        size: Size(width: Double(MotionPlot.width), height: Double(MotionPlot.height)),
        background: .white, duration: 1),
      pages: [])
    let size = MotionPlot.fontSize
    // A line of 1.25 times its size has its base line about a size below its upper edge.
    let width = 400.0
    scene.above = labels.map { label in
      let (align, x): (TextAlignment, Double) =
        switch label.anchor {
        case .start: (.left, label.place.x)
        case .middle: (.center, label.place.x - width / 2)
        case .end: (.right, label.place.x - width)
        }
      return .text(
        label.text,
        style: TextStyle(size: size, line: size * 1.25, color: MotionPlot.ink, align: align),
        frame: LayerFrame(
          x: Length(x), y: Length(label.place.y - size), w: Length(width), h: Length(size * 1.5)))
    }
    return try SceneRenderer(Playback.play(scene), fontFolders: fontFolders).frame(0)
  }

  // MARK: - Pictures

  /// The plot as a bitmap.
  ///
  /// - Parameter fontFolders: where the fonts that ship are looked for, in order.
  /// - Throws: what is wrong with the fonts.
  public func bitmap(
    fontFolders: [String] = FontFolders.standard()
  ) throws(DiagnosticList) -> Bitmap {
    let position = positionCurve
    let speed = speedCurve
    var canvas = Canvas(drawingOn: try words(labels(position, speed), fontFolders: fontFolders))
    for time in times {
      let x = place(time, 0, position, in: MotionPlot.upper).x
      for panel in [MotionPlot.upper, MotionPlot.lower] {
        canvas.fill(
          Rect(x: x.rounded(), y: panel.minY, width: 1, height: panel.height),
          with: .color(MotionPlot.rule))
      }
    }
    for (curve, panel, lines) in [
      (position, MotionPlot.upper, ticks(position.low, position.high)),
      (speed, MotionPlot.lower, [0]),
    ] {
      for line in lines {
        let y = place(0, Double(line), curve, in: panel).y
        canvas.fill(
          Rect(x: panel.minX, y: y.rounded(), width: panel.width, height: 1),
          with: .color(MotionPlot.rule))
      }
    }
    draw(position, in: MotionPlot.upper, MotionPlot.position, &canvas)
    draw(speed, in: MotionPlot.lower, MotionPlot.speed, &canvas)
    func mark(_ p: Point, _ color: Color, _ canvas: inout Canvas) {
      canvas.fill(
        ellipseIn: Rect(x: p.x - 5, y: p.y - 5, width: 10, height: 10), with: .color(color))
    }
    for event in marks {
      mark(place(event.t, 0, speed, in: MotionPlot.lower), event.color, &canvas)
    }
    for (color, _, center) in MotionPlot.legend { mark(center, color, &canvas) }
    return canvas.finish()
  }

  /// A curve as a band two and a half pixels wide.
  private func draw(_ curve: Curve, in panel: Rect, _ color: Color, _ canvas: inout Canvas) {
    var path = Path()
    for (a, b) in zip(curve.points, curve.points.dropFirst()) {
      let from = place(a.t, a.value, curve, in: panel)
      let to = place(b.t, b.value, curve, in: panel)
      let dx = to.x - from.x
      let dy = to.y - from.y
      let length = (dx * dx + dy * dy).squareRoot()
      if !(length > 0) { continue }
      let nx = -dy / length * 1.25
      let ny = dx / length * 1.25
      path.move(to: Point(x: from.x + nx, y: from.y + ny))
      path.line(to: Point(x: to.x + nx, y: to.y + ny))
      path.line(to: Point(x: to.x - nx, y: to.y - ny))
      path.line(to: Point(x: from.x - nx, y: from.y - ny))
      path.close()
    }
    canvas.fill(path, with: .color(color))
  }

  /// The plot as an SVG document, with its axes labelled and each event named.
  public func svg() -> String {
    func hex(_ color: Color) -> String {
      func two(_ value: UInt8) -> String {
        let text = String(value, radix: 16)
        return text.utf8.count == 1 ? "0" + text : text
      }
      return "#" + two(color.red) + two(color.green) + two(color.blue)
    }
    func number(_ value: Double) -> String { MotionPlot.number(value) }
    let position = positionCurve
    let speed = speedCurve
    var out = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(MotionPlot.width)" height="\
      \(MotionPlot.height)" viewBox="0 0 \(MotionPlot.width) \(MotionPlot.height)" \
      font-family="sans-serif" font-size="\(number(MotionPlot.fontSize))" fill="\(hex(MotionPlot.ink))">
      <rect width="100%" height="100%" fill="white"/>

      """
    func line(_ a: Point, _ b: Point, _ color: Color) {
      out +=
        "<line x1=\"\(number(a.x))\" y1=\"\(number(a.y))\" x2=\"\(number(b.x))\" "
        + "y2=\"\(number(b.y))\" stroke=\"\(hex(color))\"/>\n"
    }
    for time in times {
      let x = place(time, 0, position, in: MotionPlot.upper).x
      for panel in [MotionPlot.upper, MotionPlot.lower] {
        line(Point(x: x, y: panel.minY), Point(x: x, y: panel.maxY), MotionPlot.rule)
      }
    }
    for page in ticks(position.low, position.high) {
      let y = place(0, Double(page), position, in: MotionPlot.upper).y
      line(
        Point(x: MotionPlot.upper.minX, y: y), Point(x: MotionPlot.upper.maxX, y: y),
        MotionPlot.rule)
    }
    let zero = place(0, 0, speed, in: MotionPlot.lower).y
    line(
      Point(x: MotionPlot.lower.minX, y: zero), Point(x: MotionPlot.lower.maxX, y: zero),
      MotionPlot.rule)
    for label in labels(position, speed) {
      out +=
        "<text x=\"\(number(label.place.x))\" y=\"\(number(label.place.y))\" "
        + "text-anchor=\"\(label.anchor.rawValue)\">\(label.text)</text>\n"
    }
    for (curve, panel, color) in [
      (position, MotionPlot.upper, MotionPlot.position),
      (speed, MotionPlot.lower, MotionPlot.speed),
    ] {
      let points = curve.points.map { point in
        let p = place(point.t, point.value, curve, in: panel)
        return "\(number(p.x)),\(number(p.y))"
      }
      out +=
        "<polyline fill=\"none\" stroke=\"\(hex(color))\" stroke-width=\"2.5\" points=\""
        + points.joined(separator: " ") + "\"/>\n"
    }
    for mark in marks {
      let p = place(mark.t, 0, speed, in: MotionPlot.lower)
      out +=
        "<circle cx=\"\(number(p.x))\" cy=\"\(number(p.y))\" r=\"5\" fill=\"\(hex(mark.color))\">"
        + "<title>\(mark.name) at \(JSONWriter.text(of: mark.t)) s</title></circle>\n"
    }
    for (color, _, center) in MotionPlot.legend {
      out +=
        "<circle cx=\"\(number(center.x))\" cy=\"\(number(center.y))\" r=\"5\" "
        + "fill=\"\(hex(color))\"/>\n"
    }
    return out + "</svg>\n"
  }
}
