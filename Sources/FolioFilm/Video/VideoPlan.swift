import FolioSequence

/// What making a video comes to: known, and refused, before anything is drawn.
public struct VideoPlan: Sendable {
  /// The kind of file.
  public let container: VideoContainer
  /// The file.
  public let output: FilePath
  /// The width of its pictures in pixels.
  public let width: Int
  /// The height of its pictures in pixels.
  public let height: Int
  /// How many frames the encoder is given, or an animation may hold: repeats count in a video, and
  /// are one longer picture in an animation.
  public let frameCount: Int
  /// The programs that are run, one after the other, each with its arguments. What they are given is
  /// written to their standard input. In the names of files, those that they really write stand
  /// beside the output under temporary names.
  public var commands: [[String]] {
    let name = output.description
    return arguments(output: name, palette: name + ".palette").map { [options.program] + $0 }
  }
  /// How many frames are drawn: what progress counts.
  public var drawnFrameCount: Int { timing.frames.count }
  /// What a person should know of the result and may not expect.
  public let notes: [String]

  let info: SequenceInfo
  let options: VideoOptions
  let timing: PictureTiming
  /// GIF and WebP: how many ticks each picture that is handed over stays.
  let pictures: [Int]

  /// The longest that a picture may stay, in ticks: 16 bits in GIF, 24 in WebP. Longer rests are
  /// several pictures.
  static func longestStay(in container: VideoContainer) -> Int {
    container == .gif ? 0xFFFF : container == .webp ? 0xFF_FFFF : Int.max
  }

  /// Plans the video of some frames of a sequence.
  ///
  /// - Parameters:
  ///   - source: The pictures, whose states are asked for and none of which is drawn.
  ///   - info: The sequence.
  ///   - frames: Which frames, at least one; they follow one another at the sequence's rate.
  ///   - output: The file; its name's ending says which kind.
  ///   - options: How to make it.
  /// - Throws: ``FilmError`` of the kinds `unsupported` for a name, an option or a rate that cannot
  ///   be, `noAlpha` for a transparent sequence in mp4, or `source`.
  public init<Source: FrameSource>(
    _ source: Source, info: SequenceInfo, frames: FrameSet, output: FilePath,
    options: VideoOptions = VideoOptions()
  ) throws(FilmError) {
    precondition(source.width == info.width && source.height == info.height && !frames.isEmpty)
    guard let container = VideoContainer(of: output) else {
      throw FilmError(.unsupported, "\(output) is no video's name; write \(VideoContainer.names)")
    }
    if container.needsEncoder, String(validating: output.bytes, as: UTF8.self) == nil {
      throw FilmError(
        .unsupported,
        "\(output) is no UTF-8 text, and so no name that an encoder can be told; write another")
    }
    try Self.check(info, container, options)
    self.container = container
    self.output = output
    self.info = info
    self.options = options
    let isPadded = container == .mp4
    width = info.width + (isPadded ? info.width % 2 : 0)
    height = info.height + (isPadded ? info.height % 2 : 0)
    timing = PictureTiming(
      frames, rate: info.frameRate, held: max(0, options.heldFrames), in: container)
    switch container {
    case .gif, .webp:
      pictures = try Self.stays(of: timing, in: source, container)
      frameCount = pictures.count
    case .mp4, .webm, .mov, .apng:
      pictures = []
      frameCount = frames.count + max(0, options.heldFrames)
    }
    notes = Self.notes(
      info, container, total: frames.count + max(0, options.heldFrames), shown: timing.frames.count)
  }

  private static func check(
    _ info: SequenceInfo, _ container: VideoContainer, _ options: VideoOptions
  ) throws(FilmError) {
    if info.hasAlpha, !container.keepsAlpha {
      throw FilmError(
        .noAlpha,
        "the canvas is transparent, and \(container) has no alpha channel; write a .webm, .mov, "
          + ".apng or .webp")
    }
    if let factor = options.rateFactor {
      guard let factors = container.rateFactors else {
        throw FilmError(
          .unsupported, "\(container) has no constant rate factor; mp4 and webm have one")
      }
      if !factors.contains(factor) {
        throw FilmError(
          .unsupported,
          "the rate factor \(factor) is out of range; \(container) takes \(factors.lowerBound) "
            + "(best) to \(factors.upperBound)")
      }
    }
    if let quality = options.quality {
      if container != .webp {
        throw FilmError(.unsupported, "\(container) has no quality in percent; webp has one")
      }
      if !(0...100).contains(quality) {
        throw FilmError(.unsupported, "the quality \(quality) is out of range; it is 0 to 100")
      }
    }
    if !(3...256).contains(options.colors) {
      throw FilmError(.unsupported, "\(options.colors) colours cannot be; a GIF has 3 to 256")
    }
    if !(0...65535).contains(options.plays) {
      throw FilmError(.unsupported, "\(options.plays) plays cannot be; write 0 to 65535")
    }
    if container == .apng, AnimatedPNGSink.delay(1, of: info.frameRate) == nil {
      let rate = info.frameRate
      throw FilmError(
        .unsupported,
        "an animated PNG states delays as ratios of 16-bit numbers, and \(rate) frames a second "
          + "need \(rate.denominator)/\(rate.numerator) s; choose another rate, or another kind of "
          + "file")
    }
  }

