// What is kept, and what goes.
//
// A film needs the bitmaps of two pages at a time and goes through its pages, so there is no need for
// all of them, nor for all pictures that were drawn onto them. Both share one budget. Everything in
// it can be made again with the same bytes, so what is found and what is missed changes the time and
// never a pixel.
//
// Before a bitmap is made, room is made for it. What goes first is what the film needs last: pictures
// that were drawn onto pages and are needed only if the page is drawn anew, states of a layer that have
// passed, pages that do not come again; then the pages that come again, the last one first.
//
// The pages of the frame in hand stay. So do pictures that are drawn frame after frame, as under a
// text that fades in: to decode such a one again for each frame could take longer than everything
// else. They have a larger limit of their own.

import FolioGeometry
import FolioRaster
import FolioScene
import Synchronization

/// The bitmaps of pages, layers and page controls, and the decoded pictures, as many as fit a budget.
final class BitmapCache: Sendable {
  /// Everything that a drawn bitmap depends on.
  enum Key: Hashable, Sendable {
    case page(track: Int, page: Int, size: Size, pagers: [FrameState.Pager], [FrameState.Override])
    case control(track: Int, FrameState.Control)
    case layers(isAbove: Bool, pagers: [FrameState.Pager], [FrameState.Override])
  }

  /// A drawn bitmap.
  struct Drawn: Sendable {
    let bitmap: PreparedBitmap
    /// Where it lies from the corner of what it belongs to.
    let x: Int
    let y: Int
    /// The frame that used it last.
    fileprivate var used: Int
  }

  /// A decoded picture.
  fileprivate struct Picture {
    let bitmap: Bitmap
    /// Set if the picture is a page as it is. It shares the bitmap's storage.
    var page: PreparedBitmap?
    /// The frame that used it last; 0 for one that was only checked.
    var used: Int
    /// The frame that used it last as a page.
    var usedAsPage = Int.min
    /// Whether it was drawn in the frames before, too.
    var isRedrawn = false
  }

  /// How many bytes of pictures that are drawn frame after frame are kept beyond the budget.
  static let redrawnLimit = 512 << 20

  fileprivate struct Contents {
    var drawn: [Key: Drawn] = [:]
    var pictures: [String: Picture] = [:]
    /// The frame in which each picture was drawn last, also where it is gone.
    var drawings: [String: Int] = [:]
    var schedule: PageSchedule
    var budget: Int
    var bytes = 0
    var clock = 0
    var drawsWholeFrames = false
  }

  /// The bytes of a frame of the film.
  let frameSize: Int
  private let contents: Mutex<Contents>

  /// An empty cache for a film.
  ///
  /// The budget is a frame for each thread and four more, which hold the pages in view and most of
  /// those around, and at least 40 MiB, so that small frames have some, too. Two frames of it go once
  /// whole frames are drawn.
  ///
  /// - Parameters:
  ///   - recording: the film, played.
  ///   - jobs: how many threads draw it.
  init(_ recording: SceneRecording, jobs: Int) {
    let canvas = recording.scene.canvas
    frameSize = 4 * canvas.pixelWidth * canvas.pixelHeight
    contents = Mutex(
      Contents(
        schedule: PageSchedule(recording),
        budget: max(40 << 20, frameSize * (max(2, jobs) + 4))))
  }

  /// How many bytes of pixels are kept at most, 4 a pixel.
  var budget: Int { contents.withLock { $0.budget } }

  /// Takes bytes that lie in memory for as long as the film from the budget, of which at least half
  /// is left.
  func takeFromBudget(_ bytes: Int) {
    contents.withLock { $0.budget = max($0.budget / 2, $0.budget - bytes) }
  }

  /// Takes two frames from the budget, once: as much as whole frames need beside the payloads that are
  /// made of them. Frames that are drawn some rows at a time leave that to the pages.
  func makeRoomForWholeFrames() {
    contents.withLock {
      if $0.drawsWholeFrames { return }
      $0.drawsWholeFrames = true
      $0.budget = max($0.budget / 2, $0.budget - 2 * frameSize)
    }
  }

  /// How many bytes of pixels are kept now.
  var byteCount: Int { contents.withLock { $0.bytes } }

  /// Begins a frame that shows pages: what it uses is in hand until the next one.
  func beginFrame(_ pages: [PageID]) {
    contents.withLock {
      $0.clock += 1
      $0.schedule.show(pages, inFrame: $0.clock)
    }
  }

  /// Lets go of what is over the budget.
  func makeRoom(for bytes: Int = 0) { contents.withLock { $0.makeRoom(for: bytes) } }

  // MARK: - Drawn bitmaps

