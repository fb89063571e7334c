/// What is known of a frame beside its pixels: when it is, and where its contents stand.
///
/// Records come from the recording, not from the picture, so they cost nothing to keep for every
/// frame. A comparison uses them to name the element that moved before it looks at a pixel.
public struct FrameRecord: Hashable, Sendable {
  /// The frame's index in the timeline, from 0.
  public var index: Int
  /// The frame's exact time in seconds.
  public var time: FrameTime
  /// The page position: in pages, unwrapped, negative or above the page count when looping; `nil`
  /// where nothing pages.
  public var pagePosition: Double?
  /// The content offset in points; `nil` where nothing pages.
  public var contentOffset: ContentOffset?
  /// The boxes of the elements that are drawn, from back to front.
  public var elements: [ElementBox]

  /// A record from its parts.
  public init(
    index: Int, time: FrameTime, pagePosition: Double? = nil, contentOffset: ContentOffset? = nil,
    elements: [ElementBox] = []
  ) {
    self.index = index
    self.time = time
    self.pagePosition = pagePosition
    self.contentOffset = contentOffset
    self.elements = elements
  }
}

/// A content offset in points.
public struct ContentOffset: Hashable, Sendable {
  /// Points to the right.
  public var x: Double
  /// Points down.
  public var y: Double

  /// An offset from its parts.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// The box of one drawn element, in points of the canvas.
public struct ElementBox: Hashable, Sendable {
  /// What the element is called: `pages[0].layers[2]`, or the id that the scene gives it.
  public var name: String
  /// The left edge.
  public var x: Double
  /// The upper edge.
  public var y: Double
  /// The width, at least 0.
  public var width: Double
  /// The height, at least 0.
  public var height: Double

  /// A box from its parts.
  public init(name: String, x: Double, y: Double, width: Double, height: Double) {
    self.name = name
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
