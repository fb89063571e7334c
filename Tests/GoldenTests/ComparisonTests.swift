import FolioImageCoding
import FolioRaster
import FolioSequence
import Foundation
import TestSupport
import Testing

@testable import FolioGolden

@Suite("Two pictures are compared whole, and nothing that goes wrong passes")
struct ComparisonTests {
  static let white = Pixmap(width: 40, height: 30) { _, _ in 0xFFFF_FFFF }

  @Test("A change beside an ignored rectangle is found, on every side and at every corner")
  func ignoredEdges() {
    let rect = PixelBox(x: 10, y: 10, width: 8, height: 6)
    for y in 8...17 {
      for x in 8...19 {
        let changed = Self.white.with(PixelBox(x: x, y: y, width: 1, height: 1), 0xFF00_0000)
        let result = ImageComparison(
          expected: Self.white, actual: changed, ignoring: [rect])
        #expect(result.differing == (rect.contains(x: x, y: y) ? 0 : 1), "\(x) \(y)")
      }
    }
  }

  @Test("Sizes that differ fail under any tolerance, count both ways alike, and say so")
  func sizes() {
    let small = Pixmap(width: 35, height: 32) { _, _ in 0xFFFF_FFFF }
    for tolerance in [
      .exact, .channel(254, budget: .ratio(1)), .yiq(1, budget: .ratio(1)), .ssim(mean: -1),
    ] as [Tolerance] {
      let result = ImageComparison(
        expected: Self.white, actual: small, tolerance: tolerance)
      let reverse = ImageComparison(
        expected: small, actual: Self.white, tolerance: tolerance)
      #expect(!result.passes)
      #expect(!result.sizesMatch)
      #expect(result.differing == reverse.differing)
      #expect(result.differing == 5 * 30 + 2 * 35)
      #expect(result.total == 40 * 32)
    }
    let clear = Pixmap(width: 41, height: 30) { x, _ in x == 40 ? 0 : 0xFFFF_FFFF }
    let result = ImageComparison(expected: Self.white, actual: clear)
    #expect(result.differing == 0)
    #expect(!result.passes)
  }

