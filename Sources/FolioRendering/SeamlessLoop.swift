// A film repeats without a seam if it can be taken back from frame b to frame a, and nobody could tell:
// frame b is the picture of frame a, and everything that moves goes on from b as it went on from a. So
// not pictures are compared but all that decides what follows: the law of motion of each pager and how
// long it has been in force, its timers, its pages, the values that were set. Whole rounds of a pager
// that wraps are taken out (page 5 of 5 is page 0), time itself too. What the script or a finger does
// is no part of it: it is what the loop will not repeat.
//
// Frames that follow one another with equal states are one rest. A loop goes from the beginning of one
// rest to the beginning of another with an equal state, so the first of the two is kept whole. Of all
// pairs between which something changes the one with the fewest frames is taken, and of these the
// earliest. It is enough to look at neighbours: a longer loop between equal states has shorter ones
// inside.
//
// All states are asked for at exact frame times, so a period that is no whole number of frames is not
// found; the one that is, after several rounds, is.

import FolioNumerics
import FolioPagingCore
import FolioScene

/// The part of a film that repeats without a seam.
public struct SeamlessLoop: Hashable, Sendable {
  /// Its frames: after the last of them the first one follows.
  public let frames: Range<Int>

  /// Finds the shortest loop of a recording.
  ///
  /// - Parameters:
  ///   - sampler: The recording's sampler.
  ///   - frames: The frames in which to look; the frame after the last one may be where it goes back.
  ///     `nil` for all. Repeats of the last frame are no part of a loop.
  /// - Throws: ``NoSeamlessLoop`` with the reason where there is none.
  public static func find(
    _ sampler: FrameSampler, in frames: Range<Int>? = nil
  ) throws(NoSeamlessLoop) -> SeamlessLoop {
    var search = LoopSearch(sampler, in: frames)
    return try search.run()
  }
}

/// Why a film does not repeat without a seam.
public struct NoSeamlessLoop: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, and what would do.
  public let description: String
}

private struct LoopSearch {
  let sampler: FrameSampler
  let recording: SceneRecording
  /// The frames that may be shown; the one after them may be where it goes back.
  let frames: Range<Int>

  /// Everything that decides what follows.
  struct Key: Hashable {
    var picture: FrameState
    var pagers: [PagerRecurrence]
    /// The dots that stay lit while their pagers move on, because the display is deferred. At rest a
    /// deferral decides nothing: what moves the pages next ends it.
    var deferredPages: [Int?]
  }

  /// The beginning of a rest.
  struct Rest {
    var frame: Int
    /// How many times the picture has changed before it.
    var changes: Int
  }

  init(_ sampler: FrameSampler, in frames: Range<Int>?) {
    self.sampler = sampler
    recording = sampler.recording
    var timed = recording.timedFrameCount
    // The state at the very end, drawn as a frame, is where a loop may go back to its start.
    if recording.scene.output.includesEnd { timed -= 1 }
    self.frames = (frames ?? 0..<timed).clamped(to: 0..<max(0, timed))
  }

  private func time(of frame: Int) -> Rational {
    Rational(Int64(frame), over: 1) / recording.scene.canvas.frameRate
  }

  mutating func run() throws(NoSeamlessLoop) -> SeamlessLoop {
    var known: [Key: Rest] = [:]
    var seen: [FrameState: Rest] = [:]
    var best: Range<Int>?
    var lookalike: Range<Int>?
    var last: (picture: FrameState, key: Key?)?
    var changes = 0
    // The recording does not know what comes after its end.
    let end = frames.upperBound
    let final = time(of: end) <= recording.duration ? end : end - 1
    for frame in frames.lowerBound...max(frames.lowerBound, final) {
      let time = time(of: frame)
      let picture = picture(at: time)
      if let last, last.picture != picture { changes += 1 }
      let key = key(at: time, picture)
      defer { last = (picture, key) }
      if last?.picture != picture {
        if let earlier = seen[picture], earlier.changes < changes {
          let pair = earlier.frame..<frame
          // Of all that looks alike, rests say most.
          if lookalike == nil || (!isRest(lookalike) && isRest(pair)) { lookalike = pair }
        }
        seen[picture] = Rest(frame: frame, changes: changes)
      }
      guard let key, key != last?.key else { continue }
      if let earlier = known[key], earlier.changes < changes {
        let loop = earlier.frame..<frame
        if best.map({ loop.count < $0.count }) ?? true { best = loop }
      }
      known[key] = Rest(frame: frame, changes: changes)
    }
    if let best { return SeamlessLoop(frames: best) }
    throw reason(changes: changes, lookalike: lookalike)
  }

  /// `nil` where something goes on that no earlier time can have: a finger, a value on its way.
  private func key(at time: Rational, _ picture: FrameState) -> Key? {
    if isChanging(at: time) { return nil }
    var pagers: [PagerRecurrence] = []
    var deferred: [Int?] = []
    for track in recording.tracks {
      let state = track.recording.state(at: time)
      guard let recurrence = state.recurrence else { return nil }
      pagers.append(recurrence)
      deferred.append(state.isAtRest ? nil : track.deferredPage(at: time))
    }
    return Key(picture: picture, pagers: pagers, deferredPages: deferred)
  }

