// Encoders of animations round times in their own ways: by the clock of the stream, by an average at
// the end. So ffmpeg gets pictures one tick apart, and the delays that the plan has worked out are
// put into the file afterwards. Neither kind of file has a checksum over them.
//
// GIF (GIF89a, 23): bytes 4 and 5 of the graphic control extension before an image, in hundredths of
// a second. Each picture that was handed over is an image.
//
// WebP (container specification, "Animation"): bytes 12 to 14 of the data of a chunk ANMF, in
// milliseconds. The encoder joins pictures that come out equal, and says so by longer durations: a
// chunk that lasts three ticks stands for three pictures. The last one stands for all that are left.
// A single picture is no animation and has no delay.

/// The delays in the file of an animation.
struct AnimationDelays {
  private let container: VideoContainer
  private let file: FileBytes

  /// Reads a file of ffmpeg's.
  init(_ container: VideoContainer, in file: borrowing FileDescriptor) {
    self.container = container
    self.file = FileBytes(file.raw)
  }

  /// Replaces the delays of pictures that are one tick apart by those that they are to have.
  ///
  /// - Parameter stays: For each picture that was handed over, how many ticks it stays.
  /// - Throws: ``Fault`` if the file is not made as it should be, or a ``SystemError``.
  func replace(with stays: [Int], in descriptor: borrowing FileDescriptor) throws {
    let places = try delays()
    switch container {
    case .gif:
      if places.count != stays.count {
        throw Fault(reason: "has \(places.count) images, expected \(stays.count)")
      }
      for (place, stay) in zip(places, stays) {
        try descriptor.write(
          [UInt8(truncatingIfNeeded: stay), UInt8(truncatingIfNeeded: stay >> 8)],
          at: place.offset)
      }
    default:
      if places.isEmpty, stays.count > 1 { throw Fault(reason: "is no animation") }
      var next = 0
      for (i, place) in places.enumerated() {
        let end = i == places.count - 1 ? stays.count : next + place.ticks
        guard end > next, end <= stays.count else {
          throw Fault(reason: "holds other pictures than it was given")
        }
        let stay = stays[next..<end].reduce(0, +)
        if stay > VideoPlan.longestStay(in: .webp) {
          throw Fault(reason: "cannot show one picture for \(stay / 3_600_000) h or more")
        }
        try descriptor.write(
          (0..<3).map { UInt8(truncatingIfNeeded: stay >> (8 * $0)) }, at: place.offset)
        next = end
      }
    }
  }

  /// Where each delay stands, and what it is, in ticks.
  func delays() throws -> [(offset: Int, ticks: Int)] {
    switch container {
    case .gif: try gifDelays()
    default: try webpDelays()
    }
  }

  /// What is wrong with a file.
  struct Fault: Error {
    let reason: String
  }

  private func gifDelays() throws -> [(offset: Int, ticks: Int)] {
    guard try file.text(at: 0, count: 3) == "GIF" else { throw Fault(reason: "is no GIF") }
    func tableSize(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
    func skipBlocks(from start: Int) throws -> Int {
      var at = start
      while true {
        let count = Int(try file.byte(at: at))
        at += 1 + count
        if count == 0 { return at }
      }
    }
    var at = 13 + tableSize(try file.byte(at: 10))
    var delays: [(offset: Int, ticks: Int)] = []
    var pending: Int?
    while true {
      switch try file.byte(at: at) {
      case 0x21:
        if try file.byte(at: at + 1) == 0xF9 { pending = at + 4 }
        at = try skipBlocks(from: at + 2)
      case 0x2C:
        guard let offset = pending else { throw Fault(reason: "has an image without a delay") }
        delays.append((offset, try file.number(at: offset, count: 2)))
        pending = nil
        // Nine bytes of place, size and flags; then the table, and the size of the first codes.
        at = try skipBlocks(from: at + 11 + tableSize(try file.byte(at: at + 9)))
      case 0x3B: return delays
      default: throw Fault(reason: "has an unknown block at byte \(at)")
      }
    }
  }

  private func webpDelays() throws -> [(offset: Int, ticks: Int)] {
    guard try file.text(at: 0, count: 4) == "RIFF", try file.text(at: 8, count: 4) == "WEBP" else {
      throw Fault(reason: "is no WebP")
    }
    let end = 8 + (try file.number(at: 4, count: 4))
    var at = 12
    var delays: [(offset: Int, ticks: Int)] = []
    while at + 8 <= end {
      let count = try file.number(at: at + 4, count: 4)
      if try file.text(at: at, count: 4) == "ANMF" {
        delays.append((at + 20, try file.number(at: at + 20, count: 3)))
      }
      at += 8 + count + count % 2
    }
    return delays
  }
}

/// The bytes of an open file, read in pieces.
private final class FileBytes {
  private let descriptor: Int32
  private var start = 0
  private var piece: [UInt8] = []

  /// A reader of a descriptor that somebody else closes.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  func byte(at offset: Int) throws -> UInt8 {
    if offset < start || offset >= start + piece.count {
      piece = try FileDescriptor.read(1 << 16, from: descriptor, at: offset)
      start = offset
      if piece.isEmpty { throw AnimationDelays.Fault(reason: "ends at byte \(offset)") }
    }
    return piece[offset - start]
  }

  /// A number whose lowest byte comes first.
  func number(at offset: Int, count: Int) throws -> Int {
    var value = 0
    for i in 0..<count { value |= Int(try byte(at: offset + i)) << (8 * i) }
    return value
  }

  func text(at offset: Int, count: Int) throws -> String {
    var bytes: [UInt8] = []
    for i in 0..<count { bytes.append(try byte(at: offset + i)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
