import FolioImageCoding
import FolioRaster
import TestSupport
import Testing

@Suite("Stripes end where their rows say, and are copied when the same rows come again")
struct StripeTests {
  /// The rule for the ends of stripes, written again from its words.
  static func stripes(of bitmap: Bitmap) -> [Range<Int>] {
    func fold(_ x: UInt64) -> UInt64 {
      let (high, low) = x.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      return high ^ low
    }
    let step = max(2, bitmap.width / 6)
    var samples = (0..<bitmap.height).map { row in
      var lanes: [UInt64] = [0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344]
      let columns = Array(stride(from: 0, to: bitmap.width, by: step))
      for (i, x) in columns.enumerated() {
        let second = x + 1 < bitmap.width ? bitmap[x + 1, row] : 0
        lanes[i % 2] = fold(lanes[i % 2] ^ (UInt64(second) << 32 | UInt64(bitmap[x, row])))
      }
      // The lane whose turn it is comes first.
      let next = columns.count % 2
      return fold(fold(lanes[next]) ^ lanes[1 - next])
    }
    let isRepeated = samples.indices.map { $0 > 0 && samples[$0] == samples[$0 - 1] }
    for row in samples.indices where isRepeated[row] { samples[row] = 0 }
    let edges = samples.indices.filter { row in
      let above = samples[max(0, row - 64)..<row]
      let below = samples[(row + 1)..<min(samples.count, row + 65)]
      return samples[row] != 0 && above.allSatisfy { $0 < samples[row] }
        && below.allSatisfy { $0 <= samples[row] }
    }
    var stripes: [Range<Int>] = []
    var top = 0
    while top < bitmap.height {
      let end = min(top + 256, bitmap.height)
      let edge = edges.first { $0 >= top + 16 && $0 <= bitmap.height - 16 }
      let bottom = min(edge ?? end, end)
      stripes.append(top..<bottom)
      top = bottom
    }
    return stripes
  }

  /// Rows of noise with stretches of equal rows between them.
  static func rows(
    _ count: Int, width: Int, _ generator: inout SplitMix64, flat: Bool = true
  ) -> [UInt32] {
    var pixels: [UInt32] = []
    for row in 0..<count {
      if flat, row % 200 >= 120, row > 0 {
        pixels += pixels.suffix(width)
      } else {
        for _ in 0..<width {
          pixels.append(UInt32(truncatingIfNeeded: generator.next()) | 0xFF00_0000)
        }
      }
    }
    return pixels
  }

  @Test("The ends are those of the rule", arguments: [1, 2, 63, 64, 65, 66, 128, 130, 333])
  func rule(width: Int) throws {
    var generator = SplitMix64(seed: UInt64(width))
    for height in [1, 15, 16, 17, 31, 32, 33, 80, 81, 128, 200, 255, 256, 257, 272, 1000] {
      let bitmap = Bitmap(
        width: width, height: height, pixels: Self.rows(height, width: width, &generator))
      let encoder = try PNGEncoder(width: width, height: height, colorType: .rgb)
      #expect(encoder.stripes(of: bitmap) == Self.stripes(of: bitmap))
    }
  }

  @Test("A ground of one colour is cut at every 256 rows")
  func flat() throws {
    for color in [Color.black, .white, Color(red: 51, green: 120, blue: 245)] {
      let encoder = try PNGEncoder(width: 300, height: 900, colorType: .rgb)
      let stripes = encoder.stripes(of: Bitmap(width: 300, height: 900, color: color))
      #expect(stripes == [0..<256, 256..<512, 512..<768, 768..<900])
    }
  }

  @Test("Rows that have moved make the same stripes again, but for the first and the last ones")
  func moved() throws {
    var generator = SplitMix64(seed: 31)
    let (width, height) = (90, 4000)
    let pixels = Self.rows(height + 500, width: width, &generator, flat: false)
    let encoder = try PNGEncoder(width: width, height: height, colorType: .rgb)
    func stripes(from top: Int) -> Set<Range<Int>> {
      let bitmap = Bitmap(
        width: width, height: height,
        pixels: Array(pixels[(top * width)..<((top + height) * width)]))
      return Set(
        encoder.stripes(of: bitmap).map { ($0.lowerBound + top)..<($0.upperBound + top) })
    }
    let still = stripes(from: 0)
    for distance in [1, 7, 64, 133, 500] {
      let common = still.intersection(stripes(from: distance))
      let shared = common.reduce(0) { $0 + $1.count }
      // Rows whose neighbours have changed, 64 of them, and the stripe that is cut.
      let lost = 2 * (64 + PNGEncoder.greatestStripeHeight)
      #expect(shared >= height - distance - lost, "\(shared) rows at \(distance)")
    }
  }

