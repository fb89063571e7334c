// Measures what samples: scaled, turned and tiled images, gradients that are not linear, blurs and
// shadows, each over a page of 1170 by 2532 pixels. Every round runs each case once and copies a
// frame once; the smallest CPU time of the thread counts, since other load only ever adds. The hash
// of each case's pixels says whether two builds draw the same.
//
//     sampling-bench [--rounds N] [CASE...]     cases whose names begin with one of the words

import FolioGeometry
import FolioRaster
import Foundation

/// One thing measured.
struct Case {
  /// What it is called.
  let name: String
  /// Draws it on a page that is drawn on again and again.
  let draw: (inout Canvas) -> Void
}

@main
enum SamplingBench {
  static let width = 1170
  static let height = 2532
  static let page = Rect(x: 0, y: 0, width: 1170, height: 2532)

  static func main() {
    var rounds = 12
    var names: [String] = []
    var arguments = CommandLine.arguments.dropFirst()
    while let argument = arguments.popFirst() {
      if argument == "--rounds", let count = arguments.popFirst().flatMap({ Int($0) }) {
        rounds = max(1, count)
      } else {
        names.append(argument)
      }
    }
    let cases = allCases().filter { item in
      names.isEmpty || names.contains { item.name.hasPrefix($0) }
    }
    var best = [Double](repeating: .infinity, count: cases.count)
    var hashes = [UInt64](repeating: 0, count: cases.count)
    var copy = Double.infinity
    let source = [UInt32](repeating: 0x1234_5678, count: width * height)
    var target = [UInt32](repeating: 0, count: width * height)
    var bitmap = Bitmap(width: width, height: height)
    for round in 0..<rounds {
      for (i, item) in cases.enumerated() {
        var canvas = Canvas(drawingOn: bitmap)
        bitmap = Bitmap(width: 0, height: 0)
        canvas.clear(Color(red: 40, green: 60, blue: 80))
        let start = threadTime()
        item.draw(&canvas)
        best[i] = min(best[i], threadTime() - start)
        bitmap = canvas.finish()
        if round == 0 { hashes[i] = hash(bitmap.pixels) }
        let copyStart = threadTime()
        unsafe target.withUnsafeMutableBytes { to in
          unsafe source.withUnsafeBytes { from in unsafe to.copyMemory(from: from) }
        }
        copy = min(copy, threadTime() - copyStart)
      }
    }
    print("memcpy of \(4 * width * height) bytes: \(fixed(copy * 1e3, 3)) ms")
    for (i, item) in cases.enumerated() {
      let name = item.name.padding(toLength: 34, withPad: " ", startingAt: 0)
      print(
        "\(name) \(padded(fixed(best[i] * 1e3, 3), 9)) ms \(padded(fixed(best[i] / copy, 2), 8))x  "
          + String(hashes[i], radix: 16))
    }
  }

