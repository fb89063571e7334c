import FolioGeometry
import FolioNumerics
import FolioRaster
import FolioRendering
import FolioScene
import Foundation
import TestSupport
import Testing

/// The banner of `Examples/banner`, made in code.
enum BannerScene {
  static let images = [
    "chelsea.png", "coffee.png", "gravel.png", "hubble_deep_field.jpg", "rocket.jpg",
  ]

  static func path(_ name: String) -> AssetPath {
    AssetPath(ReferenceData.root.appendingPathComponent("Examples/banner/img/\(name)").path)
  }

  static let fonts = [ReferenceData.root.appendingPathComponent("fonts").path]

  static func scene(scale: Double = 2, control: Bool = true) -> Scene {
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
    if control { scene.pageControl = PageControlDescription(position: .bottomRight) }
    return scene
  }

  static func renderer(_ scene: Scene) throws -> SceneRenderer {
    try SceneRenderer(Playback.play(scene), fontFolders: fonts)
  }
}

@Suite("The banner, drawn")
struct BannerTests {
  @Test("1,440 frames of 640 by 1136 opaque pixels")
  func size() throws {
    let renderer = try BannerScene.renderer(BannerScene.scene())
    #expect(renderer.recording.frameCount == 1440)
    #expect(renderer.width == 640 && renderer.height == 1136)
    #expect(renderer.isOpaque)
    #expect(renderer.frame(0).isOpaque)
  }

  @Test("a moving frame is columns of its two pages, with no seam, at every offset")
  func columns() throws {
    let renderer = try BannerScene.renderer(BannerScene.scene(control: false))
    let first = renderer.frame(0)
    let second = renderer.frame(258)
    for (frame, offset) in [(246, 160), (249, 320), (252, 480), (241, 5), (257, 635)] {
      let moving = renderer.frame(frame)
      var wrong = 0
      for y in 0..<1136 {
        for x in 0..<640 {
          let source = x + offset
          let right = source < 640 ? first[source, y] : second[source - 640, y]
          if y < 128 || y >= 524 {
            if moving[x, y] != 0xFFFF_FFFF { wrong += 1 }
          } else if moving[x, y] != right {
            wrong += 1
          }
        }
      }
      #expect(wrong == 0, "frame \(frame)")
    }
  }

  @Test("B39: a page at rest is its direct drawing, byte for byte")
  func atRest() throws {
    let scene = BannerScene.scene(control: false)
    let renderer = try BannerScene.renderer(scene)
    // The same page in a pager of its own that cannot move.
    for (index, frame) in [(0, 0), (1, 300), (2, 500), (4, 1000)] {
      var alone = scene
      alone.pages = [scene.pages[index]]
      alone.pager.autoplay = nil
      #expect(try BannerScene.renderer(alone).frame(0) == renderer.frame(frame))
    }
  }

  @Test("states that are equal are equal pictures, and rests are equal states")
  func equalStates() throws {
    let renderer = try BannerScene.renderer(BannerScene.scene())
    #expect(renderer.state(ofFrame: 0) == renderer.state(ofFrame: 240))
    #expect(renderer.state(ofFrame: 240) != renderer.state(ofFrame: 241))
    #expect(renderer.state(ofFrame: 258) == renderer.state(ofFrame: 479))
    #expect(renderer.state(ofFrame: 1218) == renderer.state(ofFrame: 0))
  }

  @Test("a reused buffer with other pixels gives the same frame")
  func reuse() throws {
    let renderer = try BannerScene.renderer(BannerScene.scene())
    var buffer = Bitmap(
      width: 640, height: 1136, color: Color(red: 9, green: 8, blue: 7, alpha: 3))
    for frame in [250, 0, 249, 1201] {
      renderer.draw(renderer.state(ofFrame: frame), into: &buffer)
      #expect(buffer == renderer.frame(frame))
    }
  }

