import CRasterTwin
import Folioscope
import Foundation

/// Measures the rasterizer against its twin in C and against copying one frame of 1170 by 2532 pixels,
/// the three interleaved: thread CPU, the least of the rounds. Before that it checks that both give
/// the same bytes.
@main
struct RasterBench {
  struct Options {
    var rounds = 40
    var only: String?
    var repeats: Int?
    var isTwin = false
    var limit: Double?
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  static func main() {
    do {
      try run()
    } catch {
      FileHandle.standardError.write(Data("raster-bench: \(error)\n".utf8))
      exit(1)
    }
  }

  static func run() throws {
    var options = Options()
    var arguments = CommandLine.arguments.dropFirst()
    while let argument = arguments.popFirst() {
      func value() throws -> String {
        guard let value = arguments.popFirst() else {
          throw Failure(description: "\(argument) needs a value")
        }
        return value
      }
      func number<N: LosslessStringConvertible & Comparable>(above least: N) throws -> N {
        let text = try value()
        guard let number = N(text), number > least else {
          throw Failure(description: "\(argument) wants a number above \(least), not \(text)")
        }
        return number
      }
      switch argument {
      case "--rounds": options.rounds = try number(above: 0)
      case "--case": options.only = try value()
      case "--repeats": options.repeats = try number(above: 0)
      case "--twin": options.isTwin = true
      case "--limit": options.limit = try number(above: 0)
      case "--list": return Case.all().forEach { print($0.name) }
      case "--page": return try PageDriver(fonts: value()).run()
      default:
        print(
          """
          usage: raster-bench [--rounds 40] [--case NAME] [--limit RATIO]
                 raster-bench --case NAME --repeats N [--twin]
                 raster-bench --list
                 raster-bench --page FONT-FOLDER

          Without --repeats: a table of all cases (or one) with their twins in C; with --limit the
          exit status is 1 if a case takes more than RATIO times its twin's time.
          With --repeats: draws one case N times and does nothing else, to be counted by a profiler;
          --twin draws the twin's.
          --page: draws the page that raster-peers.py draws with others, as that script asks for it.
          """)
        exit(argument == "--help" ? 0 : 64)
      }
    }
    let cases = Case.all().filter { options.only == nil || $0.name == options.only }
    if cases.isEmpty {
      throw Failure(description: "no case \(options.only ?? ""); --list names them all")
    }
    if let repeats = options.repeats {
      guard options.only != nil else { throw Failure(description: "--repeats needs --case") }
      return try repeatOne(cases[0], repeats, isTwin: options.isTwin)
    }
    try measure(cases, options)
  }

  /// Draws one case so often and prints what it gave.
  static func repeatOne(_ item: Case, _ repeats: Int, isTwin: Bool) throws {
    var frame = Frame(item.ground)
    for _ in 0..<repeats {
      if isTwin { try frame.drawTwin(item) } else { frame.draw(item) }
    }
    print("\(item.name) \(frame.hash)")
  }

