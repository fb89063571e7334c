// An animated PNG file (PNG third edition, 4.9, 11.3.6 and 14.8) is a PNG file with a chunk acTL that
// says how many frames there are and how often they are played, a chunk fcTL before each frame that
// says where it goes and how long it stays, and the frames after the first in chunks fdAT: a sequence
// number and then what would stand in IDAT. So frames that exist as PNG files are put together by
// copying their compressed bytes; only checksums are made anew.
//
// A frame replaces what its rectangle covers (blending "source") and stays (disposal "none"), which is
// exact for transparent pixels too. The sequence numbers of fcTL and fdAT count from 0 without a gap.

/// Puts PNG files together into an animated one, piece by piece.
///
/// ```swift
/// var muxer = AnimatedPNGMuxer(plays: 0)
/// var file = muxer.append(first, delay: delay)
/// file += muxer.append(second, x: 40, y: 0, delay: delay)
/// file += muxer.end()
/// file.replaceSubrange(muxer.control.range, with: muxer.control.bytes)
/// ```
///
/// The number of frames stands near the beginning of the file and is known at the end, so ``control``
/// is written over its first version then.
public struct AnimatedPNGMuxer: Sendable {
  /// How long a frame stays: `numerator / denominator` seconds, each of them 16 bits wide in the file.
  public struct Delay: Hashable, Sendable {
    /// The numerator, 0...65,535.
    public let numerator: Int
    /// The denominator, 1...65,535. (In files 0 stands for 100; it is never written.)
    public let denominator: Int

    /// The delay in lowest terms, or `nil` if it is negative, or a part of it has more than 16 bits
    /// then.
    public init?(_ numerator: Int, _ denominator: Int) {
      guard numerator >= 0, denominator >= 1 else { return nil }
      var (a, b) = (numerator, denominator)
      while b != 0 { (a, b) = (b, a % b) }
      guard numerator / a <= 0xFFFF, denominator / a <= 0xFFFF else { return nil }
      self.numerator = numerator / a
      self.denominator = denominator / a
    }
  }

  /// How often the animation is played; 0 for endlessly.
  public let plays: Int
  /// How many frames it has so far.
  public private(set) var frameCount = 0

  private var sequence = 0
  /// The size of the first frame, which is the animation's.
  private var size = (width: 0, height: 0)

  /// An animation without frames yet.
  ///
  /// - Precondition: `plays` is in 0...2^31 - 1.
  public init(plays: Int = 0) {
    precondition((0...0x7FFF_FFFF).contains(plays))
    self.plays = plays
  }

  /// Adds a frame.
  ///
  /// - Parameters:
  ///   - png: A PNG file by ``PNGEncoder``. The first one gives the animation its size, its colour
  ///     type and its scale; later ones have the same colour type and may be smaller.
  ///   - x: The column of the animation that the frame's first column goes to.
  ///   - y: The row that its first row goes to.
  ///   - delay: How long it stays.
  /// - Returns: The bytes that follow in the file.
  /// - Precondition: The frame lies inside of the animation; the first covers it.
  public mutating func append(
    _ png: [UInt8], x: Int = 0, y: Int = 0, delay: Delay
  ) -> [UInt8] {
    let chunks = Self.chunks(of: png)
    precondition(chunks.first?.type == "IHDR", "this is no PNG file")
    let width = Self.integer(png, at: 16)
    let height = Self.integer(png, at: 20)
    let isFirst = frameCount == 0
    if isFirst { size = (width, height) }
    precondition(
      x >= 0 && y >= 0 && width <= size.width - x && height <= size.height - y,
      "the frame lies outside of the animation")
    frameCount += 1
    var bytes: [UInt8] = []
    bytes.reserveCapacity(png.count + 128)
    for chunk in chunks {
      switch chunk.type {
      case "IHDR" where isFirst:
        bytes += png[..<chunk.bytes.upperBound]
        bytes += control.bytes
      case "sRGB", "pHYs", "PLTE", "tRNS":
        if isFirst { bytes += png[chunk.bytes] }
      case "IDAT":
        PNGChunkWriter.appendChunk("fcTL", to: &bytes) {
          PNGChunkWriter.append(next(), 4, to: &$0)
          for value in [width, height, x, y] { PNGChunkWriter.append(value, 4, to: &$0) }
          PNGChunkWriter.append(delay.numerator, 2, to: &$0)
          PNGChunkWriter.append(delay.denominator, 2, to: &$0)
          $0 += [0, 0]  // disposal: none; blending: source
        }
        if isFirst {
          bytes += png[chunk.bytes]
        } else {
          PNGChunkWriter.appendChunk("fdAT", to: &bytes) {
            PNGChunkWriter.append(next(), 4, to: &$0)
            $0 += png[chunk.data]
          }
        }
      default: break
      }
    }
    return bytes
  }

  /// The last bytes of the file.
  public func end() -> [UInt8] {
    var bytes: [UInt8] = []
    PNGChunkWriter.appendChunk("IEND", to: &bytes) { _ in }
    return bytes
  }

  /// The chunk acTL for the frames so far, and where in the file it stands.
  public var control: (range: Range<Int>, bytes: [UInt8]) {
    var bytes: [UInt8] = []
    PNGChunkWriter.appendChunk("acTL", to: &bytes) {
      PNGChunkWriter.append(frameCount, 4, to: &$0)
      PNGChunkWriter.append(plays, 4, to: &$0)
    }
    // After the signature of 8 bytes and IHDR of 25.
    return (33..<(33 + bytes.count), bytes)
  }

  private mutating func next() -> Int {
    defer { sequence += 1 }
    return sequence
  }

  // MARK: - Chunks

  private struct Chunk {
    var type: String
    var bytes: Range<Int>
    var data: Range<Int> { (bytes.lowerBound + 8)..<(bytes.upperBound - 4) }
  }

  private static func chunks(of png: [UInt8]) -> [Chunk] {
    var chunks: [Chunk] = []
    var at = PNGSignature.bytes.count
    while at + 12 <= png.count {
      let length = integer(png, at: at)
      guard length <= png.count - at - 12 else { break }
      let type = String(decoding: png[(at + 4)..<(at + 8)], as: UTF8.self)
      chunks.append(Chunk(type: type, bytes: at..<(at + 12 + length)))
      at += 12 + length
    }
    return chunks
  }

  private static func integer(_ bytes: [UInt8], at offset: Int) -> Int {
    bytes[offset..<(offset + 4)].reduce(0) { ($0 << 8) | Int($1) }
  }
}
