import FolioGeometry
import Foundation
import TestSupport
import Testing

@testable import FolioRaster

@Suite("Lanes, tables and shortcuts give the bytes of one-line definitions")
struct KernelTests {
  func noise(_ width: Int, _ height: Int, _ random: inout SplitMix64) -> Bitmap {
    let pixels = (0..<(width * height)).map { _ in random.color().premultiplied }
    return Bitmap(width: width, height: height, pixels: pixels)
  }

  func channel(_ pixel: UInt32, _ i: Int) -> Int { Int((pixel >> UInt32(8 * i)) & 0xFF) }

  // MARK: Scaled images

  /// Sums of rows rounded to 8 fractional bits, then of columns, rounded, halves up.
  func resampled(_ b: Bitmap, _ x: AxisTaps, _ y: AxisTaps, column: Int, row: Int) -> UInt32 {
    var pixel: UInt32 = 0
    for i in 0..<4 {
      var sum = 1 << 23
      for k in x.starts[column]..<x.starts[column + 1] {
        var rows = 128
        for j in y.starts[row]..<y.starts[row + 1] {
          rows += channel(b[x.indices[k], y.indices[j]], i) * Int(y.weights[j])
        }
        sum += (rows >> 8) * Int(x.weights[k])
      }
      pixel |= UInt32(sum >> 24) << UInt32(8 * i)
    }
    return pixel
  }

  @Test("images scaled by any factor, continued in any way, from any column on")
  func scaled() {
    var random = SplitMix64(seed: 301)
    var wrong = 0
    for round in 0..<400 {
      let source = noise(1 + random.below(40), 1 + random.below(40), &random)
      let width = 1 + random.below(50)
      let height = 1 + random.below(12)
      let extend: Extend = [.clamp, .repeat, .mirror][round % 3]
      func taps(_ count: Int, _ size: Int) -> AxisTaps {
        let from = random.double(in: -20...20).rounded(round % 2 == 0 ? .down : .toNearestOrEven)
        var extent = random.double(in: 0.5...60)
        if round % 4 < 2 { extent = extent.rounded(.up) }
        return AxisTaps(
          0..<count, from: from, to: round % 5 == 0 ? from - extent : from + extent, low: 0,
          high: Double(size), size: size, extend: extend)
      }
      let x = taps(width, source.width)
      let y = taps(height, source.height)
      // Any number may be tried as a period; it is used only if it is one.
      let period = 1 + random.below(width)
      var sampler = ImageSampler(bitmap: source, x: x, y: y, period: period)
      var line = [UInt32](repeating: 0, count: width)
      for row in 0..<height {
        let start = random.below(width)
        let end = start + 1 + random.below(width - start)
        sampler.row(row, start..<end, into: &line)
        for column in start..<end
        where line[column - start] != resampled(source, x, y, column: column, row: row) {
          wrong += 1
        }
      }
    }
    #expect(wrong == 0)
  }

  @Test("a tile of whole device pixels comes again, one of broken ones is sampled anew")
  func periods() {
    func period(_ from: Double, _ extent: Double, _ extend: Extend, _ tried: Int) -> Int? {
      let taps = AxisTaps(
        0..<200, from: from, to: from + extent, low: 0, high: 12, size: 12, extend: extend)
      return TapPairs(taps, period: tried).period
    }
    #expect(period(3, 18, .repeat, 18) == 18)
    #expect(period(3.25, 18, .repeat, 18) == 18)
    #expect(period(3, 18.5, .repeat, 18) == nil)
    #expect(period(3, 18, .mirror, 36) == 36)
    #expect(period(3, 18, .mirror, 18) == nil)
  }

  // MARK: Turned images