  @Test("Empty pictures and tolerances without meaning never pass")
  func faults() {
    let empty = Pixmap(width: 0, height: 0, straight: [])
    #expect(!ImageComparison(expected: empty, actual: empty).passes)
    #expect(ImageComparison(expected: empty, actual: empty).fault != nil)
    for tolerance in [
      .channel(255), .channel(-1), .yiq(.nan), .yiq(1.5), .oklab(-0.1), .deltaE(.cie94, .nan),
      .deltaE(.cie76, -1), .ssim(mean: .nan), .ssim(mean: 0, floor: 2),
      .channel(0, budget: .ratio(.nan)), .channel(0, budget: .pixels(-1)),
      .channel(0, budget: .window(side: 0, count: 1)),
    ] as [Tolerance] {
      let result = ImageComparison(
        expected: Self.white, actual: Self.white, tolerance: tolerance)
      #expect(!result.passes, "\(tolerance)")
      #expect(result.fault != nil)
    }
    let tiny = Pixmap(width: 10, height: 30) { _, _ in 0xFFFF_FFFF }
    #expect(
      !ImageComparison(expected: tiny, actual: tiny, tolerance: .ssim(mean: 0)).passes)
  }

  @Test("Budgets: counts, shares rounded down, windows, and all of several")
  func budgets() {
    func passes(_ pixels: Int, _ budget: Budget) -> Bool {
      let changed = Self.white.with(
        PixelBox(x: 3, y: 3, width: pixels, height: 1), 0xFF00_0000)
      return ImageComparison(
        expected: Self.white, actual: changed, tolerance: .channel(0, budget: budget)
      ).passes
    }
    #expect(passes(0, .none) && !passes(1, .none))
    #expect(passes(5, .pixels(5)) && !passes(6, .pixels(5)))
    // 1200 pixels; 0.0049 of them are 5.88.
    #expect(passes(5, .ratio(0.0049)) && !passes(6, .ratio(0.0049)))
    #expect(passes(8, .window(side: 4, count: 4)) && !passes(8, .window(side: 5, count: 4)))
    #expect(passes(5, .all([.pixels(5), .ratio(0.5)])))
    #expect(!passes(5, .all([.pixels(5), .ratio(0.001)])))
    #expect(!passes(1, .all([])))
  }

  @Test("The fullest window is that of the definition, for random maps")
  func window() {
    var random = SplitMix64(seed: 21)
    for _ in 0..<40 {
      let (w, h) = (Int(random.next() % 20) + 1, Int(random.next() % 20) + 1)
      var map = DifferenceMap(width: w, height: h)
      for y in 0..<h { for x in 0..<w where random.next() % 3 == 0 { map.set(1, x: x, y: y) } }
      let side = Int(random.next() % 22) + 1
      let (nw, nh) = (min(side, w), min(side, h))
      var largest = 0
      for top in 0...(h - nh) {
        for left in 0...(w - nw) {
          var sum = 0
          for y in top..<(top + nh) {
            for x in left..<(left + nw) where map.isCounted(x: x, y: y) { sum += 1 }
          }
          largest = max(largest, sum)
        }
      }
      #expect(map.largestWindow(side: side) == largest)
    }
  }

  @Test("Every measure finds a single changed pixel at any place, and counts of random noise agree")
  func everyPlace() {
    var random = SplitMix64(seed: 4)
    let a = Pixmap.noise(width: 131, height: 7, opaque: false, using: &random)
    for x in 0..<131 {
      let y = x % 7
      let value = ~a[x, y] | 0xFF00_0000
      let b = a.with(PixelBox(x: x, y: y, width: 1, height: 1), value)
      for tolerance in [.exact, .channel(0)] as [Tolerance] {
        let result = ImageComparison(expected: a, actual: b, tolerance: tolerance)
        #expect(result.differing == 1)
        #expect(result.box == PixelBox(x: x, y: y, width: 1, height: 1))
        #expect(result.map?.clusters == [Cluster(box: result.box, count: 1)])
      }
    }
    let opaqueA = Pixmap.noise(width: 131, height: 37, using: &random)
    let b = Pixmap(width: 131, height: 37) { x, y in
      (x + y) % 3 == 0 ? opaqueA[x, y] : opaqueA[x, y] ^ UInt32(x % 5)
    }
    for limit in 0..<6 {
      let expected = opaqueA.pixels.indices.count { i in
        [0, 8, 16, 24].contains { (shift: UInt32) in
          abs(
            Int((opaqueA.pixels[i] >> shift) & 255) - Int((b.pixels[i] >> shift) & 255)) > limit
        }
      }
      #expect(
        ImageComparison(expected: opaqueA, actual: b, tolerance: .channel(limit)).differing
          == expected)
    }
  }

  @Test("Clusters gather what is near, part what is far, and add up")
  func clusters() throws {
    let changed = Self.white.with(PixelBox(x: 0, y: 0, width: 2, height: 2), 0xFF00_0000)
      .with(PixelBox(x: 4, y: 4, width: 3, height: 1), 0xFF00_0000)
      .with(PixelBox(x: 30, y: 20, width: 5, height: 5), 0xFF00_0000)
    let map = try #require(ImageComparison(expected: Self.white, actual: changed).map)
    #expect(
      map.clusters == [
        Cluster(box: PixelBox(x: 30, y: 20, width: 5, height: 5), count: 25),
        Cluster(box: PixelBox(x: 0, y: 0, width: 7, height: 5), count: 7),
      ])
  }

  @Test("A picture's fingerprint is the one that sequences have, opaque or not")
  func fingerprints() {
    var random = SplitMix64(seed: 77)
    for width in [1, 3, 8, 13, 64] {
      for opaque in [true, false] {
        let picture = Pixmap.noise(width: width, height: 9, opaque: opaque, using: &random)
        #expect(
          picture.fingerprint
            == Fingerprint(straight: picture.pixels, width: width, height: 9))
        let bitmap = picture.bitmap
        #expect(Pixmap(bitmap).fingerprint == Fingerprint(bitmap))
      }
    }
  }

  @Test("A pixmap shares the pixels of an opaque bitmap and clears what cannot be seen")
  func pixmaps() {
    let bitmap = Bitmap(width: 2, height: 1, pixels: [0xFF01_0203, 0xFF04_0506])
    #expect(Pixmap(bitmap).pixels == bitmap.pixels)
    #expect(
      Pixmap(width: 2, height: 1, straight: [0x00FF_FFFF, 0x0100_00FF]).pixels == [
        0, 0x0100_00FF,
      ])
  }
}
