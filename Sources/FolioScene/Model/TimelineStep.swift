import FolioGeometry
import FolioNumerics
import FolioRaster

/// One line of the script: when, and what.
public struct TimelineStep: Hashable, Sendable {
  /// What a relative time counts from.
  public enum Anchor: Hashable, Sendable {
    /// The end of the step before (of its motion of the finger, or of its wait).
    case previous
    /// The first time at or after the end of the step before at which the pager is at rest.
    case settled
    /// The time of an earlier step with this label.
    case label(String)
  }

  /// When a step happens.
  public enum Time: Hashable, Sendable {
    /// At a time from the start, in seconds.
    case at(Rational)
    /// So many seconds after something.
    case after(Anchor, delay: Rational)
  }

  /// A place on a finger's way.
  public struct PathPoint: Hashable, Sendable {
    /// The place on the canvas in points.
    public var position: Point
    /// Seconds since touch-down, where stated.
    public var time: Rational?

    /// A place.
    public init(_ position: Point, time: Rational? = nil) {
      self.position = position
      self.time = time
    }
  }

  /// The way of a finger.
  public struct Drag: Hashable, Sendable {
    /// The places, two or more; the finger goes down at the first and up at the last.
    public var path: [PathPoint]
    /// Seconds from the first to the last place. Between places without times the finger moves at
    /// constant speed.
    public var duration: Rational
    /// Seconds of standing still at the last place before the finger is lifted.
    public var hold: Rational
    /// The speed at the release in points a second across and down, instead of the one measured from
    /// the last movements.
    public var releaseVelocity: Point?

    /// A drag.
    public init(
      path: [PathPoint], duration: Rational, hold: Rational = 0, releaseVelocity: Point? = nil
    ) {
      self.path = path
      self.duration = duration
      self.hold = hold
      self.releaseVelocity = releaseVelocity
    }
  }

  /// What is tapped.
  public enum TapTarget: Hashable, Sendable {
    /// The middle of a layer.
    case layer(String)
    /// The left or upper half of the page control: one page back.
    case pageControlLeft
    /// The right or lower half of the page control: one page on.
    case pageControlRight
    /// A place on the canvas.
    case point(Point)
  }

  /// Which way to a page.
  public enum Route: String, Hashable, Sendable, CaseIterable {
    /// To a page further on forward, to one further back in reverse.
    case automatic
    /// Entering from the side of the next page.
    case forward
    /// Entering from the side of the previous page.
    case reverse
    /// The shorter way round in a pager that loops.
    case shortest
  }

  /// What lies between the pages of a jump.
  public enum Passage: String, Hashable, Sendable, CaseIterable {
    /// Nothing: the two pages follow one another as neighbours do.
    case direct
    /// All pages between sweep by.
    case through
  }

  /// A command to show a page.
  public struct GoTo: Hashable, Sendable {
    /// The page.
    public var page: PageReference
    /// Whether it moves there; otherwise it is there at once.
    public var isAnimated: Bool
    /// Which way.
    public var direction: Route
    /// What lies between; `nil` as the pager's preset has it.
    public var via: Passage?
    /// The seconds it takes; `nil` takes the pager's.
    public var duration: Rational?
    /// The course; `nil` takes the pager's.
    public var easing: Easing?

    /// A command.
    public init(
      _ page: PageReference, isAnimated: Bool = true, direction: Route = .automatic,
      via: Passage? = nil, duration: Rational? = nil, easing: Easing? = nil
    ) {
      self.page = page
      self.isAnimated = isAnimated
      self.direction = direction
      self.via = via
      self.duration = duration
      self.easing = easing
    }
  }

  /// A value that is set on the way.
  public struct Setting: Hashable, Sendable {
    /// What is set: `pageControl.color`, `pager.loop`, `layer.title.opacity` and so on, see
    /// ``SettablePath``.
    public var path: SettablePath
    /// The value.
    public var value: SettableValue

    /// A setting.
    public init(_ path: SettablePath, _ value: SettableValue) {
      self.path = path
      self.value = value
    }
  }

