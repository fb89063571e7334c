import FolioImageCoding

/// Reads the pictures that are compared: PNG files, strictly.
///
/// A reference with a wrong checksum, a missing end or another colour profile is refused, not
/// guessed at: a comparison with something else than the reference proves nothing.
public enum PictureFile {
  /// The picture in a PNG file.
  ///
  /// Tags that say sRGB in one way or another (untagged, sRGB, an sRGB profile, gAMA) are the same;
  /// another profile and 16 bits a sample are errors.
  ///
  /// - Throws: ``GoldenError`` naming the file.
  public static func read(path: String) throws(GoldenError) -> Pixmap {
    try decode(try bytes(path: path), path: path)
  }

  /// The bytes of a file.
  static func bytes(path: String) throws(GoldenError) -> [UInt8] {
    do { return try ImageFile.read(path: path) } catch { throw .picture(error) }
  }

  /// The picture in the bytes of a PNG file that is called `path` in messages.
  static func decode(_ bytes: [UInt8], path: String) throws(GoldenError) -> Pixmap {
    try decodeWithInfo(bytes, path: path).picture
  }

  /// The picture, and what the file says about it.
  static func decodeWithInfo(
    _ bytes: [UInt8], path: String
  ) throws(GoldenError) -> (picture: Pixmap, info: ImageInfo) {
    if isLargeFilePointer(bytes) {
      throw .unsupportedPicture(
        path: path,
        reason: "this is a pointer of Git LFS, not the picture itself; run \"git lfs pull\"")
    }
    if ImageFormat(signatureOf: bytes) == .jpeg {
      throw .unsupportedPicture(
        path: path, reason: "this is a JPEG, expected a PNG; JPEG does not keep exact pixels")
    }
    let image: DecodedImage
    do { image = try ImageFile.decode(bytes) } catch {
      throw .image(path: path, error)
    }
    if image.info.bitDepth == 16 {
      throw .unsupportedPicture(
        path: path,
        reason: "the picture has 16 bits a sample, expected 8; convert it before comparing")
    }
    for case .colorProfileIgnored(let name) in image.info.warnings {
      throw .unsupportedPicture(
        path: path,
        reason: "the picture has the colour profile \"\(name)\", expected sRGB; convert it before "
          + "comparing")
    }
    return (Pixmap(image), image.info)
  }

  private static func isLargeFilePointer(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: Array("version https://git-lfs.".utf8))
  }

  /// The scale that the density of a PNG file states, in pixels a point of 1/72 inch, rounded to
  /// hundredths; 1 where the file states none.
  static func scale(of info: ImageInfo) -> Double {
    guard let density = info.pixelDensity, density.isPerMeter, density.x == density.y else {
      return 1
    }
    let scale = (Double(density.x) * 0.0254 / 72 * 100).rounded() / 100
    return scale > 0 ? scale : 1
  }
}
