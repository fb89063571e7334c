import FolioFilm
import FolioRaster
import FolioSequence
import Foundation
import Synchronization
import TestSupport
import Testing

/// A film of coloured stripes: frame `n` shows picture `pictures[n]`.
struct StripeFilm: FrameSource {
  var width = 24
  var height = 10
  var pictures: [Int]
  /// Frames whose states differ although their pictures do not.
  var distinctStates = false
  var failingFrames: Set<Int> = []
  var failingStates: Set<Int> = []
  /// Microseconds that a picture takes to draw.
  var delay: @Sendable (Int) -> UInt32 = { _ in 0 }
  let draws = Counter()

  struct State: Equatable, Sendable {
    var picture: Int
    var tag: Int
    var fails: Bool
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String { "the picture does not exist" }
  }

  init(_ pictures: [Int]) { self.pictures = pictures }

  func state(of frame: Int) throws -> State {
    if failingStates.contains(frame) { throw Failure() }
    return State(
      picture: pictures[frame], tag: distinctStates ? frame : 0,
      fails: failingFrames.contains(frame))
  }

  func draw(_ state: State, into bitmap: inout Bitmap) throws {
    draws.add()
    usleep(delay(state.picture))
    if state.fails { throw Failure() }
    let width = width
    bitmap.withMutablePixels { pixels in
      for i in 0..<pixels.count {
        let v = UInt32((state.picture &* 7919 &+ (i % width) &* 31 &+ i / width) & 0xFF)
        pixels[i] = 0xFF00_0000 | v | (v << 8) | (UInt32(state.picture & 0xFF) << 16)
      }
    }
  }

  func record(of frame: Int) throws -> FrameRecord {
    FrameRecord(
      index: frame, time: FrameTime(Int64(frame), 30), pagePosition: Double(frame) / 4,
      contentOffset: ContentOffset(x: Double(frame) * 80, y: 0))
  }

  /// The pictures as files of the netpbm family (P7), which need no compression.
  static let encoder = FrameEncoder { bitmap, _ in file(of: bitmap) }

  /// The picture as the encoder writes it.
  static func file(of bitmap: Bitmap) -> [UInt8] {
    var bytes = Array(
      """
      P7
      WIDTH \(bitmap.width)
      HEIGHT \(bitmap.height)
      DEPTH 4
      MAXVAL 255
      TUPLTYPE RGB_ALPHA
      ENDHDR

      """.utf8)
    for pixel in bitmap.pixels {
      for shift in [0, 8, 16, 24] as [UInt32] {
        bytes.append(UInt8(truncatingIfNeeded: pixel >> shift))
      }
    }
    return bytes
  }

  func info(
    scene: String = "stripes", version: Int = 1, pattern: String = "frame-%05d.pam"
  ) throws -> SequenceInfo {
    SequenceInfo(
      sceneName: scene,
      sceneDigest: SHA256.hash(Array("\(scene) \(version) \(pictures)".utf8)),
      renderer: "folioscope test", width: width, height: height, scale: 2,
      frameRate: try #require(FrameRate(30)), frameCount: pictures.count, hasAlpha: false,
      name: try FrameName(pattern: pattern, scene: scene, frameCount: pictures.count),
      markers: [.init(name: "middle", time: FrameTime(1, 3))])
  }
}

/// A film of stripes that also draws rows.
struct RowFilm: FrameSource {
  let film: StripeFilm
  var width: Int { film.width }
  var height: Int { film.height }

  init(_ film: StripeFilm) { self.film = film }

  func state(of frame: Int) throws -> StripeFilm.State { try film.state(of: frame) }

  func draw(_ state: StripeFilm.State, into bitmap: inout Bitmap) throws {
    try film.draw(state, into: &bitmap)
  }

  func rows(of state: StripeFilm.State) -> FrameRowDrawing? {
    { (rows, band, top) in
      var whole = Bitmap(width: width, height: height)
      try film.draw(state, into: &whole)
      band.withMutablePixels { pixels in
        for y in rows {
          for x in 0..<width { pixels[(y - top) * width + x] = whole[x, y] }
        }
      }
    }
  }

  func record(of frame: Int) throws -> FrameRecord { try film.record(of: frame) }
}

/// A number that several threads raise.
final class Counter: Sendable {
  private let value = Mutex(0)

  func add(_ amount: Int = 1) { value.withLock { $0 += amount } }

  var count: Int { value.withLock { $0 } }
}

extension ScratchFolder {
  func path(_ name: String = "out") -> FilePath { FilePath(url.path + "/" + name) }

  /// The names in a folder, hidden ones too, in ascending order.
  func names(_ folder: String = "out") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path + "/" + folder).sorted()
  }

  /// All files of a folder.
  func contents(_ folder: String = "out") throws -> [String: Data] { try contents(of: folder) }

  func text(_ name: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
  }

  func manifest(_ name: String = "out/folioscope-manifest.json") throws -> Manifest {
    try Manifest(json: Array(Data(contentsOf: url.appendingPathComponent(name))))
  }

  /// Writes a film the usual way.
  @discardableResult
  func render(
    _ film: StripeFilm, to folder: String = "out", info: SequenceInfo? = nil, set: String = "0-",
    jobs: Int = 2, overwrite: Bool = false, links: Bool = true,
    cancellation: Cancellation = Cancellation(),
    progress: (FilmProgress) -> Void = { _ in }
  ) throws -> Manifest {
    let info = try info ?? film.info()
    var options = FilmOptions(jobs: jobs)
    options.folder.overwrite = overwrite
    options.folder.links = links
    options.cancellation = cancellation
    return try FilmWriter.write(
      film, info: info, frames: FrameSet(set, frameCount: info.frameCount), to: path(folder),
      options: options, encoder: StripeFilm.encoder, progress: progress)
  }

  /// The error with which a render ends.
  func failure(_ body: () throws -> Void) -> FilmError? {
    #expect(throws: FilmError.self, performing: body)
  }
}

/// Pictures of a small pager: rests and movements.
let pagerPictures = [0, 0, 0, 1, 2, 3, 4, 4, 4, 4, 5, 6, 7, 0, 0, 0, 8, 9, 9, 1]
