import FolioGeometry
import FolioNumerics

/// The progress of an animation over its time.
public enum Easing: Hashable, Sendable {
  /// The cosine of UIKit's animated content offset: (1 − cos πu)/2.
  case system
  /// A cubic Bézier curve from (0, 0) to (1, 1) by its two control points; x in 0...1.
  case cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double)
  /// A spring that starts at rest; it sets its own duration.
  case spring(mass: Double, stiffness: Double, damping: Double)

  /// Constant speed.
  public static let linear = Easing.cubicBezier(x1: 0, y1: 0, x2: 1, y2: 1)
  /// Core Animation's `easeIn`.
  public static let easeIn = Easing.cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
  /// Core Animation's `easeOut`.
  public static let easeOut = Easing.cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
  /// Core Animation's `easeInEaseOut`.
  public static let easeInOut = Easing.cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)
  /// Core Animation's `default`, CSS's `ease`.
  public static let ease = Easing.cubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)

  /// The curves that have a name in scenes.
  public static let named: [(name: String, easing: Easing)] = [
    ("system", .system), ("linear", .linear), ("easeIn", .easeIn), ("easeOut", .easeOut),
    ("easeInOut", .easeInOut), ("ease", .ease),
  ]
}

/// How pages pass from one to the next.
public struct Transition: Hashable, Sendable {
  /// The families.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Side by side.
    case scroll
    /// A turning leaf.
    case curl
    /// One over the other, by opacity.
    case fade
    /// Smaller and fainter on the way.
    case zoom
    /// The old page leaves, the new one grows from behind.
    case depth
    /// Neighbours partly over one another.
    case overlap
    /// Neighbours smaller and fainter in proportion to their distance.
    case linear
    /// Neighbours turned about their upright axis.
    case coverFlow
    /// Pages on a wheel, hung upright.
    case ferrisWheel
    /// Pages on a wheel, seen from within.
    case invertedFerrisWheel
    /// Pages on the sides of a cube.
    case cube
    /// Pages as two sides of a card.
    case flip
    /// A deck whose top card is drawn off.
    case cards
    /// A stack that leads into the depth.
    case stack
  }

  /// Where the spine of a turning leaf lies.
  public enum Spine: String, Hashable, Sendable, CaseIterable {
    /// At the near edge (left or top).
    case min
    /// In the middle: two pages lie open, the first and second, the third and fourth, and so on.
    case mid
    /// At the far edge (right or bottom).
    case max
  }

  /// The family.
  public var kind: Kind
  /// The spine; `curl` alone.
  public var spine: Spine
  /// Whether leaves have pages on both sides; `curl` alone. A spine in the middle implies it.
  public var isDoubleSided: Bool

  /// A transition.
  public init(_ kind: Kind = .scroll, spine: Spine = .min, isDoubleSided: Bool = false) {
    self.kind = kind
    self.spine = spine
    self.isDoubleSided = isDoubleSided
  }
}

/// The sense of a page turn.
public enum TurnDirection: String, Hashable, Sendable, CaseIterable {
  /// To the next page.
  case forward
  /// To the previous page.
  case reverse
}

/// Turning pages by themselves.
public struct Autoplay: Hashable, Sendable {
  /// What happens after the last page of a pager that does not loop.
  public enum End: String, Hashable, Sendable, CaseIterable {
    /// It stays.
    case stop
    /// It goes back to the first page through those between.
    case rewind
    /// It goes on to the first page as if the pages were a ring.
    case wrap
  }

  /// What a finger does to the timer.
  public enum Restart: String, Hashable, Sendable, CaseIterable {
    /// A full interval begins when the finger is lifted.
    case release
    /// A full interval begins when the pages have come to rest.
    case settle
  }

  /// Seconds from one turn to the next, above 0.
  public var every: Rational
  /// Seconds that a turn takes; `nil` takes the pager's.
  public var duration: Rational?
  /// The course of a turn; `nil` takes the pager's.
  public var easing: Easing?
  /// The sense.
  public var direction: TurnDirection
  /// What happens at the end.
  public var atEnd: End
  /// What a finger does to the timer.
  public var restart: Restart
  /// Where it was written.
  public var provenance = Provenance()

  /// A timer.
  public init(
    every: Rational, duration: Rational? = nil, easing: Easing? = nil,
    direction: TurnDirection = .forward, atEnd: End = .stop, restart: Restart = .release
  ) {
    self.every = every
    self.duration = duration
    self.easing = easing
    self.direction = direction
    self.atEnd = atEnd
    self.restart = restart
  }
}

/// A named behaviour: the defaults of a pager, and the habits of the one it is named after.
public enum PagerPreset: String, Hashable, Sendable, CaseIterable {
  /// Folioscope's own: UIKit's motion, every defect of the originals put right.
  case system
  /// The endless banner, literally, defects included.
  case dlpageview
  /// UIPageViewController in scroll style.
  case pageViewController
  /// Android's ViewPager2.
  case viewPager2
  /// Flutter's PageView.
  case flutter

