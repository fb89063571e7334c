/// How frames follow one another in a stream.
public enum StreamFormat: String, Hashable, Sendable {
  /// Straight (not premultiplied) R, G, B, A, four bytes a pixel.
  case rgba
  /// R, G, B, three bytes a pixel.
  case rgb
  /// YUV4MPEG2 with 4:2:0 chroma, BT.709, limited range.
  case y4m
}