  /// Whether a value is on its way at a time.
  private func isChanging(at time: Rational) -> Bool {
    recording.settings.contains { $0.time < time && time < $0.time + $0.duration }
  }

  /// What a frame shows, without values that were set to what they are anyway, or that the rest of
  /// the state holds.
  private func picture(at time: Rational) -> FrameState {
    let state = sampler.state(at: time)
    let overrides = state.overrides.filter { override in
      switch override.path {
      case .canvasBackground, .pageControlColor, .pageControlCurrent, .pageControlHidden,
        .pagerLoop, .pagerBounces, .pagerSpacing:
        false
      case .layerOpacity, .layerHidden:
        recording.scene.initialValue(of: override.path) != override.value
      case .layerColor, .layerFill, .layerText: true
      }
    }
    return FrameState(background: state.background, pagers: state.pagers, overrides: overrides)
  }

  // MARK: - Why not

  /// Whether no page moves at both ends of a range.
  private func isRest(_ pair: Range<Int>?) -> Bool {
    guard let pair else { return false }
    return [pair.lowerBound, pair.upperBound].allSatisfy { frame in
      recording.tracks.allSatisfy { $0.recording.state(at: time(of: frame)).isAtRest }
    }
  }

  private func reason(changes: Int, lookalike: Range<Int>?) -> NoSeamlessLoop {
    if changes == 0 {
      return NoSeamlessLoop(
        description: "nothing moves: all frames are one picture, so there is nothing to repeat")
    }
    if let lookalike {
      let (a, b) = (lookalike.lowerBound, lookalike.upperBound)
      return NoSeamlessLoop(
        description: "frame \(b) is the picture of frame \(a), but what follows is not the same: "
          + difference(a, b) + advice)
    }
    let (first, last) = (place(frames.lowerBound), place(frames.upperBound - 1))
    return NoSeamlessLoop(
      description: "no picture comes again once it has changed"
        + (first == last ? "" : ": the film begins at \(first) and ends at \(last)")
        + "; let it come back to where it was" + advice)
  }

  /// What is not the same at two frames with equal pictures.
  private func difference(_ a: Int, _ b: Int) -> String {
    let (first, second) = (time(of: a), time(of: b))
    for (frame, time) in [(a, first), (b, second)] where isChanging(at: time) {
      return "at frame \(frame) a value that the timeline sets is still on its way"
    }
    for (i, track) in recording.tracks.enumerated() {
      let name = track.id.map { "the pager \"\($0)\"" } ?? (i == 0 ? "the pager" : "pager \(i)")
      let states = (track.recording.state(at: first), track.recording.state(at: second))
      guard let one = states.0.recurrence, let other = states.1.recurrence else {
        let frame = states.0.recurrence == nil ? a : b
        return "at frame \(frame) a finger is on \(name)"
      }
      if one == other { continue }
      if one.configuration != other.configuration {
        return "\(name) has other pages or another behaviour by then"
      }
      if one.motion != other.motion || one.elapsed != other.elapsed || one.phase != other.phase {
        return "\(name) \(words(one)) at frame \(a) and \(words(other)) at frame \(b)"
      }
      if one.timerLeft != other.timerLeft || one.timerRemaining != other.timerRemaining {
        return "the timer of \(name) has \(words(one.timerLeft ?? one.timerRemaining)) left at "
          + "frame \(a) and \(words(other.timerLeft ?? other.timerRemaining)) at frame \(b)"
      }
      return "\(name) comes from another page"
    }
    return "the state of the film is another"
  }

  private func words(_ recurrence: PagerRecurrence) -> String {
    switch recurrence.phase {
    case .idle: "is at rest"
    case .animating: "is turning a page"
    case .settling: "is settling"
    case .tracking, .dragging: "is under a finger"
    }
  }

  private func words(_ time: Rational?) -> String {
    guard let time else { return "nothing" }
    let milliseconds = (time * 1000).floor
    let (whole, rest) = (milliseconds / 1000, milliseconds % 1000)
    let digits = String(1000 + rest).dropFirst()
    return "\(whole).\(digits) s"
  }

  private func place(_ frame: Int) -> String {
    guard let track = recording.tracks.first,
      let page = track.recording.state(at: time(of: frame)).currentPage
    else { return "frame \(frame)" }
    let key = track.recording.state(at: time(of: frame)).configuration.pageKeys[page]
    return track.pages.indices.contains(key) ? "page \"\(track.pages[key].id)\"" : "page \(page)"
  }

  /// What would do, where the pager turns by itself.
  private var advice: String {
    guard let track = recording.tracks.first,
      case let configuration = track.recording.state(at: time(of: frames.lowerBound)).configuration,
      let autoplay = configuration.autoplay, configuration.wraps, configuration.dwells.isEmpty
    else { return "" }
    let round = autoplay.interval * Rational(Int64(configuration.pageCount), over: 1)
    return "; a round of its \(configuration.pageCount) pages takes \(words(round)), so the film "
      + "needs that and a turn more to come back to a state that it has had"
  }
}
