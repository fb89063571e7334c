import FolioRaster

extension PNGEncoder {
  /// The colours of an indexed image: 1 to 256.
  public struct Palette: Hashable, Sendable {
    /// The premultiplied pixels, those that are not opaque first, else in ascending order.
    public let pixels: [UInt32]

    /// The palette of a bitmap, `nil` if it has no pixels or more than 256 colours.
    ///
    /// The order depends on the colours alone.
    public init?(of bitmap: Bitmap) {
      guard var previous = bitmap.pixels.first else { return nil }
      var found: Set<UInt32> = [previous]
      for pixel in bitmap.pixels where pixel != previous {
        previous = pixel
        found.insert(pixel)
        if found.count > 256 { return nil }
      }
      pixels = found.sorted { ($0 >= 0xFF00_0000 ? 1 : 0, $0) < ($1 >= 0xFF00_0000 ? 1 : 0, $1) }
    }

    /// The data of PLTE: red, green and blue of each colour, straight.
    var colorBytes: [UInt8] {
      pixels.flatMap {
        let color = Color(premultiplied: $0)
        return [color.red, color.green, color.blue]
      }
    }

    /// The data of tRNS: the alpha of the colours that are not opaque.
    var alphaBytes: [UInt8] {
      pixels.prefix { $0 < 0xFF00_0000 }.map { UInt8($0 >> 24) }
    }
  }
}
