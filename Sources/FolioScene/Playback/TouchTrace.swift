import FolioGeometry
import FolioNumerics
import Foundation

/// A recorded touch: what a finger did, sample by sample.
///
/// A text file of lines `seconds,x,y,phase`, with x and y in points on the canvas and a phase of
/// `began`, `moved`, `ended` or `cancelled` (`down`, `move`, `up` and `cancel` too). A first line of
/// names, empty lines and lines that begin with `#` are passed over. Times do not fall.
public struct TouchTrace: Hashable, Sendable {
  /// What a sample reports.
  public enum Phase: Hashable, Sendable {
    /// The finger comes down.
    case began
    /// The finger is elsewhere.
    case moved
    /// The finger lifts.
    case ended
    /// The touch is taken away.
    case cancelled
  }

  /// One line.
  public struct Sample: Hashable, Sendable {
    /// Seconds from the start of the trace.
    public let time: Rational
    /// Where, in points on the canvas.
    public let position: Point
    /// What.
    public let phase: Phase
  }

  /// A line that cannot be read.
  public struct Fault: Error, Hashable, Sendable {
    /// The line, counted from 1; 0 for the file as a whole.
    public let line: Int
    /// What was found, and what was expected.
    public let message: String
  }

  /// The most bytes that a trace may have: 16 MiB.
  public static let sizeLimit = 16 << 20

  /// The samples in order.
  public let samples: [Sample]

  /// Reads the text of a trace.
  public init(parsing text: String) throws(Fault) {
    var samples: [Sample] = []
    var isDown = false
    var last = Rational.zero
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (i, line) in lines.enumerated() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      if fields == [""] || line.hasPrefix("#") { continue }
      if samples.isEmpty && fields.first.flatMap(Double.init) == nil && fields.count == 4 {
        if fields[0].lowercased().hasPrefix("t") || fields[0].lowercased().hasPrefix("s") {
          continue
        }
      }
      let number = i + 1
      guard fields.count == 4 else {
        throw Fault(
          line: number, message: "\(fields.count) fields; expected seconds,x,y,phase")
      }
      guard let time = TouchTrace.seconds(fields[0]) else {
        throw Fault(
          line: number,
          message: "\"\(fields[0])\" is no time; expected seconds from 0 to 86400")
      }
      guard let x = TouchTrace.coordinate(fields[1]), let y = TouchTrace.coordinate(fields[2])
      else {
        throw Fault(
          line: number, message: "\"\(fields[1]),\(fields[2])\" is no point; expected two numbers")
      }
      let phase: Phase
      switch fields[3].lowercased() {
      case "began", "down": phase = .began
      case "moved", "move": phase = .moved
      case "ended", "up": phase = .ended
      case "cancelled", "canceled", "cancel": phase = .cancelled
      default:
        throw Fault(
          line: number,
          message: "unknown phase \"\(fields[3])\"; expected began, moved, ended or cancelled")
      }
      if time < last {
        throw Fault(line: number, message: "the time falls; samples must be in order")
      }
      if (phase == .began) == isDown {
        throw Fault(
          line: number,
          message: isDown ? "a second finger comes down" : "no finger is down before \(fields[3])")
      }
      last = time
      isDown = phase == .began || phase == .moved
      samples.append(Sample(time: time, position: Point(x: x, y: y), phase: phase))
    }
    if samples.isEmpty { throw Fault(line: 0, message: "the trace has no samples") }
    if isDown { throw Fault(line: lines.count, message: "the last touch never ends") }
    self.samples = samples
  }

  /// Reads a trace from a file: a regular file of at most ``sizeLimit`` bytes.
  public init(path: String) throws(Fault) {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    guard let attributes else { throw Fault(line: 0, message: "the file cannot be opened") }
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      throw Fault(line: 0, message: "it is no regular file")
    }
    guard let size = attributes[.size] as? Int, size <= TouchTrace.sizeLimit else {
      throw Fault(line: 0, message: "it is larger than 16 MiB")
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Fault(line: 0, message: "the file cannot be read")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw Fault(line: 0, message: "it is not UTF-8")
    }
    try self.init(parsing: text)
  }

  /// Seconds with at most nine decimals, exactly; more are rounded to the nanosecond.
  private static func seconds(_ text: String) -> Rational? {
    guard let value = Double(text), value >= 0, value <= 86_400 else { return nil }
    let nanoseconds = (value * 1e9).rounded()
    return Rational(Int64(nanoseconds), over: 1_000_000_000)
  }

  private static func coordinate(_ text: String) -> Double? {
    guard let value = Double(text), value.magnitude <= 1e6 else { return nil }
    return value
  }
}

extension Playback {
  /// Schedules the samples of a recorded trace, slowed down by a factor.
  mutating func scheduleTouches(
    _ file: AssetPath, scale: Double, at time: Rational, _ step: TimelineStep
  ) -> Rational {
    let trace: TouchTrace
    do throws(TouchTrace.Fault) {
      trace = try TouchTrace(path: file.resolved)
    } catch {
      let line = error.line > 0 ? ":\(error.line)" : ""
      report(
        .badText, "touches: \(file.resolved)\(line): \(error.message)", step,
        hint: "a trace has lines seconds,x,y,phase")
      return time
    }
    let milli = Rational(Int((min(max(scale, 0.001), 1000) * 1000).rounded()), 1000)
    var end = time
    for sample in trace.samples {
      let at = time + sample.time * milli
      end = at
      switch sample.phase {
      case .began: add(.touchDown(sample.position, axis: nil), at: at, of: step)
      case .moved: add(.touchMove(sample.position, arrival: at), at: at, of: step)
      case .ended:
        add(.touchMove(sample.position, arrival: at), at: at, of: step)
        add(.touchUp(velocity: nil), at: at, of: step)
      case .cancelled: add(.touchCancel, at: at, of: step)
      }
    }
    return end
  }
}
