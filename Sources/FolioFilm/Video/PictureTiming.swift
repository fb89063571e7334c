// How long each frame of a sequence is to be seen, in the whole ticks of a container.
//
// A frame's time is a ratio, a container's tick is not always a part of it: GIF counts hundredths of
// a second, WebP thousandths. So it is the instants that are rounded and never the delays: frame i
// begins at round(i · tick / rate), halves up, and stays until the next one begins. No error adds up;
// the whole lasts as long as it should to half a tick.
//
// Browsers play a GIF delay below 2 hundredths as 10, so 50 frames a second are its limit. A faster
// sequence is looked at 50 times a second: picture j is what is to be seen at j/50 s, the frame
// floor(j · rate / 50), for round(50 · seconds) pictures. Every delay is 2 then.

import FolioSequence

/// Which frames are drawn, and for how many ticks each is seen.
struct PictureTiming: Equatable {
  /// The frames that are drawn, in ascending order.
  var frames: FrameSet
  /// For each of them the ticks, at least 1.
  var ticks: [Int]

  /// The fastest rate of a GIF, in frames a second.
  static let fastestGIF = 50

  /// The timing of a sequence's frames in a container.
  ///
  /// - Parameter held: How many times the last frame is repeated.
  /// - Precondition: `frames` is not empty.
  init(_ frames: FrameSet, rate: FrameRate, held: Int, in container: VideoContainer) {
    let total = frames.count + held
    switch container {
    case .mp4, .webm, .mov, .apng:
      self.frames = frames
      ticks = [Int](repeating: 1, count: frames.count)
      ticks[frames.count - 1] += held
    case .gif where rate.isFaster(than: Self.fastestGIF):
      let pictures = max(1, rate.instant(total, ticksPerSecond: Self.fastestGIF))
      var shown: [Int] = []
      ticks = []
      for picture in 0..<pictures {
        let position = picture * rate.numerator / (Self.fastestGIF * rate.denominator)
        let frame = frames[min(position, frames.count - 1)]
        if shown.last == frame {
          ticks[ticks.count - 1] += 2
        } else {
          shown.append(frame)
          ticks.append(2)
        }
      }
      self.frames = FrameSet(shown)
    case .gif, .webp:
      let perSecond = container == .gif ? 100 : 1000
      self.frames = frames
      ticks = (0..<frames.count).map { i in
        let end = i == frames.count - 1 ? total : i + 1
        return rate.instant(end, ticksPerSecond: perSecond)
          - rate.instant(i, ticksPerSecond: perSecond)
      }
    }
  }
}

extension FrameRate {
  /// The time of a frame in whole ticks, rounded to the nearest, halves up.
  func instant(_ frame: Int, ticksPerSecond: Int) -> Int {
    let product = Int128(frame) * Int128(ticksPerSecond) * Int128(denominator)
    let (a, b) = (2 * product + Int128(numerator), 2 * Int128(numerator))
    return Int(clamping: a / b)
  }

  /// Whether there are more frames than that in a second.
  func isFaster(than rate: Int) -> Bool { numerator > rate * denominator }
}
