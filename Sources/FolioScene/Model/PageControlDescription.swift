import FolioGeometry
import FolioRaster

/// The row of dots that tells the page.
public struct PageControlDescription: Hashable, Sendable {
  /// Where the row lies in the pager.
  public enum Position: String, Hashable, Sendable, CaseIterable {
    /// The upper edge, at the left.
    case topLeft = "top-left"
    /// The upper edge, in the middle.
    case topCenter = "top-center"
    /// The upper edge, at the right.
    case topRight = "top-right"
    /// The lower edge, at the left.
    case bottomLeft = "bottom-left"
    /// The lower edge, in the middle.
    case bottomCenter = "bottom-center"
    /// The lower edge, at the right.
    case bottomRight = "bottom-right"
    /// The middle of the left edge.
    case left
    /// The middle of the right edge.
    case right
    /// The middle of the edge where the layout direction ends: right, or left when right-to-left.
    case side
  }

  /// When the current dot goes over to the next page.
  public enum Updates: String, Hashable, Sendable, CaseIterable {
    /// At half way.
    case half
    /// When the next page is fully in place.
    case fullPage
    /// At rest.
    case settled
    /// Bit by bit with the motion.
    case continuous
  }

  /// Which of the system's controls it looks like.
  public enum Look: String, Hashable, Sendable, CaseIterable {
    /// iOS 14 and later: slots of 10 points, 8 apart, dots of about 7.6.
    case system
    /// Up to iOS 13: dots of 7 points, 9 apart.
    case classic
  }

  /// How the current page is marked.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// A dot in another colour.
    case dots
    /// A dot that stretches to the next place and draws itself together there.
    case worm
    /// A worm that is thin on the way.
    case thinWorm
    /// A dot that slides over the others.
    case slide
    /// A dot that changes places with its neighbour.
    case swap
    /// A dot that leaps in an arc.
    case jump
    /// A dot that sinks and rises again.
    case drop
    /// A larger dot.
    case scale
    /// A longer dot.
    case expanding
    /// Dots whose colours blend.
    case color
    /// A window of dots that moves along.
    case scrolling
    /// Bars.
    case bars
    /// A drop that parts and joins.
    case liquid
    /// A disc among rings.
    case hollow
    /// "2 / 5".
    case fraction
    /// A bar that fills.
    case progress
  }

  /// The dots' order.
  public enum Order: String, Hashable, Sendable, CaseIterable {
    /// As the scene's direction says.
    case natural
    /// From left to right.
    case leftToRight
    /// From right to left.
    case rightToLeft
    /// Downwards.
    case topToBottom
    /// Upwards.
    case bottomToTop
  }

  /// Where it lies in the pager.
  public var position: Position
  /// The control's rectangle in the pager instead of a position and inset; dots are centred in it.
  public var frame: LayerFrame?
  /// The distance of the row of dots from the edges it lies at, in points; `nil` leaves it to the
  /// look.
  public var inset: Insets?
  /// The diameter of a dot in points; `nil` leaves it to the look.
  public var dot: Double?
  /// The points between the edges of neighbouring dots; `nil` leaves it to the look.
  public var gap: Double?
  /// The colour of the other dots; `nil` leaves it to the look.
  public var color: Color?
  /// The colour of the current dot; `nil` leaves it to the look.
  public var current: Color?
  /// What lies behind the row.
  public var background: PaintDescription?
  /// Whether a single page shows no dot.
  public var hidesForSinglePage: Bool
  /// When the current dot changes; `nil` takes the pager's habit
  /// (``PagerPreset/pageControlUpdates``).
  public var updates: Updates?
  /// Which system it looks like.
  public var look: Look
  /// How the current page is marked.
  public var style: Style
  /// The way dots lie; `nil` takes that of the order, or the pager's axis where the order is natural.
  public var axis: PagerDescription.Axis?
  /// The dots' order.
  public var order: Order
  /// Whether it takes taps.
  public var isInteractive: Bool
  /// Whether the dot stays where it is when a finger on it changes the page, until a step says
  /// ``TimelineStep/Action/updateCurrentPageDisplay`` or something else moves the pages.
  public var defersCurrentPageDisplay: Bool
  /// The most dots shown; more pages than that are shown through a moving window. 0 shows all that
  /// have room in the pager or the frame; with the classic look, all.
  public var maxDots: Int
  /// Where it was written.
  public var provenance = Provenance()

  /// A control: the system's dots, bottom centre, with a single page hidden, unless told otherwise.
  public init(
    position: Position = .bottomCenter, frame: LayerFrame? = nil, inset: Insets? = nil,
    dot: Double? = nil, gap: Double? = nil, color: Color? = nil, current: Color? = nil,
    background: PaintDescription? = nil, hidesForSinglePage: Bool = true, updates: Updates? = nil,
    look: Look = .system, style: Style = .dots, axis: PagerDescription.Axis? = nil,
    order: Order = .natural, isInteractive: Bool = true, defersCurrentPageDisplay: Bool = false,
    maxDots: Int = 0
  ) {
    self.position = position
    self.frame = frame
    self.inset = inset
    self.dot = dot
    self.gap = gap
    self.color = color
    self.current = current
    self.background = background
    self.hidesForSinglePage = hidesForSinglePage
    self.updates = updates
    self.look = look
    self.style = style
    self.axis = axis
    self.order = order
    self.isInteractive = isInteractive
    self.defersCurrentPageDisplay = defersCurrentPageDisplay
    self.maxDots = maxDots
  }
}
