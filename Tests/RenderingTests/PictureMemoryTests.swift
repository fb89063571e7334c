import FolioGeometry
import FolioImageCoding
import FolioNumerics
import FolioPagingCore
import FolioRaster
import FolioScene
import Foundation
import TestSupport
import Testing

@testable import FolioRendering

/// Films of pictures that are written to a folder first.
private struct PictureFilm {
  let folder: ScratchFolder
  var scene: Scene

  /// - Parameters:
  ///   - size: a page in points.
  ///   - scale: pixels a point.
  ///   - pictures: one for each page.
  init(
    _ pictures: [Bitmap], size: Size, scale: Double = 1, fit: FolioScene.ImageFit = .cover,
    loops: Bool = false
  ) throws {
    folder = try ScratchFolder()
    var pager = PagerDescription()
    pager.loops = loops
    pager.autoplay = FolioScene.Autoplay(
      every: Rational(1, over: 2), duration: Rational(2, over: 5))
    var pages: [Page] = []
    for (i, picture) in pictures.enumerated() {
      let path = folder.file("\(i).png")
      try PictureFilm.write(picture, to: path)
      pages.append(
        Page(id: "p\(i)", background: .image(ImageContent(AssetPath(path), fit: fit))))
    }
    scene = Scene(
      name: "pictures",
      canvas: CanvasDescription(size: size, resolution: .scale(scale), frameRate: 20, duration: 4),
      pager: pager, pages: pages)
  }

  static func write(_ picture: Bitmap, to path: String) throws {
    let encoder = try PNGEncoder(width: picture.width, height: picture.height, colorType: .rgba)
    try Data(encoder.encode(picture)).write(to: URL(fileURLWithPath: path))
  }

  func renderer(jobs: Int = 1) throws -> SceneRenderer {
    try SceneRenderer(Playback.play(scene), fontFolders: BannerScene.fonts, jobs: jobs)
  }

  /// A picture of noise, opaque or of any alpha.
  static func noise(_ width: Int, _ height: Int, seed: UInt64, isOpaque: Bool = true) -> Bitmap {
    var random = SplitMix64(seed: seed)
    let pixels = (0..<(width * height)).map { _ -> UInt32 in
      let bits = UInt32(truncatingIfNeeded: random.next())
      return Color(
        red: UInt8(bits & 255), green: UInt8((bits >> 8) & 255), blue: UInt8((bits >> 16) & 255),
        alpha: isOpaque ? 255 : UInt8(bits >> 24)
      ).premultiplied
    }
    return Bitmap(width: width, height: height, pixels: pixels)
  }
}

