/// What a folder of frames holds: the file `folioscope-manifest.json`.
///
/// The manifest owns its folder. Frames that it names may be replaced and removed by a later render
/// of the same scene; no other file is ever touched. It is written before the first frame with
/// ``isComplete`` false and replaced after the last one, so it alone tells a finished sequence.
///
/// Its text depends on the values alone: keys stand in a fixed order, a frame takes one line, and
/// no date, host or path is in it.
public struct Manifest: Hashable, Sendable {
  /// What all frames have in common.
  public var info: SequenceInfo
  /// Which frames of the timeline the folder holds, or will hold once it is complete.
  public var frames: FrameSet
  /// The frames in ascending order: all of ``frames`` where the manifest is complete, else none.
  public var entries: [Entry]
  /// Whether every frame is in place.
  public var isComplete: Bool
  /// Names of frames of an earlier render that are still to be removed; empty when complete.
  public var stale: [String]

  /// The version of the file's format that is written, and the only one that is read.
  public static let version = 1

  /// How the names of all manifests begin.
  public static let namePrefix = "folioscope-manifest"

  /// The manifest of a whole timeline.
  public static let fileName = "folioscope-manifest.json"

  /// The name of the manifest of some frames: ``fileName`` for the whole timeline, otherwise
  /// `folioscope-manifest.<first>-<last>.json`.
  public static func fileName(of frames: FrameSet, frameCount: Int) -> String {
    guard let first = frames.first, let last = frames.last, frames.count < frameCount else {
      return fileName
    }
    return "\(namePrefix).\(first)-\(last).json"
  }

  /// This manifest's file name.
  public var fileName: String {
    Manifest.fileName(of: frames, frameCount: info.frameCount)
  }

  /// A manifest that promises some frames and holds none yet.
  ///
  /// - Precondition: `frames` is not empty and lies in `0..<info.frameCount`.
  public init(info: SequenceInfo, frames: FrameSet, stale: [String] = []) {
    self.info = info
    self.frames = frames
    entries = []
    isComplete = false
    self.stale = stale
  }

  /// The complete manifest of the frames that `entries` lists in ascending order.
  ///
  /// ``Entry/sameAsPrevious`` and the entries' markers follow from the rest and are set here.
  public init(info: SequenceInfo, complete entries: [Entry]) {
    self.info = info
    frames = FrameSet(entries.map(\.index))
    isComplete = true
    stale = []
    var names: [Int: [String]] = [:]
    for marker in info.markers { names[info.frame(of: marker), default: []].append(marker.name) }
    self.entries = entries
    for i in entries.indices {
      self.entries[i].sameAsPrevious = i > 0 && entries[i].pixels == entries[i - 1].pixels
      self.entries[i].markers = names[entries[i].index] ?? []
    }
  }

  /// The names of all frame files that the manifest owns.
  public var ownedNames: [String] { frames.map(info.name.name(of:)) + stale }

  /// The arguments for ffmpeg, run inside the folder, that make a video of the frames; `nil` if
  /// they have holes.
  public var ffmpegArguments: [String]? {
    FFmpegArguments.video(of: info, frames: frames, output: info.sceneName)
  }

  /// One frame of a manifest.
  public struct Entry: Hashable, Sendable {
    /// The frame's index in the timeline.
    public var index: Int
    /// The size of its file in bytes.
    public var byteCount: Int
    /// The SHA-256 of its file.
    public var file: Digest
    /// The fingerprint of its pixels.
    public var pixels: Fingerprint
    /// Whether its pixels equal those of the entry before it.
    public var sameAsPrevious = false
    /// The names of the markers that it is the first to show.
    public var markers: [String] = []
    /// The page position, where something pages.
    public var pagePosition: Double?
    /// The content offset in points, where something pages.
    public var contentOffset: ContentOffset?

    /// An entry from its parts.
    public init(
      index: Int, byteCount: Int, file: Digest, pixels: Fingerprint, pagePosition: Double? = nil,
      contentOffset: ContentOffset? = nil
    ) {
      self.index = index
      self.byteCount = byteCount
      self.file = file
      self.pixels = pixels
      self.pagePosition = pagePosition
      self.contentOffset = contentOffset
    }
  }

  /// The complete manifest of the whole timeline, if complete manifests of parts of it cover it.
  ///
  /// Of two entries for a frame the one of the later part is taken.
  ///
  /// - Returns: `nil` if the parts differ in their info, one is incomplete, or a frame is missing.
  public static func joining(_ parts: [Manifest]) -> Manifest? {
    guard let info = parts.first?.info else { return nil }
    var entries: [Entry?] = Array(repeating: nil, count: info.frameCount)
    for part in parts {
      guard part.isComplete, part.info == info else { return nil }
      for entry in part.entries { entries[entry.index] = entry }
    }
    let whole = entries.compactMap { $0 }
    return whole.count == info.frameCount ? Manifest(info: info, complete: whole) : nil
  }
}
