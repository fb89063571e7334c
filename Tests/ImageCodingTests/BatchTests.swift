import FolioImageCoding
import FolioRaster
import TestSupport
import Testing

@Suite("Files decoded together are as decoded one by one")
struct BatchTests {
  /// Files of many sizes, of any alpha, some of them damaged or none at all, and the bytes of their pixels.
  private func files() throws -> (files: [[UInt8]], sizes: [Int]) {
    var random = SplitMix64(seed: 46)
    var files: [[UInt8]] = []
    var sizes: [Int] = []
    for i in 0..<24 {
      let (width, height) = (1 + Int(random.next() % 60), 1 + Int(random.next() % 60))
      let pixels = (0..<(width * height)).map { _ in
        Color(
          red: UInt8(random.next() & 255), green: 7, blue: 99, alpha: UInt8(random.next() & 255)
        ).premultiplied
      }
      let bitmap = Bitmap(width: width, height: height, pixels: pixels)
      var file = try PNGEncoder(width: width, height: height, colorType: .rgba).encode(bitmap)
      if i % 5 == 3 { file[file.count - 30] ^= 1 }
      if i % 7 == 6 { file = Array("GIF89a".utf8) }
      files.append(file)
      sizes.append(4 * pixels.count)
    }
    return (files, sizes)
  }

  @Test("for any number of threads and any limit, in the order of the files")
  func sameAsSingle() throws {
    let (files, sizes) = try files()
    let single = files.map { file in
      Result { () throws(ImageError) in try ImageFile.decode(file) }
    }
    for jobs in [1, 2, 3, 40] {
      for (byteLimit, keptLimit) in [(1 << 30, 1 << 30), (40_000, 20_000), (1, 1), (0, 0)] {
        let batch = ImageFile.decode(
          batch: files, jobs: jobs, byteLimit: byteLimit, keptLimit: keptLimit)
        #expect(batch.count == files.count)
        var kept = 0
        for (i, (image, expected)) in zip(batch, single).enumerated() {
          let size = sizes[i]
          switch (image, expected) {
          case (.success(let image), .success(let expected)):
            #expect(image.info == expected.info)
            // The first that fit are kept.
            #expect((image.bitmap != nil) == (kept + size <= keptLimit))
            if let bitmap = image.bitmap {
              kept += size
              #expect(bitmap == expected.premultiplied())
            }
          case (.failure(let error), .failure(let expected)):
            #expect(error == expected)
            // One whose header is good has its place among them.
            if case .badChecksum = error { kept += kept + size <= keptLimit ? size : 0 }
          default: Issue.record("a file is good in one way and bad in the other")
          }
        }
      }
    }
  }

  @Test("no file is no work")
  func nothing() {
    #expect(ImageFile.decode(batch: [], jobs: 4, byteLimit: 0, keptLimit: 0).isEmpty)
  }
}