  static func measure(_ cases: [Case], _ options: Options) throws {
    let source = [UInt32](repeating: 0x8040_2010, count: Case.width * Case.height)
    var target = source
    print(
      "frame of \(Case.width) x \(Case.height) pixels; thread CPU, least of \(options.rounds) rounds"
    )
    print("case                    ms   x memcpy   twin x memcpy   x twin   hash")
    var slowest: (ratio: Double, name: String) = (0, "")
    for item in cases {
      // The readings of both are taken on one bitmap: another would lie elsewhere in memory.
      var frame = Frame(item.ground)
      frame.draw(item)
      var theirs = Frame(item.ground)
      try theirs.drawTwin(item)
      guard frame.bitmap == theirs.bitmap else {
        let place =
          zip(frame.bitmap.pixels, theirs.bitmap.pixels).enumerated()
          .first { $0.element.0 != $0.element.1 }.map { "\($0.offset)" } ?? ""
        throw Failure(description: "\(item.name): the twin's bytes differ, first at pixel \(place)")
      }
      theirs = Frame(width: 0, height: 0)
      let hash = frame.hash
      // So often that a reading takes at least half a millisecond.
      let once = stopwatch { frame.draw(item) }
      let count = max(1, Int(0.0005 / max(once, 1e-7)))
      var best = (swift: Double.infinity, twin: Double.infinity, copy: Double.infinity)
      for _ in 0..<options.rounds {
        best.swift = min(best.swift, stopwatch { for _ in 0..<count { frame.draw(item) } })
        best.copy = min(best.copy, stopwatch { copy(source, to: &target) })
        best.twin = min(
          best.twin, try stopwatch { for _ in 0..<count { try frame.drawTwin(item) } })
        best.copy = min(best.copy, stopwatch { copy(source, to: &target) })
      }
      let ratio = best.swift / best.twin
      if ratio > slowest.ratio { slowest = (ratio, item.name) }
      let perCopy = 1 / (best.copy * Double(count))
      print(
        pad(item.name, -16) + pad(best.swift / Double(count) * 1000, 4, 10)
          + pad(best.swift * perCopy, 3, 11) + pad(best.twin * perCopy, 3, 16)
          + pad(ratio, 2, 9) + "   " + hash)
    }
    print("slowest against its twin: \(slowest.name), \(pad(slowest.ratio, 2, 0)) times")
    if let limit = options.limit, slowest.ratio > limit {
      throw Failure(description: "more than \(limit) times")
    }
  }

  static func copy(_ source: [UInt32], to target: inout [UInt32]) {
    unsafe target.withUnsafeMutableBytes { to in
      unsafe source.withUnsafeBytes { from in unsafe to.copyMemory(from: from) }
    }
  }

  /// CPU seconds of this thread that something takes.
  static func stopwatch(_ body: () throws -> Void) rethrows -> Double {
    let start = threadSeconds()
    try body()
    return threadSeconds() - start
  }

  static func threadSeconds() -> Double {
    var now = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
  }

  static func pad(_ text: String, _ width: Int) -> String {
    let space = String(repeating: " ", count: max(0, abs(width) - text.count))
    return width < 0 ? text + space : space + text
  }

  static func pad(_ value: Double, _ digits: Int, _ width: Int) -> String {
    pad(String(format: "%.\(digits)f", value), width)
  }
}

/// A bitmap that is drawn on again and again.
struct Frame {
  var bitmap: Bitmap

  init(_ ground: Color = .transparent, width: Int = Case.width, height: Int = Case.height) {
    bitmap = Bitmap(width: width, height: height, color: ground)
  }

  /// Draws with a canvas of its own, as a frame is drawn.
  mutating func draw(_ item: Case) {
    var canvas = Canvas(drawingOn: take())
    item.draw(&canvas)
    bitmap = canvas.finish()
  }

  mutating func drawTwin(_ item: Case) throws {
    var pixels = take().pixels
    try unsafe pixels.withUnsafeMutableBufferPointer { buffer in
      guard
        let canvas = unsafe twin_canvas_create(
          buffer.baseAddress, Int32(Case.width), Int32(Case.height))
      else { throw RasterBench.Failure(description: "no memory") }
      unsafe item.twin(TwinCanvas(pointer: canvas))
      unsafe twin_canvas_destroy(canvas)
    }
    bitmap = Bitmap(width: Case.width, height: Case.height, pixels: pixels)
  }

  /// The bitmap, so that its pixels have one owner while they are drawn on.
  private mutating func take() -> Bitmap {
    let taken = bitmap
    bitmap = Bitmap(width: 0, height: 0)
    return taken
  }

  /// FNV-1a over the pixels, a word at a time.
  var hash: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for pixel in bitmap.pixels { hash = (hash ^ UInt64(pixel)) &* 0x100_0000_01B3 }
    return String(format: "%016llx", hash)
  }
}
