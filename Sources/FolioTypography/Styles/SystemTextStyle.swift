/// The text styles of iOS by name.
///
/// Sizes and line heights are those that Apple publishes in the Human Interface Guidelines
/// ("Typography", Dynamic Type sizes). The letters are Folio Sans, so the tracking is Inter's, not
/// that of Apple's font, whose glyphs have other widths: −0.0223 + 0.185 e^(−0.1745 size) em for
/// the text cut, none for the display cut, which is drawn for large sizes and used from 20 pt up.
public enum SystemTextStyle: String, CaseIterable, Hashable, Sendable {
  /// The title at the top of a screen: 34/41 by default.
  case largeTitle
  /// A title of the first level: 28/34.
  case title1
  /// A title of the second level: 22/28.
  case title2
  /// A title of the third level: 20/25.
  case title3
  /// A heading: 17/22, semibold.
  case headline
  /// Running text: 17/22.
  case body
  /// A callout: 16/21.
  case callout
  /// A subheading: 15/20.
  case subheadline
  /// A footnote: 13/18.
  case footnote
  /// A caption: 12/16.
  case caption1
  /// A second caption: 11/13.
  case caption2

  /// The size of the em in points.
  public func size(at contentSize: ContentSize = .large) -> Double {
    Double(Self.table[row][contentSize.rawValue].size)
  }

  /// The distance between baselines in points.
  public func lineHeight(at contentSize: ContentSize = .large) -> Double {
    Double(Self.table[row][contentSize.rawValue].line)
  }

  /// The weight: 600 for a headline, else 400.
  public var weight: Int { self == .headline ? 600 : 400 }

  /// The weight when emphasised: 700 for the large title and the first two titles, else 600.
  public var emphasizedWeight: Int {
    switch self {
    case .largeTitle, .title1, .title2: 700
    default: 600
    }
  }

  /// The style for layout.
  public func textStyle(at contentSize: ContentSize = .large, emphasized: Bool = false)
    -> TextStyle
  {
    let size = size(at: contentSize)
    return TextStyle(
      fonts: [Self.family(forSize: size)], weight: emphasized ? emphasizedWeight : weight,
      size: size, tracking: Self.tracking(forSize: size))
  }

  /// The cut of Folio Sans for a size in points: `text` below 20 pt, `display` from there on.
  public static func family(forSize size: Double) -> String { size < 20 ? "text" : "display" }

  /// The tracking of Folio Sans for a size in points, in points: exact for whole sizes from 11 to
  /// 19 pt, in between on the line between its neighbours, the end values outside (relative to the
  /// em), and 0 from 20 pt on.
  public static func tracking(forSize size: Double) -> Double {
    guard size < 20 else { return 0 }
    let first = 11.0
    let position = min(max(size - first, 0), Double(thousandths.count - 1))
    let low = Int(position)
    let high = min(low + 1, thousandths.count - 1)
    let share = position - Double(low)
    let nearest = min(max(size, first), 19)
    let points =
      (Double(thousandths[low]) * (1 - share) + Double(thousandths[high]) * share) / 1000
    return points * (size / nearest)
  }

  /// Thousandths of a point at 11, 12, … 19 pt, by the formula above.
  private static let thousandths = [53, 6, -41, -87, -132, -175, -217, -257, -296]

  private var row: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  private typealias Entry = (size: Int, line: Int)

  /// One row a style, one column a content size, from the smallest to AX5.
  private static let table: [[Entry]] = [
    [
      (31, 38), (32, 39), (33, 40), (34, 41), (36, 43), (38, 46), (40, 48), (44, 52), (48, 57),
      (52, 61), (56, 66), (60, 70),
    ],
    [
      (25, 31), (26, 32), (27, 33), (28, 34), (30, 37), (32, 39), (34, 41), (38, 46), (43, 51),
      (48, 57), (53, 62), (58, 68),
    ],
    [
      (19, 24), (20, 25), (21, 26), (22, 28), (24, 30), (26, 32), (28, 34), (34, 41), (39, 47),
      (44, 52), (50, 59), (56, 66),
    ],
    [
      (17, 22), (18, 23), (19, 24), (20, 25), (22, 28), (24, 30), (26, 32), (31, 38), (37, 44),
      (43, 51), (49, 58), (55, 65),
    ],
    [
      (14, 19), (15, 20), (16, 21), (17, 22), (19, 24), (21, 26), (23, 29), (28, 34), (33, 40),
      (40, 48), (47, 56), (53, 62),
    ],
    [
      (14, 19), (15, 20), (16, 21), (17, 22), (19, 24), (21, 26), (23, 29), (28, 34), (33, 40),
      (40, 48), (47, 56), (53, 62),
    ],
    [
      (13, 18), (14, 19), (15, 20), (16, 21), (18, 23), (20, 25), (22, 28), (26, 32), (32, 39),
      (38, 46), (44, 52), (51, 60),
    ],
    [
      (12, 16), (13, 18), (14, 19), (15, 20), (17, 22), (19, 24), (21, 28), (25, 31), (30, 37),
      (36, 43), (42, 50), (49, 58),
    ],
    [
      (12, 16), (12, 16), (12, 16), (13, 18), (15, 20), (17, 22), (19, 24), (23, 29), (27, 33),
      (33, 40), (38, 46), (44, 52),
    ],
    [
      (11, 13), (11, 13), (11, 13), (12, 16), (14, 19), (16, 21), (18, 23), (22, 28), (26, 32),
      (32, 39), (37, 44), (43, 51),
    ],
    [
      (11, 13), (11, 13), (11, 13), (11, 13), (13, 18), (15, 20), (17, 22), (20, 25), (24, 30),
      (29, 35), (34, 41), (40, 48),
    ],
  ]
}
