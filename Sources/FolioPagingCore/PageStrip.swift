/// Which page stands in which slot while a pager moves.
///
/// Motion happens along slots. Normally slot `i` holds page `i` and nothing is stored. During a
/// direct jump from page 2 to page 7 the strip reads 2, 7, so one page of travel leads from one to
/// the other and the pages between are never shown. Beyond its ends a strip goes on in page order,
/// so a finger that catches a jump in flight finds the neighbours it expects.
public struct PageStrip: Hashable, Sendable {
  /// The slot of the first stored page.
  public private(set) var firstSlot: Int
  /// The page numbers (unwrapped) from `firstSlot` on; empty where every slot holds its own number.
  public private(set) var pages: [Int]

  /// Whether the slots beyond the stored ones are empty instead of going on in page order.
  public private(set) var isClosed: Bool

  /// The number of a slot that holds no page.
  public static let blank = Int.min

  /// Slot `i` holds page `i`.
  public static let identity = PageStrip(firstSlot: 0, pages: [])

  init(firstSlot: Int, pages: [Int], isClosed: Bool = false) {
    self.firstSlot = firstSlot
    self.pages = pages
    self.isClosed = isClosed
  }

  /// Whether slot `i` holds page `i` everywhere.
  public var isIdentity: Bool { pages.isEmpty }

  /// The page number in a slot.
  public func page(at slot: Int) -> Int {
    guard let first = pages.first, let last = pages.last else { return slot }
    let i = slot - firstSlot
    if isClosed && (i < 0 || i >= pages.count) { return PageStrip.blank }
    if i < 0 { return first + i }
    if i >= pages.count { return last + (i - pages.count + 1) }
    return pages[i]
  }

  /// The page position at a place along the slots: linear between the pages of two slots, exactly
  /// the page's number on a slot.
  public func position(at place: Double) -> Double {
    if isIdentity { return place }
    if isClosed {
      // Closed strips are windows: the page in the middle, and how far it is from there.
      let middle = pages.count / 2
      let page = pages[middle] == PageStrip.blank ? 0 : pages[middle]
      return Double(page) + place - Double(firstSlot + middle)
    }
    let whole = place.rounded(.down)
    let slot = PageIndex.checked(whole)
    let from = Double(page(at: slot))
    let fraction = place - whole
    return fraction == 0 ? from : from + (Double(page(at: slot + 1)) - from) * fraction
  }

  /// The slots that can hold one of `count` pages that do not wrap.
  func slots(pageCount count: Int) -> ClosedRange<Int> {
    guard let first = pages.first, let end = pages.last else { return 0...max(0, count - 1) }
    let lastSlot = firstSlot + pages.count - 1
    if isClosed { return firstSlot...lastSlot }
    let low = min(firstSlot, firstSlot - first)
    return low...max(low, lastSlot + max(0, count - 1 - end))
  }

  /// The range of places whose pages lie in 0...`last`: slots beyond the ends of the strip reach
  /// the first and the last page in page order. The far end may be a fraction.
  func bounds(maximumPosition last: Double) -> ClosedRange<Double> {
    guard let first = pages.first, let end = pages.last else { return 0...max(0, last) }
    let lastSlot = firstSlot + pages.count - 1
    if isClosed { return Double(firstSlot)...Double(lastSlot) }
    let low = Double(firstSlot - first)
    let high = Double(lastSlot) + (last - Double(end))
    return low...max(low, high)
  }
}
