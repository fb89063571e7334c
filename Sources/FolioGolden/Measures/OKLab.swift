// The distance of pixelmatch's main branch: OKLab (Björn Ottosson, 2020) with a corrected lightness,
// and HyAB (Abasi, Tehran and Fairchild, 2019): lightness and colour apart are added, not squared.
//
// The cube root is a table with linear interpolation. That is part of the definition: an exact one
// gives other counts near the threshold.

/// An OKLab colour of a pixel.
struct OKLab {
  /// Corrected lightness, 0...1.
  var lightness: Double
  /// The cube roots of the cone responses; the colour axes are linear in them.
  var l: Double
  var m: Double
  var s: Double

  private static let steps = 4096

  private static let roots: [Double] = (0...(steps + 1)).map {
    cubeRoot(Double($0) / Double(steps))
  }

  private static func root(_ x: Double) -> Double {
    let place = x * Double(steps)
    let i = min(max(Int(place), 0), steps)
    let low = roots[i]
    return low + (place - Double(i)) * (roots[i + 1] - low)
  }

  /// The linear value of an encoded channel of 0...255, interpolated between whole numbers.
  private static func linear(_ c: Double) -> Double {
    let table = SRGB.linear
    let i = min(max(Int(c), 0), 255)
    if i == 255 { return table[255] }
    return table[i] + (c - Double(i)) * (table[i + 1] - table[i])
  }

  /// The colour of red, green and blue of 0...255, which need not be whole.
  init(red: Double, green: Double, blue: Double) {
    let r = OKLab.linear(red)
    let g = OKLab.linear(green)
    let b = OKLab.linear(blue)
    l = OKLab.root(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    m = OKLab.root(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    s = OKLab.root(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    let plain = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
    let k3 = 1.206 / 1.03
    let x = k3 * plain - 0.206
    lightness = 0.5 * (x + (x * x + 4 * 0.03 * k3 * plain).squareRoot())
  }

  /// The class of two pixels that are not equal.
  static func classify(
    _ x: Int, _ y: Int, _ va: UInt32, _ vb: UInt32, width: Int, pattern: Bool, threshold: Double
  ) -> UInt8 {
    var ground: (r: Double, g: Double, b: Double) = (255, 255, 255)
    if pattern, va & vb < 0xFF00_0000 { ground = Kernels.backdrop(x: x, y: y, width: width) }
    let a = OKLab(va, over: ground)
    let b = OKLab(vb, over: ground)
    return classify(a, b, threshold: threshold)
  }

  private init(_ pixel: UInt32, over ground: (r: Double, g: Double, b: Double)) {
    let alpha = pixel &>> 24
    self.init(
      red: FolioGolden.over(Double(pixel & 0xFF), alpha, ground.r),
      green: FolioGolden.over(Double((pixel &>> 8) & 0xFF), alpha, ground.g),
      blue: FolioGolden.over(Double((pixel &>> 16) & 0xFF), alpha, ground.b))
  }

  /// The class of two colours.
  static func classify(_ a: OKLab, _ b: OKLab, threshold: Double) -> UInt8 {
    let dL = a.lightness - b.lightness
    let rest = threshold - dL.magnitude
    var isOver = rest <= 0
    if !isOver {
      let (dl, dm, ds) = (a.l - b.l, a.m - b.m, a.s - b.s)
      let da = 1.9779984951 * dl - 2.4285922050 * dm + 0.4505937099 * ds
      let db = 0.0259040371 * dl + 0.7827717662 * dm - 0.8086757660 * ds
      isOver = da * da + db * db > rest * rest
    }
    if !isOver { return DifferenceMap.same }
    return dL > 0 ? DifferenceMap.darker : DifferenceMap.counted
  }
}