@Suite("A film's pictures take bounded memory and give the same frames")
struct PictureMemoryTests {
  @Test(
    "a page that is one picture pixel for pixel has the bytes of the page drawn, and no bitmap",
    arguments: [FolioScene.ImageFit.cover, .contain, .fill], [true, false])
  func sharedPages(fit: FolioScene.ImageFit, isOpaque: Bool) throws {
    for (width, height, scale) in [(40, 30, 1.0), (26, 18, 2.0), (39, 84, 3.0)] {
      let pictures = (0..<3).map {
        PictureFilm.noise(width * Int(scale), height * Int(scale), seed: $0, isOpaque: isOpaque)
      }
      let size = Size(width: Double(width), height: Double(height))
      var film = try PictureFilm(pictures, size: size, scale: scale, fit: fit, loops: true)
      let shared = try film.renderer()
      // A layer that is not seen makes the page one that is drawn.
      for i in film.scene.pages.indices {
        var layer = Layer.text("never seen")
        layer.isHidden = true
        film.scene.pages[i].layers = [layer]
      }
      let drawn = try film.renderer()
      for frame in 0..<shared.recording.frameCount {
        #expect(shared.frame(frame) == drawn.frame(frame), "frame \(frame)")
      }
      let picture = 4 * pictures[0].pixels.count
      #expect(shared.bitmaps.byteCount == 3 * picture)
      #expect(drawn.bitmaps.byteCount == 6 * picture)
      if isOpaque { #expect(shared.frame(0) == pictures[0]) }
    }
  }

  @Test("a picture of nearly the page's size, or shown otherwise, is drawn")
  func drawnPages() throws {
    let size = Size(width: 40, height: 30)
    let kinds: [(Int, Int, (inout ImageContent) -> Void)] = [
      (41, 30, { _ in }), (40, 31, { _ in }), (80, 60, { _ in }),
      (40, 30, { $0.radius = CornerRadii(4) }), (40, 30, { $0.tint = .black }),
      (40, 30, { $0.tiling = .repeat }),
    ]
    for (i, (width, height, change)) in kinds.enumerated() {
      let picture = PictureFilm.noise(width, height, seed: UInt64(i))
      var film = try PictureFilm([picture], size: size)
      guard case .image(var image) = film.scene.pages[0].background else {
        Issue.record("no picture")
        return
      }
      change(&image)
      film.scene.pages[0].background = .image(image)
      let renderer = try film.renderer()
      _ = renderer.frame(0)
      #expect(renderer.bitmaps.byteCount == 4 * (picture.pixels.count + 40 * 30), "kind \(i)")
    }
  }

  @Test("pictures that together take more than half a gigabyte are drawn within the budget")
  func manyLargePictures() throws {
    // Ten of 64 MB: 640 MB. Rows of one colour keep the files small.
    let side = 4000
    let pictures = (0..<10).map { i in
      Bitmap(width: side, height: side, color: Color(red: UInt8(20 * i), green: 200, blue: 90))
    }
    var film = try PictureFilm(Array(pictures.prefix(1)), size: Size(width: 40, height: 40))
    film.scene.pages = try pictures.indices.map { i in
      let path = film.folder.file("\(i).png")
      let encoder = try PNGEncoder(width: side, height: side, colorType: .rgb)
      try Data(encoder.encode(pictures[i])).write(to: URL(fileURLWithPath: path))
      return Page(id: "p\(i)", background: .image(ImageContent(AssetPath(path), fit: .cover)))
    }
    film.scene.canvas.duration = 6
    let renderer = try film.renderer(jobs: 2)
    let one = 4 * side * side
    #expect(renderer.bitmaps.budget < one)
    var colors: Set<UInt32> = []
    for frame in 0..<renderer.recording.frameCount {
      colors.insert(renderer.frame(frame)[0, 0])
      #expect(renderer.bitmaps.byteCount <= renderer.bitmaps.budget)
    }
    #expect(colors.isSuperset(of: pictures.map { $0[0, 0] }))
  }

  @Test("what becomes of a picture's file after the check changes nothing")
  func filesThatChange() throws {
    let size = Size(width: 2000, height: 2000)
    // Four of 16 MB shown 1:1 and four that are drawn: more than is kept.
    let pictures = (0..<8).map { i in
      let side = i % 2 == 0 ? 2000 : 1990
      let color = Color(red: 9, green: UInt8(30 * i), blue: 9)
      return Bitmap(width: side, height: side, color: color)
    }
    let film = try PictureFilm(pictures, size: size, loops: true)
    let renderer = try film.renderer()
    #expect(renderer.bitmaps.byteCount < pictures.reduce(0) { $0 + 4 * $1.pixels.count })
    let bytes = try Data(contentsOf: URL(fileURLWithPath: film.folder.file("3.png")))
    for i in 0..<2 { try FileManager.default.removeItem(atPath: film.folder.file("\(i).png")) }
    try film.folder.write("no picture", to: "2.png")
    try PictureFilm.write(pictures[0], to: film.folder.file("3.png"))
    var seen: Set<Int> = []
    for frame in 0..<renderer.recording.frameCount {
      let pages = renderer.state(ofFrame: frame).pagers[0].pages
      guard pages.count == 1, seen.insert(pages[0].page).inserted else { continue }
      #expect(renderer.frame(frame)[1000, 1000] == pictures[pages[0].page][0, 0])
    }
    #expect(seen.count == pictures.count)
    #expect(renderer.bytes(ofPicture: film.folder.file("3.png")) == [UInt8](bytes))
    #expect(renderer.bytes(ofPicture: film.folder.file("9.png")) == nil)
  }

  @Test("every fault is told, in the order of the scene, for any number of threads")
  func faults() throws {
    var film = try PictureFilm(
      (0..<6).map { PictureFilm.noise(8, 8, seed: $0) }, size: Size(width: 8, height: 8))
    try film.folder.write("no picture", to: "1.png")
    try FileManager.default.removeItem(atPath: film.folder.file("3.png"))
    let whole = try Data(contentsOf: URL(fileURLWithPath: film.folder.file("4.png")))
    try whole.dropLast(20).write(to: URL(fileURLWithPath: film.folder.file("4.png")))
    // The missing one is named once more, and told once.
    film.scene.pages.append(film.scene.pages[3])
    film.scene.pages[6].id = "again"
    var all: [[String]] = []
    for jobs in [1, 2, 7] {
      do throws(DiagnosticList) {
        _ = try SceneRenderer(
          Playback.still(film.scene), fontFolders: BannerScene.fonts, jobs: jobs)
        Issue.record("nothing was found")
      } catch {
        all.append(error.errors.map { "\($0.code) \($0.message)" })
      }
    }
    let found = try #require(all.first)
    #expect(found.count == 3 && all.allSatisfy { $0 == found })
    for (message, (code, name)) in zip(
      found, [("badText", "1.png"), ("missingFile", "3.png"), ("badText", "4.png")])
    {
      #expect(message.hasPrefix(code) && message.contains(name), "\(message)")
    }
  }
}

@Suite("What is needed last is let go of first")
struct BitmapCacheTests {
  /// A film of pages of 4 MB, of which ten fit (40 MiB), turned one after the other.
  private func recording(pages: Int, loops: Bool) throws -> SceneRecording {
    var pager = PagerDescription()
    pager.loops = loops
    pager.autoplay = FolioScene.Autoplay(every: 1)
    return try Playback.play(
      Scene(
        name: "cache",
        canvas: CanvasDescription(
          size: Size(width: 1024, height: 1024), resolution: .scale(1), frameRate: 10,
          duration: loops ? 60 : Rational(pages)),
        pager: pager,
        pages: (0..<pages).map { Page(id: "p\($0)", background: .paint(.color(.white))) }
      ))
  }

