import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FolioFilm

@Suite(
  "The pieces of a file are written one after another, however many bytes the system takes at a time"
)
struct PieceWritingTests {
  @Test(
    "into a pipe that waits, and into one that takes what it has room for",
    arguments: [false, true])
  func pipe(isNonBlocking: Bool) throws {
    var generator = SplitMix64(seed: 9)
    // More pieces than one call takes, empty ones among them, and more bytes than a pipe holds.
    let pieces = (0..<200).map { i in
      [UInt8](repeating: UInt8(i), count: i % 7 == 0 ? 0 : Int(generator.next() % 30_000))
    }
    let pipe = Pipe()
    let reading = pipe.fileHandleForReading
    let received = Mutex<[UInt8]>([])
    let isDone = DispatchSemaphore(value: 0)
    // A thread of its own: a task might wait for this one.
    Thread.detachNewThread {
      // Never as many as a piece has, so that the writer stops within pieces.
      while let some = try? reading.read(upToCount: 1_000), !some.isEmpty {
        received.withLock { $0 += some }
      }
      isDone.signal()
    }
    do {
      let descriptor = FileDescriptor(
        raw: fcntl(pipe.fileHandleForWriting.fileDescriptor, F_DUPFD_CLOEXEC, 0))
      if isNonBlocking { #expect(fcntl(descriptor.raw, F_SETFL, O_NONBLOCK) == 0) }
      try descriptor.write(pieces: pieces)
    }
    try pipe.fileHandleForWriting.close()
    isDone.wait()
    #expect(received.withLock { $0 } == pieces.flatMap { $0 })
  }

  @Test("a full disk is an error, not a shorter file")
  func fullDisk() throws {
    let handle = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let descriptor = FileDescriptor(raw: fcntl(handle.fileDescriptor, F_DUPFD_CLOEXEC, 0))
    var code: Int32?
    do throws(SystemError) {
      try descriptor.write(pieces: [[1, 2, 3], [], [4]])
    } catch {
      code = error.code
    }
    #expect(code == ENOSPC)
  }
}
