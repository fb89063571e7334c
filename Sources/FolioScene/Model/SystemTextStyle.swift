/// The text styles of iOS that a scene may name without defining them: at the default content size,
/// with the cut and tracking of the fonts that ship.
///
/// The figures are those of Typography's table of the same name, which a test compares them with. A
/// style that a scene defines under one of these names replaces it.
struct SystemTextStyle {
  let name: String
  let font: String
  let weight: Int
  let size: Double
  let line: Double
  let tracking: Double

  static let all: [SystemTextStyle] = [
    style("largeTitle", "display", 400, 34, 41, 0), style("title1", "display", 400, 28, 34, 0),
    style("title2", "display", 400, 22, 28, 0), style("title3", "display", 400, 20, 25, 0),
    style("headline", "text", 600, 17, 22, -0.217), style("body", "text", 400, 17, 22, -0.217),
    style("callout", "text", 400, 16, 21, -0.175),
    style("subheadline", "text", 400, 15, 20, -0.132),
    style("footnote", "text", 400, 13, 18, -0.041), style("caption1", "text", 400, 12, 16, 0.006),
    style("caption2", "text", 400, 11, 13, 0.053),
  ]

  static func named(_ name: String) -> SystemTextStyle? {
    all.first { $0.name.utf8.elementsEqual(name.utf8) }
  }

  private static func style(
    _ name: String, _ font: String, _ weight: Int, _ size: Double, _ line: Double,
    _ tracking: Double
  ) -> SystemTextStyle {
    SystemTextStyle(
      name: name, font: font, weight: weight, size: size, line: line, tracking: tracking)
  }
}

extension TextStyle {
  /// A text style of iOS by its name: `largeTitle`, `title1`, `title2`, `title3`, `headline`,
  /// `body`, `callout`, `subheadline`, `footnote`, `caption1`, `caption2`; `nil` for other names.
  public static func system(_ name: String) -> TextStyle? {
    SystemTextStyle.named(name).map { TextStyle().with($0) }
  }

  /// This style with what a system style decides: font, weight, size, line and tracking.
  func with(_ system: SystemTextStyle) -> TextStyle {
    var style = self
    style.font = system.font
    style.weight = system.weight
    style.size = system.size
    style.line = system.line
    style.tracking = system.tracking
    return style
  }
}
