import FolioGeometry
import FolioNumerics
import FolioRaster

/// The frame of the film: its size in points and pixels, its rate and its ground.
public struct CanvasDescription: Hashable, Sendable {
  /// How points are fitted to a number of pixels of another shape.
  public enum Fit: String, Hashable, Sendable, CaseIterable {
    /// All of the canvas shows; its background fills what is left.
    case contain
    /// The pixels are covered; what sticks out on two sides is cut.
    case cover
  }

  /// How points become pixels.
  public enum Resolution: Hashable, Sendable {
    /// Pixels a point, above 0; extents are rounded to whole pixels, halves up.
    case scale(Double)
    /// So many pixels, with the points fitted in.
    case pixels(width: Int, height: Int, fit: Fit)
  }

  /// The id of the ``Device`` whose figures were taken, if any.
  public var device: String?
  /// The size in points.
  public var size: Size
  /// How points become pixels.
  public var resolution: Resolution
  /// Frames a second, exactly.
  public var frameRate: Rational
  /// What is behind everything; `transparent` makes frames with an alpha channel.
  public var background: Color
  /// The parts to keep clear of, in points.
  public var safeArea: Insets
  /// The length of the film in seconds, where it is not set by an `end` step.
  public var duration: Rational?
  /// Where it was written.
  public var provenance = Provenance()

  /// A canvas of a size in points.
  public init(
    size: Size, resolution: Resolution = .scale(1), frameRate: Rational = 30,
    background: Color = .white, safeArea: Insets = .zero, duration: Rational? = nil
  ) {
    self.size = size
    self.resolution = resolution
    self.frameRate = frameRate
    self.background = background
    self.safeArea = safeArea
    self.duration = duration
  }

  /// The canvas of a device.
  public init(
    device: Device, frameRate: Rational = 30, background: Color = .white, duration: Rational? = nil
  ) {
    self.init(
      size: device.size, resolution: .scale(device.scale), frameRate: frameRate,
      background: background, safeArea: device.safeArea, duration: duration)
    self.device = device.id
  }

  /// Pixels a point.
  public var scale: Double {
    switch resolution {
    case .scale(let scale): scale
    case .pixels(let width, let height, let fit):
      switch fit {
      case .contain: min(Double(width) / size.width, Double(height) / size.height)
      case .cover: max(Double(width) / size.width, Double(height) / size.height)
      }
    }
  }

  /// The frame's width in pixels, at least 1.
  public var pixelWidth: Int { pixelSize.width }
  /// The frame's height in pixels, at least 1.
  public var pixelHeight: Int { pixelSize.height }

  /// The place of the canvas's origin in the frame, in pixels: zero, unless the pixels have another
  /// shape than the points, which are then centred.
  public var pixelOrigin: Point {
    guard case .pixels(let width, let height, _) = resolution else { return .zero }
    // The axis that sets the scale fits exactly, whatever the product would round to.
    let scale = scale
    func margin(_ pixels: Int, _ points: Double) -> Double {
      Double(pixels) / points == scale ? 0 : (Double(pixels) - points * scale) / 2
    }
    return Point(x: margin(width, size.width), y: margin(height, size.height))
  }

  private var pixelSize: (width: Int, height: Int) {
    switch resolution {
    case .scale(let scale):
      // A canvas is bounded by its reader; one made in code is clamped here so that the conversion
      // never traps.
      func pixels(_ points: Double) -> Int {
        let value = (points * scale + 0.5).rounded(.down)
        return value >= 1 ? Int(min(value, Double(CanvasDescription.largestSide))) : 1
      }
      return (pixels(size.width), pixels(size.height))
    case .pixels(let width, let height, _): return (width, height)
    }
  }

  /// The most pixels of a side, 8192; a frame has at most its square, 64 Mpx.
  public static let largestSide = 8192

  /// Whether the safe area is not negative and smaller than the canvas.
  var safeAreaLeavesRoom: Bool {
    safeArea.left >= 0 && safeArea.right >= 0 && safeArea.top >= 0 && safeArea.bottom >= 0
      && safeArea.left + safeArea.right < size.width
      && safeArea.top + safeArea.bottom < size.height
  }

  /// The number of frames of a film of `duration` seconds: the exact ceiling of duration × rate, or
  /// `nil` if that is beyond 64-bit fractions.
  public func frameCount(for duration: Rational) -> Int? {
    duration.multiplied(by: frameRate).map { Int($0.ceiling) }
  }
}
