import FolioImageCoding
import FolioRaster
import FolioSequence
import Foundation
import TestSupport

@testable import FolioGolden

/// Pictures of the reference data, decoded once.
enum ReferencePictures {
  static func load(_ path: String) throws -> Pixmap {
    Pixmap(try ImageFile.load(path: ReferenceData.url(path).path))
  }
}

extension Pixmap {
  /// A picture from a formula for its straight pixels.
  init(width: Int, height: Int, _ pixel: (Int, Int) -> UInt32) {
    self.init(
      width: width, height: height,
      straight: (0..<(width * height)).map { pixel($0 % width, $0 / width) })
  }

  /// Noise, opaque or with all alphas.
  static func noise(
    width: Int, height: Int, opaque: Bool = true, using random: inout SplitMix64
  ) -> Pixmap {
    Pixmap(
      width: width, height: height,
      straight: (0..<(width * height)).map { _ in
        UInt32(truncatingIfNeeded: random.next()) | (opaque ? 0xFF00_0000 : 0)
      })
  }

  /// The picture with some pixels set.
  func with(_ rect: PixelBox, _ value: UInt32) -> Pixmap {
    Pixmap(width: width, height: height) { x, y in
      rect.contains(x: x, y: y) ? value : pixels[y * width + x]
    }
  }

  /// The picture moved, new pixels filled by repeating the edge.
  func moved(dx: Int, dy: Int) -> Pixmap {
    Pixmap(width: width, height: height) { x, y in
      self[min(max(x - dx, 0), width - 1), min(max(y - dy, 0), height - 1)]
    }
  }
}
