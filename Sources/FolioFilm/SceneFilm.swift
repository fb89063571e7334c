import FolioImageCoding
import FolioNumerics
import FolioPagingCore
import FolioRaster
import FolioRendering
import FolioScene
import FolioSequence
import Foundation

/// The frames of a scene as a film takes them.
public struct SceneFilm: FrameSource {
  /// What draws them.
  public let renderer: SceneRenderer
  /// The scene, played.
  public var recording: SceneRecording { renderer.recording }
  /// The width of all frames in pixels.
  public var width: Int { renderer.width }
  /// The height of all frames in pixels.
  public var height: Int { renderer.height }

  /// A film of a renderer's frames.
  public init(_ renderer: SceneRenderer) { self.renderer = renderer }

  /// What a frame shows.
  public func state(of frame: Int) -> FrameState { renderer.state(ofFrame: frame) }

  /// Draws what a frame shows; every pixel is set.
  public func draw(_ state: FrameState, into bitmap: inout Bitmap) {
    renderer.draw(state, into: &bitmap)
  }

  /// Draws what a frame shows some rows at a time.
  public func rows(of state: FrameState) -> FrameRowDrawing? {
    let picture = renderer.picture(of: state)
    return { (rows, band, top) in picture.draw(rows, into: &band, top: top) }
  }

  /// Where the main pager stands in a frame, and the boxes of what is drawn.
  public func record(of frame: Int) -> FrameRecord {
    let time = recording.time(ofFrame: frame)
    guard let main = recording.tracks.first else {
      return FrameRecord(index: frame, time: FrameTime(time))
    }
    let state = main.recording.state(at: time)
    let offset = state.windowOffset
    let isHorizontal = state.configuration.axis == .horizontal
    return FrameRecord(
      index: frame, time: FrameTime(time), pagePosition: state.position,
      contentOffset: ContentOffset(x: isHorizontal ? offset : 0, y: isHorizontal ? 0 : offset),
      elements: renderer.frames.elements(at: time).map {
        ElementBox(
          name: $0.name, x: $0.box.minX, y: $0.box.minY, width: $0.box.width,
          height: $0.box.height)
      })
  }

  /// Whether files hold an alpha channel.
  public var hasAlpha: Bool {
    switch recording.scene.output.alpha {
    case .auto: !renderer.isOpaque
    case .always: true
    case .never: false
    }
  }

  /// What all frames have in common.
  ///
  /// - Parameters:
  ///   - sourceDigest: SHA-256 over the bytes of every file that the scene was made from: the scene
  ///     itself, its pictures and its fonts. See ``SceneLoader``.
  ///   - name: the pattern of the files' names, the scene's own unless given.
  /// - Throws: ``FrameNameError`` for a pattern that cannot be.
  public func info(sourceDigest: Digest, name: String? = nil) throws -> SequenceInfo {
    let scene = recording.scene
    let rate = scene.canvas.frameRate
    guard let frameRate = FrameRate(Int(rate.numerator), Int(rate.denominator)) else {
      throw FilmError(
        .source(frame: 0), "\(rate.numerator)/\(rate.denominator) is no frame rate")
    }
    let pattern = name ?? scene.output.name
    let frameName = try FrameName(
      pattern: pattern, scene: scene.name, frameCount: recording.frameCount,
      firstNumber: scene.output.start)
    var digest = SHA256()
    digest.update(sourceDigest.bytes)
    let options = [
      FolioscopeVersion.current, scene.name, "\(width)x\(height)", "\(scene.canvas.scale)",
      frameRate.description, "\(recording.frameCount)", pattern, "\(scene.output.start)",
      "\(hasAlpha)", scene.output.level.rawValue,
    ]
    for option in options { digest.update(Array(option.utf8) + [0]) }
    return SequenceInfo(
      sceneName: scene.name, sceneDigest: digest.finalize(),
      renderer: "folioscope \(FolioscopeVersion.current)", width: width, height: height,
      scale: scene.canvas.scale, frameRate: frameRate, frameCount: recording.frameCount,
      hasAlpha: hasAlpha, name: frameName,
      markers: recording.markers.map {
        SequenceInfo.Marker(name: $0.name, time: FrameTime($0.time))
      },
      events: events)
  }

  /// The encoder for the film's frames. It keeps what it has coded for the frames that follow, so one
  /// is made for a film and not for each frame.
  public func encoder() throws -> FrameEncoder {
    let encoder = try PNGEncoder(
      width: width, height: height, colorType: hasAlpha ? .rgba : .rgb,
      scale: recording.scene.canvas.scale, level: encoderLevel)
    let workspaces = WorkspacePool()
    let cache = PNGEncoder.StripeCache(for: encoder)
    return FrameEncoder { (bitmap, rows) in
      try workspaces.withWorkspace {
        encoder.pieces(
          of: try encoder.stripes(of: bitmap, rowHashes: rows, using: $0, cache: cache))
      }
    } encodeRows: { draw in
      try workspaces.withWorkspace {
        let (stripes, rows) = try encoder.encode(using: $0, cache: cache, drawing: draw)
        return (encoder.pieces(of: stripes), rows)
      }
    }
  }

  /// What happened to the main pager, and the taps.
  private var events: [SequenceInfo.Event] {
    var events: [SequenceInfo.Event] = []
    guard let main = recording.tracks.first else { return [] }
    for logged in main.recording.events where logged.time <= recording.duration {
      let state = main.recording.state(at: logged.time)
      events.append(
        SequenceInfo.Event(
          name: logged.event.name, time: FrameTime(logged.time),
          page: logged.event.page.map { main.leafLayout.visiblePages(ofLeaf: $0).lowerBound },
          pagePosition: state.position))
    }
    return events
  }
}

extension FrameTime {
  /// The same time.
  public init(_ time: Rational) { self.init(time.numerator, time.denominator) }
}

extension PagerEvent {
  /// The callback's name in UIKit's words.
  public var name: String {
    switch self {
    case .willBeginDragging: "willBeginDragging"
    case .willEndDragging: "willEndDragging"
    case .didEndDragging: "didEndDragging"
    case .willBeginDecelerating: "willBeginDecelerating"
    case .didEndDecelerating: "didEndDecelerating"
    case .didEndScrollingAnimation: "didEndScrollingAnimation"
    case .willTransition: "willTransition"
    case .didTransition(_, let completed): completed ? "didTransition" : "didCancelTransition"
    case .windowMoved: "windowMoved"
    case .currentPageChanged: "currentPageChanged"
    case .completion(_, let finished): finished ? "didFinish" : "didInterrupt"
    case .timerStarted: "timerStarted"
    case .timerStopped: "timerStopped"
    case .timerFired: "timerFired"
    case .reloaded: "reloaded"
    }
  }

  /// The page that it is about, where it is about one.
  public var page: Int? {
    switch self {
    case .willTransition(let page), .windowMoved(let page), .currentPageChanged(let page): page
    case .didTransition(let previous, _): previous
    default: nil
    }
  }
}
