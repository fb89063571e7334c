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

  /// Where the dots lie.
  private var layout: PageControlLayout {
    PageControlLayout(
      description, count: state.count, in: state.size, isMirrored: isMirrored,
      isPagerVertical: isPagerVertical, isRightToLeft: isRightToLeft)
  }

  /// The look's sizes, with what the description says instead.
  var metrics: PageControlMetrics { layout.metrics }

  var isVertical: Bool { layout.isVertical }

  /// The rectangle of the row of slots in the pager, in points.
  var row: Rect { layout.row }

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

  /// The dots to draw.
  private var dots: [PageControlDot] {
    let layout = layout
    let shown = layout.visibleCount
    return layout.metrics.dots(
      of: PageControlState(
        numberOfPages: state.count, position: state.position, loops: state.loops,
        crossFade: state.crossFade), showing: shown,
      in: layout.metrics.contentExtent(shown), isReversed: layout.isReversed)
  }

  /// The circle of a dot in the pager, in points.
  private func circle(of dot: PageControlDot) -> Rect {
    let metrics = metrics
    let row = row
    let along = dot.center - metrics.sidePadding
    let center =
      isVertical
      ? Point(x: row.midX, y: row.minY + along) : Point(x: row.minX + along, y: row.midY)
    let diameter = metrics.dot * dot.scale
    return Rect(
      x: center.x - diameter / 2, y: center.y - diameter / 2, width: diameter, height: diameter)
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
    for dot in dots where dot.scale > 0 {
      let color = PageControlPainter.blend(colors.other, colors.current, dot.weight)
      canvas.fill(ellipseIn: circle(of: dot), with: .color(color))
    }
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