  /// What a step does.
  public enum Action: Hashable, Sendable {
    /// A finger goes down, along a way, and up.
    case drag(Drag)
    /// A short quick drag: from a place (`nil` for the pager's middle) at a speed in points a second
    /// across and down.
    case flick(from: Point?, velocity: Point)
    /// A finger goes down.
    case down(Point)
    /// The finger moves.
    case move(Point)
    /// The finger is lifted; at a place, or where it was.
    case up(Point?)
    /// The touch is taken away by the system.
    case cancel
    /// A tap. One that hits nothing is an error unless `allowsMiss`.
    case tap(TapTarget, allowsMiss: Bool)
    /// Shows a page.
    case goTo(GoTo)
    /// Sets or, with `nil`, stops turning by itself.
    case autoplay(Autoplay?)
    /// Loads pages anew: those named, or with `nil` the same ones. The current page is kept where it
    /// is still there, unless another is named.
    case reload(pages: [String]?, current: PageReference?)
    /// Puts pages in before a place.
    case insert(at: Int, pages: [String])
    /// Takes pages out.
    case remove([String])
    /// Changes the pager's size in points; over seconds, or at once.
    case resize(Size, over: Rational)
    /// Holds the timer, with what is left of its interval.
    case pause
    /// Lets it go on.
    case resume
    /// Lets a page control that defers its display show the page it is at.
    case updateCurrentPageDisplay
    /// Plays a recorded trace of touches (seconds, x, y, phase), slowed down by a factor.
    case touches(AssetPath, scale: Double)
    /// Sets values; over seconds, or at once.
    case set([Setting], over: Rational, easing: Easing)
    /// Names a time.
    case marker(String)
    /// Names a frame that is wanted as a picture.
    case snapshot(String)
    /// Lets no later step happen before so many seconds have passed.
    case wait(Rational)
    /// The film ends.
    case end
  }

  /// When it happens.
  public var time: Time
  /// What it does.
  public var action: Action
  /// The id of the pager it is for; `nil` for the main one, or for whichever a touch meets.
  public var pager: String?
  /// A name for its time, for `after` of later steps. Markers and snapshots are their own labels.
  public var label: String?
  /// Where it was written.
  public var provenance = Provenance()

  /// A step at a time from the start.
  public init(
    at time: Rational, _ action: Action, pager: String? = nil, label: String? = nil
  ) {
    self.init(.at(time), action, pager: pager, label: label)
  }

  /// A step after something.
  public init(
    after anchor: Anchor, delay: Rational = 0, _ action: Action, pager: String? = nil,
    label: String? = nil
  ) {
    self.init(.after(anchor, delay: delay), action, pager: pager, label: label)
  }

  /// A step.
  public init(_ time: Time, _ action: Action, pager: String? = nil, label: String? = nil) {
    self.time = time
    self.action = action
    self.pager = pager
    self.label = label
  }

  /// The name that later steps can count from: the label, or a marker's or snapshot's own.
  public var name: String? {
    switch action {
    case .marker(let name), .snapshot(let name): name
    default: label
    }
  }
}

/// What a `set` step can change.
public enum SettablePath: Hashable, Sendable {
  /// `canvas.background`: a colour.
  case canvasBackground
  /// `pageControl.color`: a colour.
  case pageControlColor
  /// `pageControl.current`: a colour.
  case pageControlCurrent
  /// `pageControl.hidden`: a truth value.
  case pageControlHidden
  /// `pager.loop`: a truth value.
  case pagerLoop
  /// `pager.bounces`: a truth value.
  case pagerBounces
  /// `pager.spacing`: points.
  case pagerSpacing
  /// `layer.ID.opacity`: 0...1.
  case layerOpacity(String)
  /// `layer.ID.hidden`: a truth value.
  case layerHidden(String)
  /// `layer.ID.color`: the colour of a text or of a button's label.
  case layerColor(String)
  /// `layer.ID.fill`: the colour that fills a shape or button.
  case layerFill(String)
  /// `layer.ID.text`: the text of a text layer or button.
  case layerText(String)

  /// Whether it belongs to a pager, so that a step's `pager` says to which.
  public var isOfPager: Bool {
    switch self {
    case .pageControlColor, .pageControlCurrent, .pageControlHidden, .pagerLoop, .pagerBounces,
      .pagerSpacing:
      true
    default: false
    }
  }
}

/// A value of a `set` step.
public enum SettableValue: Hashable, Sendable {
  /// A colour; blends when set over a time.
  case color(Color)
  /// A number; moves when set over a time.
  case number(Double)
  /// A truth value.
  case flag(Bool)
  /// A text.
  case text(String)
}
