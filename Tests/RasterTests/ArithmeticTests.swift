import TestSupport
import Testing

@testable import FolioRaster

@Suite("Every 8-bit product is correctly rounded")
struct ArithmeticTests {
  @Test("multiply is the nearest integer to c a / 255 for all 65,536 pairs")
  func multiply() {
    var wrong = 0
    for c in 0...255 {
      for a in 0...255 {
        let exact = (2 * c * a + 255) / (2 * 255)  // floor(c a / 255 + 1/2)
        if Int(Arithmetic.multiply(UInt32(c), UInt32(a))) != exact { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test("scale rounds each of the four channels, whatever the others hold")
  func scale() {
    var wrong = 0
    for c in 0...255 as ClosedRange<UInt32> {
      for k in 0...255 as ClosedRange<UInt32> {
        let m = Arithmetic.multiply(c, k)
        for other in [0, 255] as [UInt32] {
          let o = Arithmetic.multiply(other, k)
          for shift in [0, 8, 16, 24] as [UInt32] {
            let hole: UInt32 = ~(0xFF << shift)
            let pixel: UInt32 = (0x0101_0101 &* other) & hole | (c << shift)
            let right: UInt32 = (0x0101_0101 &* o) & hole | (m << shift)
            if Arithmetic.scale(pixel, by: k) != right { wrong += 1 }
          }
        }
      }
    }
    #expect(wrong == 0)
  }

  @Test("over stays in range, keeps colour at most alpha and is off by at most 0.498 level")
  func over() {
    var overflow = 0
    var aboveAlpha = 0
    var opaqueLost = 0
    var worst = 0.0
    for alpha in 0...255 as ClosedRange<UInt32> {
      for s in 0...alpha {
        for d in 0...255 as ClosedRange<UInt32> {
          // The destination's channel d under its alpha 255, and its alpha equal to d.
          let result = Arithmetic.over((alpha << 24) | s, 0xFF00_0000 | d)
          let exact = Double(s) + Double(d) * Double(255 - alpha) / 255
          worst = max(worst, abs(Double(result & 0xFF) - exact))
          if exact > 255.5 { overflow += 1 }
          if result >> 24 != 255 { opaqueLost += 1 }
          let low = Arithmetic.over((alpha << 24) | s, (d << 24) | d)
          if low & 0xFF > low >> 24 { aboveAlpha += 1 }
        }
      }
    }
    #expect(overflow == 0)
    #expect(aboveAlpha == 0)
    #expect(opaqueLost == 0)
    #expect(worst <= 0.4981)
  }

  @Test("unpremultiply is undone by premultiply for all 32,895 valid pairs")
  func roundTrip() {
    var pairs = 0
    var wrong = 0
    for a in 1...255 as ClosedRange<UInt32> {
      for p in 0...a {
        pairs += 1
        let c = Arithmetic.unpremultiply(p, a)
        if c > 255 || Arithmetic.multiply(c, a) != p { wrong += 1 }
      }
    }
    #expect(pairs == 32_895)
    #expect(wrong == 0)
  }

  @Test("row 20: un-premultiplied values", arguments: [(249, 252, 252), (11, 66, 43)])
  func unpremultiply(_ p: Int, _ a: Int, _ c: Int) {
    #expect(Int(Arithmetic.unpremultiply(UInt32(p), UInt32(a))) == c)
  }

  @Test("row 21: alpha 255 copies and alpha 0 keeps, for every value")
  func extremes() {
    var wrong = 0
    for d in 0...255 as ClosedRange<UInt32> {
      let below = d | (d << 8) | (d << 16) | 0xFF00_0000
      if Arithmetic.over(0, below) != below { wrong += 1 }
      for s in 0...255 as ClosedRange<UInt32> {
        let above = s | 0xFF00_0000
        if Arithmetic.over(above, below) != above { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test("each kernel does what the one-pixel functions say")
  func kernels() {
    var random = SplitMix64(seed: 1)
    let n = 1000
    let d0 = (0..<n).map { _ in random.color().premultiplied }
    let s = (0..<n).map { _ in random.color().premultiplied }
    let m = (0..<n).map { _ in UInt8(random.below(256)) }
    let range = 3..<997
    func run(_ body: (inout MutableSpan<UInt32>) -> Void) -> [UInt32] {
      var d = d0
      var span = d.mutableSpan
      body(&span)
      return d
    }
    func expected(_ body: (Int) -> UInt32) -> [UInt32] {
      d0.indices.map { range.contains($0) ? body($0) : d0[$0] }
    }
    let color = Color(red: 10, green: 200, blue: 90, alpha: 130).premultiplied
    #expect(run { SpanKernels.set(&$0, range, color) } == expected { _ in color })
    #expect(
      run { SpanKernels.over(&$0, range, color) } == expected { Arithmetic.over(color, d0[$0]) })
    #expect(
      run { SpanKernels.over(&$0, range, color, coverage: m.span, at: 2) }
        == expected { Arithmetic.over(Arithmetic.scale(color, by: UInt32(m[$0 - 2])), d0[$0]) })
    #expect(run { SpanKernels.copy(&$0, range, s.span, at: -2) } == expected { s[$0 + 2] })
    #expect(
      run { SpanKernels.over(&$0, range, s.span, at: 1) }
        == expected { Arithmetic.over(s[$0 - 1], d0[$0]) })
    #expect(
      run { SpanKernels.over(&$0, range, s.span, at: 1, scale: 77) }
        == expected { Arithmetic.over(Arithmetic.scale(s[$0 - 1], by: 77), d0[$0]) })
    #expect(
      run { SpanKernels.over(&$0, range, s.span, at: 1, coverage: m.span, at: 3) }
        == expected {
          Arithmetic.over(Arithmetic.scale(s[$0 - 1], by: UInt32(m[$0 - 3])), d0[$0])
        })
  }
}
