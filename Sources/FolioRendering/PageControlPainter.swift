import FolioGeometry
import FolioPagingCore
import FolioRaster
import FolioScene

/// Draws a row of page-control dots, and says where they are.
struct PageControlPainter {
  let description: PageControlDescription
  let state: FrameState.Control
  /// Whether later pages lie to the left (or above).
  let isMirrored: Bool
  /// Whether the pager's pages lie one below the other.
  let isPagerVertical: Bool
  let isRightToLeft: Bool

  /// The look's sizes, with what the description says instead.
  ///
  /// A dot of another diameter keeps the look's pitch; a stated gap sets the pitch to dot and gap.
  var metrics: PageControlMetrics {
    var metrics: PageControlMetrics = description.look == .system ? .system : .classic
    if let dot = description.dot { metrics.dot = dot }
    if let gap = description.gap {
      metrics.slot = metrics.dot
      metrics.gap = gap
    } else if metrics.dot > metrics.slot {
      metrics.gap = max(0, metrics.pitch - metrics.dot)
      metrics.slot = metrics.dot
    }
    return metrics
  }

  var isVertical: Bool {
    switch description.axis {
    case .vertical: true
    case .horizontal: false
    case nil: isPagerVertical
    }
  }

  /// The colour of a dot without emphasis, and with all of it.
  ///
  /// White at 0.45 and opaque white were measured on iOS 26.1; before iOS 14 the look-alikes agree
  /// on white at 0.2.
  var colors: (other: Color, current: Color) {
    let alpha: UInt8 = description.look == .system ? 115 : 51
    return (
      state.color ?? Color(red: 255, green: 255, blue: 255, alpha: alpha),
      state.current ?? .white
    )
  }

  /// The rectangle of the row of slots in the pager, in points.
  ///
  /// Without an inset the control lies flush with its edges and has the look's padding and height;
  /// with one the dots' own row keeps that distance.
  var row: Rect {
    let metrics = metrics
    let length = metrics.contentExtent(state.count) - 2 * metrics.sidePadding
    let across = metrics.slot
    let size =
      isVertical
      ? Size(width: across, height: length) : Size(width: length, height: across)
    let area = Rect(origin: .zero, size: state.size)
    if let frame = description.frame {
      let box = frame.resolve(in: state.size)
      return centered(size, in: box)
    }
    let along = metrics.sidePadding
    let beside = (metrics.height - across) / 2
    let flush =
      isVertical
      ? Insets(top: along, left: beside, bottom: along, right: beside)
      : Insets(top: beside, left: along, bottom: beside, right: along)
    let excess = (metrics.slot - metrics.dot) / 2
    let insets =
      description.inset.map {
        Insets(
          top: $0.top - excess, left: $0.left - excess, bottom: $0.bottom - excess,
          right: $0.right - excess)
      } ?? flush
    var x = area.midX - size.width / 2
    var y = area.midY - size.height / 2
    let left = insets.left
    let right = area.width - insets.right - size.width
    switch description.position {
    case .topLeft, .bottomLeft, .left: x = left
    case .topRight, .bottomRight, .right: x = right
    case .side: x = isRightToLeft ? left : right
    case .topCenter, .bottomCenter: break
    }
    switch description.position {
    case .topLeft, .topCenter, .topRight: y = insets.top
    case .bottomLeft, .bottomCenter, .bottomRight: y = area.height - insets.bottom - size.height
    case .left, .right, .side: break
    }
    return Rect(x: x, y: y, width: size.width, height: size.height)
  }

  private func centered(_ size: Size, in box: Rect) -> Rect {
    Rect(
      x: box.midX - size.width / 2, y: box.midY - size.height / 2, width: size.width,
      height: size.height)
  }

  /// Whether the first dot stands at the far end.
  private var isReversed: Bool {
    switch description.order {
    case .natural: isVertical ? false : (isPagerVertical ? isRightToLeft : isMirrored)
    case .leftToRight, .topToBottom: false
    case .rightToLeft, .bottomToTop: true
    }
  }

  /// The circle of a dot in the pager, in points.
  func dot(_ index: Int) -> Rect {
    let metrics = metrics
    let row = row
    let place = Double(isReversed ? state.count - 1 - index : index)
    let center =
      isVertical
      ? Point(x: row.midX, y: row.minY + metrics.slot / 2 + place * metrics.pitch)
      : Point(x: row.minX + metrics.slot / 2 + place * metrics.pitch, y: row.midY)
    let radius = metrics.dot / 2
    return Rect(x: center.x - radius, y: center.y - radius, width: metrics.dot, height: metrics.dot)
  }

  /// Draws the control; the canvas's coordinates are the pager's, in points.
  func draw(in canvas: inout Canvas, paint: (PaintDescription, Rect) -> Paint) {
    if let background = description.background {
      let metrics = metrics
      let pad = (metrics.height - metrics.slot) / 2
      let ends = max(pad, metrics.sidePadding)
      let row = row
      let pill =
        isVertical
        ? Rect(
          x: row.minX - pad, y: row.minY - ends, width: row.width + 2 * pad,
          height: row.height + 2 * ends)
        : Rect(
          x: row.minX - ends, y: row.minY - pad, width: row.width + 2 * ends,
          height: row.height + 2 * pad)
      canvas.fill(
        RoundedRect(pill, radius: min(pill.width, pill.height) / 2), with: paint(background, pill))
    }
    let colors = colors
    for index in 0..<state.count {
      let color = PageControlPainter.blend(colors.other, colors.current, weight(of: index))
      canvas.fill(ellipseIn: dot(index), with: .color(color))
    }
  }

  /// The share of the emphasis that a dot has.
  func weight(of index: Int) -> Double {
    let low = PageIndex.checked(state.position.rounded(.down))
    let fraction = state.position - Double(low)
    func dot(_ number: Int) -> Int {
      state.loops
        ? PageIndex.floorMod(number, state.count) : min(max(number, 0), state.count - 1)
    }
    var weight = dot(low) == index ? 1 - fraction : 0
    if fraction > 0 && dot(low + 1) == index { weight += fraction }
    return weight
  }

  /// The colour on the way from one to another, by premultiplied channels as gradients do.
  static func blend(_ a: Color, _ b: Color, _ t: Double) -> Color {
    if t <= 0 { return a }
    if t >= 1 { return b }
    let alpha = Double(a.alpha) + (Double(b.alpha) - Double(a.alpha)) * t
    if alpha <= 0 { return .transparent }
    func channel(_ x: UInt8, _ y: UInt8) -> UInt8 {
      let from = Double(x) * Double(a.alpha)
      let value = (from + (Double(y) * Double(b.alpha) - from) * t) / alpha
      return UInt8(min(max((value + 0.5).rounded(.down), 0), 255))
    }
    return Color(
      red: channel(a.red, b.red), green: channel(a.green, b.green), blue: channel(a.blue, b.blue),
      alpha: UInt8(min((alpha + 0.5).rounded(.down), 255)))
  }
}
