import FolioGolden
import Folioscope

/// The frames of a film as a golden compares them.
///
/// ```swift
/// expectGolden(FilmFrames(source, frames: 60, frameRate: rate, scale: 3), named: "swipe")
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
