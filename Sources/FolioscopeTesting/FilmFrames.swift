import FolioGolden
import Folioscope

/// The frames of a film as a golden compares them.
///
/// ```swift
/// expectGolden(try FilmFrames(contentsOf: "Scenes/welcome.folio.yaml"), named: "welcome")
/// ```
///
/// A frame whose state equals that of the frame before it is not drawn again.
public final class FilmFrames<Source: FrameSource>: GoldenFrames {
  /// How many frames there are.
  public let count: Int
  /// The size of the frames in pixels.
  public let size: PixelSize
  /// Pixels a point.
  public let scale: Double
  /// Frames a second, where they are known.
  public let frameRate: FrameRate?
  /// What drew the frames, with its version; empty where that is not known.
  public let renderer: String
  private let source: Source
  private let firstFrame: Int
  private var last: (state: Source.State, bitmap: Bitmap, fingerprint: Fingerprint?)?

  /// The frames `first..<first + count` of a film.
  ///
  /// - Parameters:
  ///   - source: What the film is made of.
  ///   - count: How many frames are compared.
  ///   - first: The first of them.
  ///   - frameRate: Frames a second.
  ///   - scale: Pixels a point.
  ///   - renderer: The program that draws, with its version, to be stated by the golden.
  public init(
    _ source: Source, frames count: Int, from first: Int = 0, frameRate: FrameRate,
    scale: Double = 1, renderer: String = ""
  ) {
    self.source = source
    self.count = count
    firstFrame = first
    size = PixelSize(width: source.width, height: source.height)
    self.frameRate = frameRate
    self.scale = scale
    self.renderer = renderer
  }

  /// The record that the source has of the frame.
  public func record(at index: Int) throws -> FrameRecord {
    var record = try source.record(of: firstFrame + index)
    record.index = index
    return record
  }

  /// The frame, drawn unless it was drawn last.
  public func picture(at index: Int) throws -> Pixmap? {
    Pixmap(try drawn(index).bitmap)
  }

  /// The frame's fingerprint.
  public func fingerprint(at index: Int) throws -> Fingerprint {
    let frame = try drawn(index)
    if let known = frame.fingerprint { return known }
    let fingerprint = Pixmap(frame.bitmap).fingerprint
    last?.fingerprint = fingerprint
    return fingerprint
  }

  private func drawn(
    _ index: Int
  ) throws -> (state: Source.State, bitmap: Bitmap, fingerprint: Fingerprint?) {
    let state = try source.state(of: firstFrame + index)
    if let last, last.state == state { return last }
    // The old bitmap's memory serves again.
    var bitmap = last?.bitmap ?? Bitmap(width: source.width, height: source.height)
    last = nil
    try source.draw(state, into: &bitmap)
    let frame = (state: state, bitmap: bitmap, fingerprint: Fingerprint?.none)
    last = frame
    return frame
  }
}

extension FilmFrames where Source == SceneFilm {
  /// The frames of a scene's film, at the scene's rate and scale.
  ///
  /// - Parameters:
  ///   - film: The film.
  ///   - frames: Which frames are compared; all of them where nothing is said. What lies outside of
  ///     the film is left out.
  /// - Throws: ``FolioGolden/GoldenError/usage(_:)`` where no frame is left.
  public convenience init(_ film: SceneFilm, frames: Range<Int>? = nil) throws {
    let all = 0..<film.recording.frameCount
    let chosen = frames.map { $0.clamped(to: all) } ?? all
    let canvas = film.recording.scene.canvas
    guard !chosen.isEmpty,
      let rate = FrameRate(Int(canvas.frameRate.numerator), Int(canvas.frameRate.denominator))
    else {
      throw GoldenError.usage(
        "the scene \"\(film.recording.scene.name)\" has \(all.count) frames, and none of "
          + "\(frames.map { "\($0)" } ?? "them") can be compared")
    }
    self.init(
      film, frames: chosen.count, from: chosen.lowerBound, frameRate: rate, scale: canvas.scale,
      renderer: "folioscope \(FolioscopeVersion.current)")
  }

  /// The frames of a scene that was made in Swift.
  ///
  /// - Parameters:
  ///   - scene: The scene.
  ///   - frames: Which frames are compared; all of them where nothing is said.
  ///   - fontFolders: Where the fonts that ship are looked for, in order.
  /// - Throws: Every fault of the scene that can be found, as a `DiagnosticList`.
  public convenience init(
    _ scene: Scene, frames: Range<Int>? = nil, fontFolders: [String] = FontFolders.standard()
  ) throws {
    let renderer = try SceneRenderer(Playback.play(scene), fontFolders: fontFolders)
    try self.init(SceneFilm(renderer), frames: frames)
  }

  /// The frames of a scene's file.
  ///
  /// - Parameters:
  ///   - path: The file; where it is relative, to the folder that tests run in, which is the
  ///     package's own under `swift test`.
  ///   - frames: Which frames are compared; all of them where nothing is said.
  ///   - loader: How the file is read.
  /// - Throws: Every fault of the scene that can be found, as a `DiagnosticList`.
  public convenience init(
    contentsOf path: String, frames: Range<Int>? = nil, loader: SceneLoader = SceneLoader()
  ) throws {
    try self.init(loader.load(path).film, frames: frames)
  }
}
