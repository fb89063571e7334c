import FolioGeometry
import FolioRaster

/// Something that draws a page.
///
/// A scene's page is one; a program's own drawing is another. What it draws must depend on its own
/// values and the size alone, since a page is drawn once and then moved.
public protocol PageArtwork: Sendable {
  /// Draws the page.
  ///
  /// - Parameters:
  ///   - canvas: coordinates are points, (0, 0) is the page's upper left corner; its transform maps
  ///     them to device pixels.
  ///   - size: the page's size in points.
  func draw(in canvas: inout Canvas, size: Size)
}
