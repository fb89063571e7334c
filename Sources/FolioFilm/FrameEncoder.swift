import FolioRaster

/// Turns pictures into the bytes of files; equal pictures give equal bytes.
public struct FrameEncoder: Sendable {
  /// The bytes of a picture's file, in pieces that follow one another.
  ///
  /// The picture comes with the hashes of its rows. Called from several threads at once.
  let encode: @Sendable (_ picture: Bitmap, _ rows: RowHashes) throws -> [[UInt8]]
  /// The same for an opaque picture that is drawn row by row while it is encoded, with the hashes of its
  /// rows; `nil` where whole pictures are needed.
  let encodeRows:
    (@Sendable (_ draw: FrameRowDrawing) throws -> (pieces: [[UInt8]], rows: RowHashes))?

  /// An encoder of whole pictures.
  ///
  /// - Parameter encode: Makes the bytes of a file of a picture, whose rows have been hashed. Called
  ///   from several threads at once; equal pictures must give equal bytes.
  public init(
    _ encode: @escaping @Sendable (_ picture: Bitmap, _ rows: RowHashes) throws -> [UInt8]
  ) {
    self.encode = { [try encode($0, $1)] }
    encodeRows = nil
  }

  /// The bytes of a picture's file.
  ///
  /// - Throws: What the encoder throws; for that of a scene `PNGEncoderError`.
  public func file(of picture: Bitmap) throws -> [UInt8] {
    try encode(picture, RowHashes(picture)).flatMap { $0 }
  }

  init(
    encode: @escaping @Sendable (_ picture: Bitmap, _ rows: RowHashes) throws -> [[UInt8]],
    encodeRows:
      @escaping @Sendable (_ draw: FrameRowDrawing) throws -> (pieces: [[UInt8]], rows: RowHashes)
  ) {
    self.encode = encode
    self.encodeRows = encodeRows
  }
}
