import FolioGeometry
import FolioPagingCore

/// Where points fall on device pixels.
///
/// A place is rounded to the nearest pixel, halves up, with a bias of 1e-9 pixels so that a place
/// that is a half but for the noise of Double goes up on every machine (frames 6 and 12 of an
/// animated page of 375 points at scale 2 are such places).
public struct DeviceGrid: Hashable, Sendable {
  /// Pixels a point.
  public let scale: Double

  /// The bias of the rounding, in pixels.
  public static let bias = 1e-9

  /// A grid.
  public init(scale: Double) { self.scale = scale }

  /// The pixel nearest to a place in points.
  public func pixel(_ points: Double) -> Int {
    PageIndex.checked((points * scale + 0.5 + DeviceGrid.bias).rounded(.down))
  }

  /// The whole pixels that hold an extent in points.
  public func pixelsCovering(_ points: Double) -> Int {
    max(0, PageIndex.checked((points * scale - DeviceGrid.bias).rounded(.up)))
  }

  /// The place in pixels where slot `slot` of a pager begins, counted from the beginning of its
  /// view, when the place along the slots is `place`.
  ///
  /// The content's boundaries and its offset are rounded each by itself, the offset halves up as
  /// UIKit does. So each boundary is one number for both its neighbours, motion moves all of them
  /// together, and a page at rest begins exactly where it always does.
  public func boundary(
    ofSlot slot: Int, place: Double, stride: Double, leadingInset: Double
  ) -> Int {
    pixel(Double(slot) * stride) + pixel(leadingInset) - pixel(place * stride)
  }
}
