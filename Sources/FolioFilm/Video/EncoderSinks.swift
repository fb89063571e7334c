/// Hands frames to an encoder at a constant rate: a picture once for each frame that it is seen.
struct ConstantRateSink {
  private let stream: ByteStream
  private let cancellation: Cancellation
  private var current: StreamFrame?

  init(_ stream: ByteStream, header: [UInt8], cancellation: Cancellation) throws(FilmError) {
    self.stream = stream
    self.cancellation = cancellation
    stream.enlargePipe()
    if !header.isEmpty { try stream.write(header) }
  }

  /// Takes the next frame: its picture, or `nil` for that of the frame before, and how many frames
  /// it is seen.
  mutating func show(_ picture: StreamFrame?, ticks: Int) throws(FilmError) {
    if let picture { current = picture }
    for _ in 0..<ticks {
      if cancellation.isCancelled { throw .cancelled() }
      try current?.write(to: stream)
    }
  }
}

/// Hands the pictures of an animation to an encoder, each of them once, however long it stays; more
/// often only where it stays longer than the file can say.
struct PictureSink {
  private let stream: ByteStream
  /// How long each picture stays that is handed over, in ticks.
  private let stays: [Int]
  private var current: StreamFrame?
  private var written = 0
  /// For how many ticks there are frames, and pictures.
  private var shown = 0
  private var covered = 0

  init(_ stream: ByteStream, stays: [Int]) {
    self.stream = stream
    self.stays = stays
    stream.enlargePipe()
  }

  /// Takes the next frame: its picture, or `nil` for that of the frame before, and for how many
  /// ticks it is seen.
  mutating func show(_ picture: StreamFrame?, ticks: Int) throws(FilmError) {
    if let picture { current = picture }
    shown += ticks
    while shown > covered {
      try current?.write(to: stream)
      covered += stays[written]
      written += 1
    }
  }
}
