// A picture that is coded while it is drawn.
//
// A frame of a phone's screen has twelve megabytes, more than the memory near a processor holds. Drawn
// whole, then hashed, then coded, it would be written to the far memory and fetched from there twice.
// Here a few rows are drawn at a time, hashed at once, and coded as soon as they make a stripe, in a
// band of a stripe's height that is used again and again.

import FolioRaster

extension PNGEncoder {
  /// Draws some rows of a picture.
  ///
  /// - Parameters:
  ///   - rows: The rows to draw, all of whose pixels are to be set.
  ///   - band: Where to draw: as wide as the picture. Its other rows must be left as they are.
  ///   - top: The row of the picture that is the band's first.
  public typealias RowDrawing = (_ rows: Range<Int>, _ band: inout Bitmap, _ top: Int) throws ->
    Void

  /// So many rows are drawn at a time.
  private static let rowsAtATime = 32

  /// Codes a picture whose rows are drawn when they are needed, each once, from top to bottom.
  ///
  /// - Parameters:
  ///   - workspace: Memory that is used again. One for each thread.
  ///   - cache: As for ``encode(_:rowHashes:using:cache:)``.
  ///   - draw: Draws rows.
  /// - Returns: The stripes, for ``assemble(_:)`` or ``pieces(of:)``, and the hashes of all rows.
  /// - Throws: ``PNGEncoderError``, see ``encodeStripe(_:of:using:)``, and what `draw` throws.
  /// - Precondition: `cache` is of this encoder, and `draw` leaves the band its size.
  public func encode(
    using workspace: Workspace, cache: StripeCache? = nil, drawing draw: RowDrawing
  ) throws -> (stripes: [Stripe], rows: RowHashes) {
    precondition(cache == nil || cache?.encoder == self, "the cache is of another encoder")
    // The workspace goes without its band meanwhile: memory with one owner is written in place.
    var band = Bitmap(width: 0, height: 0)
    swap(&band, &workspace.band)
    defer { swap(&band, &workspace.band) }
    // The rows of a stripe, and those below it that say where it ends.
    let bandHeight = min(
      height, Self.greatestStripeHeight + Self.stripeEdgeReach + Self.rowsAtATime)
    if band.width != width || band.height != bandHeight {
      band = Bitmap(width: width, height: bandHeight)
    }

    var hashes = RowHashes()
    var stripes: [Stripe] = []
    // The band holds the rows from `top` on, and those before `drawn` are drawn.
    var (top, drawn) = (0, 0)
    func drawMore() throws {
      let rows = drawn..<min(drawn + Self.rowsAtATime, height)
      try draw(rows, &band, top)
      precondition(band.width == width && band.height == bandHeight, "the band has another size")
      hashes.append((rows.lowerBound - top)..<(rows.upperBound - top), of: band)
      drawn = rows.upperBound
    }
    var edges = StripeEdges(height: height)
    while true {
      let rows = try stripe(from: top, &edges) { row throws in
        if row >= drawn { try drawMore() }
        return sample(band.pixels.span, row: row - top)
      }
      guard let rows else { break }
      while drawn < rows.upperBound { try drawMore() }
      stripes.append(
        try stripe(rows, of: band, top: top, hashes: hashes, using: workspace, cache: cache))
      band.moveToTop((rows.upperBound - top)..<(drawn - top))
      top = rows.upperBound
    }
    return (stripes, hashes)
  }
}
