import FolioGeometry
import FolioNumerics
import FolioRaster

/// The direction in which text and pages run.
public enum LayoutDirection: String, Hashable, Sendable, CaseIterable {
  /// From left to right.
  case leftToRight = "ltr"
  /// From right to left.
  case rightToLeft = "rtl"
}

/// A paged interface and what happens to it: all that a film is made from.
///
/// Plain values, with no reference to any file but by path. A scene is read from a `.folio.yaml`
/// file by ``SceneReader``, or made in code:
///
/// ```swift
/// var scene = Scene(
///   name: "hello", canvas: CanvasDescription(size: Size(width: 320, height: 180)),
///   pages: [
///     Page(id: "one", background: .color(.white), layers: [.text("One")]),
///     Page(id: "two", background: .color(.black)),
///   ],
///   timeline: [TimelineStep(at: 1, .flick(from: nil, velocity: Point(x: -1000, y: 0)))])
/// scene.canvas.duration = 3
/// ```
public struct Scene: Hashable, Sendable {
  /// Its name; the manifest and the default folder carry it.
  public var name: String
  /// The frame of the film.
  public var canvas: CanvasDescription
  /// The language of its texts as a BCP 47 tag, such as `ar` or `zh-Hans`; `nil` for none.
  public var locale: String?
  /// The direction in which texts and pages run unless they say otherwise.
  public var direction: LayoutDirection
  /// Fonts besides those that ship.
  public var fonts: [FontFamily]
  /// How the main pager behaves.
  public var pager: PagerDescription
  /// The main pager's pages at the start.
  public var pages: [Page]
  /// Pages that are not there at the start and that steps of the timeline bring in.
  public var spares: [Page]
  /// The main pager's page control, if it has one.
  public var pageControl: PageControlDescription?
  /// Layers of the canvas beneath the main pager, the lowest first.
  public var behind: [Layer]
  /// Layers of the canvas above the main pager and its page control, the lowest first.
  public var above: [Layer]
  /// What happens, in order.
  public var timeline: [TimelineStep]
  /// Where and how frames are written.
  public var output: OutputDescription
  /// Where it was written.
  public var provenance = Provenance()

  /// A scene from its parts.
  public init(
    name: String, canvas: CanvasDescription, locale: String? = nil,
    direction: LayoutDirection = .leftToRight, fonts: [FontFamily] = [],
    pager: PagerDescription = PagerDescription(), pages: [Page], spares: [Page] = [],
    pageControl: PageControlDescription? = nil, behind: [Layer] = [],
    above: [Layer] = [], timeline: [TimelineStep] = [],
    output: OutputDescription = OutputDescription()
  ) {
    self.name = name
    self.canvas = canvas
    self.locale = locale
    self.direction = direction
    self.fonts = fonts
    self.pager = pager
    self.pages = pages
    self.spares = spares
    self.pageControl = pageControl
    self.behind = behind
    self.above = above
    self.timeline = timeline
    self.output = output
  }

  /// A page of the main pager by name, among those shown at the start and those brought in later.
  public func page(_ id: String) -> Page? {
    pages.first { $0.id == id } ?? spares.first { $0.id == id }
  }

  /// A font by name; `nil` for those that ship and for unknown ones.
  public func font(_ id: String) -> FontFamily? { fonts.first { $0.id == id } }
}
