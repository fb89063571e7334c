import FolioImageCoding
import FolioRaster
import FolioSequence

/// The frames of an animated PNG file (PNG third edition, section 14.8): its reader.
///
/// Frames are decoded when they are asked for; asking in ascending order costs one frame each.
public final class AnimatedPNG: GoldenFrames {
  private struct Control {
    var rect: PixelBox
    var delayNumerator: Int
    var delayDenominator: Int
    /// 0 leave, 1 clear, 2 restore.
    var disposal: Int
    /// 0 replace, 1 draw over.
    var blending: Int
    /// Where the data of the frame's chunks is in the file.
    var data: [Range<Int>] = []
  }

  /// The size of the frames in pixels.
  public let size: PixelSize
  /// Pixels a point.
  public let scale: Double
  private let path: String
  private let file: [UInt8]
  private let shared: [UInt8]
  private let header: [UInt8]
  private var controls: [Control]
  // The picture of frame `shown`, and what the next frame starts from.
  private var shown = -1
  private var canvas: [UInt32] = []
  private var prints: [Int: Fingerprint] = [:]

  /// How many frames the animation has.
  public var count: Int { controls.count }

  /// The frames of a file's bytes, or `nil` if the file is a PNG without animation.
  ///
  /// - Throws: ``GoldenError`` for a damaged file, or frames that are missing or out of bounds.
  public init?(_ file: [UInt8], path: String) throws(GoldenError) {
    let info: ImageInfo
    do { info = try PNGDecoder.readInfo(file) } catch {
      throw .image(path: path, error)
    }
    size = PixelSize(width: info.width, height: info.height)
    scale = PictureFile.scale(of: info)
    self.path = path
    self.file = file
    var shared: [UInt8] = []
    var controls: [Control] = []
    var declared: Int?
    var sequence = 0
    func fault(_ reason: String) -> GoldenError {
      .damaged(path: path, line: nil, reason: "animation: \(reason)")
    }
    for chunk in Chunk.all(in: file) {
      func number(_ offset: Int, _ size: Int) -> Int {
        file[(chunk.data.lowerBound + offset)..<(chunk.data.lowerBound + offset + size)]
          .reduce(0) { ($0 << 8) | Int($1) }
      }
      if chunk.type == "fcTL" || chunk.type == "fdAT" {
        guard chunk.data.count >= 4, number(0, 4) == sequence else {
          throw fault("chunk \(chunk.type) is out of sequence, expected number \(sequence)")
        }
        sequence += 1
      }
      switch chunk.type {
      case "acTL":
        guard chunk.data.count == 8 else { throw fault("chunk acTL has not 8 bytes") }
        declared = number(0, 4)
      case "fcTL":
        guard chunk.data.count == 26 else { throw fault("chunk fcTL has not 26 bytes") }
        let rect = PixelBox(
          x: number(12, 4), y: number(16, 4), width: number(4, 4), height: number(8, 4))
        guard !rect.isEmpty, rect.right <= info.width, rect.bottom <= info.height else {
          throw fault("frame \(controls.count) lies outside of the picture")
        }
        guard number(24, 1) <= 2, number(25, 1) <= 1 else {
          throw fault("frame \(controls.count) has an unknown disposal or blending")
        }
        controls.append(
          Control(
            rect: rect, delayNumerator: number(20, 2), delayDenominator: number(22, 2),
            disposal: number(24, 1), blending: number(25, 1)))
      case "IDAT":
        // Without a frame control before it, it is the still picture and no frame.
        if !controls.isEmpty { controls[controls.count - 1].data.append(chunk.data) }
      case "fdAT":
        guard !controls.isEmpty else { throw fault("chunk fdAT has no chunk fcTL before it") }
        controls[controls.count - 1].data.append(
          (chunk.data.lowerBound + 4)..<chunk.data.upperBound)
      case "PLTE", "tRNS", "iCCP", "sRGB": shared += file[chunk.bytes]
      default: break
      }
    }
    guard let declared else { return nil }
    guard declared == controls.count, declared > 0 else {
      throw fault("\(declared) frames are declared, \(controls.count) found")
    }
    if let empty = controls.firstIndex(where: { $0.data.isEmpty }) {
      throw fault("frame \(empty) has no data")
    }
    self.shared = shared
    self.controls = controls
    header = Array(file[16..<29])
  }

  /// An animation says how long each frame is shown.
  public var isTimed: Bool { true }

  /// The rate, where all frames last equally long.
  public var frameRate: FrameRate? {
    guard let first = controls.first, first.delayNumerator > 0 else { return nil }
    let denominator = first.delayDenominator == 0 ? 100 : first.delayDenominator
    let isEven = controls.allSatisfy {
      $0.delayNumerator == first.delayNumerator && $0.delayDenominator == first.delayDenominator
    }
    return isEven ? FrameRate(denominator, first.delayNumerator) : nil
  }

  /// The frame's time, the sum of the delays before it.
  public func record(at index: Int) throws -> FrameRecord {
    if let frameRate { return FrameRecord(index: index, time: frameRate.time(of: index)) }
    // Delays of different denominators need not have a sum that fits; microseconds always do.
    let microseconds = controls[..<index].reduce(Int64(0)) {
      let denominator = Int64($1.delayDenominator == 0 ? 100 : $1.delayDenominator)
      return $0 + Int64($1.delayNumerator) * 1_000_000 / denominator
    }
    return FrameRecord(index: index, time: FrameTime(microseconds, 1_000_000))
  }

