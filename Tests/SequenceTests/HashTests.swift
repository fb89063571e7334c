import FolioRaster
import FolioSequence
import Foundation
import TestSupport
import Testing

@Suite("SHA-256 is SHA-256")
struct SHA256Tests {
  // The examples of FIPS 180-2, appendix B, and the well-known digest of nothing.
  @Test(
    "known digests",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func known(text: String, hex: String) {
    #expect(SHA256.hash(Array(text.utf8)).hex == hex)
  }

  @Test("the known digest of a million times the letter a")
  func million() {
    #expect(
      SHA256.hash([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)).hex
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test("bytes in pieces give the digest of the whole")
  func pieces() {
    var random = SplitMix64(seed: 1)
    let bytes = (0..<5000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    var hash = SHA256()
    var at = 0
    while at < bytes.count {
      let count = min(Int(random.next() % 200), bytes.count - at)
      hash.update(bytes.span.extracting(at..<(at + count)))
      at += count
    }
    #expect(hash.finalize() == SHA256.hash(bytes))
  }

  @Test("a digest reads its own text, and no other")
  func text() throws {
    let digest = SHA256.hash(Array("abc".utf8))
    #expect(Digest(hex: digest.hex) == digest)
    #expect(Digest(bytes: digest.bytes) == digest)
    #expect(Digest(hex: digest.hex.uppercased()) == nil)
    #expect(Digest(hex: String(digest.hex.dropLast())) == nil)
    #expect(Digest(hex: String(digest.hex.dropLast()) + "g") == nil)
    #expect(Digest(bytes: []) == nil)
  }
}

@Suite("A fingerprint is the one that its definition states")
struct FingerprintTests {
  @Test("rows have the hashes that each has by itself, whatever rows are around it")
  func rows() {
    var generator = SplitMix64(seed: 71)
    for width in Array(0...70) + [333] {
      var pixels: [UInt32] = []
      var expected: (values: [UInt64], areOpaque: [Bool], areRepeated: [Bool]) = ([], [], [])
      let height = 40
      for row in 0..<height {
        let previous = Array(pixels.suffix(width))
        var current = (0..<width).map { _ in
          UInt32(truncatingIfNeeded: generator.next()) | 0xFF00_0000
        }
        switch generator.next() % 4 {
        case 0 where row > 0: current = previous
        // The row above but for its last pixel.
        case 1 where row > 0 && width > 0: current = previous.dropLast() + [current[width - 1]]
        case 2 where width > 0: current[Int(generator.next() % UInt64(width))] &= 0x7F7F_7F7F
        default: break
        }
        var common: UInt32 = 0xFF00_0000
        expected.values.append(RowHash.hash(current.span, common: &common))
        expected.areOpaque.append(common == 0xFF00_0000)
        expected.areRepeated.append(row > 0 && current == previous)
        #expect(common == current.reduce(0xFF00_0000) { $0 & $1 })
        pixels += current
      }
      let bitmap = Bitmap(width: width, height: height, pixels: pixels)
      let whole = RowHashes(bitmap)
      #expect(whole.values == expected.values)
      #expect(whole.areOpaque == expected.areOpaque)
      #expect(whole.areRepeated == expected.areRepeated)
      // In parts, begun anywhere.
      var parts = RowHashes()
      var row = 0
      while row < height {
        let end = min(height, row + 1 + Int(generator.next() % 5))
        parts.append(row..<end, of: bitmap)
        row = end
      }
      #expect(parts == whole)
    }
  }

  @Test("the hashes of an opaque picture's rows are enough")
  func opaqueRows() {
    var random = SplitMix64(seed: 3)
    for (width, height) in [(1, 1), (5, 9), (33, 2)] {
      let bitmap = Bitmap(
        width: width, height: height,
        pixels: (0..<(width * height)).map { _ in
          UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000
        })
      #expect(Fingerprint(opaque: RowHashes(bitmap), width: width) == Fingerprint(bitmap))
    }
  }

  struct Vector {
    var kind: String
    var width: Int
    var height: Int
    var alpha: String
    var seed: Int
    var hex: String

    /// The pixels, by the formula that stands at the head of the script.
    var pixels: [UInt32] {
      let bytes = (0..<(4 * width * height)).map { i -> UInt32 in
        if i % 4 == 3 {
          if alpha == "opaque" { return 255 }
          if (i / 4) % 5 == 0 { return 0 }
        }
        return UInt32((seed + 31 * i + 7 * (i / 64) * (i / 64)) % 256)
      }
      return (0..<(width * height)).map { p in
        let a = bytes[4 * p + 3]
        return (0..<3).reduce(a << 24) { pixel, c in
          let value = bytes[4 * p + c]
          return pixel | ((kind == "straight" ? value : value * a / 255) << UInt32(8 * c))
        }
      }
    }
  }

  static func vectors() throws -> [Vector] {
    try String(decoding: ReferenceData.data("fingerprint/vectors.tsv"), as: UTF8.self)
      .split(separator: "\n").map { line in
        let fields = line.split(separator: "\t").map(String.init)
        return try Vector(
          kind: fields[0], width: #require(Int(fields[1])), height: #require(Int(fields[2])),
          alpha: fields[3], seed: #require(Int(fields[4])), hex: fields[5])
      }
  }

  @Test("every vector of the reference script")
  func reference() throws {
    let vectors = try FingerprintTests.vectors()
    #expect(vectors.count == 52)
    for vector in vectors {
      let fingerprint =
        vector.kind == "straight"
        ? Fingerprint(straight: vector.pixels, width: vector.width, height: vector.height)
        : Fingerprint(Bitmap(width: vector.width, height: vector.height, pixels: vector.pixels))
      #expect(fingerprint.description == vector.hex, "\(vector)")
    }
  }

  @Test("the colour of an invisible pixel does not count")
  func invisible() {
    let red = Fingerprint(straight: [0x0000_00FF, 0x8000_00FF], width: 2, height: 1)
    let none = Fingerprint(straight: [0, 0x8000_00FF], width: 2, height: 1)
    #expect(red == none)
    #expect(none == Fingerprint(Bitmap(width: 2, height: 1, pixels: [0, 0x8000_0080])))
  }

  @Test("every single changed bit changes it, and so do moved pixels and another shape")
  func sensitive() {
    var random = SplitMix64(seed: 2)
    let pixels = (0..<60).map { _ in 0xFF00_0000 | UInt32(truncatingIfNeeded: random.next()) }
    var seen: Set<Fingerprint> = [Fingerprint(straight: pixels, width: 20, height: 3)]
    for i in pixels.indices {
      for bit in 0..<32 {
        var copy = pixels
        copy[i] ^= 1 << UInt32(bit)
        #expect(seen.insert(Fingerprint(straight: copy, width: 20, height: 3)).inserted)
      }
      for j in (i + 1)..<pixels.count {
        var copy = pixels
        copy.swapAt(i, j)
        #expect(seen.insert(Fingerprint(straight: copy, width: 20, height: 3)).inserted)
      }
    }
    for width in [1, 2, 3, 4, 5, 6, 10, 12, 15, 30, 60] {
      let fingerprint = Fingerprint(straight: pixels, width: width, height: 60 / width)
      #expect(seen.insert(fingerprint).inserted, "\(width)")
    }
  }

  @Test("an empty bitmap has one too")
  func empty() {
    #expect(
      Fingerprint(Bitmap(width: 0, height: 0)) != Fingerprint(Bitmap(width: 1, height: 0)))
  }
}