  @Test("images turned, skewed and mirrored, continued in any way")
  func turned() throws {
    var random = SplitMix64(seed: 302)
    var wrong = 0
    for round in 0..<300 {
      let source = noise(1 + random.below(24), 1 + random.below(24), &random)
      let extendX: Extend = [.clamp, .repeat, .mirror][round % 3]
      let extendY: Extend = [.clamp, .repeat, .mirror][round / 3 % 3]
      let rect = Rect(
        x: random.double(in: -9...9), y: random.double(in: -9...9),
        width: random.double(in: 1...60), height: random.double(in: 1...60))
      let map = Affine(
        a: random.double(in: -2...2), b: random.double(in: -2...2), c: random.double(in: -2...2),
        d: random.double(in: -2...2), tx: random.double(in: -20...20),
        ty: random.double(in: -20...20))
      let pattern = ImagePattern(source, in: rect, extendX: extendX, extendY: extendY)
      let region = PixelRect(x: 0, y: 0, width: 64, height: 64)
      guard case .affine(let sampler) = pattern.shader(map, region: region) else { continue }
      let plain = sampler.bitmap
      // A bitmap that is continued has its first column and row once more.
      let periodX = extendX == .clamp ? Int.max : plain.width - 1
      let periodY = extendY == .clamp ? Int.max : plain.height - 1
      func index(_ i: Int, _ period: Int, _ count: Int) -> Int {
        period == .max ? min(max(i, 0), count - 1) : ((i % period) + period) % period
      }
      var line = [UInt32](repeating: 0, count: 64)
      for y in [0, 17, 40, 63] {
        sampler.row(y, 0..<64, into: &line)
        for x in 0..<64 {
          let u = sampler.across.start + sampler.across.perRow * y + sampler.across.perColumn * x
          let v = sampler.down.start + sampler.down.perRow * y + sampler.down.perColumn * x
          let fx = (u >> 20) & 4095
          let fy = (v >> 20) & 4095
          var expected: UInt32 = 0
          for i in 0..<4 {
            var sum = 1 << 23
            for (dx, wx) in [(0, 4096 - fx), (1, fx)] {
              for (dy, wy) in [(0, 4096 - fy), (1, fy)] {
                let pixel = plain[
                  index((u >> 32) + dx, periodX, plain.width),
                  index((v >> 32) + dy, periodY, plain.height)]
                sum += channel(pixel, i) * wx * wy
              }
            }
            expected |= UInt32(sum >> 24) << UInt32(8 * i)
          }
          if line[x] != expected { wrong += 1 }
        }
      }
    }
    #expect(wrong == 0)
  }

  // MARK: Gradients

  func ramp(_ random: inout SplitMix64, _ round: Int) -> GradientRamp {
    var stops: [GradientStop] = []
    for _ in 0..<(2 + random.below(4)) {
      var color = random.color()
      if round % 3 == 0 { color.alpha = 255 }
      let place: Double? =
        random.below(4) == 0 ? nil : random.double(in: round % 5 == 0 ? -1...1.9 : 0...1)
      stops.append(GradientStop(color, at: place))
      if random.below(4) == 0 { stops.append(GradientStop(random.color(), at: place)) }
    }
    return GradientRamp(stops)
  }

  /// Rows by way of the table and without it.
  func differences(
    _ round: Int, _ random: inout SplitMix64,
    _ rows: (_ area: Int, Int, Range<Int>, inout [UInt32]) -> Void
  ) -> Int {
    var wrong = 0
    for _ in 0..<12 {
      let y = random.below(400) - 50
      let start = random.below(60) - 30
      let range = start..<(start + 300 + random.below(9))
      var fast = [UInt32](repeating: 1, count: range.count)
      var plain = fast
      rows(1 << (14 + round % 9), y, range, &fast)
      rows(0, y, range, &plain)
      for i in fast.indices where fast[i] != plain[i] { wrong += 1 }
    }
    return wrong
  }

