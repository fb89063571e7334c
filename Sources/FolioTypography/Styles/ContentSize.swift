/// The reader's preferred text size: the twelve steps of Dynamic Type.
public enum ContentSize: Int, CaseIterable, Hashable, Sendable {
  /// Extra small.
  case xSmall
  /// Small.
  case small
  /// Medium.
  case medium
  /// Large: the default.
  case large
  /// Extra large.
  case xLarge
  /// Extra extra large.
  case xxLarge
  /// Extra extra extra large: the largest without the accessibility setting.
  case xxxLarge
  /// The first accessibility size (AX1).
  case accessibility1
  /// The second accessibility size (AX2).
  case accessibility2
  /// The third accessibility size (AX3).
  case accessibility3
  /// The fourth accessibility size (AX4).
  case accessibility4
  /// The fifth accessibility size (AX5).
  case accessibility5
}
