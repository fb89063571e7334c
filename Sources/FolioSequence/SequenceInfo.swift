/// What all frames of a sequence have in common: whose they are and how they are to be read.
///
/// It is known before the first frame is drawn, and it is the same for each part of a timeline that
/// is rendered by itself.
public struct SequenceInfo: Hashable, Sendable {
  /// The scene's name. A folder belongs to the scene whose name its manifest states.
  public var sceneName: String
  /// SHA-256 over everything that decides the pixels and the bytes: the scene, its images and
  /// fonts, the options and the renderer's version. Frames with equal digests fit together.
  public var sceneDigest: Digest
  /// The program that draws, with its version: `folioscope 1.0.0`.
  public var renderer: String
  /// The canvas's width in pixels, at least 1.
  public var width: Int
  /// The canvas's height in pixels, at least 1.
  public var height: Int
  /// Pixels a point, above 0.
  public var scale: Double
  /// Frames a second.
  public var frameRate: FrameRate
  /// How many frames the whole timeline has, whichever of them are drawn; at least 1.
  public var frameCount: Int
  /// Whether the files hold an alpha channel (RGBA) or not (RGB); the same for all of them.
  public var hasAlpha: Bool
  /// The files' names.
  public var name: FrameName
  /// The named instants of the timeline, in its order.
  public var markers: [Marker]
  /// What happened on the timeline, in its order.
  public var events: [Event]

  /// The colour space of all sequences.
  public static let colorSpace = "sRGB"

  /// An info from its parts.
  public init(
    sceneName: String, sceneDigest: Digest, renderer: String, width: Int, height: Int,
    scale: Double, frameRate: FrameRate, frameCount: Int, hasAlpha: Bool, name: FrameName,
    markers: [Marker] = [], events: [Event] = []
  ) {
    self.sceneName = sceneName
    self.sceneDigest = sceneDigest
    self.renderer = renderer
    self.width = width
    self.height = height
    self.scale = scale
    self.frameRate = frameRate
    self.frameCount = frameCount
    self.hasAlpha = hasAlpha
    self.name = name
    self.markers = markers
    self.events = events
  }

  /// A named instant.
  public struct Marker: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its exact time in seconds.
    public var time: FrameTime

    /// A marker from its parts.
    public init(name: String, time: FrameTime) {
      self.name = name
      self.time = time
    }
  }

  /// Something that happened: a callback, a step of the script.
  public struct Event: Hashable, Sendable {
    /// What happened, such as the name of a delegate's method.
    public var name: String
    /// When, in exact seconds.
    public var time: FrameTime
    /// The page that it is about, where it is about one.
    public var page: Int?
    /// The page position at that time, where something pages.
    public var pagePosition: Double?

    /// An event from its parts.
    public init(name: String, time: FrameTime, page: Int? = nil, pagePosition: Double? = nil) {
      self.name = name
      self.time = time
      self.page = page
      self.pagePosition = pagePosition
    }
  }

  /// The frame that shows a marker: the first at or after its time.
  public func frame(of marker: Marker) -> Int { frameRate.firstFrame(atOrAfter: marker.time) }

  /// The markers as a frame set's expression takes them.
  public var frameSetMarkers: [FrameSet.Marker] {
    markers.map { FrameSet.Marker(name: $0.name, frame: frame(of: $0)) }
  }

  /// All frames of the timeline.
  public var allFrames: FrameSet { FrameSet(0..<frameCount) }
}
