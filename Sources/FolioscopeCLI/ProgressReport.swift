import FolioSequence
import Folioscope
import Synchronization

/// Tells how far a film is: on a terminal in one line that is redrawn at most ten times a second,
/// elsewhere in a line for each tenth of the work, but not more often than every 30 seconds.
///
/// No line says 100 % before ``finish(summary:)``, which is called when everything is in place.
final class ProgressReport: Sendable {
  /// How to report.
  enum Style {
    case bar
    case plain
    case json
    case none
  }

  private struct State {
    var total = 0
    var last: FilmProgress?
    var start = 0.0
    var shown = -1.0
    var shownDone = 0
    /// Times and counts of the last seconds, for the speed.
    var history: [(time: Double, done: Int)] = []
    var isLineOpen = false
  }

  private let label: String
  private let style: Style
  private let columns: Int
  private let clock: @Sendable () -> Double
  private let output: @Sendable ([UInt8]) -> Void
  private let state = Mutex(State())

  /// The time over which the speed is measured, in seconds.
  static let window = 5.0

  /// A report.
  ///
  /// - Parameters:
  ///   - label: What is going on: `render`.
  ///   - style: How to report.
  ///   - columns: Characters in a line of the terminal.
  ///   - clock: Seconds on a clock that never goes back.
  ///   - output: Takes what is reported.
  init(
    label: String, style: Style, columns: Int, clock: @escaping @Sendable () -> Double,
    output: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.label = label
    self.style = style
    self.columns = columns
    self.clock = clock
    self.output = output
  }

  /// The work begins.
  func start(total: Int) {
    state.withLock { state in
      state.total = total
      state.start = clock()
      state.shown = state.start
      state.history = [(state.start, 0)]
      if style == .json { write(json: "start", [("total", .number(total))]) }
    }
  }

  /// A frame is in place.
  func advance(_ progress: FilmProgress) {
    state.withLock { state in
      let now = clock()
      state.last = progress
      state.history.append((now, progress.done))
      while state.history.count > 2, now - state.history[1].time > ProgressReport.window {
        state.history.removeFirst()
      }
      switch style {
      case .none: break
      case .json:
        write(
          json: "frame",
          [
            ("frame", .number(progress.frame)), ("name", .text(progress.name)),
            ("done", .number(progress.done)), ("total", .number(progress.total)),
          ])
      case .bar:
        if now - state.shown < 0.1, state.isLineOpen { break }
        state.shown = now
        state.isLineOpen = true
        let line = line(state, now: now)
        output(Array("\r\(String(line.prefix(max(1, columns - 1))))\u{1B}[K".utf8))
      case .plain:
        let isTenth = (progress.done - state.shownDone) * 10 >= progress.total
        if !isTenth || now - state.shown < 30 || progress.done == progress.total { break }
        state.shown = now
        state.shownDone = progress.done
        output(Array((line(state, now: now) + "\n").utf8))
      }
    }
  }

  /// Everything is in place.
  ///
  /// - Parameter summary: What was made, such as `out/banner`.
  func finish(summary: String) {
    state.withLock { state in
      let seconds = clock() - state.start
      let rate = seconds > 0 ? Double(state.total) / seconds : 0
      switch style {
      case .none: break
      case .json:
        write(
          json: "done",
          [
            ("total", .number(state.total)), ("seconds", .decimal(seconds)),
            ("output", .text(summary)),
          ])
      case .bar, .plain:
        closeLine(&state)
        let frames = state.total == 1 ? "1 frame" : "\(state.total) frames"
        output(
          Array(
            ("\(label)  100 %  \(frames) in \(ProgressReport.duration(seconds)), "
              + "\(ProgressReport.decimal(rate)) fps  \(summary)\n").utf8))
      }
    }
  }

  /// The work ends before its end: whatever comes next begins on a line of its own.
  func interrupt() { state.withLock { closeLine(&$0) } }

  /// Says now how far the work is, in a line of its own, whatever the style.
  func reportNow() {
    state.withLock { state in
      closeLine(&state)
      output(Array((line(state, now: clock()) + "\n").utf8))
    }
  }

  private func closeLine(_ state: inout State) {
    if state.isLineOpen { output(Array("\r\u{1B}[K".utf8)) }
    state.isLineOpen = false
  }

  /// `render  42 %  63/150  31 fps  eta 3 s  frame-00062.png`
  private func line(_ state: State, now: Double) -> String {
    guard let last = state.last, last.total > 0 else { return "\(label)  0 %  0/\(state.total)" }
    var parts = [label, "\(min(99, last.done * 100 / last.total)) %", "\(last.done)/\(last.total)"]
    if let first = state.history.first, let end = state.history.last, end.time > first.time {
      let rate = Double(end.done - first.done) / (end.time - first.time)
      parts.append("\(ProgressReport.decimal(rate)) fps")
      if last.done >= 3, now - state.start >= 2, rate > 0 {
        parts.append("eta \(ProgressReport.duration(Double(last.total - last.done) / rate))")
      }
    }
    parts.append(last.name)
    return parts.joined(separator: "  ")
  }

  // MARK: - Texts

  /// A number with one decimal below ten, and with none from there on.
  static func decimal(_ value: Double) -> String {
    guard value.isFinite, value >= 0, value < 1e9 else { return "0" }
    let tenths = Int((value * 10).rounded())
    return tenths >= 100 ? "\(Int(value.rounded()))" : "\(tenths / 10).\(tenths % 10)"
  }

  /// `3 s`, `2 min 5 s`, `1 h 2 min`.
  static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "0 s" }
    if seconds < 9.95 { return "\(decimal(seconds)) s" }
    let whole = Int(seconds.rounded())
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }

  private enum Value {
    case number(Int)
    case decimal(Double)
    case text(String)
  }

  private func write(json type: String, _ members: [(String, Value)]) {
    var out = JSONWriter()
    out.raw("{\"type\": \"\(type)\"")
    for (key, value) in members {
      out.raw(", \"\(key)\": ")
      switch value {
      case .number(let number): out.number(Int64(number))
      case .decimal(let number): out.number((number * 1000).rounded() / 1000)
      case .text(let text): out.string(text)
      }
    }
    out.raw("}\n")
    output(out.bytes)
  }
}
