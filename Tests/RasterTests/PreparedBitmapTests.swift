import FolioGeometry
import TestSupport
import Testing

@testable import FolioRaster

@Suite("A prepared bitmap is put down as the bitmap itself")
struct PreparedBitmapTests {
  /// Rows of stretches of every length: flat and not, opaque, translucent and transparent.
  func bitmap(_ width: Int, _ height: Int, opaque: Bool, _ random: inout SplitMix64) -> Bitmap {
    var pixels: [UInt32] = []
    for _ in 0..<height {
      var left = width
      while left > 0 {
        let count = min(left, 1 + random.below(random.below(2) == 0 ? 8 : 200))
        var color = random.color()
        if opaque || random.below(3) == 0 { color.alpha = 255 }
        let isFlat = random.below(2) == 0
        if !opaque && isFlat && random.below(3) == 0 { color = .transparent }
        for _ in 0..<count {
          if !isFlat { color.red = UInt8(random.below(256)) }
          pixels.append(color.premultiplied)
        }
        left -= count
      }
    }
    return Bitmap(width: width, height: height, pixels: pixels)
  }

  @Test("at any place, in any part and under any clip", arguments: [true, false])
  func places(opaque: Bool) {
    var random = SplitMix64(seed: opaque ? 5 : 6)
    for _ in 0..<300 {
      let bitmap = bitmap(1 + random.below(400), 1 + random.below(6), opaque: opaque, &random)
      let prepared = PreparedBitmap(bitmap)
      #expect(prepared.isOpaque == bitmap.isOpaque)
      let x = random.below(400) - 150
      let y = random.below(12) - 3
      let source =
        random.below(2) == 0
        ? nil
        : PixelRect(
          x: random.below(200) - 20, y: random.below(4) - 1, width: random.below(400),
          height: random.below(6))
      let clip = Rect(
        x: Double(random.below(100)), y: 1, width: Double(random.below(250)), height: 6)
      let ground = random.color()
      let plain = drawn(260, 8, background: ground) {
        $0.withClip(clip) { $0.draw(bitmap, x: x, y: y, source: source) }
      }
      let fast = drawn(260, 8, background: ground) {
        $0.withClip(clip) { $0.draw([PlacedBitmap(prepared, x: x, y: y, source: source)]) }
      }
      #expect(fast == plain)
    }
  }

  @Test("several at once are one after the other, also where they overlap")
  func order() {
    var random = SplitMix64(seed: 8)
    for _ in 0..<100 {
      let items = (0..<4).map { _ in
        PlacedBitmap(
          PreparedBitmap(
            bitmap(1 + random.below(150), 1 + random.below(20), opaque: false, &random)),
          x: random.below(100) - 20, y: random.below(60) - 5)
      }
      let plain = drawn(120, 64, background: .white) {
        for item in items { $0.draw(item.prepared.bitmap, x: item.x, y: item.y) }
      }
      #expect(drawn(120, 64, background: .white) { $0.draw(items) } == plain)
    }
  }

  @Test("every row's runs cover it once, and every long flat stretch is found")
  func runs() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<200 {
      let width = 1 + random.below(500)
      let bitmap = bitmap(width, 3, opaque: false, &random)
      let prepared = PreparedBitmap(bitmap)
      for row in 0..<3 {
        var column = 0
        for run in prepared.runs[prepared.starts[row]..<prepared.starts[row + 1]] {
          let end = Int(run.end)
          #expect(end > column)
          let pixels = bitmap.pixels[(row * width + column)..<(row * width + end)]
          switch run.kind {
          case .flat:
            #expect(pixels.allSatisfy { $0 == run.pixel })
            #expect(pixels.count >= PreparedBitmap.shortest)
          case .copied, .blended:
            #expect((run.kind == .copied) == pixels.allSatisfy { $0 >> 24 == 255 })
            var same = 1
            for i in pixels.indices.dropFirst() {
              same = pixels[i] == pixels[i - 1] ? same + 1 : 1
              #expect(same < PreparedBitmap.shortest)
            }
          }
          column = end
        }
        #expect(column == width)
      }
    }
  }

  @Test("an empty bitmap is nothing")
  func empty() {
    let prepared = PreparedBitmap(Bitmap(width: 0, height: 3))
    #expect(
      drawn(4, 4, background: .white) { $0.draw([PlacedBitmap(prepared, x: 1, y: 0)]) }.isOpaque)
    #expect(prepared.isOpaque)
  }
}