  private func key(_ page: Int) -> BitmapCache.Key {
    .page(track: 0, page: page, size: Size(width: 1024, height: 1024), pagers: [], [])
  }

  /// How many bitmaps are drawn in a film that shows one page after the other.
  private func drawings(_ cache: BitmapCache, _ visits: some Sequence<Int>) -> Int {
    var count = 0
    for page in visits {
      // As many frames as keep one visit apart from the next.
      for _ in 0..<10 {
        cache.beginFrame([PageID(track: 0, page: page)])
        _ = cache.drawn(key(page), width: 1024, height: 1024) {
          count += 1
          return Bitmap(width: 1024, height: 1024)
        }
        cache.makeRoom()
      }
      #expect(cache.byteCount <= cache.budget)
    }
    return count
  }

  @Test("a loop over fifteen pages, of which ten fit, misses as few as can be")
  func loop() throws {
    let cache = BitmapCache(try recording(pages: 15, loops: true), jobs: 1)
    #expect(cache.budget == 40 << 20)
    let count = drawings(cache, (0..<60).map { $0 % 15 })
    // The first round draws 15. The best that can be done afterwards is to lose 5 pages of 14 that
    // are not in hand a round; what was used least recently first would lose all 15.
    #expect(count >= 15 + 3 * 5 && count <= 15 + 3 * 6, "\(count)")
  }

  @Test("pages that do not come again go before pictures that are still to come")
  func once() throws {
    let cache = BitmapCache(try recording(pages: 24, loops: false), jobs: 1)
    #expect(drawings(cache, 0..<24) == 24)
    // The last ten are there.
    cache.beginFrame([PageID(track: 0, page: 23)])
    #expect((0..<24).filter { cache.found(key($0)) != nil } == Array(14..<24))
  }

  @Test("a picture that is drawn frame after frame stays, whatever its size; afterwards it goes")
  func redrawn() throws {
    let cache = BitmapCache(try recording(pages: 2, loops: false), jobs: 1)
    let picture = Bitmap(width: 4096, height: 4096)
    #expect(4 * picture.pixels.count > cache.budget)
    var decoded = 0
    func draw() {
      cache.beginFrame([PageID(track: 0, page: 0)])
      if cache.picture("a") == nil {
        decoded += 1
        cache.makeRoom(for: 4 * picture.pixels.count)
        cache.keep(picture, ofPicture: "a")
      }
      cache.makeRoom()
    }
    draw()
    #expect(cache.byteCount == 0)
    for _ in 0..<20 { draw() }
    #expect(decoded == 2 && cache.byteCount == 4 * picture.pixels.count)
    for _ in 0..<10 {
      cache.beginFrame([PageID(track: 0, page: 1)])
      cache.makeRoom()
    }
    #expect(cache.byteCount == 0)
  }
}
