import Testing

@testable import FolioTypography

@Suite("The text styles of iOS carry Apple's figures")
struct SystemTextStyleTests {
  /// The Human Interface Guidelines' table for the default size, and the tracking in points that
  /// Inter's published formula gives for it.
  @Test(
    "Default sizes, line heights, weights, cuts and tracking",
    arguments: [
      (SystemTextStyle.largeTitle, 34.0, 41.0, 400, "display", 0.0),
      (.title1, 28, 34, 400, "display", 0), (.title2, 22, 28, 400, "display", 0),
      (.title3, 20, 25, 400, "display", 0), (.headline, 17, 22, 600, "text", -0.22),
      (.body, 17, 22, 400, "text", -0.22), (.callout, 16, 21, 400, "text", -0.18),
      (.subheadline, 15, 20, 400, "text", -0.13), (.footnote, 13, 18, 400, "text", -0.04),
      (.caption1, 12, 16, 400, "text", 0.01), (.caption2, 11, 13, 400, "text", 0.05),
    ])
  func defaults(
    style: SystemTextStyle, size: Double, line: Double, weight: Int, cut: String, tracking: Double
  ) {
    #expect(style.size() == size)
    #expect(style.lineHeight() == line)
    let text = style.textStyle()
    #expect(text.size == size && text.weight == weight && text.fonts == [cut])
    #expect(abs(text.tracking - tracking) <= 0.0051)
  }

  /// The sizes of every style from the smallest step to AX5.
  @Test(
    "All twelve steps of Dynamic Type",
    arguments: [
      (SystemTextStyle.largeTitle, [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60]),
      (.title1, [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58]),
      (.title2, [19, 20, 21, 22, 24, 26, 28, 34, 39, 44, 50, 56]),
      (.title3, [17, 18, 19, 20, 22, 24, 26, 31, 37, 43, 49, 55]),
      (.headline, [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]),
      (.body, [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]),
      (.callout, [13, 14, 15, 16, 18, 20, 22, 26, 32, 38, 44, 51]),
      (.subheadline, [12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49]),
      (.footnote, [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44]),
      (.caption1, [11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43]),
      (.caption2, [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40]),
    ])
  func steps(style: SystemTextStyle, sizes: [Int]) {
    #expect(ContentSize.allCases.map { Int(style.size(at: $0)) } == sizes)
    // Apple's line height is the same for the same size, but for one: Subhead 21/28 at xxxLarge.
    let known = [
      11: 13, 12: 16, 13: 18, 14: 19, 15: 20, 16: 21, 17: 22, 18: 23, 19: 24, 20: 25, 21: 26,
      22: 28, 23: 29, 24: 30, 25: 31, 26: 32, 27: 33, 28: 34, 29: 35, 30: 37, 31: 38, 32: 39,
      33: 40, 34: 41, 36: 43, 37: 44, 38: 46, 39: 47, 40: 48, 42: 50, 43: 51, 44: 52, 47: 56,
      48: 57, 49: 58, 50: 59, 51: 60, 52: 61, 53: 62, 55: 65, 56: 66, 58: 68, 60: 70,
    ]
    for step in ContentSize.allCases {
      let size = Int(style.size(at: step))
      let line = style == .subheadline && step == .xxxLarge ? 28 : known[size]
      #expect(Int(style.lineHeight(at: step)) == line, "\(step)")
    }
  }

  @Test("Emphasis is bold for the large titles and semibold below")
  func emphasis() {
    #expect(SystemTextStyle.title2.textStyle(emphasized: true).weight == 700)
    #expect(SystemTextStyle.title3.textStyle(emphasized: true).weight == 600)
    #expect(SystemTextStyle.body.textStyle(emphasized: true).weight == 600)
  }

  /// Thousandths of a point by −0.0223 + 0.185 e^(−0.1745 size) em, to 30 digits elsewhere.
  @Test(
    "Tracking follows the formula at whole sizes and the line between them",
    arguments: [
      (11.0, 0.053), (12, 0.006), (13, -0.041), (14, -0.087), (15, -0.132), (16, -0.175),
      (17, -0.217), (18, -0.257), (19, -0.296), (20, 0), (34, 0),
    ])
  func tracking(size: Double, points: Double) {
    #expect(SystemTextStyle.tracking(forSize: size) == points)
    if size < 19 {
      let half = SystemTextStyle.tracking(forSize: size + 0.5)
      let next = SystemTextStyle.tracking(forSize: size + 1)
      #expect(abs(half - (points + next) / 2) < 1e-12)
    }
  }

  @Test("A title in the large style is set at its size, weight and line height")
  func layout() throws {
    let style = SystemTextStyle.largeTitle
    let layout = try Fixtures.engine().layout(
      "Spring\narrives", style: style.textStyle(),
      paragraph: ParagraphStyle(lineHeight: style.lineHeight()))
    #expect(layout.height.points == 82)
    #expect(layout.lines[0].runs[0].size.points == 34)
  }
}
