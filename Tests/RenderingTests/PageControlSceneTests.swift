import FolioGeometry
import FolioRaster
import FolioRendering
import FolioScene
import TestSupport
import Testing

/// Page controls that are written in a scene, by what is seen of them.
@Suite("A page control from a scene's text, drawn")
struct PageControlSceneTests {
  /// Black pages of 375 by 40 points at scale 2; dots are white ink upon them.
  private func renderer(
    _ control: String, pages: Int = 3, pager: String = "{}",
    size: String = "width: 375, height: 40",
    above: String = "[]", _ steps: String = "", end: String = "4s"
  ) throws -> SceneRenderer {
    let list = (0..<pages).map { "{ id: p\($0), background: black }" }.joined(separator: ", ")
    let text = """
      folioscope: 1
      canvas: { \(size), scale: 2, fps: 60, background: black }
      pager: \(pager)
      pages: [\(list)]
      above: \(above)
      pageControl: \(control)
      timeline:
      \(steps.split(separator: "\n").map { "  - { \($0) }" }.joined(separator: "\n"))
        - { at: \(end), end: true }

      """
    let document = try SceneReader().read(Array(text.utf8), path: "dots.folio.yaml")
    #expect(document.warnings.isEmpty, "\(document.warnings)")
    return try SceneRenderer(Playback.play(document.scene), fontFolders: BannerScene.fonts)
  }

  /// The ink at the middle of each of three dots: 339, 375 and 411 pixels, 54 down.
  private func ink(_ frame: Bitmap) -> [Int] { [339, 375, 411].map { Int(frame[$0, 54] & 0xFF) } }

  /// The width in pixels and the ink of each dot along a line.
  private func dots(
    along line: (Int) -> UInt32, _ length: Int
  ) -> [(from: Int, width: Int, ink: Int)] {
    var dots: [(from: Int, width: Int, ink: Int)] = []
    var isInside = false
    for x in 0..<length {
      let value = Int(line(x) & 0xFF)
      // Half of the fainter dots' own ink counts as inside.
      if value >= 58 {
        if !isInside { dots.append((x, 0, 0)) }
        dots[dots.count - 1].width += 1
        dots[dots.count - 1].ink = max(dots[dots.count - 1].ink, value)
      }
      isInside = value >= 58
    }
    return dots
  }

  @Test("row 52: the lit dot waits for its update, frame by frame")
  func deferred() throws {
    let steps = "at: 1s, tap: pageControl.right\nat: 2s, updateCurrentPageDisplay: true"
    let plain = try renderer("{}", "at: 1s, tap: pageControl.right")
    // Half way is at 1.15 s, frame 69.
    #expect(ink(plain.frame(68)) == [255, 115, 115] && ink(plain.frame(69)) == [115, 255, 115])
    let waiting = try renderer("{ defersCurrentPageDisplay: true }", steps)
    for frame in [59, 60, 69, 78, 119] {
      #expect(ink(waiting.frame(frame)) == [255, 115, 115], "frame \(frame)")
    }
    for frame in [120, 239] {
      #expect(ink(waiting.frame(frame)) == [115, 255, 115], "frame \(frame)")
    }
    #expect(waiting.frame(200) == plain.frame(200))
  }