  static func allCases() -> [Case] {
    let small = photograph(780, 1688, opaque: true)
    let smallClear = photograph(780, 1688, opaque: false)
    let large = photograph(2340, 5064, opaque: true)
    let odd = photograph(1500, 3246, opaque: true)
    let same = photograph(1170, 2532, opaque: true)
    let tile = photograph(96, 96, opaque: true)
    let picture = photograph(1170, 2532, opaque: false)
    func image(_ name: String, _ bitmap: Bitmap, _ rect: Rect = page) -> Case {
      Case(name: name) { $0.draw(bitmap, in: rect) }
    }
    func fill(_ name: String, _ paint: Paint) -> Case {
      Case(name: name) { $0.fill(page, with: paint) }
    }
    func turned(_ name: String, _ bitmap: Bitmap, _ degrees: Double) -> Case {
      Case(name: name) { canvas in
        let map = Affine(translationX: -585, y: -1266).then(Affine(rotationDegrees: degrees))
          .then(Affine(translationX: 585, y: 1266))
        canvas.withTransform(map) { $0.draw(bitmap, in: page) }
      }
    }
    let red = Color(red: 250, green: 80, blue: 60)
    let blue = Color(red: 20, green: 40, blue: 200)
    let clear = Color(red: 255, green: 255, blue: 255, alpha: 40)
    let two = [GradientStop(red), GradientStop(blue)]
    let four = [
      GradientStop(red), GradientStop(blue, at: 0.3), GradientStop(clear, at: 0.3),
      GradientStop(red),
    ]
    let middle = page.center
    var star = Path()
    for i in 0..<10 {
      let d = Point.direction(degreesFromUp: Double(36 * i))
      let p = middle + d * (i % 2 == 0 ? 500 : 220)
      if i == 0 { star.move(to: p) } else { star.line(to: p) }
    }
    star.close()
    let card = RoundedRect(
      page.inset(by: Insets(top: 300, left: 80, bottom: 300, right: 80)), radius: 60)
    return [
      image("image up 1.5, opaque", small),
      image("image up 1.5, with alpha", smallClear),
      image("image up 2.34", photograph(500, 1082, opaque: true)),
      Case(name: "image mirrored up") { canvas in
        canvas.withTransform(Affine(a: -1, b: 0, c: 0, d: 1, tx: 1170, ty: 0)) {
          $0.draw(small, in: page)
        }
      },
      image("image half a pixel off", same, Rect(x: 0.5, y: 0.5, width: 1170, height: 2532)),
      image("image whole pixels off", same, Rect(x: 3, y: 5, width: 1170, height: 2532)),
      image("image down 2", large),
      image("image down 1.28", odd),
      turned("image turned 7 degrees", same, 7),
      turned("image turned 90 degrees", photograph(2532, 1170, opaque: true), 90),
      turned("image turned and up", small, 30),
      turned("image turned and down", large, -20),
      fill("tile 96 to 64", .image(tiling(tile, 64, .repeat))),
      fill("tile 96 to 96", .image(tiling(tile, 96, .repeat))),
      fill("tile 96 to 160, mirrored", .image(tiling(tile, 160, .mirror))),
      Case(name: "tile turned") { canvas in
        canvas.withTransform(Affine(rotationDegrees: 15)) {
          $0.fill(
            Rect(x: -1000, y: -1000, width: 4000, height: 4000),
            with: .image(tiling(tile, 120, .repeat)))
        }
      },
      fill(
        "nine slices",
        .image(
          ImagePattern(
            tile, in: page,
            slices: NineSlice(insets: Insets(top: 20, left: 20, bottom: 20, right: 20))))),
      Case(name: "tinted image up") {
        $0.draw(smallClear, in: page, tint: Color(red: 200, green: 30, blue: 90))
      },
      fill("radial, two stops", .radial(RadialGradient(stops: two, center: middle, radius: 1300))),
      fill("radial, four stops", .radial(RadialGradient(stops: four, center: middle, radius: 900))),
      fill(
        "radial, ellipse",
        .radial(
          RadialGradient(stops: two, center: middle, radii: Size(width: 600, height: 1200)))),
      fill("conic, two stops", .conic(ConicGradient(stops: two, center: middle))),
      fill("conic, four stops", .conic(ConicGradient(stops: four, center: middle, degrees: 33))),
      Case(name: "blur of a picture, sigma 4") { canvas in
        canvas.withBlur(sigma: 4) { $0.draw(picture, x: 0, y: 0) }
      },
      Case(name: "blur of a picture, sigma 12") { canvas in
        canvas.withBlur(sigma: 12) { $0.draw(picture, x: 0, y: 0) }
      },
      Case(name: "blur of a star, sigma 12") { canvas in
        canvas.withBlur(sigma: 12) { $0.fill(star, with: .color(red)) }
      },
      Case(name: "shadow of a star, sigma 12") {
        $0.drawShadow(of: star, Shadow(color: blue, offset: Point(x: 0, y: 12), sigma: 12))
      },
      Case(name: "shadow of a group, sigma 12") { canvas in
        canvas.withShadow(Shadow(color: blue, offset: Point(x: 0, y: 12), sigma: 12)) {
          $0.fill(star, with: .color(red))
        }
      },
      Case(name: "shadow of a card, sigma 24") {
        $0.drawShadow(of: card, Shadow(color: blue, offset: Point(x: 0, y: 12), sigma: 24))
      },
      Case(name: "group of half opacity") { canvas in
        canvas.withLayer(opacity: 0.5) { $0.draw(picture, x: 0, y: 0) }
      },
      Case(name: "group multiplied") { canvas in
        canvas.withLayer(blend: .multiply) { $0.draw(picture, x: 0, y: 0) }
      },
    ]
  }

  static func tiling(_ bitmap: Bitmap, _ side: Double, _ extend: Extend) -> ImagePattern {
    ImagePattern(
      bitmap, in: Rect(x: 3, y: 5, width: side, height: side), extendX: extend, extendY: extend)
  }

  /// Waves of colour with a little noise, as a photograph has it.
  static func photograph(_ width: Int, _ height: Int, opaque: Bool) -> Bitmap {
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    var noise: UInt32 = 0x9E37_79B9
    for y in 0..<height {
      for x in 0..<width {
        noise ^= noise &<< 13
        noise ^= noise &>> 17
        noise ^= noise &<< 5
        func wave(_ a: Int, _ b: Int) -> UInt32 {
          let v = (x * a + y * b) >> 4 & 511
          return UInt32(v < 256 ? v : 511 - v)
        }
        let a = opaque ? 255 : wave(3, 2)
        func channel(_ v: UInt32, _ shift: UInt32) -> UInt32 {
          min(255, v * 15 / 16 + (noise >> shift & 15)) * a / 255
        }
        pixels.append(
          channel(wave(5, 7), 0) | channel(wave(9, 2), 8) << 8 | channel(wave(1, 8), 16) << 16
            | a << 24)
      }
    }
    return Bitmap(width: width, height: height, pixels: pixels)
  }

  /// CPU seconds of this thread.
  static func threadTime() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// FNV-1a over whole pixels (Fowler, Noll, Vo).
  static func hash(_ pixels: [UInt32]) -> UInt64 {
    var h: UInt64 = 0xCBF2_9CE4_8422_2325
    for p in pixels { h = (h ^ UInt64(p)) &* 0x100_0000_01B3 }
    return h
  }

  static func fixed(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }

  static func padded(_ text: String, _ count: Int) -> String {
    String(repeating: " ", count: max(0, count - text.count)) + text
  }
}
