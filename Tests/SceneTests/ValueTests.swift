import FolioGeometry
import FolioNumerics
import FolioRaster
import TestSupport
import Testing

@testable import FolioScene

@Suite("Numbers are read exactly, or refused")
struct NumberTests {
  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("12", 12), ("+3", 3), ("1.5", 1.5), (".5", 0.5), ("5.", 5),
      ("1e3", 1000), ("1E-2", 0.01), ("0.1", 0.1),
      ("1.7976931348623157e308", .greatestFiniteMagnitude),
      ("4.9e-324", .leastNonzeroMagnitude), ("1e400", .infinity), ("-1e400", -.infinity),
      ("1e-400", 0), ("9007199254740993", 9_007_199_254_740_992),
    ] as [(String, Double)])
  func double(text: String, value: Double) throws {
    let decimal = try #require(DecimalText(text))
    #expect(decimal.double == value)
    #expect(decimal.double.sign == value.sign || value != 0)
    if value == 0 { #expect(decimal.double.sign == .plus) }
  }

  @Test(arguments: [
    "", "-", ".", "e3", "1e", "1e+", "0x10", "1_000", "1,5", " 1", "1 ", "nan", "inf", ".nan",
    ".inf", "1.2.3", "١", "1d", "--1",
  ])
  func `what is no decimal number`(text: String) { #expect(DecimalText(text) == nil) }

  @Test(
    arguments: [
      ("1.2", Rational(6, 5)), ("0.001", Rational(1, 1000)), ("1e3", 1000),
      ("-2.50", Rational(-5, 2)),
      ("0.000000000000000001", Rational(1, 1_000_000_000_000_000_000)), ("0e999999", 0),
      ("100000000000000000000e-20", 1),
    ] as [(String, Rational)])
  func rational(text: String, value: Rational) {
    #expect(DecimalText(text)?.rational == value)
  }

  @Test(arguments: ["1e19", "9223372036854775808", "1e-19", "1234567890123456789012"])
  func `beyond 64-bit fractions there is none`(text: String) {
    #expect(DecimalText(text) != nil && DecimalText(text)?.rational == nil)
    #expect(DecimalText(text)?.integer == nil)
  }

  @Test(
    arguments: [
      ("9223372036854775807", 9_223_372_036_854_775_807), ("1.0", 1), ("1e3", 1000), ("-5", -5),
    ] as [(String, Int)])
  func integer(text: String, value: Int) {
    #expect(DecimalText(text)?.integer == value || text.count > 18)
  }
}

@Suite("Times are exact fractions of a second")
struct TimeTests {
  @Test(
    arguments: [
      ("1.2s", Rational(6, 5)), ("350ms", Rational(7, 20)), ("36f", Rational(6, 5)), ("2", 2),
      ("0.8", Rational(4, 5)), ("1.2 s", Rational(6, 5)), ("0", 0),
      ("0.000001ms", Rational(1, 1_000_000_000)),
      ("86400s", 86_400), ("1e3ms", 1), ("-1s", -1),
    ] as [(String, Rational)])
  func `at 30 frames a second`(text: String, time: Rational) throws {
    #expect(try TimeText.parse(text, frameRate: 30) == time)
  }

  @Test func `frames at a broadcast rate`() throws {
    let rate = Rational(30000, 1001)
    #expect(try TimeText.parse("36f", frameRate: rate) == Rational(36 * 1001, 30000))
    #expect(try TimeText.parse("30000f", frameRate: rate) == 1001)
  }

  @Test(arguments: [
    "", "s", "1.2sec", "1m", "1h", "fast", "1.5f", "1 2s", "1/2s", "0.1234567891", "86400.1",
    "1e30s",
    "1e99999999999f", "0x1s", "1sm",
  ])
  func `what is no time`(text: String) {
    #expect(throws: ValueFault.self) { try TimeText.parse(text, frameRate: 30) }
  }

  @Test(
    arguments: [
      ("30", 30), ("60", 60), ("30000/1001", Rational(30000, 1001)),
      ("24000 / 1001", Rational(24000, 1001)),
      ("1/1000", Rational(1, 1000)), ("1000", 1000), ("25.0", 25),
      ("120000/1001", Rational(120000, 1001)),
    ] as [(String, Rational)])
  func rates(text: String, rate: Rational) throws {
    #expect(try FrameRateText.parse(text) == rate)
  }

  @Test(arguments: [
    ("29.97", "fps 29.97 is not exact; write 30000/1001 or 30"),
    ("23.976", "fps 23.976 is not exact; write 24000/1001 or 24"),
    ("59.94", "fps 59.94 is not exact; write 60000/1001 or 60"),
    ("119.88", "fps 119.88 is not exact; write 120000/1001 or 120"),
    ("0", "fps 0 is out of range"), ("1/1001", "fps 1/1001 is out of range"),
    ("1001", "fps 1001 is out of range"), ("-30", "fps -30 is out of range"),
    ("1/0", "fps 1/0 divides by zero"), ("12.5", "fps 12.5 is not a whole number or a fraction"),
  ])
  func `what is no rate`(text: String, message: String) {
    #expect {
      try FrameRateText.parse(text)
    } throws: { ($0 as? ValueFault)?.message == message }
  }

  /// Whole-number arithmetic of its own: the smallest n with n·num ≥ d·rate·…, by 128-bit division.
  @Test func `a film has the exact ceiling of duration times rate as its number of frames`() {
    var random = SplitMix64(seed: 4)
    var rates = (1...240).map { Rational($0) }
    for n in [24, 30, 48, 60, 120] { rates.append(Rational(n * 1000, 1001)) }
    for rate in rates {
      let canvas = CanvasDescription(size: Size(width: 1, height: 1), frameRate: rate)
      // Whole seconds.
      for seconds in [1, 2, 3, 7, 60, 3600] {
        let product = Int128(seconds) * Int128(rate.numerator)
        let whole = product / Int128(rate.denominator)
        let expected = whole * Int128(rate.denominator) == product ? whole : whole + 1
        #expect(canvas.frameCount(for: Rational(seconds)) == Int(expected))
      }
      // Whole frames, at every count.
      for frames in [1, 2, 100, 119, 120, 1001] {
        if let time = Rational(frames).divided(by: rate) {
          #expect(canvas.frameCount(for: time) == frames)
        }
      }
      // Milliseconds.
      for _ in 0..<20 {
        let milliseconds = Int.random(in: 1...100_000, using: &random)
        let top = Int128(milliseconds) * Int128(rate.numerator)
        let bottom = Int128(1000) * Int128(rate.denominator)
        let expected = (top + bottom - 1) / bottom
        #expect(canvas.frameCount(for: Rational(milliseconds, 1000)) == Int(expected))
      }
    }
    // Known failures of other tools: 43 fps gave 101 of 100 frames, 1.01 s of 30 fps one too few.
    let at43 = CanvasDescription(size: Size(width: 1, height: 1), frameRate: 43)
    #expect(at43.frameCount(for: Rational(100, 43)) == 100)
    let at30 = CanvasDescription(size: Size(width: 1, height: 1), frameRate: 30)
    #expect(at30.frameCount(for: Rational(101, 100)) == 31)
  }

  @Test func `sums of any two times of a scene fit`() throws {
    // The worst rate that is accepted: a prime numerator just below 100,000.
    let rate = try FrameRateText.parse("99991/1000")
    let frame = try TimeText.parse("1f", frameRate: rate)
    let late = try TimeText.parse("86399.999999999", frameRate: rate)
    #expect(late.adding(frame) != nil)
    #expect(late.adding(try TimeText.parse("7919f", frameRate: rate)) != nil)
  }
}

