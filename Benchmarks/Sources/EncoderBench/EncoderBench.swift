import CBenchFrames
import CEncoderTwin
import CPeers
import Folioscope
import Foundation

/// Measures the PNG encoder on the frames of a pager: thread CPU, interleaved frame by frame, the
/// best of the repeats, against libpng on the same pixels, and against its own twin in C, whose bytes
/// it must equal.
@main
struct EncoderBench {
  /// Frames that stand for a sequence of 120: rests and moments of the four transitions.
  static let frameNumbers = [0, 28, 56, 84, 112, 13, 23, 41, 51, 69, 79, 97, 107]

  struct Options {
    var width = 1170
    var height = 2532
    var repeats = 3
    var photo = "../Examples/banner/img/coffee.png"
    var fonts = "/usr/share/fonts/truetype/dejavu"
    var isRGBA = false
    var withLevel9 = false
    var withSmall = false
    var withoutPeers = false
    var measuresReuse = false
    var dump: String?
    var serves = false
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  static func main() throws {
    var options = Options()
    var arguments = CommandLine.arguments.dropFirst()
    while let argument = arguments.popFirst() {
      func value() throws -> String {
        guard let value = arguments.popFirst() else {
          throw Failure(description: "\(argument) needs a value")
        }
        return value
      }
      switch argument {
      case "--size":
        let parts = try value().split(separator: "x").compactMap { Int($0) }
        guard parts.count == 2 else { throw Failure(description: "--size wants WIDTHxHEIGHT") }
        (options.width, options.height) = (parts[0], parts[1])
      case "--repeats": options.repeats = Int(try value()) ?? 3
      case "--photo": options.photo = try value()
      case "--fonts": options.fonts = try value()
      case "--rgba": options.isRGBA = true
      case "--level-9": options.withLevel9 = true
      case "--small": options.withSmall = true
      case "--no-peers": options.withoutPeers = true
      case "--reuse": options.measuresReuse = true
      case "--dump": options.dump = try value()
      case "--serve": options.serves = true
      case "--fixtures": return try Fixtures.writeFiles()
      default:
        print(
          """
          usage: encoder-bench [--size 1170x2532] [--repeats 3] [--photo FILE] [--fonts FOLDER]
                               [--rgba] [--level-9] [--small] [--no-peers] [--reuse] [--dump FOLDER]
                               [--fixtures] [--serve]

          --serve answers each line "ENCODER FRAME" on standard input, FRAME from 0, by the thread's
          CPU time in milliseconds and the file's bytes, so that a script can let others encode in
          between. Encoders: fast, small, twin, libpng, libpng-1, libpng-9, fast-rgba, libpng-rgba.
          """)
        exit(argument == "--help" ? 0 : 64)
      }
    }
    try options.measuresReuse ? Reuse.run(options) : run(options)
  }

  /// The page position of frame `number` of a sequence of rests of 8 and transitions of 20.
  static func position(_ number: Int) -> Double {
    let (base, step) = (number / 28, number % 28 - 7)
    let t = Double(max(0, step)) / 21
    return Double(base) + t * t * (3 - 2 * t)
  }

  static func frames(_ options: Options) throws -> [Bitmap] {
    let (width, height) = (options.width, options.height)
    let pages = try pages(options)
    return frameNumbers.map { number in
      var pixels = [UInt32](repeating: 0, count: width * height)
      unsafe withPointers(pages) {
        unsafe bench_draw_frame($0, position(number), &pixels, Int32(width), Int32(height))
      }
      return Bitmap(width: width, height: height, pixels: pixels)
    }
  }

  /// The five pages, at rest and without an indicator.
  static func pages(_ options: Options) throws -> [[UInt32]] {
    let (width, height) = (options.width, options.height)
    let photo = try ImageFile.load(path: options.photo)
    var pages: [[UInt32]] = []
    for page in 0..<Int(bench_page_count) {
      var pixels = [UInt32](repeating: 0, count: width * height)
      let isDrawn = unsafe bench_draw_page(
        Int32(page), &pixels, Int32(width), Int32(height), photo.pixels, Int32(photo.width),
        Int32(photo.height), options.fonts + "/DejaVuSans.ttf",
        options.fonts + "/DejaVuSans-Bold.ttf")
      guard isDrawn == 1 else {
        throw Failure(description: "no DejaVu Sans in \(options.fonts); install fonts-dejavu-core")
      }
      pages.append(pixels)
    }
    return pages
  }