  @Test("many threads draw the same frames")
  func threads() async throws {
    let renderer = try BannerScene.renderer(BannerScene.scene())
    let other = try BannerScene.renderer(BannerScene.scene())
    let frames = [0, 245, 249, 500, 725, 847, 1210]
    await withTaskGroup(of: (Int, Bitmap).self) { group in
      for frame in frames { group.addTask { (frame, renderer.frame(frame)) } }
      for await (frame, bitmap) in group { #expect(bitmap == other.frame(frame)) }
    }
  }
}

@Suite("Places on device pixels")
struct DeviceGridTests {
  @Test("animated pages round as UIKit does", arguments: [2, 3])
  func reference(scale: Int) throws {
    let curves = try JSONValue(reference: "motion/motion.json")["curves"].array
    var checked = 0
    for curve in curves where (curve["id"].string ?? "").hasPrefix("page_scroll.") {
      let columns = curve["columns"].array.map { $0.string ?? "" }
      guard let offset = columns.firstIndex(of: "offset"),
        let rounded = columns.firstIndex(of: "offset_at_\(scale)x")
      else { continue }
      let grid = DeviceGrid(scale: Double(scale))
      for row in curve["samples"].array {
        let pixel = grid.pixel(row[offset].double)
        #expect((Double(pixel) / Double(scale) - row[rounded].double).magnitude < 1e-9)
        checked += 1
      }
    }
    #expect(checked > 50)
  }

  @Test("a page at rest begins on its pixel at every scale and stride")
  func rest() {
    for scale in [1.0, 2, 3, 2.2545] {
      for stride in [320, 360, 375, 390.5, 411.42857142857144, 428] {
        let grid = DeviceGrid(scale: scale)
        for slot in -50..<1000 {
          #expect(
            grid.boundary(
              ofSlot: slot, place: Double(slot), stride: stride, leadingInset: 0) == 0)
        }
      }
    }
  }
}

@Suite("The page control, drawn")
struct PageControlDrawingTests {
  private func scene(_ count: Int, _ control: PageControlDescription) -> Scene {
    var scene = Scene(
      name: "dots",
      canvas: CanvasDescription(
        size: Size(width: 375, height: 40), resolution: .scale(2), background: .black,
        duration: 1),
      pages: (0..<count).map { Page(id: "p\($0)", background: .color(.black)) })
    scene.pageControl = control
    return scene
  }

  @Test("B33: the ink is centred for 1 to 20 dots", arguments: 1...20)
  func centred(count: Int) throws {
    var control = PageControlDescription(hidesForSinglePage: false)
    control.color = .white
    let frame = try BannerScene.renderer(scene(count, control)).frame(0)
    var sum = 0.0
    var weighted = 0.0
    for y in 0..<frame.height {
      for x in 0..<frame.width {
        let ink = Double(frame[x, y] & 0xFF)
        sum += ink
        weighted += ink * (Double(x) + 0.5)
      }
    }
    #expect(sum > 0)
    #expect((weighted / sum - 375).magnitude <= 0.5)
    // The ink is the dots' area, in pixels of full white.
    let area = Double(count) * Double.pi * 7.6 * 7.6
    #expect((sum / 255 - area).magnitude < 0.02 * area)
  }

  @Test("each dot is symmetric to the byte")
  func symmetric() throws {
    let frame = try BannerScene.renderer(scene(3, PageControlDescription())).frame(0)
    // Slots at 169.5, 187.5 and 205.5 points, 27 points down: at scale 2 whole pixels.
    for (center, alpha) in [(339, 255), (375, 115), (411, 115)] {
      for dy in 0..<9 {
        for dx in 0..<9 {
          let a = frame[center + dx, 54 + dy]
          #expect(a == frame[center - 1 - dx, 54 + dy])
          #expect(a == frame[center + dx, 53 - dy])
          #expect(a == frame[center - 1 - dx, 53 - dy])
        }
      }
      #expect(Int(frame[center, 54] & 0xFF) == alpha)
    }
  }

  @Test("a single page hides its dot, if told to")
  func single() throws {
    let hidden = try BannerScene.renderer(scene(1, PageControlDescription())).frame(0)
    #expect(hidden.pixels.allSatisfy { $0 == 0xFF00_0000 })
    let shown = try BannerScene.renderer(
      scene(1, PageControlDescription(hidesForSinglePage: false))
    ).frame(0)
    #expect(shown[375, 54] == 0xFFFF_FFFF)
  }

