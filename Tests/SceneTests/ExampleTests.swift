import FolioGeometry
import FolioNumerics
import FolioRaster
import Testing

@testable import FolioScene

@Suite("The complete example scenes are read to the values they state")
struct ExampleTests {
  @Test func `a flick, a drag and a tap through an onboarding`() throws {
    let scene = try read(Examples.walkthrough)
    #expect(scene.name == "walkthrough")
    #expect(scene.canvas.device == "iphone-16")
    #expect(scene.canvas.size == Size(width: 393, height: 852))
    #expect(scene.canvas.scale == 3)
    #expect(scene.canvas.pixelWidth == 1179 && scene.canvas.pixelHeight == 2556)
    #expect(scene.canvas.frameRate == 30)
    #expect(scene.canvas.background == .white)
    #expect(scene.canvas.safeArea == Insets(top: 59, left: 0, bottom: 34, right: 0))
    #expect(scene.fonts.map(\.id) == ["head", "body"])
    #expect(scene.fonts[0].sources.map(\.path.written) == ["fonts/Inter-Bold.ttf"])
    #expect(scene.pages.map(\.id) == ["plan", "share", "start"])

    guard case .paint(.linear(let stops, let angle)) = scene.pages[0].background else {
      Issue.record("no gradient")
      return
    }
    #expect(angle == 135)
    #expect(
      stops.map(\.color) == [
        Color(red: 0x5B, green: 0x6E, blue: 0xF5), Color(red: 0x8E, green: 0x4D, blue: 0xE8),
      ])

    let layers = scene.pages[0].layers
    guard layers.count == 3, case .image(let image) = layers[0].content,
      case .text(let title) = layers[1].content, case .text(let body) = layers[2].content
    else {
      Issue.record("other layers")
      return
    }
    #expect(image.path.written == "art/calendar.png")
    #expect(image.fit == .contain && image.alt == "A calendar")
    #expect(layers[0].frame == LayerFrame(y: 150, w: 220, h: 220, cx: .percent(50)))
    // A named style, with white text and centred lines.
    #expect(title.text == "Plan the week")
    #expect(title.style.font == "head" && title.style.size == 30 && title.style.line == 36)
    #expect(title.style.color == .white && title.style.align == .center)
    #expect(body.text == "Drag a card to the day\nyou want it.")
    #expect(body.style.color == Color(red: 255, green: 255, blue: 255, alpha: 0xCC))
    #expect(layers[1].frame == LayerFrame(x: 32, y: 430, w: .percent(100) - 64))
    // An alias has the frame of its anchor.
    #expect(scene.pages[1].layers[0].frame == layers[0].frame)

    guard case .button(let button) = scene.pages[2].layers[1].content else {
      Issue.record("no button")
      return
    }
    #expect(scene.pages[2].layers[1].id == "go")
    #expect(button.title == "Get started" && button.radius == 26)
    #expect(button.fill == .color(.white))
    #expect(button.style.align == .center && button.style.vertical == .center)
    #expect(scene.pages[2].layers[1].frame.y == .safe - 96)

