import Foundation
import TestSupport
import Testing

@testable import FolioTypography

@Suite("A line is as wide as its glyphs and the space between them")
struct WidthTests {
  @Test("Kerning pairs have the font's widths")
  func kerning() throws {
    let engine = Fixtures.engine()
    for (text, units) in [("AV", 3842), ("To", 3346)] {
      let style = TextStyle(weight: 600, size: 22)
      let layout = try engine.layout(text, style: style)
      #expect(layout.width.rawValue == scaled(units, by: 22 * 4096, over: 2816), "\(text)")
    }
  }

  @Test("Letter space stands in the 34 gaps of 35 characters, not after the last")
  func tracking() throws {
    let engine = Fixtures.engine()
    let text = "AVATAR WAVE To Type — fi ffl office"
    for (tracking, width) in [(0.0, 385.734), (2.5, 470.734)] {
      let style = TextStyle(weight: 600, size: 22, tracking: tracking)
      let layout = try engine.layout(text, style: style)
      #expect(abs(layout.width.points - width) < 0.0006, "\(layout.width.points)")
    }
  }
}
