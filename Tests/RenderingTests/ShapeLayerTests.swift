import FolioGeometry
import FolioRaster
import FolioScene
import Foundation
import TestSupport
import Testing

@Suite("A shape layer covers the area that its words describe")
struct ShapeLayerTests {
  typealias P = (x: Double, y: Double)

  /// The corners of a regular polygon or star on the ellipse around (20, 20).
  func corners(_ count: Int, rx: Double, ry: Double, inner: Double? = nil) -> [P] {
    let all = inner == nil ? count : 2 * count
    return (0..<all).map { i in
      let angle = 2 * Double.pi * Double(i) / Double(all)
      let r = i % 2 == 1 ? inner ?? 1 : 1
      return (20 + rx * r * sin(angle), 20 - ry * r * cos(angle))
    }
  }

  func worst(_ bitmap: Bitmap, _ polygons: [[P]], evenOdd: Bool = false) -> Double {
    let shares = LineCoverage.coverage(width: bitmap.width, height: bitmap.height) {
      LineCoverage.add(polygons, at: $0, to: &$1) { evenOdd ? $0 & 1 != 0 : $0 != 0 }
    }
    return DrawnLayers.worst(bitmap, shares)
  }

  @Test("a rectangle between pixels")
  func rect() throws {
    let picture = try DrawnLayers.draw(
      "[{ shape: rect, fill: black, frame: { x: 4.5, y: 4, w: 10, h: 10.25 } }]")
    #expect(DrawnLayers.black(picture, 4, 8) == 128)
    #expect(DrawnLayers.black(picture, 14, 8) == 128)
    #expect(DrawnLayers.black(picture, 8, 14) == 64)
    #expect(DrawnLayers.black(picture, 4, 14) == 32)
    #expect(DrawnLayers.black(picture, 8, 8) == 255 && DrawnLayers.black(picture, 15, 8) == 0)
  }

