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

/// A file of a font family.
public struct FontSource: Hashable, Sendable {
  /// The file: TrueType, OpenType or a collection.
  public var path: AssetPath
  /// Which font of a collection, counted from 0.
  public var index: Int
  /// Values on the axes of a variable font, by four-letter tag, in the order written.
  public var axes: [FontAxis]

  /// A file.
  public init(_ path: AssetPath, index: Int = 0, axes: [FontAxis] = []) {
    self.path = path
    self.index = index
    self.axes = axes
  }
}

/// A value on an axis of a variable font.
public struct FontAxis: Hashable, Sendable {
  /// The axis's tag, such as `wght`.
  public var tag: String
  /// The value.
  public var value: Double

  /// A value on an axis.
  public init(_ tag: String, _ value: Double) {
    self.tag = tag
    self.value = value
  }
}

/// A font under a name: files in the order in which they are asked for a character.
public struct FontFamily: Hashable, Sendable {
  /// The name that styles use.
  public var id: String
  /// The files, at least one.
  public var sources: [FontSource]
  /// Where it was written.
  public var provenance = Provenance()

  /// A font.
  public init(_ id: String, _ sources: [FontSource]) {
    self.id = id
    self.sources = sources
  }

  /// A font of one file.
  public init(_ id: String, _ path: AssetPath) { self.init(id, [FontSource(path)]) }

  /// The names of the fonts that ship with Folioscope.
  public static let builtIn = ["text", "display"]
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