  /// When this pager's page control goes over to the next page unless told otherwise.
  public var pageControlUpdates: PageControlDescription.Updates {
    switch self {
    case .system, .viewPager2, .flutter: .half
    case .dlpageview: .fullPage
    case .pageViewController: .settled
    }
  }
}

/// A page, by place or by name.
public enum PageReference: Hashable, Sendable {
  /// The place, counted from 0.
  case index(Int)
  /// The name.
  case id(String)
}

/// How a pager behaves.
public struct PagerDescription: Hashable, Sendable {
  /// The way pages lie.
  public enum Axis: String, Hashable, Sendable, CaseIterable {
    /// Side by side.
    case horizontal
    /// One below the other.
    case vertical
  }

  /// The order of pages along the axis.
  public enum Order: String, Hashable, Sendable, CaseIterable {
    /// As the scene's direction says: left to right, or right to left; downwards when vertical.
    case natural
    /// The first page on the left.
    case ltr
    /// The first page on the right.
    case rtl
    /// Against the natural order.
    case reversed
  }

  /// How fast free motion loses speed.
  public enum DecelerationRate: String, Hashable, Sendable, CaseIterable {
    /// By a factor of 0.998 in each millisecond.
    case normal
    /// By a factor of 0.99 in each millisecond.
    case fast
  }

  /// How many pages a fling may pass.
  public enum FlingLimit: Hashable, Sendable {
    /// At most so many, 1 or more.
    case pages(Int)
    /// As many as its speed carries.
    case automatic
  }

  /// The behaviour whose defaults and habits apply.
  public var preset: PagerPreset
  /// Where the pager, its captions and its page control lie on the canvas.
  public var frame: LayerFrame
  /// How pages pass.
  public var transition: Transition
  /// The way pages lie.
  public var axis: Axis
  /// Whether the last page is followed by the first.
  public var loops: Bool
  /// Points between neighbours.
  public var spacing: Double
  /// The size of a page; `nil` fills the pager, or its half where two pages face each other.
  public var itemSize: LengthPair?
  /// Whether the first and last page can come to the middle of a pager that shows more than one.
  public var padEnds: Bool
  /// Whether a drag past an end stretches and springs back.
  public var bounces: Bool
  /// Whether motion ends anywhere instead of on a page.
  public var freeScroll: Bool
  /// How many pages a fling may pass.
  public var pagesPerFling: FlingLimit
  /// How fast motion slows down that ends anywhere or passes several pages; `nil` as the preset has
  /// it.
  public var decelerationRate: DecelerationRate?
  /// The page shown first.
  public var current: PageReference
  /// The order of pages.
  public var order: Order
  /// The course of animated turns.
  public var easing: Easing
  /// The seconds that an animated turn takes, above 0. A scene that is read has
  /// `MotionConstants.pageCurlDuration` for a curl unless it says otherwise.
  public var duration: Rational
  /// Turning by itself, if it does.
  public var autoplay: Autoplay?
  /// How many pages on each side of the current one are held ready, 1 or more. It changes no picture:
  /// a trace tells which pages an interface that loads them late would have, and when.
  public var offscreenPageLimit: Int
  /// Where it was written.
  public var provenance = Provenance()

  /// A pager with the defaults of a preset, which properties then change:
  ///
  /// | preset | loops | bounces | autoplay | page control | commands pass | easing |
  /// | --- | --- | --- | --- | --- | --- | --- |
  /// | system | no | yes | none | half | directly | system |
  /// | dlpageview | yes | yes | every 3 s | full page | not | system |
  /// | pageViewController | no | yes | none | settled | directly | system |
  /// | viewPager2 | no | no | none | half | the last 3 pages | system |
  /// | flutter | no | yes | none | half | all pages | ease |
  ///
  /// Everywhere else: scroll, horizontal, no spacing, full pages, padded ends, one page a fling, the
  /// first page, natural order, 0.3 s, one page held on each side. The preset also says how fingers
  /// turn pages, how pages settle and how fast free motion slows down (`PagerConfiguration`). The
  /// literal banner ignores what it lacks: ends, directions, spacing, sizes of pages, pages held
  /// beyond its three slots, and commands to go to a page.
  public init(preset: PagerPreset = .system) {
    self.preset = preset
    frame = .fill
    transition = Transition()
    axis = .horizontal
    loops = preset == .dlpageview
    spacing = 0
    itemSize = nil
    padEnds = true
    bounces = preset != .viewPager2
    freeScroll = false
    pagesPerFling = .pages(1)
    decelerationRate = nil
    current = .index(0)
    order = .natural
    easing = preset == .flutter ? .ease : .system
    duration = Rational(3, 10)
    autoplay = preset == .dlpageview ? Autoplay(every: 3, atEnd: .wrap) : nil
    offscreenPageLimit = 1
  }
}
