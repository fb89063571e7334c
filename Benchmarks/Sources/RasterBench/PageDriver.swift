import FolioTypography
import Folioscope
import Foundation

/// Draws a page with a gradient, a card, a title and dots, as another process asks for it: each line of
/// standard input is a wish, each is answered by one line.
///
/// - `draw` draws the page once; `copy` copies a frame. The answer is the thread's CPU seconds.
/// - `save FILE` writes the page's pixels as they are in memory, R, G, B, A; the answer is `saved`.
struct PageDriver {
  static let title = "Folioscope draws this"

  let fonts: String

  func run() throws {
    let engine = TextEngine(fonts: FontBook(folders: [fonts]))
    let style = FolioTypography.TextStyle(weight: 700, size: 80)
    let source = [UInt32](repeating: 0x8040_2010, count: Case.width * Case.height)
    var target = source
    var page = Bitmap(width: Case.width, height: Case.height)
    while let line = readLine() {
      let wish = line.split(separator: " ", maxSplits: 1)
      switch wish.first {
      case "draw":
        let seconds = try RasterBench.stopwatch {
          let canvas = Canvas(drawingOn: page)
          page = Bitmap(width: 0, height: 0)
          page = try draw(canvas, engine, style)
        }
        answer("\(seconds)")
      case "copy":
        answer("\(RasterBench.stopwatch { RasterBench.copy(source, to: &target) })")
      case "save" where wish.count == 2:
        let bytes = unsafe page.pixels.withUnsafeBytes { unsafe Data($0) }
        try bytes.write(to: URL(fileURLWithPath: String(wish[1])))
        answer("saved")
      default:
        throw RasterBench.Failure(description: "draw, copy or save FILE, not '\(line)'")
      }
    }
  }

  private func answer(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

  private func draw(
    _ canvas: consuming Canvas, _ engine: TextEngine, _ style: FolioTypography.TextStyle
  ) throws -> Bitmap {
    let gradient = LinearGradient(
      stops: [
        .init(Color(red: 20, green: 30, blue: 160)),
        .init(Color(red: 240, green: 90, blue: 60)),
      ], from: .zero, to: Point(x: Double(Case.width), y: Double(Case.height)))
    let whole = Rect(x: 0, y: 0, width: Double(Case.width), height: Double(Case.height))
    canvas.fill(whole, with: .linear(gradient))
    canvas.fill(
      RoundedRect(Rect(x: 80, y: 300, width: 1010, height: 1600), radius: 60),
      with: .color(.white))
    let layout = try engine.layout(Self.title, style: style, width: 1010)
    let baseline = layout.lines.first?.baseline.points ?? 0
    let place = Point(x: 130, y: 560 - baseline)
    for part in engine.paths(for: layout, at: place, pixelScale: 1) {
      canvas.fill(
        part.path, with: .color(Color(red: 20, green: 24, blue: 60)), overlaps: part.hasOverlaps)
    }
    for i in 0..<5 {
      canvas.fill(
        ellipseIn: Rect(x: 421 + 76 * Double(i), y: 2404, width: 24, height: 24),
        with: .color(Color(red: 255, green: 255, blue: 255, alpha: i == 0 ? 255 : 115)))
    }
    return canvas.finish()
  }
}