  @Test("continuous emphasis is shared at the seam of a loop")
  func seam() throws {
    var control = PageControlDescription()
    control.updates = .continuous
    var looping = scene(5, control)
    looping.pager.loops = true
    looping.canvas.frameRate = 60
    looping.timeline = [
      TimelineStep(at: 0, .goTo(TimelineStep.GoTo(.index(4), direction: .reverse)))
    ]
    let frame = try BannerScene.renderer(looping).frame(9)
    // Half way from page 0 back to page 4: both dots at (0.45 + 1) / 2 of white.
    let left = Int(frame[303, 54] & 0xFF)
    let right = Int(frame[447, 54] & 0xFF)
    #expect(left == right && left == 185)
    #expect(Int(frame[375, 54] & 0xFF) == 115)
  }

  @Test("in a direct jump continuous emphasis passes from dot to dot, past those between")
  func crossFade() throws {
    var control = PageControlDescription()
    control.updates = .continuous
    var jumping = scene(5, control)
    jumping.canvas.frameRate = 60
    jumping.timeline = [TimelineStep(at: 0, .goTo(TimelineStep.GoTo(.index(4))))]
    let frame = try BannerScene.renderer(jumping).frame(9)
    for (center, ink) in [(303, 185), (339, 115), (375, 115), (411, 115), (447, 185)] {
      #expect(Int(frame[center, 54] & 0xFF) == ink, "at \(center)")
    }
  }
}

@Suite("Scenes, drawn")
struct SceneDrawingTests {
  private func solid(_ id: String, _ color: Color) -> Page {
    Page(id: id, background: .color(color))
  }

  private let red = Color(red: 255, green: 0, blue: 0)
  private let blue = Color(red: 0, green: 0, blue: 255)
  private let green = Color(red: 0, green: 128, blue: 0)

