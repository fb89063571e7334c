import FolioGeometry
import FolioImageCoding
import FolioRaster
import FolioRendering
import FolioScene
import Foundation
import TestSupport
import Testing

/// Small scenes, read from their text and drawn.
enum DrawnLayers {
  /// The first frame of a page of layers.
  ///
  /// - Parameters:
  ///   - layers: a list in YAML's flow style.
  ///   - images: pictures to be written beside the scene, by name.
  static func draw(
    _ layers: String, width: Int = 40, height: Int = 40, scale: Int = 1,
    background: String = "white", images: [(String, Bitmap)] = []
  ) throws -> Bitmap {
    try renderer(
      layers, width: width, height: height, scale: scale, background: background, images: images
    ).frame(0)
  }

  /// What draws such a scene.
  static func renderer(
    _ layers: String, width: Int = 40, height: Int = 40, scale: Int = 1,
    background: String = "white", timeline: String = "[]", images: [(String, Bitmap)] = []
  ) throws -> SceneRenderer {
    let folder = try ScratchFolder()
    for (name, bitmap) in images {
      let encoder = try PNGEncoder(width: bitmap.width, height: bitmap.height, colorType: .rgba)
      try Data(encoder.encode(bitmap)).write(to: URL(fileURLWithPath: folder.file(name)))
    }
    let text = """
      folioscope: 1
      canvas: { width: \(width), height: \(height), scale: \(scale), fps: 10, duration: 1s }
      pages:
        - id: page
          background: '\(background)'
          layers: \(layers)
      timeline: \(timeline)

      """
    let document = try SceneReader().read(Array(text.utf8), path: folder.file("a.folio.yaml"))
    #expect(document.warnings.isEmpty)
    let fonts = [ReferenceData.root.appendingPathComponent("fonts").path]
    return try SceneRenderer(Playback.play(document.scene), fontFolders: fonts)
  }

  /// What the reader says of layers that it does not take as they are, errors and warnings.
  static func faults(_ layers: String) -> [String] {
    let text = """
      folioscope: 1
      canvas: { width: 40, height: 40, scale: 1, fps: 10, duration: 1s }
      pages: [{ id: page, layers: \(layers) }]

      """
    do {
      return try SceneReader(options: .init(checksFiles: false))
        .read(Array(text.utf8), path: "a.folio.yaml").warnings.diagnostics.map(\.message)
    } catch {
      return error.diagnostics.map(\.message)
    }
  }

  /// The largest difference between what black covers of white and shares, in levels.
  static func worst(_ bitmap: Bitmap, _ shares: [Double]) -> Double {
    zip(bitmap.pixels, shares).map { abs(255 - Double($0 & 0xFF) - 255 * $1) }.max() ?? 0
  }

  /// The largest difference between what black covers of white and a share of each pixel.
  static func worst(_ bitmap: Bitmap, _ share: (Int, Int) -> Double) -> Double {
    worst(bitmap, (0..<bitmap.pixels.count).map { share($0 % bitmap.width, $0 / bitmap.width) })
  }

  /// How much black covers of a white pixel.
  static func black(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> Int { 255 - Int(bitmap[x, y] & 0xFF) }

  /// Red, green and blue of a pixel.
  static func rgb(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> [Int] {
    let p = bitmap[x, y]
    return [Int(p & 0xFF), Int((p >> 8) & 0xFF), Int((p >> 16) & 0xFF)]
  }
}
