// Frames of a stream are megabytes each and live for a moment. Memory of that size comes from the system
// page by page and goes back to it, which costs as much as making the frame. So what has been written
// is used again, and a stream takes the memory of the frames that are on their way at once.

import FolioRaster
import Synchronization

/// The memory of the frames of a stream, for whichever thread makes the next one.
final class FrameBuffers: Sendable {
  private struct Free {
    var bytes: [[UInt8]] = []
    var pixels: [[UInt32]] = []
  }

  private let free = Mutex(Free())

  /// Memory with what `write` writes, which is every one of its `count` bytes.
  func bytes<E: Error>(
    count: Int, _ write: (inout [UInt8]) throws(E) -> Void
  ) throws(E) -> FrameMemory<UInt8> {
    var bytes = free.withLock { $0.bytes.popLast() } ?? []
    if bytes.count != count { bytes = [UInt8](repeating: 0, count: count) }
    try write(&bytes)
    return FrameMemory(bytes) { bytes in self.free.withLock { $0.bytes.append(bytes) } }
  }

  /// A bitmap with any pixels.
  func bitmap(width: Int, height: Int) -> Bitmap {
    if let pixels = free.withLock({ $0.pixels.popLast() }), pixels.count == width * height {
      return Bitmap(width: width, height: height, pixels: pixels)
    }
    return Bitmap(width: width, height: height)
  }

  /// Takes the pixels of a bitmap and leaves one of no size.
  func takePixels(of bitmap: inout Bitmap) -> FrameMemory<UInt32> {
    let pixels = bitmap.pixels
    bitmap = Bitmap(width: 0, height: 0)
    return FrameMemory(pixels) { pixels in self.free.withLock { $0.pixels.append(pixels) } }
  }
}

/// The memory of one frame, given back once nobody needs it.
final class FrameMemory<Element: BitwiseCopyable & Sendable>: Sendable {
  /// The frame.
  let elements: [Element]
  private let giveBack: (@Sendable ([Element]) -> Void)?

  /// Memory of its own, or memory that is given back.
  init(_ elements: [Element], giveBack: (@Sendable ([Element]) -> Void)? = nil) {
    self.elements = elements
    self.giveBack = giveBack
  }

  deinit { giveBack?(elements) }
}
