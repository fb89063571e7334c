import Folioscope
import Foundation

/// Draws scrolling frames of a full-screen pager at 1170 by 2532 pixels, without encoding them, and
/// reports the time as a multiple of copying one frame, the two interleaved.
@main
struct FrameBench {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let photographs =
      arguments.isEmpty
      ? ["chelsea", "coffee", "gravel"].map { "../Examples/banner/img/\($0).png" }
      : Array(arguments)
    if arguments.first == "--help" {
      print("usage: frame-bench [PHOTOGRAPH...]     run in the folder Benchmarks")
      return
    }
    let cards = (0..<3).map { i in
      Page(
        id: "p\(i)",
        background: .color(Color(red: UInt8(40 * i), green: 110, blue: 245)),
        layers: [
          .shape(
            .rect(radius: 48), fill: .color(.white),
            frame: LayerFrame(x: 24, y: 120, w: 342, h: 480))
        ])
    }
    try measure("cards", cards)
    let found = photographs.filter { FileManager.default.fileExists(atPath: $0) }
    if found.count < 2 {
      print("photographs: at least two of \(photographs.joined(separator: ", ")) are needed")
      exit(66)
    }
    let pictures = found.enumerated().map { i, path in
      Page(
        id: "p\(i)",
        layers: [
          .image(
            AssetPath(path), fit: .cover,
            frame: LayerFrame(x: 0, y: 0, w: 390, h: 844))
        ])
    }
    try measure("photographs", pictures)
  }

  static func measure(_ name: String, _ pages: [Page]) throws {
    var scene = Scene(
      name: "scroll",
      canvas: CanvasDescription(
        size: Size(width: 390, height: 844), resolution: .scale(3), frameRate: 60, duration: 2),
      pages: pages)
    scene.pageControl = PageControlDescription()
    scene.timeline = [TimelineStep(at: 1, .goTo(TimelineStep.GoTo(.index(1))))]
    let renderer = try SceneRenderer(Playback.play(scene), fontFolders: [])
    let states = (61...77).map { renderer.state(ofFrame: $0) }
    var frame = renderer.frame(60)
    let source = renderer.frame(70)
    var target = [UInt32](repeating: 0, count: source.pixels.count)

    var draw = [Double](repeating: .infinity, count: states.count)
    var copy = Double.infinity
    let clock = ContinuousClock()
    for _ in 0..<40 {
      for (i, state) in states.enumerated() {
        let time = clock.measure { renderer.draw(state, into: &frame) }
        draw[i] = min(draw[i], time / .seconds(1))
        let memcpy = clock.measure {
          unsafe target.withUnsafeMutableBytes { to in
            unsafe source.pixels.withUnsafeBytes { from in unsafe to.copyMemory(from: from) }
          }
        }
        copy = min(copy, memcpy / .seconds(1))
      }
    }
    let worst = draw.max() ?? 0
    let mean = draw.reduce(0, +) / Double(draw.count)
    print("\(name): copying one frame of \(source.pixels.count * 4) bytes: \(ms(copy))")
    print("\(name): drawing a scrolling frame: mean \(ms(mean)), worst \(ms(worst))")
    print("\(name): multiple of the copy: mean \(ratio(mean / copy)), worst \(ratio(worst / copy))")
  }

  static func ms(_ seconds: Double) -> String {
    "\(Double(Int(seconds * 1e6)) / 1000) ms"
  }

  static func ratio(_ value: Double) -> String { "\(Double(Int(value * 100)) / 100)x" }
}
