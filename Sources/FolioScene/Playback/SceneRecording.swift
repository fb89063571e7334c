import FolioGeometry
import FolioNumerics
import FolioPagingCore
import FolioRaster

/// A scene played once: what every pager did, what was set, and the times that have names.
///
/// All of it is a pure function of time; any frame can be asked for by itself.
public struct SceneRecording: Hashable, Sendable {
  /// A time with a name.
  public struct Marker: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The time, in seconds.
    public let time: Rational
    /// Whether its frame is wanted as a picture.
    public let isSnapshot: Bool
  }

  /// A tap and what it met.
  public struct Selection: Hashable, Sendable {
    /// When, in seconds.
    public let time: Rational
    /// Where on the canvas, in points.
    public let point: Point
    /// The layer that was met, by name.
    public let layer: String?
    /// The page that was met, by name.
    public let page: String?
  }

  /// A value that changes at a time, at once or over a while.
  public struct SettingChange: Hashable, Sendable {
    /// What is set.
    public let path: SettablePath
    /// The id of the pager that a path of `pager` or `pageControl` is about; `nil` for the main one,
    /// and for what belongs to no pager.
    public let pager: String?
    /// When it starts to change, in seconds.
    public let time: Rational
    /// How long it takes, in seconds.
    public let duration: Rational
    /// The course of the change.
    public let easing: Easing
    /// The value in the end.
    public let value: SettableValue
  }

  /// The scene.
  public let scene: Scene
  /// The pagers: the main one first, then those that are layers, in the order of the scene.
  public let tracks: [PagerTrack]
  /// The length in seconds, without the repeats of the last frame.
  public let duration: Rational
  /// Named times, in order.
  public let markers: [Marker]
  /// Taps, in order.
  public let selections: [Selection]
  /// Values set, in order.
  public let settings: [SettingChange]
  /// What a viewer of the scene should know but what stops nothing.
  public let warnings: [Diagnostic]

  /// The number of frames that show different times: the exact ceiling of duration × rate, and one
  /// more if the end itself is drawn.
  public var timedFrameCount: Int {
    let count = scene.canvas.frameCount(for: duration) ?? 0
    return count + (scene.output.includesEnd ? 1 : 0)
  }

  /// The number of frames, with the repeats of the last one.
  public var frameCount: Int {
    let held = scene.canvas.frameCount(for: scene.output.holdLast) ?? 0
    return timedFrameCount > 0 ? timedFrameCount + held : 0
  }

  /// The time that a frame shows: its number over the rate; for repeats the last frame's.
  public func time(ofFrame index: Int) -> Rational {
    let last = max(0, timedFrameCount - 1)
    if scene.output.includesEnd && index >= last { return duration }
    return Rational(min(max(index, 0), last)) / scene.canvas.frameRate
  }

  /// The number of the frame that shows a time: the last one that does not begin after it.
  public func frame(at time: Rational) -> Int {
    let index = (max(.zero, time) * scene.canvas.frameRate).floor
    return Int(min(index, Int64(max(0, timedFrameCount - 1))))
  }

  /// The value of a setting at a time, `nil` until it is first set.
  ///
  /// A value that is set over a while moves from the one before it; the first such change of a path
  /// starts from `initial`, if that is known.
  public func value(
    of path: SettablePath, in pager: String? = nil, at time: Rational, initial: SettableValue?
  ) -> SettableValue? {
    var current = initial
    var isSet = false
    for change in settings where change.path == path && change.pager == pager && change.time <= time
    {
      isSet = true
      let from = current
      let end = change.time + change.duration
      if time >= end || change.duration <= 0 {
        current = change.value
      } else {
        let share = ((time - change.time) / change.duration).double
        let progress = change.easing.timingCurve.progress(at: share)
        current = change.value.blended(from: from, progress: progress)
      }
    }
    return isSet ? current : nil
  }
}

extension SettableValue {
  /// The value on the way here from another: colours by channel, numbers along a line; what cannot
  /// move goes over at once.
  func blended(from other: SettableValue?, progress: Double) -> SettableValue {
    switch (other, self) {
    case (.color(let a), .color(let b)):
      func channel(_ x: UInt8, _ y: UInt8) -> UInt8 {
        let value = Double(x) + (Double(y) - Double(x)) * progress
        return UInt8(min(max((value + 0.5).rounded(.down), 0), 255))
      }
      return .color(
        Color(
          red: channel(a.red, b.red), green: channel(a.green, b.green),
          blue: channel(a.blue, b.blue), alpha: channel(a.alpha, b.alpha)))
    case (.number(let a), .number(let b)): return .number(a + (b - a) * progress)
    default: return self
    }
  }
}
