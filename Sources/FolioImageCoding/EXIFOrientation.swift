/// How a stored image must be turned to be seen upright: tag 0x0112 of EXIF (JEITA CP-3451,
/// section 4.6.4), whose values name the sides on which the first row and the first column lie.
public enum EXIFOrientation: Int, Hashable, Sendable, CaseIterable {
  /// First row on top, first column left: as stored.
  case up = 1
  /// Top, right: mirrored left to right.
  case upMirrored = 2
  /// Bottom, right: turned by 180 degrees.
  case down = 3
  /// Bottom, left: mirrored top to bottom.
  case downMirrored = 4
  /// Left, top: rows and columns exchanged.
  case leftMirrored = 5
  /// Right, top: to be turned by 90 degrees clockwise.
  case right = 6
  /// Right, bottom: rows and columns exchanged about the other diagonal.
  case rightMirrored = 7
  /// Left, bottom: to be turned by 90 degrees counterclockwise.
  case left = 8

  /// Whether width and height are exchanged.
  public var swapsAxes: Bool { rawValue >= 5 }

  /// The upright pixels of a stored image of `width` times `height` pixels.
  func apply(to pixels: [UInt32], width: Int, height: Int) -> [UInt32] {
    if self == .up || pixels.isEmpty { return pixels }
    // Upright pixel (x, y) is stored at `start + x * across + y * down`.
    let last = width * height - 1
    let (start, across, down): (Int, Int, Int)
    switch self {
    case .up: (start, across, down) = (0, 1, width)
    case .upMirrored: (start, across, down) = (width - 1, -1, width)
    case .down: (start, across, down) = (last, -1, -width)
    case .downMirrored: (start, across, down) = (last - (width - 1), 1, -width)
    case .leftMirrored: (start, across, down) = (0, width, 1)
    case .right: (start, across, down) = (last - (width - 1), -width, 1)
    case .rightMirrored: (start, across, down) = (last, -width, -1)
    case .left: (start, across, down) = (width - 1, width, -1)
    }
    let (uprightWidth, uprightHeight) = swapsAxes ? (height, width) : (width, height)
    var upright = [UInt32](repeating: 0, count: pixels.count)
    var span = upright.mutableSpan
    // Tiles keep the strided reads of a turned image inside the cache.
    let tile = 32
    for top in stride(from: 0, to: uprightHeight, by: tile) {
      for left in stride(from: 0, to: uprightWidth, by: tile) {
        for y in top..<min(top + tile, uprightHeight) {
          for x in left..<min(left + tile, uprightWidth) {
            span[y * uprightWidth + x] = pixels[start + x * across + y * down]
          }
        }
      }
    }
    return upright
  }

  /// The orientation in the body of a JPEG APP1 segment; `nil` if it is not EXIF, has no such tag,
  /// or is damaged (a viewer shows such a file as stored).
  ///
  /// The body is "Exif", two zero bytes, and a TIFF file whose first directory holds the tag.
  init?(exif body: ArraySlice<UInt8>) {
    guard body.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) else { return nil }
    let tiff = Array(body.dropFirst(6))
    guard tiff.count >= 8 else { return nil }
    let isLittleEndian: Bool
    switch (tiff[0], tiff[1]) {
    case (0x49, 0x49): isLittleEndian = true
    case (0x4D, 0x4D): isLittleEndian = false
    default: return nil
    }
    func integer(at offset: Int, bytes: Int) -> Int? {
      guard offset >= 0, offset <= tiff.count - bytes else { return nil }
      var value = 0
      for i in 0..<bytes {
        value = (value << 8) | Int(tiff[offset + (isLittleEndian ? bytes - 1 - i : i)])
      }
      return value
    }
    guard integer(at: 2, bytes: 2) == 42, let directory = integer(at: 4, bytes: 4),
      let count = integer(at: directory, bytes: 2)
    else { return nil }
    for entry in 0..<count {
      let offset = directory + 2 + 12 * entry
      guard let tag = integer(at: offset, bytes: 2) else { return nil }
      guard tag == 0x0112 else { continue }
      let short = 3
      guard integer(at: offset + 2, bytes: 2) == short, integer(at: offset + 4, bytes: 4) == 1,
        let value = integer(at: offset + 8, bytes: 2)
      else { return nil }
      self.init(rawValue: value)
      return
    }
    return nil
  }
}
