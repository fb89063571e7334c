import FolioGeometry
import Foundation
import Testing

@Suite("Directions and rotations")
struct RotationTests {
  @Test(
    "multiples of 90 degrees are exact",
    arguments: [
      (0.0, 0.0, -1.0), (90, 1, 0), (180, 0, 1), (270, -1, 0), (360, 0, -1), (-90, -1, 0),
      (450, 1, 0), (-180, 0, 1),
    ])
  func quarters(degrees: Double, x: Double, y: Double) {
    #expect(Point.direction(degreesFromUp: degrees) == Point(x: x, y: y))
  }

  @Test("every whole degree agrees with the C library to 1.5e-15")
  func degrees() {
    for degree in -720...720 {
      let d = Point.direction(degreesFromUp: Double(degree))
      let angle = Double((degree % 360 + 360) % 360) * Double.pi / 180
      #expect(abs(d.x - sin(angle)) < 1.5e-15)
      #expect(abs(d.y + cos(angle)) < 1.5e-15)
    }
  }

  @Test("a rotation turns clockwise on a canvas whose y runs down")
  func rotation() {
    #expect(Affine(rotationDegrees: 90).apply(Point(x: 1, y: 0)) == Point(x: 0, y: 1))
    #expect(Affine(rotationDegrees: 0) == .identity)
    let p = Affine(rotationDegrees: 30).apply(Point(x: 1, y: 0))
    #expect(abs(p.x - 0.75.squareRoot()) < 1e-15 && abs(p.y - 0.5) < 1e-15)
  }

  @Test("an angle that is not finite has no direction")
  func notFinite() {
    #expect(Point.direction(degreesFromUp: .nan) == .zero)
    #expect(Point.direction(degreesFromUp: .infinity) == .zero)
  }

  @Test("turnsFromUp is undone by direction, and exact on the axes")
  func turns() {
    for (x, y, turns) in [
      (0.0, -1.0, 0.0), (1, 0, 0.25), (0, 7, 0.5), (-3, 0, 0.75), (0, 0, 0), (1e300, -1e300, 0.125),
    ] {
      #expect(abs(Point(x: x, y: y).turnsFromUp - turns) < 1e-16)
    }
    for degree in 0..<360 {
      let d = Point.direction(degreesFromUp: Double(degree))
      #expect(abs(d.turnsFromUp - Double(degree) / 360) < 1e-15)
    }
    #expect(Point(x: .nan, y: 1).turnsFromUp == 0)
  }
}
