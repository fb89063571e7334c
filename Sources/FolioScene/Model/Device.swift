import FolioGeometry

/// A named canvas: points, scale and safe area of a phone or tablet, or a size in common use.
public struct Device: Hashable, Sendable {
  /// The word for it in scenes, such as `iphone-16`.
  public let id: String
  /// Its size in points.
  public let size: Size
  /// Pixels a point.
  public let scale: Double
  /// The parts that the system covers, in points.
  public let safeArea: Insets
  /// What else has these figures.
  public let note: String

  /// All devices, in the order they are listed to users.
  ///
  /// Points times scale are the pixels of the device's screenshots. Safe areas are those of an
  /// upright device without bars of an app.
  public static let all: [Device] = [
    Device("iphone-se", 375, 667, 2, 20, 0, "SE 2nd and 3rd generation, 6 to 8"),
    Device("iphone-8-plus", 414, 736, 3, 20, 0, "panel 1080×1920, scaled down by the system"),
    Device("iphone-13-mini", 375, 812, 3, 50, 34, "12 mini; X, XS and 11 Pro have 44 on top"),
    Device("iphone-11", 414, 896, 2, 48, 34, "XR"),
    Device("iphone-11-pro-max", 414, 896, 3, 44, 34, "XS Max"),
    Device("iphone-14", 390, 844, 3, 47, 34, "12, 13, 16e"),
    Device("iphone-14-plus", 428, 926, 3, 47, 34, "12 and 13 Pro Max"),
    Device("iphone-16", 393, 852, 3, 59, 34, "14 Pro, 15, 15 Pro"),
    Device("iphone-16-plus", 430, 932, 3, 59, 34, "14 and 15 Pro Max, 15 Plus"),
    Device("iphone-16-pro", 402, 874, 3, 62, 34, "17, 17 Pro"),
    Device("iphone-16-pro-max", 440, 956, 3, 62, 34, "17 Pro Max"),
    Device("iphone-air", 420, 912, 3, 68, 34, ""),
    Device("ipad-mini", 744, 1133, 2, 24, 20, ""),
    Device("ipad", 820, 1180, 2, 24, 20, "10th generation, Air 11"),
    Device("ipad-pro-11", 834, 1194, 2, 24, 20, "the M4 model has 834×1210"),
    Device("ipad-pro-12.9", 1024, 1366, 2, 24, 20, "Air 13"),
    Device("ipad-pro-13", 1032, 1376, 2, 24, 20, "M4"),
    Device("banner-375x180@2", 375, 180, 2, 0, 0, "a shop banner"),
    Device("banner-375x193@2", 375, 193, 2, 0, 0, "a shop banner"),
    Device("play-phone", 360, 640, 3, 0, 0, "1080×1920 px, a still for Google Play"),
    Device("feature", 1024, 500, 1, 0, 0, "the feature graphic of Google Play"),
    Device("preview-iphone", 443, 960, 2, 0, 0, "886×1920 px, an App Preview's size"),
    Device("preview-ipad", 600, 800, 2, 0, 0, "1200×1600 px, an App Preview's size"),
    Device("readme", 600, 400, 2, 0, 0, "600 wide, for a page of documentation"),
  ]

  /// The device of an id, or `nil`.
  public static func named(_ id: String) -> Device? { all.first { $0.id == id } }

  private init(
    _ id: String, _ width: Double, _ height: Double, _ scale: Double, _ top: Double,
    _ bottom: Double, _ note: String
  ) {
    self.id = id
    size = Size(width: width, height: height)
    self.scale = scale
    safeArea = Insets(top: top, left: 0, bottom: bottom, right: 0)
    self.note = note
  }
}