    #expect(scene.pageControl?.position == .bottomCenter)
    #expect(scene.pageControl?.dot == 7 && scene.pageControl?.gap == 9)
    #expect(
      scene.timeline.map(\.time) == [
        .at(Rational(4, 5)), .at(Rational(12, 5)), .at(4), .at(5),
      ])
    #expect(
      scene.timeline[0].action
        == .flick(from: Point(x: 320, y: 600), velocity: Point(x: -1200, y: 0)))
    #expect(
      scene.timeline[1].action
        == .drag(
          TimelineStep.Drag(
            path: [
              TimelineStep.PathPoint(Point(x: 330, y: 600)),
              TimelineStep.PathPoint(Point(x: 60, y: 590)),
            ], duration: Rational(7, 20), releaseVelocity: Point(x: -400, y: 0))))
    #expect(scene.timeline[2].action == .tap(.layer("go"), allowsMiss: false))
    #expect(scene.timeline[3].action == .end)
    #expect(scene.output.directory == "out/walkthrough" && scene.output.alpha == .never)
    #expect(scene.canvas.frameCount(for: 5) == 150)
  }

  @Test func `an endless banner whose list changes`() throws {
    let scene = try read(Examples.banner)
    #expect(scene.canvas.pixelWidth == 750 && scene.canvas.pixelHeight == 360)
    #expect(scene.pager.loops)
    #expect(scene.pager.autoplay?.every == 2)
    #expect(scene.pager.autoplay?.duration == Rational(3, 10))
    #expect(scene.pager.autoplay?.atEnd == .wrap)
    #expect(scene.pages.map(\.id) == ["shoes", "bags", "hats"])
    let captions = scene.pages.map(\.caption)
    #expect(
      captions.map { $0?.text } == [
        "Spring shoes, from 39", "Bags: second one half price", "Hats are back",
      ])
    // Defaults reach every caption; one has a background of its own.
    #expect(captions.map { $0?.style.size } == [14, 14, 14])
    #expect(
      captions.map { $0?.inset }
        == Array(
          repeating: Insets(top: 0, left: 12, bottom: 0, right: 12), count: 3))
    let half = PaintDescription.color(Color(red: 0, green: 0, blue: 0, alpha: 128))
    let own = PaintDescription.color(Color(red: 0x7A, green: 0x1F, blue: 0x3D, alpha: 0xCC))
    #expect(captions.map { $0?.background } == [half, half, own])
    guard case .image(let image) = scene.pages[0].background else {
      Issue.record("no picture")
      return
    }
    #expect(image.path.written == "img/shoes.jpg" && image.fit == .cover)
    #expect(
      scene.timeline[1].action == .reload(pages: ["bags", "hats"], current: .id("hats")))
    #expect(scene.pageControl?.position == .bottomRight)
    #expect(scene.pageControl?.inset == Insets(top: 10, left: 10, bottom: 10, right: 10))
  }

  @Test func `right to left, with repeated pages and texts from a file`() throws {
    let scene = try read(Examples.rightToLeft)
    #expect(scene.direction == .rightToLeft && scene.locale == "ar")
    #expect(scene.canvas.frameRate == Rational(30000, 1001))
    #expect(scene.canvas.background == .transparent)
    #expect(scene.pager.transition.kind == .curl && scene.pager.axis == .vertical)
    #expect(scene.pages.map(\.id) == ["p1", "p2", "p3", "p4", "p5"])
    guard case .text(let text) = scene.pages[2].layers[0].content else {
      Issue.record("no text")
      return
    }
    #expect(text.text == "strings.title.3")
    #expect(text.style.color == Color(red: 0x0B, green: 0x72, blue: 0x85))
    #expect(text.style.overflow == .error)
    #expect(scene.fonts[0].sources.count == 2)
    #expect(scene.timeline[1].time == .after(.settled, delay: 0))
    #expect(scene.timeline[1].action == .wait(Rational(2, 5)))
    #expect(
      scene.timeline[2].action == .goTo(TimelineStep.GoTo(.index(4), direction: .forward)))
    #expect(scene.timeline[3].action == .snapshot("last-page"))
    #expect(scene.timeline[4].time == .after(.label("last-page"), delay: Rational(1, 2)))
    #expect(scene.output.start == 1001 && scene.output.alpha == .always)
    #expect(
      FrameName(pattern: scene.output.name)?.fileName(1001, last: 1100, scene: "", locale: nil)
        == "p_1001.png")
  }

  @Test func `a scene made in code equals the one that was read`() throws {
    let text = """
      folioscope: 1
      name: hello
      canvas: { width: 320, height: 180, duration: 3s }
      pages:
        - { id: one, background: white, layers: [{ text: One, id: t, frame: { x: 20 } }] }
        - { id: two, background: black }
      pageControl: true
      timeline: [{ at: 1s, flick: left }]
      """
    let made = Scene(
      name: "hello",
      canvas: CanvasDescription(size: Size(width: 320, height: 180), duration: 3),
      pages: [
        Page(
          id: "one", background: .color(.white),
          layers: [.text("One", id: "t", frame: LayerFrame(x: 20))]),
        Page(id: "two", background: .color(.black)),
      ],
      pageControl: PageControlDescription(),
      timeline: [TimelineStep(at: 1, .flick(from: nil, velocity: Point(x: -1000, y: 0)))])
    #expect(try read(text) == made)
    #expect(made.validate().isEmpty)
  }

  @Test func `JSON is read as it is`() throws {
    let json = """
      {"folioscope": 1, "canvas": {"width": 20, "height": 10, "duration": "1s"},
      "pages": [{"id": "a", "background": "#FF0000"}], "$schema": "x"}
      """
    let scene = try read(json)
    #expect(scene.pages[0].background == .color(ColorTests.red))
    #expect(scene.name == "s")
  }

  @Test func `values keep the place they were written at`() throws {
    let scene = try read(Examples.walkthrough)
    let layer = scene.pages[0].layers[0]
    #expect(layer.provenance["image"]?.description == "s.yaml:15:18")
    #expect(layer.provenance["image"]?.text == "art/calendar.png")
    #expect(scene.pages[0].layers[1].provenance["text"]?.text == "Plan the week")
    guard case .text(let title) = scene.pages[0].layers[1].content else { return }
    // The font comes from the named style, and so does its place.
    #expect(title.style.provenance["font"]?.description == "s.yaml:8:15")
    #expect(scene.timeline[3].provenance["end"]?.text == "true")
    // A key that was not given has the place of the whole.
    #expect(layer.provenance["opacity"] == layer.provenance.span)
  }
}