  @Test("rounded corners and ellipses, at two scales", arguments: [1, 2])
  func round(scale: Int) throws {
    let k = Double(scale)
    let disc = try DrawnLayers.draw(
      "[{ shape: rect, radius: 15, fill: black, frame: { x: 5, y: 5, w: 30, h: 30 } }]",
      scale: scale)
    #expect(
      DrawnLayers.worst(disc) {
        ExactArea.disc(cx: 20 * k, cy: 20 * k, radius: 15 * k, x: $0, y: $1)
      } <= 0.55)
    let ellipse = try DrawnLayers.draw(
      "[{ shape: ellipse, fill: black, frame: { cx: 19.5, cy: 20.25, w: 33, h: 17 } }]",
      scale: scale)
    #expect(
      DrawnLayers.worst(ellipse) {
        ExactArea.ellipse(cx: 19.5 * k, cy: 20.25 * k, rx: 16.5 * k, ry: 8.5 * k, x: $0, y: $1)
      } <= 0.55)
    // One corner alone.
    let corner = try DrawnLayers.draw(
      "[{ shape: rect, radius: [12, 0, 0, 0], fill: black, frame: { x: 4, y: 4, w: 30, h: 30 } }]")
    #expect(DrawnLayers.black(corner, 33, 4) == 255 && DrawnLayers.black(corner, 4, 33) == 255)
    #expect(
      abs(
        Double(DrawnLayers.black(corner, 7, 7)) - 255
          * ExactArea.disc(cx: 16, cy: 16, radius: 12, x: 7, y: 7)) <= 0.55)
  }

  @Test("polygons by places and by number, and stars")
  func polygons() throws {
    let frame = "frame: { x: 3, y: 5, w: 34, h: 30 }"
    let triangle = try DrawnLayers.draw(
      "[{ shape: polygon, points: [[0, 0], [100%, 10], [50%, 100%]], fill: black, \(frame) }]")
    #expect(worst(triangle, [[(3, 5), (37, 15), (20, 35)]]) <= 0.7)
    let hexagon = try DrawnLayers.draw("[{ shape: polygon, points: 6, fill: black, \(frame) }]")
    #expect(worst(hexagon, [corners(6, rx: 17, ry: 15)]) <= 0.7)
    let star = try DrawnLayers.draw(
      "[{ shape: star, points: 7, inner: 0.4, fill: black, \(frame) }]")
    #expect(worst(star, [corners(7, rx: 17, ry: 15, inner: 0.4)]) <= 0.7)
  }

  @Test("path data with every kind of segment, arcs among them, in a box of their own")
  func paths() throws {
    let arcs = try DrawnLayers.draw(
      "[{ shape: path, path: M20 8 A12 12 0 0 1 20 32 A12 12 0 1 1 20 8 Z, fill: black }]")
    #expect(
      DrawnLayers.worst(arcs) { ExactArea.disc(cx: 20, cy: 20, radius: 12, x: $0, y: $1) } <= 0.8)
    // A quarter of an ellipse by one arc, turned: the same as by its centre.
    let box = try DrawnLayers.draw(
      "[{ shape: path, path: 'M0 0 h4 v4 h-4 z', viewBox: [-1, -1, 6, 6], fill: black, frame: { x: 5, y: 10, w: 30, h: 24 } }]"
    )
    #expect(worst(box, [[(10, 14), (30, 14), (30, 30), (10, 30)]]) <= 0.5)
    // Q and T: a parabola from (0, 30) by (20, -10) to (40, 30) has y = 30 - 2 t (1 - t) 40.
    let curve = try DrawnLayers.draw(
      "[{ shape: path, path: 'M0 30 Q10 10 20 10 T40 30 Z', fill: black }]")
    let points = (0...2000).map { i -> P in
      let t = Double(i <= 1000 ? i : i - 1000) / 1000
      let s = 1 - t
      return i <= 1000
        ? (2 * s * t * 10 + t * t * 20, s * s * 30 + 2 * s * t * 10 + t * t * 10)
        : (s * s * 20 + 2 * s * t * 30 + t * t * 40, s * s * 10 + 2 * s * t * 10 + t * t * 30)
    }
    #expect(worst(curve, [points]) <= 0.7)
    let ring = "path: 'M5 5 H35 V35 H5 Z M12.5 12.5 H27.5 V27.5 H12.5 Z', fill: black"
    let full = try DrawnLayers.draw("[{ shape: path, \(ring) }]")
    let hollow = try DrawnLayers.draw("[{ shape: path, \(ring), fillRule: evenodd }]")
    #expect(DrawnLayers.black(full, 20, 20) == 255 && DrawnLayers.black(hollow, 20, 20) == 0)
    #expect(DrawnLayers.black(hollow, 12, 20) == 128 && DrawnLayers.black(hollow, 12, 12) == 191)
  }

  @Test("path data that are none say at which character, and where they were written")
  func badPath() throws {
    do {
      _ = try DrawnLayers.draw("[{ shape: path, path: M0 0 L10 x Z, fill: black }]")
      Issue.record("the path was taken")
    } catch let faults as DiagnosticList {
      let fault = try #require(faults.diagnostics.first)
      #expect(fault.message.contains("path data: at character 10"))
      #expect(fault.span?.start.line == 6)
    }
  }

  @Test("lines with caps, joins and the mitre limit")
  func strokes() throws {
    let line = "shape: path, stroke: black, strokeWidth: 6"
    let butt = try DrawnLayers.draw("[{ \(line), path: M10 20 H30 }]")
    let square = try DrawnLayers.draw("[{ \(line), path: M10 20 H30, cap: square }]")
    let round = try DrawnLayers.draw("[{ \(line), path: M10 20 H30, cap: round }]")
    #expect(worst(butt, [[(10, 17), (30, 17), (30, 23), (10, 23)]]) == 0)
    #expect(worst(square, [[(7, 17), (33, 17), (33, 23), (7, 23)]]) == 0)
    for y in 17..<23 {
      for x in 5..<10 {
        let area = ExactArea.disc(cx: 10, cy: 20, radius: 3, x: x, y: y)
        #expect(abs(Double(DrawnLayers.black(round, x, y)) - 255 * area) <= 1)
      }
    }
    // A right angle: the mitre is √2 times as long as the line is wide.
    let corner = "\(line), path: M10 30 V10 H30"
    let miter = try DrawnLayers.draw("[{ \(corner) }]")
    let limited = try DrawnLayers.draw("[{ \(corner), miterLimit: 1.4 }]")
    let bevel = try DrawnLayers.draw("[{ \(corner), join: bevel }]")
    let rounded = try DrawnLayers.draw("[{ \(corner), join: round }]")
    #expect(DrawnLayers.black(miter, 7, 7) == 255)
    #expect(limited == bevel)
    #expect(DrawnLayers.black(bevel, 7, 7) == 0 && DrawnLayers.black(bevel, 8, 8) == 128)
    let area = ExactArea.disc(cx: 10, cy: 10, radius: 3, x: 7, y: 7)
    #expect(abs(Double(DrawnLayers.black(rounded, 7, 7)) - 255 * area) <= 1)
  }

  @Test("dashes from an offset, and lines without length")
  func dashes() throws {
    let line = "shape: path, path: M4 20.5 H36, stroke: black, strokeWidth: 1"
    let dashed = try DrawnLayers.draw("[{ \(line), dash: [4, 3], dashOffset: 2 }]")
    #expect(
      (0..<40).filter { DrawnLayers.black(dashed, $0, 20) == 255 }
        == (4..<36).filter { ($0 - 4 + 2) % 7 < 4 })
    let dot = "shape: path, path: M20 20 L20 20, stroke: black, strokeWidth: 10"
    let none = try DrawnLayers.draw("[{ \(dot) }]")
    let disc = try DrawnLayers.draw("[{ \(dot), cap: round }]")
    let square = try DrawnLayers.draw("[{ \(dot), cap: square }]")
    #expect(DrawnLayers.worst(none) { _, _ in 0 } == 0)
    #expect(
      DrawnLayers.worst(disc) { ExactArea.disc(cx: 20, cy: 20, radius: 5, x: $0, y: $1) } <= 0.8)
    #expect(worst(square, [[(15, 15), (25, 15), (25, 25), (15, 25)]]) == 0)
  }

  @Test("the outline of a rectangle, an ellipse and a star")
  func outlines() throws {
    let frame = "frame: { x: 8, y: 8, w: 24, h: 24 }"
    let rect = try DrawnLayers.draw("[{ shape: rect, stroke: black, strokeWidth: 4, \(frame) }]")
    #expect(
      worst(
        rect,
        [
          [(6, 6), (34, 6), (34, 34), (6, 34)], [(10, 10), (10, 30), (30, 30), (30, 10)],
        ]) == 0)
    let ring = try DrawnLayers.draw("[{ shape: ellipse, stroke: black, strokeWidth: 4, \(frame) }]")
    #expect(
      DrawnLayers.worst(ring) {
        ExactArea.disc(cx: 20, cy: 20, radius: 14, x: $0, y: $1)
          - ExactArea.disc(cx: 20, cy: 20, radius: 10, x: $0, y: $1)
      } <= 1)
  }
}