@Suite("Colours are read as CSS writes them, and not guessed")
struct ColorTests {
  static let red = Color(red: 255, green: 0, blue: 0)

  @Test(arguments: [
    ("#F00", Color(red: 255, green: 0, blue: 0)), ("#f00", Color(red: 255, green: 0, blue: 0)),
    ("#F008", Color(red: 255, green: 0, blue: 0, alpha: 0x88)),
    ("#5B6EF5", Color(red: 0x5B, green: 0x6E, blue: 0xF5)),
    ("#FFFFFFCC", Color(red: 255, green: 255, blue: 255, alpha: 0xCC)),
    ("5B6EF5", Color(red: 0x5B, green: 0x6E, blue: 0xF5)), ("000000", .black),
    ("112233", Color(red: 0x11, green: 0x22, blue: 0x33)),
    ("white", .white), ("White", .white), ("transparent", .transparent),
    ("rebeccapurple", Color(red: 0x66, green: 0x33, blue: 0x99)),
    ("rgb(255, 90, 95)", Color(red: 255, green: 90, blue: 95)),
    ("rgb(255 90 95)", Color(red: 255, green: 90, blue: 95)),
    ("rgb(100%, 0%, 50%)", Color(red: 255, green: 0, blue: 128)),
    ("rgba(0, 0, 0, 0.5)", Color(red: 0, green: 0, blue: 0, alpha: 128)),
    ("rgba(0 0 0 / 50%)", Color(red: 0, green: 0, blue: 0, alpha: 128)),
    ("RGB(1,2,3)", Color(red: 1, green: 2, blue: 3)),
    ("rgba(0,0,0,0)", Color(red: 0, green: 0, blue: 0, alpha: 0)),
  ])
  func color(text: String, color: Color) throws {
    #expect(try ColorText.parse(text) == color)
  }

