import FolioNumerics
import FolioPaging
import FolioPagingCore
import FolioScene

/// A law of pagers that a scene breaks, and where.
public struct SceneFinding: Hashable, Sendable {
  /// The pager's index among the recording's tracks.
  public let track: Int
  /// The layer's name; `nil` for the main pager, and for a layer without one.
  public let pager: String?
  /// When it begins, in seconds.
  public let time: Rational
  /// The first frame that shows it.
  public let frame: Int
  /// The last frame in a row that shows it; the first one where it is not about what a frame shows.
  public let lastFrame: Int
  /// The law.
  public let invariant: PagerInvariant
  /// What was found.
  public let found: String
  /// What was expected.
  public let expected: String
}

/// Examines every pager of a played scene: its recording as ``PagerDoctor`` does, and, frame by frame,
/// whether its pages cover it to the last pixel.
public struct SceneDoctor: Sendable {
  private let recording: SceneRecording
  private let sampler: FrameSampler
  private let grid: DeviceGrid

  /// A doctor for a recording.
  public init(_ recording: SceneRecording) {
    self.recording = recording
    sampler = FrameSampler(recording)
    grid = DeviceGrid(scale: recording.scene.canvas.scale)
  }

  /// What is wrong, in order of time and then of the pagers; nothing for a healthy scene.
  public func examine() -> [SceneFinding] {
    var findings = uncoveredPixels()
    let uncovered = findings.map(\.track)
    for (i, track) in recording.tracks.enumerated() {
      let update = track.pageControl == nil ? nil : track.pageControlUpdate
      let doctor = PagerDoctor(pageControlUpdate: update)
      for finding in doctor.examine(track.recording, until: recording.duration) {
        // What frames show is told by them.
        if finding.invariant == .coverage && uncovered.contains(i) { continue }
        let frame = firstFrame(at: finding.time)
        findings.append(
          SceneFinding(
            track: i, pager: track.id, time: finding.time, frame: frame, lastFrame: frame,
            invariant: finding.invariant, found: finding.found, expected: finding.expected))
      }
    }
    return findings.enumerated().sorted {
      let (a, b) = ($0.element, $1.element)
      if a.time != b.time { return a.time < b.time }
      return a.track != b.track ? a.track < b.track : $0.offset < $1.offset
    }.map(\.element)
  }

  /// The first frame that shows what happens at a time.
  private func firstFrame(at time: Rational) -> Int {
    let frame = (time * recording.scene.canvas.frameRate).ceiling
    return Int(min(frame, Int64(max(0, recording.timedFrameCount - 1))))
  }

  // MARK: - Pixels

  /// A stretch of frames in which a pager is not covered.
  private struct Gap {
    var first: Int
    var last: Int
    var pixels: Range<Int>
    var of: Int
    var isHorizontal: Bool
    var position: Double
  }

  private func uncoveredPixels() -> [SceneFinding] {
    var open = [Gap?](repeating: nil, count: recording.tracks.count)
    var gaps: [(track: Int, gap: Gap)] = []
    for frame in 0..<recording.timedFrameCount {
      let time = recording.time(ofFrame: frame)
      var now = [Gap?](repeating: nil, count: recording.tracks.count)
      for pager in sampler.state(at: time).pagers { collect(pager, frame, time, &now) }
      for track in now.indices {
        if var gap = now[track] {
          if let known = open[track] {
            gap = known
            gap.last = frame
          }
          open[track] = gap
        } else if let gap = open[track] {
          gaps.append((track, gap))
          open[track] = nil
        }
      }
    }
    for (track, gap) in open.enumerated() {
      if let gap { gaps.append((track, gap)) }
    }
    return gaps.map { track, gap in
      let line = gap.isHorizontal ? "column" : "row"
      let range =
        gap.pixels.count == 1
        ? "pixel \(line) \(gap.pixels.lowerBound)"
        : "pixel \(line)s \(gap.pixels.lowerBound)...\(gap.pixels.upperBound - 1)"
      return SceneFinding(
        track: track, pager: recording.tracks[track].id, time: recording.time(ofFrame: gap.first),
        frame: gap.first, lastFrame: gap.last, invariant: .coverage,
        found: "\(range) of \(gap.of) without a page, p = \(gap.position)",
        expected: "pages side by side")
    }
  }

  private func collect(
    _ pager: FrameState.Pager, _ frame: Int, _ time: Rational, _ gaps: inout [Gap?]
  ) {
    let state = recording.tracks[pager.track].recording.state(at: time)
    let extent = pager.isHorizontal ? pager.frame.width : pager.frame.height
    if let pixels = uncovered(pager, state, extent) {
      gaps[pager.track] = Gap(
        first: frame, last: frame, pixels: pixels, of: extent, isHorizontal: pager.isHorizontal,
        position: state.position)
    }
    for page in pager.pages {
      for inner in page.pagers { collect(inner, frame, time, &gaps) }
    }
  }

  /// The first pixels along the axis that should show a page and show none.
  private func uncovered(
    _ pager: FrameState.Pager, _ state: PagerState, _ extent: Int
  ) -> Range<Int>? {
    let configuration = state.configuration
    guard configuration.pageCount > 0, configuration.hasExtent, extent > 0 else { return nil }
    var ends = configuration.uncoveredEnds(at: state.position)
    if configuration.isMirrored { ends = (ends.trailing, ends.leading) }
    // What is wanted ends on a pixel either way.
    func pixels(_ points: Double) -> Int { points > 0 ? grid.pixelsCovering(points) + 1 : 0 }
    let gap = pixels(configuration.spacing)
    var covered = min(pixels(ends.leading), extent)
    for page in pager.pages {
      if page.extent.lowerBound > covered + gap { return covered..<page.extent.lowerBound }
      covered = max(covered, page.extent.upperBound)
    }
    let end = extent - pixels(ends.trailing)
    return covered + gap < end ? covered..<end : nil
  }
}