  /// How long each picture stays, neighbours with equal states taken together.
  private static func stays<Source: FrameSource>(
    of timing: PictureTiming, in source: Source, _ container: VideoContainer
  ) throws(FilmError) -> [Int] {
    var stays: [Int] = []
    var last: Source.State?
    for (frame, ticks) in zip(timing.frames, timing.ticks) {
      let state: Source.State
      do {
        state = try source.state(of: frame)
      } catch {
        throw .source(error, frame: frame)
      }
      if state == last {
        stays[stays.count - 1] += ticks
      } else {
        stays.append(ticks)
      }
      last = state
    }
    let longest = longestStay(in: container)
    return stays.flatMap { stay in
      (0..<((stay - 1) / longest + 1)).map { min(longest, stay - $0 * longest) }
    }
  }

  private static func notes(
    _ info: SequenceInfo, _ container: VideoContainer, total: Int, shown: Int
  ) -> [String] {
    var notes: [String] = []
    let rate = info.frameRate
    if container == .mp4, info.width % 2 + info.height % 2 > 0 {
      notes.append(
        "\(info.width)x\(info.height) is padded to \(info.width + info.width % 2)x"
          + "\(info.height + info.height % 2) by repeating the edge: H.264 at 4:2:0 needs an even "
          + "size")
    }
    if container == .gif {
      if rate.isFaster(than: PictureTiming.fastestGIF) {
        notes.append(
          "a GIF shows at most \(PictureTiming.fastestGIF) frames a second, since browsers slow "
            + "down delays below 0.02 s: of \(total) frames at \(rate) a second \(shown) are shown, "
            + "at their right times")
      }
      if info.hasAlpha {
        notes.append(
          "a GIF has no half-transparent pixels: those with an alpha below 128 are left out, the "
            + "others are opaque")
      }
    }
    if container == .apng || container == .webp, rate.isFaster(than: 95) {
      notes.append(
        "\(rate) frames a second: browsers play delays of 0.01 s and less as 0.1 s; choose a lower "
          + "rate")
    }
    return notes
  }

  // MARK: - What ffmpeg is told

  /// The way from R'G'B' to BT.709 that ffmpeg takes where it converts.
  private static let toBT709 =
    "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int+full_chroma_inp"

  /// How frames are handed over.
  var format: StreamFormat {
    (container == .mp4 || container == .webm) && !info.hasAlpha ? .y4m : .rgba
  }

  /// The arguments of each run of ffmpeg.
  func arguments(output: String, palette: String) -> [[String]] {
    let start = ["-v", "error", "-nostdin"]
    let end = [
      "-fflags", "+bitexact", "-flags:v", "+bitexact", "-f", container.rawValue, "-y",
      FFmpegArguments.path(output),
    ]
    // From about 100 frames a second on ffmpeg guesses a stream's rate, so it is said once more.
    let limit =
      ["-frames:v", "\(frameCount)"]
      + (container.isAnimation ? [] : ["-r", info.frameRate.description])
    let factor = options.rateFactor
    switch container {
    case .mp4:
      return [
        start + input + limit + ["-pix_fmt", "yuv420p"] + FFmpegArguments.tags
          + ["-c:v", "libx264", "-crf", "\(factor ?? 18)", "-movflags", "+faststart"] + end
      ]
    case .webm:
      let filter =
        info.hasAlpha
        ? ["-vf", Self.toBT709 + ",format=yuva420p"] : ["-pix_fmt", "yuv420p"]
      return [
        start + input + limit + filter + FFmpegArguments.tags
          + ["-c:v", "libvpx-vp9", "-b:v", "0", "-crf", "\(factor ?? 24)", "-row-mt", "1"] + end
      ]
    case .mov:
      // Output options do not reach the encoder's tags here; properties of the frames do.
      let filter =
        Self.toBT709 + ",format=\(info.hasAlpha ? "yuva444p10le" : "yuv444p10le")"
        + ",setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709"
      return [
        start + input + limit
          + [
            "-vf", filter, "-c:v", "prores_ks", "-profile:v", "4444", "-alpha_bits",
            info.hasAlpha ? "16" : "0", "-vendor", "apl0",
          ] + end
      ]
    case .gif:
      return [
        start + input
          + [
            "-vf", "palettegen=max_colors=\(min(256, options.colors + 1)):stats_mode=full",
            "-frames:v", "1",
            "-f", "rawvideo", "-pix_fmt", "bgra", "-y", FFmpegArguments.path(palette),
          ],
        start + input
          + [
            "-f", "rawvideo", "-pix_fmt", "bgra", "-video_size", "16x16", "-i",
            FFmpegArguments.path(palette), "-lavfi",
            "paletteuse=dither=sierra2_4a:diff_mode=rectangle",
          ] + limit
          // ffmpeg counts repeats: -1 is none, 0 endlessly.
          + ["-loop", "\(options.plays == 0 ? 0 : options.plays == 1 ? -1 : options.plays - 1)"]
          + end,
      ]
    case .webp:
      let quality =
        options.quality.map { ["-lossless", "0", "-quality", "\($0)"] } ?? ["-lossless", "1"]
      return [
        start + input + limit + ["-pix_fmt", "bgra", "-c:v", "libwebp_anim"] + quality
          + ["-loop", "\(options.plays)"] + end
      ]
    case .apng: return []
    }
  }

  /// What comes through standard input. Pictures of animations come one a tick; their delays are
  /// set afterwards.
  private var input: [String] {
    if format == .y4m { return ["-f", "yuv4mpegpipe", "-i", "pipe:0"] }
    let rate =
      switch container {
      case .gif: "100"
      case .webp: "1000"
      default: info.frameRate.description
      }
    return [
      "-f", "rawvideo", "-pix_fmt", info.hasAlpha ? "rgba" : "rgb0", "-video_size",
      "\(info.width)x\(info.height)", "-framerate", rate, "-i", "pipe:0",
    ]
  }
}
