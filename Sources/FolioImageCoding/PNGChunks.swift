/// The eight bytes that a PNG file starts with.
enum PNGSignature {
  static let bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// What is wrong with a start that should have been the signature.
  static func fault(in bytes: [UInt8]) -> ImageError? {
    if bytes.starts(with: Self.bytes) { return nil }
    if bytes.isEmpty { return .truncated(offset: 0, expected: "a PNG signature") }
    if bytes.count < 8, Self.bytes.starts(with: bytes) {
      return .truncated(offset: bytes.count, expected: "the rest of the PNG signature")
    }
    let start = Array(bytes.prefix(8))
    let lineFeeds = start.filter { $0 != 0x0D }
    if lineFeeds == Self.bytes.filter({ $0 != 0x0D })
      || start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x1A])
      || start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0A])
      || start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0D])
    {
      return .malformed(
        reason: "the line endings in the PNG signature were converted; the file went through a "
          + "transfer in text mode and is damaged", offset: 4)
    }
    let wrong = zip(start, Self.bytes).enumerated().first { $0.element.0 != $0.element.1 }
    return .malformed(
      reason: "the PNG signature is wrong, expected 89 50 4E 47 0D 0A 1A 0A", offset: wrong?.offset)
  }
}

/// One chunk of a PNG file, its checksum verified.
struct PNGChunk {
  /// The four letters of its type.
  var type: String
  /// Where its length field is.
  var offset: Int
  /// Where its data is; of several IDAT joined, from the first one's data to the last one's.
  var data: Range<Int>
  /// All bytes, from the length field to the checksum.
  var bytes: Range<Int> { offset..<(data.upperBound + 4) }
}

/// Reads the frame of a PNG file: every chunk whole, its checksum right, the order of the critical
/// ones as the specification wants it, nothing after IEND.
struct PNGChunkReader {
  let file: [UInt8]
  /// The chunks that are used, in the order of the file: of each type the first, and all of IDAT,
  /// which must follow one another, as one. So a file of a million chunks takes no memory.
  private(set) var chunks: [PNGChunk] = []
  /// The sum of the lengths of all chunks IDAT.
  private(set) var dataCount = 0
  /// The type of the chunk before the one being read.
  private var previousType = ""

  private static let used = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND", "pHYs", "sRGB", "iCCP"]

  init(_ file: [UInt8]) throws(ImageError) {
    if let fault = PNGSignature.fault(in: file) { throw fault }
    self.file = file
    var offset = 8
    while true {
      let chunk = try readChunk(at: offset)
      try check(chunk)
      keep(chunk)
      previousType = chunk.type
      offset = chunk.bytes.upperBound
      if chunk.type == "IEND" { break }
    }
    if offset < file.count {
      throw .trailingData(offset: offset, count: file.count - offset)
    }
  }

  private mutating func keep(_ chunk: PNGChunk) {
    guard Self.used.contains(chunk.type) else { return }
    if chunk.type == "IDAT" { dataCount += chunk.data.count }
    if let i = chunks.firstIndex(where: { $0.type == chunk.type }) {
      if chunk.type == "IDAT" {
        chunks[i].data = chunks[i].data.lowerBound..<chunk.data.upperBound
      }
    } else {
      chunks.append(chunk)
    }
  }

  private func readChunk(at offset: Int) throws(ImageError) -> PNGChunk {
    let expected = chunks.isEmpty ? "chunk IHDR" : "another chunk"
    guard file.count - offset >= 12 else {
      throw .truncated(offset: file.count, expected: expected)
    }
    let letters = file[(offset + 4)..<(offset + 8)]
    guard letters.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) else {
      throw .malformed(
        reason: "\(expected) was expected, its type is not four letters", offset: offset)
    }
    let type = String(decoding: letters, as: UTF8.self)
    let length = integer(at: offset)
    guard length <= 0x7FFF_FFFF else {
      throw .malformed(reason: "the length of chunk \(type) is over 2^31 - 1", offset: offset)
    }
    guard length <= file.count - offset - 12 else {
      throw .truncated(
        offset: file.count, expected: "the \(length) bytes of chunk \(type) from byte \(offset) on")
    }
    let chunk = PNGChunk(type: type, offset: offset, data: (offset + 8)..<(offset + 8 + length))
    var crc = CRC32()
    crc.update(file.span.extracting((offset + 4)..<chunk.data.upperBound))
    let stored = UInt32(integer(at: chunk.data.upperBound))
    guard stored == crc.value else {
      throw .badChecksum(chunk: type, offset: offset, found: stored, expected: crc.value)
    }
    return chunk
  }

  private func check(_ chunk: PNGChunk) throws(ImageError) {
    func fault(_ reason: String) -> ImageError {
      .malformed(reason: reason, offset: chunk.offset)
    }
    if chunks.isEmpty {
      guard chunk.type == "IHDR" else {
        throw fault("the first chunk is \(chunk.type), expected IHDR")
      }
      return
    }
    let hasData = chunks.contains { $0.type == "IDAT" }
    switch chunk.type {
    case "IHDR":
      throw fault("there are two chunks IHDR, expected one")
    case "PLTE":
      if hasData { throw fault("chunk PLTE comes after IDAT, expected before") }
      if chunks.contains(where: { $0.type == "PLTE" }) {
        throw fault("there are two chunks PLTE, expected one")
      }
    case "tRNS":
      if hasData { throw fault("chunk tRNS comes after IDAT, expected before") }
      if chunks.contains(where: { $0.type == "tRNS" }) {
        throw fault("there are two chunks tRNS, expected one")
      }
    case "IDAT":
      if hasData, previousType != "IDAT" {
        throw fault("the chunks IDAT are not in one row")
      }
    case "IEND":
      if !chunk.data.isEmpty { throw fault("chunk IEND is not empty") }
      if !hasData { throw fault("there is no chunk IDAT, the image has no pixels") }
    default:
      let isCritical = file[chunk.offset + 4] & 0x20 == 0
      if isCritical { throw fault("chunk \(chunk.type) is critical and unknown") }
    }
  }

  /// The first chunk of a type.
  func first(_ type: String) -> PNGChunk? { chunks.first { $0.type == type } }

  /// The big-endian 32-bit number at an offset inside the file.
  func integer(at offset: Int) -> Int {
    (Int(file[offset]) << 24) | (Int(file[offset + 1]) << 16) | (Int(file[offset + 2]) << 8)
      | Int(file[offset + 3])
  }
}
