import FolioGeometry
import FolioNumerics
import FolioRaster
import FolioRendering
import FolioScene
import Testing

@Suite("Frames are covered to the last pixel")
struct SceneDoctorTests {
  private func scene(
    _ size: Size, scale: Double, _ change: (inout PagerDescription) -> Void
  ) -> Scene {
    var scene = Scene(
      name: "doctor",
      canvas: CanvasDescription(
        size: Size(width: 500, height: 500), resolution: .scale(scale), frameRate: 60, duration: 12),
      pages: (0..<4).map { Page(id: "p\($0)", background: .color(.black)) })
    scene.pager.frame = LayerFrame(x: 10.4, y: 20.7, w: Length(size.width), h: Length(size.height))
    change(&scene.pager)
    let vertical = scene.pager.axis == .vertical
    let extent = vertical ? size.height : size.width
    // From one share of the view to another.
    func path(_ from: Double, _ to: Double) -> [TimelineStep.PathPoint] {
      [from, to].map {
        TimelineStep.PathPoint(
          vertical
            ? Point(x: 20, y: 20.7 + extent * $0) : Point(x: 10.4 + extent * $0, y: 30))
      }
    }
    scene.timeline = [
      TimelineStep(at: 1, .drag(.init(path: path(0.9, 0.2), duration: 1))),
      TimelineStep(at: 3, .drag(.init(path: path(0.9, 0.5), duration: Rational(1, 10)))),
      TimelineStep(at: 5, .goTo(.init(.index(3)))),
      TimelineStep(at: 6, .drag(.init(path: path(0.1, 0.8), duration: Rational(1, 2)))),
      TimelineStep(at: 8, .goTo(.init(.index(0), via: .through, duration: 1))),
      TimelineStep(at: 10, .drag(.init(path: path(0.1, 0.7), duration: Rational(1, 2)))),
    ]
    scene.pageControl = PageControlDescription()
    return scene
  }

  @Test(
    "whatever the size and the scale, in motion and at rest",
    arguments: [320.0, 187.5, 160.25, 125.333333, 320.2, 411.42857142857144])
  func sizes(width: Double) throws {
    for scale in [1.0, 1.5, 2, 3] {
      for (loops, vertical, order) in [
        (false, false, PagerDescription.Order.natural), (true, false, .natural),
        (false, false, .rtl), (true, true, .natural), (false, true, .reversed),
      ] {
        let scene = scene(Size(width: width, height: width * 0.618), scale: scale) {
          $0.loops = loops
          $0.axis = vertical ? .vertical : .horizontal
          $0.order = order
        }
        let findings = SceneDoctor(try Playback.play(scene)).examine()
        #expect(findings == [], "scale \(scale), loops \(loops), vertical \(vertical), \(order)")
      }
    }
  }

  @Test("gaps, padded ends, pages in view and pulled ends are no findings")
  func stated() throws {
    for (spacing, item, padEnds) in [
      (20.0, 1.0, true), (0, 0.8, true), (0, 0.8, false), (12.3, 0.33, true), (7, 0.33, false),
    ] {
      for loops in [false, true] {
        let scene = scene(Size(width: 321, height: 200), scale: 2) {
          $0.spacing = spacing
          $0.padEnds = padEnds
          $0.loops = loops
          if item < 1 { $0.itemSize = LengthPair(.percent(item * 100), .percent(100)) }
        }
        #expect(SceneDoctor(try Playback.play(scene)).examine() == [])
      }
    }
  }

  @Test("leaves of two pages are covered, in motion and at rest, from either side")
  func leaves() throws {
    for (spine, order) in [
      (Transition.Spine.mid, PagerDescription.Order.natural), (.mid, .rtl), (.min, .natural),
      (.max, .reversed),
    ] {
      for vertical in [false, true] {
        for width in [320.0, 160.25, 125.333333] {
          let scene = scene(Size(width: width, height: width * 0.618), scale: 2) {
            $0.transition = Transition(.curl, spine: spine, isDoubleSided: true)
            $0.axis = vertical ? .vertical : .horizontal
            $0.order = order
            $0.current = .index(1)
          }
          let recording = try Playback.play(scene)
          #expect(SceneDoctor(recording).examine() == [], "\(width), \(order)")
          let state = FrameSampler(recording).state(ofFrame: 0)
          #expect(state.pagers[0].pages.count == (spine == .mid ? 2 : 1))
          let names = FrameSampler(recording).elements(ofFrame: 0).map(\.name)
          #expect(names.contains("p1") == (spine == .mid) && names.contains("p0"))
        }
      }
    }
  }
}
