import TestSupport
import Testing

@testable import FolioScene

/// Every example is broken at every byte. Whatever comes out, nothing traps, and each fault has a
/// place and can be shown.
@Suite("A broken scene is a fault with a place, never a trap")
struct FuzzTests {
  /// What is put into a text: characters that mean something to YAML, to the format or to Unicode.
  static let insertions: [[UInt8]] =
    [
      "[", "]", "{", "}", ":", ": ", ",", "#", " #", "'", "\"", "\n", "\t", "- ", "&a ", "*art",
      "<<: ", "|\n",
      "%", "@", "`", "!", "? ", "---\n", "...\n", "\u{FEFF}", "\u{0}", "\u{85}", "\u{2028}",
      "\u{301}", "😀", "$", "${",
      "${n}", "}", "0", "-", ".", "e9", "999999999999999999999", "\r", "\\", "~", "null", "true",
    ].map { Array($0.utf8) } + [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x9F]]

  /// Every byte in an optimised build; a sample of them in a debug build, which is thirty times as
  /// slow.
  static let step = _isDebugAssertConfiguration() ? 7 : 1

  func check(_ bytes: [UInt8], _ what: @autoclosure () -> String) {
    let list = faults(bytes)
    for fault in list.diagnostics {
      if fault.span == nil || fault.line == nil { Issue.record("no place: \(what()): \(fault)") }
    }
    if !list.errors.isEmpty && list.exitStatus != 65 {
      Issue.record("\(list.exitStatus): \(what())")
    }
    if list.rendered().utf8.contains(where: { $0 == 0x1B || $0 == 0 }) {
      Issue.record("a control character is shown: \(what())")
    }
  }

  @Test(arguments: 0..<3)
  func `cut off at each byte`(index: Int) {
    let bytes = Array(Examples.all[index].utf8)
    for length in stride(from: 0, to: bytes.count, by: FuzzTests.step) {
      check(Array(bytes[..<length]), "example \(index), \(length) bytes")
    }
  }

  @Test(arguments: 0..<3)
  func `a bit turned in each byte`(index: Int) {
    let bytes = Array(Examples.all[index].utf8)
    var random = SplitMix64(seed: UInt64(index))
    for place in stride(from: 0, to: bytes.count, by: FuzzTests.step) {
      var copy = bytes
      let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
      copy[place] ^= bit
      check(copy, "example \(index), byte \(place) xor \(bit)")
    }
  }

  @Test(arguments: 0..<3)
  func `something put in before each byte`(index: Int) {
    let bytes = Array(Examples.all[index].utf8)
    var random = SplitMix64(seed: UInt64(index) + 100)
    for place in stride(from: 0, through: bytes.count, by: FuzzTests.step) {
      let extra = FuzzTests.insertions[
        Int.random(in: 0..<FuzzTests.insertions.count, using: &random)]
      var copy = bytes
      copy.insert(contentsOf: extra, at: place)
      check(copy, "example \(index), \(extra) at \(place)")
    }
  }

  @Test(arguments: 0..<3)
  func `each scalar replaced by another kind of value`(index: Int) {
    // Words of the example, each replaced in turn by values that fit almost nowhere.
    let text = Examples.all[index]
    let values = ["[]", "{}", "''", "-1", "1e308", "x", "{ a: [b] }", "*art", "true", "null"]
    var starts: [String.Index] = []
    var previous: Character = " "
    for place in text.indices {
      if previous == " " && text[place] != " " { starts.append(place) }
      previous = text[place]
    }
    for (number, start) in starts.enumerated() {
      let end = text[start...].firstIndex { $0 == " " || $0 == "\n" || $0 == "," } ?? text.endIndex
      let value = values[number % values.count]
      let broken = text[..<start] + value + text[end...]
      check(Array(broken.utf8), "example \(index), word \(number) as \(value)")
    }
  }
}