  static func withPointers(
    _ pages: [[UInt32]], _ body: (UnsafePointer<UnsafePointer<UInt32>?>) -> Void
  ) {
    func next(_ index: Int, _ pointers: [UnsafePointer<UInt32>?]) {
      if index == pages.count {
        unsafe pointers.withUnsafeBufferPointer {
          if let base = $0.baseAddress { unsafe body(base) }
        }
      } else {
        unsafe pages[index].withUnsafeBufferPointer {
          unsafe next(index + 1, pointers + [$0.baseAddress])
        }
      }
    }
    unsafe next(0, [])
  }

  /// One encoder: its name, and a run that gives the number of bytes.
  struct Contender {
    var name: String
    var encode: (Bitmap) throws -> Int
    var milliseconds: [Double] = []
    var bytes: [Int] = []
  }

  static func run(_ options: Options) throws {
    let bitmaps = try frames(options)
    if let folder = options.dump {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for (number, bitmap) in zip(frameNumbers, bitmaps) {
        let data = unsafe bitmap.pixels.withUnsafeBytes { unsafe Data($0) }
        try data.write(to: URL(fileURLWithPath: "\(folder)/frame-\(number).rgba"))
      }
    }
    let channels: Int32 = options.isRGBA ? 4 : 3
    let (width, height) = (options.width, options.height)
    let encoder = try PNGEncoder(
      width: width, height: height, colorType: options.isRGBA ? .rgba : .rgb, scale: 3)
    let workspace = PNGEncoder.Workspace()
    guard let twin = unsafe twin_create() else { throw Failure(description: "no memory") }
    defer { unsafe twin_destroy(twin) }

    for (number, bitmap) in zip(frameNumbers, bitmaps) {
      let ours = try encoder.encode(bitmap, using: workspace)
      var file: UnsafePointer<UInt8>?
      let count = unsafe twin_encode(
        twin, bitmap.pixels, Int32(width), Int32(height), channels,
        UInt32(encoder.pixelsPerMeter), &file)
      let theirs = unsafe Array(UnsafeBufferPointer(start: file, count: count))
      guard ours == theirs else {
        let place = zip(ours, theirs).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        throw Failure(
          description:
            "frame \(number): the twin's bytes differ (\(ours.count) and \(count) bytes, "
            + "first at \(place.map(String.init) ?? "the end"))")
      }
    }
    if options.serves { return try serve(bitmaps, options) }
    print("the twin in C gives the same bytes for all \(bitmaps.count) frames")

    var contenders = [
      Contender(name: "folioscope fast") { try encoder.encode($0, using: workspace).count },
      Contender(name: "twin in C") { bitmap in
        var file: UnsafePointer<UInt8>?
        return unsafe twin_encode(
          twin, bitmap.pixels, Int32(width), Int32(height), channels, 8504, &file)
      },
    ]
    if !options.withoutPeers {
      contenders.append(Contender(name: "libpng default", encode: libpng(-1, channels)))
      contenders.append(Contender(name: "libpng level 1", encode: libpng(1, channels)))
    }
    if options.withLevel9 {
      contenders.append(Contender(name: "libpng level 9", encode: libpng(9, channels)))
    }
    if options.withSmall {
      let small = try PNGEncoder(
        width: width, height: height, colorType: options.isRGBA ? .rgba : .rgb, scale: 3,
        level: .small)
      contenders.append(
        Contender(name: "folioscope small") { try small.encode($0, using: workspace).count })
    }
    for bitmap in bitmaps {
      var best = [Double](repeating: .infinity, count: contenders.count)
      for _ in 0..<options.repeats {
        for i in contenders.indices {
          let start = peer_thread_nanoseconds()
          let count = try contenders[i].encode(bitmap)
          best[i] = min(best[i], Double(peer_thread_nanoseconds() - start) / 1e6)
          if contenders[i].bytes.count <= contenders[i].milliseconds.count {
            contenders[i].bytes.append(count)
          }
        }
      }
      for i in contenders.indices { contenders[i].milliseconds.append(best[i]) }
    }
    report(contenders)
  }

