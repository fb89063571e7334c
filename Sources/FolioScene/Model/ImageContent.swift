import FolioGeometry
import FolioRaster

/// How a picture is fitted to its frame.
public enum ImageFit: String, Hashable, Sendable, CaseIterable {
  /// All of it shows.
  case contain
  /// The frame is covered; what sticks out is cut.
  case cover
  /// Stretched to the frame.
  case fill
  /// At its own size, a pixel a point.
  case none
}

/// What continues a picture that is smaller than its frame.
public enum ImageTiling: String, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case none
  /// Copies.
  case `repeat`
  /// Copies, each mirrored in its neighbours.
  case mirror
}

/// A place in an area by shares of it: (0, 0) is the upper left corner, (1, 1) the lower right.
public struct UnitPoint: Hashable, Sendable {
  /// Across.
  public var x: Double
  /// Down.
  public var y: Double

  /// A place.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The middle.
  public static let center = UnitPoint(x: 0.5, y: 0.5)
}

/// A picture.
public struct ImageContent: Hashable, Sendable {
  /// The file, PNG or JPEG.
  public var path: AssetPath
  /// How it is fitted.
  public var fit: ImageFit
  /// Which place of the picture lies at the same place of the frame.
  public var position: UnitPoint
  /// Corners that cut it.
  public var radius: CornerRadii
  /// A colour that replaces those of the picture, whose alpha remains.
  public var tint: Color?
  /// What continues it.
  public var tiling: ImageTiling
  /// Distances in pixels of the picture from its sides: its corners keep their size, its sides
  /// stretch one way, its middle both ways.
  public var slices: Insets?
  /// A shadow of its (rounded) rectangle.
  public var shadow: Shadow?
  /// What it shows, in words; drawn nowhere.
  public var alt: String?

  /// A picture.
  public init(
    _ path: AssetPath, fit: ImageFit = .contain, position: UnitPoint = .center,
    radius: CornerRadii = .zero, tint: Color? = nil, tiling: ImageTiling = .none,
    slices: Insets? = nil, shadow: Shadow? = nil, alt: String? = nil
  ) {
    self.path = path
    self.fit = fit
    self.position = position
    self.radius = radius
    self.tint = tint
    self.tiling = tiling
    self.slices = slices
    self.shadow = shadow
    self.alt = alt
  }
}
