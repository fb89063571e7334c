import TestSupport
import Testing

@testable import FolioImageCoding

@Suite("Checksums equal their definitions")
struct ChecksumTests {
  @Test("The published check values of \"123456789\"")
  func checkValues() {
    let digits = Array("123456789".utf8)
    #expect(CRC32.checksum(digits) == 0xCBF4_3926)
    #expect(Adler32.checksum(digits) == 0x091E_01DE)
    #expect(CRC32.checksum([]) == 0)
    #expect(Adler32.checksum([]) == 1)
  }

  @Test("Every length to 300 and long runs, at every alignment, equal the bitwise definition")
  func equalsDefinition() {
    var generator = SplitMix64(seed: 1)
    for length in Array(0...300) + Array(16_382...16_386) + [
      16_447, 16_448, 5551, 5552, 5553, 11_104, 70_001,
    ] {
      let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      let offset = length % 17
      let padded = [UInt8](repeating: 7, count: offset) + bytes
      var crc = CRC32()
      crc.update(padded.span.extracting(offset..<padded.count))
      #expect(Int(crc.value) == HandmadePNG.crc(bytes))
      var adler = Adler32()
      adler.update(padded.span.extracting(offset..<padded.count))
      #expect(Int(adler.value) == HandmadePNG.adler(bytes))
    }
  }

  @Test("Bytes of 255 do not overflow the sums")
  func greatestBytes() {
    let bytes = [UInt8](repeating: 255, count: 1_000_003)
    #expect(Int(Adler32.checksum(bytes)) == HandmadePNG.adler(bytes))
  }

  @Test("A split at any place gives the value of the whole, also when only checksums are joined")
  func splits() {
    var generator = SplitMix64(seed: 2)
    let bytes = (0..<20_000).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    let (crc, adler) = (CRC32.checksum(bytes), Adler32.checksum(bytes))
    for cut in [0, 1, 15, 16, 17, 5552, 9_999, 19_999, 20_000] {
      let (first, second) = (Array(bytes[..<cut]), Array(bytes[cut...]))
      var partial = CRC32()
      partial.update(first)
      partial.update(second)
      #expect(partial.value == crc)
      var sum = Adler32()
      sum.update(first)
      sum.update(second)
      #expect(sum.value == adler)
      var joined = Adler32()
      joined.append(checksum: Adler32.checksum(first), count: first.count)
      joined.append(checksum: Adler32.checksum(second), count: second.count)
      #expect(joined.value == adler)
    }
  }
}
