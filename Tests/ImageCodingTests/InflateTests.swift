import FolioImageCoding
import Foundation
import TestSupport
import Testing

@Suite("Every kind of deflate stream is read, and no damaged one")
struct InflateTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var file: String
    var width: Int
    var height: Int
    var sha256: String

    var testDescription: String { file }
  }

  /// The files of `Tests/Reference/deflate`, see SOURCE.md there.
  static let rows: [Row] = {
    let table = (try? ReferenceData.data("deflate/expected.tsv")) ?? Data()
    return String(decoding: table, as: UTF8.self).split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "\t").map(String.init)
      guard cells.count == 4, let width = Int(cells[1]), let height = Int(cells[2]) else {
        return nil
      }
      return Row(file: cells[0], width: width, height: height, sha256: cells[3])
    }
  }()

  static func bytes(_ pixels: [UInt32]) -> [UInt8] {
    pixels.flatMap { pixel in [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: pixel >> $0) } }
  }

  @Test("There are 48 files")
  func complete() { #expect(Self.rows.count == 48) }

  @Test("Pixels are those of another decoder", arguments: rows)
  func pixels(_ row: Row) throws {
    let image = try PNGDecoder.decode(Array(ReferenceData.data("deflate/\(row.file)")))
    #expect(image.width == row.width)
    #expect(image.height == row.height)
    #expect(sha256(Self.bytes(image.pixels)) == row.sha256)
  }

  @Test(
    "A bit that flips in the data is an error, or leaves the pixels as they are", arguments: rows)
  func damage(_ row: Row) throws {
    let file = Array(try ReferenceData.data("deflate/\(row.file)"))
    let chunks = Self.dataChunks(file)
    let places = chunks.flatMap { Array($0) }
    var random = SplitMix64(seed: 48)
    for _ in 0..<60 {
      var damaged = file
      let place = places[Int(random.next() % UInt64(places.count))]
      damaged[place] ^= 1 << UInt8(random.next() % 8)
      // The chunk's own checksum is made right again, so that the stream alone tells.
      for chunk in chunks where chunk.contains(place) {
        let sum = CRC32.checksum(Array(damaged[(chunk.lowerBound - 4)..<chunk.upperBound]))
        for i in 0..<4 {
          damaged[chunk.upperBound + i] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32(i)))
        }
      }
      guard let image = try? PNGDecoder.decode(damaged) else { continue }
      #expect(sha256(Self.bytes(image.pixels)) == row.sha256, "byte \(place)")
    }
  }

  /// Where the data of each chunk IDAT is that has any.
  static func dataChunks(_ file: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var at = 8
    while at + 12 <= file.count {
      let count = file[at..<(at + 4)].reduce(0) { ($0 << 8) | Int($1) }
      if file[(at + 4)..<(at + 8)].elementsEqual("IDAT".utf8), count > 0 {
        ranges.append((at + 8)..<(at + 8 + count))
      }
      at += 12 + count
    }
    return ranges
  }
}
