/// What the marker segments before the first scan of a JPEG file say besides the image itself.
///
/// Damage here is left to the decoder to report; reading just stops at it.
struct JPEGMarkers {
  /// The orientation of the first EXIF segment, `up` if there is none.
  private(set) var orientation = EXIFOrientation.up
  /// The ICC profile, joined from its segments (ICC.1, annex B.4), if all are there.
  private(set) var profile: [UInt8]?

  init(_ file: [UInt8]) {
    var hasEXIF = false
    var parts: [Int: ArraySlice<UInt8>] = [:]
    var partCount = 0
    var offset = 2
    while offset + 4 <= file.count, file[offset] == 0xFF {
      let marker = file[offset + 1]
      if marker == 0xFF {
        offset += 1
        continue
      }
      // Start of scan and end of image end the header; markers without a length are not due here.
      if marker == 0xDA || marker == 0xD9 || (0xD0...0xD8).contains(marker) || marker == 0x01 {
        break
      }
      let length = (Int(file[offset + 2]) << 8) | Int(file[offset + 3])
      guard length >= 2, length <= file.count - offset - 2 else { break }
      let body = file[(offset + 4)..<(offset + 2 + length)]
      if marker == 0xE1, !hasEXIF, body.starts(with: Array("Exif\0\0".utf8)) {
        hasEXIF = true
        orientation = EXIFOrientation(exif: body) ?? .up
      } else if marker == 0xE2, body.count > 14, body.starts(with: Array("ICC_PROFILE\0".utf8)) {
        let (number, count) = (Int(body[body.startIndex + 12]), Int(body[body.startIndex + 13]))
        if parts[number] == nil { parts[number] = body.dropFirst(14) }
        partCount = count
      }
      offset += 2 + length
    }
    guard partCount > 0 else { return }
    var joined: [UInt8] = []
    for number in 1...partCount {
      guard let part = parts[number] else { return }
      joined += part
    }
    profile = joined
  }
}
