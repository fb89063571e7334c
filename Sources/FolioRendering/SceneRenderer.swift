import FolioGeometry
import FolioPagingCore
import FolioRaster
import FolioScene
import FolioTypography
import Synchronization

// Drawing a frame.
//
// A page that does not move inside itself is drawn once, at its size in device pixels, and kept as
// a bitmap; a frame is then copies of rows and a few dots. The bitmaps are shared by all threads
// that draw frames: whoever needs one first draws it, the others wait. Everything that a bitmap
// depends on is part of its key, so no thread can see another picture than it would draw itself.

/// Draws the frames of a recording.
public final class SceneRenderer: Sendable {
  /// The recording.
  public let recording: SceneRecording
  /// Width of a frame in pixels.
  public let width: Int
  /// Height of a frame in pixels.
  public let height: Int
  /// Whether every frame is opaque: the canvas has an opaque ground.
  public let isOpaque: Bool
  /// What a viewer should know of the pictures and texts but what stops nothing.
  public let warnings: [Diagnostic]

  private let sampler: FrameSampler
  /// The decoded pictures and drawn pages that are kept.
  let bitmaps: BitmapCache
  private let images: ImageStore
  private let cache: Mutex<PictureCache>

  /// A renderer for a recording; every picture is loaded, every text laid out and every page drawn
  /// once to find what is wrong.
  ///
  /// - Parameters:
  ///   - recording: a played scene.
  ///   - fontFolders: where the fonts that ship are looked for, in order.
  ///   - jobs: how many threads decode pictures now and draw frames later, 1 to 1,024. It changes
  ///     time and memory, and no byte.
  /// - Throws: every fault that was found.
  public init(
    _ recording: SceneRecording, fontFolders: [String], jobs: Int = 1
  ) throws(DiagnosticList) {
    self.recording = recording
    let canvas = recording.scene.canvas
    width = canvas.pixelWidth
    height = canvas.pixelHeight
    sampler = FrameSampler(recording)
    var settable = [canvas.background]
    for change in recording.settings where change.path == .canvasBackground {
      if case .color(let color) = change.value { settable.append(color) }
    }
    isOpaque = settable.allSatisfy { $0.alpha == 255 }

    var faults: [Diagnostic] = []
    var check = SceneCheck(recording)
    let jobs = min(max(1, jobs), 1024)
    bitmaps = BitmapCache(recording, jobs: jobs)
    let (images, fonts) = check.loadAssets(
      fontFolders: fontFolders, bitmaps: bitmaps, jobs: jobs)
    check.drawEverything(images: images, fonts: fonts)
    faults = check.faults
    if faults.contains(where: { $0.severity == .error }) { throw DiagnosticList(faults) }
    warnings = faults
    self.images = images
    cache = Mutex(
      PictureCache(recording: recording, images: images, bitmaps: bitmaps, fonts: fonts))
  }

  /// The bytes of a picture's file as they were read, checked and are drawn; `nil` for a file that is
  /// none of the recording's pictures.
  ///
  /// - Parameter path: the path that the scene's name of the picture leads to
  ///   (``FolioScene/AssetPath/resolved``).
  public func bytes(ofPicture path: String) -> [UInt8]? { images.bytes(ofFile: path) }

  /// How many bytes of pages and decoded pictures are kept from frame to frame, 4 a pixel. The pages of the
  /// frame in hand, and pictures that are drawn frame after frame, may go beyond it.
  public var bitmapBudget: Int { bitmaps.budget }

  /// What a frame shows.
  public func state(ofFrame index: Int) -> FrameState { sampler.state(ofFrame: index) }

  /// The sampler of the recording.
  public var frames: FrameSampler { sampler }

  /// Draws a frame onto a bitmap of the film's size; every pixel is set.
  ///
  /// - Precondition: `bitmap` is ``width`` by ``height`` pixels.
  public func draw(_ state: FrameState, into bitmap: inout Bitmap) {
    precondition(bitmap.width == width && bitmap.height == height)
    bitmaps.makeRoomForWholeFrames()
    picture(of: state).draw(0..<height, into: &bitmap, top: 0)
  }

  /// What a state is put together from, to be drawn some rows at a time, by one thread or by several.
  public func picture(of state: FrameState) -> FramePicture {
    FramePicture(
      pictures: cache.withLock { $0.pictures(for: state, width: width, height: height) },
      background: state.background, height: height)
  }

  /// Draws one frame.
  public func frame(_ index: Int) -> Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    draw(state(ofFrame: index), into: &bitmap)
    return bitmap
  }
}

/// A frame that can be drawn in parts.
public struct FramePicture: Sendable {
  fileprivate let pictures: FramePictures
  fileprivate let background: Color
  fileprivate let height: Int

  /// Draws some rows with the bytes that ``SceneRenderer/draw(_:into:)`` gives them.
  ///
  /// - Parameters:
  ///   - rows: The rows of the frame to draw; every pixel of them is set.
  ///   - band: Where to draw, as wide as the frame; other rows of it stay as they are.
  ///   - top: The row of the frame that is the band's first.
  /// - Precondition: `rows` are in the frame and in the band.
  public func draw(_ rows: Range<Int>, into band: inout Bitmap, top: Int) {
    var owned = Bitmap(width: 0, height: 0)
    swap(&owned, &band)
    var canvas = Canvas(drawingOn: owned, top: top, rows: rows, height: height)
    owned = Bitmap(width: 0, height: 0)
    pictures.draw(onto: &canvas, background: background)
    band = canvas.finish()
  }
}

/// The bitmaps that a frame is put together from, in order.
struct FramePictures: Sendable {
  /// The picture of the layers behind the pager, if there are any; it lies on the ground.
  let behind: PreparedBitmap?
  /// The rest, the lowest first.
  let placed: [PlacedBitmap]
  /// The rectangle that opaque pages of the main pager cover, which needs no ground.
  let covered: PixelRect

  func draw(onto canvas: inout Canvas, background: Color) {
    let whole = PixelRect(x: 0, y: 0, width: canvas.width, height: canvas.height)
    let bands =
      covered.isEmpty
      ? [whole]
      : [
        PixelRect(left: 0, top: 0, right: whole.right, bottom: covered.top),
        PixelRect(left: 0, top: covered.top, right: covered.left, bottom: covered.bottom),
        PixelRect(
          left: covered.right, top: covered.top, right: whole.right, bottom: covered.bottom),
        PixelRect(left: 0, top: covered.bottom, right: whole.right, bottom: whole.bottom),
      ]
    for band in bands where !band.isEmpty {
      let rect = Rect(
        x: Double(band.left), y: Double(band.top), width: Double(band.width),
        height: Double(band.height))
      canvas.withClip(rect) { canvas in
        if behind?.isOpaque != true { canvas.clear(background) }
        if let behind {
          canvas.draw([PlacedBitmap(behind, x: band.left, y: band.top, source: band)])
        }
      }
    }
    canvas.draw(placed)
  }
}