  @Test("radial gradients by the table")
  func radial() {
    var random = SplitMix64(seed: 303)
    var wrong = 0
    for round in 0..<150 {
      let ramp = ramp(&random, round)
      let scale = 1 / random.double(in: 5...300)
      let map =
        round % 2 == 0
        ? Affine(scaleX: scale, y: scale)
        : Affine(
          a: scale, b: random.double(in: -0.02...0.02), c: random.double(in: -0.02...0.02),
          d: -scale, tx: 0, ty: 0)
      var origin = Point(x: random.double(in: -50...300), y: random.double(in: -50...350))
      if round % 4 == 0 { origin = Point(x: 100.5, y: 150) }
      wrong += differences(round, &random) { area, y, range, line in
        var span = line.mutableSpan
        RadialShader(ramp: ramp, toUnit: map, origin: origin, area: area).row(y, range, into: &span)
      }
    }
    #expect(wrong == 0)
  }

  @Test("conic gradients by the table")
  func conic() {
    var random = SplitMix64(seed: 304)
    var wrong = 0
    for round in 0..<150 {
      let ramp = ramp(&random, round)
      let map =
        round % 2 == 0
        ? Affine(rotationDegrees: Double(random.below(4)) * 90)
        : Affine(
          a: random.double(in: -3...3), b: random.double(in: -3...3),
          c: random.double(in: -3...3), d: random.double(in: -3...3), tx: 0, ty: 0)
      var origin = Point(x: random.double(in: -50...300), y: random.double(in: -50...350))
      if round % 4 == 0 { origin = Point(x: 100.5, y: 150.5) }
      wrong += differences(round, &random) { area, y, range, line in
        var span = line.mutableSpan
        ConicShader(ramp: ramp, toUnit: map, origin: origin, area: area).row(y, range, into: &span)
      }
    }
    #expect(wrong == 0)
  }

  @Test("far centres, tiny and huge scales fall back to exact places")
  func extremes() {
    let ramp = GradientRamp([GradientStop(red), GradientStop(blue), GradientStop(.transparent)])
    for scale in [1e-300, 1e-40, 1e-12, 1, 1e12, 1e40, 1e300] {
      for origin in [0, 1e8, -1e12, 1e300] {
        let map = Affine(scaleX: scale, y: -scale)
        let center = Point(x: origin, y: -origin)
        var fast = [UInt32](repeating: 1, count: 40)
        var plain = fast
        for conic in [false, true] {
          func row(_ area: Int, _ line: inout [UInt32]) {
            var d = line.mutableSpan
            if conic {
              ConicShader(ramp: ramp, toUnit: map, origin: center, area: area)
                .row(3, 0..<40, into: &d)
            } else {
              RadialShader(ramp: ramp, toUnit: map, origin: center, area: area)
                .row(3, 0..<40, into: &d)
            }
          }
          row(1 << 20, &fast)
          row(0, &plain)
          #expect(fast == plain)
        }
      }
    }
  }

  @Test("a rough square root is within 2^-22 for every number of two binades, hence for all")
  func roughRoots() {
    var worst = 0.0
    #if DEBUG
      let step: UInt32 = 1009 * 8
    #else
      let step: UInt32 = 8
    #endif
    var bits = Float(1).bitPattern
    while bits < Float(4).bitPattern {
      let x = SIMD8<Float>((0..<8).map { Float(bitPattern: bits + $0) })
      let root = Rough.squareRoot(x)
      for i in 0..<8 {
        let exact = Double(x[i]).squareRoot()
        worst = max(worst, abs(Double(root[i]) - exact) / exact)
      }
      bits += step
    }
    #expect(worst < 0x1p-22)
    #expect(Rough.squareRoot(SIMD8(repeating: 0)) == SIMD8(repeating: 0))
  }

