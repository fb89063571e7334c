/// As much of an ICC colour profile (ICC.1:2022) as it takes to name it and to know sRGB.
struct ICCProfile {
  /// What the profile calls itself: its `desc` tag.
  let description: String?
  /// Whether its primaries (or its grey) and its tone curves are those of sRGB, to the precision at
  /// which profiles in use differ.
  let isSRGB: Bool

  /// `nil` if the bytes are no profile.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 132, bytes[36..<40].elementsEqual(Array("acsp".utf8)) else { return nil }
    let data = Reader(bytes: bytes)
    guard let count = data.integer(at: 128), count <= 1024 else { return nil }
    var tags: [String: Range<Int>] = [:]
    for i in 0..<count {
      let entry = 132 + 12 * i
      guard let offset = data.integer(at: entry + 4), let size = data.integer(at: entry + 8),
        offset <= bytes.count, size <= bytes.count - offset
      else { return nil }
      tags[String(decoding: bytes[entry..<(entry + 4)], as: UTF8.self)] = offset..<(offset + size)
    }
    description = tags["desc"].flatMap { data.text(in: $0) }

    // The D50-adapted colorants of IEC 61966-2-1.
    let colorants: [(String, [Double])] = [
      ("rXYZ", [0.4361, 0.2225, 0.0139]), ("gXYZ", [0.3851, 0.7169, 0.0971]),
      ("bXYZ", [0.1431, 0.0606, 0.7141]),
    ]
    let hasPrimaries = colorants.allSatisfy { name, expected in
      guard let tag = tags[name], let found = data.fixed(at: tag.lowerBound + 8, count: 3) else {
        return false
      }
      return zip(found, expected).allSatisfy { abs($0 - $1) < 0.003 }
    }
    let isGray = bytes[16..<20].elementsEqual(Array("GRAY".utf8))
    let curves = isGray ? ["kTRC"] : ["rTRC", "gTRC", "bTRC"]
    let hasCurves = curves.allSatisfy { name in tags[name].map { data.isSRGBCurve($0) } ?? false }
    isSRGB = (isGray || hasPrimaries) && hasCurves
  }

  private struct Reader {
    let bytes: [UInt8]

    func integer(at offset: Int, size: Int = 4) -> Int? {
      guard offset >= 0, offset <= bytes.count - size else { return nil }
      return bytes[offset..<(offset + size)].reduce(0) { ($0 << 8) | Int($1) }
    }

    /// Signed 15.16 numbers.
    func fixed(at offset: Int, count: Int) -> [Double]? {
      var values: [Double] = []
      for i in 0..<count {
        guard let raw = integer(at: offset + 4 * i) else { return nil }
        values.append(Double(Int32(truncatingIfNeeded: raw)) / 65536)
      }
      return values
    }

    func type(_ tag: Range<Int>) -> String? {
      guard tag.count >= 12 else { return nil }
      return String(decoding: bytes[tag.prefix(4)], as: UTF8.self)
    }

    /// A `desc` text of version 2 or the first string of a multi-localised one of version 4.
    func text(in tag: Range<Int>) -> String? {
      let text: String
      switch type(tag) {
      case "desc":
        guard let count = integer(at: tag.lowerBound + 8), count <= tag.count - 12 else {
          return nil
        }
        let start = tag.lowerBound + 12
        text = String(decoding: bytes[start..<(start + count)].prefix { $0 != 0 }, as: UTF8.self)
      case "mluc":
        guard let count = integer(at: tag.lowerBound + 20),
          let offset = integer(at: tag.lowerBound + 24), offset <= tag.count,
          count <= tag.count - offset
        else { return nil }
        let start = tag.lowerBound + offset
        let units = stride(from: start, to: start + count - count % 2, by: 2).map {
          (UInt16(bytes[$0]) << 8) | UInt16(bytes[$0 + 1])
        }
        text = String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
      default: return nil
      }
      let printable = text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
      let name = String(String.UnicodeScalarView(printable.prefix(80)))
      return name.isEmpty ? nil : name
    }

    /// Whether a curve takes 1/4, 1/2 and 3/4 to the linear values of sRGB within 0.005, or has its
    /// parameters.
    func isSRGBCurve(_ tag: Range<Int>) -> Bool {
      switch type(tag) {
      case "curv":
        guard let count = integer(at: tag.lowerBound + 8), count >= 16,
          count <= (tag.count - 12) / 2
        else { return false }
        return [(0.25, 0.050876), (0.5, 0.214041), (0.75, 0.522522)].allSatisfy { x, expected in
          let position = x * Double(count - 1)
          let below = Int(position)
          let fraction = position - Double(below)
          let values = [below, min(below + 1, count - 1)].map {
            Double(integer(at: tag.lowerBound + 12 + 2 * $0, size: 2) ?? 0) / 65535
          }
          return abs(values[0] + (values[1] - values[0]) * fraction - expected) < 0.005
        }
      case "para":
        guard let kind = integer(at: tag.lowerBound + 8, size: 2), kind == 3 || kind == 4,
          let found = fixed(at: tag.lowerBound + 12, count: 5)
        else { return false }
        return zip(found, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]).allSatisfy {
          abs($0 - $1) < 0.005
        }
      default: return false
      }
    }
  }
}
