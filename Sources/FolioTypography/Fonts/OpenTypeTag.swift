/// The four letters that name a table, a feature, a script or an axis, as one number.
struct OpenTypeTag: Hashable {
  /// The letters, first letter in the highest byte, padded with spaces.
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The tag of one to four ASCII letters; `nil` for any other text.
  init?(_ text: String) {
    let letters = Array(text.utf8)
    guard (1...4).contains(letters.count), letters.allSatisfy({ (0x20...0x7E).contains($0) })
    else { return nil }
    var value: UInt32 = 0
    for i in 0..<4 { value = (value << 8) | UInt32(i < letters.count ? letters[i] : 0x20) }
    rawValue = value
  }

  /// The letters, without padding.
  var text: String {
    var letters = ""
    for shift in [24, 16, 8, 0] as [UInt32] {
      letters.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: rawValue >> shift)))
    }
    while letters.hasSuffix(" ") { letters.removeLast() }
    return letters
  }
}