  @Test("a rough direction is within 2^-19 turns all around")
  func roughTurns() {
    var worst = 0.0
    for k in stride(from: 0, to: 1 << 18, by: 8) {
      var x = SIMD8<Float>(repeating: 0)
      var y = x
      for i in 0..<8 {
        let angle = 2 * Double.pi * (Double(k + i) + 0.25) / Double(1 << 18)
        x[i] = Float(sin(angle) * 300)
        y[i] = Float(-cos(angle) * 300)
      }
      let turns = Rough.turnsFromUp(x, y)
      for i in 0..<8 {
        let exact = atan2(Double(x[i]), -Double(y[i])) / (2 * Double.pi)
        worst = max(worst, abs(Double(turns[i]) - (exact < 0 ? exact + 1 : exact)))
      }
    }
    #expect(worst < 0x1p-19)
  }

  // MARK: Blending

  @Test("eight blended pixels are eight pixels blended, for every mode that has lanes")
  func blending() {
    var random = SplitMix64(seed: 306)
    let modes = BlendMode.allCases.filter { $0.hasLanes }
    #expect(modes.count == 8)
    var wrong = 0
    for round in 0..<4000 {
      let mode = modes[round % modes.count]
      var source = (0..<16).map { _ in random.color() }
      var below = (0..<16).map { _ in random.color() }
      if round % 3 == 0 { for i in below.indices { below[i].alpha = 255 } }
      if round % 4 == 0 { for i in source.indices { source[i].alpha = round % 8 == 0 ? 255 : 0 } }
      let s = source.map(\.premultiplied)
      let b = below.map(\.premultiplied)
      let k: UInt32 = round % 5 == 0 ? 255 : UInt32(random.below(256))
      var d = b
      var span = d.mutableSpan
      let done = BlendKernels.blend(&span, 1..<14, s.span, at: -1, scale: k, mode)
      if done != 8 { wrong += 1 }
      for i in d.indices {
        let expected =
          i >= 1 && i < 9 ? mode.blend(Arithmetic.scale(s[i + 1], by: k), over: b[i]) : b[i]
        if d[i] != expected { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  // MARK: Blur

  /// Exact sums along both axes, rounded once, halves up.
  func blurred(
    _ value: (Int, Int) -> Int, _ width: Int, _ height: Int, _ x: Gaussian, _ y: Gaussian,
    at column: Int, _ row: Int
  ) -> Int {
    var sum = 1 << 31
    for j in max(0, row - y.radius)...min(height - 1, row + y.radius) {
      for i in max(0, column - x.radius)...min(width - 1, column + x.radius) {
        sum +=
          value(i, j) * Int(x.weights[i - column + x.radius]) * Int(y.weights[j - row + y.radius])
      }
    }
    return sum >> 32
  }

  @Test("blurs of masks and bitmaps of every width, by two different deviations")
  func blur() {
    var random = SplitMix64(seed: 305)
    let deviations = [0, 0.1, 0.3, 0.55, 0.8, 1, 1.7, 3, 5.5, 9]
    var wrong = 0
    for round in 0..<150 {
      let width = 1 + random.below(40)
      let height = 1 + random.below(24)
      let x = Gaussian(sigma: deviations[random.below(deviations.count)])
      let y = Gaussian(sigma: deviations[random.below(deviations.count)])
      // Full, flat or nearly empty.
      var values = (0..<(width * height)).map { _ in UInt8(random.below(256)) }
      if round % 4 == 1 { values = values.map { _ in 255 } }
      if round % 4 == 2 { values = values.map { _ in random.below(30) == 0 ? 255 : 0 } }
      let mask = Blur.blurred(Mask(width: width, height: height, values: values), x, y)
      for row in 0..<height {
        for column in 0..<width
        where Int(mask[column, row])
          != blurred(
            { Int(values[$1 * width + $0]) }, width, height, x, y, at: column, row)
        { wrong += 1 }
      }
      let source = noise(width, height, &random)
      let pixels = Blur.blurred(source.pixels, width: width, height: height, x, y)
      for _ in 0..<60 {
        let column = random.below(width)
        let row = random.below(height)
        for i in 0..<4
        where channel(pixels[row * width + column], i)
          != blurred({ channel(source[$0, $1], i) }, width, height, x, y, at: column, row)
        { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }
}