  @Test(arguments: [
    "", "#", "#1", "#12", "#12345", "#1234567", "#123456789", "#GGG", "FFF", "FFFF", "FFFFFFFF",
    "12345", "redd", "rgb()", "rgb(1, 2)", "rgb(1, 2, 3, 4, 5)", "rgb(256, 0, 0)", "rgb(-1, 0, 0)",
    "rgb(1, 2, 3", "rgba(0, 0, 0, 2)", "hsl(1, 2%, 3%)", "rgb(nan, 0, 0)",
    "#\u{FF11}\u{FF11}\u{FF11}",
    "\u{212A}haki", "none", "currentColor",
  ])
  func `what is no colour`(text: String) {
    #expect(throws: ValueFault.self) { try ColorText.parse(text) }
  }

  @Test func `all names are there, sorted, and no two alike`() throws {
    let names = ColorText.names.map(\.name)
    #expect(names.count == 148)
    #expect(names == names.sorted())
    #expect(Set(names).count == 148)
    // Pairs that CSS defines as equal.
    for (a, b) in [
      ("gray", "grey"), ("cyan", "aqua"), ("magenta", "fuchsia"), ("darkgray", "darkgrey"),
    ] {
      #expect(try ColorText.parse(a) == ColorText.parse(b))
    }
  }
}

@Suite("Lengths and frames resolve in their surroundings")
struct LengthTests {
  static let lengths: [(String, Length)] = [
    ("120", Length(120)), ("-4.5", Length(-4.5)), ("50%", Length(.percent(50))),
    ("100%-64", Length(.percent(100), offset: -64)),
    ("100% - 64", Length(.percent(100), offset: -64)),
    ("50%+10", Length(.percent(50), offset: 10)), ("safe", Length(.safe)),
    ("safe-96", Length(.safe, offset: -96)), ("safe - 96", Length(.safe, offset: -96)),
    ("33.3%", Length(.percent(33.3))),
  ]

