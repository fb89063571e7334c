import FolioGeometry
import Foundation
import TestSupport
import Testing

@testable import FolioRaster

@Suite("The fast way gives the bytes of the plain one")
struct ReferenceTests {
  @Test("1,000 random outlines in colours and gradients, under both rules")
  func fills() {
    var random = SplitMix64(seed: 1000)
    var wrong = 0
    for round in 0..<1000 {
      let path = random.path(extent: 24, margin: round % 5 == 0 ? 3000 : 8)
      let rule: FillRule = round % 2 == 0 ? .nonZero : .evenOdd
      let ground = Bitmap(width: 24, height: 24, color: random.color())
      let paint: Paint
      let gradient = LinearGradient(
        stops: [
          GradientStop(random.color()), GradientStop(random.color()), GradientStop(random.color()),
        ], from: Point(x: random.double(in: 0...24), y: 3),
        to: Point(x: 20, y: random.double(in: 0...24)))
      let radial = RadialGradient(
        stops: gradient.stops, center: gradient.start, radius: random.double(in: 1...20))
      let color = random.color()
      switch round % 3 {
      case 0: paint = .color(color)
      case 1: paint = .linear(gradient)
      default: paint = .radial(radial)
      }
      var canvas = Canvas(drawingOn: ground)
      canvas.fill(path, with: paint, rule: rule)

      var plain = PlainCanvas(ground)
      plain.fill(path, with: paint, rule: rule, overlaps: false)
      if canvas.finish() != plain.bitmap { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  /// How many scenes of a feature are drawn both ways: FOLIOSCOPE_SCENES, or in an optimised build
  /// as many as have checksums.
  static let scenes: Int = {
    #if DEBUG
      let usual = 500
    #else
      let usual = 100_000
    #endif
    return ProcessInfo.processInfo.environment["FOLIOSCOPE_SCENES"].flatMap { Int($0) } ?? usual
  }()

  @Test(
    "random scenes of every feature but blurs, pixel by pixel",
    arguments: CoreScenes.Feature.allCases.filter { $0 != .blurs }, 0..<4)
  func scenes(feature: CoreScenes.Feature, shard: Int) {
    var wrong: [UInt64] = []
    for seed in stride(from: UInt64(shard), to: UInt64(Self.scenes), by: 4) {
      let ground = Bitmap(
        width: CoreScenes.side, height: CoreScenes.side,
        color: CoreScenes.background(feature, seed: seed))
      var plain = PlainCanvas(ground)
      CoreScenes.draw(feature, seed: seed, in: &plain)
      if CoreScenes.draw(feature, seed: seed, on: ground) != plain.bitmap { wrong.append(seed) }
    }
    #expect(wrong.isEmpty)
  }

  @Test("a reused bitmap gives the picture of a fresh one", arguments: CoreScenes.Feature.allCases)
  func reuse(feature: CoreScenes.Feature) {
    var bitmap = Bitmap(width: 32, height: 32)
    for seed in 0..<200 as Range<UInt64> {
      bitmap = CoreScenes.draw(feature, seed: seed, on: bitmap)
      let fresh = CoreScenes.draw(
        feature, seed: seed, on: Bitmap(width: 32, height: 32, color: red))
      #expect(bitmap == fresh)
    }
  }

  @Test("eight threads at once give the hash of one", arguments: CoreScenes.Feature.allCases)
  func threads(feature: CoreScenes.Feature) async {
    let alone = CoreScenes.hash(feature, count: 300)
    await withTaskGroup(of: UInt64.self) { group in
      for _ in 0..<8 { group.addTask { CoreScenes.hash(feature, count: 300) } }
      for await hash in group { #expect(hash == alone) }
    }
  }

  @Test(
    "every pixel of every scene is a valid premultiplied colour",
    arguments: CoreScenes.Feature.allCases)
  func valid(feature: CoreScenes.Feature) {
    var bitmap = Bitmap(width: 32, height: 32)
    var wrong = 0
    for seed in 0..<2000 as Range<UInt64> {
      bitmap = CoreScenes.draw(feature, seed: seed, on: bitmap)
      for p in bitmap.pixels {
        let a = p >> 24
        if p & 0xFF > a || (p >> 8) & 0xFF > a || (p >> 16) & 0xFF > a { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }
}