  /// Encodes what it is asked to, each time it is asked to.
  static func serve(_ bitmaps: [Bitmap], _ options: Options) throws {
    let (width, height) = (options.width, options.height)
    let workspace = PNGEncoder.Workspace()
    guard let twin = unsafe twin_create() else { throw Failure(description: "no memory") }
    defer { unsafe twin_destroy(twin) }
    func ours(_ level: PNGEncoder.Level, _ type: PNGEncoder.ColorType) throws -> (Bitmap) throws
      -> Int
    {
      let encoder = try PNGEncoder(
        width: width, height: height, colorType: type, scale: 3, level: level)
      // The file's memory is used again, as the twin does.
      var file: [UInt8] = []
      return { bitmap in
        encoder.assemble(try encoder.stripes(of: bitmap, using: workspace), into: &file)
        return file.count
      }
    }
    let encoders: [String: (Bitmap) throws -> Int] = [
      "fast": try ours(.fast, .rgb), "small": try ours(.small, .rgb),
      "fast-rgba": try ours(.fast, .rgba), "libpng": libpng(-1, 3), "libpng-1": libpng(1, 3),
      "libpng-9": libpng(9, 3), "libpng-rgba": libpng(-1, 4),
      "twin": { bitmap in
        var file: UnsafePointer<UInt8>?
        return unsafe twin_encode(
          twin, bitmap.pixels, Int32(width), Int32(height), 3, 8504, &file)
      },
    ]
    print("ready")
    fflush(nil)
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 2, let encode = encoders[words[0]], let number = Int(words[1]),
        bitmaps.indices.contains(number)
      else { throw Failure(description: "\"\(line)\", expected an encoder and a frame's number") }
      let start = peer_thread_nanoseconds()
      let count = try encode(bitmaps[number])
      print("\(Double(peer_thread_nanoseconds() - start) / 1e6) \(count)")
      fflush(nil)
    }
  }

  /// libpng at a level of zlib's, -1 for its default.
  static func libpng(_ level: Int32, _ channels: Int32) -> (Bitmap) throws -> Int {
    { bitmap in
      var file: UnsafeMutablePointer<UInt8>?
      let count = unsafe peer_libpng(
        bitmap.pixels, Int32(bitmap.width), Int32(bitmap.height), channels, level, &file)
      unsafe free(file)
      return count
    }
  }

  static func report(_ contenders: [Contender]) {
    func column(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    print(column("frame", 8), terminator: "")
    for contender in contenders { print(column(contender.name, 28), terminator: "") }
    print("")
    for (i, number) in frameNumbers.enumerated() {
      print(column("\(number)", 8), terminator: "")
      for contender in contenders {
        let text = String(format: "%.2f ms %d", contender.milliseconds[i], contender.bytes[i])
        print(column(text, 28), terminator: "")
      }
      print("")
    }
    let count = Double(frameNumbers.count)
    print(column("mean", 8), terminator: "")
    for contender in contenders {
      let text = String(
        format: "%.2f ms %.0f", contender.milliseconds.reduce(0, +) / count,
        Double(contender.bytes.reduce(0, +)) / count)
      print(column(text, 28), terminator: "")
    }
    print("")
    let ours = contenders[0]
    for other in contenders.dropFirst() {
      let speed = other.milliseconds.reduce(0, +) / ours.milliseconds.reduce(0, +)
      let size = Double(ours.bytes.reduce(0, +)) / Double(other.bytes.reduce(0, +))
      print(
        String(
          format: "folioscope fast against %@: %.2f times as fast, %.4f times the bytes",
          other.name,
          speed, size))
    }
  }
}