  @Test(arguments: lengths)
  func length(text: String, length: Length) throws { #expect(try LengthText.parse(text) == length) }

  @Test(
    arguments: [
      "", "%", "50", "a%", "50%64", "50%*2", "50%-", "safe+4", "safe96", "saf", "100%-50%", "1e7",
      "10px", "-", "50%-1e9",
    ].filter { $0 != "50" })
  func `what is no length`(text: String) {
    #expect(throws: ValueFault.self) { try LengthText.parse(text) }
  }

  static let size = Size(width: 393, height: 852)
  static let safe = Insets(top: 59, left: 0, bottom: 34, right: 0)

  struct FrameCase: Sendable {
    var frame: LayerFrame
    var rect: Rect

    init(_ frame: LayerFrame, _ x: Double, _ y: Double, _ width: Double, _ height: Double) {
      self.frame = frame
      rect = Rect(x: x, y: y, width: width, height: height)
    }
  }

  static let wide: Length = .percent(100) - 64
  static let frames: [FrameCase] = [
    FrameCase(LayerFrame(), 0, 0, 393, 852),
    FrameCase(LayerFrame(x: 32, y: 430, w: wide), 32, 430, 329, 422),
    FrameCase(LayerFrame(y: 150, w: 220, h: 220, cx: .percent(50)), 86.5, 150, 220, 220),
    // 96 points above the lower safe edge, at 818.
    FrameCase(LayerFrame(x: 32, y: .safe - 96, w: wide, h: 52), 32, 722, 329, 52),
    // From 100 up to 24 points above that edge.
    FrameCase(LayerFrame(y: 100, h: .safe - 24), 0, 100, 393, 694),
    FrameCase(LayerFrame(h: 100, cy: .percent(50)), 0, 376, 393, 100),
    // A middle alone takes the largest extent that fits.
    FrameCase(LayerFrame(cx: 100, cy: 800), 0, 748, 200, 104),
    // Nothing is left: an extent is never below zero.
    FrameCase(LayerFrame(x: 500, w: .percent(100) - 500), 500, 0, 0, 852),
    FrameCase(LayerFrame(x: 500), 500, 0, 0, 852),
  ]

  @Test(arguments: frames)
  func frame(_ test: FrameCase) {
    let rect = test.frame.resolve(in: LengthTests.size, safeArea: LengthTests.safe)
    #expect(rect == test.rect)
  }

  @Test func `a natural extent stands in for one that is not given`() {
    let natural: (width: Double?, height: Double?) = (nil, 40)
    let rect = LayerFrame(x: 10, y: 20).resolve(in: LengthTests.size, natural: natural)
    #expect(rect == Rect(x: 10, y: 20, width: 383, height: 40))
    let centred = LayerFrame(w: 100, cx: .percent(50), cy: .percent(50))
      .resolve(in: LengthTests.size, natural: natural)
    #expect(centred == Rect(x: 146.5, y: 406, width: 100, height: 40))
    let stated = LayerFrame(h: 90).resolve(in: LengthTests.size, natural: natural)
    #expect(stated.height == 90)
  }

  @Test func `pixels of another shape than the points are fitted and centred`() {
    var canvas = CanvasDescription(size: Size(width: 393, height: 852))
    canvas.resolution = .pixels(width: 886, height: 1920, fit: .cover)
    // The wider ratio covers: 886/393 > 1920/852.
    #expect(canvas.scale == 886.0 / 393)
    #expect(canvas.pixelWidth == 886 && canvas.pixelHeight == 1920)
    #expect(canvas.pixelOrigin.x == 0)
    #expect(abs(canvas.pixelOrigin.y - (1920 - 852 * 886.0 / 393) / 2) < 1e-9)
    #expect(canvas.pixelOrigin.y < 0 && canvas.pixelOrigin.y > -3)
    canvas.resolution = .pixels(width: 886, height: 1920, fit: .contain)
    #expect(canvas.scale == 1920.0 / 852)
    #expect(canvas.pixelOrigin.x > 0 && canvas.pixelOrigin.y == 0)
  }

  @Test func `every device has whole pixels and a safe area that leaves room`() {
    // Screenshot sizes that stores ask for.
    let pixels: [String: (Int, Int)] = [
      "iphone-se": (750, 1334), "iphone-8-plus": (1242, 2208), "iphone-13-mini": (1125, 2436),
      "iphone-11": (828, 1792), "iphone-11-pro-max": (1242, 2688), "iphone-14": (1170, 2532),
      "iphone-14-plus": (1284, 2778), "iphone-16": (1179, 2556), "iphone-16-plus": (1290, 2796),
      "iphone-16-pro": (1206, 2622), "iphone-16-pro-max": (1320, 2868), "iphone-air": (1260, 2736),
      "ipad-mini": (1488, 2266), "ipad": (1640, 2360), "ipad-pro-11": (1668, 2388),
      "ipad-pro-12.9": (2048, 2732), "ipad-pro-13": (2064, 2752), "banner-375x180@2": (750, 360),
      "banner-375x193@2": (750, 386), "play-phone": (1080, 1920), "feature": (1024, 500),
      "preview-iphone": (886, 1920), "preview-ipad": (1200, 1600), "readme": (1200, 800),
    ]
    #expect(Device.all.count == pixels.count)
    for device in Device.all {
      let canvas = CanvasDescription(device: device)
      #expect(pixels[device.id]?.0 == canvas.pixelWidth, "\(device.id)")
      #expect(pixels[device.id]?.1 == canvas.pixelHeight, "\(device.id)")
      #expect(device.size.width * device.scale == Double(canvas.pixelWidth))
      #expect(canvas.safeAreaLeavesRoom)
    }
    #expect(Set(Device.all.map(\.id)).count == Device.all.count)
  }
}

@Suite("Gradient stops without a place are placed by the rules of CSS")
struct GradientTests {
  /// The rows are the worked cases of CSS Images 3, section 3.4.3.
  @Test(
    arguments: [
      ([nil, nil], [0, 1]), ([nil, nil, nil], [0, 0.5, 1]),
      ([0.2, nil, nil, 0.8], [0.2, 0.4, 0.6, 0.8]),
      ([0.4, nil, 0.2], [0.4, 0.4, 0.4]), ([nil, 0.8, 0], [0, 0.8, 0.8]), ([0.5, nil], [0.5, 1]),
      ([nil, 0.5, nil, nil], [0, 0.5, 0.75, 1]), ([1, nil], [1, 1]),
    ] as [([Double?], [Double])])
  func places(given: [Double?], expected: [Double]) {
    let resolved = GradientStop.resolved(given.map { GradientStop(.white, at: $0) })
    #expect(resolved.count == expected.count)
    for (place, value) in zip(resolved.map(\.position), expected) {
      #expect(abs(place - value) < 1e-12)
    }
  }
}

@Suite("A suggestion is near, or none is made")
struct SuggestionTests {
  @Test(arguments: [
    ("stlye", "style"), ("colr", "color"), ("heigth", "height"), ("Color", "color"),
    ("colour", "color"),
    ("pageControls", "pageControl"),
  ])
  func near(word: String, expected: String) {
    #expect(
      Suggestion.nearest(
        to: word, among: ["style", "color", "height", "pageControl", "size"]) == expected)
  }

