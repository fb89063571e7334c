import FolioGeometry
import FolioImageCoding
import FolioNumerics
import FolioRaster
import FolioRendering
import FolioScene
import Foundation
import TestSupport
import Testing

/// The banner of `Examples/banner`, made in code.
enum BannerScene {
  static let images = ["chelsea.png", "coffee.png", "gravel.png", "hubble_deep_field.jpg", "rocket.jpg"]

  static func path(_ name: String) -> AssetPath {
    AssetPath(ReferenceData.root.appendingPathComponent("Examples/banner/img/\(name)").path)
  }

  static let fonts = [ReferenceData.root.appendingPathComponent("fonts").path]

  static func scene(scale: Double = 2) -> Scene {
    var pager = PagerDescription()
    pager.frame = LayerFrame(x: 0, y: 64, w: 320, h: 197.76)
    pager.loops = true
    pager.autoplay = FolioScene.Autoplay(every: 4)
    var scene = Scene(
      name: "banner",
      canvas: CanvasDescription(
        size: Size(width: 320, height: 568), resolution: .scale(scale), frameRate: 60,
        duration: 24),
      pager: pager,
      pages: images.enumerated().map { i, name in
        Page(
          id: "p\(i)", background: .image(ImageContent(path(name), fit: .cover)),
          caption: Caption("Caption number \(i)"))
      })
    scene.pageControl = PageControlDescription(position: .bottomRight)
    return scene
  }
}

@Suite("The banner, drawn")
struct BannerTests {
  @Test("frames")
  func frames() throws {
    let recording = try Playback.play(BannerScene.scene())
    let renderer = try SceneRenderer(recording, fontFolders: BannerScene.fonts)
    #expect(recording.frameCount == 1440)
    #expect(renderer.width == 640 && renderer.height == 1136)
    let encoder = try PNGEncoder(width: 640, height: 1136, colorType: .rgb, scale: 2)
    for i in [0, 246, 249, 258, 847, 1218] {
      let bytes = try encoder.encode(renderer.frame(i))
      try Data(bytes).write(to: URL(fileURLWithPath: "/tmp/brief/f\(i).png"))
    }
  }
}