  @Test(
    "A cache changes no byte, whatever moves", arguments: PNGEncoder.Level.allCases)
  func cache(level: PNGEncoder.Level) throws {
    var generator = SplitMix64(seed: 32)
    for colorType in [PNGEncoder.ColorType.rgb, .rgba] {
      let (width, height) = (70, 1200)
      let encoder = try PNGEncoder(
        width: width, height: height, colorType: colorType, level: level)
      let cache = PNGEncoder.StripeCache(for: encoder, byteLimit: 4 << 20)
      let page = Bitmap.drawn(
        width: width, height: 2000, opaque: colorType == .rgb, &generator)
      for step in 0..<24 {
        let top = step * step
        var pixels = Array(page.pixels[(top * width)..<((top + height) * width)])
        // Something that moves against the rest.
        pixels[(600 + step) * width + 64] = 0xFF00_0000 | UInt32(step)
        let bitmap = Bitmap(width: width, height: height, pixels: pixels)
        let hashes = RowHashes(bitmap)
        let file = try encoder.encode(bitmap, rowHashes: hashes, cache: cache)
        #expect(file == (try encoder.encode(bitmap)))
        #expect(file == (try encoder.encode(bitmap, rowHashes: hashes)))
      }
      // Each of the 24 frames holds five stripes or more; at least one of them has been seen.
      #expect(cache.counts.hits >= 24)
    }
  }

  @Test("A stripe that ends the image is not taken for one that does not, nor one of other rows")
  func keys() throws {
    let twice = Bitmap(width: 40, height: 512, color: .white)
    let encoder = try PNGEncoder(width: 40, height: 512, colorType: .rgb)
    let cache = PNGEncoder.StripeCache(for: encoder)
    let file = try encoder.encode(twice, cache: cache)
    #expect(cache.counts == (0, 2))
    #expect(try PNGDecoder.decode(file).pixels == twice.straight)
    #expect(try encoder.encode(twice, cache: cache) == file)
    #expect(cache.counts == (2, 2))
  }

  @Test("A cache holds no more than it may, and still changes nothing")
  func limit() throws {
    var generator = SplitMix64(seed: 33)
    let encoder = try PNGEncoder(width: 100, height: 300, colorType: .rgb)
    for byteLimit in [0, 1, 50_000, 200_000] {
      let cache = PNGEncoder.StripeCache(for: encoder, byteLimit: byteLimit)
      let bitmaps = (0..<6).map { _ in
        Bitmap.noise(width: 100, height: 300, opaque: true, using: &generator)
      }
      for bitmap in bitmaps + bitmaps.reversed() {
        #expect(try encoder.encode(bitmap, cache: cache) == encoder.encode(bitmap))
        #expect(cache.byteCount <= byteLimit)
      }
      #expect(byteLimit < 100_000 || cache.counts.hits > 0)
    }
  }

  @Test("Threads that share a cache get the bytes that one alone gets")
  func threads() async throws {
    var generator = SplitMix64(seed: 34)
    let (width, height) = (64, 600)
    let pixels = Self.rows(1200, width: width, &generator)
    let encoder = try PNGEncoder(width: width, height: height, colorType: .rgb)
    let cache = PNGEncoder.StripeCache(for: encoder, byteLimit: 300_000)
    let bitmaps = (0..<60).map { step in
      Bitmap(
        width: width, height: height,
        pixels: Array(pixels[(step * 10 * width)..<((step * 10 + height) * width)]))
    }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for bitmap in bitmaps {
        group.addTask {
          try encoder.encode(bitmap, cache: cache) == encoder.encode(bitmap)
        }
      }
      for try await isEqual in group { #expect(isEqual) }
    }
    #expect(cache.counts.hits > 0)
  }

  @Test("A CRC joined from those of its parts is that of the whole")
  func joinedCRC() {
    var generator = SplitMix64(seed: 35)
    let bytes = (0..<5000).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    for cut in [0, 1, 2, 255, 256, 4097, 4999, 5000] {
      var crc = CRC32()
      crc.update(Array(bytes[..<cut]))
      crc.append(checksum: CRC32.checksum(Array(bytes[cut...])), count: bytes.count - cut)
      #expect(crc.value == CRC32.checksum(bytes))
      // It goes on from there.
      crc.update(bytes)
      #expect(crc.value == CRC32.checksum(bytes + bytes))
    }
    // The check value of "123456789", joined from "1234" and "56789".
    var check = CRC32()
    check.update(Array("1234".utf8))
    check.append(checksum: CRC32.checksum(Array("56789".utf8)), count: 5)
    #expect(check.value == 0xCBF4_3926)
  }
}