  @Test(arguments: ["x", "zoom", "ab", "", "background"])
  func `nothing near`(word: String) {
    #expect(Suggestion.nearest(to: word, among: ["style", "color", "y", "size"]) == nil)
  }

  @Test(arguments: [
    ("", "", 0), ("ca", "ac", 1), ("kitten", "sittin", 2), ("a", "abcd", 3), ("abc", "abc", 0),
    ("ab", "ba", 1), ("abcd", "acbd", 1),
  ])
  func distance(a: String, b: String, expected: Int) {
    #expect(
      Suggestion.distance(Array(a.unicodeScalars), Array(b.unicodeScalars)) == expected)
  }
}

@Suite("Names of frames")
struct FrameNameTests {
  @Test(arguments: [
    ("frame-%05d.png", "frame-00042.png"), ("p_####.png", "p_0042.png"),
    ("{frame}.png", "00042.png"),
    ("{scene}-{locale}-{frame}.png", "a-b-de-00042.png"), ("%d.png", "42.png"),
    ("100%%-#.png", "100%-42.png"),
    ("%03d", "042"),
  ])
  func name(pattern: String, expected: String) {
    let name = FrameName(pattern: pattern)
    #expect(name?.fileName(42, last: 99, scene: "a/b", locale: "de") == expected)
  }

  @Test func `the width of a number is that of the whole sequence, at least five`() {
    let name = FrameName(pattern: "{frame}")
    #expect(name?.fileName(7, last: 123_456, scene: "", locale: nil) == "000007")
    #expect(name?.fileName(7, last: 10, scene: "", locale: nil) == "00007")
  }

  @Test(arguments: [
    "", "frame.png", "%s.png", "%5d.png", "#-#.png", "{frame}#", "a/%d", "{what}#", "#{", "%",
    "%d\u{7}",
    "%0000000000000000000000000000099d",
  ])
  func `what is no name`(pattern: String) { #expect(FrameName(pattern: pattern) == nil) }
}
