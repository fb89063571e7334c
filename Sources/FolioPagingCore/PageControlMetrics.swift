import FolioGeometry

/// Sizes of a row of page-control dots, in points.
public struct PageControlMetrics: Hashable, Sendable {
  /// Diameter of the drawn dot.
  public var dot: Double
  /// Extent of the slot that each dot stands in the middle of.
  public var slot: Double
  /// Gap between slots.
  public var gap: Double
  /// Padding before the first and after the last slot.
  public var sidePadding: Double
  /// Extent of the control across the row.
  public var height: Double

  /// iOS 14 and later: slots of 10 at a pitch of 18, 14 at each side, 26 high (measured on 26.1);
  /// the drawn dot is 7.6 across (7.59 by its ink) and centred.
  public static let system = PageControlMetrics(
    dot: 7.6, slot: 10, gap: 8, sidePadding: 14, height: 26)

  /// Before iOS 14: dots of 7 at a pitch of 16 in a control 37 high (agreed by several look-alikes).
  public static let classic = PageControlMetrics(
    dot: 7, slot: 7, gap: 9, sidePadding: 0, height: 37)

  /// Sizes from their numbers.
  public init(dot: Double, slot: Double, gap: Double, sidePadding: Double, height: Double) {
    self.dot = dot
    self.slot = slot
    self.gap = gap
    self.sidePadding = sidePadding
    self.height = height
  }

  /// Distance between the centres of neighbouring dots.
  public var pitch: Double { slot + gap }

  /// The smallest size that shows `count` dots.
  public func size(forNumberOfPages count: Int) -> Size {
    Size(width: contentExtent(count), height: height)
  }

  /// Extent along the row of `count` dots with the padding at both ends.
  public func contentExtent(_ count: Int) -> Double {
    count > 0 ? Double(count) * slot + Double(count - 1) * gap + 2 * sidePadding : 0
  }

  /// Where the centre of a dot lies along a row that is centred in `extent` points.
  public func center(of dot: Int, count: Int, in extent: Double) -> Double {
    (extent - contentExtent(count)) / 2 + sidePadding + slot / 2 + Double(dot) * pitch
  }
}
