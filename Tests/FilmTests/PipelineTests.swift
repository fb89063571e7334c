import FolioRaster
import FolioSequence
import Synchronization
import Testing

@testable import FolioFilm

@Suite("The pipeline hands every frame over once, in order, with bounded memory")
struct PipelineTests {
  /// What was handed over: the frame, and its picture where it is not that of the frame before.
  struct Commit: Equatable {
    var frame: Int
    var picture: UInt32?
  }

  func run(_ film: StripeFilm, frames: FrameSet, jobs: Int) throws -> [Commit] {
    var commits: [Commit] = []
    let pipeline = FramePipeline(
      source: film, frames: frames, jobs: jobs, cancellation: Cancellation()
    ) { (bitmap: inout Bitmap, _: Int, _: Int) -> UInt32 in
      bitmap[0, 0]
    }
    try pipeline.run { (frame, payload) throws(FilmError) in
      commits.append(Commit(frame: frame, picture: payload))
    }
    return commits
  }

  @Test("any set, any number of threads, any runs of equal pictures")
  func order() throws {
    for jobs in [1, 2, 5, 16] {
      for expression in ["0-", "0", "last", "0-19x3", "1,5-9,12", "3-7"] {
        let set = try FrameSet(expression, frameCount: pagerPictures.count)
        let film = StripeFilm(pagerPictures)
        let commits = try run(film, frames: set, jobs: jobs)
        #expect(commits.map(\.frame) == Array(set))
        for (i, commit) in commits.enumerated() {
          let isNew = i == 0 || pagerPictures[set[i]] != pagerPictures[set[i - 1]]
          #expect((commit.picture != nil) == isNew)
          if let picture = commit.picture {
            #expect(Int(picture >> 16 & 0xFF) == pagerPictures[commit.frame])
          }
        }
      }
    }
  }

  @Test("a rest longer than a claim is still drawn once")
  func longRest() throws {
    let film = StripeFilm(Array(repeating: 5, count: 3000) + [6])
    let commits = try run(film, frames: FrameSet(0..<3001), jobs: 3)
    #expect(commits.filter { $0.picture != nil }.map(\.frame) == [0, 3000])
    #expect(film.draws.count == 2)
  }

  @Test("at most two pictures more than threads are on their way", arguments: [1, 2, 4])
  func bounded(jobs: Int) throws {
    let film = StripeFilm(Array(0..<300))
    let produced = Counter()
    let most = Mutex(0)
    let pipeline = FramePipeline(
      source: film, frames: FrameSet(0..<300), jobs: jobs, cancellation: Cancellation()
    ) { (_: inout Bitmap, _: Int, _: Int) -> Int in
      produced.add()
      return produced.count
    }
    var committed = 0
    try pipeline.run { (_, _) throws(FilmError) in
      // The slowest step is the last one, so pictures would pile up if nothing held them back.
      for _ in 0..<20_000 { _ = produced.count }
      most.withLock { $0 = max($0, produced.count - committed) }
      committed += 1
    }
    #expect(most.withLock { $0 } <= jobs + 2)
    #expect(committed == 300)
  }

  @Test("an error of the one who takes the frames stops the rest")
  func commitError() throws {
    let film = StripeFilm(Array(0..<1000))
    let pipeline = FramePipeline(
      source: film, frames: FrameSet(0..<1000), jobs: 4, cancellation: Cancellation()
    ) { (_: inout Bitmap, _: Int, frame: Int) -> Int in frame }
    let error = #expect(throws: FilmError.self) {
      try pipeline.run { (frame, _) throws(FilmError) in
        if frame == 10 { throw FilmError(.cannotWrite, "full") }
      }
    }
    #expect(error?.kind == .cannotWrite)
    #expect(film.draws.count <= 10 + 4 + 3)
  }

  @Test(
    "a source that draws rows is asked for each row once, from top to bottom, and gives one film")
  func rows() throws {
    let film = StripeFilm([1, 1, 2, 3])
    var pictures: [[UInt32]] = []
    let pipeline = FramePipeline(
      source: RowFilm(film), frames: FrameSet(0..<4), jobs: 2, cancellation: Cancellation(),
      processRows: { (draw, _, _) -> [UInt32] in
        var pixels: [UInt32] = []
        var band = Bitmap(width: film.width, height: 4)
        for top in stride(from: 0, to: film.height, by: 4) {
          let rows = top..<min(top + 4, film.height)
          try draw(rows, &band, top)
          pixels += band.pixels[..<(rows.count * film.width)]
        }
        return pixels
      }
    ) { (_: inout Bitmap, _: Int, _: Int) -> [UInt32] in [] }
    try pipeline.run { (_, payload) throws(FilmError) in
      if let payload { pictures.append(payload) }
    }
    #expect(
      pictures
        == (try [0, 2, 3].map { frame in
          var bitmap = Bitmap(width: film.width, height: film.height)
          try film.draw(film.state(of: frame), into: &bitmap)
          return bitmap.pixels
        }))
  }

  @Test(
    "errors of rows and of who asks for them are told apart, and a cancellation ends the drawing")
  func rowErrors() throws {
    struct Refusal: Error {}
    for fault in ["source", "encoder", "cancelled"] {
      var film = StripeFilm(Array(0..<8))
      if fault == "source" { film.failingFrames = [3] }
      let cancellation = Cancellation()
      let pipeline = FramePipeline(
        source: RowFilm(film), frames: FrameSet(0..<8), jobs: 2, cancellation: cancellation,
        processRows: { (draw, _, frame) -> Int in
          if fault == "encoder", frame == 3 { throw Refusal() }
          var band = Bitmap(width: 24, height: 10)
          try draw(0..<5, &band, 0)
          if fault == "cancelled", frame == 3 { cancellation.cancel() }
          try draw(5..<10, &band, 0)
          return frame
        }
      ) { (_: inout Bitmap, _: Int, frame: Int) -> Int in frame }
      let error = #expect(throws: FilmError.self) { try pipeline.run { (_, _) in } }
      switch fault {
      case "source": #expect(error?.kind == .source(frame: 3))
      case "encoder": #expect(error?.kind == .encoder(frame: 3))
      default: #expect(error?.kind == .cancelled)
      }
    }
  }

  @Test("a source that draws another size is told so")
  func wrongSize() throws {
    struct Shrinking: FrameSource {
      let width = 8
      let height = 8
      func state(of frame: Int) -> Int { frame }
      func draw(_ state: Int, into bitmap: inout Bitmap) { bitmap = Bitmap(width: 4, height: 4) }
      func rows(of state: Int) -> FrameRowDrawing? {
        { (_, band, _) in band = Bitmap(width: 4, height: 4) }
      }
      func record(of frame: Int) -> FrameRecord { FrameRecord(index: frame, time: FrameTime(0)) }
    }
    for drawsRows in [false, true] {
      var pipeline = FramePipeline(
        source: Shrinking(), frames: FrameSet(0..<2), jobs: 1, cancellation: Cancellation()
      ) { (_: inout Bitmap, _: Int, _: Int) -> Int in 0 }
      if drawsRows {
        pipeline.processRows = { (draw, _, _) in
          var band = Bitmap(width: 8, height: 2)
          try draw(0..<2, &band, 0)
          return 0
        }
      }
      let error = #expect(throws: FilmError.self) { try pipeline.run { (_, _) in } }
      #expect(error?.kind == .source(frame: 0))
      #expect(error?.message.contains("4x4") == true)
    }
  }
}