  /// The bitmap of a key, drawn if it is not there.
  ///
  /// - Parameters:
  ///   - width: the bitmap's width in pixels.
  ///   - height: its height.
  ///   - draw: draws it, and says where it lies.
  func drawn(
    _ key: Key, width: Int, height: Int, x: Int = 0, y: Int = 0, _ draw: () -> Bitmap
  ) -> Drawn {
    if let drawn = found(key) { return drawn }
    // The memory is taken before the pictures that go onto it are decoded, and counts from now on.
    contents.withLock {
      $0.makeRoom(for: 4 * width * height)
      $0.bytes += 4 * width * height
    }
    let bitmap = PreparedBitmap(draw())
    return contents.withLock {
      let drawn = Drawn(bitmap: bitmap, x: x, y: y, used: $0.clock)
      $0.drawn[key] = drawn
      return drawn
    }
  }

  /// The bitmap of a key, if it is there.
  func found(_ key: Key) -> Drawn? {
    contents.withLock {
      $0.drawn[key]?.used = $0.clock
      return $0.drawn[key]
    }
  }

  // MARK: - Pictures

  /// Keeps a picture that was decoded for the check.
  func prefetched(_ bitmap: Bitmap, ofPicture path: String) {
    contents.withLock {
      $0.bytes += 4 * bitmap.pixels.count
      $0.pictures[path] = Picture(bitmap: bitmap, used: 0)
    }
  }

  /// A decoded picture that is to be drawn, if it is there.
  func picture(_ path: String) -> Bitmap? {
    contents.withLock {
      guard $0.pictures[path] != nil else { return nil }
      $0.noteDrawing(of: path)
      return $0.pictures[path]?.bitmap
    }
  }

  /// A decoded picture that is a page as it is, if it is there.
  func page(ofPicture path: String) -> PreparedBitmap? {
    contents.withLock {
      guard var picture = $0.pictures[path] else { return nil }
      let page = picture.page ?? PreparedBitmap(picture.bitmap)
      picture.page = page
      picture.used = $0.clock
      picture.usedAsPage = $0.clock
      $0.pictures[path] = picture
      return page
    }
  }

  /// Keeps a picture that was decoded to be used now. Room has been made for it.
  func keep(_ bitmap: Bitmap, ofPicture path: String) {
    contents.withLock {
      if $0.pictures[path] != nil { return }
      $0.bytes += 4 * bitmap.pixels.count
      $0.pictures[path] = Picture(bitmap: bitmap, used: $0.clock)
      $0.noteDrawing(of: path)
    }
  }
}

extension BitmapCache.Contents {
  /// Notes that a picture is drawn onto something now.
  fileprivate mutating func noteDrawing(of path: String) {
    let last = drawings.updateValue(clock, forKey: path)
    pictures[path]?.used = clock
    if let last, last < clock {
      pictures[path]?.isRedrawn = clock - last <= PageSchedule.inARow
    }
  }

  /// Something that may go.
  private struct Candidate {
    enum Place {
      case drawn(BitmapCache.Key)
      case picture(String)
    }

    let place: Place
    let bytes: Int
    /// How many visits of pages are before the one that needs it.
    let next: Int
    /// The frame that used it last.
    let used: Int
  }

  /// Lets go of bitmaps until so many bytes more fit the budget, as far as that is possible.
  fileprivate mutating func makeRoom(for more: Int) {
    if bytes + more <= budget { return }
    for candidate in candidates() {
      switch candidate.place {
      case .drawn(let key): drawn[key] = nil
      case .picture(let path): pictures[path] = nil
      }
      bytes -= candidate.bytes
      if bytes + more <= budget { return }
    }
  }

  /// What may go, the first to go first.
  private func candidates() -> [Candidate] {
    let visits = schedule.nextVisits()
    var found: [Candidate] = []
    var drawnPages: Set<PageID> = []
    for (key, entry) in drawn {
      let isRecent = clock - entry.used <= PageSchedule.inARow
      var next = isRecent ? 0 : Int.max
      if case .page(let track, let page, _, _, _) = key {
        let id = PageID(track: track, page: page)
        drawnPages.insert(id)
        // Where the page is in view in another state, this one has passed.
        if !isRecent, !schedule.isSeen(id, at: clock) { next = visits[id] ?? .max }
      }
      if entry.used == clock { continue }
      found.append(
        Candidate(
          place: .drawn(key), bytes: 4 * entry.bitmap.bitmap.pixels.count, next: next,
          used: entry.used))
    }
    var redrawn = 0
    for (path, picture) in pictures where picture.usedAsPage < clock {
      let bytes = 4 * picture.bitmap.pixels.count
      let isRecent = clock - picture.used <= PageSchedule.inARow
      if picture.isRedrawn, isRecent, redrawn + bytes <= BitmapCache.redrawnLimit {
        redrawn += bytes
        continue
      }
      var next = picture.page != nil && isRecent ? 0 : Int.max
      for id in schedule.pages(showing: path) where !drawnPages.contains(id) {
        next = min(next, visits[id] ?? .max)
      }
      found.append(Candidate(place: .picture(path), bytes: bytes, next: next, used: picture.used))
    }
    return found.sorted { $0.next != $1.next ? $0.next > $1.next : $0.used < $1.used }
  }
}