  /// The whole picture that a viewer shows at the frame.
  public func picture(at index: Int) throws -> Pixmap? { try composed(index) }

  /// The fingerprint of that picture.
  public func fingerprint(at index: Int) throws -> Fingerprint {
    if let known = prints[index] { return known }
    let print = try composed(index).fingerprint
    prints[index] = print
    return print
  }

  private func composed(_ index: Int) throws(GoldenError) -> Pixmap {
    if shown < 0 || index < shown {
      canvas = [UInt32](repeating: 0, count: size.width * size.height)
      shown = -1
    }
    while shown < index {
      if shown >= 0 { dispose(controls[shown]) }
      shown += 1
      try draw(controls[shown], number: shown)
    }
    return Pixmap(width: size.width, height: size.height, straight: canvas)
  }

  // What "restore" goes back to.
  private var saved: [UInt32] = []

  private func dispose(_ control: Control) {
    if control.disposal == 0 { return }
    for y in control.rect.y..<control.rect.bottom {
      for x in control.rect.x..<control.rect.right {
        let i = y * size.width + x
        canvas[i] = control.disposal == 1 || saved.isEmpty ? 0 : saved[i]
      }
    }
  }

  private func draw(_ control: Control, number: Int) throws(GoldenError) {
    saved = control.disposal == 2 && number > 0 ? canvas : []
    var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    var header = header
    for (offset, value) in [(0, control.rect.width), (4, control.rect.height)] {
      for k in 0..<4 { header[offset + k] = UInt8(truncatingIfNeeded: value >> (24 - 8 * k)) }
    }
    png += Chunk.encode("IHDR", header)
    png += shared
    png += Chunk.encode("IDAT", control.data.flatMap { file[$0] })
    png += Chunk.encode("IEND", [])
    let part = try PictureFile.decode(png, path: "\(path), frame \(number)")
    for y in 0..<part.height {
      let row = (control.rect.y + y) * size.width + control.rect.x
      for x in 0..<part.width {
        let value = part.pixels[y * part.width + x]
        canvas[row + x] =
          control.blending == 0 ? value : AnimatedPNG.over(value, canvas[row + x])
      }
    }
  }

  /// Straight source over straight destination, each channel rounded halves up.
  private static func over(_ s: UInt32, _ d: UInt32) -> UInt32 {
    let (sa, da) = (s >> 24, d >> 24)
    if sa == 255 || da == 0 { return s }
    if sa == 0 { return d }
    // All in 1/255 of 1/255.
    let (u, v) = (sa * 255, (255 - sa) * da)
    let alpha = u + v
    var result = ((alpha + 127) / 255) << 24
    for shift in [0, 8, 16] as [UInt32] {
      let channel = ((s >> shift) & 0xFF) * u + ((d >> shift) & 0xFF) * v
      result |= ((channel + alpha / 2) / alpha) << shift
    }
    return result
  }
}

extension AnimatedPNG {
  /// The bytes of an animation of whole frames, each shown for one period of the rate, for ever.
  ///
  /// - Parameters:
  ///   - pictures: The frames' PNG files, of one size and colour type, by the encoder of this
  ///     package.
  ///   - frameRate: Frames a second; 60 where there is none, or where its parts have more than 16
  ///     bits.
  static func encode(_ pictures: [[UInt8]], frameRate: FrameRate?) -> [UInt8] {
    let delay =
      frameRate.flatMap { AnimatedPNGMuxer.Delay($0.denominator, $0.numerator) }
      ?? AnimatedPNGMuxer.Delay(1, 60)
    guard let delay, !pictures.isEmpty else { return [] }
    var muxer = AnimatedPNGMuxer()
    var file: [UInt8] = []
    for picture in pictures { file += muxer.append(picture, delay: delay) }
    file += muxer.end()
    file.replaceSubrange(muxer.control.range, with: muxer.control.bytes)
    return file
  }

  private static func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  /// A chunk of a PNG file whose frame has been checked already.
  private struct Chunk {
    var type: String
    var bytes: Range<Int>
    var data: Range<Int> { (bytes.lowerBound + 8)..<(bytes.upperBound - 4) }

    static func all(in file: [UInt8]) -> [Chunk] {
      var chunks: [Chunk] = []
      var at = 8
      while at + 12 <= file.count {
        let length = file[at..<(at + 4)].reduce(0) { ($0 << 8) | Int($1) }
        guard length <= file.count - at - 12 else { break }
        let type = String(decoding: file[(at + 4)..<(at + 8)], as: UTF8.self)
        chunks.append(Chunk(type: type, bytes: at..<(at + 12 + length)))
        at += 12 + length
      }
      return chunks
    }

    static func encode(_ type: String, _ data: [UInt8]) -> [UInt8] {
      let body = Array(type.utf8) + data
      return AnimatedPNG.bytes(data.count, 4) + body
        + AnimatedPNG.bytes(Int(CRC32.checksum(body)), 4)
    }
  }
}
