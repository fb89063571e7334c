/// The arguments with which ffmpeg makes a video of a frame sequence, every frame of it once.
///
/// Measured with ffmpeg 5.1: without `-framerate` 25 frames a second are assumed; without
/// `-start_number` numbers above 4 are not found; without `-frames:v` files of another, longer
/// sequence are read on. A matrix must be both converted to and tagged, or players show other
/// colours. H.264 at 4:2:0 needs an even size, and drops alpha without a word, so transparent
/// sequences become VP9.
public enum FFmpegArguments {
  /// Arguments without the program's name, or `nil` if the frames have holes in their numbers, at
  /// which ffmpeg would stop without an error.
  ///
  /// - Parameters:
  ///   - info: The sequence.
  ///   - frames: The frames that are there.
  ///   - folder: The frames' folder as seen from where ffmpeg runs, or `nil` for that place itself.
  ///   - output: The video's path without its extension, which follows from the codec: `mp4`, or
  ///     `webm` for a sequence with alpha.
  public static func video(
    of info: SequenceInfo, frames: FrameSet, folder: String? = nil, output: String
  ) -> [String]? {
    guard let range = frames.ranges.first, frames.ranges.count == 1 else { return nil }
    var input = info.name.printfPattern
    if let folder {
      // A "%" of the folder's would be taken for the number's.
      let plain = folder.unicodeScalars.map { $0 == "%" ? "%%" : String($0) }.joined()
      input = plain.hasSuffix("/") ? plain + input : plain + "/" + input
    }
    return [
      "-framerate", info.frameRate.description,
      "-pattern_type", "sequence",
      "-start_number", String(info.name.firstNumber + range.lowerBound),
      "-i", path(input),
      "-frames:v", String(frames.count),
      "-vf", filters(of: info),
    ] + tags + codec(of: info) + [path(output + (info.hasAlpha ? ".webm" : ".mp4"))]
  }

  /// The tags that tell players the matrix, the primaries, the curve and the range.
  public static let tags = [
    "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
    "-color_range", "tv",
  ]

  /// Converts to BT.709, after an odd size is padded to an even one by repeating the edge.
  static func filters(of info: SequenceInfo) -> String {
    var filters: [String] = []
    let (right, bottom) = (info.width % 2, info.height % 2)
    if (right, bottom) != (0, 0), !info.hasAlpha {
      filters.append("pad=\(info.width + right):\(info.height + bottom):0:0")
      filters.append("fillborders=right=\(right):bottom=\(bottom):mode=smear")
    }
    filters.append(
      "scale=out_color_matrix=bt709:out_range=tv"
        + ":flags=accurate_rnd+full_chroma_int+full_chroma_inp")
    filters.append("format=" + (info.hasAlpha ? "yuva420p" : "yuv420p"))
    return filters.joined(separator: ",")
  }

  private static func codec(of info: SequenceInfo) -> [String] {
    info.hasAlpha
      ? ["-c:v", "libvpx-vp9", "-b:v", "0", "-crf", "24"]
      : ["-c:v", "libx264", "-crf", "18", "-movflags", "+faststart"]
  }

  /// A path that ffmpeg takes for neither an option nor a protocol (`a:b` would be one).
  public static func path(_ path: String) -> String {
    path.hasPrefix("/") || path.hasPrefix("./") || path.hasPrefix("../") ? path : "./" + path
  }
}
