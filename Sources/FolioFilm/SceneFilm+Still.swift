import FolioImageCoding
import FolioRaster

extension SceneFilm {
  /// Which channels a single picture's file holds.
  public enum StillColorType: String, Hashable, Sendable, CaseIterable {
    /// What the frames of the sequence hold: RGB, or RGBA where the canvas is transparent.
    case auto
    /// Red, green and blue; every pixel must be opaque.
    case rgb
    /// Red, green, blue and alpha.
    case rgba
    /// One value a pixel; every pixel must be opaque and without a hue.
    case gray
    /// Indices into a palette, for a picture of at most 256 colours.
    case palette
  }

  /// One frame as a PNG file; for `auto` byte for byte the file that it has in the sequence.
  ///
  /// - Parameters:
  ///   - frame: The frame's number.
  ///   - colorType: Which channels the file holds. Grey and palettes are for single pictures alone,
  ///     since many programs want all files of a sequence to be of one kind.
  /// - Throws: ``FilmError`` of the kind `encoder` for a picture that the colour type cannot hold.
  public func still(_ frame: Int, colorType: StillColorType = .auto) throws -> [UInt8] {
    let bitmap = renderer.frame(frame)
    do {
      return try pngEncoder(colorType, of: bitmap).encode(bitmap)
    } catch {
      throw FilmError.encoder(error, frame: frame)
    }
  }

  private func pngEncoder(
    _ colorType: StillColorType, of bitmap: Bitmap
  ) throws(PNGEncoderError) -> PNGEncoder {
    let channels: PNGEncoder.ColorType
    switch colorType {
    case .auto: channels = hasAlpha ? .rgba : .rgb
    case .rgb: channels = .rgb
    case .rgba: channels = .rgba
    case .gray: channels = .grayscale
    case .palette:
      guard let palette = PNGEncoder.Palette(of: bitmap) else { throw .tooManyColors }
      return try PNGEncoder(
        width: width, height: height, palette: palette, scale: recording.scene.canvas.scale,
        level: encoderLevel)
    }
    return try PNGEncoder(
      width: width, height: height, colorType: channels, scale: recording.scene.canvas.scale,
      level: encoderLevel)
  }

  /// The scene's `output.level` in the encoder's words.
  var encoderLevel: PNGEncoder.Level {
    switch recording.scene.output.level {
    case .stored: .stored
    case .fast: .fast
    case .small: .small
    }
  }
}

extension PNGEncoderError: ExitCodeProviding {
  /// The picture is not one that the file can hold: faulty data.
  public var exitCode: ExitCode { .data }
}
