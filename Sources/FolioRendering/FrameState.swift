import FolioGeometry
import FolioPagingCore
import FolioRaster
import FolioScene

/// Everything that a frame shows, in device pixels.
///
/// Two frames with equal states are equal pictures: positions are already rounded to the pixels
/// that they are drawn at, and time is no part of it.
public struct FrameState: Hashable, Sendable {
  /// A page and the pixels of the pager that it fills.
  public struct PlacedPage: Hashable, Sendable {
    /// The page's index in its track's list.
    public let page: Int
    /// Where the page's own edge lies along the axis, from the pager's edge.
    public let origin: Int
    /// The stretch along the axis that it fills, cut at the pager's edges.
    public let extent: Range<Int>
    /// Pagers inside the page.
    public let pagers: [Pager]
  }

  /// A pager.
  public struct Pager: Hashable, Sendable {
    /// Its index among the recording's tracks.
    public let track: Int
    /// Its rectangle, in pixels of its surroundings.
    public let frame: PixelRect
    /// Whether pages lie side by side.
    public let isHorizontal: Bool
    /// The size of a page in points.
    public let pageSize: Size
    /// The pages in view, from the lowest edge to the highest.
    public let pages: [PlacedPage]
    /// The page control, if it shows.
    public let control: Control?
  }

  /// A page control.
  public struct Control: Hashable, Sendable {
    /// The number of dots.
    public let count: Int
    /// Where the emphasis is, in dots.
    public let position: Double
    /// Whether the last dot is followed by the first.
    public let loops: Bool
    /// In a direct jump the two dots that share the emphasis, though the position runs over all
    /// between them.
    public let crossFade: PageControlCrossFade?
    /// The colour of the dots; `nil` leaves it to the look.
    public let color: Color?
    /// The colour of the current dot; `nil` leaves it to the look.
    public let current: Color?
    /// The pager's size in points, which the control is placed in.
    public let size: Size
  }

  /// A value of a layer that differs from the scene's.
  public struct Override: Hashable, Sendable {
    /// What is set.
    public let path: SettablePath
    /// The id of the pager that it is about; `nil` for the main one, and for what belongs to none.
    public let pager: String?
    /// The value.
    public let value: SettableValue
  }

  /// What is behind everything.
  public let background: Color
  /// The pagers that lie on the canvas, the main one first.
  public let pagers: [Pager]
  /// Values set on the way, in the order in which their paths were first set.
  public let overrides: [Override]
}
