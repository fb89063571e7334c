import FolioRaster
import FolioSequence

/// How frames follow one another in a stream.
public enum StreamFormat: String, Hashable, Sendable, CaseIterable {
  /// Straight (not premultiplied) R, G, B, A, four bytes a pixel, rows from top to bottom.
  case rgba
  /// R, G, B, three bytes a pixel, rows from top to bottom.
  case rgb
  /// YUV4MPEG2 with 4:2:0 chroma, BT.709, limited range; see ``YUVFrame``.
  case y4m
  /// One PNG file after the other.
  case png

  /// Whether the format can hold pixels that are not opaque.
  public var keepsAlpha: Bool { self == .rgba || self == .png }

  /// What comes before the first frame.
  func header(_ info: SequenceInfo, isEven: Bool) -> [UInt8] {
    guard self == .y4m else { return [] }
    return YUVFrame.header(
      width: info.width + (isEven ? info.width % 2 : 0),
      height: info.height + (isEven ? info.height % 2 : 0), rate: info.frameRate)
  }
}
