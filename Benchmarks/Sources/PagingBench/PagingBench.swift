import Folioscope
import Foundation

/// Plays a scene and samples it at its frame rate, without drawing, and reports the processor time of
/// each, best of the repeats: `paging-bench SCENE [REPEATS]`.
///
/// `paging-scene.py` writes the scene that the figures are about: ten minutes with 2,000 steps.
@main
struct PagingBench {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 1 else {
      print("usage: paging-bench SCENE [REPEATS]")
      exit(64)
    }
    let repeats = arguments.count > 2 ? Int(arguments[2]) ?? 20 : 20
    let scene = try SceneReader().read(contentsOf: arguments[1]).scene
    let recording = try Playback.play(scene)
    let sampler = FrameSampler(recording)
    let frames = recording.timedFrameCount
    let main = recording.tracks[0].recording
    print(
      "\(scene.timeline.count) steps in \(recording.duration.double) s, \(frames) frames; "
        + "\(main.spans.count) stretches, \(main.events.count) callbacks")

    var best = (play: Double.infinity, states: Double.infinity, frames: Double.infinity)
    var sum = 0
    for _ in 0..<max(1, repeats) {
      best.play = min(best.play, try measure { sum &+= try Playback.play(scene).tracks.count })
      best.states = min(
        best.states,
        measure {
          for frame in 0..<frames {
            let state = main.state(at: recording.time(ofFrame: frame))
            sum &+= state.visiblePages().count &+ (state.currentPage ?? 0)
          }
        })
      best.frames = min(
        best.frames,
        measure {
          for frame in 0..<frames { sum &+= sampler.state(ofFrame: frame).pagers.count }
        })
    }
    print("played                        \(ms(best.play))")
    print("sampled: pager and pages      \(ms(best.states))")
    print("sampled: what frames show     \(ms(best.frames))")
    // Nothing of it can be left out.
    if sum == 0 { print("") }
  }

  /// The processor time of this thread, in seconds.
  static func measure(_ work: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    try work()
    return now() - start
  }

  static func ms(_ seconds: Double) -> String { "\(Double(Int(seconds * 1e6)) / 1000) ms" }
}
