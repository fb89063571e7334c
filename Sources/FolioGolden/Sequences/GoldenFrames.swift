import FolioRaster
import FolioSequence

/// The frames of one side of a comparison.
///
/// Pictures are asked for one at a time and are not kept, so a sequence of any length needs the
/// memory of a few frames. Asking twice for a frame must give the same picture.
public protocol GoldenFrames {
  /// How many frames there are.
  var count: Int { get }
  /// The size of the frames in pixels; of the first one where a folder holds several sizes.
  var size: PixelSize { get }
  /// Pixels a point, above 0.
  var scale: Double { get }
  /// Frames a second; `nil` where there is one frame or the rate is not known.
  var frameRate: FrameRate? { get }
  /// What drew the frames, with its version; empty where that is not known.
  var renderer: String { get }
  /// Whether the times of the records mean something; a folder of pictures has none.
  var isTimed: Bool { get }

  /// What is known of a frame beside its picture.
  func record(at index: Int) throws -> FrameRecord
  /// The picture of a frame, or `nil` where it was not kept.
  func picture(at index: Int) throws -> Pixmap?
  /// The fingerprint of a frame.
  func fingerprint(at index: Int) throws -> Fingerprint
  /// The bytes of the PNG file that the frame was read from, or `nil` where there is none.
  func encodedPicture(at index: Int) throws -> [UInt8]?
}

extension GoldenFrames {
  /// Not known.
  public var renderer: String { "" }

  /// Where there is a frame rate.
  public var isTimed: Bool { frameRate != nil }

  /// The fingerprint of the frame's picture.
  ///
  /// - Throws: ``GoldenError/noPicture(index:)`` where the picture was not kept.
  public func fingerprint(at index: Int) throws -> Fingerprint {
    guard let picture = try picture(at: index) else { throw GoldenError.noPicture(index: index) }
    return picture.fingerprint
  }

  /// None.
  public func encodedPicture(at index: Int) throws -> [UInt8]? { nil }
}

/// Frames that are drawn when they are asked for.
///
/// ```swift
/// let frames = DrawnFrames(count: 60, width: 390, height: 844, frameRate: FrameRate(60)) { index in
///   draw(index)
/// }
/// ```
public struct DrawnFrames: GoldenFrames {
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
  private let makeRecord: ((Int) throws -> FrameRecord)?
  private let draw: (Int) throws -> Bitmap

  /// Frames from closures.
  ///
  /// - Parameters:
  ///   - count: How many frames there are.
  ///   - width: The width of all frames in pixels.
  ///   - height: The height of all frames in pixels.
  ///   - scale: Pixels a point.
  ///   - frameRate: Frames a second.
  ///   - renderer: What draws them, with its version.
  ///   - record: What is known of a frame beside its picture; without it only its time is known.
  ///   - draw: Draws the frame with an index of `0..<count`, the same picture each time.
  public init(
    count: Int, width: Int, height: Int, scale: Double = 1, frameRate: FrameRate? = nil,
    renderer: String = "", record: ((Int) throws -> FrameRecord)? = nil,
    draw: @escaping (Int) throws -> Bitmap
  ) {
    self.count = count
    size = PixelSize(width: width, height: height)
    self.scale = scale
    self.frameRate = frameRate
    self.renderer = renderer
    makeRecord = record
    self.draw = draw
  }

  /// Bitmaps that are there already.
  ///
  /// - Parameters:
  ///   - bitmaps: The frames in order.
  ///   - scale: Pixels a point.
  ///   - frameRate: Frames a second.
  ///   - renderer: What drew them, with its version.
  ///   - records: What is known of each frame beside its picture, or nothing.
  public init(
    _ bitmaps: [Bitmap], scale: Double = 1, frameRate: FrameRate? = nil, renderer: String = "",
    records: [FrameRecord] = []
  ) {
    self.init(
      count: bitmaps.count, width: bitmaps.first?.width ?? 0, height: bitmaps.first?.height ?? 0,
      scale: scale, frameRate: frameRate, renderer: renderer,
      record: records.count == bitmaps.count ? { records[$0] } : nil
    ) { bitmaps[$0] }
  }

  /// The record that was given for the frame, or one with its time alone.
  public func record(at index: Int) throws -> FrameRecord {
    if let makeRecord { return try makeRecord(index) }
    return FrameRecord(index: index, time: frameRate?.time(of: index) ?? FrameTime(0))
  }

  /// Draws the frame.
  public func picture(at index: Int) throws -> Pixmap? { Pixmap(try draw(index)) }
}

/// Pictures that are there already, straight from files or made by a test.
public struct PixmapFrames: GoldenFrames {
  /// Pixels a point.
  public let scale: Double
  /// Frames a second, where they are known.
  public let frameRate: FrameRate?
  private let pictures: [Pixmap]

  /// Frames from pictures in order.
  public init(_ pictures: [Pixmap], scale: Double = 1, frameRate: FrameRate? = nil) {
    self.pictures = pictures
    self.scale = scale
    self.frameRate = frameRate
  }

  /// How many pictures there are.
  public var count: Int { pictures.count }

  /// The size of the first picture.
  public var size: PixelSize {
    PixelSize(width: pictures.first?.width ?? 0, height: pictures.first?.height ?? 0)
  }

  /// A record with the frame's time alone.
  public func record(at index: Int) throws -> FrameRecord {
    FrameRecord(index: index, time: frameRate?.time(of: index) ?? FrameTime(0))
  }

  /// The picture.
  public func picture(at index: Int) throws -> Pixmap? { pictures[index] }
}
