import FolioRaster
import FolioSequence
import Foundation
import TestSupport
import Testing

@testable import FolioFilm

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Y'CbCr is BT.709 to the nearest integer")
struct YUVTests {
  /// The conversion from the recommendation's definition, with real numbers.
  static func exact(_ bitmap: Bitmap, isEven: Bool) -> [Double] {
    let (width, height) = (bitmap.width, bitmap.height)
    func channel(_ c: UInt32, _ x: Int, _ y: Int) -> Double {
      let pixel = bitmap[min(max(x, 0), width - 1), min(y, height - 1)]
      return Double((pixel >> (8 * c)) & 0xFF) / 255
    }
    func luma(_ r: Double, _ g: Double, _ b: Double) -> Double {
      0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    var values: [Double] = []
    for y in 0..<(isEven ? height + height % 2 : height) {
      for x in 0..<(isEven ? width + width % 2 : width) {
        values.append(16 + 219 * luma(channel(0, x, y), channel(1, x, y), channel(2, x, y)))
      }
    }
    for plane in ["Cb", "Cr"] {
      for y in 0..<((height + 1) / 2) {
        for x in 0..<((width + 1) / 2) {
          func mean(_ c: UInt32) -> Double {
            var sum = 0.0
            for row in [2 * y, 2 * y + 1] {
              for (offset, weight) in [(-1, 1.0), (0, 2.0), (1, 1.0)] {
                sum += weight * channel(c, 2 * x + offset, row)
              }
            }
            return sum / 8
          }
          let (r, g, b) = (mean(0), mean(1), mean(2))
          values.append(
            plane == "Cb"
              ? 128 + 224 * (b - luma(r, g, b)) / 1.8556
              : 128 + 224 * (r - luma(r, g, b)) / 1.5748)
        }
      }
    }
    return values
  }

  @Test("random pictures of every small size are within rounding of the definition")
  func definition() {
    var random = SplitMix64(seed: 6)
    for width in [1, 2, 3, 4, 7, 16, 33] {
      for height in [1, 2, 3, 4, 9] {
        for isEven in [false, true] {
          let bitmap = Bitmap(
            width: width, height: height,
            pixels: (0..<(width * height)).map { _ in
              0xFF00_0000 | UInt32(truncatingIfNeeded: random.next())
            })
          let planes = YUVFrame.planes(of: bitmap, isEven: isEven)
          let exact = YUVTests.exact(bitmap, isEven: isEven)
          #expect(planes.count == exact.count)
          for (value, wanted) in zip(planes, exact) {
            // Half a unit of rounding, and the rounding of the factors.
            #expect(abs(Double(value) - wanted) <= 0.51)
          }
        }
      }
    }
  }

  @Test("every grey has neutral chroma, black is 16 and white 235, and the corners stay in range")
  func greys() {
    for v in 0...255 as ClosedRange<UInt32> {
      let bitmap = Bitmap(
        width: 2, height: 2, pixels: Array(repeating: 0xFF00_0000 | v * 0x01_0101, count: 4))
      let planes = YUVFrame.planes(of: bitmap)
      #expect(Array(planes[4...]) == [128, 128])
      #expect(abs(Double(planes[0]) - (16 + 219 * Double(v) / 255)) <= 0.5001)
    }
    // 75 % bars are in the recommendation's neighbourhood; full colours have known values.
    for (pixel, y, cb, cr) in [
      (0xFF00_00FF, 63, 102, 240), (0xFF00_FF00, 173, 42, 26), (0xFFFF_0000, 32, 240, 118),
      (0xFF00_FFFF, 219, 16, 138), (0xFFFF_FF00, 188, 154, 16), (0xFFFF_00FF, 78, 214, 230),
    ] as [(UInt32, UInt8, UInt8, UInt8)] {
      let planes = YUVFrame.planes(of: Bitmap(width: 1, height: 1, pixels: [pixel]))
      #expect(planes == [y, cb, cr])
    }
  }
}

@Suite("A stream holds every frame, and nothing that its format does not have", .serialized)
struct StreamTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    // As the program does; a reader that leaves is an error then, not a death.
    signal(SIGPIPE, SIG_IGN)
  }

  /// What a film writes into a file as a stream.
  func bytes(
    _ film: StripeFilm, _ format: StreamFormat, set: String = "0-", jobs: Int = 2,
    info: SequenceInfo? = nil
  ) throws -> [UInt8] {
    let path = folder.url.path + "/stream"
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try stream(film, format, set: set, jobs: jobs, info: info, to: descriptor)
    return try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
  }

  func stream(
    _ film: StripeFilm, _ format: StreamFormat, set: String = "0-", jobs: Int = 2,
    info: SequenceInfo? = nil, to descriptor: Int32, cancellation: Cancellation = Cancellation()
  ) throws {
    let info = try info ?? film.info()
    var options = FilmOptions(jobs: jobs)
    options.cancellation = cancellation
    try FilmStream.write(
      film, info: info, frames: FrameSet(set, frameCount: info.frameCount), format: format,
      to: ByteStream(descriptor: descriptor, name: "the stream"), options: options,
      encoder: StripeFilm.encoder)
  }

  /// The picture of a frame.
  func bitmap(_ film: StripeFilm, _ frame: Int) throws -> Bitmap {
    var bitmap = Bitmap(width: film.width, height: film.height)
    try film.draw(film.state(of: frame), into: &bitmap)
    return bitmap
  }

  @Test("raw frames are their pixels, repeated ones included, for any number of threads")
  func raw() throws {
    let film = StripeFilm(pagerPictures)
    var rgba: [UInt8] = []
    var rgb: [UInt8] = []
    for frame in pagerPictures.indices {
      for pixel in try bitmap(film, frame).pixels {
        let channels = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: pixel >> $0) }
        rgba += channels
        rgb += channels.prefix(3)
      }
    }
    for jobs in [1, 3] {
      #expect(try bytes(film, .rgba, jobs: jobs) == rgba)
      #expect(try bytes(film, .rgb, jobs: jobs) == rgb)
    }
    let size = film.width * film.height * 4
    #expect(try bytes(film, .rgba, set: "4-6") == Array(rgba[(4 * size)..<(7 * size)]))
  }

  @Test("transparent pixels are straight in rgba, and refused where they would be lost")
  func alpha() throws {
    var pixels = Bitmap(width: 3, height: 1, pixels: [0x8040_2010, 0, 0xFF01_0203])
    StreamFrame.makeStraight(&pixels)
    #expect(pixels.pixels == [0x8080_4020, 0, 0xFF01_0203])
    let film = StripeFilm([1])
    var info = try film.info()
    info.hasAlpha = true
    for format in StreamFormat.allCases {
      if format.keepsAlpha {
        #expect(try !bytes(film, format, info: info).isEmpty)
      } else {
        let error = #expect(throws: FilmError.self) { try bytes(film, format, info: info) }
        #expect(error?.kind == .noAlpha)
        #expect(error?.exitCode == .usage)
        #expect(error?.message.contains("rgba or png") == true)
      }
    }
  }

  @Test("y4m has its header once and FRAME before each frame")
  func y4m() throws {
    let film = StripeFilm(pagerPictures)
    var info = try film.info()
    info.frameRate = try #require(FrameRate(30000, 1001))
    var wanted = Array("YUV4MPEG2 W24 H10 F30000:1001 Ip A1:1 C420mpeg2\n".utf8)
    for frame in pagerPictures.indices {
      wanted += Array("FRAME\n".utf8) + YUVFrame.planes(of: try bitmap(film, frame))
    }
    #expect(try bytes(film, .y4m, info: info) == wanted)
  }

  @Test("memory is given back once a frame is written, and no frame shows what another one left")
  func buffers() throws {
    let buffers = FrameBuffers()
    func frame(_ pixel: UInt32, _ format: StreamFormat) throws -> [UInt8] {
      var bitmap = buffers.bitmap(width: 3, height: 3)
      bitmap.withMutablePixels { for i in 0..<9 { $0[i] = pixel } }
      let frame = try StreamFrame(
        &bitmap, format: format, isEven: false, encoder: StripeFilm.encoder, buffers: buffers)
      #expect(bitmap.width == (format == .rgba ? 0 : 3))
      switch frame {
      case .bytes(let bytes): return bytes.elements
      case .pixels(let pixels):
        return pixels.elements.flatMap { pixel in
          [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: pixel >> $0) }
        }
      case .pieces(let pieces): return pieces.flatMap { $0 }
      }
    }
    // Each takes the memory that the one before gave back, some of it of another size.
    for _ in 0..<3 {
      for (pixel, gray) in [(0xFF80_8080, 128), (0xFF00_0000, 0)] as [(UInt32, UInt8)] {
        #expect(try frame(pixel, .rgb) == [UInt8](repeating: gray, count: 27))
        #expect(
          try frame(pixel, .rgba)
            == (0..<9).flatMap { _ in [gray, gray, gray, 255] })
        #expect(
          try frame(pixel, .y4m)
            == Array("FRAME\n".utf8)
            + YUVFrame.planes(
              of: Bitmap(width: 3, height: 3, color: Color(premultiplied: pixel))))
      }
    }
    var kept = FrameBuffers().bytes(count: 4) { $0[0] = 1 }
    #expect(isKnownUniquelyReferenced(&kept))
  }

  @Test("a source that draws rows gives the stream of one that draws whole pictures")
  func rows() throws {
    for (width, height) in [(1, 1), (2, 3), (25, 31), (24, 32), (9, 33), (7, 64), (5, 131)] {
      var film = StripeFilm([1, 1, 2, 5])
      (film.width, film.height) = (width, height)
      for isEven in [false, true] {
        for format in StreamFormat.allCases {
          let buffers = FrameBuffers()
          let make = StreamFrame.maker(
            format, width: width, height: height, hasAlpha: false, isEven: isEven,
            encoder: StripeFilm.encoder, buffers: buffers)
          // Bytes that are taken as they lie, and an encoder of whole pictures.
          if format == .rgba || format == .png {
            #expect(make == nil)
            continue
          }
          for frame in 0..<4 {
            let state = try film.state(of: frame)
            let draw = try #require(RowFilm(film).rows(of: state))
            var whole = Bitmap(width: width, height: height)
            try film.draw(state, into: &whole)
            let expected = try StreamFrame(
              &whole, format: format, isEven: isEven, encoder: StripeFilm.encoder,
              buffers: FrameBuffers())
            guard case .bytes(let found)? = try make?(draw), case .bytes(let bytes) = expected
            else {
              Issue.record("\(format) gives no bytes")
              continue
            }
            #expect(found.elements == bytes.elements, "\(width)x\(height) \(format)")
          }
        }
      }
    }
  }

  @Test("files of the encoder follow one another")
  func encoded() throws {
    let film = StripeFilm([1, 1, 2])
    let files = try [1, 1, 2].indices.map { StripeFilm.file(of: try bitmap(film, $0)) }
    #expect(try bytes(film, .png) == files.flatMap { $0 })
  }

  @Test("a full device is 74, a reader that leaves is 141, and rendering stops")
  func faults() throws {
    let film = StripeFilm(Array(0..<500))
    let full = unsafe open("/dev/full", O_WRONLY)
    defer { close(full) }
    var error = #expect(throws: FilmError.self) { try stream(film, .rgba, to: full) }
    #expect(error?.exitCode == .inputOutput)
    #expect(error?.message.contains("No space left on device") == true)

    var ends: [Int32] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    defer { close(writing) }
    // A pipe holds up to a megabyte, which is some thousand of these frames: the rest has to wait for
    // the reader, however late that comes.
    let long = StripeFilm(Array(0..<4000))
    let reader = Thread {
      var piece = [UInt8](repeating: 0, count: 5000)
      _ = unsafe read(reading, &piece, piece.count)
      close(reading)
    }
    reader.start()
    error = #expect(throws: FilmError.self) { try stream(long, .rgba, to: writing) }
    #expect(error?.kind == .closedPipe)
    #expect(error?.exitCode == .closedPipe)
    #expect(long.draws.count < 2500)
  }

  @Test(
    "ffmpeg reads the stream: every frame, the rate, the size, and the colours",
    .enabled(if: SystemLimitTests.run(["ffmpeg", "-version"]), "ffmpeg is not installed"),
    arguments: [(24, 10), (25, 11), (1, 1)])
  func ffmpeg(width: Int, height: Int) throws {
    struct Flat: FrameSource {
      let width: Int
      let height: Int
      let colors: [UInt32] = [0xFFF6_7834, 0xFF5F_58FF, 0xFF20_C040]

      func state(of frame: Int) -> UInt32 { colors[frame % 3] }
      func draw(_ state: UInt32, into bitmap: inout Bitmap) {
        bitmap.withMutablePixels { for i in 0..<$0.count { $0[i] = state } }
      }
      func record(of frame: Int) -> FrameRecord { FrameRecord(index: frame, time: FrameTime(0)) }
    }
    var info = try StripeFilm(Array(0..<7)).info()
    info.width = width
    info.height = height
    let path = folder.url.path + "/film.y4m"
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    try FilmStream.write(
      Flat(width: width, height: height), info: info, frames: info.allFrames, format: .y4m,
      to: ByteStream(descriptor: descriptor, name: "the stream"), encoder: StripeFilm.encoder)
    close(descriptor)
    #expect(
      SystemLimitTests.run([
        "ffmpeg", "-v", "error", "-i", path, "-vf",
        "scale=in_color_matrix=bt709:in_range=tv:flags=accurate_rnd+full_chroma_int+full_chroma_inp,format=rgb24",
        "-f", "rawvideo", folder.url.path + "/film.rgb",
      ]))
    let rgb = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.url.path + "/film.rgb")))
    try #require(rgb.count == 7 * width * height * 3)
    for (i, value) in rgb.enumerated() {
      let color = Flat(width: 1, height: 1).colors[i / (width * height * 3) % 3]
      let wanted = Int((color >> UInt32(8 * (i % 3))) & 0xFF)
      #expect(abs(Int(value) - wanted) <= 2)
    }
  }
}