  @Test("row 54: five of twenty dots: full in the middle, smaller towards those that are hidden")
  func window() throws {
    let scene = try renderer(
      "{ maxDots: 5 }", pages: 20,
      "at: 1s, goto: { page: p10, animated: false }\n"
        + "at: 2s, goto: { page: p19, animated: false }")
    func row(_ frame: Int) -> [(from: Int, width: Int, ink: Int)] {
      let bitmap = scene.frame(frame)
      return dots(along: { bitmap[$0, 54] }, bitmap.width)
    }
    let start = row(0)
    let middle = row(61)
    let end = row(121)
    for dots in [start, middle, end] { #expect(dots.count == 5) }
    #expect(start.map(\.ink) == [255, 115, 115, 115, 115])
    #expect(middle.map(\.ink) == [115, 115, 255, 115, 115])
    #expect(end.map(\.ink) == [115, 115, 115, 115, 255])
    // 7.6 points are 15.2 pixels, three quarters 11.4, a half 7.6; a line through the middle has
    // their whole width.
    func sizes(_ dots: [(from: Int, width: Int, ink: Int)]) -> [Double] {
      dots.map { (Double($0.width) / 15.2 * 4).rounded() / 4 }
    }
    #expect(sizes(start) == [1, 1, 1, 0.75, 0.5])
    #expect(sizes(middle) == [0.5, 0.75, 1, 0.75, 0.5])
    #expect(sizes(end) == [0.5, 0.75, 1, 1, 1])
    // At a pitch of 18 points around the middle, whichever page it is.
    for dots in [start, middle, end] {
      for (i, dot) in dots.enumerated() {
        let center = Double(dot.from) + Double(dot.width) / 2
        #expect((center - Double(375 + 36 * (i - 2))).magnitude <= 1, "\(i)")
      }
    }
  }

  @Test("row 54: what has no room is seen through a window without being asked for")
  func room() throws {
    let bitmap = try renderer("{}", pages: 60).frame(0)
    let row = dots(along: { bitmap[$0, 54] }, bitmap.width)
    // 18 n - 8 points of 375: 21.
    #expect(row.count == 21)
    #expect(row.allSatisfy { $0.from > 0 && $0.from + $0.width < bitmap.width })
    let upright = try renderer(
      "{ direction: bottomToTop, position: right }", pages: 60,
      size: "width: 40, height: 120"
    ).frame(0)
    // 120 - 2 * 8 at the edges that it does not lie at: none, so 18 n - 8 of 120: 7. The first page is
    // the lowest.
    let column = dots(along: { upright[54, $0] }, upright.height)
    #expect(column.count == 7 && column.last?.ink == 255 && column.first?.ink == 115)
  }

  @Test("set: a step for one pager changes its dots, and no other's")
  func ownColors() throws {
    let inner =
      "[{ pager: {}, id: other, frame: { x: 0, y: 0, w: 375, h: 40 }, "
      + "pages: [{ id: x, background: black }, { id: y, background: black }], pageControl: true }]"
    let scene = try renderer(
      "{}", size: "width: 375, height: 80", above: inner,
      "at: 1s, pager: other, set: { pageControl.current: '#0000FF' }\n"
        + "at: 2s, pager: other, set: { pageControl.hidden: true }\n"
        + "at: 3s, set: { pageControl.current: '#00FF00' }")
    // The layer's two dots stand at 366 ± 18 pixels, 54 down; the main pager's three 80 further on.
    func color(_ frame: Int, _ x: Int, _ y: Int) -> Color {
      Color(premultiplied: scene.frame(frame)[x, y])
    }
    #expect(color(0, 357, 54) == .white && color(0, 339, 134) == .white)
    #expect(color(61, 357, 54) == Color(red: 0, green: 0, blue: 255))
    #expect(color(61, 339, 134) == .white)
    #expect(color(121, 357, 54) == .black && color(121, 339, 134) == .white)
    #expect(color(181, 357, 54) == .black)
    #expect(color(181, 339, 134) == Color(red: 0, green: 255, blue: 0))
  }

  @Test("a page control that is hidden on the way is none of the elements of a frame")
  func hiddenElement() throws {
    let inner =
      "[{ id: other, frame: { x: 0, y: 0, w: 375, h: 40 }, "
      + "pager: {}, pages: [{ id: x }, { id: y }], pageControl: {} }]"
    let scene = try renderer(
      "{}", size: "width: 375, height: 80", above: inner,
      "at: 1s, set: { pageControl.hidden: true }\nat: 2s, set: { pageControl.hidden: false }\n"
        + "at: 3s, pager: other, set: { pageControl.hidden: true }")
    let sampler = FrameSampler(scene.recording)
    func controls(_ frame: Int) -> [String] {
      sampler.elements(ofFrame: frame).map(\.name).filter { $0.hasSuffix("pageControl") }
    }
    #expect(controls(0) == ["pageControl", "other.pageControl"])
    #expect(controls(59) == ["pageControl", "other.pageControl"])
    #expect(controls(60) == ["other.pageControl"])
    #expect(controls(120) == ["pageControl", "other.pageControl"])
    #expect(controls(180) == ["pageControl"])
  }
}