  @Test("settings change a layer at their time, and over a while in between")
  func settings() throws {
    let box = Layer.shape(
      .rect(radius: 0), fill: .color(red), id: "box",
      frame: LayerFrame(x: 0, y: 0, w: 10, h: 10))
    var scene = Scene(
      name: "set",
      canvas: CanvasDescription(
        size: Size(width: 20, height: 10), frameRate: 10, duration: 2),
      pages: [Page(id: "a", background: .color(.white), layers: [box])])
    scene.timeline = [
      TimelineStep(
        at: Rational(1, 2),
        .set([.init(.layerFill("box"), .color(blue))], over: 1, easing: .linear)),
      TimelineStep(
        at: Rational(18, 10),
        .set([.init(.layerHidden("box"), .flag(true))], over: 0, easing: .linear)),
    ]
    let renderer = try BannerScene.renderer(scene)
    #expect(Color(premultiplied: renderer.frame(0)[5, 5]) == red)
    #expect(
      Color(premultiplied: renderer.frame(10)[5, 5]) == Color(red: 128, green: 0, blue: 128))
    #expect(Color(premultiplied: renderer.frame(15)[5, 5]) == blue)
    #expect(Color(premultiplied: renderer.frame(18)[5, 5]) == .white)
    #expect(Color(premultiplied: renderer.frame(19)[15, 5]) == .white)
  }

  @Test("a transparent canvas stays transparent where nothing is drawn")
  func transparent() throws {
    var scene = Scene(
      name: "clear",
      canvas: CanvasDescription(
        size: Size(width: 20, height: 10), background: .transparent, duration: 1),
      pages: [Page(id: "a")])
    scene.above = [
      Layer(
        .shape(ShapeContent(.rect(radius: 0), fill: .color(red))),
        frame: LayerFrame(x: 0, y: 0, w: 10, h: 10), opacity: 0.5)
    ]
    let renderer = try BannerScene.renderer(scene)
    #expect(!renderer.isOpaque)
    let frame = renderer.frame(0)
    #expect(frame[15, 5] == 0)
    #expect(Color(premultiplied: frame[5, 5]) == Color(red: 255, green: 0, blue: 0, alpha: 128))
  }

  @Test("layers behind and above the pager keep their order")
  func order() throws {
    var scene = Scene(
      name: "order",
      canvas: CanvasDescription(size: Size(width: 30, height: 10), duration: 1),
      pages: [solid("a", red)])
    scene.pager.frame = LayerFrame(x: 5, y: 0, w: 20, h: 10)
    scene.behind = [Layer.shape(.rect(radius: 0), fill: .color(blue))]
    scene.above = [
      Layer.shape(
        .rect(radius: 0), fill: .color(green), frame: LayerFrame(x: 10, y: 0, w: 5, h: 10))
    ]
    let frame = try BannerScene.renderer(scene).frame(0)
    for (x, color) in [(0, blue), (4, blue), (5, red), (12, green), (20, red), (25, blue)] {
      #expect(Color(premultiplied: frame[x, 5]) == color)
    }
  }

  @Test("a pager inside a page turns by itself and moves with its page")
  func nested() throws {
    var inner = PagerDescription()
    inner.loops = true
    inner.autoplay = FolioScene.Autoplay(every: 1)
    let layer = Layer.pager(
      inner, pages: [solid("x", green), solid("y", blue)], id: "inner",
      frame: LayerFrame(x: 10, y: 0, w: 10, h: 10))
    var scene = Scene(
      name: "nested",
      canvas: CanvasDescription(size: Size(width: 30, height: 10), frameRate: 20, duration: 4),
      pages: [
        Page(id: "a", background: .color(red), layers: [layer]), solid("b", .white),
      ])
    scene.timeline = [TimelineStep(at: 2, .goTo(TimelineStep.GoTo(.id("b"))))]
    let renderer = try BannerScene.renderer(scene)
    #expect(Color(premultiplied: renderer.frame(0)[15, 5]) == green)
    #expect(Color(premultiplied: renderer.frame(30)[15, 5]) == blue)
    #expect(Color(premultiplied: renderer.frame(30)[5, 5]) == red)
    // Frame 43 is at 2.15 s: the outer page is half way out, the inner one half way round.
    let moving = renderer.frame(43)
    #expect(Color(premultiplied: moving[20, 5]) == .white)
    #expect(Color(premultiplied: moving[2, 5]) == green || moving[2, 5] != 0xFFFF_FFFF)
  }

  @Test("what cannot be drawn is found before the first frame, all at once")
  func faults() throws {
    let scene = Scene(
      name: "faults",
      canvas: CanvasDescription(size: Size(width: 100, height: 50), duration: 1),
      pages: [
        Page(
          id: "a",
          layers: [
            .text("\u{10FFFF}"), .image("nowhere.png"),
            .text("x", style: FolioScene.TextStyle(font: "missing")),
            .text(
              "far too long for so small a box",
              style: FolioScene.TextStyle(maxLines: 1, overflow: .error),
              frame: LayerFrame(x: 0, y: 0, w: 20, h: 10)),
          ])
      ])
    let recording = try Playback.play(scene)
    do throws(DiagnosticList) {
      _ = try SceneRenderer(recording, fontFolders: BannerScene.fonts)
      Issue.record("nothing was found")
    } catch {
      let messages = error.errors.map(\.message).joined(separator: "\n")
      #expect(messages.contains("U+10FFFF"))
      #expect(messages.contains("nowhere.png"))
      #expect(messages.contains("missing"))
      #expect(messages.contains("does not fit"))
    }
  }

  @Test("without fonts the fault says where they were looked for")
  func noFonts() throws {
    let scene = Scene(
      name: "fonts", canvas: CanvasDescription(size: Size(width: 100, height: 50), duration: 1),
      pages: [Page(id: "a", layers: [.text("Hello")])])
    let recording = try Playback.play(scene)
    do throws(DiagnosticList) {
      _ = try SceneRenderer(recording, fontFolders: ["/nonexistent/fonts"])
      Issue.record("nothing was found")
    } catch {
      #expect(error.errors.contains { $0.message.contains("/nonexistent/fonts") })
    }
  }
}
