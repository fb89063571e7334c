/// A file format that is read.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
  /// Portable Network Graphics.
  case png
  /// JPEG in a JFIF, Exif or bare stream.
  case jpeg

  /// The format whose signature the bytes start with.
  public init?(signatureOf bytes: [UInt8]) {
    if bytes.starts(with: PNGSignature.bytes) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else {
      return nil
    }
  }
}

/// What a file says about its image.
public struct ImageInfo: Hashable, Sendable {
  /// The kind of samples that a file stores.
  public enum ColorType: String, Hashable, Sendable {
    /// One sample of grey.
    case grayscale
    /// Grey and alpha.
    case grayscaleAlpha
    /// Red, green and blue (for JPEG also when stored as luma and chroma).
    case rgb
    /// Red, green, blue and alpha.
    case rgba
    /// An index into a palette.
    case indexed
  }

  /// The pHYs chunk of a PNG file.
  public struct PixelDensity: Hashable, Sendable {
    /// Pixels per unit across.
    public var x: Int
    /// Pixels per unit down.
    public var y: Int
    /// Whether the unit is the metre; otherwise only the ratio of `x` and `y` has a meaning.
    public var isPerMeter: Bool

    /// A density from its parts.
    public init(x: Int, y: Int, isPerMeter: Bool) {
      self.x = x
      self.y = y
      self.isPerMeter = isPerMeter
    }
  }

  /// Something in the file that is not applied to the pixels.
  public enum Warning: Hashable, Sendable, CustomStringConvertible {
    /// The file embeds a colour profile that is not sRGB; its samples were taken as sRGB.
    case colorProfileIgnored(name: String)

    /// One line that says what was found and what would do.
    public var description: String {
      switch self {
      case .colorProfileIgnored(let name):
        return "the embedded colour profile \"\(name)\" is not applied, colours are taken as sRGB; "
          + "convert the image to sRGB"
      }
    }
  }

  /// The format of the file.
  public var format: ImageFormat
  /// Width in pixels, after orientation.
  public var width: Int
  /// Height in pixels, after orientation.
  public var height: Int
  /// Bits a sample in the file: 1, 2, 4, 8 or 16.
  public var bitDepth: Int
  /// The samples that the file stores.
  public var colorType: ColorType
  /// Whether the file can hold a pixel that is not opaque: an alpha channel or a tRNS chunk.
  public var hasAlpha: Bool
  /// Whether a PNG is interlaced or a JPEG has several scans.
  public var isInterlaced: Bool
  /// The density that a PNG file states.
  public var pixelDensity: PixelDensity?
  /// The orientation that a JPEG file's EXIF data states; it is applied to the pixels.
  public var orientation: EXIFOrientation
  /// What is not applied to the pixels.
  public var warnings: [Warning]
}
