import FolioGeometry
import FolioRaster
import Foundation
import Testing

@Suite("A paint has the colour of its place")
struct PaintLayerTests {
  /// Stops by hand: places ascending, colours straight and opaque.
  func color(_ t: Double, _ stops: [(at: Double, rgb: [Double])]) -> [Double] {
    if t < stops[0].at { return stops[0].rgb }
    for i in stops.indices.dropLast() where t < stops[i + 1].at {
      let share = (t - stops[i].at) / (stops[i + 1].at - stops[i].at)
      return zip(stops[i].rgb, stops[i + 1].rgb).map { $0 + ($1 - $0) * share }
    }
    return stops[stops.count - 1].rgb
  }

  /// The largest difference from a function of the pixel's centre, in levels.
  func worst(_ bitmap: Bitmap, _ exact: (Double, Double) -> [Double]) -> Double {
    var worst = 0.0
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let right = exact(Double(x) + 0.5, Double(y) + 0.5)
        for (found, right) in zip(DrawnLayers.rgb(bitmap, x, y), right) {
          worst = max(worst, abs(Double(found) - right))
        }
      }
    }
    return worst
  }

  func paint(_ paint: String, width: Int = 40, height: Int = 40) throws -> Bitmap {
    try DrawnLayers.draw("[{ shape: rect, fill: { \(paint) } }]", width: width, height: height)
  }

  static let red = [255.0, 0, 0]
  static let blue = [0.0, 0, 255]
  static let white = [255.0, 255, 255]

  @Test("a linear gradient, by its angle as in CSS")
  func linear() throws {
    let right = try paint("linear: [red, blue], angle: 90")
    #expect(
      worst(right) { x, _ in color(x / 40, [(0, Self.red), (1, Self.blue)]) } <= 0.51)
    let down = try paint("linear: [red, { color: white, at: 0.25 }, blue]")
    let stops = [(0.0, Self.red), (0.25, Self.white), (1, Self.blue)]
    #expect(worst(down) { _, y in color(y / 40, stops) } <= 0.51)
    // At 45 degrees the line of a 40 by 20 area has the length (40 + 20) / √2.
    let slanted = try paint("linear: [red, blue], angle: 45", height: 20)
    #expect(
      worst(slanted) { x, y in
        color(((x - 20) - (y - 10)) / 60 + 0.5, [(0, Self.red), (1, Self.blue)])
      } <= 0.51)
  }

  @Test("two stops at one place are an edge; stops in the wrong order are put right")
  func hardStops() throws {
    let edge = try paint(
      "linear: [{ color: red, at: 0.5 }, { color: blue, at: 0.5 }], angle: 90")
    for x in 0..<40 {
      #expect(DrawnLayers.rgb(edge, x, 3) == (x < 20 ? [255, 0, 0] : [0, 0, 255]))
    }
    let back = try paint(
      "linear: [{ color: red, at: 0.75 }, { color: blue, at: 0.25 }], angle: 90")
    for x in 0..<40 {
      #expect(DrawnLayers.rgb(back, x, 3) == (x < 30 ? [255, 0, 0] : [0, 0, 255]))
    }
  }

  @Test("a radial gradient, to the farthest corner unless it has a radius; none is the last colour")
  func radial() throws {
    let stops = [(0.0, Self.white), (1, Self.blue)]
    let fixed = try paint("radial: [white, blue], center: [50%, 15], radius: 18")
    #expect(
      worst(fixed) { x, y in
        color((((x - 20) * (x - 20) + (y - 15) * (y - 15)) as Double).squareRoot() / 18, stops)
      } <= 0.51)
    let far = try paint("radial: [white, blue], center: [0, 0]")
    #expect(
      worst(far) { x, y in
        color((x * x + y * y).squareRoot() / 3200.0.squareRoot(), stops)
      } <= 0.51)
    let none = try paint("radial: [white, blue], radius: 0")
    #expect(worst(none) { _, _ in Self.blue } == 0)
  }

  @Test("a conic gradient goes clockwise from its angle")
  func conic() throws {
    let stops = [(0.0, Self.red), (0.5, Self.blue), (1, Self.white)]
    let picture = try paint("conic: [red, blue, white], angle: 30, center: [50%, 50%]")
    #expect(
      worst(picture) { x, y in
        var turns = atan2(x - 20, 20 - y) / (2 * Double.pi) - 30.0 / 360
        turns -= turns.rounded(.down)
        return color(turns, stops)
      } <= 0.51)
  }

  @Test("colours with alpha are interpolated premultiplied, over what lies beneath")
  func alpha() throws {
    let picture = try paint("linear: [red, '#0000FF00'], angle: 90")
    // Premultiplied red falls from 255 to 0, and alpha with it; the ground is white.
    #expect(
      worst(picture) { x, _ in
        let t = x / 40
        return [255 * (1 - t) + 255 * t, 255 * t, 255 * t]
      } <= 1.01)
  }
}
